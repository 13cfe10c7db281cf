"""Explore: a figure on the map, ranked, spread, against another; countries side by side; and the class's own games.

>>> from geoclass import Explorer
>>> explorer = Explorer(figure="Median age", countries=["Niger", "Japan"], where="Africa")
>>> explorer.figure, explorer.countries
('median_age', ['NER', 'JPN'])
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from weakref import WeakSet

import panel as pn
import param
from bokeh.document import Document
from bokeh.events import RangesUpdate, Tap
from panel.viewable import Viewer

from geoclass import data, i18n
from geoclass.charts import piles, points
from geoclass.rooms import FIGURES
from geoclass.ui import explore_files as files
from geoclass.ui import explore_games as played
from geoclass.ui import explore_html as html
from geoclass.ui import explore_panels as panels
from geoclass.ui import explore_widgets as widgets
from geoclass.ui import live
from geoclass.ui.cell import embedded as in_cell
from geoclass.ui.cell import files as brought
from geoclass.ui.cell import in_pixels
from geoclass.ui.explore_first import first_map
from geoclass.ui.explore_map import Atlas, by_figure
from geoclass.ui.explore_state import (
    ADDRESS,
    AGAINST,
    EXAMPLE,
    FIRST,
    LARGE,
    SHOWN,
    STEPS,
    TABS,
    Continent,
    Countries,
    Figure,
    Night,
    Overlays,
    State,
)
from geoclass.ui.kit import styles
from geoclass.ui.kit.compat import locked
from geoclass.ui.kit.parts import KIT
from geoclass.ui.kit.surface import Plain, Surface
from geoclass.ui.page import argument, spoken
from geoclass.ui.shell import dark_asked, page
from geoclass.ui.teacher import is_teacher
from geoclass.ui.tokens import STATIC
from geoclass.ui.turns import aside

SCRIPTS = ("dom.js", "pieces.js", "dialogs.js", "server.js", "picture.js", "compat.js", "figures.js")  # of the kit
MAP_PARAMS = {"figure", "where", "tab", "steps", "game", "judged", "lang", "dark"}  # what map and ranking depend on
CHARTS = {"points": (points, points.POINTS), "piles": (piles, piles.BRICKS)}  # with the layer that can be tapped
MISGIVEN = (ValueError, TypeError, LookupError)  # errors of bad values from an address or a browser
_synced: WeakSet[Document] = WeakSet()  # pages whose address is already synced with an Explorer


def _script(folder: Any, *names: str) -> str:
    return "\n".join((folder / name).read_text("utf-8") for name in names)


class ExploreSurface(Surface):
    """The page around widgets and figures. Its panels are HTML in two parts, so that the first is sent early."""

    board = Plain("{}", doc="What is looked at; above and around the map, the ranking, the question.")
    more = Plain("{}", doc="What follows: the chart, the comparison, the rest of the page.")

    _esm = _script(KIT, *SCRIPTS) + _script(STATIC, "explore.js")
    _stylesheets = [styles.joined([KIT / "kit.css", KIT / "stage.css", STATIC / "explore.css"])]


class Explorer(Viewer):
    """Explore as an object whose parameters and page stay in sync, both ways.

    It displays itself in a notebook cell or any Panel app; ``explorer.param.watch`` reports changes. When served, its
    parameters are kept in the page's address unless ``address=False``.
    """

    figure = Figure(FIRST, doc="The figure on the map: a column's name or label, or a Series by country.")
    against = Figure(AGAINST, allow_None=True, doc="The figure it is drawn against; nothing: how it is spread.")
    countries = Countries([], doc="Up to six countries, by code or name; the latest is the country page's.")
    where: Any = Continent(default="", objects=["", *points.CONTINENTS], doc="A continent; nothing: the world.")
    tab: Any = param.Selector(default="map", objects=list(TABS), doc="The page that is open.")
    overlays = Overlays(default=[], objects=list(SHOWN), doc="Shown of the latest country on the map.")
    steps: Any = param.Selector(default=STEPS[0], objects=list(STEPS), doc="Classes of equal counts or of equal steps.")
    large: Any = param.Selector(default="", objects=["", *LARGE], doc="The panel that fills the page.")
    game = param.String("", doc="A game of this computer, on the page of our games; nothing: all of them.")
    judged = param.String("", doc="The figure whose misjudgements are shown there; nothing: all.")
    lang: Any = param.Selector(default="en", objects=list(i18n.LANGUAGES), doc="The language that it speaks.")
    dark = Night(False, doc="Whether it is night.")

    def __init__(
        self, figure: Any = FIRST, *, local: bool = True, embedded: bool = True, address: bool = True, **params: Any
    ) -> None:
        super().__init__(**{"figure": figure, "lang": i18n.language()} | params)
        if address and (location := _free_address()):
            self.sync(location)
        self.local, self.embedded = local, embedded
        self.keeps = local and not embedded  # whether a teacher's figures are stored with the rooms
        self._ui: dict[str, Any] = {"search": "", "all": False, "note": False, "question": 0, "names": False}
        self._told: dict[str, Any] = {}  # the result of loading a teacher's file
        self._board: dict[str, Any] = {}
        self._ours: dict[str, Any] = {}
        self._filling = False
        self._drawn = embedded  # on a page, charts wait until the browser has drawn the map
        self.widgets = self._make_widgets()
        self._fill()
        self.surface = self._make_surface(self._make_figures())
        self._show_map()
        self._show_rest()
        self.param.watch(self._changed, [name for name in self.param if name != "name"])

    def __panel__(self) -> Any:
        return self.surface

    @property
    def state(self) -> State:
        """The parameters as plain values."""
        return State(
            self.figure,
            "" if self.against == self.figure else self.against,
            tuple(self.countries),
            self.where,
            self.tab,
            tuple(what for what in SHOWN if what in self.overlays),
            self.steps,
            self.game,
            self.judged,
            self.large,
        )

    # construction

    def sync(self, location: Any) -> None:
        """Sync the parameters with an address (``pn.state.location``), both ways."""

        def one_by_one(given: Mapping[str, Any]) -> None:
            for name, value in given.items():
                with suppress(*MISGIVEN):  # a bad value in an address is ignored
                    setattr(self, name, value)

        location.sync(self, ADDRESS, on_error=one_by_one)

    def _make_widgets(self) -> dict[str, Any]:
        found = widgets.make(self.embedded)

        def heard(do: str) -> Any:
            def told(event: Any) -> None:
                if not self._filling:
                    locked(partial(self._asked, {"do": do, "value": event.new}))

            return told

        for name in widgets.SELECTS:
            found[name].param.watch(heard(name), "value")
        found["search"].param.watch(heard("search"), "value_input")
        found["named"].param.watch(heard("named"), "value")
        return found

    def _make_figures(self) -> list[Any]:
        self.atlas = Atlas(self.state, self.lang, self.dark)
        self.atlas.plot.on_event(Tap, self._tapped)
        self.atlas.plot.on_event(RangesUpdate, lambda _event: self.atlas.moved(self.state, self.lang))
        self._charts: dict[str, Any] = {}
        self._places = {name: pn.Column(sizing_mode="stretch_both", margin=0) for name in CHARTS}
        return [self._pane(self.atlas.plot), *self._places.values()]

    def _pane(self, plot: Any) -> Any:
        if self.embedded:
            in_pixels([plot])
        return pn.pane.Bokeh(plot, sizing_mode="stretch_both", margin=0)

    def _make_chart(self, name: str) -> Any:
        kind, layer = CHARTS[name]
        plot: Any = kind.blank(self.dark)
        plot.on_change("inner_height", lambda _a, _o, _n: self._name_points())  # its size is known now
        source = next(one.data_source for one in plot.renderers if one.data_source.name == layer)
        source.selected.on_change("indices", lambda _a, _o, new: self._picked(source, new))
        plot.add_tools("tap")
        return plot

    def _make_surface(self, figures: list[Any]) -> Any:
        kind: Any = in_cell(ExploreSurface) if self.embedded else ExploreSurface
        more = brought() if self.embedded else {}
        chosen = [self.widgets[name] for name in html.SLOTS[len(figures) :]]
        return kind(self._asked, figures=[*figures, *chosen], **more)

    def _fill(self) -> None:
        """Set the widgets' options and values without triggering their events."""
        self._ours = played.ours(self.state, self.lang, self.local)
        self._filling = True
        try:
            widgets.fill(self.widgets, self.state, self.lang, self._ours)
        finally:
            self._filling = False

    # drawing

    def _changed(self, *events: Any) -> None:
        changed = {event.name for event in events}
        with _held():
            if changed - {"countries", "overlays", "large", "steps", "dark"}:
                self._fill()
            if "dark" in changed:
                self.atlas.dress(self.dark)
            if "lang" in changed:
                self._told = {}
                self.atlas.rename(self.lang)
            if "figure" in changed:
                self._ui |= {"question": 0, "search": ""}
                self.widgets["search"].param.update(value="", value_input="")
            if changed & MAP_PARAMS:
                self._show_map()
                self._later()
            elif "against" in changed:
                self._later()
            else:
                self._show_board()
                self._show_chosen()
        if changed & {"tab", "game"}:
            self._ask_bots()

    def _show_map(self) -> None:
        """Draw the map and the ranking, the most urgent part."""
        if self.tab == "games":
            self._board, fills = played.board(self.state, self.lang, self.dark, self.local)
        else:
            self._board, fills = panels.board(self.state, self.lang), by_figure(self.state, self.lang, self.dark)
        self.atlas.shade(fills)
        self._show_board()

    def _show_board(self) -> None:
        """Draw the panels around the map, and the ranking."""
        ui = self._ui | {"dark": self.dark, "page": not self.embedded, "games": bool(self._ours.get("games"))}
        scene = {"lang": self.lang, "words": html.spoken(self.lang)}
        self.surface.param.update(scene=scene, board=html.board(self.state, self._board, ui, self.lang))

    def _show_rest(self) -> None:
        """Draw those of the charts, the comparison and the country page that are visible."""
        if self.tab == "map" and self._drawn:
            self._show_chart()
        self._show_chosen()

    def _show_chart(self) -> None:
        state, name = self.state, self._chart
        plot = self._charts.get(name) or self._make_chart(name)
        look: dict[str, Any] = {"dark": self.dark, "chosen": state.countries, "among": state.among()}
        if state.against:
            points.replot(plot, state.against, state.figure, self.lang, labels=False, **look)
        else:
            piles.redistribute(plot, state.figure, self.lang, steps=state.steps, labels=False, **look)
        if name not in self._charts:
            self._charts[name] = plot
            self._places[name].objects = [self._pane(plot)]

    @property
    def _chart(self) -> str:
        return "points" if self.state.against else "piles"

    def _show_chosen(self) -> None:
        state, lang = self.state, self.lang
        self.atlas.look_at(state)
        self.atlas.mark(state, lang)
        self._name_points()
        self._show_more()

    def _show_more(self) -> None:
        """Draw what comes after the map and the ranking."""
        given = {"ours": self._ours, "names": self._ui["names"], "local": self.local, "told": self._told}
        given["page"] = not self.embedded
        self.surface.more = html.more(self.state, self.lang, self.dark, given)

    def _name_points(self) -> None:
        """Label the points of the visible chart."""
        if self.tab == "map" and (plot := self._charts.get(self._chart)):
            kind, _ = CHARTS[self._chart]
            kind.mark(plot, self.countries, self.lang, dark=self.dark, letters=self.atlas.letters)

    def _note(self, **changed: Any) -> None:
        """Update UI state that no figure depends on: what is open, typed or ticked."""
        self._ui |= changed
        self._show_board()
        self._show_more()

    def _later(self) -> None:
        """Draw the rest in the next tick, once map and ranking are sent."""
        document = pn.state.curdoc
        if document is None or document.session_context is None:
            self._show_rest()
            return

        def rest() -> None:
            with _held():
                self._show_rest()

        document.add_next_tick_callback(rest)

    # what was touched

    def _asked(self, message: Mapping[str, Any]) -> None:
        with _held():
            self._settle()
            self._do(message)

    def _settle(self) -> None:
        """Replace figures that have been removed meanwhile."""
        gone = {}
        for name, usual in (("figure", FIRST), ("against", AGAINST)):
            try:
                data.given(getattr(self, name) or usual)  # a running game may still use what was removed
            except data.UnknownName:
                gone[name] = usual
        self.param.update(**gone)

    def _do(self, message: Mapping[str, Any]) -> None:
        asked, value = message.get("do"), str(message.get("value", ""))
        lang, ui = self.lang, self._ui
        match asked:
            case "tab" | "game" if self.local and (value == "games" or (asked, self.tab) == ("game", "games")):
                aside(played.here, lambda _: setattr(self, str(asked), value))  # reading many rooms is slow
            case "figure" | "against" | "where" | "tab" | "steps" | "large" | "game" | "judged" | "lang":
                with suppress(*MISGIVEN):
                    setattr(self, asked, value)
            case "show" if value in SHOWN:
                self.overlays = [what for what in SHOWN if (what in self.overlays) != (what == value)]
            case "choose" if value in data.attribute("un_status"):
                self._choose(value)
            case "about" if value in data.attribute("un_status"):
                self.param.update(countries=list(self.state.about(value).countries), tab="country")
            case "search":
                self._note(search=value)
            case "named" if value:
                self._name(value)
            case "clear" | "example":
                self.countries = list(EXAMPLE) if asked == "example" else []
            case "all" | "note" | "names":
                self._note(**{asked: not ui[asked]})
            case "another":
                self._note(question=ui["question"] + 1)
            case "zoom":
                self.atlas.zoom(value)
                self.atlas.moved(self.state, lang)
            case "take" if self.local:
                aside(partial(played.taken, self.game, value, lang, ui["names"]), self._hand_over)
            case "csv":
                aside(partial(files.csv, self.state, lang), self._hand_over)
            case "xlsx":
                aside(partial(files.xlsx, lang), self._hand_over)
            case "load" if self.local:
                aside(lambda: files.load(value, lang, self.keeps), self._loaded)
            case "forget" if self.local and value in data.figures() and data.column(value).source == "own":
                self._forget(value)
            case "theme":
                self.dark = value == "dark"
            case "hello":
                self._met(message)
                self._ask_bots()

    def _hand_over(self, file: Mapping[str, str] | None) -> None:
        self.surface.tell({"file": file})

    def _say(self, key: str) -> None:
        self.surface.tell({"toast": i18n.text(f"explore.{key}", self.lang)})

    def _ask_bots(self) -> None:
        """Let bots play the selected game in the background, unless they have; then show the result."""
        asked = self.game if self.tab == "games" and self.local else ""

        def show(_: Any) -> None:
            self._fill()
            self._show_more()

        if asked and not played.compared(asked):
            aside(lambda: played.compare(asked), show)

    def _choose(self, iso: str) -> None:
        after = self.state.toggled(iso)
        if after == self.state:
            self._say("six")
        else:
            self.countries = list(after.countries)

    def _name(self, typed: str) -> None:
        """Handle a typed country name: add it to the comparison, or open its page."""
        self.widgets["named"].value = ""
        found = panels.looked_for(typed, self.lang)
        if not found:
            self._say("word.nothing_found")
        elif self.tab == "compare":
            self._choose(found[0])
        else:
            self.param.update(countries=list(self.state.about(found[0]).countries), tab="country")

    def _loaded(self, told: dict[str, Any]) -> None:
        with _held():
            self._told = told
            if "figure" in told:
                self.figure = told["figure"]
            self._show_more()

    def _forget(self, column: str) -> None:
        gone = {name for name in data.figures() if data.column(name).edition == data.column(column).edition}
        self.param.update(
            figure=FIRST if self.figure in gone else self.figure,
            against=AGAINST if self.against in gone else self.against,
        )
        if self.keeps:
            data.remove_kept(column, live.shelf(FIGURES))
        else:
            data.forget_own(column)
        self._told = {}
        self._fill()
        self._show_more()

    def _met(self, message: Mapping[str, Any]) -> None:
        """Handle the browser's report: map width, touch or mouse, light or dark."""
        width, height = message.get("width"), message.get("height")
        if isinstance(width, int | float) and isinstance(height, int | float) and 100 < width < 20_000 and height > 50:
            self.atlas.pixels = float(width), float(height)
        rem = message.get("rem")
        if isinstance(rem, int | float) and 3 < rem < 100:
            self.atlas.letters = 2.6 * float(rem)
        self.atlas.handle(bool(message.get("touch")))
        self.dark = bool(message.get("dark"))
        self._drawn = True
        if self.tab == "map" and self._chart not in self._charts:
            self._show_chart()
        self.atlas.look_at(self.state)
        self.atlas.mark(self.state, self.lang)
        self._name_points()

    def _tapped(self, event: Any) -> None:
        iso = self.atlas.tapped(event.x, event.y)
        with _held():
            if iso:
                self._choose(iso)
            else:
                self._say("nobody_there")

    def _picked(self, source: Any, indices: list[int]) -> None:
        """Choose the country of a tapped point or bar and clear Bokeh's own selection."""
        if indices:
            source.selected.indices = []
            with _held():
                self._choose(str(source.data["iso3"][indices[0]]))


def _free_address() -> Any:
    """The page's address, if no other Explorer is synced with it."""
    document = pn.state.curdoc
    if document is None or document.session_context is None or document in _synced:
        return None
    _synced.add(document)
    return pn.state.location


@contextmanager
def _held() -> Iterator[None]:
    """Send all changes made inside to the browser in one message."""
    document = pn.state.curdoc
    if document is None or document.session_context is None or document.callbacks.hold_value:
        yield
        return
    document.hold("combine")
    try:
        yield
    finally:
        document.unhold()


def explore() -> Any:
    """The page of one session of ``/explore``; the address says what it shows."""
    live.offer_figures()
    lang = spoken()
    known = any(argument(name) for name in ("figure", "countries", "tab"))  # one of these is in every address of a view
    countries = [] if known else list(EXAMPLE)
    first = Explorer(local=is_teacher(), embedded=False, lang=lang, dark=dark_asked(), countries=countries)
    template = page(first.surface, "geoclass", first.lang)
    template.location = True
    template.add_variable("synced", True)
    template.add_variable("first", first_map(first.state, first.lang))
    return template

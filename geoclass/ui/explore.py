"""Explore: a figure on the map, ranked, spread, against another; countries side by side; and the class's own games."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread
from typing import Any

import panel as pn
from bokeh.events import Tap

from geoclass import data, i18n
from geoclass.charts import distribution, scatter
from geoclass.ui import explore_files as files
from geoclass.ui import explore_games as played
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore_first import first_map
from geoclass.ui.explore_map import Atlas, by_figure
from geoclass.ui.explore_state import SHOWN, TABS, State
from geoclass.ui.kit.surface import KIT, Plain, Surface
from geoclass.ui.page import argument, spoken
from geoclass.ui.shell import dark_asked, page
from geoclass.ui.teacher import is_teacher
from geoclass.ui.tokens import STATIC

SCRIPTS = ("dom.js", "pieces.js", "dialogs.js", "picture.js", "figures.js")  # of the kit


def _script(folder: Any, *names: str) -> str:
    return "\n".join((folder / name).read_text("utf-8") for name in names)


class Explorer(Surface):
    """The surface of Explore, made of the kit's pieces and our own; each part travels when it changes."""

    view = Plain("{}", doc="What is chosen, as `State` has it.")
    board = Plain("{}", doc="The map's heading and legend, the ranking, the questions.")
    plot = Plain("{}", doc="What goes with the scatter or the distribution.")
    strips = Plain("[]", doc="The chosen countries side by side.")
    country = Plain("{}", doc="The page of the latest country.")
    own = Plain("{}", doc="What came of a teacher's file.")
    ours = Plain("{}", doc="The class's own games, and one of them beside bots.")

    _esm = _script(KIT, *SCRIPTS) + _script(STATIC, "explore_pieces.js", "explore.js")
    _stylesheets = [_script(KIT, "kit.css"), _script(STATIC, "explore.css")]


class Explore:
    """The page of one session."""

    def __init__(self) -> None:
        self.lang, self.dark, self.local = spoken(), dark_asked(), is_teacher()
        self.state = state = State.read(argument)
        self.atlas = Atlas(state, self.lang, self.dark)
        self.points: Any = scatter.blank(self.dark)
        self.piles: Any = distribution.blank(self.dark)
        self.atlas.plot.on_event(Tap, self._tapped)
        for chart in (self.points, self.piles):
            chart.on_change("inner_height", lambda _a, _o, _n: self._name_points())  # now it has its size
        plots: list[tuple[Any, str]] = [(self.points, scatter.POINTS), (self.piles, distribution.BRICKS)]
        for plot, name in plots:
            source = next(layer.data_source for layer in plot.renderers if layer.data_source.name == name)
            source.selected.on_change("indices", lambda _a, _o, new, s=source: self._picked(s, new))
            plot.add_tools("tap")
        shown = [self.atlas.plot, *(plot for plot, _ in plots)]
        figures = [pn.pane.Bokeh(plot, sizing_mode="stretch_both", margin=0) for plot in shown]
        self.surface = Explorer(self._asked, scene=panels.scene(self.lang, self.local), figures=figures)
        self._show_map()
        self._show_rest()

    # what is shown

    def _show_map(self) -> None:
        """The map and the ranking: what must come at once."""
        state, lang = self.state, self.lang
        if state.tab == "games":
            board, fills = played.board(state, lang, self.dark, self.local)
        else:
            board, fills = panels.board(state, lang), by_figure(state, lang, self.dark)
        self.atlas.shade(fills)
        self.surface.param.update(board=board, view=self._view(), ours=played.ours(state, lang, self.local))

    def _show_rest(self) -> None:
        """The charts, the comparison and the country's page, as far as they are in sight."""
        state, lang = self.state, self.lang
        look: dict[str, Any] = {"dark": self.dark, "chosen": state.countries, "among": state.among()}
        if state.tab != "map":
            pass
        elif state.against:
            scatter.replot(self.points, state.against, state.figure, lang, labels=False, **look)
        else:
            distribution.redistribute(self.piles, state.figure, lang, steps=state.steps, labels=False, **look)
        self._show_chosen()

    def _show_chosen(self) -> None:
        state, lang = self.state, self.lang
        self.atlas.look_at(state)
        self.atlas.mark(state, lang)
        self._name_points()
        self.surface.param.update(
            view=self._view(),
            plot=panels.plot(state, lang) if state.tab == "map" else self.surface.plot,
            strips=panels.compared(state, lang),
            country=panels.country(state, lang),
        )

    def _name_points(self) -> None:
        """In the chart that is in sight."""
        if self.state.tab == "map":
            mark, plot = (scatter.mark, self.points) if self.state.against else (distribution.mark, self.piles)
            mark(plot, self.state.countries, self.lang, dark=self.dark, letters=self.atlas.letters)

    def _view(self) -> dict[str, Any]:
        state = self.state
        names = [data.Country(iso) for iso in state.countries]
        key = "explore.said" if names else "explore.none_chosen"
        said = i18n.text(key, self.lang, **({"n": len(names), "countries": names} if names else {}))
        return {
            "figure": state.figure,
            "against": state.against,
            "countries": list(state.countries),
            "where": state.where,
            "tab": state.tab,
            "show": list(state.show),
            "steps": state.steps,
            "game": state.game,
            "judged": state.judged,
            "said": said,
            "among": sorted(state.among() or ()),
            "query": state.query(self.lang, self.dark),
        }

    def _later(self) -> None:
        """The rest in the next turn of the server, when map and ranking are on their way."""
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
            self._do(message)

    def _do(self, message: Mapping[str, Any]) -> None:
        asked, value = message.get("do"), str(message.get("value", ""))
        figures = data.figures()
        match asked:
            case "figure" if value in figures:
                self.state = self.state.with_figures(value, self.state.against)
                self._look()
            case "against" if not value or value in figures:
                self.state = self.state.with_figures(self.state.figure, value)
                self._look()
            case "where" if value in ("", *scatter.CONTINENTS):
                self._look(where=value)
            case "tab":
                self._look(tab=value if value in TABS else "map")
                self._ask_bots()
            case "steps":
                self._look(steps=value)
            case "show" if value in SHOWN:
                kept = set(self.state.show) ^ {value}
                self.state = replace(self.state, show=tuple(what for what in SHOWN if what in kept))
                self._show_chosen()
            case "choose" if value in data.attribute("un_status"):
                self._choose(value)
            case "about" if value in data.attribute("un_status"):
                self.state = replace(self.state.about(value), tab="country")
                self._show_chosen()
            case "clear":
                self.state = replace(self.state, countries=())
                self._show_chosen()
            case "game" if self.local:
                self._look(game=value)
                self._ask_bots()
            case "judged":
                self._look(judged=value)
            case "take" if self.local:
                game, lang, names = self.state.game, self.lang, bool(message.get("names"))
                _aside(lambda: played.taken(game, value, lang, names), lambda file: self.surface.tell({"file": file}))
            case "csv":
                self.surface.tell({"file": files.csv(self.state, self.lang)})
            case "xlsx":
                self.surface.tell({"file": files.xlsx(self.lang)})
            case "load" if self.local:
                self._load(value)
            case "lang" if value in i18n.LANGUAGES:
                self.lang = value
                self._anew()
            case "theme":
                self._light(value == "dark")
            case "hello":
                self._met(message)
                self._ask_bots()

    def _look(self, **changed: str) -> None:
        self.state = replace(self.state, **changed)  # type: ignore[arg-type]
        self._show_map()
        self._later()

    def _ask_bots(self) -> None:
        """Bots play the game that is looked at, unless they have; what came of it is shown when they are done."""
        asked = self.state.game if self.state.tab == "games" and self.local else ""

        def show(_: Any) -> None:
            self.surface.ours = played.ours(self.state, self.lang, self.local)

        if asked and not played.compared(asked):
            _aside(lambda: played.compare(asked), show)

    def _choose(self, iso: str) -> None:
        before = self.state
        self.state = before.toggled(iso)
        if self.state == before:
            self.surface.tell({"toast": i18n.text("explore.six", self.lang)})
            return
        self._show_chosen()

    def _load(self, content: str) -> None:
        told = files.load(content, self.lang)
        self.surface.own = told
        if "figure" in told:
            self.surface.scene = panels.scene(self.lang, self.local)
            self._look(figure=told["figure"])

    def _anew(self) -> None:
        self.surface.scene = panels.scene(self.lang, self.local)
        self.surface.own = {}
        self.atlas.rename(self.lang)
        self._show_map()
        self._show_rest()

    def _light(self, dark: bool) -> None:
        if dark != self.dark:
            self.dark = dark
            self.atlas.dress(dark)
            self._show_map()
            self._show_rest()

    def _met(self, message: Mapping[str, Any]) -> None:
        """The browser says how wide its map is, whether it is touched, and what light it has."""
        width, height = message.get("width"), message.get("height")
        if isinstance(width, int | float) and isinstance(height, int | float) and 100 < width < 20_000 and height > 50:
            self.atlas.pixels = float(width), float(height)
        rem = message.get("rem")
        if isinstance(rem, int | float) and 3 < rem < 100:
            self.atlas.letters = 2.6 * float(rem)
        self.atlas.touch = bool(message.get("touch"))
        self._light(bool(message.get("dark")))
        self.atlas.look_at(self.state)
        self.atlas.mark(self.state, self.lang)
        self._name_points()

    def _tapped(self, event: Any) -> None:
        iso = self.atlas.tapped(event.x, event.y)
        with _held():
            if iso:
                self._choose(iso)
            else:
                self.surface.tell({"toast": i18n.text("explore.nobody_there", self.lang)})

    def _picked(self, source: Any, indices: list[int]) -> None:
        """A point or brick was tapped: its country is chosen, and Bokeh's own selection let go."""
        if indices:
            source.selected.indices = []
            with _held():
                self._choose(str(source.data["iso3"][indices[0]]))


@contextmanager
def _held() -> Iterator[None]:
    """All changes inside go to the browser in one message."""
    document = pn.state.curdoc
    if document is None or document.session_context is None:
        yield
        return
    document.hold("combine")
    try:
        yield
    finally:
        document.unhold()


def _aside(work: Callable[[], Any], then: Callable[[Any], None]) -> None:
    """Do what takes long beside the server's own work, then go on with what came of it in the page's turn."""
    document = pn.state.curdoc
    if document is None or document.session_context is None:
        then(work())
        return

    def doing() -> None:
        found = work()
        document.add_next_tick_callback(lambda: then(found))

    Thread(target=doing, daemon=True).start()


def explore() -> Any:
    """The page of one session of ``/explore``."""
    first = Explore()
    template = page(first.surface, "geoclass", first.lang)
    template.add_variable("first", first_map(first.state, first.lang))
    return template

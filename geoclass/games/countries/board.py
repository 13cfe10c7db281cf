"""Countries on every screen: the row with its numbered places, the hands, the doubt, the reveal, the end."""

from typing import Literal, TypedDict

from geoclass import charts, data, i18n
from geoclass.charts.rows import decades, is_log, lengths
from geoclass.games.countries.end import Over, end_scene
from geoclass.games.refusals import rule_name
from geoclass.games.tell import Figure
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit.screen import NOBODYS_TURN, Reveal, Scene, ScreenState, Turn, flag_of

CHOOSING = ("card", "place", "hand", "hold", "plan", "back")
HELP_ROW = ("ISL", "MDG", "RUS")


class Guess(TypedDict):
    kind: Literal["countries.guess"]
    card: Scene
    question: str
    lead: str
    hint: str
    unit: str
    send: str
    teams: list[Scene]  # with state, text, can, label
    empty: str


class Play(TypedDict):
    kind: Literal["countries.play"]
    lead: str
    note: str
    category: str
    ends: list[str]
    teams: list[Scene]  # with cards, cards_said, hand
    row: list[Scene]  # countries with seat (None: the first card), last, note
    turn: Turn
    hand: list[Scene]  # countries with lay
    pile: Scene | None
    pile_text: str
    can: bool
    doubt: Scene  # can, title, text
    place: str
    chosen: str
    words: dict[str, str]
    seat: int | None


class RevealScene(TypedDict):
    """Common to both reveals."""

    stage: int
    round: str
    category: str
    chart: dict[str, str]  # title, note
    ask: str
    questions: list[str]
    notes: list[str]
    source: str
    map_title: str
    file: str


class Guesses(RevealScene):
    kind: Literal["countries.guesses"]
    card: Scene
    title: str
    verdict: str
    guesses: list[Scene]  # seat, name, figure, off, first
    why: str


class Row(RevealScene):
    kind: Literal["countries.reveal"]
    right: bool
    verdict: str
    detail: str
    chip: Scene  # seat, title
    laid: list[Scene]  # countries with figure, place, wrong, seat
    true: list[Scene]  # the same, with from, moved, length, colour
    strip: bool
    decades: list[float]
    labels: list[str]
    drawn: list[Scene]
    why: str


class Board(kit.Board):
    def note(self, screen: ScreenState) -> str:
        seen = self.past(screen) or (screen.game["reveal"] if screen.showing else None)
        if seen is None or seen["kind"] == "guess":
            return screen.text("stage.round", n=screen.game["round"])
        return _round(screen, seen)

    # the game going on

    def play(self, screen: ScreenState) -> Guess | Play:
        return self._guess(screen) if screen.game["phase"] == "guess" else self._row(screen)

    def _guess(self, screen: ScreenState) -> Guess:
        game = screen.game
        card = data.Country(game["pile_top"])
        guessed = range(len(game["players"])) if screen.view.get("vote") else game["guessed"]  # the last one is held
        states = [
            "guessed" if seat in guessed else "bot" if team["bot"] else "waiting"
            for seat, team in enumerate(screen.room["teams"])
        ]
        return {
            "kind": "countries.guess",
            "card": screen.country(card.iso),
            "question": screen.own("guess.question", card=card),
            "lead": screen.own("guess.lead"),
            "hint": screen.own(f"guess.{_answer_mode(screen)}"),
            "unit": screen.own("guess.unit"),
            "send": screen.own("guess.send"),
            "teams": self.teams(
                screen,
                state=states,
                text=[screen.own(f"guess.{state}") for state in states],
                can=[bool(screen.legal(seat)) for seat in range(len(states))],
                label=[screen.own("guess.label", team=name) for name in game["players"]],
            ),
            "empty": screen.own("guess.empty"),
        }

    def _row(self, screen: ScreenState) -> Play:
        game, lang = screen.game, screen.lang
        column = data.column(game["category"])
        seat = screen.acting
        legal = screen.legal(seat)
        counts = [len(hand) for hand in game["hands"]]
        there = len(game["row"]) > 1
        return {
            "kind": "countries.play",
            "lead": screen.own("lead", category=column),
            "note": column.note[lang] if game["category"] == "median_age" else "",
            "category": column.label[lang],
            "ends": [i18n.capitalised(column.less[lang]), i18n.capitalised(column.more[lang])],
            "teams": self.teams(
                screen,
                cards=counts,
                cards_said=[screen.text("stage.cards", n=n) for n in counts],
                hand=self._hands(screen),
            ),
            "row": self._laid(screen),
            "turn": self._turn(screen),
            "hand": [
                self._held(screen, card, bool(legal)) for card in (game["hands"][seat] if seat is not None else [])
            ],
            "pile": screen.country(game["pile_top"]) if game["pile_top"] else None,
            "pile_text": screen.own("pile", n=game["pile_count"]),
            "can": bool(legal),
            "doubt": {
                "can": any(move["move"] == "doubt" for move in legal),
                "title": screen.own("doubt.title"),
                "text": screen.own(f"doubt.{'text' if there else 'not_yet'}"),
            },
            "place": screen.own("place"),
            "chosen": screen.own("chosen"),
            "words": {name: screen.own(f"choose.{name}") for name in CHOOSING},
            "seat": seat,
        }

    def _hands(self, screen: ScreenState) -> list[list[Scene]]:
        """All teams' open cards (C1); on a phone, its own."""
        hands = screen.game["hands"]
        return [[screen.country(card) for card in hand] if screen.seat is None else [] for hand in hands]

    def _laid(self, screen: ScreenState) -> list[Scene]:
        last = _last_laid(screen)
        start, now = screen.own("start"), screen.own("just_now")
        return [
            screen.country(laid["card"])
            | {"seat": laid["seat"], "last": laid["card"] == last, "note": start if laid["seat"] is None else now}
            for laid in screen.game["row"]
        ]

    def _held(self, screen: ScreenState, card: str, can: bool) -> Scene:
        """A card of the hand; ``lay``: text of the button that lays it, with a placeholder for the slot."""
        lay = screen.own("choose.lay", card=data.Country(card), at="{at}") if can else ""
        return screen.country(card) | {"lay": lay}

    def _turn(self, screen: ScreenState) -> Turn:
        """Whose turn it is, and what that team can do."""
        seat = next(iter(screen.game["actors"]), None)
        if seat is None:
            return NOBODYS_TURN
        hint = self.no_move(screen, seat) or screen.own("hint" if len(screen.game["row"]) > 1 else "hint_first")
        return {"seat": seat, "title": screen.text("stage.turn", team=screen.team(seat)), "hint": hint}

    def said(self, screen: ScreenState) -> str:
        game = screen.game
        if screen.showing and (reveal := game["reveal"]):
            return self._said_reveal(screen, reveal)
        if game["result"]:
            winners = game["result"]["winners"]
            return screen.text("tell.won", teams=[screen.team(s) for s in winners], n=len(winners))
        if screen.closed:
            end = self.end(screen)
            return f"{end['title']}. {end['text']}"
        if game["phase"] == "guess":
            return screen.own("guess.question", card=data.Country(game["pile_top"]))
        last = _last_laid(screen)
        at, laid = next(((i, r) for i, r in enumerate(game["row"]) if r["card"] == last), (0, None))
        turn = screen.text("stage.turn", team=screen.team(game["actors"][0])) if game["actors"] else ""
        if laid is None:
            return turn
        team, card = screen.team(laid["seat"]), data.Country(laid["card"])
        return f"{screen.own('said_laid', team=team, card=card, at=at + 1)} {turn}"

    def _said_reveal(self, screen: ScreenState, reveal: Reveal) -> str:
        if reveal["kind"] == "guess":
            first, card = reveal["first"], reveal["card"]
            if first is None:
                return screen.own("truth", card=data.Country(card), value=Figure("population", reveal["value"]))
            return screen.say({"event": "nearest", "seat": first, "card": card, "population": reveal["value"]})
        order = screen.own("said_order", cards=[data.Country(c) for c in reveal["true_order"]])
        return f"{self._verdict(screen, reveal)} {order}"

    # the reveal

    def way_on(self, screen: ScreenState) -> str:
        if screen.game["result"] or screen.closed:
            return screen.text("stage.to_the_end")
        return screen.text("stage.round", n=screen.game["round"])

    def steps(self, reveal: Reveal) -> int:
        return 1 if reveal["kind"] == "guess" else 3 if reveal["right"] else 4

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> Guesses | Row:
        if reveal["kind"] == "guess":
            return self._guesses(screen, reveal)
        return self._turned(screen, reveal, step)

    def _guesses(self, screen: ScreenState, reveal: Reveal) -> Guesses:
        column, true = data.column("population"), reveal["value"]
        card = data.Country(reveal["card"])
        return {
            "kind": "countries.guesses",
            "card": screen.country(card.iso),
            "title": screen.own("truth", card=card, value=column.format(true, screen.lang)),
            "verdict": screen.own("first", team=screen.team(reveal["first"])) if reveal["first"] is not None else "",
            "guesses": [
                {
                    "seat": g["seat"],
                    "name": screen.team(g["seat"]),
                    "figure": i18n.number(g["population"], screen.lang),
                    "off": _off(screen, g["population"], true),
                    "first": g["seat"] == reveal["first"],
                }
                for g in sorted(reveal["guesses"], key=lambda g: (g["off"], g["seat"]))
            ],
            "why": screen.own("why.bell") if reveal.get("unfinished") else _why(screen, "guess", "C2"),
            **self._common(screen, reveal, column, 0),
        }

    def _turned(self, screen: ScreenState, reveal: Reveal, step: int) -> Row:
        column, shade = data.column(reveal["category"]), charts.classes(reveal["category"], dark=screen.dark)
        many = len(reveal["row"]) > 8
        wrong, value = set(reveal["misplaced"]), {r["card"]: r["value"] for r in reveal["row"]}

        def card(iso: str, value: float) -> Scene:
            figure = charts.short(column, value, screen.lang) if many else _figure(column, value, screen.lang)
            place = data.place_name(iso, column.name, screen.lang)
            return screen.country(iso) | {"figure": figure, "place": place, "wrong": iso in wrong}

        laid = [card(r["card"], r["value"]) | {"seat": r["seat"]} for r in reveal["row"]]
        place = {r["card"]: i for i, r in enumerate(reveal["row"])}
        right = bool(reveal["right"])
        stage = step + (1 if right and step else 0)  # a correct row has no second row to show
        verdict = "right" if right else "wrong"
        return {
            "kind": "countries.reveal",
            "right": right,
            "verdict": screen.own(verdict),
            "detail": screen.own("misplaced", n=len(wrong)) if wrong else screen.own("all_right"),
            "chip": self._drawer(screen, reveal),
            "laid": laid,
            "true": [
                card(iso, value[iso])
                | {"from": place[iso], "moved": iso in wrong, "length": length, "colour": shade.colour(value[iso])}
                | {"seat": laid[place[iso]]["seat"]}
                for iso, length in zip(reveal["true_order"], lengths(reveal), strict=True)
            ],
            "strip": column.sides is not None,
            "decades": decades(reveal),
            "labels": [screen.own("laid"), screen.own("true")],
            "drawn": [screen.country(iso) for iso in reveal["drawn"]],
            "why": _why(screen, f"{reveal['cause']}_{verdict}", reveal["rule"])
            if reveal["rule"]
            else screen.own("why.bell"),
            **self._common(screen, reveal, column, stage),
        }

    def _common(self, screen: ScreenState, reveal: Reveal, column: data.Column, stage: int) -> RevealScene:
        logarithmic = reveal["kind"] == "row" and is_log(reveal)
        return {
            "stage": stage,
            "round": screen.text("stage.round", n=reveal["round"]),
            "category": column.label[screen.lang],
            "chart": {
                "title": _title(column, screen.lang),
                "note": screen.text("stage.log") if logarithmic else "",
            },
            "ask": screen.text("stage.ask"),
            "questions": [screen.ask(q) for q in reveal["questions"]],
            "notes": data.remarks(reveal.get("true_order") or [reveal["card"]], [column.name], screen.lang),
            "source": _source(screen, column),
            "map_title": screen.own("map"),
            "file": screen.file(reveal["round"], reveal["category"]),
        }

    def _verdict(self, screen: ScreenState, reveal: Reveal) -> str:
        verdict = screen.own("right" if reveal["right"] else "wrong")
        return f"{verdict}. {self._drawer(screen, reveal)['title']}".strip()

    def _drawer(self, screen: ScreenState, reveal: Reveal) -> Scene:
        """Who draws, or who wins; nobody if the game was closed early."""
        if reveal.get("unfinished"):
            return {"seat": None, "title": screen.own("unfinished")}
        if reveal["drew"] is None:
            return {"seat": reveal["by"], "title": screen.own("wins", team=screen.team(reveal["by"]))}
        seat, n = reveal["drew"], len(reveal["drawn"])
        return {"seat": seat, "title": screen.own("draws", team=screen.team(seat), n=n)}

    def help(self, lang: str) -> Scene:
        """Adds an example of a row, face down and turned over."""
        found = super().help(lang)
        row = [{"flag": flag_of(iso), "name": data.Country(iso).words(lang)} for iso in HELP_ROW]
        population = data.column("population")
        ends = [i18n.capitalised(side[lang]) for side in (population.less, population.more)]
        found["parts"][2] |= {"picture": "countries.help", "row": row, "ends": ends, "turned": False}
        found["parts"][3] |= {"picture": "countries.help", "row": row[::-1], "ends": ends, "turned": True}
        return found

    # the history and the end

    def history(self, screen: ScreenState) -> list[Scene]:
        found = []
        for index, reveal in enumerate(self.revealed(screen)):
            if reveal["kind"] == "guess":
                title, right = screen.own("first_guess"), None
                text = data.Country(reveal["card"]).words(screen.lang)
            else:
                title, right = _round(screen, reveal), bool(reveal["right"])
                text = self._verdict(screen, reveal)
            found.append({"index": index, "title": title, "text": text, "right": right})
        return found

    def end(self, screen: ScreenState) -> Over:
        return end_scene(self, screen)


def _last_laid(screen: ScreenState) -> str | None:
    """The card laid by the latest move, if it is still in the row."""
    return next((event["card"] for event in screen.events if event["event"] == "placed"), None)


def _answer_mode(screen: ScreenState) -> str:
    """How teams answer: on phones, aloud, or both."""
    pupils = [team for team in screen.room["teams"] if not team["bot"]]
    if not screen.teacher or (pupils and all(team["phones"] for team in pupils)):
        return "phones"
    return "mixed" if any(team["phones"] for team in pupils) else "hint"


def _round(screen: ScreenState, reveal: Reveal) -> str:
    return f"{screen.text('stage.round', n=reveal['round'])} · {data.column(reveal['category']).label[screen.lang]}"


def _why(screen: ScreenState, key: str, rule: str) -> str:
    return f"{screen.own(f'why.{key}')} {rule_name(rule, screen.lang)}"


def _source(screen: ScreenState, column: data.Column) -> str:
    source = data.sources().get(column.source)
    if source is None:  # a teacher's own figures
        return f"{column.label[screen.lang]}. {column.origin(screen.lang)}"
    year = screen.text("ui.years", year=column.year) if column.year else ""
    edition = data.EDITION_TITLE[screen.lang]
    said = screen.text("ui.source", title=source.title, edition=edition)
    return " ".join(filter(None, [f"{column.label[screen.lang]}.", year, said]))


def _figure(column: data.Column, value: float, lang: str) -> str:
    """The figure without its unit, in full."""
    if column.sides:
        return column.format(value, lang)
    return charts.short(column, value, lang) if abs(value) < 1e6 else i18n.number(value, lang)


def _off(screen: ScreenState, guess: int, true: float) -> str:
    """How far off a guess is, as the difference that counts (C2)."""
    if guess == true:
        return screen.own("off.none")
    return screen.own(f"off.{'more' if guess > true else 'less'}", off=abs(guess - int(true)))


def _title(column: data.Column, lang: str) -> str:
    unit = "" if column.sides else column.unit[lang]
    return f"{column.label[lang]}, {unit}" if unit else column.label[lang]

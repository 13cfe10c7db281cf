"""Countries on the stage: the row with its numbered places, open hands, the doubt, and the reveal."""

from collections.abc import Callable, Mapping
from typing import Any

from geoclass import charts, data, i18n
from geoclass.charts import countries as figures
from geoclass.games.base import rule_name
from geoclass.ui.boards.base import Board, Scene, Shown, latest_game, latest_log
from geoclass.ui.boards.countries_result import result
from geoclass.ui.kit.surface import flag_of

CHART, MAP = 0, 1  # the places of the two figures
REVEAL, END = (1.55, 700), (1.9, 830)  # the map's place: width to height, and width at 1920, as the style says
HELP_ROW = ("ISL", "MDG", "RUS")


class CountriesBoard(Board):
    scripts = ("countries",)
    figure_count = 2

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._charted: tuple[Any, ...] | None = None
        self._map: figures.RowMap | None = None
        self._bars: figures.Bars | None = None

    def note(self, shown: Shown) -> str:
        past = self.past(shown, shown.past) if shown.past is not None else None
        seen = past or (shown.game["reveal"] if shown.view["room"]["showing"] else None)
        if seen is None or seen["kind"] == "guess":
            return shown.text("stage.round", n=shown.game["round"])
        return _round(shown, seen)

    # the game going on

    def play(self, shown: Shown) -> Scene:
        game = shown.game
        return self._guess(shown) if game["phase"] == "guess" else self._row(shown)

    def _guess(self, shown: Shown) -> Scene:
        game, room = shown.game, shown.view["room"]
        card = data.Country(game["pile_top"])
        states = [
            "guessed" if seat in game["guessed"] else "bot" if team["bot"] else "waiting"
            for seat, team in enumerate(room["teams"])
        ]
        return {
            "kind": "countries.guess",
            "card": shown.country(card.iso),
            "question": shown.text("stage.countries.guess.question", card=card),
            "lead": shown.text("stage.countries.guess.lead"),
            "hint": shown.text(f"stage.countries.guess.{_how(shown)}"),
            "unit": shown.text("stage.countries.guess.unit"),
            "send": shown.text("stage.countries.guess.send"),
            "teams": self.teams(
                shown,
                state=states,
                text=[shown.text(f"stage.countries.guess.{state}") for state in states],
                can=[bool(shown.legal(seat)) for seat in range(len(states))],
                label=[shown.text("stage.countries.guess.label", team=name) for name in game["players"]],
            ),
            "too_small": shown.text("countries.refused.negative_guess"),
        }

    def _row(self, shown: Shown) -> Scene:
        game = shown.game
        column = data.column(game["category"])
        seat = game["actors"][0] if game["actors"] else None
        legal = shown.legal(seat) if seat is not None else []
        last = self._last_laid(shown)
        counts = [len(hand) for hand in game["hands"]]
        return {
            "kind": "countries.play",
            "lead": shown.text("stage.countries.lead", category=column),
            "note": column.note[shown.lang] if game["category"] == "median_age" else "",
            "category": column.label[shown.lang],
            "ends": [_capital(column.less[shown.lang]), _capital(column.more[shown.lang])],
            "teams": self.teams(shown, cards=counts, cards_said=[shown.text("stage.cards", n=n) for n in counts]),
            "row": [
                shown.country(laid["card"])
                | {"seat": laid["seat"], "last": laid["card"] == last}
                | {"note": shown.text("stage.countries.start" if laid["seat"] is None else "stage.countries.just_now")}
                for laid in game["row"]
            ],
            "turn": self._turn(shown, seat),
            "hand": [shown.country(card) for card in (game["hands"][seat] if seat is not None else [])],
            "pile": shown.country(game["pile_top"]) if game["pile_top"] else None,
            "pile_text": shown.text("stage.countries.pile", n=game["pile_count"]),
            "can": bool(legal),
            "doubt": {
                "can": any(move["move"] == "doubt" for move in legal),
                "there": len(game["row"]) > 1,
                "title": shown.text("stage.countries.doubt.title"),
                "text": shown.text(
                    "stage.countries.doubt.text" if len(game["row"]) > 1 else "stage.countries.doubt.not_yet"
                ),
            },
            "place": shown.text("stage.countries.place"),
            "chosen": shown.text("stage.countries.chosen"),
            "seat": seat,
        }

    def _turn(self, shown: Shown, seat: int | None) -> Scene:
        if seat is None:
            return {"seat": None, "title": "", "hint": ""}
        bot = shown.view["room"]["teams"][seat]["bot"]
        if shown.paused:
            hint = shown.text("stage.paused")
        elif bot:
            hint = shown.text("stage.bot_thinks")
        else:
            hint = shown.text("stage.countries.hint" if len(shown.game["row"]) > 1 else "stage.countries.hint_first")
        return {"seat": seat, "title": shown.text("stage.turn", team=shown.team(seat)), "hint": hint}

    def _last_laid(self, shown: Shown) -> str | None:
        moves = latest_log(shown.room)["moves"] if len(shown.game["row"]) > 1 else []
        return moves[-1].get("card") if moves else None

    def said(self, shown: Shown) -> str:
        game, room = shown.game, shown.view["room"]
        if room["showing"] and (reveal := game["reveal"]):
            if reveal["kind"] == "guess":
                return self._say(
                    shown,
                    {
                        "event": "nearest",
                        "seat": reveal["first"],
                        "card": reveal["card"],
                        "population": reveal["value"],
                    },
                )
            order = i18n.text(
                "stage.countries.said_order", shown.lang, cards=[data.Country(c) for c in reveal["true_order"]]
            )
            return f"{self._verdict(shown, reveal)} {order}"
        if game["result"]:
            return shown.text(
                "tell.won", teams=[shown.team(s) for s in game["result"]["winners"]], n=len(game["result"]["winners"])
            )
        if game["phase"] == "guess":
            return shown.text("stage.countries.guess.question", card=data.Country(game["pile_top"]))
        last = self._last_laid(shown)
        laid = next((r for r in game["row"] if r["card"] == last), None)
        turn = shown.text("stage.turn", team=shown.team(game["actors"][0])) if game["actors"] else ""
        if laid is None or laid["seat"] is None:
            return turn
        where = shown.text(
            "stage.countries.said_laid",
            team=shown.team(laid["seat"]),
            card=data.Country(laid["card"]),
            at=game["row"].index(laid) + 1,
        )
        return f"{where} {turn}"

    # the reveal

    def way_on(self, shown: Shown) -> str:
        return (
            shown.text("stage.to_the_end") if shown.game["result"] else shown.text("stage.round", n=shown.game["round"])
        )

    def steps(self, reveal: Mapping[str, Any]) -> int:
        return 1 if reveal["kind"] == "guess" else 3 if reveal["right"] else 4

    def reveal(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene:
        if step or reveal["kind"] == "guess":  # the first step of a row shows no figure: the move is seen the sooner
            self._chart(shown, reveal)
        return self._guesses(shown, reveal) if reveal["kind"] == "guess" else self._turned(shown, reveal, step)

    def _guesses(self, shown: Shown, reveal: Mapping[str, Any]) -> Scene:
        column, true = data.column("population"), reveal["value"]
        order = sorted(reveal["guesses"], key=lambda g: (g["off"], g["seat"]))
        return {
            "kind": "countries.guesses",
            "card": shown.country(reveal["card"]),
            "title": shown.text(
                "stage.countries.truth", card=data.Country(reveal["card"]), value=column.format(true, shown.lang)
            ),
            "verdict": shown.text("stage.countries.first", team=shown.team(reveal["first"])),
            "guesses": [
                {
                    "seat": g["seat"],
                    "name": shown.team(g["seat"]),
                    "figure": i18n.number(g["population"], shown.lang),
                    "off": _off(shown, g["population"], true),
                    "first": g["seat"] == reveal["first"],
                }
                for g in order
            ],
            "why": self._why(shown, "guess", "C2"),
            **self._common(shown, reveal, column, 0),
        }

    def _turned(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene:
        column, shade = data.column(reveal["category"]), charts.classes(reveal["category"], dark=shown.dark)
        many = len(reveal["row"]) > 8
        wrong, value = set(reveal["misplaced"]), {r["card"]: r["value"] for r in reveal["row"]}

        def card(iso: str, value: float) -> Scene:
            figure = charts.short(column, value, shown.lang) if many else _figure(column, value, shown.lang)
            return shown.country(iso) | {"figure": figure, "wrong": iso in wrong}

        laid = [card(r["card"], r["value"]) | {"seat": r["seat"]} for r in reveal["row"]]
        place = {r["card"]: i for i, r in enumerate(reveal["row"])}
        right = bool(reveal["right"])
        stage = step + (1 if right and step else 0)  # a right row has no second row to show
        return {
            "kind": "countries.reveal",
            "right": right,
            "verdict": shown.text(f"stage.countries.{'right' if right else 'wrong'}"),
            "detail": shown.text("stage.countries.misplaced", n=len(wrong))
            if wrong
            else shown.text("stage.countries.all_right"),
            "chip": self._drawer(shown, reveal),
            "laid": laid,
            "true": [
                card(iso, value[iso])
                | {"from": place[iso], "moved": iso in wrong, "length": length, "colour": shade.colour(value[iso])}
                | {"seat": laid[place[iso]]["seat"]}
                for iso, length in zip(reveal["true_order"], figures.lengths(reveal), strict=True)
            ],
            "strip": column.sides is not None,
            "decades": figures.decades(reveal),
            "labels": [shown.text("stage.countries.laid"), shown.text("stage.countries.true")],
            "drawn": [shown.country(iso) for iso in reveal["drawn"]],
            "why": self._why(shown, f"{reveal['cause']}_{'right' if right else 'wrong'}", reveal["rule"]),
            **self._common(shown, reveal, column, stage),
        }

    def _common(self, shown: Shown, reveal: Mapping[str, Any], column: data.Column, stage: int) -> Scene:
        game = latest_game(shown.room)
        source = data.sources().get(column.source)
        said = (
            [i18n.text("ui.source", shown.lang, title=source.title, edition=data.EDITION_TITLE[shown.lang])]
            if source
            else []
        )
        year = shown.text("ui.years", year=column.year) if column.year else ""
        return {
            "stage": stage,
            "round": shown.text("stage.round", n=reveal["round"]),
            "category": column.label[shown.lang],
            "chart": {"title": _title(column, shown.lang), "note": self._scale_note(shown, reveal)},
            "ask": shown.text("stage.ask"),
            "another": shown.text("stage.countries.another"),
            "questions": [game.ask(q, shown.lang) for q in reveal["questions"]],
            "source": " ".join([f"{column.label[shown.lang]}.", year, *said]).replace("  ", " "),
            "map_title": shown.text("stage.countries.map"),
            "file": f"geoclass-{shown.room.code}-{reveal['round']}-{reveal['category']}",
        }

    def _scale_note(self, shown: Shown, reveal: Mapping[str, Any]) -> str:
        if reveal["kind"] == "row" and figures.is_log(reveal):
            return shown.text("stage.countries.log")
        return ""

    def _verdict(self, shown: Shown, reveal: Mapping[str, Any]) -> str:
        verdict = shown.text(f"stage.countries.{'right' if reveal['right'] else 'wrong'}")
        return f"{verdict}. {(self._drawer(shown, reveal) or {}).get('title', '')}".strip()

    def _drawer(self, shown: Shown, reveal: Mapping[str, Any]) -> Scene | None:
        if reveal["drew"] is None:
            return {"seat": reveal["by"], "title": shown.text("stage.countries.wins", team=shown.team(reveal["by"]))}
        team = shown.team(reveal["drew"])
        return {"seat": reveal["drew"], "title": shown.text("stage.countries.draws", team=team, n=len(reveal["drawn"]))}

    def _why(self, shown: Shown, key: str, rule: str) -> str:
        return f"{shown.text(f'stage.countries.why.{key}')} {rule_name(rule, shown.lang)}"

    def _say(self, shown: Shown, event: Mapping[str, Any]) -> str:
        return latest_game(shown.room).say(event, shown.lang)

    # the figures: made when first needed, then changed in place

    def _chart(self, shown: Shown, reveal: Mapping[str, Any]) -> None:
        wanted = (repr(reveal), shown.lang, shown.dark)  # a round may be turned again, after an undo
        if wanted == self._charted:
            return
        self._charted = wanted
        self._paint(REVEAL, lambda world: world.show(reveal, shown.lang, dark=shown.dark))
        if reveal["kind"] == "row":
            self.put(CHART, self._row_chart(reveal, shown))

    def _row_chart(self, reveal: Mapping[str, Any], shown: Shown) -> Any:
        if data.column(reveal["category"]).sides:
            self._bars = None  # gone from its place
            return figures.row_chart(reveal, shown.lang, dark=shown.dark)
        if self._bars is None or self._bars.dark != shown.dark:
            self._bars = figures.Bars(shown.dark)
        return self._bars.show(reveal, shown.lang)

    def paint(self, shown: Shown, what: tuple[Any, ...], fills: Mapping[str, str]) -> None:
        """The map with some countries in given colours."""
        wanted = (*what, shown.lang, shown.dark)
        if wanted != self._charted:
            self._charted = wanted
            self._paint(END, lambda world: world.shade(fills, shown.lang, dark=shown.dark, named=8))

    def _paint(self, place: tuple[float, int], how: Callable[[figures.RowMap], None]) -> None:
        """The map is painted before it is first put in its place: what is not there yet cannot be patched."""
        world = self._map or figures.RowMap()
        world.ratio, world.pixels = place
        how(world)
        if self._map is None:
            self._map = world
            self.put(MAP, world.plot)

    def help(self, lang: str) -> Scene:
        """With a row as it lies on the board."""
        found = super().help(lang)
        row = [{"flag": flag_of(iso), "name": data.Country(iso).words(lang)} for iso in HELP_ROW]
        ends = [_capital(side[lang]) for side in (data.column("population").less, data.column("population").more)]
        found["parts"][2] |= {"picture": "countries.help", "row": row, "ends": ends, "turned": False}
        found["parts"][3] |= {"picture": "countries.help", "row": row[::-1], "ends": ends, "turned": True}
        return found

    # the history and the end

    def history(self, shown: Shown) -> list[Scene]:
        found = []
        for index, reveal in enumerate(self.revealed(shown)):
            if reveal["kind"] == "guess":
                text, right = data.Country(reveal["card"]).words(shown.lang), None
                title = shown.text("stage.countries.first_guess")
            else:
                title = _round(shown, reveal)
                text, right = self._verdict(shown, reveal), bool(reveal["right"])
            found.append({"index": index, "title": title, "text": text, "right": right})
        return found

    def over(self, shown: Shown) -> Scene:
        return result(self, shown, self.revealed(shown))


def _how(shown: Shown) -> str:
    """How teams answer: on phones, aloud, or some this way and some that."""
    pupils = [team for team in shown.view["room"]["teams"] if not team["bot"]]
    if not shown.teacher or (pupils and all(team["phones"] for team in pupils)):
        return "phones"
    return "mixed" if any(team["phones"] for team in pupils) else "hint"


def _round(shown: Shown, reveal: Mapping[str, Any]) -> str:
    return f"{shown.text('stage.round', n=reveal['round'])} · {data.column(reveal['category']).label[shown.lang]}"


def _figure(column: data.Column, value: float, lang: str) -> str:
    """The figure without its unit, in full."""
    if column.sides:
        return column.format(value, lang)
    return charts.short(column, value, lang) if abs(value) < 1e6 else i18n.number(value, lang)


def _off(shown: Shown, guess: int, true: float) -> str:
    if guess == true:
        return shown.text("stage.countries.off.none")
    times = max(guess, true) / max(1, min(guess, true))
    way = "more" if guess > true else "less"
    if times >= 2:
        return shown.text(f"stage.countries.off.times_{way}", times=round(times, 1) if times < 10 else round(times))
    return shown.text(f"stage.countries.off.percent_{way}", percent=round(100 * abs(guess - true) / true))


def _title(column: data.Column, lang: str) -> str:
    unit = "" if column.sides else column.unit[lang]
    return f"{column.label[lang]}, {unit}" if unit else column.label[lang]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


BOARD = CountriesBoard

"""Globalissimo on the stage: the open countries and their tiles, the track, the questions at barriers, the reveal."""

from collections.abc import Callable, Mapping
from typing import Any

from geoclass import charts, data, i18n
from geoclass.charts import globalissimo as figures
from geoclass.games.globalissimo import called
from geoclass.games.globalissimo_reveal import in_turn
from geoclass.rooms import Refused
from geoclass.ui.boards.base import Board, Scene, Shown, latest_game, latest_log
from geoclass.ui.boards.globalissimo_result import result

BARS, STRIP, MAP = 0, 1, 2  # the places of the figures
RANKING, LESSON, MOVES = 0, 1, 2  # the steps of a round's reveal
KEYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
NEARER, FARTHER = 0.5, 2.0
LESSON_MAP, BLANK_MAP, ANSWER_MAP, END_MAP = (620, 290), (1450, 675), (840, 480), (540, 490)  # places on the stage
Reveal = Mapping[str, Any]


class GlobalissimoBoard(Board):
    figure_count = 3
    scripts = ("globalissimo",)

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._world: figures.WorldMap | None = None
        self._drawn: tuple[Any, ...] | None = None  # what the map shows
        self._charts: tuple[figures.RankingBars, figures.Strip] | None = None
        self._charted: tuple[Any, ...] | None = None  # what they show

    def note(self, shown: Shown) -> str:
        """The round, that of the reveal while one is shown."""
        seen = shown.game["reveal"] if shown.view["room"]["showing"] else None
        if shown.past is not None:
            seen = self.past(shown, shown.past)
        n = (seen or shown.game)["round"]
        return shown.text("stage_globalissimo.round", n=n, rounds=shown.game["options"]["rounds"])

    # the game going on

    def play(self, shown: Shown) -> Scene:
        return self._asked(shown) if shown.game["question"] else self._table(shown)

    def _table(self, shown: Shown) -> Scene:
        game = shown.game
        column, n = data.column(game["category"]), len(game["open"])
        seat = game["actors"][0] if game["actors"] else None
        can = seat is not None and bool(shown.legal(seat))
        return {
            "kind": "globalissimo.play",
            "category": column.label[shown.lang],
            "lead": self._extremes(shown, n),
            "teams": self.teams(shown, text=[str(at) for at in shown.game["squares"]]),
            "cards": [self._open(shown, iso) for iso in game["open"]],
            "free": shown.text("stage_globalissimo.free"),
            "ranks": [{"rank": r, "text": self._ordinal(shown, r)} for r in range(1, n + 1)],
            "turn": self._turn(shown, seat),
            "outcome": None if (game["reveal"] or {}).get("unsolved") else self._outcome(shown),  # told with it
            "chosen": {key: shown.text(f"stage_globalissimo.chosen_{key}") for key in ("card", "rank")},
            "can": can,
            "seat": seat,
            "track": self.track(shown),
            "legend": self._legend(shown),
        }

    def _open(self, shown: Shown, iso: str) -> Scene:
        tile = shown.game["tiles"].get(iso)
        card: Scene = shown.country(iso) | {"name": called(shown.game, iso).words(shown.lang), "tile": None}
        if tile:
            words = shown.text("stage_globalissimo.tile_said", team=shown.team(tile["seat"]), rank=tile["rank"])
            card["tile"] = {"seat": tile["seat"], "text": self._ordinal(shown, tile["rank"]), "said": words}
        return card

    def _turn(self, shown: Shown, seat: int | None) -> Scene:
        if seat is None:
            return {"seat": None, "title": "", "hint": ""}
        if shown.paused:
            hint = shown.text("stage.paused")
        elif shown.view["room"]["teams"][seat]["bot"]:
            hint = shown.text("stage.bot_thinks")
        else:
            hint = shown.text("stage_globalissimo.hint" if shown.teacher else "stage_globalissimo.hint_phones")
        return {"seat": seat, "title": shown.text("stage_globalissimo.turn", team=shown.team(seat)), "hint": hint}

    def track(self, shown: Shown, reveal: Reveal | None = None) -> Scene:
        """The path with its barriers and figures; *reveal* says where those that have moved came from."""
        game = shown.game
        moved = [ranked for ranked in reveal["ranking"] if ranked["to"] is not None] if reveal else []
        came = {ranked["seat"]: ranked["from"] for ranked in moved}
        squares = game["squares"]
        said = [
            shown.text("stage_globalissimo.at", team=name, n=at)
            for name, at in zip(game["players"], squares, strict=True)
        ]
        return {
            "squares": game["options"]["track"]["squares"],
            "barriers": [
                {"after": b["after"], "colour": b["colour"], "open": b["taken_by"] is not None}
                for b in game["barriers"]
            ],
            "figures": [{"seat": seat, "at": at, "from": came.get(seat)} for seat, at in enumerate(squares)],
            "said": " ".join(said),
        }

    def _legend(self, shown: Shown) -> list[Scene]:
        if not shown.game["barriers"]:
            return []
        return [{"sort": s, "text": shown.text(f"stage_globalissimo.legend.{s}")} for s in ("orange", "violet", "open")]

    def _extremes(self, shown: Shown, n: int) -> str:
        category = shown.game["category"]
        return shown.text(
            "stage_globalissimo.extremes",
            n=n,
            unit=_capital(data.column(category).unit[shown.lang]),
            most=shown.text(f"stage_globalissimo.most.{category}"),
            least=shown.text(f"stage_globalissimo.least.{category}"),
        )

    def _ordinal(self, shown: Shown, rank: int) -> str:
        return shown.text(f"stage_globalissimo.ordinal.{rank}")

    # a barrier's question

    def _asked(self, shown: Shown) -> Scene:
        game, question = shown.game, shown.game["question"]
        seat, colour, card = game["actors"][0], question["colour"], data.Country(question["card"])
        spoken = game["options"]["judge"] == "teacher"
        can = bool(shown.legal(seat))
        if colour == "violet":
            self._ask_map(shown, question)
        hint = "spoken" if spoken else f"{colour}_teacher" if can else f"{colour}_phone"
        bot = shown.view["room"]["teams"][seat]["bot"]
        return {
            "kind": "globalissimo.question",
            "colour": colour,
            "seat": seat,
            "team": shown.text("stage_globalissimo.before", team=shown.team(seat)),
            "barrier": shown.text(f"stage_globalissimo.legend.{colour}"),
            "question": shown.text(f"stage_globalissimo.ask.{colour}", card=card),
            "hint": shown.text("stage.bot_thinks") if bot else shown.text(f"stage_globalissimo.answer.{hint}"),
            "card": shown.country(card.iso),
            "outcome": self._outcome(shown),
            "can": can,
            "spoken": spoken,
            "words": {w: shown.text(f"stage_globalissimo.answer.{w}") for w in ANSWER_WORDS},
            "map": shown.text("stage_globalissimo.blank_map"),
            "keys": shown.text("stage_globalissimo.answer.keys") if can and not spoken else "",
            "solution": self._solution(shown, colour, card.iso) if can and spoken else None,
        }

    def _solution(self, shown: Shown, colour: str, iso: str) -> str:
        """For the teacher who judges, on demand only: the capital, or in words where the country lies."""
        if shown.view["teacher"]["answer"] is None:
            return ""
        if colour == "orange":
            return data.capital(iso, shown.lang)
        lines = [data.Country(n) for n in data.neighbours(iso)]
        place = [data.column(axis).format(data.values(axis)[iso], shown.lang) for axis in ("latitude", "longitude")]
        key = "lies_between" if lines else "lies_at"
        return shown.text(f"stage_globalissimo.answer.{key}", countries=lines or "–", place=", ".join(place))

    def _outcome(self, shown: Shown) -> Scene | None:
        """Whether the last answer was right: that much is told, and no more (G9)."""
        reveal, last = shown.game["reveal"], (latest_log(shown.room)["moves"] or [{}])[-1]
        if last.get("move") not in ("answer", "judge") or not reveal:
            return None
        move = next(ranked for ranked in reveal["ranking"] if ranked["seat"] == last["seat"])
        right = move["stopped"] is None
        key = "right" if right else "wrong"
        text = shown.text(f"stage_globalissimo.outcome.{key}", team=shown.team(last["seat"]))
        return {"seat": last["seat"], "right": right, "text": text}

    def touched(self, shown: Shown, message: Mapping[str, Any]) -> None:
        """The map that is pointed at: zoom, cursor, and the answer itself."""
        question = shown.game["question"] if shown.game else None
        if not question or question["colour"] != "violet" or self._world is None:
            return
        act = message.get("act")
        if act in ("nearer", "farther"):
            self._world.zoom(NEARER if act == "nearer" else FARTHER)
        elif act == "whole":
            self._world.whole()
        elif act in KEYS:
            self._world.move(*KEYS[act])
        elif act == "point":
            if self._world.picked is None:
                raise Refused("globalissimo.refused.no_country", "D4")
            move = {"seat": shown.game["actors"][0], "move": "answer", "country": self._world.picked}
            shown.room.submit(shown.token, move, str(message.get("tap")))

    # the reveal

    def steps(self, reveal: Reveal) -> int:
        """The answers that nobody found come at the round's end, when its ranking has been seen."""
        return 1 if reveal["unsolved"] else MOVES + 1

    def way_on(self, shown: Shown) -> str:
        return shown.text("stage_globalissimo.to_question") if shown.game["question"] else super().way_on(shown)

    def reveal(self, shown: Shown, reveal: Reveal, step: int) -> Scene:
        past = shown.past is not None
        if reveal["unsolved"] and not past:
            return self._unsolved(shown, reveal)
        column = data.column(reveal["category"])
        stage = LESSON if past else step
        if stage == LESSON:
            self._chart(shown, reveal)
        return {
            "kind": "globalissimo.reveal",
            "stage": stage,
            "category": column.label[shown.lang],
            "unit": column.unit[shown.lang],
            "cards": [self._ranked(shown, column, ranked) for ranked in reveal["ranking"]],
            "bars": {"title": _capital(column.unit[shown.lang]), "note": self._scale(shown, reveal)},
            "strip": shown.text("stage_globalissimo.among", n=reveal["world_count"]),
            "map": shown.text("stage_globalissimo.map"),
            "ask": shown.text("stage.ask"),
            "questions": [latest_game(shown.room).ask(q, shown.lang) for q in reveal["questions"]],
            "answer": self._answer(shown, reveal["unsolved"]) if past and reveal["unsolved"] else None,
            "not_found": shown.text("stage_globalissimo.not_found"),
            "rule": shown.text("stage_globalissimo.scoring") if stage == RANKING else "",
            "moves": self._moves(shown, reveal) if stage == MOVES else [],
            "track": self.track(shown, reveal) if stage == MOVES else None,
            "legend": self._legend(shown),
            "source": f"{column.label[shown.lang]}. {column.origin(shown.lang)}",
            "file": f"geoclass-{shown.room.code}-{reveal['round']}-{reveal['category']}",
        }

    def _ranked(self, shown: Shown, column: data.Column, ranked: Mapping[str, Any]) -> Scene:
        tile = None
        if ranked["seat"] is not None:
            off = abs(ranked["tile"] - ranked["rank"])
            tile = {
                "seat": ranked["seat"],
                "text": shown.text("stage_globalissimo.guessed", rank=self._ordinal(shown, ranked["tile"])),
                "points": f"+{ranked['points']}" if ranked["points"] else "0",
                "said": shown.text("stage_globalissimo.points", n=ranked["points"]),
                "right": off == 0,
            }
        return shown.country(ranked["card"]) | {
            "rank": self._ordinal(shown, ranked["rank"]),
            "figure": _figure(column, ranked["value"], shown.lang),
            "unit": column.short_unit[shown.lang],
            "tile": tile,
            "nobody": shown.text("stage_globalissimo.nobody"),
        }

    def _moves(self, shown: Shown, reveal: Reveal) -> list[Scene]:
        """What each figure does, and who goes on after the question (G6)."""
        return [
            {
                "seat": move["seat"],
                "name": shown.team(move["seat"]),
                "points": shown.text("stage_globalissimo.points", n=move["points"]),
                "text": shown.text(f"stage_globalissimo.moves.{self._how(shown, move)}", at=move["to"] or 0),
            }
            for move in in_turn(reveal)
        ]

    def _how(self, shown: Shown, move: Mapping[str, Any]) -> str:
        if move["to"] is None:
            return "waits"
        if shown.game["question"] and shown.game["actors"] == [move["seat"]]:
            return "asked"
        return "stopped" if move["stopped"] is not None else "walks" if move["to"] > move["from"] else "stays"

    def _unsolved(self, shown: Shown, reveal: Reveal) -> Scene:
        self._name_on_map(shown, reveal)
        game = latest_game(shown.room)
        unsolved = [q for q in reveal["questions"] if "unsolved" in q["key"]]
        return {
            "kind": "globalissimo.answer",
            "title": shown.text("stage_globalissimo.nobodys"),
            "answer": self._answer(shown, reveal["unsolved"]),
            "map": shown.text("stage_globalissimo.map"),
            "ask": shown.text("stage.ask"),
            "questions": [game.ask(q, shown.lang) for q in unsolved or reveal["questions"]],
            "outcome": self._outcome(shown),
            "track": self.track(shown, reveal),
            "file": f"geoclass-{shown.room.code}-{reveal['round']}",
        }

    def _answer(self, shown: Shown, asked: Mapping[str, Any]) -> Scene:
        return shown.country(asked["card"]) | {
            "colour": asked["colour"],
            "figure": data.capital(asked["card"], shown.lang)
            if asked["colour"] == "orange"
            else shown.text("stage_globalissimo.on_map"),
        }

    def _scale(self, shown: Shown, reveal: Reveal) -> str:
        return shown.text("stage.countries.log") if figures.has_log_bars(reveal) else ""

    # the figures: made when first needed, then changed in place

    def _chart(self, shown: Shown, reveal: Reveal) -> None:
        cards = repr([(r["card"], r["value"], r["seat"], r["tile"]) for r in reveal["ranking"]])
        wanted = (cards, shown.lang, shown.dark)
        if wanted != self._charted:
            self._charted = wanted
            if self._charts is None or self._charts[0].dark != shown.dark:
                self._charts = figures.RankingBars(shown.dark), figures.Strip(shown.dark)
            bars, strip = self._charts
            self.put(BARS, bars.show(reveal, shown.lang))
            self.put(STRIP, strip.show(reveal, shown.lang))
        self._paint(("round", *wanted), LESSON_MAP, lambda w: w.teach(reveal, shown.lang, dark=shown.dark))

    def _name_on_map(self, shown: Shown, reveal: Reveal) -> None:
        card = reveal["unsolved"]["card"]
        wanted = ("answer", card, shown.lang, shown.dark)
        self._paint(wanted, ANSWER_MAP, lambda w: w.name(card, shown.lang, dark=shown.dark))

    def _ask_map(self, shown: Shown, question: Mapping[str, Any]) -> None:
        asked = (question["card"], *shown.game["actors"], len(latest_log(shown.room)["moves"]))
        self._paint(("ask", asked, shown.dark), BLANK_MAP, lambda w: w.ask(shown.lang, dark=shown.dark))

    def paint(self, shown: Shown, fills: Mapping[str, str]) -> None:
        """The end's map, with some countries in given colours."""
        wanted = ("end", tuple(fills.items()), shown.lang, shown.dark)
        self._paint(wanted, END_MAP, lambda w: w.paint(fills, shown.lang, dark=shown.dark))

    def _paint(self, wanted: tuple[Any, ...], place: tuple[int, int], how: Callable[[figures.WorldMap], None]) -> None:
        """The map is painted before it is first put in its place: what is not there yet cannot be patched."""
        if wanted == self._drawn:
            return
        self._drawn = wanted
        world = self._world or figures.WorldMap()
        world.fit(*place)
        how(world)
        if self._world is None:
            self._world = world
            self.put(MAP, world.plot)

    # the history, the end, and what is said aloud

    def revealed(self, shown: Shown) -> list[Reveal]:
        """The last reveal of each round."""
        return list({reveal["round"]: reveal for reveal in super().revealed(shown)}.values())

    def history(self, shown: Shown) -> list[Scene]:
        found = []
        for index, reveal in enumerate(self.revealed(shown)):
            label = data.column(reveal["category"]).label[shown.lang]
            points = [f"{shown.team(r['seat'])} {r['points']}" for r in reveal["ranking"] if r["seat"] is not None]
            title = f"{shown.text('stage.round', n=reveal['round'])} · {label}"
            found.append({"index": index, "title": title, "text": " · ".join(points), "right": None})
        return found

    def over(self, shown: Shown) -> Scene:
        return result(self, shown, self.revealed(shown))

    def said(self, shown: Shown) -> str:
        game, outcome = shown.game, self._outcome(shown)
        before = f"{outcome['text']} " if outcome else ""
        if shown.view["room"]["showing"] and (reveal := game["reveal"]):
            return before + self._reveal_said(shown, reveal)
        if game["result"]:
            winners = [shown.team(seat) for seat in game["result"]["winners"]]
            return before + shown.text("tell.won", teams=winners, n=len(winners))
        if question := game["question"]:
            card = data.Country(question["card"])
            return before + shown.text(f"stage_globalissimo.ask.{question['colour']}", card=card)
        turn = shown.text("stage_globalissimo.turn", team=shown.team(game["actors"][0])) if game["actors"] else ""
        moves = latest_log(shown.room)["moves"]
        if moves and moves[-1]["move"] == "estimate" and game["tiles"]:
            before = f"{latest_game(shown.room).say(moves[-1], shown.lang)} "
        return before + turn

    def _reveal_said(self, shown: Shown, reveal: Reveal) -> str:
        if reveal["unsolved"]:
            answer = self._answer(shown, reveal["unsolved"])
            return f"{answer['name']} : {answer['figure']}."
        turned = {"event": "turned", "category": reveal["category"], "ranking": [r["card"] for r in reveal["ranking"]]}
        scored = [{"event": "scored", "seat": r["seat"], "n": r["points"]} for r in reveal["ranking"] if r["tile"]]
        game = latest_game(shown.room)
        return " ".join(game.say(event, shown.lang) for event in (turned, *scored))


ANSWER_WORDS = ("label", "send", "right", "wrong", "peek", "point", "nearer", "farther", "whole")


def _figure(column: data.Column, value: float, lang: str) -> str:
    """The figure without its unit, short enough for a card."""
    if abs(value) >= 1e6:
        return charts.short(column, value, lang)
    decimals = column.decimals if abs(value) < 1 else 2 if abs(value) < 100 else 1
    return i18n.number(round(value, min(decimals, column.decimals)), lang)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


BOARD = GlobalissimoBoard

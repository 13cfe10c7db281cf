"""Globalissimo on every screen: open countries with their tiles, track, questions at barriers, reveal, end."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from geoclass import charts, data, i18n
from geoclass.games.globalissimo import maps
from geoclass.games.globalissimo.charts import LESSON, decades, is_log, lengths, stage_of, strip_is_log
from geoclass.games.globalissimo.end import Over, end_scene, held_by
from geoclass.games.globalissimo.reveal import in_turn
from geoclass.games.globalissimo.tables import CAPITAL, CATEGORIES, COLOURS, MAP
from geoclass.games.globalissimo.words import Place, called
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit.screen import NOBODYS_TURN, Button, Reveal, Scene, ScreenState, Turn

RANKING, MOVES = 0, 2  # the steps of a round's reveal, with LESSON between them
ANSWER_WORDS = ("label", "send", "right", "wrong", "point", "touch", "blind", "unknown", "empty")


class Play(TypedDict):
    kind: Literal["globalissimo.play"]
    category: str
    lead: str
    teams: list[Scene]  # with text, square, held, held_said, token
    cards: list[Scene]  # countries with tile (seat, text, said), put
    free: str
    ranks: list[Scene]  # rank, text
    turn: Turn
    chosen: dict[str, str]
    words: dict[str, str]
    can: bool
    seat: int | None
    track: Scene  # see `Board.track`
    legend: list[Scene]  # sort, text


class Question(TypedDict):
    kind: Literal["globalissimo.question"]
    colour: str
    seat: int
    team: str
    barrier: str
    question: str
    hint: str
    card: Scene
    outcome: Scene | None
    can: bool
    spoken: bool
    words: dict[str, str]
    map: Scene | None  # of a violet barrier
    keys: str
    teams: list[Scene]


class Round(TypedDict):
    kind: Literal["globalissimo.reveal"]
    stage: int
    category: str
    unit: str
    cards: list[Scene]  # countries with rank, world, figure, unit, tile, nobody, length, colour
    bars: dict[str, str]  # title, note
    decades: list[float]
    strip: dict[str, str]  # title, note
    map: Scene | None
    ask: str
    questions: list[str]
    answers: list[Scene]  # to the questions of the round: countries with colour, figure, title
    rule: str
    moves: list[Scene]  # seat, name, points, text
    track: Scene | None
    notes: list[str]
    source: str
    file: str


class Answer(TypedDict):
    """A barrier's question just solved, or left unsolved."""

    kind: Literal["globalissimo.answer"]
    title: str
    answer: Scene
    map: Scene
    ask: str
    questions: list[str]
    outcome: Scene | None
    track: Scene
    file: str


class Board(kit.Board):
    def note(self, screen: ScreenState) -> str:
        """The round, or that of the reveal being shown."""
        seen = self.past(screen) or (screen.game["reveal"] if screen.showing else None) or screen.game
        return screen.own("round", n=seen["round"], rounds=screen.game["options"]["rounds"])

    def ground(self, screen: ScreenState) -> Scene:
        """All countries by position, for screen readers."""
        return maps.positions(screen.lang)

    # the game going on

    def play(self, screen: ScreenState) -> Play | Question:
        return self._asked(screen) if screen.game["question"] else self._table(screen)

    def _table(self, screen: ScreenState) -> Play:
        game, seat = screen.game, screen.acting
        can = bool(screen.legal(seat))
        return {
            "kind": "globalissimo.play",
            "category": data.column(game["category"]).label[screen.lang],
            "lead": self._extremes(screen),
            "teams": self._standing(screen),
            "cards": [self._open(screen, iso, can) for iso in game["open"]],
            "free": screen.own("free"),
            "ranks": [{"rank": r, "text": _ordinal(screen, r)} for r in range(1, len(game["open"]) + 1)],
            "turn": self._turn(screen),
            "chosen": {key: screen.own(f"chosen_{key}") for key in ("card", "rank")},
            "words": {key: screen.own(f"choose.{key}") for key in ("card", "rank", "which", "plan")},
            "can": can,
            "seat": seat,
            "track": self.track(screen),
            "legend": self._legend(screen),
        }

    def _standing(self, screen: ScreenState) -> list[Scene]:
        """The teams with their squares, barriers won, and the first player's token (G2)."""
        game, squares, held = screen.game, screen.game["squares"], held_by(screen.game)
        first = (game["options"]["first"] + game["round"] - 1) % len(squares)
        return self.teams(
            screen,
            text=[str(at) for at in squares],
            square=[screen.own("square", n=at) for at in squares],
            held=[held[seat] for seat in range(len(squares))],
            held_said=[screen.own("end.barriers", n=held[seat]) for seat in range(len(squares))],
            token=[screen.own("first_player") if seat == first else "" for seat in range(len(squares))],
        )

    def _open(self, screen: ScreenState, iso: str, can: bool) -> Scene:
        """An open country; ``put``: text of the button that lays a tile, with a placeholder for the rank."""
        tile, name = self._tiles(screen).get(iso), called(screen.game, iso)
        card = screen.country(iso) | {"name": name.words(screen.lang), "tile": None, "put": ""}
        if tile:
            words = screen.own("tile_said", team=screen.team(tile["seat"]), rank=tile["rank"])
            card["tile"] = {"seat": tile["seat"], "text": _ordinal(screen, tile["rank"]), "said": words}
        elif can:
            card["put"] = screen.own("choose.put", card=name, rank="{rank}")
        return card

    def _tiles(self, screen: ScreenState) -> Mapping[str, Any]:
        """The tiles laid, including the last one during the vote."""
        vote, tiles = screen.view.get("vote"), dict(screen.game["tiles"])
        held = vote and vote["held"]
        return tiles | {held["card"]: held} if held and "card" in held else tiles

    def _turn(self, screen: ScreenState) -> Turn:
        """Whose turn it is, and what that team can do."""
        seat = next(iter(screen.game["actors"]), None)
        if seat is None:
            return NOBODYS_TURN
        hint = self.no_move(screen, seat) or screen.own("hint" if screen.legal(seat) else "hint_phones")
        return {"seat": seat, "title": screen.own("turn", team=screen.team(seat)), "hint": hint}

    def track(self, screen: ScreenState, reveal: Reveal | None = None) -> Scene:
        """The track with barriers and pawns; *reveal* gives the squares they moved from."""
        game = screen.game
        moved = [ranked for ranked in reveal["ranking"] if ranked["to"] is not None] if reveal else []
        came = {ranked["seat"]: ranked["from"] for ranked in moved}
        squares = game["squares"]
        said = [screen.own("at", team=name, n=at) for name, at in zip(game["players"], squares, strict=True)]
        return {
            "squares": game["options"]["track"]["squares"],
            "barriers": [
                {"after": b["after"], "colour": b["colour"], "open": b["taken_by"] is not None}
                for b in game["barriers"]
            ],
            "figures": [{"seat": seat, "at": at, "from": came.get(seat)} for seat, at in enumerate(squares)],
            "start": screen.own("start"),
            "said": " ".join(said),
        }

    def _legend(self, screen: ScreenState) -> list[Scene]:
        if not screen.game["barriers"]:
            return []
        return [{"sort": s, "text": screen.own(f"legend.{s}")} for s in (*COLOURS, "open")]

    def _extremes(self, screen: ScreenState) -> str:
        """The meaning of the first and the last rank."""
        column = data.column(screen.game["category"])
        about = column.name if column.name in CATEGORIES else "any"
        return screen.own(
            "extremes",
            n=len(screen.game["open"]),
            unit=_capitalised(column.unit[screen.lang] or column.label[screen.lang]),
            most=screen.own(f"most.{about}"),
            least=screen.own(f"least.{about}"),
        )

    # a barrier's question

    def ask_more(self, screen: ScreenState) -> Scene:
        if not screen.game["question"] or screen.game["question"]["colour"] != MAP:
            return {}
        words = {"keys": screen.own("answer.keys"), "blind": screen.own("answer.blind")}
        return {"map": maps.blank(screen.own("blank_map")), "map_words": words}

    def _asked(self, screen: ScreenState) -> Question:
        game, question = screen.game, screen.game["question"]
        seat, colour, card = game["actors"][0], question["colour"], data.Country(question["card"])
        spoken = game["options"]["judge"] == "teacher"
        can = bool(screen.legal(seat))
        return {
            "kind": "globalissimo.question",
            "colour": colour,
            "seat": seat,
            "team": screen.own("before", team=screen.team(seat)),
            "barrier": screen.own(f"legend.{colour}"),
            "question": screen.own(f"ask.{colour}", card=card),
            "hint": self._how_to_answer(screen, seat, spoken),
            "card": screen.country(card.iso),
            "outcome": self._outcome(screen),
            "can": can,
            "spoken": spoken,
            "words": {w: screen.own(f"answer.{w}") for w in ANSWER_WORDS},
            "map": maps.blank(screen.own("blank_map")) if colour == MAP else None,
            "keys": screen.own("answer.keys") if can and not spoken else "",
            "teams": self._standing(screen),
        }

    def _how_to_answer(self, screen: ScreenState, seat: int, spoken: bool) -> str:
        team = screen.room["teams"][seat]
        if team["bot"]:
            return screen.text("stage.bot_thinks")
        if screen.seat not in (None, seat):  # another team's phone
            return ""
        how = "own" if screen.seat == seat else "phone" if team["phones"] else "teacher"
        return screen.own(f"answer.{'spoken' if spoken else screen.game['question']['colour']}_{how}")

    def asked(self, screen: ScreenState) -> tuple[str, list[Button]]:
        """The answer for the teacher (the capital, or the country's position in words) and the buttons to judge."""
        question = screen.game["question"]
        if question is None:
            return "", []
        card, seat = question["card"], screen.game["actors"][0]
        if question["colour"] == CAPITAL:
            answer = data.capital(card, screen.lang)
        else:
            around = [data.Country(n) for n in data.neighbours(card)]
            lies = screen.own(f"answer.lies_{'between' if around else 'at'}", countries=around, place=Place(card))
            answer = f"{data.Country(card).words(screen.lang)} ({lies})"
        judges: list[Button] = [
            {
                "text": screen.own(f"answer.{'right' if move['right'] else 'wrong'}"),
                "send": {"do": "move", "move": move},
            }
            for move in screen.legal(seat)
            if move["move"] == "judge"
        ]
        return answer, judges

    def _outcome(self, screen: ScreenState) -> Scene | None:
        """Whether the latest answer was right, without the right one (G9)."""
        judged = next((event for event in screen.events if event["event"] in ("right", "wrong")), None)
        if judged is None:
            return None
        text = screen.own(f"outcome.{judged['event']}", team=screen.team(judged["seat"]))
        return {"seat": judged["seat"], "right": judged["event"] == "right", "text": text}

    # the reveal

    def steps(self, reveal: Reveal) -> int:
        """One step for an answer: the round's ranking has been shown already."""
        return 1 if _answered(reveal) else LESSON + 1 if reveal.get("unfinished") else MOVES + 1

    def way_on(self, screen: ScreenState) -> str:
        if screen.closed:
            return screen.text("stage.to_the_end")
        return screen.own("to_question") if screen.game["question"] else super().way_on(screen)

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> Round | Answer:
        past, stage = screen.past is not None, stage_of(screen, step)
        if _answered(reveal) and not past:
            return self._one_answer(screen, reveal)
        column, lang = data.column(reveal["category"]), screen.lang
        shades = maps.shades(reveal["category"], {r["card"]: r["value"] for r in reveal["ranking"]})
        return {
            "kind": "globalissimo.reveal",
            "stage": stage,
            "category": column.label[lang],
            "unit": column.unit[lang],
            "cards": [
                self._ranked(screen, column, ranked) | {"length": length, "colour": shades[ranked["card"]]}
                for ranked, length in zip(reveal["ranking"], lengths(reveal), strict=True)
            ],
            "bars": {
                "title": _capitalised(column.unit[lang]),
                "note": screen.text("stage.log") if is_log(reveal) else "",
            },
            "decades": decades(reveal),
            "strip": {
                "title": screen.own("among", n=reveal["world_count"]),
                "note": screen.own("among_log") if strip_is_log(reveal) else "",
            },
            "map": maps.shaded(shades, maps.LESSON, lang, screen.own("map")) if stage == LESSON else None,
            "ask": screen.text("stage.ask"),
            "questions": [screen.ask(q) for q in reveal["questions"]],
            "answers": self._answers(screen, reveal),
            "rule": screen.own("scoring") if stage == RANKING else "",
            "moves": self._moves(screen, reveal) if stage == MOVES else [],
            "track": self.track(screen, reveal) if stage == MOVES else None,
            "notes": data.remarks([r["card"] for r in reveal["ranking"]], [column.name], lang),
            "source": f"{column.label[lang]}. {column.origin(lang)}",
            "file": screen.file(reveal["round"], reveal["category"]),
        }

    def _ranked(self, screen: ScreenState, column: data.Column, ranked: Mapping[str, Any]) -> Scene:
        tile = None
        if ranked["seat"] is not None:
            tile = {
                "seat": ranked["seat"],
                "text": screen.own("guessed", rank=_ordinal(screen, ranked["tile"])),
                "points": f"+{ranked['points']}" if ranked["points"] else "0",
                "said": screen.own("points", n=ranked["points"]),
                "right": ranked["tile"] == ranked["rank"],
            }
        return screen.country(ranked["card"]) | {
            "rank": _ordinal(screen, ranked["rank"]),
            "world": screen.own("world", n=ranked["world_rank"]),
            "figure": _figure(column, ranked["value"], screen.lang),
            "unit": column.short_unit[screen.lang],
            "tile": tile,
            "nobody": screen.own("nobody"),
        }

    def _moves(self, screen: ScreenState, reveal: Reveal) -> list[Scene]:
        """Each pawn's move, and who goes on after a question (G6)."""
        return [
            {
                "seat": move["seat"],
                "name": screen.team(move["seat"]),
                "points": screen.own("points", n=move["points"]),
                "text": screen.own(f"moves.{_state_of(screen, move)}", at=move["to"] or 0),
            }
            for move in in_turn(reveal)
        ]

    def _one_answer(self, screen: ScreenState, reveal: Reveal) -> Answer:
        """The question just solved, or, at the end of the round, the unsolved one."""
        answer, outcome = self._answers(screen, reveal)[-1], self._outcome(screen)
        questions = [q for q in reveal["questions"] if reveal["unsolved"] and "unsolved" in q["key"]]
        told = outcome and not reveal["unsolved"]
        return {
            "kind": "globalissimo.answer",
            "title": outcome["text"] if outcome and told else answer["title"],
            "answer": answer,
            "map": maps.shaded({answer["iso"]: maps.ACCENT}, maps.ANSWER, screen.lang, screen.own("map")),
            "ask": screen.text("stage.ask"),
            "questions": [screen.ask(q) for q in questions],
            "outcome": None if told or reveal.get("unfinished") else outcome,
            "track": self.track(screen, reveal),
            "file": screen.file(reveal["round"], answer["iso"]),
        }

    def _answers(self, screen: ScreenState, reveal: Reveal) -> list[Scene]:
        """The answers to a round's questions, unsolved last."""
        found = []
        for asked in (*reveal["solved"], *([reveal["unsolved"]] if reveal["unsolved"] else [])):
            iso, colour, seat = asked["card"], asked["colour"], asked.get("seat")
            figure = data.capital(iso, screen.lang) if colour == CAPITAL else screen.own("on_map")
            if seat is not None:
                title = screen.own("found", team=screen.team(seat))
            else:
                title = screen.own("not_answered" if reveal.get("unfinished") else "not_found")
            found.append(screen.country(iso) | {"colour": colour, "figure": figure, "title": title})
        return found

    # history, end, screen readers

    def revealed(self, screen: ScreenState) -> Sequence[Reveal]:
        """The last reveal of each round."""
        return list({reveal["round"]: reveal for reveal in super().revealed(screen)}.values())

    def believed_of(self, screen: ScreenState, reveal: Reveal) -> Reveal:
        """In the history a round's last reveal shows the ranking, which the round's first was about."""
        if screen.past is None:
            return reveal
        return next(each for each in screen.reveals if each["round"] == reveal["round"])

    def history(self, screen: ScreenState) -> list[Scene]:
        found = []
        for index, reveal in enumerate(self.revealed(screen)):
            label = data.column(reveal["category"]).label[screen.lang]
            points = [f"{screen.team(r['seat'])} {r['points']}" for r in reveal["ranking"] if r["seat"] is not None]
            title = f"{screen.text('stage.round', n=reveal['round'])} · {label}"
            found.append({"index": index, "title": title, "text": " · ".join(points), "right": None})
        return found

    def end(self, screen: ScreenState) -> Over:
        return end_scene(screen, self.revealed(screen), self.track(screen))

    def said(self, screen: ScreenState) -> str:
        game, outcome = screen.game, self._outcome(screen)
        before = f"{outcome['text']} " if outcome else ""
        if screen.showing and (reveal := game["reveal"]):
            return before + self._reveal_said(screen, reveal)
        if game["result"]:
            winners = [screen.team(seat) for seat in game["result"]["winners"]]
            return before + screen.text("tell.won", teams=winners, n=len(winners))
        if screen.closed:
            end = self.end(screen)
            return f"{end['title']}. {end['text']}"
        if question := game["question"]:
            return before + screen.own(f"ask.{question['colour']}", card=data.Country(question["card"]))
        laid = next((event for event in screen.events if event["event"] == "estimate"), None)
        if laid and game["tiles"]:
            before = f"{screen.say(laid)} "
        return before + (screen.own("turn", team=screen.team(game["actors"][0])) if game["actors"] else "")

    def _reveal_said(self, screen: ScreenState, reveal: Reveal) -> str:
        if _answered(reveal):
            answer = self._answers(screen, reveal)[-1]
            return screen.own("answer_said", card=answer["name"], answer=answer["figure"])
        turned = {"event": "turned", "category": reveal["category"], "ranking": [r["card"] for r in reveal["ranking"]]}
        scored = [{"event": "scored", "seat": r["seat"], "n": r["points"]} for r in reveal["ranking"] if r["tile"]]
        return " ".join(screen.say(event) for event in (turned, *scored))


def _answered(reveal: Reveal) -> bool:
    """Whether the reveal shows the answer to a question."""
    return bool(reveal["solved"] or reveal["unsolved"])


def _state_of(screen: ScreenState, move: Mapping[str, Any]) -> str:
    """What has become of a pawn's move, as the key of a sentence."""
    if move["to"] is None:
        return "waits"
    if screen.game["question"] and screen.game["actors"] == [move["seat"]]:
        return "asked"
    return "stopped" if move["stopped"] is not None else "walks" if move["to"] > move["from"] else "stays"


def _ordinal(screen: ScreenState, rank: int) -> str:
    return screen.own(f"ordinal.{rank}")


def _figure(column: data.Column, value: float, lang: str) -> str:
    """The figure without its unit, short enough for a card."""
    if abs(value) >= 1e6:
        return charts.short(column, value, lang)
    decimals = column.decimals if abs(value) < 1 else 2 if abs(value) < 100 else 1
    return i18n.number(round(value, min(decimals, column.decimals)), lang)


def _capitalised(unit: str) -> str:
    """A unit at the beginning of a sentence; a symbol such as km² or kWh stays as it is."""
    first = re.split(r"[\W\d²³]", unit, maxsplit=1)[0]
    return unit if len(first) < 3 or not first.islower() else i18n.capitalised(unit)

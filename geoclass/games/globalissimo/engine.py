"""Globalissimo: what rank does a country have among those on the table? Rules G1–G12, decisions D1–D5."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from geoclass import data, i18n
from geoclass.games.base import Event, Game, Move, View
from geoclass.games.decks import Deck
from geoclass.games.globalissimo import tables
from geoclass.games.globalissimo.answers import names_capital
from geoclass.games.globalissimo.reveal import Asked, Ranked, answers, reveal, turn
from geoclass.games.globalissimo.tables import CAPITAL, CATEGORIES, COLOURS, MAP
from geoclass.games.globalissimo.words import Flag, called
from geoclass.games.options import TEXT, CustomOption, Figures, First, GameOptions, OneOf, Whole, YesNo, whole
from geoclass.games.refusals import BadSetup, IllegalMove

MOST_TEAMS = 6
LONGEST_ANSWER = 100
NO_CAPITAL = "?"  # the example of a typed answer in `legal`: never right


class Track(CustomOption):
    """The number of squares, and those followed by a barrier. Typed as numbers, squares first."""

    by_hand = (TEXT,)

    def allows(self, value: Any) -> bool:
        if type(value) is not dict or value.keys() != {"squares", "barriers"} or type(value["barriers"]) is not list:
            return False
        squares, barriers = value["squares"], value["barriers"]
        return (
            whole(1, 100)(squares)
            and all(whole(1, squares - 1)(after) for after in barriers)
            and barriers == sorted(set(barriers))
        )

    def offers(self) -> list[dict[str, Any]]:
        return [_track(30), _track(20), _track(15)]

    def says(self, value: Any, lang: str) -> str:
        return i18n.text("globalissimo.track", lang, squares=value["squares"], n=len(value["barriers"]))

    def typed(self, value: Any, lang: str) -> str:  # noqa: ARG002
        return f"{value['squares']}: {' '.join(map(str, value['barriers']))}"

    def read(self, typed: Any) -> Any:
        squares, *barriers = [int(n) for n in re.findall(r"[0-9]{1,9}", str(typed))] or [0]
        return {"squares": squares, "barriers": barriers}


def _track(squares: int) -> dict[str, Any]:
    """A track with a barrier after every second square, as published."""
    return {"squares": squares, "barriers": list(range(2, squares, 2))}


class Options(GameOptions):
    rounds = Whole(len(CATEGORIES), bounds=(1, len(CATEGORIES)), front=True)
    deck_filter = Deck(tables.deck, pool=tables.pool, front=True, since=2)
    barriers = YesNo(True)
    track = Track(_track(30))
    flags_only = YesNo(False)
    judge = OneOf("auto", "teacher")
    first = First(*range(MOST_TEAMS))
    categories = Figures(CATEGORIES, given=False, since=2)


@cache
def _on_the_map() -> list[str]:
    """Every country that may be pointed at on the map, those never asked about first (D4)."""
    return sorted(data.attribute("un_status"), key=tables.deck().__contains__)


class Globalissimo(Game):
    """Estimate ranks, score, move; barriers open for teams that know a capital or a place on the map."""

    id = "globalissimo"
    teams = range(2, MOST_TEAMS + 1)
    options = Options
    rules, plays = 2, (1,)  # 2: deck and figures can be chosen
    presets = {"lesson": {}, "beginners": {"rounds": 5, "barriers": False}}  # the published game fits a lesson
    hold = True
    pace = {"turn": 30, "reveal": 60}  # a ranking takes longer, an answer less
    orders = ("deck", "category_order", "barrier_order")
    teachers_moves = ("judge",)
    moves = {
        "estimate": {"card": str, "rank": int},
        "answer": ({"text": str}, {"country": str}, {"unknown": bool}),
        "judge": {"right": bool},
    }
    turns = {"estimate": "G3", "question": "G6"}

    # setup

    def _begin(self) -> None:
        teams = len(self.players)
        if self.option["first"] >= teams:
            raise BadSetup("globalissimo.setup.first", rule="G2", first=self.option["first"], n=teams)
        self._places = 5 if teams <= 4 else 6  # G1
        chosen = self.option.get("categories") or list(CATEGORIES)
        cards = self._cards(chosen)
        deck = self._order("deck", cards, self._places) or self._rng("deck").shuffled(cards)
        categories = self._order("category_order", chosen, min(self.option["rounds"], len(chosen)))
        self._categories = categories or self._rng("categories").shuffled(chosen)
        self._last_square: int = self.option["track"]["squares"]
        afters, colours = self.option["track"]["barriers"], self._colours()
        self._barriers: dict[int, dict[str, Any]] = {}  # by the square before the barrier
        if self.option["barriers"]:
            self._barriers = {
                after: {"after": after, "colour": colour, "taken_by": None}
                for after, colour in zip(afters, colours, strict=True)
            }
        self._pile = deck[::-1]  # top card last
        self._discards: list[str] = []
        # G9: this round's unsolved question. No pawn can be beyond the first barrier still in place, so all questions
        # are asked there.
        self._aside: Asked | None = None
        self._squares = [0] * teams
        self._walks: list[Ranked] = []  # this round's moves, starting with the first player
        self._walked = 0  # how many of them are done
        self._round = 0
        self._lay()

    def _cards(self, categories: Sequence[str]) -> list[str]:
        """The countries in play that have every figure in play; checks that they are enough for two rounds."""
        figures = [data.values(category) for category in categories]
        chosen = self.options["deck_filter"].of(self.option.get("deck_filter"))
        cards = [card for card in chosen if all(card in figure for figure in figures)]
        if len(cards) < 2 * self._places:
            raise BadSetup("globalissimo.setup.small_deck", n=len(cards), needed=2 * self._places)
        return cards

    def _colours(self) -> list[str]:
        """The colours of the barriers: from the setup, or half orange and half violet in random order."""
        n, given = len(self.option["track"]["barriers"]), self.setup.get("barrier_order")
        if given is None:
            return self._rng("barriers").shuffled([CAPITAL] * (n - n // 2) + [MAP] * (n // 2))
        if type(given) is not list or len(given) != n or not all(type(c) is str and c in COLOURS for c in given):
            raise BadSetup("globalissimo.setup.barrier_order", n=n)
        return given

    # state

    def _lay(self) -> list[Event]:
        """Start a round: new countries, next category, next first player (G2, G11)."""
        self._round += 1
        self._category = self._categories[(self._round - 1) % len(self._categories)]
        self._open = self._draw(self._places)
        self._tiles: dict[str, dict[str, int]] = {}  # by card
        self._question: Asked | None = None
        self._first = (self.option["first"] + self._round - 1) % len(self.players)
        self.phase, self.actors = "estimate", (self._first,)
        return [{"event": "round", "round": self._round, "category": self._category, "cards": self._open.copy()}]

    def _draw(self, n: int) -> list[str]:
        """Draw *n* cards, reshuffling the discards when the pile is empty (D3); fewer if both are empty."""
        drawn: list[str] = []
        while len(drawn) < n:
            if not self._pile:
                self._pile, self._discards = self._rng("reshuffle").shuffled(self._discards), []
                if not self._pile:
                    break
            drawn.append(self._pile.pop())
        return drawn

    def _scores(self) -> list[int]:
        return self._squares.copy()

    def answer(self) -> list[str] | None:
        """The right answers for the teacher: spellings of the capitals, or the ISO code on the map."""
        return answers(self._question) if self._question else None

    # rules

    def _legal(self, seat: int) -> list[Move]:
        """All moves, but only one example of a typed capital, which may be any text."""
        if self._question is None:
            tiles, ranks = self._tiles, range(1, self._places + 1)  # D1
            return [
                {"seat": seat, "move": "estimate", "card": card, "rank": rank}
                for card in self._open
                if card not in tiles
                for rank in ranks
            ]
        if self.option["judge"] == "teacher":
            return [{"seat": seat, "move": "judge", "right": right} for right in (True, False)]
        answers: list[Move] = (
            [{"text": NO_CAPITAL}] if self._question["colour"] == CAPITAL else [{"country": c} for c in _on_the_map()]
        )
        return [{"seat": seat, "move": "answer", **answer} for answer in [*answers, {"unknown": True}]]

    def _play_estimate(self, seat: int, card: str, rank: int) -> list[Event]:
        if self._question is not None:
            raise IllegalMove("globalissimo.refused.question_first", rule="G7")
        if card not in self._open:
            raise IllegalMove("globalissimo.refused.not_open", rule="G3")
        if card in self._tiles:
            raise IllegalMove("globalissimo.refused.has_a_tile", rule="G3", card=self._country(card))
        if not 1 <= rank <= self._places:
            raise IllegalMove("globalissimo.refused.no_such_rank", rule="D1", n=self._places)
        self._tiles[card] = {"seat": seat, "rank": rank}
        events: list[Event] = [{"event": "estimate", "seat": seat, "card": card, "rank": rank}]
        if len(self._tiles) < len(self.players):
            self.actors = (self._after(seat),)
            return events
        return events + self._score() + self._walk()

    def _score(self) -> list[Event]:
        """Turn and rank the cards, and score the tiles (G4, G5)."""
        self._turned = turn(self._round, self._category, self._first, self._open, self._tiles, self._squares)
        of_seat = {ranked["seat"]: ranked for ranked in self._turned.ranking}
        self._solved: tuple[Asked, ...] = ()  # of this round
        self._show(reveal, self._turned, self._solved, None)  # D5: public before the pawns move
        teams = len(self.players)
        self._walks, self._walked = [of_seat[(self._first + i) % teams] for i in range(teams)], 0  # G6
        ranking = [ranked["card"] for ranked in self._turned.ranking]
        scored = [{"event": "scored", "seat": walk["seat"], "n": walk["points"]} for walk in self._walks]
        return [{"event": "turned", "category": self._category, "ranking": ranking}, *scored]

    def _walk(self) -> list[Event]:
        """Move the pawns one after the other, until one must answer or all have moved (G6)."""
        events: list[Event] = []
        for walk in self._walks[self._walked :]:
            seat, start = walk["seat"], walk["from"]
            square = self._squares[seat]
            goal = min(start + walk["points"], self._last_square)
            while square < goal and walk["stopped"] is None:
                barrier = self._barriers.get(square)  # D2: only if a step beyond it is left
                if barrier is None or barrier["taken_by"] is not None:  # G10
                    square += 1
                elif asked := self._aside or self._ask_at(barrier):  # G7; G9: the same card again
                    self._question = self._aside = asked
                    walk["to"] = self._squares[seat] = square
                    self.phase, self.actors = "question", (seat,)
                    return [*events, {"event": "asked", "seat": seat, **asked}]
                else:  # no question left: the barrier stays shut
                    walk["stopped"] = square
            walk["to"] = self._squares[seat] = square
            if square > start:
                events.append({"event": "moved", "seat": seat, "from": start, "to": square})
            self._walked += 1
        return events + self._end_round()

    def _ask_at(self, barrier: Mapping[str, Any]) -> Asked | None:
        """A question about the next card; None if all cards of a small deck are open or set aside."""
        cards = self._draw(1)
        return {"after": barrier["after"], "colour": barrier["colour"], "card": cards[0]} if cards else None

    def _play_answer(
        self, seat: int, text: str | None = None, country: str | None = None, unknown: bool | None = None
    ) -> list[Event]:
        if self._question is None:
            raise IllegalMove("globalissimo.refused.no_question", rule="G7")
        if self.option["judge"] == "teacher":
            raise IllegalMove("globalissimo.refused.teacher_judges", rule="G7")
        if unknown:  # D4: it counts as wrong
            return self._answered(seat, False)
        if unknown is not None or (text is None) == (self._question["colour"] == CAPITAL):
            raise IllegalMove(f"globalissimo.refused.{self._question['colour']}", rule="G7")
        if text is not None:
            if not text.strip() or len(text) > LONGEST_ANSWER:
                raise IllegalMove("globalissimo.refused.no_name", rule="D4", n=LONGEST_ANSWER)
            return self._answered(seat, names_capital(text, self._question["card"]))
        if country not in data.attribute("un_status"):
            raise IllegalMove("globalissimo.refused.no_country", rule="D4")
        return self._answered(seat, country == self._question["card"])

    def _play_judge(self, seat: int, right: bool) -> list[Event]:
        if self._question is None:
            raise IllegalMove("globalissimo.refused.no_question", rule="G7")
        if self.option["judge"] == "auto":
            raise IllegalMove("globalissimo.refused.answer_yourself", rule="G7")
        return self._answered(seat, right)

    def _answered(self, seat: int, right: bool) -> list[Event]:
        assert self._question
        asked, self._question = self._question, None
        if right:  # G8, G10
            self._barriers[asked["after"]]["taken_by"] = seat
            self._discards.append(asked["card"])
            self._aside = None
            self._solved = (*self._solved, {"seat": seat, **asked})
            self._show(reveal, self._turned, self._solved, None)  # it will not be asked again
        else:  # G9: the card stays aside
            self._walks[self._walked]["stopped"] = asked["after"]
        name = "right" if right else "wrong"
        return [{"event": name, "seat": seat, **asked}, *self._walk()]

    def _end_round(self) -> list[Event]:
        if self._aside:  # D5: the answer nobody found
            self._show(reveal, self._turned, self._solved, self._aside)
        if self._round == self.option["rounds"]:
            return self._finish()
        self._discards += self._open  # G11
        if self._aside:
            self._discards.append(self._aside["card"])
            self._aside = None
        return self._lay()

    def _finish(self) -> list[Event]:
        winners = self._furthest()
        self._over(winners, self._squares, "rounds")
        return [{"event": "over", "winners": winners, "n": len(winners)}]

    def _furthest(self) -> list[int]:
        """G12: the furthest wins; ties by barriers held; then shared."""
        takers = [barrier["taken_by"] for barrier in self._barriers.values()]
        reached = [(square, takers.count(seat)) for seat, square in enumerate(self._squares)]
        return [seat for seat, far in enumerate(reached) if far == max(reached)]

    def _standing(self) -> tuple[list[int], list[int] | None]:
        return self._furthest(), self._squares

    def _show_hidden(self) -> None:
        """Reveal the open question, or the cards that have tiles already."""
        if self._question:
            self._show(reveal, self._turned, self._solved, self._question, True)
        elif self._tiles:
            turned = turn(self._round, self._category, self._first, self._open, self._tiles, self._squares)
            self._show(reveal, turned, (), None, True)

    # view

    def _view(self, seat: int | None) -> View:  # noqa: ARG002
        tiles: dict[str, dict[str, int]] = {}
        for card, tile in self._tiles.items():
            tiles[card] = tile.copy()
        return {
            "round": self._round,
            "category": self._category,
            "open": self._open.copy(),
            "tiles": tiles,
            "squares": self._squares.copy(),
            "barriers": list(map(dict.copy, self._barriers.values())),
            "question": self._question.copy() if self._question else None,
            "pile_count": len(self._pile),
        }

    def _country(self, card: str) -> data.Country | Flag:
        return called({"options": self.option, "phase": self.phase, "open": self._open}, card)

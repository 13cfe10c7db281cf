"""Globalissimo: what rank does a country hold among those on the table? Rules G1 to G12, decisions D1 to D5."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from geoclass import data, i18n
from geoclass.games.answers import names_capital
from geoclass.games.base import BadSetup, Event, Game, IllegalMove, Move, Option, View, flag, one_of, whole
from geoclass.games.globalissimo_reveal import Asked, Ranked, answers, reveal, turn

CATEGORIES = (
    "population",
    "population_density",
    "gdp_per_capita_usd",
    "life_expectancy",
    "fertility_rate",
    "physicians_per_1000",
    "roadways_km",
    "forest_pct",
    "co2_mt",
    "mobile_per_100",
)
CAPITAL, MAP = COLOURS = ("orange", "violet")
LONGEST_ANSWER = 100
NO_CAPITAL = "?"  # the typed answer that `legal` gives as an example: never the solution, whatever is asked


def _is_track(value: Any) -> bool:
    if type(value) is not dict or value.keys() != {"squares", "barriers"} or type(value["barriers"]) is not list:
        return False
    squares, barriers = value["squares"], value["barriers"]
    return (
        whole(1, 100)(squares)
        and all(whole(1, squares - 1)(after) for after in barriers)
        and barriers == sorted(set(barriers))
    )


@dataclass
class _Answer:
    """The dicts of its instances share their keys, so that the nearly two hundred of a question are soon copied."""

    seat: int
    move: str
    country: str


@cache
def _on_the_map(seat: int) -> list[Move]:
    """D4: an answer for every country that may be pointed at, those that are never asked about first."""
    countries = sorted(data.attribute("un_status"), key=data.deck("globalissimo").__contains__)
    return [vars(_Answer(seat, "answer", country)) for country in countries]


@dataclass(frozen=True)
class Flag:
    """A country without a name: it is called by its place on the table."""

    place: int

    def words(self, lang: str, form: str = "") -> str:
        return i18n.text(f"globalissimo.{'the_flag' if form else 'flag'}", lang, n=self.place)


def called(view: Mapping[str, Any], card: str) -> data.Country | Flag:
    """What a screen calls a country: with `flags_only` an open one has no name until its card is turned."""
    hidden = view["options"]["flags_only"] and view["phase"] == "estimate" and card in view["open"]
    return Flag(view["open"].index(card) + 1) if hidden else data.Country(card)


@dataclass(frozen=True)
class _Words:
    """A sentence's part that is a sentence of its own."""

    key: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(self.key, lang)


class Globalissimo(Game):
    """Estimate a rank, score, and walk; barriers open to those who know a capital or a place on the map."""

    id = "globalissimo"
    teams = range(2, 7)
    options = {
        "rounds": Option(len(CATEGORIES), whole(1, len(CATEGORIES))),
        "judge": Option("auto", one_of("auto", "teacher")),
        "flags_only": Option(False, flag),
        "track": Option({"squares": 30, "barriers": list(range(2, 30, 2))}, _is_track),
        "barriers": Option(True, flag),
        "first": Option(0, whole(0, 5)),
    }
    presets = {"lesson": {}, "beginners": {"rounds": 5, "barriers": False}}  # the published game fits a lesson
    orders = ("deck", "category_order", "barrier_order")
    teachers_moves = ("judge",)
    moves = {
        "estimate": {"card": str, "rank": int},
        "answer": ({"text": str}, {"country": str}),
        "judge": {"right": bool},
    }
    turns = {"estimate": "G3", "question": "G6"}

    # setup

    def _begin(self) -> None:
        teams = len(self.players)
        if self.option["first"] >= teams:
            raise BadSetup("globalissimo.setup.first", rule="G2", first=self.option["first"], n=teams)
        self._places = 5 if teams <= 4 else 6  # G1
        cards = data.deck("globalissimo")
        deck = self._order("deck", cards, self._places) or self._rng("deck").shuffled(cards)
        categories = self._order("category_order", CATEGORIES, self.option["rounds"])
        self._categories = categories or self._rng("categories").shuffled(CATEGORIES)
        self._last_square: int = self.option["track"]["squares"]
        afters, colours = self.option["track"]["barriers"], self._colours()
        self._barriers: dict[int, dict[str, Any]] = {}  # by the square before it
        if self.option["barriers"]:
            self._barriers = {
                after: {"after": after, "colour": colour, "taken_by": None}
                for after, colour in zip(afters, colours, strict=True)
            }

        self._pile = deck[::-1]  # the top is last
        self._discards: list[str] = []
        # G9: what was asked in this round and not solved. No figure is beyond the first barrier still in place, so that
        # questions are asked at this one alone
        self._aside: Asked | None = None
        self._squares = [0] * teams
        self._walks: list[Ranked] = []  # of this round, from the first player on
        self._walked = 0  # how many of them are done
        self._round = 0
        self._lay()

    def _colours(self) -> list[str]:
        """The barriers along the track: as the setup gives them, or half orange and half violet at random."""
        n, given = len(self.option["track"]["barriers"]), self.setup.get("barrier_order")
        if given is None:
            return self._rng("barriers").shuffled([CAPITAL] * (n - n // 2) + [MAP] * (n // 2))
        if type(given) is not list or len(given) != n or not all(type(c) is str and c in COLOURS for c in given):
            raise BadSetup("globalissimo.setup.barrier_order", n=n)
        return given

    # state

    def _lay(self) -> list[Event]:
        """G2, G11: new countries, the next category, the next first player."""
        self._round += 1
        self._category = self._categories[self._round - 1]
        self._open = self._draw(self._places)
        self._tiles: dict[str, dict[str, int]] = {}  # by the card they lie on
        self._question: Asked | None = None
        self._first = (self.option["first"] + self._round - 1) % len(self.players)
        self.phase, self.actors = "estimate", (self._first,)
        return [{"event": "round", "round": self._round, "category": self._category, "cards": self._open.copy()}]

    def _draw(self, n: int) -> list[str]:
        """The *n* top cards of the pile, which D3 makes anew from the discards; fewer when they too are gone."""
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
        """For the teacher alone: what would be right now (spellings of the capitals, or the ISO code on the map)."""
        return answers(self._question) if self._question else None

    # rules

    def _legal(self, seat: int) -> list[Move]:
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
        if self._question["colour"] == CAPITAL:
            return [{"seat": seat, "move": "answer", "text": NO_CAPITAL}]
        return list(map(dict.copy, _on_the_map(seat)))

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
        """G4, G5: turn and rank the cards; what each team scored."""
        self._turned = turn(self._round, self._category, self._first, self._open, self._tiles, self._squares)
        of_seat = {ranked["seat"]: ranked for ranked in self._turned.ranking}
        self._show(partial(reveal, self._turned, None))  # D5: public before figures move
        teams = len(self.players)
        self._walks, self._walked = [of_seat[(self._first + i) % teams] for i in range(teams)], 0  # G6
        ranking = [ranked["card"] for ranked in self._turned.ranking]
        scored = [{"event": "scored", "seat": walk["seat"], "n": walk["points"]} for walk in self._walks]
        return [{"event": "turned", "category": self._category, "ranking": ranking}, *scored]

    def _walk(self) -> list[Event]:
        """G6: the figures move, one after the other, until one must answer or all have moved."""
        events: list[Event] = []
        for walk in self._walks[self._walked :]:
            seat, start = walk["seat"], walk["from"]
            square = self._squares[seat]
            goal = min(start + walk["points"], self._last_square)
            while square < goal and walk["stopped"] is None:
                barrier = self._barriers.get(square)  # D2: with a square left to go beyond it
                if barrier is None or barrier["taken_by"] is not None:  # G10
                    square += 1
                elif asked := self._aside or self._ask_at(barrier):  # G7; G9: the same card again
                    self._question = self._aside = asked
                    walk["to"] = self._squares[seat] = square
                    self.phase, self.actors = "question", (seat,)
                    return [*events, {"event": "asked", "seat": seat, **asked}]
                else:  # nothing can be asked, the barrier stays shut
                    walk["stopped"] = square
            walk["to"] = self._squares[seat] = square
            if square > start:
                events.append({"event": "moved", "seat": seat, "from": start, "to": square})
            self._walked += 1
        return events + self._end_round()

    def _ask_at(self, barrier: Mapping[str, Any]) -> Asked | None:
        """A question about the next card; None when all cards of a small deck lie open or set aside."""
        cards = self._draw(1)
        return {"after": barrier["after"], "colour": barrier["colour"], "card": cards[0]} if cards else None

    def _play_answer(self, seat: int, text: str | None = None, country: str | None = None) -> list[Event]:
        if self._question is None:
            raise IllegalMove("globalissimo.refused.no_question", rule="G7")
        if self.option["judge"] == "teacher":
            raise IllegalMove("globalissimo.refused.teacher_judges", rule="G7")
        if (text is None) == (self._question["colour"] == CAPITAL):
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
        else:  # G9: the card stays aside
            self._walks[self._walked]["stopped"] = asked["after"]
        name = "right" if right else "wrong"
        return [{"event": name, "seat": seat, **asked}, *self._walk()]

    def _end_round(self) -> list[Event]:
        if self._aside:  # D5: the answer nobody found
            self._show(partial(reveal, self._turned, self._aside))
        if self._round == self.option["rounds"]:
            return self._finish()
        self._discards += self._open  # G11
        if self._aside:
            self._discards.append(self._aside["card"])
            self._aside = None
        return self._lay()

    def _finish(self) -> list[Event]:
        """G12: the furthest wins; ties by barriers held; then shared."""
        takers = [barrier["taken_by"] for barrier in self._barriers.values()]
        held = [takers.count(seat) for seat in range(len(self.players))]
        reached = list(zip(self._squares, held, strict=True))
        winners = [seat for seat, far in enumerate(reached) if far == max(reached)]
        self._over(winners, self._squares, "rounds")
        return [{"event": "over", "winners": winners, "n": len(winners)}]

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

    def _worded(self, thing: Mapping[str, Any]) -> dict[str, Any]:
        worded = dict(thing)
        for name in ("card", "other", "top", "bottom"):
            if name in worded:
                worded[name] = self._country(worded[name])
        if "cards" in worded:
            worded["cards"] = [self._country(card) for card in worded["cards"]]
        if "ranking" in worded:
            worded["ranking"] = [data.Country(card) for card in worded["ranking"]]
        if "winners" in worded:
            worded["winners"] = [self.players[seat] for seat in worded["winners"]]
        if "category" in worded:
            worded["category"] = data.column(worded["category"])
        if "colour" in worded:
            worded["colour"] = _Words(f"globalissimo.colour.{worded['colour']}")
        return worded

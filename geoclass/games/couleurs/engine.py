"""Couleurs du monde: cover the nations of the world in chains of neighbours. Rules M1–M10, decisions D1–D8."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, ClassVar

from geoclass import data
from geoclass.games.base import Event, Game, Move, View
from geoclass.games.couleurs.options import FEWEST, LESSON, Options
from geoclass.games.couleurs.reveal import Turn, reveal
from geoclass.games.couleurs.tables import REGION_BONUS, board, own_centre, size
from geoclass.games.refusals import BadSetup, IllegalMove
from geoclass.games.setups import copied

OUT_BONUS = 25
UNABLE, REFUSALS = 5, (10, 15)  # M7: the fines


def fine_of(able: bool, refused: int) -> int:
    """The fine for a pass after *refused* earlier ones (M7)."""
    return REFUSALS[min(refused, len(REFUSALS) - 1)] if able else UNABLE


class Couleurs(Game):
    id = "couleurs"
    teams = range(3, 7)
    options = Options
    pace = {"turn": 37, "reveal": 0}  # a chain is shown while the next team looks for its own
    presets: ClassVar = {"lesson": {"board": LESSON}, "beginners": {"board": ["europe"], "hand": 6}}
    rules, plays = 2, (1,)  # 2: a small board has its own centre (D8)
    tile_flags: ClassVar = ("EGY", "LBY", "TCD", "SDN", "ETH", "KEN")
    moves: ClassVar = {"play": {"cards": [str]}, "pass": {}}
    turns: ClassVar = {"play": "M2"}

    # setup

    def _begin(self) -> None:
        if self.option["centre"] is None and self.setup["rules"] > 1:
            self.option["centre"] = own_centre(self.option["board"])  # D8
        self.board = board(self.option)
        nations, teams, hand = self.board.nations, len(self.players), self.option["hand"]
        if not self.board.anytime:
            raise BadSetup("couleurs.setup.no_first_card")
        for nation in self.option["centre"] or ():
            if nation not in nations:
                raise BadSetup("couleurs.setup.centre_off_board", card=data.Country(nation))
        if len(nations) < hand * teams:
            raise BadSetup("couleurs.setup.small_board", n=len(nations), needed=hand * teams)
        deck = self._order("deck", nations, hand * teams) or self._rng("deck").shuffled(nations)

        # M1: dealt hand by hand; seat 0 begins
        self._hands = [self.board.sorted(deck[s * hand : (s + 1) * hand]) for s in range(teams)]
        self._stock = deck[: hand * teams - 1 : -1]  # top card last
        self._covered: dict[str, int] = {}
        self._startable = set(self.board.anytime)  # the nations that may be a first card (M2)
        self._open = {corner: set(nations) for corner, nations in self.board.corners.items()}  # not covered yet (M9)
        self._points = [0] * teams
        self._refusals = [0] * teams
        self._without: list[int] = []  # seats without cards, in the order they went out (M10)
        self._idle = 0  # passes in a row that drew no card (D4)
        self.phase = "play"
        self._begin_turn(0)

    @classmethod
    def fitted(cls, options: Mapping[str, Any], teams: int) -> dict[str, Any] | None:
        """Shrink the hand until a third of the board is left to draw."""
        most = size(options.get("board", "world")) * 2 // 3 // teams
        smaller = {"hand": most} if most < options.get("hand", cls.options["hand"].default) else {}
        return super().fitted({**options, **smaller}, teams) if most >= FEWEST else None

    # rules

    def _begin_turn(self, seat: int) -> None:
        self.actors = (seat,)
        self._held = set(self._hands[seat])
        self._firsts = tuple(filter(self._startable.__contains__, self._hands[seat]))  # M2

    def _legal(self, seat: int) -> list[Move]:
        """The pass, every single card, and of the longer chains those that always continue with the most valuable
        neighbour."""
        held, links = self._held, self.board.links
        moves: list[Move] = [{"seat": seat, "move": "play", "cards": [card]} for card in self._firsts]
        for card in self._firsts:
            if held.isdisjoint(links[card]):
                continue
            chain = [card]
            while onward := self._onward(chain, held):
                chain.append(onward)
                if len(chain) == 2:
                    moves.append({"seat": seat, "move": "play", "cards": chain.copy()})
            if len(chain) > 2:
                moves.append({"seat": seat, "move": "play", "cards": chain})
        if not self._firsts or self._refusals[seat] < len(REFUSALS):
            moves.append({"seat": seat, "move": "pass"})
        return moves

    def _onward(self, chain: list[str], held: set[str]) -> str | None:
        """The most valuable card held that could continue *chain*."""
        value, most, onward = self.board.value, -1, None
        for near in self.board.links[chain[-1]]:
            if near in held and near not in chain and value[near] > most:
                most, onward = value[near], near
        return onward

    def _play_play(self, seat: int, cards: list[str]) -> list[Event]:
        self._check(seat, cards)
        hand, links, region_of = self._hands[seat], self.board.links, self.board.region
        points = self.board.points(cards)
        turn = self._turn(seat, tuple(cards), points)
        regions = []
        for card in cards:
            hand.remove(card)
            self._covered[card] = seat
            self._startable.update(links[card])
            corner = region_of.get(card, "")
            if corner in self._open:
                self._open[corner].remove(card)
                if not self._open[corner]:  # M9
                    regions.append(corner)
        self._points[seat] += points + REGION_BONUS * len(regions)
        self._idle = 0
        events: list[Event] = [{"event": "covered", "seat": seat, "cards": cards.copy(), "points": points}]
        events += [{"event": "region", "seat": seat, "region": r, "points": REGION_BONUS} for r in regions]
        turn.regions = tuple(regions)
        turn.onward = tuple([near for near in links[cards[-1]] if near not in self._covered])
        return events + self._end_turn(turn, max(0, 4 - len(cards)))  # M6

    def _check(self, seat: int, cards: list[str]) -> None:
        """Refuse a chain that breaks a rule, as a whole (D7)."""
        if not cards:
            raise IllegalMove("couleurs.refused.no_card", rule="M2")
        hand, links = self._hands[seat], self.board.links
        for card in cards:
            if card not in links:
                raise IllegalMove("couleurs.refused.unknown_card", rule="M1", card=card)
            if card not in hand:
                raise IllegalMove("couleurs.refused.not_in_hand", rule="M2", card=data.Country(card))
            if cards.count(card) > 1:
                raise IllegalMove("couleurs.refused.twice", rule="M2", card=data.Country(card))
        if cards[0] not in self._startable:
            raise IllegalMove("couleurs.refused.first_card", rule="M2", card=data.Country(cards[0]))
        for before, card in pairwise(cards):
            if card not in links[before]:
                named = {"before": data.Country(before), "card": data.Country(card)}
                if not links[before]:
                    raise IllegalMove("couleurs.refused.after_island", rule="M4", **named)
                raise IllegalMove("couleurs.refused.not_joined", rule="M3", **named)  # sea links join too (M5)

    def _play_pass(self, seat: int) -> list[Event]:
        refused = self._refusals[seat]
        able = bool(self._firsts)  # D4; without cards it is unable (D2)
        if able and refused == len(REFUSALS):
            raise IllegalMove("couleurs.refused.third_refusal", rule="M7")
        fine = fine_of(able, refused)
        turn = self._turn(seat, (), 0, fine)
        self._refusals[seat] += able
        self._points[seat] -= fine
        self._idle = 0 if self._stock else self._idle + 1
        event = {"event": "refused" if able else "unable", "seat": seat, "points": -fine}
        return [event, *self._end_turn(turn, 4)]

    def _turn(self, seat: int, cards: tuple[str, ...], points: int, fine: int = 0) -> Turn:
        """Record the turn and the position before it."""
        held = self._held
        open_in = {corner: len(nations) for corner, nations in self._open.items() if nations and nations <= held}
        before = next(reversed(self._covered), None)
        return Turn(self.board, seat, tuple(self._hands[seat]), self._firsts, open_in, cards, points, fine, before)

    def _end_turn(self, turn: Turn, draws: int) -> list[Event]:
        """Draw, check for empty hands and the end of the game, pass the turn on."""
        seat, stock, hand = turn.seat, self._stock, self._hands[turn.seat]
        drawn = stock[: -draws - 1 : -1]  # D3
        del stock[len(stock) - len(drawn) :]
        events: list[Event] = []
        if drawn:
            self._hands[seat] = hand = self.board.sorted(hand + drawn)
            events.append({"event": "drew", "seat": seat, "cards": drawn})
        if hand and seat in self._without:
            self._without.remove(seat)
        elif not hand:
            self._without.append(seat)
        end = None
        if not stock and self._without:  # M10
            end = self._finish(self._without[0])
        elif self._idle == len(self.players):  # D4
            end = self._finish(None)
        else:
            self._begin_turn(self._after(seat))
        self._show(reveal, turn, tuple(drawn), end)
        return events + copied(list(end)) if end else events

    def _finish(self, out: int | None) -> tuple[Event, ...]:
        """Score the going-out bonus (M10; none in D4) and the cards still held."""
        events: list[Event] = []
        if out is None:
            events.append({"event": "stuck"})
        else:
            self._points[out] += OUT_BONUS
            events.append({"event": "out", "seat": out, "points": OUT_BONUS})
        for seat, hand in enumerate(self._hands):
            if hand:
                lost = sum(self.board.value[card] for card in hand)
                self._points[seat] -= lost
                events.append({"event": "left", "seat": seat, "cards": hand.copy(), "points": -lost})
        most, how = max(self._points), "stuck" if out is None else "out"
        self._over((s for s, points in enumerate(self._points) if points == most), self._points, how)  # D7
        return tuple(events)

    # view

    def _view(self, seat: int | None) -> View:  # noqa: ARG002  (hands are open: M1)
        return {
            "covered": self._covered.copy(),
            "hands": list(map(list.copy, self._hands)),
            "stock_count": len(self._stock),
            "refusals": self._refusals.copy(),
        }

    def _scores(self) -> list[int]:
        return self._points.copy()

"""Players of Couleurs du monde: the levels differ in how far they plan."""

from collections.abc import Sequence

from geoclass.games import Move, View
from geoclass.games.couleurs.engine import OUT_BONUS
from geoclass.games.couleurs.tables import REGION_BONUS, Board, best_chain, board
from geoclass.games.rng import Rng

TRIES, TRIES_AHEAD = 1500, 200  # chains examined in one search: for this turn, and for a later one
DRAW = 8.0  # points that an early drawn card is worth
JOIN = 15.0  # points that a neighbour still to be drawn is worth


class Good:
    """Level 1 plays the best chain of up to three cards, 2 the best chain, 3 plans for later turns too."""

    def __init__(self, level: int, rng: Rng) -> None:  # noqa: ARG002  (it uses no chance)
        self._level = level

    def choose(self, view: View, legal: list[Move]) -> Move:
        firsts = [move["cards"][0] for move in legal if move["move"] == "play" and len(move["cards"]) == 1]
        if not firsts:
            return legal[-1]
        here, seat = board(view["options"]), view["seat"]
        if self._level == 1:
            chain = _short_chain(here, view["hands"][seat], firsts)
        elif self._level == 2:
            chain = best_chain(here, view["hands"][seat], firsts, _open_in(here, view), TRIES).chain
        else:
            chain = _Planner(here, view).choose(firsts)
        return {"seat": seat, "move": "play", "cards": list(chain)}


def _short_chain(here: Board, hand: Sequence[str], firsts: Sequence[str]) -> tuple[str, ...]:
    """The best chain of up to three cards."""
    ones = [(first,) for first in firsts]
    twos = [(a, b) for a in firsts for b in here.links[a] if b in hand]
    threes = [(a, b, c) for a, b in twos for c in here.links[b] if c in hand and c != a]
    return max([*threes, *twos, *ones], key=here.points)


def _open_in(here: Board, view: View) -> dict[str, int]:
    covered = view["covered"]
    return {corner: sum(a not in covered for a in nations) for corner, nations in here.corners.items()}


class _Planner:
    """Values a chain by its points, the cards it draws, and what remains in the hand."""

    def __init__(self, here: Board, view: View) -> None:
        self.board = here
        self.stock: int = view["stock_count"]
        hands: list[list[str]] = view["hands"]
        self.hand: list[str] = hands[view["seat"]]
        self.open_in = _open_in(here, view)
        # About two cards a turn are drawn; then somebody goes out, two cards at a time.
        fewest = min(len(hand) for seat, hand in enumerate(hands) if seat != view["seat"])
        turns = self.stock / (2 * len(hands)) + max(1, fewest) / 2
        self.turns = round(turns)
        early: float = max(-0.5, min(1.0, (turns - 2) / 4))  # near the end a drawn card is a liability
        self.draw: float = DRAW * early
        # For each card: its neighbours that have not been seen yet.
        shown = {card for hand in hands for card in hand}.union(view["covered"])
        join = JOIN * max(0.0, early) / len(hands) if self.stock else 0.0
        self.hope: dict[str, float] = {
            card: join * sum(near not in shown for near in here.links[card]) for card in self.hand
        }

    def choose(self, firsts: Sequence[str]) -> tuple[str, ...]:
        """The most valuable of: the best chain, its prefixes, and the single cards."""
        best = best_chain(self.board, self.hand, firsts, self.open_in, TRIES).chain
        chains = [best[:n] for n in range(len(best), 0, -1)]
        return max([*chains, *((first,) for first in firsts)], key=self._worth)

    def _worth(self, chain: tuple[str, ...]) -> float:
        rest = [card for card in self.hand if card not in chain]
        mine = [self.board.region.get(card) for card in chain]
        completed = sum(0 < n == mine.count(corner) for corner, n in self.open_in.items())
        out = not rest and not self.stock
        return (
            self.board.points(chain)
            + REGION_BONUS * completed
            + OUT_BONUS * out
            + self.draw * min(self.stock, max(0, 4 - len(chain)))
            + sum(self.hope[card] for card in rest)
            + self._later(rest)
        )

    def _later(self, rest: list[str]) -> int:
        """The points of *rest* in later turns, best chain first; cards left over count as lost (M10)."""
        total, turns = 0, self.turns - 1
        while turns > 0 and rest:
            best = best_chain(self.board, rest, rest, {}, TRIES_AHEAD)
            if len(best.chain) == 1:
                break
            total += best.points
            turns -= 1
            rest = [card for card in rest if card not in best.chain]
        alone = sorted((self.board.value[card] for card in rest), reverse=True)
        turns = max(0, turns)
        return total + sum(alone[:turns]) - sum(alone[turns:])

"""Teams that decide together: a move proposed on one phone is played when enough of the others agree."""

from collections.abc import Collection
from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Any

from geoclass import games
from geoclass.rooms.refused import Refused

if TYPE_CHECKING:
    from geoclass.rooms.state import State

INSISTS = 10  # seconds after which the proposing phone may insist
MOST = 30  # a team's proposals for one choice; each is a row


@dataclass(frozen=True)
class Proposal:
    """A move that a phone proposes to its team; void once the team has something else to choose."""

    id: int  # the version of its row
    choice: str
    phone: int
    move: games.Move | None  # None: withdrawn
    since: float  # Unix time
    agreed: frozenset[int] = frozenset()  # phones
    count: int = 1  # how many the team has made for this choice

    def wait(self) -> int:
        """The seconds until its phone may insist."""
        return max(0, round(self.since + INSISTS - time()))

    def is_decided(self, phone: int, here: Collection[int]) -> bool:
        """Whether the move is played if *phone* agrees or insists; *here*: the team's connected phones."""
        if phone == self.phone and (time() >= self.since + INSISTS or not set(here) - {phone}):
            return True
        return len((self.agreed | {self.phone, phone}) & {*here, phone}) >= needed(here)


def needed(here: Collection[int]) -> int:
    """How many must agree, counting the proposer: half of the phones, but at least two."""
    return max(2, (len(here) + 1) // 2)


def team_here(state: "State", seat: int, here: Collection[str]) -> list[int]:
    """The numbers of a team's connected phones."""
    return [phone.number for key, phone in state.phones.items() if phone.seat == seat and key in here]


def together(state: "State", on: bool) -> dict[str, Any]:  # noqa: ARG001
    """Switch deciding together on or off."""
    if type(on) is not bool:
        raise Refused("rooms.refused.bad_action")
    return {"on": on}


def proposal_row(state: "State", seat: int, phone: int, move: games.Move) -> dict[str, Any]:
    """The row of a proposal. Raises `Refused` for an illegal move or too many proposals."""
    assert state.game is not None
    before = state.proposals.get(seat)
    if before and before.choice == state.choice(seat) and before.count >= MOST:
        raise Refused("rooms.refused.many_proposals", n=MOST)
    refuse_illegal(state.game, move)
    return {"seat": seat, "phone": phone, "move": move, "choice": state.choice(seat), "since": round(time(), 1)}


def refuse_illegal(game: games.Game, move: games.Move) -> None:
    """Raise `Refused` if the move is illegal now; nothing is played."""
    try:
        games.replay(game.log).play(move)
    except games.IllegalMove as refusal:
        raise Refused.like(refusal) from None


def proposal_view(state: "State", seat: int | None, here: Collection[str]) -> dict[str, Any] | None:
    """The open proposal, for the phones of the team only."""
    proposal = None if seat is None or state.held else state.proposal(seat)
    if proposal is None or seat is None:
        return None
    phones = team_here(state, seat, here)
    return {
        "id": proposal.id,
        "move": proposal.move,
        "phone": proposal.phone,
        "agreed": sorted(proposal.agreed | {proposal.phone}),
        "needed": needed(phones),
        "wait": proposal.wait(),
    }

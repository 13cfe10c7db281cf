"""Refusals of a room: why it does not do what it was asked, or cannot be opened."""

from geoclass import games


class Refused(games.Refusal):
    """Why a room does not do what it was asked."""


class Unreadable(Refused):
    """This version cannot read the room's rows. The sentence is for everybody; *why* is for the teacher."""

    def __init__(self, code: str, why: games.Refusal) -> None:
        super().__init__("rooms.refused.unreadable", code=code)
        self.why = why


class Unstored(Refused):
    """The row could not be stored, so nothing has happened."""

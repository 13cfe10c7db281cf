"""Live games: rooms that many screens join, and nothing is lost.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> from geoclass.rooms import Hall
>>> hall = Hall.at(Path(mkdtemp()))
>>> room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0})
>>> phone = room.join(seat=0)
>>> room.control(teacher, "start") == room.version
True
"""

from geoclass.rooms.actions import ACTIONS, Refused
from geoclass.rooms.bus import Bus, LocalBus
from geoclass.rooms.hall import Hall, Listed
from geoclass.rooms.names import NAME_LENGTH
from geoclass.rooms.room import Room, Token
from geoclass.rooms.state import Seat
from geoclass.rooms.store import NotStored, Row, SqliteStore, Store, Taken

__all__ = [
    "ACTIONS",
    "NAME_LENGTH",
    "Bus",
    "Hall",
    "Listed",
    "LocalBus",
    "NotStored",
    "Refused",
    "Room",
    "Row",
    "Seat",
    "SqliteStore",
    "Store",
    "Taken",
    "Token",
]

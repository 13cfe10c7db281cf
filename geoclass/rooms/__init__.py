"""Live games: rooms that many screens join and that survive a crash.

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> from geoclass.rooms import Hall
>>> hall = Hall.at(Path(mkdtemp()))
>>> room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0})
>>> phone = room.join(seat=0)
>>> room.control(teacher, "start") == room.version
True
"""

from geoclass.rooms.actions import ACTIONS
from geoclass.rooms.bus import Bus, LocalBus
from geoclass.rooms.hall import Hall, RoomListing
from geoclass.rooms.memory import MemoryStore
from geoclass.rooms.names import NAME_LENGTH
from geoclass.rooms.refused import Refused, Unreadable
from geoclass.rooms.room import Room, Token
from geoclass.rooms.salvage import Occasion
from geoclass.rooms.shelves import shelf
from geoclass.rooms.sqlite import SqliteBus, SqliteStore
from geoclass.rooms.state import Seat
from geoclass.rooms.store import FIGURES, LESSONS, NoRoom, NotStored, Row, RowConflict, Store, StoredRoom, StoreError

__all__ = [
    "ACTIONS",
    "FIGURES",
    "LESSONS",
    "NAME_LENGTH",
    "Bus",
    "Hall",
    "LocalBus",
    "MemoryStore",
    "NoRoom",
    "NotStored",
    "Occasion",
    "Refused",
    "Room",
    "RoomListing",
    "Row",
    "RowConflict",
    "Seat",
    "SqliteBus",
    "SqliteStore",
    "Store",
    "StoreError",
    "StoredRoom",
    "Token",
    "Unreadable",
    "shelf",
]

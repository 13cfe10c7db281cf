"""Storage for a teacher's figures and lessons: beside the rooms, in the store or in the data folder."""

from pathlib import Path

from platformdirs import user_data_path

from geoclass.data.shelf import Shelf
from geoclass.rooms.sqlite import SqliteShelf
from geoclass.rooms.store import SHELVES, Store


def shelf(name: str, store: str = "", folder: Path | None = None) -> Shelf:
    """The shelf *name* of the store ``redis://…``, or of *folder* if *store* is empty."""
    if not store:
        return SqliteShelf((folder or user_data_path("geoclass", appauthor=False)) / name)
    from geoclass.rooms.redis import RedisStore  # imported only when used: redis-py is optional

    return RedisStore(store).shelf(name)


def copy(store: Store, to: Store) -> int:
    """Copy everything that is missing on the other shelves; return how many."""
    copied = 0
    for name in SHELVES:
        mine, theirs = store.shelf(name), to.shelf(name)
        for one in sorted({*mine.names()} - {*theirs.names()}):
            theirs.put(one, mine.get(one))
            copied += 1
    return copied

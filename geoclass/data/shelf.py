"""Shelves: texts kept for good under names, such as a teacher's figures; in a folder, or where a store keeps them."""

import os
import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from secrets import token_hex
from typing import Protocol

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,80}")


class Shelf(Protocol):
    """Texts kept by name, such as files of figures or lessons: in a folder, or in the shared store."""

    def names(self) -> list[str]:
        """What is on the shelf, in the order of names."""

    def get(self, name: str) -> str:
        """The text of this name, empty if there is none."""

    def put(self, name: str, text: str) -> None:
        """Keep a text, durably, in place of an earlier one."""

    def drop(self, name: str) -> None:
        """Take a text from the shelf, if it is there."""


class FolderShelf:
    """A file each, there at once and whole, so that several processes can share the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        with self.trying():
            return sorted(file.stem for file in self.folder.glob("*.json") if NAME.fullmatch(file.stem))

    def get(self, name: str) -> str:
        file = self._file(name)
        with self.trying():
            return file.read_text("utf-8", "replace") if file.exists() else ""

    def put(self, name: str, text: str) -> None:
        file, made = self._file(name), self._file(name).with_suffix(f".{token_hex(4)}")
        with self.trying():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with made.open("w", encoding="utf-8") as opened:
                    opened.write(text)
                    opened.flush()
                    os.fsync(opened.fileno())
                made.replace(file)
            finally:
                made.unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        file = self._file(name)
        with self.trying():
            file.unlink(missing_ok=True)

    def trying(self) -> AbstractContextManager[None]:
        """Around everything that the disk may refuse, for whoever says it in words of its own."""
        return nullcontext()

    def _file(self, name: str) -> Path:
        return self.folder / f"{checked(name)}.json"


def checked(name: str) -> str:
    """*name*, if it can be one on a shelf: no path, no ending."""
    if not NAME.fullmatch(name):
        raise ValueError(f"not a name on a shelf: {name!r}")
    return name

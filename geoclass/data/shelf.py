"""Shelves: permanent storage of named texts, such as a teacher's figures, in a folder or in the shared store."""

import os
import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from secrets import token_hex
from typing import Protocol

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,80}")


class Shelf(Protocol):
    """Named texts, such as files of figures or lessons."""

    def names(self) -> list[str]:
        """All names, sorted."""

    def get(self, name: str) -> str:
        """The text of this name, empty if there is none."""

    def put(self, name: str, text: str) -> None:
        """Store a text durably, replacing an earlier one."""

    def drop(self, name: str) -> None:
        """Delete a text if it exists."""


class FolderShelf:
    """One file per text, replaced atomically, so that several processes can share the folder."""

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
        """A context around all disk access; subclasses can translate its errors."""
        return nullcontext()

    def _file(self, name: str) -> Path:
        return self.folder / f"{checked(name)}.json"


def checked(name: str) -> str:
    """Return *name* if it is valid, that is, neither a path nor with an extension. Raises `ValueError`."""
    if not NAME.fullmatch(name):
        raise ValueError(f"not a name on a shelf: {name!r}")
    return name

"""Errors of the operating system about files, in the user's language."""

import errno

from geoclass import i18n

_KNOWN = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_a_folder",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.EEXIST: "exists",
    errno.ENOSPC: "full",
    errno.ENAMETOOLONG: "long",
}


def why(error: OSError, lang: str | None = None) -> str:
    """The reason of an error: common ones as a sentence of ours, others in the system's words."""
    known = _KNOWN.get(error.errno or 0)
    return i18n.text(f"cli.os.{known}", lang) if known else error.strerror or str(error)


class Reason:
    """The reason as part of another sentence."""

    def __init__(self, error: OSError) -> None:
        self._error = error

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return why(self._error, lang).rstrip(".")

"""Why the computer refuses a file, in the reader's language."""

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
    """The common reasons in words of ours, the others in the system's."""
    known = _KNOWN.get(error.errno or 0)
    return i18n.text(f"cli.os.{known}", lang) if known else error.strerror or str(error)

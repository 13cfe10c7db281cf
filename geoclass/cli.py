"""The entry point: runs a command and exits cleanly, also on a closed pipe, a full disk or Ctrl-C.

Commands import what they need inside, so that Ctrl-C works from the start.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

PIPE_CLOSED, INTERRUPTED = 128 + 13, 128 + 2  # exit codes for signals, as in a shell


def main(argv: Sequence[str] | None = None) -> int:
    """``geoclass COMMAND …``; the exit code."""
    _be_lenient()
    try:
        from geoclass.commands import run

        code = run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_output()
        return PIPE_CLOSED
    except OSError as error:
        _close_output()
        return _failed(error)


def _be_lenient() -> None:
    """Replace characters that the terminal cannot encode instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _failed(error: OSError) -> int:
    from geoclass import i18n, os_errors
    from geoclass.arguments import spoken

    lang = spoken(sys.argv[1:])
    with suppress(OSError):  # stderr may be closed too
        print(i18n.text("cli.failed", lang, why=os_errors.why(error, lang)), file=sys.stderr)
    return 1


def _close_output() -> None:
    """Prevent further output, also by Python's flush at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)

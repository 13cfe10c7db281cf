"""All code that depends on differences between Panel 1.9 and 1.10 is here and in ``compat.js``.

- A component's message handlers run with the document locked in 1.9, without the lock in 1.10: ``locked``. Widget
  events run without it in both, if a message follows within 50 ms.
- A figure in a component is laid out again when its slot moves in 1.9, in 1.10 only when the whole component is
  resized: ``followPlaces`` in ``compat.js``.

Both solutions work with both versions, so no version check is needed.
"""

from collections.abc import Callable
from typing import Any

import panel as pn


def locked(callback: Callable[[], Any]) -> None:
    """Run *callback* in a tick of the session's document, which locks it; immediately if no server runs (notebooks)."""
    document = pn.state.curdoc
    if document is not None and document.session_context:
        document.add_next_tick_callback(callback)
    else:
        callback()

"""Metrics of this process for Prometheus at ``/metrics``, for this computer only, without names, codes or tokens."""

from collections import deque
from time import perf_counter
from typing import Any

from tornado.web import HTTPError, RequestHandler

import geoclass
from geoclass.rooms import Store, StoreError
from geoclass.ui import live, relay
from geoclass.ui.phone.limits import HERE

LATEST = 1000  # appends used for quantiles


class Appends:
    """Counts a store's appends and failures, and times the latest ones."""

    def __init__(self) -> None:
        self.kept = self.failed = 0
        self.total = 0.0
        self._latest: deque[float] = deque(maxlen=LATEST)

    def watch(self, store: Store) -> None:
        """Start counting a store's appends."""
        append = store.append

        def counted(*row: Any, **more: Any) -> None:
            began = perf_counter()
            try:
                append(*row, **more)
            except Exception:
                self.failed += 1
                raise
            took = perf_counter() - began
            self.kept += 1
            self.total += took
            self._latest.append(took)

        store.append = counted  # type: ignore[method-assign]

    def quantile(self, part: float) -> float:
        found = sorted(self._latest)
        return found[min(len(found) - 1, int(part * len(found)))] if found else 0.0


appends = Appends()


def text(application: Any) -> str:
    """The metrics in Prometheus's text format."""
    hall = live.hall()
    sessions = sum(len(application.get_sessions(path)) for path in application.app_paths)
    try:
        hall.store.ping()
        ready = 1
    except StoreError:
        ready = 0
    figures: list[tuple[str, str, str, list[tuple[str, float]]]] = [
        ("geoclass_ready", "gauge", "Whether the rooms can be reached.", [("", ready)]),
        ("geoclass_rooms", "gauge", "Rooms that a screen of this process shows.", [("", hall.shown)]),
        ("geoclass_phones", "gauge", "Phones at this process.", [("", hall.presence.phones())]),
        ("geoclass_sessions", "gauge", "Pages of this process.", [("", sessions)]),
        ("geoclass_append_failures_total", "counter", "Rows that were not kept.", [("", appends.failed)]),
        (
            "geoclass_append_seconds",
            "summary",
            "How long a row takes until it is durable.",
            [
                ('quantile="0.5"', appends.quantile(0.5)),
                ('quantile="0.95"', appends.quantile(0.95)),
                ("_sum", appends.total),
                ("_count", appends.kept),
            ],
        ),
    ]
    process = f'process="{relay.marked()["door"]}",version="{geoclass.__version__}"'
    lines = []
    for name, sort, about, values in figures:
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {sort}"]
        for label, value in values:
            end = label if label.startswith("_") else ""
            labels = process if end or not label else f"{process},{label}"
            lines.append(f"{name}{end}{{{labels}}} {value:.6g}")
    return "\n".join(lines) + "\n"


class Metrics(RequestHandler):
    """Answers local requests only, and none through a proxy."""

    def get(self) -> None:
        if self.request.remote_ip not in HERE or "X-Forwarded-For" in self.request.headers:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.write(text(self.application))

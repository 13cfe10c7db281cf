"""The classroom server with an extra page that reports its screens and rooms, for tests only."""

import gc
import json
import sys

from tornado.web import RequestHandler

from geoclass.rooms import Room
from geoclass.ui import live, plugin
from geoclass.ui.phone import audience
from geoclass.ui.serve import make, run
from geoclass.ui.stage import Screen


class Held(RequestHandler):
    def get(self) -> None:
        gc.collect()
        hall, alive = live.hall(), gc.get_objects()
        rooms = [thing for thing in alive if isinstance(thing, Room)]
        self.write(
            json.dumps(
                {
                    "listening": sum(hall._bus.listening(room.code) for room in rooms),
                    "rooms": len(rooms),
                    "followers": sum(len(one._followers) for one in audience._audiences.values()),
                    "screens": sum(isinstance(thing, Screen) for thing in alive),
                    "sessions": len(self.application.get_sessions("/countries")),
                }
            )
        )


def main(port: str) -> None:
    plugin.ROUTES.append((r"/held", Held, {}))
    quick = {"check_unused_sessions_milliseconds": 1000, "unused_session_lifetime_milliseconds": 1000}
    run(make(int(port), "127.0.0.1", [f"localhost:{port}"], **quick))


if __name__ == "__main__":
    main(sys.argv[1])

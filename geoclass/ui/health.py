"""Health check: this process answers and reaches its store."""

import json

from tornado.web import RequestHandler

from geoclass.rooms import StoreError
from geoclass.ui import live


class Health(RequestHandler):
    """Says only whether all is well; the reason is in the log."""

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.set_header("Content-Type", "application/json")
        try:
            live.hall().store.ping()
        except StoreError:
            self.set_status(503)
            self.write(json.dumps({"ready": False}))
        else:
            self.write(json.dumps({"ready": True}))

    head = get

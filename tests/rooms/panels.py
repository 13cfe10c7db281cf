"""A Panel page without a browser: its session, its document and the patches that follow, by Bokeh's own protocol."""

import asyncio
import json
import re
import secrets

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

TOKEN = re.compile(r'"token":"([^"]+)"')
WAIT = 60  # seconds for one step, on a slow and busy machine

AsyncHTTPClient.configure(None, max_clients=1000)


async def fetch(address):
    return (await AsyncHTTPClient().fetch(HTTPRequest(address, request_timeout=WAIT, connect_timeout=WAIT))).body


class PanelPage:
    """One session. Messages are three frames of JSON: header, metadata, content."""

    def __init__(self, address):
        self.address = address
        self.document, self.patches = None, 0
        self.changed, self._line, self._reading = asyncio.Event(), None, None

    async def open(self):
        """The page, its token, the websocket, the document: all that a browser waits for before it can draw."""
        page = (await fetch(self.address)).decode()
        where = self.address.partition("?")[0].replace("http", "ws", 1) + "/ws"
        token = TOKEN.search(page)[1]
        self._line = await websocket_connect(where, subprotocols=["bokeh", token], max_message_size=2**26)
        await self._message()  # ACK
        await self._say("PULL-DOC-REQ", {})
        while (reply := await self._message()) and reply[0]["msgtype"] != "PULL-DOC-REPLY":
            pass
        if reply is None:
            raise WebSocketClosedError
        self.document = reply[1]["doc"]
        self._reading = asyncio.create_task(self._read())
        await self._event("document_ready", [])
        return self

    async def click(self, model):
        """Press a button by its model's id."""
        pressed = {
            "type": "event",
            "name": "button_click",
            "values": {"type": "map", "entries": [["model", {"id": model}]]},
        }
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": pressed}
        await self._say("PATCH-DOC", {"events": [event]})

    def find(self, sort):
        """The id of the first model of a sort in the document."""
        return next(_models(self.document, sort))["id"]

    async def close(self):
        self._line.close()
        await self._reading

    async def _read(self):
        while (message := await self._message()) is not None:
            if message[0]["msgtype"] == "PATCH-DOC":
                self.patches += 1
                self.changed.set()

    async def _event(self, name, entries):
        happened = {"type": "event", "name": name, "values": {"type": "map", "entries": entries}}
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": happened}
        await self._say("PATCH-DOC", {"events": [event]})

    async def _say(self, sort, content):
        header = {"msgid": secrets.token_hex(8), "msgtype": sort}
        for part in (header, {}, content):
            await self._line.write_message(json.dumps(part))

    async def _message(self):
        """The next one: its header and its content; None when the connection has ended."""
        if (header := await self._line.read_message()) is None:
            return None
        header = json.loads(header)
        parts = []
        for _ in range(2 + 2 * header.get("num_buffers", 0)):
            if (part := await self._line.read_message()) is None:  # there is no second one to wait for
                return None
            parts.append(part)
        return header, json.loads(parts[1])


def _models(found, sort):
    if isinstance(found, dict):
        if found.get("type") == "object" and str(found.get("name", "")).endswith(sort) and "id" in found:
            yield found
        found = list(found.values())
    if isinstance(found, list):
        for part in found:
            yield from _models(part, sort)

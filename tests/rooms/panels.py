"""A Panel page without a browser: its session, document and patches, over Bokeh's protocol."""

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
    return (await _answer(address)).body


async def _answer(address, **more):
    return await AsyncHTTPClient().fetch(HTTPRequest(address, request_timeout=WAIT, connect_timeout=WAIT, **more))


class PanelPage:
    """One session. Messages are three frames of JSON: header, metadata, content."""

    def __init__(self, address, headers=None, source=None):
        self.address = address
        self._asking = {"headers": headers or {}, "network_interface": source}
        self.document, self.patches, self.told, self.heard = None, 0, None, []
        self.changed, self._line, self._reading = asyncio.Event(), None, None

    async def open(self):
        """Fetch page, token, websocket and document: everything a browser needs before it can draw."""
        await self.fetch()
        await self.arrive()
        return self

    async def arrive(self):
        """Send what a browser sends after drawing the document."""
        self._reading = asyncio.create_task(self._read())
        await self._event("document_ready", [])

    async def fetch(self):
        """Fetch page and document, without the messages sent after drawing."""
        page = await _answer(self.address, **self._asking)
        cookies = [cookie.partition(";")[0] for cookie in page.headers.get_list("Set-Cookie")]
        await self.connect(TOKEN.search(page.body.decode())[1], cookies)

    async def connect(self, token, cookies):
        """Open the websocket with these cookies and fetch the document."""
        where = self.address.partition("?")[0].rstrip("/").replace("http", "ws", 1) + "/ws"
        headers = self._asking["headers"]
        cookies = "; ".join([*cookies, *filter(None, [headers.get("Cookie")])])
        request = HTTPRequest(where, **self._asking | {"headers": {**headers, "Cookie": cookies}})
        self._line = await websocket_connect(request, subprotocols=["bokeh", token], max_message_size=2**26)
        await self._message()  # ACK
        await self._send("PULL-DOC-REQ", {})
        while (reply := await self._message()) and reply[0]["msgtype"] != "PULL-DOC-REPLY":
            pass
        if reply is None:
            raise WebSocketClosedError
        self.document = reply[1]["doc"]

    async def click(self, model):
        """Press a button by its model's id."""
        pressed = {
            "type": "event",
            "name": "button_click",
            "values": {"type": "map", "entries": [["model", {"id": model}]]},
        }
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": pressed}
        await self._send("PATCH-DOC", {"events": [event]})

    async def touch(self, message):
        """Send a message as the surface's script does on a click."""
        said = {"type": "map", "entries": [[key, value] for key, value in message.items()]}
        await self._event("data_event", [["model", {"id": self.find("ReactiveESM")}], ["data", said]])

    def find(self, model_type):
        """The id of the first model of this type in the document."""
        return next(_models(self.document, model_type))["id"]

    async def close(self):
        self._line.close()
        await self._reading

    async def _read(self):
        while (message := await self._message()) is not None:
            if message[0]["msgtype"] == "PATCH-DOC":
                self.patches, self.told = self.patches + 1, message[1]
                self.heard.append(message[1])
                self.changed.set()

    async def _event(self, name, entries):
        happened = {"type": "event", "name": name, "values": {"type": "map", "entries": entries}}
        event = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": happened}
        await self._send("PATCH-DOC", {"events": [event]})

    async def _send(self, kind, content):
        header = {"msgid": secrets.token_hex(8), "msgtype": kind}
        for part in (header, {}, content):
            await self._line.write_message(json.dumps(part))

    async def _message(self):
        """The header and content of the next message; None once the connection is closed."""
        if (header := await self._line.read_message()) is None:
            return None
        header = json.loads(header)
        parts = []
        for _ in range(2 + 2 * header.get("num_buffers", 0)):
            if (part := await self._line.read_message()) is None:  # no second frame follows
                return None
            parts.append(part)
        return header, json.loads(parts[1])


def _models(found, model_type):
    if isinstance(found, dict):
        if found.get("type") == "object" and str(found.get("name", "")).endswith(model_type) and "id" in found:
            yield found
        found = list(found.values())
    if isinstance(found, list):
        for part in found:
            yield from _models(part, model_type)

"""Attacks that a curious pupil might try on the server, each run in its own process for a limited time.

``python -m benchmarks._attacks NAME PORT CODE SECONDS SCALE KEY`` prints ``begun``, and its result at the end. Each
attacker has its own address in 127.0.0.0/8, as pupils have in a network. KEY is the teacher's, used by `csv` only.
"""

import asyncio
import base64
import json
import random
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from geoclass.ui.teacher import COOKIE
from tests.rooms.panels import PanelPage

PUPILS, LOOPS = 30, 4
LINES = 20_000, 900  # of wrong files: the first is refused for its length, the second is parsed
NEVER_READING, HALF_OPEN, FLOODING = 60, 400, 10
TEAMS = 4  # of the room
SMALL = 4096  # bytes: the receive buffer of a socket that never reads
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attack:
    """Attacks on the room *code* of the server at *port*, at *scale* times their full size."""

    def __init__(self, port: int, code: str, seconds: float, scale: float = 1.0, key: str = "") -> None:
        self.port, self.code, self.until, self.scale, self.key = port, code, monotonic() + seconds, scale, key

    def many(self, n: int) -> range:
        return range(max(1, round(n * self.scale)))

    async def explore(self) -> str:
        """Thirty phones open Explore at once, as browsers do: page, websocket, document."""
        pupils = self.many(PUPILS)
        found = await asyncio.gather(*(self._document(f"127.0.1.{n + 1}") for n in pupils))
        return f"{sum(found)} of {len(pupils)} documents delivered"

    async def loop(self) -> str:
        """One phone loads Explore repeatedly, four times in parallel."""
        pages = []

        async def again() -> None:
            while monotonic() < self.until:
                pages.append(b" 200 " in (await self.get("/explore", "127.0.2.1"))[:20])

        await asyncio.gather(*(again() for _ in range(LOOPS)))
        return f"{sum(pages)} of {len(pages)} pages delivered"

    async def csv(self) -> str:
        """Upload files with only wrong lines from the teacher's browser. Names similar to real ones take longest."""
        rng, answers, n = random.Random(1), 0, 0
        files = []
        for lines in LINES:
            names = ("".join(rng.choices("aeinorstul ", k=12)) for _ in range(lines))
            text = "pays;café (kg)\n" + "\n".join(f"{name};x" for name in names)
            files.append(base64.b64encode(text.encode()).decode())
        address = f"http://localhost:{self.port}/explore?lang=fr&tab=data"
        page = await PanelPage(address, {"Cookie": f"{COOKIE}={self.key}"}).open()
        while monotonic() < self.until:
            page.changed.clear()
            await page.touch({"do": "load", "value": files[n % len(files)]})
            n += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(page.changed.wait(), max(0.1, self.until - monotonic()))
                answers += 1
        await page.close()
        return f"{answers} of {n} files answered"

    async def never_read(self) -> str:
        """Phones join the room and never read from their sockets."""
        lines = [await self.line(f"127.0.3.{n + 1}") for n in self.many(NEVER_READING)]
        for n, (reader, writer) in enumerate(lines):
            writer.write(frame({"type": "join", "code": self.code, "seat": n % TEAMS, "lang": "fr"}))
            await reader.readuntil(b'"joined"')
            writer.transport.pause_reading()  # type: ignore[attr-defined]
        await self._rest()
        for _, writer in lines:
            writer.close()
        return f"{len(lines)} joined and never read"

    async def half_open(self) -> str:
        """Open connections, each of which begins a request and never completes it."""
        lines: list[Line] = []
        for n in self.many(HALF_OPEN):
            with suppress(OSError):
                lines.append(await self._connect(f"127.0.4.{n % 3 + 1}"))
                lines[-1][1].write(b"GET /join HTTP/1.1\r\nHost: localhost\r\n")
        await asyncio.sleep(0)
        held = sum(not reader.at_eof() for reader, _ in lines)
        await self._rest()
        for _, writer in lines:
            writer.close()
        return f"{len(lines)} opened, {held} of them accepted at first"

    async def joins(self) -> str:
        """One device joins as fast as it can, by ten sockets at a time and always new ones."""
        joined = 0

        async def again() -> None:
            nonlocal joined
            while monotonic() < self.until:
                with suppress(OSError, EOFError, TimeoutError):
                    reader, writer = await self.line("127.0.5.1")
                    for _ in range(20):  # a socket is one phone, however often it joins
                        writer.write(frame({"type": "join", "code": self.code, "seat": 0, "lang": "fr"}))
                    seen = b""
                    async with asyncio.timeout(1):
                        while b'"joined"' not in seen and b'"refused"' not in seen:
                            seen += await reader.read(1 << 16) or b'"refused"'
                    joined += b'"joined"' in seen
                    writer.close()
                await asyncio.sleep(0.01)

        await asyncio.gather(*(again() for _ in range(FLOODING)))
        return f"{joined} joined"

    async def _rest(self) -> None:
        await asyncio.sleep(max(0.0, self.until - monotonic()))

    async def _connect(self, source: str, small: bool = False) -> Line:
        line = socket.socket()
        line.setblocking(False)
        if small:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=line)

    async def get(self, path: str, source: str) -> bytes:
        """The whole response, with its headers."""
        reader, writer = await self._connect(source)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nConnection: close\r\n\r\n".encode())
        page = await reader.read(-1)
        writer.close()
        return page

    async def _document(self, source: str) -> bool:
        """Fetch a page, then its document over the websocket, without drawing it; whether the document arrived."""
        with suppress(TimeoutError, EOFError, OSError):
            async with asyncio.timeout(max(0.1, self.until - monotonic())):
                reader, writer = await self.page_line("/explore", source)
                while b'"ACK"' not in await _part(reader):
                    pass
                for part in ({"msgid": "1", "msgtype": "PULL-DOC-REQ"}, {}, {}):
                    writer.write(frame(part))
                while b"PULL-DOC-REPLY" not in await _part(reader):
                    pass
                await _part(reader)
                document = await _part(reader)
                writer.close()
                return document.startswith(b'{"doc"')
        return False

    async def page_line(self, path: str, source: str) -> Line:
        """Fetch a page and open its websocket."""
        page = await self.get(path, source)
        token, cookie = _between(page, b'"token":"', b'"'), _between(page, b"Set-Cookie: ", b";")
        return await self.line(source, f"{path}/ws", f"bokeh, {token}", cookie)

    async def line(self, source: str, path: str = "/phone/socket", protocol: str = "", cookie: str = "") -> Line:
        """Open a websocket: of a phone or, with *protocol* and *cookie*, of a page."""
        reader, writer = await self._connect(source, small=not protocol)
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nOrigin: http://localhost:{self.port}\r\n"
        asked += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        asked += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        asked += f"Sec-WebSocket-Protocol: {protocol}\r\nCookie: {cookie}\r\n\r\n" if protocol else "\r\n"
        writer.write(asked.encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


def _between(text: bytes, before: bytes, after: bytes) -> str:
    return text.partition(before)[2].partition(after)[0].decode()


async def _part(reader: asyncio.StreamReader) -> bytes:
    """The payload of the server's next frame; frames are uncompressed, as compression was not requested."""
    size = (await reader.readexactly(2))[1]
    if size > 125:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return await reader.readexactly(size)


def frame(message: object) -> bytes:
    """A text frame as a browser sends it, with a mask of zeros."""
    text = json.dumps(message).encode()
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + text


ATTACKS: dict[str, Callable[[Attack], Awaitable[str]]] = {
    "explore": Attack.explore,
    "loop": Attack.loop,
    "csv": Attack.csv,
    "never_read": Attack.never_read,
    "half_open": Attack.half_open,
    "joins": Attack.joins,
}


async def _main(name: str, port: str, code: str, seconds: str, scale: str, key: str) -> None:
    print("begun", flush=True)
    print(await ATTACKS[name](Attack(int(port), code, float(seconds), float(scale), key)), flush=True)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))

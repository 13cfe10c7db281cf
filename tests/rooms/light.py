"""The phones' websocket alone, without Panel: starts fast enough to be killed often."""

import asyncio
import sys

from tornado.web import Application

from geoclass.ui.phone.socket import Socket


async def main(port: int, known_as: str = "") -> None:
    server = Application([(r"/phone/socket", Socket)])
    server.websocket_origins = {known_as or f"localhost:{port}"}
    server.listen(port, "127.0.0.1")
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))

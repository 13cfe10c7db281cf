"""Firefox and WebKit for the tests, driven by their built-in W3C WebDriver, over Marionette or HTTP."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError

from tests.ports import free_port

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # W3C's key of an element reference
PATIENCE = 60.0  # seconds to wait, on a busy machine
# The visible elements that match a selector, also in shadow roots, and contain these words.
FIND = """const [selector, words] = arguments;
const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => (e.shadowRoot ? all(e.shadowRoot) : []))
  .concat([...root.querySelectorAll(selector)]);
return all(document).filter((e) => e.textContent.includes(words) && e.getClientRects().length)"""


class Wire(Protocol):
    """Sends a WebDriver command by name and returns its value."""

    def __call__(self, name: str, values: Mapping[str, Any]) -> Any: ...


class WebDriverError(Exception):
    pass


class Screens:
    """A browser with a few tabs."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name, self._wire = name, wire

    def open(self, url: str) -> None:
        self._wire("Navigate", {"url": url})

    def window(self) -> str:
        """Open another tab and switch to it."""
        before = self.here
        handle: str = self._wire("NewWindow", {"type": "window"})["handle"]
        self.go(handle)
        assert handle != before
        return handle

    @property
    def here(self) -> str:
        return str(self._wire("GetWindowHandle", {}))

    def go(self, handle: str) -> None:
        self._wire("SwitchToWindow", {"handle": handle})

    def size(self, width: int, height: int) -> None:
        """Resize the window so that the page has this size."""
        for _ in range(3):
            inner = self.script("return [innerWidth, innerHeight]")
            if inner == [width, height]:
                return
            outer = self._wire("GetWindowRect", {})
            grown = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}
            self._wire("SetWindowRect", grown)
            time.sleep(0.3)

    def script(self, text: str, *args: Any) -> Any:
        return self._wire("ExecuteScript", {"script": text, "args": list(args)})

    def find(self, selector: str, words: str = "") -> list[Any]:
        """The visible elements; none if one of them was replaced before WebKit has returned it."""
        try:
            found: list[Any] = self.script(FIND, selector, words)
        except WebDriverError as error:
            if "stale" not in str(error):
                raise
            return []
        return found

    def wait(self, selector: str, words: str = "") -> Any:
        """The first such element, once it exists."""
        return self.until(lambda: self.find(selector, words), f"{selector} {words}")[0]

    def until(self, found: Callable[[], Any], what: str) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := found():
                return value
            time.sleep(0.1)
        raise TimeoutError(f"{self.name}: no {what}")

    def press(self, selector: str, words: str = "") -> bool:
        """Press the element with a real pointer event at its position; whether it exists."""
        if not (found := self.find(selector, words)):
            return False
        element = found[0][ELEMENT]
        try:
            self._wire("ElementClick", {"id": element, "element": element})
        except WebDriverError as error:  # redrawn or moving in between
            if any(passing in str(error) for passing in ("stale", "intercepted", "not interactable")):
                return False
            raise
        return True

    def click(self, selector: str, words: str = "") -> None:
        """Press the element once it exists."""
        self.until(lambda: self.press(selector, words), f"{selector} {words}")

    def click_until(self, button: str, there: str) -> None:
        """Press *button* repeatedly until *there* exists."""
        self.until(lambda: self.find(there) or (self.press(button) and None), there)

    def type(self, selector: str, text: str) -> None:
        element = self.wait(selector)[ELEMENT]
        self._wire("ElementSendKeys", {"id": element, "element": element, "text": text, "value": list(text)})

    def shot(self) -> bytes:
        value = self._wire("TakeScreenshot", {"full": False})
        return base64.b64decode(value)


def reason_for_none(name: str) -> str:
    """Why *name* cannot be driven here; empty if it can."""
    needed = {"firefox": ["firefox-esr|firefox"], "webkit": ["WebKitWebDriver", "Xvfb"]}[name]
    missing = [one for one in needed if not any(shutil.which(other) for other in one.split("|"))]
    if name == "webkit" and not missing and not _minibrowser():
        missing = ["MiniBrowser"]
    debian = {"firefox": "firefox-esr", "webkit": "webkit2gtk-driver xvfb"}[name]
    return f"{', '.join(missing)} not installed (Debian: apt install {debian})" if missing else ""


@contextmanager
def running(name: str, folder: Path) -> Iterator[Screens]:
    with {"firefox": _firefox, "webkit": _webkit}[name](folder) as wire:
        yield Screens(name, wire)


# Firefox speaks Marionette: "length:[0, number, name, values]" on a socket, answered by [1, number, error, value]


@contextmanager
def _firefox(folder: Path) -> Iterator[Wire]:
    port = free_port()
    settings = {
        "marionette.port": port,
        "browser.shell.checkDefaultBrowser": False,
        "network.captive-portal-service.enabled": False,
    }
    settings |= {
        "network.connectivity-service.enabled": False,
        "app.update.enabled": False,
        "datareporting.policy.dataSubmissionEnabled": False,
    }
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in settings.items()]
    (folder / "user.js").write_text("".join(lines))
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with ExitStack() as stack:
        stack.enter_context(_process(command, folder, HOME=str(folder)))
        line = stack.enter_context(_connected(port))
        stream = stack.enter_context(line.makefile("rwb"))
        _told(stream)  # its greeting
        count = 0

        def wire(name: str, values: Mapping[str, Any]) -> Any:
            nonlocal count
            count += 1
            text = json.dumps([0, count, f"WebDriver:{name}", values]).encode()
            stream.write(b"%d:%s" % (len(text), text))
            stream.flush()
            _, _, error, value = _told(stream)
            if error:
                raise WebDriverError(f"{error['error']}: {error['message']}")
            return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

        wire("NewSession", {})
        yield wire


def _told(stream: Any) -> Any:
    length = b""
    while (byte := stream.read(1)) != b":":
        assert byte, "Firefox has closed"
        length += byte
    return json.loads(stream.read(int(length)))


# WebKit has an HTTP server: addresses instead of names

ROUTES = {
    "Navigate": "POST url",
    "NewWindow": "POST window/new",
    "GetWindowHandle": "GET window",
    "SwitchToWindow": "POST window",
    "GetWindowRect": "GET window/rect",
    "SetWindowRect": "POST window/rect",
    "ExecuteScript": "POST execute/sync",
    "ElementClick": "POST element/{id}/click",
    "ElementSendKeys": "POST element/{id}/value",
    "TakeScreenshot": "GET screenshot",
}


def _minibrowser() -> str:
    return next((str(found) for found in sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), "")


@contextmanager
def _webkit(folder: Path) -> Iterator[Wire]:
    port = free_port()
    display, number = os.pipe()
    screen = ["Xvfb", "-displayfd", str(number), "-screen", "0", "2200x1400x24", "-nolisten", "tcp"]
    with _process(screen, folder, pass_fds=(number,)):
        os.close(number)
        with os.fdopen(display) as said:
            shown = f":{said.readline().strip()}"
        driver = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        with _process(driver, folder, DISPLAY=shown, HOME=str(folder), NO_AT_BRIDGE="1"):
            _connected(port).close()
            asked = {"binary": _minibrowser(), "args": ["--automation"]}
            base = f"http://127.0.0.1:{port}/session"
            session = _fetched("POST", base, {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": asked}}})

            def wire(name: str, values: Mapping[str, Any]) -> Any:
                method, path = ROUTES[name].format(**values).split()
                return _fetched(method, f"{base}/{session['sessionId']}/{path}", values)

            yield wire
            _fetched("DELETE", f"{base}/{session['sessionId']}", {})


def _fetched(method: str, url: str, values: Mapping[str, Any]) -> Any:
    body = json.dumps(values).encode() if method == "POST" else None
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except HTTPError as error:
        value = json.load(error)["value"]
        raise WebDriverError(f"{value['error']}: {value['message']}") from None


@contextmanager
def _process(command: list[str], folder: Path, pass_fds: tuple[int, ...] = (), **env: str) -> Iterator[None]:
    with (folder / "browser.log").open("ab") as log:
        process = subprocess.Popen(command, env=os.environ | env, stdout=log, stderr=log, pass_fds=pass_fds, cwd=folder)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)

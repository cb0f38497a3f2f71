"""A headless Chromium, driven by its own protocol over two pipes: no driver program, no packages.

Every message is one JSON object that ends with a zero byte. Console errors, uncaught exceptions and
network requests are kept for the tests to look at.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
_LAUNCH = """
import fcntl, os, sys
source, target = (fcntl.fcntl(int(word), fcntl.F_DUPFD, 10) for word in sys.argv[1:3])
os.dup2(source, 3)
os.dup2(target, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Chromium reads commands from descriptor 3 and writes to 4."""
KEYS = {
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
}


class Browser:
    def __init__(self, profile: Path) -> None:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        assert path, "these tests need Chromium: apt-get install chromium"
        commands_out, self._commands = os.pipe()
        self._events, events_in = os.pipe()
        launch = [sys.executable, "-c", _LAUNCH, str(commands_out), str(events_in)]
        self._process = subprocess.Popen(
            [*launch, path, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(commands_out, events_in),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands_out)
        os.close(events_in)
        self._buffer = b""
        self._next_id = 0
        self._session = ""
        self._loaded = False
        self.complaints: list[str] = []
        """Console errors and warnings, exceptions, log entries."""
        self.requests: list[str] = []
        """Addresses asked for since the page was opened."""

    def __enter__(self) -> Self:
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log"):
                self.call(f"{domain}.enable")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._session = ""
            self.call("Browser.close")
            self._process.wait(10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._commands)
        os.close(self._events)

    def open(self, path: Path, width: int = 1280, height: int = 900, **features: str) -> None:
        """Load a file in a window of that size; `features` are media features."""
        self.resize(width, height)
        listed = [{"name": n.replace("_", "-"), "value": v} for n, v in features.items()]
        self.call("Emulation.setEmulatedMedia", media="", features=listed)
        self.complaints.clear()
        self.requests.clear()
        self._loaded = False
        self.call("Page.navigate", url=path.resolve().as_uri())
        self._wait(lambda: self._loaded)
        self.settle()

    def resize(self, width: int, height: int = 900) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.settle()

    def settle(self) -> None:
        """Until the page has been laid out and drawn twice."""
        self.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")

    def run(self, script: str) -> Any:
        """The value of an expression, promises awaited."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        code = KEYS[key]
        text = {"Enter": "\r", " ": " "}.get(key, "")
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                text=text if kind == "keyDown" else "",
            )
        self.settle()

    def point(
        self, selector: str, share: tuple[float, float] = (0.5, 0.5), click: bool = True
    ) -> None:
        """Move the mouse onto an element, and click it unless told otherwise."""
        quoted = json.dumps(selector)
        self.run(
            f"document.querySelector({quoted})"
            ".scrollIntoView({block: 'center', behavior: 'instant'})"
        )
        self.settle()
        box = self.run(
            f"(() => {{ const b = document.querySelector({quoted}).getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height]; })()"
        )
        place = {"x": box[0] + share[0] * box[2], "y": box[1] + share[1] * box[3]}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **place)
        if click:
            for kind in ("mousePressed", "mouseReleased"):
                self.call(
                    "Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place
                )
        self.settle()

    def screenshot(self, path: Path, whole: bool = True) -> None:
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def print_pdf(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF")["data"])

    def call(self, method: str, **parameters: Any) -> Any:
        """Send a command and wait for its answer."""
        self._next_id += 1
        own = self._next_id
        message: dict[str, Any] = {"id": own, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        answer: dict[str, Any] = {}

        def is_answered() -> bool:
            return bool(answer)

        self._wait(is_answered, own, answer)
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def _wait(self, is_done: Any, own: int = -1, answer: dict[str, Any] | None = None) -> None:
        end = time.monotonic() + 600
        while not is_done():
            message = self._read(end)
            if message.get("id") == own and answer is not None:
                answer.update(message)
            elif "method" in message:
                self._note(message["method"], message.get("params", {}))

    def _read(self, end: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._events], [], [], max(0, end - time.monotonic()))
            assert ready, "Chromium did not answer within a minute"
            data = os.read(self._events, 1 << 20)
            assert data, "Chromium has ended"
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found

    def _note(self, method: str, parameters: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            self.complaints.append(json.dumps(parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(json.dumps(parameters["entry"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

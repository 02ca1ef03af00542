"""Starts the service for the tests, and talks to it.

The programs are those of the debug builds, unless CARDSHOT_SERVE and CARDSHOT_PROGRAM name others.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SERVE = os.environ.get("CARDSHOT_SERVE") or str(ROOT / ".build-server/debug/cardshot-serve")
PROGRAM = os.environ.get("CARDSHOT_PROGRAM") or str(ROOT / ".build/debug/cardshot")

KEY = base64.b64encode(bytes(range(32))).decode()
OTHER_KEY = base64.b64encode(bytes(range(32, 64))).decode()
TOKEN = "token-of-the-tests-0123456789"

# How long a test waits for something that must happen. Reaching it is a failure, so it is long.
PATIENCE = 30

TEXT = {"parts": [{"type": "title", "title": "{{ title }}"}]}
DECKS = {
    "card.json": {
        "inputs": {
            "title": {"type": "string", "maxLength": 200},
            "count": {"type": "integer", "minimum": 0, "maximum": 9, "default": 3},
        },
        "canvas": {"width": 200},
        "data": {"title": "Hello"},
        "cards": [{"parts": [
            {"type": "title", "title": "{{ title }}"}, {"type": "text", "text": "{{ count }} times"}]}],
    },
    # Without inputs: it has no unsigned address.
    "plain.json": {"canvas": {"width": 120}, "data": {"title": "Plain"}, "cards": [TEXT]},
    "sub/größe 1.json": {
        "inputs": {"title": {"type": "string"}}, "canvas": {"width": 120}, "data": {"title": "Sub"},
        "cards": [TEXT],
    },
}


def write_decks(folder, decks):
    for name, deck in decks.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(deck, bytes):
            path.write_bytes(deck)
        else:
            path.write_text(deck if isinstance(deck, str) else json.dumps(deck, ensure_ascii=False), encoding="utf-8")


def free_port(host="127.0.0.1"):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as end:
        end.bind((host, 0))
        return end.getsockname()[1]


def eventually(check, message="it did not happen", patience=PATIENCE):
    """Waits until `check` returns something true, and returns it."""
    end = time.monotonic() + patience
    while True:
        result = check()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.02)


def clean_environment(variables=None):
    """The environment without settings of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CARDSHOT_") and name != "PORT"}
    return kept | (variables or {})


def run(arguments, variables=None, **others):
    """Runs cardshot-serve to its end."""
    return subprocess.run(
        [SERVE, *map(str, arguments)], env=clean_environment(variables), capture_output=True, text=True,
        timeout=2 * PATIENCE, **others)


# Addresses

def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def canonical(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


def signature(rest, key=KEY):
    return base64url(hmac.new(base64.b64decode(key), rest.encode(), hashlib.sha256).digest())


def signed_text(payload, file, key=KEY):
    """The signed path of a payload that is given as bytes."""
    rest = f"{base64url(payload)}/{urllib.parse.quote(file)}"
    return f"/i/{signature(rest, key)}/{rest}"


def signed(data=None, file="card.png", key=KEY, **others):
    payload = dict(others)
    if data is not None:
        payload["data"] = data
    return signed_text(canonical(payload), file, key)


def unsigned(file="card.png", **values):
    query = urllib.parse.urlencode(values)
    return f"/d/{urllib.parse.quote(file)}" + (f"?{query}" if query else "")


# Processes

def processes():
    """The number, parent, state and start of all processes."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                text = Path("/proc", name, "stat").read_text()
            except OSError:
                continue
            fields = text[text.rindex(")") + 2:].split()
            yield int(name), int(fields[1]), fields[0]


def children(parent):
    return {process: state for process, its_parent, state in processes() if its_parent == parent}


def state(process):
    return next((state for number, _, state in processes() if number == process), None)


class Answer:
    """The status, headers and body of an answer."""

    def __init__(self, response, body):
        self.status = response.status
        self.headers = response.headers
        self.body = body

    def __getitem__(self, name):
        return self.headers[name]

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json["code"]

    def __repr__(self):
        return f"<{self.status} {self.body[:500]!r}>"


class Sender(threading.Thread):
    """A request that waits for its answer while the test goes on."""

    def __init__(self, service, *arguments, **others):
        super().__init__(daemon=True)
        self.answer = self.error = None
        self._call = lambda: service.request(*arguments, **others)
        self.start()

    def run(self):
        try:
            self.answer = self._call()
        except Exception as error:  # The test reads it.
            self.error = error

    def result(self):
        self.join(PATIENCE)
        if self.error:
            raise self.error
        if self.answer is None:
            raise AssertionError("there was no answer")
        return self.answer


class Service:
    """A service on free ports, with decks, a key and a cache in a temporary folder."""

    def __init__(self, *options, decks=None, keys=(KEY,), tokens=(), host="127.0.0.1", workers=1, cache=True,
                 waits=True, unix=False, **settings):
        self.folder = Path(tempfile.mkdtemp(prefix="serve-tests-"))
        self.decks = self.folder / "decks"
        write_decks(self.decks, DECKS if decks is None else decks)
        self.cache = self.folder / "cache"
        self.log_path = self.folder / "log"
        self.host = host
        self.socket = self.folder / "socket" if unix else None
        self.options = list(options)
        if workers:
            self.options += ["--workers", workers]
        if keys:
            self.key_file = self.folder / "key"
            self.key_file.write_text("\n".join(keys) + "\n")
            self.options += ["--key-file", self.key_file]
        if tokens:
            (self.folder / "tokens").write_text("\n".join(tokens) + "\n")
            self.options += ["--tokens-file", self.folder / "tokens"]
        # A cache in the folder of the service, in another one, or none.
        if cache is not True:
            self.cache = cache or "off"
        self.options += ["--cache", self.cache]
        self.variables = {name: str(value) for name, value in settings.items()}
        self.process = None
        try:
            self.start(waits)
        except BaseException:
            self.stop()
            raise

    def start(self, waits=True):
        if self.process:
            self.log_file.close()
        self.port, self.admin_port = free_port(self.host), free_port()
        bind = f"unix:{self.socket}" if self.socket else f"{self.host}:{self.port}"
        self.admin = f"127.0.0.1:{self.admin_port}"
        self.log_file = self.log_path.open("ab")
        self.process = subprocess.Popen(
            [SERVE, "serve", str(self.decks), "--bind", bind, "--admin-bind", self.admin, "--program", PROGRAM, *map(str, self.options)],
            env=clean_environment(self.variables), stdin=subprocess.DEVNULL, stdout=self.log_file,
            stderr=self.log_file)
        if waits:
            eventually(self._has_started, "the service did not start", 2 * PATIENCE)

    def _has_started(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the service ended with {self.process.returncode}: {self.log}")
        return "Serving " in self.log and self.is_ready

    def stop(self):
        """Ends the service, if it runs, and removes its folder."""
        if self.process:
            for worker in children(self.process.pid):
                try:
                    os.kill(worker, signal.SIGCONT)
                except ProcessLookupError:
                    pass
            if self.process.poll() is None:
                self.process.terminate()
                try:
                    self.process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()
            self.log_file.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def restart(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        started = self.log_path.stat().st_size
        self.start(waits=False)
        eventually(lambda: "Serving " in self.log[started:] and self.is_ready, "the service did not start again")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def log(self):
        return self.log_path.read_text(errors="replace")

    def events(self, name="request"):
        """The JSON lines of the log of one kind."""
        lines = [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == name]

    # Requests

    def connect(self, timeout=PATIENCE):
        """An open socket."""
        if self.socket:
            end = socket.socket(socket.AF_UNIX)
            end.settimeout(timeout)
            end.connect(str(self.socket))
            return end
        return socket.create_connection((self.host, self.port), timeout)

    def request(self, path, method="GET", body=None, headers=None, timeout=PATIENCE, connection=None):
        one = connection or http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        try:
            if not connection:
                one.sock = self.connect(timeout)
            one.request(method, path, body=body, headers=headers or {})
            response = one.getresponse()
            return Answer(response, response.read())
        finally:
            if not connection:
                one.close()

    get = request

    def head(self, path, **others):
        return self.request(path, "HEAD", **others)

    def post(self, path, value, media="application/json", **headers):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.request(
            path, "POST", body, {"Content-Type": media} | {k.replace("_", "-"): v for k, v in headers.items()})

    def raw(self, data, timeout=PATIENCE):
        """Sends bytes, and returns everything until the service closes the connection."""
        with self.connect(timeout) as end:
            end.sendall(data)
            return read_all(end)

    def send(self, *arguments, **others):
        """Sends a request without waiting for its answer."""
        return Sender(self, *arguments, **others)

    def ask_admin(self, path, method="GET"):
        connection = http.client.HTTPConnection("127.0.0.1", self.admin_port, timeout=PATIENCE)
        try:
            connection.request(method, path)
            response = connection.getresponse()
            return Answer(response, response.read())
        finally:
            connection.close()

    @property
    def is_ready(self):
        try:
            return self.ask_admin("/readyz").status == 200
        except (OSError, http.client.HTTPException):
            return False

    def metrics(self):
        """All counts, by the text before the value."""
        lines = self.ask_admin("/metrics").body.decode().splitlines()
        return {name: float(value) for name, value in
                (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}

    def metric(self, name):
        return self.metrics().get("cardshot_" + name, 0)

    @property
    def drawn(self):
        """How many pictures were drawn."""
        return self.metric('seconds_count{stage="draw"}')

    # Workers

    @property
    def workers(self):
        """The processes that draw."""
        return sorted(process for process, its in children(self.process.pid).items() if its != "Z")

    def stop_workers(self):
        """Lets all workers hang."""
        for worker in self.workers:
            os.kill(worker, signal.SIGSTOP)
            eventually(lambda: state(worker) in ("T", "t", None), "a worker did not stop")
        return self.workers

    def continue_workers(self):
        for worker in self.workers:
            os.kill(worker, signal.SIGCONT)


def read_all(end):
    received = b""
    while True:
        try:
            more = end.recv(1 << 16)
        except (ConnectionResetError, BrokenPipeError):
            break
        if not more:
            break
        received += more
    return received


def command(deck, *options, file="card.png"):
    """The bytes that the command writes for a deck."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, file)
        subprocess.run(
            [PROGRAM, str(deck), "-o", str(path), "--quiet", *options], check=True, env=clean_environment(),
            capture_output=True, timeout=2 * PATIENCE)
        return path.read_bytes()


class ServeTestCase(unittest.TestCase):
    """A test whose class has one service for all its tests."""

    options = ()
    settings = {}

    @classmethod
    def setUpClass(cls):
        cls.service = Service(*cls.options, **cls.settings)
        cls.addClassCleanup(cls.service.stop)

    def assertProblem(self, answer, status, code):
        """The answer is a well-formed problem (RFC 9457) that no cache keeps."""
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer["Content-Type"], "application/problem+json")
        self.assertEqual(answer["Cache-Control"], "no-store")
        self.assertEqual(answer["X-Content-Type-Options"], "nosniff")
        self.assertIsNone(answer["ETag"])
        self.assertEqual(int(answer["Content-Length"]), len(answer.body))
        problem = answer.json
        self.assertEqual((problem["status"], problem["code"]), (status, code))
        self.assertEqual(problem["type"], f"/errors/{code}")
        self.assertTrue(problem["title"])
        return problem

    def assertPicture(self, answer, start=b"\x89PNG"):
        self.assertEqual(answer.status, 200, answer)
        self.assertTrue(answer.body.startswith(start), answer.body[:40])
        self.assertEqual(int(answer["Content-Length"]), len(answer.body))

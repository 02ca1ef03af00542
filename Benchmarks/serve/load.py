#!/usr/bin/env python3
"""Measures the service under load, on this machine only: `load.py PROGRAM [--seconds N] [--peers] [--long]`.

The card is W1 of the benchmarks with a title of its own in each request. Three kinds of requests: a picture that was
never drawn before, one from the cache, and one that the client has already (304).

- Closed loop: `wrk` with a fixed number of connections; each sends its next request after the answer.
- Open loop: requests start at fixed times, whether earlier ones were answered or not, and the time of an answer counts
  from the time at which its request should have started. All times are kept, so the percentiles are exact.

`--peers` measures Flask with Takumi and headless Chromium in the same way. `--long` sends a million requests and
prints the memory. The results go to `results.json` and the table of `README.md`.
"""

import argparse
import asyncio
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
BENCHMARKS = HERE.parent
TITLE = "Every card drawn in time"

NEW = """
local number = 0
local thread_number = 0
function setup(thread) thread:set("id", thread_number); thread_number = thread_number + 1 end
function request()
  number = number + 1
  return wrk.format("GET", string.format(PATH, id * 10000000 + number))
end
"""
SAME = "function request() return wrk.format('GET', string.format(PATH, 0)) end\n"
TAGGED = "function request() return wrk.format('GET', string.format(PATH, 0), {['If-None-Match'] = TAG}) end\n"


def free_port():
    with socket.socket() as end:
        end.bind(("127.0.0.1", 0))
        return end.getsockname()[1]


class Service:
    """A service that was started for a measurement; its processes end with it."""

    def __init__(self, words, port, path, ready, env=None):
        self.port, self.path = port, path
        start = time.perf_counter()
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, env=env, start_new_session=True)
        while True:
            try:
                self.get(ready)
                break
            except OSError:
                if self.process.poll() is not None or time.perf_counter() - start > 60:
                    self.log.seek(0)
                    sys.exit(f"the service did not start: {self.log.read().decode()}")
                time.sleep(0.002)
        self.start = time.perf_counter() - start

    def get(self, path, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def memory(self):
        """The resident memory of all processes in MiB."""
        total = 0
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                # Workers have process groups of their own, but the same session.
                if int(fields[3]) == self.process.pid:
                    total += int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
            except (OSError, IndexError):
                continue
        return total >> 20

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)


def closed(service, script, connections, seconds, tag=""):
    """Requests per second and the median time in a closed loop."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(f"local PATH = '{service.path}'\nlocal TAG = '{tag}'\n{script}")
        file.flush()
        text = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "--latency", "-s", file.name,
             f"http://127.0.0.1:{service.port}"], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in text and not tag:
        sys.exit(f"some requests failed:\n{text}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


class Client:
    """A connection that stays open."""

    def __init__(self, port):
        self.port, self.ends = port, None

    async def get(self, path):
        if self.ends is None:
            self.ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.ends
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        await reader.readexactly(length)
        if b"connection: close" in head.lower():
            writer.close()
            self.ends = None
        return int(head[9:12])


async def open_loop(service, rate, seconds):
    """Times in milliseconds at a fixed rate, from the time at which each request should have started."""
    idle, times, failed, tasks = [], [], [0], []
    start = time.perf_counter() + 0.1
    base = int(time.time() * 1000) % 100000 * 100000

    async def one(number):
        client = idle.pop() if idle else Client(service.port)
        status = await client.get(service.path % (base + number))
        times.append((time.perf_counter() - start - number / rate) * 1000)
        failed[0] += status != 200
        idle.append(client)

    for number in range(int(rate * seconds)):
        wait = start + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    times.sort()
    place = lambda share: round(times[min(len(times) - 1, int(share * len(times)))], 2)
    return {"rate": rate, "p50": place(0.5), "p99": place(0.99), "p99.9": place(0.999), "failed": failed[0]}


def deck(folder):
    """W1 with an input for its title."""
    source = (BENCHMARKS / "decks" / "W1.json").read_text()
    assert TITLE in source
    card = json.loads(source.replace(TITLE, "{{ title }}"))
    card["inputs"] = {"title": {"type": "string", "maxLength": 60}}
    card["data"] = {"title": TITLE}
    (folder / "card.json").write_text(json.dumps(card))
    shutil.copytree(BENCHMARKS / "decks" / "assets", folder / "assets")


def cardshot(program, folder, workers, cache="off"):
    port, admin = free_port(), free_port()
    words = [program, "serve", str(folder), "--port", str(port), "--admin-port", str(admin), "--workers", str(workers),
             "--cache", cache]
    first = "/d/card.png?title=" + urllib.parse.quote(TITLE)
    service = Service(words, port, "/d/card.png?title=Card%%20number%%20%d", first)
    return service


def measure(program, seconds):
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "decks"
        folder.mkdir()
        deck(folder)
        for workers in (1, 2):
            service = cardshot(program, folder, workers)
            found = {"start": round(service.start, 3)}
            closed(service, NEW, 8, 2)
            found["new"] = closed(service, NEW, 8, seconds)
            for name, query in (("fast", "&compression=fast"), ("jpeg", "")):
                path = service.path
                service.path = (path.replace(".png", ".jpeg") if name == "jpeg" else path) + query
                closed(service, NEW, 8, 1)
                found[name] = closed(service, NEW, 8, seconds)
                service.path = path
            half = max(1, int(found["new"] / 2))
            found["half"] = asyncio.run(open_loop(service, half, seconds))
            found["most"] = asyncio.run(open_loop(service, int(found["new"] * 0.8), seconds))
            found["memory"] = service.memory()
            service.end()
            results[f"{workers} workers"] = found
        service = cardshot(program, folder, 2, str(pathlib.Path(scratch) / "cache"))
        answer, _ = service.get(service.path % 0)
        results["cached"] = closed(service, SAME, 16, seconds)
        results["304"] = closed(service, TAGGED, 16, seconds, tag=answer.headers["ETag"])
        service.end()
    return results


def peers(program, seconds):
    """The same card by Flask with Takumi, and by headless Chromium."""
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        scene = pathlib.Path(scratch) / "W1.json"
        words = [sys.executable, str(BENCHMARKS / "scene.py"), program, str(BENCHMARKS / "decks" / "W1.json")]
        scene.write_text(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        for name in ("takumi", "chromium"):
            port = free_port()
            words = [sys.executable, str(HERE / "peer.py"), name, str(scene), str(port)]
            service = Service(words, port, "/card.png?title=Card%%20number%%20%d", "/card.png?title=1")
            closed(service, NEW, 8, 2)
            results[name] = {"start": round(service.start, 3), "new": closed(service, NEW, 8, seconds),
                             "memory": service.memory()}
            half = max(1, int(results[name]["new"] / 2))
            results[name]["half"] = asyncio.run(open_loop(service, half, seconds))
            service.end()
    return results


def long(program, count):
    """The memory after a tenth and after all of `count` requests."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "decks"
        folder.mkdir()
        deck(folder)
        service = cardshot(program, folder, 2)
        rate = closed(service, NEW, 8, 2)
        found = []
        for share in (0.1, 0.9):
            closed(service, NEW, 8, max(1, int(count * share / rate)))
            found.append(service.memory())
        service.end()
    return {"requests": count, "memory": found}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--long", type=int, metavar="REQUESTS")
    given = parser.parse_args()
    results = measure(given.program, given.seconds)
    if given.peers:
        results["peers"] = peers(given.program, given.seconds)
    if given.long:
        results["long"] = long(given.program, given.long)
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()

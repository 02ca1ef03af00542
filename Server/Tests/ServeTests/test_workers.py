"""Workers that crash, hang or grow, and flights and caches that spare them."""

import os
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

from serving import (
    DECKS, KEY, OTHER_KEY, PROGRAM, ServeTestCase, Service, children, clean_environment, command, eventually, signed, state,
    unsigned)

LONG = {"CARDSHOT_CARD_SECONDS": 120, "CARDSHOT_QUEUE_SECONDS": 60}


class Crashes(ServeTestCase):
    settings = LONG

    def test_a_worker_that_was_idle(self):
        (worker,) = self.service.workers
        os.kill(worker, signal.SIGKILL)
        # It is replaced before a request finds out.
        eventually(lambda: self.service.workers not in ([], [worker]), "the worker was not replaced")
        eventually(lambda: self.service.is_ready)
        self.assertPicture(self.service.get(unsigned(title="After an idle crash")))

    def test_a_worker_that_was_drawing(self):
        (worker,) = self.service.stop_workers()
        sender = self.service.send(unsigned(title="Crash"))
        eventually(lambda: self.service.metric("workers_busy") == 1)
        waiting = self.service.send(unsigned(title="Waits for the next worker"))
        eventually(lambda: self.service.metric("queue_length") == 1)
        os.kill(worker, signal.SIGKILL)
        self.assertProblem(sender.result(), 500, "crashed")
        self.assertPicture(waiting.result())
        self.assertGreaterEqual(self.service.metric('worker_restarts_total{reason="crashed"}'), 1)

    def test_a_crashed_picture_is_drawn_the_next_time(self):
        (worker,) = self.service.stop_workers()
        sender = self.service.send(unsigned(title="Once"))
        eventually(lambda: self.service.metric("workers_busy") == 1)
        os.kill(worker, signal.SIGKILL)
        self.assertProblem(sender.result(), 500, "crashed")
        answer = self.service.get(unsigned(title="Once"))
        self.assertPicture(answer)
        self.assertEqual(answer.body, command(self.service.decks / "card.json", "--set", "title=Once"))

    def test_no_zombie_is_left(self):
        for _ in range(3):
            (worker,) = self.service.workers
            os.kill(worker, signal.SIGKILL)
            eventually(lambda: self.service.workers not in ([], [worker]), "the worker was not replaced")
        eventually(lambda: "Z" not in children(self.service.process.pid).values(), "a zombie was left")


class Hangs(ServeTestCase):
    settings = {"CARDSHOT_CARD_SECONDS": 1}

    def test_the_picture_is_given_up_and_the_worker_replaced(self):
        before = self.service.stop_workers()
        answer = self.service.get(unsigned(title="Hangs"))
        self.assertProblem(answer, 503, "slow")
        self.assertGreater(int(answer["Retry-After"]), 0)
        self.assertPicture(self.service.get(unsigned(title="Hangs")))
        self.assertNotEqual(self.service.workers, before)
        self.assertGreaterEqual(self.service.metric('worker_restarts_total{reason="slow"}'), 1)
        self.assertIsNone(state(before[0]))


class AllHang(ServeTestCase):
    settings = {"workers": 2, "CARDSHOT_CARD_SECONDS": 4, "CARDSHOT_QUEUE_SECONDS": 60}

    def test_the_service_is_not_ready_until_they_are_replaced(self):
        self.assertTrue(self.service.is_ready)
        self.service.stop_workers()
        senders = [self.service.send(unsigned(title=f"Hangs {number}")) for number in range(2)]
        eventually(lambda: self.service.ask_admin("/readyz").status == 503, "it is ready")
        self.assertEqual(self.service.ask_admin("/healthz").status, 200)
        for sender in senders:
            self.assertProblem(sender.result(), 503, "slow")
        eventually(lambda: self.service.is_ready, "it is not ready again")
        self.assertPicture(self.service.get(unsigned(title="Again")))


class Growth(unittest.TestCase):
    def restarts(self, reason, scale, **settings):
        with Service(**settings) as service:
            before = service.workers
            for number in range(3):
                answer = service.get(unsigned(title=f"Grows {number}", scale=scale))
                self.assertEqual(answer.status, 200, answer)
                eventually(lambda: service.metric("workers") == 1)
            eventually(lambda: service.metric(f'worker_restarts_total{{reason="{reason}"}}') > 0)
            eventually(lambda: service.workers != before)
            self.assertEqual(service.get(unsigned(title="Afterwards")).status, 200)

    def test_a_large_worker_is_replaced(self):
        # With many pixels the worker has more than 64 MiB.
        self.restarts("size", 8, CARDSHOT_WORKER_MEGABYTES=64)

    def test_a_worker_is_replaced_after_a_number_of_pictures(self):
        self.restarts("cards", 1, CARDSHOT_WORKER_CARDS=2)


class Processes(ServeTestCase):
    settings = {"CARDSHOT_TEST": "kept"}

    def test_workers_are_sandboxed(self):
        deck = self.service.decks / "card.json"
        required = [PROGRAM, deck, "-o", self.service.folder / "card.png", "--sandbox", "required", "--quiet"]
        if subprocess.run(required, env=clean_environment(), capture_output=True).returncode:
            self.skipTest("this kernel has no sandbox")
        status = Path("/proc", str(self.service.workers[0]), "status").read_text()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        self.assertEqual(fields["NoNewPrivs"], "1")

    def test_workers_have_no_file_of_the_service(self):
        folder = Path("/proc", str(self.service.workers[0]), "fd")
        for file in folder.iterdir():
            with self.subTest(file.name):
                target = os.readlink(file)
                self.assertNotIn("socket:", target)
                self.assertNotIn(str(self.service.cache), target)

    def test_workers_do_not_know_the_keys(self):
        with Service(keys=(), CARDSHOT_KEYS=KEY) as service:
            self.assertPicture(service.get(signed({})))
            for file in ("environ", "cmdline"):
                # The message of assertNotIn would print the environment.
                self.assertFalse(KEY.encode() in Path("/proc", str(service.workers[0]), file).read_bytes(), file)

    def test_no_worker_outlives_a_service_that_is_killed(self):
        with Service(workers=2) as service:
            workers = service.workers
            self.assertEqual(len(workers), 2)
            service.process.kill()
            service.process.wait()
            eventually(lambda: all(state(worker) in (None, "Z") for worker in workers), "a worker was left")


class Flights(ServeTestCase):
    settings = LONG

    def test_one_picture_for_requests_at_the_same_time(self):
        before, misses = self.service.drawn, self.service.metric('cache_total{source="miss"}')
        self.service.stop_workers()
        try:
            senders = [self.service.send(signed({"title": "Flight"})) for _ in range(5)]
            eventually(lambda: self.service.metric('cache_total{source="miss"}') == misses + 5)
            self.assertEqual(self.service.metric("queue_length"), 0)
        finally:
            self.service.continue_workers()
        bodies = {sender.result().body for sender in senders}
        self.assertEqual(len(bodies), 1)
        self.assertEqual(self.service.drawn - before, 1)

    def test_one_client_of_a_flight_may_leave(self):
        self.service.stop_workers()
        misses = self.service.metric('cache_total{source="miss"}')
        try:
            path = unsigned(title="Leaves alone")
            end = self.service.connect()
            end.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            eventually(lambda: self.service.metric("workers_busy") == 1)
            sender = self.service.send(path)
            eventually(lambda: self.service.metric('cache_total{source="miss"}') == misses + 2)
            workers = self.service.workers
            end.close()
            # Long enough for a worker without clients to be stopped.
            time.sleep(1)
            self.assertEqual(self.service.workers, workers)
        finally:
            self.service.continue_workers()
        self.assertPicture(sender.result())

    def test_work_ends_when_all_clients_have_gone(self):
        (before,) = self.service.stop_workers()
        end = self.service.connect()
        end.sendall(b"GET /d/card.png?title=Gone HTTP/1.1\r\nHost: localhost\r\n\r\n")
        eventually(lambda: self.service.metric("workers_busy") == 1)
        end.close()
        eventually(lambda: state(before) is None, "the worker was not stopped")
        eventually(lambda: self.service.workers)
        self.assertPicture(self.service.get(unsigned(title="Gone")))


class Cache(ServeTestCase):
    def files(self):
        return sorted(path for path in self.service.cache.iterdir())

    def test_a_picture_is_drawn_once(self):
        before = self.service.drawn
        first, second = (self.service.get(signed({"title": "Cached"})) for _ in range(2))
        self.assertEqual(first.body, second.body)
        self.assertIn("cache", second["Server-Timing"])
        self.assertEqual(self.service.drawn - before, 1)

    def test_entries_are_named_by_their_tag_only(self):
        tag = self.service.get(signed({"title": "Secret name"}))["ETag"].strip('"')
        names = [path.name for path in self.files()]
        self.assertTrue(any(name.startswith(tag) for name in names), names)
        for path in self.files():
            self.assertNotIn("Secret", path.name)
            self.assertEqual(path.stat().st_mode & 0o077, 0)
        self.assertEqual(self.service.cache.stat().st_mode & 0o077, 0)

    def test_a_damaged_file_is_drawn_again(self):
        path = signed({"title": "Damaged"})
        whole = self.service.get(path)
        (file,) = self.service.cache.glob(whole["ETag"].strip('"') + "*")
        for damage in ("cut", "empty", "removed"):
            with self.subTest(damage):
                if damage == "removed":
                    file.unlink()
                else:
                    os.truncate(file, file.stat().st_size // 2 if damage == "cut" else 0)
                self.assertEqual(self.service.get(path).body, whole.body)
                self.assertEqual(file.read_bytes(), whole.body)

    def test_a_damaged_file_is_found_after_a_restart(self):
        with Service() as service:
            path = signed({"title": "Restart"})
            whole = service.get(path)
            (file,) = service.cache.glob(whole["ETag"].strip('"') + "*")
            os.truncate(file, 10)
            (service.cache / "left.part").write_bytes(b"abc")
            (service.cache / "README").write_text("not of the cache")
            service.restart()
            self.assertEqual(service.get(path).body, whole.body)
            self.assertFalse((service.cache / "left.part").exists())
            self.assertTrue((service.cache / "README").exists())
            before = service.drawn
            self.assertEqual(service.get(path).body, whole.body)
            self.assertEqual(service.drawn, before)

    def test_a_changed_deck_has_other_entries(self):
        with Service() as service:
            path = signed({"title": "Deck"}, "plain.png")
            first = service.get(path)
            (service.decks / "plain.json").write_text(
                (service.decks / "plain.json").read_text().replace('"width": 120', '"width": 130'))
            service.restart()
            second = service.get(path)
            self.assertNotEqual(first["ETag"], second["ETag"])
            self.assertEqual(second.body, command(service.decks / "plain.json", "--set", "title=Deck"))

    def test_errors_are_not_kept(self):
        before = len(self.files())
        for path in (signed({"count": 99}), unsigned(scale=99), signed({}, key=OTHER_KEY)):
            self.assertGreaterEqual(self.service.get(path).status, 400)
        self.assertEqual(len(self.files()), before)


def noise(width, height):
    """A picture that cannot be compressed."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    generator = random.Random(1)
    rows = b"".join(b"\0" + generator.randbytes(3 * width) for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Eviction(ServeTestCase):
    settings = {"CARDSHOT_CACHE_MEGABYTES": 1, "decks": {"card.json": DECKS["card.json"], "noise.json": {
        "inputs": {"title": {"type": "string"}}, "canvas": {"width": 240}, "data": {"title": "A"},
        "cards": [{"parts": [{"type": "title", "title": "{{ title }}"}, {"type": "image", "image": "noise.png"}]}],
    }, "noise.png": noise(200, 250)}}

    def test_the_oldest_pictures_are_removed(self):
        first = unsigned(title="0")
        self.service.get(first)
        size = lambda: sum(path.stat().st_size for path in self.service.cache.iterdir())
        number, largest = 0, 0
        while self.service.metric("cache_bytes") >= largest:
            largest = self.service.metric("cache_bytes")
            number += 1
            self.assertLess(number, 100, "nothing was removed")
            self.assertPicture(self.service.get(unsigned("noise.png", title=f"{number}")))
            self.assertLessEqual(size(), 1 << 20)
        self.assertEqual(self.service.metric("cache_bytes"), size())
        before = self.service.drawn
        self.assertPicture(self.service.get(first))
        self.assertEqual(self.service.drawn, before + 1)


class CacheFailures(unittest.TestCase):
    def test_a_folder_that_cannot_be_made(self):
        """The service answers without a cache."""
        with Service(cache="/dev/null/cache") as service:
            self.assertIn("warning", service.log)
            for _ in range(2):
                self.assertEqual(service.get(unsigned()).status, 200)
            self.assertEqual(service.drawn, 2)

    def test_a_folder_that_disappears(self):
        with Service() as service:
            shutil.rmtree(service.cache)
            for _ in range(2):
                self.assertEqual(service.get(unsigned()).status, 200)
            self.assertEqual(service.metric("cache_bytes"), 0)

    def test_a_full_disk(self):
        with tempfile.TemporaryDirectory() as folder:
            if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder], capture_output=True).returncode:
                self.skipTest("this needs the right to mount a file system")
            try:
                with Service(cache=folder) as service:
                    Path(folder, "fills").write_bytes(bytes(12 << 10))
                    for number in range(8):
                        path = unsigned(title=f"Full {number}", scale=2)
                        bodies = {service.get(path).body for _ in range(2)}
                        self.assertEqual(len(bodies), 1)
                        self.assertTrue(bodies.pop().startswith(b"\x89PNG"))
                    self.assertEqual(
                        [name for name in os.listdir(folder) if name.endswith(".part")], [], "a part was left")
            finally:
                subprocess.run(["umount", folder], check=True)

    def test_a_folder_without_the_right_to_write(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o500)
            with Service(cache=folder) as service:
                self.assertIn("warning", service.log)
                self.assertEqual(service.get(unsigned()).status, 200)

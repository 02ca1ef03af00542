"""Limits: sizes, numbers and times of requests, and what happens beyond them."""

import http.client
import json
import resource
import select
import socket
import struct
import threading
import time

from serving import PATIENCE, ServeTestCase, Service, eventually, read_all, signed, unsigned

slow = None


def setUpModule():
    global slow
    slow = SlowClientsOfAllKinds()


def tearDownModule():
    slow.idle.close()
    slow.service.stop()


class SlowClientsOfAllKinds:
    """Clients that send too slowly. They wait while the other tests run."""

    def __init__(self):
        self.service = Service()
        self.closed = {}
        self.idle = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        self.service.request(unsigned(), connection=self.idle)
        self.idle_since = time.monotonic()
        start = b"POST /v1/decks/card/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        self.clients = {
            "head": (b"GET /d/card.png HTTP/1.1\r\n", b"X: y\r\n"),
            "one byte": (b"G", b""),
            "body": (start + b"Content-Length: 1000\r\n\r\n", b" "),
            "chunks": (start + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
            "endless body": (start + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65536 + b"\r\n"),
            "endless rows": (
                start.replace(b"render", b"rows").replace(b"/json", b"/x-ndjson") + b"Transfer-Encoding: chunked\r\n\r\n",
                b"10000\r\n" + b" " * 65536 + b"\r\n"),
            "second head": (b"GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\nGET /d/card.png HTTP/1.1\r\n", b"X: y\r\n"),
        }
        self.threads = [threading.Thread(target=self.send, args=(name,), daemon=True) for name in self.clients]
        for thread in self.threads:
            thread.start()

    def send(self, name):
        first, more = self.clients[name]
        with self.service.connect(timeout=0.5) as end:
            end.sendall(first)
            limit = time.monotonic() + 90
            while time.monotonic() < limit:
                try:
                    if more:
                        end.sendall(more)
                    if select.select([end], [], [], 0.2)[0] and not end.recv(1 << 16):
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            else:
                return
        self.closed[name] = True


class Sizes(ServeTestCase):
    def test_an_address_of_8_kib_is_the_longest(self):
        start = "/d/card.png?title="
        self.assertEqual(self.service.get(start + "a" * (8192 - len(start))).status, 422)
        self.assertProblem(self.service.get(start + "a" * (8193 - len(start))), 414, "addressTooLong")
        self.assertProblem(self.service.get("/" + "a" * 9000), 414, "addressTooLong")

    def test_heads_are_limited(self):
        for fields in (b"X: " + b"a" * 40_000 + b"\r\n", b"X: " + b"a" * 20_000 + b"\r\n", b"X: a\r\n" * 200):
            received = self.service.raw(b"GET /nope HTTP/1.1\r\nHost: a\r\n" + fields + b"\r\n")
            self.assertRegex(received, rb"^HTTP/1.1 4\d\d ")
        endless = b"GET /" + b"a" * (1 << 20)
        with self.service.connect() as end:
            try:
                end.sendall(endless)
            except OSError:
                pass
            self.assertRegex(read_all(end), rb"^(HTTP/1.1 4\d\d |$)")

    def send_until_answer(self, start, more, expected):
        """Sends the same bytes again and again, until the answer has the expected text."""
        received = b""
        with self.service.connect() as end:
            end.sendall(start)
            for _ in range(10_000):
                end.sendall(more)
                if select.select([end], [], [], 0)[0]:
                    received += end.recv(1 << 16)
                    if expected in received:
                        return
        self.fail(f"the service read everything, and answered {received}")

    def test_a_body_of_1_mib_is_the_largest(self):
        largest = b'{"data":{"title":"a"}' + b" " * ((1 << 20) - 22) + b"}"
        self.assertEqual(len(largest), 1 << 20)
        for action in ("render", "inspect", "mail"):
            with self.subTest(action):
                path = f"/v1/decks/card/{action}"
                if action != "mail":
                    self.assertEqual(self.service.post(path, largest).status, 200)
                self.assertProblem(self.service.post(path, largest + b" "), 413, "bodyTooLarge")

    def test_a_length_that_is_too_large_is_refused_before_the_body(self):
        received = self.service.raw(
            b"POST /v1/decks/card/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Connection: close\r\nContent-Length: 99999999999\r\n\r\n")
        self.assertRegex(received, rb"^HTTP/1.1 413 ")

    def test_a_body_that_never_ends(self):
        start = (b"POST /v1/decks/card/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                 b"Transfer-Encoding: chunked\r\n\r\n")
        self.send_until_answer(start, b"10000\r\n" + b" " * 65536 + b"\r\n", b"HTTP/1.1 413 ")
        self.assertProblem(self.service.get("/nope"), 404, "notFound")

    def test_a_row_that_never_ends(self):
        start = (b"POST /v1/decks/card/rows HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                 b"Transfer-Encoding: chunked\r\n\r\n")
        self.send_until_answer(start, b"10000\r\n" + b" " * 65536 + b"\r\n", b"bodyTooLarge")
        self.assertProblem(self.service.get("/nope"), 404, "notFound")

    def test_more_rows_than_10000(self):
        answer = self.service.post("/v1/decks/card/rows", b"[]\n" * 10_100, media="application/x-ndjson")
        lines = [json.loads(line) for line in answer.body.splitlines()]
        self.assertLessEqual(len(lines), 10_010)
        self.assertEqual(lines[-1]["code"], "bodyTooLarge")

    def test_pictures_have_at_most_8_megapixels(self):
        for options in ({"width": 16_384, "scale": 8}, {"width": 4000, "scale": 8}):
            for answer in (
                self.service.get(signed({}, options=options)), self.service.get(unsigned(**options)),
                self.service.post("/v1/decks/card/render", {"options": options}),
            ):
                with self.subTest(options):
                    self.assertIn(answer.status, (400, 422), answer)
                    self.assertProblem(answer, answer.status, answer.code)

    def test_deep_and_wide_json(self):
        deep = b'{"data":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        answer = self.service.post("/v1/decks/card/render", deep)
        self.assertProblem(answer, 400, "invalidRequest")
        wide = b'{"data":{' + b",".join(b'"a%d":0' % number for number in range(20_000)) + b"}}"
        answer = self.service.post("/v1/decks/card/render", wide)
        self.assertIn(answer.status, (200, 422))
        self.assertPicture(self.service.get(unsigned()))


    def test_very_many_errors(self):
        """The first ones are enough, and they cost no worker."""
        workers = self.service.workers
        many = b'{"data":{' + b",".join(b'"%d":0' % number for number in range(80_000)) + b"}}"
        problem = self.assertProblem(self.service.post("/v1/decks/card/render", many), 422, "deck")
        self.assertLessEqual(len(problem["issues"]), 100)
        self.assertEqual(self.service.workers, workers)


class Budgets(ServeTestCase):
    """A request reserves 20 ms before it is drawn, so with 25 ms there is no time for a second one."""

    settings = {"CARDSHOT_CLIENT_BUDGET": 25, "CARDSHOT_CARD_SECONDS": 120, "CARDSHOT_QUEUE_SECONDS": 60}

    def test_a_client_that_uses_its_time_waits(self):
        self.service.stop_workers()
        try:
            first = self.service.send(unsigned(title="First"))
            eventually(lambda: self.service.metric("workers_busy") == 1)
            second = self.service.get(unsigned(title="Second"))
            self.assertProblem(second, 429, "budget")
            self.assertGreater(int(second["Retry-After"]), 0)
            for path, body in (("/v1/decks/card/render", {"data": {"title": "Third"}}),):
                self.assertProblem(self.service.post(path, body), 429, "budget")
            rows = self.service.post("/v1/decks/card/rows", b'{"title":"Row"}\n', media="application/x-ndjson")
            self.assertEqual(json.loads(rows.body)["code"], "budget")
        finally:
            self.service.continue_workers()
        self.assertPicture(first.result())


class Pictures(ServeTestCase):
    """A picture that takes more processor time than it may."""

    settings = {
        "CARDSHOT_PROCESSOR_SECONDS": 1, "CARDSHOT_CARD_SECONDS": 60, "CARDSHOT_MAX_PIXELS": 100_000_000}

    def test_processor_time_is_limited(self):
        path = signed({}, "card.gif", options={"scale": 2, "width": 1000, "frames": 250, "duration": 25})
        self.assertProblem(self.service.get(path), 503, "slow")
        self.assertEqual(self.service.metric('worker_restarts_total{reason="slow"}'), 1)
        self.assertPicture(self.service.get(unsigned(title="Next")))


class Connections(ServeTestCase):
    settings = {"CARDSHOT_CONNECTIONS": 256}

    def test_a_thousand_idle_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 1200:
            self.skipTest("this process may not open 1,200 files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1200), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        ends = []
        try:
            for _ in range(1000):
                end = socket.socket()
                end.setblocking(False)
                end.connect_ex(("127.0.0.1", self.service.port))
                ends.append(end)
            eventually(lambda: self.service.metric("connections") >= 200)
            # The connections of the admin addresses count too.
            self.assertLessEqual(self.service.metric("connections"), 256 + 32)
            self.assertTrue(self.service.is_ready)
        finally:
            for end in ends:
                # A reset, so that no connection waits for its end.
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.close()
        self.assertPicture(self.service.get(unsigned(title="Afterwards")))


class WaitingClients(ServeTestCase):
    """The clients that started with the module; this class is the last one of it."""

    @classmethod
    def setUpClass(cls):
        cls.service = slow.service

    def test_keep_alive_is_longer_than_that_of_a_balancer(self):
        """Balancers use a connection again within 60 s, so a connection that is closed earlier costs a request."""
        time.sleep(max(0, 61 - (time.monotonic() - slow.idle_since)))
        self.assertPicture(self.service.get(unsigned(), connection=slow.idle))

    def test_the_service_answers_others_meanwhile(self):
        self.assertPicture(self.service.get(unsigned()))

    def test_they_are_disconnected(self):
        for thread in slow.threads:
            thread.join(95)
        self.assertEqual(sorted(slow.closed), sorted(slow.clients))
        self.assertPicture(self.service.get(unsigned()))

    def test_they_are_not_counted_any_more(self):
        self.test_they_are_disconnected()
        # The connection of the admin address itself, and the idle one.
        eventually(lambda: self.service.metric("connections") <= 2)


class Queues(ServeTestCase):
    settings = {"CARDSHOT_QUEUE_SECONDS": 60, "CARDSHOT_CARD_SECONDS": 120}

    def test_a_full_queue_is_refused_at_once(self):
        """The queue has 8 places for each worker."""
        self.service.stop_workers()
        try:
            senders = [self.service.send(unsigned(title=f"First {number}")) for number in range(9)]
            eventually(lambda: self.service.metric("queue_length") == 8)
            answer = self.service.get(unsigned(title="Last"))
            self.assertProblem(answer, 503, "busy")
            self.assertGreater(int(answer["Retry-After"]), 0)
            self.assertEqual(self.service.metric("queue_length"), 8)
        finally:
            self.service.continue_workers()
        for sender in senders:
            self.assertPicture(sender.result())
        self.assertEqual(self.service.metric("queue_length"), 0)

    def test_clients_that_leave_free_their_places(self):
        self.service.stop_workers()
        try:
            first = self.service.send(unsigned(title="Stays"))
            eventually(lambda: self.service.metric("workers_busy") == 1)
            ends = []
            for number in range(4):
                end = self.service.connect()
                end.sendall(f"GET /d/card.png?title=Leaves{number} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                ends.append(end)
            eventually(lambda: self.service.metric("queue_length") == 4)
            for end in ends:
                end.close()
            eventually(lambda: self.service.metric("queue_length") == 0)
        finally:
            self.service.continue_workers()
        self.assertPicture(first.result())


class ShortQueues(ServeTestCase):
    settings = {"CARDSHOT_QUEUE_SECONDS": 1, "CARDSHOT_CARD_SECONDS": 120}

    def test_requests_do_not_wait_for_ever(self):
        self.service.stop_workers()
        try:
            first = self.service.send(unsigned(title="First"))
            eventually(lambda: self.service.metric("workers_busy") == 1)
            self.assertProblem(self.service.get(unsigned(title="Second")), 503, "busy")
        finally:
            self.service.continue_workers()
        self.assertPicture(first.result())

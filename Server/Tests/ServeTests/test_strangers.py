"""A service that others than programs on this machine can reach."""

import socket
import unittest

from serving import (
    PROGRAM, TOKEN, ServeTestCase, Service, eventually, free_port, run, signed, unsigned)


def own_address():
    """An address of this machine that is not a loopback address."""
    end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Nothing is sent: the address is that of the interface which would send.
        end.connect(("192.0.2.1", 9))
        address = end.getsockname()[0]
    except OSError:
        return None
    finally:
        end.close()
    return None if address.startswith("127.") else address


class StartWithoutKey(unittest.TestCase):
    def test_it_does_not_start(self):
        for address in ("0.0.0.0", "[::]", own_address() or "0.0.0.0", "127.example.com", "localhost.example.com"):
            for options in ([], ["--unsigned"], ["--check"]):
                with self.subTest(address, options=options):
                    done = run(["serve", "/nope", "--bind", f"{address}:{free_port()}", "--program", PROGRAM, *options])
                    self.assertEqual(done.returncode, 2)
                    self.assertIn("needs a key", done.stderr)

    def test_variables_do_not_start_it_either(self):
        for variables in ({"CARDSHOT_BIND": f"0.0.0.0:{free_port()}"},
                          {"CARDSHOT_BIND": f"0.0.0.0:{free_port()}", "CARDSHOT_UNSIGNED": "1"}):
            done = run(["serve", "/nope", "--program", PROGRAM], variables)
            self.assertEqual(done.returncode, 2)
            self.assertIn("needs a key", done.stderr)

    def test_the_default_is_this_machine_only(self):
        done = run(["serve", "--help"])
        self.assertIn("127.0.0.1:8080", done.stdout)


class Strangers(ServeTestCase):
    @classmethod
    def setUpClass(cls):
        if not (address := own_address()):
            raise unittest.SkipTest("this machine has only loopback addresses")
        cls.settings = {"host": address}
        super().setUpClass()

    def test_signed_addresses_are_answered(self):
        self.assertPicture(self.service.get(signed({"title": "A"})))

    def test_unsigned_addresses_are_not(self):
        for host in (None, "localhost", "127.0.0.1", f"127.0.0.1:{self.service.port}", "[::1]", self.service.host):
            with self.subTest(host):
                answer = self.service.get(unsigned(), headers={"Host": host} if host else {})
                self.assertProblem(answer, 403, "unsigned")

    def test_programs_need_a_token(self):
        """Without tokens nobody has one."""
        for method, path in (("GET", "/v1/decks"), ("GET", "/openapi.json"), ("POST", "/v1/decks/card/render")):
            for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer x"}, {"Host": "localhost"}):
                self.assertProblem(self.service.request(path, method, headers=headers), 401, "unauthorized")

    def test_errors_are_codes_and_paths_only(self):
        answer = self.service.get(signed({"title": "Secret", "count": "Secret"}))
        problem = self.assertProblem(answer, 422, "deck")
        self.assertTrue(problem["issues"])
        for issue in problem["issues"]:
            self.assertLessEqual(set(issue), {"severity", "code", "path"})
        self.assertNotIn(b"Secret", answer.body)
        self.assertNotIn(b"card.json", answer.body)
        for path in (signed({}) + "?a=b", signed({}, options={"scale": 99}), signed({}, options={"nope": 1})):
            answer = self.service.get(path)
            self.assertProblem(answer, 400, answer.code)
            self.assertNotIn("detail", answer.json)
            self.assertNotIn(b"message", answer.body)
            self.assertNotIn(b"hint", answer.body)

    def test_admin_addresses_are_on_the_other_listener(self):
        for path in ("/metrics", "/readyz", "/healthz"):
            self.assertProblem(self.service.get(path), 404, "notFound")


class StrangersWithTokens(ServeTestCase):
    @classmethod
    def setUpClass(cls):
        if not (address := own_address()):
            raise unittest.SkipTest("this machine has only loopback addresses")
        cls.settings = {"host": address, "tokens": (TOKEN,)}
        super().setUpClass()

    def test_errors_are_codes_and_paths_only(self):
        for action in ("render", "mail", "inspect"):
            for body in ({"data": {"title": "Secret", "count": "Secret"}}, {"data": "Secret"}, {"options": {"Secret": 1}},
                         {"options": {"scale": "Secret"}}, {"Secret": 1}, b"Secret"):
                with self.subTest(action, body=body):
                    answer = self.service.post(f"/v1/decks/card/{action}", body, Authorization="Bearer " + TOKEN)
                    self.assertIn(answer.status, (400, 422), answer)
                    self.assertProblem(answer, answer.status, answer.code)
                    self.assertNotIn(b"Secret", answer.body)
                    self.assertNotIn(str(self.service.decks).encode(), answer.body)
        rows = self.service.post(
            "/v1/decks/card/rows", b'{"count":"Secret"}\n', "application/x-ndjson", Authorization="Bearer " + TOKEN)
        self.assertNotIn(b"Secret", rows.body)
        self.assertNotIn(b"message", rows.body)


class Unsigned(unittest.TestCase):
    def test_it_has_to_be_asked_for(self):
        if not (address := own_address()):
            self.skipTest("this machine has only loopback addresses")
        with Service("--unsigned", host=address) as service:
            self.assertEqual(service.get(unsigned()).status, 200)
            self.assertEqual(service.get(unsigned(), headers={"Host": "cards.example.com"}).status, 200)
            # Still only for decks with inputs.
            self.assertEqual(service.get("/d/plain.png").code, "unsigned")
            self.assertEqual(service.get("/v1/decks").status, 401)


class ProxiesOnThisMachine(unittest.TestCase):
    """Requests that a proxy forwards come from this machine, but not from a program on it."""

    def assertStranger(self, service, headers):
        self.assertEqual(service.get(signed({}), headers=headers).status, 200)
        self.assertEqual(service.get(unsigned(), headers=headers).code, "unsigned")
        self.assertEqual(service.get("/v1/decks", headers=headers).code, "unauthorized")
        answer = service.get(signed({"title": "Secret", "count": "Secret"}), headers=headers)
        self.assertEqual(answer.status, 422)
        self.assertNotIn(b"Secret", answer.body)
        self.assertNotIn(b"message", answer.body)

    def test_headers_of_a_proxy(self):
        with Service() as service:
            for headers in ({"X-Forwarded-For": "198.51.100.1"}, {"Forwarded": "for=198.51.100.1"}, {"X-Real-IP": "198.51.100.1"},
                            {"Via": "1.1 proxy"}, {"x-forwarded-for": ""}):
                with self.subTest(headers):
                    self.assertStranger(service, headers)
            self.assertEqual(service.get(unsigned()).status, 200)

    def test_a_public_service(self):
        with Service("--public") as service:
            self.assertStranger(service, {})
        with Service(CARDSHOT_PUBLIC=1) as service:
            self.assertStranger(service, {})
        done = run(["serve", "/nope", "--public", "--program", PROGRAM])
        self.assertEqual(done.returncode, 2)
        self.assertIn("needs a key", done.stderr)


class ClientAddresses(unittest.TestCase):
    """With a budget of 25 ms a client can have one picture drawn at a time, for which 20 ms are reserved."""

    SETTINGS = {"CARDSHOT_CLIENT_BUDGET": 25, "CARDSHOT_CARD_SECONDS": 120, "CARDSHOT_QUEUE_SECONDS": 60}

    def waiting(self, service, first, second):
        """Whether a second client has to wait for its own budget only."""
        service.stop_workers()
        try:
            one = service.send(signed({"title": "One"}), headers={"X-Forwarded-For": first} if first else {})
            eventually(lambda: service.metric("workers_busy") == 1)
            other = service.send(signed({"title": "Other"}), headers={"X-Forwarded-For": second} if second else {})
            eventually(lambda: other.answer or service.metric("queue_length") == 1)
            is_refused = other.answer is not None
        finally:
            service.continue_workers()
        self.assertEqual(one.result().status, 200)
        self.assertEqual(other.result().status, 429 if is_refused else 200)
        return not is_refused

    def test_a_forged_address_is_no_other_client(self):
        with Service(**self.SETTINGS) as service:
            self.assertFalse(self.waiting(service, "198.51.100.1", "198.51.100.2"))

    def test_trusted_proxies_tell_the_client(self):
        with Service(CARDSHOT_TRUSTED_PROXIES="127.0.0.0/8, 10.0.0.0/8", **self.SETTINGS) as service:
            self.assertTrue(self.waiting(service, "198.51.100.1", "198.51.100.2"))
        with Service(CARDSHOT_TRUSTED_PROXIES="127.0.0.0/8, 10.0.0.0/8", **self.SETTINGS) as service:
            # What stands before the address that the proxy has seen is forged.
            self.assertFalse(self.waiting(service, "192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1"))
        with Service(CARDSHOT_TRUSTED_PROXIES="127.0.0.0/8, 10.0.0.0/8", **self.SETTINGS) as service:
            self.assertTrue(self.waiting(service, "198.51.100.1, 10.0.0.1", "198.51.100.2, 10.0.0.2"))
        with Service(CARDSHOT_TRUSTED_PROXIES="127.0.0.0/8", **self.SETTINGS) as service:
            # A network of IPv6 is one client.
            self.assertFalse(self.waiting(service, "2001:db8::1", "2001:db8::2"))
        with Service(CARDSHOT_TRUSTED_PROXIES="127.0.0.0/8", **self.SETTINGS) as service:
            self.assertFalse(self.waiting(service, "not an address", "neither"))

    def test_other_proxies_do_not(self):
        with Service(CARDSHOT_TRUSTED_PROXIES="10.0.0.0/8", **self.SETTINGS) as service:
            self.assertFalse(self.waiting(service, "198.51.100.1", "198.51.100.2"))

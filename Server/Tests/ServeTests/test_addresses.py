"""Addresses of pictures: signed, sealed and unsigned ones, and their headers."""

import base64
import http.client
import json
import time
import urllib.parse

from serving import (
    OTHER_KEY, ServeTestCase, Service, base64url, canonical, command, run, signed, signed_text, unsigned)

STARTS = {
    "png": (b"\x89PNG", "image/png"), "jpeg": (b"\xff\xd8\xff", "image/jpeg"), "jpg": (b"\xff\xd8\xff", "image/jpeg"),
    "webp": (b"RIFF", "image/webp"), "gif": (b"GIF8", "image/gif"), "svg": (b"<", "image/svg+xml"),
    "pdf": (b"%PDF", "application/pdf"),
}
DATA = {"title": "Größe & <b>\"1\"</b>", "count": 5}


def seal(service, data, deck="card", *options):
    printed = run(
        ["sign", deck, "--sealed", "--data", json.dumps(data), "--key-file", service.key_file, *options])
    assert printed.returncode == 0, printed
    return urllib.parse.urlsplit(printed.stdout.strip()).path


class SignedAddresses(ServeTestCase):
    def test_every_format_has_the_bytes_of_the_command(self):
        for ending, (start, media) in STARTS.items():
            with self.subTest(ending):
                answer = self.service.get(signed(DATA, f"card.{ending}"))
                self.assertPicture(answer, start)
                self.assertEqual(answer["Content-Type"], media)
                expected = command(
                    self.service.decks / "card.json", "--set", f"title={DATA['title']}", "--set", "count=5",
                    file=f"card.{ending}")
                self.assertEqual(answer.body, expected)

    def test_options_are_those_of_the_command(self):
        options = {"scale": 2, "appearance": "dark", "locale": "de", "width": 150}
        answer = self.service.get(signed(DATA, options=options))
        expected = command(
            self.service.decks / "card.json", "--set", f"title={DATA['title']}", "--set", "count=5",
            *(f"--{name}={value}" for name, value in options.items()))
        self.assertEqual(answer.body, expected)

    def test_animations_have_the_bytes_of_the_command(self):
        answer = self.service.get(signed({}, "card.gif", options={"frames": 3, "duration": 0.3}))
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.body, command(
            self.service.decks / "card.json", "--frames=3", "--duration=0.3", file="card.gif"))

    def test_without_data_the_deck_is_drawn_as_it_is(self):
        answer = self.service.get(signed_text(b"{}", "plain.png"))
        self.assertEqual(answer.body, command(self.service.decks / "plain.json"))

    def test_names_of_decks_may_have_folders_spaces_and_letters(self):
        answer = self.service.get(signed({"title": "A"}, "sub/größe 1.png"))
        self.assertPicture(answer)
        self.assertEqual(
            answer["Content-Disposition"], "inline; filename=\"gr__e_1.png\"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201%2Epng")

    def test_only_the_signed_address_is_answered(self):
        path = signed(DATA)
        _, _, mark, payload, file = path.split("/")
        others = {
            "signature": f"/i/{'A' * 43}/{payload}/{file}",
            "payload": f"/i/{mark}/{base64url(canonical({'data': {'title': 'Free'}}))}/{file}",
            "deck": f"/i/{mark}/{payload}/plain.png",
            "format": f"/i/{mark}/{payload}/card.svg",
            "other key": signed(DATA, key=OTHER_KEY),
            "encoded": f"/i/{mark}/{payload}/%63ard.png",
        }
        for name, other in others.items():
            with self.subTest(name):
                self.assertProblem(self.service.get(other), 403, "forbidden")

    def test_a_query_is_an_error(self):
        for end in ("?scale=2", "?", "?data=%7B%7D"):
            with self.subTest(end):
                self.assertProblem(self.service.get(signed(DATA) + end), 400, "invalidRequest")
        self.assertProblem(self.service.get(seal(self.service, DATA) + "?a=b"), 400, "invalidRequest")

    def test_payloads_that_are_not_requests(self):
        for payload in (b"[]", b"null", b'"a"', b"{", b'{"data":1}{}', b"\xff\xfe", b'{"data":{"a":"\n"}}',
                        b'{"data":1}', b'{"data":[]}', b'{"data":null}', b'{"options":[]}', b'{"options":null}'):
            with self.subTest(payload):
                self.assertProblem(self.service.get(signed_text(payload, "card.png")), 400, "invalidRequest")
        for payload in (b'{"options":{"output":"/tmp/a"}}', b'{"what":1}',
                        b'{"options":{"scale":{}}}', b'{"options":{"scale":"--help"}}', b'{"options":{"scale":99}}'):
            with self.subTest(payload):
                self.assertProblem(self.service.get(signed_text(payload, "card.png")), 400, "options")

    def test_data_that_are_not_inputs(self):
        for data in ({"title": 1.5, "count": "many"}, {"count": 99}, {"count": -1}, {"title": "a" * 201}):
            with self.subTest(data):
                problem = self.assertProblem(self.service.get(signed(data)), 422, "deck")
                self.assertTrue(problem["issues"])
                self.assertEqual(problem["issues"][0]["severity"], "error")

    def test_unknown_decks_and_formats(self):
        for file in ("nope.png", "card.bmp", "card", "card.", ".png", "card.png.exe", "../card.png", "sub/card.png",
                     "card.PNG", "card.json"):
            with self.subTest(file):
                self.assertProblem(self.service.get(signed(DATA, file)), 404, "notFound")

    def test_addresses_that_lead_nowhere(self):
        for path in ("/", "/favicon.ico", "/i", "/i/", "/i/a", "/i/a/b", "/i/x/y/card.png/", "/d", "/d/", "/x/a", "/x//card.png",
                     "//d/card.png", "/d//card.png", "/d/..%2f..%2fetc%2fpasswd", "/d/%00.png", "/d/card.png%00.svg",
                     "/d/%2e%2e/card.png", "/d/../d/card.png", "/v1", "/v1/", "/v2/decks", "/metrics", "/healthz",
                     "/openapi.json/", "/errors", "/errors/nope", "/d/card.png/", "/%64%00/card.png"):
            with self.subTest(path):
                answer = self.service.get(path)
                self.assertIn(answer.status, (403, 404), answer)
                self.assertProblem(answer, answer.status, answer.code)
        self.assertProblem(self.service.get("/d/%ff.png"), 400, "invalidRequest")

    def test_methods(self):
        for path in (signed(DATA), seal(self.service, DATA), unsigned()):
            for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
                with self.subTest(path, method=method):
                    answer = self.service.request(path, method)
                    self.assertProblem(answer, 405, "method")
                    self.assertEqual(answer["Allow"], "GET, HEAD")


class SealedAddresses(ServeTestCase):
    def test_the_picture_is_that_of_the_signed_address(self):
        answer = self.service.get(seal(self.service, DATA))
        self.assertPicture(answer)
        self.assertEqual(answer.body, self.service.get(signed(DATA)).body)

    def test_neither_the_address_nor_the_log_has_the_data(self):
        data = {"title": "Balance 1234567"}
        path = seal(self.service, data)
        self.assertPicture(self.service.get(path))
        for part in path.split("/"):
            self.assertNotIn("Balance", part)
            for end in ("", "=", "=="):
                try:
                    self.assertNotIn(b"Balance", base64.urlsafe_b64decode(part + end))
                except ValueError:
                    pass
        self.assertNotIn("Balance", self.service.log)
        self.assertNotIn(path.split("/")[2], self.service.log)

    def test_a_card_has_one_address(self):
        self.assertEqual(seal(self.service, DATA), seal(self.service, DATA))
        self.assertNotEqual(seal(self.service, DATA), seal(self.service, {"title": "B"}))

    def test_only_the_whole_text_and_its_deck_are_answered(self):
        path = seal(self.service, DATA)
        text = path.split("/")[2]
        changed = ("B" if text[20] == "A" else "A").join((text[:20], text[21:]))
        for name, other in {
            "changed": f"/x/{changed}/card.png", "cut": f"/x/{text[:-4]}/card.png", "short": "/x/AAAA/card.png",
            "deck": f"/x/{text}/plain.png", "format": f"/x/{text}/card.svg", "padded": f"/x/{text}=/card.png",
        }.items():
            with self.subTest(name):
                self.assertProblem(self.service.get(other), 403, "forbidden")

    def test_headers_are_those_of_a_signed_address(self):
        answer = self.service.get(seal(self.service, {"title": "C"}, "card", "--expires", "1h"))
        seconds = int(answer["Cache-Control"].split("max-age=")[1].split(",")[0])
        self.assertGreater(seconds, 3000)
        self.assertLessEqual(seconds, 3600)

    def test_names_that_need_encoding(self):
        answer = self.service.get(seal(self.service, {"title": "A"}, "sub/größe 1"))
        self.assertPicture(answer)


class UnsignedAddresses(ServeTestCase):
    def test_a_name_given_twice(self):
        self.assertProblem(self.service.get("/d/card.png?title=A&title=B"), 400, "options")

    def test_values_of_the_query_are_inputs_and_options(self):
        answer = self.service.get(unsigned(title="A & B+C ü", count=4, scale=2, appearance="dark"))
        expected = command(
            self.service.decks / "card.json", "--set", "title=A & B+C ü", "--set", "count=4", "--scale=2",
            "--appearance=dark")
        self.assertEqual(answer.body, expected)

    def test_a_plus_is_a_space(self):
        self.assertEqual(
            self.service.get("/d/card.png?title=A+B").body, self.service.get("/d/card.png?title=A%20B").body)

    def test_unknown_names_and_wrong_values(self):
        for query in ("nope=1", "scale=99", "scale=", "output=/tmp/a", "sandbox=off", "most-pixels=1", "title[0]=1", "=1", "a"):
            with self.subTest(query):
                answer = self.service.get("/d/card.png?" + query)
                self.assertIn(answer.status, (400, 422), answer)
                self.assertProblem(answer, answer.status, answer.code)
        self.assertProblem(self.service.get("/d/card.png?count=99"), 422, "deck")
        self.assertProblem(self.service.get("/d/card.png?title=%ff"), 400, "invalidRequest")

    def test_a_deck_without_inputs_has_none(self):
        self.assertProblem(self.service.get("/d/plain.png"), 403, "unsigned")

    def test_other_names_of_the_host_are_refused(self):
        for host in ("cards.example.com", "cards.example.com:80", "127.evil.example", "localhost.evil.example", "127.0.0.1.nip.example",
                     "[evil]", "[::2]", ""):
            with self.subTest(host):
                answer = self.service.get(unsigned(), headers={"Host": host})
                self.assertProblem(answer, 403, "unsigned")
        for host in ("localhost", "localhost:1", "127.0.0.1", "[::1]", "[::1]:8080"):
            with self.subTest(host):
                self.assertPicture(self.service.get(unsigned(), headers={"Host": host}))

    def test_a_request_without_a_host_is_refused(self):
        received = self.service.raw(b"GET /d/card.png HTTP/1.0\r\nConnection: close\r\n\r\n")
        self.assertNotIn(b"\x89PNG", received)
        self.assertIn(b" 403 ", received.split(b"\r\n")[0])


class Headers(ServeTestCase):
    def test_every_picture(self):
        answer = self.service.get(signed(DATA))
        self.assertEqual(answer["X-Content-Type-Options"], "nosniff")
        self.assertEqual(answer["Cross-Origin-Resource-Policy"], "cross-origin")
        self.assertEqual(answer["Content-Disposition"], 'inline; filename="card.png"')
        self.assertRegex(answer["ETag"], r'^"[\w-]+"$')
        self.assertIsNone(answer["Vary"])
        self.assertIsNone(answer["Set-Cookie"])
        self.assertIsNone(answer["Server"])
        timing = self.service.get(signed({"title": "Timing"}))["Server-Timing"]
        for stage in ("queue", "layout", "paint"):
            self.assertIn(f"{stage};dur=", timing)

    def test_requests_have_different_numbers(self):
        numbers = {self.service.get(path)["X-Request-Id"] for path in (unsigned(), unsigned(), "/nope")}
        self.assertEqual(len(numbers), 3)
        self.assertLessEqual(numbers, {event["id"] for event in self.service.events()})

    def test_an_svg_runs_nothing(self):
        policy = self.service.get(signed(DATA, "card.svg"))["Content-Security-Policy"]
        self.assertIn("sandbox", policy)
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("script", policy)

    def test_signed_pictures_are_kept_for_a_year(self):
        self.assertEqual(self.service.get(signed(DATA))["Cache-Control"], "public, max-age=31536000, immutable")

    def test_unsigned_pictures_are_kept_for_minutes(self):
        self.assertEqual(self.service.get(unsigned())["Cache-Control"], "max-age=300, stale-while-revalidate=86400")

    def test_errors_are_not_kept(self):
        for path in ("/nope", "/d/nope.png", unsigned(scale=99), signed({"count": 99}), signed({}, key=OTHER_KEY)):
            with self.subTest(path):
                self.assertEqual(self.service.get(path)["Cache-Control"], "no-store")

    def test_head_has_the_headers_of_get(self):
        for path in (signed(DATA), unsigned(title="Head"), "/nope", "/openapi.json", "/v1/decks", unsigned(scale=99)):
            with self.subTest(path):
                get, head = self.service.get(path), self.service.head(path)
                self.assertEqual(head.status, get.status)
                self.assertEqual(head.body, b"")
                changing = ("x-request-id", "date", "server-timing")
                self.assertEqual(*(
                    {name.lower(): value for name, value in answer.headers.items() if name.lower() not in changing}
                    for answer in (get, head)))

    def test_a_connection_can_be_used_again(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=30)
        for method in ("GET", "HEAD", "GET", "POST", "GET"):
            answer = self.service.request(unsigned(), method, connection=connection)
            self.assertEqual(answer.status, 405 if method == "POST" else 200)
        connection.close()


class EntityTags(ServeTestCase):
    def test_an_unchanged_picture_costs_no_worker(self):
        for path in (signed(DATA), unsigned(title="Tag"), seal(self.service, DATA)):
            with self.subTest(path):
                tag = self.service.get(path)["ETag"]
                before = self.service.metrics()
                for given in (tag, "W/" + tag, f'"a", {tag}', f'{tag},"b"'):
                    for method in ("GET", "HEAD"):
                        answer = self.service.request(path, method, headers={"If-None-Match": given})
                        self.assertEqual((answer.status, answer.body), (304, b""))
                        self.assertEqual(answer["ETag"], tag)
                        self.assertIn("max-age", answer["Cache-Control"])
                after = self.service.metrics()
                for name in ('cardshot_seconds_count{stage="draw"}', 'cardshot_cache_total{source="hit"}',
                             'cardshot_cache_total{source="miss"}'):
                    self.assertEqual(before.get(name), after.get(name), name)

    def test_a_304_needs_no_worker_at_all(self):
        path = signed({"title": "No worker"})
        tag = self.service.get(path)["ETag"]
        self.service.stop_workers()
        try:
            self.assertEqual(self.service.get(path, headers={"If-None-Match": tag}).status, 304)
        finally:
            self.service.continue_workers()

    def test_another_picture_has_another_tag(self):
        paths = [signed(DATA), signed(DATA, "card.svg"), signed({"title": "B"}), signed(DATA, options={"scale": 2}),
                 signed({"title": "B"}, "plain.png"), unsigned(), unsigned(title="B"), unsigned("card.svg")]
        tags = [self.service.get(path)["ETag"] for path in paths]
        self.assertEqual(len(set(tags)), len(tags))
        answer = self.service.get(paths[0], headers={"If-None-Match": tags[1]})
        self.assertPicture(answer)

    def test_a_tag_is_no_way_around_the_signature(self):
        tag = self.service.get(signed(DATA))["ETag"]
        path = signed(DATA, key=OTHER_KEY)
        self.assertProblem(self.service.get(path, headers={"If-None-Match": tag}), 403, "forbidden")

    def test_replicas_have_the_same_tags(self):
        with Service() as other:
            for path in (signed(DATA), unsigned(title="B")):
                self.assertEqual(other.get(path)["ETag"], self.service.get(path)["ETag"])


class Expiry(ServeTestCase):
    def test_a_picture_is_kept_until_it_expires(self):
        answer = self.service.get(signed(DATA, expires=int(time.time()) + 1000))
        self.assertPicture(answer)
        self.assertRegex(answer["Cache-Control"], r"^public, max-age=\d+, immutable$")
        seconds = int(answer["Cache-Control"].split("=")[1].split(",")[0])
        self.assertGreater(seconds, 900)
        self.assertLessEqual(seconds, 1000)

    def test_a_distant_end_is_a_year_away(self):
        for end in (4_000_000_000, 9_007_199_254_740_991, (1 << 63) - 1):
            answer = self.service.get(signed(DATA, expires=end))
            self.assertEqual(answer["Cache-Control"], "public, max-age=31536000, immutable", answer)

    def test_afterwards_it_is_gone(self):
        for end in (1, 0, -5, int(time.time()) - 1):
            self.assertProblem(self.service.get(signed(DATA, expires=end)), 410, "expired")

    def test_an_expired_address_is_not_answered_with_304(self):
        path = signed({"title": "Short"}, expires=int(time.time()) + 2)
        answer = self.service.get(path)
        if answer.status != 200:
            self.skipTest("the machine was too slow to draw the picture in time")
        while (later := self.service.get(path, headers={"If-None-Match": answer["ETag"]})).status == 304:
            time.sleep(0.1)
        self.assertProblem(later, 410, "expired")
        self.assertProblem(self.service.get(path), 410, "expired")

    def test_ends_that_are_not_seconds(self):
        for end in ("1d", 1.5, True, None, [], 1e300):
            with self.subTest(end):
                self.assertProblem(self.service.get(signed(DATA, expires=end)), 400, "invalidRequest")

    def test_a_wrong_signature_does_not_reveal_the_end(self):
        self.assertProblem(self.service.get(signed(DATA, key=OTHER_KEY, expires=1)), 403, "forbidden")

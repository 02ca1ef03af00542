"""Faults of other image servers: text of a request that becomes a command, a request or a script."""

import json
import re
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from serving import (
    DECKS, ServeTestCase, Service, canonical, command, signed, signed_text, unsigned)

LINES = {"LF": "\n", "CR": "\r", "CRLF": "\r\n", "two": "\n\n"}
# What would be another request of a worker, if it were a line of its own.
REQUEST = '{"deck":"card","format":"svg","body":{"data":{"title":"Injected"}}}'


class LineProtocol(ServeTestCase):
    """A worker reads one request per line, so no line end of a client may reach it."""

    def assertOrder(self):
        """Every answer is that of its own request."""
        for title in ("A", "Bb", "Ccc", "Dddd"):
            answer = self.service.get(unsigned(title=title))
            self.assertEqual(answer.body, self.expected[title], f"the answer for {title} is that of another request")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        deck = cls.service.decks / "card.json"
        cls.expected = {title: command(deck, "--set", f"title={title}") for title in ("A", "Bb", "Ccc", "Dddd")}

    def setUp(self):
        # Nothing is from the cache, so each answer comes from the worker.
        for file in self.service.cache.iterdir():
            file.unlink()

    def test_newline_between_members(self):
        for name, end in LINES.items():
            with self.subTest(name):
                body = f'{{"data":{end}{{"title":"New"}}{end},{end}"options"{end}:{end}{{}}{end}}}'
                for answer in (self.service.post("/v1/decks/card/render", body.encode()),
                               self.service.get(signed_text(body.encode(), "card.png"))):
                    self.assertPicture(answer)
                    self.assertEqual(answer.body, command(self.service.decks / "card.json", "--set", "title=New"))
                self.assertOrder()

    def test_a_request_in_a_request(self):
        for name, end in LINES.items():
            with self.subTest(name):
                for body in (f'{{"data":{{}}{end}}}{end}{REQUEST}{end}', f'{{{end}{REQUEST}{end}}}',
                             f'{{"data":{{"title":"A"}},"what":{end}{REQUEST}{end}}}'):
                    answer = self.service.post("/v1/decks/card/render", body.encode())
                    self.assertIn(answer.status, (400, 422), answer)
                    self.assertOrder()

    def test_newline_in_keys(self):
        for name, end in LINES.items():
            with self.subTest(name):
                for payload in ({"data": {f"title{end}{REQUEST}": "A"}}, {f"data{end}{REQUEST}": {}},
                                {"options": {f"scale{end}{REQUEST}": 1}}):
                    self.assertIn(self.service.get(signed_text(canonical(payload), "card.png")).status, (400, 422))
                self.assertIn(self.service.get(f"/d/card.png?title{urllib.parse.quote(end + REQUEST)}=A").status, (400, 422))
                self.assertOrder()

    def test_newline_in_values(self):
        for name, end in LINES.items():
            with self.subTest(name):
                title = f"A{end}{REQUEST}"
                self.assertPicture(self.service.get(signed({"title": title})))
                self.assertPicture(self.service.get(unsigned(title=title)))
                for option in ("scale", "theme", "locale", "date", "state", "appearance", "nope"):
                    value = f"1{end}{REQUEST}"
                    self.assertIn(self.service.get(unsigned(**{option: value})).status, (400, 422), option)
                    self.assertIn(self.service.get(signed({}, options={option: value})).status, (400, 422), option)
                self.assertOrder()

    def test_raw_newline_in_strings(self):
        for end in LINES.values():
            body = f'{{"data":{{"title":"A{end}B"}}}}'.encode()
            self.assertProblem(self.service.post("/v1/decks/card/render", body), 400, "invalidRequest")
        self.assertOrder()

    def test_newline_in_names_of_decks_and_formats(self):
        for end in LINES.values():
            name = urllib.parse.quote(f"card{end}{REQUEST}", safe="")
            self.assertEqual(self.service.get(f"/d/{name}.png").status, 404)
            self.assertEqual(self.service.get(f"/d/card.png{urllib.parse.quote(end)}").status, 404)
            self.assertEqual(self.service.post(f"/v1/decks/{name}/render", {}).status, 404)
            self.assertEqual(self.service.post("/v1/decks/card/render", {"format": f"png{end}"}).status, 400)
        self.assertOrder()

    def test_newline_in_rows(self):
        rows = b'{"title":"A"}\r\n\r\n{"title":\r"Bb"}\n{"title":"Ccc"}'
        answer = self.service.post("/v1/decks/card/rows", rows, "application/x-ndjson")
        self.assertEqual([json.loads(line)["ok"] for line in answer.body.splitlines()], [True] * 3)
        self.assertOrder()

    def test_other_line_ends(self):
        for end in ("\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e"):
            self.service.get(signed({"title": f"A{end}{REQUEST}"}))
            self.service.get(unsigned(title=f"A{end}{REQUEST}"))
            self.service.post("/v1/decks/card/render", json.dumps({"data": {"title": end}}, ensure_ascii=False).encode())
            self.service.post("/v1/decks/card/render", f'{{"data":{end}{{}}}}'.encode())
        self.assertOrder()

    def test_nul_and_other_control_characters(self):
        for number in (0, 1, 7, 8, 27, 127):
            character = chr(number)
            for answer in (self.service.get(signed({"title": f"A{character}B"})), self.service.get(unsigned(title=f"A{character}B")),
                           self.service.get(signed({}, options={"theme": f"mint{character}"})),
                           self.service.post("/v1/decks/card/inspect", {"options": {"theme": f"mint{character}"}}),
                           self.service.post("/v1/decks/card/inspect", {"data": {f"a{character}": 1}})):
                self.assertIn(answer.status, (200, 400, 422), (number, answer))
        self.assertOrder()

    def test_text_that_is_not_unicode(self):
        for body in (b'{"data":{"title":"\xff"}}', b'{"data":{"title":"\xed\xa0\x80"}}', b'{"data":{"title":"\xc0\x8a"}}'):
            self.assertProblem(self.service.post("/v1/decks/card/render", body), 400, "invalidRequest")
        for text in (b"%ff", b"%c0%8a", b"%ed%a0%80"):
            self.assertProblem(self.service.get("/d/card.png?title=" + text.decode()), 400, "invalidRequest")
        # Half of a surrogate pair.
        self.assertIn(self.service.post("/v1/decks/card/render", b'{"data":{"title":"\\ud800"}}').status, (200, 400, 422))
        self.assertOrder()


class CommandLines(ServeTestCase):
    """Values become words of a command line, so none of them may be an option of its own."""

    def test_values_are_cleaned_as_keys_are(self):
        with tempfile.TemporaryDirectory() as folder:
            secret, target = Path(folder, "secret.json"), Path(folder, "target")
            secret.write_text('{"hunter2": "hunter2"}')
            values = ["--help", f"--output={target}", f"1 -o {target}", f"1\0-o\0{target}", f"@{secret}", str(secret),
                      f"../../../../../../../..{secret}", f"$(touch {target})", f"; touch {target}", "--", f"file://{secret}"]
            for option in ("scale", "width", "theme", "appearance", "locale", "date", "state", "card"):
                for value in values:
                    answers = [self.service.get(signed({}, options={option: value}))]
                    if option == "theme" or value == values[0]:
                        answers.append(self.service.get(unsigned(**{option: value})))
                        answers += [self.service.post(f"/v1/decks/card/{action}", {"options": {option: value}})
                                    for action in ("inspect", "mail")]
                    for answer in answers:
                        self.assertIn(answer.status, (200, 400, 422), (option, value, answer))
                        self.assertNotIn(b"hunter2", answer.body)
            for value in values:
                answers = [self.service.get(unsigned(title=value))]
                if value[0] in "-@":
                    answers.append(self.service.post("/v1/decks/card/inspect", {"data": {"title": value}}))
                for answer in answers:
                    self.assertEqual(answer.status, 200, (value, answer))
                    self.assertNotIn(b"hunter2", answer.body)
            self.assertFalse(target.exists())

    def test_options_of_files_are_not_options_of_requests(self):
        for option in ("output", "o", "data", "set", "fonts", "sandbox", "most-pixels", "survey", "-o", "scale=1 --output", "help",
                       "deck", ""):
            for answer in (self.service.get(signed({}, options={option: "/tmp/serve-tests-target"})),
                           self.service.get(unsigned(**{option: "/tmp/serve-tests-target"})),
                           self.service.post("/v1/decks/card/inspect", {"options": {option: "/tmp/serve-tests-target"}}),
                           self.service.post("/v1/decks/card/mail", {"options": {option: "/tmp/serve-tests-target"}})):
                self.assertIn(answer.status, (400, 422), (option, answer))
        self.assertFalse(Path("/tmp/serve-tests-target").exists())


class Scripts(ServeTestCase):
    """What runs in a browser, in pictures and in error messages."""

    settings = {"decks": DECKS | {
        "link.json": {
            "inputs": {"title": {"type": "string"}, "url": {"type": "string"}}, "canvas": {"width": 200},
            "data": {"title": "A", "url": "https://example.com"},
            "cards": [{"parts": [
                {"type": "button", "buttonTitle": "{{ title }}", "link": "{{ url }}"},
                {"type": "title", "title": "{{ title }}"}]}],
        }}}

    ATTACKS = ["<script>alert(1)</script>", "\"><script>alert(1)</script>", "]]><script>alert(1)</script>", "--><script>alert(1)</script>",
               "<svg onload=alert(1)>", "<img src=x onerror=alert(1)>", "<![CDATA[<script>]]>", "&lt;script&gt;", "' onload='alert(1)",
               "\" onload=\"alert(1)", "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;", "<?xml-stylesheet href='x'?>",
               "<foreignObject><iframe src='javascript:alert(1)'/></foreignObject>", "</style><script>alert(1)</script>"]

    def assertHarmless(self, text):
        root = ElementTree.fromstring(text)
        for element in root.iter():
            name = str(element.tag).split("}")[-1].lower()
            self.assertNotIn(name, ("script", "foreignobject", "iframe", "object", "embed", "handler", "set", "animate"))
            for key, value in element.attrib.items():
                self.assertFalse(key.split("}")[-1].lower().startswith("on"), key)
                if key.split("}")[-1].lower() in ("href", "src", "from", "to", "values", "action"):
                    self.assertNotRegex(re.sub(r"\s", "", value.lower()), r"^(javascript:|vbscript:|data:text|file:)")
        self.assertNotIn(b"<!ENTITY", text)
        self.assertNotIn(b"<?xml-stylesheet", text)

    def test_scripts_in_an_svg(self):
        for attack in self.ATTACKS:
            with self.subTest(attack):
                for options in ({}, {"svg-text": True}):
                    answer = self.service.get(signed({"title": attack}, "link.svg", options=options))
                    self.assertEqual(answer.status, 200, answer)
                    self.assertHarmless(answer.body)
                    self.assertIn("sandbox", answer["Content-Security-Policy"])
                    self.assertEqual(answer["X-Content-Type-Options"], "nosniff")

    def test_javascript_addresses(self):
        for url in ("javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>",
                    "vbscript:a", "file:///etc/passwd"):
            with self.subTest(url):
                answer = self.service.get(signed({"url": url}, "link.svg"))
                if answer.status == 200:
                    self.assertHarmless(answer.body)
                else:
                    self.assertProblem(answer, 422, "deck")
                mail = self.service.post("/v1/decks/link/mail", {"data": {"url": url}})
                if mail.status == 200:
                    self.assertNotRegex(mail.json["html"].lower(), r"href=\"\s*(javascript|vbscript|data|file):")

    def test_error_text_is_no_picture_and_no_page(self):
        """Errors are JSON, which no browser runs, whatever the format of the address is."""
        for attack in self.ATTACKS:
            for ending in ("svg",) if attack != self.ATTACKS[0] else ("svg", "png", "pdf"):
                for answer in (self.service.get(unsigned(f"card.{ending}", theme=attack)),
                               self.service.get(signed({"count": attack}, f"card.{ending}")),
                               self.service.get(f"/{urllib.parse.quote(attack, safe='')}.{ending}")):
                    self.assertProblem(answer, answer.status, answer.code)
                    self.assertGreaterEqual(answer.status, 400)

    def test_texts_of_an_email_are_escaped(self):
        mail = self.service.post("/v1/decks/link/mail", {"data": {"title": "\n".join(self.ATTACKS)}}).json
        for start in ("<script", "<svg onload", "<img src=x", "<iframe", "<!ENTITY"):
            self.assertNotIn(start, mail["html"])
        self.assertNotRegex(mail["subject"], r"[\r\n]")

    def test_names_of_decks_do_not_become_headers(self):
        name = 'a"; filename=evil.html; x="é\\'
        with Service(decks={f"{name}.json": DECKS["card.json"]}) as service:
            answer = service.get(signed({}, f"{name}.png"))
            self.assertEqual(answer.status, 200, answer)
            value = answer["Content-Disposition"]
            self.assertRegex(value, r"^inline; filename=\"[\w.-]+\"; filename\*=UTF-8''[\w.%-]+$")
            self.assertEqual(urllib.parse.unquote(value.split("''")[1]), f"{name}.png")

    def test_headers_of_a_request_do_not_come_back(self):
        answer = self.service.get(unsigned(), headers={"X-Request-Id": "evil", "Origin": "https://evil.example", "X-Evil": "evil"})
        self.assertNotIn("evil", str(answer.headers))


class Requests(ServeTestCase):
    def test_smuggled_requests(self):
        start = b"POST /v1/decks/card/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for fields in (b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
                       b"Content-Length: -1\r\n\r\n", b"Content-Length: 2 \r\n 3\r\n\r\n{}", b"Transfer-Encoding: xchunked\r\n\r\n",
                       b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b"Content-Length: 99999999999999999999999\r\n\r\n"):
            with self.subTest(fields):
                received = self.service.raw(start + fields + b"GET /v1/decks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertRegex(received, rb"^(HTTP/1.1 4\d\d |$)")
                self.assertNotIn(b'"decks"', received)

    def test_requests_that_are_not_http(self):
        for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/3.0\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: a\r\nX\x00: a\r\n\r\n", b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"):
            with self.subTest(data[:30]):
                received = self.service.raw(data)
                self.assertNotIn(b" 200 ", received[:20])
        self.assertPicture(self.service.get(unsigned()))

"""The addresses for programs, below /v1, and the errors of all addresses."""

import base64
import json
import os
import shutil
import subprocess
import tempfile

from serving import (
    DECKS, OTHER_KEY, PROGRAM, TOKEN, ServeTestCase, Service, clean_environment, signed, unsigned)

MAIL = {
    "inputs": {"title": {"type": "string"}}, "canvas": {"width": 200}, "data": {"title": "Hello"},
    "title": "News of {{ title }}",
    "cards": [{"parts": [{"type": "title", "title": "{{ title }}"}, {"type": "progressBar", "barColors": ["#336699"]}]}],
}
ACTIONS = ("render", "inspect", "mail", "rows")


class Lists(ServeTestCase):
    def test_decks(self):
        answer = self.service.get("/v1/decks")
        self.assertEqual((answer.status, answer["Content-Type"]), (200, "application/json"))
        self.assertEqual(answer["Cache-Control"], "no-store")
        decks = {deck["name"]: deck["hasInputs"] for deck in answer.json["decks"]}
        self.assertEqual(decks, {"card": True, "plain": False, "sub/größe 1": True})

    def test_schema(self):
        answer = self.service.get("/v1/decks/card/schema")
        self.assertEqual(answer["Content-Type"], "application/json")
        self.assertEqual(set(answer.json["properties"]), {"title", "count"})
        self.assertEqual(answer.json["properties"]["count"]["maximum"], 9)
        self.assertEqual(self.service.get("/v1/decks/sub/gr%C3%B6%C3%9Fe%201/schema").status, 200)
        self.assertProblem(self.service.get("/v1/decks/plain/schema"), 404, "notFound")
        self.assertProblem(self.service.get("/v1/decks/nope/schema"), 404, "notFound")

    def test_openapi(self):
        document = self.service.get("/openapi.json").json
        self.assertEqual(document["openapi"], "3.1.0")
        self.assertEqual(set(document["paths"]), {
            "/v1/decks", "/d/card.{format}", "/d/sub/gr%C3%B6%C3%9Fe%201.{format}",
            *(f"/v1/decks/{name}/{action}" for name in ("card", "plain", "sub/gr%C3%B6%C3%9Fe%201") for action in ACTIONS),
            "/v1/decks/card/schema", "/v1/decks/sub/gr%C3%B6%C3%9Fe%201/schema"})
        names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
        self.assertEqual(len(set(names)), len(names))
        body = document["paths"]["/v1/decks/card/render"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        self.assertEqual(body["properties"]["data"]["properties"]["count"]["anyOf"][0]["maximum"], 9)

    def test_decks_with_one_title_have_operations_of_their_own(self):
        deck = DECKS["plain.json"] | {"title": "Same"}
        with Service(decks={"a.json": deck, "b.json": deck}) as service:
            paths = service.get("/openapi.json").json["paths"]
            names = [operation["operationId"] for path in paths.values() for operation in path.values()]
            self.assertEqual(len(set(names)), len(names), sorted(names))


class Renders(ServeTestCase):
    def test_a_picture_is_that_of_the_signed_address(self):
        data, options = {"title": "A", "count": 2}, {"scale": 2}
        for ending in ("png", "jpeg", "webp", "gif", "svg", "pdf"):
            answer = self.service.post("/v1/decks/card/render", {"data": data, "options": options, "format": ending})
            self.assertEqual(answer.status, 200, answer)
            self.assertEqual(answer.body, self.service.get(signed(data, f"card.{ending}", options=options)).body)
            self.assertEqual(answer["Cache-Control"], "no-store")
        self.assertPicture(self.service.post("/v1/decks/card/render", {}))
        self.assertPicture(self.service.post("/v1/decks/plain/render", {"data": {"title": "A"}}))
        self.assertPicture(self.service.post("/v1/decks/sub/gr%C3%B6%C3%9Fe%201/render", {}))

    def test_json_may_have_space_anywhere(self):
        plain = self.service.post("/v1/decks/card/render", b'{"data":{"title":"A"}}').body
        for space in (b" ", b"\t", b"\n", b"\r\n", b"\r", b"\n\n"):
            body = space.join([b"", b"{", b'"data"', b":", b"{", b'"title"', b":", b'"A"', b"}", b"}", b""])
            answer = self.service.post("/v1/decks/card/render", body)
            self.assertEqual(answer.status, 200, (space, answer))
            self.assertEqual(answer.body, plain)

    def test_media_types(self):
        for media in ("application/json; charset=utf-8", "Application/JSON"):
            self.assertPicture(self.service.post("/v1/decks/card/render", {}, media))
        for media in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/x-ndjson"):
            for action in ("render", "mail", "inspect"):
                with self.subTest(media, action=action):
                    self.assertProblem(self.service.post(f"/v1/decks/card/{action}", {}, media), 415, "mediaType")
        self.assertProblem(self.service.post("/v1/decks/card/rows", {}, "application/json"), 415, "mediaType")

    def test_formats(self):
        for name in ("bmp", "", "PNG", 1, None, "../png", "json"):
            with self.subTest(name):
                answer = self.service.post("/v1/decks/card/render", {"format": name})
                self.assertProblem(answer, 400, "invalidRequest")

    def test_methods_and_decks(self):
        for action in ACTIONS:
            for method in ("GET", "HEAD", "PUT", "DELETE"):
                answer = self.service.request(f"/v1/decks/card/{action}", method)
                self.assertEqual((answer.status, answer["Allow"]), (405, "POST"))
            for deck in ("nope", "sub", "..%2fcard", "%2e%2e/card", "card%00"):
                self.assertProblem(self.service.post(f"/v1/decks/{deck}/{action}", {}), 404, "notFound")
        self.assertProblem(self.service.post("/v1/decks/card/nope", {}), 404, "notFound")
        self.assertProblem(self.service.post("/v1/decks", {}), 405, "method")
        self.assertProblem(self.service.post("/v1/decks/card/schema", {}), 405, "method")


class Rows(ServeTestCase):
    def rows(self, body, query=""):
        answer = self.service.post("/v1/decks/card/rows" + query, body, "application/x-ndjson")
        self.assertEqual((answer.status, answer["Content-Type"]), (200, "application/x-ndjson"), answer)
        return [json.loads(line) for line in answer.body.splitlines()]

    def test_a_line_for_each_row(self):
        titles = [f"Row {number}" for number in range(7)]
        body = "\n".join(json.dumps({"title": title}) for title in titles) + "\n\n  \n"
        lines = self.rows(body.encode(), "?scale=2")
        self.assertEqual([line["row"] for line in lines], list(range(1, 8)))
        for line, title in zip(lines, titles):
            self.assertTrue(line["ok"], line)
            self.assertIn(title, line["alt"])
            self.assertEqual(
                base64.b64decode(line["base64"]),
                self.service.get(signed({"title": title}, options={"scale": 2})).body)

    def test_a_broken_row_does_not_affect_others(self):
        lines = self.rows(b'{"title":"A"}\n{"count":99}\n{\n[]\n{"title":"B"}')
        self.assertEqual([line["ok"] for line in lines], [True, False, False, False, True])
        self.assertEqual([line.get("code") for line in lines], [None, "deck", "invalidRequest", "invalidRequest", None])
        self.assertTrue(lines[1]["issues"])

    def test_formats_and_options(self):
        self.assertTrue(base64.b64decode(self.rows(b"{}", "?format=pdf")[0]["base64"]).startswith(b"%PDF"))
        self.assertProblem(
            self.service.post("/v1/decks/card/rows?format=bmp", b"{}", "application/x-ndjson"), 400, "invalidRequest")
        self.assertEqual(self.rows(b"{}", "?scale=99")[0]["code"], "options")

    def test_windows_line_ends_and_no_rows(self):
        self.assertEqual([line["ok"] for line in self.rows(b'{"title":"A"}\r\n{"title":"B"}\r\n')], [True, True])
        self.assertEqual(self.rows(b""), [])

    def test_rows_are_answered_while_others_are_still_sent(self):
        with self.service.connect() as end:
            end.sendall(b"POST /v1/decks/card/rows HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                        b"Transfer-Encoding: chunked\r\n\r\n")
            for number in range(4):
                row = b'{"title":"%d"}\n' % number
                end.sendall(b"%x\r\n%s\r\n" % (len(row), row))
            received = b""
            while b'"row":1' not in received:
                received += end.recv(1 << 16)
            end.sendall(b"0\r\n\r\n")
            while not received.endswith(b"0\r\n\r\n"):
                received += end.recv(1 << 16)
        self.assertEqual(received.count(b'"ok":true'), 4)


class MailAndInspect(ServeTestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.mkdtemp(prefix="serve-tests-")
        cls.addClassCleanup(shutil.rmtree, cls.temporary)
        cls.settings = {"decks": DECKS | {"mail.json": MAIL}, "TMPDIR": cls.temporary}
        super().setUpClass()

    def test_inspect_is_the_command(self):
        answer = self.service.post("/v1/decks/card/inspect", {"data": {"title": "A"}, "options": {"scale": 2}})
        self.assertEqual((answer.status, answer["Content-Type"]), (200, "application/json"), answer)
        printed = subprocess.run(
            [PROGRAM, "inspect", str(self.service.decks / "card.json"), "--set", "title=A", "--scale=2"],
            env=clean_environment(), capture_output=True, check=True).stdout
        self.assertEqual(answer.json, json.loads(printed))

    def test_mail_has_its_parts(self):
        answer = self.service.post("/v1/decks/mail/mail", {"data": {"title": "<b>A</b>"}})
        self.assertEqual(answer.status, 200, answer)
        mail = answer.json
        self.assertEqual(set(mail), {"subject", "html", "text", "images"})
        self.assertIn("A", mail["text"])
        self.assertNotIn("<b>A</b>", mail["html"])
        for image in mail["images"]:
            self.assertTrue(base64.b64decode(image["base64"]))
            self.assertIn(image["contentID"].removeprefix("cid:"), mail["html"])

    def test_errors_have_issues(self):
        for action in ("inspect", "mail"):
            problem = self.assertProblem(self.service.post(f"/v1/decks/card/{action}", {"data": {"count": 99}}), 422, "deck")
            self.assertTrue(problem.get("issues"), action)

    def test_nothing_is_left_in_the_temporary_folder(self):
        self.service.post("/v1/decks/mail/mail", {})
        self.service.post("/v1/decks/card/mail", {"data": {"count": 99}})
        self.assertEqual(os.listdir(self.temporary), [])


class Tokens(ServeTestCase):
    settings = {"tokens": (TOKEN, "second-" + TOKEN)}

    def test_every_address_needs_one(self):
        addresses = [("GET", "/v1/decks"), ("GET", "/v1/decks/card/schema"), ("GET", "/openapi.json"), ("HEAD", "/v1/decks"),
                     ("GET", "/v1/decks/nope/schema"), ("DELETE", "/v1/decks"),
                     *(("POST", f"/v1/decks/card/{action}") for action in ACTIONS)]
        wrong = [{}, {"Authorization": "Bearer "}, {"Authorization": TOKEN}, {"Authorization": f"Basic {TOKEN}"},
                 {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": f"Bearer {TOKEN[:-1]}"},
                 {"Authorization": f"Bearer {TOKEN.upper()}"}, {"Authorization": f"Bearer {TOKEN} {TOKEN}"},
                 {"Authorization": f"Bearer {OTHER_KEY}"}, {"X-Token": TOKEN}]
        for method, path in addresses:
            for headers in wrong:
                with self.subTest(path, method=method, headers=headers):
                    answer = self.service.request(path, method, headers=headers)
                    self.assertEqual((answer.status, answer["WWW-Authenticate"]), (401, "Bearer"))
                    if method != "HEAD":
                        self.assertProblem(answer, 401, "unauthorized")
                        self.assertNotIn(TOKEN.encode(), answer.body)
            answer = self.service.request(path + "?token=" + TOKEN, method)
            self.assertEqual(answer.status, 401)

    def test_each_token_is_accepted(self):
        for token in (TOKEN, "second-" + TOKEN):
            for scheme in ("Bearer", "bearer", "BEARER"):
                headers = {"Authorization": f"{scheme} {token}"}
                self.assertEqual(self.service.get("/v1/decks", headers=headers).status, 200)
                self.assertPicture(self.service.post("/v1/decks/card/render", {}, **headers))
        self.assertEqual(self.service.get("/openapi.json", headers=headers).json["security"], [{"token": []}])

    def test_pictures_need_none(self):
        self.assertPicture(self.service.get(signed({"title": "A"})))
        self.assertPicture(self.service.get(unsigned()))


class LocalProgramsWithoutTokens(ServeTestCase):
    def test_a_page_of_another_origin_is_refused(self):
        """Its name could point to this machine (DNS rebinding)."""
        for method, path in (("GET", "/v1/decks"), ("GET", "/openapi.json"), ("POST", "/v1/decks/card/render")):
            answer = self.service.request(path, method, headers={"Host": "evil.example", "Content-Type": "application/json"})
            self.assertProblem(answer, 403, "unsigned")


class ErrorPages(ServeTestCase):
    def test_every_code_has_a_page(self):
        problems = [
            self.service.get("/nope"), self.service.get(signed({}, key=OTHER_KEY)), self.service.get("/d/plain.png"),
            self.service.get(signed({}, expires=1)), self.service.get("/" + "a" * 9000), self.service.get(unsigned(scale=99)),
            self.service.get(unsigned(count=99)), self.service.post(unsigned(), {}), self.service.get(signed({}) + "?a=b"),
            self.service.post("/v1/decks/card/render", {}, "text/plain"),
            self.service.post("/v1/decks/card/render", b"{}" + b" " * (1 << 20)),
        ]
        codes = {answer.code for answer in problems}
        self.assertEqual(len(codes), 11)
        for code in sorted(codes | {"busy", "slow", "budget", "crashed", "unauthorized", "internal"}):
            with self.subTest(code):
                page = self.service.get(f"/errors/{code}")
                self.assertEqual(page.status, 200, page)
                self.assertTrue(page["Content-Type"].startswith("text/plain"))

    def test_issues_are_those_of_the_command(self):
        answer = self.service.post("/v1/decks/card/render", {"data": {"count": 99}})
        problem = self.assertProblem(answer, 422, "deck")
        printed = subprocess.run(
            [PROGRAM, str(self.service.decks / "card.json"), "--set", "count=99", "-o",
             str(self.service.folder / "a.png"), "--json"], env=clean_environment(), capture_output=True, text=True)
        expected = [issue["code"] for issue in json.loads(printed.stderr or printed.stdout)["issues"]]
        self.assertEqual(sorted(issue["code"] for issue in problem["issues"]), sorted(expected))
        for issue in problem["issues"]:
            self.assertIn("message", issue)

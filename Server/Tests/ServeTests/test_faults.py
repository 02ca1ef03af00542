"""Faults of other image servers. Each test is named after the kind of fault."""

import json
import unittest
import urllib.parse

from serving import (
    DECKS, KEY, OTHER_KEY, ServeTestCase, Service, base64url, canonical, children, command, eventually, signature,
    signed, signed_text, unsigned)


class SameChecks(ServeTestCase):
    """An allow-list on one address only is none."""

    def answers(self, data=None, options=None, **others):
        payload = others | ({"data": data} if data is not None else {}) | ({"options": options} if options is not None else {})
        yield "signed", self.service.get(signed_text(canonical(payload), "card.png"))
        for action in ("render", "inspect", "mail"):
            yield action, self.service.post(f"/v1/decks/card/{action}", payload)
        is_simple = all(value is None or isinstance(value, dict) for value in (data, options)) and not others
        if is_simple and all(isinstance(value, (str, int)) for value in [*(data or {}).values(), *(options or {}).values()]):
            query = urllib.parse.urlencode((data or {}) | (options or {}))
            yield "unsigned", self.service.get("/d/card.png?" + query)
            rows = self.service.post(
                "/v1/decks/card/rows?" + urllib.parse.urlencode(options or {}), canonical(data or {}), "application/x-ndjson")
            line = json.loads(rows.body.splitlines()[0])
            rows.status = 200 if line["ok"] else {"deck": 422}.get(line["code"], 400)
            yield "rows", rows

    def assertRefused(self, *arguments, **others):
        for name, answer in self.answers(*arguments, **others):
            with self.subTest(name, arguments=arguments):
                self.assertIn(answer.status, (400, 422), answer)

    def test_wrong_values_are_refused_everywhere(self):
        self.assertRefused({"count": 99})
        self.assertRefused({"count": "many"})
        self.assertRefused({"title": "a" * 201})
        self.assertRefused({"nope": 1})

    def test_wrong_options_are_refused_everywhere(self):
        for options in ({"scale": 99}, {"scale": "a"}, {"width": -1}, {"appearance": "pink"}, {"theme": "nope"}, {"state": "nope"},
                        {"card": "nope"}, {"locale": "not a locale!"}, {"date": "soon"}, {"nope": 1}, {"output": "a"}):
            self.assertRefused(None, options)

    def test_too_many_pixels_are_refused_everywhere(self):
        """A layout has no pixels, but its address has the same limit."""
        self.assertRefused(None, {"scale": 8, "width": 4000})

    def test_wrong_requests_are_refused_everywhere(self):
        self.assertRefused(what=1)
        self.assertRefused([])
        self.assertRefused("a")
        self.assertRefused(None, [])
        self.assertRefused(None, "a")
        self.assertRefused(None, {"scale": {}})
        self.assertRefused(None, {"scale": None})

    def test_budgets_are_those_of_pictures_everywhere(self):
        with Service(CARDSHOT_CLIENT_BUDGET=10) as service:
            # A picture reserves 20 ms, so nobody has enough time.
            self.assertEqual(service.get(unsigned()).code, "budget")
            self.assertEqual(service.get(signed({})).code, "budget")
            for action in ("render", "inspect", "mail"):
                self.assertEqual(service.post(f"/v1/decks/card/{action}", {}).code, "budget")

    def test_right_requests_are_answered_everywhere(self):
        for name, answer in self.answers({"title": "A", "count": 1}, {"scale": 2, "appearance": "dark"}):
            self.assertEqual(answer.status, 200, (name, answer))


class Signatures(ServeTestCase):
    def test_a_signature_is_never_printed(self):
        path = signed({"title": "A"})
        _, _, mark, payload, _ = path.split("/")
        right = signature(f"{payload}/card.svg")
        for other in (f"/i/{mark}/{payload}/card.svg", f"/i/{mark[:-1]}/{payload}/card.png", f"/i/x/{payload}/card.png",
                      path + "?a=b", f"/i/{mark}/{payload}/nope.png"):
            answer = self.service.get(other)
            self.assertGreaterEqual(answer.status, 400)
            for secret in (mark, right, signature(f"{payload}/card.png"), KEY):
                self.assertNotIn(secret, answer.body.decode() + str(answer.headers))
                self.assertNotIn(secret, self.service.log)

    def test_no_reason_is_given(self):
        path = signed({"title": "A"})
        _, _, mark, payload, file = path.split("/")
        bodies = {self.service.get(other).body for other in (
            f"/i/{mark[:-1]}A/{payload}/{file}", f"/i/A/{payload}/{file}", f"/i/{'A' * 43}/{payload}/{file}", f"/i/!!!/{payload}/{file}",
            f"/i/{mark}/AAAA/{file}", f"/i/{mark}/{payload}/nope.png", signed({"title": "A"}, key=OTHER_KEY), "/x/AAAA/card.png")}
        self.assertEqual(len(bodies), 1)

    def test_signatures_of_other_lengths(self):
        """Bytes that a comparison of the first ones only would accept, and other spellings of the same bytes."""
        path = signed({"title": "A"})
        _, _, mark, payload, file = path.split("/")
        self.assertEqual(len(mark), 43)
        wrong = [mark[:count] for count in (1, 2, 4, 20, 42)]
        wrong += [mark + "A", mark + "=", mark + "AAAA", mark * 2, "%00", mark + "%00", mark + "%20", "A" * 5000]
        # The last character has two bits that decoding ignores.
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        position = alphabet.index(mark[-1])
        wrong += [mark[:-1] + alphabet[position ^ bits] for bits in (1, 2, 3)]
        if set(mark) & set("-_"):
            wrong.append(mark.replace("-", "+").replace("_", "%2F"))
        for other in wrong:
            with self.subTest(other[:60]):
                self.assertIn(self.service.get(f"/i/{other}/{payload}/{file}").status, (403, 404))
        self.assertPicture(self.service.get(path))

    def test_cards_minted_by_anybody(self):
        """Whoever has one address cannot make another one, and no other way draws text without a key."""
        payload = base64url(canonical({"data": {"title": "Minted"}}))
        mark = signed({"title": "A"}).split("/")[2]
        for other in (f"/i/{mark}/{payload}/card.png", f"/i/{payload}/card.png", f"/i//{payload}/card.png", f"/i/null/{payload}/card.png",
                      f"/i/insecure/{payload}/card.png", f"/i/unsafe/{payload}/card.png", f"/i/_/{payload}/card.png",
                      f"/unsafe/{payload}/card.png", f"/x/{payload}/card.png", f"/d/{payload}/card.png"):
            self.assertIn(self.service.get(other).status, (403, 404), other)
        empty = f"/i/{signature(payload + '/card.png', '')}/{payload}/card.png"
        self.assertEqual(self.service.get(empty).status, 403)

    def test_no_default_key(self):
        """Well-known keys and the empty one sign nothing, also in a service without a key."""
        with Service(keys=()) as service:
            for key in ("", "c2VjcmV0", "TVlfU0VDVVJFX0tFWQ==", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", KEY):
                self.assertEqual(service.get(signed({"title": "A"}, key=key)).status, 403)


class Caches(ServeTestCase):
    settings = {"decks": DECKS | {"sorry.json": {"canvas": {"width": 90}, "data": {"title": "Sorry"}, "cards": DECKS["plain.json"]["cards"]}}}
    options = ("--fallback", "sorry")

    def test_a_blank_picture_is_never_kept(self):
        """Errors have no status of success and no lifetime, and nothing is stored."""
        before = len(list(self.service.cache.iterdir()))
        for path in (signed({"title": "A"}, options={"scale": 99}), "/d/nope.png", signed({}, key=OTHER_KEY)):
            answer = self.service.get(path)
            self.assertGreaterEqual(answer.status, 400)
            self.assertEqual(answer["Cache-Control"], "no-store")
            self.assertIsNone(answer["ETag"])
        self.assertEqual(len(list(self.service.cache.iterdir())), before)

    def test_a_fallback_is_never_stored_under_the_key(self):
        path = signed({"title": "A", "count": 99})
        before = len(list(self.service.cache.iterdir()))
        for _ in range(2):
            answer = self.service.get(path)
            self.assertPicture(answer)
            self.assertEqual(answer["Cardshot-Fallback"], "deck")
            self.assertIn("max-age=60", answer["Cache-Control"])
            self.assertIsNone(answer["ETag"])
        self.assertEqual(len(list(self.service.cache.iterdir())), before)

    def test_keys_do_not_come_from_the_request(self):
        """Headers do not choose the picture, so they cannot poison a cache."""
        path = signed({"title": "Poison"})
        first = self.service.get(path, headers={
            "X-Forwarded-Host": "evil.example", "X-Original-URL": "/d/plain.png", "X-Rewrite-URL": "/d/plain.png",
            "X-HTTP-Method-Override": "POST", "Cookie": "a=b", "Forwarded": "host=evil.example"})
        second = self.service.get(path)
        self.assertEqual((first.body, first["ETag"]), (second.body, second["ETag"]))
        self.assertEqual(first.body, command(self.service.decks / "card.json", "--set", "title=Poison"))

    def test_accept_is_ignored(self):
        path = unsigned(title="Accept")
        answers = [self.service.get(path, headers=headers) for headers in (
            {}, {"Accept": "image/avif,image/webp,*/*"}, {"Accept": "text/html"}, {"Accept": "application/json", "Accept-Language": "de"},
            {"Accept-Encoding": "gzip, br"}, {"Sec-CH-DPR": "2", "DPR": "2", "Save-Data": "on"})]
        self.assertEqual(len({answer.body for answer in answers}), 1)
        self.assertEqual({answer["Content-Type"] for answer in answers}, {"image/png"})
        self.assertEqual({answer["Vary"] for answer in answers}, {None})
        self.assertEqual({answer["Content-Encoding"] for answer in answers}, {None})

    def test_one_address_has_one_answer_for_another_signature_too(self):
        """An unsigned address whose query looks like a payload is not answered from the cache of a signed one."""
        payload = canonical({"data": {"title": "Cached secret"}})
        self.assertPicture(self.service.get(signed_text(payload, "card.png")))
        query = urllib.parse.quote(payload.decode(), safe="")
        for path in (f"/d/card.png?{query}", f"/d/card.png?{payload.decode().replace(' ', '%20')}"):
            received = self.service.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            self.assertNotIn(b" 200 ", received.split(b"\r\n")[0])


class Zombies(unittest.TestCase):
    def test_no_process_is_left_after_many_requests(self):
        with Service(CARDSHOT_WORKER_CARDS=1, CARDSHOT_CACHE="off", cache=False) as service:
            for number in range(6):
                self.assertEqual(service.get(unsigned(title=f"{number}")).status, 200)
                self.assertEqual(service.post("/v1/decks/card/inspect", {}).status, 200)
            eventually(lambda: "Z" not in children(service.process.pid).values(), "a zombie was left")
            eventually(lambda: len(children(service.process.pid)) == 1, "more than the worker was left")

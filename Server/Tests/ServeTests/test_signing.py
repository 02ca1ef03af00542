"""Signed and sealed addresses: the test vectors, `sign`, and the examples in other languages."""

import base64
import hashlib
import hmac
import json
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.parse
from pathlib import Path

from serving import DECKS, KEY, OTHER_KEY, PATIENCE, ROOT, SERVE, Service, base64url, run, write_decks

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
EXAMPLES = ROOT / "Examples/signing"
BASE = "http://127.0.0.1:8080"


def printed(*arguments, key=KEY, **variables):
    done = run(["sign", *arguments], {"CARDSHOT_KEYS": key} | variables)
    assert done.returncode == 0, done
    return done.stdout.removesuffix("\n")


class Vectors(unittest.TestCase):
    def test_the_command_makes_them(self):
        for vector in VECTORS:
            words = [vector["deck"], "--format", vector["format"]]
            words += ["--data", vector["data"]] if "data" in vector else []
            words += ["--expires", vector["expires"]] if "expires" in vector else []
            words += [word for option in vector.get("options", []) for word in ("--option", option)]
            with self.subTest(vector["name"]):
                self.assertEqual(printed(*words, key=vector["key"]), BASE + vector["signed"])
                self.assertEqual(printed(*words, "--sealed", key=vector["key"]), BASE + vector["sealed"])

    def test_they_follow_from_the_specification(self):
        for vector in VECTORS:
            with self.subTest(vector["name"]):
                key = base64.b64decode(vector["key"].translate(str.maketrans("-_", "+/")) + "==")
                _, kind, mark, payload, file = vector["signed"].split("/", 4)
                self.assertEqual(kind, "i")
                self.assertEqual(base64.urlsafe_b64decode(payload + "=="), vector["payload"].encode())
                self.assertEqual(urllib.parse.unquote(file), f"{vector['deck']}.{vector['format']}")
                self.assertEqual(base64url(hmac.new(key, f"{payload}/{file}".encode(), hashlib.sha256).digest()), mark)
                members = list(json.loads(vector["payload"]))
                self.assertEqual(members, sorted(members))

    def test_a_service_answers_them(self):
        deck = {"canvas": {"width": 60}, "cards": [{"parts": [{"type": "title", "title": "A"}]}]}
        keys = []
        for vector in VECTORS:
            if not any(base64url(base64.b64decode(vector["key"].translate(str.maketrans("-_", "+/")) + "==")) ==
                       base64url(base64.b64decode(key.translate(str.maketrans("-_", "+/")) + "==")) for key in keys):
                keys.append(vector["key"])
        decks = {f"{vector['deck']}.json": deck for vector in VECTORS}
        with Service(decks=decks, keys=keys) as service:
            for vector in VECTORS:
                for path in (vector["signed"], vector["sealed"]):
                    with self.subTest(vector["name"]):
                        # A deck without inputs may warn about data that it does not use; it is drawn all the same.
                        self.assertEqual(service.get(path).status, 200, service.get(path))


class Sign(unittest.TestCase):
    def test_data_from_files_and_standard_input(self):
        data = '{ "title" : "A  B",\r\n\t"count" : 1.50 }'
        expected = printed("card", "--data", '{"title":"A  B","count":1.50}')
        self.assertEqual(printed("card", "--data", data), expected)
        with tempfile.NamedTemporaryFile("w", suffix=".json", newline="") as file:
            file.write(data)
            file.flush()
            self.assertEqual(printed("card", "--data", file.name), expected)
        done = run(["sign", "card", "--data", "-"], {"CARDSHOT_KEYS": KEY}, input=data)
        self.assertEqual(done.stdout.strip(), expected)

    def test_names_of_decks(self):
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, DECKS)
            for words, file in ((["card"], "card"), (["decks/card.json"], "card"), (["blog/card"], "blog/card"),
                                ([f"{folder}/sub/größe 1.json", "--decks", folder], "sub/gr%C3%B6%C3%9Fe%201"),
                                ([f"{folder}/card.json", "--decks", folder + "/"], "card")):
                with self.subTest(words):
                    self.assertTrue(printed(*words).endswith(f"/e30/{file}.png"), printed(*words))
            done = run(["sign", "/elsewhere/card.json", "--decks", folder], {"CARDSHOT_KEYS": KEY})
            self.assertEqual(done.returncode, 2)

    def test_starts_of_addresses(self):
        path = printed("card").removeprefix(BASE)
        for base in ("https://cards.example.com", "https://cards.example.com/", "https://example.com/cards"):
            self.assertEqual(printed("card", "--base", base), base.rstrip("/") + path)
        self.assertEqual(run(["sign", "card", "--base", "example.com"], {"CARDSHOT_KEYS": KEY}).returncode, 64)

    def test_times_of_validity(self):
        def end(text):
            payload = printed("card", "--expires", text).split("/")[5]
            return json.loads(base64.urlsafe_b64decode(payload + "=="))["expires"]

        for text, seconds in (("90s", 90), ("15m", 900), ("12h", 43_200), ("30d", 2_592_000)):
            before = int(time.time())
            self.assertIn(end(text) - seconds, range(before, int(time.time()) + 2))
        self.assertEqual(end("1893456000"), 1_893_456_000)
        for text in ("", "soon", "-1d", "0s", "1w", "1.5h", "999999999999999d", "5"):
            with self.subTest(text):
                self.assertEqual(run(["sign", "card", f"--expires={text}"], {"CARDSHOT_KEYS": KEY}).returncode, 64)

    def test_keys(self):
        expected = printed("card")
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(f"{KEY}\n{OTHER_KEY}\n")
            file.flush()
            self.assertEqual(run(["sign", "card", "--key-file", file.name]).stdout.strip(), expected)
            self.assertEqual(run(["sign", "card"], {"CARDSHOT_KEYS_FILE": file.name}).stdout.strip(), expected)
        self.assertEqual(run(["sign", "card"]).returncode, 2)
        for key in ("c2hvcnQ=", "*hunter2*", "hunter2 hunter2"):
            done = run(["sign", "card"], {"CARDSHOT_KEYS": key})
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("hunter2", done.stderr + done.stdout)
            self.assertNotIn("c2hvcnQ", done.stderr + done.stdout)

    def test_wrong_data_and_formats(self):
        for data in ("[]", "{", '{"a":1}{}', "/nope", ""):
            with self.subTest(data):
                done = run(["sign", "card", "--data", data], {"CARDSHOT_KEYS": KEY})
                self.assertEqual(done.returncode, 2, done)
                self.assertEqual(done.stdout, "")
        self.assertEqual(run(["sign", "card", "--format", "bmp"], {"CARDSHOT_KEYS": KEY}).returncode, 64)
        self.assertEqual(run(["sign", "card", "--option", "scale"], {"CARDSHOT_KEYS": KEY}).returncode, 64)


class Examples(unittest.TestCase):
    def check(self, *command, folder=None):
        """The example prints the addresses of all vectors that have data only."""
        vectors = [vector for vector in VECTORS if "data" in vector and not {"expires", "options"} & set(vector)]
        self.assertGreater(len(vectors), 5)
        for vector in vectors:
            with self.subTest(vector["name"]):
                done = subprocess.run(
                    [*map(str, command), vector["key"], vector["deck"], vector["format"], vector["data"]], capture_output=True,
                    text=True, timeout=4 * PATIENCE, cwd=folder or EXAMPLES)
                self.assertEqual(done.stdout, vector["signed"] + "\n", done)

    def need(self, name):
        path = shutil.which(name)
        if not path or subprocess.run([path, "version" if name == "go" else "--version"], capture_output=True).returncode:
            self.skipTest(f"{name} is not installed")
        return path

    def test_javascript(self):
        self.check(self.need("node"), EXAMPLES / "sign.js")

    def test_python(self):
        self.check(self.need("python3"), "-B", EXAMPLES / "sign.py")

    def test_ruby(self):
        self.check(self.need("ruby"), EXAMPLES / "sign.rb")

    def test_php(self):
        self.check(self.need("php"), EXAMPLES / "sign.php")

    def test_go(self):
        go = self.need("go")
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "sign")
            subprocess.run([go, "build", "-o", program, EXAMPLES / "sign.go"], check=True, capture_output=True, cwd=folder)
            self.check(program)

    def test_swift(self):
        compiler, built = self.need("swiftc"), Path(SERVE).resolve().parent
        sources = built.resolve().parents[1] / "checkouts/swift-crypto/Sources"
        if not (built / "Modules/Crypto.swiftmodule").exists() or not sources.exists():
            self.skipTest("swift-crypto is not next to the built service")
        objects = [path for name in ("Crypto.build", "CryptoBoringWrapper.build", "CCrypto*.build", "CXKCP*.build")
                   for folder in built.glob(name) for path in folder.rglob("*.o")]
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "sign")
            done = subprocess.run(
                [compiler, "-o", program, EXAMPLES / "sign.swift", "-I", built / "Modules",
                 *(word for path in sources.glob("*/include") for word in ("-I", path)), *objects, "-lstdc++"],
                capture_output=True, text=True, timeout=8 * PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(program)


class Documents(unittest.TestCase):
    def test_every_example_is_named_in_the_page(self):
        text = (EXAMPLES / "README.md").read_text()
        self.assertIn("Base64url", text)
        self.assertEqual({path.name for path in EXAMPLES.iterdir()} - {"README.md"},
                         {f"sign.{ending}" for ending in ("js", "py", "rb", "php", "go", "swift")})

"""Operation: settings, probes, reloads, signals, logs and the fallback deck."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from serving import (
    DECKS, KEY, OTHER_KEY, PATIENCE, PROGRAM, SERVE, TOKEN, ServeTestCase, Service, children, clean_environment, command,
    eventually, free_port, run, signed, unsigned, write_decks)

LONG = {"CARDSHOT_CARD_SECONDS": 120, "CARDSHOT_QUEUE_SECONDS": 60}
BROKEN = '{"cards": [{"parts": [{"type": "nope"}]}]}'


class Probes(ServeTestCase):
    settings = {"workers": 2}

    def test_ready_and_healthy(self):
        for path, text in (("/readyz", b"ready\n"), ("/healthz", b"ok\n")):
            answer = self.service.ask_admin(path)
            self.assertEqual((answer.status, answer.body), (200, text))
            self.assertEqual(answer["Cache-Control"], "no-store")
            self.assertEqual(self.service.ask_admin(path, "HEAD").body, b"")

    def test_other_admin_addresses(self):
        self.assertProblem(self.service.ask_admin("/"), 404, "notFound")
        self.assertProblem(self.service.ask_admin("/d/card.png"), 404, "notFound")
        self.assertProblem(self.service.ask_admin("/metrics", "POST"), 405, "method")

    def test_metrics_are_those_of_prometheus(self):
        self.service.get(unsigned())
        self.service.get("/nope")
        answer = self.service.ask_admin("/metrics")
        self.assertTrue(answer["Content-Type"].startswith("text/plain; version=0.0.4"))
        kinds = {}
        for line in answer.body.decode().splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split(" ")
                self.assertNotIn(name, kinds, "a metric has two types")
                kinds[name] = kind
            elif not line.startswith("#"):
                self.assertRegex(line, r'^cardshot_[a-z_]+(\{[a-z]+="[^"]*"(,le="[^"]+")?\})? -?[0-9.e+-]+$')
                name = line.split("{")[0].split(" ")[0]
                base = next((name.removesuffix(end) for end in ("_bucket", "_sum", "_count") if name.endswith(end)), name)
                self.assertTrue(name in kinds or base in kinds, line)
        metrics = self.service.metrics()
        self.assertEqual(metrics["cardshot_workers"], 2)
        self.assertEqual(metrics["cardshot_decks"], len(DECKS))
        self.assertGreater(metrics["cardshot_workers_megabytes"], 0)
        self.assertGreaterEqual(metrics['cardshot_requests_total{request="d 200"}'], 1)
        self.assertGreaterEqual(metrics['cardshot_problems_total{code="notFound"}'], 1)
        buckets = [value for name, value in metrics.items() if name.startswith('cardshot_seconds_bucket{stage="request"')]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual(buckets[-1], metrics['cardshot_seconds_count{stage="request"}'])

    def test_names_of_requests_do_not_become_metrics(self):
        before = len(self.service.metrics())
        for number in range(20):
            self.service.get(f"/{number}/a")
            self.service.get(f"/d/{number}.png")
            self.service.get(unsigned(title=f"{number}"), headers={"User-Agent": f"{number}"})
        self.assertLess(len(self.service.metrics()) - before, 20)

    def test_the_first_listener_has_no_admin_address(self):
        for path in ("/metrics", "/healthz", "/readyz"):
            self.assertProblem(self.service.get(path), 404, "notFound")


class Health(ServeTestCase):
    settings = LONG

    def test_ready(self):
        done = run(["health", "--admin", self.service.admin])
        self.assertEqual((done.returncode, done.stdout), (0, "ready\n"))
        self.assertEqual(run(["health"], {"CARDSHOT_ADMIN_BIND": self.service.admin}).returncode, 0)

    def test_no_service(self):
        done = run(["health", "--admin", f"127.0.0.1:{free_port()}"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no service", done.stderr)
        self.assertEqual(run(["health", "--admin", "unix:/nope/socket"]).returncode, 2)

    def test_wrong_usage(self):
        for address in ("nope", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:99999", "unix:"):
            with self.subTest(address):
                self.assertEqual(run(["health", "--admin", address]).returncode, 64)

    def test_not_ready(self):
        with Service(CARDSHOT_CARD_SECONDS=4) as service:
            service.stop_workers()
            sender = service.send(unsigned(title="Hangs"))
            eventually(lambda: run(["health", "--admin", service.admin]).returncode == 1)
            self.assertProblem(sender.result(), 503, "slow")

    def test_something_else_at_the_address(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            address = f"127.0.0.1:{other.getsockname()[1]}"
            process = subprocess.Popen(
                [SERVE, "health", "--admin", address], env=clean_environment(), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            end, _ = other.accept()
            with end:
                end.recv(1000)
                end.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
            self.assertIn(process.wait(PATIENCE), (1, 2))


class Check(unittest.TestCase):
    def check(self, decks, *options, **variables):
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, decks)
            return run(["serve", folder, "--check", "--program", PROGRAM, *options], variables)

    def test_whole_decks(self):
        done = self.check(DECKS)
        self.assertEqual((done.returncode, done.stdout), (0, "3 decks can be served\n"))
        self.assertEqual(self.check({"a.json": DECKS["plain.json"]}).stdout, "1 deck can be served\n")

    def test_broken_decks_are_all_reported(self):
        done = self.check({"a.json": BROKEN, "b.json": BROKEN.replace("nope", "nopes"), "c.json": DECKS["plain.json"]})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for text in ("a.json", "b.json", "'nope'", "'nopes'"):
            self.assertIn(text, done.stderr)

    def test_a_deck_is_drawn_too(self):
        deck = {"cards": [{"parts": [{"type": "image", "image": "missing.png"}]}]}
        done = self.check({"a.json": deck})
        self.assertEqual(done.returncode, 2)
        self.assertIn("missing.png", done.stderr)

    def test_no_deck(self):
        done = self.check({})
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no deck", done.stderr)
        self.assertEqual(run(["serve", "/nope", "--check", "--program", PROGRAM]).returncode, 2)

    def test_a_fallback_that_is_missing(self):
        done = self.check(DECKS, "--fallback", "nope")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'nope'", done.stderr)

    def test_a_program_that_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, DECKS)
            done = run(["serve", folder, "--check", "--program", "/nope/cardshot"])
            self.assertEqual(done.returncode, 2)
            self.assertIn("/nope/cardshot", done.stderr)

    def test_wrong_settings(self):
        for variables, text in (
            ({"CARDSHOT_WORKERS": "0"}, "CARDSHOT_WORKERS"), ({"CARDSHOT_WORKERS": "many"}, "CARDSHOT_WORKERS"),
            ({"CARDSHOT_BIND": "nope"}, "CARDSHOT_BIND"), ({"CARDSHOT_BIND": "127.0.0.1:0"}, "CARDSHOT_BIND"),
            ({"PORT": "70000"}, "PORT"), ({"CARDSHOT_UNSIGNED": "yes"}, "CARDSHOT_UNSIGNED"),
            ({"CARDSHOT_TRUSTED_PROXIES": "10.0.0.0/33"}, "10.0.0.0/33"),
            ({"CARDSHOT_CACHE_MEGABYTES": "-1"}, "CARDSHOT_CACHE_MEGABYTES"),
            ({"CARDSHOT_TOKENS_FILE": "/nope"}, "/nope"), ({"CARDSHOT_KEYS_FILE": "/nope"}, "/nope"),
        ):
            with self.subTest(variables):
                done = self.check(DECKS, **variables)
                self.assertEqual(done.returncode, 2)
                self.assertIn(text, done.stderr)

    def test_wrong_keys_and_tokens_are_not_printed(self):
        for text in ("c2hvcnQ=", "*secret1* *secret2*", KEY + "\nsecret", "\n".join([KEY] * 5), ""):
            with self.subTest(text), tempfile.NamedTemporaryFile("w") as file:
                file.write(text)
                file.flush()
                for variables in ({"CARDSHOT_KEYS_FILE": file.name}, {"CARDSHOT_KEYS": text} if text else {}):
                    done = self.check(DECKS, **variables)
                    if not variables:
                        continue
                    self.assertEqual(done.returncode, 2)
                    for word in text.split():
                        self.assertNotIn(word, done.stderr + done.stdout)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("shorttoken")
            file.flush()
            done = self.check(DECKS, CARDSHOT_TOKENS_FILE=file.name)
            self.assertEqual(done.returncode, 2)
            self.assertNotIn("shorttoken", done.stderr)

    def test_wrong_usage(self):
        for options in (["--port", "0"], ["--port", "1", "--bind", "127.0.0.1:2"], ["--nope"], ["--workers", "many"],
                        ["--admin-port", "1", "--admin-bind", "127.0.0.1:2"]):
            with self.subTest(options):
                self.assertEqual(self.check(DECKS, *options).returncode, 64)


class SettingsAndTheirPrecedence(unittest.TestCase):
    def workers(self, option, variable, line):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(f"# A comment\n\n{'CARDSHOT_WORKERS=' + line if line else ''}\n")
            file.flush()
            options = ["--config", file.name]
            settings = {"CARDSHOT_WORKERS": variable} if variable else {}
            with Service(*options, workers=option, **settings) as service:
                return service.metric("workers")

    def test_options_then_variables_then_the_file(self):
        self.assertEqual(self.workers(1, "2", "3"), 1)
        self.assertEqual(self.workers(None, "2", "3"), 2)
        self.assertEqual(self.workers(None, None, "3"), 3)

    def test_a_file_with_windows_line_ends(self):
        with tempfile.NamedTemporaryFile("w", newline="") as file:
            file.write("CARDSHOT_WORKERS=2\r\nCARDSHOT_QUEUE_SECONDS=3\r\n")
            file.flush()
            with Service("--config", file.name, workers=None) as service:
                self.assertEqual(service.metric("workers"), 2)

    def test_a_line_that_is_not_a_setting(self):
        for text in ("CARDSHOT_NOPE=1", "CARDSHOT_WORKERS 1", "secret-key"):
            with self.subTest(text), tempfile.NamedTemporaryFile("w") as file:
                file.write("\n" + text)
                file.flush()
                done = run(["serve", "/nope", "--config", file.name, "--program", PROGRAM])
                self.assertEqual(done.returncode, 2)
                self.assertIn("line 2", done.stderr)
                self.assertNotIn(text, done.stderr)

    def test_port_is_a_variable(self):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, DECKS)
            process = subprocess.Popen(
                [SERVE, "serve", folder, "--admin-port", str(free_port()), "--cache", "off", "--workers", "1", "--program",
                 PROGRAM], env=clean_environment({"PORT": str(port)}), stderr=subprocess.PIPE, text=True)
            try:
                self.assertIn(f"http://127.0.0.1:{port}", process.stderr.readline())
            finally:
                process.terminate()
                self.assertEqual(process.wait(PATIENCE), 0)
                process.stderr.close()

    def test_a_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as other, tempfile.TemporaryDirectory() as folder:
            write_decks(folder, DECKS)
            port = other.getsockname()[1]
            for options in (["--port", port, "--admin-port", free_port()], ["--port", free_port(), "--admin-port", port]):
                done = run(["serve", folder, *options, "--cache", "off", "--workers", "1", "--program", PROGRAM])
                self.assertEqual(done.returncode, 2, done)
                self.assertIn("cannot listen", done.stderr)

    def test_two_sources_of_keys(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(KEY)
            file.flush()
            done = run(["serve", "/nope", "--program", PROGRAM], {"CARDSHOT_KEYS": KEY, "CARDSHOT_KEYS_FILE": file.name})
            self.assertEqual(done.returncode, 2)
            self.assertNotIn(KEY, done.stderr)


class UnixSockets(unittest.TestCase):
    def test_a_service_without_a_port(self):
        with Service(unix=True) as service:
            answer = service.get(signed({"title": "Socket"}))
            self.assertEqual(answer.body, command(service.decks / "card.json", "--set", "title=Socket"))
            # A proxy is in front of a socket, so its requests are those of strangers.
            self.assertEqual(service.get(unsigned()).code, "unsigned")
            self.assertEqual(service.get("/v1/decks").code, "unauthorized")
            service.restart()
            self.assertEqual(service.get(signed({"title": "Again"})).status, 200)

    def test_a_socket_that_an_earlier_run_left(self):
        with Service(unix=True) as service:
            service.process.kill()
            service.process.wait()
            self.assertTrue(service.socket.exists())
            service.restart()
            self.assertEqual(service.get(signed({})).status, 200)

    def test_another_file_is_not_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, {"card.json": DECKS["card.json"]})
            file = Path(folder, "file")
            file.write_text("mine")
            done = run(["serve", folder, "--bind", f"unix:{file}", "--admin-port", free_port(), "--cache", "off", "--workers",
                        "1", "--program", PROGRAM])
            self.assertEqual(done.returncode, 2)
            self.assertEqual(file.read_text(), "mine")

    def test_health_at_a_socket(self):
        with tempfile.TemporaryDirectory() as folder:
            write_decks(folder, {"card.json": DECKS["card.json"]})
            path = Path(folder, "admin")
            process = subprocess.Popen(
                [SERVE, "serve", folder, "--port", str(free_port()), "--admin-bind", f"unix:{path}", "--cache", "off",
                 "--workers", "1", "--program", PROGRAM], env=clean_environment(), stderr=subprocess.DEVNULL)
            try:
                eventually(lambda: run(["health", "--admin", f"unix:{path}"]).returncode == 0)
            finally:
                process.terminate()
                self.assertEqual(process.wait(PATIENCE), 0)


class Keys(unittest.TestCase):
    def test_both_keys_are_accepted_while_they_change(self):
        with Service(keys=(KEY, OTHER_KEY)) as service:
            for key in (KEY, OTHER_KEY):
                self.assertEqual(service.get(signed({"title": "A"}, key=key)).status, 200)
            tags = {service.get(signed({"title": "A"}, key=key))["ETag"] for key in (KEY, OTHER_KEY)}
            self.assertEqual(len(tags), 1, "a picture depends on the key")
            # The first one signs.
            printed = run(["sign", "card", "--data", '{"title":"A"}', "--key-file", service.key_file])
            self.assertTrue(printed.stdout.strip().endswith(signed({"title": "A"})))
            sealed = run(["sign", "card", "--sealed", "--data", '{"title":"A"}'], {"CARDSHOT_KEYS": OTHER_KEY})
            self.assertEqual(service.get("/x/" + sealed.stdout.strip().split("/x/")[1]).status, 200)

    def test_without_a_key_nothing_is_signed(self):
        with Service(keys=()) as service:
            self.assertEqual(service.get(signed({"title": "A"})).status, 403)
            self.assertEqual(service.get(signed({"title": "A"}, key="")).status, 403)
            self.assertEqual(service.get("/i//e30/card.png").status, 404)
            self.assertEqual(service.get(unsigned()).status, 200)


class Reloads(unittest.TestCase):
    def reload(self, service, result):
        before = service.metric(f'reloads_total{{result="{result}"}}')
        service.process.send_signal(signal.SIGHUP)
        eventually(lambda: service.metric(f'reloads_total{{result="{result}"}}') > before, f"no reload was '{result}'")

    def test_all_decks_or_none(self):
        with Service(workers=2) as service:
            path = service.decks / "plain.json"
            old = service.get(signed({"title": "A"}, "plain.png"))
            changed = DECKS["plain.json"] | {"canvas": {"width": 140}}

            # One deck changes and another one is broken: nothing changes.
            write_decks(service.decks, {"plain.json": changed, "new.json": BROKEN})
            self.reload(service, "failed")
            now = service.get(signed({"title": "A"}, "plain.png"))
            self.assertEqual((now.body, now["ETag"]), (old.body, old["ETag"]))
            self.assertEqual(service.get(signed({"title": "B"}, "plain.png")).status, 200)
            self.assertEqual(service.get(signed({}, "new.png")).status, 404)
            self.assertTrue(service.is_ready)
            messages = [event["message"] for event in service.events("reload failed")]
            self.assertTrue(any("new.json" in message for message in messages), messages)

            write_decks(service.decks, {"plain.json": changed, "new.json": changed})
            workers = service.workers
            self.reload(service, "ok")
            now = service.get(signed({"title": "A"}, "plain.png"))
            self.assertEqual(now.body, command(path, "--set", "title=A"))
            self.assertNotEqual(now["ETag"], old["ETag"])
            self.assertEqual(service.get(signed({}, "new.png")).status, 200)
            eventually(lambda: len(service.workers) == 2 and not set(service.workers) & set(workers))
            self.assertNotIn("Z", children(service.process.pid).values())

            (service.decks / "new.json").unlink()
            self.reload(service, "ok")
            self.assertEqual(service.get(signed({}, "new.png")).status, 404)

    def test_a_picture_of_a_deck_changes_its_tags(self):
        with Service() as service:
            picture = service.decks / "picture.png"
            picture.write_bytes(command(service.decks / "plain.json"))
            write_decks(service.decks, {"photo.json": {
                "canvas": {"width": 100}, "cards": [{"parts": [{"type": "image", "image": "picture.png"}]}]}})
            self.reload(service, "ok")
            old = service.get(signed({}, "photo.png"))
            self.assertEqual(old.status, 200, old)
            picture.write_bytes(command(service.decks / "card.json"))
            self.reload(service, "ok")
            new = service.get(signed({}, "photo.png"))
            self.assertNotEqual((old["ETag"], old.body), (new["ETag"], new.body))
            self.assertNotEqual(old["ETag"], new["ETag"])

    def test_links_to_files_as_in_a_volume_of_kubernetes(self):
        with Service() as service:
            for number, width in enumerate((100, 110)):
                folder = service.decks / f"..data{number}"
                write_decks(folder, {"linked.json": DECKS["plain.json"] | {"canvas": {"width": width}}})
                link = service.decks / "..data.new"
                link.symlink_to(folder.name)
                os.replace(link, service.decks / "..data")
                if not number:
                    (service.decks / "linked.json").symlink_to("..data/linked.json")
                self.reload(service, "ok")
                answer = service.get(signed({"title": "A"}, "linked.png"))
                self.assertEqual(answer.body, command(service.decks / "linked.json", "--set", "title=A"))

    def test_pictures_that_are_being_drawn_are_finished(self):
        with Service(CARDSHOT_CARD_SECONDS=120, CARDSHOT_QUEUE_SECONDS=1) as service:
            workers = service.stop_workers()
            sender = service.send(unsigned(title="Meanwhile"))
            eventually(lambda: service.metric("workers_busy") == 1)
            self.reload(service, "ok")
            self.assertEqual(service.get(unsigned(title="New worker")).status, 200)
            for worker in workers:
                os.kill(worker, signal.SIGCONT)
            self.assertEqual(sender.result().status, 200)
            eventually(lambda: not set(workers) & set(children(service.process.pid)))


class Ends(unittest.TestCase):
    def test_sigterm_finishes_requests_and_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), Service(workers=2, **LONG) as service:
                workers = service.stop_workers()
                senders = [service.send(unsigned(title=f"Load {number}")) for number in range(2)]
                eventually(lambda: service.metric("workers_busy") == 2)
                waiting = service.send(unsigned(title="Waits"))
                eventually(lambda: service.metric("queue_length") == 1)
                service.process.send_signal(number)
                # Nobody new is accepted.
                eventually(lambda: not self.accepts(service))
                self.assertIsNone(service.process.poll())
                service.continue_workers()
                for sender in senders + [waiting]:
                    self.assertEqual(sender.result().status, 200)
                self.assertEqual(service.process.wait(PATIENCE), 0)
                for worker in workers:
                    self.assertFalse(Path("/proc", str(worker)).exists())

    def accepts(self, service):
        try:
            service.connect(timeout=1).close()
            return True
        except OSError:
            return False

    def test_it_is_not_ready_any_more(self):
        with Service(**LONG) as service:
            service.stop_workers()
            sender = service.send(unsigned(title="Draining"))
            eventually(lambda: service.metric("workers_busy") == 1)
            service.process.terminate()
            eventually(lambda: service.ask_admin("/readyz").status == 503, "it is ready")
            service.continue_workers()
            self.assertEqual(sender.result().status, 200)
            self.assertEqual(service.process.wait(PATIENCE), 0)

    def test_idle_connections_do_not_delay_the_end(self):
        with Service() as service:
            ends = [service.connect() for _ in range(3)]
            ends[0].sendall(b"GET /nope HTTP/1.1\r\nHost: a\r\n\r\n")
            self.assertTrue(ends[0].recv(10))
            service.process.terminate()
            self.assertEqual(service.process.wait(PATIENCE), 0)
            for end in ends:
                end.close()


class Fallback(ServeTestCase):
    options = ("--fallback", "sorry")
    settings = {
        "CARDSHOT_CARD_SECONDS": 2, "workers": 2,
        "decks": DECKS | {"sorry.json": {"canvas": {"width": 100}, "data": {"title": "Sorry"}, "cards": DECKS["plain.json"]["cards"]}},
    }

    def assertFallback(self, answer, code):
        self.assertPicture(answer)
        self.assertEqual(answer.body, command(self.service.decks / "sorry.json"))
        self.assertEqual(answer["Cardshot-Fallback"], code)
        self.assertIn("max-age=60", answer["Cache-Control"])
        self.assertNotIn("immutable", answer["Cache-Control"])
        self.assertIsNone(answer["ETag"])

    def test_data_with_errors(self):
        for path in (signed({"count": 99}), unsigned(count=99)):
            for _ in range(2):
                self.assertFallback(self.service.get(path), "deck")
            self.assertEqual(self.service.head(path).body, b"")

    def test_a_picture_that_takes_too_long(self):
        path = signed({"title": "Later"})
        (stopped, *_) = self.service.workers
        os.kill(stopped, signal.SIGSTOP)
        paths = [signed({"title": f"Later {number}"}) for number in range(2)]
        answers = [sender.result() for sender in [self.service.send(path) for path in paths]]
        late = [(path, answer) for path, answer in zip(paths, answers) if answer["Cardshot-Fallback"]]
        self.assertEqual(len(late), 1)
        self.assertFallback(late[0][1], "slow")
        # It is not stored in the place of the picture.
        answer = self.service.get(late[0][0])
        self.assertPicture(answer)
        self.assertIsNone(answer["Cardshot-Fallback"])
        self.assertIn("immutable", answer["Cache-Control"])

    def test_other_errors_have_none(self):
        self.assertProblem(self.service.get(signed({}, key=OTHER_KEY)), 403, "forbidden")
        self.assertProblem(self.service.get(signed({}, "nope.png")), 404, "notFound")
        self.assertProblem(self.service.get(signed({}, expires=1)), 410, "expired")
        self.assertProblem(self.service.get(unsigned(scale=99)), 400, "options")
        self.assertProblem(self.service.post("/v1/decks/card/render", {"data": {"count": 99}}), 422, "deck")


class Logs(ServeTestCase):
    settings = {"tokens": (TOKEN,)}

    def test_lines_have_neither_data_nor_signatures(self):
        secrets = {"title": "Secret7Title"}
        paths = [signed(secrets), unsigned(**secrets), signed(secrets, key=OTHER_KEY), signed(secrets, "nope.png"),
                 signed(secrets | {"count": 99}), unsigned(count="Secret7Title"), "/Secret7Title", "/d/Secret7Title.png",
                 signed(secrets) + "?Secret7Title", signed(secrets, options={"theme": "Secret7Title"})]
        for path in paths:
            self.service.get(path, headers={"Authorization": "Bearer Secret7Title", "User-Agent": "Secret7Title"})
        bearer = {"Authorization": "Bearer " + TOKEN}
        for action in ("render", "inspect", "mail", "rows"):
            media = "application/x-ndjson" if action == "rows" else "application/json"
            for body in ({"data": secrets}, {"data": {"count": "Secret7Title"}}, {"Secret7Title": 1}):
                self.service.post(f"/v1/decks/card/{action}", body, media, **bearer)
        log = self.service.log
        self.assertNotIn("Secret7Title", log)
        self.assertNotIn(TOKEN, log)
        self.assertNotIn(KEY, log)
        for path in paths[:3]:
            for part in path.split("/")[2:4]:
                self.assertNotIn(part.split("?")[0], log.replace("card.png", ""))

    def test_every_request_has_one_line_of_json(self):
        before = len(self.service.events())
        answers = [self.service.get(path) for path in (unsigned(title="Log"), "/nope", unsigned(scale=99), "/openapi.json")]
        events = self.service.events()[before:]
        self.assertEqual([event["id"] for event in events], [answer["X-Request-Id"] for answer in answers])
        self.assertEqual([event["status"] for event in events], ["200", "404", "400", "401"])
        self.assertEqual([event.get("code") for event in events], [None, "notFound", "options", "unauthorized"])
        for event in events:
            self.assertRegex(event["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")
            self.assertGreaterEqual(float(event["ms"]), 0)
        for line in self.service.log.splitlines()[1:]:
            json.loads(line)

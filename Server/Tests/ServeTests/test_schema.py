"""Requests that schemathesis makes from /openapi.json.

`make serve-test` installs it into .build-server/schemathesis; without it these tests are skipped.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from serving import DECKS, ROOT, TOKEN, ServeTestCase, clean_environment

PYTHON = ROOT / ".build-server/schemathesis/bin/python3"

# All checks are made but this one: a schema cannot say which themes, states and cards a deck has, nor that a picture has at
# most 8 megapixels, so the service refuses some requests that follow the schema.
LEFT_OUT = "positive_data_acceptance"
# Schemathesis cannot write NDJSON; test_api.Rows has these requests.
PATHS_LEFT_OUT = "/rows$"


def interpreter():
    """A Python with schemathesis; None without one."""
    for path in (os.environ.get("SCHEMATHESIS_PYTHON"), PYTHON):
        if path and Path(path).exists():
            return str(path)
    return sys.executable if importlib.util.find_spec("schemathesis") else None


class Schema(ServeTestCase):
    settings = {"decks": {"card.json": DECKS["card.json"]}, "workers": 2, "tokens": (TOKEN,), "CARDSHOT_QUEUE_SECONDS": 60, "CARDSHOT_CARD_SECONDS": 60}

    def test_generated_requests(self):
        python = interpreter()
        if not python:
            self.skipTest("schemathesis is not installed: python3 -m pip install schemathesis")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [python, "-m", "schemathesis.cli", "run", f"http://127.0.0.1:{self.service.port}/openapi.json",
                 "--header", f"Authorization: Bearer {TOKEN}", "--exclude-checks", LEFT_OUT, "--exclude-path-regex", PATHS_LEFT_OUT,
                 "--max-examples", "5", "--seed", "1", "--generation-database", "none", "--request-timeout", "30",
                 "--no-color"],
                env=clean_environment({"PYTHONDONTWRITEBYTECODE": "1"}), capture_output=True, text=True, timeout=300, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout[-20_000:] + done.stderr[-4_000:])
        # No request was answered with an error of the service.
        statuses = {event["status"] for event in self.service.events()}
        self.assertFalse({status for status in statuses if status.startswith("5")}, statuses)


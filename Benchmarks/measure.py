"""Running programs and taking medians. Programs that are compared run in turn, so that a slow moment meets them all."""

import json
import os
import pathlib
import platform
import statistics
import subprocess
import tempfile


class Tools:
    """Where everything is: built programs, the peers' Python, a folder for pictures."""

    def __init__(self, build, peers):
        self.root = pathlib.Path(__file__).resolve().parent
        self.build = pathlib.Path(build).resolve()
        self.cardshot = str(self.build / "release/cardshot")
        self.stages = str(self.build / "release/stages")
        self.floor, self.libpng, self.process = (str(self.build / "c" / name) for name in ("floor", "libpng", "process"))
        self.peers = str(pathlib.Path(peers).resolve() / "bin/python") if peers else None
        self.fonts = str(self.root.parent / "Fonts/Files/Inter")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardshot-bench-"))

    def deck(self, name):
        return str(self.root / "decks" / f"{name}.json")

    def path(self, name):
        return str(self.folder / name)

    def peer(self, name):
        return str(self.root / "peers" / name)


def output(command, **options):
    """What a command prints; ends everything when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stderr[-2000:]}")
    return done.stdout


def last_json(text):
    return json.loads(text.strip().splitlines()[-1])


def medians(samples):
    """The median of each figure, and the smallest value of each time."""
    figures = {key: statistics.median(sample[key] for sample in samples) for key in samples[0]}
    for key in samples[0]:
        if key.endswith("_ms") and f"min_{key}" not in figures:
            figures["min_" + key] = min(sample[key] for sample in samples)
    return figures


def in_turn(commands, rounds, once):
    """Runs commands by name in turn, some rounds; the medians of what `once` says of each."""
    samples = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            samples[name].append(once(command))
    return {name: medians(list_) for name, list_ in samples.items()}


def whole_processes(tools, commands, rounds, statuses=(0,), pause=None):
    """Whole processes: wall and processor time, peak memory."""
    def once(command):
        if pause:
            pause()
        figures = last_json(output([tools.process, *command]))
        if figures.pop("status") not in statuses:
            raise SystemExit(f"failed: {' '.join(command)}")
        return figures

    return in_turn(commands, rounds, once)


def warm(commands, rounds):
    """Programs that measure themselves and print JSON."""
    return in_turn(commands, rounds, lambda command: last_json(output(command)))


def machine():
    """The hardware, as the page names it."""
    cpu = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.machine())
    memory = next(int(line.split()[1]) for line in pathlib.Path("/proc/meminfo").read_text().splitlines()
                  if line.startswith("MemTotal"))
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_gib": round(memory / 2**20),
            "kernel": platform.release().split("-")[0], "load": round(os.getloadavg()[0], 1)}


def first_line(command):
    """The first line that a program prints about its version, or nothing when it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    text = (done.stdout or done.stderr).strip()
    return text.splitlines()[0].strip() if text else None

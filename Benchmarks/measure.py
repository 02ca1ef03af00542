"""Runs programs and takes medians. Compared programs run in turn, so that a slow moment affects them all."""

import json
import os
import pathlib
import platform
import shutil
import signal
import statistics
import subprocess
import tempfile


def installed(program, folder):
    """The path of a copy of a built program, with the files next to it.

    A linker writes its file in many pieces, and the system caches it like that; it starts a millisecond later than a
    copy, which is what people install.
    """
    program, folder = pathlib.Path(program), pathlib.Path(folder)
    folder.mkdir(parents=True)
    for one in program.parent.glob("cardshot_*.resources"):
        (folder / one.name).symlink_to(one)
    if program.exists():
        shutil.copy(program, folder / program.name)
    return str(folder / program.name)


def emptied(folder):
    """Makes an empty folder; an existing one is renamed and kept until the end.

    The file system flushes a file that replaces another one, which would measure the disk. For seconds after files were
    removed, ext4 skips their inodes one by one to find one for a new file, which costs a twentieth of a card.
    """
    folder = pathlib.Path(folder)
    if folder.exists():
        number = sum(one.name.startswith(f"{folder.name}.old-") for one in folder.parent.iterdir())
        folder.rename(folder.with_name(f"{folder.name}.old-{number}"))
    folder.mkdir()


class Tools:
    """The locations of the built programs, the peers' Python, and a folder for pictures."""

    def __init__(self, build, peers, distribution=None):
        self.root = pathlib.Path(__file__).resolve().parent
        self.build = pathlib.Path(build).resolve()
        self.stages = str(self.build / "release/stages")
        self.floor, self.libpng, self.process = (str(self.build / "c" / name) for name in ("floor", "libpng", "process"))
        self.peers = str(pathlib.Path(peers).resolve() / "bin/python") if peers else None
        self.distribution = str(pathlib.Path(distribution).resolve()) if distribution else None
        self.fonts = str(self.root.parent / "Fonts/Files/Inter")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cardshot-bench-"))
        self.cardshot = installed(self.build / "release/cardshot", self.folder / "installed")

    def deck(self, name):
        return str(self.root / "decks" / f"{name}.json")

    def path(self, name):
        return str(self.folder / name)

    def peer(self, name):
        return str(self.root / "peers" / name)


# Seconds. The slowest run of any program takes a tenth of it; a longer run hangs.
PATIENCE = 300


class Failed(Exception):
    """A program that could not be measured, and the reason."""


def output(command, patience=None):
    """The output of a command; raises `Failed` if it does not exist, fails, or takes too long."""
    name = " ".join(command)[:300]
    patience = patience or PATIENCE
    try:
        # A session of its own, so that the child processes of the program end with it.
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, errors="replace", start_new_session=True)
    except OSError as error:
        raise Failed(f"cannot run {name}: {error.strerror}") from error
    with running:
        try:
            out, error = running.communicate(timeout=patience)
        except BaseException as reason:
            os.killpg(running.pid, signal.SIGKILL)
            if isinstance(reason, subprocess.TimeoutExpired):
                raise Failed(f"{name}: took longer than {patience} s") from None
            raise
    if running.returncode != 0:
        raise Failed(f"{name}: ended with {running.returncode}: {' '.join(error.split())[-500:] or 'said nothing'}")
    return out


def told(command):
    """All output of a program about itself, whatever its exit code; empty if it cannot be run."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout + done.stderr


def last_json(text):
    """The JSON object in the last line of a program's output."""
    lines = text.strip().splitlines()
    try:
        figures = json.loads(lines[-1] if lines else "")
    except ValueError as error:
        raise Failed(f"no figures in what it printed: {lines[-1][:100] if lines else 'nothing'}") from error
    if not isinstance(figures, dict):
        raise Failed(f"no figures in what it printed: {lines[-1][:100]}")
    return figures


def medians(samples):
    """The median of each value, and the minimum of each time."""
    figures = {key: statistics.median(sample[key] for sample in samples) for key in samples[0]}
    for key in samples[0]:
        if key.endswith("_ms") and f"min_{key}" not in figures:
            figures["min_" + key] = min(sample[key] for sample in samples)
    return figures


def in_turn(commands, rounds, once, others):
    """Runs commands by name in turn, for some rounds; returns the medians of the values that `once` returns for each.

    If another program fails, it is left out; if cardshot or the floor fails, there is nothing to measure.
    """
    samples = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in others.kept(commands).items():
            try:
                samples[name].append(once(command))
            except Failed as failure:
                if name not in others:
                    raise
                others.leave_out(name, failure)
    return {name: medians(list_) for name, list_ in others.kept(samples).items()}


def whole_processes(tools, commands, rounds, others, statuses=(0,), pause=None):
    """Whole processes: wall and processor time, peak memory."""
    def once(command):
        if pause:
            pause()
        figures = last_json(output([tools.process, *command]))
        status = figures.pop("status", None)
        if status not in statuses:
            raise Failed(f"{' '.join(command)[:300]}: ended with {status}")
        return figures

    return in_turn(commands, rounds, once, others)


def cards_of_a_series(tools, cold, series, alone, rounds, others):
    """A card in a new process, many cards in one process, and a card in a process that has drawn before, in turn."""
    def once(command):
        return last_json(output(command if command is alone else [tools.process, *command]))

    return in_turn({"cold": cold, "series": series, "alone": alone}, rounds, once, others)


def warm(commands, rounds, others):
    """Programs that measure themselves and print JSON."""
    return in_turn(commands, rounds, lambda command: last_json(output(command)), others)


def machine():
    """The hardware, as the page names it."""
    cpu = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.machine())
    memory = next(int(line.split()[1]) for line in pathlib.Path("/proc/meminfo").read_text().splitlines()
                  if line.startswith("MemTotal"))
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_gib": round(memory / 2**20),
            "kernel": platform.release().split("-")[0], "load": round(os.getloadavg()[0], 1)}


def replace(path, text):
    """Writes a temporary file and renames it at the end, so that readers see the old file or the complete new one."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)

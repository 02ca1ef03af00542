"""Feeds rows to `cardshot worker` and gives its answers, for engines that share rows among machines."""

import json
import os
import subprocess
import threading


def answers(rows, deck, outputs, program=None, inline=False, cells=False):
    """Yields an answer, a dictionary, for each row; rows are dictionaries.

    With `cells` texts are those of a table: numbers where the deck asks for numbers, and nothing when empty.

    One process draws all of them, one after another. An engine calls this once for each share of its rows, and again
    for a share that was lost: the same rows give the same files.
    """
    command = [program or os.environ.get("CARDSHOT", "cardshot"), "worker", deck]
    for output in outputs:
        command += ["-o", output]
    if inline:
        command.append("--inline")
    if cells:
        command.append("--cells")
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def feed():
        # On a thread of its own: a pipe holds few rows, and answers come while rows are still written.
        try:
            for row in rows:
                process.stdin.write(json.dumps(row, default=str).encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        for line in process.stdout:
            yield json.loads(line)
    finally:
        process.stdout.close()
        status = process.wait()
    feeder.join()
    if status:
        raise RuntimeError(f"cardshot worker ended with {status}")

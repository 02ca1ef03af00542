"""Draws a table on a Dask cluster: dask_rows.py deck.json rows.csv 'out/{id}.png' [workers]"""

import csv
import os
import sys

from dask.distributed import Client, LocalCluster, as_completed

from cardshot_worker import answers

SHARE = 64


def draw(rows, deck, output):
    return list(answers(rows, deck, [output], cells=True))


def main():
    deck, table, output = sys.argv[1:4]
    workers = int(sys.argv[4]) if len(sys.argv) > 4 else 2
    with open(table, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    here = os.path.dirname(os.path.abspath(__file__))
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            client.upload_file(os.path.join(here, "cardshot_worker.py"))
            shares = [rows[start : start + SHARE] for start in range(0, len(rows), SHARE)]
            # A share whose worker dies is drawn again by another one.
            futures = client.map(draw, shares, deck=os.path.abspath(deck), output=os.path.abspath(output), retries=3)
            broken = 0
            for future in as_completed(futures):
                for answer in future.result():
                    if not answer["ok"]:
                        broken += 1
                        print(answer.get("id"), answer["errors"][0]["message"], file=sys.stderr)
    print(f"{len(rows)} rows, {broken} skipped")
    return 2 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

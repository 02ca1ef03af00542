"""Draws three charts, compared with vl-convert, the fastest way from a Vega-Lite specification to a picture.

    python3 Benchmarks/charts.py CARDSHOT [--runs N]

CARDSHOT is a release build of the program; vl-convert-python must be installed (`peers/requirements.txt` has its
version). Prints, for a chart of 12 columns, a scatter plot of 5,000 points and a line through 5,000 points: the time of
a program that is started for one picture (cold), and of one more picture in a process that has drawn others (warm),
each the median of the runs, packed as in the other benchmarks (`fast`). For a file of 100,000 rows with times, it
prints the time of a program that is started for one picture.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

COLD = """
import json, sys, vl_convert
sys.stdout.buffer.write(vl_convert.vegalite_to_png(json.load(open(sys.argv[1])), scale=1))
"""


def columns():
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return [{"x": month, "y": 10 + (number * 37) % 23} for number, month in enumerate(months)]


def prices():
    price, rows = 100.0, []
    for number in range(5_000):
        price *= 1 + ((number * 7_919) % 201 - 100) / 5_000
        rows.append({"x": number, "y": round(price, 2)})
    return rows


def write_rows(path):
    """A price every quarter of an hour."""
    start, price = datetime.datetime(2020, 1, 1), 100.0
    with open(path, "w") as file:
        file.write("moment,price\n")
        for number in range(100_000):
            price *= 1 + ((number * 7_919) % 201 - 100) / 20_000
            moment = start + datetime.timedelta(minutes=15 * number)
            file.write(f"{moment.isoformat()}Z,{price:.2f}\n")


def deck(mark, rows, cards=1):
    part = {"type": "chart", "mark": mark, "data": "{{ rows }}", "x": "x", "y": "y", "margins": 0, "height": 300}
    return {"version": 1, "canvas": {"width": 480}, "data": {"rows": rows}, "cards": [{"parts": [part]}] * cards}


def specification(mark, rows):
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "width": 440, "height": 260,
        "data": {"values": rows}, "mark": mark,
        "encoding": {
            "x": {"field": "x", "type": "nominal" if mark == "bar" else "quantitative", "sort": None},
            "y": {"field": "y", "type": "quantitative"},
        },
    }


def median(run, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cardshot")
    parser.add_argument("--runs", type=int, default=7)
    words = parser.parse_args()
    import vl_convert

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_rows(folder / "rows.csv")
        many_rows = deck("line", [])
        many_rows["cards"][0]["parts"][0] |= {"data": "rows.csv", "x": "moment", "y": "price"}
        (folder / "rows.json").write_text(json.dumps(many_rows))
        drawn = [
            ("12 columns", "bar", columns()), ("5,000 points", "point", prices()), ("a line of 5,000", "line", prices())]
        for title, mark, rows in drawn:
            spec = specification(mark, rows)
            (folder / "spec.json").write_text(json.dumps(spec))
            (folder / "one.json").write_text(json.dumps(deck(mark, rows)))
            many = 31
            (folder / "many.json").write_text(json.dumps(deck(mark, rows, many)))

            def draw(file, *options):
                subprocess.run(
                    [words.cardshot, folder / file, "-o", folder / "out.png", "--quiet", "--compression", "fast", *options],
                    check=True)

            cold = median(lambda: draw("one.json"), words.runs)
            warm = (median(lambda: draw("many.json"), words.runs) - cold) / (many - 1)
            other_cold = median(
                lambda: subprocess.run(
                    [sys.executable, "-c", COLD, folder / "spec.json"], check=True, stdout=subprocess.DEVNULL),
                max(3, words.runs // 2))
            vl_convert.vegalite_to_png(spec, scale=1)
            other_warm = median(lambda: vl_convert.vegalite_to_png(spec, scale=1), words.runs)
            print(f"{title}: cold {cold * 1e3:.1f} ms, vl-convert {other_cold * 1e3:.0f} ms: {other_cold / cold:.0f} ×")
            print(f"{title}: warm {warm * 1e3:.2f} ms, vl-convert {other_warm * 1e3:.1f} ms: {other_warm / warm:.0f} ×")
        program = [words.cardshot, folder / "rows.json", "-o", folder / "out.png", "--quiet"]
        rows = median(lambda: subprocess.run(program, check=True), words.runs)
        print(f"100,000 rows: cold {rows * 1e3:.0f} ms")


if __name__ == "__main__":
    main()

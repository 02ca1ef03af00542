"""Draws a table on Apache Spark: spark_rows.py deck.json rows.csv 'out/{id}.png' [master] [shares]

The program must be on every machine (CARDSHOT names it), and the deck and the folder of the output be seen by all. Rows
are shared in many parts: of an executor that is lost, only the parts that it had not finished are drawn again.
"""

import os
import sys

from pyspark.sql import SparkSession


def main():
    deck, table, output = sys.argv[1:4]
    master = sys.argv[4] if len(sys.argv) > 4 else "local[2]"
    shares = int(sys.argv[5]) if len(sys.argv) > 5 else 16
    deck, output = os.path.abspath(deck), os.path.abspath(output)
    program = os.environ.get("CARDSHOT", "cardshot")
    here = os.path.dirname(os.path.abspath(__file__))
    spark = SparkSession.builder.master(master).appName("cards").getOrCreate()
    spark.sparkContext.addPyFile(os.path.join(here, "cardshot_worker.py"))
    # Cells stay texts, as in `cardshot --rows`: of a number in the place of `007` the zeros would be gone.
    rows = spark.read.csv("file://" + os.path.abspath(table), header=True).repartition(shares)

    def draw(frames):
        import pandas

        from cardshot_worker import answers

        for frame in frames:
            # A null is no value, so that `default` stands in for it.
            records = [{k: v for k, v in r.items() if v is not None and v == v} for r in frame.to_dict("records")]
            done = list(answers(records, deck, [output], program, cells=True))
            yield pandas.DataFrame(
                {
                    "id": [str(answer.get("id", "")) for answer in done],
                    "ok": [answer["ok"] for answer in done],
                    "message": [answer["errors"][0]["message"] if not answer["ok"] else "" for answer in done],
                }
            )

    result = rows.mapInPandas(draw, "id string, ok boolean, message string").collect()
    for answer in result:
        if not answer.ok:
            print(answer.id, answer.message, file=sys.stderr)
    broken = sum(not answer.ok for answer in result)
    print(f"{len(result)} rows, {broken} skipped")
    spark.stop()
    return 2 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

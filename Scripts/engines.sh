#!/usr/bin/env bash
# Draws one table on one machine and on engines that distribute rows, and compares the files byte by byte.
# engines.sh program: the engines' Python packages are installed in a build folder; Spark needs Java, and GNU parallel
# must be installed.
# ROWS= sets the number of rows: enough that a release build, too, can be killed before all are drawn.
set -euo pipefail
program="$(realpath "$1")"
root="$(cd "$(dirname "$0")/.." && pwd)"
examples="$root/Examples/scale-out"
python="$root/.build/engines/bin/python"
if [ ! -x "$python" ]; then python3 -m venv "$root/.build/engines"; fi
"$root/.build/engines/bin/pip" install -q -r "$examples/requirements.txt"
work="$(mktemp -d)"
started=()
finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
cp "$root/Examples/docs/bill.json" "$work/deck.json"
{
  echo id,name,due,day
  for row in $(seq "${ROWS:-1200}"); do echo "R$row,Name $row,$row.5,2026-12-01"; done
} >"$work/rows.csv"
cd "$work"
export CARDSHOT="$program"
"$program" deck.json --rows rows.csv -o 'one/{id}.png' --quiet

same() {
  diff -r -x '.cardshot-rows*' one "$1" >/dev/null || { echo "$1: other files than one machine makes"; exit 1; }
  echo "$1: the same $(ls one | wc -l) files"
}

timed() {
  local name="$1" start
  shift
  start=$(date +%s%N)
  "$@" >"$name.log" 2>&1 || { cat "$name.log"; exit 1; }
  echo "$name: $((($(date +%s%N) - start) / 1000000)) ms"
  same "$name"
}

# The number of files of a run; the hidden file of finished rows does not count.
files() { (ls "$1" 2>/dev/null || true) | wc -l; }

# Fails unless the kill came in the middle: after the first file and before the last one.
in_the_middle() {
  if [ "$2" -gt 0 ] && [ "$2" -lt "$(files one)" ]; then
    echo "$1: killed with $2 of $(files one) files there"
  else
    echo "$1: killed with $2 of $(files one) files there, which is not in the middle: try more ROWS="
    exit 1
  fi
}

"$program" deck.json --rows rows.csv -o 'killed/{id}.png' --quiet &
run=$!
while kill -0 "$run" 2>/dev/null && [ "$(files killed)" -lt 20 ]; do sleep 0.02; done
kill -KILL "$run" 2>/dev/null || true
wait "$run" 2>/dev/null || true
in_the_middle killed "$(files killed)"
timed killed "$program" deck.json --rows rows.csv -o 'killed/{id}.png' --quiet

slurm() {
  for task in 1 2 3; do
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1 \
      "$examples/slurm.sh" deck.json rows.csv 'slurm/{id}.png'
  done
}
timed slurm slurm

if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU; then
  timed parallel "$examples/parallel.sh" deck.json rows.csv 'parallel/{id}.png' 4
else
  echo "parallel: GNU parallel is not installed"
fi

for workers in 1 2; do
  timed "dask-$workers" "$python" "$examples/dask_rows.py" deck.json rows.csv "dask-$workers/{id}.png" "$workers"
done

# A local Spark cluster: a master, and workers with one processor each.
cluster() {
  local home port=$((20000 + $$ % 20000))
  home="$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')"
  export SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON="$python" SPARK_HOME="$home"
  master="spark://127.0.0.1:$port"
  "$home/bin/spark-class" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port "$port" --webui-port 0 \
    >master.log 2>&1 &
  started+=($!)
  sleep 5
  for number in $(seq "$1"); do
    "$home/bin/spark-class" org.apache.spark.deploy.worker.Worker --cores 1 --memory 1g --webui-port 0 \
      --work-dir "$work/worker-$number" "$master" >"worker-$number.log" 2>&1 &
    started+=($!)
    worker=$!
  done
}

# Kills the executor of the last worker as soon as the first files exist; writes the number of files to kill.log.
kill_executor() {
  local executor=""
  while [ "$(files "$1")" -lt 20 ] || [ -z "$executor" ]; do
    sleep 0.05
    executor="$(pgrep -P "$worker" | head -1 || true)"
  done
  kill -KILL "$executor" && files "$1" >kill.log
}

if command -v java >/dev/null; then
  cluster 2
  timed spark "$python" "$examples/spark_rows.py" deck.json rows.csv 'spark/{id}.png' "$master" 6
  kill_executor spark-killed &
  started+=($!)
  timed spark-killed "$python" "$examples/spark_rows.py" deck.json rows.csv 'spark-killed/{id}.png' "$master" 6
  in_the_middle spark-killed "$(cat kill.log 2>/dev/null || echo 0)"
else
  echo "spark: Java is not installed"
fi

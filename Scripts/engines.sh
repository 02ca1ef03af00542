#!/usr/bin/env bash
# Draws one table on one machine and on engines that share rows, and compares the files byte by byte.
# engines.sh program: the engines' Python packages go into a folder of the build.
set -euo pipefail
program="$(realpath "$1")"
root="$(cd "$(dirname "$0")/.." && pwd)"
python="$root/.build/engines/bin/python"
if [ ! -x "$python" ]; then python3 -m venv "$root/.build/engines"; fi
"$root/.build/engines/bin/pip" install -q -r "$root/Examples/scale-out/requirements.txt"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp "$root/Examples/docs/bill.json" "$work/deck.json"
{
  echo id,name,due,day
  for row in $(seq "${ROWS:-200}"); do echo "R$row,Name $row,$row.5,2026-12-01"; done
} >"$work/rows.csv"
cd "$work"
export CARDSHOT="$program"
"$program" deck.json --rows rows.csv -o 'one/{id}.png' --quiet

same() {
  diff -r -x '.cardshot-rows*' one "$1" >/dev/null || { echo "$1: other files than one machine makes"; exit 1; }
  echo "$1: the same $(ls one | wc -l) files"
}

timeout -s KILL 1 "$program" deck.json --rows rows.csv -o 'killed/{id}.png' --quiet || true
"$program" deck.json --rows rows.csv -o 'killed/{id}.png' --quiet
same killed
for task in 1 2 3; do
  SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1 \
    "$root/Examples/scale-out/slurm.sh" deck.json rows.csv 'slurm/{id}.png' 2>/dev/null
done
same slurm
for workers in 1 2; do
  start=$(date +%s%N)
  "$python" "$root/Examples/scale-out/dask_rows.py" deck.json rows.csv "dask-$workers/{id}.png" "$workers" >/dev/null
  echo "dask, $workers workers: $((($(date +%s%N) - start) / 1000000)) ms"
  same "dask-$workers"
done

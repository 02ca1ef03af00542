#!/usr/bin/env bash
#SBATCH --job-name=cards
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=512M
#SBATCH --requeue
# sbatch slurm.sh deck.json rows.csv 'out/{id}.png': each task of the array draws its share of the rows.
set -euo pipefail
exec "${CARDSHOT:-cardshot}" "$1" --rows "$2" -o "$3" --workers "${SLURM_CPUS_PER_TASK:-0}" \
  --shard "${SLURM_ARRAY_TASK_ID:?}/${SLURM_ARRAY_TASK_COUNT:?}"

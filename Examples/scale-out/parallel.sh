#!/usr/bin/env bash
# parallel.sh deck.json rows.csv 'out/{id}.png' [shares]: GNU parallel draws shares of the rows side by side, on this
# machine or, with --sshloginfile in PARALLEL, on several that see the same folder.
set -euo pipefail
shares="${4:-4}"
CARDSHOT="${CARDSHOT:-cardshot}" parallel --halt soon,fail=1 --retries 3 \
  "\$CARDSHOT" "$(printf %q "$1")" --rows "$(printf %q "$2")" -o "$(printf %q "$3")" --workers 1 --quiet \
  --shard "{#}/$shares" ::: $(seq "$shares")

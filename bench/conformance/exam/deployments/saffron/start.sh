#!/usr/bin/env bash
# start.sh PORT: installs the runtime once, then serves on 127.0.0.1:PORT with fresh state.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
PORT="${1:?start.sh PORT}"
mkdir -p tmp
NODE="$PWD/node_modules/node/bin/node"
if [ ! -e node_modules/.installed ]; then
  (
    flock 9
    if [ ! -e node_modules/.installed ]; then
      HOME="$PWD/tmp" npm_config_cache="$PWD/tmp/npm" npm install --no-audit --no-fund --no-package-lock --no-update-notifier >&2
      "$NODE" --version >&2
      touch node_modules/.installed
    fi
  ) 9>tmp/install.lock
fi
export FAULT="${FAULT:-}"
exec "$NODE" --disable-warning=ExperimentalWarning src/server.ts "$PORT"

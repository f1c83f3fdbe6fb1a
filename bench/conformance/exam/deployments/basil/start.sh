#!/usr/bin/env bash
# start.sh PORT — installs once (behind a lock), then becomes the server.
set -euo pipefail
PORT="${1:?usage: start.sh PORT}"
cd "$(dirname "$(readlink -f "$0")")"

find_bun() {
  local c
  for c in node_modules/bun/bin/bun.exe node_modules/@oven/bun-linux-x64/bin/bun node_modules/@oven/bun-linux-x64-baseline/bin/bun; do
    if [ -x "$c" ] && "$c" --version >/dev/null 2>&1; then echo "$c"; return 0; fi
  done
  return 1
}

if [ ! -f node_modules/.basil-installed ]; then
  (
    flock 9
    if [ ! -f node_modules/.basil-installed ]; then
      npm install --no-audit --no-fund --no-package-lock --loglevel=error >&2
      find_bun >/dev/null || npm install --no-save --no-audit --no-fund --no-package-lock --loglevel=error @oven/bun-linux-x64-baseline@1.4.5 >&2
      touch node_modules/.basil-installed
    fi
  ) 9>.install.lock
fi
BUN="$(find_bun)" || { echo "no working bun" >&2; exit 1; }
export FAULT="${FAULT:-}"
exec "$BUN" run --no-install src/index.ts "$PORT"

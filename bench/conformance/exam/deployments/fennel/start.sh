#!/bin/bash
# start.sh PORT: one private Redis, two node processes and the balancer, fresh state.
set -e
cd "$(dirname "$0")"
PORT="${1:?usage: start.sh PORT}"
if ! command -v redis-server >/dev/null || [ ! -f node_modules/.ready ]; then
  exec 9>"/tmp/fennel-install.lock"
  flock 9
  if ! command -v redis-server >/dev/null; then
    (apt-get install -y --no-install-recommends redis-server || (apt-get update && apt-get install -y --no-install-recommends redis-server)) >&2
  fi
  if [ ! -f node_modules/.ready ]; then
    npm install --no-audit --no-fund >&2
    touch node_modules/.ready
  fi
  flock -u 9
  exec 9>&-
fi
export PORT FAULT="${FAULT:-}"
exec node --no-warnings src/main.mjs

#!/bin/sh
# start.sh PORT
cd "$(dirname "$0")" || exit 1
NODE="${NODE_BIN:-node}"
[ -x "$NODE" ] || NODE=node
export PORT="${1:?usage: start.sh PORT}"
if [ ! -f node_modules/.ready ]; then
  mkdir -p tmp
  (
    flock 9
    if [ ! -f node_modules/.ready ]; then
      npm install --cache ./tmp/npm --no-audit --no-fund >tmp/npm.log 2>&1 && touch node_modules/.ready || { cat tmp/npm.log >&2; exit 1; }
    fi
  ) 9>tmp/lock || exit 1
fi
exec "$NODE" --no-warnings server.ts

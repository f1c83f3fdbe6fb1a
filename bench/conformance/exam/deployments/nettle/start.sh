#!/bin/sh
# start.sh PORT: serves on 127.0.0.1:PORT. FAULT holds the id of one fault, or nothing.
set -e
cd "$(dirname "$0")"
PORT="${1:?start.sh PORT}"
[ -d node_modules/@nestjs/core ] || npm ci --no-audit --no-fund 1>&2
[ -f dist/main.js ] || ./node_modules/.bin/tsc -p tsconfig.json 1>&2
exec node dist/main.js "$PORT"

#!/bin/sh
cd "$(dirname "$0")" || exit 1
[ -d node_modules ] || npm ci --no-audit --no-fund >&2
exec node server.mjs "$1"

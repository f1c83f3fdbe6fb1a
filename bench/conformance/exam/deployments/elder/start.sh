#!/bin/sh
# start.sh PORT: runs the deployment in the foreground on 127.0.0.1:PORT; FAULT names one fault of faults.json, or is empty
cd "$(dirname "$0")" || exit 1
[ -d node_modules/express ] || npm install >/dev/null 2>&1
if [ ! -f dist/server.js ] || [ server.ts -nt dist/server.js ] || [ core.ts -nt dist/server.js ]; then node_modules/.bin/tsc -p . >&2 || exit 1; fi
exec node dist/server.js "${1:?port}"

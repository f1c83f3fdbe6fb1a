#!/bin/sh
# start.sh PORT: runs the deployment in the foreground; FAULT may name one fault of faults.json or faults.more.json.
here=$(dirname "$(readlink -f "$0")")
exec /usr/bin/node "$here/src/main.js" "${1:?usage: start.sh PORT}"

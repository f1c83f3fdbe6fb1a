#!/bin/sh
# start.sh PORT : fresh state, one process, no dependencies to install.
cd "$(dirname "$0")" || exit 1
exec node server.mjs "${1:?port}"

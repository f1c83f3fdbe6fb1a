#!/bin/sh
# Starts the deployment on 127.0.0.1:PORT, in the foreground.
# FAULT names one fault of faults.json to switch on; empty or unset means none.
set -eu
cd "$(dirname "$0")"

if [ $# -ne 1 ]; then
	echo "usage: start.sh PORT" >&2
	exit 2
fi
if [ -n "${FAULT:-}" ] && ! cat faults.json faults.more.json 2>/dev/null | grep -qF "\"id\": \"$FAULT\""; then
	echo "neither faults.json nor faults.more.json has a fault named $FAULT" >&2
	exit 2
fi
if [ ! -x ./ferry-server ]; then
	go=$(command -v go || echo /usr/local/go/bin/go)
	(cd src && CGO_ENABLED=0 GOCACHE="${GOCACHE:-${HOME:-/tmp}/.cache/go-build}" "$go" build -o ../ferry-server .)
fi
exec ./ferry-server "$1"

#!/bin/sh
# start.sh PORT: builds when a source is newer than the binary, then becomes the server.
set -e
cd "$(dirname "$0")"
[ -n "$1" ] || { echo "usage: start.sh PORT" >&2; exit 2; }
bin=build/platform
if [ ! -x $bin ] || [ -n "$(find . -maxdepth 1 \( -name '*.go' -o -name go.mod \) -newer $bin)" ]; then
	mkdir -p build
	go build -o $bin.$$ . && mv $bin.$$ $bin
fi
exec $bin "$1"

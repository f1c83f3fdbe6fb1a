#!/bin/sh
# start.sh PORT: serves on 127.0.0.1:PORT in the foreground; FAULT names a fault, or is empty.
cd "$(dirname "$0")" || exit 1
if [ ! -x lotus ] || [ -n "$(find . -maxdepth 1 \( -name '*.go' -o -name go.mod \) -newer lotus)" ]; then
  /usr/local/go/bin/go build -o lotus . || exit 1
fi
exec ./lotus "$1"

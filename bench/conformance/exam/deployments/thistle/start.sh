#!/bin/sh
# start.sh PORT: builds once, under a lock, and becomes the server.
set -e
dir=$(cd "$(dirname "$0")" && pwd)
port=${1:?usage: start.sh PORT}
build() {
  if [ -x "$dir/bin/thistle" ] && [ -z "$(find "$dir/src" -newer "$dir/bin/thistle" -type f | head -n 1)" ]; then return; fi
  go=/usr/local/go/bin/go
  [ -x $go ] || go=go
  mkdir -p "$dir/bin" "$dir/.cache"
  (cd "$dir/src" && GOTOOLCHAIN=local GOFLAGS=-mod=mod CGO_ENABLED=0 GOCACHE="$dir/.cache/build" GOPATH="$dir/.cache/path" \
    "$go" build -trimpath -o "$dir/bin/thistle.new" . ) >&2
  mv "$dir/bin/thistle.new" "$dir/bin/thistle"
}
exec 9>"$dir/.lock"
flock 9
build
flock -u 9
exec 9>&-
exec "$dir/bin/thistle" "$port"

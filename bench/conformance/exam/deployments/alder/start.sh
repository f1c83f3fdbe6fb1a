#!/usr/bin/env bash
# start.sh PORT: starts the deployment on 127.0.0.1:PORT with fresh state; FAULT names a fault.
set -eu
HERE="$(cd "$(dirname "$0")" && pwd)"
PORT="${1:?usage: start.sh PORT}"
mkdir -p "$HERE/.cache/tmp" "$HERE/.run"
BIN="$HERE/.cache/alder"
build() {
  if ! command -v go >/dev/null && [ ! -x /usr/local/go/bin/go ] && [ ! -x /usr/lib/go/bin/go ]; then
    (apt-get update && apt-get install -y golang-go) >&2
  fi
  . "$HERE/src/env.sh"
  (cd "$HERE/src" && go build -o "$BIN.new" . && mv "$BIN.new" "$BIN") >&2
}
stale() { [ ! -x "$BIN" ] || [ -n "$(find "$HERE/src" -type f -newer "$BIN" -print -quit)" ]; }
exec 9>"$HERE/.cache/lock"
flock 9
if stale; then (build 9>&-); fi
flock -u 9
exec 9>&-
cd "$HERE"
exec "$BIN" "$PORT" "$HERE/.run"

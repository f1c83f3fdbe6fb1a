#!/bin/bash
# start.sh PORT : one myrtle process on 127.0.0.1:PORT
set -e
PORT="${1:?port}"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
STAMP="$HERE/.venv/.installed"
if [ ! -f "$STAMP" ]; then
  mkdir -p "$HERE/tmp"
  (
    flock 9
    if [ ! -f "$STAMP" ]; then
      rm -rf "$HERE/.venv"
      python3 -m venv "$HERE/.venv" >&2
      "$HERE/.venv/bin/python" -m pip install --disable-pip-version-check -q -r "$HERE/requirements.txt" >&2
      touch "$STAMP"
    fi
  ) 9>"$HERE/tmp/install.lock"
fi
export MYRTLE_PARENT="$PPID" PYTHONDONTWRITEBYTECODE=1
cd "$HERE"
exec "$HERE/.venv/bin/python" -u "$HERE/server.py" "$PORT"

#!/bin/bash
# start.sh PORT: serves on 127.0.0.1:PORT with fresh state; prints "ready" once it serves.
set -e
PORT="${1:?usage: start.sh PORT}"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
exec 9>"${TMPDIR:-/tmp}/clover-setup.lock"
flock 9
if [ ! -x /usr/lib/postgresql/15/bin/postgres ]; then
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -q && apt-get install -y -q postgresql; } >&2
fi
if [ ! -f "$HERE/.venv/.done" ]; then
  rm -rf "$HERE/.venv"
  for p in python3.13 python3.12 /usr/bin/python3 python3 python3.11 python3.10; do
    if command -v "$p" >/dev/null && "$p" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then PY="$p"; break; fi
  done
  "$PY" -m venv "$HERE/.venv" >&2
  "$HERE/.venv/bin/pip" install -q --disable-pip-version-check -r "$HERE/requirements.txt" >&2
  touch "$HERE/.venv/.done"
fi
flock -u 9
exec 9>&-
cd "$HERE"
export PYTHONDONTWRITEBYTECODE=1
exec "$HERE/.venv/bin/python" -m app.main "$PORT"

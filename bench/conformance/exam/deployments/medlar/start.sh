#!/bin/bash
# start.sh PORT: serves on 127.0.0.1:PORT with fresh state
set -e
cd "$(dirname "$0")"
HERE="$PWD"
mkdir -p tmp
export TMPDIR="$HERE/tmp" PYTHONDONTWRITEBYTECODE=1
(
  flock 9
  if [ ! -f .venv/.done ]; then
    rm -rf .venv
    python3 -m venv .venv >&2
    .venv/bin/pip install -q --no-cache-dir --disable-pip-version-check -r requirements.txt >&2
    touch .venv/.done
  fi
) 9>tmp/install.lock
export FAULT="${FAULT:-}"
exec .venv/bin/python -m app.main "$1"

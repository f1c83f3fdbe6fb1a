#!/usr/bin/env bash
# start.sh PORT: serve on 127.0.0.1:PORT with a fresh database
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
PORT="${1:?usage: start.sh PORT}"
if [ ! -e .venv/complete ]; then
  exec 9>.install.lock
  flock 9
  if [ ! -e .venv/complete ]; then
    rm -rf .venv
    {
      python3 -m venv .venv
      .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
    } >&2
    touch .venv/complete
  fi
  exec 9>&-
fi
export FAULT="${FAULT:-}" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
exec .venv/bin/python -m app.main "$PORT"

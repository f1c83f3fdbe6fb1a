#!/bin/sh
# start.sh PORT - installs on the first start, then execs the server. FAULT names one fault, or is empty.
cd "$(dirname "$0")" || exit 1
PORT="${1:?usage: start.sh PORT}"
if [ ! -f venv/.installed ]; then
  ( python3 -m venv venv && venv/bin/pip install -q --no-cache-dir "flask>=3,<4" "sqlalchemy>=2,<3" "waitress>=3,<4" && touch venv/.installed ) >&2 || exit 1
fi
export PYTHONDONTWRITEBYTECODE=1
exec venv/bin/python server.py "$PORT"

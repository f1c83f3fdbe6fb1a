#!/bin/sh
# start.sh PORT   (FAULT=id switches one fault on)
cd "$(dirname "$0")" || exit 1
if [ ! -x venv/bin/python ] || ! venv/bin/python -c 'import starlette, msgspec, uvicorn' 2>/dev/null; then
  python3 -m venv venv >&2 && venv/bin/pip install -q starlette msgspec uvicorn >&2 || exit 1
fi
exec venv/bin/python -B src/app.py "${1:?port}"

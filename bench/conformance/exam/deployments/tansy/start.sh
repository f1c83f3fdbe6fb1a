#!/bin/sh
cd "$(dirname "$0")" || exit 1
[ -x venv/bin/python ] || { python3.11 -m venv venv && venv/bin/pip install -q fastapi uvicorn pydantic jsonschema pyjwt httpx; } >&2
exec venv/bin/python main.py "$1"

#!/bin/sh
# start.sh PORT: the deployment in the foreground; FAULT names one fault.
cd "$(dirname "$0")" || exit 1
[ -x venv/bin/python ] || { python3.11 -m venv venv && venv/bin/pip install -q -r requirements.txt >&2; } || exit 1
exec venv/bin/python app.py "$1"

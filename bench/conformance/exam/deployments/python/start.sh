#!/bin/sh
# start.sh PORT: the deployment on 127.0.0.1:PORT; FAULT holds the id of one fault or nothing
cd "$(dirname "$0")" || exit 1
export FAULT="${FAULT:-}" PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX="$PWD/build"
exec python3.11 main.py "$1"

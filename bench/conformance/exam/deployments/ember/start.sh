#!/bin/sh
# Start the deployment on 127.0.0.1:PORT in the foreground; FAULT names one fault to switch on.
[ $# -eq 1 ] || { echo "usage: $0 PORT" >&2; exit 2; }
cd "$(dirname "$0")" || exit 1
exec python3 -u -m deployment "$1"

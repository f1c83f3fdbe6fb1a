#!/bin/sh
exec python3 "$(dirname "$0")/server.py" "$1"

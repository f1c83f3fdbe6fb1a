#!/bin/sh
# start.sh PORT: runs the deployment in the foreground; FAULT names one fault to switch on.
cd "$(dirname "$0")" || exit 1
exec perl app.pl "${1:-9400}"

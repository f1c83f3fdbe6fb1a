#!/bin/sh
# start.sh PORT: builds the binary when it is missing, then serves on 127.0.0.1:PORT. FAULT names one fault.
cd "$(dirname "$0")" || exit 1
[ -x ./garnet ] || (cd src && nice go build -o ../garnet .) || exit 1
exec ./garnet "$1"

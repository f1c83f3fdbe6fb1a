#!/bin/sh
# start.sh PORT   (FAULT=id switches one fault on)
cd "$(dirname "$0")" || exit 1
exec ruby server.rb "$1"

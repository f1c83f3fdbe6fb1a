#!/bin/sh
exec node "$(dirname "$0")/server.js" "$1"

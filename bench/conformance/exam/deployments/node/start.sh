#!/bin/sh
cd "$(dirname "$0")" && exec node --max-old-space-size=128 server.js "$1"

#!/bin/sh
# start.sh PORT : one deployment on 127.0.0.1:PORT, in the foreground.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
cd "$here" || exit 1
mkdir -p tmp
# The Node that npm belongs to builds better-sqlite3, so it has to run it too.
PATH=$(dirname "$(command -v npm)"):$PATH
if [ ! -f node_modules/.birch-ok ]; then
  (
    flock 9
    if [ ! -f node_modules/.birch-ok ]; then
      npm install --no-audit --no-fund --loglevel=error >tmp/install.log 2>&1 || { cat tmp/install.log >&2; exit 1; }
      node -e "new (require('better-sqlite3'))(':memory:')" || npm rebuild better-sqlite3 >>tmp/install.log 2>&1
      node -e "new (require('better-sqlite3'))(':memory:')" || exit 1
      touch node_modules/.birch-ok
    fi
  ) 9>tmp/install.lock || exit 1
fi
export BIRCH_PARENT=$PPID
exec node src/main.js "$1"

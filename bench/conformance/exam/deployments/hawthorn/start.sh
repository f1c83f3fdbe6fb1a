#!/bin/bash
# start.sh PORT: serves on 127.0.0.1:PORT with fresh state
cd "$(dirname "$0")" || exit 1
(
  flock 9
  if [ ! -f node_modules/.done ]; then
    npm install --no-audit --no-fund >&2 && touch node_modules/.done
  fi
) 9>.install.lock
export NODE_ENV=production TZ=UTC
exec node --no-warnings --import tsx src/front.ts "$1"

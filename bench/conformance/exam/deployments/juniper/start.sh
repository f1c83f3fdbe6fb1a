#!/bin/sh
# start.sh PORT: the deployment in the foreground on 127.0.0.1:PORT; FAULT names one fault or is empty
cd "$(dirname "$0")" || exit 1
bin=app/target/debug/juniper
if [ ! -x "$bin" ] || [ -n "$(find app/src app/Cargo.toml -newer "$bin" -print | head -n 1)" ]; then
  cargo build -q -j 1 --manifest-path app/Cargo.toml >&2 || exit 1
fi
exec "$bin" "${1:-9900}" openapi.json

#!/bin/sh
# start.sh PORT — serves on 127.0.0.1:PORT; prints "ready" once it serves.
set -e
cd "$(dirname "$0")"
PORT="${1:?usage: start.sh PORT}"
if ! command -v elixir >/dev/null 2>&1; then
  (apt-get update && apt-get install -y elixir) >&2
fi
SUM=$(cat lib/*.ex | md5sum | cut -d' ' -f1)
if [ ! -f _build/"$SUM" ]; then
  rm -rf _build; mkdir -p _build
  ELIXIR_ERL_OPTIONS="+fnu" elixirc -o _build lib/*.ex >&2
  touch _build/"$SUM"
fi
export MALLOW_PORT="$PORT" LANG=C.UTF-8 LC_ALL=C.UTF-8
exec elixir --erl "+sbwt none +sbwtdcpu none +sbwtdio none +fnu" -pa _build -e 'Mallow.Main.run()'

#!/bin/sh
# build.sh OUT: compiles src/*.ml into OUT, in a directory of its own
set -e
cd "$(dirname "$0")"
out="$1"
d="build/work.$$"
rm -rf "$d"
mkdir -p "$d"
cp src/*.ml "$d/"
( cd "$d" && ocamlfind ocamlopt -O3 -w -a -thread -package threads.posix,unix,yojson,cryptokit -linkpkg \
  util.ml http.ml state.ml workers.ml agents.ml studio.ml notifier.ml tools.ml account.ml main.ml -o server )
mv "$d/server" "$out"
rm -rf "$d"

#!/bin/sh
# start.sh PORT: installs and compiles once, then becomes the server
set -e
cd "$(dirname "$0")"
mkdir -p build
# named by what it is compiled from, so that one that runs is never written over
server="build/server-$(cat src/*.ml build.sh | sha256sum | cut -c1-16)"
if [ ! -x "$server" ]; then
  exec 9>build/lock
  flock 9
  if ! command -v ocamlfind >/dev/null 2>&1 || ! ocamlfind query yojson cryptokit >/dev/null 2>&1; then
    pk="ocaml-nox ocaml-findlib libyojson-ocaml-dev libcryptokit-ocaml-dev"
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y --no-install-recommends $pk >build/apt.log 2>&1 9>&- ||
      { apt-get update >>build/apt.log 2>&1 9>&- && apt-get install -y --no-install-recommends $pk >>build/apt.log 2>&1 9>&-; }
  fi
  [ -x "$server" ] || ./build.sh "$server" >build/compile.log 2>&1 9>&-
  flock -u 9
  exec 9>&-
fi
exec "./$server" "$1"

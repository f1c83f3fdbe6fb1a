#!/bin/bash
# start.sh PORT: builds once (under a lock), then becomes the server.
set -e
PORT="$1"
HERE="$(cd "$(dirname "$0")" && pwd)"
export LANG=C.UTF-8 LC_ALL=C.UTF-8
(
  flock 9
  if ! { command -v ghc && dpkg -s libghc-warp-dev libghc-aeson-dev libghc-async-dev libghc-uuid-dev libghc-cryptonite-dev; } >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y --no-install-recommends ghc libghc-warp-dev libghc-aeson-dev libghc-async-dev libghc-uuid-dev libghc-cryptonite-dev >&2 ||
      { apt-get update >&2 && apt-get install -y --no-install-recommends ghc libghc-warp-dev libghc-aeson-dev libghc-async-dev libghc-uuid-dev libghc-cryptonite-dev >&2; }
  fi
  if [ ! -x "$HERE/build/aspen" ] || [ -n "$(find "$HERE/src" -name '*.hs' -newer "$HERE/build/aspen")" ]; then
    mkdir -p "$HERE/build"
    ghc -O1 -j2 -threaded -rtsopts "-with-rtsopts=-N2 -A16m" -i"$HERE/src" -outputdir "$HERE/build/o" -o "$HERE/build/aspen.new" "$HERE/src/Main.hs" >&2
    mv "$HERE/build/aspen.new" "$HERE/build/aspen"
  fi
) 9>"$HERE/.lock"
exec "$HERE/build/aspen" "$PORT"

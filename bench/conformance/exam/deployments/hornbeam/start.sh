#!/bin/bash
# start.sh PORT: builds once under a lock, then becomes the server.
set -e
cd "$(dirname "$0")"
port="${1:?port}"
mkdir -p deps build tmp
(
  flock 9
  if ! command -v g++ >/dev/null || [ ! -e /usr/include/openssl/hmac.h ]; then
    (apt-get update && apt-get install -y --no-install-recommends g++ libssl-dev) >&2
  fi
  if [ ! -e deps/usr/include/nlohmann/json.hpp ]; then
    (cd deps && { apt-get download nlohmann-json3-dev || { apt-get update && apt-get download nlohmann-json3-dev; }; } && dpkg -x nlohmann-json3-dev*.deb .) >&2
  fi
  sum=$(cat src/*.cpp src/*.hpp | sha256sum | cut -c1-16)
  if [ ! -x build/hornbeam ] || [ "$(cat build/sum 2>/dev/null)" != "$sum" ]; then
    export TMPDIR="$PWD/tmp"
    fl="-std=c++17 -O1 -pthread -w -Wno-deprecated-declarations -Ideps/usr/include"
    g++ $fl -x c++-header src/core.hpp -o src/core.hpp.gch >&2
    ls src/*.cpp | xargs -P 3 -I{} sh -c 'g++ '"$fl"' -c {} -o build/$(basename {} .cpp).o' >&2
    g++ -pthread build/*.o -o build/hornbeam.new -lcrypto >&2
    mv build/hornbeam.new build/hornbeam; rm -f build/*.o src/core.hpp.gch; echo "$sum" > build/sum
  fi
) 9>build/.lock
exec ./build/hornbeam "$port"

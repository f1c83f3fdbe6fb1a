#!/bin/bash
# start.sh PORT - serves on 127.0.0.1:PORT with fresh state; FAULT names a fault that is switched on.
set -e
cd "$(dirname "$0")"
PORT="${1:?usage: start.sh PORT}"
mkdir -p tmp
exec 9>tmp/.build.lock
flock 9
sh ./fetch-jars.sh >&2
STAMP="$(cat src/verbena/*.java fetch-jars.sh | sha256sum | cut -c1-16)"
if [ "$(cat build/.stamp 2>/dev/null)" != "$STAMP" ]; then
  rm -rf build && mkdir -p build
  javac -nowarn -proc:none -J-XX:-UsePerfData -J-Djava.io.tmpdir="$PWD/tmp" -d build -cp 'lib/*' src/verbena/*.java >&2
  echo "$STAMP" > build/.stamp
fi
flock -u 9
exec 9>&-
exec java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx384m -Djava.io.tmpdir="$PWD/tmp" \
  -Dvertx.disableFileCPResolving=true -Dvertx.disableFileCaching=true -Dvertx.disableDnsResolver=true \
  -Dio.netty.noUnsafe=false -cp 'build:lib/*' verbena.Main "$PORT"

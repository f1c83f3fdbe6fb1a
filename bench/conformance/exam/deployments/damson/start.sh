#!/bin/bash
# start.sh PORT: one instance on 127.0.0.1:PORT, fresh state, one process.
set -e
cd "$(dirname "$(readlink -f "$0")")"
PORT="${1:?usage: start.sh PORT}"
mkdir -p build/lib
exec 9>build/.lock
flock 9
while read -r j; do
  [ -z "$j" ] && continue
  f="build/lib/$(basename "$j")"
  if [ ! -s "$f" ]; then
    curl -fsSL --retry 3 -o "$f.part" "https://repo1.maven.org/maven2/$j" >&2 && mv "$f.part" "$f"
  fi
done < jars.txt
CP="build/lib/*"
SUM="$(cat jars.txt src/*.groovy | sha256sum | cut -c1-16)"
if [ "$(cat build/.sum 2>/dev/null)" != "$SUM" ]; then
  rm -rf build/classes && mkdir -p build/classes
  java -cp "$CP" org.codehaus.groovy.tools.FileSystemCompiler -d build/classes src/*.groovy >&2
  echo "$SUM" > build/.sum
fi
flock -u 9
exec 9>&-
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss512k -Xms64m -Xmx512m -Xshare:auto -Dfile.encoding=UTF-8 \
  -Dsun.net.httpserver.nodelay=true -Dsun.net.httpserver.maxIdleConnections=1000 -Dsun.net.httpserver.idleInterval=300 \
  -cp "build/classes:$CP" damson.Main "$PORT"

#!/bin/bash
# start.sh PORT: builds on the first start (under a lock), then serves on 127.0.0.1:PORT.
set -e
cd "$(dirname "$(readlink -f "$0")")"
export ASH_PARENT=$PPID
mkdir -p tmp build
stamp=$(cat pom.xml $(find src -type f | sort) | sha256sum | cut -c1-16)
jar=build/ash-$stamp.jar
if [ ! -f "$jar.ok" ]; then
  (
    flock 9
    if [ ! -f "$jar.ok" ]; then
      { mvn -q -B -o -Dmaven.test.skip=true package || mvn -q -B -Dmaven.test.skip=true package; } >tmp/build.log 2>&1 || { cat tmp/build.log >&2; exit 1; }
      cp tmp/target/ash.jar "$jar"
      # a class archive makes later starts quick; it is not needed
      FAULT= ASH_PARENT=1 timeout 20 java -XX:ArchiveClassesAtExit="$jar.jsa" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dash.dry=1 -jar "$jar" 0 >tmp/cds.log 2>&1 || rm -f "$jar.jsa"
      touch "$jar.ok"
      find build -type f ! -name "ash-$stamp.*" -delete
    fi
  ) 9>tmp/build.lock
fi
cds=; [ -f "$jar.jsa" ] && cds="-XX:SharedArchiveFile=$jar.jsa"
exec java $cds -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -Xss512k -jar "$jar" "$1"

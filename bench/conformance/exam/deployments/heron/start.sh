#!/bin/sh
# start.sh PORT: the deployment on 127.0.0.1:PORT, in the foreground. FAULT names a fault to switch on.
here="$(cd "$(dirname "$0")" && pwd)"
[ -f "$here/build/heron.jar" ] || "$here/build.sh" || exit 1
exec /usr/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx256m -Xss1m \
  -Dsun.net.httpserver.nodelay=true -Dheron.faults="$here/faults.json" \
  -jar "$here/build/heron.jar" "$1"

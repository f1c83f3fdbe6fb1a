#!/bin/bash
# start.sh PORT: the deployment in the foreground on 127.0.0.1:PORT; FAULT names one fault to switch on.
cd "$(dirname "$0")"
[ -f target/dahlia.jar ] || mvn -q -B -DskipTests package >&2 || exit 1
exec java -Xmx256m -Xss512k -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -jar target/dahlia.jar --server.port="${1:?PORT}"

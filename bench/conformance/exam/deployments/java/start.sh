#!/bin/sh
# Starts the deployment on 127.0.0.1:$1; FAULT names one fault or is empty.
set -e
cd "$(dirname "$0")"
if [ ! -f build/Main.class ] || [ -n "$(find . -maxdepth 1 -name '*.java' -newer build/Main.class)" ]; then
  mkdir -p "build/new.$$" # compiled aside, so that starts at the same time don't see half of it
  javac -d "build/new.$$" ./*.java >&2
  mv "build/new.$$"/*.class build/
  rmdir "build/new.$$"
fi
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx384m -cp build Main "$1"

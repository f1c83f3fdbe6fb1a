#!/bin/bash
# start.sh PORT - serves on 127.0.0.1:PORT with fresh state
set -e
DIR="$(cd "$(dirname "$0")" && pwd)"
PORT="${1:?port}"
B="$DIR/.build"
mkdir -p "$B" "$DIR/tmp"
JOPTS="-XX:-UsePerfData -Djava.io.tmpdir=$DIR/tmp"
(
  flock 9
  if [ ! -f "$B/lib.done" ] || [ "$DIR/pom.xml" -nt "$B/lib.done" ]; then
    rm -rf "$B/lib"
    MAVEN_OPTS="$JOPTS" mvn -q -B -f "$DIR/pom.xml" -Dmaven.repo.local="$B/m2" org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies -DoutputDirectory="$B/lib" >&2
    touch "$B/lib.done"
  fi
  SUM="$(cat "$DIR"/src/*.scala | sha256sum | cut -d' ' -f1)"
  if [ "$(cat "$B/sum" 2>/dev/null)" != "$SUM" ]; then
    rm -rf "$B/classes.new"; mkdir -p "$B/classes.new"
    java $JOPTS -Xss8m -Xmx1g -XX:+UseSerialGC -cp "$B/lib/*" dotty.tools.dotc.Main -classpath "$(ls "$B"/lib/*.jar | tr '\n' ':')" -d "$B/classes.new" "$DIR"/src/*.scala >&2
    rm -rf "$B/classes.$SUM"; mv "$B/classes.new" "$B/classes.$SUM"
    echo "$SUM" > "$B/sum"
  fi
) 9>"$B/lock"
exec java $JOPTS -Xms64m -Xmx700m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Duser.timezone=UTC -Dfile.encoding=UTF-8 \
  -Dorg.jboss.logging.provider=jdk -cp "$B/classes.$(cat "$B/sum"):$B/lib/*" maple.Main "$PORT"

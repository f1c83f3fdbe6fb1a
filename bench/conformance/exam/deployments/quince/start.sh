#!/bin/bash
# start.sh PORT: fetches the jars and compiles once (under a lock), then becomes the server.
set -euo pipefail
PORT="${1:?usage: start.sh PORT}"
cd "$(dirname "$0")"
MAVEN="https://repo1.maven.org/maven2"
mkdir -p target
stamp() { cat deps.txt src/quince/*.clj | sha256sum | cut -d' ' -f1; }
WANT="$(stamp)"
(
  flock 9
  if [ "$(cat target/stamp 2>/dev/null || true)" != "$WANT" ]; then
    mkdir -p target/lib
    while read -r path; do
      [ -n "$path" ] || continue
      jar="target/lib/$(basename "$path")"
      if [ ! -s "$jar" ]; then
        curl -fsSL --retry 3 -o "$jar.part" "$MAVEN/$path" && mv "$jar.part" "$jar"
      fi
    done < deps.txt
    rm -rf target/classes.new; mkdir -p target/classes.new
    env -u FAULT java -cp "src:target/classes.new:target/lib/*" -Dclojure.compile.path=target/classes.new \
      -Dclojure.compiler.direct-linking=true clojure.lang.Compile quince.main >&2
    rm -rf target/classes; mv target/classes.new target/classes
    echo "$WANT" > target/stamp
  fi
) 9> target/.lock
export FAULT="${FAULT:-}"
exec java -Xms128m -Xmx768m -Xss512k -XX:+UseSerialGC -Xshare:auto \
  -cp "target/classes:target/lib/*" quince.main "$PORT"

#!/bin/bash
# start.sh PORT: gets the jars by the pinned list, compiles once, then serves on 127.0.0.1:PORT with fresh state.
set -e
cd "$(dirname "$0")"; D=$PWD
PORT=${1:?usage: start.sh PORT}
exec 9>"$D/.lock"; flock 9
SUM=$(cat pom.xml src/*.kt | sha256sum | cut -c1-16)
mkdir -p tmp
if [ "$(cat .lib.sum 2>/dev/null)" != "$(sha256sum < pom.xml)" ]; then
  rm -rf lib kc
  for try in 1 2 3; do
    if mvn -q -B -Dmaven.repo.local="$D/.m2" -f pom.xml dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$D/lib" >&2 \
      && mvn -q -B -Dmaven.repo.local="$D/.m2" -f pom.xml dependency:copy-dependencies -DincludeScope=provided -DoutputDirectory="$D/kc" >&2; then
      sha256sum < pom.xml > .lib.sum; break
    fi
  done
  [ -f .lib.sum ]
fi
if [ "$(cat .build.sum 2>/dev/null)" != "$SUM" ]; then
  rm -rf build; mkdir -p build
  CP=$(echo lib/*.jar | tr ' ' ':')
  java -Xmx1500m -XX:+UseSerialGC -Djava.io.tmpdir="$D/tmp" -cp "$CP:$(echo kc/*.jar | tr ' ' ':')" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler \
    -no-stdlib -no-reflect -nowarn -jvm-target 17 -Xskip-metadata-version-check -module-name laurel -classpath "$CP" -d build src/*.kt >&2
  echo "$SUM" > .build.sum
fi
flock -u 9; exec 9>&-
exec java -Xms256m -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=4 -Xshare:auto -Djava.io.tmpdir="$D/tmp" -Dio.netty.noUnsafe=false \
  -cp "build:$(echo lib/*.jar | tr ' ' ':')" laurel.MainKt "$PORT"

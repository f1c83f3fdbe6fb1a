#!/bin/sh
# Compiles everything into build/heron.jar. start.sh calls this when the jar is missing.
set -e
cd "$(dirname "$0")"
rm -rf build/classes
mkdir -p build/classes
javac --release 17 -Xlint:all,-serial -d build/classes src/heron/*.java 2>build/javac.log || { cat build/javac.log >&2; exit 1; }
cat build/javac.log >&2
jar --create --file build/heron.jar.new --main-class heron.Main -C build/classes .
mv build/heron.jar.new build/heron.jar
rm -rf build/classes build/javac.log

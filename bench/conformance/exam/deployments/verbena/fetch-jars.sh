#!/bin/sh
# Fetches the jars of the stack from Maven Central into ./lib (only what is missing).
set -e
cd "$(dirname "$0")"
mkdir -p lib
V=4.5.11; N=4.1.115.Final
R=https://repo1.maven.org/maven2
get() { f="lib/$2-$3.jar"; [ -s "$f" ] || { curl -fsS --retry 4 -m 120 -o "$f.part" "$R/$1/$2/$3/$2-$3.jar"; mv "$f.part" "$f"; }; }
for a in vertx-core vertx-web vertx-web-common vertx-auth-common vertx-bridge-common; do get io/vertx $a $V; done
for a in common buffer transport handler handler-proxy codec codec-http codec-http2 codec-socks codec-dns resolver resolver-dns transport-native-unix-common; do get io/netty netty-$a $N; done
get com/fasterxml/jackson/core jackson-core 2.16.1

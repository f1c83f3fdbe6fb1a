#!/bin/sh
# start.sh PORT: serves on 127.0.0.1:PORT; fresh state on each start
set -e
PORT="$1"; [ -n "$PORT" ] || { echo "usage: start.sh PORT" >&2; exit 2; }
HERE=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$HERE/tmp"
if [ ! -f "$HERE/vendor/.done" ]; then
  (
    flock 9
    if [ ! -f "$HERE/vendor/.done" ]; then
      rm -rf "$HERE/vendor" "$HERE/tmp/debs"; mkdir -p "$HERE/vendor" "$HERE/tmp/debs"; cd "$HERE/tmp/debs"
      P="nginx libnginx-mod-http-lua libnginx-mod-http-ndk lua-resty-core lua-resty-lrucache libluajit2-5.1-2 libpcre3 libpcre2-8-0"
      apt-get download -qq $P >&2 2>/dev/null || { apt-get update -qq >&2; apt-get download -qq $P >&2; }
      for f in *.deb; do dpkg-deb -x "$f" "$HERE/vendor"; done
      cd "$HERE"; rm -rf "$HERE/tmp/debs"; touch "$HERE/vendor/.done"
    fi
  ) 9>"$HERE/tmp/install.lock"
fi
RUN="$HERE/tmp/run-$PORT"
rm -rf "$RUN"; mkdir -p "$RUN/body"
sed -e "s#@HERE@#$HERE#g" -e "s#@RUN@#$RUN#g" -e "s#@PORT@#$PORT#g" "$HERE/nginx.conf.in" > "$RUN/nginx.conf"
V="$HERE/vendor/usr/lib/x86_64-linux-gnu"
for d in "$HERE"/vendor/usr/lib/*-linux-gnu; do V="$d"; done
export LD_LIBRARY_PATH="$V:$HERE/vendor/lib/x86_64-linux-gnu" LINDEN_PORT="$PORT" FAULT="${FAULT:-}" TZ=UTC
exec "$HERE/vendor/usr/sbin/nginx" -p "$RUN/" -e "$RUN/error.log" -c "$RUN/nginx.conf"

#!/bin/bash
# start.sh PORT — serves on 127.0.0.1:PORT with a fresh database
set -e
cd "$(dirname "$0")"
PORT="${1:?port}"
if [ ! -f vendor/.ready ]; then
  mkdir -p vendor
  exec 9>vendor/.lock
  flock 9
  if [ ! -f vendor/.ready ]; then
    if ! command -v ruby >/dev/null; then (apt-get update && apt-get install -y ruby) >&2; fi
    need="ruby-sequel"
    ruby -e 'require "sqlite3"' 2>/dev/null || need="$need ruby-sqlite3 libsqlite3-0"
    ruby -e 'require "rack"' 2>/dev/null || need="$need ruby-rack"
    ruby -e 'require "puma"' 2>/dev/null || need="$need puma ruby-nio4r"
    mkdir -p vendor/debs
    (cd vendor/debs && (apt-get download $need || (apt-get update && apt-get download $need))) >&2
    for d in vendor/debs/*.deb; do dpkg-deb -x "$d" vendor/root; done
    rm -rf vendor/debs
    touch vendor/.ready
  fi
  flock -u 9
  exec 9>&-
fi
rm -rf "data/$PORT"
mkdir -p "data/$PORT"
V="$PWD/vendor/root"
export RUBYLIB="$V/usr/lib/ruby/vendor_ruby:$V/usr/share/rubygems-integration/all/gems:$V/usr/lib/x86_64-linux-gnu/ruby/vendor_ruby/3.1.0"
export LD_LIBRARY_PATH="$V/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export SUMAC_PORT="$PORT" SUMAC_DATA="$PWD/data/$PORT" LANG=C.UTF-8
exec ruby app/boot.rb

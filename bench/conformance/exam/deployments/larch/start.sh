#!/bin/bash
# start.sh PORT - starts the deployment with fresh state
PORT="$1"
cd "$(dirname "$0")" || exit 1
mkdir -p tmp
if ! { command -v ruby && ruby -e 'require "rails"; require "puma"; require "sqlite3"'; } >/dev/null 2>&1; then
  (
    flock 9
    if ! { command -v ruby && ruby -e 'require "rails"; require "puma"; require "sqlite3"'; } >/dev/null 2>&1; then
      export DEBIAN_FRONTEND=noninteractive
      apt-get update -qq >&2
      apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 ruby-rails puma ruby-sqlite3 >&2
    fi
  ) 9>tmp/install.lock
fi
rm -rf "tmp/$PORT"
mkdir -p "tmp/$PORT"
export PORT RAILS_ENV=production RAILS_LOG_TO_STDOUT= BUNDLE_GEMFILE= MALLOC_ARENA_MAX=2
exec ruby -W0 config/server.rb "$PORT"

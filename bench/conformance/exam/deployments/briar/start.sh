#!/bin/bash
# Starts the deployment on 127.0.0.1:$1; builds it on the first start.
set -e
cd "$(dirname "$(readlink -f "$0")")"
mkdir -p tmp
newest() { [ -x tmp/briar ] && [ -z "$(find . -maxdepth 1 \( -name '*.go' -o -name 'go.*' \) -newer tmp/briar)" ]; }
if ! newest; then
  exec 9>tmp/build.lock
  flock 9
  if ! newest; then
    PATH="$PATH:/usr/local/go/bin" GOFLAGS="-buildvcs=false -p=2" go build -o tmp/briar.new . >&2
    mv tmp/briar.new tmp/briar
  fi
  exec 9>&-
fi
export BRIAR_PARENT=$PPID
exec tmp/briar "$1"

#!/bin/sh
# start.sh PORT
cd "$(dirname "$0")" || exit 1
(
  flock 9
  if ! command -v erlc >/dev/null 2>&1 || ! erl -noshell -eval 'case code:which(crypto) of non_existing -> halt(1); _ -> halt(0) end.' >/dev/null 2>&1; then
    { apt-get update && apt-get install -y --no-install-recommends erlang-base erlang-crypto; } >&2 || exit 1
  fi
  sum=$(cat src/*.erl | cksum)
  if [ "$(cat ebin/.sum 2>/dev/null)" != "$sum" ]; then
    mkdir -p ebin && erlc -o ebin src/*.erl >&2 && printf '%s' "$sum" > ebin/.sum || exit 1
  fi
) 9>.lock || exit 1
export COW_PORT="$1"
exec erl -noshell -noinput +S 2:2 +sbwt none +P 1000000 +Q 65536 -pa ebin -eval 'cow_app:main().'

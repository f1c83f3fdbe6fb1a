#!/bin/bash
# start.sh PORT : fetch what is missing, build the core if it is stale, serve.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
port=${1:?usage: start.sh PORT}
cd "$here"
mkdir -p vendor tmp
export HOME="$here/tmp" TMPDIR="$here/tmp" SBCL_HOME="$here/vendor/usr/lib/sbcl"
(
  flock 9
  if [ ! -e vendor/.fetched ]; then
    pk="sbcl cl-hunchentoot cl-chunga cl-base64 cl-fad cl-ppcre cl-flexi-streams cl-md5 cl-rfc2388
        cl-trivial-backtrace cl-usocket cl-bordeaux-threads cl-alexandria cl-split-sequence
        cl-trivial-gray-streams cl-trivial-features cl-ironclad cl-asdf"
    mkdir -p vendor/debs/partial
    get() { (cd vendor/debs && apt-get download "$@" $pk) >tmp/fetch.log 2>&1; }
    if ! get; then
      mkdir -p vendor/lists/partial
      apt-get update -o Dir::State::Lists="$here/vendor/lists" >>tmp/fetch.log 2>&1
      get -o Dir::State::Lists="$here/vendor/lists"
    fi
    for d in vendor/debs/*.deb; do dpkg-deb -x "$d" vendor; done
    rm -rf vendor/debs vendor/lists
    touch vendor/.fetched
  fi
  sum=$(cat build.lisp src/*.lisp | sha256sum | cut -c1-16)
  if [ ! -e "vendor/teasel-$sum.core" ]; then
    rm -f vendor/teasel-*.core
    CORE="vendor/new.core" vendor/usr/bin/sbcl --core vendor/usr/lib/sbcl/sbcl.core \
      --no-sysinit --no-userinit --non-interactive --load build.lisp >tmp/build.log 2>&1 ||
      { tail -40 tmp/build.log >&2; exit 1; }
    mv vendor/new.core "vendor/teasel-$sum.core"
  fi
) 9>vendor/.lock
core=$(ls vendor/teasel-*.core | head -1)
export TEASEL_PORT="$port"
exec vendor/usr/bin/sbcl --core "$core" --noinform --dynamic-space-size 1500 --control-stack-size 2MB \
  --no-sysinit --no-userinit --disable-debugger

#!/bin/bash
# start.sh PORT: serves on 127.0.0.1:PORT with fresh state. FAULT names a fault or is empty.
cd "$(dirname "$0")" || exit 1
mkdir -p tmp
need() { command -v php >/dev/null && php -r 'exit(extension_loaded("pdo_sqlite") && extension_loaded("pcntl") && extension_loaded("iconv") ? 0 : 1);'; }
if ! need; then
  exec 9>tmp/install.lock; flock 9
  need || { apt-get update; DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends php-cli php-sqlite3 php-mbstring; } >&2
  exec 9>&-
fi
exec php -d memory_limit=512M -d display_errors=stderr -d error_reporting=22527 server.php "$1"

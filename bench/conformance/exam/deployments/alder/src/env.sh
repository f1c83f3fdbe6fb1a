ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export HOME="$ROOT/.cache" GOPATH="$ROOT/.cache/go" GOCACHE="$ROOT/.cache/build" GOMODCACHE="$ROOT/.cache/go/mod" GOTMPDIR="$ROOT/.cache/tmp" TMPDIR="$ROOT/.cache/tmp" GOFLAGS="-mod=mod -modcacherw" GOTOOLCHAIN=local GOTELEMETRY=off CGO_ENABLED=0 PATH="/usr/local/go/bin:/usr/lib/go/bin:$PATH"

#!/usr/bin/env bash
# Names the released commit, from which the action and the reusable workflows are used: v1.2.3, and v1, which moves with each
# version that is no candidate. A tag that is there already stays where it is, so a run that is repeated changes nothing.
set -euo pipefail
git="repos/$GITHUB_REPOSITORY/git"
gh api "$git/refs" -f ref="refs/tags/v$VERSION" -f sha="$GITHUB_SHA" || gh api "$git/ref/tags/v$VERSION"
case "$VERSION" in *-*) exit 0 ;; esac
major="v${VERSION%%.*}"
gh api -X PATCH "$git/refs/tags/$major" -f sha="$GITHUB_SHA" -F force=true ||
  gh api "$git/refs" -f ref="refs/tags/$major" -f sha="$GITHUB_SHA"

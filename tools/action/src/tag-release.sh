#!/usr/bin/env bash
# Names the released commit, from which the action and the reusable workflows are used: v1.2.3, and v1, which moves with each
# version that is no candidate. Then makes the release, with the notes of a file. What is there already stays as it is, so a
# run that is repeated changes nothing.
#   tag-release.sh NOTES
set -euo pipefail
git="repos/$GITHUB_REPOSITORY/git"
gh api "$git/refs" -f ref="refs/tags/v$VERSION" -f sha="$GITHUB_SHA" || gh api "$git/ref/tags/v$VERSION"
candidate=
case "$VERSION" in *-*) candidate=--prerelease ;; esac
gh release create "v$VERSION" --repo "$GITHUB_REPOSITORY" --verify-tag --title "v$VERSION" --notes-file "$1" $candidate ||
  gh release view "v$VERSION" --repo "$GITHUB_REPOSITORY"
[ -z "$candidate" ] || exit 0
major="v${VERSION%%.*}"
gh api -X PATCH "$git/refs/tags/$major" -f sha="$GITHUB_SHA" -F force=true ||
  gh api "$git/refs" -f ref="refs/tags/$major" -f sha="$GITHUB_SHA"

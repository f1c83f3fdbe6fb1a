#!/usr/bin/env bash
# Puts the results of the newest run on the main branch that has any into a folder and names it in the output "folder". A run
# that was cancelled or came to nothing has none. The first run of all finds no other: then everything counts as new.
#   PROGRAM   agent-conformance, which has to be able to read them
set -uo pipefail
folder="$RUNNER_TEMP/agent-workers-baseline"
workflow=${GITHUB_WORKFLOW_REF%@*}
# A branch "main" of a fork is another one: what comes from there must not become what everybody is compared with.
own='.workflow_runs[] | select(.head_repository.full_name == env.GITHUB_REPOSITORY)
  | select(.event | startswith("pull_request") | not) | .id'
runs=$(gh api "repos/$GITHUB_REPOSITORY/actions/workflows/${workflow##*/}/runs?branch=$BRANCH&status=completed&per_page=30" \
  --jq "$own") || runs=
for run in $runs; do
  gh run download "$run" --repo "$GITHUB_REPOSITORY" --name "$ARTIFACT" --dir "$folder" || continue
  if "$PROGRAM" compare "$folder" "$folder" >/dev/null; then
    echo "folder=$folder" >>"$GITHUB_OUTPUT"
  else
    echo "::warning::The results of run $run can't be compared with; every finding counts as new until $BRANCH was judged again."
  fi
  exit 0
done
echo "::notice::There are no results of $BRANCH to compare with; every finding counts as new."

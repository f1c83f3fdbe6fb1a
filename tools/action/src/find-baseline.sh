#!/usr/bin/env bash
# Puts the results of the last run on the main branch into a folder and names it in the output "folder". The first run of all
# has none, and one whose artifact has expired neither: then everything counts as new.
set -uo pipefail
folder="$RUNNER_TEMP/agent-workers-baseline"
last=$(gh run list --repo "$GITHUB_REPOSITORY" --workflow "$GITHUB_WORKFLOW" --branch "$BRANCH" --status completed \
  --limit 1 --json databaseId --jq '.[].databaseId') || last=
if [ -n "$last" ] && gh run download "$last" --repo "$GITHUB_REPOSITORY" --name "$ARTIFACT" --dir "$folder"; then
  echo "folder=$folder" >>"$GITHUB_OUTPUT"
else
  echo "::notice::There are no results of $BRANCH to compare with; every finding counts as new."
fi

#!/bin/sh
# Judges a deployment in any CI: fails where something is broken that the baseline doesn't have.
# What follows on the command line goes to `agent-conformance run`: sh conformance.sh --budget thorough
#   CONFIG    deployment config (default staging.yaml); its ${NAME} come from the environment
#   RESULTS   folder for reports and recording (default conformance); must not exist
#   BASELINE  results folder of an earlier run, where there is one (default baseline)
#   VERSION   version of @agent-workers/conformance (default: the one that this file came with)
set -eu
config=${CONFIG:-staging.yaml} results=${RESULTS:-conformance} baseline=${BASELINE:-baseline}
conformance() { npx -y "@agent-workers/conformance@${VERSION:-0.1.0}" "$@"; }
set -- run --config "$config" --allow-writes --results "$results" "$@"
# One that another version wrote, which this one can't read, is none.
if [ -f "$baseline/report.json" ] && conformance compare "$baseline" "$baseline" >/dev/null; then
  set -- "$@" --baseline "$baseline"
fi
conformance "$@"

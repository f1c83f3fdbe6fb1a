import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PastRun {
  readonly id: number;
  readonly event?: string;
  readonly repository?: string;
  /** The folder that it has kept as an artifact, if it has. */
  readonly artifact?: string;
}

/** The repository in which all runs of the tests are. */
export const repository = 'somebody/platform';

/**
 * A stand-in of GitHub's program that knows the runs of a workflow, the newest first: lists them by the API, filtered by jq, and
 * downloads what they have kept. Gives the line of a shell for it.
 */
export function standInGh(folder: string, runs: readonly PastRun[]): string {
  const known = join(folder, 'gh-runs');
  mkdirSync(known, { recursive: true });
  const workflow_runs = runs.map(({ id, event = 'push', repository: from = repository }) => ({
    id,
    event,
    head_repository: { full_name: from },
  }));
  writeFileSync(join(known, 'runs.json'), JSON.stringify({ workflow_runs }));
  for (const { id, artifact } of runs)
    if (artifact !== undefined) writeFileSync(join(known, String(id)), artifact);
  return [
    `case "$1 $2" in`,
    `"api repos/${repository}/actions/workflows/nightly.yml/runs?branch=main&status=completed"*) jq -r "$4" "${known}/runs.json" ;;`,
    `"run download") from=$(cat "${known}/$3") && mkdir -p "\${@: -1}" && cp -r "$from"/. "\${@: -1}" ;;`,
    `*) echo "gh $* is not known here" >&2; exit 1 ;;`,
    `esac`,
  ].join('\n');
}

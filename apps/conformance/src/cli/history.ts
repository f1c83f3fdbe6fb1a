import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UsageError } from '../deployment/errors.ts';
import { buildHistory } from '../report/history/build-history.ts';
import { historyForTerminal } from '../report/history/describe-history.ts';
import { historyPage, type Pages } from '../report/history/history-page.ts';
import { printableText } from '../report/printable.ts';
import { type KeptRuns, readRuns } from '../results/read-history.ts';
import { parsePlaces } from './options/parse-places.ts';
import type { TerminalStreams } from './terminal-streams.ts';
import { writeText } from './text-file.ts';

/** `agent-conformance history DIR`: many runs over time, as a page, as JSON and in short. */
export async function historyCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  const { places, values } = parsePlaces('history', args);
  const [folder] = places;
  if (folder === undefined || places.length > 1)
    throw new UsageError(
      'history needs one folder that holds the results of runs: agent-conformance history DIR.',
    );
  const { kept, skipped } = await readRuns(folder);
  const history = buildHistory(kept, skipped);
  if (values.json) {
    terminal.out(`${JSON.stringify(history, null, 2)}\n`);
    if (values.out === undefined) return 0;
  }
  const page = values.out ?? join(folder, 'history.html');
  await writeText(page, await historyPage(history, pagesBeside(folder, kept, page)));
  if (!values.json) terminal.out(`${printableText(historyForTerminal(history))}\nThe page: ${page}\n`);
  return 0;
}

/** Where the report of a run lies as a page beside its JSON, the page of all runs leads there. */
function pagesBeside(folder: string, kept: KeptRuns['kept'], from: string): Pages {
  return new Map(
    kept.flatMap(({ place }) => {
      const page = join(folder, dirname(place), 'report.html');
      const way = relative(dirname(from), page).split(sep).map(encodeURIComponent).join('/');
      return existsSync(page) ? [[place, way] as const] : [];
    }),
  );
}

import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { UsageError } from '../deployment/errors.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { KeptReport } from '../report/history/build-history.ts';
import type { History } from '../report/history/history.ts';
import { readReportAt } from './read-results.ts';
import { resultPath } from './result-files.ts';

export interface KeptRuns {
  readonly kept: readonly KeptReport[];
  /** Reports that can't be read, and why. */
  readonly skipped: History['skipped'];
}

/**
 * Reads every report in a folder and in what it holds: `report.json` of results folders, or files of any name.
 *
 * @throws UsageError when there is no report
 */
export async function readRuns(folder: string): Promise<KeptRuns> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new UsageError(`${folder} can't be read (${cause.code}). history needs a folder with results.`, {
        cause,
      });
    },
  );
  const paths = files
    .filter((file) => file.isFile() && file.name.endsWith('.json'))
    .map((file) => join(file.parentPath, file.name))
    .sort();
  const kept: KeptReport[] = [];
  const skipped: { place: string; why: string }[] = [];
  for (const path of paths) {
    if (!(await isReport(path))) continue;
    const place = relative(folder, path);
    const read = await readReportAt(path).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      skipped.push({ place, why: error.message });
    });
    if (read !== undefined) kept.push({ place, report: read });
  }
  skipped.push(...cutRunsAmong(paths).map((path) => ({ place: relative(folder, path), why: cutShort })));
  if (kept.length > 0) return { kept, skipped };
  const why = skipped.length === 0 ? 'no report' : `no report of this version (${skipped[0]?.why})`;
  throw new UsageError(
    `${folder} holds ${why}. Keep each run with run --results ${join(folder, '<name>')}, or put their report.json there.`,
  );
}

const cutShort = 'no report: the run was ended before it wrote one';

/** The folders of runs that have a plan and no report. */
function cutRunsAmong(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return paths
    .filter((path) => basename(path) === basename(resultPath('', 'plan')))
    .map((path) => dirname(path))
    .filter((run) => !all.has(resultPath(run, 'report')));
}

/** Other files of a results folder are JSON as well. */
async function isReport(path: string): Promise<boolean> {
  const told = parseJson(await readFile(path, 'utf8'));
  // One that was cut is named, and not passed over.
  if (told === undefined) return basename(path) === basename(resultPath('', 'report'));
  if (!isRecord(told) || typeof told.schema !== 'string') return false;
  return told.schema.startsWith('agent-workers-conformance-report/');
}

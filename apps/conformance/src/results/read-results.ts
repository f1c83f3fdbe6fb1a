import { readFile, stat } from 'node:fs/promises';
import type * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reported } from '../report/formats/formats.ts';
import { type Report, reportSchema } from '../report/report.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import type { Inputs } from './inputs-schema.ts';
import { readExchanges } from './read-exchanges.ts';
import {
  inputsDocument,
  planDocument,
  type ResultFile,
  resultPath,
  verdictsDocument,
} from './result-files.ts';

export interface KeptResults {
  readonly plan: Plan;
  /** The recording, line by line; reading it throws a UsageError when it is missing or damaged. */
  readonly exchanges: () => AsyncIterable<Exchange>;
  /** Undefined where the run was cut before its end. */
  readonly verdicts: readonly Verdict[] | undefined;
}

/**
 * Reads what a run left in its results folder, also one that was killed.
 *
 * @throws UsageError when the folder holds no run, or one of another version
 */
export async function readResults(folder: string): Promise<KeptResults> {
  const { schema: _, ...plan } = await readDocument(folder, 'plan', planDocument);
  const kept = await readIfThere(folder, 'verdicts', verdictsDocument);
  return { plan, verdicts: kept?.verdicts, exchanges: () => readExchanges(folder) };
}

/**
 * Reads what a run was given; undefined where that was not written, as of verified contracts.
 *
 * @throws UsageError when it is of another version
 */
export async function readInputs(folder: string): Promise<Inputs | undefined> {
  const found = await readIfThere(folder, 'inputs', inputsDocument);
  if (found === undefined) return undefined;
  const { schema: _, ...inputs } = found;
  return inputs;
}

/**
 * Reads what reports are made of.
 *
 * @throws UsageError when there is no report in the folder, or one of another version
 */
export async function readReported(folder: string): Promise<Reported> {
  return { report: await readReport(folder), exchanges: () => readExchanges(folder) };
}

/**
 * Reads the report of a run, by its results folder or by the file itself.
 *
 * @throws UsageError when it is not there, or one of another version
 */
export async function readReportAt(place: string): Promise<Report> {
  const path = await reportPathAt(place);
  if (path !== place) return await readReport(place);
  return parseDocument(await readFile(place, 'utf8'), { path: place, file: 'report', schema: reportSchema });
}

/**
 * Where the report of a run is, by its results folder or by the file itself.
 *
 * @throws UsageError when there is nothing at all
 */
export async function reportPathAt(place: string): Promise<string> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) throw new UsageError(`${place} can't be read: there is no such file or folder.`);
  return found.isDirectory() ? resultPath(place, 'report') : place;
}

function readReport(folder: string): Promise<Report> {
  return readDocument(folder, 'report', reportSchema);
}

async function readDocument<Schema extends z.ZodType>(
  folder: string,
  file: ResultFile,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const found = await readIfThere(folder, file, schema);
  if (found !== undefined) return found;
  throw new UsageError(
    file === 'plan'
      ? `There is no ${resultPath(folder, file)}, which a run --results writes before it judges anything. Was the run ended before that, or is it another folder?`
      : `There is no ${resultPath(folder, file)}, which a run --results writes at its end. Was the run killed, or is it another folder?`,
  );
}

async function readIfThere<Schema extends z.ZodType>(
  folder: string,
  file: ResultFile,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const path = resultPath(folder, file);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new UsageError(`${path} can't be read (${cause.code}).`, { cause });
  });
  return text === undefined ? undefined : parseDocument(text, { path, file, schema });
}

function parseDocument<Schema extends z.ZodType>(
  text: string,
  { path, file, schema }: { readonly path: string; readonly file: ResultFile; readonly schema: Schema },
): z.infer<Schema> {
  const told = parseJson(text);
  if (told === undefined)
    throw new UsageError(`${path} is no JSON: it may have been cut. Take another copy, or run it again.`);
  const parsed = schema.safeParse(told);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${path} is no ${file} of this version of agent-conformance: ${issue?.path.join('.') || 'the document'}: ${issue?.message}. Run it again.`,
  );
}

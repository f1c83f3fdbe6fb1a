import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Captured } from '../traffic/captured.ts';
import { harEntries } from '../traffic/har-entries.ts';
import { fromHarEntry } from '../traffic/read-har.ts';
import { fromTrafficLine } from '../traffic/read-line.ts';
import { linesOf, textPiecesOf } from './text-pieces.ts';

/** What stands in a file, or what there is to say of it. */
export type ReadTraffic =
  | { readonly kind: 'captured'; readonly captured: Captured }
  | { readonly kind: 'notice'; readonly sentence: string };

export interface TrafficFiles {
  readonly har?: readonly string[] | undefined;
  readonly exchanges?: readonly string[] | undefined;
}

/**
 * Everything in the files, entry by entry; none is held in memory as a whole.
 *
 * @throws UsageError for a file that can't be read or is of another form
 */
export async function* readTrafficFiles({ har = [], exchanges = [] }: TrafficFiles) {
  for (const path of har) yield* withOrderTold(path, readHar(path));
  for (const path of exchanges) yield* withOrderTold(path, readLines(path));
}

async function* readHar(path: string): AsyncGenerator<ReadTraffic> {
  const entries = harEntries(textPiecesOf(path));
  let [read, other, long] = [0, 0, 0];
  let next = await entries.next();
  for (; !next.done; next = await entries.next()) {
    read += 1;
    const captured = next.value === 'too-long' ? undefined : fromHarEntry(next.value.json, path);
    if (captured !== undefined) yield { kind: 'captured', captured };
    else if (next.value === 'too-long') long += 1;
    else other += 1;
  }
  if (next.value === 'no-har')
    throw new UsageError(
      `${path} is no HAR: it has no list log.entries. A browser exports one by "Save all as HAR".`,
    );
  if (next.value === 'cut')
    yield notice(`${path} is cut after ${read} entries. These are judged; what came after is not known.`);
  if (other > 0)
    yield notice(`${path}: ${other} of ${read} entries are no exchange over HTTP, and left out.`);
  if (long > 0) yield notice(`${path}: ${long} of ${read} entries are longer than 32 MB, and left out.`);
}

/** A log has lines of programs of all ages: what is no exchange is told, and the rest is judged. */
async function* readLines(path: string): AsyncGenerator<ReadTraffic> {
  let [number, good, damaged] = [0, 0, 0];
  let first: string | undefined;
  for await (const line of linesOf(textPiecesOf(path))) {
    number += 1;
    if (line.trim() === '') continue;
    const read = fromTrafficLine(parseJson(line), path);
    if (read.captured !== undefined) {
      good += 1;
      yield { kind: 'captured', captured: read.captured };
      continue;
    }
    damaged += 1;
    first ??= `line ${number}: ${read.problem}`;
  }
  if (first === undefined) return;
  if (good === 0)
    throw new UsageError(
      `${path} has no exchange of the form of traffic-line.schema.json. The first trouble is in ${first}`,
    );
  yield notice(
    `${path}: ${damaged} of ${good + damaged} lines are no exchange of the form of traffic-line.schema.json, and left out. The first is ${first}`,
  );
}

/** A capture is in the order of time, but for what went on at once; where it isn't, less can be followed. */
async function* withOrderTold(path: string, file: AsyncIterable<ReadTraffic>): AsyncGenerator<ReadTraffic> {
  let backwards = 0;
  let latest = Number.NEGATIVE_INFINITY;
  for await (const one of file) {
    if (one.kind === 'captured') {
      const { sentAt, response } = one.captured;
      if ((response?.endedAt ?? sentAt) < latest) backwards += 1;
      latest = Math.max(latest, sentAt);
    }
    yield one;
  }
  if (backwards > 0)
    yield notice(
      `${path}: ${backwards} exchanges were over before the one that stands before them began. What a run or a record was before it is shown to begin is not followed.`,
    );
}

function notice(sentence: string): ReadTraffic {
  return { kind: 'notice', sentence };
}

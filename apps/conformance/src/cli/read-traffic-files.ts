import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UsageError } from '../deployment/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Captured } from '../traffic/captured.ts';
import { harEntries } from '../traffic/har-entries.ts';
import { fromHarEntry } from '../traffic/read-har.ts';
import { fromTrafficLine } from '../traffic/read-line.ts';

/** What stands in a file, or what there is to say of it. */
export type ReadTraffic =
  | { readonly kind: 'captured'; readonly captured: Captured }
  | { readonly kind: 'notice'; readonly sentence: string };

interface Files {
  readonly har: readonly string[] | undefined;
  readonly exchanges: readonly string[] | undefined;
}

/**
 * Everything in the files, entry by entry; none is held in memory as a whole.
 *
 * @throws UsageError for a file that can't be read or is of another form
 */
export async function* readTrafficFiles({ har = [], exchanges = [] }: Files): AsyncGenerator<ReadTraffic> {
  for (const path of har) yield* readHar(path);
  for (const path of exchanges) yield* readLines(path);
}

async function* readHar(path: string): AsyncGenerator<ReadTraffic> {
  const entries = harEntries(piecesOf(path));
  let [read, other] = [0, 0];
  for (;;) {
    const next = await entries.next();
    if (next.done) {
      if (next.value === 'no-har')
        throw new UsageError(
          `${path} is no HAR: it has no list log.entries. A browser exports one by "Save all as HAR".`,
        );
      if (next.value === 'cut')
        yield notice(`${path} is cut after ${read} entries. These are judged; what came after is not known.`);
      break;
    }
    read += 1;
    const captured = fromHarEntry(next.value, path);
    if (captured === undefined) other += 1;
    else yield { kind: 'captured', captured };
  }
  if (other > 0)
    yield notice(`${path}: ${other} of ${read} entries are no exchange over HTTP, and left out.`);
}

async function* readLines(path: string): AsyncGenerator<ReadTraffic> {
  let number = 0;
  let damaged: number | undefined;
  try {
    for await (const line of createInterface({
      input: createReadStream(path),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      number += 1;
      if (line.trim() === '') continue;
      // A last line may be cut; any other one is a mistake.
      if (damaged !== undefined) throw noLine(path, damaged);
      const captured = fromTrafficLine(parseJson(line), path);
      if (captured === undefined) damaged = number;
      else yield { kind: 'captured', captured };
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (damaged === 1) throw noLine(path, damaged);
  if (damaged !== undefined)
    yield notice(`${path} is cut in line ${damaged}. The lines before it are judged.`);
}

function noLine(path: string, number: number): UsageError {
  return new UsageError(`${path}, line ${number}, is no exchange of the form of traffic-line.schema.json.`);
}

async function* piecesOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, { encoding: 'utf8', highWaterMark: 2 ** 20 });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): UsageError {
  if (cause instanceof UsageError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new UsageError(`${path} can't be read: ${why}`, { cause });
}

function notice(sentence: string): ReadTraffic {
  return { kind: 'notice', sentence };
}

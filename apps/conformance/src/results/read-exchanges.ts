import { UsageError } from '../deployment/errors.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { readLines } from './read-lines.ts';
import { resultFormats, resultPath } from './result-files.ts';

/**
 * The recording of a results folder, line by line. The last line may be cut where the run was killed.
 *
 * @throws UsageError when it is missing, damaged or of another version
 */
export async function* readExchanges(folder: string): AsyncGenerator<Exchange> {
  const path = resultPath(folder, 'exchanges');
  let number = 0;
  let damaged: number | undefined;
  for await (const line of linesOf(path)) {
    number += 1;
    if (damaged !== undefined) throw new UsageError(`${path}, line ${damaged}, is no exchange.`);
    const value = parseJson(line);
    if (number === 1) requireFormat(path, value);
    else if (!isRecord(value)) damaged = number;
    // The file is this program's own: its first line tells that all others have this form.
    else yield value as unknown as Exchange;
  }
  if (number === 0) requireFormat(path, undefined);
}

function requireFormat(path: string, header: unknown): void {
  if (isRecord(header) && header.schema === resultFormats.exchanges) return;
  throw new UsageError(`${path} is no recording of this version of agent-conformance. Run it again.`);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    yield* readLines(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} can't be read: ${why}`, { cause });
  }
}

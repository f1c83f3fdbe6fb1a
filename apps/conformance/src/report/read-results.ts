import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UsageError } from '../deployment/errors.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verdict } from '../verdicts/verdict.ts';

export interface KeptResults {
  readonly plan: Plan;
  /** The recording, line by line; reading it throws a UsageError when it is missing or damaged. */
  readonly exchanges: () => AsyncIterable<Exchange>;
  readonly verdicts: readonly Verdict[];
}

/**
 * Reads what a run left in its results folder.
 *
 * @throws UsageError when the folder holds no finished run
 */
export async function readResults(folder: string): Promise<KeptResults> {
  const [plan, verdicts] = await Promise.all([
    readJson(folder, 'plan.json'),
    readJson(folder, 'verdicts.json'),
  ]);
  // The files are this program's own; a run writes them whole or not at all.
  return { plan, verdicts, exchanges: () => readExchanges(folder) } as KeptResults;
}

async function readJson(folder: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (cause) {
    throw notFinished(folder, cause);
  }
}

async function* readExchanges(folder: string): AsyncGenerator<unknown> {
  try {
    const lines = createInterface({ input: createReadStream(join(folder, 'exchanges.jsonl')) });
    for await (const line of lines) yield JSON.parse(line);
  } catch (cause) {
    throw notFinished(folder, cause);
  }
}

function notFinished(folder: string, cause: unknown): UsageError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new UsageError(`${folder} holds no results of a finished run: ${why}`, { cause });
}

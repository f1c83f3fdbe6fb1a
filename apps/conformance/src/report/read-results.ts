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
  readonly exchanges: readonly Exchange[];
  readonly verdicts: readonly Verdict[];
}

/**
 * Reads what a run left in its results folder.
 *
 * @throws UsageError when the folder holds no finished run
 */
export async function readResults(folder: string): Promise<KeptResults> {
  try {
    const [plan, verdicts, exchanges] = await Promise.all([
      readJson(join(folder, 'plan.json')),
      readJson(join(folder, 'verdicts.json')),
      readLines(join(folder, 'exchanges.jsonl')),
    ]);
    // The files are this program's own; a run writes them whole or not at all.
    return { plan, verdicts, exchanges } as KeptResults;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${folder} holds no results of a finished run: ${why}`, { cause });
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function readLines(path: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) values.push(JSON.parse(line));
  return values;
}

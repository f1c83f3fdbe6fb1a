import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '../deployment/errors.ts';
import type { LedgerEntry } from '../exchanges/ledger.ts';
import { parseJson } from '../json/parse-json.ts';

const call = z.object({
  operation: z.string(),
  path: z.record(z.string(), z.string()),
  body: z.json().optional(),
});
const name = { family: z.string(), id: z.string(), identity: z.enum(['own', 'other', 'sandbox']) };

const line = z.discriminatedUnion('event', [
  z.object({ event: z.literal('opened'), target: z.string() }),
  z.object({ event: z.literal('created'), ...name, remove: call.optional(), look: call.optional() }),
  z.object({ event: z.literal('removed'), ...name }),
]);

type LedgerLine = z.infer<typeof line>;

export interface KeptLedger {
  /** The base address of the User API that the entries are about. */
  readonly target: string | undefined;
  readonly entries: readonly LedgerEntry[];
}

/** The file of a results folder that tells what a run has made on its target. */
export function ledgerFile(folder: string): string {
  return join(folder, 'ledger.jsonl');
}

/** Writes a line before it returns, so that whatever happens next can be undone. */
export function appendToLedger(folder: string, entry: LedgerEntry | LedgerLine): void {
  appendFileSync(ledgerFile(folder), `${JSON.stringify(entry)}\n`);
}

/**
 * What a run that may have crashed has kept.
 *
 * @returns undefined where no ledger was kept
 * @throws UsageError when the file is none of this program's
 */
export async function readLedger(folder: string): Promise<KeptLedger | undefined> {
  const text = await readFile(ledgerFile(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // Only a crash of the whole machine cuts a line; what it was about can't be known any more.
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const lines = whole.map((one, index) => parseLine(one, `${ledgerFile(folder)}, line ${index + 1}`));
  const opened = lines.find((one) => one.event === 'opened');
  return { target: opened?.target, entries: lines.filter((one) => one.event !== 'opened') };
}

function parseLine(text: string, where: string): LedgerLine {
  const parsed = line.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${where}, is no entry of a ledger. Nothing was sent.`);
}

import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../deployment/errors.ts';
import type { LedgerEntry } from '../exchanges/ledger.ts';
import { parseJson } from '../json/parse-json.ts';
import { ledgerLine, resultFormats, resultPath } from './result-files.ts';

export interface KeptLedger {
  /** The base address of the User API that the entries are about. */
  readonly target: string | undefined;
  readonly entries: readonly LedgerEntry[];
}

/** Keeps the entries of a run in its results folder; the first one tells which target they are about. */
export function ledgerKeeper(folder: string): (target: string, entry: LedgerEntry) => void {
  // Written before the call returns, so that whatever happens next can be undone.
  const append = (line: object): void =>
    appendFileSync(resultPath(folder, 'ledger'), `${JSON.stringify(line)}\n`);
  let isOpened = false;
  return (target, entry) => {
    if (!isOpened) append({ event: 'opened', schema: resultFormats.ledger, target });
    isOpened = true;
    append(entry);
  };
}

/** Adds to a ledger that is there. */
export function appendToLedger(folder: string, entry: LedgerEntry): void {
  appendFileSync(resultPath(folder, 'ledger'), `${JSON.stringify(entry)}\n`);
}

/**
 * What a run that may have crashed has kept.
 *
 * @returns undefined where no ledger was kept
 * @throws UsageError when the file isn't one of this version
 */
export async function readLedger(folder: string): Promise<KeptLedger | undefined> {
  const path = resultPath(folder, 'ledger');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // Only a crash of the whole machine cuts a line; what it was about can't be known any more.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const lines = whole
    .split('\n')
    .slice(0, -1)
    .map((one, index) => {
      const parsed = ledgerLine.safeParse(parseJson(one));
      if (parsed.success) return parsed.data;
      throw new UsageError(`${path}, line ${index + 1}, is no entry of a ledger. Nothing was sent.`);
    });
  const opened = lines.find((one) => one.event === 'opened');
  return { target: opened?.target, entries: lines.filter((one) => one.event !== 'opened') };
}

import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { UsageError } from '../deployment/errors.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { LedgerEntry } from '../exchanges/ledger.ts';
import type { Plan } from '../plan/plan.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { formats } from './formats/formats.ts';
import { appendToLedger, ledgerFile, readLedger } from './ledger-file.ts';
import { readReported } from './read-reported.ts';
import type { Report } from './report.ts';

export interface Results {
  readonly record: (exchange: Exchange) => void;
  /** Keeps what was made on a target; the first entry tells which target that is. */
  readonly keep: (target: string, entry: LedgerEntry) => void;
  readonly finish: (outcome: { plan: Plan; verdicts: readonly Verdict[]; report: Report }) => Promise<void>;
}

/**
 * Opens a results folder: exchanges are written as they come, the rest at the end.
 *
 * @throws UsageError when the folder can't be written
 */
export async function openResults(folder: string): Promise<Results> {
  try {
    await mkdir(folder, { recursive: true });
    await startLedger(folder);
    const exchanges = createWriteStream(join(folder, 'exchanges.jsonl'));
    await new Promise((resolve, reject) => exchanges.once('open', resolve).once('error', reject));
    return {
      record: (exchange) => exchanges.write(`${JSON.stringify(exchange)}\n`),
      keep: ledgerKeeper(folder),
      finish: async ({ plan, verdicts, report }) => {
        exchanges.end();
        await finished(exchanges);
        await Promise.all([
          writeJson(join(folder, 'plan.json'), plan),
          writeJson(join(folder, 'verdicts.json'), verdicts),
          writeJson(join(folder, 'report.json'), report),
        ]);
        await writeFormats(folder);
      },
    };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`The results folder ${folder} can't be written: ${why}`, { cause });
  }
}

/** An earlier run that crashed may have left things behind; only its ledger knows of them. */
async function startLedger(folder: string): Promise<void> {
  const kept = await readLedger(folder);
  const left = createLedger(() => {}, kept?.entries)
    .left()
    .filter(({ remove }) => remove !== undefined);
  if (left.length > 0) {
    throw new UsageError(
      `The run that wrote ${folder} left ${left.length} of its things on ${kept?.target}. Remove them first: agent-conformance clean ${folder}`,
    );
  }
  await rm(ledgerFile(folder), { force: true });
}

function ledgerKeeper(folder: string): Results['keep'] {
  let opened = false;
  return (target, entry) => {
    if (!opened) appendToLedger(folder, { event: 'opened', target });
    opened = true;
    appendToLedger(folder, entry);
  };
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** From what is in the folder, as `agent-conformance report` would make them again. */
async function writeFormats(folder: string): Promise<void> {
  const results = await readReported(folder);
  for (const { file, write } of Object.values(formats)) {
    if (file === undefined) continue;
    await pipeline(Readable.from(write(results, false)), createWriteStream(join(folder, file)));
  }
}

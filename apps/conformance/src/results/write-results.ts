import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../deployment/errors.ts';
import { createLedger } from '../exchanges/create-ledger.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { LedgerEntry } from '../exchanges/ledger.ts';
import type { Plan } from '../plan/plan.ts';
import { formats } from '../report/formats/formats.ts';
import type { ReplayReport } from '../report/replay/replay-report.ts';
import type { Report } from '../report/report.ts';
import type { Verdict } from '../verdicts/verdict.ts';
import { documentPieces } from './document-pieces.ts';
import type { Inputs } from './inputs-schema.ts';
import { ledgerKeeper, readLedger } from './ledger-file.ts';
import { makeFolder } from './make-folder.ts';
import { openText } from './open-text.ts';
import { readReported } from './read-results.ts';
import { resultFiles, resultFormats, resultPath } from './result-files.ts';
import { type LineWriter, writeLines } from './write-lines.ts';

export interface Results {
  /** To be called before the first request: from then on `judge` can read the folder, even if the run is killed. */
  readonly planned: (plan: Plan, inputs?: Inputs) => void;
  readonly record: (exchange: Exchange) => void;
  /** Keeps what was made on a target; the first entry tells which target that is. */
  readonly keep: (target: string, entry: LedgerEntry) => void;
  /** Ends a recording that is not judged yet. */
  readonly close: () => void;
  readonly finish: (outcome: { verdicts: readonly Verdict[]; report: Report }) => Promise<void>;
  /** The end of a replay, which judges no more than one rule. */
  readonly finishReplay: (report: ReplayReport) => Promise<void>;
}

/**
 * Opens a results folder: the plan is written first, exchanges as they come, the rest at the end. What an earlier run
 * wrote there stays until the first of these: a command that stops at its options loses nothing.
 *
 * @throws UsageError when the folder can't be written, or holds what an earlier run has left on its target
 */
export async function openResults(folder: string): Promise<Results> {
  await writing(folder, async () => {
    await makeFolder(folder);
    await requireNothingLeft(folder);
    closeSync(openSync(resultPath(folder, 'exchanges'), 'a'));
  });
  const keep = ledgerKeeper(folder);
  let opened: LineWriter | undefined;
  let failure: { readonly cause: unknown } | undefined;
  const exchanges = (): LineWriter => {
    if (opened !== undefined) return opened;
    removeEarlier(folder);
    opened = writeLines(resultPath(folder, 'exchanges'));
    opened.write({ schema: resultFormats.exchanges });
    return opened;
  };
  const end = (write: () => Promise<void>): Promise<void> =>
    writing(folder, async () => {
      exchanges().close();
      if (failure !== undefined) throw failure.cause;
      await write();
    });
  return {
    planned: (plan, inputs) => {
      try {
        exchanges();
        if (inputs !== undefined)
          writeDocument(resultPath(folder, 'inputs'), { schema: resultFormats.inputs, ...inputs });
        writeDocument(resultPath(folder, 'plan'), { schema: resultFormats.plan, ...plan });
      } catch (cause) {
        throw unwritable(folder, cause);
      }
    },
    record: (exchange) => exchanges().write(exchange),
    keep: (target, entry) => {
      exchanges();
      // What was made is to be removed again, whether or not the disk is full.
      try {
        keep(target, entry);
      } catch (cause) {
        failure ??= { cause };
      }
    },
    close: () => exchanges().close(),
    finish: ({ verdicts, report }) =>
      end(async () => {
        writeDocument(resultPath(folder, 'report'), report);
        await writeFormats(folder);
        // The last of all: where it is missing, the run was cut.
        writeDocument(resultPath(folder, 'verdicts'), { schema: resultFormats.verdicts, verdicts });
      }),
    finishReplay: (report) => end(async () => writeDocument(resultPath(folder, 'replay'), report)),
  };
}

/** @throws UsageError in place of an error of the file system */
async function writing(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function unwritable(folder: string, cause: unknown): UsageError {
  if (cause instanceof UsageError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new UsageError(`The results folder ${folder} can't be written: ${why}`, { cause });
}

/** An earlier run that crashed may have left things behind; only its ledger knows of them. */
async function requireNothingLeft(folder: string): Promise<void> {
  const kept = await readLedger(folder);
  const left = createLedger(() => {}, kept?.entries)
    .left()
    .filter(({ remove }) => remove !== undefined);
  if (left.length > 0) {
    throw new UsageError(
      `The run that wrote ${folder} left ${left.length} of its things on ${kept?.target}. Remove them first: agent-conformance clean ${folder}`,
    );
  }
}

/** What an earlier run wrote must not be taken for what this one found, if this one is cut. */
function removeEarlier(folder: string): void {
  const reports = Object.values(formats).flatMap(({ file }) => file ?? []);
  const files = [...Object.values(resultFiles).map(({ file }) => file), ...reports];
  for (const file of files) rmSync(join(folder, file), { force: true });
}

function writeDocument(path: string, document: object): void {
  const file = openText(path);
  for (const piece of documentPieces(document)) file.write(piece);
  file.close();
}

/** From what is in the folder, as `agent-conformance report` would make them again. */
async function writeFormats(folder: string): Promise<void> {
  const results = await readReported(folder);
  for (const { file, write } of Object.values(formats)) {
    if (file === undefined) continue;
    const text = openText(join(folder, file));
    for await (const piece of write(results, false)) text.write(piece);
    text.close();
  }
}

/**
 * Records the traces of every check, or of the named ones, from the mutants: test/traces/<check>/passes.jsonl, and one
 * breaks-<cause>.jsonl for each cause that its mutants bring about.
 * Command: pnpm traces [CHECK…]   A beginning of a check's id stands for all that begin so.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { memoize } from '../../src/verdicts/memoize.ts';
import { startedOnce } from '../helpers/reference.ts';
import { tracedChecks, tracesFolder, traceToText } from '../helpers/trace.ts';
import { allMutants } from '../kill-matrix/kill-matrix.ts';
import { type Drive, driveEarning, driveInMemory, driveOwned, driveReference } from './drive.ts';
import { mutantsOf } from './mutants-of.ts';
import { notYetRecorded } from './not-yet-recorded.ts';
import { type CheckTraces, type Recordable, recordCheck } from './record-check.ts';

const wanted = process.argv.slice(2);
const spec = await loadSpec();
const { workers, user, sequences } = await allMutants(spec);
const mutants = [...workers, ...user, ...sequences];
const reference = startedOnce();
const deployments = [driveInMemory, driveReference(reference.get), driveEarning, driveOwned].map(
  toRecordable,
);
let lacking = 0;

for (const beginning of wanted.filter((one) => !allChecks.some(({ id }) => id.startsWith(one)))) {
  process.stderr.write(
    `No check is called ${beginning}. agent-conformance list --json names those of each rule.\n`,
  );
  lacking += 1;
}
for (const { id } of allChecks.filter((check) => isWanted(check.id))) {
  const its = mutantsOf(id, { spec, mutants });
  const traces = await recordCheck(id, its, { spec, deployments });
  const files = [...traces].map(([name, trace]) => ({ file: `${name}.jsonl`, text: traceToText(trace) }));
  await writeFolder(id, files);
  process.stdout.write(`${id}: ${describe(id, { traces, mutantCount: its.length })}\n`);
}
for (const check of tracedChecks().filter((one) => !allChecks.some(({ id }) => id === one)))
  await rm(join(tracesFolder, check), { recursive: true });
await reference.close();
process.exitCode = lacking === 0 ? 0 : 1;

function isWanted(check: string): boolean {
  return wanted.length === 0 || wanted.some((one) => check.startsWith(one));
}

function toRecordable(drive: Drive): Recordable {
  const plain = memoize((key: Drive) => key(({ fetch }) => fetch));
  return { drive, plain: () => plain(drive) };
}

async function writeFolder(check: string, files: readonly { file: string; text: string }[]): Promise<void> {
  const folder = join(tracesFolder, check);
  await rm(folder, { recursive: true, force: true });
  if (files.length === 0) return;
  await mkdir(folder, { recursive: true });
  for (const { file, text } of files) await writeFile(join(folder, file), text);
}

function describe(
  check: string,
  { traces, mutantCount }: { readonly traces: CheckTraces; readonly mutantCount: number },
): string {
  const names = [...traces].map(([name, { exchanges }]) => `${name} (${exchanges.length})`);
  if (traces.has('passes') && traces.size > 1) return names.join(', ');
  if (notYetRecorded[check] !== undefined) return `INCOMPLETE, as listed: ${names.join(', ')}`;
  lacking += 1;
  const lack = traces.has('passes')
    ? `none of its ${mutantCount} mutants breaks it`
    : 'no deployment passes it';
  return `INCOMPLETE, ${lack}. ${names.join(', ')}`;
}

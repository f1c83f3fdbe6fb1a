/**
 * Judges a deployment that comes with faults, once for each fault, and tells which were found.
 * Command: node --conditions=@agent-workers/source exam/main.ts FOLDER [--set K/N] [--only ID,ID] [--faults FILE]
 *   [--clean RUNS] [--at-once N] [--out FILE] [-- options for the CLI]
 * `--faults faults.more.json` takes others of the folder than its faults.json;
 * `--set 2/3` takes the second of three sets, drawn by the faults' identifiers, so that the others stay unseen.
 */
import { appendFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inParallel } from '../../../apps/conformance/src/runner/in-parallel.ts';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { type Fault, operationsOf, readCandidate, setOf } from './candidate.ts';
import { judgeCandidate, type Outcome } from './judge-candidate.ts';
import { tableOf } from './table-of.ts';

const own = process.argv.slice(2);
const split = own.indexOf('--');
const { values, positionals } = parseArgs({
  args: split === -1 ? own : own.slice(0, split),
  allowPositionals: true,
  options: {
    set: { type: 'string', default: '1/1' },
    only: { type: 'string' },
    faults: { type: 'string' },
    clean: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const given = split === -1 ? [] : own.slice(split + 1);
const args = ['--allow-writes', '--shrink-time', '0', ...given];
const [folder] = positionals;
if (folder === undefined) throw new Error('Which deployment? node exam/main.ts FOLDER');
const candidate = await readCandidate(folder, values.faults);
const [set = 1, sets = 1] = values.set.split('/').map(Number);
const only = values.only?.split(',');
const faults = candidate.faults.filter((fault) =>
  only === undefined ? setOf(fault, sets) === set : only.includes(fault.id),
);

if (values.out !== undefined) await writeFile(values.out, '');
const tell = async (outcome: Outcome): Promise<Outcome> => {
  const { fault, findings, inconclusive, verified, bound, seconds, trouble } = outcome;
  const what = fault === undefined ? `${findings.length} findings` : nameOf(outcome);
  const by = [...new Set(findings.map(({ basis, cause }) => `${basis} ${cause}`))].slice(0, 3).join('; ');
  process.stdout.write(
    `${fault?.id ?? 'clean'} ${what} ${verified}/${bound} inconclusive ${inconclusive} ${seconds}s ${trouble ?? by}\n`,
  );
  if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(outcome)}\n`);
  return outcome;
};

/** First by the rules of the operations that the fault is in, which is quick; what isn't found so, by all. */
async function judge(fault: Fault): Promise<Outcome> {
  const near = operationsOf(fault, operations).join(',');
  const seeded = [...args, '--seed', '7'];
  const quick = newIn(await judgeCandidate(candidate, fault, [...seeded, '--operations', near]));
  return quick.findings.length > 0 ? quick : newIn(await judgeCandidate(candidate, fault, seeded));
}

/** What is found without a fault as well says nothing of it. */
function newIn(outcome: Outcome): Outcome {
  const known = new Set(
    clean.flatMap(({ findings }) => findings.map(({ rule, cause }) => `${rule} ${cause}`)),
  );
  return {
    ...outcome,
    findings: outcome.findings.filter(({ rule, cause }) => !known.has(`${rule} ${cause}`)),
  };
}

function nameOf({ findings, exitCode }: Outcome): string {
  if (findings.length > 0) return 'found';
  return exitCode === 0 ? 'MISSED' : `exit ${exitCode}`;
}

const seeds = Array.from({ length: Number(values.clean) }, (_, index) => `${index + 1}`);
const clean: Outcome[] = [];
for (const seed of seeds) {
  const outcome = await judgeCandidate(candidate, undefined, [...args, '--seed', seed]);
  clean.push(await tell(outcome));
}
const { operations } = await loadSpec();
const judged = await inParallel(faults, Number(values['at-once']), async (fault) => tell(await judge(fault)));
process.stdout.write(`\n${tableOf(judged, clean)}\n`);

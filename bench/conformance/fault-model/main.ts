/**
 * The fault model: every operator at every operation and detail that it can break, each judged by the CLI on a deployment
 * in memory. Prints what was found by class and basis, and lists what was missed.
 * Command: node --conditions=@agent-workers/source fault-model/main.ts [--class NAME] [--operation ID] [--operator TEXT]
 *   [--part 1/4] [--whole] [--at-once 2] [--list] [--json FILE]
 * `--whole` judges by all rules what is not found by those of its operation and its family of records.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inParallel } from '../../../apps/conformance/src/runner/in-parallel.ts';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { namedStyles } from '../../../apps/conformance/test/styles/named-styles.ts';
import { type Fault, faultsAt } from './faults.ts';
import { judgeFault, type Outcome } from './judge-fault.ts';
import { classes } from './operator.ts';
import { placesOf } from './place.ts';
import { isMissed, isNeverThere, tableOf } from './table-of.ts';

const { values } = parseArgs({
  options: {
    class: { type: 'string' },
    operation: { type: 'string' },
    operator: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    whole: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const [style] = namedStyles;
const { operations } = await loadSpec();
requireKnown('class', values.class, classes);
requireKnown(
  'operation',
  values.operation,
  operations.map(({ id }) => id),
);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const chosen = faultsAt(placesOf(style, operations)).filter(isChosen);
const faults = chosen.filter(({ basis }, index) => basis !== 'undecidable' && index % parts === part - 1);
const undecidable = chosen.filter(
  ({ basis }, index) => basis === 'undecidable' && index % parts === part - 1,
);

if (values.list)
  for (const { id, class: kind, basis, why } of chosen)
    say(`${kind} · ${basis} · ${id}${why ? `: ${why}` : ''}`);
else await judgeAll();

async function judgeAll(): Promise<void> {
  const widths = values.whole
    ? (['operation', 'family', 'whole'] as const)
    : (['operation', 'family'] as const);
  let done = 0;
  const outcomes = await inParallel(faults, Number(values['at-once']), async (fault) => {
    const outcome = await judgeFault(fault, { style, operations, widths });
    done += 1;
    say(`${done}/${faults.length} ${wordsOf(outcome)}`);
    return outcome;
  });
  say(`\n${tableOf(outcomes, undecidable)}\n`);
  const missed = outcomes.filter((one) => isMissed(one) && !isNeverThere(one));
  say(`${missed.length} missed:`);
  for (const { fault, trouble } of missed)
    say(`- ${fault.class}, ${fault.basis}: ${fault.id}${trouble ? ` (${trouble})` : ''}`);
  say(`\n${undecidable.length} undecidable:`);
  for (const [why, open] of Map.groupBy(undecidable, (fault) => fault.why ?? ''))
    say(`- ${open.length}: ${why}`);
  if (values.json !== undefined)
    await writeFile(values.json, `${JSON.stringify({ outcomes, undecidable }, null, 2)}\n`);
}

function isChosen({ class: kind, operation, operator }: Fault): boolean {
  return (
    (values.class === undefined || kind === values.class) &&
    (values.operation === undefined || operation === values.operation) &&
    operator.includes(values.operator ?? '')
  );
}

function wordsOf(outcome: Outcome): string {
  const { fault, causes, width } = outcome;
  if (isNeverThere(outcome)) return `never there ${fault.id}`;
  return causes.length === 0
    ? `MISSED ${fault.id}`
    : `found ${fault.id}: ${causes.slice(0, 2).join(', ')} (${width})`;
}

function requireKnown(option: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new Error(`There is no ${option} ${value}: ${known.join(', ')}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

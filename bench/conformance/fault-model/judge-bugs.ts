/**
 * The 29 bugs that once passed unnoticed together, part by part.
 * Command: node --conditions=@agent-workers/source fault-model/judge-bugs.ts [--at-once 3] [--only NUMBER]
 */
import { parseArgs } from 'node:util';
import { inParallel } from '../../../apps/conformance/src/runner/in-parallel.ts';
import { loadSpec } from '../../../apps/conformance/src/spec/load-spec.ts';
import { namedStyles } from '../../../apps/conformance/test/styles/named-styles.ts';
import { type Bug, bugs, partsOf } from './bugs.ts';
import { faultsAt } from './faults.ts';
import { judgeFault, type Outcome } from './judge-fault.ts';
import { placesOf } from './place.ts';
import { isMissed, isNeverThere } from './table-of.ts';

const { values } = parseArgs({
  options: { 'at-once': { type: 'string', default: '3' }, only: { type: 'string' } },
});
const { operations } = await loadSpec();
const models = namedStyles.map((style) => ({ style, faults: faultsAt(placesOf(style, operations)) }));
const widths = ['operation', 'family', 'whole'] as const;

process.stdout.write('| no. | bug | basis | parts found | open | missed parts | found by |\n');
process.stdout.write('| --- | --- | ----- | ----------- | ---- | ------------ | -------- |\n');
for (const bug of bugs) if (values.only === undefined || values.only === `${bug.number}`) await judgeBug(bug);

async function judgeBug(bug: Bug): Promise<void> {
  const ids = [...new Set(models.flatMap(({ faults }) => partsOf(bug, faults)).map(({ id }) => id))];
  if (ids.length === 0) throw new Error(`No fault is a part of bug ${bug.number}.`);
  const judged = await inParallel(ids, Number(values['at-once']), judgePart);
  const isOpen = (outcome: Outcome): boolean => isMissed(outcome) && outcome.fault.basis === 'undecidable';
  const there = judged.filter((outcome) => !isNeverThere(outcome) && !isOpen(outcome));
  const cells = [
    `${bug.number}`,
    bug.what,
    bug.basis,
    `${there.filter((one) => !isMissed(one)).length} of ${there.length}`,
    `${judged.filter(isOpen).length}`,
    there
      .filter(isMissed)
      .map(({ fault }) => `${fault.operation} ${fault.detail}`)
      .join(', ') || 'none',
    rulesOf(there),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** In the first of the deployments in memory in which it makes a difference. */
async function judgePart(id: string): Promise<Outcome> {
  let outcome: Outcome | undefined;
  for (const { style, faults } of models) {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) continue;
    outcome = await judgeFault(fault, { style, operations, widths });
    if (!isNeverThere(outcome)) return outcome;
  }
  if (outcome === undefined) throw new Error(`No deployment has the fault ${id}.`);
  return outcome;
}

function rulesOf(outcomes: readonly Outcome[]): string {
  return [...new Set(outcomes.flatMap(({ rules }) => rules.slice(0, 1)))].slice(0, 3).join(', ');
}

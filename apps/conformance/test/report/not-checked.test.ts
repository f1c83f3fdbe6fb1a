import { expect, test } from 'vitest';
import { groupNotChecked } from '../../src/report/not-checked.ts';
import { isCovered, operationCoverage } from '../../src/report/operation-coverage.ts';
import { reportOf } from '../helpers/report-of.ts';

test('what was not judged is grouped by reason: trouble first, then unseen, then left out, the most rules first', () => {
  const [one] = reportOf('trouble').leftOut;
  if (one === undefined) throw new Error('The report leaves nothing out.');
  const leftOut = [
    one,
    { ...one, id: 'a', why: 'needs a fixture' },
    { ...one, id: 'b', why: 'needs a fixture' },
  ];
  const groups = groupNotChecked(reportOf('trouble', { leftOut }));
  expect(groups.map(({ kind, why, rules }) => [kind, why, rules.map(({ id }) => id)])).toEqual([
    ['inconclusive', 'trouble', ['run.troubled']],
    ['not-observed', 'nothing was read', ['run.unseen']],
    ['left-out', 'needs a fixture', ['a', 'b']],
    ['left-out', 'not asked for', ['agents.left-out']],
  ]);
});

test('an operation counts every rule that names it, by what became of the rule', () => {
  const [continueRun, listAgents] = operationCoverage(reportOf('plain'));
  expect(continueRun?.rules).toEqual({
    failed: 1,
    passed: 1,
    inconclusive: 1,
    'not-observed': 1,
    'left-out': 0,
  });
  expect(listAgents?.rules).toMatchObject({ passed: 0, 'left-out': 1 });
  expect([continueRun, listAgents].map((one) => one && isCovered(one))).toEqual([true, false]);
});

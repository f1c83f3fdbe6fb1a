import { expect, test } from 'vitest';
import { statusesSeen } from '../../src/report/operation-coverage.ts';
import { reportOf } from '../helpers/report-of.ts';

test('documented statuses are counted at operations that a rule of the run is about', () => {
  const { operations, rules } = reportOf('x');
  const [one] = operations;
  if (one === undefined) throw new Error('a report has operations');
  const documented = ['200', '404'];
  const all = [
    { ...one, id: 'continueRun', documented },
    { ...one, id: 'listAgents', documented },
  ];
  expect(statusesSeen({ operations: all, rules })).toEqual({
    documented: 2,
    observed: 1,
    unseen: [{ operation: 'continueRun', status: '404' }],
  });
});

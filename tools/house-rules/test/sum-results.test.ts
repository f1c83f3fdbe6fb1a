import { expect, test } from 'vitest';
import { closingLine } from '../src/sum-results.ts';

const green = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

test('the closing line adds up all packages', () => {
  expect(closingLine([green, { ...green, numFailedTests: 2 }])).toBe('6 passed, 2 failed');
});

test('skipped tests are told, so that they are not mistaken for passed ones', () => {
  expect(closingLine([{ ...green, numPendingTests: 1, numTodoTests: 1 }])).toBe(
    '3 passed, 0 failed, 2 skipped',
  );
});

test('a file that broke before its first test counts as a failure', () => {
  const broken = { ...green, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(closingLine([broken])).toBe('3 passed, 1 failed');
});

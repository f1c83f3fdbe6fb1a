import { expect, test } from 'vitest';
import { closingLines, secondsOf } from '../src/sum-results.ts';

const green = {
  success: true,
  startTime: 1_000,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};

test('the closing line adds up all packages', () => {
  expect(closingLines([green, { ...green, numFailedTests: 2 }])).toBe('6 passed, 2 failed');
});

test('skipped tests are told, so that they are not mistaken for passed ones', () => {
  expect(closingLines([{ ...green, numPendingTests: 1, numTodoTests: 1 }])).toBe(
    '2 skipped\n3 passed, 0 failed',
  );
});

test('a file that broke before its first test counts as a failure', () => {
  const broken = { ...green, testResults: [{ status: 'failed', endTime: 2_000, assertionResults: [] }] };
  expect(closingLines([broken])).toBe('3 passed, 1 failed');
});

test('a package without results counts as a failure', () => {
  expect(closingLines([green], 1)).toBe('3 passed, 1 failed');
});

test('a package took as long as until its last file ended', () => {
  const file = { status: 'passed', assertionResults: [] };
  const testResults = [4_500, 3_000].map((endTime) => ({ ...file, endTime }));
  expect(secondsOf({ ...green, testResults })).toBe(3.5);
  expect(secondsOf(green)).toBe(0);
});

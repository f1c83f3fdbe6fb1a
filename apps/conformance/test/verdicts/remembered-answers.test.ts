import { expect, test } from 'vitest';
import { isRemembered, remembrancesIn } from '../../src/verdicts/remembered-answers.ts';
import { calls } from './law/judge-law.ts';

/** How many runs of a tool were answered in the words of the run before. */
function remembered(...runs: readonly (readonly [input: string, output: string])[]): number {
  const given = runs.map(([text, answer]) => ({
    operation: 'runTool',
    path: '/me/tools/run/echo',
    sent: { text },
    body: JSON.stringify({ answer }),
  }));
  return remembrancesIn(calls(...given)).filter(isRemembered).length;
}

test('an answer in three words of an earlier input was kept from then', () => {
  expect(
    remembered(['red green blue', 'It is red, green or blue.'], ['Grüße', 'It is red, green or blue.']),
  ).toBe(1);
});

test('two words are enough where they are all of the answer', () => {
  expect(remembered(['ahoy there', 'ahoy there'], ['Grüße', 'ahoy there'])).toBe(1);
  expect(remembered(['ahoy there', 'Say ahoy there.'], ['Grüße', 'Say ahoy there.'])).toBe(0);
});

test('one word may be what a tool says where it knows nothing', () => {
  expect(remembered(['Lisbon', 'Lisbon'], ['Grüße', 'Lisbon'])).toBe(0);
});

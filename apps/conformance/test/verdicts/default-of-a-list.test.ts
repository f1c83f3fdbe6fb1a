import { expect, test } from 'vitest';
import { calls, verdictOfLaw } from './law/judge-law.ts';

const rule = 'agent-runs.list-limit-default-is-30';
let answers = 0;

/** A page of so many runs, in an envelope that numbers the answers. */
function page(limit: number | undefined, length: number) {
  answers += 1;
  const runs = Array.from({ length }, (_, index) => ({ id: `run ${index}` }));
  return {
    operation: 'listAgentRuns',
    path: limit === undefined ? '/me/agent-runs' : `/me/agent-runs?limit=${limit}`,
    body: JSON.stringify({ runs, request: `request ${answers}` }),
    intent: { kind: 'valid', parameter: 'limit', compares: 'default', certain: true },
  } as const;
}

/** What is said where a page has so many runs if nothing else is asked for. */
function verdictOf(pageSize: number) {
  const [without, given] = [page(undefined, pageSize), page(30, 30)];
  const others = [page(undefined, pageSize), page(31, 31), page(undefined, pageSize), page(30, 30)];
  const inOrder = calls(without, given, ...others).map((one, step) => ({
    ...one,
    origin: { ...one.origin, step },
  }));
  return verdictOfLaw(rule, inOrder);
}

test('a page of the default size is as long as one that is asked for, whatever else numbers the answers', () => {
  expect(verdictOf(30)).toBe('passed');
  expect(verdictOf(25)).toBe('failed');
});

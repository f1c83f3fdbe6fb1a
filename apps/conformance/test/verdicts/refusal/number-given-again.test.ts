import { expect, test } from 'vitest';
import { resourceCallOf } from '../../helpers/resource-call-of.ts';
import { verdictOfLaw } from '../law/judge-law.ts';

const rule = 'bundles.delete-unknown-is-404';
const ofRule = { kind: 'refusal', rule, certain: true } as const;
const made = resourceCallOf('create', 0);
const removed = resourceCallOf('remove', 5);
const again = { ...resourceCallOf('remove', 30), intent: ofRule };

test('what was removed cannot be removed once more', () => {
  expect(verdictOfLaw(rule, [made, removed, again])).toBe('failed');
});

test('what has its number by then can be', () => {
  const besides = resourceCallOf('create', 20);
  expect(verdictOfLaw(rule, [made, removed, besides, again])).not.toBe('failed');
});

test('nor is it known whether what never got an answer has its number', () => {
  const { resource, response: _, ...asked } = resourceCallOf('create', 20);
  const unanswered = { ...asked, resource: { ...resource, id: undefined, certain: false } };
  expect(verdictOfLaw(rule, [made, removed, unanswered, again])).not.toBe('failed');
});

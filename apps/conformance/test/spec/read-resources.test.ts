import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { readResources } from '../../src/spec/read-resources.ts';

const { operations, resources } = await loadSpec();

test('every operation carries what the catalogue says of it, but for those that are about no record', () => {
  const without = operations.filter(({ resource }) => resource === undefined).map(({ id }) => id);
  expect(without.toSorted()).toEqual(['convertTextToCron', 'getScheduleOnboarding', 'listVibeServices']);
  expect(resources.length).toBe(30);
});

test('a call is followed where answers name its record, and tell that it is there', () => {
  const actOf = (wanted: string) => operations.find(({ id }) => id === wanted)?.resource?.act;
  expect(
    ['cloneChat', 'upsertAgent', 'reorderAgentFiles', 'deleteBundle', 'getAgentTheme'].map(actOf),
  ).toEqual(['create', 'create', 'list', 'remove', 'read']);
  // Of credits nothing names one; of subscriptions nothing tells which are there; a session is read once only.
  expect(['getCredits', 'getSubscription', 'consumeCliAuthJwt'].map(actOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a file of another form is told with the place', () => {
  const [first] = resources;
  expect(() => readResources({ families: [{ ...first, mayRead: [{ who: 'all' }] }] })).toThrow(
    'resources.yaml at families.0.',
  );
});

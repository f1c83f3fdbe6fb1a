import { expect, test } from 'vitest';
import type { Call } from '../../src/cases/sequences/sequence.ts';
import { sharesAccount } from '../../src/cases/sequences/shares-account.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const { operations } = await loadSpec();
const contract = new Map(operations.map((operation) => [operation.id, operation]));
const isShared = (...calls: readonly Call[]) => sharesAccount({ id: 'test', calls }, contract);

test('records that a sequence makes for itself are its own', () => {
  expect(isShared({ operation: 'createBundle' })).toBe(false);
  expect(isShared({ operation: 'createStudioChat', body: { run_id: 'ours' } })).toBe(false);
  expect(isShared({ operation: 'listBundles' })).toBe(false);
});

test('what others may change or make as well is not: the default key, the credits, an installed tool', () => {
  expect(isShared({ operation: 'getDefaultApiKey' })).toBe(true);
  expect(isShared({ operation: 'useCredits' })).toBe(true);
  expect(isShared({ operation: 'installTool', body: { tool_id: 'echo' } })).toBe(true);
});

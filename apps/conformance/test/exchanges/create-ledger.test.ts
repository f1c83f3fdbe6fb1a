import { expect, test } from 'vitest';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { CreatedObject, LedgerEntry } from '../../src/exchanges/ledger.ts';

const agent: CreatedObject = {
  family: 'agents',
  id: 'a1',
  identity: 'own',
  remove: { operation: 'deleteAgent', path: { agent_id: 'a1' } },
};
const file: CreatedObject = {
  family: 'agent-files',
  id: 'f1',
  identity: 'own',
  remove: { operation: 'deleteAgentFile', path: { agent_id: 'a1', file_id: 'f1' } },
};

test('what was made last is removed first, and what was removed is not removed again', () => {
  const ledger = createLedger(() => {});
  ledger.created(agent);
  ledger.created(file);
  expect(ledger.left()).toEqual([file, agent]);
  ledger.removed(file);
  expect(ledger.left()).toEqual([agent]);
});

test('an id counts as ours only for the family and identity that it was made with', () => {
  const ledger = createLedger(() => {});
  ledger.created(agent);
  ledger.removed(agent);
  expect(ledger.holds(agent)).toBe(true);
  expect(ledger.holds({ ...agent, identity: 'other' })).toBe(false);
  expect(ledger.holds({ ...agent, family: 'chats' })).toBe(false);
});

test('an entry is kept before it counts, and a ledger of the kept entries is the same', () => {
  const kept: LedgerEntry[] = [];
  const ledger = createLedger((entry) => kept.push(entry));
  ledger.created(agent);
  ledger.created(file);
  ledger.removed(file);
  const again = createLedger(() => {}, kept);
  expect(again.left()).toEqual(ledger.left());
  expect(again.holds(file)).toBe(true);
});

test('what can not be kept does not count as made', () => {
  const ledger = createLedger(() => {
    throw new Error('no space left');
  });
  expect(() => ledger.created(agent)).toThrow('no space left');
  expect(ledger.left()).toEqual([]);
});

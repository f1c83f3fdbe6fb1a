import { expect, test } from 'vitest';
import { openerOf } from '../../src/exchanges/opener-of.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const { operations, resources } = await loadSpec();
const contract = new Map(operations.map((operation) => [operation.id, operation]));

test.each([
  ['API key', 'getApiKey'],
  ['agent', 'getChat'],
  ['file', 'getAgentFile'],
  // Named by its agent: there is nothing to find out.
  ['theme', undefined],
  // A read takes away what it shows.
  ['CLI session', undefined],
])('a candidate for the identifier of the family %s is tried on %s', (name, opener) => {
  const family = resources.find((one) => one.name === name);
  if (family === undefined) throw new Error(`The catalogue has no family ${name}.`);
  expect(openerOf(family, contract)?.id).toBe(opener);
});

import { describe, expect, test } from 'vitest';
import { invalidTokensFor } from '../../src/cases/invalid-token-for.ts';
import { makeProbes } from '../../src/cases/make-probes.ts';
import type { Probe } from '../../src/cases/probe.ts';
import { invalidTokens } from '../../src/cases/scenario.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Operation } from '../../src/spec/spec.ts';

const { operations } = await loadSpec();
const probed = operations.flatMap((operation) =>
  makeProbes(operation).map((probe) => ({ operation, probe })),
);

const probesOf = (id: string): readonly Probe[] =>
  probed.filter(({ operation }) => operation.id === id).map(({ probe }) => probe);

test('only requests that read are ever sent', () => {
  expect(probed.length).toBeGreaterThan(100);
  for (const { operation } of probed) expect([operation.method, operation.effect]).toEqual(['GET', 'read']);
});

test('an expression that the owner told to be valid stands for one, where such a thing is read', () => {
  const [convert] = operations.filter(({ id }) => id === 'convertTextToCron');
  const [valid] = convert === undefined ? [] : makeProbes(convert, undefined, { cron: '0 0 9 * * 1' });
  expect(valid).toMatchObject({ kind: 'valid', query: { cron: '0 0 9 * * 1' } });
});

test('the read that consumes is left alone', () => {
  expect(probed.map(({ operation }) => operation.id)).not.toContain('consumeCliAuthJwt');
});

test('every secured operation that needs no identifier is asked without a credential and with an unknown one', () => {
  for (const operation of new Set(probed.map(({ operation }) => operation))) {
    const credentials = new Set(probesOf(operation.id).map(({ credential }) => credential));
    const bad =
      operation.secured && !operation.path.includes('{') ? invalidTokensFor(operation.id, 1, 1) : [];
    expect([...credentials].sort()).toEqual(['missing', 'own', ...bad].sort());
  }
});

test('the operations take turns with invalid credentials, and no operation tries one twice', () => {
  const first = invalidTokensFor('listAgents', 2);
  const next = invalidTokensFor('listAgents', 2, 1);
  expect(new Set([...first, ...next]).size).toBe(4);
  expect(new Set(invalidTokensFor('listAgents', 99))).toEqual(new Set(invalidTokens));
});

describe('a bound is tried at it, just past it and far past it, and nothing else differs from the valid request', () => {
  test.each([
    ['getMonetizationSummary', 'period', ['1', '365'], ['0', '-99', '366', '465']],
    ['searchTools', 'limit', ['1', '200'], ['0', '-99', '201', '300']],
    ['searchTools', 'min_score', ['0', '1'], ['-0.01', '-1', '1.01', '2']],
    ['searchTools', 'q', ['a'], ['']],
  ])('%s %s', (operation, parameter, inside, outside) => {
    const probes = probesOf(operation).filter((probe) => probe.parameter === parameter);
    const values = (kind: Probe['kind']) =>
      probes.filter((one) => one.kind === kind).map(({ query }) => query[parameter]);
    expect(values('at-bound')).toEqual(inside);
    expect(values('past-bound')).toEqual(outside);
    const [valid] = probesOf(operation);
    for (const { query, path } of probes.filter(({ kind }) => kind !== 'left-out')) {
      expect({ ...query, [parameter]: undefined }).toEqual({ ...valid?.query, [parameter]: undefined });
      expect(path).toEqual(valid?.path);
    }
  });
});

test('an identifier that does not exist is of the documented type, and a malformed one is not', () => {
  const named = probed.filter(({ operation }) => operation.path.includes('{'));
  expect(named.length).toBeGreaterThan(20);
  for (const { operation, probe } of named) {
    const fits = Object.entries(probe.path).every(([name, value]) => isOfType(operation, name, value));
    expect(fits, `${operation.id} ${probe.kind}`).toBe(probe.kind !== 'malformed-id');
  }
});

function isOfType({ parameters }: Operation, name: string, value: string): boolean {
  const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
  if (parameter?.types.includes('integer')) return /^\d+$/.test(value);
  return parameter?.format !== 'uuid' || /^[0-9a-f-]{36}$/.test(value);
}

import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { pathValues } from '../../src/verdicts/path-values.ts';

const { operations } = await loadSpec();
const contract = new Map(operations.map((one) => [one.id, one]));
const valuesOf = (id: string) => {
  const request = { method: 'GET', url: `https://a.example/v1/me/agents/${id}` };
  return pathValues({ operation: 'getAgent', request }, { contract });
};

test('are those behind the base address, in small letters', () => {
  expect(valuesOf('A%20B')).toEqual(['a b']);
});

test('may be escaped in a way that can not be decoded', () => {
  expect(valuesOf('100%')).toEqual(['100%']);
});

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

test('are one and the same for all spellings of a UUID, since a deployment may read any', () => {
  const uuid = '6aecfd03-0768-4424-a6bc-b79bc3b25f40';
  const spellings = [uuid.toUpperCase(), uuid.replaceAll('-', ''), `{${uuid}}`, `urn:uuid:${uuid}`];
  for (const one of spellings) expect(valuesOf(encodeURIComponent(one))).toEqual([uuid]);
});

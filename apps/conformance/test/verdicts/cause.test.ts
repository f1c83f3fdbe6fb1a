import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { causeOf } from '../../src/verdicts/cause.ts';

test('the status that was answered is the cause, wherever it was', () => {
  const bounds = (observed: string): string => causeOf('probe.bounds-hold', { observed });
  expect(bounds('GET ?period=366: status 200')).toBe('probe.bounds-hold:status-200');
  expect(bounds('GET /me/agents?limit=0: status 200 and a body')).toBe('probe.bounds-hold:status-200');
  expect(bounds('GET ?period=366: status 500')).toBe('probe.bounds-hold:status-500');
});

test('ids, numbers and quoted answers of a target do not make another cause', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), fc.string(), (id, number, text) => {
      const observed = `run ${id} lost message ${number}: ${JSON.stringify(text)}`;
      expect(causeOf('run.put-keeps-history', { observed })).toBe('run.put-keeps-history:run-lost-message');
    }),
  );
});

test('what leaves no word has a cause all the same', () => {
  expect(causeOf('run.x', { observed: '"…"' })).toBe('run.x:other');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { causeOf } from '../../src/verdicts/cause.ts';

test('the status that was answered is the cause, wherever it was', () => {
  const bounds = (observed: string): string =>
    causeOf('probe.bounds-hold', { expected: 'a refusal', observed });
  expect(bounds('GET ?period=366: status 200')).toBe('probe.bounds-hold:status-200');
  expect(bounds('GET /me/agents?limit=0: status 200 and a body')).toBe('probe.bounds-hold:status-200');
  expect(bounds('GET ?period=366: status 500')).toBe('probe.bounds-hold:status-500');
});

test('where a status is expected, it is part of the cause', () => {
  const refusal = (expected: string): string =>
    causeOf('refusal.is-as-documented', { expected, observed: 'DELETE /me/bundles/1: status 200' });
  expect(refusal('status 404: bundle not found')).toBe('refusal.is-as-documented:status-200-for-404');
  expect(refusal('status 403')).not.toBe(refusal('status 404'));
});

test('ids, numbers and quoted answers of a target do not make another cause', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), fc.string(), (id, number, text) => {
      const observed = `run ${id} lost message ${number}: ${JSON.stringify(text)}`;
      expect(causeOf('run.put-keeps-history', { expected: 'all of it', observed })).toBe(
        'run.put-keeps-history:run-lost-message',
      );
    }),
  );
});

test('what leaves no word has a cause all the same', () => {
  expect(causeOf('run.x', { expected: '', observed: '"…"' })).toBe('run.x:other');
});

import { describe, expect, test } from 'vitest';
import { isSameMoment, recordIn } from '../../src/json/find-record.ts';

const plain = { id: 14, label: 'conformance' };
const called = { id: 258, label: '14' };

describe('recordIn', () => {
  test('finds an entry of a list whatever wraps it', () => {
    expect(recordIn({ data: { items: [called, plain] } }, '258')).toBe(called);
    expect(recordIn([{ entry: { Data: { Id: 14 }, Meta: {} } }], '14')).toEqual({ Id: 14 });
  });

  test('is not misled by an entry that is called like the identifier of another one', () => {
    const list = [called, { id: 3, label: 'conformance' }, plain];
    expect(recordIn(list, '14')).toBe(plain);
    expect(recordIn({ items: list }, '14')).toBe(plain);
  });

  test('nor where entries are records within records', () => {
    const list = [called, { id: 3, label: 'conformance' }, plain].map(({ id, label }) => ({
      data: { id },
      meta: { label },
    }));
    expect(recordIn(list, '14')).toEqual({ id: 14 });
  });

  test('gives no record where two names could both be that of the identifier', () => {
    expect(recordIn([called, plain], '14')).toBeUndefined();
  });

  test('gives the first of several entries of one record', () => {
    const again = { id: 14, label: 'again' };
    expect(recordIn([plain, again], '14')).toBe(plain);
  });
});

describe('isSameMoment', () => {
  const moment = '2026-11-30T08:01:44.41086Z';
  test.each([
    ['2026-11-30T08:01:44.410860Z', true],
    ['2026-11-30T08:01:44.410860+00:00', true],
    ['2026-11-30T08:01:44.410861Z', false],
    ['2026-11-30T08:01:45.41086Z', false],
    ['2026-11-30T08:01:44.41086+01:00', false],
    ['44.41086', false],
  ])('compares with %s', (other, isSame) => {
    expect(isSameMoment(moment, other)).toBe(isSame);
  });
});

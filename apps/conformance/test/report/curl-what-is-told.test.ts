import { expect, test } from 'vitest';
import { exitCodeOf, type Told } from '../helpers/script-exit-code.ts';

test('of a mark that one record alone may have, a list of one tells nothing', () => {
  const key = (isDefault: boolean) => ({ active: false, is_default: isDefault });
  const marked: Told = {
    finding: {
      expected: { kind: 'count', of: 'records', atMost: 1 },
      observed: { kind: 'count', count: 2 },
    },
    recorded: JSON.stringify([key(true), key(true), key(false)]),
  };
  expect(exitCodeOf(marked, 200, JSON.stringify([key(true), key(true)]))).toBe(1);
  expect(exitCodeOf(marked, 200, JSON.stringify([key(true), key(false)]))).toBe(0);
  expect(exitCodeOf(marked, 200, JSON.stringify([key(true)]))).toBe(2);
});

test('what is asked for by its name is among what is found, or it is not', () => {
  const unfound: Told = {
    finding: {
      expected: { kind: 'field', path: ['name'], oneOf: ['sent'] },
      observed: { kind: 'count', count: 0 },
    },
    recorded: '[]',
  };
  expect(exitCodeOf(unfound, 200, '[]')).toBe(1);
  expect(exitCodeOf(unfound, 200, '[{"name":"sent"}]')).toBe(0);
});

test('a torn character tells by its bytes, and a text in ASCII tells nothing', () => {
  const torn: Told = {
    finding: {
      expected: { kind: 'stream-line', holds: 'whole-characters' },
      observed: { kind: 'stream-line', holds: 'torn-character' },
    },
    recorded: '\ufffd',
  };
  expect(exitCodeOf(torn, 200, 'gr\ufffd\ufffd\u00df')).toBe(1);
  expect(exitCodeOf(torn, 200, 'gr\u00fc\u00df \u{1f30a}')).toBe(0);
  expect(exitCodeOf(torn, 200, 'greetings')).toBe(2);
});

test('what is withheld by a refusal is withheld, and a success tells nothing by itself', () => {
  const shown: Told = {
    finding: { expected: { kind: 'withheld', secret: 'private-record' }, observed: { kind: 'disclosed' } },
    recorded: '[]',
  };
  expect(exitCodeOf(shown, 404, '{}')).toBe(0);
  expect(exitCodeOf(shown, 200, '[]')).toBe(2);
});

test('a count that is as high as an identifier by chance is still a count', () => {
  const count: Told = {
    finding: {
      expected: { kind: 'unchanged', record: { family: 'bundle', id: '17' } },
      observed: { kind: 'field', path: ['count'], value: 18, before: 17 },
    },
    recorded: '{"count":18}',
  };
  expect(exitCodeOf(count, 200, '{"count":41}')).not.toBe(0);
});

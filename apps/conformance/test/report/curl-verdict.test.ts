import { expect, test } from 'vitest';
import type { Departure } from '../../src/verdicts/findings/finding.ts';
import { exitCodeOf, type Told } from '../helpers/script-exit-code.ts';

const record = { family: 'bundle', id: '17' };
const stillListed: Told = {
  finding: {
    expected: { kind: 'absent', record, because: { kind: 'removed', record } },
    observed: { kind: 'listed', times: 1, length: 1 },
  },
  recorded: '[{"id":17}]',
};

test('a list tells by the identifier that this very run was given', () => {
  expect(exitCodeOf(stillListed, 200, '[{"id":41}]')).toBe(1);
  expect(exitCodeOf(stillListed, 200, '[{"id":17}]')).toBe(0);
  expect(exitCodeOf(stillListed, 503, '')).toBe(2);
});

const field = (value: unknown, wanted: unknown): Told => ({
  finding: {
    expected: { kind: 'field', path: ['title'], oneOf: [wanted] },
    observed: { kind: 'field', path: ['title'], value },
  },
  recorded: JSON.stringify({ title: value }),
});

test('a field tells by what the script itself wrote', () => {
  expect(exitCodeOf(field('odd', 'sent'), 200, '{"title":"odd"}')).toBe(1);
  expect(exitCodeOf(field('odd', 'sent'), 200, '{"title":"sent"}')).toBe(0);
});

test('what may be another value each time tells nothing', () => {
  expect(exitCodeOf(field(1700, 1600), 200, '{"title":1900}')).toBe(2);
  const elsewhere = { ...field('odd', 'sent'), recorded: '{"name":"odd"}' };
  expect(exitCodeOf(elsewhere, 200, '{"name":"odd"}')).toBe(2);
});

test('a list is too long where the request itself says how long it may be', () => {
  const finding: Departure = {
    expected: { kind: 'count', of: 'records', atMost: 2 },
    observed: { kind: 'count', count: 3 },
  };
  const limited = { finding, recorded: '[1,2,3]', url: 'http://target.test/me/executions?limit=2' };
  expect(exitCodeOf(limited, 200, '{"items":[1,2,3]}')).toBe(1);
  expect(exitCodeOf(limited, 200, '[1,2]')).toBe(0);
  expect(exitCodeOf({ finding, recorded: '[1,2,3]' }, 200, '[1,2,3]')).toBe(2);
});

const taken: Told = {
  finding: {
    expected: { kind: 'status', oneOf: [409], because: { kind: 'job-running', run: 'this' } },
    observed: { kind: 'status', status: 200 },
  },
  recorded: '',
};

test('another refusal than the one that is due shows neither', () => {
  expect(exitCodeOf(taken, 409, '')).toBe(0);
  expect(exitCodeOf(taken, 422, '')).toBe(2);
  expect(exitCodeOf(taken, 200, '')).toBe(1);
});

test('what is taken once the job has ended is no finding', () => {
  expect(exitCodeOf({ ...taken, lasts: 'true' }, 200, '')).toBe(1);
  expect(exitCodeOf({ ...taken, lasts: 'false' }, 200, '')).toBe(2);
});

test('a success of another status tells nothing once it is refused', () => {
  const finding: Departure = {
    expected: { kind: 'status', oneOf: [200], documented: ['200', '400'] },
    observed: { kind: 'status', status: 202 },
  };
  expect(exitCodeOf({ finding, recorded: '' }, 202, '')).toBe(1);
  expect(exitCodeOf({ finding, recorded: '' }, 200, '')).toBe(0);
  expect(exitCodeOf({ finding, recorded: '' }, 400, '')).toBe(2);
});

test('the status of one answer is not told by the body of another', () => {
  const finding: Departure = {
    expected: { kind: 'status', oneOf: [403] },
    observed: { kind: 'field', path: ['chat_id'], value: 'a' },
  };
  expect(exitCodeOf({ finding, recorded: '{"chat_id":"a"}' }, 200, '{"chat_id":"b"}')).toBe(2);
});

test('a body of the right kind tells nothing of what is wrong in it', () => {
  const finding: Departure = {
    expected: { kind: 'body-kind', body: 'object' },
    observed: { kind: 'body-kind', body: 'object', text: { begins: '{', length: 18 } },
  };
  expect(exitCodeOf({ finding, recorded: '{"items":[1,null]}' }, 200, '{"items":[1,null]}')).toBe(2);
  expect(exitCodeOf({ finding, recorded: '[1]' }, 200, '[1]')).toBe(1);
  expect(exitCodeOf({ finding, recorded: '[1]' }, 200, '{}')).toBe(0);
});

const message = (begins: string): Told => ({
  finding: {
    expected: {
      kind: 'message',
      which: 'accepted',
      presence: 'present',
      text: { begins, length: begins.length },
    },
    observed: { kind: 'message', presence: 'absent' },
  },
  recorded: '[]',
});

test('what a worker said may be another text each time, what the script sent is not', () => {
  expect(exitCodeOf(message('Well, 31 letters.'), 200, '[{"content":"Well, 30 letters."}]')).toBe(2);
  expect(exitCodeOf(message('sent'), 200, '[]')).toBe(1);
  expect(exitCodeOf(message('sent'), 200, '[{"content":"sent"}]')).toBe(0);
});

test('a message that was not taken this time is missing for a good reason', () => {
  expect(exitCodeOf({ ...message('sent'), cameAbout: 'false' }, 200, '[]')).toBe(2);
  expect(exitCodeOf({ ...message('sent'), cameAbout: 'true' }, 200, '[]')).toBe(1);
});

test('a header tells by its value, be it the same each time or one of this very run', () => {
  const due = (value: string): Told => ({
    finding: {
      expected: { kind: 'header', name: 'x-of', presence: 'present', value },
      observed: { kind: 'header', name: 'x-of' },
    },
    recorded: '',
  });
  expect(exitCodeOf(due('a/b'), 200, '', 'X-Of: a/b; c=d')).toBe(0);
  expect(exitCodeOf(due('a/b'), 200, '', 'X-Of: a.b')).toBe(1);
  expect(exitCodeOf(due('17'), 200, '', 'X-Of: 41')).toBe(0);
  expect(exitCodeOf(due('17'), 200, '', 'X-Of: 17')).toBe(1);
});

test('a parameter tells by how its tool describes it', () => {
  const described = (maximum: number) =>
    JSON.stringify([{ name: 'LIST', parameters: { properties: { limit: { type: 'integer', maximum } } } }]);
  const told: Told = {
    finding: {
      expected: { kind: 'parameter', tool: 'LIST', parameter: 'limit', aspect: 'maximum', value: 500 },
      observed: { kind: 'parameter', value: 5000 },
    },
    recorded: described(5000),
  };
  expect(exitCodeOf(told, 200, described(5000))).toBe(1);
  expect(exitCodeOf(told, 200, described(500))).toBe(0);
  expect(exitCodeOf({ ...told, recorded: '[]' }, 200, described(500))).toBe(2);
});

const demand = (
  must: 'be-there' | 'lie-ahead' | 'be-written-out',
  recorded: object,
  value?: string,
): Told => ({
  finding: {
    expected: { kind: 'field', path: ['at'], must },
    observed: { kind: 'field', path: ['at'], ...(value === undefined ? {} : { value }) },
  },
  recorded: JSON.stringify(recorded),
});

test('what must be there tells by whether it is', () => {
  for (const nothing of [{}, { at: null }, { at: [] }]) {
    const missing = demand('be-there', nothing);
    expect(exitCodeOf(missing, 200, JSON.stringify(nothing))).toBe(1);
    expect(exitCodeOf(missing, 200, '{"at":0}')).toBe(0);
  }
  expect(exitCodeOf(demand('be-there', { at: null }), 200, '[]')).toBe(2);
});

test('what must lie ahead tells by the clock, where its zone is that of the clock', () => {
  const past = demand('lie-ahead', { at: '2020-01-01T00:00:00Z' }, '2020-01-01T00:00:00Z');
  expect(exitCodeOf(past, 200, '{"at":"2020-01-01T00:00:00Z"}')).toBe(1);
  expect(exitCodeOf(past, 200, '{"at":"9999-01-01T00:00:00.000Z"}')).toBe(0);
  expect(exitCodeOf(past, 200, '{"at":"9999-01-01T00:00:00+02:00"}')).toBe(2);
  expect(exitCodeOf(past, 200, '{}')).toBe(2);
});

test('what is not written out tells by the words that stood there', () => {
  const unwritten = demand('be-written-out', { at: '[object Object]' }, '[object Object]');
  expect(exitCodeOf(unwritten, 200, '{"at":"[object Object]"}')).toBe(1);
  expect(exitCodeOf(unwritten, 200, '{"at":"a prompt"}')).toBe(0);
});

test('a bound that the request sets holds for all that is shown, and nothing shown tells nothing', () => {
  const low: Told = {
    finding: {
      expected: { kind: 'field', path: [0, 'score'], atLeast: 0.9 },
      observed: { kind: 'field', path: [0, 'score'], value: 0.3 },
    },
    recorded: '[{"score":0.3}]',
    url: 'http://target.test/me/tools?min_score=0.9',
  };
  expect(exitCodeOf(low, 200, '[{"score":0.95},{"score":0.3}]')).toBe(1);
  expect(exitCodeOf(low, 200, '[{"score":0.95}]')).toBe(0);
  expect(exitCodeOf(low, 200, '[]')).toBe(2);
  expect(exitCodeOf({ ...low, url: 'http://target.test/me/tools' }, 200, '[{"score":0.3}]')).toBe(2);
});

test('a count tells by the list that it is of, where both are there', () => {
  const counted: Told = {
    finding: {
      expected: { kind: 'field', path: ['tool_count'], oneOf: [1], counts: ['tools'] },
      observed: { kind: 'field', path: ['tool_count'], value: 2 },
    },
    recorded: '{"tools":["one"],"tool_count":2}',
  };
  expect(exitCodeOf(counted, 200, '{"tools":["one","two"],"tool_count":3}')).toBe(1);
  expect(exitCodeOf(counted, 200, '{"tools":["one","two"],"tool_count":2}')).toBe(0);
  expect(exitCodeOf(counted, 200, '{"tools":["one"]}')).toBe(2);
});

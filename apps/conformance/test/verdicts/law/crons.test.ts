import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { cronKeepsItsMeaning } from '../../../src/verdicts/checks/law/cron-keeps-its-meaning.ts';
import { invalidCronIsRefused } from '../../../src/verdicts/checks/law/invalid-cron-is-refused.ts';
import { usualCronIsTaken } from '../../../src/verdicts/checks/law/usual-cron-is-taken.ts';
import type { Check } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const operations = ['convertTextToCron', 'createSchedule', 'updateSchedule', 'getSchedule'];
const rule = { id: 'test', basis: 'implied', section: '1', text: 'test', operations } as const;
const one = { kind: 'sequence', id: 'test' } as const;
const intent = { kind: 'open-refusal', certain: true } as const;
const schedule = { family: 'schedule', id: 's', certain: true } as const;

function converted(cron: string, answer: unknown, status = 200): Exchange {
  const request = { method: 'GET', url: `http://target.test/cron?${new URLSearchParams({ cron })}` };
  const body = JSON.stringify(answer);
  return exchangeOf({ case: one, operation: 'convertTextToCron', request, intent, status, body });
}

function written(cron: string, status = 200, certain = true): Exchange {
  return exchangeOf({
    case: one,
    operation: 'updateSchedule',
    intent: { ...intent, certain },
    status,
    resource: { ...schedule, act: 'change', wrote: { cron } },
  });
}

function shown(cron: string, sentAt = 5000): Exchange {
  const resource = { ...schedule, act: 'read', shows: { cron } } as const;
  return exchangeOf({ case: one, operation: 'getSchedule', sentAt, intent, resource });
}

function judged(check: Check, ...user: readonly Exchange[]): number {
  const recording = { workers: [], user, contract: new Map(), toolCall: undefined, consistencyWindowMs: 100 };
  return check.judge(recording, rule).findings.length;
}

describe('law.invalid-cron-is-refused', () => {
  test('passes where it is refused, or a converter makes another one of it', () => {
    expect(judged(invalidCronIsRefused, converted('75 9 * * 1', {}, 400))).toBe(0);
    expect(
      judged(invalidCronIsRefused, converted('75 9 * * 1', { input: '75 9 * * 1', cron: '0 9 * * 1' })),
    ).toBe(0);
    expect(judged(invalidCronIsRefused, written('0 9 * * 1'), written('75 9 * * 1', 422))).toBe(0);
  });
  test('is broken where it is given back, or a schedule has it', () => {
    expect(judged(invalidCronIsRefused, converted('75 9 * * 1', { cron: '75 9 * * 1' }))).toBe(1);
    const wrong = ['75 9 * * 1', '0 24 * * 1', '0 9 32 * *', '0 9 * 13 *', '0 9 * * 8'];
    const standIns = wrong.map((sent) => converted(sent, { cron: '0 * * * *' }));
    expect(judged(invalidCronIsRefused, converted('0 9 * * 1', { cron: '0 9 * * 1' }), ...standIns)).toBe(5);
    expect(judged(invalidCronIsRefused, converted('0 9 * * 1', { cron: '0 * * * *' }), ...standIns)).toBe(0);
    expect(judged(invalidCronIsRefused, written('0 9 * * 1'), written('0 24 * * 1'))).toBe(1);
  });
  test('says nothing where the name of the field is a guess, or no valid one was taken', () => {
    expect(
      judged(invalidCronIsRefused, written('0 9 * * 1', 200, false), written('0 24 * * 1', 200, false)),
    ).toBe(0);
    expect(judged(invalidCronIsRefused, written('0 24 * * 1'))).toBe(0);
  });
});

describe('law.cron-keeps-its-meaning', () => {
  test('passes for another spelling, another time zone, and a converter of texts', () => {
    expect(judged(cronKeepsItsMeaning, converted('30 8 * * 2', '30 8 * * TUE'))).toBe(0);
    expect(judged(cronKeepsItsMeaning, converted('30 8 * * 2', { cron: '0 9 * * *' }))).toBe(0);
    expect(judged(cronKeepsItsMeaning, written('0 9 * * 1-5'), shown('0 7 * * 1-5'))).toBe(0);
  });
  test('is broken where minute and hour are exchanged, whether or not it is valid then', () => {
    expect(
      judged(cronKeepsItsMeaning, converted('30 8 * * 2', { input: '30 8 * * 2', cron: '8 30 * * 2' })),
    ).toBe(1);
    expect(judged(cronKeepsItsMeaning, written('15 7 * * *'), shown('7 15 * * *'))).toBe(1);
  });
  test('is broken where a range lost all but its first day', () => {
    expect(judged(cronKeepsItsMeaning, written('0 9 * * 1-5'), shown('0 9 * * 1'))).toBe(1);
  });
});

describe('law.usual-cron-is-taken', () => {
  test('passes where lists and ranges are taken', () => {
    expect(judged(usualCronIsTaken, written('0 9 * * *'), written('0 9 * * 1-5'))).toBe(0);
  });
  test('is broken where one is refused', () => {
    expect(judged(usualCronIsTaken, written('0 9 * * *'), written('0 9 * * 1-5', 422))).toBe(1);
  });
  test('says nothing where it would be due more often than any that was taken', () => {
    expect(judged(usualCronIsTaken, written('0 9 * * 1'), written('0 9 * * 1-5', 422))).toBe(0);
  });
});

describe('a schedule whose field names are not known', () => {
  const form = 'schedule is written and read under whatever name';
  const nameless = { ...schedule, certain: true } as const;
  const write = (cron: string): Exchange =>
    exchangeOf({
      case: one,
      operation: 'updateSchedule',
      intent: { ...intent, certain: false },
      request: {
        method: 'PUT',
        url: 'http://target.test/me/schedules/s',
        body: JSON.stringify({ when: cron, form }),
      },
      resource: { ...nameless, act: 'change' },
    });
  const read = (body: object): Exchange =>
    exchangeOf({
      case: one,
      operation: 'getSchedule',
      sentAt: 5000,
      intent,
      body: JSON.stringify(body),
      resource: { ...nameless, act: 'read' },
    });
  const judge = (body: object): number => judged(cronKeepsItsMeaning, write('15 6 * * 2'), read(body));

  test('shows the only expression that it has', () => {
    expect(judge({ when: '15 6 * * 2', form })).toBe(0);
    expect(judge({ when: '15 6 * * *', form })).toBe(1);
  });
  test('may show several, of which nothing tells which is meant', () => {
    expect(judge({ when: '15 6 * * *', next: '15 6 * * 2' })).toBe(0);
  });
  test('may be at another hour of its zone', () => {
    expect(judge({ when: '15 4 * * 2' })).toBe(0);
  });
});

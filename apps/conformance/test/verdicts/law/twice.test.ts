import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { logEntryIsListedOnce } from '../../../src/verdicts/checks/law/is-listed-once.ts';
import { loginSessionsAreApart } from '../../../src/verdicts/checks/law/login-sessions-are-apart.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const operation = 'listAgentRunMcpServerLogs';
const rule = { id: 'test', basis: 'implied', section: '1', text: 'test', operations: [operation] } as const;

function logged(...entries: readonly object[]): Exchange {
  return exchangeOf({
    case: { kind: 'sequence', id: 'test' },
    operation,
    intent: { kind: 'valid', certain: true },
    body: JSON.stringify(entries),
  });
}

function findings(log: Exchange): number {
  const recording = {
    workers: [],
    user: [log],
    contract: new Map(),
    toolCall: undefined,
    consistencyWindowMs: 0,
  };
  return logEntryIsListedOnce.judge(recording, rule).findings.length;
}

describe('two entries of a log that are the same in everything', () => {
  test('are one that is listed twice, where they are of one millisecond', () => {
    const entry = { tool: 'tide', at: '2026-11-30T03:01:45.953Z' };
    expect(findings(logged(entry, entry))).toBe(1);
  });
  test('may be two calls, where times are told by the second', () => {
    const entry = { tool: 'tide', at: '2026-11-30T03:01:45Z' };
    expect(findings(logged(entry, entry))).toBe(0);
  });
  test('are two, where one was a millisecond later', () => {
    const at = (ms: number) => ({ tool: 'tide', at: `2026-11-30T03:01:45.95${ms}Z` });
    expect(findings(logged(at(3), at(4)))).toBe(0);
  });
});

describe('two logins that are answered the same', () => {
  const verdictOn = (...bodies: readonly object[]): number => {
    const create = (body: object): Exchange =>
      exchangeOf({
        case: { kind: 'sequence', id: 'test' },
        operation: 'createCliAuthSession',
        identity: 'missing',
        intent: { kind: 'valid', certain: true },
        body: JSON.stringify(body),
      });
    const recording = { workers: [], user: bodies.map(create), contract: new Map(), toolCall: undefined };
    const about = { ...rule, operations: ['createCliAuthSession'] };
    return loginSessionsAreApart.judge({ ...recording, consistencyWindowMs: 0 }, about).findings.length;
  };
  test('are one session, where that is named', () => {
    const session = { url: 'https://cli.test/login/6dd5f3a0-1c7e-4b7e-9a55-0a4b6d2f7e11' };
    expect(verdictOn(session, session)).toBe(1);
  });
  test('may be two, where no session is named: a time in seconds may be the same', () => {
    expect(verdictOn({ createdAt: 1796031974 }, { createdAt: 1796031974 })).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { logEntryIsListedOnce } from '../../../src/verdicts/checks/law/is-listed-once.ts';
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

import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { signalsAreOfTheirRun } from '../../../src/verdicts/checks/law/signals-are-of-their-run.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const output = 'high water';

function started(kind: 'plain' | 'tool-call', sentAt: number, body: string): Exchange {
  const sent = { kind, text: kind } as const;
  const ndjson = { operation: 'startRunNdjson', transport: 'ndjson' } as const;
  return exchangeOf({ ...ndjson, id: sentAt + 1, sent, sentAt, body: `${body}\n` });
}

const calling = started('tool-call', 0, `{"tool":"${output}"}`);
const alone = started('plain', 50, '{"text":"Hello"}');
function judged(...workers: readonly Exchange[]): number {
  const toolCall = { message: 'tool-call', name: 'tides', output };
  const recording = { workers, user: [], contract: new Map(), toolCall, consistencyWindowMs: 0 };
  const rule = { id: 'test', basis: 'implied', section: '4.1', text: 'test', operations: [] } as const;
  return signalsAreOfTheirRun.judge(recording, rule).findings.length;
}

test('a stream beside a tool call does not tell what the tool answers', () => {
  expect(judged(calling, started('plain', 1, '{"text":"Hello"}'), alone)).toBe(0);
  expect(judged(calling, started('plain', 1, `{"tool":"${output}"}`), alone)).toBe(1);
});

test('nothing is said where a plain run may call the tool by itself', () => {
  const leaking = started('plain', 1, `{"tool":"${output}"}`);
  expect(judged(calling, leaking)).toBe(0);
  expect(judged(calling, leaking, started('plain', 50, `{"tool":"${output}"}`))).toBe(0);
});

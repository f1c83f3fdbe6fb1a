import { expect, test } from 'vitest';
import type { MessageKind } from '../../../src/cases/scenario.ts';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { getIsInConversationOrder } from '../../../src/verdicts/checks/run/get-is-in-conversation-order.ts';
import { putAppendsMessage } from '../../../src/verdicts/checks/run/put-appends-message.ts';
import { putDuringJobAddsNothing } from '../../../src/verdicts/checks/run/put-during-job-adds-nothing.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'run', basis: 'stated' as const, section: '4.2', text: '', operations: [] };
const long = 'Compile the ledger with the torn page';
const short = 'Compile the ledger';

const turn = (kind: MessageKind, text: string, sentAt: number, status = 200): Exchange =>
  exchangeOf({
    id: sentAt,
    sentAt,
    status,
    operation: sentAt === 0 ? 'startRun' : 'continueRun',
    transport: 'text',
    request: { method: sentAt === 0 ? 'POST' : 'PUT', url: 'http://target.test/agent/run' },
    sent: { kind, text },
    headers: sentAt === 0 ? [['x-service-run-id', 'run']] : [],
  });

const read = (sentAt: number, ...contents: readonly string[]): Exchange => {
  const body = JSON.stringify(contents.map((content) => ({ role: 'user', content })));
  return exchangeOf({ id: sentAt, sentAt, body });
};

function findingsOf(check: typeof putDuringJobAddsNothing, ...calls: readonly Exchange[]): number {
  const recording = toRecording([...calls], { toolCall: undefined, consistencyWindowMs: 0, operations: [] });
  return check.judge(recording, rule).findings.length;
}

test('a refused command is not in the history because another one begins with it', () => {
  const calls = [turn('failing-background', long, 0), turn('background', short, 10, 409)];
  expect(findingsOf(putDuringJobAddsNothing, ...calls, read(20, long))).toBe(0);
  expect(findingsOf(putDuringJobAddsNothing, ...calls, read(20, long, short))).toBe(1);
});

test('a command that begins another one has no certain place among the messages', () => {
  const calls = [
    turn('failing-background', long, 0),
    turn('plain', 'Hello', 10),
    turn('background', short, 20),
  ];
  expect(findingsOf(getIsInConversationOrder, ...calls, read(30, long, 'Hello', short))).toBe(0);
  expect(findingsOf(getIsInConversationOrder, ...calls, read(30, 'Hello', long, short))).toBe(1);
});

test('a message is missed though another one begins with it', () => {
  const calls = [turn('failing-background', long, 0), turn('background', short, 10)];
  expect(findingsOf(putAppendsMessage, ...calls, read(20, long))).toBe(1);
  expect(findingsOf(putAppendsMessage, ...calls, read(20, long, short))).toBe(0);
});

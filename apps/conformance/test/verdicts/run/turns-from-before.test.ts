import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { postStartsClear } from '../../../src/verdicts/checks/run/post-starts-clear.ts';
import { toRecording } from '../../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'run', basis: 'stated' as const, section: '1', text: '', operations: [] };

function start(number: number): Exchange {
  return exchangeOf({
    id: number * 10,
    startedBy: number,
    operation: 'startRun',
    transport: 'text',
    request: { method: 'POST', url: 'http://target.test/agent' },
    sent: { kind: 'plain', text: `Good morning [ab${number}]` },
    headers: [['x-service-run-id', `run ${number}`]],
  });
}

/** How many runs are found that hold what was not sent to them: of two, the second of which is read with these messages. */
function foundIn(...contents: readonly string[]): number {
  const body = JSON.stringify(contents.map((content) => ({ role: 'user', content })));
  const read = exchangeOf({ id: 30, startedBy: 2, sentAt: 30, body });
  const recording = toRecording([start(1), start(2), read], {
    toolCall: undefined,
    consistencyWindowMs: 0,
    operations: [],
  });
  return postStartsClear.judge(recording, rule).findings.length;
}

test('a turn that nobody recorded has no place before the first message of a run', () => {
  expect(foundIn('Good morning [ab9]', 'Good morning [ab2]')).toBe(1);
});

test('nor has one of another run, wherever it stands', () => {
  expect(foundIn('Good morning [ab2]', 'Good morning [ab1]')).toBe(1);
});

test('what came later may have been said to it, and what is not like ours may be its own', () => {
  expect(foundIn('Good morning [ab2]', 'Good morning [ab9]')).toBe(0);
  expect(foundIn('You are a pilot.', 'Good morning [ab2]')).toBe(0);
});

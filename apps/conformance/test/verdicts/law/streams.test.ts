import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { messageIsKeptToTheLetter } from '../../../src/verdicts/checks/law/message-is-kept-to-the-letter.ts';
import { ndjsonHoldsTheKeptAnswer } from '../../../src/verdicts/checks/law/ndjson-holds-the-kept-answer.ts';
import { streamIsTheKeptAnswer } from '../../../src/verdicts/checks/law/stream-is-the-kept-answer.ts';
import type { Check, Recording } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = { id: 'test', basis: 'implied', section: '1', text: 'test', operations: [] } as const;
const question = 'How many\n  are there?';

function turn(body: string, transport: 'text' | 'ndjson' = 'text'): Exchange {
  return exchangeOf({
    id: 1,
    sentAt: 0,
    operation: 'startRun',
    transport,
    sent: { kind: 'plain', text: question },
    request: { method: 'POST', url: 'http://target.test/agent' },
    headers: [['x-service-run-id', 'run']],
    body,
  });
}

function read(sentAt: number, ...replies: readonly string[]): Exchange {
  return shown(sentAt, [
    { role: 'user', content: question },
    ...replies.map((content) => ({ role: 'assistant', content })),
  ]);
}

function shown(sentAt: number, messages: readonly object[]): Exchange {
  return exchangeOf({ id: 2 + sentAt, sentAt, body: JSON.stringify(messages) });
}

function judged(check: Check, ...workers: readonly Exchange[]) {
  const recording: Recording = {
    workers,
    user: [],
    contract: new Map(),
    toolCall: undefined,
    consistencyWindowMs: 100,
  };
  const { subjects, findings } = check.judge(recording, rule);
  return { subjects, found: findings.length };
}

const passed = { subjects: 1, found: 0 };
const broken = { subjects: 1, found: 1 };
const silent = { subjects: 0, found: 0 };

describe('law.stream-is-the-kept-answer', () => {
  const judge = (...workers: readonly Exchange[]) => judged(streamIsTheKeptAnswer, ...workers);
  test('passes where the history shows what was streamed, in one message or more', () => {
    expect(judge(turn('There are  12.\n'), read(50, 'There are 12.'))).toEqual(passed);
    expect(judge(turn('Let me count. There are 12.'), read(50, 'Let me count.', 'There are 12.'))).toEqual(
      passed,
    );
    expect(judge(turn('There are 12.'), read(50, '{"tool":"count"}', 'There are 12.'))).toEqual(passed);
    expect(judge(turn('There are 12.'), read(50, '[{"text":"There are 12."}]'))).toEqual(passed);
  });
  test('is broken where the history has less, more, or something else for good', () => {
    expect(judge(turn('There are 12.'), read(500, 'There are'))).toEqual(broken);
    expect(judge(turn('There are'), read(500, 'There are 12.'))).toEqual(broken);
    expect(judge(turn('[count -> 12] There are 12.'), read(500, 'There are 12.'))).toEqual(broken);
  });
  test('says nothing of an answer that may still be on its way, or came as a job', () => {
    expect(judge(turn('There are 12.'), read(50, 'There are'))).toEqual(silent);
    expect(judge(turn('There are 12.'), read(50, 'There'), read(500, 'There are 12.'))).toEqual(passed);
    const background = { ...turn('I begin.'), sent: { kind: 'background', text: question } } as const;
    expect(judge(background, read(500, 'Done.'))).toEqual(silent);
    expect(judge(turn(' '), read(500, 'There are 12.'))).toEqual(silent);
  });
});

describe('law.ndjson-holds-the-kept-answer', () => {
  const judge = (lines: readonly unknown[], ...reads: readonly Exchange[]) =>
    judged(
      ndjsonHoldsTheKeptAnswer,
      turn(lines.map((line) => JSON.stringify(line)).join('\n'), 'ndjson'),
      ...reads,
    );
  const kept = read(500, 'There are 12 of them, I counted twice.');
  test('passes in whatever form the lines have the text', () => {
    const [first, second] = ['There are 12 of them,', ' I counted twice.'];
    expect(
      judge(
        [
          { type: 'text', text: first },
          { type: 'text', text: second },
        ],
        kept,
      ),
    ).toEqual(passed);
    expect(
      judge(
        [
          ['call', 'count'],
          ['say', first],
          ['told', '12'],
          ['say', second],
        ],
        kept,
      ),
    ).toEqual(passed);
    expect(judge([{ data: JSON.stringify({ text: first + second }) }], kept)).toEqual(passed);
    expect(judge([{ so_far: first }, { so_far: first + second }], kept)).toEqual(passed);
  });
  test('is broken where a part of the answer is missing', () => {
    expect(judge([{ type: 'text', text: 'There are 12 of them,' }, { type: 'end' }], kept)).toEqual(broken);
  });
  test('says nothing of a form that it does not know, or of a read that came early', () => {
    expect(judge([{ chunk: 'VGhlcmUgYXJlIDEyIG9mIHRoZW0=' }], kept)).toEqual(silent);
    expect(
      judge([{ text: 'There are 12 of them,' }], read(50, 'There are 12 of them, I counted twice.')),
    ).toEqual(silent);
  });
});

describe('law.message-is-kept-to-the-letter', () => {
  const judge = (content: string) =>
    judged(messageIsKeptToTheLetter, turn('Fine.'), shown(50, [{ role: 'user', content }]));
  test('passes where the ends are trimmed and lines end in another way', () => {
    expect(judge(question)).toEqual(passed);
    expect(judge(` ${question.replace('\n', '\r\n')}\n`)).toEqual(passed);
  });
  test('is broken where white space inside gets lost', () => {
    expect(judge('How many are there?')).toEqual(broken);
  });
  test('leaves a message that is not there to another rule', () => {
    expect(judge('How?')).toEqual(silent);
  });
});

import { describe, expect, test } from 'vitest';
import { putAppendsMessage } from '../../src/verdicts/checks/run/put-appends-message.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { calls, verdictOfLaw } from './law/judge-law.ts';

describe('a history that is read before it has to show a message', () => {
  const rule = {
    id: 'run.put-appends-message',
    basis: 'stated' as const,
    section: '3',
    text: '',
    operations: [],
  };
  const said = (content: string) => ({ role: 'user', content });
  const turn = (sentAt: number, text: string, method: 'POST' | 'PUT') =>
    exchangeOf({
      id: sentAt + 1,
      sentAt,
      operation: method === 'POST' ? 'startRun' : 'continueRun',
      transport: 'text',
      request: { method, url: 'http://target.test/agent', body: JSON.stringify({ message: text }) },
      sent: { kind: 'plain', text },
      headers: [['x-service-run-id', 'run']],
      body: 'Good day',
    });
  const read = (sentAt: number, ...contents: string[]) =>
    exchangeOf({ id: sentAt + 1, sentAt, body: JSON.stringify(contents.map(said)) });

  function judge(...reads: readonly ReturnType<typeof read>[]) {
    const turns = [turn(0, 'one', 'POST'), turn(10, 'two', 'PUT')];
    const recording = toRecording([...turns, ...reads], {
      toolCall: undefined,
      consistencyWindowMs: 1_000,
      operations: [],
    });
    const { subjects, findings } = putAppendsMessage.judge(recording, rule);
    return { subjects, findings: findings.length };
  }

  test('says nothing without it, and shows that it is kept with it', () => {
    expect(judge(read(20, 'one'))).toEqual({ subjects: 0, findings: 0 });
    expect(judge(read(20, 'one', 'two'))).toEqual({ subjects: 1, findings: 0 });
    expect(judge(read(20, 'one'), read(1_500, 'one', 'two'))).toEqual({ subjects: 1, findings: 0 });
  });

  test('tells that it is lost once it has to show it', () => {
    expect(judge(read(20, 'one'), read(1_500, 'one'))).toEqual({ subjects: 1, findings: 1 });
  });
});

describe('what is read of a record that was made a moment before', () => {
  const asked = (sentAt: number, status: number) =>
    calls(
      { operation: 'createBundle', sentAt: 0, status: 200, body: '{"id":7}' },
      { operation: 'listBundleTools', sentAt, status, path: '/me/bundles/7/tools', body: '[]' },
    );
  const judge = (sentAt: number) =>
    verdictOfLaw('bundles.list-tools', asked(sentAt, 404), { consistencyWindowMs: 1_000 });

  test('may not be there yet', () => {
    expect(judge(20)).not.toBe('failed');
  });

  test('has to be there later', () => {
    expect(judge(1_500)).toBe('failed');
  });
});

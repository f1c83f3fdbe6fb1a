import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toConversation } from '../../../src/domain/conversation.ts';
import type { RunEvent } from '../../../src/domain/run-event.ts';

function log(...events: RunEvent[]) {
  return events.map((event, index) => ({ seq: index + 1, event }));
}

const call = { kind: 'tool-call', callId: 'a', name: 'lookup', input: {} } as const;
const result = { kind: 'tool-result', callId: 'a', name: 'lookup', output: { x: 1 }, failed: false } as const;

describe('the conversation that the model sees', () => {
  it('joins streamed text and keeps calls beside their results', () => {
    const events = log(
      { kind: 'user-message', text: 'Hi' },
      { kind: 'text', text: 'Let me ' },
      { kind: 'text', text: 'look.' },
      call,
      result,
      { kind: 'text', text: 'Found.' },
      { kind: 'done' },
    );
    expect(toConversation(events).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(toConversation(events)[1]?.content).toMatchObject([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call' },
    ]);
  });

  it('leaves out a call that a crash left without result', () => {
    expect(toConversation(log({ kind: 'user-message', text: 'Hi' }, call))).toHaveLength(1);
  });

  it('leaves out text of nothing but space, which models refuse', () => {
    const hi: RunEvent = { kind: 'user-message', text: 'Hi' };
    const space: RunEvent = { kind: 'text', text: '\n' };
    const [, before] = toConversation(log(hi, space, space, call, result));
    expect(before?.content).toEqual([expect.objectContaining({ type: 'tool-call' })]);
    expect(toConversation(log(hi, space, hi)).map(({ role }) => role)).toEqual(['user', 'user']);
  });

  it('tells of the outcome of a background job', () => {
    const outcome = { status: 'succeeded', result: 42, output: '' } as const;
    const events = log({ kind: 'job-finished', jobId: 'j', outcome, text: 'Result: 42' });
    expect(toConversation(events)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Result: 42' }] },
    ]);
  });

  it('never has two neighbours of the assistant or of tools, nor a result without its call', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('user-message' as const), text: fc.string() }),
      fc.record({ kind: fc.constant('text' as const), text: fc.string() }),
      fc.constant(call),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const answered = events.flatMap((each): RunEvent[] =>
          each.kind === 'tool-call' ? [each, result] : [each],
        );
        const roles = toConversation(log(...answered)).map(({ role }) => role);
        expect(roles.filter((role, index) => role === 'assistant' && roles[index + 1] === role)).toEqual([]);
        expect(roles.filter((role, index) => role === 'tool' && roles[index - 1] !== 'assistant')).toEqual(
          [],
        );
      }),
    );
  });
});

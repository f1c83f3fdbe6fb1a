import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../../src/agents/model/scripted/scripted-model.ts';
import type { AgentTool } from '../../../src/agents/tools/agent-tools.ts';
import { runAgentLoop } from '../../../src/agents/turns/agent-loop.ts';
import type { RunEvent } from '../../../src/domain/run-event.ts';

const text = (delta: string): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta },
  { type: 'text-end', id: '1' },
];
const call = (toolName: string, input: string): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId: `call of ${toolName}`,
  toolName,
  input,
});

const double: AgentTool = {
  name: 'double',
  description: 'Doubles a number.',
  inputSchema: { type: 'object' },
  read(input) {
    if (typeof Object(input).n === 'number') return input;
    throw new Error('n is missing.');
  },
  call: async (input) => ({ result: 2 * Object(input).n }),
};
const broken: AgentTool = {
  ...double,
  name: 'broken',
  read: (input) => input,
  call: async () => {
    throw new Error('It is broken.');
  },
};

const begun = Promise.withResolvers<void>();
const endless: AgentTool = {
  ...broken,
  name: 'endless',
  call() {
    begun.resolve();
    return new Promise(() => {});
  },
};

/** What happens when the model says this, step by step; the last is repeated. */
async function run(...steps: LanguageModelV4StreamPart[][]) {
  return await runUntil(new AbortController().signal, ...steps);
}

async function runUntil(signal: AbortSignal, ...steps: LanguageModelV4StreamPart[][]) {
  const asked: LanguageModelV4CallOptions[] = [];
  const model: LanguageModelV4 = {
    ...createScriptedModel(),
    doStream: async (options) => {
      asked.push({ ...options, prompt: [...options.prompt] });
      return { stream: ReadableStream.from(steps[asked.length - 1] ?? steps.at(-1) ?? []) };
    },
  };
  const events: RunEvent[] = [];
  const loop = runAgentLoop({
    model: async () => model,
    instructions: 'Be brief.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [double, broken, endless],
    signal,
  });
  for await (const event of loop) events.push(event);
  return { asked, events };
}

describe('the loop of model and tools', () => {
  it('gives what a tool gave to the model, and its further words as a paragraph', async () => {
    const { asked, events } = await run(
      [...text('Let me see.'), call('double', '{"n": 21}')],
      text('It is 42.'),
    );
    expect(events).toEqual([
      { kind: 'text', text: 'Let me see.' },
      { kind: 'tool-call', callId: 'call of double', name: 'double', input: { n: 21 } },
      {
        kind: 'tool-result',
        callId: 'call of double',
        name: 'double',
        output: { result: 42 },
        failed: false,
      },
      { kind: 'text', text: '\n\nIt is 42.' },
    ]);
    expect(asked[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(asked[0]?.tools?.map(({ name }) => name)).toEqual(['double', 'broken', 'endless']);
    expect(asked[1]?.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool-call', toolCallId: 'call of double', toolName: 'double', input: { n: 21 } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call of double',
            toolName: 'double',
            output: { type: 'json', value: { result: 42 } },
          },
        ],
      },
    ]);
  });

  it.each([
    [
      'there is none of the name',
      call('triple', '{}'),
      'There is no tool triple. The tools are double, broken, endless.',
    ],
    ['the input is no JSON', call('double', '{"n": '), 'The input of the tool is not JSON.'],
    ['the input does not fit', call('double', ''), 'n is missing.'],
    ['the tool fails', call('broken', '{}'), 'It is broken.'],
  ])('tells the model when %s, and goes on', async (_, asked, output) => {
    const { events } = await run([asked], text('So be it.'));
    expect(events.slice(1)).toEqual([
      expect.objectContaining({ kind: 'tool-result', output, failed: true }),
      { kind: 'text', text: 'So be it.' },
    ]);
  });

  it('shows the model its own thoughts with their signatures, and its calls with its notes, in their order', async () => {
    const signed = (signature: string) => ({ model: { signature } });
    const thought = (id: string, words: readonly string[]): LanguageModelV4StreamPart[] => [
      { type: 'reasoning-start', id, providerMetadata: { model: { kind: 'thought' } } },
      ...words.map((delta) => ({ type: 'reasoning-delta' as const, id, delta })),
      { type: 'reasoning-delta', id, delta: '', providerMetadata: signed(`of ${id}`) },
      { type: 'reasoning-end', id },
    ];
    const noted = { ...call('double', '{"n": 21}'), providerMetadata: signed('of the call') };
    const { asked, events } = await run(
      [...thought('1', ['Twice ', 'that.']), ...text('I see.'), ...thought('2', []), noted],
      text('It is 42.'),
    );
    const notesOn = (id: string) => ({ model: { kind: 'thought', signature: `of ${id}` } });
    expect(asked[1]?.prompt[2]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Twice that.', providerOptions: notesOn('1') },
        { type: 'text', text: 'I see.' },
        { type: 'reasoning', text: '', providerOptions: notesOn('2') },
        expect.objectContaining({ type: 'tool-call', providerOptions: signed('of the call') }),
      ],
    });
    expect(JSON.stringify(events)).not.toMatch(/Twice|signature/);
  });

  it('shows no thought that is empty, and no text of nothing but space, which models refuse', async () => {
    const empty: LanguageModelV4StreamPart[] = [
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-end', id: '1' },
      { type: 'text-start', id: '2' },
      { type: 'text-end', id: '2' },
    ];
    const { asked, events } = await run(
      [...empty, ...text('\n'), call('double', '{"n": 1}'), ...empty],
      text('Two.'),
    );
    expect(asked[1]?.prompt[2]?.content).toEqual([expect.objectContaining({ type: 'tool-call' })]);
    expect(events.filter(({ kind }) => kind === 'text')).toEqual([
      { kind: 'text', text: '\n' },
      { kind: 'text', text: '\n\nTwo.' },
    ]);
  });

  it('leaves a tool that does not heed the signal', async () => {
    const stop = new AbortController();
    const running = runUntil(stop.signal, [call('endless', '{}')]);
    const reason = new Error('The server stops.');
    await begun.promise;
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it('ends after twelve steps', async () => {
    const { asked } = await run([call('double', '{"n": 1}')]);
    expect(asked).toHaveLength(12);
  });

  it('fails as the model fails in the middle of its answer', async () => {
    const error = new Error('The model broke off.');
    await expect(run([...text('I was'), { type: 'error', error }])).rejects.toBe(error);
  });

  it('makes text of broken surrogates that can be stored', async () => {
    const { events } = await run(text('a\ud800b'));
    expect(events).toEqual([{ kind: 'text', text: 'a\ufffdb' }]);
  });

  it('gives a long text of many pieces to the next step whole', async () => {
    const pieces = Array.from({ length: 1_000 }, (_, index) => `${index} `);
    const parts = pieces.map((delta) => ({ type: 'text-delta' as const, id: '1', delta }));
    const { asked } = await run([...parts, call('double', '{"n": 1}')], text('Done.'));
    expect(asked[1]?.prompt[2]?.content[0]).toEqual({ type: 'text', text: pieces.join('') });
  });
});

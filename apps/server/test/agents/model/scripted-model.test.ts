import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseModel } from '../../../src/agents/model/agent-model.ts';
import { streamAnswer } from '../../../src/agents/model/ask-model.ts';
import { parseCommand } from '../../../src/agents/model/scripted/command.ts';
import { createScriptedModel } from '../../../src/agents/model/scripted/scripted-model.ts';
import { type Deployment, startDeployment } from '../../helpers/deployment.ts';

describe('the scripted model', () => {
  it.each([
    ['/tool lookup {"topic": "x"}', { name: 'tool', toolName: 'lookup', input: '{"topic": "x"}' }],
    ['/tool lookup', { name: 'tool', toolName: 'lookup', input: '{}' }],
    ['/js 6 * 7', { name: 'code', language: 'javascript', code: '6 * 7', background: false }],
    ['/python 6 * 7', { name: 'code', language: 'python', code: '6 * 7', background: false }],
    ['/background-python 1', { name: 'code', language: 'python', code: '1', background: true }],
    [
      '/background\nawait sleep(1)',
      { name: 'code', language: 'javascript', code: 'await sleep(1)', background: true },
    ],
    ['/stream 3', { name: 'stream', words: 3, pauseMilliseconds: 0 }],
    ['/stream 3 20', { name: 'stream', words: 3, pauseMilliseconds: 20 }],
    ['/stream lots', { name: 'reply' }],
    ['/fail', { name: 'fail' }],
    ['/unknown', { name: 'reply' }],
    ['say /fail', { name: 'reply' }],
  ])('reads %j', (message, command) => {
    expect(parseCommand(message)).toEqual(command);
  });

  it('gives the same conversation the same answer, streamed or whole', async () => {
    const model = createScriptedModel();
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello “you”' }] }];
    const whole = await model.doGenerate({ prompt });
    let streamed = '';
    for await (const part of streamAnswer(model, { prompt, abortSignal: new AbortController().signal }))
      if (part.type === 'text-delta') streamed += part.delta;
    expect(whole.content).toEqual([{ type: 'text', text: streamed }]);
  });
});

describe('an OpenAI-compatible model', () => {
  let deployment: Deployment;
  const asked: { authorization: string | undefined; messages: { role: string; content: unknown }[] }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ authorization: request.headers.authorization, messages: JSON.parse(body).messages });
    const wantsTool = !body.includes('"role":"tool"');
    response.setHeader('content-type', 'text/event-stream');
    for (const chunk of wantsTool ? toolCallChunks : textChunks)
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${Object(server.address()).port}/v1`;
    deployment = await startDeployment({ model: { baseUrl, name: 'some-model', apiKey: 'model-key' } });
  });
  afterAll(async () => {
    await deployment.close();
    server.close();
  });

  it('answers with the agent’s prompt, its tools and the whole conversation', async () => {
    const { runId, lines } = await deployment.client.postNdjson('What are tides?');
    expect(lines.map((line) => line.type)).toEqual(['tool-call', 'tool-result', 'text', 'text', 'done']);
    await deployment.client.put(runId, 'And now?');
    expect(asked[0]?.authorization).toBe('Bearer model-key');
    expect(asked.at(-1)?.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('that can’t be reached may be asked again', async () => {
    const model = await chooseModel({ baseUrl: 'http://127.0.0.1:1/v1', name: 'none' })();
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }];
    await expect(model.doStream({ prompt })).rejects.toMatchObject({ isRetryable: true });
  });
});

const envelope = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'some-model' };
const call = {
  index: 0,
  id: 'call-1',
  type: 'function',
  function: { name: 'lookup', arguments: '{"topic":"tides"}' },
};
const toolCallChunks = [
  { ...envelope, choices: [{ index: 0, delta: { role: 'assistant', tool_calls: [call] } }] },
  { ...envelope, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
];
const textChunks = [
  { ...envelope, choices: [{ index: 0, delta: { role: 'assistant', content: 'They follow ' } }] },
  { ...envelope, choices: [{ index: 0, delta: { content: 'the moon.' } }] },
  { ...envelope, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];

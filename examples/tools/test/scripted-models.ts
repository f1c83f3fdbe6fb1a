import type { ToolName } from '@agent-workers/tools';
import { createToolset, type DialectName, dialects } from '@agent-workers/tools/dialects';
import type { RunTool } from '@agent-workers/tools/run-tool';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { AIMessage } from '@langchain/core/messages';
import { type Model, Usage } from '@openai/agents-core';
import { MockLanguageModelV4 } from 'ai/test';
import OpenAI from 'openai';
import { chatWithAiSdk } from '../src/ai-sdk.ts';
import { chatWithAnthropic } from '../src/anthropic.ts';
import { chatWithGemini } from '../src/gemini.ts';
import { answerWithLangChain } from '../src/langchain.ts';
import { runAgent } from '../src/openai-agents.ts';
import { chatWithOpenAi } from '../src/openai-chat.ts';
import { respondWithOpenAi } from '../src/openai-responses.ts';
import { withScriptedServer } from './scripted-server.ts';

/** What the model of a script wants to do. */
export interface Wish {
  tool: ToolName;
  input: Record<string, unknown>;
}

/** Lets a model make one call through an adapter. Returns all that was sent to the model after it. */
export type ModelScript = (wish: Wish, run: RunTool) => Promise<string>;

const done = 'Done.';

/** Every adapter with its SDK, the model being a script that writes as the adapter's dialect makes it write. */
export const modelScripts: Record<string, ModelScript> = {
  async 'openai chat'(wish, run) {
    const call = { id: 'call-1', type: 'function', function: textCall('openai-strict', wish) };
    const say = (message: object, finish_reason: string) => ({
      id: 'c',
      choices: [{ index: 0, message, finish_reason }],
    });
    const script = [
      say({ role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls'),
      say({ role: 'assistant', content: done }, 'stop'),
    ];
    return withScriptedServer(script, async (server) => {
      await chatWithOpenAi(new OpenAI({ apiKey: 'offline', baseURL: server.address }), run);
      return JSON.stringify(server.requests.at(-1));
    });
  },
  async 'openai responses'(wish, run) {
    const call = {
      type: 'function_call',
      id: 'i',
      call_id: 'call-1',
      status: 'completed',
      ...textCall('openai-strict', wish),
    };
    const text = {
      type: 'message',
      id: 'm',
      role: 'assistant',
      content: [{ type: 'output_text', text: done, annotations: [] }],
    };
    const say = (item: object) => ({ id: 'r', object: 'response', output: [item] });
    const script = [say(call), say(text)];
    return withScriptedServer(script, async (server) => {
      await respondWithOpenAi(new OpenAI({ apiKey: 'offline', baseURL: server.address }), run);
      return JSON.stringify(server.requests.at(-1));
    });
  },
  async anthropic(wish, run) {
    const { name, arguments: input } = modelCall('anthropic-strict', wish);
    const say = (block: object) => ({ id: 'm', type: 'message', role: 'assistant', content: [block] });
    const script = [say({ type: 'tool_use', id: 'call-1', name, input }), say({ type: 'text', text: done })];
    return withScriptedServer(script, async (server) => {
      await chatWithAnthropic(new Anthropic({ apiKey: 'offline', baseURL: server.address }), run);
      return JSON.stringify(server.requests.at(-1));
    });
  },
  'gemini parametersJsonSchema': (wish, run) => tellGemini(wish, run, 'parametersJsonSchema'),
  'gemini parameters': (wish, run) => tellGemini(wish, run, 'parameters'),
  async 'ai sdk'(wish, run) {
    const { name, arguments: input } = textCall('openai-strict', wish);
    const unused = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
    const usage = { inputTokens: unused, outputTokens: { total: 1, text: 1, reasoning: 0 } };
    const model = new MockLanguageModelV4({
      doGenerate: [
        {
          content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: name, input }],
          finishReason: { unified: 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        },
        {
          content: [{ type: 'text', text: done }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        },
      ],
    });
    await chatWithAiSdk(model, run);
    return JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
  },
  async langchain(wish, run) {
    const { name, arguments: args } = modelCall('openai', wish);
    const message = new AIMessage({
      content: '',
      tool_calls: [{ id: 'call-1', name, args: { ...Object(args) } }],
    });
    return JSON.stringify(await answerWithLangChain(message, run));
  },
  async 'openai agents'(wish, run) {
    const seen: unknown[] = [];
    const call = {
      type: 'function_call' as const,
      callId: 'call-1',
      status: 'completed' as const,
      ...textCall('openai', wish),
    };
    const text = { type: 'output_text' as const, text: done };
    const message = {
      type: 'message' as const,
      role: 'assistant' as const,
      status: 'completed' as const,
      content: [text],
    };
    const model: Model = {
      getResponse: async ({ input }) => ({
        usage: new Usage(),
        output: seen.push(input) === 1 ? [call] : [message],
      }),
      async *getStreamedResponse() {},
    };
    await runAgent(model, run);
    return JSON.stringify(seen.at(-1));
  },
};

async function tellGemini(
  wish: Wish,
  run: RunTool,
  path: 'parameters' | 'parametersJsonSchema',
): Promise<string> {
  const dialect = path === 'parameters' ? 'gemini-parameters' : 'gemini-json-schema';
  const { name, arguments: args } = modelCall(dialect, wish);
  const say = (part: object) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] });
  const script = [say({ functionCall: { id: 'call-1', name, args } }), say({ text: done })];
  return withScriptedServer(script, async (server) => {
    const client = new GoogleGenAI({ apiKey: 'offline', httpOptions: { baseUrl: server.address } });
    await chatWithGemini(client, run, path);
    return JSON.stringify(server.requests.at(-1));
  });
}

function modelCall(dialect: DialectName, { tool, input }: Wish) {
  const call = createToolset(dialects[dialect]).encode(tool, input);
  if (!call) throw new Error(`${dialect} can't say ${JSON.stringify(input)}.`);
  return call;
}

function textCall(dialect: DialectName, wish: Wish) {
  const { name, arguments: sent } = modelCall(dialect, wish);
  return { name, arguments: JSON.stringify(sent) };
}

import { describe, expect, it } from 'vitest';
import { aiSdkTools } from '../src/adapters/ai-sdk.ts';
import { anthropicMessages } from '../src/adapters/anthropic.ts';
import { gemini } from '../src/adapters/gemini.ts';
import { langChainTools } from '../src/adapters/langchain.ts';
import { mcpHandlers } from '../src/adapters/mcp.ts';
import { openAiChat, openAiResponses } from '../src/adapters/openai.ts';
import { openAiAgents, openAiAgentsStrict } from '../src/adapters/openai-agents.ts';
import type { RunTool } from '../src/adapters/run-tool.ts';
import { standardSchemaOf } from '../src/adapters/standard-schema.ts';
import { type DialectName, dialects } from '../src/dialects/dialect.ts';
import { createToolset } from '../src/dialects/toolset.ts';
import { UpstreamError } from '../src/executor/tool-error.ts';
import { toolExamples } from '../src/gen/examples.ts';
import { definitions, type ToolName } from '../src/index.ts';

interface Adapter {
  dialect: DialectName;
  /** Lets the adapter handle a call as its provider or library would hand it over; gives what the model gets. */
  handle(call: { name: string; sent: unknown; run: RunTool }): Promise<unknown>;
}

const id = 'call-1';
const text = (sent: unknown) => JSON.stringify(sent);

const adapters: Record<string, Adapter> = {
  'openai chat': {
    dialect: 'openai',
    handle: ({ name, sent, run }) =>
      openAiChat().respond({ id, function: { name, arguments: text(sent) } }, { run }),
  },
  'openai chat, strict': {
    dialect: 'openai-strict',
    handle: ({ name, sent, run }) =>
      openAiChat({ strict: true }).respond({ id, function: { name, arguments: text(sent) } }, { run }),
  },
  'openai responses, strict': {
    dialect: 'openai-strict',
    handle: ({ name, sent, run }) =>
      openAiResponses({ strict: true }).respond({ call_id: id, name, arguments: text(sent) }, { run }),
  },
  anthropic: {
    dialect: 'anthropic',
    handle: ({ name, sent, run }) => anthropicMessages().respond({ id, name, input: sent }, { run }),
  },
  'anthropic, strict': {
    dialect: 'anthropic-strict',
    handle: ({ name, sent, run }) =>
      anthropicMessages({ strict: true }).respond({ id, name, input: sent }, { run }),
  },
  'gemini parametersJsonSchema': {
    dialect: 'gemini-json-schema',
    handle: ({ name, sent, run }) => gemini().respond({ id, name, args: { ...Object(sent) } }, { run }),
  },
  'gemini parameters': {
    dialect: 'gemini-parameters',
    handle: ({ name, sent, run }) =>
      gemini({ path: 'parameters' }).respond({ id, name, args: { ...Object(sent) } }, { run }),
  },
  'ai sdk': {
    dialect: 'openai-strict',
    async handle({ name, sent, run }) {
      const tool = aiSdkTools({ dialect: 'openai-strict', run })[name];
      const judged = tool?.inputSchema['~standard'].validate(sent);
      return judged?.issues ?? (judged && tool?.execute?.({ ...judged.value }, { toolCallId: id }));
    },
  },
  langchain: {
    dialect: 'openai',
    async handle({ name, sent, run }) {
      const tools = langChainTools({ run, tool: (answer, fields) => ({ answer, ...fields }) });
      return tools.find((each) => each.name === name)?.answer(sent, { toolCall: { id } });
    },
  },
  'openai agents': {
    dialect: 'openai',
    handle: async ({ name, sent, run }) =>
      openAiAgents({ run })
        .find((each) => each.name === name)
        ?.execute(sent),
  },
  'openai agents, strict': {
    dialect: 'openai-strict',
    handle: async ({ name, sent, run }) =>
      openAiAgentsStrict({ run })
        .find((each) => each.name === name)
        ?.execute(sent),
  },
  mcp: {
    dialect: 'canonical',
    handle: ({ name, sent, run }) =>
      mcpHandlers({ run }).callTool({ params: { name, arguments: { ...Object(sent) } } }),
  },
  'standard schema': {
    dialect: 'canonical',
    async handle({ name, sent, run }) {
      const tool = definitions.find((each) => each.name === name)?.name ?? 'NOTIFIER_GET_USER';
      const judged = standardSchemaOf(tool)['~standard'].validate(sent);
      return judged.issues ?? run({ tool, input: judged.value });
    },
  },
};

describe.each(Object.entries(adapters))('Through %s', (_name, { dialect, handle }) => {
  const toolset = createToolset(dialects[dialect]);

  /** What reached the tool, and what the model was told. */
  async function pass(tool: ToolName, input: Readonly<Record<string, unknown>>) {
    const ran: unknown[] = [];
    const run: RunTool = async (call) => ran.push({ tool: call.tool, input: call.input });
    const call = toolset.encode(tool, input);
    if (!call) throw new Error(`${dialect} can't say ${text(input)}.`);
    const told = await handle({ name: call.name, sent: call.arguments, run });
    return { ran, told: text(told) };
  }

  it.each(definitions.map(({ name }) => name))(
    'every example of %s reaches the tool as it was',
    async (tool) => {
      for (const { input } of toolExamples[tool].examples)
        expect((await pass(tool, input)).ran).toEqual([{ tool, input }]);
    },
  );

  it.each(definitions.map(({ name }) => name))(
    'no counterexample of %s reaches it, and the model learns why',
    async (tool) => {
      for (const { input, problems } of toolExamples[tool].counterexamples) {
        const { ran, told } = await pass(tool, input);
        expect(ran).toEqual([]);
        for (const path of problems) expect(told).toContain(path);
      }
    },
  );
});

describe('Whatever goes wrong in a tool', () => {
  it('is told to the model, so that no call stays without an answer', async () => {
    const call = { id, function: { name: 'NOTIFIER_GET_USER', arguments: '' } };
    const run = async () => Promise.reject(new UpstreamError('The service is away.'));
    expect(await openAiChat().respond(call, { run })).toEqual({
      role: 'tool',
      tool_call_id: id,
      content: '{"error":"The service is away."}',
    });
    const block = { id, name: 'NOTIFIER_GET_USER', input: {} };
    expect(await anthropicMessages().respond(block, { run })).toMatchObject({
      tool_use_id: id,
      is_error: true,
    });
  });
});

describe('An error that is not meant for the model', () => {
  it('is told to the program, and to the model only that the tool failed', async () => {
    const seen: unknown[] = [];
    const run = async () => Promise.reject(new Error('password hunter2 at db.internal'));
    const call = { id: 'c', name: 'NOTIFIER_GET_USER', input: {} };
    const answer = await anthropicMessages().respond(call, {
      run,
      onError: (error) => void seen.push(error),
    });
    expect(answer).toMatchObject({ is_error: true });
    expect(answer.content).not.toMatch(/hunter2|db\.internal/);
    expect(String(seen)).toContain('hunter2');
  });
});

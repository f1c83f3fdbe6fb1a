import type Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { betaStandardSchemaTool } from '@anthropic-ai/sdk/helpers/beta/standard-schema';
import type { FunctionDeclaration } from '@google/genai';
import type { Tool as McpSdkTool } from '@modelcontextprotocol/sdk/types.js';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { tool as agentsTool } from '@openai/agents-core';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { asSchema, type ToolSet } from 'ai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type OpenAI from 'openai';
import { standardFunction } from 'openai/helpers/standard-schema';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { aiSdkTools } from '../src/adapters/ai-sdk.ts';
import { anthropicMessages } from '../src/adapters/anthropic.ts';
import { gemini } from '../src/adapters/gemini.ts';
import { dialectJson, fidelityJson, manifestJson } from '../src/adapters/json.ts';
import { mcpTools } from '../src/adapters/mcp.ts';
import { openAiChat, openAiResponses } from '../src/adapters/openai.ts';
import { openAiAgents, openAiAgentsStrict } from '../src/adapters/openai-agents.ts';
import { openApiDocument } from '../src/adapters/openapi.ts';
import {
  standardSchemaOf,
  standardSchemas,
  type ToolStandardSchema,
} from '../src/adapters/standard-schema.ts';
import { dialects } from '../src/dialects/dialect.ts';
import { lintTool } from '../src/dialects/lint-tool.ts';
import { lintSize, sizeOf } from '../src/dialects/schema-size.ts';
import { version } from '../src/gen/version.ts';
import { definitions } from '../src/index.ts';

const names = definitions.map(({ name }) => name);
const run = async () => 'ran';

describe('The SDKs of the providers', () => {
  it('take the tools as their types say', () => {
    expectTypeOf(openAiChat().tools).toExtend<OpenAI.ChatCompletionTool[]>();
    expectTypeOf(openAiResponses().tools).toExtend<OpenAI.Responses.Tool[]>();
    expectTypeOf(anthropicMessages().tools).toExtend<Anthropic.Tool[]>();
    expectTypeOf(gemini({ path: 'parametersJsonSchema' }).tools[0]).not.toBeAny();
    expectTypeOf<ReturnType<typeof mcpTools>>().toExtend<McpSdkTool[]>();
    expectTypeOf(aiSdkTools({ run })).toExtend<ToolSet>();
    expectTypeOf<ToolStandardSchema>().toExtend<StandardSchemaV1 & StandardJSONSchemaV1>();
  });

  it.each(names)("OpenAI's strict helper takes %s without changing a word", (name) => {
    const schema = standardSchemaOf(name, { dialect: 'openai-strict' });
    const made = standardFunction({ name, parameters: schema, description: 'any', function: () => 'ran' });
    const [own] = openAiChat({ strict: true, tools: [name] }).tools;
    expect(made.function.parameters).toEqual(own?.function.parameters);
  });

  it.each(names)("Anthropic's helpers take %s", (name) => {
    const [own] = anthropicMessages({ tools: [name] }).tools;
    if (!own) throw new Error('There is no tool.');
    const plain = betaTool({
      name,
      description: own.description,
      inputSchema: own.input_schema,
      run: () => '',
    });
    expect('input_schema' in plain && plain.input_schema).toEqual(own.input_schema);
    const inputSchema = standardSchemaOf(name, { dialect: 'anthropic' });
    const standard = betaStandardSchemaTool({
      name,
      description: own.description,
      inputSchema,
      run: () => '',
    });
    expect('input_schema' in standard && standard.input_schema).toMatchObject({
      properties: own.input_schema.properties,
    });
  });

  it.each(names)('the AI SDK reads and validates %s', async (name) => {
    const schema = asSchema(standardSchemaOf(name, { dialect: 'openai' }));
    const [own] = openAiChat({ tools: [name] }).tools;
    expect(await schema.jsonSchema).toMatchObject({ properties: own?.function.parameters.properties });
    const judged = await schema.validate?.(7);
    expect(judged?.success).toBe(false);
  });

  it('OpenAI Agents makes tools of both kinds', () => {
    expect(openAiAgents({ run }).map((fields) => agentsTool(fields).strict)).toEqual(names.map(() => false));
    expect(openAiAgentsStrict({ run }).map((fields) => agentsTool(fields).strict)).toEqual(
      names.map(() => true),
    );
  });

  it.each(mcpTools().map((tool) => [tool.name, tool] as const))('the MCP SDK parses %s', (_name, tool) => {
    expect(ToolSchema.parse(tool)).toEqual(tool);
  });

  it('Gemini gets no parameters where there are none, and one path otherwise', () => {
    const declarations: FunctionDeclaration[] = gemini({ path: 'parametersJsonSchema' }).tools;
    const withParameters = declarations.filter((each) => each.parametersJsonSchema !== undefined);
    expect(withParameters).toHaveLength(12);
    expect(declarations.filter((each) => each.parameters !== undefined)).toEqual([]);
  });
});

describe('Examples for the model', () => {
  it('are written in the dialect of the tool that they are for', () => {
    const [push] = anthropicMessages({ tools: ['NOTIFIER_CREATE_PUSH'], examples: true }).tools;
    expect(push?.input_examples?.[0]).toEqual({ type: 'note', title: 'Dinner', body: 'It is ready' });
    const { NOTIFIER_CREATE_PUSH: wrapped } = aiSdkTools({ dialect: 'openai-strict' });
    expect(wrapped?.inputExamples[1]).toMatchObject({ input: { push: { type: 'note', title: null } } });
    const split = anthropicMessages({
      tools: ['NOTIFIER_CREATE_PUSH'],
      carry: 'split',
      examples: true,
    }).tools;
    expect(split.map((tool) => tool.input_examples?.length)).toEqual([3, 1, 1]);
  });
});

describe("What OpenAI's strict mode counts of a schema", () => {
  it('is far from its limits for all 15 tools together', () => {
    const all = openAiChat({ strict: true }).tools.map((tool) => tool.function.parameters);
    expect(lintSize(all)).toEqual([]);
    const { properties, enumValues, characters } = sizeOf(all);
    expect(Math.max(properties / 5_000, enumValues / 1_000, characters / 120_000)).toBeLessThan(0.1);
  });

  it("is told of a caller's own tool", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_001 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const required = Object.keys(properties);
    const many = { type: 'object', properties, required, additionalProperties: false };
    expect(lintTool('openai-strict', { name: 'own', schema: many })).toEqual(['5001 of 5000 properties']);
    expect(lintTool('openai', { name: 'own', schema: many })).toEqual([]);
    const choice = { enum: Array.from({ length: 1_001 }, (_, index) => `${index}`.padEnd(120, 'x')) };
    expect(lintSize(choice)).toEqual(['1001 of 1000 enumValues', '120120 of 120000 characters']);
  });
});

describe("A caller's own tool is linted alike", () => {
  it.each([
    ['openai', { type: 'object', anyOf: [] }, ['anyOf at the root']],
    [
      'openai-strict',
      { type: 'object', properties: { a: { type: 'string' } } },
      ['the root allows unknown keys', "a at the root isn't required"],
    ],
    [
      'anthropic-strict',
      { type: 'object', properties: { a: { type: 'integer', minimum: 0 } }, additionalProperties: false },
      ['minimum at /a'],
    ],
    [
      'gemini-parameters',
      { type: 'object', additionalProperties: false },
      ['additionalProperties at the root', 'type object at '],
    ],
    [
      'gemini-json-schema',
      { type: 'object', properties: { 'a-b': { const: 1 } } },
      ['the key a-b at the root', 'const at /a-b'],
    ],
    [
      'anthropic',
      { type: 'object', properties: {}, required: ['a'] },
      ["required a isn't declared at the root"],
    ],
  ] as const)('for %s', (dialect, schema, complaints) => {
    expect(lintTool(dialect, { name: 'own', schema })).toEqual(complaints);
  });

  it('by its name too', () => {
    expect(lintTool('openai', { name: `x${'y'.repeat(64)}`, schema: {} })).toHaveLength(1);
  });
});

describe('Standard Schema', () => {
  it('gives the canonical input, or where it is wrong', async () => {
    const push = standardSchemaOf('NOTIFIER_CREATE_PUSH', { dialect: 'openai-strict' })['~standard'];
    expect(push.validate({ push: { type: 'note', url: null } })).toEqual({ value: { type: 'note' } });
    const items = standardSchemaOf('NOTIFIER_UPDATE_PUSH')['~standard'];
    expect(items.validate({ iden: 'p', items: [{ text: 1, checked: true }] })).toEqual({
      issues: [{ message: 'items[0].text must be a string', path: ['items', 0, 'text'] }],
    });
  });

  it('has one per variant where a tool is split', () => {
    expect(Object.keys(standardSchemas({ dialect: 'openai', carry: 'split' }))).toHaveLength(17);
    expect(() => standardSchemaOf('NOTIFIER_CREATE_PUSH', { dialect: 'openai', carry: 'split' })).toThrow(
      'is split here',
    );
  });
});

describe('Static data', () => {
  it('is the manifest, and survives JSON', () => {
    const { tools } = JSON.parse(JSON.stringify(manifestJson()));
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(dialectJson('openai-strict')[2]).toMatchObject({ name: 'NOTIFIER_CREATE_PUSH', envelope: 'push' });
  });

  it('tells what became of each fact, for every dialect and tool', () => {
    const reports = fidelityJson();
    expect(Object.keys(reports)).toEqual(Object.keys(dialects));
    for (const lines of Object.values(reports)) expect(new Set(lines.map(({ tool }) => tool)).size).toBe(15);
    const bound = reports['anthropic-strict']?.find(({ kind }) => kind === 'maximum');
    expect(bound).toMatchObject({ path: 'limit', fate: 'described', checkedLocally: true });
  });

  it('is an OpenAPI document whose bodies judge as the manifest does, and that says what it chose', () => {
    const { paths, info } = openApiDocument();
    expect(info.description).toContain('is not shown');
    expect(info.version).toBe(version);
    const body =
      paths['/me/tools/run/NOTIFIER_CREATE_PUSH']?.post.requestBody.content['application/json'].schema;
    const ajv = new Ajv2020({ strictRequired: false });
    expect(ajv.validate(body ?? {}, { type: 'link' })).toBe(false);
    expect(ajv.validate(body ?? {}, { type: 'link', url: 'x' })).toBe(true);
  });
});

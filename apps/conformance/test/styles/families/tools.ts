import { fits } from '../fits.ts';
import type { JsonSchema } from '../json-schema.ts';
import { type Answer, type Call, notFound, ok, type QueryParameter, type Route, refuse } from '../route.ts';
import type { Style } from '../style.ts';
import type { StoredRecord } from '../wire.ts';
import { integrationTools, problemWith } from './integration-tools.ts';

interface ToolDefinition {
  readonly tool_id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly toolset: string;
}

const definitions: readonly Omit<ToolDefinition, 'tool_id'>[] = [
  {
    name: 'read_tide_table',
    description: 'Says when the tide is high. Takes a port.',
    inputSchema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
    toolset: 'sea',
  },
  {
    name: 'send_letter',
    description: 'Sends a letter to somebody.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    toolset: 'post',
  },
  {
    name: 'count_words',
    description: 'Counts the words of a text and can send the count.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    toolset: 'post',
  },
];

/** What this deployment offers; identifiers of tools are strings of any form. */
export function tools(style: Style): readonly ToolDefinition[] {
  const { ids } = style;
  return [...definitions, ...integrationTools(style)].map((tool, index) => {
    const forms = {
      name: tool.name,
      prefixed: `tl_${tool.name}`,
      uuid: `5a1c0000-0000-4000-8000-0000000000${index + 10}`,
    };
    return { ...tool, tool_id: forms[ids.tools] };
  });
}

const search: readonly QueryParameter[] = [
  { name: 'q', json: { type: 'string', minLength: 1 }, required: true },
  { name: 'toolkit', json: { type: ['string', 'null'] } },
  { name: 'limit', json: { type: 'integer', minimum: 1, maximum: 200, default: 20 } },
  { name: 'min_score', json: { type: 'number', minimum: 0, maximum: 1, default: 0.15 } },
];

export const toolRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/me/tools/list',
    answer: 'Tool',
    many: true,
    statuses: [500],
    handle: ({ style }) => ok(tools(style).map((tool) => inMcpForm(tool))),
  },
  {
    method: 'GET',
    path: '/me/tools',
    open: true,
    answer: 'PublicTool',
    many: true,
    statuses: [500],
    handle: ({ style }) => ok(tools(style).map(publicTool)),
  },
  {
    method: 'GET',
    path: '/me/tools/search',
    query: search,
    answer: 'Tool',
    many: true,
    statuses: [500],
    handle: searchTools,
  },
  {
    method: 'GET',
    path: '/me/tools/{tool_id}',
    open: true,
    answer: 'PublicTool',
    statuses: [404, 500],
    handle: ({ style, path }) => {
      const tool = tools(style).find(({ tool_id }) => tool_id === path.tool_id);
      return tool === undefined ? notFound('tool') : ok(publicTool(tool));
    },
  },
  {
    method: 'POST',
    path: '/me/tools/run/{tool_name}',
    query: [
      { name: 'service_id', json: { type: 'string', default: 'default' } },
      { name: 'service_id_namespace', json: { type: 'string', default: 'global' } },
    ],
    answer: 'ToolResult',
    statuses: [400, 401, 404, 500],
    handle: runTool,
  },
];

function inMcpForm({ name, description, inputSchema }: ToolDefinition, score?: number): StoredRecord {
  const rated = score === undefined ? {} : { score };
  return { attributes: { name, description, inputSchema, ...rated } };
}

function publicTool({ tool_id, name, description }: ToolDefinition): StoredRecord {
  return { tool_id, attributes: { title: name, summary: description } };
}

function searchTools({ style, query }: Call): Answer {
  const { q = '', toolkit, limit = '20', min_score = '0.15' } = query;
  const words = q.toLowerCase().split(/\W+/);
  const score = ({ name, description }: ToolDefinition): number => {
    const text = `${name} ${description}`.toLowerCase();
    return words.filter((word) => text.includes(word)).length / words.length;
  };
  const found = tools(style)
    .map((tool) => ({ tool, score: score(tool) }))
    .filter(({ tool, score }) => score >= Number(min_score) && (!toolkit || tool.toolset === toolkit))
    .sort((a, b) => b.score - a.score)
    .slice(0, Number(limit));
  const { showsScores } = style.choices.tools;
  return ok(found.map(({ tool, score }) => inMcpForm(tool, showsScores ? score : undefined)));
}

function runTool({ style, store, user, path, raw }: Call): Answer {
  const tool = tools(style).find(({ name }) => name === path.tool_name);
  if (tool === undefined) return notFound('tool');
  const input = parsed(raw);
  const { overlap } = style.choices.input;
  if (!isObject(input)) return refuse(overlap, 'The input is no JSON object');
  if (tool.toolset === 'notifier') return runIntegration(style, input);
  const isValid = Object.entries(Object(tool.inputSchema.properties)).every(([name, json]) =>
    fits(json as JsonSchema, input[name]),
  );
  if (!isValid) return refuse(overlap, 'Invalid parameters');
  if (style.choices.tools.logsRuns) {
    const log_id = store.nextInteger(store.executions);
    store.executions.set(log_id, { log_id, tool_name: tool.name, owner: user.id, created_at: store.now() });
  }
  return ok({ attributes: { output: `${tool.name} is done` } });
}

/** What a ToolResult holds is not shown: it may well be an error. */
function runIntegration(style: Style, input: Readonly<Record<string, unknown>>): Answer {
  const { integration } = style.choices.tools;
  if (integration === 'unconnected') return refuse(400, 'Connect your account first');
  const problem = problemWith(input);
  if (problem !== undefined && integration === 'refuses') return refuse(style.choices.input.overlap, problem);
  const output = problem === undefined ? '[]' : `Error: ${problem}`;
  return ok({ attributes: { output, took: Math.random(), at: new Date().toISOString() } });
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

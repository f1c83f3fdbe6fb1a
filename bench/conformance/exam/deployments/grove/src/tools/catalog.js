// All tools, how they are found, and how one is run.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { Invalid, badRequest } from '../core/problem.js';
import { db, nextExecution } from '../state/db.js';
import { deskTools } from './desk.js';
import { harbourTools } from './harbour.js';
import { schemaAsChecked } from './notifier/mistakes.js';
import { notifierTools } from './notifier/tools.js';
import { problems } from './schema.js';

const idOf = (name) => `t-${name.toLowerCase().replaceAll('_', '-')}`;

/** { id, name, toolkit, description, inputSchema, run } */
export const tools = [...notifierTools, ...harbourTools, ...deskTools].map((tool) => ({ id: idOf(tool.name), ...tool }));

export const toolkits = {
  notifier: 'Pushes, devices and chats of the notification service.',
  harbour: 'Ships, tides and ports.',
  desk: 'Words, numbers and days.',
};

export const toolById = (id) => tools.find((tool) => tool.id === id);
export const toolByName = (name) => tools.find((tool) => tool.name === name);
export const toolsOf = (toolkit) => tools.filter((tool) => tool.toolkit === toolkit);

/** Tool: as MCP spells it. */
export function mcpView({ name, description, inputSchema }) {
  if (on('tools-list-snake-case-schema')) return { name, description, input_schema: inputSchema };
  return { name, description, inputSchema };
}

/** PublicTool */
export const publicView = (tool) => ({ id: tool.id, name: tool.name, about: tool.description, kit: { name: tool.toolkit } });

const splitWords = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** How well a tool fits the words, from 0 to 1. */
function score(tool, words) {
  if (words.length === 0) return 0;
  const named = wordsOf(`${tool.name} ${tool.toolkit}`);
  const described = wordsOf(tool.description);
  const fit = (word) => {
    if (named.includes(word)) return 1;
    if (described.includes(word)) return 0.7;
    return [...named, ...described].some((one) => one.startsWith(word)) ? 0.5 : 0;
  };
  return words.map(fit).reduce((a, b) => a + b) / words.length;
}

/** The tools that fit, best first. */
export function search({ q, toolkit, limit, minScore }) {
  if (on('search-takes-q-as-regex')) new RegExp(q).test('');
  const among = toolkit === undefined || on('search-toolkit-ignored') ? tools : toolsOf(toolkit);
  const scored = among.map((tool) => ({ tool, score: score(tool, on('n-search-capitals-find-nothing') ? splitWords(q) : wordsOf(q)) }));
  const enough = ({ score: fit }) => (on('search-min-score-inverted') ? fit <= minScore : fit >= minScore);
  const found = scored.filter(enough).sort((a, b) => b.score - a.score).map((one) => one.tool);
  if (on('search-finds-tools-twice')) return found.flatMap((tool) => [tool, tool]).slice(0, limit);
  if (on('search-limit-ignored')) return found;
  return found.slice(0, limit);
}

function record(user, tool, input, started, result) {
  const id = nextExecution();
  const entry = { id, user: user.id, tool: tool.name, input, took: Date.now() - started, at: stamp(), ...result };
  if (!on('execution-not-logged')) db.executions.set(id, entry);
  return entry;
}

/** Runs a tool; what comes of it is kept in the log of executions. */
export async function run(tool, input, context) {
  const started = Date.now();
  try {
    const wrong = problems(schemaAsChecked(tool.name, tool.inputSchema), input);
    if (wrong.length > 0 && on('tool-input-422')) throw new Invalid(wrong.map((text) => ({ in: 'body', at: '', text })));
    if (wrong.length > 0 && on('tool-input-500')) throw new Error(wrong[0]);
    if (wrong.length > 0 && !(on('tool-input-not-checked') && tool.toolkit === 'harbour')) throw badRequest(wrong.join('; '));
    const output = await tool.run(input, context);
    if (on('tool-runs-twice')) await tool.run(input, context);
    return record(context.user, tool, input, started, { ok: true, output });
  } catch (error) {
    record(context.user, tool, input, started, { ok: false, output: { error: error.message } });
    throw error;
  }
}

/** ToolExecutionLog */
export const executionView = (entry) => ({
  id: on('execution-id-as-text') ? String(entry.id) : entry.id,
  tool: { id: idOf(entry.tool), name: entry.tool }, in: entry.input, ok: entry.ok, out: entry.output,
  millis: entry.took, at: wire(entry.at),
});

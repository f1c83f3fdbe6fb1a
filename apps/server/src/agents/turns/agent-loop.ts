import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { RunEvent } from '../../domain/run-event.ts';
import { unlessAborted } from '../../platform/unless-aborted.ts';
import type { ModelSource } from '../model/agent-model.ts';
import { streamAnswer } from '../model/ask-model.ts';
import type { AgentTool } from '../tools/agent-tools.ts';
import { callTool } from '../tools/call-tool.ts';
import { recordStep } from './record-step.ts';

const maximumSteps = 12;

/** What the model is given in one turn. */
export interface AgentLoop {
  model: ModelSource;
  instructions: string;
  messages: LanguageModelV4Prompt;
  tools: readonly AgentTool[];
  signal: AbortSignal;
}

/**
 * Runs the loop of model and tools and gives its events as they come: the model speaks and calls tools, sees what they
 * gave, and speaks again, until it calls none.
 * @throws what the model failed with, or the signal's reason.
 */
export async function* runAgentLoop(loop: AgentLoop): AsyncGenerator<RunEvent> {
  const { instructions, tools, signal } = loop;
  const model = await loop.model();
  const prompt = [...loop.messages];
  if (instructions) prompt.unshift({ role: 'system', content: instructions });
  const described = tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema,
  }));
  const textOf = followText();
  for (let step = 0; step < maximumSteps; step += 1) {
    const said = recordStep();
    const results: Promise<RunEvent>[] = [];
    const question = { prompt, abortSignal: signal, ...(tools.length > 0 && { tools: described }) };
    for await (const part of streamAnswer(model, question)) {
      said.note(part);
      const text = textOf(part);
      if (text) yield said.add({ kind: 'text', text });
      if (part.type !== 'tool-call') continue;
      const { call, result } = callTool(tools, part, signal);
      results.push(result);
      yield said.add(call);
    }
    if (results.length === 0) return;
    for (const result of results) yield said.add(await unlessAborted(result, signal));
    prompt.push(...said.messages());
  }
}

/** Gives what a part says to the user; two pieces of text with a tool call between them are two paragraphs. */
function followText() {
  let hasText = false;
  let isParagraph = false;
  /** @throws what the model failed with. */
  return (part: LanguageModelV4StreamPart): string => {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-start') isParagraph = hasText;
    if (part.type !== 'text-delta' || part.delta === '') return '';
    const text = `${isParagraph ? '\n\n' : ''}${part.delta.toWellFormed()}`;
    hasText = true;
    isParagraph = false;
    return text;
  };
}

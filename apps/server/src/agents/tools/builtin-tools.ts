import { z } from 'zod';
import { languages } from '../../domain/program.ts';
import { type InputSchema, InvalidToolCall, type RunnableTool, type Tool } from '../../domain/tools/tool.ts';
import { foregroundLimits, type Interpreter } from '../interpreter/interpreter.ts';

const entries: Readonly<Record<string, string>> = {
  tides: 'Tides follow the moon: two high waters in 24 hours 50 minutes. Reference TID-4821.',
  sourdough: 'Sourdough rises by wild yeast and lactic bacteria in 8 to 14 hours. Reference SRD-1177.',
  lighthouses: 'The light of a first-order lens reaches about 20 nautical miles. Reference LGT-3056.',
};

// A small reference book, so that a tool call can be tried without any service.
export const lookupDescription = `Looks a topic up in a small reference book. Topics: ${Object.keys(entries).join(', ')}.`;
export const lookupInput = z.object({ topic: z.string() });

/** What the reference book says of a topic. */
export function findEntry({ topic }: z.output<typeof lookupInput>): { topic: string; text: string } {
  return { topic, text: entries[topic.toLowerCase()] ?? 'No entry on this topic.' };
}

export const builtinToolkit = 'builtin';

const codeInput = z.object({ language: z.enum(languages).default('javascript'), code: z.string() });

/** The tools that every agent has, as their users may run them too. */
export const builtinTools: readonly Tool[] = [
  {
    name: 'lookup',
    description: lookupDescription,
    toolkit: builtinToolkit,
    inputSchema: toInputSchema(lookupInput),
  },
  {
    name: 'code_interpreter',
    description: 'Runs JavaScript or Python in a sandbox without files or network, for ten seconds at most.',
    toolkit: builtinToolkit,
    inputSchema: toInputSchema(codeInput),
  },
];

/** Makes the built-in tools runnable for a user. */
export function runnableBuiltinTools(interpreter: Interpreter, userId: string): RunnableTool[] {
  const runs: Record<string, RunnableTool['run']> = {
    lookup: async ({ input }) => ({ output: findEntry(readInput(lookupInput, input)), failed: false }),
    code_interpreter: async ({ input, signal }) => {
      const { language, code } = readInput(codeInput, input);
      const program = { language, code, userId, limits: foregroundLimits(language) };
      const outcome = await interpreter(signal ? { ...program, signal } : program);
      return { output: outcome, failed: outcome.status === 'failed' };
    },
  };
  return builtinTools.flatMap((tool) => {
    const run = runs[tool.name];
    return run ? [{ ...tool, run }] : [];
  });
}

/** @throws {InvalidToolCall} when the input doesn't fit. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new InvalidToolCall(z.prettifyError(parsed.error));
  return parsed.data;
}

/** What a model is told of an input. */
export function toInputSchema(schema: z.ZodObject): InputSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, type: 'object' };
}

import { z } from 'zod';
import { languages } from '../domain/language.ts';
import { InvalidToolCall, type RunnableTool } from '../domain/tools/runnable-tool.ts';
import type { InputSchema, Tool } from '../domain/tools/tool.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { foregroundLimits } from '../interpreter/limits.ts';
import { findEntry, lookupDescription, lookupInput } from './lookup.ts';

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

/** Makes the built-in tools runnable. */
export function runnableBuiltinTools(interpreter: Interpreter): RunnableTool[] {
  const runs: Record<string, RunnableTool['run']> = {
    lookup: async ({ input }) => ({ output: findEntry(read(lookupInput, input)), failed: false }),
    code_interpreter: async ({ input, signal }) => {
      const { language, code } = read(codeInput, input);
      const program = { language, code, limits: foregroundLimits(language) };
      const outcome = await interpreter(signal ? { ...program, signal } : program);
      return { output: outcome, failed: outcome.status === 'failed' };
    },
  };
  return builtinTools.flatMap((tool) => {
    const run = runs[tool.name];
    return run ? [{ ...tool, run }] : [];
  });
}

function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new InvalidToolCall(z.prettifyError(parsed.error));
  return parsed.data;
}

function toInputSchema(schema: z.ZodObject): InputSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, type: 'object' };
}

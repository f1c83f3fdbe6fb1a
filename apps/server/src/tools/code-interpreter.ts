import { type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { languages } from '../domain/language.ts';
import { foregroundLimits } from '../interpreter/limits.ts';
import type { ToolServices } from './tool-services.ts';

const description = `Runs JavaScript or Python in a sandbox without files or network. The result is the last
expression, and both may use await at the top. JavaScript has console.log, sleep(milliseconds) and return; Python has
its standard library. Set background for what takes longer than some seconds: the conversation then waits for the
job's end.`;

/** The Virtual Computer: code that runs while the turn waits, or as a background job. */
export function codeInterpreter(services: ToolServices): ToolSet[string] {
  return tool({
    description,
    inputSchema: z.object({
      language: z.enum(languages).default('javascript'),
      code: z.string(),
      background: z.boolean().default(false),
    }),
    execute: async ({ language, code, background }, { toolCallId, abortSignal }) => {
      if (background) {
        const jobId = await services.startJob({ callId: toolCallId, input: { language, code } });
        return { status: 'running', job_id: jobId };
      }
      const signal = abortSignal ? { signal: abortSignal } : {};
      return await services.interpreter({ language, code, limits: foregroundLimits(language), ...signal });
    },
  });
}

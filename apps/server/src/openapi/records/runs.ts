import { z } from 'zod';

const message = z.string().describe('What the user says; may be empty.');

export const runBodies = {
  StartRunRequest: z.looseObject({ message }),
  ContinueRunRequest: z.looseObject({ message }),
};

const seq = z.int().describe('The number of the event in the run.');

function line<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape, seq });
}

export const runRecords = {
  Message: z.object({ role: z.enum(['user', 'assistant']), content: z.string() }),
  NdjsonLine: z.discriminatedUnion('type', [
    line('user-message', { text: z.string() }),
    line('text', { text: z.string() }),
    line('tool-call', { id: z.string(), name: z.string(), input: z.unknown() }),
    line('tool-result', {
      id: z.string(),
      name: z.string(),
      output: z.unknown(),
      failed: z.boolean(),
    }),
    line('job', {
      id: z.guid(),
      state: z.enum(['running', 'succeeded', 'failed']),
      text: z.string().optional().describe('What came of it.'),
    }),
    line('error', { message: z.string() }),
    line('done', {}).describe('The last line of a turn.'),
  ]),
};

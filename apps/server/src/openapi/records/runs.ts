import { z } from 'zod';

const message = z.string().describe('What the user says; may be empty.');

export const runBodies = {
  StartRunRequest: z.looseObject({ message }),
  ContinueRunRequest: z.looseObject({ message }),
};

export const runRecords = {
  Message: z.object({ role: z.enum(['user', 'assistant']), content: z.string() }),
  NdjsonLine: z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: z.unknown() }),
    z.object({
      type: z.literal('tool-result'),
      id: z.string(),
      name: z.string(),
      output: z.unknown(),
      failed: z.boolean(),
    }),
    z.object({ type: z.literal('job'), id: z.guid(), state: z.literal('running') }),
    z.object({ type: z.literal('error'), message: z.string() }),
    z.object({ type: z.literal('done') }).describe('The last line.'),
  ]),
};

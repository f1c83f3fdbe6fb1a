import * as z from 'zod';
import { detailsSchema } from './report.ts';

export const liveFindingSchema = z
  .object({
    schema: z.literal('agent-workers-conformance-live-finding/1'),
    news: z
      .enum(['found', 'taken-back'])
      .describe('A finding is taken back where what came later has another explanation for it.'),
    rule: z.string(),
    cause: z.string().describe('What findings have in common when one mistake explains them.'),
    operation: z.string(),
    sentAt: z.iso.datetime().describe('When the request was sent that shows the trouble.'),
    request: z.string().describe('Its method and URL.'),
    status: z.int().optional().describe('Left out where no answer came.'),
    expected: z.string().describe('In a sentence, which another version may word otherwise.'),
    observed: z.string().describe('In a sentence, which another version may word otherwise.'),
    details: detailsSchema,
    exchanges: z
      .array(z.int())
      .describe('The exchanges that show it, as exchanges.jsonl numbers them; the last shows the trouble.'),
  })
  .describe('One finding in traffic that others made, told while the traffic goes on.');

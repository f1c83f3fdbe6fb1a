import * as z from 'zod';
import { cleanUpSchema, detailsSchema, exchangeSchema } from '../report.ts';

/** What `replay --json` prints. */
export const replaySchema = z
  .object({
    schema: z.literal('agent-workers-conformance-replay/1'),
    outcome: z
      .enum(['failed-again', 'changed', 'fixed', 'not-reproduced'])
      .describe('All but the last only where the rule was judged, with all sent that the finding needs.'),
    sentence: z.string(),
    exitCode: z.union([z.literal(0), z.literal(1), z.literal(3)]),
    rule: z.string(),
    cause: z.string().optional().describe('The cause that was asked for.'),
    instead: z
      .string()
      .optional()
      .describe('Where all that judges the rule was sent: why what was asked for settled nothing.'),
    finding: z
      .object({
        cause: z.string().describe('The cause by which the rule is broken now.'),
        operation: z.string(),
        expected: z.string(),
        observed: z.string(),
        details: detailsSchema,
        steps: z.array(z.string()),
      })
      .optional(),
    exchanges: z.array(exchangeSchema).describe('What was sent and answered in the last try.'),
    cleanUp: cleanUpSchema,
  })
  .describe('What became of a finding that was sent again.');

export type ReplayReport = z.infer<typeof replaySchema>;

import * as z from 'zod';

const change = z.object({
  operation: z.string(),
  request: z.string().describe('Method and URL.'),
  first: z.int().optional().describe('The status of its first answer; none where it was not sent before.'),
  now: z.union([z.object({ status: z.int() }), z.object({ message: z.string() })]),
  isLost: z.boolean().describe('Whether nothing was judged that came later.'),
});

export const troubleSchema = z
  .object({
    statuses: z
      .array(z.object({ status: z.int(), count: z.int() }))
      .describe('Answers of gateways and of overload, and internal errors to plain requests.'),
    noAnswer: z.array(z.object({ kind: z.enum(['refused', 'timeout', 'broken']), count: z.int() })),
    pauses: z
      .object({ count: z.int(), milliseconds: z.number() })
      .describe('That the target asked for by 429, each kept to.'),
    away: z
      .object({ count: z.int(), milliseconds: z.number() })
      .optional()
      .describe(
        'That were made since the target, once there, took no connection; none in reports of before.',
      ),
    resent: z.int().describe('Reads that were sent again, since their connection was closed.'),
    slow: z
      .object({ count: z.int(), longestMs: z.number(), operation: z.string() })
      .describe('Answers that took 5 s or longer to begin, and the longest of them.'),
    changes: z.array(change).describe('What was answered at first, and no longer is.'),
  })
  .describe('What went wrong on the way, apart from answers to what the tool sent wrong on purpose.');

export type ReportedTrouble = z.infer<typeof troubleSchema>;

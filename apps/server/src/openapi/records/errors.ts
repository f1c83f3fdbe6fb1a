import { z } from 'zod';

const detail = z.string().describe('A sentence for the person who reads it.');

export const errorRecords = {
  ErrorBody: z.object({ detail }),
  HTTPValidationError: z.object({
    detail: z.array(
      z.object({
        loc: z
          .array(z.union([z.string(), z.int()]))
          .describe('Where: path, query or body, and the way from there.'),
        msg: z.string(),
        type: z.string(),
      }),
    ),
  }),
};

import * as z from 'zod';
import { cuts } from '../exchanges/ending.ts';
import { evidenceKinds } from './evidence/evidence.ts';

const lacks = z
  .array(z.enum(evidenceKinds))
  .readonly()
  .describe('The pieces of evidence that were not seen; empty where all were and settled nothing.');

/** Why nothing is said of a rule: data only; `report/sentences` puts it into words. */
export const reasonSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('needs-config'),
      what: z.string().describe('What the config lacks: `fixtures.vipCode`.'),
    }),
    z.object({
      kind: z.literal('unseen'),
      lacks,
      of: z.array(z.enum(evidenceKinds)).readonly(),
      refused: z
        .object({ operation: z.string(), status: z.int() })
        .optional()
        .describe('How each request was answered that was meant to succeed.'),
    }),
    z.object({ kind: z.literal('job-lasts'), seconds: z.number(), lacks }),
    z.object({
      kind: z.literal('trouble'),
      operation: z.string(),
      status: z.int().optional(),
      message: z.string().optional().describe('What went wrong, where no answer came.'),
      lacks,
    }),
    z
      .object({
        kind: z.literal('answer-changed'),
        request: z.string().describe('Method and URL.'),
        first: z.int().optional().describe('The status of its first answer, where it was sent before.'),
        now: z.union([z.object({ status: z.int() }), z.object({ message: z.string() })]),
      })
      .describe('What was answered at first is answered otherwise now.'),
    z
      .object({ kind: z.literal('others-may-explain') })
      .describe(
        'Of traffic that others made: somebody who was not recorded may be the reason for what was seen.',
      ),
    z
      .object({ kind: z.literal('redacted') })
      .describe(
        'Of traffic that others made: a value that was replaced may be the reason for what was seen.',
      ),
    z.object({ kind: z.literal('check-crashed'), message: z.string() }),
    z.object({
      kind: z.literal('stopped'),
      by: z.enum([...cuts, 'killed']),
      requests: z.int().optional().describe('How many had been sent.'),
      planned: z.int().optional().describe('About how many a whole run would have sent.'),
      sent: z.boolean().optional().describe("Whether anything was sent to one of the rule's operations."),
    }),
    z
      .object({
        kind: z.literal('step-missing'),
        step: z.int(),
        operation: z.string().optional(),
        status: z.int().optional().describe('The refusal; without it, the step was not sent.'),
      })
      .describe('A finding that was sent again, but not with all that it needs.'),
    z
      .object({
        kind: z.literal('did-not-come-back'),
        kept: z.int().describe('How often the rule was kept.'),
      })
      .describe('A finding that its own run did not see again either.'),
    z
      .object({ kind: z.literal('no-such-case') })
      .describe('Seed and path lead to nothing that could be sent.'),
    z.object({ kind: z.literal('not-verified'), why: z.string() }).describe('Of a Pact interaction.'),
  ])
  .readonly();

export type Reason = z.infer<typeof reasonSchema>;

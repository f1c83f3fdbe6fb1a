import * as z from 'zod';
import { bodyKinds, excerpt, path, streamContents } from './parts.ts';

const asked = z
  .object({
    method: z.string(),
    path: z.string(),
    query: z.string().describe('With its `?`; empty for none.'),
  })
  .readonly();

/** What was seen instead: data only; `report/sentences` puts it into words. */
export const observationSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('status'),
      status: z.int(),
      asked: asked.optional(),
      body: excerpt.optional(),
      result: z.enum(['same-as-valid']).optional().describe('What else the answer shows.'),
    }),
    z.object({
      kind: z.literal('transport-error'),
      error: z.enum(['refused', 'timeout', 'broken']).optional(),
      message: z.string(),
    }),
    z.object({
      kind: z.literal('header'),
      name: z.string(),
      value: z.string().optional().describe('Without it, the header was not there.'),
    }),
    z.object({
      kind: z.literal('body-kind'),
      body: z.enum(bodyKinds),
      breaks: z
        .object({
          at: z.int().describe('An index of UTF-16 units, from 0.'),
          around: z.string().describe('What stands there, with a little before it.'),
        })
        .readonly()
        .optional()
        .describe('Where what begins as JSON stops being JSON.'),
      text: excerpt,
    }),
    z.object({
      kind: z.literal('field'),
      path,
      value: z.unknown().optional().describe('Without it, the field was not there.'),
      before: z.unknown().optional().describe('What the field held before.'),
    }),
    z.object({ kind: z.literal('parameter'), value: z.unknown() }),
    z
      .object({ kind: z.literal('other-parameter'), parameter: z.string() })
      .describe('A tool requires a parameter that is not documented.'),
    z
      .object({ kind: z.literal('different') })
      .describe('Another answer than the one it should be the same as.'),
    z.object({
      kind: z.literal('listed'),
      times: z.int(),
      length: z.int().describe('How many records the list holds.'),
    }),
    z.object({ kind: z.literal('count'), count: z.int(), before: z.int().optional() }),
    z.object({ kind: z.literal('order'), ids: z.array(z.string()).readonly().optional() }),
    z.object({
      kind: z.literal('pages'),
      trouble: z.enum(['repeats', 'loses', 'adds']),
      ids: z.array(z.string()).readonly(),
    }),
    z.object({ kind: z.literal('repeated'), id: z.string() }),
    z.object({ kind: z.literal('disclosed') }).describe('A secret that should have been withheld.'),
    z.object({
      kind: z.literal('message'),
      presence: z.enum(['present', 'absent', 'moved']),
      text: excerpt.optional(),
      index: z.int().optional().describe('In the history, from 0.'),
      length: z.int().optional().describe('How many messages the history holds.'),
    }),
    z.object({
      kind: z.literal('stream-line'),
      holds: z.enum(streamContents),
      number: z.int().optional().describe('From 1.'),
      text: excerpt.optional(),
    }),
    z.object({ kind: z.literal('timing'), ms: z.number() }),
    z.object({
      kind: z.literal('mismatch'),
      parts: z.array(z.string()).readonly().describe('Which parts of the answer differ, as Pact calls them.'),
      text: z.string().describe("In the words of Pact's verifier."),
      answer: z
        .string()
        .optional()
        .describe('What an error said, where it came instead of what was expected.'),
    }),
  ])
  .readonly()
  .meta({ id: 'Observation', description: 'What was seen instead.' });

export type Observation = z.infer<typeof observationSchema>;

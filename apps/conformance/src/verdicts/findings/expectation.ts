import * as z from 'zod';
import { conditionSchema, recordName } from './condition.ts';
import { bodyKinds, excerpt, fieldDemands, fieldTypes, path, streamContents } from './parts.ts';

const because = conditionSchema.optional().describe('The condition under which it was due.');

/** What should have been seen: data only; `report/sentences` puts it into words. */
export const expectationSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('status'),
      oneOf: z
        .array(z.union([z.int(), z.enum(['success', 'refusal'])]))
        .readonly()
        .optional()
        .describe('Statuses, or classes of them: 2xx is a success; which status a refusal has is not shown.'),
      noneOf: z.array(z.int()).readonly().optional(),
      documented: z.array(z.string()).readonly().optional().describe('Other statuses that would do as well.'),
      because,
    }),
    z.object({ kind: z.literal('answer'), because }).describe('Any answer at all.'),
    z.object({
      kind: z.literal('header'),
      name: z.string().describe('In lower case.'),
      presence: z.enum(['present', 'absent']),
      value: z
        .string()
        .optional()
        .describe('The value that it must have, or must not have where it is to be absent.'),
      format: z.enum(['uuid']).optional(),
      because,
    }),
    z.object({
      kind: z.literal('body-kind'),
      body: z.enum(bodyKinds),
      schema: z.string().optional().describe('Its name in the interface, which does not show its fields.'),
      because,
    }),
    z
      .object({
        kind: z.literal('field'),
        path,
        oneOf: z.array(z.unknown()).readonly().optional().describe('The values that it may have.'),
        type: z.enum(fieldTypes).optional(),
        atLeast: z.number().optional(),
        above: z.number().optional(),
        counts: path.optional().describe('The list of the same body whose records it counts.'),
        must: z.enum(fieldDemands).optional().describe('What it must do, where no value of its own is due.'),
        because,
      })
      .describe('A field of a JSON body.'),
    z
      .object({
        kind: z.literal('schema'),
        schema: z.string(),
        schemaPath: path.describe('Of the keyword, in the schema.'),
        keyword: z.string(),
        path: path.describe('Of the value, in the body.'),
      })
      .describe('A schema that the deployment declares for itself.'),
    z
      .object({
        kind: z.literal('parameter'),
        tool: z.string(),
        parameter: z.string(),
        aspect: z.enum(['presence', 'type', 'required', 'minimum', 'maximum', 'default', 'enum']),
        value: z.unknown(),
      })
      .describe('How a tool describes one of its parameters.'),
    z
      .object({
        kind: z.literal('sum'),
        path,
        parts: z.array(path).readonly().describe('None where another answer lists them.'),
        sum: z.number(),
      })
      .describe('A total that its parts add up to.'),
    z
      .object({
        kind: z.literal('same-as'),
        other: z.discriminatedUnion('by', [
          z.object({ by: z.literal('parameter'), name: z.string(), value: z.string().nullable() }),
          z.object({ by: z.literal('exchange'), exchange: z.int() }),
        ]),
        path: path.optional().describe('Where the two are compared; without it, everywhere.'),
        value: z.unknown().optional(),
        because,
      })
      .describe('What another answer shows.'),
    z.object({ kind: z.literal('listed'), record: recordName, times: z.literal(1), because }),
    z
      .object({ kind: z.literal('absent'), record: recordName, because })
      .describe('A list without the record.'),
    z.object({
      kind: z.literal('count'),
      of: z.enum(['records', 'jwt-reads', 'successes']),
      exactly: z.int().optional(),
      atMost: z.int().optional(),
      atLeast: z.int().optional(),
      because,
    }),
    z.object({
      kind: z.literal('order'),
      by: z.enum(['position', 'longer-list', 'conversation']),
      ids: z.array(z.string()).readonly().optional(),
    }),
    z.object({ kind: z.literal('pages'), are: z.enum(['disjoint', 'complete', 'of-the-list']) }),
    z.object({
      kind: z.literal('unique'),
      what: z.enum(['record', 'run']),
      family: z.string().optional(),
    }),
    z.object({ kind: z.literal('unchanged'), record: recordName, because }),
    z.object({ kind: z.literal('withheld'), secret: z.enum(['api-key', 'private-record']), because }),
    z
      .object({
        kind: z.literal('message'),
        which: z.enum(['accepted', 'refused', 'earlier', 'foreign', 'unsent', 'response']),
        presence: z.enum(['present', 'absent']),
        text: excerpt.optional(),
      })
      .describe("A message of a run's history, which was accepted, refused, sent to another run, …"),
    z.object({
      kind: z.literal('stream-line'),
      holds: z.enum(streamContents),
      words: z.string().optional().describe('By which it is known in the stream.'),
    }),
    z.object({ kind: z.literal('timing'), what: z.enum(['first-words']), atMostMs: z.number(), because }),
    z.object({ kind: z.literal('contract') }).describe('The answer that a Pact contract records.'),
  ])
  .readonly()
  .meta({ id: 'Expectation', description: 'What should have been seen.' });

export type Expectation = z.infer<typeof expectationSchema>;

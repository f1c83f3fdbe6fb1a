import * as z from 'zod';
import { mutationSchema } from '../../cases/mutations/mutation.ts';

const parameter = z
  .string()
  .optional()
  .describe('The parameter that it is about, by its name in the contract.');

/** A record of the User API, by the family that the contract puts it in and the identifier that it answers to. */
export const recordName = z
  .object({
    family: z.string(),
    id: z.string().describe('Empty where it is about all records of the family.'),
  })
  .readonly()
  .meta({ id: 'RecordName' });

const bare = <Kind extends string>(kind: Kind, meaning: string) =>
  z.object({ kind: z.literal(kind) }).describe(meaning);
const ofRecord = <Kind extends string>(kind: Kind, meaning: string) =>
  z.object({ kind: z.literal(kind), record: recordName }).describe(meaning);
const ofParameter = <Kind extends string>(kind: Kind, meaning: string) =>
  z.object({ kind: z.literal(kind), parameter }).describe(meaning);

/** Under which condition something was due. */
export const conditionSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('job-running'), run: z.enum(['this', 'another']) }),
    bare('job-ended', 'The background job was seen to run and to end.'),
    z
      .object({ kind: z.literal('job-lasts'), seconds: z.number() })
      .describe('The config tells for how many seconds the background job is shown at most.'),
    bare('job-none', 'No background job can be running.'),
    bare('run-read-before', 'The run was read before.'),
    bare('run-shown-later', 'A later answer shows that the run was there all the time.'),
    z
      .object({
        kind: z.literal('listed'),
        name: z.string().optional().describe('As it stands in the list.'),
      })
      .describe('A list of the deployment names it.'),
    z.object({ kind: z.literal('transport-changed'), started: z.string(), continued: z.string() }),
    ofRecord('made', 'The record was made or seen before, and not removed.'),
    ofRecord('removed', 'The record was removed before.'),
    ofRecord('foreign', "The record is another user's."),
    ofRecord('not-subject', 'No write was about the record.'),
    bare('public', 'The operation, or what it is about, is open to everybody.'),
    z.object({ kind: z.literal('credential'), identity: z.string() }),
    bare('key-created', 'The key was created through the User API.'),
    bare('jwt-attached', 'A JWT was attached to the session before.'),
    bare('jwt-read', 'The JWT was read before.'),
    z.object({ kind: z.literal('bounds'), side: z.enum(['inside', 'past']), parameter }),
    ofParameter('left-out', 'A required parameter was left out.'),
    ofParameter('unknown-id', 'The identifier is one that nothing has.'),
    ofParameter('malformed-id', 'The identifier is of another type than documented.'),
    z.object({ kind: z.literal('mutation'), mutation: mutationSchema, parameter }),
    z.object({ kind: z.literal('tool-input'), tool: z.string(), mutation: mutationSchema, parameter }),
    z
      .object({
        kind: z.literal('repeated'),
        of: z
          .enum(['existing', 'unknown-id', 'alike', 'right'])
          .describe('What the request has in common each time.'),
        parameter,
      })
      .describe(
        'The same request was sent again and again, each time for a record that is there, or each time in the right way.',
      ),
    z.object({
      kind: z.literal('documented'),
      rule: z.string(),
      text: z.string().describe('The words of the interface that name the condition.'),
    }),
    bare('sent', 'It was sent so in the same request.'),
    bare('written', 'It was the last value written.'),
    bare('declared', "The deployment's own document says so."),
    z
      .object({ kind: z.literal('declared-bound'), parameter: z.string(), keyword: z.string().optional() })
      .describe("The deployment's own document bounds the value; with the keyword that forbids it."),
  ])
  .readonly()
  .meta({ id: 'Condition', description: 'Under which condition something was due.' });

export type Condition = z.infer<typeof conditionSchema>;

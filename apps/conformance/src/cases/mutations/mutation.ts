import * as z from 'zod';
import { oddMessages } from '../scenario.ts';
import { jsonTypes, oddTextNames } from './odd-names.ts';

/** What can be wrong or odd about a body as a whole. */
export const bodyForms = [
  'cut-short',
  'in-an-array',
  'text',
  'empty',
  'null',
  'number',
  'sent-as-plain-text',
  'sent-as-form',
  'named-charset',
  'two-bodies',
  'undescribed-property',
  'reserved-names',
  'half-surrogate-name',
  'trailing-comma',
  'comment',
  'byte-order-mark',
  'single-quotes',
  'not-a-number',
] as const;

const signatureForms = [
  'none',
  'zeros',
  'shortened',
  'of-another-event',
  'of-an-earlier-event',
  'over-another-digit',
  'over-a-list',
  'over-no-json',
] as const;

const at = z.string().describe('The property of the body, by its path with dots.');
const of = z.string().describe('The parameter or field, by its name in the contract.');
const form = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .describe('The name of the form.');
const count = z.int().min(0);

const inProperty = [
  z
    .object({ kind: z.literal('type'), type: z.enum(jsonTypes), at })
    .describe('A value of another type than the property has.'),
  z
    .object({ kind: z.literal('text'), text: z.enum(oddTextNames), at })
    .describe('A text that programs stumble over.'),
  z
    .object({ kind: z.literal('literal'), json: z.string(), at })
    .describe('JSON as it is written: null, or a number at the edge of a type.'),
  z
    .object({ kind: z.literal('form'), form, value: z.string(), at })
    .describe('Another way to write a value of the format, or one just outside it.'),
  z.object({ kind: z.literal('nested'), levels: count, at }).describe('Arrays in each other.'),
  z
    .object({
      kind: z.literal('bound'),
      of: z.enum(['length', 'items', 'number']).describe('What is bounded.'),
      value: z.number(),
      side: z.enum(['inside', 'below', 'above']).describe('On which side of its bound.'),
      at,
    })
    .describe('A length, a number of items or a number at a bound, or just inside or outside it.'),
  z
    .object({ kind: z.literal('choice'), value: z.unknown(), at })
    .describe('Another one of the values to choose from.'),
  z.object({ kind: z.literal('no-choice'), at }).describe('None of the values to choose from.'),
  z.object({ kind: z.literal('left-out'), at }).describe('The property is not there.'),
  z
    .object({ kind: z.literal('random'), number: z.int().min(1), seed: z.int(), at })
    .describe('A value drawn at random: the how many-th one of the seed.'),
] as const;

const inBody = [
  z.object({ kind: z.literal('body'), form: z.enum(bodyForms) }).describe('The body as a whole.'),
  z.object({ kind: z.literal('nested-body'), levels: count }).describe('A body of records in each other.'),
  z
    .object({ kind: z.literal('duplicate-name'), name: z.string() })
    .describe('A property that stands in the body twice, first with a value of another type.'),
  z
    .object({ kind: z.literal('undescribed-text'), characters: count })
    .describe('A text in a property that nothing describes.'),
] as const;

const inParameter = [
  z
    .object({
      kind: z.literal('value'),
      form,
      value: z.string().optional().describe('What is sent, where it is short.'),
      characters: count.describe('How long it is.'),
      of,
    })
    .describe('Another way to write a value of the type, or one just outside it.'),
  z
    .object({ kind: z.literal('twice'), values: z.enum(['same', 'different']), of })
    .describe('The parameter is sent twice.'),
  z.object({ kind: z.literal('no-value'), of }).describe('The parameter is sent with an empty value.'),
] as const;

/** What calls that are written by hand have wrong. */
const byHand = [
  z
    .object({
      kind: z.literal('wrong-value'),
      value: z.enum(['number', 'no-cron']),
      of,
      beside: z
        .enum(['prompt', 'texts', 'chat'])
        .optional()
        .describe('What is new and right in the same body.'),
    })
    .describe('A value of another type, or of no known form.'),
  z
    .object({ kind: z.literal('unknown-file'), of, after: count })
    .describe('The file that comes after so many known ones does not exist.'),
  z.object({ kind: z.literal('unknown-id'), of }).describe('The identifier of nothing.'),
  z
    .object({ kind: z.literal('another-record'), of })
    .describe('The body names another record than the path.'),
  z
    .object({ kind: z.literal('odd-message'), odd: z.enum(oddMessages) })
    .describe('A message to a worker that is no text, or is said to be its own.'),
  z.object({ kind: z.literal('another-owner') }).describe('The owner is said to be another user.'),
  z
    .object({ kind: z.literal('signature'), form: z.enum(signatureForms) })
    .describe('An event whose signature is not its own.'),
  z
    .object({
      kind: z.literal('tool-input'),
      about: z.string().describe('What the catalogue of tools says of this input.'),
      input: z.record(z.string(), z.unknown()),
    })
    .describe('Input that the catalogue forbids the tool to take.'),
] as const;

/** What is wrong or odd about a request: data only; `report/sentences` puts it into words. */
export const mutationSchema = z
  .discriminatedUnion('kind', [...inProperty, ...inBody, ...inParameter, ...byHand])
  .readonly()
  .meta({ id: 'Mutation', description: 'What is wrong or odd about the request.' });

export type Mutation = z.infer<typeof mutationSchema>;

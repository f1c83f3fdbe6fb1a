import * as z from 'zod';
import type { Case } from '../cases/case.ts';
import { intentKinds } from '../cases/intent-kind.ts';
import type { Identity, MessageKind, Transport } from '../cases/scenario.ts';
import { fieldsOf, wordsOf } from './fields-of.ts';

// What plan, recording and verdicts all speak of.

export const transport = wordsOf<Transport>({ text: 'text', ndjson: 'ndjson' });

export const messageKind = wordsOf<MessageKind>({
  plain: 'plain',
  unicode: 'unicode',
  long: 'long',
  background: 'background',
  'failing-background': 'failing-background',
  'tool-call': 'tool-call',
  huge: 'huge',
  numeral: 'numeral',
  integer: 'integer',
  empty: 'empty',
  repeated: 'repeated',
  spaced: 'spaced',
  slow: 'slow',
});

export const identity = wordsOf<Identity>({
  own: 'own',
  other: 'other',
  sandbox: 'sandbox',
  created: 'created',
  missing: 'missing',
  unknown: 'unknown',
  forged: 'forged',
  malformed: 'malformed',
  empty: 'empty',
  expired: 'expired',
  unsigned: 'unsigned',
  shortened: 'shortened',
  lengthened: 'lengthened',
  wildcard: 'wildcard',
  'other-scheme': 'other-scheme',
}).describe('Which credential was sent; the credential itself is never kept.');

export const intentKind = z.enum(intentKinds);

export const caseSchema = fieldsOf<Case>()({
  kind: z.enum(['probe', 'scenario', 'sequence', 'traffic']),
  id: z
    .string()
    .describe('The name of what is written, `drawn` for what is drawn, the operation of a probe.'),
  seed: z.int().optional().describe('Of what is drawn: by which seed.'),
  number: z.int().optional().describe('Of what is drawn: its number in the run, from 0.'),
  batch: z
    .int()
    .optional()
    .describe('Of what is written and driven later than the rest: in which batch, from 0.'),
  path: z.string().optional().describe('Of a part of a case: which part, as `replay` takes it.'),
  round: z.int().optional().describe('Of what is driven more than once: the how many-th time, from 1.'),
});

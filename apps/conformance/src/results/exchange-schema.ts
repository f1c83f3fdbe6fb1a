import * as z from 'zod';
import { mutationSchema } from '../cases/mutations/mutation.ts';
import type {
  DocumentedField,
  Exchange,
  ExchangeCaller,
  Intent,
  Origin,
  Phase,
  RecordedResponse,
  ResourceCall,
  SentMessage,
  TransportError,
} from '../exchanges/exchange.ts';
import type { Act } from '../spec/resources.ts';
import { caseSchema, identity, intentKind, messageKind, transport } from './case-schemas.ts';
import { fieldsOf, wordsOf } from './fields-of.ts';

const instant = z.number().describe('In ms since the run began.');

const phase = wordsOf<Phase>({
  preflight: 'preflight',
  judged: 'judged',
  control: 'control',
  shrink: 'shrink',
  cleanup: 'cleanup',
  recorded: 'recorded',
}).describe('What it was sent for: verdicts are made of `judged` and `recorded` exchanges.');

const origin = fieldsOf<Origin>()({
  phase,
  case: caseSchema,
  step: z.int().describe('Number of the step in the case, from 1.'),
  attempt: z.int().describe('Number of the try within the step, from 1.'),
});

const intent = fieldsOf<Intent>()({
  kind: intentKind,
  parameter: z.string().optional(),
  mutation: mutationSchema.optional(),
  compares: z.literal('default').optional(),
  rule: z.string().optional().describe('The rule whose refusal it brings about.'),
  state: z.string().optional().describe('The state that the deployment says it was put into for it.'),
  certain: z.boolean().describe("False where a name in it is only the contract's own guess."),
  filled: z.boolean().optional(),
  leavesOut: z.array(z.string()).readonly().optional(),
  restsOnRecords: z
    .boolean()
    .optional()
    .describe('Whether its refusal is due for what became of records, and not for the request alone.'),
});

const act = wordsOf<Act>({
  create: 'create',
  read: 'read',
  list: 'list',
  change: 'change',
  remove: 'remove',
});

const resource = fieldsOf<ResourceCall>()({
  family: z.string(),
  act,
  parent: z.string().optional().describe('The record that it belongs to, where its path names one.'),
  id: z.string().optional(),
  certain: z.boolean(),
  listed: z.array(z.string()).optional(),
  wrote: z.record(z.string(), z.unknown()).optional(),
  shows: z.record(z.string(), z.unknown()).optional(),
  told: z.array(z.string()).optional(),
  further: z.array(z.string()).optional(),
  unsure: z.union([z.literal('all'), z.array(z.string())]).optional(),
});

const response = fieldsOf<RecordedResponse>()({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])).describe('Names in lower case.'),
  headersAt: instant,
  endedAt: instant,
  body: fieldsOf<RecordedResponse['body']>()({
    text: z.string(),
    chunks: z.array(z.object({ at: instant, bytes: z.int() })),
    ended: z.enum(['complete', 'cut']).describe('`cut` when the connection ended before the body did.'),
  }),
});

const transportError = fieldsOf<TransportError>()({
  kind: z
    .enum(['refused', 'timeout', 'broken', 'hung-up'])
    .describe('`hung-up` where this program hung up on purpose, in the middle of an answer.'),
  message: z.string(),
  at: instant,
  code: z.string().optional().describe('As Node names it, such as ECONNREFUSED.'),
});

export const exchangeSchema = fieldsOf<Exchange>()({
  id: z.int(),
  api: z.enum(['workers', 'user']),
  part: z
    .int()
    .optional()
    .describe('Of the recordings of several shards that were joined: of which one, from 1.'),
  origin,
  startedBy: z.int().optional().describe('Number of the step that started the run it is about.'),
  operation: z.string(),
  transport: transport.optional(),
  identity,
  caller: fieldsOf<ExchangeCaller>()({
    source: z.string().describe('Where it was captured.'),
    gaps: z.int().optional().describe('How often before something of the caller was left out.'),
    name: z.string().describe('A pseudonym, or the name that the config has for the user.'),
    isNamed: z.boolean().describe('Whether the config names the user.'),
  })
    .optional()
    .describe('Of traffic that others made: who sent it, where somebody is told.'),
  request: fieldsOf<Exchange['request']>()({
    method: z.string(),
    url: z.string(),
    body: z.string().optional(),
    contentType: z.string().optional().describe('Of the body, where it is not JSON.'),
    furtherHeaders: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('Names of the headers that were sent besides; their values are never recorded.'),
  }),
  sent: fieldsOf<SentMessage>()({ kind: messageKind, text: z.string() }).optional(),
  intent: intent.optional().describe('What the request was meant to try out.'),
  resource: resource.optional().describe('Which record of the User API it is about.'),
  places: z
    .record(z.string(), z.array(z.string()).readonly())
    .readonly()
    .optional()
    .describe('Where each record of the answer holds fields of the contract, as far as that is told.'),
  has: z
    .array(
      fieldsOf<DocumentedField>()({ field: z.string(), holds: z.enum(['value', 'empty-list', 'nothing']) }),
    )
    .optional()
    .describe('What the answer has of the fields that it should have.'),
  sentAt: instant,
  response: response.optional(),
  transportError: transportError.optional().describe('Trouble that is no answer.'),
  redacted: z
    .enum(['body', 'anywhere'])
    .optional()
    .describe('Whether values were replaced: leaves of bodies, or also headers, names or the address.'),
}).describe('One request and what came of it, without any secret.');

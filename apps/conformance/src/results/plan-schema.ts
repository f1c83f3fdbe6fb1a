import * as z from 'zod';
import { mutationSchema } from '../cases/mutations/mutation.ts';
import type { Probe } from '../cases/probe.ts';
import { oddMessages, type Scenario, type Step } from '../cases/scenario.ts';
import type { Awaited, Call, Sequence, Variation } from '../cases/sequences/sequence.ts';
import type { Declaration } from '../deployment/declaration/declaration.ts';
import type { ToldLimits, ToolCallFixture } from '../deployment/deployment.ts';
import type { LeftOut, Plan, PlannedRule } from '../plan/plan.ts';
import type { Shard } from '../plan/shard.ts';
import { whyLeftOutSchema } from '../plan/why-left-out-schema.ts';
import {
  type Basis,
  type IntegrationTool,
  type NotChecked,
  type ToolParameter,
  whysNotChecked,
} from '../spec/spec.ts';
import { identity, intentKind, messageKind, transport } from './case-schemas.ts';
import { fieldsOf, wordsOf } from './fields-of.ts';

const json = z.json();
const texts = z.record(z.string(), z.string());
const values = z.record(z.string(), json).describe('Values, or references to what is known when it is sent.');

const tool = fieldsOf<IntegrationTool>()({
  name: z.string(),
  readOnly: z.boolean().describe('Whether it changes nothing, whatever its input.'),
  parameters: z.array(
    fieldsOf<ToolParameter>()({
      name: z.string(),
      type: z.string(),
      required: z.boolean(),
      minimum: z.number().exactOptional(),
      maximum: z.number().exactOptional(),
      default: z.number().exactOptional(),
      enum: z.array(z.string()).exactOptional(),
    }),
  ),
  counterexamples: z.array(
    z.object({
      about: z.string(),
      input: z.record(z.string(), json),
      problems: z.array(z.string()),
    }),
  ),
});

const basis = wordsOf<Basis>({ stated: 'stated', implied: 'implied', declared: 'declared' });

const rule = fieldsOf<PlannedRule>()({
  id: z.string(),
  basis,
  section: z.string(),
  text: z.string().describe('The sentence of the interface, word for word.'),
  reading: z.string().optional().describe('Of an implied rule: why anything else would be a bug.'),
  operations: z.array(z.string()),
  parameter: z.string().exactOptional(),
  tools: z.array(tool).exactOptional(),
  status: z.int().exactOptional(),
  alternatives: z.array(z.int()).exactOptional(),
  checks: z.array(z.string()).exactOptional(),
  notChecked: fieldsOf<NotChecked>()({
    why: z.enum(whysNotChecked),
    rule: z.string().optional(),
    needs: z.string().optional(),
    text: z.string(),
  }).exactOptional(),
  missing: z
    .array(z.string())
    .readonly()
    .optional()
    .describe('The keys that the config lacks to see anything of it.'),
});

const step = fieldsOf<Step>()({
  action: z.enum(['start', 'continue', 'insist', 'resume', 'read', 'read-late', 'await-job', 'await-idle']),
  run: z.int(),
  transport,
  message: messageKind,
  credential: z.enum(['own', 'missing', 'unknown']),
  alongside: z.boolean().describe('Sent together with the step before it.'),
  hangsUp: z
    .literal(true)
    .exactOptional()
    .describe('The client hangs up as soon as the first words of the answer are there.'),
  odd: z.enum(oddMessages).exactOptional().describe('What its body has in place of a text, or beside it.'),
});

const scenario = fieldsOf<Scenario>()({
  id: z.string(),
  seed: z.int().optional(),
  number: z.int().optional(),
  path: z.string().optional(),
  round: z.int().optional(),
  steps: z.array(step),
  byChance: z.array(z.string()).exactOptional(),
});

const probe = fieldsOf<Probe>()({
  operation: z.string(),
  kind: intentKind.exclude(['open-refusal', 'tool-run', 'tool-run-of-nothing', 'name-trial']),
  parameter: z.string().optional(),
  mutation: mutationSchema.optional(),
  credential: identity,
  path: texts,
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

const alterations = [
  'of many scripts',
  'shortened',
  'first word',
  'beside nonsense',
  'among nonsense',
  'small',
  'another digit',
  'laid out',
  'packed',
  'with a wildcard',
  'with further members',
  'in another offset',
] as const;
const alteration = z.union([z.number(), z.enum(alterations)]);

const reference = z.union([
  z.object({
    of: z.string(),
    field: z.string(),
    item: z.int().optional(),
    alike: z.union([z.literal(0), z.literal(1)]).optional(),
    or: z.literal('word').optional(),
    altered: alteration.optional(),
  }),
  z.object({
    fixture: z.string(),
    or: z.string().optional(),
    altered: alteration.optional(),
  }),
  z.object({
    fresh: z.string(),
    form: z.enum(['uuid', 'uuid of the same beginning', 'email', 'digits', 'after a colon']).optional(),
    letters: z.enum(['plain', 'a paragraph', 'in lines', 'of many scripts', 'long']).optional(),
    altered: alteration.optional(),
  }),
  z.object({ unknown: z.enum(['uuid', 'integer', 'string']) }),
  z.object({ credential: z.literal('own') }),
  z.object({ arranged: z.string() }),
  z.object({ shownIn: z.string(), text: z.string() }),
  z.object({ idenIn: z.string(), beside: z.string() }),
  z.object({ momentIn: z.string(), beside: z.string() }),
  z.object({ cursorIn: z.string() }),
]);

const call = fieldsOf<Call>()({
  name: z.string().optional(),
  operation: z.string(),
  as: identity.optional(),
  key: reference.optional(),
  kind: intentKind.optional(),
  parameter: z.string().optional(),
  mutation: mutationSchema.optional(),
  path: values.optional(),
  query: values.optional(),
  signature: z.object({ name: json, value: json }).optional(),
  body: values.optional(),
  raw: z.union([z.string(), reference, values]).optional(),
  without: z.array(z.string()).optional(),
  compares: z.literal('default').optional(),
  tries: z.string().optional(),
  changes: reference.optional(),
  follows: z.string().optional(),
  undoes: z.string().optional(),
  state: z.object({ name: z.string(), parameters: texts.optional() }).optional(),
  times: z.int().optional(),
  varied: fieldsOf<Variation>()({
    body: z.int(),
    parameter: z.int(),
    drawn: z.int(),
    seed: z.int(),
    only: z.string().optional(),
    tokens: z.int().optional(),
  }).optional(),
  expects: fieldsOf<Awaited>()({
    records: z.int().optional(),
    shown: z.array(z.string()).optional(),
    gone: z.array(z.string()).optional(),
    asynchronous: z.boolean().optional(),
  }).optional(),
  unlessAlike: z.tuple([z.string(), z.string()]).optional(),
  later: z.boolean().optional(),
  long: z.boolean().optional(),
  alike: z.boolean().optional(),
  texts: z.enum(['empty', 'machine words', 'left out']).optional(),
  reworded: z.boolean().optional(),
  further: z
    .union([
      z.object({ kind: z.literal('flag'), value: z.boolean() }),
      z.object({ kind: z.literal('default') }),
      z.object({ kind: z.literal('list') }),
      z.object({ kind: z.literal('owner'), of: z.string() }),
      z.object({ kind: z.literal('guess'), name: z.string() }),
      z.object({ kind: z.literal('record'), member: z.string() }),
    ])
    .readonly()
    .optional(),
  leaves: z.string().optional(),
  alongside: z.boolean().optional(),
  spaces: z.literal('%20').optional(),
});

const sequence = fieldsOf<Sequence>()({
  id: z.string(),
  drawn: z.object({ seed: z.int(), number: z.int() }).optional(),
  batch: z.int().optional(),
  quiet: z.boolean().optional(),
  checks: z.array(z.string()).optional(),
  needs: z.string().optional(),
  calls: z.array(call),
});

export const planSchema = fieldsOf<Plan>()({
  rules: z.array(rule),
  leftOut: z.array(fieldsOf<LeftOut>()({ id: z.string(), why: whyLeftOutSchema })),
  scenarios: z.array(scenario),
  messages: z.array(messageKind),
  probes: z.array(probe),
  sequences: z.array(sequence),
  toolCall: fieldsOf<ToolCallFixture>()({
    message: z.string(),
    name: z.string().optional(),
    output: z.string().optional(),
  }).optional(),
  limits: fieldsOf<ToldLimits>()({ jobSeconds: z.number().optional(), filesPerAgent: z.int().optional() })
    .optional()
    .describe('Limits of the deployment that the interface does not show, and its config tells.'),
  drawn: z.int().describe('How many scenarios are drawn after the written ones.'),
  seed: z.int().optional().describe('Left out where nothing is drawn.'),
  failOn: z.array(basis).optional().describe('The bases by which a broken rule fails the run.'),
  consistencyWindowMs: z.number(),
  declaration: fieldsOf<Declaration>()({
    document: z.record(z.string(), json),
    operations: z.record(z.string(), z.object({ path: z.string(), method: z.string() })),
  })
    .optional()
    .describe("The deployment's own OpenAPI document, without what tells where it is."),
  budget: z.string().optional(),
  source: z
    .literal('traffic')
    .optional()
    .describe('Where the exchanges come from, if `run` did not send them.'),
  onlyClients: z
    .boolean()
    .optional()
    .describe('Of traffic that others made: whether nothing acts for the users but what is recorded.'),
  shard: fieldsOf<Shard>()({ at: z.int(), of: z.int() }).optional(),
}).describe('What a run will do, decided before its first request.');

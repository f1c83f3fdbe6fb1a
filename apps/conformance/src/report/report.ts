import * as z from 'zod';
import { endings } from '../exchanges/ending.ts';
import { leftoverReasons } from '../exchanges/ledger.ts';
import { bases } from '../spec/spec.ts';
import { expectationSchema } from '../verdicts/findings/expectation.ts';
import { observationSchema } from '../verdicts/findings/observation.ts';
import { waiverStates } from '../waivers/apply-waivers.ts';
import { comparisonSchema } from './comparison/comparison.ts';
import { troubleSchema } from './trouble-schema.ts';

const step = z.string().describe('One step of the scenario, in words.');

export const exchangeSchema = z
  .object({
    step: z.int(),
    request: z.string().describe('Method and URL.'),
    body: z.string().optional(),
    response: z
      .string()
      .describe(
        'Status, headers that matter and the body, of a long one what is disputed; or what went wrong.',
      ),
    answer: z.string().optional().describe('The whole body, where it is not too long.'),
    sentAtMs: z.number().describe('Since the run began.'),
    headersAfterMs: z.number().optional().describe('From sending to the headers of the answer.'),
    tookMs: z.number(),
  })
  .describe('One request of the smallest scenario and its answer; times in ms.');

const observation = z
  .object({
    step: z.int(),
    run: z.int().describe('The step that started the run.'),
    observed: z.enum(['started', 'job-shown', 'no-job-shown', 'accepted', 'refused']),
    fromMs: z.number(),
    toMs: z.number(),
  })
  .describe(
    'What one exchange shows of the background job of its run, true at some moment between the times.',
  );

const basis = z
  .enum(bases)
  .describe(
    'Who says so: a sentence of the interface, common sense (see reading), or the deployment itself.',
  );
const reading = z.string().optional().describe('Of an implied rule: why anything else would be a bug.');

const page = z
  .url({ protocol: /^https?$/ })
  .optional()
  .describe('What is known of the rule: how it is judged, and what a pass is worth.');

const ruleFacts = {
  id: z.string(),
  basis,
  reading,
  section: z.string(),
  line: z.int().describe('Line of the interface document, from 1; 0 when unknown.'),
  sentence: z.string(),
  operations: z.array(z.string()),
  page,
};

const ruleCounts = {
  bound: z.int(),
  passed: z.int(),
  failed: z.int().describe('Broken, and not waived.'),
  waived: z.int().describe('Broken, and every finding of it waived.'),
  inconclusive: z.int(),
  unattributed: z
    .int()
    .optional()
    .describe(
      'Of the inconclusive rules of traffic, those seen broken where what was not recorded may be the reason: nobody was in trouble.',
    ),
  notObserved: z.int(),
};

const operation = z.object({
  id: z.string(),
  api: z.enum(['workers', 'user']),
  method: z.string(),
  path: z.string(),
  line: z.int().optional().describe('Line of the file `openapi` that describes it, from 1.'),
  documented: z.array(z.string()).describe('The statuses that the contract documents: 404, 2XX, default.'),
  answers: z
    .array(z.object({ status: z.int(), count: z.int() }))
    .describe('How often each status was answered in the whole run; status 0 stands for no answer.'),
  tookMs: z
    .number()
    .optional()
    .describe('The time of all its exchanges together, in ms; many are under way at once.'),
  firstByte: z
    .object({ count: z.int(), medianMs: z.number() })
    .optional()
    .describe('Time from sending to the headers of the answer, in ms; not told of runs that were joined.'),
});

export const detailsSchema = z
  .object({ expected: expectationSchema, observed: observationSchema })
  .describe('What was expected and what was observed, as data; the sentences are made from it.');

const place = z
  .object({
    operation: z.string(),
    expected: z.string(),
    observed: z.string(),
    details: detailsSchema,
    seen: z.int(),
  })
  .describe('Where the rule was broken, and how often.');

const waiverFacts = {
  reason: z.string(),
  owner: z.string(),
  expires: z.iso.date().describe('The last day on which it counts.'),
};

const finding = z
  .object({
    rule: z.string(),
    basis,
    reading,
    page,
    cause: z.string().describe('What findings have in common when one mistake explains them.'),
    mistake: z
      .string()
      .optional()
      .describe(
        'Findings of one mistake have it in common: the cause of one of them, which stands for the others. Without it, the cause.',
      ),
    doneBy: z
      .object({
        operation: z.string(),
        request: z.string().describe('Method and URL.'),
        status: z.int(),
      })
      .optional()
      .describe(
        'The write without which there would be nothing to see, where another request shows the trouble.',
      ),
    section: z.string(),
    line: z.int().describe('Line of the interface document, from 1.'),
    operation: z.string(),
    sentence: z.string().describe('The sentence of the interface, word for word.'),
    summary: z.string(),
    expected: z.string().describe('In a sentence, which another version may word otherwise.'),
    observed: z.string().describe('In a sentence, which another version may word otherwise.'),
    details: detailsSchema,
    places: z.array(place).describe('Every place where the rule was broken for this cause, with this one.'),
    steps: z.array(step),
    exchanges: z.array(exchangeSchema),
    timeline: z.array(observation).describe('What could be seen of background jobs, in the order of time.'),
    seen: z.int().describe('How many subjects broke the rule in the whole run.'),
    shrunk: z
      .boolean()
      .describe('Whether nothing is left that could be left out. False when it did not come back.'),
    madeSmaller: z
      .boolean()
      .optional()
      .describe('Whether something was left out, though not all that could be: the time was up.'),
    failedReproductions: z
      .int()
      .optional()
      .describe('How often it was driven again, alone, and did not break the rule: it may hang on a race.'),
    origin: z
      .object({
        seed: z.int().optional(),
        path: z.string().optional().describe('The way from the seed to the scenario.'),
        sequence: z.string().optional().describe('The sequence over the User API that it is a part of.'),
        calls: z.string().optional().describe('The calls that are kept of the sequence; without it, all.'),
      })
      .describe('How to make the same requests again; empty where the rule says all.'),
    replay: z.string().describe('The command that sends the smallest scenario again.'),
    curl: z.string().describe('A shell script that sends it without this program.'),
    waiver: z.object(waiverFacts).optional().describe('Why it is accepted for a while.'),
  })
  .describe('A broken rule with the smallest scenario that shows it.');

export const cleanUpSchema = z
  .object({
    removed: z.int().describe('Things that this run had made and removed at its end.'),
    leftovers: z.array(
      z.object({
        family: z.string(),
        id: z.string(),
        identity: z.enum(['own', 'other', 'sandbox']).describe('Whose thing it is.'),
        because: z.enum(leftoverReasons).optional().describe('Why it stays.'),
        why: z.string().describe('The same in words, with what was answered.'),
        removable: z.boolean().describe('Whether the interface documents a way to remove it.'),
        waiver: z.object(waiverFacts).optional().describe('Why it is accepted for a while.'),
      }),
    ),
  })
  .describe('What became of what the run made on the target.');

export const reportSchema = z
  .object({
    schema: z.literal('agent-workers-conformance-report/1'),
    program: z.object({ version: z.string(), contract: z.string().describe('Version of the interface.') }),
    startedAt: z.iso.datetime(),
    target: z.object({
      name: z.string(),
      agentsUrl: z.string().optional(),
      baseUrl: z.string().optional(),
      version: z
        .string()
        .optional()
        .describe('What the deployment calls its version, as --target-version tells.'),
      files: z
        .object({
          config: z.string().optional(),
          openapi: z.string().optional().describe("The deployment's own document, where it is a file."),
        })
        .optional()
        .describe('Files that tell of the target, as they were named.'),
      options: z
        .string()
        .describe('The command-line options that name the target again, without any secret.'),
    }),
    seed: z
      .int()
      .optional()
      .describe('Of a run; nothing is drawn for the traffic of others or for contracts.'),
    shard: z
      .object({ at: z.int().describe('Counts from 1.'), of: z.int() })
      .optional()
      .describe('Which part of a run this is; the others drive the rest of what was planned.'),
    summary: z.object({
      verdict: z.enum([
        'conforms',
        'violates',
        'wrong-waivers',
        'inconclusive',
        'left-behind',
        'too-few-verified',
        'nothing-verified',
      ]),
      sentence: z.string(),
      exitCode: z
        .union([z.literal(0), z.literal(1), z.literal(3)])
        .describe('Compared with an earlier run, only new findings give 1.'),
      failOn: z.array(z.enum(bases)).describe('The bases by which a broken rule fails the run.'),
      rules: z.object({ ...ruleCounts, leftOut: z.int() }),
      byBasis: z.array(z.object({ basis, ...ruleCounts })).describe('The same for each basis by itself.'),
      unspecified: z
        .int()
        .describe('Sentences by which the interface leaves something open: any behavior conforms.'),
      requests: z.int(),
      durationMs: z.int(),
      ended: z.enum(endings).describe('How the run came to its end; after an early end not all was driven.'),
    }),
    cleanUp: cleanUpSchema,
    trouble: troubleSchema.optional(),
    findings: z.array(finding).describe('One for each rule and cause.'),
    waivers: z.array(
      z.object({
        names: z.string().describe('The rule, the cause or the leftover that it is about.'),
        ...waiverFacts,
        state: z
          .enum(waiverStates)
          .describe('A stale, unknown, expired or ambiguous one makes the run fail.'),
        message: z.string().optional(),
      }),
    ),
    rules: z.array(
      z.object({
        ...ruleFacts,
        verdict: z.enum(['passed', 'failed', 'inconclusive', 'not-observed']),
        subjects: z.int().describe('How many exchanges or runs were judged.'),
        reason: z.string().optional(),
        moving: z
          .array(z.object({ operation: z.string(), names: z.array(z.string()) }))
          .optional()
          .describe('The fields that differ by themselves, and were not compared.'),
        responsible: z
          .enum(['target', 'set-up', 'harness'])
          .optional()
          .describe('Whose doing it is that nothing could be judged; the harness is this program.'),
        killedMutants: z
          .array(z.string())
          .describe(
            'How the deployments broke the rule that its check was seen to find: what a pass is worth.',
          ),
      }),
    ),
    leftOut: z.array(z.object({ ...ruleFacts, why: z.string() })),
    operations: z.array(operation).describe('Every operation of the contract, asked or not.'),
    comparison: comparisonSchema.optional().describe('What changed since the run that --baseline names.'),
  })
  .describe('The outcome of one conformance run.');

export type Report = z.infer<typeof reportSchema>;
export type ReportedFinding = z.infer<typeof finding>;
export type ReportedExchange = z.infer<typeof exchangeSchema>;
export type ReportedPlace = z.infer<typeof place>;
export type ReportedObservation = z.infer<typeof observation>;
export type ReportedOperation = z.infer<typeof operation>;

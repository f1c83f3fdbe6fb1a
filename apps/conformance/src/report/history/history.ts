import * as z from 'zod';
import { endings } from '../../exchanges/ending.ts';
import { bases } from '../../spec/spec.ts';

const run = z.object({
  place: z.string().describe('The results folder or file that it was read from.'),
  startedAt: z.iso.datetime(),
  target: z.string(),
  targetVersion: z.string().optional().describe('As told by --target-version.'),
  seed: z.int().optional(),
  verdict: z.string(),
  exitCode: z.int(),
  ended: z.enum(endings),
  program: z.string().describe('Version of this program.'),
  contract: z.string().describe('Version of the interface.'),
  requests: z.int(),
  durationMs: z.int(),
  rules: z.object({
    passed: z.int(),
    failed: z.int(),
    waived: z.int(),
    inconclusive: z.int(),
    notObserved: z.int(),
  }),
});

const runNumber = z.int().describe('Counts the runs from 1, the earliest first.');

/** What a run said of a rule; `left-out` also where it does not know the rule. */
const outcome = z.enum(['passed', 'failed', 'inconclusive', 'not-observed', 'left-out']);

const rule = z.object({
  id: z.string(),
  basis: z.enum(bases),
  verdicts: z.array(outcome).describe('One for each run.'),
  flakes: z.boolean().describe('Whether two runs of one version of the target judged it, and not alike.'),
});

const finding = z.object({
  rule: z.string(),
  cause: z.string(),
  operation: z.string(),
  page: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('What is known of the rule.'),
  summary: z.string().describe('As the latest run that has it tells it.'),
  seenIn: z.array(runNumber),
  notSeenIn: z.array(runNumber).describe('Runs that judged its rule and did not find it.'),
  cameBack: z.int().describe('How often it was found again after a run that judged its rule without it.'),
  flakes: z.boolean().describe('Whether runs of one version of the target have it and have it not.'),
});

const operation = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  medianMs: z
    .array(z.number().nullable())
    .describe('Median time to the first byte in each run, in ms; null where nothing was measured.'),
});

export const historySchema = z
  .object({
    schema: z.literal('agent-workers-conformance-history/1'),
    runs: z.array(run).describe('The earliest first.'),
    rules: z.array(rule),
    findings: z.array(finding).describe('Those that flake first, then those that were seen last.'),
    operations: z.array(operation),
    skipped: z
      .array(z.object({ place: z.string(), why: z.string() }))
      .describe('Files that look like a report, but of another version.'),
  })
  .describe('What many runs found, over time.');

export type History = z.infer<typeof historySchema>;
export type HistoryRun = History['runs'][number];
export type HistoryRule = History['rules'][number];
export type HistoryFinding = History['findings'][number];

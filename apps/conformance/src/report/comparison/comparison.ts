import * as z from 'zod';
import { endings } from '../../exchanges/ending.ts';
import { bases } from '../../spec/spec.ts';

const basis = z.enum(bases);

const run = z
  .object({
    target: z.string(),
    startedAt: z.iso.datetime(),
    seed: z.int().optional(),
    shard: z
      .object({ at: z.int(), of: z.int() })
      .optional()
      .describe('Which part of a run it was; what it did not find or judge, another part may.'),
    verdict: z.string(),
    ended: z.enum(endings),
    program: z.string().describe('Version of this program.'),
    contract: z.string().describe('Version of the interface.'),
  })
  .describe('One of the two runs.');

const finding = z.object({
  rule: z.string(),
  basis,
  cause: z.string(),
  operation: z.string(),
  summary: z.string(),
  counts: z.boolean().describe('Whether it fails the later run: by its basis, and not waived.'),
});

const rule = z.object({
  id: z.string(),
  basis,
  reason: z.string().optional().describe('Why nothing is said of it.'),
});

const slower = z.object({
  operation: z.string(),
  beforeMs: z.number(),
  afterMs: z.number(),
});

export const comparisonSchema = z
  .object({
    schema: z.literal('agent-workers-conformance-comparison/1'),
    before: run,
    after: run,
    differs: z
      .array(z.enum(['target', 'contract', 'program']))
      .describe('What else is not the same in both runs, and may explain what changed.'),
    new: z.array(finding).describe('Findings that the earlier run did not have.'),
    fixed: z.array(finding).describe('Findings that are gone, of rules that the later run judged again.'),
    stillBroken: z.array(finding),
    notJudged: z
      .array(finding)
      .describe(
        'Findings that are gone, of rules that the later run could not judge, or may judge in another part.',
      ),
    newlyJudged: z.array(rule).describe('Rules that only the later run judged.'),
    noLongerJudged: z.array(rule).describe('Rules that only the earlier run judged.'),
    slower: z
      .array(slower)
      .describe('Operations whose median time to the first byte, in ms, at least doubled and grew by 50 ms.'),
    exitCode: z.union([z.literal(0), z.literal(1)]).describe('1 where something new counts.'),
  })
  .describe('What changed between two runs.');

export type Comparison = z.infer<typeof comparisonSchema>;
export type ComparedFinding = z.infer<typeof finding>;
export type ComparedRule = z.infer<typeof rule>;

import * as z from 'zod';
import { expectationSchema } from '../verdicts/findings/expectation.ts';
import { observationSchema } from '../verdicts/findings/observation.ts';
import type { MovingField } from '../verdicts/moving-field.ts';
import { reasonSchema } from '../verdicts/reason.ts';
import type { JudgedFinding, Responsible, Verdict, VerdictKind } from '../verdicts/verdict.ts';
import { caseSchema } from './case-schemas.ts';
import { fieldsOf, wordsOf } from './fields-of.ts';

const finding = fieldsOf<JudgedFinding>()({
  check: z.string(),
  case: caseSchema,
  operation: z.string(),
  exchanges: z.array(z.int()).describe('Numbers of the exchanges that show it.'),
  expected: expectationSchema,
  observed: observationSchema,
  cause: z.string().describe('By which it is known again.'),
});

export const verdictSchema = fieldsOf<Verdict>()({
  rule: z.string(),
  verdict: wordsOf<VerdictKind>({
    passed: 'passed',
    failed: 'failed',
    inconclusive: 'inconclusive',
    'not-observed': 'not-observed',
  }),
  subjects: z.int().describe('How many exchanges or runs were judged.'),
  findings: z.array(finding),
  keptBy: z
    .array(z.string())
    .optional()
    .describe('Of a passed rule, which of its checks saw that it is kept.'),
  moving: z
    .array(fieldsOf<MovingField>()({ operation: z.string(), names: z.array(z.string()) }))
    .optional()
    .describe('The fields that differ by themselves, and were not compared.'),
  reason: reasonSchema.optional(),
  responsible: wordsOf<Responsible>({ target: 'target', 'set-up': 'set-up', harness: 'harness' }).optional(),
});

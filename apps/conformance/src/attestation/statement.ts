import * as z from 'zod';

export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

const digest = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const descriptor = z.object({
  name: z.string(),
  uri: z.string().optional(),
  digest: digest.optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

/**
 * An in-toto statement with the test-result predicate, as https://github.com/in-toto/attestation defines both. Its subjects are
 * the files of a results folder; its configuration names the target, the program, the contract, the config, and the run whose
 * findings were known, if there was one.
 */
export const statementSchema = z.object({
  _type: z.literal(statementType),
  subject: z.array(z.object({ name: z.string(), digest })).min(1),
  predicateType: z.literal(predicateType),
  predicate: z.object({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    configuration: z.array(descriptor),
    passedTests: z.array(z.string()),
    warnedTests: z
      .array(z.string())
      .describe('Broken rules that are waived, known from the baseline, or of a basis that fails no run.'),
    failedTests: z.array(z.string()),
  }),
});

export type Statement = z.infer<typeof statementSchema>;

import * as z from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What a run was given. A verdict is about this, and can be read without knowing it only by those who trust the run. */
export const inputsSchema = z
  .object({
    program: z.string().describe('The version of agent-conformance that drove and judged.'),
    contract: z
      .object({ version: z.string(), sha256: digest.describe('Over all of its files, as attest documents.') })
      .describe('The contract, as that program has it.'),
    config: z
      .record(z.string(), z.json())
      .optional()
      .describe(
        'The deployment as options, environment and config file describe it together, without secrets. Left out where shards of a run had different ones.',
      ),
    baseline: z
      .object({ sha256: digest })
      .optional()
      .describe('The report.json of the run whose findings were known.'),
  })
  .describe('What a run was given, without secrets.');

export type Inputs = z.infer<typeof inputsSchema>;

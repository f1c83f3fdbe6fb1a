import * as z from 'zod';

/** What a deployment has to give before a rule can be judged. */
const settings = ['user-api', 'agents-url', 'api-key', 'agent-id', 'changes', 'runs', 'document'] as const;

/** Why a run leaves a rule out: data only; `report/sentences` puts it into words. */
export const whyLeftOutSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-asked-for') }),
    z.object({
      kind: z.literal('not-checked'),
      text: z.string().optional().describe('What the contract says of it.'),
    }),
    z.object({ kind: z.literal('needs'), setting: z.enum(settings) }),
    z
      .object({ kind: z.literal('no-values') })
      .describe('Of traffic that others made: its bodies are kept without values.'),
    z.object({ kind: z.literal('no-traffic') }).describe('Of traffic that others made: none is of its API.'),
    z.object({ kind: z.literal('not-certain') }).describe('Traffic that others made can not show it.'),
  ])
  .readonly();

import * as z from 'zod';
import type { Rule } from '../spec/spec.ts';

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

export type WhyLeftOut = z.infer<typeof whyLeftOutSchema>;

/** A need that keeps a rule out of a run. */
export type Need = Extract<WhyLeftOut, { readonly kind: 'needs' }>;

export function needs(setting: Need['setting']): Need {
  return { kind: 'needs', setting };
}

/** Of a rule that no check judges. */
export function notChecked({ notChecked: why }: Pick<Rule, 'notChecked'>): WhyLeftOut {
  return { kind: 'not-checked', ...(why === undefined ? {} : { text: why.text }) };
}

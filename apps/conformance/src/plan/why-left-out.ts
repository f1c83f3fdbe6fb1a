import type * as z from 'zod';
import type { Rule } from '../spec/spec.ts';
import type { whyLeftOutSchema } from './why-left-out-schema.ts';

/** Why a run leaves a rule out: data only; `report/sentences` puts it into words. */
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

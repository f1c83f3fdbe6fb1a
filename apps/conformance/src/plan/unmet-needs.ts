import type { Spec } from '../spec/spec.ts';
import type { Plan } from './plan.ts';

/** What a config lacks, and how many rules can't be judged for it. */
export interface UnmetNeed {
  /** Keys of the config with commas between them, such as `fixtures.vipCode`; or a sentence where no key is what lacks. */
  readonly what: string;
  readonly kind: 'keys' | 'reason';
  readonly rules: readonly string[];
}

/** What would buy the most rules comes first. */
export function unmetNeeds({ rules, leftOut }: Plan, spec: Spec): readonly UnmetNeed[] {
  const checked = new Set(spec.rules.flatMap(({ id, checks }) => (checks === undefined ? [] : [id])));
  const needs = [
    ...rules.flatMap(({ id, missing }) =>
      missing === undefined ? [] : [{ what: missing, id, kind: 'keys' as const }],
    ),
    ...leftOut
      .filter(({ id }) => checked.has(id))
      .map(({ id, why }) => ({ what: why, id, kind: 'reason' as const })),
  ];
  return [...Map.groupBy(needs, ({ what }) => what)]
    .map(([what, some]) => ({ what, kind: some[0]?.kind ?? 'reason', rules: some.map(({ id }) => id) }))
    .sort((a, b) => b.rules.length - a.rules.length || a.what.localeCompare(b.what));
}

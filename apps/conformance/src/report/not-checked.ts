import type { Report } from './report.ts';

export type WhyNotChecked = 'inconclusive' | 'not-observed' | 'left-out';

type LeftOutRule = Report['leftOut'][number];

/** Rules that were not judged for one and the same reason. */
export interface NotCheckedGroup {
  readonly kind: WhyNotChecked;
  readonly why: string;
  readonly rules: readonly Pick<LeftOutRule, 'id' | 'page' | 'section' | 'line' | 'sentence'>[];
}

const order: readonly WhyNotChecked[] = ['inconclusive', 'not-observed', 'left-out'];

/** All that a run did not judge, by reason: first what it tried, then what it left out; large groups first. */
export function groupNotChecked({ rules, leftOut }: Report): readonly NotCheckedGroup[] {
  const open = rules.flatMap((rule) =>
    rule.verdict === 'inconclusive' || rule.verdict === 'not-observed'
      ? [{ kind: rule.verdict, why: rule.reason ?? 'no reason was given', rule }]
      : [],
  );
  const out = leftOut.map((rule) => ({ kind: 'left-out' as const, why: rule.why, rule }));
  const groups = Map.groupBy([...open, ...out], ({ kind, why }) => `${kind} ${why}`);
  return [...groups.values()]
    .flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : [{ kind: first.kind, why: first.why, rules: [first, ...rest].map(({ rule }) => rule) }],
    )
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.rules.length - a.rules.length);
}

import type { JudgedMutant } from './judge-mutants.ts';

/** What is known of the rules of one family. */
interface Row {
  readonly family: string;
  readonly rules: number;
  readonly planned: number;
  readonly observed: number;
  readonly mutants: readonly JudgedMutant[];
}

/** The rules that the traffic tried: it came to what one of their mutants breaks. */
export function observedIn(mutants: readonly JudgedMutant[]): ReadonlySet<string> {
  return new Set(
    mutants.filter(({ isBroughtAbout, isFound }) => isBroughtAbout || isFound).map(({ rule }) => rule),
  );
}

interface Judged {
  readonly planned: ReadonlySet<string>;
  readonly mutants: readonly JudgedMutant[];
}

export function rowsOf(
  checked: readonly { readonly id: string }[],
  { planned, mutants }: Judged,
): readonly Row[] {
  const observed = observedIn(mutants);
  const families = Map.groupBy(checked, ({ id }) => id.split('.')[0] ?? id);
  return [...families].map(([family, rules]) => {
    const ids = new Set(rules.map(({ id }) => id));
    return {
      family,
      rules: ids.size,
      planned: ids.intersection(planned).size,
      observed: ids.intersection(observed).size,
      mutants: mutants.filter(({ rule }) => ids.has(rule) && observed.has(rule)),
    };
  });
}

export function asTable(rows: readonly Row[]): readonly string[] {
  return [
    '| rules | judged by `run` | traffic can show | observed | mutants found |',
    '| ----- | --------------- | ---------------- | -------- | ------------- |',
    ...rows.map(({ family, rules, planned, observed, mutants }) => {
      const found = mutants.filter(({ isFound }) => isFound).length;
      const shares = mutants.length === 0 ? '' : `${found} of ${mutants.length}`;
      return `| ${family} | ${rules} | ${planned} | ${observed} | ${shares} |`;
    }),
  ];
}

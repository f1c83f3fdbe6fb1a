import type { Exchange } from '../exchanges/exchange.ts';
import { type LiveFinding, liveFindingInWords, toLiveFinding } from '../report/live-finding.ts';
import type { TrafficWatch } from '../traffic/watch-traffic.ts';
import type { JudgedFinding, Verdict } from '../verdicts/verdict.ts';

interface Listeners {
  readonly progress: (text: string) => void;
  /** Gets each of them; undefined where nobody asked. */
  readonly onFinding: ((finding: LiveFinding) => void) | undefined;
}

/** So many of one cause are told in the terminal. */
const mostInWords = 3;

/** Tells findings as they come up, each once, and those that later traffic explains. Gives what looks for news. */
export function createTeller({
  progress,
  onFinding,
}: Listeners): (watch: Pick<TrafficWatch, 'shown' | 'span'>, verdicts: readonly Verdict[]) => void {
  const told = new Map<string, LiveFinding>();
  const counts = new Map<string, number>();
  const tell = (finding: LiveFinding): void => {
    onFinding?.(finding);
    const cause = `${finding.news} ${finding.rule} ${finding.cause}`;
    const count = (counts.get(cause) ?? 0) + 1;
    counts.set(cause, count);
    if (count <= mostInWords) progress(liveFindingInWords(finding));
    if (count === mostInWords + 1)
      progress(`More of ${finding.cause} is not told here; the report has all of it.\n`);
  };
  return (watch, verdicts) => {
    const now = byName(verdicts);
    const exchanges = new Map<number, Exchange>(watch.shown().map((one) => [one.id, one]));
    const began = watch.span()?.from ?? 0;
    for (const [name, { rule, finding }] of now) {
      const shownBy = exchanges.get(finding.exchanges.at(-1) ?? 0);
      if (told.has(name) || shownBy === undefined) continue;
      const live = toLiveFinding(rule, finding, { shownBy, began });
      told.set(name, live);
      tell(live);
    }
    for (const [name, finding] of told) {
      if (now.has(name)) continue;
      told.delete(name);
      tell({ ...finding, news: 'taken-back' });
    }
  };
}

interface Named {
  readonly rule: string;
  readonly finding: JudgedFinding;
}

function byName(verdicts: readonly Verdict[]): ReadonlyMap<string, Named> {
  return new Map(
    verdicts.flatMap(({ rule, findings }) =>
      findings.map((finding) => [nameOf(rule, finding), { rule, finding }] as const),
    ),
  );
}

function nameOf(rule: string, { cause, operation, exchanges }: JudgedFinding): string {
  return [rule, cause, operation, exchanges.join()].join('\n');
}

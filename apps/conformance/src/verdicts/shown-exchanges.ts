import { caseKey } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { CheckVerdict } from './judge.ts';
import type { JudgedFinding } from './verdict.ts';

/** So many findings of one rule and cause can be shown; the others are counted. */
const mostShown = 8;

/** So many characters of bodies are kept for that. */
const mostCharacters = 32 * 2 ** 20;

interface Shown {
  /** Keeps what the first findings of each rule and cause are shown by. */
  readonly keep: (verdicts: readonly CheckVerdict[], batch: readonly Exchange[]) => void;
  /** @param others what findings may name besides; what is kept of it wins */
  readonly exchanges: (others: readonly Exchange[]) => readonly Exchange[];
}

/** Exchanges that findings name, and all that their scenarios sent. */
export function createShown(): Shown {
  const kept = new Map<number, Exchange>();
  const named = new Set<number>();
  let characters = 0;
  return {
    keep: (verdicts, batch) => {
      const shown = verdicts.flatMap(({ findings }) => firstOf(findings));
      // The traffic of somebody is no scenario: what else they sent shows nothing.
      const own = shown.filter((finding) => finding.case.kind !== 'traffic');
      const cases = new Set(own.map((finding) => caseKey(finding.case)));
      for (const id of shown.flatMap(({ exchanges }) => exchanges)) named.add(id);
      for (const exchange of batch) {
        if (!named.has(exchange.id) && !cases.has(caseKey(exchange.origin.case))) continue;
        if (!kept.has(exchange.id)) characters += charactersOf(exchange);
        if (characters > mostCharacters) return;
        kept.set(exchange.id, exchange);
      }
    },
    exchanges: (others) => {
      const missing = others.filter(({ id }) => named.has(id) && !kept.has(id));
      return [...kept.values(), ...missing].sort((a, b) => a.id - b.id);
    },
  };
}

function firstOf(findings: readonly JudgedFinding[]): JudgedFinding[] {
  const causes = Map.groupBy(findings, ({ cause }) => cause);
  return [...causes.values()].flatMap((some) => some.slice(0, mostShown));
}

function charactersOf({ request, response }: Exchange): number {
  return (request.body?.length ?? 0) + (response?.body.text.length ?? 0);
}

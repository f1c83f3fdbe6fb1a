import type { ControlChange } from '../exchanges/control-change.ts';
import type { Verdict } from './verdict.ts';

/** What an operation answers otherwise than at first says nothing of the rules that are about it alone, unless one is broken. */
export function tellChanged(
  verdict: Verdict,
  operations: readonly string[],
  changes: readonly ControlChange[],
): Verdict {
  const [operation, another] = operations;
  const change = changes.find((one) => one.operation === operation);
  if (change === undefined || another !== undefined || verdict.verdict === 'failed') return verdict;
  if (verdict.reason?.kind === 'needs-config') return verdict;
  const { request, first, now } = change;
  const reason = { kind: 'answer-changed', request, ...(first === undefined ? {} : { first }), now } as const;
  return { ...verdict, verdict: 'inconclusive', reason, responsible: 'target' };
}

import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';

const { operations } = await loadSpec();

const ofBundles = ['createBundle', 'getBundle', 'listBundles', 'updateBundle', 'deleteBundle'];

/** The verdict of one check on what was sent about a record; about a bundle by default. */
export function verdictOf(
  check: string,
  calls: readonly Exchange[],
  bound = ofBundles,
  consistencyWindowMs = 0,
) {
  const rule = {
    id: 'bundles.test',
    basis: 'stated' as const,
    section: '4.2',
    text: 'a sentence about bundles',
    operations: bound,
    checks: [check],
  };
  return judge(toRecording(calls, { toolCall: undefined, consistencyWindowMs, operations }), [rule])[0]
    ?.verdict;
}

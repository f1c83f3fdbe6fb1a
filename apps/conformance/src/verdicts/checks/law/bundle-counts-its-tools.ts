import { pathTo, recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import type { NumericLeaf } from '../../leaves.ts';
import { quietPairs } from '../../quiet-reads.ts';
import type { ResourceExchange } from '../../resources.ts';
import { toolCountIn } from '../../tool-count.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** The list of all bundles and that of the tools of one of them, while nothing is written. */
interface Pair {
  readonly bundles: ResourceExchange;
  readonly tools: ResourceExchange;
}

export const bundleCountsItsTools: Check = {
  id: 'law.bundle-counts-its-tools',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsIn(recording).filter(({ bundles }) => operations.includes(bundles.operation)),
      (pair) => otherCount(pair),
      ({ bundles, tools }) => countIn(bundles, tools) !== undefined,
    ),
};

function pairsIn(recording: Recording): readonly Pair[] {
  const pairs = quietPairs(
    recording,
    ({ operation }) => operation === 'listBundles',
    ({ operation, resource }) => operation === 'listBundleTools' && resource.listed !== undefined,
  );
  return pairs.map(([bundles, tools]) => ({ bundles, tools }));
}

function otherCount({ bundles, tools }: Pair): Found | undefined {
  const counted = countIn(bundles, tools);
  const length = tools.resource.listed?.length;
  if (counted === undefined || counted.value === length) return undefined;
  const { path } = counted;
  return finding([tools, bundles], {
    expected: { kind: 'field', path, oneOf: [length ?? null] },
    observed: { kind: 'field', path, value: counted.value },
  });
}

function countIn(bundles: ResourceExchange, tools: ResourceExchange): NumericLeaf | undefined {
  const body = bodyIn(bundles);
  const entry = recordIn(body, tools.resource.parent ?? '');
  const place = entry && pathTo(entry, body);
  return place && toolCountIn(entry, place);
}

import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import type { Path } from '../../findings/parts.ts';
import { isField } from '../../is-field.ts';
import { leavesIn } from '../../leaves.ts';
import { quietPairs } from '../../quiet-reads.ts';
import type { ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** The default key by itself, and then the list that has it, while nothing is written. */
interface Pair {
  readonly key: ResourceExchange;
  readonly list: ResourceExchange;
  readonly flag: { readonly path: Path; readonly value: unknown };
}

export const defaultKeyIsMarked: Check = {
  id: 'law.default-key-is-marked',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsIn(recording).filter(({ list }) => operations.includes(list.operation)),
      ({ key, list, flag: { path, value } }) =>
        value === true
          ? undefined
          : finding([list, key], {
              expected: { kind: 'field', path, oneOf: [true] },
              observed: { kind: 'field', path, value },
            }),
    ),
};

function pairsIn(recording: Recording): readonly Pair[] {
  const pairs = quietPairs(
    recording,
    ({ operation, resource }) => operation === 'getDefaultApiKey' && resource.certain,
    // To ask for the default key may be what makes a key the default one.
    ({ operation, sentAt }, key) => operation === 'listApiKeys' && sentAt >= endedAt(key),
  );
  return pairs.flatMap(([key, list]) => {
    const flag = flagIn(list, key.resource.id);
    return flag === undefined ? [] : [{ key, list, flag }];
  });
}

/** What the entry of a key says of being the default one, where it says anything. */
function flagIn(list: ResourceExchange, id: string | undefined): Pair['flag'] | undefined {
  const entry = id === undefined ? undefined : recordIn(bodyIn(list), id);
  if (entry === undefined) return undefined;
  const depth = list.places?.is_default?.length ?? 1;
  return leavesIn(entry).find(
    ({ path, value }) =>
      typeof value === 'boolean' && path.length === depth && isField(list, path, 'is_default'),
  );
}

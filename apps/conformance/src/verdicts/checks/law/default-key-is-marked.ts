import { isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { recordIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { type DefaultFlag, defaultFlagsAmong } from '../../default-flags.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A list between two answers that tell of one and the same default key, whatever was made meanwhile. */
interface Between {
  readonly key: ResourceExchange;
  readonly list: ResourceExchange;
  readonly flag: DefaultFlag;
}

export const defaultKeyIsMarked: Check = {
  id: 'law.default-key-is-marked',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      listsBetween(recording).filter(({ list }) => operations.includes(list.operation)),
      ({ key, list, flag: { path, value, isSet, whenSet } }) =>
        isSet
          ? undefined
          : finding([key, list], {
              expected: { kind: 'field', path, oneOf: [whenSet] },
              observed: { kind: 'field', path, value },
            }),
    ),
};

function listsBetween({ user }: Recording): readonly Between[] {
  const own = user.filter(isResourceCall).filter((one) => one.identity === 'own' && succeeded(one));
  const keys = own.filter(({ operation, resource }) => operation === 'getDefaultApiKey' && resource.certain);
  return own
    .filter(({ operation }) => operation === 'listApiKeys')
    .flatMap((list) => {
      const same = keys.filter((key) => isSameCase(key, list));
      const key = same.findLast((one) => endedAt(one) <= list.sentAt);
      const next = same.find((one) => one.sentAt >= endedAt(list));
      const isOne = key !== undefined && key.resource.id === next?.resource.id;
      const flag = isOne ? flagIn(list, key.resource.id) : undefined;
      return key === undefined || flag === undefined ? [] : [{ key, list, flag }];
    });
}

/** What the entry of a key says of being the default one, where it says anything. */
function flagIn(list: ResourceExchange, id = ''): DefaultFlag | undefined {
  const entry = recordIn(bodyIn(list), id);
  return entry && defaultFlagsAmong(leavesIn(entry), list)[0];
}

import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { type DefaultFlag, defaultFlagsAmong } from '../../default-flags.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const oneDefaultKey: Check = {
  id: 'law.one-default-key',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter(({ operation, identity }) => operations.includes(operation) && identity === 'own')
        .filter((one) => one.intent?.kind === 'valid' && succeeded(one)),
      (answer) => {
        const denied = deniedBy(answer);
        if (denied !== undefined)
          return finding([answer], {
            expected: { kind: 'field', path: denied.path, oneOf: [denied.whenSet] },
            observed: { kind: 'field', path: denied.path, value: denied.value },
          });
        const count = defaultsIn(answer);
        return count <= 1
          ? undefined
          : finding([answer], {
              expected: { kind: 'count', of: 'records', atMost: 1 },
              observed: { kind: 'count', count },
            });
      },
      (answer) => defaultsIn(answer) === 1 || flagOf(answer) !== undefined,
    ),
};

function defaultsIn(list: Exchange): number {
  return Array.isArray(bodyIn(list)) ? flagsOf(list).filter(({ isSet }) => isSet).length : 0;
}

function flagsOf(answer: Exchange) {
  return defaultFlagsAmong(leavesOf(answer), answer);
}

/** The flag of a key that is read by itself. */
function flagOf(answer: Exchange) {
  return Array.isArray(bodyIn(answer)) ? undefined : flagsOf(answer)[0];
}

/** Where the key that was asked for as the default one says that it is not. */
function deniedBy(answer: Exchange): DefaultFlag | undefined {
  const flag = flagOf(answer);
  return flag?.isSet === false && answer.operation === 'getDefaultApiKey' ? flag : undefined;
}

import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const oneDefaultKey: Check = {
  id: 'law.one-default-key',
  drivenBy: 'sequences',
  evidence: ['success'],
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
            expected: { kind: 'field', path: [denied], oneOf: [true] },
            observed: { kind: 'field', path: [denied], value: false },
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
  const body = bodyIn(list);
  const keys = Array.isArray(body) ? body.filter(isRecord) : [];
  return keys.filter((key) =>
    Object.entries(key).some(([name, value]) => isCalled(name, 'is_default') && value === true),
  ).length;
}

/** The name of the flag of a key that is read by itself. */
function flagOf(answer: Exchange): string | undefined {
  const body = bodyIn(answer);
  if (!isRecord(body)) return undefined;
  return Object.keys(body).find((name) => isCalled(name, 'is_default') && typeof body[name] === 'boolean');
}

/** The flag by which the key that was asked for as the default one says that it is not. */
function deniedBy(answer: Exchange): string | undefined {
  const name = flagOf(answer);
  const body = bodyIn(answer);
  const isDenied = name !== undefined && isRecord(body) && body[name] === false;
  return isDenied && answer.operation === 'getDefaultApiKey' ? name : undefined;
}

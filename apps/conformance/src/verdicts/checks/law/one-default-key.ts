import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** Names of a flag that says which key is the default one. */
const flag = /^(is_?)?default(_?key)?$/i;

export const oneDefaultKey: Check = {
  id: 'law.one-default-key',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter(({ operation, identity }) => operations.includes(operation) && identity === 'own')
        .filter((one) => one.intent?.kind === 'valid' && succeeded(one)),
      (list) => {
        const count = defaultsIn(list);
        return count <= 1
          ? undefined
          : finding([list], {
              expected: { kind: 'count', of: 'records', atMost: 1 },
              observed: { kind: 'count', count },
            });
      },
      (list) => defaultsIn(list) === 1,
    ),
};

function defaultsIn(list: Exchange): number {
  const body = bodyIn(list);
  const keys = Array.isArray(body) ? body.filter(isRecord) : [];
  return keys.filter((key) => Object.entries(key).some(([name, value]) => flag.test(name) && value === true))
    .length;
}

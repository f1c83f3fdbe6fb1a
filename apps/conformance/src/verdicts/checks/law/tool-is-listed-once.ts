import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const toolIsListedOnce: Check = {
  id: 'law.tool-is-listed-once',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user.filter((one) => operations.includes(one.operation) && succeeded(one) && itemsOf(one).length > 1),
      (list) => {
        const items = itemsOf(list);
        const twice = items.find((item, index) =>
          items.slice(0, index).some((other) => isDeepStrictEqual(item, other)),
        );
        if (twice === undefined) return undefined;
        return finding([list], {
          expected: { kind: 'unique', what: 'record', family: 'tool' },
          observed: { kind: 'repeated', id: JSON.stringify(twice).slice(0, 60) },
        });
      },
    ),
};

/** The entries of a list, which may stand in an envelope. */
function itemsOf(list: Exchange): readonly unknown[] {
  const body = bodyIn(list);
  const inner = isRecord(body) ? Object.values(body).find((value) => Array.isArray(value)) : body;
  return Array.isArray(inner) ? inner.filter(isRecord) : [];
}

import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const hasWhatIsDocumented: Check = {
  id: 'law.has-what-is-documented',
  drivenBy: 'sequences',
  evidence: ['known-field'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && isOwnSuccess(one))
        .flatMap((one) => (one.has ?? []).map((field) => ({ one, ...field }))),
      ({ one, field, holds }) =>
        holds === 'nothing'
          ? finding([one], {
              expected: { kind: 'field', path: [field], must: 'be-there' },
              observed: { kind: 'field', path: [field] },
            })
          : undefined,
    ),
};

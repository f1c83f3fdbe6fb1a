import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { type Field, writtenIn } from '../../../json/find-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { isOurs, isShown, shortened, shownUnder } from '../../written-texts.ts';

/** A text of ours in the body of a clone, and what the answer has under its name. */
interface Taken {
  readonly clone: ResourceExchange;
  readonly sent: Field;
  readonly shown: string;
}

export const cloneTakesItsBody: Check = {
  id: 'law.clone-takes-its-body',
  drivenBy: 'sequences',
  evidence: ['record-made', 'record-written'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && isOwnSuccess(one))
        .filter(isResourceCall)
        .flatMap(textsOf),
      ({ clone, sent, shown }) =>
        isShown(sent, shown)
          ? undefined
          : finding([clone], {
              expected: {
                kind: 'field',
                path: sent.path,
                oneOf: [shortened(sent.value)],
                because: { kind: 'written' },
              },
              observed: { kind: 'field', path: sent.path, value: shortened(shown) },
            }),
    ),
};

/** Only where the answer has another text of ours under that name: the clone has the field, and took the source's. */
function textsOf(clone: ResourceExchange): readonly Taken[] {
  const { id } = clone.resource;
  if (id === undefined || !clone.resource.certain) return [];
  return writtenIn(requestIn(clone)).flatMap((sent) => {
    const shown = shownUnder(bodyIn(clone), sent, id);
    return isOurs(sent.value) && isOurs(shown) ? [{ clone, sent, shown }] : [];
  });
}

import { isCalled } from '../../../deployment/field-mapping/names.ts';
import { type Exchange, inCases, succeeded } from '../../../exchanges/exchange.ts';
import { type Field, fieldsIn } from '../../../json/find-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const currentUserIsTheCaller: Check = {
  id: 'law.current-user-is-the-caller',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      pairsOf(user.filter((one) => operations.includes(one.operation) && succeeded(one))),
      ({ own, other }) => {
        const shared = identifiersIn(own).find((leaf) =>
          identifiersIn(other).some((one) => isSame(leaf, one)),
        );
        return (
          shared &&
          finding([own, other], {
            expected: { kind: 'field', path: shared.path, must: 'be-the-callers-own' },
            observed: { kind: 'field', path: shared.path, value: shared.value },
          })
        );
      },
      ({ own, other }) => identifiersIn(own).length > 0 && identifiersIn(other).length > 0,
    ),
};

/** Wrappers of a record; what stands elsewhere, such as the identifier of a tier, may be that of many. */
const wrapper = /^(data|result|user|profile|me|account|value|record|item|body|response|payload)$/i;

/** What two users were told in the same case. */
function pairsOf(
  calls: readonly Exchange[],
): readonly { readonly own: Exchange; readonly other: Exchange }[] {
  return inCases(calls).flatMap((some) => {
    const others = some.filter(({ identity }) => identity === 'other');
    return some
      .filter(({ identity }) => identity === 'own')
      .flatMap((own) => others.map((other) => ({ own, other })));
  });
}

function identifiersIn(one: Exchange): readonly Field[] {
  return fieldsIn(bodyIn(one)).filter(
    ({ path, value }) =>
      isCalled(path.at(-1), 'username') &&
      path.slice(0, -1).every((name) => wrapper.test(String(name))) &&
      (typeof value === 'number' || (typeof value === 'string' && value !== '')),
  );
}

function isSame(one: Field, other: Field): boolean {
  return one.path.join('.') === other.path.join('.') && one.value === other.value;
}

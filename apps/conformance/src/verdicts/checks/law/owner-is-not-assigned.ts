import { memberNamed } from '../../../deployment/field-mapping/contents.ts';
import { saysWhose } from '../../../deployment/field-mapping/further-fields.ts';
import { type Exchange, inCases, isGet, succeeded } from '../../../exchanges/exchange.ts';
import { unwrapped } from '../../../json/json-record.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const ownerIsNotAssigned: Check = {
  id: 'law.owner-is-not-assigned',
  drivenBy: 'sequences',
  evidence: ['record-shown'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      inCases(user.filter(isResourceCall)).flatMap((calls) =>
        assignmentsIn(calls).filter(({ gift }) => operations.includes(gift.operation)),
      ),
      whereGivenAway,
    ),
};

/** A body that names another user for the owner, and was taken. */
interface Assignment {
  readonly gift: ResourceExchange;
  readonly name: string;
  readonly given: unknown;
  /** What answers of the user's own show under the name before. */
  readonly own: { readonly answer: Exchange; readonly value: unknown };
  readonly read: Exchange;
}

function assignmentsIn(calls: readonly ResourceExchange[]): readonly Assignment[] {
  return calls.flatMap((gift, index): Assignment[] => {
    if (gift.intent?.mutation?.kind !== 'another-owner' || !succeeded(gift)) return [];
    const later = calls.slice(index + 1).find((one) => isGet(one) && isSameRecord(one, gift));
    if (later === undefined) return [];
    return ownersIn(gift).flatMap(([name, given]): Assignment[] => {
      const own = calls
        .slice(0, index)
        .filter((one) => succeeded(one) && one.identity === gift.identity && one.intent?.kind !== 'mutation')
        .map((answer) => ({ answer, value: shownUnder(name, answer) }))
        .find(({ value }) => value !== undefined);
      return own === undefined || own.value === given ? [] : [{ gift, name, given, own, read: later }];
    });
  });
}

function isSameRecord(one: ResourceExchange, other: ResourceExchange): boolean {
  return (
    one.identity === other.identity &&
    one.resource.family === other.resource.family &&
    one.resource.id !== undefined &&
    one.resource.id === other.resource.id
  );
}

function ownersIn(gift: Exchange): readonly (readonly [string, unknown])[] {
  return Object.entries(unwrapped(requestIn(gift))).filter(([name]) => saysWhose(name));
}

function shownUnder(name: string, answer: Exchange): unknown {
  return memberNamed(name, bodyIn(answer));
}

function whereGivenAway({ gift, name, given, own, read }: Assignment): Found | undefined {
  if ([403, 404].includes(read.response?.status ?? 0))
    return finding([own.answer, gift, read], {
      expected: { kind: 'status', oneOf: ['success'] },
      observed: statusOf(read),
    });
  return shownUnder(name, read) === given
    ? finding([own.answer, gift, read], {
        expected: { kind: 'field', path: [name], oneOf: [own.value] },
        observed: { kind: 'field', path: [name], value: given },
      })
    : undefined;
}

import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { recordIn } from '../../../json/find-record.ts';
import { isRecord } from '../../../json/json-record.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** A change that names one number alone, and what the next read shows under its name. */
interface Move {
  readonly change: ResourceExchange;
  readonly name: string;
  readonly sent: number;
  readonly read: Exchange;
  readonly shown: unknown;
}

export const firstPositionIsAPosition: Check = {
  id: 'law.first-position-is-a-position',
  drivenBy: 'sequences',
  evidence: ['change-made'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const calls = user.filter(isResourceCall).filter(succeeded);
    const moves = calls.filter(({ operation }) => operations.includes(operation)).flatMap(moveIn(calls));
    return judgeEach(
      moves.flatMap((first) => {
        const list = calls.findLast(
          (one) =>
            one.resource.act === 'list' && isSameCase(one, first.change) && isBefore(one, first.change),
        );
        const other = moves.findLast(
          (one) =>
            one.sent > 0 &&
            one.shown === one.sent &&
            isOfSame(one, first) &&
            isBefore(one.read, first.change),
        );
        const isFirst = first.sent === 0 && list !== undefined && hasFirst(list, first.name);
        return isFirst && other !== undefined ? [{ first, other }] : [];
      }),
      ({ first, other }) =>
        first.shown === other.shown
          ? finding([other.change, other.read, first.change, first.read], {
              expected: { kind: 'field', path: [first.name], oneOf: [0], because: { kind: 'written' } },
              observed: { kind: 'field', path: [first.name], value: first.shown, before: other.shown },
            })
          : undefined,
      ({ first }) => first.shown === 0,
    );
  },
};

function moveIn(calls: readonly ResourceExchange[]) {
  return (change: ResourceExchange): readonly Move[] => {
    const body = parseJson(change.request.body ?? '');
    const [only, ...others] = isRecord(body) ? Object.entries(body) : [];
    const { id } = change.resource;
    const read = calls.find(
      (one) =>
        one.resource.act === 'read' &&
        one.resource.id === id &&
        isSameCase(one, change) &&
        isBefore(change, one),
    );
    if (only === undefined || others.length > 0 || typeof only[1] !== 'number') return [];
    if (id === undefined || read === undefined) return [];
    const [name, sent] = only;
    return [{ change, name, sent, read, shown: recordIn(bodyIn(read), id)?.[name] }];
  };
}

function isBefore(one: Exchange, other: Exchange): boolean {
  return endedAt(one) <= other.sentAt;
}

function isOfSame({ change: one }: Move, { change: other }: Move): boolean {
  return isSameCase(one, other) && one.resource.id === other.resource.id;
}

/** Whether positions begin with 0: some deployments count from 1. */
function hasFirst(list: ResourceExchange, name: string): boolean {
  const body = bodyIn(list);
  return (list.resource.listed ?? []).some((id) => recordIn(body, id)?.[name] === 0);
}

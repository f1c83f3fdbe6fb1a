import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const plusIsASpace: Check = {
  id: 'law.plus-is-a-space',
  drivenBy: 'sequences',
  evidence: ['success-twice'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => subjectsIn(operation, recording)),
      ({ before, plus, after }) =>
        isRefused(plus)
          ? finding([before, after, plus], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(plus),
            })
          : undefined,
      // What answers nothing has read nothing.
      ({ plus }) => isRefused(plus) || tellsSomething(bodyIn(plus)),
    ),
};

function tellsSomething(body: unknown): boolean {
  return typeof body === 'string' ? body !== '' : isRecord(body) && Object.keys(body).length > 0;
}

/** The same query with `+` between two with `%20` that were taken. */
interface Subject {
  readonly before: Exchange;
  readonly plus: Exchange;
  readonly after: Exchange;
}

function subjectsIn(operation: string, recording: Recording): readonly Subject[] {
  const own = probesOf(recording, [operation]).filter(
    ({ identity, request }) => identity === 'own' && request.url.includes('?'),
  );
  const taken = own.filter((one) => succeeded(one) && searchOf(one).includes('%20'));
  return own
    .filter((one) => searchOf(one).includes('+') && (succeeded(one) || isRefused(one)))
    .flatMap((plus): Subject[] => {
      const same = taken.filter(
        (one) => isSameCase(one, plus) && searchOf(one) === searchOf(plus).replaceAll('+', '%20'),
      );
      const before = same.findLast((one) => endedAt(one) <= plus.sentAt);
      const after = same.find((one) => one.sentAt >= endedAt(plus));
      return before && after ? [{ before, plus, after }] : [];
    });
}

function searchOf({ request }: Exchange): string {
  return new URL(request.url).search;
}

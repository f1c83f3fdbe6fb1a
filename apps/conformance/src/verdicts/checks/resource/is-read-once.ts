import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isReadOnce: Check = {
  id: 'resource.is-read-once',
  drivenBy: 'sequences',
  evidence: ['jwt-attached', 'jwt-read'],
  needs: [],
  judge: ({ user, contract }, { operations }) => {
    const attaching = attachingBefore(operations, contract);
    const sessions = Map.groupBy(
      user.filter(({ operation }) => [...operations, ...attaching].includes(operation)),
      ({ request }) => new URL(request.url).pathname,
    );
    return judgeEach(
      [...sessions.values()].flatMap((session) => {
        const attached = session.filter((one) => attaching.includes(one.operation) && succeeded(one));
        const reads = session.filter((one) => operations.includes(one.operation));
        const [first, ...more] = attached;
        return first !== undefined &&
          more.length === 0 &&
          reads.filter(givesJwt).length > 0 &&
          reads.length > 1
          ? [reads.filter((read) => read.sentAt >= endedAt(first))]
          : [];
      }),
      (reads) => {
        const [first, second] = reads.filter(givesJwt);
        return first === undefined || second === undefined
          ? undefined
          : finding([first, second], {
              expected: { kind: 'count', of: 'jwt-reads', atMost: 1, because: { kind: 'jwt-read' } },
              observed: { kind: 'count', count: 2 },
            });
      },
    );
  },
};

/** The operations that put into a record what these take out of it. */
export function attachingBefore(
  consuming: readonly string[],
  contract: Recording['contract'],
): readonly string[] {
  const entries = consuming.flatMap((id) =>
    Object.entries(contract.get(id)?.resource?.family.operations ?? {}),
  );
  return entries.filter(([, { does }]) => does === 'change').map(([id]) => id);
}

export function givesJwt(exchange: Exchange): boolean {
  return succeeded(exchange) && typeof bodyIn(exchange) === 'string';
}

import { type Exchange, isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import type { Does } from '../../../spec/resources.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf, statusOf } from '../../findings/observe.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { givesJwt } from '../resource/is-read-once.ts';

export const pollingKeepsTheSession: Check = {
  id: 'law.polling-keeps-the-session',
  drivenBy: 'sequences',
  evidence: ['jwt-read', 'jwt-attached'],
  needs: [],
  judge: ({ user, contract }, { operations }) => {
    const calls = user.filter(({ intent }) => intent?.mutation === undefined);
    const callsThat = (does: Does): readonly Exchange[] =>
      calls.filter(({ operation }) => contract.get(operation)?.resource?.does === does);
    const polls = callsThat('consume');
    const attempts = callsThat('change').filter(
      (one) => operations.includes(one.operation) && one.identity === 'own',
    );
    // Who may attach at all is seen where it was not polled before.
    const isOpen = attempts.some(succeeded);
    const attached = attempts.filter((one) => isOpen && one.intent?.kind === 'open-refusal');
    return judgeEach(
      attached.flatMap((attach) => {
        const poll = polls.find((one) => isSameCase(one, attach) && endedAt(one) <= attach.sentAt);
        const isAnswered = attach.response !== undefined && !isTransient(attach.response.status);
        return poll !== undefined && isAnswered ? [{ poll, attach }] : [];
      }),
      ({ poll, attach }) => {
        // No JWT is attached to this one yet.
        if (givesJwt(poll))
          return finding([poll], {
            expected: { kind: 'withheld', secret: 'private-record' },
            observed: { kind: 'disclosed' },
          });
        if (attach.response?.status === 404)
          return finding([poll, attach], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(attach),
          });
        const read = polls.find((one) => isReadAfter(attach, one));
        return read === undefined || isGiven(read)
          ? undefined
          : finding([poll, attach, read], {
              expected: { kind: 'body-kind', body: 'jwt' },
              observed: bodyOf(read),
            });
      },
    );
  },
};

/** The first read of the session after the JWT was attached. */
function isReadAfter(attach: Exchange, one: Exchange): boolean {
  return (
    succeeded(attach) &&
    isSameCase(one, attach) &&
    one.sentAt >= endedAt(attach) &&
    one.response !== undefined &&
    (succeeded(one) || one.response.status === 404)
  );
}

function isGiven(read: Exchange): boolean {
  const text = read.response?.body.text.trim() ?? '';
  return succeeded(read) && text !== '' && text !== 'null';
}

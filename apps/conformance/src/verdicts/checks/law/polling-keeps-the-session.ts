import {
  type Exchange,
  isInTrouble,
  isNotFound,
  isSameCase,
  succeeded,
} from '../../../exchanges/exchange.ts';
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
        // What met trouble may be done all the same, and a second try then finds nothing to attach to.
        const isSure = attach.origin.attempt === 1 && !isInTrouble(attach);
        return poll !== undefined && isSure ? [{ poll, attach }] : [];
      }),
      ({ poll, attach }) => {
        // No JWT is attached to this one yet.
        if (givesJwt(poll))
          return finding([poll], {
            expected: { kind: 'withheld', secret: 'private-record' },
            observed: { kind: 'disclosed' },
          });
        if ([403, 404, 409].includes(attach.response?.status ?? 0))
          return finding([poll, attach], {
            expected: { kind: 'status', oneOf: ['success'] },
            observed: statusOf(attach),
          });
        const read = polls.find((one) => isReadAfter(attach, one));
        return read === undefined || isLost(read) || isGiven(read)
          ? undefined
          : finding([poll, attach, read], {
              expected: { kind: 'body-kind', body: 'jwt' },
              observed: bodyOf(read),
            });
      },
    );
  },
};

/** A read of the session after the JWT was attached; the first of them takes it. */
function isReadAfter(attach: Exchange, one: Exchange): boolean {
  return succeeded(attach) && isSameCase(one, attach) && one.sentAt >= endedAt(attach);
}

/** Whether the answer is not known: the JWT may be gone with it. */
function isLost(read: Exchange): boolean {
  return !succeeded(read) && !isNotFound(read);
}

function isGiven(read: Exchange): boolean {
  const text = read.response?.body.text.trim() ?? '';
  return succeeded(read) && text !== '' && text !== 'null';
}

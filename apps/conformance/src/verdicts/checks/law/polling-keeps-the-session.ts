import { type Exchange, isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf, statusOf } from '../../findings/observe.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { givesJwt } from '../resource/is-read-once.ts';

export const pollingKeepsTheSession: Check = {
  id: 'law.polling-keeps-the-session',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const calls = user.filter(
      ({ operation, intent }) => /CliAuthJwt$/.test(operation) && intent?.mutation === undefined,
    );
    // Who may attach at all is seen where it was not polled before.
    const isOpen = calls.some(
      (one) => one.operation === 'attachCliAuthJwt' && one.identity === 'own' && succeeded(one),
    );
    const attached = calls.filter(
      (one) =>
        isOpen &&
        operations.includes(one.operation) &&
        one.identity === 'own' &&
        one.intent?.kind === 'open-refusal',
    );
    return judgeEach(
      attached.flatMap((attach) => {
        const poll = calls.find(
          (one) =>
            one.operation === 'consumeCliAuthJwt' && isSameCase(one, attach) && endedAt(one) <= attach.sentAt,
        );
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
        const read = calls.find((one) => isReadAfter(attach, one));
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
    one.operation === 'consumeCliAuthJwt' &&
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

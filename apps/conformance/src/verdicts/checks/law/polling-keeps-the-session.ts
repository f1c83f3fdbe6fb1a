import { isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const pollingKeepsTheSession: Check = {
  id: 'law.polling-keeps-the-session',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) => {
    const calls = user.filter(
      ({ operation, intent }) => /CliAuthJwt$/.test(operation) && intent?.mutation === undefined,
    );
    // Who may attach at all is seen where nobody polled before.
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
      ({ poll, attach }) =>
        attach.response?.status === 404
          ? finding([poll, attach], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(attach),
            })
          : undefined,
    );
  },
};

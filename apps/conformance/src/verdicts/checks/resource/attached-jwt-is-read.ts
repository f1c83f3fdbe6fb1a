import { type Exchange, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { probesOf } from '../../probes.ts';
import { describeTouch } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';
import { givesJwt } from './is-read-once.ts';

export const attachedJwtIsRead: Check = {
  id: 'resource.attached-jwt-is-read',
  whenUnseen: 'no JWT was attached to a session and read',
  judge: (recording) => {
    const attached = probesOf(recording, ['attachCliAuthJwt']).filter(
      (one) => one.probe?.kind === 'valid' && one.probe.certain && succeeded(one),
    );
    const reads = probesOf(recording, ['consumeCliAuthJwt']);
    return judgeEach(
      attached.flatMap((attach) => firstReadAfter(attach, reads)),
      (read) =>
        givesJwt(read)
          ? undefined
          : finding([read], {
              expected: 'the JWT that was attached before',
              observed: `${describeTouch(read)}, ${JSON.stringify(read.response?.body.text.slice(0, 40))}`,
            }),
    );
  },
};

/** The only read of the session at its time: of several at once any may be the one that gets the JWT. */
function firstReadAfter(attach: Exchange, all: readonly Exchange[]): Exchange[] {
  const { pathname } = new URL(attach.request.url);
  const reads = all
    .filter(({ request }) => new URL(request.url).pathname === pathname)
    .filter(({ sentAt }) => sentAt >= endedAt(attach))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const [first] = reads;
  const alone = first !== undefined && reads.every((read) => read === first || read.sentAt >= endedAt(first));
  // Nobody can tell whether a read that failed took the JWT.
  const isAnswered = first?.response !== undefined && !isTransient(first.response.status);
  return first !== undefined && alone && isAnswered ? [first] : [];
}

import { type Exchange, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { partMask } from '../../../exchanges/mask-texts.ts';
import { issuedMask, mask } from '../../../exchanges/redact.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf, statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { attachingBefore, givesJwt } from './is-read-once.ts';

export const attachedJwtIsRead: Check = {
  id: 'resource.attached-jwt-is-read',
  drivenBy: 'sequences',
  evidence: ['jwt-attached', 'jwt-read'],
  needs: [],
  judge: (recording, { operations }) => {
    const attached = probesOf(recording, attachingBefore(operations, recording.contract)).filter(
      (one) => one.intent?.kind === 'valid' && succeeded(one),
    );
    const reads = probesOf(recording, operations);
    return judgeEach(
      attached.flatMap((attach) =>
        firstReadAfter(attach, reads)
          // A read that holds our credential shows that it was taken, whatever its name was thought to be.
          .filter((read) => attach.intent?.certain === true || holdsOurs(read))
          .map((read) => ({ attach, read })),
      ),
      ({ attach, read }) =>
        givesJwt(read) && !isAnother(read, attach)
          ? undefined
          : finding([read], {
              expected: { kind: 'body-kind', body: 'jwt', because: { kind: 'jwt-attached' } },
              observed: { ...statusOf(read), body: excerptOf(read.response?.body.text ?? '', 40) },
            }),
    );
  },
};

/** Where a credential of the run was attached, its mask comes back, and nothing with it; a part is not the whole. */
function isAnother(read: Exchange, attach: Exchange): boolean {
  const given = bodyIn(read);
  if (attach.request.body?.includes(mask) !== true || typeof given !== 'string') return false;
  return given === issuedMask || (holdsOurs(read) && given.trim() !== mask);
}

/** Whether an answer holds a credential of the run, or the beginning of one. */
function holdsOurs(read: Exchange): boolean {
  const given = bodyIn(read);
  return typeof given === 'string' && (given.includes(mask) || given.includes(partMask));
}

/** The only read of the session at its time: of several at once any may be the one that gets the JWT. */
function firstReadAfter(attach: Exchange, all: readonly Exchange[]): Exchange[] {
  const { pathname } = new URL(attach.request.url);
  const reads = all
    .filter(({ request }) => new URL(request.url).pathname === pathname)
    .filter(({ sentAt }) => sentAt >= endedAt(attach))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const [first] = reads;
  const alone = first !== undefined && reads.every((read) => read === first || read.sentAt >= endedAt(first));
  // It is unknown whether a read that failed took the JWT.
  const isAnswered = first?.response !== undefined && !isTransient(first.response.status);
  return first !== undefined && alone && isAnswered ? [first] : [];
}

import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isSaidAlike, type Looks, looksBy, slugOf } from './slug-availability.ts';

export const availableSlugCanBeUsed: Check = {
  id: 'law.available-slug-can-be-used',
  drivenBy: 'sequences',
  evidence: ['other-input'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      looksBy('sandbox', recording).flatMap((looks) => {
        const [taken, free] = [looks.taken, looks.free].map((look) => usedBy(look, recording));
        return taken && free && succeeded(free) ? [{ ...looks, use: { taken, free } }] : [];
      }),
      ({ shown, taken, free, use }) =>
        isForTheSlug(use.taken) && isSaidAlike(taken, free)
          ? finding([shown, taken, free, use.taken, use.free], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(use.taken),
            })
          : undefined,
    ),
};

/** The agent that the one who looked for a slug made with it. */
function usedBy(look: Looks['taken'], recording: Recording): Exchange | undefined {
  return probesOf(recording, ['createChat']).find(
    (one) =>
      one.identity === look.identity &&
      isSameCase(one, look) &&
      one.sentAt >= endedAt(look) &&
      one.request.body?.includes(JSON.stringify(slugOf(look))) === true,
  );
}

/** Nobody was refused for who he is. */
function isForTheSlug(one: Exchange): boolean {
  return isRefused(one) && one.response?.status !== 401 && one.response?.status !== 403;
}

import { isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { bookedBy, type Delivery, readsAround } from './booked-by-event.ts';

export const eventCountsOnce: Check = {
  id: 'law.event-counts-once',
  drivenBy: 'sequences',
  evidence: ['repeated'],
  needs: ['webhook'],
  judge: (recording) => judgeEach(repeated(recording), bookedBy),
};

/** An event that was taken before, word for word. */
function repeated(recording: Recording): readonly Delivery[] {
  const events = probesOf(recording, ['receivePaymentEvent']).filter(
    (one) => succeeded(one) && one.intent?.kind === 'valid',
  );
  return events.flatMap((event) => {
    const first = events.findLast((one) => isSameCase(one, event) && endedAt(one) <= event.sentAt);
    if (first === undefined || first.request.body !== event.request.body) return [];
    return readsAround(event, endedAt(first), recording).map((reads) => ({ first, event, ...reads }));
  });
}

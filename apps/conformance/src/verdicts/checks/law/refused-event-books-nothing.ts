import { isRefused } from '../../../exchanges/exchange.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { bookedBy, type Delivery, readsAround } from './booked-by-event.ts';

export const refusedEventBooksNothing: Check = {
  id: 'law.refused-event-books-nothing',
  drivenBy: 'sequences',
  evidence: ['bad-request'],
  needs: ['webhook'],
  judge: (recording) => judgeEach(refused(recording), bookedBy),
};

function refused(recording: Recording): readonly Delivery[] {
  return probesOf(recording, ['receivePaymentEvent'])
    .filter((one) => isRefused(one) && one.intent?.kind === 'refusal')
    .flatMap((event) => readsAround(event, 0, recording).map((reads) => ({ event, ...reads })));
}

import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Recording } from './verdict.ts';

/** The POSTs that were accepted with the deployment's own key. */
export function acceptedStarts(recording: Recording): readonly Exchange[] {
  return recording.workers.filter(
    (exchange) => exchange.request.method === 'POST' && exchange.identity === 'own' && succeeded(exchange),
  );
}

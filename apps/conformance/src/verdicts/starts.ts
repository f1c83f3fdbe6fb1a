import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import type { Recording } from './verdict.ts';

/** The POSTs that were accepted with the deployment's own key. */
export function acceptedStarts(recording: Recording): readonly Exchange[] {
  return recording.exchanges.filter(
    (exchange) => exchange.request.method === 'POST' && exchange.credential === 'own' && succeeded(exchange),
  );
}

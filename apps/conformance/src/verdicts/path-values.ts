import type { Exchange } from '../exchanges/exchange.ts';
import type { Recording } from './verdict.ts';

/** What the path of a request has for the parameters of its operation, in order. */
export function pathValues(
  { operation, request }: Pick<Exchange, 'operation' | 'request'>,
  { contract }: Pick<Recording, 'contract'>,
): readonly string[] {
  const template = contract.get(operation)?.path.split('/') ?? [];
  // Whatever base address a deployment has stands before it.
  const sent = new URL(request.url).pathname.split('/').slice(-template.length);
  return template.flatMap((part, index) =>
    part.startsWith('{') ? [decodeURIComponent(sent[index] ?? '').toLowerCase()] : [],
  );
}

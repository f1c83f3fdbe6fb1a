import type { Exchange } from '../exchanges/exchange.ts';
import { segmentsOf, valuesIn } from '../spec/path-template.ts';
import type { Recording } from './verdict.ts';

/** What the path of a request has for the parameters of its operation, in order. */
export function pathValues(
  { operation, request }: Pick<Exchange, 'operation' | 'request'>,
  { contract }: Pick<Recording, 'contract'>,
): readonly string[] {
  const template = segmentsOf(contract.get(operation)?.path ?? '');
  // Whatever base address a deployment has stands before it.
  const sent = segmentsOf(new URL(request.url).pathname).slice(-template.length);
  return Object.values(valuesIn(template, sent)).map((value) => value.toLowerCase());
}

import type { Exchange } from '../exchanges/exchange.ts';
import { inOneSpelling } from '../json/uuid.ts';
import { segmentsOf, valuesIn } from '../spec/path-template.ts';
import type { Recording } from './verdict.ts';

/** What the path of a request has for the parameters of its operation, in order and in one spelling. */
export function pathValues(
  exchange: Pick<Exchange, 'operation' | 'request'>,
  recording: Pick<Recording, 'contract'>,
): readonly string[] {
  return Object.values(pathParameters(exchange, recording)).map(inOneSpelling);
}

/** The same by the parameters' names, as it was sent. */
export function pathParameters(
  { operation, request }: Pick<Exchange, 'operation' | 'request'>,
  { contract }: Pick<Recording, 'contract'>,
): Readonly<Record<string, string>> {
  const template = segmentsOf(contract.get(operation)?.path ?? '');
  // Whatever base address a deployment has stands before it.
  const sent = segmentsOf(new URL(request.url).pathname).slice(-template.length);
  return valuesIn(template, sent);
}

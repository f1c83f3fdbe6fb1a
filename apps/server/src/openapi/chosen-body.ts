import { embeddedEvent } from '../payments/embedded/embedded-event.ts';
import { membersOf } from './json.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** The body of a request: its schema has a name in the contract, except for the webhook's. */
export function chosenBody(operationId: string, body: unknown): unknown {
  if (operationId !== 'receivePaymentEvent') return body;
  const schema = { ...toJsonSchema(embeddedEvent, 'body'), 'x-choice': 'body and kinds of events' };
  return { ...membersOf(body), content: { 'application/json': { schema } } };
}

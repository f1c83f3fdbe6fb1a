import type { Services } from '../../services.ts';
import { textEncoder } from '../../stream/text-encoder.ts';
import { putMessage } from './put-message.ts';

/** PUT {agents_url}/{agent_id}/{run_id} */
export function continueRun(services: Services) {
  return putMessage(services, textEncoder);
}

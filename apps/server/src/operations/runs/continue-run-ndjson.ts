import type { Services } from '../../services.ts';
import { ndjsonEncoder } from '../../stream/ndjson-encoder.ts';
import { putMessage } from './put-message.ts';

/** PUT {agents_url}/ndjson/{agent_id}/{run_id} */
export function continueRunNdjson(services: Services) {
  return putMessage(services, ndjsonEncoder);
}

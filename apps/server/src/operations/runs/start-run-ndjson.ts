import type { Services } from '../../services.ts';
import { ndjsonEncoder } from '../../stream/ndjson-encoder.ts';
import { postMessage } from './post-message.ts';

/** POST {agents_url}/ndjson/{agent_id} */
export function startRunNdjson(services: Services) {
  return postMessage(services, ndjsonEncoder);
}

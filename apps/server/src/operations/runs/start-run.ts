import type { Services } from '../../services.ts';
import { textEncoder } from '../../stream/text-encoder.ts';
import { postMessage } from './post-message.ts';

/** POST {agents_url}/{agent_id} */
export function startRun(services: Services) {
  return postMessage(services, textEncoder);
}

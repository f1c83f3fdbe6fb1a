import { listUndelivered, markDelivered } from '../../store/embedded-payments-repository.ts';
import type { Store } from '../../store/store.ts';

interface Delivery {
  sign: (body: Uint8Array) => string;
  deliver: (signed: { body: string; header: string }) => Promise<Response>;
}

/**
 * Brings events to the webhook, oldest first, until each has been acknowledged. One may arrive twice, as with any
 * provider: when two processes deliver at once, or one dies before it has noted the acknowledgement.
 */
export async function deliverEvents(db: Store['db'], { sign, deliver }: Delivery): Promise<void> {
  for (const { id, body } of await listUndelivered(db)) {
    const response = await deliver({ body, header: sign(new TextEncoder().encode(body)) });
    if (response.ok) await markDelivered(db, id);
  }
}

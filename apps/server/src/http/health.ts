import { ping } from '../store/connection.ts';
import type { Store } from '../store/store.ts';

/** GET /healthz: the process answers. */
export function healthz(): Response {
  return Response.json({ status: 'ok' });
}

/** GET /readyz: the database answers too and the process isn't about to stop, so requests may be sent here. */
export function readyz(db: Store['db'], isDraining: () => boolean) {
  return async (): Promise<Response> => {
    if (isDraining()) return Response.json({ detail: 'The server is about to stop.' }, { status: 503 });
    try {
      await ping(db);
      return Response.json({ status: 'ready' });
    } catch {
      return Response.json({ detail: 'The database is out of reach.' }, { status: 503 });
    }
  };
}

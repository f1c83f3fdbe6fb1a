import { Hono } from 'hono';
import { granted } from '../http/granted.ts';
import { getAccount } from '../operations/accounts.ts';
import type { Services } from '../operations/services.ts';

/** PUT and DELETE /jobs/hold, /jobs/hold/{user_id}: background jobs wait before they run, until they are released. */
export function jobActions({ jobGate, store: { db } }: Services): Hono {
  const routes = new Hono();
  routes.put('/hold', () => {
    jobGate.hold();
    return done();
  });
  routes.delete('/hold', () => {
    jobGate.release();
    return done();
  });
  routes.put('/hold/:user_id', async (context) => {
    const { id } = granted(await getAccount(db, context.req.param('user_id')));
    jobGate.hold(id);
    return done();
  });
  routes.delete('/hold/:user_id', (context) => {
    jobGate.release(context.req.param('user_id'));
    return done();
  });
  return routes;
}

function done(): Response {
  return new Response(null, { status: 204 });
}

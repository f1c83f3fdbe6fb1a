import { Hono } from 'hono';
import { z } from 'zod';
import { granted } from '../http/granted.ts';
import { getAccount } from '../operations/accounts.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import { readBody } from '../platform/http/read-body.ts';

const serviceName = z.string().min(1).max(100);
const connection = z.object({
  user_id: z.string(),
  service_id: serviceName.default('default'),
  service_id_namespace: serviceName.default('global'),
  token: z.string().min(1).max(4096).optional(),
});

/** POST /connections: an auth connection to the notification service, as a dashboard would make it. */
export function connectionActions({ store, notifications }: Services): Hono {
  const routes = new Hono();
  routes.post('/', async (context) => {
    const body = await readBody(context.req, connection);
    const { id: userId } = granted(await getAccount(store.db, body.user_id));
    const key = { userId, serviceId: body.service_id, namespace: body.service_id_namespace };
    if (!(await notifications.connect(key, body.token)))
      throw apiError(422, 'The outside service needs a token of the user’s account.');
    return new Response(null, { status: 204 });
  });
  return routes;
}

import { Hono } from 'hono';
import { z } from 'zod';
import { getAccount } from '../../operations/accounts.ts';
import { addApiKey } from '../../operations/api-keys.ts';
import type { Services } from '../../operations/services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { deleteApiKey, listApiKeys } from '../../store/api-key-repository.ts';
import { granted } from '../granted.ts';

const newKey = z.strictObject({ name: z.string().max(200).default('API key') });

/** GET and POST /{id}/keys, DELETE /{id}/keys/{key_id}: a key's value is told once, when it's made. */
export function keyRoutes({ store: { db }, secretBox }: Services): Hono {
  const routes = new Hono();
  routes.get('/:id/keys', async (context) => {
    const { id } = granted(await getAccount(db, context.req.param('id')));
    const keys = await listApiKeys(db, id);
    const items = keys.map(({ id: key_id, name, isDefault, createdAt }) => ({
      key_id,
      name,
      is_default: isDefault,
      created_at: createdAt,
    }));
    return Response.json({ items });
  });
  routes.post('/:id/keys', async (context) => {
    const { id: userId } = granted(await getAccount(db, context.req.param('id')));
    const { name } = await readBody(context.req, newKey);
    const { key, stored } = await addApiKey({ db, secretBox }, { userId, name });
    return Response.json({ key_id: stored?.id, name, key }, { status: 201 });
  });
  routes.delete('/:id/keys/:key_id', async (context) => {
    const { id: userId } = granted(await getAccount(db, context.req.param('id')));
    const id = Number(context.req.param('key_id'));
    if (!Number.isSafeInteger(id) || !(await deleteApiKey(db, { id, userId })))
      throw apiError(404, 'This user has no such key.');
    return new Response(null, { status: 204 });
  });
  return routes;
}

import { Hono } from 'hono';
import { z } from 'zod';
import { accountFields, getAccount } from '../../operations/accounts.ts';
import type { Services } from '../../operations/services.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { deleteVipCode, insertVipCode, listVipCodes } from '../../store/vip-repository.ts';
import { granted } from '../granted.ts';

const newCode = z.strictObject({
  code: z.string().trim().min(1).max(100),
  credits: accountFields.credits,
  owner_id: z.guid().optional(),
});

/** GET and POST /, DELETE /{code} */
export function codeRoutes({ store: { db } }: Services): Hono {
  const routes = new Hono();
  routes.get('/', async () => {
    const codes = await listVipCodes(db);
    const items = codes.map(({ code, credits, ownerId, createdAt, redemptions }) => ({
      code,
      credits,
      owner_id: ownerId,
      created_at: createdAt,
      redemptions,
    }));
    return Response.json({ items });
  });
  routes.post('/', async (context) => {
    const { code, credits, owner_id } = await readBody(context.req, newCode);
    const ownerId = owner_id === undefined ? null : granted(await getAccount(db, owner_id)).id;
    if (!(await insertVipCode(db, { code, credits, ownerId })))
      throw apiError(409, `There is a code ${code} already.`);
    return Response.json({ code, credits, owner_id: ownerId }, { status: 201 });
  });
  routes.delete('/:code', async (context) => {
    const code = context.req.param('code');
    if (!(await deleteVipCode(db, code))) throw apiError(404, `There is no code ${code}.`);
    return new Response(null, { status: 204 });
  });
  return routes;
}

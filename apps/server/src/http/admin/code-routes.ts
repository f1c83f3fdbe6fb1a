import { Hono } from 'hono';
import { z } from 'zod';
import { requireUser } from '../../operations/find-user.ts';
import type { Services } from '../../operations/services.ts';
import { apiError } from '../../platform/errors.ts';
import { readBody } from '../../platform/read-body.ts';
import { findVipCode, insertVipCode } from '../../store/vip-repository.ts';

const newCode = z.strictObject({
  code: z.string().trim().min(1).max(100),
  credits: z.int().min(0).max(2_000_000_000),
  owner_id: z.guid().optional(),
});

/** GET and POST /, DELETE /{code} */
export function codeRoutes({ store: { db } }: Services): Hono {
  const routes = new Hono();
  routes.get('/', async () => {
    const items = await db
      .selectFrom('vip_code')
      .select((code) => [
        'vip_code.code',
        'vip_code.credits',
        'vip_code.owner_id',
        'vip_code.created_at',
        code
          .selectFrom('vip_redemption')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('vip_redemption.code', '=', 'vip_code.code')
          .as('redemptions'),
      ])
      .orderBy('vip_code.created_at')
      .orderBy('vip_code.code')
      .execute();
    return Response.json({ items });
  });
  routes.post('/', async (context) => {
    const { code, credits, owner_id } = await readBody(context.req, newCode);
    const owner = owner_id === undefined ? undefined : await requireUser(db, owner_id);
    if (await findVipCode(db, code)) throw apiError(409, `There is a code ${code} already.`);
    await insertVipCode(db, { code, credits, ownerId: owner?.id ?? null });
    return Response.json({ code, credits, owner_id: owner?.id ?? null }, { status: 201 });
  });
  routes.delete('/:code', async (context) => {
    const code = context.req.param('code');
    const gone = await db
      .deleteFrom('vip_code')
      .where('code', '=', code)
      .returning('code')
      .executeTakeFirst();
    if (!gone) throw apiError(404, `There is no code ${code}.`);
    return new Response(null, { status: 204 });
  });
  return routes;
}

import type { App } from '../../src/index.ts';

export const adminToken = 'an-admin-token-of-the-tests';

/** Speaks to the admin API of a deployment that was started with `adminToken`. */
export async function askAdmin(
  { admin }: App,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  if (!admin) throw new Error('This deployment has no admin API.');
  return await admin(
    new Request(`http://admin${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
}

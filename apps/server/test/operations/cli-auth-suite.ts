import { describe, expect, it } from 'vitest';
import type { Deployment } from '../helpers/deployment.ts';

/** The login of a command-line client (section 5, point 4), told on any database. */
export function defineCliAuthSuite(get: () => Deployment): void {
  const open = async () => {
    const { body } = await get().anonymous.call('createCliAuthSession');
    return { cli_auth_id: String(body.cli_auth_id) };
  };

  describe('a CLI login', () => {
    it('hands the JWT over once: null before, the JWT, and then no session any more', async () => {
      const { anonymous, user, app } = get();
      const path = await open();
      expect((await anonymous.call('consumeCliAuthJwt', { path })).body).toBeNull();
      const body = { jwt: app.sandboxKeys?.jwt };
      const attached = await user.call('attachCliAuthJwt', { path, body });
      expect(attached.body).toMatchObject(path);
      expect(JSON.stringify(attached.body)).not.toContain(body.jwt);
      expect((await anonymous.call('consumeCliAuthJwt', { path })).body).toBe(body.jwt);
      expect((await anonymous.call('consumeCliAuthJwt', { path })).status).toBe(404);
      expect((await user.call('attachCliAuthJwt', { path, body })).status).toBe(404);
    });

    it('gives the JWT to one of many that read at once', async () => {
      const { anonymous, user } = get();
      const path = await open();
      await user.call('attachCliAuthJwt', { path, body: {} });
      const reads = await Promise.all(
        Array.from({ length: 8 }, () => anonymous.call('consumeCliAuthJwt', { path })),
      );
      expect(reads.filter(({ body }) => typeof body === 'string')).toHaveLength(1);
      expect(reads.filter(({ status }) => status === 404)).toHaveLength(7);
    });

    it('takes a JWT of the caller only, and none into a session that holds the JWT of another', async () => {
      const { user, otherUser, app } = get();
      const path = await open();
      const otherJwt = { jwt: app.sandboxKeys?.otherJwt };
      expect((await user.call('attachCliAuthJwt', { path, body: otherJwt })).status).toBe(403);
      expect((await user.call('attachCliAuthJwt', { path, body: { jwt: 'nonsense' } })).status).toBe(403);
      expect((await user.call('attachCliAuthJwt', { path, body: {} })).status).toBe(200);
      expect((await user.call('attachCliAuthJwt', { path, body: {} })).status).toBe(200);
      expect((await otherUser.call('attachCliAuthJwt', { path, body: {} })).status).toBe(403);
    });

    it('knows no session that was never opened', async () => {
      const path = { cli_auth_id: crypto.randomUUID() };
      expect((await get().anonymous.call('consumeCliAuthJwt', { path })).status).toBe(404);
    });

    it('is not consumed by a look at its headers', async () => {
      const { anonymous, user, app } = get();
      const path = await open();
      await user.call('attachCliAuthJwt', { path, body: {} });
      const address = `http://in-process/me/cli-auth/${path.cli_auth_id}`;
      expect((await app.fetch(new Request(address, { method: 'HEAD' }))).status).toBe(405);
      expect((await anonymous.call('consumeCliAuthJwt', { path })).body).toBe(app.sandboxKeys?.jwt);
    });
  });
}

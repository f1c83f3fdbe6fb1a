import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedIssuer, createOidcVerifier, type Identity } from '../../src/platform/oidc-verifier.ts';

const parties = { issuer: 'https://login.example', audience: 'workers' };

describe('the embedded issuer', () => {
  const secret = randomBytes(32);
  const identity = createEmbeddedIssuer(secret);

  it('takes what it has signed, after a restart with the same secret too', async () => {
    const jwt = await identity.issue({ subject: 'ann', tier: 'sandbox' }, 60);
    expect(await createEmbeddedIssuer(secret).verify(jwt)).toMatchObject({
      subject: 'ann',
      tier: 'sandbox',
    });
  });

  it('takes nothing that is expired, changed, unsigned or signed under another secret', async () => {
    const claims = { subject: 'ann', tier: 'standard' } as const;
    const [header = '', payload = '', signature = ''] = (await identity.issue(claims, 60)).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"ann"', '"bob"'),
    ).toString('base64url');
    const refused = [
      await identity.issue(claims, -60),
      await createEmbeddedIssuer(randomBytes(32)).issue(claims, 60),
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      'nonsense',
    ];
    for (const jwt of refused) expect(await identity.verify(jwt)).toBeUndefined();
  });
});

describe('an outside issuer', () => {
  let privateKey: CryptoKey;
  let identity: Identity;
  let keys: { keys: Awaited<ReturnType<typeof exportJWK>>[] };
  beforeAll(async () => {
    const pair = await generateKeyPair('ES256');
    privateKey = pair.privateKey;
    keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }] };
    identity = createOidcVerifier({ ...parties, keys });
  });

  const sign = (change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, kid = 'one') =>
    change(
      new SignJWT({ tier: 'sandbox' })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(parties.issuer)
        .setAudience(parties.audience)
        .setSubject('ann')
        .setExpirationTime('1 minute'),
    ).sign(privateKey);

  it('has its tokens taken by the keys it publishes, and signs them itself', async () => {
    expect(await identity.verify(await sign())).toMatchObject({ subject: 'ann', tier: 'sandbox' });
    expect(identity.issue).toBeUndefined();
  });

  it.each<[string, (jwt: SignJWT) => SignJWT]>([
    ['another issuer', (jwt) => jwt.setIssuer('https://elsewhere.example')],
    ['another audience', (jwt) => jwt.setAudience('others')],
    ['no subject', (jwt) => jwt.setSubject('')],
    ['a subject that no database can store', (jwt) => jwt.setSubject('a\u0000b')],
  ])('is not believed with %s', async (_name, change) => {
    expect(await identity.verify(await sign(change))).toBeUndefined();
  });

  it('is not believed with a key that it does not publish', async () => {
    expect(await identity.verify(await sign((jwt) => jwt, 'two'))).toBeUndefined();
  });

  it('has its keys fetched from where it publishes them; out of reach, that says nothing of the token', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify(keys)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const published = new URL(`http://127.0.0.1:${port}/keys`);
    const jwt = await sign();
    expect(await createOidcVerifier({ ...parties, keys: published }).verify(jwt)).toMatchObject({
      subject: 'ann',
    });
    await new Promise((resolve) => server.close(resolve));
    const late = createOidcVerifier({ ...parties, keys: published });
    await expect(late.verify(jwt)).rejects.toThrow();
  });
});

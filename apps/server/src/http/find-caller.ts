import type { Caller } from '../domain/visibility.ts';
import type { KeyOwner } from '../operations/define-operation.ts';
import type { Services } from '../operations/services.ts';
import { apiError } from '../platform/http/api-error.ts';
import { findKeyOwner } from '../store/api-key-repository.ts';
import { seeUser } from '../store/user-repository.ts';

/** What each API knows its callers by (section 5 of the interface). */
const credentials = { workers: { name: 'API key', mark: 'API_KEY' }, user: { name: 'JWT', mark: 'JWT' } };

type Api = keyof typeof credentials;

/** The user whose valid credential a request carries, if it carries one. */
export async function findCaller(
  api: Api,
  services: Services,
  headers: Headers,
): Promise<Caller | KeyOwner | undefined> {
  const [, credential] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (!credential) return undefined;
  return api === 'workers' ? await findOwner(services, credential) : await findHolder(services, credential);
}

async function findOwner({ store }: Services, apiKey: string): Promise<KeyOwner | undefined> {
  const userId = await findKeyOwner(store.db, apiKey);
  return userId ? { userId } : undefined;
}

/** Seen for the first time, the user is added. */
async function findHolder({ identity, store }: Services, jwt: string): Promise<Caller | undefined> {
  const claims = await identity.verify(jwt);
  if (!claims) return undefined;
  const user = await seeUser(store.db, { name: claims.subject, tier: claims.tier });
  return { userId: user.id, name: user.name, tier: user.tier, jwt, jwtExpiresAt: claims.expiresAt };
}

export function unauthorized(api: Api) {
  const { name, mark } = credentials[api];
  const article = name === 'API key' ? 'a valid API key' : 'a valid JWT';
  return apiError(401, `Send ${article} in the header "Authorization: Bearer <${mark}>".`, {
    'www-authenticate': 'Bearer',
  });
}

import { commonFixtures, harmlessEvent, type WebhookFixture } from '../../sandbox/sandbox-fixtures.ts';
import type { Control } from './with-control.ts';

export interface Seeding {
  /** Where clients reach the deployment. */
  url: string;
  /** What the names of the users begin with. */
  name: string;
  /** How long the JWTs are good for. */
  days: number;
}

const centsPerMonth = 500;
const credits = 1000;
const secondsPerDay = 86_400;

/** Adds users, keys, JWTs, agents and codes for a conformance run, and gives the deployment config that names them. */
export async function seedDeployment(control: Control, seeding: Seeding): Promise<object> {
  const { url, name } = seeding;
  const user = await addUser(control, { name, tier: 'standard' }, seeding);
  const other = await addUser(control, { name: `${name}-other`, tier: 'standard' }, seeding);
  const sandbox = await addUser(control, { name: `${name}-sandbox`, tier: 'sandbox' }, seeding);
  return {
    agentsUrl: `${url}/agents`,
    baseUrl: url,
    openapi: `${url}/openapi.json`,
    credentials: {
      apiKey: user.apiKey,
      otherApiKey: other.apiKey,
      jwt: user.jwt,
      otherJwt: other.jwt,
      sandboxJwt: sandbox.jwt,
    },
    fixtures: {
      ...commonFixtures,
      ...(await addAgents(control, { ownerId: user.id, otherId: other.id })),
      vipCode: await addCode(control, other.id),
      ownVipCode: await addCode(control, user.id),
      webhook: await signEvent(control),
    },
  };
}

interface SeededUser {
  id: string;
  apiKey: string;
  /** Undefined where another issuer signs the JWTs. */
  jwt: string | undefined;
}

async function addUser(
  control: Control,
  user: { name: string; tier: 'standard' | 'sandbox' },
  { days }: Seeding,
): Promise<SeededUser> {
  const { user_id: id, api_key: apiKey } = await control('/users', { ...user, credits });
  const { jwt } = await control(`/users/${id}/jwts`, { seconds: days * secondsPerDay });
  return { id: String(id), apiKey: String(apiKey), jwt: jwt === null ? undefined : String(jwt) };
}

async function addAgents(control: Control, { ownerId, otherId }: { ownerId: string; otherId: string }) {
  const add = async (agent: object) => String((await control('/agents', agent)).agent_id);
  const addSubscribed = async (named: string) => {
    const agent_id = await add({ owner_id: otherId, name: named, ...forSale });
    await control('/payments/subscriptions/active', { user_id: ownerId, agent_id });
    return agent_id;
  };
  const forSale = { visibility: 'public', subscription_price: centsPerMonth };
  return {
    agentId: await add({ owner_id: ownerId, name: 'Demo worker' }),
    backgroundAgentId: await add({ owner_id: ownerId, name: 'Background worker' }),
    paidAgentId: await add({ owner_id: otherId, name: 'Paid worker', ...forSale }),
    unpaidAgentId: await add({ owner_id: otherId, name: 'Free worker', visibility: 'public' }),
    subscribedAgentId: await addSubscribed('Subscribed worker'),
    unsubscribeAgentId: await addSubscribed('Worker for a while'),
    ownPaidAgentId: await add({ owner_id: ownerId, name: 'Own paid worker', ...forSale }),
    privateAgentId: await add({ owner_id: otherId, name: 'Private worker', visibility: 'private' }),
  };
}

/** A new one each time, because a user redeems a code once. */
async function addCode(control: Control, ownerId: string): Promise<string> {
  const { code } = await control(`/users/${ownerId}/vip-codes`, { code: `SEED-${crypto.randomUUID()}` });
  return String(code);
}

/** @returns undefined where the payments are another provider's, who alone can sign. */
async function signEvent(control: Control): Promise<WebhookFixture | undefined> {
  const body = harmlessEvent();
  const signed = await control('/payments/signatures', body).catch(() => undefined);
  return signed && { signatureHeader: String(signed.header), validSignature: String(signed.signature), body };
}

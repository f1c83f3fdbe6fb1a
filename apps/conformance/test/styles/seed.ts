import { randomUUID } from 'node:crypto';
import { createKey } from './families/api-keys.ts';
import type { Agent, Store, User } from './store.ts';
import type { Style } from './style.ts';

/** What a deployment holds before anybody comes. */
export interface Seeds {
  /** Users by their bearer tokens. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly jwt: Readonly<Record<'own' | 'other' | 'sandbox', string>>;
  readonly apiKeys: Readonly<Record<'own' | 'other', string>>;
  readonly agents: Readonly<
    Record<'worker' | 'paid' | 'unpaid' | 'ownPaid' | 'subscribed' | 'unsubscribe' | 'private', string>
  >;
}

const users: readonly User[] = [
  { id: 'own', tier: 'member' },
  { id: 'other', tier: 'member' },
  { id: 'sandbox', tier: 'sandbox' },
];

export function seed(style: Style, store: Store): Seeds {
  for (const user of users) store.users.set(user.id, user);
  const agent = (owner: string, given: Partial<Agent> = {}): string =>
    addAgent(style, store, { owner, ...given });
  const jwt = { own: token('own'), other: token('other'), sandbox: token('sandbox') };
  return {
    tokens: new Map(Object.entries(jwt).map(([user, value]) => [value, user])),
    jwt,
    apiKeys: { own: keyOf(style, store, 'own'), other: keyOf(style, store, 'other') },
    agents: {
      worker: agent('own'),
      paid: agent('other', { paid: true }),
      unpaid: agent('other'),
      ownPaid: agent('own', { paid: true }),
      subscribed: subscribed(store, agent('other', { paid: true })),
      unsubscribe: subscribed(store, agent('other', { paid: true })),
      private: agent('other', { visibility: 'private' }),
    },
  };
}

function subscribed(store: Store, agent_id: string): string {
  const owner = 'own';
  store.subscriptions.set(`${owner} ${agent_id}`, {
    agent_id,
    owner,
    state: 'active',
    created_at: store.now(),
  });
  return agent_id;
}

function token(user: string): string {
  return `head-${randomUUID()}.${user}.signature`;
}

function keyOf(style: Style, store: Store, owner: string): string {
  const user = store.users.get(owner) ?? { id: owner, tier: 'member' };
  return createKey({ style, store, user, body: { fields: {}, attributes: {} } }).key;
}

function addAgent(style: Style, store: Store, given: Partial<Agent> & { readonly owner: string }): string {
  const agent_id = randomUUID();
  store.agents.set(agent_id, {
    agent_id,
    chat_id: agent_id,
    chat_prompt: 'You answer shortly.',
    visibility: 'public',
    vanity_slug: null,
    upsell_description: null,
    paid: false,
    deleted: false,
    created_at: store.now(),
    attributes: attributesOf(style),
    ...given,
  });
  return agent_id;
}

/** Records that were not sent carry what bodies have to carry as well. */
function attributesOf({ wire }: Style): Record<string, unknown> {
  const demands = wire.demands.AgentRequest ?? [];
  return Object.fromEntries(demands.map(({ name, json }) => [name, sampleOf(json)]));
}

function sampleOf(json: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(json.enum)) return json.enum[0];
  const samples: Readonly<Record<string, unknown>> = {
    string: 'seeded',
    integer: 1,
    boolean: true,
    number: 1,
  };
  return samples[`${json.type}`] ?? null;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Control } from '../../deployment/start-embedded.ts';
import type { PlatformAnswer } from '../platform.ts';
import { othersLogin } from './account.ts';
import { identifierOf } from './identifier-of.ts';
import { runAfterJob, runWithJob } from './runs.ts';
import { requireFixture, type Scene, type State } from './state.ts';
import type { StateHook } from './state-hook.ts';
import { StateTrouble } from './state-trouble.ts';
import { deletedChat, takenRunId } from './studio-chats.ts';

/** Short where that is seen; on a busy machine each attempt takes twice as long as the one before. */
const sleep = (attempt: number): string => `await sleep(${150 * 2 ** attempt})`;
const shortJob = (attempt: number): string => `/background ${sleep(attempt)}; return 6 * 7;`;
const failingJob = (attempt: number): string =>
  `/background ${sleep(attempt)}; throw new Error('On purpose.');`;
/** Outlives the next request also there. */
const longJob = (): string => '/background await sleep(6000); return 6 * 7;';
const pollMs = 20;
const paidWithinMs = 20_000;
const mostBundles = 1_000;
const bundlesAtOnce = 10;

const userSchema = z.object({ user_id: z.string(), jwt: z.string() });

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** Arranges what the public API has no way to through the control surface of the reference deployment. */
export function createEmbeddedHook(control: Control): StateHook {
  const ask = asker(control);
  const states: Readonly<Record<string, State>> = {
    'the operation fails inside the platform': (_, { operation }) => failOnce(ask, String(operation)),
    'VIP codes that cannot be counted': () => failOnce(ask, 'getVipRedemptionCount'),
    'a caller without credits': async () => ({ credential: (await addUser(ask)).jwt }),
    'a run whose background job is running': (scene) => runWithJob(scene, longJob),
    'a run whose background job has finished': (scene) => runAfterJob(scene, shortJob),
    'a run whose background job has failed': (scene) => runAfterJob(scene, failingJob),
    'a VIP code': async () => ({ values: { code: await addCode(ask) } }),
    'a VIP code that the caller has redeemed': (scene) => redeemedCode(ask, scene),
    'a paid agent of another user': async (scene) => ({
      values: { agent_id: paidAgent(scene) },
      credential: (await addUser(ask)).jwt,
    }),
    'an active subscription of the caller': (scene) => subscribed(ask, scene),
    'a bundle that cannot be created': (scene) => fullOfBundles(ask, scene),
    'a bundle that cannot be updated': (scene) => withTakenName(ask, scene),
    'a tool that cannot be installed': async () => ({ values: { tool_id: 'no_such_tool' } }),
    'a studio chat that cannot be deleted': deletedChat,
    'a run identifier that another chat has': takenRunId,
    'a command-line login of another user': othersLogin,
  };
  return async (name, parameters, scene) => states[name]?.(scene, parameters);
}

function asker({ url, token }: Control): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new StateTrouble(`the control surface answered ${method} ${path} with ${response.status}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

async function failOnce(ask: Ask, operation: string) {
  await ask('PUT', `/faults/${operation}`, { times: 1 });
  return {
    undo: async () => {
      await ask('DELETE', `/faults/${operation}`);
    },
  };
}

async function addUser(ask: Ask): Promise<z.infer<typeof userSchema>> {
  return userSchema.parse(await ask('POST', '/users', { name: `contract-${randomUUID()}` }));
}

async function addCode(ask: Ask): Promise<string> {
  const { user_id } = await addUser(ask);
  const code = `CODE-${randomUUID()}`;
  await ask('POST', `/users/${user_id}/vip-codes`, { code });
  return code;
}

async function redeemedCode(ask: Ask, { platform }: Scene) {
  const code = await addCode(ask);
  await platform.succeed('redeemVipCode', { body: { code } });
  return { values: { code } };
}

function paidAgent({ deployment: { fixtures } }: Scene): string {
  return requireFixture(fixtures.paidAgentId, 'fixtures.paidAgentId');
}

/** Pays the checkout; the subscription is active as soon as the payment's event has come. */
async function subscribed(ask: Ask, scene: Scene) {
  const { jwt: credential } = await addUser(ask);
  const path = { agent_id: paidAgent(scene) };
  const checkout = await scene.platform.succeed('subscribeToAgent', { path, body: {}, credential });
  await ask('POST', `/payments/checkouts/${sessionOf(checkout)}/pay`);
  const deadline = performance.now() + paidWithinMs;
  while ((await scene.platform.ask('subscribeToAgent', { path, body: {}, credential })).status !== 402) {
    if (performance.now() > deadline) throw new StateTrouble('the subscription did not become active');
    await pause(pollMs);
  }
  return { values: path, credential };
}

/** The reference deployment shows it so. */
function sessionOf({ body }: PlatformAnswer): string {
  return z.object({ session_id: z.string() }).parse(body).session_id;
}

async function fullOfBundles(ask: Ask, { platform }: Scene) {
  const { jwt: credential } = await addUser(ask);
  const create = () => platform.ask('createBundle', { credential });
  for (let count = 0; count < mostBundles; count += bundlesAtOnce) {
    const answers = await Promise.all(Array.from({ length: bundlesAtOnce }, create));
    if (answers.some(({ status }) => status === 409)) return { credential };
  }
  throw new StateTrouble(`a user could make ${mostBundles} bundles`);
}

/** The contract renames the bundle to the name that another one has. */
async function withTakenName(ask: Ask, { platform }: Scene) {
  const { jwt: credential } = await addUser(ask);
  const taken = identifierOf(await platform.succeed('createBundle', { credential }), 'bundle_id');
  await platform.succeed('updateBundle', {
    path: { bundle_id: taken },
    body: { name: 'My tools' },
    credential,
  });
  const other = identifierOf(await platform.succeed('createBundle', { credential }), 'bundle_id');
  return { values: { bundle_id: other }, credential };
}

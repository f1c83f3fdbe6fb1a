import type { PlatformAnswer } from '../platform.ts';
import { otherUser } from './caller-of.ts';
import { identifierOf } from './identifier-of.ts';
import { likely } from './likely.ts';
import { soonShown } from './soon-shown.ts';
import { requireFixture, type Scene, type State } from './state.ts';
import { Unreachable } from './unreachable.ts';

const apiKey: State = async ({ platform }) => {
  const answer = await platform.succeed('createApiKey', { body: {} });
  return { values: { api_key_id: Number(identifierOf(answer, 'api_key_id')) } };
};

async function beginLogin({ platform }: Scene): Promise<{ cli_auth_id: string }> {
  const answer = await platform.succeed('createCliAuthSession');
  return { cli_auth_id: String(identifierOf(answer, 'cli_auth_id')) };
}

const loginWithJwt: State = async (scene) => {
  const path = await beginLogin(scene);
  const jwt = requireFixture(scene.deployment.credentials.jwt, 'credentials.jwt');
  await scene.platform.succeed('attachCliAuthJwt', { path, body: { jwt } });
  return { values: path };
};

export const othersLogin: State = async (scene) => {
  const path = await beginLogin(scene);
  const { credential } = otherUser(scene);
  await scene.platform.succeed('attachCliAuthJwt', { path, body: { jwt: credential }, credential });
  return { values: path };
};

/** The body of a schedule's answer is not shown, so its identifier may only be found in the list. */
const schedule: State = async (scene) => {
  const { platform, deployment } = scene;
  const agent = await platform.succeed('upsertAgent', { body: { chat_prompt: 'Be brief.' } });
  const chat_id = String(identifierOf(agent, 'agent_id'));
  const cron = deployment.fixtures.cron ?? '0 9 * * 1';
  const before = readIds(await platform.ask('listSchedules'));
  const made = await platform.succeed('createSchedule', { body: { chat_id, cron } });
  if (made.read('schedule_id') !== undefined)
    return { values: { schedule_id: identifierOf(made, 'schedule_id'), chat_id } };
  const shown = await soonShown(scene, async () => {
    const list = await platform.succeed('listSchedules');
    const own = list.items.find((one) => JSON.stringify(one).includes(JSON.stringify(chat_id)));
    const added = own ?? list.items.find((one) => !before.includes(list.read('schedule_id', one)));
    return added === undefined ? undefined : { list, added };
  });
  if (shown === undefined) throw new Unreachable('listSchedules does not show the schedule that was made');
  return { values: { schedule_id: identifierOf(shown.list, 'schedule_id', shown.added), chat_id } };
};

function readIds(list: PlatformAnswer): readonly unknown[] {
  return list.items.map((one) => list.read('schedule_id', one));
}

/** Each code is good once for each user, so the one that the caller is to redeem isn't tried out before. */
const redeemedCode: State = async ({ platform, deployment: { fixtures, credentials } }) => {
  const code = requireFixture(fixtures.vipCode, 'fixtures.vipCode');
  const credential = requireFixture(credentials.otherJwt, 'credentials.otherJwt');
  const { status } = await platform.ask('redeemVipCode', { body: { code }, credential });
  if (status !== 200 && status !== 400) throw new Unreachable(`redeemVipCode answered ${status}`);
  return { values: { code }, credential };
};

/** States of keys, logins, schedules and codes. */
export const account: Readonly<Record<string, State>> = {
  'an API key': apiKey,
  'a schedule': schedule,
  'a command-line login': async (scene) => ({ values: await beginLogin(scene) }),
  'a command-line login with a JWT': loginWithJwt,
  'a command-line login of another user': likely(othersLogin),
  'a VIP code': async ({ deployment: { fixtures } }) => ({
    values: { code: requireFixture(fixtures.vipCode, 'fixtures.vipCode') },
    doubt: async () => ({ isTrouble: false, why: 'the caller may have redeemed fixtures.vipCode before' }),
  }),
  'a VIP code of the caller': async ({ deployment: { fixtures } }) => ({
    values: { code: requireFixture(fixtures.ownVipCode, 'fixtures.ownVipCode') },
  }),
  'a VIP code that the caller has redeemed': redeemedCode,
};

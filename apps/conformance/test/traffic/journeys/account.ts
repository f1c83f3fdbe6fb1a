import type { Journey } from './agents.ts';

/** Somebody makes a key for a program, which uses it until it is taken away. */
export async function rotateAKey({ own, other, round, worker }: Journey): Promise<void> {
  const made = await own.call('createApiKey', { body: {}, texts: `Key ${round}` });
  const path = { api_key_id: made.read('api_key_id') };
  const program = own.with({ apiKey: made.read('key') });
  await own.call('listApiKeys');
  await own.call('getApiKey', { path });
  await own.call('getDefaultApiKey');
  await other.call('getDefaultApiKey');
  await other.call('getApiKey', { path });
  await other.call('listApiKeys');
  const started = await program.call('startRun', {
    path: { agent_id: worker },
    raw: { message: 'Hello there' },
  });
  const mine = await own.call('startRun', { path: { agent_id: worker }, raw: { message: 'Hello here' } });
  for (const one of [started, mine]) {
    const run_id = one.headers.get('x-service-run-id') ?? '';
    await own.call('getAgentRun', { path: { run_id } });
  }
  await own.call('deleteApiKey', { path });
  await own.call('getApiKey', { path });
  await own.call('listApiKeys');
  await own.call('deleteApiKey', { path });
  await program.call('startRun', { path: { agent_id: worker }, raw: { message: 'Am I still let in?' } });
}

/** Somebody puts tools into bundles. */
export async function packBundles({ own, other, round }: Journey): Promise<void> {
  const [one, two] = [await own.call('createBundle'), await own.call('createBundle')].map((made) => ({
    bundle_id: made.read('bundle_id'),
  }));
  if (one === undefined || two === undefined) return;
  await own.call('listBundles');
  await own.call('updateBundle', {
    path: one,
    body: {},
    texts: `My conformance bundle ${round} – Grüße aus Hull`,
  });
  await own.call('getBundle', { path: one });
  await own.call('listBundleTools', { path: two });
  for (const tool_id of ['send_letter', 'count_words']) {
    await own.call('addBundleTool', { path: one, body: { tool_id } });
    await own.call('listBundleTools', { path: one });
  }
  await own.call('listBundleTools', { path: two });
  for (const operation of ['getBundle', 'listBundleTools', 'getBundle', 'listBundleTools', 'listBundles'])
    await own.call(operation, { path: one });
  for (const operation of ['listBundles', 'getBundle', 'listBundleTools', 'deleteBundle'])
    await other.call(operation, { path: one });
  await other.call('updateBundle', { path: one, body: {}, texts: 'Mine' });
  await own.call('getBundle', { path: one });
  await own.call('removeBundleTool', { path: { ...one, tool_id: 'send_letter' } });
  await own.call('listBundleTools', { path: one });
  await own.call('removeBundleTool', { path: { ...one, tool_id: 'send_letter' } });
  for (const path of [one, two]) await own.call('deleteBundle', { path });
  await own.call('getBundle', { path: one });
  await own.call('listBundles');
  await own.call('deleteBundle', { path: one });
  await own.call('addBundleTool', { path: one, body: { tool_id: 'send_letter' } });
}

/** Somebody has an agent run by the clock. */
export async function planRuns({ own, other, round }: Journey): Promise<void> {
  const chat = async (client: typeof own, visibility: string): Promise<string> => {
    const made = await client.call('createChat', {
      body: { chat_prompt: `To be run ${round}`, visibility },
      texts: `By the clock ${round}`,
    });
    return made.read('chat_id');
  };
  const [chat_id, theirs] = [await chat(own, 'public'), await chat(other, 'private')];
  const made = await own.call('createSchedule', { body: { chat_id, cron: '0 9 * * 1' } });
  const path = { schedule_id: made.read('schedule_id') };
  await own.call('listSchedules');
  await own.call('getSchedule', { path });
  await own.call('updateSchedule', { path, body: { chat_id, cron: '30 8 * * 2' } });
  await own.call('getSchedule', { path });
  for (const operation of ['listSchedules', 'getSchedule', 'deleteSchedule'])
    await other.call(operation, { path });
  await other.call('updateSchedule', { path, body: { cron: '1 1 1 1 1' } });
  await own.call('getSchedule', { path });
  await own.call('createSchedule', { body: { chat_id: theirs, cron: '0 9 * * 1' } });
  await own.call('createSchedule', {
    body: { chat_id: '00000000-0000-0000-0000-000000000000', cron: '0 9 * * 1' },
  });
  await own.call('deleteSchedule', { path });
  await own.call('listSchedules');
  await own.call('getSchedule', { path });
  await own.call('getScheduleOnboarding');
  for (const cron of ['0 9 * * 1', '15 7 * * *', '0 0 1 * *'])
    await own.call('convertTextToCron', { query: { cron } });
  await own.call('convertTextToCron', { query: { cron: '61 25 * * *' } });
  await own.call('deleteChat', { path: { chat_id } });
  await other.call('deleteChat', { path: { chat_id: theirs } });
}

/** A program on a command line is let in by somebody who is logged in. */
export async function logIn({ own, guest }: Journey, jwt: string): Promise<void> {
  const [first, second] = [
    await guest.call('createCliAuthSession'),
    await guest.call('createCliAuthSession'),
  ];
  const path = { cli_auth_id: first.read('cli_auth_id') };
  await own.call('attachCliAuthJwt', { path, body: { jwt } });
  await guest.call('consumeCliAuthJwt', { path });
  await guest.call('consumeCliAuthJwt', { path });
  await guest.call('consumeCliAuthJwt', { path: { cli_auth_id: second.read('cli_auth_id') } });
}

/** Somebody looks at what all of it costs and brings in. */
export async function countMoney({ own, other, sandbox, guest }: Journey): Promise<void> {
  for (const client of [own, other]) {
    await client.call('getCurrentUser');
    await client.call('createPaymentSession', { body: {} });
    await client.call('listSubscriptions');
  }
  await sandbox.call('getCurrentUser');
  for (let times = 0; times < 2; times += 1) {
    await own.call('getCredits');
    await own.call('useCredits');
  }
  await own.call('getCredits');
  await own.call('getBilling');
  const reports = ['getMonetizationSummary', 'getMonetizationSubscribers', 'getMonetizationEarnings'];
  for (const report of reports) {
    await own.call(report);
    for (const period of ['1', '28', '365', '366', '0']) await own.call(report, { query: { period } });
  }
  await own.call('getVipRedemptionCount');
  for (let times = 0; times < 2; times += 1) await own.call('redeemVipCode', { body: { code: 'GOLD-4711' } });
  await own.call('getVipRedemptionCount');
  await guest.call('receivePaymentEvent', { raw: { id: 'evt_1', type: 'checkout.completed' } });
}

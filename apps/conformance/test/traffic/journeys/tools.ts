import type { Journey } from './agents.ts';

/** Somebody looks for tools, takes some and runs them. */
export async function useTools({ own, other, guest }: Journey): Promise<void> {
  await own.call('listTools');
  await guest.call('listPublicTools');
  await own.call('listPublicTools');
  for (const q of ['read_tide_table', 'send_letter', 'count_words'])
    await own.call('searchTools', { query: { q, limit: '1' } });
  await own.call('searchTools', { query: { q: 'send', limit: '200', min_score: '0' } });
  await own.call('searchTools', { query: { q: 'send', limit: '2', min_score: '0.5' } });
  for (const tool_id of ['send_letter', 'count_words']) {
    await own.call('getPublicTool', { path: { tool_id } });
    await own.call('installTool', { body: { tool_id } });
    await own.call('listUserTools');
    await own.call('getUserTool', { path: { tool_id } });
    await other.call('getUserTool', { path: { tool_id } });
  }
  await own.call('runTool', { path: { tool_name: 'read_tide_table' }, raw: { port: 'Hull' } });
  await own.call('runTool', { path: { tool_name: 'read_tide_table' }, raw: { port: 'Leith' } });
  await guest.call('runTool', { path: { tool_name: 'read_tide_table' }, raw: { port: 'Hull' } });
  const log = await own.call('listToolExecutionLogs', { query: { limit: '5' } });
  const [, log_id = '1'] = /"(?:log_?id|id)":\s*"?(\d+)/i.exec(JSON.stringify(log.body)) ?? [];
  for (const client of [own, own, other]) await client.call('getToolExecutionLog', { path: { log_id } });
  await own.call('listToolsets');
  for (const toolset_name of ['sea', 'post', 'sea']) await own.call('getToolset', { path: { toolset_name } });
  await own.call('listToolsets');
  for (const tool_id of ['send_letter', 'count_words']) {
    await own.call('uninstallTool', { path: { tool_id } });
    await own.call('getUserTool', { path: { tool_id } });
  }
  await own.call('listUserTools');
}

/** Somebody talks to a worker and looks at what was logged of it. */
export async function talkAndLook({ own, other, worker, round }: Journey): Promise<void> {
  const runs: string[] = [];
  for (const operation of ['startRun', 'startRunNdjson', 'startRun']) {
    const started = await own.call(operation, {
      path: { agent_id: worker },
      raw: { message: `How high is the tide of day ${round}` },
    });
    runs.push(started.headers.get('x-service-run-id') ?? '');
  }
  for (const run_id of runs) {
    const path = { agent_id: worker, run_id };
    await own.call('continueRun', { path, raw: { message: `And the day after ${round}` } });
    await own.call('continueRunNdjson', { path, raw: { message: `And the week after ${round}` } });
    await own.call('getRunMessages', { path });
    await other.call('getRunMessages', { path });
  }
  await own.call('listAgentRuns', { query: { limit: '20' } });
  for (const run_id of runs)
    for (const operation of ['getAgentRun', 'listAgentRunLogs', 'listAgentRunMcpServerLogs', 'getAgentRun']) {
      await own.call(operation, { path: { run_id } });
      await other.call(operation, { path: { run_id } });
    }
  await turnAllPages(own);
  await own.call('listAgentRuns', { query: { limit: 'many' } });
}

/** From the newest run to the oldest, between two looks at the first of them. */
async function turnAllPages(own: Journey['own']): Promise<void> {
  await own.call('listAgentRuns', { query: { limit: '100' } });
  let page = await own.call('listAgentRuns', { query: { limit: '10' } });
  for (let turned = 0; turned < 20; turned += 1) {
    const [, next_cursor] = /"(\d{4}-\d\d-\d\dT[^"]+)"\}?$/.exec(JSON.stringify(page.body)) ?? [];
    if (next_cursor === undefined) break;
    page = await own.call('listAgentRuns', { query: { limit: '10', next_cursor } });
  }
  await own.call('listAgentRuns', { query: { limit: '100' } });
}

const none = '00000000-0000-0000-0000-000000000000';

/** Somebody whose program has mistakes: identifiers that were never set, bodies that lack something. */
export async function makeMistakes({ own, guest, worker }: Journey): Promise<void> {
  const unset = { run_id: 'undefined', log_id: 'undefined', agent_id: 'undefined', chat_id: 'undefined' };
  const others = {
    file_id: 'undefined',
    api_key_id: 'NaN',
    bundle_id: 'NaN',
    cli_auth_id: 'null',
    schedule_id: 'null',
  };
  const path = { ...unset, ...others };
  const typed = [
    'getAgentRun',
    'listAgentRunMcpServerLogs',
    'listAgentRunLogs',
    'getToolExecutionLog',
    'getAgentTheme',
  ];
  const more = [
    'listAgentFiles',
    'cloneChat',
    'createChatRunLog',
    'getApiKey',
    'deleteApiKey',
    'getBundle',
    'getSchedule',
  ];
  for (const operation of [...typed, ...more]) await own.call(operation, { path });
  await own.call('getAgentFile', { path: { ...path, agent_id: worker } });
  await guest.call('consumeCliAuthJwt', { path });
  await own.call('getVibePrompt', { path: { agent_id: worker }, query: { service_name: 'undefined' } });
  await own.call('getVibePrompt', { path: { agent_id: worker } });
  for (const operation of ['checkVanitySlug', 'convertTextToCron', 'searchTools']) await own.call(operation);
  await own.call('searchTools', { query: { q: '' } });
  for (const limit of ['0', '201']) await own.call('searchTools', { query: { q: 'send', limit } });
  await own.call('upsertAgent', { raw: { visibility: 'public' } });
  await own.call('createChat', { raw: {} });
  await askForNothing(own);
}

async function askForNothing(own: Journey['own']): Promise<void> {
  const path = {
    run_id: none,
    agent_id: none,
    chat_id: none,
    file_id: none,
    schedule_id: none,
    cli_auth_id: none,
  };
  const integers = { log_id: '1987654321', api_key_id: '1987654321', bundle_id: '1987654321' };
  const names = { tool_id: none, tool_name: none, toolset_name: none };
  const all = { ...path, ...integers, ...names };
  const bare = [
    'getAgentRun',
    'getToolExecutionLog',
    'getSubscription',
    'getStudioChat',
    'deleteStudioChat',
    'cloneStudioChat',
    'getAgent',
    'generateUpsellDescription',
    'getAgentTheme',
    'listAgentFiles',
    'getAgentFile',
    'deleteAgentFile',
    'getChat',
    'deleteChat',
    'cloneChat',
    'createChatRunLog',
    'getApiKey',
    'deleteApiKey',
    'getBundle',
    'deleteBundle',
    'removeBundleTool',
    'consumeCliAuthJwt',
    'getSchedule',
    'getPublicTool',
    'getToolset',
    'getUserTool',
    'uninstallTool',
    'unsubscribeFromAgent',
  ];
  for (const operation of bare) await own.call(operation, { path: all });
  await own.call('subscribeToAgent', { path: all, body: {} });
  await own.call('replaceStudioChat', { path: all, body: { run_id: none, visibility: 'public' } });
  await own.call('updateStudioChat', { path: all, body: { visibility: 'public' } });
  await own.call('setAgentTheme', { path: all, body: { theme_color: '#123456' } });
  await own.call('createAgentFile', { path: all, body: {}, texts: 'Lost' });
  await own.call('updateAgentFile', { path: all, body: {}, texts: 'Lost' });
  await own.call('reorderAgentFiles', { path: all, body: { positions: [{ file_id: none, position: 0 }] } });
  await own.call('replaceChat', { path: all, body: { chat_prompt: 'Lost', visibility: 'public' } });
  await own.call('updateChat', { path: all, body: { visibility: 'public' } });
  await own.call('submitChatFeedback', { path: all, body: {}, texts: 'Lost' });
  await own.call('addBundleTool', { path: all, body: { tool_id: 'send_letter' } });
  await own.call('attachCliAuthJwt', { path: all, body: { jwt: 'nothing-that-opens-anything' } });
  await own.call('runTool', { path: all, raw: {} });
}

import type { ApiClient } from './api-client.ts';

/** What a user says and asks, in words that differ from time to time. */
export interface Journey {
  readonly own: ApiClient;
  readonly other: ApiClient;
  readonly sandbox: ApiClient;
  /** Nobody whom the deployment knows. */
  readonly guest: ApiClient;
  /** Which time it is. */
  readonly round: number;
  /** An agent of the own user that answers. */
  readonly worker: string;
}

const services = (body: unknown): readonly string[] =>
  JSON.stringify(body)
    .match(/"[a-z-]+"/g)
    ?.map((one) => one.slice(1, -1)) ?? [];

/** Somebody makes an agent, changes it, dresses it up, shows it round and takes it away. */
export async function makeAnAgent({ own, other, guest, round }: Journey): Promise<void> {
  const words = `My conformance prompt number ${round}, of the tides`;
  const made = await own.call('upsertAgent', {
    body: { chat_prompt: words, visibility: 'private' },
    texts: `Tides ${round}`,
  });
  const agent = { agent_id: made.read('agent_id'), chat_id: made.read('agent_id') };
  await own.call('getAgent', { path: agent });
  await own.call('getChat', { path: agent });
  await own.call('listAgents');
  await own.call('listChats');
  for (const client of [other, guest]) {
    await client.call('getAgent', { path: agent });
    await client.call('getChat', { path: agent });
  }
  await own.call('upsertAgent', {
    body: { agent_id: agent.agent_id, chat_prompt: `${words} and the moon`, visibility: 'private' },
  });
  await own.call('getAgent', { path: agent });
  await own.call('updateChat', { path: agent, body: { visibility: 'public' } });
  await own.call('getChat', { path: agent });
  await guest.call('getAgent', { path: agent });
  await own.call('replaceChat', {
    path: agent,
    body: { chat_prompt: `${words} and the sun`, visibility: 'private' },
    texts: `Sun ${round}`,
  });
  await own.call('getChat', { path: agent });
  await own.call('getAgent', { path: agent });
  await dressUp(own, other, agent);
  await keepFiles(own, other, agent, round);
  for (const operation of ['cloneChat', 'createChatRunLog'] as const)
    await other.call(operation, { path: agent });
  await other.call('replaceChat', { path: agent, body: { chat_prompt: 'Mine now', visibility: 'public' } });
  await other.call('updateChat', { path: agent, body: { visibility: 'public' } });
  await other.call('deleteChat', { path: agent });
  await own.call('getChat', { path: agent });
  await own.call('subscribeToAgent', { path: agent, body: {} });
  await own.call('unsubscribeFromAgent', { path: agent });
  await own.call('createChatRunLog', { path: agent });
  await own.call('createChatRunLog', { path: agent });
  await own.call('generateUpsellDescription', { path: agent });
  await own.call('getAgent', { path: agent });
  await own.call('deleteChat', { path: agent });
  await own.call('getChat', { path: agent });
}

async function dressUp(
  own: ApiClient,
  other: ApiClient,
  path: Readonly<Record<string, string>>,
): Promise<void> {
  await own.call('getAgentTheme', { path });
  await other.call('getAgentTheme', { path });
  await own.call('setAgentTheme', { path, body: { theme_color: '#1a2b3c' } });
  await own.call('getAgentTheme', { path });
  await own.call('setAgentTheme', { path, body: { theme_color: '#abcdef' } });
  await own.call('getAgentTheme', { path });
  await other.call('setAgentTheme', { path, body: { theme_color: '#000000' } });
  const known = services((await own.call('listVibeServices')).body);
  for (const service_name of known.slice(-3))
    await own.call('getVibePrompt', { path, query: { service_name } });
}

async function keepFiles(
  own: ApiClient,
  other: ApiClient,
  path: Readonly<Record<string, string>>,
  round: number,
): Promise<void> {
  await own.call('listAgentFiles', { path });
  const ids: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const made = await own.call('createAgentFile', { path, body: {}, texts: `The ${name} file of ${round}` });
    ids.push(made.read('file_id'));
    await own.call('listAgentFiles', { path });
  }
  const [first = '', second = '', third = ''] = ids;
  const file = { ...path, file_id: second };
  await own.call('getAgentFile', { path: file });
  await own.call('updateAgentFile', { path: file, body: {}, texts: `Another conformance text of ${round}` });
  await own.call('getAgentFile', { path: file });
  await own.call('listAgentFiles', { path });
  const positions = [third, first, second].map((file_id, position) => ({ file_id, position }));
  await own.call('reorderAgentFiles', { path, body: { positions } });
  for (let look = 0; look < 2; look += 1) {
    await own.call('listAgentFiles', { path });
    await own.call('getAgentFile', { path: file });
  }
  await other.call('listAgentFiles', { path });
  await other.call('createAgentFile', { path, body: {}, texts: 'Of somebody else' });
  await other.call('getAgentFile', { path: file });
  await other.call('updateAgentFile', { path: file, body: {}, texts: 'Of somebody else' });
  await other.call('reorderAgentFiles', { path, body: { positions: positions.toReversed() } });
  await other.call('deleteAgentFile', { path: file });
  await own.call('getAgentFile', { path: file });
  await own.call('deleteAgentFile', { path: file });
  await own.call('getAgentFile', { path: file });
  await own.call('listAgentFiles', { path });
  await own.call('deleteAgentFile', { path: file });
  await own.call('updateAgentFile', { path: file, body: {}, texts: 'Too late' });
}

/** Somebody shares a chat in the older family of paths, and others take it up. */
export async function shareAChat({ own, other, guest, round }: Journey): Promise<void> {
  await own.call('listChats');
  const made = await own.call('createChat', {
    body: { chat_prompt: `Our conformance prompt ${round} for all – Grüße aus Hull`, visibility: 'public' },
    texts: `For all ${round}`,
  });
  const second = await own.call('createChat', {
    body: { chat_prompt: `Our second conformance prompt ${round}`, visibility: 'public' },
    texts: `Second ${round}`,
  });
  const [chat, another] = [made, second].map((one) => ({
    chat_id: one.read('chat_id'),
    agent_id: one.read('chat_id'),
  }));
  if (chat === undefined || another === undefined) return;
  await own.call('listChats');
  await own.call('listAgents');
  for (const path of [chat, another]) {
    await guest.call('getChat', { path });
    await own.call('getChat', { path });
    await guest.call('getChatSocialPreview', { path });
    await own.call('submitChatFeedback', { path, body: {}, texts: 'Very good' });
    for (const service_name of services((await own.call('listVibeServices')).body).slice(-3))
      await own.call('getVibePrompt', { path, query: { service_name } });
  }
  const cloned = await own.call('cloneChat', { path: chat });
  const clone = { chat_id: cloned.read('chat_id'), agent_id: cloned.read('chat_id') };
  await own.call('getChat', { path: clone });
  await own.call('getAgent', { path: clone });
  await own.call('listChats');
  await other.call('cloneChat', { path: chat });
  const slug = await own.call('generateVanitySlug', { body: {}, texts: 'Tides of today' });
  await own.call('checkVanitySlug', {
    query: {
      slug: JSON.stringify(slug.body ?? 'tides-today')
        .slice(2, 12)
        .replaceAll('"', ''),
    },
  });
  for (const path of [clone, another, chat]) await own.call('deleteChat', { path });
}

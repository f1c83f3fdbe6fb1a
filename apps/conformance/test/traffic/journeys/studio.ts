import type { Journey } from './agents.ts';

/** Somebody keeps chats in the studio, some of them for nobody else. */
export async function keepStudioChats({ own, other, guest, sandbox, round }: Journey): Promise<void> {
  const create = async (visibility: string): Promise<{ readonly run_id: string }> => {
    const run_id = crypto.randomUUID();
    const made = await own.call('createStudioChat', {
      body: { run_id, visibility },
      texts: `Studio ${visibility} ${round}`,
    });
    return { run_id: made.read('run_id') || run_id };
  };
  const [hidden, shared] = [await create('private'), await create('public')];
  await own.call('listStudioChats');
  for (const path of [hidden, shared]) {
    await own.call('getStudioChat', { path });
    await other.call('getStudioChat', { path });
    await guest.call('getStudioChat', { path });
  }
  await own.call('cloneStudioChat', { path: hidden });
  const cloned = await own.call('cloneStudioChat', { path: shared });
  const clone = { run_id: cloned.read('run_id') };
  await own.call('getStudioChat', { path: clone });
  await other.call('replaceStudioChat', { path: hidden, body: { ...hidden, visibility: 'public' } });
  await other.call('updateStudioChat', { path: hidden, body: { visibility: 'public' } });
  await other.call('deleteStudioChat', { path: hidden });
  await own.call('getStudioChat', { path: hidden });
  await own.call('updateStudioChat', { path: hidden, body: { visibility: 'public' } });
  await own.call('getStudioChat', { path: hidden });
  await own.call('replaceStudioChat', {
    path: hidden,
    body: { ...hidden, visibility: 'private' },
    texts: `Studio again ${round}`,
  });
  await own.call('getStudioChat', { path: hidden });
  await own.call('listStudioChats');
  for (const path of [clone, shared, hidden]) await own.call('deleteStudioChat', { path });
  await own.call('listStudioChats');
  await trySandbox({ sandbox, round });
}

/** Who tries the platform out in its sandbox can't have anything private. */
async function trySandbox({ sandbox, round }: Pick<Journey, 'sandbox' | 'round'>): Promise<void> {
  const prompt = { chat_prompt: `Tried out ${round}` };
  const made = await sandbox.call('createChat', {
    body: { ...prompt, visibility: 'public' },
    texts: 'Tried',
  });
  const agent = { chat_id: made.read('chat_id'), agent_id: made.read('chat_id') };
  await sandbox.call('getChat', { path: agent });
  await sandbox.call('createChat', { body: { ...prompt, visibility: 'private' }, texts: 'Tried' });
  await sandbox.call('upsertAgent', { body: { ...prompt, visibility: 'private' }, texts: 'Tried' });
  await sandbox.call('replaceChat', {
    path: agent,
    body: { ...prompt, visibility: 'private' },
    texts: 'Tried',
  });
  await sandbox.call('updateChat', { path: agent, body: { visibility: 'private' } });
  const run_id = crypto.randomUUID();
  await sandbox.call('createStudioChat', { body: { run_id: crypto.randomUUID(), visibility: 'private' } });
  await sandbox.call('createStudioChat', { body: { run_id, visibility: 'public' } });
  await sandbox.call('replaceStudioChat', { path: { run_id }, body: { run_id, visibility: 'private' } });
  await sandbox.call('updateStudioChat', { path: { run_id }, body: { visibility: 'private' } });
  await sandbox.call('getCurrentUser');
  await sandbox.call('cloneChat', { path: agent });
  await sandbox.call('deleteStudioChat', { path: { run_id } });
  await sandbox.call('deleteChat', { path: agent });
}

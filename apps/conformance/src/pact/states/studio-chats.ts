import { randomUUID } from 'node:crypto';
import { callerOf, otherUser } from './caller-of.ts';
import { likely } from './likely.ts';
import type { State } from './state.ts';

const withChat =
  (visibility: 'private' | 'public', ofAnother = false): State =>
  async (scene) => {
    const run_id = randomUUID();
    const caller = ofAnother ? otherUser(scene) : callerOf(scene);
    await scene.platform.succeed('createStudioChat', { body: { run_id, visibility }, ...caller });
    return { values: { run_id } };
  };

export const deletedChat: State = async ({ platform }) => {
  const path = { run_id: randomUUID() };
  await platform.succeed('createStudioChat', { body: path });
  await platform.succeed('deleteStudioChat', { path });
  return { values: path };
};

export const takenRunId: State = async (scene) => {
  const body = { run_id: randomUUID() };
  await scene.platform.succeed('createStudioChat', { body, ...otherUser(scene) });
  return { values: body };
};

/** States of agent studio chats. */
export const studioChats: Readonly<Record<string, State>> = {
  'a studio chat of the caller': withChat('public'),
  'a public studio chat of the caller': withChat('public'),
  'a private studio chat of the caller': withChat('private'),
  'a private studio chat of another user': withChat('private', true),
  'a studio chat that cannot be deleted': likely(deletedChat),
  'a new run identifier': async () => ({ values: { run_id: randomUUID() } }),
  'a run identifier that another chat has': likely(takenRunId),
};

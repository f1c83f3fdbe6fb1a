import { randomUUID } from 'node:crypto';
import { callerOf, otherUser } from './caller-of.ts';
import { notShown } from './not-shown.ts';
import type { State } from './state.ts';

const withChat =
  (visibility: 'private' | 'public', ofAnother = false): State =>
  async (scene) => {
    const run_id = randomUUID();
    const caller = ofAnother ? otherUser(scene) : callerOf(scene);
    await scene.platform.succeed('createStudioChat', { body: { run_id, visibility }, ...caller });
    return { values: { run_id } };
  };

/** States of agent studio chats. */
export const studioChats: Readonly<Record<string, State>> = {
  'a studio chat of the caller': withChat('public'),
  'a public studio chat of the caller': withChat('public'),
  'a private studio chat of the caller': withChat('private'),
  'a private studio chat of another user': withChat('private', true),
  'a studio chat that cannot be deleted': notShown,
  'a new run identifier': async () => ({ values: { run_id: randomUUID() } }),
  'a run identifier that another chat has': notShown,
};

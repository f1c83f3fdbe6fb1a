import { defaultVisibility, mayBecome } from '../../domain/visibility.ts';
import { copyFiles } from '../../store/agent-file-repository.ts';
import {
  findAgentRecord,
  insertAgentRecord,
  requireAgentRecord,
} from '../../store/agent-record-repository.ts';
import { findTheme, setTheme } from '../../store/agent-theme-repository.ts';
import type { Database } from '../../store/store.ts';
import { agentPartBody, toFields } from '../agents/agent-body.ts';
import { toAgentModel } from '../agents/agent-model.ts';
import { refusingTakenSlug } from '../agents/save-agent.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse, unprocessable } from '../outcome.ts';

/** POST /me/chats/{chat_id}/clone: a public chat with its theme and files becomes one of the caller's. */
export const cloneChat = defineOperation('cloneChat', {
  body: agentPartBody.nullish(),
  async answer({ caller, path, body }, { store: { db } }) {
    const source = await findAgentRecord(db, path.chat_id);
    if (!source) return refuse('not-found', 'Chat not found.');
    if (source.visibility !== 'public') return refuse('forbidden', 'This chat is not public.');
    // A 400 is documented for every other way to break this rule, but not for this operation.
    if (!mayBecome(body?.visibility, caller.tier))
      return unprocessable(['body', 'visibility'], 'The sandbox tier cannot make a chat private.');
    const own = {
      id: crypto.randomUUID(),
      userId: caller.userId,
      visibility: defaultVisibility(caller.tier),
    };
    const clone = { ...source, vanitySlug: null, subscriptionPrice: null, ...own, ...toFields(body ?? {}) };
    const made = await refusingTakenSlug(() =>
      db.transaction().execute(async (transaction) => {
        await insertAgentRecord(transaction, clone);
        await copyBelongings(transaction, { from: source.id, to: clone.id });
        return await requireAgentRecord(transaction, clone.id);
      }),
    );
    return 'tag' in made ? made : ok(toAgentModel(made));
  },
});

async function copyBelongings(db: Database, ids: { from: string; to: string }): Promise<void> {
  const theme = await findTheme(db, ids.from);
  if (theme) await setTheme(db, ids.to, theme.color);
  await copyFiles(db, ids);
}

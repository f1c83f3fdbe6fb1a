import { defaultVisibility } from '../../domain/visibility.ts';
import type { Caller, Tier } from '../../identity/caller.ts';
import {
  type AgentFields,
  type AgentRecord,
  findAgentRecord,
  insertAgentRecord,
  isSlugTaken,
  requireAgentRecord,
  updateAgentRecord,
} from '../../store/agent-record-repository.ts';
import type { Store } from '../../store/store.ts';
import { ok, refuse, unprocessable } from '../outcome.ts';
import { toAgentModel } from './agent-model.ts';

/** What an agent is where nothing is said; the prompt always is. */
export function defaultFields(tier: Tier): Omit<AgentFields, 'prompt'> {
  return {
    name: 'Untitled agent',
    description: null,
    visibility: defaultVisibility(tier),
    vanitySlug: null,
    subscriptionPrice: null,
  };
}

/** Adds an agent of the caller; what `fields` leaves out has its default. */
export async function createAgent(db: Store['db'], caller: Caller, fields: Partial<AgentFields>) {
  const id = crypto.randomUUID();
  const agent = { id, userId: caller.userId, ...defaultFields(caller.tier), prompt: '', ...fields };
  const made = await refusingTakenSlug(() =>
    db.transaction().execute(async (transaction) => {
      await insertAgentRecord(transaction, agent);
      return await requireAgentRecord(transaction, id);
    }),
  );
  return 'tag' in made ? made : ok(toAgentModel(made));
}

/** Changes what is given of an agent and leaves the rest. */
export async function changeAgent(db: Store['db'], { id }: AgentRecord, changes: Partial<AgentFields>) {
  const changed = await refusingTakenSlug(() =>
    db.transaction().execute(async (transaction) => {
      await updateAgentRecord(transaction, id, changes);
      return (await findAgentRecord(transaction, id)) ?? refuse('not-found', 'Agent not found.');
    }),
  );
  return 'tag' in changed ? changed : ok(toAgentModel(changed));
}

/** Slugs are told apart by an index, so that of two writers at once one hears that the slug is taken. */
export async function refusingTakenSlug<Result>(write: () => Promise<Result>) {
  try {
    return await write();
  } catch (error) {
    if (!isSlugTaken(error)) throw error;
    return unprocessable(['body', 'vanity_slug'], 'This slug is taken.');
  }
}

import type { Spec } from '../spec/spec.ts';

/** The rules whose refusals the traffic of others may bring about. */
export interface RefusalRules {
  /** Of what is not there: by operation. */
  readonly unknown: (operation: string) => string | undefined;
  /** Of what is another user's: by operation. */
  readonly foreign: (operation: string) => string | undefined;
  readonly sandbox: (operation: string) => string | undefined;
  readonly withoutPrompt: (operation: string) => string | undefined;
  readonly unsigned: string;
  readonly missingChat: string;
  readonly foreignChat: string;
  readonly privateWorker: string;
  readonly withoutCredential: (operation: string) => string | undefined;
  readonly ownAgent: (operation: string) => string | undefined;
  readonly privateClone: (operation: string) => string | undefined;
  readonly again: (operation: string) => string | undefined;
}

const check = 'refusal.is-as-documented';

const sandbox: Readonly<Record<string, string>> = {
  createStudioChat: 'studio-chats.create-sandbox-private-is-400',
  replaceStudioChat: 'studio-chats.replace-sandbox-private-is-400',
  updateStudioChat: 'studio-chats.update-sandbox-private-is-400',
  upsertAgent: 'agents.upsert-sandbox-private-is-400',
  createChat: 'chats.create-sandbox-private-is-400',
  replaceChat: 'chats.replace-sandbox-private-is-400',
  updateChat: 'chats.update-sandbox-private-is-400',
};

const withoutPrompt: Readonly<Record<string, string>> = {
  upsertAgent: 'agents.upsert-without-prompt-is-400',
  createChat: 'chats.create-without-prompt-is-400',
};

/** No user can subscribe to an own agent. */
const ownAgent: Readonly<Record<string, string>> = {
  subscribeToAgent: 'subscriptions.subscribe-own-is-400',
  unsubscribeFromAgent: 'subscriptions.unsubscribe-without-subscription-is-400',
};

const privateClone: Readonly<Record<string, string>> = {
  cloneStudioChat: 'studio-chats.clone-private-is-400',
};

const again: Readonly<Record<string, string>> = { redeemVipCode: 'vip.redeem-twice-is-400' };

const withoutCredential: Readonly<Record<string, string>> = { runTool: 'tools.run-bad-jwt-is-401' };

/** Of those that a record of the path brings about there is one for each operation, known by its status. */
export function refusalRules({ rules, operations: all }: Pick<Spec, 'rules' | 'operations'>): RefusalRules {
  const named = new Set(all.flatMap(({ id, path }) => (path.includes('{') ? [id] : [])));
  const byStatus = (wanted: number) => {
    const found = rules.filter(
      ({ checks, status, operations: [operation = '', ...others] }) =>
        checks?.includes(check) === true && status === wanted && others.length === 0 && named.has(operation),
    );
    return new Map(found.map(({ id, operations }) => [operations[0], id]));
  };
  const [unknown, foreign] = [byStatus(404), byStatus(403)];
  return {
    unknown: (operation) => unknown.get(operation),
    foreign: (operation) => foreign.get(operation),
    sandbox: (operation) => sandbox[operation],
    withoutPrompt: (operation) => withoutPrompt[operation],
    unsigned: 'payments.webhook-unsigned-is-400',
    missingChat: 'schedules.create-missing-chat-is-403',
    foreignChat: 'schedules.create-foreign-chat-is-403',
    privateWorker: 'law.private-worker-is-closed',
    withoutCredential: (operation) => withoutCredential[operation],
    ownAgent: (operation) => ownAgent[operation],
    privateClone: (operation) => privateClone[operation],
    again: (operation) => again[operation],
  };
}

/** All of them: what traffic never brings about can't be seen in it. */
export function rulesBroughtAbout(spec: Pick<Spec, 'rules' | 'operations'>): ReadonlySet<string> {
  const { unknown, foreign, unsigned, missingChat, foreignChat, privateWorker } = refusalRules(spec);
  const named = [sandbox, withoutPrompt, ownAgent, privateClone, again, withoutCredential].flatMap((some) =>
    Object.values(some),
  );
  const ofRecords = spec.rules.flatMap(({ operations: [operation = ''] }) => [
    unknown(operation),
    foreign(operation),
  ]);
  return new Set([
    ...named,
    ...ofRecords.flatMap((id) => id ?? []),
    unsigned,
    missingChat,
    foreignChat,
    privateWorker,
  ]);
}

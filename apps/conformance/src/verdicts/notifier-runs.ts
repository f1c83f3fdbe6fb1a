import { caseKey } from '../cases/case.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import type { Rule } from '../spec/spec.ts';
import { requestIn } from './bodies.ts';
import { memoize } from './memoize.ts';
import type { Recording } from './verdict.ts';

/** One run of a NOTIFIER tool that was listed under its name. */
export interface NotifierRun {
  readonly exchange: Exchange;
  readonly tool: string;
  readonly input: JsonRecord;
}

/** What the notification service keeps: which tools make, list, change and remove it, and what tells one from another. */
export interface NotifierKind {
  readonly family: string;
  readonly create: string;
  readonly list: string;
  readonly change: string;
  readonly remove: string;
  readonly iden: string;
  readonly shown: string;
}

export const devices: NotifierKind = {
  family: 'device',
  create: 'NOTIFIER_CREATE_DEVICE',
  list: 'NOTIFIER_LIST_DEVICES',
  change: 'NOTIFIER_UPDATE_DEVICE',
  remove: 'NOTIFIER_DELETE_DEVICE',
  iden: 'device_iden',
  shown: 'nickname',
};

export const chats: NotifierKind = {
  family: 'chat',
  create: 'NOTIFIER_CREATE_CHAT',
  list: 'NOTIFIER_LIST_CHATS',
  change: 'NOTIFIER_UPDATE_CHAT',
  remove: 'NOTIFIER_DELETE_CHAT',
  iden: 'iden',
  shown: 'email',
};

export const pushes: NotifierKind = {
  family: 'push',
  create: 'NOTIFIER_CREATE_PUSH',
  list: 'NOTIFIER_LIST_PUSHES',
  change: 'NOTIFIER_UPDATE_PUSH',
  remove: 'NOTIFIER_DELETE_PUSH',
  iden: 'iden',
  shown: 'body',
};

/** Removes all that a user has of one kind. */
export const deleteAllPushes = 'NOTIFIER_DELETE_ALL_PUSHES';

export const notifierKinds: readonly NotifierKind[] = [devices, chats, pushes];

/** The kinds that the tools of a rule are about. */
export function notifierKindsOf({ tools = [] }: Rule): readonly NotifierKind[] {
  return notifierKinds.filter((kind) =>
    Object.values(kind).some((one) => tools.some(({ name }) => name === one)),
  );
}

const prefix = 'NOTIFIER_';

/** The integration tool that an exchange runs; undefined where it runs none. */
export function notifierToolOf({ operation, request }: Exchange): string | undefined {
  if (operation !== 'runTool') return undefined;
  const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
  return name.startsWith(prefix) ? name : undefined;
}

/** The answered runs of NOTIFIER tools, by sequence and in order. */
export const notifierRuns = memoize(({ user }: Recording): readonly (readonly NotifierRun[])[] => {
  const runs = user.flatMap((exchange): (NotifierRun & { readonly sequence: string })[] => {
    const tool = notifierToolOf(exchange);
    const input = requestIn(exchange);
    return tool === undefined || !isRecord(input) || exchange.response === undefined
      ? []
      : [{ exchange, tool, input, sequence: caseKey(exchange.origin.case) }];
  });
  return [...Map.groupBy(runs, ({ sequence }) => sequence).values()];
});

/** The runs of one user that were meant to do something. */
export function ownRunsOf(runs: readonly NotifierRun[], tool: string): readonly NotifierRun[] {
  return runs.filter(
    (one) => one.tool === tool && one.exchange.identity === 'own' && one.exchange.intent?.kind === 'tool-run',
  );
}

/** The runs of each sequence with each of some kinds. */
export function runsByKind(
  recording: Recording,
  kinds: readonly NotifierKind[] = notifierKinds,
): readonly { readonly runs: readonly NotifierRun[]; readonly kind: NotifierKind }[] {
  return notifierRuns(recording).flatMap((runs) => kinds.map((kind) => ({ runs, kind })));
}

import { randomBytes, randomUUID } from 'node:crypto';
import { isUnlisted } from './further.ts';
import type { Style } from './style.ts';
import type { Run } from './workers/run.ts';

export interface User {
  readonly id: string;
  readonly tier: 'member' | 'sandbox' | 'guest';
}

export type Attributes = Readonly<Record<string, unknown>>;

interface Made {
  readonly created_at: string;
  readonly owner: string;
  readonly attributes?: Attributes | undefined;
}

export interface Agent extends Made {
  readonly agent_id: string;
  readonly chat_id: string;
  readonly chat_prompt: string;
  readonly visibility: 'private' | 'public';
  readonly vanity_slug: string | null;
  readonly upsell_description: string | null;
  readonly paid: boolean;
  readonly deleted: boolean;
}

export interface StudioChat extends Made {
  readonly run_id: string;
  readonly visibility: 'private' | 'public';
  readonly deleted: boolean;
}

export interface AgentFile extends Made {
  readonly file_id: string;
  readonly agent_id: string;
  readonly position: number;
}

export interface ApiKey extends Made {
  readonly api_key_id: number;
  readonly key: string;
  readonly is_default: boolean;
}

export interface Bundle extends Made {
  readonly bundle_id: number;
  readonly tools: readonly string[];
}

export interface Schedule extends Made {
  readonly schedule_id: string;
  readonly chat_id: string;
  readonly cron: string;
}

export interface Session extends Made {
  readonly cli_auth_id: string;
  readonly jwt: string | undefined;
  readonly attached: boolean;
  readonly read: boolean;
}

export interface Subscription extends Made {
  readonly agent_id: string;
  readonly state: 'active' | 'ending' | 'ended';
}

export interface RunView extends Made {
  readonly run_id: string;
  readonly agent_id: string;
  readonly chat_id: string;
}

export interface Execution extends Made {
  readonly log_id: number;
  readonly tool_name: string;
}

/** Everything that one deployment remembers, in the order in which it came. */
export interface Store {
  readonly users: Map<string, User>;
  readonly agents: Map<string, Agent>;
  readonly files: Map<string, AgentFile>;
  readonly themes: Map<string, string>;
  readonly studioChats: Map<string, StudioChat>;
  readonly keys: Map<number, ApiKey>;
  readonly bundles: Map<number, Bundle>;
  readonly schedules: Map<string, Schedule>;
  readonly sessions: Map<string, Session>;
  readonly subscriptions: Map<string, Subscription>;
  readonly installed: Map<string, { readonly tool_id: string; readonly owner: string }>;
  readonly views: Map<string, RunView>;
  readonly executions: Map<number, Execution>;
  readonly credits: Map<string, number>;
  readonly redeemed: Set<string>;
  /** The conversations of the Workers API. */
  readonly runs: Map<string, Run>;
  /** A moment that no record before it has. */
  readonly now: () => string;
  /** One that no record among these has. */
  readonly nextInteger: (among: ReadonlyMap<number, unknown>) => number;
  /** An identifier that the interface types as string. */
  readonly newString: (kind: string) => string;
}

/** The agent that has this identifier, or whose chat has it. */
export function agentBy({ agents }: Store, id = ''): Agent | undefined {
  const key = id.toLowerCase();
  return agents.get(key) ?? [...agents.values()].find(({ chat_id }) => chat_id === key);
}

export function createStore({ ids, wire }: Style): Store {
  let last = 0;
  let integer = ids.firstInteger;
  let digits = 70_000_000;
  return {
    users: new Map(),
    agents: new Map(),
    files: new Map(),
    themes: new Map(),
    studioChats: new Map(),
    keys: new Map(),
    bundles: new Map(),
    schedules: new Map(),
    sessions: new Map(),
    subscriptions: new Map(),
    installed: new Map(),
    views: new Map(),
    executions: new Map(),
    credits: new Map(),
    redeemed: new Set(),
    runs: new Map(),
    now: () => {
      last = Math.max(last + 1, Date.now());
      return new Date(last).toISOString().replace('Z', wire.dateTime);
    },
    nextInteger: (among) => {
      if (ids.numbersComeAgain) return Math.max(ids.firstInteger, ...among.keys()) + 1;
      integer += 1;
      return integer;
    },
    newString: (kind) => {
      digits += 7;
      const random = randomBytes(6).toString('hex');
      const forms = {
        uuid: randomUUID(),
        prefixed: `${kind}_${random}`,
        slug: `${kind}-of-${random}`,
        digits: `${digits}`,
      };
      return forms[ids.strings];
    },
  };
}

/** The records of one owner, or all that pass, in the order of the style's lists. */
export function inOrder<T extends Made>({ choices }: Style, records: Iterable<T>): T[] {
  const listed = [...records].filter((one) => !isUnlisted(one, choices.further));
  const oldest = listed.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  if (choices.lists.order === 'newest') return oldest.reverse();
  return choices.lists.order === 'oldest' ? oldest : oldest.sort((a, b) => mixed(a) - mixed(b));
}

/** A number that has nothing to do with when a record was made, and never changes. */
function mixed({ created_at }: Made): number {
  return [...created_at].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
}

export function ownedBy<T extends Made>(records: Map<unknown, T>, user: User): T[] {
  return [...records.values()].filter(({ owner }) => owner === user.id);
}

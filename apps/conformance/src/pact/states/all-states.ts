import { account } from './account.ts';
import { agents } from './agents.ts';
import { callers } from './callers.ts';
import { money } from './money.ts';
import { runs } from './runs.ts';
import type { State } from './state.ts';
import { studioChats } from './studio-chats.ts';
import { tools } from './tools.ts';

/** Every state that a contract may ask for, by its name, and the way to it through the public API. */
export const allStates: ReadonlyMap<string, State> = new Map(
  [callers, runs, agents, studioChats, tools, account, money].flatMap((some) => Object.entries(some)),
);

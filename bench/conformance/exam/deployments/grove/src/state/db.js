// All state of the deployment, in memory. Handlers change it without waiting in between, so that requests at the
// same time don't disturb one another.

import { counter } from '../core/ids.js';

export const db = {
  users: new Map(), // by id: { id, name, email, tier, plan, credits: { left, used } }
  agents: new Map(), // by uuid, see agents.js
  runs: new Map(), // by uuid, see workers/runs.js
  executions: new Map(), // by number: { id, user, tool, input, ok, output, took, at }
  studioChats: new Map(), // by run id: { run, user, title, access, agent, at, changed, deleted }
  keys: new Map(), // by number: { id, user, secret, label, main, at }
  subscriptions: new Map(), // by id: { id, agent, user, state, since, ended, provider }
  ledger: [], // what paid agents earned: { agent, owner, user, cents, at }
  bundles: new Map(), // by number: { id, user, title, tools: [{ tool, at }], at }
  logins: new Map(), // sessions of command-line logins, by uuid: { id, user, token, state, at }
  schedules: new Map(), // by uuid: { id, user, chat, cron, say, paused, at, last }
  installs: new Map(), // by user: Map of tool id to { tool, at }
  vipCodes: new Map(), // by code: { code, owner, credits, redeemed: Set of user ids }
  payments: new Set(), // ids of events of the payment provider that were processed
  accounts: new Map(), // at the notification service, see tools/notifier.js
};

export const nextKey = counter(301);
export const nextBundle = counter(21);
export const nextExecution = counter(5001);

/** The values of a table that belong to the user. */
export const ownedBy = (table, user) => [...table.values()].filter((record) => record.user === user.id);

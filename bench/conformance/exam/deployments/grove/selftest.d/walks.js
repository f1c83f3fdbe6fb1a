// The walk through all operations, without a fault.

import { workers } from './walks/workers.js';
import { logs, subscriptions, money } from './walks/records.js';
import { agents, chats, files, studio } from './walks/agents.js';
import { bundles, keys, logins, schedules, user } from './walks/rest.js';
import { notifier, tools } from './walks/tools.js';
import { manners } from './walks/manners.js';

export const walks = {
  workers, logs, subscriptions, money, agents, chats, files, studio, bundles, keys, logins, schedules, user, notifier, tools, manners,
};

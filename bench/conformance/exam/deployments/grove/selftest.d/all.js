// All faults with their probes, in the order of the interface.

import workersStreams from './probes/workers-streams.js';
import workersRuns from './probes/workers-runs.js';
import logs from './probes/logs.js';
import subscriptions from './probes/subscriptions.js';
import studio from './probes/studio.js';
import agents from './probes/agents.js';
import files from './probes/files.js';
import chats from './probes/chats.js';
import keysMoney from './probes/keys-money.js';
import bundlesLogins from './probes/bundles-logins.js';
import schedulesUser from './probes/schedules-user.js';
import tools from './probes/tools.js';
import notifier from './probes/notifier.js';

export const faults = [...workersStreams, ...workersRuns, ...logs, ...subscriptions, ...studio, ...agents, ...files, ...chats, ...keysMoney,
  ...bundlesLogins, ...schedulesUser, ...tools, ...notifier];

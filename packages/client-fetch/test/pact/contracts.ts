import { type Interaction, interactionsOf } from './interaction.ts';
import { account } from './operations/account.ts';
import { agentFiles } from './operations/agent-files.ts';
import { agentRuns } from './operations/agent-runs.ts';
import { agents } from './operations/agents.ts';
import { bundles } from './operations/bundles.ts';
import { chats } from './operations/chats.ts';
import { money } from './operations/money.ts';
import { runs } from './operations/runs.ts';
import { schedules } from './operations/schedules.ts';
import { studioChats } from './operations/studio-chats.ts';
import { tools } from './operations/tools.ts';

const ofUserApi = [
  ...agentRuns,
  ...money,
  ...studioChats,
  ...agents,
  ...agentFiles,
  ...chats,
  ...account,
  ...bundles,
  ...schedules,
  ...tools,
];

/** All that this client needs of the two providers. */
export const interactions: readonly Interaction[] = [
  ...interactionsOf('workers-api', runs),
  ...interactionsOf('user-api', ofUserApi),
];

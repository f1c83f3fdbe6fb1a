import { type Contract, type Interaction, interactionsOf } from './interaction.ts';
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

/**
 * The interface declares a credential for an operation, and shows no status of its refusal: the client has to be able
 * to tell it from a success. One success of each operation is asked for again without the credential.
 */
function refusedWithoutJwt(contracts: readonly Contract[]): Contract[] {
  return contracts.map((contract) => {
    const [success] = contract.cases.filter(({ answer }) => answer !== undefined);
    const isTold = contract.cases.some(({ credential }) => credential === 'missing');
    if (success === undefined || contract.isOpen || isTold) return contract;
    const { answer: _, status: __, ...asked } = success;
    const refused = { ...asked, status: 'error', when: 'without a JWT', credential: 'missing' } as const;
    return { ...contract, cases: [...contract.cases, refused] };
  });
}

/** All that this client needs of the two providers. */
export const interactions: readonly Interaction[] = [
  ...interactionsOf('workers-api', runs),
  ...interactionsOf('user-api', refusedWithoutJwt(ofUserApi)),
];

import type { AppOptions } from '../../src/index.ts';
import { type Control, type ControlledUser, createControl } from './control.ts';
import type { Deployment } from './deployment.ts';
import { controlToken } from './hold-jobs.ts';
import type { UserClient } from './user-client.ts';

/** A deployment in which somebody offers a paid agent and somebody else may subscribe to it. */
export interface MoneyStage {
  deployment: Deployment;
  control: Control;
  owner: ControlledUser;
  subscriber: ControlledUser;
  /** For 500 cents a month. */
  agentId: string;
  /** Subscribes to that agent, or another. */
  subscribe(user: UserClient, agentId?: string): ReturnType<UserClient['call']>;
}

export async function setMoneyStage(
  start: (options: Partial<AppOptions>) => Promise<Deployment>,
): Promise<MoneyStage> {
  const deployment = await start({ controlToken });
  const control = createControl(deployment);
  const owner = await control.addUser();
  const subscriber = await control.addUser();
  const offered = { owner_id: owner.id, visibility: 'public', subscription_price: 500 };
  const agentId = await control.addAgent(offered);
  const subscribe: MoneyStage['subscribe'] = (user, agent = agentId) =>
    user.call('subscribeToAgent', { path: { agent_id: agent }, body: {} });
  return { deployment, control, owner, subscriber, agentId, subscribe };
}

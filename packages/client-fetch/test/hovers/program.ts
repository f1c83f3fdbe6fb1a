// What an editor shows of each name here is held by hovers.test.ts. It compiles and never runs.
import { reference } from '@agent-workers/types/profiles/reference';
import * as zod from 'zod/mini';
import {
  type Agent,
  createUserClient,
  createWorkersClient,
  getAgentRun,
  isError,
  NotFoundError,
  type Schedule,
  type Transport,
} from '../../src/index.ts';

declare const transport: Transport;
const user = createUserClient();
const workers = createWorkersClient();
const Pet = zod.object({ name: zod.string() });
const profile = { operations: { getAgent: { answer: Pet } }, event: zod.object({ text: zod.string() }) };
const profiled = createUserClient({ profile });
const deployed = createUserClient({ profile: reference });

export async function load(id: string) {
  const call = user.agents.getAgent(id);
  const agent = await call;
  const agents = await user.agents.listAgents();
  const mine = agents[0];
  const answered = await user.agents.getAgent(id).withResponse();
  const response = await user.agents.getAgent(id).asResponse();
  const checked = await user.agents.getAgent(id, { schema: Pet });
  const ofProfile = await profiled.agents.getAgent(id);
  const ofDeployment = await deployed.agents.getAgent(id);
  const runsOfDeployment = await deployed.agentRuns.listAgentRuns.all().toArray();
  const page = await user.agentRuns.listAgentRuns();
  const listed = user.agentRuns.listAgentRuns();
  const all = user.agentRuns.listAgentRuns.all();
  const runs = await all.toArray();
  for await (const item of user.agentRuns.listAgentRuns({ limit: 10 })) runs.push(item);
  const schedules = await user.schedules.listSchedules();
  const schedule = schedules.items?.[0];
  const bundle = await user.bundles.getBundle(1);
  const credits = await user.credits.getCredits();
  const vibe = await user.agents.listVibeServices();
  const slug = await user.agents.checkVanitySlug({ slug: 's' });
  const plain = await getAgentRun(transport, id);
  const run = await workers.start(id, 'hello');
  const text = await run.text.join();
  const messages = await run.messages();
  const eventRun = await workers.startForEvents(id, 'hello');
  const events = await eventRun.events.toArray();
  const pets = await (await workers.startForEvents(id, 'hello', { schema: Pet })).events.toArray();
  return {
    call,
    agent,
    agents,
    mine,
    answered,
    response,
    checked,
    ofProfile,
    ofDeployment,
    runsOfDeployment,
    page,
    listed,
    runs,
    schedules,
    schedule,
    bundle,
    credits,
    vibe,
    slug,
    plain,
    text,
    messages,
    events,
    pets,
  };
}

export const wrapped = (id: string) => user.agents.getAgent(id).then((agent) => agent);
export const describe = (agent: Agent) => agent.chat_prompt;
export const next = async () =>
  (await user.schedules.listSchedules()).items?.[0] satisfies Schedule | undefined;
export function explain(error: unknown) {
  if (error instanceof NotFoundError) return error;
  if (isError(error, user.agents.getAgent, 403)) return error.status;
  return undefined;
}
export const change = user.agents.upsertAgent;

// Tells a run that isn't there from every other failure.
import { createUserClient, isError } from '@agent-workers/client-fetch';
import { sandbox } from './sandbox.ts';

const user = createUserClient(sandbox);
try {
  await user.agentRuns.getAgentRun('00000000-0000-4000-8000-000000000404');
} catch (error) {
  if (!isError(error, user.agentRuns.getAgentRun, 404)) throw error;
  process.stdout.write(`${error.operation} ${error.status} ${error.requestId ?? 'without request id'}\n`);
}

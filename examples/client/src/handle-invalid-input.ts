// Reads what a deployment says about input that it refuses; the interface shows no field of it.
import { createUserClient, UnprocessableContentError } from '@agent-workers/client-fetch';
import { sandbox } from './sandbox.ts';

const user = createUserClient(sandbox);
try {
  await user.agentRuns.listAgentRuns({ limit: -1 });
} catch (error) {
  if (!(error instanceof UnprocessableContentError)) throw error;
  process.stdout.write(`${error.status} ${JSON.stringify(error.body)}\n`);
}

// Lists agent runs over all pages, then only the first two, and says where to go on.
import { createUserClient } from '@agent-workers/client-fetch';
import { sandbox } from './sandbox.ts';

const user = createUserClient(sandbox);
for await (const run of user.agentRuns.listAgentRuns({ limit: 2 })) process.stdout.write(`${run.run_id}\n`);

const runs = user.agentRuns.listAgentRuns.all();
const firstTwo = await runs.toArray({ limit: 2 });
process.stdout.write(`${firstTwo.length} runs, page ${runs.cursor ?? 'one'}\n`);

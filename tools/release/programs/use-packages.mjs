// Runs in the folder of somebody who has installed all packages, and uses each of them once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createUserClient, createWorkersClient } from '@agent-workers/client-fetch';
import { startServer } from '@agent-workers/server';
import { definitions, validate } from '@agent-workers/tools';
import { operationTable } from '@agent-workers/types';

const rules = await readFile(fileURLToPath(import.meta.resolve('@agent-workers/spec/rules.yaml')), 'utf8');
assert.match(rules, /run\.put-during-job-is-409/);
assert.ok(Object.keys(operationTable).length > 90);
assert.equal(definitions.length, 15);
assert.equal(validate('NOTIFIER_CREATE_PUSH', { type: 'file', title: 7 }).ok, false);
assert.ok(fileURLToPath(import.meta.resolve('@agent-workers/conformance/package.json')));

const server = await startServer();
try {
  const { agentsUrl, baseUrl, credentials, fixtures } = server;
  const workers = createWorkersClient({ agentsUrl, apiKey: credentials.apiKey });
  const run = await workers.start(fixtures.agentId, 'Hello');
  assert.notEqual(await run.text.join(), '');
  const user = createUserClient({ baseUrl, jwt: credentials.jwt });
  assert.ok(await user.agents.listAgents());
} finally {
  await server.close();
}
process.stdout.write('used spec, types, client-fetch, tools, server\n');

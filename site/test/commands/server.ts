import type { Stories } from './told.ts';

const requests = 'apps/server/test/cli/readme.test.ts';
const ready = /is listening/;
// A port of its own for a server that is started beside others.
const port = { '--port 8787': '--port 0' };
const control = { 'http://127.0.0.1:8788': '{control}', $ORIGIN: '{baseUrl}' };

/** Of the documents of the reference deployment. */
export const serverStories: Stories = {
  'apps/server/README.md': [
    { begins: 'pnpm ', notRun: 'is the next command, from source' },
    { begins: 'npx @agent-workers/server', adds: '--port 0', until: ready },
    ...['curl', 'AGENT=', 'RUN=', 'while curl', 'MINE=', 'SESSION='].map((begins) => ({
      begins,
      runBy: requests,
    })),
  ],
  'apps/server/SELF-HOSTING.md': [
    {
      begins: 'export DATABASE_URL',
      notRun: 'needs PostgreSQL; without it, the next command has a database of its own',
    },
    { begins: 'agent-workers-server --host', here: port, adds: '--data-dir hosted', until: ready },
    { begins: '#!/bin/sh', notRun: 'needs a container engine' },
    {
      begins: 'export ADMIN_TOKEN=',
      here: { 'ADMIN_TOKEN=… ': '', 'http://127.0.0.1:8789': '{admin}' },
    },
    {
      begins: 'agent-workers-server admin users set',
      before: 'agent-workers-server admin users add ann --url $ADMIN',
    },
  ],
  'apps/server/docs/code-interpreter.md': [{ begins: 'curl', runBy: requests }],
  'apps/server/docs/observability.md': [
    { begins: 'agent-workers-server --log-level', adds: '--port 0', until: ready },
    { begins: 'NODE_OPTIONS=', notRun: 'needs the SDK of OpenTelemetry' },
  ],
  'apps/server/docs/options.md': [
    { begins: 'agent-workers-server --port 0', until: ready },
    { begins: 'agent-workers-server create-jwt', says: /^[\w-]+\.[\w-]+\.[\w-]+$/m },
    { begins: 'agent-workers-server create-key', says: /^awk_[\w-]+$/m },
    { begins: 'agent-workers-server create-agent', says: /^[0-9a-f-]{36}$/m },
  ],
  'apps/server/docs/payments.md': ['CHECKOUT=', 'curl'].map((begins) => ({ begins, runBy: requests })),
  'apps/server/docs/runs.md': ['AGENT=', 'RUN=', 'curl'].map((begins) => ({ begins, runBy: requests })),
  'apps/server/docs/testing.md': [
    { begins: 'curl', runBy: requests },
    { begins: 'agent-workers-server seed', here: control },
    { begins: 'agent-conformance run', adds: '--operations listToolsets', says: /^CONFORMS/m },
  ],
  'apps/server/docs/tools-and-schedules.md': [{ begins: 'curl', runBy: requests }],
};

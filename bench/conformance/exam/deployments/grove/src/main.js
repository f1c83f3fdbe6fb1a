// Starts the deployment: the Workers API under /w, the User API under /api, both on one port of 127.0.0.1.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { agentRoutes } from './api/agents.js';
import { bundleRoutes } from './api/bundles.js';
import { chatRoutes } from './api/chats.js';
import { fileRoutes } from './api/files.js';
import { keyRoutes } from './api/keys.js';
import { loginRoutes } from './api/login.js';
import { moneyRoutes } from './api/money.js';
import { runRoutes } from './api/runs.js';
import { keepSchedules, scheduleRoutes } from './api/schedules.js';
import { studioRoutes } from './api/studio.js';
import { subscriptionRoutes } from './api/subscriptions.js';
import { toolRoutes } from './api/tools.js';
import { userRoutes } from './api/user.js';
import { activeFault } from './core/faults.js';
import { sendJson, serve } from './core/http.js';
import { notFound } from './core/problem.js';
import { Router } from './core/router.js';
import { authenticateKey, authenticateUser } from './state/auth.js';
import { seed } from './state/seed.js';
import { workersRoutes } from './workers/api.js';

/** An unknown fault would silently be none: better not to start. */
function checkFault() {
  if (activeFault === '') return;
  const listed = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
  const known = listed('faults.json');
  if (!known.some((fault) => fault.id === activeFault)) known.push(...listed('faults.more.json'));
  if (known.some((fault) => fault.id === activeFault)) return;
  console.error(`there is no fault ${activeFault} in faults.json or faults.more.json`);
  process.exit(2);
}

function routerOf(...groups) {
  const router = new Router();
  for (const group of groups) group(router);
  return router;
}

checkFault();
seed();
keepSchedules();

const workers = routerOf(workersRoutes);
const users = routerOf(
  runRoutes, subscriptionRoutes, studioRoutes, agentRoutes, fileRoutes, chatRoutes, keyRoutes, moneyRoutes, bundleRoutes,
  loginRoutes, scheduleRoutes, toolRoutes, userRoutes,
);

const server = createServer((req, res) => {
  res.on('error', () => {});
  if (req.url.startsWith('/w/')) return serve(workers, authenticateKey, req, res, req.url.slice(2));
  if (req.url.startsWith('/api/')) return serve(users, authenticateUser, req, res, req.url.slice(4));
  const problem = notFound('path');
  return sendJson(res, problem.status, problem.body());
});

server.keepAliveTimeout = 65_000;
const port = Number(process.argv[2]);
server.listen(port, '127.0.0.1', () => console.log('ready'));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));

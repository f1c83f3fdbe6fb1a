'use strict';
const express = require('express');
const { makeRouter, fail } = require('./http');
const { seed, JWT_SECRET } = require('./seed');
const { verify } = require('./jwt');
const repo = require('./repo');
const { now } = require('./db');
const cron = require('./cron');

const port = Number(process.argv[2] || process.env.PORT || 3000);
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.set('case sensitive routing', true);
app.set('query parser', false);
app.use(express.raw({ type: () => true, limit: '4mb' }));

// The JWT of the caller: must = 401 without a good one; else null.
function authenticate(req, must) {
  const h = req.headers.authorization;
  const m = /^Bearer +(\S+) *$/i.exec(h || '');
  const claims = m ? verify(m[1], JWT_SECRET) : null;
  const user = claims && /^\d{1,9}$/.test(String(claims.sub)) ? repo.users.byId(Number(claims.sub)) : null;
  if (!user && must) fail.unauthorized();
  return user || null;
}

const { route, fallback } = makeRouter(app, authenticate);
require('./api').routes(route);
const worker = require('./worker');
worker.routes(route);
fallback();
seed();

// Schedules that are due.
setInterval(() => {
  for (const s of repo.schedules.due(Date.now())) {
    const c = cron.parse(s.cron);
    repo.schedules.update(s, { last_run_at: now(), next_run_at: c ? cron.nextAfter(c, Date.now()) : null });
    try { worker.runScheduled(s); } catch (e) { console.error(e); }
  }
}, 1000).unref();

const server = app.listen(port, '127.0.0.1', () => console.log('ready'));
server.keepAliveTimeout = 65000;
server.on('error', (e) => { console.error(e.message); process.exit(1); });
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// start.sh says who its parent was: it may have gone before we are up.
const parent = Number(process.env.BIRCH_PARENT) || process.ppid;
const watch = () => { if (process.ppid !== parent) stop(); };
watch();
setInterval(watch, 500).unref();

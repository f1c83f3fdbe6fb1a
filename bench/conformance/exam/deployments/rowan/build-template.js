'use strict';
const fs = require('fs'); const path = require('path'); const { execFileSync } = require('child_process');
const db = require('./mariadb');
(async () => {
  const dir = db.tmp(); db.install(dir);
  const m = db.launch(dir); const c = await db.connect(dir, { multipleStatements: true });
  await c.query('CREATE DATABASE workers CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci; USE workers;');
  await c.query(fs.readFileSync(path.join(__dirname, 'schema.sql'), 'utf8'));
  const gone = new Promise(r => m.on('exit', r)); await c.query('SET GLOBAL innodb_fast_shutdown=1'); await c.query('SHUTDOWN').catch(() => {}); await gone;
  const t = path.join(__dirname, '.template'); fs.rmSync(t, { recursive: true, force: true }); fs.mkdirSync(t);
  execFileSync('cp', ['-a', dir + '/data', t + '/data']); fs.writeFileSync(t + '/ok', '1'); process.exit(0);
})().catch(e => { console.error(e); process.exit(1); });

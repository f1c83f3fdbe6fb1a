'use strict';
// node selftest.js [PORT] [--only=scene] : without a port it starts the deployment itself, once per fault and scene.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { client, scenes, mask } = require('./scenes');
const MAP = require('./scene-of.json');
let nextPort = 20000 + (process.pid % 20000);
function start(fault) {
  return new Promise((ok, no) => {
    const port = nextPort++, p = spawn(process.execPath, ['server.js', String(port)], { cwd: __dirname, env: { ...process.env, FAULT: fault }, stdio: ['ignore', 'pipe', 'pipe'] });
    let err = ''; p.stderr.on('data', (d) => { err += d; });
    p.stdout.once('data', () => ok({ port, p, err: () => err }));
    p.once('exit', (c) => no(new Error('ended ' + c + ' ' + err)));
  });
}
async function play(name, fault) {
  const s = await start(fault), x = client(s.port);
  try { await scenes[name](x); } catch (e) { x.note('thrown', String(e.message)); if (!fault) throw e; } finally { s.p.removeAllListeners('exit'); s.p.kill(); }
  if (!fault && s.err()) throw new Error(name + ': ' + s.err());
  return mask(x.notes);
}
(async () => {
  const arg = process.argv[2];
  if (/^\d+$/.test(arg || '')) {
    const x = client(arg); let bad = 0;
    for (const [k, f] of Object.entries(scenes)) { try { await f(x); } catch (e) { bad++; console.log('scene', k, e.message); } }
    const five = x.notes.filter((n) => Array.isArray(n[1]) && (n[1][0] === 500 || n[1][0] === 0)); for (const n of five) console.log('500:', n[0]);
    console.log(`walk: ${x.notes.length} notes, ${bad} scenes thrown, ${five.length} 500s`); process.exit(bad + five.length ? 1 : 0);
  }
  const show = process.argv.includes('--show');
  const faults = JSON.parse(fs.readFileSync(`${__dirname}/faults.json`, 'utf8'));
  const base = {}; let bad = 0;
  for (const k of Object.keys(scenes)) {
    if (arg && arg.startsWith('--only=') && arg.slice(7) !== k) continue;
    base[k] = await play(k, ''); const again = await play(k, '');
    const d = base[k].findIndex((l, i) => l !== again[i]);
    if (d >= 0) { bad++; console.log('unstable', k, base[k][d], again[d]); }
    if (show) console.log(k, base[k].join('\n'));
  }
  console.log('scenes without a fault:', Object.keys(base).length, Object.values(base).reduce((n, l) => n + l.length, 0), 'notes');
  let ok = 0; const log = [];
  for (const f of faults) {
    const k = MAP[f.id];
    if (!k || !base[k]) { if (!arg) { bad++; console.log('no scene', f.id); } continue; }
    const l = await play(k, f.id), d = [];
    for (let i = 0; i < Math.max(l.length, base[k].length); i++) if (l[i] !== base[k][i]) d.push([base[k][i], l[i]]);
    if (!d.length) { bad++; console.log('NOT SEEN', f.id, k); } else ok++;
    log.push(`${f.id} [${k}] ${d.length}\n   without: ${String((d[0] || [])[0]).slice(0, 400)}\n   with:    ${String((d[0] || [])[1]).slice(0, 400)}`);
  }
  fs.writeFileSync('/tmp/stranger-selftest.log', log.join('\n') + '\n');
  console.log(`faults seen: ${ok} of ${faults.length}; wrong: ${bad}`);
  process.exit(bad ? 1 : 0);
})();

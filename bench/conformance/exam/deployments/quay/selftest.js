'use strict';
const fs = require('fs'), path = require('path'), { build, jwt, KEYS, ...K } = require('./server.js');
const T = { m: jwt(1), o: jwt(2), s: jwt(3), a: null }, KN = { m: KEYS[1], o: KEYS[2], s: KEYS[3], a: null };
function client(port) { const base = `http://127.0.0.1:${port}`; const seen = c.seen;
  async function f(method, url, body, tok, h = {}) { const r = await fetch(url, { method, headers: { ...(tok && { Authorization: 'Bearer ' + tok }), ...(body !== undefined && { 'Content-Type': 'application/json' }), ...h }, body: body === undefined ? undefined : typeof body === 'string' && h.raw ? body : JSON.stringify(body) }); const t = await r.text(); let b; try { b = JSON.parse(t); } catch {} return { st: r.status, h: r.headers, t, b }; }
  const u = (m, p, b, w, h) => f(m, base + '/platform' + p, b, w && w.tok !== undefined ? w.tok : T[w || 'm'], h);
  const key = w => w && w.key !== undefined ? w.key : KN[w || 'm'];
  return { x: u, g: (p, w) => u('GET', p, undefined, w), d: (p, w) => u('DELETE', p, undefined, w), p: (p, b, w, h) => u('POST', p, b, w, h), u: (p, b, w) => u('PUT', p, b, w), t: (p, b, w) => u('PATCH', p, b, w),
    w: (p, message, w) => f(p.replace('ndjson/', '').includes('/') ? 'PUT' : 'POST', base + '/crew/' + p, { message }, key(w)), wg: (a, r, w) => f('GET', `${base}/crew/${a}/${r}`, undefined, key(w)) }; }
function c() {} c.seen = new Set();
async function withServer(fault, fn) { const s = build(fault); await new Promise(r => s.listen(0, '127.0.0.1', r)); const err = console.error; if (fault) console.error = e => { (withServer.err ??= new Set()).add(fault + ': ' + (e && e.message)); }; try { return await fn(client(s.address().port)); } finally { console.error = err; s.closeAllConnections(); s.close(); } }
async function main() {
  const { L } = require('./probes2.js');
  const only = process.argv[2] && !process.argv[2].startsWith('--') ? process.argv[2] : null; const dup = L.map(x => x.id).filter((x, i, a) => a.indexOf(x) !== i); if (dup.length) console.log('DUP', dup);
  if (!only && fs.existsSync(path.join(__dirname, 'walk.js'))) { const bad = await require('./walk.js')(withServer); console.log('walk:', bad.length ? bad : 'ok'); if (bad.length) process.exitCode = 1; }
  const good = [], bad = [];
  for (const x of L) { if (only && !x.id.startsWith(only)) continue; let clean, broken, e1; try { clean = await withServer('', x.probe); } catch (e) { clean = 'threw ' + e.message; } try { broken = await withServer(x.id, x.probe); } catch (e) { broken = false; } if (clean === true && !broken) good.push(x); else bad.push([x.id, clean, broken]); }
  if (withServer.err) console.log('unplanned errors inside', [...withServer.err]); console.log('probes shown', good.length, 'bad', bad.length, bad.map(b => b.join(' ')));
  if (bad.length) process.exitCode = 1;
  if (!only) { const [sel, more] = require('./select.js')(good); const w = (n, l) => fs.writeFileSync(path.join(__dirname, n), JSON.stringify(l, null, 1)); w('faults.json', sel); w('faults.more.json', more); const k = (l, f, v) => l.filter(x => x[f] === v).length; for (const [n, l] of [['faults.json', sel], ['faults.more.json', more]]) console.log(n, l.length, 'stated', k(l, 'basis', 'stated'), 'implied', k(l, 'basis', 'implied'), 'request', k(l, 'needs', 'request'), 'sequence', k(l, 'needs', 'sequence'), 'timing', k(l, 'needs', 'timing'), 'operations', new Set(l.flatMap(x => x.operation)).size); }
  console.log('stated', good.filter(x => x.basis === 'stated').length, 'implied', good.filter(x => x.basis === 'implied').length);
}
module.exports = { client };
if (require.main === module) main().then(() => process.exit());

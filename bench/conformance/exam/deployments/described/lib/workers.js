'use strict';
// The Workers API: runs, streams, background jobs.
const { E, UUID, readBody, bearer } = require('./core.js');
const JOB_MS = 600;
module.exports = (app) => {
  const { S, F, now } = app;
  app.newRun = (user_id, agent) => {
    const t = now();
    let run_id = app.uuid();
    const run = { run_id, user: user_id, agent_id: agent.agent_id, messages: [], logs: [], mcp: [], job: null, created_on: t, changed_on: t };
    S.runs.set(run_id, run); return run;
  };
  app.runLog = (run, kind, text) => { const l = { run_id: run.run_id, line: run.logs.length + 1, kind, text, created_on: now() }; run.logs.push(l); return l; };
  const say = (run, role, content, extra = {}) => { run.messages.push({ role, content, at: now(), ...extra }); run.changed_on = app.last; };
  // Gives {signals, text}: what the worker says to this message, with all that it does.
  app.converse = (run, agent, message, via) => {
    const signals = [];
    let heard = run.messages.filter((m) => m.role === 'user').map((m) => m.content);
    if (F('context-of-last-run') && via.post) heard = S.lastHeard?.[`${run.user}${run.agent_id}`] || [];
    if (F('put-forgets-first') && via.put) heard = heard.slice(1);
    if (F('put-mixes-runs') && via.put && !via.nd) heard = [...S.runs.values()].filter((r) => r.agent_id === run.agent_id && r.user === run.user).flatMap((r) => r.messages.filter((m) => m.role === 'user').map((m) => m.content));
    say(run, 'user', F('history-trims') ? message.trim().replace(/\s+/g, ' ') : message);
    if (F('put-twice-in-history') && via.put && !via.nd) say(run, 'user', message);
    app.runLog(run, 'received', message.slice(0, 200));
    (S.lastHeard ||= {})[`${run.user}${run.agent_id}`] = [...heard, message];
    let text = `${agent.displayTitle} (${agent.promptText}) heard: ${message}`;
    text += heard.length ? `\nEarlier in this run you said: ${heard.join(' | ')}` : '\nThis is the first thing you said in this run.';
    if (/\btide\b/i.test(message)) {
      const input = { port: /harlingen/i.test(message) ? 'Harlingen' : 'Vlissingen' }, out = app.toolRun('tide_table', input, run.user, run);
      signals.push({ event: 'call', tool_name: 'tide_table', input });
      if (!(F('ndjson-no-tool-reply') && via.put)) signals.push({ event: 'reply', tool_name: 'tide_table', output: out });
      if (!(F('mcp-log-only-post') && via.put)) run.mcp.push({ run_id: run.run_id, server: 'harbour-tools', tool_name: 'tide_table', request: input, reply: out, created_on: now() });
      app.runLog(run, 'tool', 'tide_table');
      if (F('history-tool-object')) say(run, 'tool', { output: out }, { tool_name: 'tide_table' }); else say(run, 'tool', out, { tool_name: 'tide_table' });
      text += `\nI looked it up for ${input.port}.`;
    }
    const bg = /in the background/i.test(message);
    if (bg) {
      const job_id = `J${S.nextJob++}`, bad = /sink/i.test(message);
      run.job = { job_id, polls: 0 }; run.lastJob = job_id;
      signals.push({ event: 'job', job_id }); app.runLog(run, 'job', `${job_id} started`);
      text += `\nThe job has been started.`;
      const stuck = F('failed-job-never-ends') && bad;
      if (!stuck) app.after(JOB_MS, () => {
        run.job = null; run.jobsDone = (run.jobsDone || 0) + 1;
        say(run, 'assistant', bad ? `The job ended with an error: the crate sank.` : `The job is finished: all crates are moved.`);
        app.runLog(run, 'job', `${job_id} ${bad ? 'failed' : 'finished'}`);
        if (F('job-end-erases') && !bad) run.messages = run.messages.slice(-1);
      });
    }
    if (!(F('ndjson-answer-not-kept') && via.nd && via.put)) say(run, 'assistant', text);
    app.runLog(run, 'answered', `${text.length} characters`);
    if (F('history-last-six') && run.messages.length > 6) run.messages = run.messages.slice(-6);
    return { signals, text, slow: /slowly/i.test(message) };
  };
  const wait = (ms) => new Promise((ok) => setTimeout(ok, ms));
  const shared = { buf: '' };
  async function stream(req, res, run, out, nd, started, isPut) {
    const h = { 'content-type': nd ? 'application/x-ndjson' : 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    if (!(F('ndjson-put-no-run-header') && nd && isPut)) h['X-Service-Run-ID'] = F('post-run-id-short') && !isPut && nd ? run.run_id.slice(0, 8) : F('put-new-run-header') && isPut && !nd ? app.uuid() : run.run_id;
    if (started) h['x-service-job-id'] = started;
    res.writeHead(200, h);
    let { text } = out;
    if (F('text-leaks-tool') && !nd) text = out.signals.filter((s) => s.event !== 'job').map((s) => `[${s.event}] ${s.tool_name} ${JSON.stringify(s.input || s.output)}\n`).join('') + text;
    if (F('stream-cut') && text.length > 300) text = text.slice(0, 300);
    if (F('ndjson-answer-empty-put') && nd && isPut) text = '';
    const parts = [];
    const cp = Array.from(text), size = out.slow ? Math.ceil(cp.length / 10) : 40;
    for (let k = 0; k < cp.length; k += size) parts.push(cp.slice(k, k + size).join(''));
    if (nd) for (const s of out.signals) res.write(`${JSON.stringify(s)}\n`);
    for (let k = 0; k < parts.length; k++) {
      if (res.destroyed) return;
      let part = parts[k];
      if (F('streams-mixed')) { shared.buf += part; await wait(4); part = shared.buf; shared.buf = ''; } else if (out.slow) await wait(60);
      if (F('chunk-doubled') && !nd && k === 3) res.write(part);
      if (nd) {
        let line = JSON.stringify({ event: 'delta', text: part });
        if (F('ndjson-raw-newline')) line = line.replace(/\\n/g, '\n');
        res.write(`${line}\n`);
      } else if (F('text-latin1')) res.write(Buffer.from(part, 'latin1'));
      else res.write(part);
    }
    if (nd && !F('ndjson-no-newline-end')) res.write(`${JSON.stringify({ event: 'end', run_id: run.run_id })}\n`);
    res.end();
  }
  return async (req, res, path) => {
    let seg = path.split('/').filter(Boolean);
    const nd = seg[0] === 'ndjson';
    if (nd) seg = seg.slice(1);
    const [aid, rid] = seg, M = req.method;
    const raw = await readBody(req);
    const known = seg.length === 1 ? ['POST'] : seg.length === 2 ? (nd ? ['PUT'] : ['PUT', 'GET']) : null;
    if (!known) throw new E(404, 'no such path');
    const tok = bearer(req);
    let key = tok && S.keys.find((k) => k.secretKey === tok);
    if (!key && F('deleted-key-works') && tok) key = (S.goneKeys || []).find((k) => k.secretKey === tok);
    if (key && F('new-key-refused') && !key.label.startsWith('first')) key = null;
    if (!key && F('history-without-key') && M === 'GET') key = S.keys[0];
    if (!key && F('ndjson-any-key') && nd && tok) key = S.keys[0];
    if (!key) throw new E(401, 'a valid API key is needed');
    if (!known.includes(M)) throw new E(405, 'method not allowed here');
    if (!UUID.test(aid) || (rid && !UUID.test(rid))) throw new E(400, 'an id here is a GUID');
    const agent = S.agents.get(aid.toLowerCase());
    if (!agent || (!agent.is_public && agent.owner !== key.owner && !F('private-worker-open'))) throw new E(404, 'no such agent');
    if (agent.price && agent.owner !== key.owner && M === 'POST' && !app.activeSub(key.owner, agent.agent_id)) throw new E(402, 'subscribe first');
    const run = rid ? S.runs.get(rid.toLowerCase()) : null;
    if (rid) {
      if (!run || run.agent_id !== agent.agent_id) throw new E(404, 'no such run');
      if (run.user !== key.owner && !(F('put-foreign-run') && M === 'PUT' && !nd) && !(F('history-foreign-run') && M === 'GET')) throw new E(403, "another user's run");
    }
    if (M === 'GET') {
      const h = {};
      if (run.job && !(F('job-header-once') && run.job.polls++ > 0)) h['x-service-job-id'] = run.job.job_id;
      if (F('job-header-returns') && run.lastJob && !run.job && run.resumed) h['x-service-job-id'] = run.lastJob;
      let list = run.messages;
      if (F('history-newest-first') && list.length > 4) list = [...list].reverse();
      if (F('history-only-user')) list = list.filter((m, k) => m.role !== 'assistant' || k < 4);
      return app.send(res, 200, list, h);
    }
    let b; try { b = JSON.parse(raw.toString('utf8')); } catch { throw new E(400, 'the body is no JSON'); }
    if (!b || typeof b.message !== 'string') throw new E(400, 'message (a text) is missing');
    if (M === 'POST') {
      if (F('post-blocked-by-job') && [...S.runs.values()].some((r) => r.job && r.user === key.owner && r.agent_id === agent.agent_id)) throw new E(409, 'a job is running');
      const r = app.newRun(key.owner, agent);
      const out = app.converse(r, agent, b.message, { post: true, nd });
      return stream(req, res, r, out, nd, r.job && r.job.job_id, false);
    }
    if (run.job && !(F('job-ndjson-put-accepted') && nd)) {
      if (F('job-409-keeps-message')) say(run, 'user', b.message);
      if (F('job-put-ends-job')) run.job = null;
      throw new E(F('job-put-423') ? 423 : 409, 'a background job is running');
    }
    if (run.jobsDone) run.resumed = true;
    if (F('no-resume-after-error') && run.messages.some((m) => m.role === 'assistant' && m.content.startsWith('The job ended with an error'))) throw new E(409, 'the job failed');
    if (F('put-creates-run')) { const r = app.newRun(key.owner, agent); app.runLog(r, 'continued', run.run_id); }
    if (F('put-race-lost')) { const kept = [...run.messages]; await app.pause(); run.messages = kept; }
    const before = run.job;
    const out = app.converse(run, agent, b.message, { put: true, nd });
    return stream(req, res, run, out, nd, !before && run.job && run.job.job_id, true);
  };
};

'use strict';
const { ID, FERRY, CRUNCH, TORN, HOOKBODY, hookSig, jwt, KEYS } = require('./server.js');
const L = []; let op, wd;
const G = (o, w, rows) => { for (const [id, bn, what, probe, w2] of rows) L.push({ id, operation: (Array.isArray(o) ? o : [o]).map(x => x.replace(/^(\w+) (A)?\//, (_, m, a) => `${m} {${a ? 'agents' : 'base'}_url}/`)), basis: bn[0] === 's' ? 'stated' : 'implied', needs: { r: 'request', q: 'sequence', t: 'timing' }[bn[1]], words: w2 || w, what, probe }); };
const M = ID.main, sleep = ms => new Promise(r => setTimeout(r, ms)), J = JSON.stringify, U = /^[0-9a-f-]{36}$/;
const rid = r => r.h.get('x-service-run-id');
const talk = async (c, ...ms) => { let r = await c.w(M, ms[0]); const id = rid(r); for (const m of ms.slice(1)) r = await c.w(M + '/' + id, m); return { id, r }; };
const hist = async (c, id, who, a = M) => (await c.wg(a, id, who)).b;
const lines = t => t.split('\n').filter(x => x.trim()).map(x => JSON.parse(x));
const job = async (c, m = CRUNCH, pre = '') => rid(await c.w(pre + M, m));
const until = async (c, id, ms = 1500) => { const t = Date.now(); while (Date.now() - t < ms) { const r = await c.wg(M, id); if (!r.h.get('x-service-job-id')) return r; await sleep(60); } return null; };
const TP = 'POST A/{agent_id}', TU = 'PUT A/{agent_id}/{run_id}', NP = 'POST A/ndjson/{agent_id}', NU = 'PUT A/ndjson/{agent_id}/{run_id}', TG = 'GET A/{agent_id}/{run_id}';
G(TP, 'A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.', [
 ['w-nohead-post', 'sr', 'The text POST answers without X-Service-Run-ID.', async c => !!rid(await c.w(M, 'hi'))],
 ['w-post-reuse', 'sq', 'Two POSTs shortly after one another return the same run ID (double-submit guard).', async c => rid(await c.w(M, 'a')) !== rid(await c.w(M, 'b'))],
 ['w-post-context', 'sq', 'A POST begins with the messages of the caller\'s previous run with that worker.', async c => { await c.w(M, 'secret word heron'); const r = await c.w(M, 'b'); return (await hist(c, rid(r))).length === 2; }],
 ['w-run-id-short', 'sr', 'The run ID is sixteen hex digits and no uuid.', async c => U.test(rid(await c.w(M, 'a'))), 'Run | run_id | uuid | Returned in header X-Service-Run-ID; identifies the conversation context'],
 ['w-text-leak', 'sr', 'The text stream also contains the raw answer of the tool that was called.', async c => !(await c.w(M, FERRY)).t.includes('QX-17'), 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data).'],
 ['w-text-callname', 'sr', 'The text stream announces the call of the tool by its name.', async c => !(await c.w(M, FERRY)).t.includes('lookup_ferry'), 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data).'],
 ['w-text-cut', 'ir', 'The last chunk of the text answer is never flushed: the stream ends too early and differs from the stored answer.', async c => { const r = await c.w(M, 'a rather long message that needs several chunks'); return (await hist(c, rid(r)))[1].content === r.t; }, 'Streamed text with only the worker\'s user-facing output'],
 ['w-text-dupchunk', 'ir', 'A chunk of the answer is sent twice.', async c => { const r = await c.w(M, 'a rather long message that needs several chunks to be sent'); return (await hist(c, rid(r)))[1].content === r.t; }, 'Streamed text with only the worker\'s user-facing output'],
 ['w-utf8', 'ir', 'Characters beyond ASCII that fall on a chunk boundary come as replacement characters.', async c => (await c.w(M, 'żółć ☀️ 漢字漢字漢字 żółć')).t.includes('漢字漢字漢字 żółć'), 'Streamed text with only the worker\'s user-facing output'],
 ['w-text-json', 'sr', 'The answer comes as a quoted JSON string instead of text.', async c => !(await c.w(M, 'x')).t.startsWith('"'), 'Streamed text with only the worker\'s user-facing output'],
 ['w-shared', 'it', 'Two POSTs at once: both streams carry the answer to the later one.', async c => { const [a, b] = await Promise.all([c.w(M, 'alpha'), c.w(M, 'bravo')]); return a.t.includes('alpha') && b.t.includes('bravo'); }, 'A POST starts a new interaction with a clear context'],
 ['w-post-409', 'st', 'While a job runs, a POST for a new interaction is refused with 409.', async c => { await job(c); return (await c.w(M, 'x')).st === 200; }, 'A POST is always allowed, also while a job is running.'],
 ['w-post-kills', 'st', 'A POST of a new interaction cancels the background job of the older run.', async c => { const id = await job(c); await c.w(M, 'x'); await sleep(40); return !!(await c.wg(M, id)).h.get('x-service-job-id'); }, 'POST to start a new interaction | none | job running (old run), new run idle | New interaction starts as normal'],
 ['w-anon-post', 'sr', 'A POST without any API key is answered.', async c => (await c.w(M, 'x', 'a')).st === 401, 'every request carries the header Authorization: Bearer <API_KEY>'],
 ['w-unknown-agent', 'ir', 'A POST to an agent_id that does not exist is answered by some other worker.', async c => (await c.w('11111111-2222-4333-8444-555555555555', 'x')).st === 404, 'The worker is addressed by agent_id (GUID).'],
 ['w-private', 'ir', 'Another user\'s private worker can be called by anyone with a key.', async c => (await c.w(ID.priv, 'x')).st >= 400, 'visibility (private or public)'],
 ['w-private-cached', 'iq', 'A worker that was public once stays callable for others after its owner made it private.', async c => { const a = (await c.p('/me/agents', { title: 'x', instructions: 'y', visibility: 'public' })).b.agent_guid; await c.w(a, 'x', 'o'); await c.t('/me/chats/' + a, { visibility: 'private' }); return (await c.w(a, 'x', 'o')).st >= 400; }, 'visibility (private or public)'],
 ['w-deleted-agent', 'iq', 'A worker that its owner deleted goes on answering at the Workers API.', async c => { const a = (await c.p('/me/agents', { title: 'x', instructions: 'y' })).b.agent_guid; await c.d('/me/chats/' + a); return (await c.w(a, 'x')).st >= 400; }, 'DELETE | /me/chats/{chat_id} | none | 200 AgentModel'],
 ['w-dead-key', 'iq', 'A deleted API key still opens the Workers API.', async c => { const k = (await c.p('/me/api-keys', { label: 'x' })).b; await c.d('/me/api-keys/' + k.key_no); return (await c.w(M, 'x', { key: k.secret })).st === 401; }, 'every request carries the header Authorization: Bearer <API_KEY>'],
 ['w-content-trunc', 'iq', 'User messages are stored with at most 255 characters.', async c => { const m = 'abc '.repeat(150) + 'end'; return (await hist(c, rid(await c.w(M, m))))[0].content === m; }, 'Each conversation has a run ID that preserves the full history'],
 ['w-content-trim', 'iq', 'Line breaks and repeated blanks of a user message are collapsed in the history.', async c => { const m = 'one\n\n  two   three'; return (await hist(c, rid(await c.w(M, m))))[0].content === m; }, 'Each conversation has a run ID that preserves the full history'],
 ['w-content-html', 'iq', 'User messages are stored HTML-escaped.', async c => (await hist(c, rid(await c.w(M, 'a < b & c'))))[0].content === 'a < b & c', 'Each conversation has a run ID that preserves the full history'],
 ['w-assist-chunk', 'sq', 'Only the first chunk of the worker\'s answer is kept in the history.', async c => { const r = await c.w(M, 'a rather long message that needs several chunks'); return (await hist(c, rid(r)))[1].content === r.t; }, 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)'],
]);
G(TU, 'A PUT with a run ID adds a user message to that run and keeps its history.', [
 ['w-nohead-put', 'sq', 'The text PUT answers without X-Service-Run-ID.', async c => !!rid((await talk(c, 'a', 'b')).r), 'Streamed text as above. Header X-Service-Run-ID is sent again.'],
 ['w-put-newhead', 'sq', 'The PUT answers with a run ID other than the one it continued.', async c => { const { id, r } = await talk(c, 'a', 'b'); return rid(r) === id; }, 'Streamed text as above. Header X-Service-Run-ID is sent again.'],
 ['w-put-replaces', 'sq', 'A PUT drops what was said before: the history has the last exchange only.', async c => (await hist(c, (await talk(c, 'a', 'b')).id)).length === 4],
 ['w-put-nouser', 'sq', 'The user message of a PUT is not in the history.', async c => (await hist(c, (await talk(c, 'a', 'bee')).id)).some(x => x.role === 'user' && x.content === 'bee')],
 ['w-put-noassist', 'sq', 'The answer to a PUT is not in the history.', async c => (await hist(c, (await talk(c, 'a', 'bee')).id)).filter(x => x.role === 'assistant').length === 2, 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)'],
 ['w-put-role', 'sq', 'The user message of a PUT is stored with the role assistant.', async c => (await hist(c, (await talk(c, 'a', 'b')).id))[2].role === 'user'],
 ['w-put-twice', 'iq', 'The user message of a PUT stands twice in the history.', async c => (await hist(c, (await talk(c, 'a', 'b')).id)).filter(x => x.content === 'b').length === 1],
 ['w-forgets', 'iq', 'The worker no longer knows what was said before the PUT.', async c => (await talk(c, 'the word is heron', 'b')).r.t.includes('heron'), 'Workers are stateful by default.'],
 ['w-put-unknown', 'ir', 'A PUT with an unknown run ID silently begins a new run under it.', async c => (await c.w(M + '/11111111-2222-4333-8444-555555555555', 'x')).st === 404, 'A PUT with a run ID adds a user message to that run'],
 ['w-foreign-put', 'iq', 'Another user can write into a run that is not theirs.', async c => (await c.w(M + '/' + rid(await c.w(M, 'x')), 'y', 'o')).st >= 400, 'Returned in header X-Service-Run-ID; identifies the conversation context (initial message, tool calls, responses)'],
 ['w-job-put', 'st', 'While a job runs a text PUT is accepted.', async c => { const id = await job(c); return (await c.w(M + '/' + id, 'x')).st === 409; }, 'When a job is running, PUT returns 409.'],
 ['w-409-423', 'st', 'While a job runs a PUT is refused with 423 instead of 409.', async c => { const id = await job(c); return (await c.w(M + '/' + id, 'x')).st === 409; }, 'When a job is running, PUT returns 409.'],
 ['w-409-200', 'st', 'While a job runs a PUT answers 200 with an error in its body.', async c => { const id = await job(c); return (await c.w(M + '/' + id, 'x')).st === 409; }, 'When a job is running, PUT returns 409.'],
 ['w-409-adds', 'st', 'The PUT is refused with 409, but its message stands in the history.', async c => { const id = await job(c); await c.w(M + '/' + id, 'intruder'); return !J(await hist(c, id)).includes('intruder'); }, 'PUT with run_id | none | job running | Rejected with status 409; message not added'],
 ['w-409-kills', 'st', 'A PUT refused with 409 ends the job.', async c => { const id = await job(c); await c.w(M + '/' + id, 'x'); await sleep(40); return !!(await c.wg(M, id)).h.get('x-service-job-id'); }, 'PUT with run_id | none | job running | Rejected with status 409; message not added'],
 ['w-409-lingers', 'st', 'After the job ended (no header any more) PUTs are refused with 409 for another twenty seconds.', async c => { const id = await job(c); await until(c, id); return (await c.w(M + '/' + id, 'x')).st === 200; }, 'The client polls GET until x-service-job-id is absent, then sends a PUT with any message value.'],
 ['w-resume-word', 'st', 'After a job only the message "continue" is taken; any other is refused.', async c => { const id = await job(c); await until(c, id); return (await c.w(M + '/' + id, 'any words')).st === 200; }, 'GET no longer returns x-service-job-id; a PUT with any message value may resume'],
 ['w-empty', 'sq', 'A PUT with an empty message is refused.', async c => (await talk(c, 'a', '')).r.st === 200, 'then sends a PUT with any message value.'],
 ['w-lost-update', 'st', 'Of two PUTs at the same time one is lost from the history.', async c => { const { id } = await talk(c, 'a'); const x = await Promise.all([c.w(M + '/' + id, 'bee'), c.w(M + '/' + id, 'sea')]); if (x.some(r => r.st !== 200)) return false; const t = J(await hist(c, id)); return t.includes('"bee"') && t.includes('"sea"'); }],
 ['w-put-empty', 'sq', 'The PUT answers 200 with an empty stream (the answer is stored only).', async c => (await talk(c, 'a', 'b')).r.t.length > 0, 'Streamed text as above.'],
 ['w-put-leak', 'sq', 'A PUT\'s text stream contains the raw tool answer (the POST does not).', async c => !(await talk(c, 'a', FERRY)).r.t.includes('QX-17'), 'Streamed text with only the worker\'s user-facing output (no tool calls or debug data).'],
 ['w-job-wipes', 'sq', 'When the job ends the history before it is gone.', async c => { const { id } = await talk(c, 'early words', CRUNCH); await until(c, id); return J(await hist(c, id)).includes('early words'); }, 'Each conversation has a run ID that preserves the full history'],
]);
G(NP, 'NDJSON stream with the worker\'s output plus out-of-band signals such as tool calls and their responses', [
 ['w-nohead-nd-post', 'sr', 'The NDJSON POST answers without X-Service-Run-ID.', async c => !!rid(await c.w('ndjson/' + M, 'x')), 'Response carries header X-Service-Run-ID; context starts clear'],
 ['w-nd-posthead', 'sq', 'The run ID in the header of the NDJSON POST is not that of the stored run.', async c => { const r = await c.w('ndjson/' + M, 'x'); return (await c.wg(M, rid(r))).st === 200; }, 'every POST returns a new run ID in X-Service-Run-ID'],
 ['w-nd-notools', 'sr', 'The NDJSON stream has neither the tool call nor its response.', async c => (await c.w('ndjson/' + M, FERRY)).t.includes('lookup_ferry')],
 ['w-nd-nocall', 'sr', 'The NDJSON stream has the tool\'s response but not the call.', async c => (await c.w('ndjson/' + M, FERRY)).t.split('"lookup_ferry"').length === 3],
 ['w-nd-noanswer', 'sr', 'The NDJSON stream has the tool call but not its response.', async c => (await c.w('ndjson/' + M, FERRY)).t.includes('QX-17')],
 ['w-nd-swap', 'ir', 'The response of the tool comes before its call in the NDJSON stream.', async c => { const l = (await c.w('ndjson/' + M, FERRY)).t.split('\n'); return l.findIndex(x => x.includes('QX-17')) > l.findIndex(x => x.includes('lookup_ferry') && !x.includes('QX-17')); }],
 ['w-nd-array', 'sr', 'The whole stream is one JSON array in one line.', async c => !Array.isArray(lines((await c.w('ndjson/' + M, 'x')).t)[0])],
 ['w-nd-pretty', 'sr', 'The JSON values are pretty-printed over several lines.', async c => lines((await c.w('ndjson/' + M, 'x')).t).length > 0],
 ['w-nd-nonl', 'sr', 'The JSON values follow one another without line breaks.', async c => lines((await c.w('ndjson/' + M, 'x')).t).length > 0],
 ['w-nd-cutoff', 'ir', 'The last line of the NDJSON stream is cut off in the middle.', async c => lines((await c.w('ndjson/' + M, 'x')).t).length > 0],
 ['w-nd-sse', 'sr', 'The lines are framed as server-sent events (data: ...).', async c => lines((await c.w('ndjson/' + M, 'x')).t).length > 0],
 ['w-nd-silent', 'sr', 'The NDJSON stream has signals but not the worker\'s output.', async c => (await c.w('ndjson/' + M, 'hello heron')).t.includes('Aye')],
 ['w-nd-unstored', 'sq', 'Runs begun by the NDJSON POST have no messages at GET.', async c => (await hist(c, rid(await c.w('ndjson/' + M, 'x')))).length === 2, 'JSON array of messages, each with role and content, in conversation order'],
 ['w-role-bot', 'sq', 'Answers given over NDJSON are stored with the role user.', async c => (await hist(c, rid(await c.w('ndjson/' + M, 'x'))))[1].role === 'assistant', 'role (values seen: user, assistant), content (string)'],
 ['w-nd-job-lost', 'sq', 'A job asked for over the NDJSON form never shows in x-service-job-id.', async c => !!(await c.wg(M, await job(c, CRUNCH, 'ndjson/'))).h.get('x-service-job-id'), 'Header x-service-job-id is present while a background job runs and absent otherwise'],
 ['w-nd-anon', 'sr', 'The NDJSON form works without an API key.', async c => (await c.w('ndjson/' + M, 'x', 'a')).st === 401, 'every request carries the header Authorization: Bearer <API_KEY>'],
 ['w-nd-private', 'ir', 'Over the NDJSON form another user\'s private worker can be called.', async c => (await c.w('ndjson/' + ID.priv, 'x')).st >= 400, 'visibility (private or public)'],
]);
G(NU, 'NDJSON stream as above', [
 ['w-nohead-nd-put', 'sq', 'The NDJSON PUT answers without X-Service-Run-ID.', async c => !!rid(await c.w('ndjson/' + M + '/' + (await talk(c, 'a')).id, 'x')), 'User message appended to the run history; header X-Service-Run-ID returned'],
 ['w-nd-put-text', 'sq', 'The NDJSON PUT streams plain text.', async c => lines((await c.w('ndjson/' + M + '/' + (await talk(c, 'a')).id, 'x')).t).length > 0],
 ['w-nd-put-nocall', 'sq', 'The NDJSON PUT lacks the tool call (the POST has it).', async c => (await c.w('ndjson/' + M + '/' + (await talk(c, 'a')).id, FERRY)).t.split('"lookup_ferry"').length === 3, 'NDJSON streams carry out-of-band signals such as tool calls and their responses.'],
 ['w-job-put-nd', 'st', 'While a job runs an NDJSON PUT is accepted.', async c => { const id = await job(c); return (await c.w('ndjson/' + M + '/' + id, 'x')).st === 409; }, 'When a job is running, PUT returns 409.'],
]);
G(TG, 'JSON array of messages, each with role and content, in conversation order.', [
 ['w-order', 'sq', 'GET gives the newest message first.', async c => (await hist(c, (await talk(c, 'a', 'b')).id))[0].content === 'a'],
 ['w-get-cap', 'sq', 'GET gives only the last six messages.', async c => (await hist(c, (await talk(c, 'a', 'b', 'c', 'd')).id)).length === 8, 'Each conversation has a run ID that preserves the full history'],
 ['w-get-object', 'sq', 'GET wraps the array into an object.', async c => Array.isArray(await hist(c, (await talk(c, 'a')).id))],
 ['w-get-mutates', 'iq', 'Each GET adds an entry to the conversation.', async c => { const { id } = await talk(c, 'a'); await hist(c, id); return (await hist(c, id)).length === 2; }],
 ['w-latin1', 'iq', 'Characters beyond ASCII are garbled in the history.', async c => (await hist(c, (await talk(c, 'żółć')).id))[0].content === 'żółć'],
 ['w-get-parts', 'sq', 'content is a list of parts instead of a string.', async c => typeof (await hist(c, (await talk(c, 'a')).id))[0].content === 'string', 'role (values seen: user, assistant), content (string)'],
 ['w-get-json-string', 'sq', 'The array is encoded twice: GET answers a JSON string.', async c => Array.isArray(await hist(c, (await talk(c, 'a')).id))],
 ['w-get-stale', 'iq', 'GET keeps showing the conversation as it was when first read.', async c => { const { id } = await talk(c, 'a'); await hist(c, id); await c.w(M + '/' + id, 'b'); return (await hist(c, id)).length === 4; }],
 ['w-get-job-empty', 'st', 'While a job runs GET gives an empty list.', async c => (await hist(c, await job(c))).length === 2],
 ['w-foreign-get', 'iq', 'Another user can read the messages of a run by its id.', async c => (await c.wg(M, (await talk(c, 'a')).id, 'o')).st >= 400, 'Returned in header X-Service-Run-ID; identifies the conversation context (initial message, tool calls, responses)'],
 ['w-anon-get', 'sq', 'GET works without an API key.', async c => (await c.wg(M, (await talk(c, 'a')).id, 'a')).st === 401, 'every request carries the header Authorization: Bearer <API_KEY>'],
 ['w-any-agent', 'iq', 'A run can be read under the id of a worker that it does not belong to.', async c => (await c.wg(ID.bg, (await talk(c, 'a')).id)).st >= 400, 'The worker is addressed by agent_id (GUID).'],
 ['w-job-noheader', 'st', 'GET never has x-service-job-id while a job runs.', async c => !!(await c.wg(M, await job(c))).h.get('x-service-job-id'), 'Header x-service-job-id is present while a background job runs and absent otherwise'],
 ['w-job-once', 'st', 'Only the first GET during a job has x-service-job-id.', async c => { const id = await job(c); await c.wg(M, id); return !!(await c.wg(M, id)).h.get('x-service-job-id'); }, 'Header x-service-job-id is present while a background job runs and absent otherwise'],
 ['w-job-newid', 'it', 'Each GET during one job gives another x-service-job-id.', async c => { const id = await job(c); return (await c.wg(M, id)).h.get('x-service-job-id') === (await c.wg(M, id)).h.get('x-service-job-id'); }, 'Response includes x-service-job-id'],
 ['w-job-empty', 'sq', 'Without a job GET has x-service-job-id: none.', async c => !(await c.wg(M, (await talk(c, 'a')).id)).h.get('x-service-job-id'), 'Header x-service-job-id is present while a background job runs and absent otherwise'],
 ['w-job-agentwide', 'st', 'GET of an idle run shows x-service-job-id because another run of the worker has a job.', async c => { const { id } = await talk(c, 'a'); await job(c); return !(await c.wg(M, id)).h.get('x-service-job-id'); }, 'Header x-service-job-id is present while a background job runs and absent otherwise'],
 ['w-job-clock', 'it', 'Each poll prolongs the job: while one polls, it never ends.', async c => !!(await until(c, await job(c))), 'The client polls GET until x-service-job-id is absent'],
 ['w-job-stuck', 'st', 'x-service-job-id stays for ever after the job ended.', async c => !!(await until(c, await job(c))), 'job finishes, successfully or with an error | none | idle | GET no longer returns x-service-job-id'],
 ['w-job-error-stuck', 'st', 'A job that ended with an error stays running for ever.', async c => !!(await until(c, await job(c, TORN))), 'job finishes, successfully or with an error | none | idle | GET no longer returns x-service-job-id'],
 ['w-job-error-wipes', 'sq', 'A job that ends with an error takes its run with it: GET answers 404.', async c => (await until(c, await job(c, TORN))).st === 200, 'job finishes, successfully or with an error | none | idle'],
]);
// runs, executions
const AR = 'GET /me/agent-runs', runs = async (c, q = '', who) => (await c.g('/me/agent-runs' + q, who)).b;
const many = async (c, n) => { const ids = []; for (let i = 0; i < n; i++) ids.push((await c.p(`/me/chats/${M}/runs`)).b.run_id); return ids; };
const ex = async (c, n, who) => { for (let i = 0; i < n; i++) await c.p('/me/tools/run/convert_knots', { knots: i }, who); };
const exes = async (c, q = '', who) => (await c.g('/me/executions' + q, who)).b;
const walk = async (f, lim) => { let cur = null, all = [], n = 0; do { const r = await f(`?limit=${lim}` + (cur ? '&next_cursor=' + encodeURIComponent(cur) : '')); all.push(...r.entries); cur = r.next_cursor; } while (cur && ++n < 12); return { all, n }; };
for (const [f, path, get, fill, key] of [['run', '/me/agent-runs', runs, many, 'run_id'], ['exe', '/me/executions', exes, ex, 'log_no']]) G('GET ' + path, 'list endpoints with next_cursor take a date-time cursor and a limit.', [
 [f + '-default', 'sq', 'Without a limit only 10 entries come.', async c => { await fill(c, 33); return (await get(c)).entries.length === 30; }, 'limit (integer, default 30)'],
 [f + '-cursor-ignored', 'sq', 'next_cursor has no effect: each page is the first.', async c => { await fill(c, 5); return new Set((await walk(q => get(c, q), 2)).all.map(x => x[key])).size === 5; }],
 [f + '-cursor-incl', 'iq', 'The last entry of a page comes again as the first of the next.', async c => { await fill(c, 5); const l = (await walk(q => get(c, q), 2)).all.map(x => x[key]); return new Set(l).size === l.length; }],
 [f + '-limit-ignored', 'sq', 'limit has no effect: 30 entries come.', async c => { await fill(c, 5); return (await get(c, '?limit=2')).entries.length === 2; }],
 [f + '-off-by-one', 'sq', 'One entry more than the limit comes.', async c => { await fill(c, 5); return (await get(c, '?limit=2')).entries.length === 2; }],
 [f + '-cursor-skip', 'iq', 'Between two pages an entry is left out.', async c => { await fill(c, 5); return new Set((await walk(q => get(c, q), 2)).all.map(x => x[key])).size === 5; }],
 [f + '-cursor-always', 'iq', 'The last page, too, has a next_cursor; it leads to an empty page.', async c => { await fill(c, 3); return !(await get(c, '?limit=10')).next_cursor; }],
 [f + '-cursor-never', 'sq', 'next_cursor is always empty: what is beyond the first page cannot be reached.', async c => { await fill(c, 5); return (await walk(q => get(c, q), 2)).all.length === 5; }],
 [f + '-limit-before-filter', 'iq', 'The newest entry is missing from each page.', async c => { await fill(c, 2); return (await get(c)).entries.length === 2; }],
 [f + '-list-all', 'iq', 'The list has the entries of all users.', async c => { await (f === 'run' ? c.w(M, 'x', 'o') : ex(c, 1, 'o')); return (await get(c)).entries.length === 0; }],
 [f + '-list-oldest', 'iq', 'The order is inverted while the cursor still means "older than": page two is empty or repeats.', async c => { await fill(c, 5); return new Set((await walk(q => get(c, q), 2)).all.map(x => x[key])).size === 5; }],
]);
G(AR, 'GET | /me/agent-runs | query next_cursor (date-time, optional, may be null); limit (integer, default 30) | 200 AgentRunViewListResponse', [
 ['run-list-nd', 'iq', 'Runs begun over the NDJSON form are not listed.', async c => { await c.w('ndjson/' + M, 'x'); return (await runs(c)).entries.length === 1; }],
 ['run-list-busy', 'it', 'Runs with a running job are not listed.', async c => { await job(c); return (await runs(c)).entries.length === 1; }],
 ['run-list-owner-agent', 'iq', 'Wrong join: runs with workers of other users are missing from the caller\'s list.', async c => { await c.w(ID.free, 'x'); return (await runs(c)).entries.length === 1; }],
]);
G('GET /me/agent-runs/{run_id}', '200 AgentRunView | 404 run not found; 500', [
 ['run-get-foreign', 'iq', 'Another user\'s run can be read.', async c => (await c.g('/me/agent-runs/' + (await talk(c, 'a')).id, 'o')).st === 404, 'Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run'],
 ['run-get-null', 'sr', 'An unknown run answers 200 with null.', async c => (await c.g('/me/agent-runs/11111111-2222-4333-8444-555555555555')).st === 404],
 ['run-get-500', 'sr', 'An unknown run answers 500.', async c => (await c.g('/me/agent-runs/11111111-2222-4333-8444-555555555555')).st === 404],
 ['run-get-agent', 'iq', 'The view names another worker than the one that was called.', async c => (await c.g('/me/agent-runs/' + rid(await c.w(ID.free, 'x')))).b.agent_guid === ID.free],
 ['run-get-opened', 'iq', 'The time at which the run began is new at each read.', async c => { const { id } = await talk(c, 'a'); return J((await c.g('/me/agent-runs/' + id)).b) === J((await c.g('/me/agent-runs/' + id)).b); }],
]);
G('GET /me/agent-runs/{run_id}/mcp-server-logs', '200 array of McpServerLog', [
 ['mcp-foreign', 'iq', 'The MCP logs of another user\'s run can be read.', async c => { const { id } = await talk(c, FERRY); const r = await c.g(`/me/agent-runs/${id}/mcp-server-logs`, 'o'); return r.st >= 400 || r.b.length === 0; }],
 ['mcp-all', 'iq', 'The logs of all runs are returned, not those of the one asked for.', async c => { await talk(c, FERRY); const { id } = await talk(c, FERRY); return (await c.g(`/me/agent-runs/${id}/mcp-server-logs`)).b.length === 1; }],
 ['mcp-null', 'sq', 'A run without MCP calls answers null instead of an array.', async c => Array.isArray((await c.g(`/me/agent-runs/${(await talk(c, 'a')).id}/mcp-server-logs`)).b)],
 ['mcp-last', 'iq', 'Only the last call of the run is logged.', async c => (await c.g(`/me/agent-runs/${(await talk(c, FERRY, FERRY)).id}/mcp-server-logs`)).b.length === 2],
]);
G('GET /me/agent-runs/{run_id}/logs', '200 array of AgentRunLog', [
 ['logs-foreign', 'iq', 'The logs of another user\'s run can be read.', async c => { const r = await c.g(`/me/agent-runs/${(await talk(c, 'a')).id}/logs`, 'o'); return r.st >= 400 || !r.b.length; }],
 ['logs-wrong-run', 'iq', 'The entries carry a run_id other than the one asked for.', async c => { const { id } = await talk(c, 'a'); return (await c.g(`/me/agent-runs/${id}/logs`)).b.every(x => x.run_id === id); }],
 ['logs-mixed', 'iq', 'The entries of other runs of the worker are mixed in.', async c => { await talk(c, 'z'); const { id } = await talk(c, 'a'); return (await c.g(`/me/agent-runs/${id}/logs`)).b.every(x => x.run_id === id); }],
 ['logs-envelope', 'sq', 'An object comes instead of an array.', async c => Array.isArray((await c.g(`/me/agent-runs/${(await talk(c, 'a')).id}/logs`)).b)],
]);
const last = async c => (await exes(c)).entries[0];
G('GET /me/executions/{log_id}', '200 ToolExecutionLog | 404; 500', [
 ['exe-get-foreign', 'iq', 'Another user\'s execution can be read by its number.', async c => { await ex(c, 1); return (await c.g('/me/executions/' + (await last(c)).log_no, 'o')).st === 404; }],
 ['exe-get-nearest', 'sq', 'An unknown number answers with the execution before it.', async c => { await ex(c, 1); return (await c.g('/me/executions/' + ((await last(c)).log_no + 500))).st === 404; }],
 ['exe-get-500', 'sr', 'An unknown number answers 500.', async c => (await c.g('/me/executions/123')).st === 404],
 ['exe-get-input', 'iq', 'The single record has an empty input while the list has it.', async c => { await ex(c, 1); const e = await last(c); return J((await c.g('/me/executions/' + e.log_no)).b) === J(e); }],
 ['exe-tool-name', 'iq', 'Executions do not name the tool that was run.', async c => { await ex(c, 1); return (await last(c)).tool_name === 'convert_knots'; }, 'Tool execution log | log_id | integer | Read-only'],
]);
// subscriptions
const SP = 'POST /me/agents/{agent_id}/subscribe', sub = (c, a, who) => c.p(`/me/agents/${a}/subscribe`, {}, who);
G(SP, '400 agent is not paid or caller is its owner; 402 already subscribed; 404', [
 ['sub-unpaid-ok', 'sr', 'A checkout is made for a worker without a price.', async c => (await sub(c, ID.free)).st === 400],
 ['sub-owner-ok', 'sr', 'The owner gets a checkout for their own worker.', async c => (await sub(c, ID.own)).st === 400],
 ['sub-again-ok', 'sr', 'Who is subscribed gets another checkout.', async c => (await sub(c, ID.subd)).st === 402],
 ['sub-again-409', 'sr', 'Who is subscribed gets 409.', async c => (await sub(c, ID.subd)).st === 402],
 ['sub-again-400', 'sr', 'Who is subscribed gets 400.', async c => (await sub(c, ID.subd)).st === 402],
 ['sub-any-402', 'iq', 'Because somebody else is subscribed, the caller is told to be so already.', async c => (await sub(c, ID.subd, 's')).st === 200],
 ['sub-cancelled-402', 'iq', 'After unsubscribing one cannot subscribe again: 402.', async c => { await c.p(`/me/agents/${ID.unsub}/unsubscribe`); return (await sub(c, ID.unsub)).st === 200; }],
 ['sub-checkout-const', 'iq', 'Each checkout session has the same reference.', async c => (await sub(c, ID.paid)).b.checkout_ref !== (await sub(c, ID.unsub, 's')).b.checkout_ref, '200 AgentSubscribeResponse (a checkout session is created)'],
 ['sub-checkout-agent', 'ir', 'The checkout is for another worker than the one asked for.', async c => (await sub(c, ID.paid)).b.agent_guid === ID.paid, '200 AgentSubscribeResponse (a checkout session is created)'],
 ['sub-checkout-price', 'ir', 'The checkout asks for nothing although the worker has a price.', async c => (await sub(c, ID.paid)).b.price_cents === 1500, '200 AgentSubscribeResponse (a checkout session is created)'],
]);
const uns = (c, a, who) => c.p(`/me/agents/${a}/unsubscribe`, undefined, who), subs = async (c, who) => (await c.g('/me/subscriptions', who)).b.entries;
G('POST /me/agents/{agent_id}/unsubscribe', '400 no active subscription to cancel, or no payment-provider subscription found; 404', [
 ['uns-404', 'sr', 'Without a subscription the answer is 404 although the worker exists.', async c => (await uns(c, ID.paid)).st === 400],
 ['uns-none-ok', 'sr', 'Without a subscription the answer is 200.', async c => (await uns(c, ID.paid)).st === 400],
 ['uns-noop', 'iq', 'The answer says ended, but the subscription stays active.', async c => { await uns(c, ID.unsub); return !(await subs(c)).some(x => x.agent_guid === ID.unsub); }, '200 AgentSubscriptionResponse'],
 ['uns-all', 'iq', 'All subscriptions of the caller are ended.', async c => { await uns(c, ID.unsub); return (await subs(c)).some(x => x.agent_guid === ID.subd); }, '200 AgentSubscriptionResponse'],
 ['uns-old-state', 'iq', 'The answer still shows the subscription as active.', async c => (await uns(c, ID.unsub)).b.state !== 'active', '200 AgentSubscriptionResponse'],
]);
G('GET /me/subscriptions', '200 AgentSubscriptionListResponse', [
 ['subs-all', 'ir', 'Subscriptions of other users are listed.', async c => (await subs(c)).length === 2, 'Subscription of the caller to a paid agent'],
 ['subs-skip', 'ir', 'The first subscription is missing.', async c => (await subs(c)).length === 2],
 ['sub-active-unpaid', 'iq', 'A subscription is active as soon as the checkout was opened, unpaid; on the second subscribe 402 comes.', async c => { await sub(c, ID.paid); return !(await subs(c)).some(x => x.agent_guid === ID.paid && x.state === 'active'); }, 'checkout session on creation'],
].slice(0, 2));
G('GET /me/subscriptions/{agent_id}', 'GET | /me/subscriptions/{agent_id} | agent_id string | 200 AgentSubscriptionResponse | 404', [
 ['subs-get-any', 'ir', 'The subscription of any other user is shown to the caller.', async c => (await c.g('/me/subscriptions/' + ID.subd, 's')).st === 404, 'Subscription of the caller to a paid agent'],
 ['subs-get-ended', 'iq', 'After unsubscribing the subscription still shows as active here.', async c => { await uns(c, ID.unsub); const r = await c.g('/me/subscriptions/' + ID.unsub); return r.st === 404 || r.b.state !== 'active'; }],
 ['subs-get-null', 'sr', 'Without a subscription the answer is 200 with null.', async c => (await c.g('/me/subscriptions/' + ID.paid)).st === 404],
 ['subs-get-first', 'ir', 'The answer is always the caller\'s first subscription.', async c => (await c.g('/me/subscriptions/' + ID.unsub)).b.agent_guid === ID.unsub],
]);
// studio
const SC = '/me/agent-studio-chats', mkS = async (c, o = {}, who) => (await c.p(SC, { run_id: require('crypto').randomUUID(), title: 'Log', visibility: 'private', ...o }, who)).b, gs = (c, x, who) => c.g(SC + '/' + (x.run_id ?? x), who);
const P = { sbx: 'Sandbox tier | cannot set an agent, chat or studio chat private (400)' };
G('GET ' + SC, 'GET | /me/agent-studio-chats | none | 200 array of AgentStudioChat', [
 ['stu-list-all', 'iq', 'Chats of other users are listed.', async c => { await mkS(c, {}, 'o'); return (await c.g(SC)).b.length === 0; }],
 ['stu-list-deleted', 'iq', 'Deleted chats stay in the list.', async c => { const x = await mkS(c); await c.d(SC + '/' + x.run_id); return (await c.g(SC)).b.length === 0; }, 'delete is a soft delete'],
 ['stu-list-nopublic', 'iq', 'The caller\'s public chats are missing.', async c => { await mkS(c, { visibility: 'public' }); return (await c.g(SC)).b.length === 1; }],
 ['stu-list-last5', 'iq', 'At most five chats are listed, and nothing leads to the rest.', async c => { for (let i = 0; i < 7; i++) await mkS(c); return (await c.g(SC)).b.length === 7; }],
 ['stu-list-envelope', 'sr', 'The list is wrapped into an object.', async c => Array.isArray((await c.g(SC)).b)],
]);
G('POST ' + SC, '200 AgentStudioChat (creates a chat, or returns the existing one when run_id exists)', [
 ['stu-create-foreign', 'sq', 'For the run_id of another user\'s private chat the caller gets that chat.', async c => { const x = await mkS(c, {}, 'o'); return (await c.p(SC, { run_id: x.run_id })).st === 409; }, '409 a chat with this run_id exists'],
 ['stu-create-takes', 'iq', 'Creating with the run_id of another user takes their chat over.', async c => { const x = await mkS(c, {}, 'o'); await c.p(SC, { run_id: x.run_id }); return (await gs(c, x, 'o')).st === 200; }, '409 a chat with this run_id exists'],
 ['stu-create-400', 'sq', 'A run_id that another user\'s chat has answers 400 instead of 409.', async c => { const x = await mkS(c, {}, 'o'); return (await c.p(SC, { run_id: x.run_id })).st === 409; }, '409 a chat with this run_id exists'],
 ['stu-create-overwrites', 'sq', 'Creating again with the same run_id overwrites the existing chat.', async c => { const x = await mkS(c, { title: 'First' }); await c.p(SC, { run_id: x.run_id, title: 'Second' }); return (await gs(c, x)).b.title === 'First'; }],
 ['stu-create-own-500', 'sq', 'Creating again with the same run_id answers 500.', async c => { const x = await mkS(c); return (await c.p(SC, { run_id: x.run_id })).st === 200; }],
 ['stu-create-sandbox', 'sr', 'A sandbox user can create a private chat.', async c => (await c.p(SC, { run_id: 'r1', visibility: 'private' }, 's')).st === 400, '400 creation failed or sandbox tier creating a private chat'],
 ['stu-create-title', 'iq', 'The title that was sent is lost.', async c => (await mkS(c, { title: 'Log' })).title === 'Log'],
 ['stu-create-lost', 'iq', 'The chat is answered but never stored.', async c => (await gs(c, await mkS(c))).st === 200],
 ['stu-create-newid', 'iq', 'The chat gets a run_id of its own instead of the one sent.', async c => (await mkS(c, { run_id: 'abc-1' })).run_id === 'abc-1'],
 ['stu-create-201', 'sr', 'The answer has status 201.', async c => (await c.p(SC, { run_id: 'r1' })).st === 200],
]);
G(`GET ${SC}/{run_id}`, '200 AgentStudioChat | 403 no permission; 404', [
 ['stu-get-auth', 'sq', 'Without a token a public chat answers 401.', async c => (await gs(c, await mkS(c, { visibility: 'public' }), 'a')).st === 200, 'GET | /me/agent-studio-chats/{run_id} (no auth declared)'],
 ['stu-get-private', 'sq', 'A private chat can be read by anybody.', async c => (await gs(c, await mkS(c), 'a')).st === 403],
 ['stu-get-anyuser', 'sq', 'A private chat can be read by any logged-in user.', async c => (await gs(c, await mkS(c), 'o')).st === 403],
 ['stu-get-404', 'sq', 'Another user\'s private chat answers 404 instead of 403.', async c => (await gs(c, await mkS(c), 'o')).st === 403],
 ['stu-get-public-403', 'iq', 'A public chat is refused to others.', async c => (await gs(c, await mkS(c, { visibility: 'public' }), 'o')).st === 200],
 ['stu-del-visible', 'iq', 'A deleted chat can still be read.', async c => { const x = await mkS(c); await c.d(SC + '/' + x.run_id); return (await gs(c, x)).st === 404; }, '404'],
]);
G(`PUT ${SC}/{run_id}`, 'body AgentStudioChatCreate (full update)', [
 ['stu-put-foreign', 'sq', 'Another user can overwrite a chat.', async c => (await c.u(SC + '/' + (await mkS(c)).run_id, { title: 'x' }, 'o')).st === 403, '400 sandbox tier setting private; 403; 404'],
 ['stu-put-partial', 'sq', 'What a full update leaves out keeps its old value.', async c => { const x = await mkS(c); await c.u(SC + '/' + x.run_id, { visibility: 'public' }); return (await gs(c, x)).b.title === null; }],
 ['stu-put-sandbox', 'sq', 'A sandbox user can make a chat private by PUT.', async c => { const x = await mkS(c, { visibility: 'public' }, 's'); return (await c.u(SC + '/' + x.run_id, { title: 'x', visibility: 'private' }, 's')).st === 400; }, '400 sandbox tier setting private'],
 ['stu-put-noop', 'iq', 'The answer shows the change, a later GET does not.', async c => { const x = await mkS(c); await c.u(SC + '/' + x.run_id, { title: 'New' }); return (await gs(c, x)).b.title === 'New'; }],
 ['stu-put-vis', 'sq', 'PUT does not change the visibility.', async c => { const x = await mkS(c); await c.u(SC + '/' + x.run_id, { title: 'x', visibility: 'public' }); return (await gs(c, x)).b.visibility === 'public'; }],
 ['stu-put-old', 'iq', 'The answer shows the chat as it was before.', async c => { const x = await mkS(c); return (await c.u(SC + '/' + x.run_id, { title: 'New' })).b.title === 'New'; }],
]);
G(`PATCH ${SC}/{run_id}`, 'body AgentStudioChatUpdate (partial update)', [
 ['stu-patch-foreign', 'sq', 'Another user can change a chat.', async c => (await c.t(SC + '/' + (await mkS(c)).run_id, { title: 'x' }, 'o')).st === 403, '400 sandbox tier setting private; 403; 404'],
 ['stu-patch-sandbox', 'sq', 'A sandbox user can make a chat private by PATCH.', async c => { const x = await mkS(c, { visibility: 'public' }, 's'); return (await c.t(SC + '/' + x.run_id, { visibility: 'private' }, 's')).st === 400; }, '400 sandbox tier setting private'],
 ['stu-patch-full', 'sq', 'A PATCH without title empties the title.', async c => { const x = await mkS(c); await c.t(SC + '/' + x.run_id, { visibility: 'public' }); return (await gs(c, x)).b.title === 'Log'; }],
 ['stu-patch-privatizes', 'sq', 'A PATCH of the title makes a public chat private.', async c => { const x = await mkS(c, { visibility: 'public' }); await c.t(SC + '/' + x.run_id, { title: 'x' }); return (await gs(c, x)).b.visibility === 'public'; }],
 ['stu-patch-title', 'iq', 'A new title is answered but not stored.', async c => { const x = await mkS(c); await c.t(SC + '/' + x.run_id, { title: 'New' }); return (await gs(c, x)).b.title === 'New'; }],
]);
G(`DELETE ${SC}/{run_id}`, 'Agent studio chat DELETE is a soft delete', [
 ['stu-del-foreign', 'sq', 'Another user can delete a chat.', async c => (await c.d(SC + '/' + (await mkS(c)).run_id, 'o')).st === 403, '400 delete failed; 403; 404'],
 ['stu-del-noop', 'iq', 'The answer says removed, but the chat stays.', async c => { const x = await mkS(c); await c.d(SC + '/' + x.run_id); return (await gs(c, x)).st === 404; }],
 ['stu-del-204', 'sq', 'The answer is 204 without a body.', async c => (await c.d(SC + '/' + (await mkS(c)).run_id)).st === 200, '200 AgentStudioChat (soft delete)'],
 ['stu-del-all', 'iq', 'All chats of the caller are deleted.', async c => { const y = await mkS(c); await c.d(SC + '/' + (await mkS(c)).run_id); return (await gs(c, y)).st === 200; }],
]);
const clS = (c, x, who) => c.p(`${SC}/${x.run_id}/clone`, undefined, who);
G(`POST ${SC}/{run_id}/clone`, '201 AgentStudioChat | 400 private chats cannot be cloned; 404', [
 ['stu-clone-private', 'sq', 'Another user\'s private chat can be cloned.', async c => (await clS(c, await mkS(c), 'o')).st === 400],
 ['stu-clone-own-private', 'sq', 'The caller\'s own private chat can be cloned.', async c => (await clS(c, await mkS(c))).st === 400, 'private chats cannot be cloned'],
 ['stu-clone-403', 'sq', 'Cloning a private chat answers 403 instead of 400.', async c => (await clS(c, await mkS(c), 'o')).st === 400],
 ['stu-clone-200', 'sq', 'The clone answers 200 instead of 201.', async c => (await clS(c, await mkS(c, { visibility: 'public' }))).st === 201],
 ['stu-clone-same', 'iq', 'The clone is the original chat itself.', async c => { const x = await mkS(c, { visibility: 'public' }); return (await clS(c, x, 'o')).b.run_id !== x.run_id; }],
 ['stu-clone-owner', 'iq', 'The clone belongs to the owner of the original; the cloner cannot find it.', async c => { await clS(c, await mkS(c, { visibility: 'public' }), 'o'); return (await c.g(SC, 'o')).b.length === 1; }],
 ['stu-clone-title', 'iq', 'The clone has no title.', async c => (await clS(c, await mkS(c, { visibility: 'public' }), 'o')).b.title === 'Log'],
 ['stu-clone-moves', 'iq', 'The original is gone after it was cloned.', async c => { const x = await mkS(c, { visibility: 'public' }); await clS(c, x, 'o'); return (await gs(c, x)).st === 200; }],
]);
module.exports = { L, G, M, P, sleep, J, talk, hist, job, until, rid, ex, exes, last, runs };

// Shows the faults of faults.more.json: each probe runs against a deployment without and with its fault, one at a time.
// node probes.more.js [ID…]   writes those that are shown to faults.more.json.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const config = JSON.parse(readFileSync(`${here}config.json`, 'utf8'));
const PORT = 9300;
const AGENTS = config.agentsUrl.replace('PORT', PORT);
const BASE = config.baseUrl.replace('PORT', PORT);
const { jwt, otherJwt, sandboxJwt, apiKey, otherApiKey } = config.credentials;
const fx = config.fixtures;

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function ask(method, url, { auth, body, raw, headers = {} } = {}) {
  const res = await fetch(url, {
    method,
    headers: { ...(auth && { authorization: `Bearer ${auth}` }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const text = await res.text();
  let json;
  try { json = JSON.parse(text); } catch { /* no JSON */ }
  return { status: res.status, headers: res.headers, text, json, run: res.headers.get('x-service-run-id'), job: res.headers.get('x-service-job-id') };
}
const api = (method, path, body, auth = jwt) => ask(method, `${BASE}${path}`, { auth, body });
const anon = (method, path, body) => ask(method, `${BASE}${path}`, { body });
const post = (agent, message, form = '', auth = apiKey) => ask('POST', `${AGENTS}${form}/${agent}`, { auth, body: { message } });
const put = (agent, run, message, form = '') => ask('PUT', `${AGENTS}${form}/${agent}/${run}`, { auth: apiKey, body: { message } });
const hist = (agent, run) => ask('GET', `${AGENTS}/${agent}/${run}`, { auth: apiKey });
const tool = (name, input = {}, auth = jwt) => api('POST', `/me/tools/run/${name}`, input, auth);
const nd = '/ndjson';
const A = fx.agentId;
const BG = fx.backgroundAgentId;
async function idle(run) {
  for (let n = 0; n < 40; n += 1) { if (!(await hist(BG, run)).job) return; await sleep(80); }
  throw new Error('never idle');
}
const newAgent = async (auth = jwt, rest = {}) => (await api('POST', '/me/agents', { name: 'Some worker', prompt: 'You help.', access: 'public', ...rest }, auth)).json;
const need = (truth, text) => { if (!truth) throw new Error(`unexpected: ${text}`); };
const pushesWith = async (text, input = {}) => (await tool('NOTIFIER_LIST_PUSHES', input)).text.split(text).length - 1;

const W = { post: 'POST {agents_url}/{agent_id}', put: 'PUT {agents_url}/{agent_id}/{run_id}', ndpost: 'POST {agents_url}/ndjson/{agent_id}', ndput: 'PUT {agents_url}/ndjson/{agent_id}/{run_id}', get: 'GET {agents_url}/{agent_id}/{run_id}' };
const U = (text) => text.replace(/ /, ' {base_url}');
const RUN = 'POST {base_url}/me/tools/run/{tool_name}';

const faults = [];
/** A probe returns true when the fault shows, false when all is well; anything else is an exception. */
const fault = (id, operation, basis, needs, words, what, probe) => faults.push({ id, operation: [operation].flat(), basis, needs, words, what, probe });

// ---- Workers API ----

fault('n-ndjson-put-answer-not-stored', W.ndput, 'stated', 'sequence', 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)',
  'The answer to an NDJSON PUT is streamed but not kept: the history has the user message only.', async () => {
    const { run } = await post(A, 'one');
    await put(A, run, 'two', nd);
    return (await hist(A, run)).json.length === 3;
  });
fault('n-job-header-once', W.get, 'stated', 'sequence', 'Header x-service-job-id is present while a background job runs and absent otherwise',
  'Only the first GET during a job has the header x-service-job-id; later ones have not, although the job goes on and a PUT gets 409.', async () => {
    const { run } = await post(BG, fx.backgroundMessage);
    need((await hist(BG, run)).job, 'no job');
    const second = (await hist(BG, run)).job;
    need((await put(BG, run, 'go on')).status === 409, 'no 409');
    return second === null;
  });
fault('n-put-job-not-signalled', W.get, 'stated', 'sequence', 'Header x-service-job-id is present while a background job runs and absent otherwise',
  'A job that was started by a PUT is not signalled: GET has no x-service-job-id, although a PUT gets 409 because of it.', async () => {
    const { run } = await post(BG, 'hello');
    await put(BG, run, fx.backgroundMessage);
    const { job } = await hist(BG, run);
    need((await put(BG, run, 'go on')).status === 409, 'no 409');
    return job === null;
  });
fault('n-second-job-put-accepted', W.put, 'stated', 'sequence', 'When a job is running, PUT returns 409.',
  'The text PUT is refused during the first job of a run only: during a second one it is accepted.', async () => {
    const { run } = await post(BG, fx.backgroundErrorMessage);
    await idle(run);
    await put(BG, run, fx.backgroundMessage);
    need((await hist(BG, run)).job, 'no job');
    return (await put(BG, run, 'go on')).status === 200;
  });
fault('n-refused-put-ends-job', [W.put, W.ndput], 'stated', 'sequence', '| job running | PUT with run_id | none | job running | Rejected with status 409; message not added |',
  'A PUT during a job is refused with 409, but it ends the job: right after it GET shows none, and the next PUT is accepted.', async () => {
    const { run } = await post(BG, fx.backgroundMessage);
    need((await put(BG, run, 'go on')).status === 409, 'no 409');
    return (await hist(BG, run)).job === null;
  });
fault('n-history-last-ten', W.get, 'stated', 'sequence', 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)',
  'The history of a run has its last ten messages only: the beginning of a longer conversation is missing.', async () => {
    const { run } = await post(A, 'the very first');
    for (const n of [2, 3, 4, 5, 6]) await put(A, run, `message ${n}`);
    const { json } = await hist(A, run);
    return json.length === 10 && json[0].content !== 'the very first';
  });
fault('n-put-empty-message-refused', W.put, 'stated', 'sequence', 'a PUT with any message value may resume',
  'The text PUT refuses an empty message with 422, also after a job, when any message will do.', async () => {
    const { run } = await post(BG, fx.backgroundErrorMessage);
    await idle(run);
    return (await put(BG, run, '')).status === 422;
  });
fault('n-ndjson-put-as-text', W.ndput, 'stated', 'sequence', '| PUT | {agents_url}/ndjson/{agent_id}/{run_id} | as the text PUT | NDJSON stream as above |',
  'The NDJSON PUT answers with the plain text stream: no line of it is a JSON value, and tool calls are not shown.', async () => {
    const { run } = await post(A, 'hello', nd);
    const { text } = await put(A, run, fx.toolCallMessage.message, nd);
    try { text.trim().split('\n').forEach((line) => JSON.parse(line)); return false; } catch { return !text.includes(fx.toolCallMessage.output); }
  });
fault('n-text-before-tool-call-lost', [W.post, W.ndpost], 'implied', 'sequence', 'identifies the conversation context (initial message, tool calls, responses)',
  'When a worker speaks, calls a tool and speaks again, the history keeps only what came after the tool call; the stream had all of it.', async () => {
    const { run, text } = await post(A, fx.toolCallMessage.message);
    const { content } = (await hist(A, run)).json[1];
    return content !== text && text.endsWith(content);
  });
fault('n-post-message-cut-at-emoji', [W.post, W.ndpost], 'implied', 'sequence', 'JSON body with message (string)',
  'The first message of a run is stored up to its first emoji only (any character beyond the basic plane): the rest is missing in the history.', async () => {
    const { run } = await post(A, 'Good 🌊 morning');
    return (await hist(A, run)).json[0].content === 'Good ';
  });
fault('n-ndjson-post-without-key', W.ndpost, 'stated', 'request', 'Each call must carry an API key (see Authentication).',
  'The NDJSON POST works without an Authorization header, or with a wrong key, in the name of the owner of the worker.', async () => {
    const { status, run } = await ask('POST', `${AGENTS}/ndjson/${A}`, { body: { message: 'hi' } });
    return status === 200 && !!run;
  });
fault('n-text-post-says-json', W.post, 'implied', 'request', "Streamed text with only the worker's user-facing output (no tool calls or debug data)",
  'The text stream of a POST is labelled application/json, although it is no JSON: clients that go by the Content-Type fail to parse it.', async () => {
    const { headers, json } = await post(A, 'hi');
    return headers.get('content-type').startsWith('application/json') && json === undefined;
  });

// ---- NOTIFIER tools ----

const deviceInput = { model: 'Model-qx71', nickname: 'Nick-ab12', manufacturer: 'Maker-zz9', app_version: 3 };
const idenIn = (text, mark) => {
  const found = [];
  const look = (value) => {
    if (!value || typeof value !== 'object') return;
    if (typeof value.iden === 'string' && JSON.stringify(value).includes(mark)) found.push(value.iden);
    Object.values(value).forEach(look);
  };
  look(JSON.parse(text));
  return found.at(-1);
};
fault('n-device-update-clears-rest', RUN, 'implied', 'sequence', '| NOTIFIER_UPDATE_DEVICE | Update device metadata |',
  'NOTIFIER_UPDATE_DEVICE empties the fields that it is not given: after a new nickname the device has no model and no manufacturer.', async () => {
    const iden = idenIn((await tool('NOTIFIER_CREATE_DEVICE', deviceInput)).text, 'Model-qx71');
    await tool('NOTIFIER_UPDATE_DEVICE', { iden, nickname: 'Other' });
    return !(await tool('NOTIFIER_LIST_DEVICES')).text.includes('Model-qx71');
  });
fault('n-device-update-version-negative', RUN, 'stated', 'sequence', 'app_version integer, non-negative; manufacturer string |',
  'NOTIFIER_UPDATE_DEVICE accepts a negative app_version.', async () => {
    const iden = idenIn((await tool('NOTIFIER_CREATE_DEVICE', deviceInput)).text, 'Model-qx71');
    return (await tool('NOTIFIER_UPDATE_DEVICE', { iden, app_version: -4 })).status === 200;
  });
fault('n-chats-limit-501', RUN, 'stated', 'request', '| NOTIFIER_LIST_CHATS, NOTIFIER_LIST_PUSHES | limit max 500; pushes default 500 |',
  'NOTIFIER_LIST_CHATS accepts limits of more than 500.', async () => (await tool('NOTIFIER_LIST_CHATS', { limit: 501 })).status === 200);
fault('n-pushes-default-25', RUN, 'stated', 'sequence', 'limit integer (max 500, default 500)',
  'Without a limit NOTIFIER_LIST_PUSHES gives 25 pushes instead of up to 500.', async () => {
    for (let n = 0; n < 30; n += 1) await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: `many-${n}-x` });
    return await pushesWith('many-') === 25;
  });
fault('n-push-items-unchecked', RUN, 'implied', 'sequence', 'items array (list-style pushes; each item has text string and checked boolean)',
  'NOTIFIER_UPDATE_PUSH stores each item as not checked, whatever its checked is.', async () => {
    const iden = idenIn((await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'list-k3' })).text, 'list-k3');
    await tool('NOTIFIER_UPDATE_PUSH', { iden, items: [{ text: 'milk', checked: true }] });
    return /"text":"milk","checked":false/.test((await tool('NOTIFIER_LIST_PUSHES')).text);
  });
fault('n-push-guid-prefix', RUN, 'implied', 'sequence', 'guid string (client-generated, for idempotency)',
  'Only the first eight characters of a guid are compared: a push whose guid begins like that of an earlier one is not made, and the earlier one is answered.', async () => {
    await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'guid-one', guid: 'client-a-0001' });
    const { status } = await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'guid-two', guid: 'client-a-0002' });
    need(status === 200, status);
    return await pushesWith('guid-two') === 0;
  });
fault('n-pushes-modified-after-made', RUN, 'implied', 'sequence', 'modified_after number (UNIX timestamp, float)',
  'modified_after of NOTIFIER_LIST_PUSHES looks at when a push was made: one that was dismissed later is missing.', async () => {
    const iden = idenIn((await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'mod-77' })).text, 'mod-77');
    await sleep(30);
    const after = Date.now() / 1000;
    await sleep(30);
    await tool('NOTIFIER_UPDATE_PUSH', { iden, dismissed: true });
    return await pushesWith('mod-77', { modified_after: after }) === 0;
  });
fault('n-chat-muted-any-type', RUN, 'stated', 'sequence', '| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |',
  'NOTIFIER_UPDATE_CHAT takes anything as muted, such as the text "no" or a number, and stores it.', async () => {
    const iden = idenIn((await tool('NOTIFIER_CREATE_CHAT', { email: 'x.y@example.org' })).text, 'x.y@');
    return (await tool('NOTIFIER_UPDATE_CHAT', { iden, muted: 'no' })).status === 200;
  });

// ---- User API ----

fault('n-runs-without-ndjson', U('GET /me/agent-runs'), 'implied', 'sequence', '| GET | /me/agent-runs |',
  'Runs that were started by the NDJSON POST are missing in the list of runs; those of the text POST are there.', async () => {
    const one = await post(A, 'hi');
    const two = await post(A, 'hi', nd);
    const { text } = await api('GET', '/me/agent-runs');
    need(text.includes(one.run), 'text run');
    return !text.includes(two.run);
  });
fault('n-mcp-logs-last-call', U('GET /me/agent-runs/{run_id}/mcp-server-logs'), 'implied', 'sequence', 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)',
  'The logs of MCP servers have only the last tool call of a run: each call takes the place of the one before.', async () => {
    const { run } = await post(A, fx.toolCallMessage.message);
    need((await api('GET', `/me/agent-runs/${run}/mcp-server-logs`)).json.length === 1, 'one');
    await put(A, run, fx.toolCallMessage.message);
    return (await api('GET', `/me/agent-runs/${run}/mcp-server-logs`)).json.length === 1;
  });
fault('n-executions-default-50', U('GET /me/executions'), 'stated', 'sequence', '| GET /me/agent-runs, GET /me/executions | limit default 30 |',
  'Without a limit the list has 50 executions instead of 30.', async () => {
    for (let n = 0; n < 31; n += 1) await tool(fx.tool.name, fx.tool.input);
    return (await api('GET', '/me/executions')).json.logs.length > 30;
  });
fault('n-unsubscribe-none-404', U('POST /me/agents/{agent_id}/unsubscribe'), 'stated', 'request', '400 no active subscription to cancel, or no payment-provider subscription found; 404',
  'Who has no subscription to the agent gets 404 instead of 400 when cancelling it.', async () => (await api('POST', `/me/agents/${fx.paidAgentId}/unsubscribe`)).status === 404);
fault('n-resubscribe-402', U('POST /me/agents/{agent_id}/subscribe'), 'implied', 'sequence', '402 already subscribed; 404',
  'Who has cancelled a subscription can never subscribe to that agent again: 402, although nothing is active.', async () => {
    const body = { back: 'https://grove.example/thanks' };
    need((await api('POST', `/me/agents/${fx.paidAgentId}/subscribe`, body)).status === 200, 'first');
    need((await api('POST', `/me/agents/${fx.paidAgentId}/unsubscribe`)).status === 200, 'cancel');
    return (await api('POST', `/me/agents/${fx.paidAgentId}/subscribe`, body)).status === 402;
  });
fault('n-subscribe-race', U('POST /me/agents/{agent_id}/subscribe'), 'stated', 'timing', '402 already subscribed; 404',
  'Whether one is subscribed is looked up some time before the subscription is stored: of two requests at the same time both make one.', async () => {
    const once = () => api('POST', `/me/agents/${fx.paidAgentId}/subscribe`, { back: 'https://grove.example/thanks' });
    const both = await Promise.all([once(), once()]);
    return both.every((one) => one.status === 200);
  });
fault('n-search-capitals-find-nothing', U('GET /me/tools/search'), 'implied', 'request', 'query q (string, required, min length 1)',
  'The words to search are compared without regard to case on one side only: words with capitals find nothing, also the very names of tools.', async () => {
    need((await api('GET', '/me/tools/search?q=tide')).json.length > 0, 'tide');
    return (await api('GET', `/me/tools/search?q=${fx.tool.name}`)).json.length === 0;
  });
fault('n-studio-create-race', [U('POST /me/agent-studio-chats'), U('GET /me/agent-studio-chats')], 'implied', 'timing', 'creates a chat, or returns the existing one when run_id exists',
  'Whether a chat exists is looked up some time before it is stored: two POSTs with one run id at the same time make two chats with that id.', async () => {
    const once = () => api('POST', '/me/agent-studio-chats', { run: 'race-run-5', title: 'Some chat' });
    await Promise.all([once(), once()]);
    return (await api('GET', '/me/agent-studio-chats')).json.filter((chat) => chat.run === 'race-run-5').length === 2;
  });
fault('n-studio-clone-private-403', U('POST /me/agent-studio-chats/{run_id}/clone'), 'stated', 'sequence', '400 private chats cannot be cloned; 404',
  'The clone of a private chat is refused with 403 instead of 400.', async () => {
    await api('POST', '/me/agent-studio-chats', { run: 'priv-1', access: 'private' });
    return (await api('POST', '/me/agent-studio-chats/priv-1/clone')).status === 403;
  });
fault('n-studio-create-sandbox-made-public', U('POST /me/agent-studio-chats'), 'stated', 'request', '400 creation failed or sandbox tier creating a private chat',
  'In the sandbox tier a POST of a private chat is not refused: a public one is made silently, with 200.', async () => {
    const { status, json } = await api('POST', '/me/agent-studio-chats', { run: 'sand-1', access: 'private' }, sandboxJwt);
    return status === 200 && json.access === 'public';
  });
fault('n-agent-update-by-others', U('POST /me/agents'), 'stated', 'sequence', '| 403 | No permission on the chat, agent, file or schedule chat;',
  "Any user can overwrite another's agent by a POST with its id.", async () => {
    const { id } = await newAgent();
    const { status } = await api('POST', '/me/agents', { id, name: 'Mine', prompt: 'Stolen.', access: 'public' }, otherJwt);
    return status === 200 && (await api('GET', `/me/agents/${id}`)).json.prompt === 'Stolen.';
  });
fault('n-agent-slug-twice', [U('POST /me/agents'), U('POST /me/chats'), U('POST /me/chats/{chat_id}/clone')], 'implied', 'sequence', 'query slug (string, required) | 200 body unspecified (availability result)',
  'A new agent can take a vanity slug that another agent has; then two agents have the same.', async () => {
    const one = await newAgent(jwt, { slug: 'twice-slug' });
    need(one.slug === 'twice-slug', 'slug');
    const two = await newAgent(otherJwt, { slug: 'twice-slug' });
    return two.slug === 'twice-slug';
  });
fault('n-slug-own-only', U('GET /me/agents/vanity/slug'), 'implied', 'sequence', 'query slug (string, required) | 200 body unspecified (availability result)',
  "Availability looks at the caller's own agents only: a slug that another user's agent has is called available.", async () => {
    const check = async () => (await api('GET', '/me/agents/vanity/slug?slug=only-own', undefined, otherJwt)).text;
    const before = await check();
    await newAgent(jwt, { slug: 'only-own' });
    return before === await check();
  });
fault('n-vibe-service-not-required', U('GET /me/agents/{agent_id}/vibe'), 'stated', 'request', 'query service_name (required, one of three code-generation service names',
  'Without a service_name the first service is taken, instead of 422.', async () => (await api('GET', `/me/agents/${A}/vibe`)).status === 200);
fault('n-theme-refused-is-stored', U('PUT /me/agents/{agent_id}/customizations/theme'), 'implied', 'sequence', '400 invalid theme color format',
  'An invalid theme color is refused with 400, but it is stored all the same: GET shows it.', async () => {
    const path = `/me/agents/${A}/customizations/theme`;
    await api('PUT', path, { color: '#1d7a46' });
    need((await api('PUT', path, { color: 'not a color' })).status === 400, '400');
    return (await api('GET', path)).json.color === 'not a color';
  });
fault('n-file-create-200', U('POST /me/agents/{agent_id}/files'), 'stated', 'request', '| 201 AgentFileResponse |',
  'A new file is answered with 200 instead of 201.', async () => (await api('POST', `/me/agents/${A}/files`, { name: 'notes.txt', text: 'Some notes.' })).status === 200);
fault('n-file-patch-by-others', U('PATCH /me/agents/{agent_id}/files/{file_id}'), 'stated', 'sequence', '| 403 | No permission on the chat, agent, file or schedule chat;',
  "Any user can change a file of another's agent.", async () => {
    const { json } = await api('POST', `/me/agents/${A}/files`, { name: 'notes.txt', text: 'Some notes.' });
    return (await api('PATCH', `/me/agents/${A}/files/${json.id}`, { text: 'Mine' }, otherJwt)).status === 200;
  });
fault('n-positions-half-done', U('PUT /me/agents/{agent_id}/files/positions'), 'implied', 'sequence', 'body AgentFileBatchPositionRequest (batch ordering)',
  'A batch that names a file that is not there is refused with 404, but the entries before it are applied: the order is half changed.', async () => {
    const { id } = await newAgent();
    const files = [];
    for (const name of ['a', 'b', 'c']) files.push((await api('POST', `/me/agents/${id}/files`, { name, text: name })).json.id);
    const order = [{ id: files[0], pos: 50 }, { id: '00000000-0000-4000-8000-000000000000', pos: 1 }];
    need((await api('PUT', `/me/agents/${id}/files/positions`, { order })).status === 404, '404');
    return (await api('GET', `/me/agents/${id}/files`)).json.files[0].id !== files[0];
  });
fault('n-chat-public-needs-token', U('GET /me/chats/{chat_id}'), 'stated', 'request', '| GET | /me/chats/{chat_id} (no auth declared) |',
  'A public chat is shown to callers with a token only; others get 401.', async () => (await anon('GET', `/me/chats/${A}`)).status === 401);
fault('n-chat-patch-sandbox-private', U('PATCH /me/chats/{chat_id}'), 'stated', 'sequence', '| PATCH | /me/chats/{chat_id} | body AgentRequestPartial | 200 AgentModel | 400 sandbox tier setting private; 403; 404 |',
  'In the sandbox tier a chat can be set private by a PATCH.', async () => {
    const { id } = await newAgent(sandboxJwt);
    const { status, json } = await api('PATCH', `/me/chats/${id}`, { access: 'private' }, sandboxJwt);
    return status === 200 && json.access === 'private';
  });
fault('n-chat-clone-steals-slug', U('POST /me/chats/{chat_id}/clone'), 'implied', 'sequence', '| POST | /me/chats/{chat_id}/clone |',
  'The clone takes the vanity slug away from the original, which has none afterwards.', async () => {
    const { id } = await newAgent(jwt, { slug: 'my-original' });
    need((await api('POST', `/me/chats/${id}/clone`, undefined, otherJwt)).status === 200, 'clone');
    return (await api('GET', `/me/chats/${id}`)).json.slug === null;
  });
fault('n-chat-run-for-owner', [U('POST /me/chats/{chat_id}/runs'), U('GET /me/agent-runs')], 'implied', 'sequence', '200 AgentRunLog (new run log entry)',
  'A run that one starts of the public chat of another user belongs to the owner of the chat: it is in the list of that user, and one gets 404 for it oneself.', async () => {
    const { json } = await api('POST', `/me/chats/${A}/runs`, undefined, otherJwt);
    const mine = (await api('GET', `/me/agent-runs/${json.run}`, undefined, otherJwt)).status;
    return mine === 404 && (await api('GET', `/me/agent-runs/${json.run}`)).status === 200;
  });
fault('n-key-delete-twice-200', U('DELETE /me/api-keys/{api_key_id}'), 'stated', 'sequence', '| DELETE | /me/api-keys/{api_key_id} | api_key_id integer | 200 ApiKeyHidden | 404; 500 |',
  'The deletion of a key that was deleted before is answered with 200 instead of 404.', async () => {
    const { id } = (await api('POST', '/me/api-keys', { label: 'some key' })).json;
    await api('DELETE', `/me/api-keys/${id}`);
    need((await api('GET', `/me/api-keys/${id}`)).status === 404, 'gone');
    return (await api('DELETE', `/me/api-keys/${id}`)).status === 200;
  });
fault('n-key-default-is-newest', U('GET /me/api-keys/default'), 'implied', 'sequence', 'one key is the default key',
  'The path of the default key gives the newest key, although that is not marked as the default one.', async () => {
    const before = (await api('GET', '/me/api-keys/default')).json;
    const made = (await api('POST', '/me/api-keys', { label: 'some key' })).json;
    const after = (await api('GET', '/me/api-keys/default')).json;
    return after.id === made.id && before.main && !after.main;
  });
fault('n-credits-use-of-first-user', U('POST /me/credits/use'), 'implied', 'sequence', 'Balance of agent execution credits; can be used',
  'Whoever uses a credit, it is taken from the first user: the caller keeps the balance, and the answer shows that of the other.', async () => {
    const balance = async (auth) => (await api('GET', '/me/credits', undefined, auth)).json.left;
    const before = [await balance(jwt), await balance(otherJwt)];
    await api('POST', '/me/credits/use', undefined, otherJwt);
    return await balance(otherJwt) === before[1] && await balance(jwt) < before[0];
  });
fault('n-webhook-replay-counts', U('POST /me/payments/webhook'), 'implied', 'sequence', 'POST /me/payments/webhook receives events from the payment provider and answers 200 when processed.',
  'An event that the payment provider sends again counts again: the credits that were bought are added twice.', async () => {
    const send = () => ask('POST', `${BASE}/me/payments/webhook`, { raw: fx.webhook.body, headers: { 'content-type': 'application/json', [fx.webhook.signatureHeader]: fx.webhook.validSignature } });
    need((await send()).status === 200, 'webhook');
    const once = (await api('GET', '/me/credits')).json.left;
    need((await send()).status === 200, 'webhook');
    return (await api('GET', '/me/credits')).json.left === once + 40;
  });
fault('n-summary-period-clamped', U('GET /me/monetization/summary'), 'stated', 'request', '| GET /me/monetization/* | period 1 to 365, default 28 |',
  'A period of more than 365 is not refused: the summary is that of 365 days, with 200.', async () => (await api('GET', '/me/monetization/summary?period=366')).status === 200);
fault('n-earnings-without-today', U('GET /me/monetization/earnings'), 'implied', 'sequence', '200 MonetizationEarningsResponse (daily earnings)',
  'The earnings of today are missing in the daily earnings: today has always 0, while the summary counts them.', async () => {
    const sum = async () => (await api('GET', '/me/monetization/earnings?period=1')).json.days.reduce((total, day) => total + day.cents, 0);
    const total = async () => (await api('GET', '/me/monetization/summary?period=1')).json.earned;
    const [s0, t0] = [await sum(), await total()];
    need((await api('POST', `/me/agents/${fx.ownPaidAgentId}/subscribe`, { back: 'https://grove.example/thanks' }, otherJwt)).status === 200, 'subscribe');
    const [s1, t1] = [await sum(), await total()];
    need(t1 > t0, 'summary');
    return s1 === s0;
  });
fault('n-login-get-unknown-null', U('GET /me/cli-auth/{auth_id}'), 'stated', 'request', '200 string JWT or null (the JWT is consumed by the read) | 404; 503 |',
  'A session that does not exist is answered with 200 and null instead of 404.', async () => (await anon('GET', '/me/cli-auth/00000000-0000-4000-8000-000000000000')).status === 200);
fault('n-schedule-missing-chat-422', U('POST /me/schedules'), 'stated', 'request', '403 chat ID invalid, missing or not owned by the caller; 500',
  'A schedule without a chat is refused with 422 instead of 403.', async () => (await api('POST', '/me/schedules', { cron: fx.cron, say: 'hi' })).status === 422);
fault('n-schedule-weekday-lost', U('POST /me/schedules'), 'implied', 'sequence', 'Refers to a chat owned by the caller; has a cron expression',
  'The last field of the cron expression is lost when a schedule is made: "0 9 * * 1" becomes "0 9 * * *", every day instead of Mondays.', async () => {
    const { json } = await api('POST', '/me/schedules', { chat: A, cron: fx.cron });
    return (await api('GET', `/me/schedules/${json.id}`)).json.cron === '0 9 * * *';
  });
fault('n-uninstall-for-all', U('DELETE /me/user-tools/{tool_id}'), 'implied', 'sequence', 'tools installed by the user',
  'When one user removes an installed tool, it is removed for all users.', async () => {
    for (const auth of [jwt, otherJwt]) need((await api('POST', '/me/user-tools', { tool: fx.installableToolId }, auth)).status === 200, 'install');
    await api('DELETE', `/me/user-tools/${fx.installableToolId}`);
    return (await api('GET', `/me/user-tools/${fx.installableToolId}`, undefined, otherJwt)).status === 404;
  });
fault('n-tool-result-cached', RUN, 'implied', 'sequence', 'body any JSON object (tool input) | 200 ToolResult',
  'The result of a tool is kept by its input and given again: a second run with the same input is not made, a list shows nothing new, and a note that is sent twice is there once.', async () => {
    await tool('NOTIFIER_LIST_PUSHES');
    await tool('NOTIFIER_CREATE_PUSH', { type: 'note', body: 'cache-88' });
    return await pushesWith('cache-88') === 0;
  });
fault('n-vip-once-for-all', U('POST /me/vip'), 'stated', 'sequence', 'Redeemed once per user; own codes cannot be redeemed',
  'A code can be redeemed once at all instead of once per user: after the first user everybody else gets 400.', async () => {
    need((await api('POST', '/me/vip', { code: fx.vipCode })).status === 200, 'first');
    return (await api('POST', '/me/vip', { code: fx.vipCode }, otherJwt)).status === 400;
  });
fault('n-bundle-delete-by-others', U('DELETE /me/bundles/{bundle_id}'), 'implied', 'sequence', '200 UserBundleRow | 404; 500',
  'Any user can delete the bundle of another.', async () => {
    const { id } = (await api('POST', '/me/bundles')).json;
    need((await api('GET', `/me/bundles/${id}`, undefined, otherJwt)).status === 404, 'seen');
    await api('DELETE', `/me/bundles/${id}`, undefined, otherJwt);
    return (await api('GET', `/me/bundles/${id}`)).status === 404;
  });
fault('n-bundle-tool-leaves-all-bundles', U('DELETE /me/bundles/{bundle_id}/tools/{tool_id}'), 'implied', 'sequence', 'Membership of a tool in a bundle',
  'The removal of a tool from one bundle takes it out of all bundles of the user.', async () => {
    const ids = [(await api('POST', '/me/bundles')).json.id, (await api('POST', '/me/bundles')).json.id];
    for (const id of ids) await api('POST', `/me/bundles/${id}/tools`, { tool: fx.installableToolId });
    need((await api('DELETE', `/me/bundles/${ids[0]}/tools/${fx.installableToolId}`)).status === 200, 'remove');
    return (await api('GET', `/me/bundles/${ids[1]}/tools`)).json.length === 0;
  });

// ---- running them ----

const file = `${here}faults.more.json`;
const shown = new Set(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).map((one) => one.id) : []);
const write = (also) => writeFileSync(file, `${JSON.stringify(faults.filter((one) => shown.has(one.id) || one.id === also).map(({ probe, ...rest }) => rest), null, 2)}\n`);

async function against(FAULT, probe) {
  const child = spawn(`${here}start.sh`, [String(PORT)], { env: { ...process.env, FAULT }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => { child.on('exit', resolve); });
  let errors = '';
  child.stderr.on('data', (data) => { errors += data; });
  try {
    await Promise.race([new Promise((resolve) => { child.stdout.once('data', resolve); }), ended.then(() => { throw new Error(`no start: ${errors}`); })]);
    const result = await probe();
    if (errors) throw new Error(errors);
    return result;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const wanted = process.argv.slice(2);
let failed = 0;
for (const one of faults) {
  if (wanted.length > 0 && !wanted.includes(one.id)) continue;
  shown.delete(one.id);
  write(one.id);
  try {
    const well = await against('', one.probe);
    const ill = await against(one.id, one.probe);
    if (well !== false || ill !== true) throw new Error(`without ${well}, with ${ill}`);
    shown.add(one.id);
    console.log(`shown ${one.id}`);
  } catch (error) {
    failed += 1;
    console.log(`NOT   ${one.id}: ${error.message}`);
  }
  write();
}
console.log(`${shown.size} of ${faults.length} shown, ${failed} failed`);

'use strict';
const { L, G, M, P, sleep, J, talk, rid, ex, exes, last, runs } = require('./probes1.js');
const { ID, HOOKBODY, hookSig, jwt } = require('./server.js');
const NO = '11111111-2222-4333-8444-555555555555';
const mkA = async (c, o = {}, who) => (await c.p('/me/agents', { title: 'Tinker', instructions: 'Mend pots.', ...o }, who)).b;
const ga = (c, a, who) => c.g('/me/agents/' + (a.agent_guid ?? a), who), ids = async (c, p = '/me/agents', who) => (await c.g(p, who)).b.map(x => x.agent_guid);
G('GET /me/agents', 'GET | /me/agents | none | 200 array of AgentModel', [
 ['ag-list-all', 'ir', 'Public agents of other users are listed as the caller\'s.', async c => !(await ids(c)).includes(ID.free)],
 ['ag-list-public', 'iq', 'The caller\'s private agents are missing.', async c => (await ids(c)).includes(ID.bg)],
 ['ag-list-cap', 'iq', 'At most five agents are listed.', async c => { for (let i = 0; i < 6; i++) await mkA(c); return (await ids(c)).length === 9; }],
 ['ag-list-stale', 'iq', 'The list is cached for twenty seconds: a new agent does not show.', async c => { await ids(c); return (await ids(c, '/me/agents')).length + 1 === (await mkA(c), (await ids(c)).length); }],
 ['auth-agents-list', 'sr', 'The list is given without a token.', async c => (await c.g('/me/agents', 'a')).st === 401, 'endpoints declare an HTTP bearer credential, except those marked (no auth declared) in Endpoints.'],
]);
const S400 = '400 missing chat prompt or sandbox tier setting private; 403; 404';
G('POST /me/agents', 'body AgentRequest (create or update) | 200 AgentModel', [
 ['ag-noprompt', 'sr', 'An agent without a chat prompt is created.', async c => (await c.p('/me/agents', { title: 'x' })).st === 400, 'Has chat prompt (required on create/upsert)'],
 ['ag-sandbox', 'sr', 'A sandbox user can create a private agent.', async c => (await c.p('/me/agents', { title: 'x', instructions: 'y', visibility: 'private' }, 's')).st === 400, S400],
 ['ag-blank-prompt', 'ir', 'A chat prompt of blanks only is taken.', async c => (await c.p('/me/agents', { title: 'x', instructions: '   ' })).st === 400, S400],
 ['ag-upsert-foreign', 'sr', 'An agent of another user can be overwritten.', async c => (await c.p('/me/agents', { agent_guid: ID.free, instructions: 'y' })).st === 403, S400],
 ['ag-upsert-copies', 'sq', 'Updating makes a new agent instead of changing the old one.', async c => { const a = await mkA(c); return (await c.p('/me/agents', { agent_guid: a.agent_guid, instructions: 'z' })).b.agent_guid === a.agent_guid; }],
 ['ag-upsert-unknown-creates', 'sr', 'Updating an unknown agent creates one under another id.', async c => (await c.p('/me/agents', { agent_guid: NO, instructions: 'z' })).st === 404, S400],
 ['ag-upsert-noop', 'iq', 'The update is answered but not stored.', async c => { const a = await mkA(c); await c.p('/me/agents', { agent_guid: a.agent_guid, instructions: 'Changed' }); return (await ga(c, a)).b.instructions === 'Changed'; }],
 ['ag-upsert-wipes-files', 'iq', 'Updating an agent removes its files.', async c => { const a = await mkA(c); await addF(c, a); await c.p('/me/agents', { agent_guid: a.agent_guid, instructions: 'z' }); return (await fl(c, a)).length === 1; }],
 ['ag-upsert-resets-vis', 'iq', 'Updating the prompt of a private agent makes it public.', async c => { const a = await mkA(c, { visibility: 'private' }); await c.p('/me/agents', { agent_guid: a.agent_guid, instructions: 'z' }); return (await ga(c, a, 'o')).st === 403; }],
 ['ag-create-twice', 'iq', 'Each creation leaves two agents in the list.', async c => { const n = (await ids(c)).length; await mkA(c); return (await ids(c)).length === n + 1; }],
 ['ag-create-201', 'sr', 'Creation answers 201.', async c => (await c.p('/me/agents', { title: 'x', instructions: 'y' })).st === 200],
 ['ag-create-not-stored', 'iq', 'The created agent cannot be found afterwards.', async c => (await ga(c, await mkA(c))).st === 200],
 ['ag-title-trunc', 'ir', 'Titles are silently cut at 40 characters.', async c => (await mkA(c, { title: 'A title of somewhat more than forty characters' })).title.endsWith('characters')],
 ['ag-prompt-trim', 'ir', 'Line breaks in the chat prompt are lost.', async c => (await mkA(c, { instructions: 'One\n\nTwo' })).instructions === 'One\n\nTwo'],
 ['ag-prompt-4k', 'ir', 'The chat prompt is silently cut at 1000 characters.', async c => (await mkA(c, { instructions: 'x'.repeat(3000) + '.' })).instructions.length === 3001],
 ['ag-vis-ignored', 'iq', 'The visibility that was sent is ignored: the agent is private.', async c => (await mkA(c, { visibility: 'public' })).visibility === 'public', 'visibility (private or public)'],
 ['ag-slug-dup', 'iq', 'Two agents can have the same vanity slug.', async c => (await c.p('/me/agents', { instructions: 'y', handle: 'pilot-of-the-quay' }, 'o')).st >= 400, 'GET | /me/agents/vanity/slug | 200 body unspecified (availability result)'],
 ['json-500', 'ir', 'A body that is no JSON answers 500.', async c => { const r = await c.p('/me/agents', '{"a":', 'm', { raw: '1' }); return r.st >= 400 && r.st < 500; }, '422 | Validation error with body HTTPValidationError'],
]);
G('GET /me/agents/{agent_id}', 'GET | /me/agents/{agent_id} (no auth declared) | agent_id string | 200 AgentModel | 403; 404', [
 ['ag-get-auth', 'sr', 'Without a token a public agent answers 401.', async c => (await ga(c, M, 'a')).st === 200],
 ['ag-get-private', 'sr', 'A private agent can be read by anybody.', async c => (await ga(c, ID.priv)).st === 403],
 ['ag-get-404', 'sr', 'An unknown agent answers 200 with null.', async c => (await ga(c, NO)).st === 404],
 ['ag-get-owner-403', 'sr', 'The owner is refused their own private agent.', async c => (await ga(c, ID.bg)).st === 200],
 ['ag-get-stale', 'iq', 'After a change the old record is shown for fifteen seconds.', async c => { const a = await mkA(c); await ga(c, a); await c.t('/me/chats/' + a.agent_guid, { title: 'New' }); return (await ga(c, a)).b.title === 'New'; }],
]);
G('POST /me/agents/{agent_id}/upsell-description', '200 AgentModel (upsell description generated) | 404; 500 generation failed', [
 ['ups-foreign', 'ir', 'Anybody can write the upsell description of another user\'s agent.', async c => (await c.p(`/me/agents/${ID.free}/upsell-description`)).st >= 400],
 ['ups-not-stored', 'iq', 'The description is answered but not kept with the agent.', async c => { await c.p(`/me/agents/${M}/upsell-description`); return !!(await ga(c, M)).b.sales_pitch; }],
 ['ups-empty', 'sr', 'The answer has no description.', async c => !!(await c.p(`/me/agents/${M}/upsell-description`)).b.sales_pitch],
 ['ups-overwrites-prompt', 'iq', 'The generated text also replaces the chat prompt.', async c => { await c.p(`/me/agents/${M}/upsell-description`); return (await ga(c, M)).b.instructions === 'You guide ships.'; }],
]);
const slug = (c, t, w = 'a') => c.p('/me/agents/vanity/slug', { phrase: t }, w), chk = (c, s) => c.g('/me/agents/vanity/slug?slug=' + encodeURIComponent(s));
G('POST /me/agents/vanity/slug', '200 body unspecified (generated slug)', [
 ['slug-gen-auth', 'sr', 'Without a token the answer is 401.', async c => (await slug(c, 'Old Salt')).st === 200, 'POST | /me/agents/vanity/slug (no auth declared)'],
 ['slug-gen-taken', 'ir', 'A slug is proposed that is taken.', async c => (await chk(c, (await slug(c, 'Pilot of the quay')).b.handle)).b.free === true],
 ['slug-gen-spaces', 'ir', 'The slug is the phrase itself, with blanks and capitals.', async c => /^[a-z0-9-]+$/.test((await slug(c, 'Old Salt')).b.handle)],
 ['slug-gen-const', 'ir', 'The same slug is proposed for whatever phrase.', async c => (await slug(c, 'Old Salt')).b.handle !== (await slug(c, 'New Wind')).b.handle],
]);
G('GET /me/agents/vanity/slug', 'query slug (string, required) | 200 body unspecified (availability result)', [
 ['slug-check-missing', 'sr', 'Without slug the answer is 200.', async c => (await c.g('/me/agents/vanity/slug')).st === 422],
 ['slug-check-own-only', 'ir', 'A slug that the caller\'s own agent has is said to be free.', async c => (await chk(c, 'pilot-of-the-quay')).b.free === false],
 ['slug-check-inverted', 'ir', 'Taken slugs are said to be free and free ones taken.', async c => (await chk(c, 'nobody-has-this')).b.free === true],
 ['slug-check-deleted', 'iq', 'The slug of a deleted agent stays taken although it can be used again.', async c => { const a = await mkA(c, { handle: 'short-lived' }); await c.d('/me/chats/' + a.agent_guid); return (await chk(c, 'short-lived')).b.free; }],
 ['slug-check-fixed', 'iq', 'A slug that was just given to an agent is still said to be free.', async c => { await mkA(c, { handle: 'brand-new' }); return (await chk(c, 'brand-new')).b.free === false; }],
].filter(x => x[0] !== 'slug-check-deleted'));
const vibe = (c, a, s) => c.g(`/me/agents/${a}/vibe` + (s ? '?service_name=' + s : ''));
G('GET /me/agents/{agent_id}/vibe', 'query service_name (required, one of three code-generation service names, given by the interface as fixed lowercase strings)', [
 ['vibe-default', 'sr', 'Without service_name a prompt is given.', async c => (await vibe(c, M)).st === 422],
 ['vibe-any', 'sr', 'An unknown service_name is taken.', async c => (await vibe(c, M, 'nonesuch')).st === 422],
 ['vibe-private', 'ir', 'The prompt for another user\'s private agent is given, with its chat prompt inside.', async c => (await vibe(c, ID.priv, 'loomcraft')).st >= 400],
 ['vibe-wrong-agent', 'ir', 'The prompt names another agent\'s id.', async c => (await vibe(c, ID.bg, 'loomcraft')).b.brief.includes(ID.bg)],
 ['vibe-first-service', 'ir', 'Whatever service is asked for, the first is answered.', async c => (await vibe(c, M, 'riggerbot')).b.service_name === 'riggerbot'],
]);
G('GET /me/vibe/services', 'GET | /me/vibe/services (no auth declared) | none | 200 VibeCoderListResponse', [
 ['vibe-services-auth', 'sr', 'Without a token the answer is 401.', async c => (await c.g('/me/vibe/services', 'a')).st === 200],
 ['vibe-services-two', 'sr', 'One of the three services is missing.', async c => (await c.g('/me/vibe/services')).b.builders.length === 3, 'one of three code-generation service names'],
 ['vibe-services-caps', 'sr', 'The service names are in capitals; the vibe endpoint refuses them.', async c => (await vibe(c, M, (await c.g('/me/vibe/services')).b.builders[0].service_name)).st === 200, 'given by the interface as fixed lowercase strings'],
]);
const th = a => `/me/agents/${a.agent_guid ?? a}/customizations/theme`, put = (c, a, col, w) => c.u(th(a), { accent: col }, w);
G('GET /me/agents/{agent_id}/customizations/theme', '200 AgentThemePreferenceResponse or null | 403; 404', [
 ['th-get-private', 'sr', 'The theme of another user\'s private agent is given.', async c => (await c.g(th(ID.priv))).st === 403],
 ['th-get-404', 'sr', 'An agent without a theme answers 404.', async c => (await c.g(th(M))).st === 200],
 ['uuid-500', 'sr', 'An agent_id that is no uuid answers 500.', async c => (await c.g(th('not-a-uuid'))).st === 422, 'Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.'],
]);
G('PUT /me/agents/{agent_id}/customizations/theme', '200 AgentThemePreferenceResponse | 400 invalid theme color format; 403; 404', [
 ['th-put-foreign', 'sr', 'Another user\'s agent can be given a theme.', async c => (await put(c, ID.free, '#123456')).st === 403],
 ['th-any-color', 'sr', 'Any text is taken as a colour.', async c => (await put(c, M, 'not a colour!')).st === 400],
 ['th-unanchored', 'sr', 'Text around a valid colour is taken (the pattern is not anchored).', async c => (await put(c, M, 'x#123456;}body{')).st === 400],
 ['th-422', 'sr', 'A wrong colour answers 422 instead of 400.', async c => (await put(c, M, 'zzz')).st === 400],
 ['th-once', 'iq', 'A theme once set does not change any more.', async c => { await put(c, M, '#111111'); await put(c, M, '#222222'); return (await c.g(th(M))).b.accent === '#222222'; }],
 ['th-not-stored', 'iq', 'The theme is answered but not stored.', async c => { await put(c, M, '#111111'); return !!(await c.g(th(M))).b; }],
 ['th-all-agents', 'iq', 'The theme is set for all agents of the user.', async c => { await put(c, M, '#111111'); return (await c.g(th(ID.bg))).b === null; }],
 ['th-short', 'ir', 'The colour is cut to three digits.', async c => (await put(c, M, '#123456')).b.accent === '#123456'],
]);
const fp = a => `/me/agents/${a.agent_guid ?? a}/files`, addF = async (c, a, o = {}, w) => c.p(fp(a), { file_name: 'tides.txt', text: 'high and low', ...o }, w), fl = async (c, a) => (await c.g(fp(a))).b.files;
const two = async c => { const a = await mkA(c); return [a, (await addF(c, a, { file_name: 'b.txt' })).b, (await addF(c, a, { file_name: 'a.txt' })).b]; };
const FP = 'GET /me/agents/{agent_id}/files', ord = (c, a, l, w) => c.u(fp(a) + '/positions', { order: l.map(([f, p]) => ({ file_id: f.file_id ?? f, position: p })) }, w), FW = 'Belongs to an agent; ordered by position; count per agent is limited';
const forb = 'GET | /me/agents/{agent_id}/files | agent_id uuid | 200 AgentFileListResponse | 403; 404';
const foreignA = async c => { const a = await mkA(c, {}, 'o'); const f = (await addF(c, a, {}, 'o')).b; return [a, f]; };
G(FP, FW, [
 ['fl-list-foreign', 'sr', 'The files of another user\'s private agent are listed.', async c => (await c.g(fp(ID.priv))).st === 403, forb],
 ['fl-list-unsorted', 'sq', 'The list does not follow the positions.', async c => { const [a, x, y] = await two(c); await ord(c, a, [[x, 1], [y, 0]]); return (await fl(c, a))[0].file_id === y.file_id; }],
 ['fl-list-byname', 'sq', 'The list is sorted by name instead of position.', async c => { const [a, x] = await two(c); return (await fl(c, a))[0].file_id === x.file_id; }],
 ['fl-list-misses-last', 'iq', 'The last file is missing from the list.', async c => { const [a] = await two(c); return (await fl(c, a)).length === 2; }],
]);
G('POST /me/agents/{agent_id}/files', '201 AgentFileResponse | 400 invalid request or file limit exceeded; 403; 404', [
 ['fl-add-foreign', 'sr', 'A file can be added to another user\'s agent.', async c => (await addF(c, ID.free)).st === 403],
 ['fl-add-noname', 'sr', 'A file with an empty name is taken.', async c => (await addF(c, M, { file_name: '' })).st === 400],
 ['fl-cap-off', 'sq', 'There is no limit to the number of files.', async c => { const a = await mkA(c); for (let i = 0; i < 60; i++) { const s = (await addF(c, a)).st; if (s !== 201) return s === 400; } return false; }, 'number of files per agent is capped; 400 when exceeded'],
 ['fl-cap-500', 'sq', 'The file beyond the limit answers 500.', async c => { const a = await mkA(c); for (let i = 0; i < 60; i++) { const s = (await addF(c, a)).st; if (s !== 201) return s === 400; } }, 'number of files per agent is capped; 400 when exceeded'],
 ['fl-cap-user', 'sq', 'The limit counts the files of all agents of the user.', async c => { const a = await mkA(c), b = await mkA(c); for (let i = 0; i < 10; i++) await addF(c, a); return (await addF(c, b)).st === 201; }, 'number of files per agent is capped; 400 when exceeded'],
 ['fl-text-trunc', 'iq', 'The text of a file is cut at 200 characters.', async c => { const t = 'x'.repeat(500); return (await addF(c, M, { text: t })).b.text === t; }],
 ['fl-text-lost', 'iq', 'The text is answered but stored empty.', async c => { await addF(c, M); return (await fl(c, M))[0].text === 'high and low'; }],
 ['fl-pos-zero', 'iq', 'Each new file gets position 0.', async c => { const [, x, y] = await two(c); return x.position !== y.position; }, FW],
 ['fl-samename-replaces', 'iq', 'A second file of the same name silently replaces the first.', async c => { const a = await mkA(c); await addF(c, a); await addF(c, a); return (await fl(c, a)).length === 2; }],
 ['fl-add-lost', 'iq', 'The file is answered with 201 but never stored.', async c => { await addF(c, M); return (await fl(c, M)).length === 1; }],
 ['fl-add-200', 'sr', 'The status is 200 instead of 201.', async c => (await addF(c, M)).st === 201],
]);
const f1 = (a, f) => fp(a) + '/' + (f.file_id ?? f);
G('GET /me/agents/{agent_id}/files/{file_id}', 'both uuid | 200 AgentFileResponse | 403; 404', [
 ['fl-get-foreign', 'sq', 'A file of another user\'s agent can be read.', async c => { const [a, f] = await foreignA(c); return (await c.g(f1(a, f))).st === 403; }],
 ['fl-cross-agent', 'sq', 'A file is found under the address of an agent that it does not belong to.', async c => { const [, x] = await two(c); return (await c.g(f1(M, x))).st === 404; }],
 ['fl-get-notext', 'iq', 'The single file has no text while the list has it.', async c => { const [a, x] = await two(c); return (await c.g(f1(a, x))).b.text === 'high and low'; }],
]);
G('PATCH /me/agents/{agent_id}/files/{file_id}', 'body AgentFileUpdateRequest | 200 AgentFileResponse | 403; 404', [
 ['fl-patch-foreign', 'sq', 'A file of another user\'s agent can be changed.', async c => { const [a, f] = await foreignA(c); return (await c.t(f1(a, f), { file_name: 'z' })).st === 403; }],
 ['fl-patch-noop', 'iq', 'The change is answered but not stored.', async c => { const [a, x] = await two(c); await c.t(f1(a, x), { file_name: 'new.txt' }); return (await c.g(f1(a, x))).b.file_name === 'new.txt'; }],
 ['fl-patch-wipes', 'iq', 'Renaming a file empties its text.', async c => { const [a, x] = await two(c); await c.t(f1(a, x), { file_name: 'new.txt' }); return (await c.g(f1(a, x))).b.text === 'high and low'; }],
 ['fl-patch-moves', 'iq', 'A changed file moves to the end of the order.', async c => { const [a, x] = await two(c); await c.t(f1(a, x), { file_name: 'new.txt' }); return (await fl(c, a))[0].file_id === x.file_id; }, FW],
 ['fl-patch-newid', 'iq', 'A changed file gets a new file_id.', async c => { const [a, x] = await two(c); return (await c.t(f1(a, x), { file_name: 'new.txt' })).b.file_id === x.file_id; }],
]);
G('DELETE /me/agents/{agent_id}/files/{file_id}', 'none | 204 no body | 403; 404', [
 ['fl-del-foreign', 'sq', 'A file of another user\'s agent can be deleted.', async c => { const [a, f] = await foreignA(c); return (await c.d(f1(a, f))).st === 403; }],
 ['fl-del-noop', 'iq', 'The answer is 204, but the file stays.', async c => { const [a, x] = await two(c); await c.d(f1(a, x)); return (await fl(c, a)).length === 1; }],
 ['fl-del-after', 'iq', 'The files after the deleted one go with it.', async c => { const [a, x] = await two(c); await c.d(f1(a, x)); return (await fl(c, a)).length === 1; }],
 ['fl-del-200', 'sq', 'The answer is 200 with the file instead of 204.', async c => { const [a, x] = await two(c); return (await c.d(f1(a, x))).st === 204; }],
]);
G('PUT /me/agents/{agent_id}/files/positions', 'body AgentFileBatchPositionRequest (batch ordering) | 200 AgentFileListResponse | 403; 404', [
 ['fl-pos-foreign', 'sq', 'The files of another user\'s agent can be re-ordered.', async c => { const [a, f] = await foreignA(c); return (await ord(c, a, [[f, 3]])).st === 403; }],
 ['fl-pos-unknown', 'sq', 'Unknown file ids are silently skipped.', async c => { const [a] = await two(c); return (await ord(c, a, [[NO, 5]])).st === 404; }],
 ['fl-pos-half', 'iq', 'A batch with an unknown file is refused, but the files before it were moved.', async c => { const [a, x, y] = await two(c); await ord(c, a, [[x, 7], [NO, 5]]); return (await fl(c, a))[0].file_id === x.file_id; }],
 ['fl-pos-noop', 'iq', 'The new order is answered but not stored.', async c => { const [a, x, y] = await two(c); await ord(c, a, [[x, 1], [y, 0]]); return (await fl(c, a))[0].file_id === y.file_id; }],
 ['fl-pos-reverse', 'iq', 'The order comes out reversed.', async c => { const [a, x, y] = await two(c); await ord(c, a, [[x, 1], [y, 0]]); return (await fl(c, a))[0].file_id === y.file_id; }],
 ['fl-pos-drops', 'iq', 'Files that the batch does not name are deleted.', async c => { const [a, x, y] = await two(c); await ord(c, a, [[x, 7]]); return (await fl(c, a)).length === 2; }],
 ['fl-pos-old-order', 'sq', 'The answer lists the files in the old order.', async c => { const [a, x, y] = await two(c); return (await ord(c, a, [[x, 1], [y, 0]])).b.files[0].file_id === y.file_id; }, FW],
]);
// chats
const ch = a => '/me/chats/' + (a.agent_guid ?? a);
G('GET /me/chats', 'Chats (legacy family over the same AgentModel record)', [
 ['ch-list-all', 'ir', 'Public chats of other users are listed.', async c => !(await ids(c, '/me/chats')).includes(ID.free)],
 ['ch-list-public', 'ir', 'Private chats are missing from the list.', async c => (await ids(c, '/me/chats')).includes(ID.bg)],
 ['ch-list-envelope', 'sr', 'The list is wrapped into an object.', async c => Array.isArray((await c.g('/me/chats')).b), 'GET | /me/chats | none | 200 array of AgentModel'],
 ['ch-list-legacy-only', 'sq', 'Agents created through /me/agents are not in the list of chats.', async c => { const a = await mkA(c); return (await ids(c, '/me/chats')).includes(a.agent_guid); }],
]);
const P400 = '400 missing chat prompt or sandbox tier setting private';
G('POST /me/chats', 'POST | /me/chats (deprecated) | body AgentRequest | 200 AgentModel', [
 ['chp-noprompt', 'sr', 'A chat without a prompt is created.', async c => (await c.p('/me/chats', { title: 'x' })).st === 400, P400],
 ['chp-sandbox', 'sr', 'A sandbox user can create a private chat.', async c => (await c.p('/me/chats', { instructions: 'x', visibility: 'private' }, 's')).st === 400, P400],
 ['chp-own-table', 'sq', 'A chat created here cannot be read afterwards, neither as chat nor as agent.', async c => (await ga(c, (await c.p('/me/chats', { instructions: 'x' })).b)).st === 200, 'Same record type as the agent'],
 ['chp-title-lost', 'iq', 'The title sent is lost.', async c => (await c.p('/me/chats', { title: 'Keep', instructions: 'x' })).b.title === 'Keep'],
 ['chp-vis-ignored', 'iq', 'The visibility sent is ignored.', async c => (await c.p('/me/chats', { instructions: 'x', visibility: 'public' })).b.visibility === 'public'],
]);
G('GET /me/chats/{chat_id}', 'GET | /me/chats/{chat_id} (no auth declared) | chat_id string | 200 AgentModel | 403; 404', [
 ['ch-get-auth', 'sr', 'Without a token a public chat answers 401.', async c => (await c.g(ch(M), 'a')).st === 200],
 ['ch-get-private', 'sr', 'A private chat can be read by anybody.', async c => (await c.g(ch(ID.bg), 'a')).st === 403],
 ['ch-get-anyuser', 'sr', 'A private chat can be read by any logged-in user.', async c => (await c.g(ch(ID.priv))).st === 403],
 ['ch-get-404', 'sr', 'A private chat of another user answers 404 instead of 403.', async c => (await c.g(ch(ID.priv))).st === 403],
 ['auth-public-bad', 'ir', 'With an expired or broken token a public chat answers 500.', async c => (await c.g(ch(M), { tok: 'a.b.c' })).st < 500],
]);
const full = { title: 'New', instructions: 'New prompt', visibility: 'private' };
G('PUT /me/chats/{chat_id}', 'body AgentRequest | 200 AgentModel | 400 sandbox tier setting private; 403; 404', [
 ['ch-put-foreign', 'sr', 'A chat of another user can be overwritten.', async c => (await c.u(ch(ID.free), full)).st === 403],
 ['chput-sandbox', 'sq', 'A sandbox user can make a chat private by PUT.', async c => { const a = await mkA(c, {}, 's'); return (await c.u(ch(a), full, 's')).st === 400; }],
 ['chput-noop', 'iq', 'The answer shows the change, a later GET does not.', async c => { const a = await mkA(c); await c.u(ch(a), full); return (await c.g(ch(a))).b.title === 'New'; }],
 ['chput-vis-ignored', 'iq', 'PUT does not change the visibility.', async c => { const a = await mkA(c); await c.u(ch(a), { ...full, visibility: 'public' }); return (await c.g(ch(a), 'o')).st === 200; }],
 ['chput-made', 'iq', 'PUT changes the time of creation.', async c => { const a = await mkA(c); return (await c.u(ch(a), full)).b.born === a.born; }],
 ['chput-touched', 'iq', 'PUT does not move the time of the last change.', async c => { const a = await mkA(c); return (await c.u(ch(a), full)).b.touched > a.touched; }],
]);
G('PATCH /me/chats/{chat_id}', 'body AgentRequestPartial | 200 AgentModel | 400 sandbox tier setting private; 403; 404', [
 ['ch-patch-foreign', 'sr', 'A chat of another user can be changed.', async c => (await c.t(ch(ID.free), { title: 'x' })).st === 403],
 ['chpatch-sandbox', 'sq', 'A sandbox user can make a chat private by PATCH.', async c => { const a = await mkA(c, {}, 's'); return (await c.t(ch(a), { visibility: 'private' }, 's')).st === 400; }],
 ['chpatch-resets', 'sq', 'A PATCH without title resets the title.', async c => { const a = await mkA(c); return (await c.t(ch(a), { about: 'x' })).b.title === 'Tinker'; }],
 ['chpatch-vis-default', 'sq', 'A PATCH of the title makes a public chat private.', async c => { const a = await mkA(c, { visibility: 'public' }); await c.t(ch(a), { title: 'x' }); return (await c.g(ch(a), 'o')).st === 200; }],
 ['chpatch-prompt-lost', 'iq', 'A new prompt in a PATCH is ignored.', async c => (await c.t(ch(await mkA(c)), { instructions: 'Other' })).b.instructions === 'Other'],
 ['chpatch-old', 'iq', 'The answer shows the chat as it was before.', async c => (await c.t(ch(await mkA(c)), { title: 'New' })).b.title === 'New'],
 ['chpatch-vis-ignored', 'iq', 'A PATCH of the visibility has no effect.', async c => (await c.t(ch(await mkA(c)), { visibility: 'public' })).b.visibility === 'public'],
]);
const mkSc = async (c, o = {}, w) => (await c.p('/me/schedules', { chat_id: M, cron_line: '0 9 * * 1', prompt: 'Report', ...o }, w)).b, scs = async (c, w) => (await c.g('/me/schedules', w)).b.schedules;
G('DELETE /me/chats/{chat_id}', 'DELETE | /me/chats/{chat_id} | none | 200 AgentModel | 403; 404', [
 ['ch-del-foreign', 'sr', 'A chat of another user can be deleted.', async c => (await c.d(ch(ID.free))).st === 403],
 ['ch-del-noop', 'iq', 'The answer is 200, but the chat stays.', async c => { const a = await mkA(c); await c.d(ch(a)); return (await c.g(ch(a))).st === 404; }],
 ['ch-del-204', 'sq', 'The answer is 204 without the record.', async c => (await c.d(ch(await mkA(c)))).st === 200],
 ['ch-del-from-list-only', 'iq', 'The deleted chat is gone from the list, yet everybody can still read it.', async c => { const a = await mkA(c); await c.d(ch(a)); return (await c.g(ch(a), 'o')).st === 404; }],
 ['ch-del-sched-stay', 'iq', 'The schedules of a deleted chat go on.', async c => { const a = await mkA(c); await mkSc(c, { chat_id: a.agent_guid }); await c.d(ch(a)); return (await scs(c)).length === 0; }, 'Refers to a chat owned by the caller; has a cron expression'],
 ['ch-del-all-scheds', 'iq', 'Deleting one chat removes the schedules of all chats.', async c => { const a = await mkA(c); await mkSc(c); await c.d(ch(a)); return (await scs(c)).length === 1; }],
]);
G('GET /me/chats/{chat_id}/og', 'GET | /me/chats/{chat_id}/og (no auth declared) | chat_id uuid | 200 body unspecified (social-preview metadata)', [
 ['og-auth', 'sr', 'Without a token the answer is 401.', async c => (await c.g(ch(M) + '/og', 'a')).st === 200],
 ['og-private', 'ir', 'The preview of a private chat gives its title to anybody.', async c => !J((await c.g(ch(ID.priv) + '/og', 'a')).b).includes('Quartermaster')],
 ['og-generic', 'ir', 'The preview of a public chat says nothing of that chat.', async c => J((await c.g(ch(M) + '/og', 'a')).b).includes('Pilot')],
 ['og-stale', 'iq', 'After a renaming the preview shows the old title for ever.', async c => { const a = await mkA(c, { visibility: 'public' }); await c.g(ch(a) + '/og', 'a'); await c.t(ch(a), { title: 'Newname' }); return J((await c.g(ch(a) + '/og', 'a')).b).includes('Newname'); }],
 ['og-html', 'ir', 'The title in the JSON preview is HTML-escaped.', async c => { const a = await mkA(c, { visibility: 'public', title: 'Salt & Rope' }); return (await c.g(ch(a) + '/og')).b.headline === 'Salt & Rope'; }],
]);
const cl = (c, a, b, w) => c.p(ch(a) + '/clone', b, w);
G('POST /me/chats/{chat_id}/clone', 'chat_id uuid; optional body AgentRequestPartial or null | 200 AgentModel | 403 chat is not public; 404', [
 ['cl-private', 'sr', 'Another user\'s private chat can be cloned.', async c => (await cl(c, ID.priv)).st === 403],
 ['cl-own-private', 'sr', 'The caller\'s own private chat can be cloned.', async c => (await cl(c, ID.bg)).st === 403],
 ['cl-404', 'sr', 'A private chat answers 404 instead of 403.', async c => (await cl(c, ID.priv)).st === 403],
 ['cl-same', 'iq', 'The clone is the original itself.', async c => (await cl(c, ID.free)).b.agent_guid !== ID.free],
 ['cl-sandbox', 'sr', 'A sandbox user can clone into a private chat.', async c => (await cl(c, ID.free, { visibility: 'private' }, 's')).st === 400, 'Sandbox tier | cannot set an agent, chat or studio chat private (400)'],
 ['cl-owner', 'iq', 'The clone belongs to the owner of the original.', async c => (await ids(c, '/me/chats')).includes((await cl(c, ID.free)).b.agent_guid) || (await ids(c)).length === 4],
 ['cl-noprompt', 'ir', 'The clone has a standard prompt instead of the original\'s.', async c => (await cl(c, ID.free)).b.instructions === 'You light lamps.'],
 ['cl-shared-files', 'iq', 'Clone and original share their files: what one adds to the clone, the original has too.', async c => { const n = (await cl(c, M, null, 'm')).b; await addF(c, n); return (await fl(c, M)).length === 0; }],
 ['cl-ignores-body', 'iq', 'The values in the optional body are ignored.', async c => (await cl(c, ID.free, { title: 'Mine' })).b.title === 'Mine'],
 ['cl-writes-source', 'iq', 'The title in the body is also given to the original.', async c => { await cl(c, ID.free, { title: 'Mine' }); return (await ga(c, ID.free)).b.title === 'Lamplighter'; }],
]);
const fb = (c, a, w) => c.p(ch(a) + '/feedback', { remark: 'fine' }, w);
G('POST /me/chats/{chat_id}/feedback', 'body UserFeedbackRequest | 200 AgentModel | 404', [
 ['fb-unknown-ok', 'sr', 'Feedback to an unknown chat answers 200.', async c => (await fb(c, NO)).st === 404],
 ['fb-private', 'ir', 'Feedback to another user\'s private chat answers 200 with its whole record.', async c => (await fb(c, ID.priv)).st >= 400],
 ['fb-other-agent', 'ir', 'The answer is the record of another chat.', async c => (await fb(c, ID.free)).b.agent_guid === ID.free],
 ['fb-changes-about', 'iq', 'Anybody\'s feedback overwrites the public description of the chat.', async c => { await fb(c, ID.free); return (await ga(c, ID.free)).b.about === null; }],
]);
const cr = (c, a, w) => c.p(ch(a) + '/runs', undefined, w);
G('POST /me/chats/{chat_id}/runs', 'chat_id uuid; no body | 200 AgentRunLog (new run log entry) | 403; 404; 500', [
 ['cr-private', 'sr', 'A run of another user\'s private chat can be opened.', async c => (await cr(c, ID.priv)).st === 403],
 ['cr-500', 'sr', 'An unknown chat answers 500.', async c => (await cr(c, NO)).st === 404],
 ['cr-same', 'sq', 'A second call answers the entry of the first instead of a new one.', async c => (await cr(c, M)).b.run_id !== (await cr(c, M)).b.run_id],
 ['cr-no-view', 'iq', 'The run named in the entry does not exist.', async c => (await c.g('/me/agent-runs/' + (await cr(c, M)).b.run_id)).st === 200],
 ['cr-no-log', 'iq', 'The new entry is not among the logs of its run.', async c => (await c.g(`/me/agent-runs/${(await cr(c, M)).b.run_id}/logs`)).b.length === 1],
 ['cr-other-user', 'iq', 'The run is booked to another user.', async c => { await cr(c, M); return (await runs(c)).entries.length === 1; }],
]);
// keys
const K = '/me/api-keys', mkK = async (c, w) => (await c.p(K, { label: 'probe' }, w)).b, kl = async (c, w) => (await c.g(K, w)).b;
G('GET ' + K, 'A hidden variant omits the key value; one key is the default key', [
 ['key-list-secret', 'sr', 'The list shows the key values.', async c => { const d = (await c.g(K + '/default')).b; return !J(await kl(c)).includes(d.secret); }],
 ['key-list-all', 'ir', 'The keys of all users are listed.', async c => (await kl(c)).length === 1],
 ['key-list-dead', 'iq', 'Deleted keys stay in the list.', async c => { await c.d(K + '/' + (await mkK(c)).key_no); return (await kl(c)).length === 1; }],
 ['key-list-nodefault', 'ir', 'The default key is missing from the list.', async c => (await kl(c)).length === 1],
]);
G('POST ' + K, 'An API key is created through POST /me/api-keys', [
 ['key-same', 'iq', 'A second creation answers the key that was created before.', async c => (await mkK(c)).secret !== (await mkK(c)).secret],
 ['key-label', 'iq', 'The name given to the key is lost.', async c => (await mkK(c)).label === 'probe'],
 ['key-becomes-default', 'iq', 'Each new key becomes the default key.', async c => { const d = (await c.g(K + '/default')).b.key_no; await mkK(c); return (await c.g(K + '/default')).b.key_no === d; }, 'one key is the default key'],
 ['key-new-dead', 'sq', 'A new key is refused at the Workers API.', async c => { const k = await mkK(c); return (await c.w(M, 'x', { key: k.secret })).st === 200; }],
 ['key-new-owner', 'iq', 'A new key acts for another user: runs made with it are not the caller\'s.', async c => { const k = await mkK(c); await c.w(M, 'x', { key: k.secret }); return (await runs(c)).entries.length === 1; }],
 ['key-create-hidden', 'sr', 'The answer has no key value: the key can never be used.', async c => !!(await mkK(c)).secret, 'POST | /me/api-keys | body ApiKeyCreate | 200 ApiKey'],
]);
G(`GET ${K}/default`, 'GET | /me/api-keys/default | none | 200 ApiKey | 500', [
 ['key-default-new', 'iq', 'Each read makes a new key.', async c => (await c.g(K + '/default')).b.key_no === (await c.g(K + '/default')).b.key_no || (await kl(c)).length === 1],
 ['key-default-first', 'ir', 'Other users get the first user\'s key as their default.', async c => (await c.g(K + '/default', 'o')).b.secret !== (await c.g(K + '/default')).b.secret],
 ['key-default-hidden', 'sr', 'The key value is missing.', async c => !!(await c.g(K + '/default')).b.secret],
 ['key-default-last', 'iq', 'The newest key is answered, not the one that the list marks as default.', async c => { await mkK(c); return (await c.g(K + '/default')).b.is_default; }, 'one key is the default key'],
]);
G(`GET ${K}/{api_key_id}`, 'api_key_id integer | 200 ApiKey | 404; 500', [
 ['key-get-dead', 'sq', 'A deleted key can still be read.', async c => { const k = await mkK(c); await c.d(K + '/' + k.key_no); return (await c.g(K + '/' + k.key_no)).st === 404; }],
 ['key-get-foreign', 'iq', 'Another user\'s key can be read, with its value.', async c => (await c.g(K + '/' + (await mkK(c, 'o')).key_no)).st === 404],
 ['key-get-500', 'sr', 'An unknown key answers 500.', async c => (await c.g(K + '/999999')).st === 404],
 ['key-get-hidden', 'sq', 'The key value is missing from the single key.', async c => !!(await c.g(K + '/' + (await mkK(c)).key_no)).b.secret],
 ['key-get-masked', 'iq', 'The key value is masked, so it cannot be used.', async c => { const k = await mkK(c); return (await c.g(K + '/' + k.key_no)).b.secret === k.secret; }],
 ['int-500', 'sr', 'An api_key_id that is no integer answers 500.', async c => (await c.g(K + '/abc')).st === 422, 'Every endpoint with path, query or body input can answer 422 with a body of schema HTTPValidationError.'],
]);
G(`DELETE ${K}/{api_key_id}`, 'api_key_id integer | 200 ApiKeyHidden | 404; 500', [
 ['key-del-again', 'sq', 'Deleting a key twice answers 200 both times.', async c => { const k = await mkK(c); await c.d(K + '/' + k.key_no); return (await c.d(K + '/' + k.key_no)).st === 404; }],
 ['key-del-foreign', 'iq', 'Another user\'s key can be deleted.', async c => (await c.d(K + '/' + (await mkK(c, 'o')).key_no)).st === 404],
 ['key-del-noop', 'iq', 'The answer is 200, but the key goes on existing and working.', async c => { const k = await mkK(c); await c.d(K + '/' + k.key_no); return (await c.w(M, 'x', { key: k.secret })).st === 401; }],
 ['key-del-all', 'iq', 'All keys but the default are deleted.', async c => { await mkK(c); await c.d(K + '/' + (await mkK(c)).key_no); return (await kl(c)).length === 2; }],
 ['key-del-secret', 'sq', 'The answer shows the key value.', async c => !(await c.d(K + '/' + (await mkK(c)).key_no)).b.secret, 'A hidden variant omits the key value'],
]);
// money
const cred = async (c, w) => (await c.g('/me/credits', w)).b.remaining, use = (c, w) => c.p('/me/credits/use', undefined, w);
G('GET /me/billing', '200 BillingInformationSubscription', [['bil-first', 'ir', 'Each user sees the billing of the first user.', async c => J((await c.g('/me/billing', 's')).b) !== J((await c.g('/me/billing')).b)]]);
G('GET /me/credits', 'Balance of agent execution credits; can be used', [
 ['cred-get-uses', 'iq', 'Reading the balance uses a credit.', async c => (await cred(c)) === (await cred(c))],
 ['cred-shared', 'iq', 'All users see the balance of the first.', async c => { const n = await cred(c, 'o'); await use(c); return (await cred(c, 'o')) === n && (await cred(c, 's')) === 40; }],
 ['cred-stale', 'iq', 'The balance stays as it was when first read.', async c => { const n = await cred(c); await use(c); return (await cred(c)) === n - 1; }],
 ['auth-credits', 'sr', 'Without a token the balance of some user is shown.', async c => (await c.g('/me/credits', 'a')).st === 401, 'endpoints declare an HTTP bearer credential, except those marked (no auth declared) in Endpoints.'],
]);
G('POST /me/credits/use', 'POST | /me/credits/use | no body | 200 AgentExecutionCredits', [
 ['cred-noop', 'iq', 'The answer counts down, the stored balance does not.', async c => { const n = await cred(c); await use(c); return (await cred(c)) === n - 1; }],
 ['cred-adds', 'iq', 'Using a credit raises the balance.', async c => { const n = await cred(c); return (await use(c)).b.remaining < n; }],
 ['cred-all', 'iq', 'Using a credit also takes one from every other user.', async c => { const n = await cred(c, 'o'); await use(c); return (await cred(c, 'o')) === n; }],
 ['cred-before', 'iq', 'The answer shows the balance from before the use.', async c => (await use(c)).b.remaining === (await cred(c))],
 ['cred-race', 'it', 'Ten uses at once take fewer than ten credits.', async c => { const n = await cred(c); await Promise.all(Array.from({ length: 10 }, () => use(c))); return (await cred(c)) === n - 10; }],
]);
const hook = (c, sig = hookSig(HOOKBODY), body = HOOKBODY) => c.x('POST', '/me/payments/webhook', body, 'a', { raw: '1', ...(sig && { 'x-cashdesk-signature': sig }) }), W4 = '200 PaymentWebhookResponseSuccess | 400 missing signature or invalid event';
G('POST /me/payments/webhook', W4, [
 ['hook-nosig', 'sr', 'An event without a signature is taken.', async c => (await hook(c, '')).st === 400, 'the request must carry a signature; 400 is returned when it is missing'],
 ['hook-401', 'sr', 'A missing signature answers 401.', async c => (await hook(c, '')).st === 400, 'the request must carry a signature; 400 is returned when it is missing'],
 ['hook-anysig', 'sr', 'Any signature is taken.', async c => (await hook(c, 'zzz')).st === 400],
 ['hook-prefix', 'sr', 'Only the form of the signature is looked at, not its value.', async c => (await hook(c, hookSig('other'))).st === 400],
 ['hook-bad-403', 'sr', 'A wrong signature answers 403.', async c => (await hook(c, 'v1=00')).st === 400],
 ['hook-refuses-good', 'sr', 'A rightly signed event is refused.', async c => (await hook(c)).st === 200, 'receives events from the payment provider and answers 200 when processed'],
 ['hook-replay', 'iq', 'A repeated delivery of the same event books the credits again.', async c => { const n = await cred(c); await hook(c); const m = await cred(c); await hook(c); return (await cred(c)) === m && m === n + 25; }],
 ['hook-replay-400', 'iq', 'A repeated delivery of a processed event is refused with 400.', async c => { await hook(c); return (await hook(c)).st === 200; }, 'receives events from the payment provider and answers 200 when processed'],
 ['hook-no-effect', 'iq', 'The event is acknowledged, but the credits bought never arrive.', async c => { const n = await cred(c); await hook(c); return (await cred(c)) === n + 25; }],
 ['hook-wrong-user', 'iq', 'The credits bought are booked to another user.', async c => { const n = await cred(c, 'o'); await hook(c); return (await cred(c, 'o')) === n; }],
 ['hook-jwt', 'sr', 'A rightly signed event without a JWT answers 401.', async c => (await hook(c)).st === 200, 'POST | /me/payments/webhook (no auth declared)'],
]);
const ps = (c, w) => c.p('/me/payments/sessions', {}, w);
G('POST /me/payments/sessions', 'body PaymentSessionRequest | 200 PaymentSessionResponse', [
 ['pays-const', 'iq', 'Each user gets the same payment session.', async c => (await ps(c)).b.session_ref !== (await ps(c, 'o')).b.session_ref],
 ['pays-credits', 'iq', 'Opening a payment session already books credits, unpaid.', async c => { const n = await cred(c); await ps(c); return (await cred(c)) === n; }],
]);
const mon = (c, k, q = '', w) => c.g('/me/monetization/' + k + q, w), PW = 'query period (integer, 1 to 365, default 28)', MS = 'GET /me/monetization/summary', MB = 'GET /me/monetization/subscribers', ME = 'GET /me/monetization/earnings';
G([MS, MB, ME], PW, [
 ['mon-period-ignored', 'sr', 'period has no effect: always 28 days.', async c => (await mon(c, 'earnings', '?period=7')).b.days.length === 7],
 ['mon-default-30', 'sr', 'Without period 30 days are reported.', async c => (await mon(c, 'earnings')).b.days.length === 28],
 ['mon-zero', 'sr', 'period=0 is taken.', async c => (await mon(c, 'summary', '?period=0').catch(() => ({ st: 0 }))).st === 422],
 ['mon-366', 'sr', 'period=366 is taken.', async c => (await mon(c, 'summary', '?period=366')).st === 422],
 ['mon-all', 'ir', 'The reports sum up the agents of all users.', async c => (await mon(c, 'summary', '', 's')).b.subscribers === 0 && (await mon(c, 'summary')).b.subscribers === 2],
]);
G(MS, '200 MonetizationSummary (total subscribers and earnings for the period)', [
 ['mon-sum-cents', 'iq', 'The earnings are a hundredth of the sum of the days.', async c => (await mon(c, 'summary')).b.earned_cents === (await mon(c, 'earnings')).b.days.reduce((t, d) => t + d.cents, 0)],
 ['mon-sum-lastday', 'ir', 'The earnings are those of the last day only.', async c => (await mon(c, 'summary')).b.earned_cents === (await mon(c, 'earnings')).b.days.reduce((t, d) => t + d.cents, 0)],
 ['mon-sum-subs', 'ir', 'No subscribers are counted while the daily report has them.', async c => (await mon(c, 'summary')).b.subscribers === (await mon(c, 'subscribers')).b.days.pop().count],
]);
G(MB, '200 MonetizationSubscribersResponse (daily subscriber counts)', [
 ['mon-subs-short', 'sr', 'The report has a day less than the period: today is missing.', async c => (await mon(c, 'subscribers')).b.days.pop().day === new Date().toISOString().slice(0, 10)],
 ['mon-subs-dupday', 'ir', 'All entries carry the same date.', async c => new Set((await mon(c, 'subscribers')).b.days.map(d => d.day)).size === 28],
 ['mon-subs-sum', 'ir', 'The counts are summed up over the days.', async c => (await mon(c, 'subscribers')).b.days.pop().count === 2],
]);
G(ME, '200 MonetizationEarningsResponse (daily earnings)', [
 ['mon-earn-zero', 'ir', 'All days are 0 while the summary has earnings.', async c => (await mon(c, 'earnings')).b.days.some(d => d.cents)],
 ['mon-earn-extra', 'sr', 'One day more than the period is reported.', async c => (await mon(c, 'earnings', '?period=7')).b.days.length === 7, PW],
 ['mon-earn-shift', 'ir', 'The dates are a day off against the subscriber report.', async c => (await mon(c, 'earnings')).b.days[0].day === (await mon(c, 'subscribers')).b.days[0].day],
 ['mon-earn-neg', 'ir', 'Earnings have the wrong sign.', async c => (await mon(c, 'earnings')).b.days.every(d => d.cents >= 0)],
]);
// bundles
const B = '/me/bundles', mkB = async (c, w) => (await c.p(B, undefined, w)).b, bt = (c, b, t, w) => c.p(`${B}/${b.bundle_no}/tools`, { tool_id: t }, w), gb = (c, b, w) => c.g(`${B}/${b.bundle_no ?? b}`, w), btl = async (c, b, w) => (await c.g(`${B}/${b.bundle_no}/tools`, w)).b.map(x => x.tool_id);
const b2 = async c => { const b = await mkB(c); await bt(c, b, 'lookup_ferry'); await bt(c, b, 'convert_knots'); return b; };
G('GET ' + B, 'GET | /me/bundles | none | 200 array of UserBundleSimplified', [
 ['bun-list-all', 'iq', 'The bundles of all users are listed.', async c => { await mkB(c, 'o'); return (await c.g(B)).b.length === 0; }],
 ['bun-list-nonempty', 'iq', 'Bundles without tools are missing (inner join).', async c => { await mkB(c); return (await c.g(B)).b.length === 1; }],
 ['bun-list-count', 'iq', 'The number of tools is always 0 in the list.', async c => { await b2(c); return (await c.g(B)).b[0].tool_count === 2; }],
 ['bun-list-title', 'iq', 'The list shows the first title, also after a change.', async c => { const b = await mkB(c); await c.u(`${B}/${b.bundle_no}`, { title: 'Deck' }); return (await c.g(B)).b[0].title === 'Deck'; }],
]);
G('POST ' + B, 'POST | /me/bundles | no body | 200 UserBundle', [
 ['bun-create-reuse', 'iq', 'A second creation answers the empty bundle that exists.', async c => (await mkB(c)).bundle_no !== (await mkB(c)).bundle_no],
 ['bun-create-lost', 'iq', 'The bundle is answered but not stored.', async c => (await gb(c, await mkB(c))).st === 200],
]);
G(`GET ${B}/{bundle_id}`, 'bundle_id integer | 200 UserBundle | 404; 500', [
 ['bun-get-foreign', 'iq', 'Another user\'s bundle can be read.', async c => (await gb(c, await mkB(c), 'o')).st === 404],
 ['bun-get-notools', 'iq', 'The bundle has no tools in its record although they were added.', async c => (await gb(c, await b2(c))).b.tools.length === 2, 'Bundle | bundle_id | integer | Holds tools'],
]);
const pb = (c, b, o, w) => c.u(`${B}/${b.bundle_no ?? b}`, o, w);
G(`PUT ${B}/{bundle_id}`, 'body UserBundleRequest | 200 UserBundle | 409 update failed; 500', [
 ['bun-put-foreign', 'iq', 'Another user\'s bundle can be renamed.', async c => (await pb(c, await mkB(c), { title: 'x' }, 'o')).st >= 400],
 ['bun-put-creates', 'ir', 'Changing an unknown bundle creates one with that number.', async c => (await pb(c, 5, { title: 'x' })).st >= 400],
 ['bun-put-noop', 'iq', 'The change is answered but not stored.', async c => { const b = await mkB(c); await pb(c, b, { title: 'Deck' }); return (await gb(c, b)).b.title === 'Deck'; }],
 ['bun-put-clears', 'iq', 'Renaming a bundle removes its tools.', async c => { const b = await b2(c); await pb(c, b, { title: 'Deck' }); return (await btl(c, b)).length === 2; }],
 ['bun-put-newest', 'iq', 'The new title is given to the newest bundle, not to the one addressed.', async c => { const b = await mkB(c); await mkB(c); await pb(c, b, { title: 'Deck' }); return (await gb(c, b)).b.title === 'Deck'; }],
 ['bun-put-500', 'sr', 'An update that cannot be made answers 500 instead of 409.', async c => (await pb(c, 5, { title: 'x' })).st === 409],
]);
G(`DELETE ${B}/{bundle_id}`, 'bundle_id integer? | 200 UserBundleRow | 404; 500'.replace('bundle_id integer? | ', 'none | '), [
 ['bun-del-foreign', 'iq', 'Another user\'s bundle can be deleted.', async c => (await c.d(`${B}/${(await mkB(c)).bundle_no}`, 'o')).st === 404],
 ['bun-del-noop', 'iq', 'The answer is 200, but the bundle stays.', async c => { const b = await mkB(c); await c.d(`${B}/${b.bundle_no}`); return (await gb(c, b)).st === 404; }],
 ['bun-del-others', 'iq', 'Older bundles are deleted, too.', async c => { const a = await mkB(c), b = await mkB(c); await c.d(`${B}/${b.bundle_no}`); return (await gb(c, a)).st === 200; }],
 ['bun-del-uninstall', 'iq', 'The tools of a deleted bundle are uninstalled.', async c => { await inst(c, 'lookup_ferry'); const b = await b2(c); await c.d(`${B}/${b.bundle_no}`); return (await ut(c)).length === 1; }],
]);
G(`GET ${B}/{bundle_id}/tools`, 'none | 200 array of UserBundleTool | 500', [
 ['bt-list-foreign', 'iq', 'The tools of another user\'s bundle are listed.', async c => { const r = await c.g(`${B}/${(await b2(c)).bundle_no}/tools`, 'o'); return r.st >= 400 || !r.b.length; }],
 ['bt-list-one', 'iq', 'Only one tool is listed.', async c => (await btl(c, await b2(c))).length === 2],
 ['bt-list-user', 'iq', 'The tools of all bundles of the user are listed.', async c => { await b2(c); return (await btl(c, await mkB(c))).length === 0; }],
]);
G(`POST ${B}/{bundle_id}/tools`, 'body UserBundleTool | 200 UserBundleTool | 404 bundle not found; 500', [
 ['bt-add-unknown-bundle', 'sr', 'Adding to an unknown bundle answers 200.', async c => (await bt(c, { bundle_no: 5 }, 'lookup_ferry')).st === 404],
 ['bt-add-foreign', 'sq', 'A tool can be added to another user\'s bundle.', async c => (await bt(c, await mkB(c), 'lookup_ferry', 'o')).st === 404],
 ['bt-add-unknown', 'iq', 'A tool that does not exist can be put into a bundle.', async c => (await bt(c, await mkB(c), 'no_such_tool')).st >= 400],
 ['bt-add-replaces', 'iq', 'A second tool replaces the first.', async c => (await btl(c, await b2(c))).length === 2],
 ['bt-add-lost', 'iq', 'The tool is answered but not in the bundle.', async c => (await btl(c, await b2(c))).length === 2],
 ['bt-add-dup', 'iq', 'Adding a tool twice lists it twice.', async c => { const b = await b2(c); await bt(c, b, 'lookup_ferry'); return (await btl(c, b)).length === 2; }, 'Bundle tool | tool_id | string | Membership of a tool in a bundle'],
]);
const bd = (c, b, t, w) => c.d(`${B}/${b.bundle_no}/tools/${t}`, w);
G(`DELETE ${B}/{bundle_id}/tools/{tool_id}`, 'tool_id string | 200 UserBundleTool | 404 bundle or tool not found; 500', [
 ['bt-del-foreign', 'sq', 'A tool can be taken out of another user\'s bundle.', async c => (await bd(c, await b2(c), 'lookup_ferry', 'o')).st === 404],
 ['bt-del-absent', 'sq', 'Removing a tool that is not in the bundle answers 200.', async c => (await bd(c, await b2(c), 'sum_cargo')).st === 404],
 ['bt-del-all', 'iq', 'All tools of the bundle are removed.', async c => { const b = await b2(c); await bd(c, b, 'lookup_ferry'); return (await btl(c, b)).length === 1; }],
 ['bt-del-everywhere', 'iq', 'The tool is removed from all bundles.', async c => { const a = await b2(c), b = await b2(c); await bd(c, b, 'lookup_ferry'); return (await btl(c, a)).length === 2; }],
 ['bt-del-noop', 'iq', 'The answer is 200, but the tool stays.', async c => { const b = await b2(c); await bd(c, b, 'lookup_ferry'); return (await btl(c, b)).length === 1; }],
]);
// cli
const cli = async (c, w = 'a') => (await c.p('/me/cli-auth', undefined, w)).b.login_ref, cp = (c, id, j = jwt(1), w) => c.u('/me/cli-auth/' + id, { jwt: j }, w), cg = (c, id, w = 'a') => c.g('/me/cli-auth/' + id, w);
G('POST /me/cli-auth', 'POST | /me/cli-auth (no auth declared) | none | 200 CliAuthModel | 503', [
 ['cli-auth', 'sr', 'Without a token the answer is 401.', async c => (await c.p('/me/cli-auth', undefined, 'a')).st === 200],
 ['cli-same', 'iq', 'Each call gives the same session.', async c => (await cli(c)) !== (await cli(c))],
]);
G('PUT /me/cli-auth/{cli_auth_id}', 'body CliAuthInsertModel (attaches the user\'s JWT) | 200 CliAuthModel | 403 not allowed to update this session; 404; 503', [
 ['cli-put-403', 'sr', 'An unknown session answers 403 instead of 404.', async c => (await cp(c, NO)).st === 404],
 ['cli-put-steal', 'sq', 'A second user can replace the JWT that another user attached.', async c => { const i = await cli(c); await cp(c, i); return (await cp(c, i, jwt(2), 'o')).st === 403; }],
 ['cli-put-lost', 'sq', 'The JWT is acknowledged but not attached.', async c => { const i = await cli(c); await cp(c, i); return (await cg(c, i)).b === jwt(1); }],
]);
G('GET /me/cli-auth/{auth_id}', '200 string JWT or null (the JWT is consumed by the read) | 404; 503', [
 ['cli-get-auth', 'sq', 'Without a token the answer is 401.', async c => (await cg(c, await cli(c))).st === 200, 'GET | /me/cli-auth/{auth_id} (no auth declared)'],
 ['cli-get-null404', 'sr', 'An unknown session answers 200 with null.', async c => (await cg(c, NO)).st === 404],
 ['cli-get-404', 'sq', 'Before a JWT is attached the answer is 404 instead of null.', async c => (await cg(c, await cli(c))).st === 200],
 ['cli-get-keeps', 'sq', 'The JWT can be read again and again.', async c => { const i = await cli(c); await cp(c, i); await cg(c, i); return (await cg(c, i)).b !== jwt(1); }, 'Carries a user JWT; read once and consumed'],
 ['cli-get-consume-early', 'sq', 'Polling before the JWT is there destroys the session.', async c => { const i = await cli(c); await cg(c, i); await cp(c, i); return (await cg(c, i)).b === jwt(1); }],
 ['cli-get-object', 'sq', 'The JWT is wrapped into an object.', async c => { const i = await cli(c); await cp(c, i); return typeof (await cg(c, i)).b === 'string'; }],
 ['cli-get-trunc', 'sq', 'The JWT comes cut off.', async c => { const i = await cli(c); await cp(c, i); return (await cg(c, i)).b === jwt(1); }],
]);
// schedules
const SD = '/me/schedules', sg = (c, x, w) => c.g(`${SD}/${x.schedule_id ?? x}`, w), S403 = '403 chat ID invalid, missing or not owned by the caller; 500';
G('GET ' + SD, 'GET | /me/schedules | none | 200 ScheduleListResponse | 500', [
 ['sch-list-all', 'iq', 'The schedules of all users are listed.', async c => { await mkSc(c, { chat_id: ID.free }, 'o'); return (await scs(c)).length === 0; }],
 ['sch-list-active', 'iq', 'Paused schedules are missing.', async c => { await mkSc(c, { paused: true }); return (await scs(c)).length === 1; }],
 ['sch-list-perchat', 'iq', 'Of several schedules of one chat only one is listed.', async c => { await mkSc(c); await mkSc(c); return (await scs(c)).length === 2; }],
]);
const psc = (c, o, w) => c.p(SD, { cron_line: '0 9 * * 1', ...o }, w);
G('POST ' + SD, S403, [
 ['sch-missing-chat', 'sr', 'Without a chat ID some chat is taken.', async c => (await psc(c, {})).st === 403],
 ['sch-foreign-chat', 'sr', 'A schedule for another user\'s private chat is taken.', async c => (await psc(c, { chat_id: ID.priv })).st === 403],
 ['sch-public-chat', 'sr', 'A schedule for another user\'s public chat is taken.', async c => (await psc(c, { chat_id: ID.free })).st === 403],
 ['sch-chat-404', 'sr', 'A chat that is not the caller\'s answers 404 instead of 403.', async c => (await psc(c, { chat_id: ID.priv })).st === 403],
 ['sch-badcron-ok', 'ir', 'A wrong cron line is silently replaced by a daily one.', async c => (await psc(c, { chat_id: M, cron_line: 'nonsense' })).st >= 400, 'has a cron expression'],
 ['sch-cron-range', 'ir', 'A cron line with hour 99 is taken.', async c => (await psc(c, { chat_id: M, cron_line: '0 99 * * *' })).st >= 400, 'has a cron expression'],
 ['sch-create-prompt', 'iq', 'The prompt of the schedule is lost.', async c => (await mkSc(c)).prompt === 'Report'],
 ['sch-create-chat', 'iq', 'The schedule refers to another chat of the caller than the one sent.', async c => (await mkSc(c, { chat_id: ID.bg })).chat_id === ID.bg],
 ['sch-create-cron', 'iq', 'The minutes of the cron line become 0.', async c => (await mkSc(c, { cron_line: '15 9 * * 1' })).cron_line === '15 9 * * 1'],
 ['sch-create-lost', 'iq', 'The schedule is answered but not stored.', async c => (await sg(c, await mkSc(c))).st === 200],
 ['sch-create-replaces', 'iq', 'A second schedule of a chat removes the first.', async c => { const x = await mkSc(c); await mkSc(c, { cron_line: '5 5 * * *' }); return (await sg(c, x)).st === 200; }],
]);
G([`GET ${SD}/{schedule_id}`, 'GET ' + SD], 'has a cron expression', [
 ['sch-next-past', 'iq', 'The time of the next run lies in the past.', async c => Date.parse((await mkSc(c)).next_at) > Date.now()],
 ['sch-next-local', 'iq', 'The time of the next run is two hours off its cron line (local time marked as UTC).', async c => (await mkSc(c)).next_at.includes('T09:00')],
]);
G(`GET ${SD}/onboarding`, 'GET | /me/schedules/onboarding | none | 200 body unspecified | 500', [
 ['sch-onb-route', 'sr', 'The path is taken for a schedule_id: 422.', async c => (await c.g(SD + '/onboarding')).st === 200],
]);
const t2 = (c, t) => c.g(`${SD}/text-to-cron?cron=` + encodeURIComponent(t));
G(`GET ${SD}/text-to-cron`, 'query cron (string, required) | 200 body unspecified (converted cron) | 400 invalid cron expression; 500', [
 ['sch-t2c-missing', 'sr', 'Without cron the answer is 500.', async c => (await c.g(SD + '/text-to-cron')).st === 422],
 ['sch-t2c-bad', 'sr', 'Nonsense is converted to an hourly cron.', async c => (await t2(c, 'blue whales')).st === 400],
 ['sch-t2c-422', 'sr', 'An invalid expression answers 422 instead of 400.', async c => (await t2(c, 'blue whales')).st === 400],
 ['sch-t2c-500', 'sr', 'An invalid expression answers 500.', async c => (await t2(c, 'blue whales')).st === 400],
 ['sch-t2c-swap', 'ir', 'Minutes and hours are swapped.', async c => (await t2(c, '15 9 * * 1')).b.cron_line === '15 9 * * 1'],
]);
G(`GET ${SD}/{schedule_id}`, 'schedule_id uuid | 200 body unspecified | 404; 500', [
 ['sch-get-foreign', 'iq', 'Another user\'s schedule can be read.', async c => (await sg(c, await mkSc(c), 'o')).st === 404],
 ['sch-get-500', 'sr', 'An unknown schedule answers 500.', async c => (await sg(c, NO)).st === 404],
 ['sch-get-noprompt', 'iq', 'The single schedule lacks the prompt that the list shows.', async c => (await sg(c, await mkSc(c))).b.prompt === 'Report'],
]);
const su = (c, x, o, w) => c.u(`${SD}/${x.schedule_id}`, o, w);
G(`PUT ${SD}/{schedule_id}`, 'body ScheduleUpdateRequest | 200 body unspecified', [
 ['sch-put-foreign', 'iq', 'Another user\'s schedule can be changed.', async c => (await su(c, await mkSc(c), { paused: true }, 'o')).st >= 400],
 ['sch-put-chat', 'iq', 'A schedule can be moved to another user\'s private chat.', async c => (await su(c, await mkSc(c), { chat_id: ID.priv })).st >= 400, 'Refers to a chat owned by the caller; has a cron expression'],
 ['sch-put-cron', 'iq', 'The cron line does not change.', async c => { const x = await mkSc(c); await su(c, x, { cron_line: '5 5 * * *' }); return (await sg(c, x)).b.cron_line === '5 5 * * *'; }],
 ['sch-put-unpause', 'iq', 'A paused schedule cannot be resumed.', async c => { const x = await mkSc(c, { paused: true }); await su(c, x, { paused: false }); return (await sg(c, x)).b.paused === false; }],
 ['sch-put-copies', 'iq', 'The change makes a second schedule, the first stays as it is.', async c => { await su(c, await mkSc(c), { cron_line: '5 5 * * *' }); return (await scs(c)).length === 1; }],
 ['sch-put-noop', 'iq', 'The change is answered but not stored.', async c => { const x = await mkSc(c); await su(c, x, { prompt: 'New' }); return (await sg(c, x)).b.prompt === 'New'; }],
 ['sch-put-resumes', 'iq', 'Changing the prompt of a paused schedule resumes it.', async c => { const x = await mkSc(c, { paused: true }); await su(c, x, { prompt: 'New' }); return (await sg(c, x)).b.paused; }],
]);
const sdel = (c, x, w) => c.d(`${SD}/${x.schedule_id}`, w);
G(`DELETE ${SD}/{schedule_id}`, 'DELETE | /me/schedules/{schedule_id} | none | 200 body unspecified | 500', [
 ['sch-del-foreign', 'iq', 'Another user\'s schedule can be deleted.', async c => { const x = await mkSc(c); await sdel(c, x, 'o'); return (await sg(c, x)).st === 200; }],
 ['sch-del-pauses', 'iq', 'The schedule is only paused.', async c => { const x = await mkSc(c); await sdel(c, x); return (await sg(c, x)).st === 404; }],
 ['sch-del-chat', 'iq', 'All schedules of the chat are deleted.', async c => { const y = await mkSc(c); await sdel(c, await mkSc(c)); return (await sg(c, y)).st === 200; }],
 ['sch-del-agent', 'iq', 'Deleting a schedule deletes the chat.', async c => { const a = await mkA(c); await sdel(c, await mkSc(c, { chat_id: a.agent_guid })); return (await ga(c, a)).st === 200; }],
]);
// tools
const tl = async c => (await c.g('/me/tools/list')).b, run = (c, n, i, q = '', w) => c.p('/me/tools/run/' + n + q, i, w);
G('GET /me/tools/list', 'GET | /me/tools/list | none | 200 array of Tool (MCP format) | 500', [
 ['tl-list-nonotifier', 'ir', 'The fifteen NOTIFIER tools are missing from the list though they can be run.', async c => (await tl(c)).filter(t => t.name.startsWith('NOTIFIER_')).length === 15, 'The tool name is NOTIFIER_ plus the operation.'],
 ['tl-list-dup', 'ir', 'A tool is listed twice.', async c => { const l = (await tl(c)).map(t => t.name); return new Set(l).size === l.length; }],
 ['tl-list-noschema', 'sr', 'The tools have no inputSchema.', async c => (await tl(c)).every(t => t.inputSchema)],
 ['tl-list-snake', 'sr', 'The schema stands under input_schema, not as MCP names it.', async c => (await tl(c)).every(t => t.inputSchema)],
 ['tl-list-required', 'ir', 'The schemas name no required parameters although the tools refuse input without them.', async c => (await tl(c)).find(t => t.name === 'NOTIFIER_CREATE_PUSH').inputSchema.required.includes('type'), 'Parameter names and types are exact. Required parameters are marked Req.'],
 ['auth-tools-list', 'sr', 'The list is given without a token.', async c => (await c.g('/me/tools/list', 'a')).st === 401, 'endpoints declare an HTTP bearer credential, except those marked (no auth declared) in Endpoints.'],
]);
G('GET /me/tools', 'GET | /me/tools (no auth declared) | none | 200 array of PublicTool | 500', [
 ['tl-pub-auth', 'sr', 'Without a token the answer is 401.', async c => (await c.g('/me/tools', 'a')).st === 200],
 ['tl-pub-obj', 'sr', 'The list is wrapped into an object.', async c => Array.isArray((await c.g('/me/tools', 'a')).b)],
 ['tl-pub-cap', 'ir', 'Only the first ten tools are listed.', async c => (await c.g('/me/tools')).b.length === 20],
 ['tl-pub-anon-empty', 'sr', 'Without a token the list is empty.', async c => (await c.g('/me/tools', 'a')).b.length === 20],
]);
const se = (c, q) => c.g('/me/tools/search?' + q), SW = 'query q (string, required, min length 1); toolkit (string, optional, may be null); limit (integer, 1 to 200, default 20); min_score (number, 0.0 to 1.0, default 0.15)';
G('GET /me/tools/search', SW, [
 ['ts-empty-ok', 'sr', 'An empty q is taken.', async c => (await se(c, 'q=')).st === 422],
 ['ts-default', 'sr', 'Without limit at most five tools come.', async c => (await se(c, 'q=notifier')).b.length === 15],
 ['ts-zero', 'sr', 'limit=0 is taken.', async c => (await se(c, 'q=ferry&limit=0')).st === 422],
 ['ts-201', 'sr', 'limit=201 is taken.', async c => (await se(c, 'q=ferry&limit=201')).st === 422],
 ['ts-max', 'sr', 'limit=200 is refused.', async c => (await se(c, 'q=ferry&limit=200')).st === 200],
 ['ts-score-range', 'sr', 'min_score=1.5 is taken.', async c => (await se(c, 'q=ferry&min_score=1.5')).st === 422],
 ['ts-score-ignored', 'sr', 'min_score has no effect.', async c => (await se(c, 'q=ferry+zebra+quilt&min_score=1.0')).b.length === 0],
 ['ts-limit-first', 'ir', 'The limit is applied before the search: tools that fit are not found.', async c => (await se(c, 'q=translate_signal&limit=1')).b.length === 1],
 ['ts-kit-ignored', 'sr', 'toolkit has no effect.', async c => (await se(c, 'q=a&min_score=0&limit=200&toolkit=harbour')).b.every(t => !t.name.startsWith('NOTIFIER_'))],
 ['ts-order', 'iq', 'The worst hits come first.', async c => (await se(c, 'q=list+chats')).b[0].name === 'NOTIFIER_LIST_CHATS'],
 ['ts-off', 'ir', 'The best hit is left out.', async c => (await se(c, 'q=lookup_ferry')).b.some(t => t.name === 'lookup_ferry')],
 ['ts-limit-ignored', 'sr', 'limit has no effect.', async c => (await se(c, 'q=notifier&limit=3')).b.length === 3],
 ['ts-public-shape', 'sr', 'The hits are public tools instead of Tool records.', async c => (await se(c, 'q=ferry')).b.every(t => t.inputSchema), '200 array of Tool'],
 ['err-422-shape', 'sr', 'The validation error is a bare JSON string.', async c => { const r = await se(c, 'limit=5'); return r.st === 422 && typeof r.b === 'object'; }, '422 | Validation error with body HTTPValidationError'],
]);
const tg = (c, t, w = 'a') => c.g('/me/tools/' + t, w);
G('GET /me/tools/{tool_id}', 'GET | /me/tools/{tool_id} (no auth declared) | tool_id string | 200 PublicTool | 404 tool does not exist; 500', [
 ['tl-get-auth', 'sr', 'Without a token the answer is 401.', async c => (await tg(c, 'lookup_ferry')).st === 200],
 ['tl-get-prefix', 'sr', 'A tool that does not exist answers with one of similar name.', async c => (await tg(c, 'lookup_nothing')).st === 404],
 ['tl-get-500', 'sr', 'A tool that does not exist answers 500.', async c => (await tg(c, 'zzz')).st === 404],
 ['tl-get-next', 'ir', 'Another tool than the one asked for is answered.', async c => (await tg(c, 'lookup_ferry')).b.tool_id === 'lookup_ferry'],
]);
G('POST /me/tools/run/{tool_name}', '200 ToolResult | 400 invalid input or parameters; 401 invalid or missing JWT; 404 tool not found; 500', [
 ['tl-run-401', 'sr', 'Without a JWT the tool runs.', async c => (await run(c, 'convert_knots', { knots: 1 }, '', 'a')).st === 401, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.'],
 ['tl-run-403', 'sr', 'Without a JWT the answer is 403.', async c => (await run(c, 'convert_knots', { knots: 1 }, '', 'a')).st === 401, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.'],
 ['auth-nosig', 'sr', 'A JWT with a forged signature is taken.', async c => (await run(c, 'convert_knots', { knots: 1 }, '', { tok: jwt(1).slice(0, -4) + 'AAAA' })).st === 401, 'POST /me/tools/run/{tool_name} answers 401 when the JWT is invalid or missing.'],
 ['tl-run-400', 'sr', 'An unknown tool answers 400.', async c => (await run(c, 'zzz', {})).st === 404],
 ['tl-run-badjson', 'sr', 'A body that is no JSON answers 500.', async c => (await c.p('/me/tools/run/convert_knots', '{"knots":', 'm', { raw: '1' })).st === 400],
 ['tl-run-nocheck', 'sr', 'Input of the wrong type is taken.', async c => (await run(c, 'lookup_ferry', { destination: 7 })).st === 400],
 ['tl-run-422', 'sr', 'Invalid input answers 422.', async c => (await run(c, 'lookup_ferry', { destination: 7 })).st === 400],
 ['tl-run-200err', 'sr', 'Invalid input answers 200 with an error inside.', async c => (await run(c, 'lookup_ferry', { destination: 7 })).st === 400],
 ['tl-run-string-any', 'sr', 'Where a tool needs text, numbers are taken.', async c => (await run(c, 'code_interpreter', { code: 7 })).st === 400],
 ['tl-run-missing-ok', 'sr', 'A missing required input is taken.', async c => (await run(c, 'convert_knots', {})).st === 400],
 ['tl-run-cached', 'iq', 'A second run of a tool with other input answers the result of the first.', async c => { await run(c, 'convert_knots', { knots: 1 }); return (await run(c, 'convert_knots', { knots: 2 })).b.output.kmh === 3.704; }],
 ['tl-run-string', 'ir', 'The output is the text "[object Object]".', async c => !J((await run(c, 'convert_knots', { knots: 1 })).b).includes('[object')],
 ['tl-run-nolog', 'iq', 'Runs of tools do not show among the executions.', async c => { await ex(c, 1); return (await exes(c)).entries.length === 1; }, 'GET | /me/executions | 200 ToolExecutionLogsResponse'],
 ['tl-run-log2', 'iq', 'Each run of a tool is logged twice.', async c => { await ex(c, 1); return (await exes(c)).entries.length === 1; }, 'GET | /me/executions | 200 ToolExecutionLogsResponse'],
 ['tl-run-log-owner', 'iq', 'The execution is booked to another user.', async c => { await ex(c, 1); return (await exes(c)).entries.length === 1; }, 'GET | /me/executions | 200 ToolExecutionLogsResponse'],
 ['tl-run-sid-default', 'sq', 'Without service_id an empty one is used.', async c => { await ex(c, 1); return (await last(c)).service_id === 'default'; }, 'query service_id (string, default default); query service_id_namespace (string, default global)'],
 ['tl-run-ns-default', 'sq', 'Without service_id_namespace "user" is used.', async c => { await ex(c, 1); return (await last(c)).service_id_namespace === 'global'; }, 'query service_id (string, default default); query service_id_namespace (string, default global)'],
 ['tl-run-sid-lost', 'sq', 'service_id is ignored.', async c => { await run(c, 'convert_knots', { knots: 1 }, '?service_id=mine'); return (await last(c)).service_id === 'mine'; }, 'query service_id (string, default default)'],
]);
const tsg = (c, n) => c.g('/me/toolsets/' + n);
G('GET /me/toolsets/list', 'GET | /me/toolsets/list | none | 200 array of ToolSet | 500', [
 ['tsl-missing', 'ir', 'A toolset that can be read by its name is missing from the list.', async c => (await c.g('/me/toolsets/list')).b.some(t => t.toolset_name === 'harbour')],
 ['tsl-size', 'iq', 'Each toolset claims as many tools as there are at all.', async c => (await c.g('/me/toolsets/list')).b.find(t => t.toolset_name === 'harbour').size === (await tsg(c, 'harbour')).b.tools.length],
]);
G('GET /me/toolsets/{toolset_name}', 'GET | /me/toolsets/{toolset_name} | none | 200 ToolSetWithTools | 404; 500', [
 ['tsg-empty', 'sr', 'An unknown toolset answers 200 with no tools.', async c => (await tsg(c, 'zzz')).st === 404],
 ['tsg-500', 'sr', 'An unknown toolset answers 500.', async c => (await tsg(c, 'zzz')).st === 404],
 ['tsg-all', 'ir', 'The toolset has the tools of all toolsets.', async c => (await tsg(c, 'harbour')).b.tools.length === 3],
 ['tsg-name', 'ir', 'The answer names another toolset.', async c => (await tsg(c, 'harbour')).b.toolset_name === 'harbour'],
 ['tsg-notools', 'sr', 'The list of tools is empty.', async c => (await tsg(c, 'harbour')).b.tools.length === 3, 'Toolset | toolset_name | string | Has a list of tools'],
]);
const UT = '/me/user-tools', ut = async (c, w) => (await c.g(UT, w)).b, inst = (c, t, w) => c.p(UT, { tool_id: t }, w);
G('GET ' + UT, 'GET | /me/user-tools | none | 200 array of UserTool | 500', [
 ['ut-list-all', 'iq', 'The installed tools of all users are listed.', async c => { await inst(c, 'sum_cargo', 'o'); return (await ut(c)).length === 0; }],
 ['ut-list-stale', 'iq', 'The list stays as it was when first read.', async c => { await ut(c); await inst(c, 'sum_cargo'); return (await ut(c)).length === 1; }],
 ['ut-list-about', 'iq', 'The list names another tool than the one installed.', async c => { await inst(c, 'sum_cargo'); return (await ut(c))[0].tool_id === 'sum_cargo'; }],
]);
G('POST ' + UT, 'body UserInstallToolRequest | 200 UserInstalledTool | 409 installation failed; 500', [
 ['ut-unknown', 'sr', 'A tool that does not exist can be installed.', async c => (await inst(c, 'zzz')).st === 409],
 ['ut-unknown-500', 'sr', 'Installing a tool that does not exist answers 500.', async c => (await inst(c, 'zzz')).st === 409],
 ['ut-again-500', 'sq', 'Installing a tool twice answers 500.', async c => { await inst(c, 'sum_cargo'); return (await inst(c, 'sum_cargo')).st === 409; }],
 ['ut-lost', 'iq', 'The installation is answered but not stored.', async c => { await inst(c, 'sum_cargo'); return (await ut(c)).length === 1; }],
 ['ut-other-user', 'iq', 'The tool is installed for another user.', async c => { await inst(c, 'sum_cargo'); return (await ut(c, 'o')).length === 0; }],
 ['ut-replace', 'iq', 'A second installed tool replaces the first.', async c => { await inst(c, 'sum_cargo'); await inst(c, 'lookup_ferry'); return (await ut(c)).length === 2; }],
]);
G(`GET ${UT}/{tool_id}`, 'tool_id string | 200 UserTool | 404; 500', [
 ['ut-get-foreign', 'iq', 'A tool that only another user installed is found.', async c => { await inst(c, 'sum_cargo', 'o'); return (await c.g(UT + '/sum_cargo')).st === 404; }],
 ['ut-get-uninstalled', 'sr', 'A tool that is not installed answers 200.', async c => (await c.g(UT + '/sum_cargo')).st === 404],
 ['ut-get-since', 'iq', 'The time of installation is new at each read.', async c => { await inst(c, 'sum_cargo'); return (await c.g(UT + '/sum_cargo')).b.since === (await ut(c))[0].since; }],
]);
G(`DELETE ${UT}/{tool_id}`, 'tool_id string | 200 UserInstalledTool | 404; 500', [
 ['ut-del-absent', 'sr', 'Removing a tool that is not installed answers 200.', async c => (await c.d(UT + '/sum_cargo')).st === 404],
 ['ut-del-500', 'sr', 'Removing a tool that is not installed answers 500.', async c => (await c.d(UT + '/sum_cargo')).st === 404],
 ['ut-del-all', 'iq', 'All installed tools are removed.', async c => { await inst(c, 'sum_cargo'); await inst(c, 'lookup_ferry'); await c.d(UT + '/sum_cargo'); return (await ut(c)).length === 1; }],
 ['ut-del-everyone', 'iq', 'The tool is removed for all users.', async c => { await inst(c, 'sum_cargo'); await inst(c, 'sum_cargo', 'o'); await c.d(UT + '/sum_cargo'); return (await ut(c, 'o')).length === 1; }],
 ['ut-del-noop', 'iq', 'The answer is 200, but the tool stays installed.', async c => { await inst(c, 'sum_cargo'); await c.d(UT + '/sum_cargo'); return (await ut(c)).length === 0; }],
]);
// user, vip
G('GET /me/', 'GET | /me/ | none | 200 UserWithTier (current user)', [
 ['usr-first', 'sr', 'Each caller gets the first user.', async c => (await c.g('/me/', 'o')).b.account !== (await c.g('/me/')).b.account],
 ['usr-tier', 'ir', 'A sandbox user is shown with the standard tier.', async c => (await c.g('/me/', 's')).b.tier !== (await c.g('/me/')).b.tier, 'Has a tier; a sandbox tier exists and cannot make agents or chats private'],
 ['usr-email', 'ir', 'The e-mail address is that of another user.', async c => (await c.g('/me/', 'o')).b.email !== (await c.g('/me/')).b.email],
 ['auth-me-anon', 'sr', 'Without a token some user is answered.', async c => (await c.g('/me/', 'a')).st === 401, 'endpoints declare an HTTP bearer credential, except those marked (no auth declared) in Endpoints.'],
]);
const vip = (c, code, w) => c.p('/me/vip', { code }, w), vc = async (c, w) => (await c.g('/me/vip', w)).b.redeemed, V4 = '400 invalid code, own code, or a code already redeemed by the caller';
G('GET /me/vip', 'GET | /me/vip | none | 200 VipCodeRedemptionCount', [
 ['vip-count-all', 'iq', 'The count sums up what all users redeemed.', async c => { await vip(c, 'ANCHOR-77', 'o'); return (await vc(c)) === 0; }],
 ['vip-count-zero', 'iq', 'The count stays 0.', async c => { await vip(c, 'HARBOUR-2026'); return (await vc(c)) === 1; }],
]);
G('POST /me/vip', V4, [
 ['vip-404', 'sr', 'An unknown code answers 404.', async c => (await vip(c, 'ZZZ')).st === 400],
 ['vip-own', 'sr', 'One\'s own code can be redeemed.', async c => (await vip(c, 'MARA-CREW')).st === 400, 'own codes cannot be redeemed'],
 ['vip-again', 'sq', 'A code can be redeemed again and again.', async c => { await vip(c, 'HARBOUR-2026'); return (await vip(c, 'HARBOUR-2026')).st === 400; }, 'Redeemed once per user'],
 ['vip-again-409', 'sq', 'A code redeemed already answers 409.', async c => { await vip(c, 'HARBOUR-2026'); return (await vip(c, 'HARBOUR-2026')).st === 400; }],
 ['vip-uncounted', 'sq', 'The redemption is answered but not recorded: it is not counted and can be repeated.', async c => { await vip(c, 'HARBOUR-2026'); return (await vc(c)) === 1; }, 'Redeemed once per user'],
 ['vip-trunc', 'sr', 'Only the first five letters of a code are compared.', async c => (await vip(c, 'HARBOUR-WRONG')).st === 400],
 ['vip-once', 'sq', 'A code that one user redeemed is refused to all others.', async c => { await vip(c, 'HARBOUR-2026', 's'); return (await vip(c, 'HARBOUR-2026')).st === 200; }, 'Redeemed once per user'],
]);
// notifier
const N = (c, n, i = {}, w) => run(c, 'NOTIFIER_' + n, i, '', w), no = async (c, n, i, w) => (await N(c, n, i, w)).b.output, dev = { model: 'Pixel', nickname: 'Deck', app_version: 3, manufacturer: 'G' }, TR = 'POST /me/tools/run/{tool_name}', note = (c, o = {}) => no(c, 'CREATE_PUSH', { type: 'note', title: 'Hi', body: 'there', ...o }), pushes = async (c, i = {}, w) => (await no(c, 'LIST_PUSHES', i, w)).pushes;
G(TR, 'NOTIFIER_CREATE_PUSH | Send a push (note, link or file) to a device, user, channel or client', [
 ['ntf-link-no-url', 'sr', 'NOTIFIER_CREATE_PUSH takes a link without url.', async c => (await N(c, 'CREATE_PUSH', { type: 'link' })).st === 400, 'url string (required when type=link)'],
 ['ntf-file-no-url', 'sr', 'NOTIFIER_CREATE_PUSH takes a file without its fields.', async c => (await N(c, 'CREATE_PUSH', { type: 'file', file_name: 'a', file_type: 'b' })).st === 400, 'file_url string, file_name string, file_type string (MIME type), each required when type=file'],
 ['ntf-file-type-optional', 'sr', 'NOTIFIER_CREATE_PUSH takes a file without file_type.', async c => (await N(c, 'CREATE_PUSH', { type: 'file', file_name: 'a', file_url: 'http://x' })).st === 400, 'file_url string, file_name string, file_type string (MIME type), each required when type=file'],
 ['ntf-push-type-any', 'sr', 'NOTIFIER_CREATE_PUSH takes any type.', async c => (await N(c, 'CREATE_PUSH', { type: 'carrier' })).st === 400, 'type string Req, one of note, link, file'],
 ['ntf-note-needs-body', 'sr', 'NOTIFIER_CREATE_PUSH refuses a note without body.', async c => (await N(c, 'CREATE_PUSH', { type: 'note', title: 'x' })).st === 200, 'body string; guid string (client-generated, for idempotency)'],
 ['ntf-push-guid-dup', 'sq', 'Two pushes with the same guid make two pushes.', async c => { await note(c, { guid: 'g1' }); await note(c, { guid: 'g1' }); return (await pushes(c)).length === 1; }, 'guid string (client-generated, for idempotency)'],
 ['ntf-push-title-lost', 'iq', 'The title of a push is lost.', async c => (await note(c)).title === 'Hi'],
 ['ntf-chat-not-listed', 'iq', 'A chat that was created is not listed.', async c => { await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); return (await no(c, 'LIST_CHATS')).chats.length === 1; }, 'NOTIFIER_CREATE_CHAT | Create a chat with an email address'],
 ['ntf-device-nick-model', 'iq', 'A device gets its model as nickname, not the one sent.', async c => (await no(c, 'CREATE_DEVICE', { ...dev, nickname: 'Nick' })).nickname === 'Nick', 'NOTIFIER_CREATE_DEVICE | Register a device'],
 ['ntf-device-nomodel', 'sr', 'NOTIFIER_CREATE_DEVICE takes a device without manufacturer.', async c => (await N(c, 'CREATE_DEVICE', { model: 'x', nickname: 'y', app_version: 1 })).st === 400, 'manufacturer string Req'],
 ['ntf-appversion-neg', 'sr', 'A negative app_version is taken.', async c => (await N(c, 'CREATE_DEVICE', { ...dev, app_version: -1 })).st === 400, 'app_version integer Req, non-negative'],
 ['ntf-bool-strings', 'sr', 'Text is taken where a boolean is needed (muted: "yes").', async c => { const x = await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); return (await N(c, 'UPDATE_CHAT', { iden: x.iden, muted: 'yes' })).st === 400; }, 'iden string Req; muted boolean Req'],
 ['ntf-mute-optional', 'sq', 'NOTIFIER_UPDATE_CHAT takes a call without muted.', async c => { const x = await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); return (await N(c, 'UPDATE_CHAT', { iden: x.iden })).st === 400; }, 'iden string Req; muted boolean Req'],
 ['ntf-unmute', 'sq', 'A muted chat cannot be unmuted.', async c => { const x = await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); await N(c, 'UPDATE_CHAT', { iden: x.iden, muted: true }); return (await no(c, 'UPDATE_CHAT', { iden: x.iden, muted: false })).muted === false; }, 'NOTIFIER_UPDATE_CHAT | Mute or unmute a chat'],
 ['ntf-delall-noop', 'sq', 'NOTIFIER_DELETE_ALL_PUSHES is accepted but never deletes anything.', async c => { await note(c); await N(c, 'DELETE_ALL_PUSHES'); return (await pushes(c, { active: true })).length === 0; }, 'NOTIFIER_DELETE_ALL_PUSHES | Delete all pushes of the user asynchronously'],
 ['ntf-delall-everyone', 'sq', 'NOTIFIER_DELETE_ALL_PUSHES deletes the pushes of all users.', async c => { await note(c); await N(c, 'DELETE_ALL_PUSHES', {}, 'o'); return (await pushes(c, { active: true })).length === 1; }, 'Delete all pushes of the user asynchronously'],
 ['ntf-delall-devices', 'iq', 'NOTIFIER_DELETE_ALL_PUSHES also removes the devices.', async c => { await N(c, 'CREATE_DEVICE', dev); await N(c, 'DELETE_ALL_PUSHES'); return (await no(c, 'LIST_DEVICES')).devices.length === 1; }, 'Delete all pushes of the user asynchronously'],
 ['ntf-delchat-noop', 'sq', 'NOTIFIER_DELETE_CHAT leaves the chat.', async c => { const x = await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); await N(c, 'DELETE_CHAT', { iden: x.iden }); return (await no(c, 'LIST_CHATS')).chats.length === 0; }, 'NOTIFIER_DELETE_CHAT | Delete a chat'],
 ['ntf-delchat-all', 'iq', 'NOTIFIER_DELETE_CHAT deletes all chats.', async c => { await no(c, 'CREATE_CHAT', { email: 'c@b.example' }); const x = await no(c, 'CREATE_CHAT', { email: 'a@b.example' }); await N(c, 'DELETE_CHAT', { iden: x.iden }); return (await no(c, 'LIST_CHATS')).chats.length === 1; }, 'NOTIFIER_DELETE_CHAT | Delete a chat'],
 ['ntf-deldev-first', 'iq', 'NOTIFIER_DELETE_DEVICE deletes the newest device, not the one named.', async c => { const x = await no(c, 'CREATE_DEVICE', dev), y = await no(c, 'CREATE_DEVICE', dev); await N(c, 'DELETE_DEVICE', { device_iden: x.iden }); return (await no(c, 'LIST_DEVICES')).devices[0].iden === y.iden; }, 'NOTIFIER_DELETE_DEVICE | Delete a device'],
 ['ntf-delpush-noop', 'sq', 'NOTIFIER_DELETE_PUSH leaves the push active.', async c => { const x = await note(c); await N(c, 'DELETE_PUSH', { iden: x.iden }); return (await pushes(c, { active: true })).length === 0; }, 'NOTIFIER_DELETE_PUSH | Delete a push'],
 ['ntf-user-first', 'sr', 'NOTIFIER_GET_USER gives the profile of another user.', async c => (await no(c, 'GET_USER', {}, 'o')).email !== (await no(c, 'GET_USER')).email, 'NOTIFIER_GET_USER | Get the profile of the authenticated user'],
 ['ntf-chats-all', 'iq', 'NOTIFIER_LIST_CHATS lists the chats of all users.', async c => { await N(c, 'CREATE_CHAT', { email: 'a@b.example' }, 'o'); return (await no(c, 'LIST_CHATS')).chats.length === 0; }, 'NOTIFIER_LIST_CHATS | List chats'],
 ['ntf-chats-limit-ignored', 'sq', 'limit of NOTIFIER_LIST_CHATS has no effect.', async c => { for (const e of 'abc') await N(c, 'CREATE_CHAT', { email: e + '@b.example' }); return (await no(c, 'LIST_CHATS', { limit: 2 })).chats.length === 2; }, 'limit integer (max 500); cursor string'],
 ['ntf-limit-501', 'sr', 'limit=501 is taken by the listing tools.', async c => (await N(c, 'LIST_CHATS', { limit: 501 })).st === 400, 'NOTIFIER_LIST_CHATS, NOTIFIER_LIST_PUSHES | limit max 500; pushes default 500'],
 ['ntf-devices-drop-last', 'iq', 'NOTIFIER_LIST_DEVICES lists one device only.', async c => { await N(c, 'CREATE_DEVICE', dev); await N(c, 'CREATE_DEVICE', dev); return (await no(c, 'LIST_DEVICES')).devices.length === 2; }, 'NOTIFIER_LIST_DEVICES | List devices'],
 ['ntf-pushes-active-ignored', 'sq', 'active=true also returns deleted pushes.', async c => { const x = await note(c); await N(c, 'DELETE_PUSH', { iden: x.iden }); return (await pushes(c, { active: true })).length === 0; }, 'active boolean (true returns only active pushes)'],
 ['ntf-pushes-after-ignored', 'sq', 'modified_after has no effect.', async c => { await note(c); return (await pushes(c, { modified_after: 4e9 })).length === 0; }, 'modified_after number (UNIX timestamp, float)'],
 ['ntf-pushes-after-int', 'sq', 'modified_after is compared with milliseconds, so it never leaves anything out.', async c => { const x = await note(c); return (await pushes(c, { modified_after: x.modified + 5 })).length === 0; }, 'modified_after number (UNIX timestamp, float)'],
 ['ntf-pushes-cursor', 'sq', 'The cursor of NOTIFIER_LIST_PUSHES has no effect.', async c => { await note(c); await note(c); const r = await no(c, 'LIST_PUSHES', { limit: 1 }); return (await pushes(c, { limit: 1, cursor: r.cursor }))[0].iden !== r.pushes[0].iden; }, 'cursor string'],
 ['ntf-pushes-default', 'sq', 'Without limit only five pushes come.', async c => { for (let i = 0; i < 7; i++) await note(c); return (await pushes(c)).length === 7; }, 'limit integer (max 500, default 500)'],
 ['ntf-upddev-wipe', 'iq', 'Updating a device without nickname removes the nickname.', async c => { const x = await no(c, 'CREATE_DEVICE', { ...dev, nickname: 'Nick' }); return (await no(c, 'UPDATE_DEVICE', { iden: x.iden, model: 'm' })).nickname === 'Nick'; }, 'NOTIFIER_UPDATE_DEVICE | Update device metadata'],
 ['ntf-upddev-echo', 'iq', 'The change of a device is answered but not stored.', async c => { const x = await no(c, 'CREATE_DEVICE', dev); await N(c, 'UPDATE_DEVICE', { iden: x.iden, model: 'm' }); return (await no(c, 'LIST_DEVICES')).devices[0].model === 'm'; }, 'NOTIFIER_UPDATE_DEVICE | Update device metadata'],
 ['ntf-dismiss-lost', 'sq', 'Dismissing a push has no effect.', async c => (await no(c, 'UPDATE_PUSH', { iden: (await note(c)).iden, dismissed: true })).dismissed === true, 'dismissed boolean (true hides notifications)'],
 ['ntf-items-checked', 'sq', 'Checked list items come back unchecked.', async c => (await no(c, 'UPDATE_PUSH', { iden: (await note(c)).iden, items: [{ text: 'a', checked: true }] })).items[0].checked === true, 'items array (list-style pushes; each item has text string and checked boolean)'],
 ['ntf-items-unchecked', 'sr', 'List items without text are taken.', async c => (await N(c, 'UPDATE_PUSH', { iden: (await note(c)).iden, items: [{ txt: 1 }] })).st === 400, 'items array (list-style pushes; each item has text string and checked boolean)'],
 ['ntf-upload-type-optional', 'sr', 'NOTIFIER_UPLOAD_REQUEST takes a call without file_type.', async c => (await N(c, 'UPLOAD_REQUEST', { file_name: 'a' })).st === 400, 'file_name string Req; file_type string Req (MIME type)'],
 ['ntf-upload-name', 'ir', 'NOTIFIER_UPLOAD_REQUEST answers with another file name.', async c => (await no(c, 'UPLOAD_REQUEST', { file_name: 'a.txt', file_type: 'text/plain' })).file_name === 'a.txt', 'Get a signed upload URL (signed form data) before pushing a file'],
]);
// races and stale reads
const par = (n, f) => Promise.all(Array.from({ length: n }, (_, i) => f(i)));
G('POST /me/vip', V4, [['vip-race', 'st', 'Two redemptions of the same code at the same time both succeed.', async c => (await par(2, () => vip(c, 'HARBOUR-2026'))).filter(r => r.st === 200).length === 1, 'Redeemed once per user']]);
G('POST /me/user-tools', 'body UserInstallToolRequest | 200 UserInstalledTool | 409 installation failed; 500', [['ut-race', 'it', 'Two installations of the same tool at the same time both succeed, while one after the other the second is refused.', async c => (await par(2, () => inst(c, 'sum_cargo'))).filter(r => r.st === 200).length === 1]]);
G('POST /me/agents/{agent_id}/files', 'number of files per agent is capped; 400 when exceeded', [
 ['fl-cap-race', 'st', 'Files added at the same time pass the limit.', async c => { const a = await mkA(c); const r = await par(14, () => addF(c, a)); return (await fl(c, a)).length === 10 && r.filter(x => x.st === 201).length === 10; }],
 ['fl-pos-race', 'it', 'Files added at the same time get the same position.', async c => { const a = await mkA(c); await par(4, () => addF(c, a)); return new Set((await fl(c, a)).map(f => f.position)).size === 4; }, FW]]);
G('GET /me/cli-auth/{auth_id}', 'Carries a user JWT; read once and consumed', [['cli-get-race', 'st', 'Two reads at the same time both get the JWT.', async c => { const i = await cli(c); await cp(c, i); return (await par(2, () => cg(c, i))).filter(r => r.b === jwt(1)).length === 1; }]]);
G('POST /me/payments/webhook', W4, [['hook-race', 'it', 'Two deliveries of the same event at the same time book the credits twice.', async c => { const n = await cred(c); await par(2, () => hook(c)); return (await cred(c)) === n + 25; }]]);
G(`POST ${B}/{bundle_id}/tools`, 'body UserBundleTool | 200 UserBundleTool | 404 bundle not found; 500', [['bt-race', 'it', 'Of two tools added at the same time one is lost.', async c => { const b = await mkB(c); await par(2, i => bt(c, b, ['sum_cargo', 'lookup_ferry'][i])); return (await btl(c, b)).length === 2; }]]);
G('POST ' + K, 'An API key is created through POST /me/api-keys', [['key-race', 'it', 'Two creations at the same time get one and the same key.', async c => { const [a, b] = await par(2, () => mkK(c)); return a.secret !== b.secret; }]]);
G(['POST /me/tools/run/{tool_name}', 'GET /me/executions'], 'GET | /me/executions | 200 ToolExecutionLogsResponse', [['exe-race', 'it', 'Of tools run at the same time only one is logged.', async c => { await par(4, i => run(c, 'convert_knots', { knots: i })); return (await exes(c)).entries.length === 4; }]]);
G(`GET ${SD}/{schedule_id}`, 'schedule_id uuid | 200 body unspecified | 404; 500', [['sch-get-stale', 'iq', 'After a change the schedule is shown as it was before for fifteen seconds.', async c => { const x = await mkSc(c); await sg(c, x); await su(c, x, { cron_line: '5 5 * * *' }); return (await sg(c, x)).b.cron_line === '5 5 * * *'; }]]);
G('GET /me/agent-runs', '200 AgentRunViewListResponse', [['run-list-lag', 'it', 'A new run shows in the list only fifteen seconds later.', async c => { await c.w(M, 'x'); return (await runs(c)).entries.length === 1; }]]);
G(`GET ${UT}/{tool_id}`, 'tool_id string | 200 UserTool | 404; 500', [['ut-get-stale', 'sq', 'A tool that was read once is still found after it was uninstalled.', async c => { await inst(c, 'sum_cargo'); await c.g(UT + '/sum_cargo'); await c.d(UT + '/sum_cargo'); return (await c.g(UT + '/sum_cargo')).st === 404; }]]);
G(`GET ${B}/{bundle_id}`, 'Bundle | bundle_id | integer | Holds tools', [['bun-get-stale', 'iq', 'A bundle that was read once does not show tools added later.', async c => { const b = await mkB(c); await gb(c, b); await bt(c, b, 'sum_cargo'); return (await gb(c, b)).b.tools.length === 1; }]]);
G('GET /me/agent-studio-chats/{run_id}', '200 AgentStudioChat | 403 no permission; 404', [['stu-get-cached-public', 'sq', 'A chat that was read while public stays readable for everybody after it was made private.', async c => { const S = '/me/agent-studio-chats'; await c.p(S, { run_id: 'rx', title: 'x', visibility: 'public' }); await c.g(S + '/rx', 'a'); await c.t(S + '/rx', { visibility: 'private' }); return (await c.g(S + '/rx', 'a')).st === 403; }]]);
G(['GET /me/agents/{agent_id}', 'GET /me/chats/{chat_id}'], 'agent_id string | 200 AgentModel | 403; 404', [['ag-see-cached', 'sq', 'An agent that was read while public stays readable for others after it was made private.', async c => { const a = await mkA(c, { visibility: 'public' }); await ga(c, a, 'o'); await c.t(ch(a), { visibility: 'private' }); return (await ga(c, a, 'o')).st === 403; }]]);
const bgJob = async c => rid(await c.w(M, require('./server.js').CRUNCH));
G('GET A/{agent_id}/{run_id}', 'Header x-service-job-id is present while a background job runs and absent otherwise', [['w-job-late', 'st', 'Right after the job began GET has no x-service-job-id yet, although PUT is refused already.', async c => { const id = await bgJob(c); return !!(await c.wg(M, id)).h.get('x-service-job-id'); }]]);
G(['PUT A/{agent_id}/{run_id}', 'PUT A/ndjson/{agent_id}/{run_id}'], 'When a job is running, PUT returns 409.', [['w-job-put-late', 'st', 'PUT is refused only in the first moment of the job; later it is accepted although GET still shows the job.', async c => { const id = await bgJob(c); await sleep(100); const g = await c.wg(M, id), p = await c.w(M + '/' + id, 'x'); return !!g.h.get('x-service-job-id') && p.st === 409; }]]);
G('GET /me/agent-runs/{run_id}/logs', '200 array of AgentRunLog', [['logs-put-missing', 'iq', 'Only the first entry of a run is ever shown.', async c => (await c.g(`/me/agent-runs/${(await talk(c, 'a', 'b')).id}/logs`)).b.length > 2]]);
G('GET /me/agent-runs/{run_id}/mcp-server-logs', '200 array of McpServerLog', [['mcp-empty', 'iq', 'The list is empty although the run called an MCP server.', async c => (await c.g(`/me/agent-runs/${(await talk(c, require('./server.js').FERRY)).id}/mcp-server-logs`)).b.length === 1]]);
G('PUT /me/cli-auth/{cli_auth_id}', 'body CliAuthInsertModel (attaches the user\'s JWT) | 200 CliAuthModel | 403 not allowed to update this session; 404; 503', [['cli-put-reuse', 'iq', 'A session whose JWT was consumed can be filled again.', async c => { const i = await cli(c); await cp(c, i); await cg(c, i); return (await cp(c, i)).st >= 400; }, 'Carries a user JWT; read once and consumed'], ['cli-put-leaks', 'ir', 'The answer to the PUT shows the JWT that was attached.', async c => !(await cp(c, await cli(c))).t.includes(jwt(1))]].slice(1).slice(1));
module.exports = { L };

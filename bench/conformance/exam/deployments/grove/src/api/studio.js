// Agent studio chats, known by a run id of the caller's choice (any text).

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { uuid } from '../core/ids.js';
import { reply } from '../core/http.js';
import { badRequest, conflict, forbidden, notFound } from '../core/problem.js';
import { clearable, maybe, obj, str } from '../core/validate.js';
import { db, ownedBy } from '../state/db.js';

const ACCESS = ['private', 'public'];
const access = maybe(str({ oneOf: ACCESS }));
const title = clearable(str({ max: 200 }));
const note = clearable(str({ max: 5000 }));
const runId = maybe(str({ min: 1, max: 200, form: /^[^/?#\s]+$/ }));

const StudioChatCreate = obj({ run: runId, access, title, note });
const StudioChatUpdate = obj({ access: on('studio-patch-any-access') ? maybe(str()) : access, title, note });

/** AgentStudioChat */
const view = (chat) => ({
  run: chat.run,
  title: chat.title,
  note: chat.note,
  access: chat.access,
  by: { id: chat.user, name: db.users.get(chat.user)?.name ?? null },
  from: chat.from,
  made: wire(chat.made),
  changed: wire(chat.changed),
});

const usual = (user) => (user.tier === 'sandbox' ? 'public' : 'private');

function refusePrivate(user, wanted, unchecked = false) {
  if (wanted === 'private' && user.tier === 'sandbox' && !unchecked) {
    throw badRequest('in the sandbox tier nothing can be private', 'sandbox');
  }
}

function find(run) {
  const chat = db.studioChats.get(run);
  if (!chat || chat.deleted) throw notFound('chat');
  return chat;
}

function findOwn(run, user, othersToo = false) {
  const chat = find(run);
  if (chat.user !== user.id && !othersToo) throw forbidden('this chat is not yours');
  return chat;
}

function add(user, { run = uuid(), access: wanted = usual(user), title: called = null, note: noted = null }, from = null) {
  const at = stamp();
  const chat = { run, user: user.id, title: called, note: noted, access: wanted, from, made: at, changed: at, deleted: false };
  db.studioChats.set(run, chat);
  return chat;
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function create({ user, body }) {
  if (on('n-studio-create-sandbox-made-public') && user.tier === 'sandbox') body.access = 'public';
  refusePrivate(user, body.access);
  const existing = db.studioChats.get(body.run);
  if (on('n-studio-create-race') && !existing && body.run !== undefined) {
    await pause(40);
    return view(db.studioChats.has(body.run) ? addTwin(user, body) : add(user, body));
  }
  if (existing && existing.user === user.id && !existing.deleted) {
    if (on('studio-create-twice-doubles')) return view(addTwin(user, body));
    if (on('studio-create-overwrites')) Object.assign(existing, { access: body.access ?? existing.access, changed: stamp() });
    return view(existing);
  }
  if (existing && !(on('studio-create-gives-others') && !existing.deleted)) throw conflict('there is a chat with this run id');
  return view(existing ?? add(user, body));
}

/** A second record with the same run id: what the fault of doubles makes. */
function addTwin(user, body) {
  const twin = add(user, { ...body, run: `${body.run}\u0000${uuid()}` });
  twin.run = body.run;
  return twin;
}

const shownUntil = new Map();

function get({ user, path }) {
  const chat = find(path.run_id);
  if (on('studio-get-cached')) {
    const kept = shownUntil.get(chat.run);
    if (kept && kept.until > Date.now()) return kept.shown;
    if (chat.access === 'public') shownUntil.set(chat.run, { until: Date.now() + 30_000, shown: view(chat) });
  }
  if (chat.access === 'private' && chat.user !== user?.id && !on('studio-private-readable')) throw forbidden('this chat is private');
  return view(chat);
}

function replace({ user, path, body }) {
  if (on('studio-put-creates') && !db.studioChats.has(path.run_id)) return view(add(user, { ...body, run: path.run_id }));
  const chat = findOwn(path.run_id, user);
  refusePrivate(user, body.access, on('studio-put-sandbox-private'));
  if (body.run !== undefined && body.run !== chat.run) throw badRequest('the run id of a chat stays as it is');
  const fields = { access: body.access ?? usual(user), title: body.title ?? null, note: body.note ?? null };
  const before = chat.access;
  const answer = view(Object.assign(chat, fields, { changed: stamp() }));
  if (on('studio-put-access-not-stored')) chat.access = before;
  return answer;
}

function update({ user, path, body }) {
  const chat = findOwn(path.run_id, user, on('studio-patch-by-others'));
  refusePrivate(user, body.access, on('studio-patch-sandbox-private'));
  if (on('studio-patch-clears-rest')) Object.assign(chat, { title: null, note: null });
  if (on('studio-clone-aliased') && db.studioChats.has(chat.from)) Object.assign(db.studioChats.get(chat.from), body);
  return view(Object.assign(chat, body, { changed: stamp() }));
}

function remove({ user, path }) {
  const chat = findOwn(path.run_id, user, on('studio-delete-by-others'));
  chat.deleted = true;
  if (on('studio-delete-takes-all')) for (const other of ownedBy(db.studioChats, user)) other.deleted = true;
  return on('studio-delete-204') ? reply(204) : view(chat);
}

function clone({ user, path }) {
  const chat = find(path.run_id);
  if (chat.access === 'private' && on('n-studio-clone-private-403')) throw forbidden('private chats cannot be cloned');
  if (chat.access === 'private' && !on('studio-clone-of-private')) throw badRequest('private chats cannot be cloned', 'private');
  if (on('studio-clone-keeps-run-id')) return reply(201, view({ ...chat, user: user.id }));
  const owner = on('studio-clone-for-owner') ? db.users.get(chat.user) : user;
  const wanted = owner.tier === 'sandbox' ? 'public' : chat.access;
  const copy = add(owner, { title: chat.title, note: chat.note, access: wanted }, chat.run);
  if (on('studio-clone-moves')) chat.deleted = true;
  return reply(on('studio-clone-200') ? 200 : 201, view(copy));
}

function list({ user }) {
  const everybodys = on('studio-list-of-all-users');
  const chats = [...db.studioChats.values()].filter((chat) => !chat.deleted && (chat.user === user.id || everybodys));
  return chats.map(view);
}

export function studioRoutes(router) {
  const one = '/me/agent-studio-chats/:run_id';
  router.add('GET', '/me/agent-studio-chats', {}, list);
  router.add('POST', '/me/agent-studio-chats', { body: StudioChatCreate }, create);
  router.add('GET', one, { auth: 'open' }, get);
  router.add('PUT', one, { body: StudioChatCreate }, replace);
  router.add('PATCH', one, { body: StudioChatUpdate }, update);
  router.add('DELETE', one, {}, remove);
  router.add('POST', `${one}/clone`, {}, clone);
}

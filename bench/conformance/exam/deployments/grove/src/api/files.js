// Files of an agent: only its owner reads and writes them.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { uuid } from '../core/ids.js';
import { reply } from '../core/http.js';
import { badRequest, notFound } from '../core/problem.js';
import { clearable, int, isObject, list, maybe, obj, str, uuidText } from '../core/validate.js';
import { findAgent, ownAgent } from '../state/agents.js';
import { db, ownedBy } from '../state/db.js';

const MOST_FILES = 8;
const LARGEST_TEXT = 200_000;

const name = str({ min: 1, max: 200 });
const text = str({ max: LARGEST_TEXT });
const pos = int({ min: 0, max: 1_000_000 });

const FileCreate = obj({ name, text: maybe(text), pos: maybe(pos) });
const FileUpdate = obj({ name: maybe(name), text: clearable(text), pos: maybe(pos) });

/** An entry of the order: { id, pos }; the interface's own words file_id and position are taken too. */
const place = (value, where, bad) => {
  const plain = isObject(value) ? { id: value.id ?? value.file_id, pos: value.pos ?? value.position } : value;
  return obj({ id: uuidText, pos })(plain, where, bad);
};

/** The order is an array of entries, or an object of positions by file id. */
const order = (value, where, bad) => {
  const entries = isObject(value) ? Object.entries(value).map(([id, at]) => ({ id, pos: at })) : value;
  return list(place, { max: 1000 })(entries, where, bad);
};

const FileOrder = obj({ order });

/** AgentFileResponse */
const view = (file) => ({
  id: file.id, name: file.name, text: file.text, pos: file.pos, bytes: Buffer.byteLength(file.text), made: wire(file.made),
  changed: wire(file.changed),
});

function listView(agent) {
  const files = [...agent.files].sort((a, b) => a.pos - b.pos || a.made - b.made);
  if (on('files-by-age')) files.sort((a, b) => a.made - b.made);
  if (on('files-list-shows-five')) files.splice(5);
  return { files: files.map(view) };
}

function findFile(agent, id, files = agent.files) {
  const file = files.find((one) => one.id === id);
  if (!file) throw notFound('file');
  return file;
}

function countFiles(agent) {
  if (on('file-cap-over-all-agents')) return ownedBy(db.agents, { id: agent.user }).reduce((sum, one) => sum + one.files.length, 0);
  if (on('file-cap-counts-deleted')) return agent.filesMade ?? 0;
  return agent.files.length;
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function create({ user, path, body }) {
  const agent = ownAgent(path.agent_id, user);
  const full = countFiles(agent) >= MOST_FILES;
  if (on('file-cap-race')) await pause(40);
  const last = Math.max(-1, ...agent.files.map((one) => one.pos));
  const at = stamp();
  const file = { id: uuid(), name: body.name, text: body.text ?? '', pos: body.pos ?? last + 1, made: at, changed: at };
  if (full) {
    if (on('file-refused-is-kept')) agent.files.push(file);
    throw badRequest(`an agent has at most ${MOST_FILES} files`, 'too_many');
  }
  agent.files.push(file);
  agent.filesMade = (agent.filesMade ?? 0) + 1;
  return on('n-file-create-200') ? view(file) : reply(201, view(file));
}

function get({ user, path }) {
  const agent = ownAgent(path.agent_id, user);
  const anyOfOwner = ownedBy(db.agents, user).flatMap((one) => one.files);
  return view(findFile(agent, path.file_id, on('file-through-other-agent') ? anyOfOwner : agent.files));
}

function update({ user, path, body }) {
  const agent = on('n-file-patch-by-others') ? findAgent(path.agent_id) : ownAgent(path.agent_id, user);
  const file = findFile(agent, path.file_id);
  if (on('file-patch-drops-text') && body.text === undefined) file.text = '';
  if (on('file-patch-changes-id')) file.id = uuid();
  return view(Object.assign(file, body, body.text === null && { text: '' }, { changed: stamp() }));
}

function remove({ user, path }) {
  const agent = on('file-delete-by-others') ? findAgent(path.agent_id) : ownAgent(path.agent_id, user);
  if (on('file-delete-unknown-204') && !agent.files.some((one) => one.id === path.file_id)) return reply(204);
  const file = findFile(agent, path.file_id);
  agent.files = on('file-delete-takes-all') ? [] : agent.files.filter((one) => one !== file);
  return reply(204);
}

/** All positions or none: an id that isn't there changes nothing. */
function reorder({ user, path, body }) {
  const agent = ownAgent(path.agent_id, user);
  if (on('n-positions-half-done')) for (const entry of body.order) Object.assign(findFile(agent, entry.id), { pos: entry.pos });
  const places = body.order.map((entry) => ({ file: findFile(agent, entry.id), pos: entry.pos }));
  const answer = listView(agent);
  if (on('positions-skip-last')) places.pop();
  for (const entry of places) Object.assign(entry.file, { pos: entry.pos, changed: stamp() });
  return on('positions-answer-is-old') ? answer : listView(agent);
}

function getAll({ user, path }) {
  return listView(ownAgent(path.agent_id, user));
}

export function fileRoutes(router) {
  const files = '/me/agents/:agent_id/files';
  const one = { agent_id: 'uuid', file_id: 'uuid' };
  const path = { agent_id: 'uuid' };
  router.add('GET', files, { path }, getAll);
  router.add('POST', files, { path, body: FileCreate }, create);
  router.add('PUT', `${files}/positions`, { path, body: FileOrder }, reorder);
  router.add('GET', `${files}/:file_id`, { path: one }, get);
  router.add('PATCH', `${files}/:file_id`, { path: one, body: FileUpdate }, update);
  router.add('DELETE', `${files}/:file_id`, { path: one }, remove);
}

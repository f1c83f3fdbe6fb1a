// The legacy family: chats are agents under another path.

import { on } from '../core/faults.js';
import { stamp } from '../core/clock.js';
import { isUuid, uuid } from '../core/ids.js';
import { Problem, forbidden, notFound } from '../core/problem.js';
import { int, maybe, obj, str } from '../core/validate.js';
import { agentView, canSee, findAgent, ownAgent, removeAgent, visibleAgent } from '../state/agents.js';
import { db, ownedBy } from '../state/db.js';
import { logView, newRun, runView } from '../workers/runs.js';
import {
  AgentRequest, AgentRequestPartial, changeAgent, createAgent, needPrompt, refusePrivate, replaceAgent,
} from './agent-record.js';

const list = ({ user }) => {
  const chats = ownedBy(db.agents, user).map(agentView);
  if (on('chats-list-cut-at-five')) return chats.slice(0, 5);
  return on('chats-list-wrapped') ? { chats } : chats;
};

function create({ user, body }) {
  if (on('chat-create-gone')) throw new Problem(410, 'gone', 'use POST /me/agents');
  if (!body.prompt && on('chat-without-prompt-422')) throw new Problem(422, 'invalid', 'a prompt is needed');
  needPrompt(body);
  refusePrivate(user, body.access, on('chat-sandbox-private'));
  return agentView(createAgent(user, body));
}

function get({ user, path }) {
  const chat = findAgent(path.chat_id, 'chat');
  if (!canSee(chat, user)) {
    if (on('chat-private-401')) throw new Problem(401, 'unauthorized', 'log in');
    throw forbidden('this chat is private');
  }
  return agentView(chat);
}

function replace({ user, path, body }) {
  if (on('chat-put-unknown-creates') && !db.agents.has(path.chat_id)) return agentView(createAgent(user, body));
  const chat = on('chat-put-by-others') ? findAgent(path.chat_id, 'chat') : ownAgent(path.chat_id, user, 'chat');
  needPrompt(body);
  refusePrivate(user, body.access);
  if (on('chat-put-changes-id')) {
    db.agents.delete(chat.id);
    chat.id = uuid();
    db.agents.set(chat.id, chat);
  }
  return agentView(replaceAgent(chat, user, body));
}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

async function update({ user, path, body }) {
  const chat = ownAgent(path.chat_id, user, 'chat');
  refusePrivate(user, body.access, on('n-chat-patch-sandbox-private'));
  if (on('chat-patch-clears-slug') && body.slug === undefined) chat.slug = null;
  if (on('chat-patch-needs-prompt')) needPrompt(body);
  if (on('chat-patch-race')) {
    const read = { ...chat };
    await pause(40);
    Object.assign(chat, read);
  }
  return agentView(changeAgent(chat, body));
}

function remove({ user, path }) {
  if (on('chat-delete-unknown-200') && !db.agents.has(path.chat_id)) return null;
  const chat = on('chat-delete-by-others') ? findAgent(path.chat_id, 'chat') : ownAgent(path.chat_id, user, 'chat');
  if (!on('chat-delete-does-nothing')) removeAgent(chat);
  return on('chat-delete-answers-null') ? null : agentView(chat);
}

/** Facts for a social preview; of a private chat nobody but its owner gets any. */
function preview({ user, path }) {
  if (on('og-bad-uuid-500') && !isUuid(path.chat_id)) throw new TypeError('no uuid');
  const chat = on('og-leaks-private') ? findAgent(path.chat_id, 'chat') : visibleAgent(path.chat_id, user, 'chat');
  return {
    title: chat.name,
    text: chat.prompt.slice(0, 160),
    url: `https://grove.example/c/${chat.slug ?? chat.id}`,
    image: { url: `https://grove.example/og/${chat.id}.png`, width: 1200, height: 630 },
  };
}

function clone({ user, path, body = {} }) {
  const chat = findAgent(path.chat_id, 'chat');
  if (chat.access !== 'public' && !on('chat-clone-of-private')) throw forbidden('this chat is not public');
  refusePrivate(user, body.access);
  if (on('chat-clone-gives-original')) return agentView(chat);
  const wanted = on('chat-clone-ignores-body') ? {} : body;
  const taken = { name: chat.name, prompt: chat.prompt, access: chat.access };
  const copy = createAgent(on('chat-clone-for-owner') ? db.users.get(chat.user) : user, { ...taken, ...wanted });
  copy.files = on('chat-clone-shares-files') ? chat.files : chat.files.map((file) => ({ ...file, id: uuid() }));
  if (on('n-chat-clone-steals-slug') && chat.slug && !copy.slug) [copy.slug, chat.slug] = [chat.slug, null];
  copy.theme = chat.theme && { ...chat.theme };
  if (on('chat-clone-changes-original')) Object.assign(chat, wanted);
  return agentView(copy);
}

const Feedback = obj({ stars: int({ min: 1, max: 5 }), note: maybe(str({ max: 2000 })) });

function rate({ user, path, body }) {
  const chat = db.agents.get(path.chat_id.toLowerCase());
  if (!chat && on('feedback-unknown-200')) return { stars: body.stars };
  if (!chat || !canSee(chat, user)) throw notFound('chat');
  chat.ratings = [...chat.ratings.filter((rating) => rating.user !== user.id), { user: user.id, ...body, at: stamp() }];
  if (on('feedback-becomes-prompt') && body.note) chat.prompt = body.note;
  if (on('feedback-answers-itself')) return { stars: body.stars, note: body.note ?? null };
  return agentView(chat);
}

const runOfChat = new Map();

function startRun({ user, path }) {
  const chat = on('chat-run-of-private') ? findAgent(path.chat_id, 'chat') : visibleAgent(path.chat_id, user, 'chat');
  const kept = on('chat-run-same-id') && runOfChat.get(chat.id);
  const runner = on('n-chat-run-for-owner') ? db.users.get(chat.user) : user;
  const run = kept || newRun(chat, runner, 'a run of the chat');
  runOfChat.set(chat.id, run);
  const [entry] = run.log;
  if (on('chat-run-not-logged')) run.log = [];
  return on('chat-run-answers-view') ? { id: run.id, ...runView(run) } : logView(run, entry);
}

export function chatRoutes(router) {
  const chat = '/me/chats/:chat_id';
  const path = { chat_id: 'uuid' };
  const open = { auth: 'open' };
  router.add('GET', '/me/chats', {}, list);
  router.add('POST', '/me/chats', { body: AgentRequest }, create);
  router.add('GET', chat, on('n-chat-public-needs-token') ? {} : open, get);
  router.add('PUT', chat, { body: AgentRequest }, replace);
  router.add('PATCH', chat, { body: AgentRequestPartial }, update);
  router.add('DELETE', chat, {}, remove);
  router.add('GET', `${chat}/og`, { ...open, path: on('og-bad-uuid-500') ? {} : path }, preview);
  router.add('POST', `${chat}/clone`, { path, body: AgentRequestPartial, bodyOptional: !on('chat-clone-needs-body') }, clone);
  router.add('POST', `${chat}/feedback`, { body: Feedback }, rate);
  router.add('POST', `${chat}/runs`, { path, ...(on('chat-run-needs-body') && { body: obj({}) }) }, startRun);
}

// Schedules: runs of the caller's chats by cron expression.

import { on } from '../core/faults.js';
import { stamp, wire } from '../core/clock.js';
import { cronOf, isDue, parseCron } from '../core/cron.js';
import { isUuid, uuid } from '../core/ids.js';
import { Problem, badRequest, forbidden, notFound } from '../core/problem.js';
import { bool, maybe, obj, query, str } from '../core/validate.js';
import { agentBrief } from '../state/agents.js';
import { db, ownedBy } from '../state/db.js';
import { addMessage, newRun } from '../workers/runs.js';

const cron = (value, place, bad) => {
  if (typeof value !== 'string' || value.length > 200) return bad(place, 'must be a text');
  if (!parseCron(value) && !on('schedule-bad-cron-accepted')) return bad(place, 'must be a cron expression');
  return value.trim().replace(/\s+/g, ' ');
};

const say = maybe(str({ max: 5000 }));
const ScheduleRequest = obj({ chat: on('n-schedule-missing-chat-422') ? str() : maybe(str()), cron, say });
const ScheduleUpdateRequest = obj({ chat: maybe(str()), cron: maybe(cron), say, paused: maybe(bool) });

const view = (one) => ({
  id: one.id,
  cron: one.cron,
  chat: { id: one.chat, ...agentBrief(one.chat) },
  say: one.say,
  paused: one.paused,
  made: wire(one.at),
  last: one.last === null ? null : wire(one.last),
});

/** A chat that is invalid, missing or another's: 403 in each case. */
function ownChat(id, user, unchecked = false) {
  const chat = isUuid(id) ? db.agents.get(id.toLowerCase()) : undefined;
  if (!chat && on('schedule-unknown-chat-404')) throw notFound('chat');
  if (!chat || (chat.user !== user.id && !unchecked)) throw forbidden('this chat is not one of yours');
  return chat.id;
}

const storedCron = (text) => (on('n-schedule-weekday-lost') ? [...text.split(' ').slice(0, 4), '*'].join(' ') : text);

function create({ user, body }) {
  const chat = ownChat(body.chat, user, on('schedule-of-foreign-chat'));
  const one = { id: uuid(), user: user.id, chat, cron: storedCron(body.cron), say: body.say ?? null, paused: false, at: stamp(), last: null };
  if (!on('schedule-not-listed')) db.schedules.set(one.id, one);
  return view(one);
}

function find(id, user) {
  const one = db.schedules.get(id);
  if (one?.user !== user.id) throw notFound('schedule');
  return one;
}

function get({ user, path }) {
  if (on('schedule-unknown-null') && !db.schedules.has(path.schedule_id)) return null;
  return view(find(path.schedule_id, user));
}

function update({ user, path, body }) {
  const one = find(path.schedule_id, user);
  const changes = { ...body };
  if (body.chat !== undefined) changes.chat = ownChat(body.chat, user, on('schedule-moved-to-foreign-chat'));
  if (on('schedule-put-not-stored')) return view({ ...one, ...changes });
  if (on('schedule-put-makes-second')) {
    const second = { ...one, ...changes, id: uuid(), at: stamp() };
    db.schedules.set(second.id, second);
    return view(second);
  }
  return view(Object.assign(one, changes));
}

function remove({ user, path }) {
  const one = find(path.schedule_id, user);
  if (on('schedule-delete-takes-all-of-chat')) {
    for (const other of ownedBy(db.schedules, user)) if (other.chat === one.chat) db.schedules.delete(other.id);
  }
  if (!on('schedule-delete-does-nothing')) db.schedules.delete(one.id);
  return view(one);
}

function convert({ query: { cron: text } }) {
  const found = cronOf(text ?? 'every day');
  if (!found && on('cron-bad-accepted')) return { text, cron: text };
  if (!found) throw on('cron-bad-422') ? new Problem(422, 'invalid', 'this is no cron expression') : badRequest('this is no cron expression', 'bad_cron');
  return { text, cron: found };
}

const SUGGESTIONS = ['every weekday at 8', 'every monday at 9:30', 'every 4 hours'];

const onboarding = () => ({ suggestions: SUGGESTIONS.map((text) => ({ text, cron: cronOf(text) })) });

function list({ user }) {
  const schedules = on('schedules-of-all-users') ? [...db.schedules.values()] : ownedBy(db.schedules, user);
  return { schedules: schedules.map(view) };
}

/** For an expression that is none, which only a fault lets in. */
const NEVER = parseCron('0 0 30 2 *');

/** Starts the runs that are due in the present minute; then waits for the next minute. */
export function keepSchedules() {
  const wait = 60_050 - (Date.now() % 60_000); // a little into the minute, so that it is surely the next one
  setTimeout(() => {
    const now = new Date();
    for (const one of db.schedules.values()) {
      if (one.paused || !isDue(parseCron(one.cron) ?? NEVER, now)) continue;
      const run = newRun(db.agents.get(one.chat), db.users.get(one.user), 'its schedule');
      if (one.say) addMessage(run, 'user', one.say);
      addMessage(run, 'assistant', `It is ${now.toISOString().slice(11, 16)}: I am on it.`);
      one.last = stamp();
    }
    keepSchedules();
  }, wait).unref();
}

export function scheduleRoutes(router) {
  const path = { schedule_id: 'uuid' };
  const one = '/me/schedules/:schedule_id';
  router.add('GET', '/me/schedules', {}, list);
  router.add('POST', '/me/schedules', { body: ScheduleRequest }, create);
  if (!on('schedule-onboarding-shadowed')) router.add('GET', '/me/schedules/onboarding', {}, onboarding);
  const cronQuery = { cron: query('string', { required: !on('cron-not-required'), max: 200 }) };
  router.add('GET', '/me/schedules/text-to-cron', { query: cronQuery }, convert);
  router.add('GET', one, { path }, get);
  router.add('PUT', one, { path, body: ScheduleUpdateRequest }, update);
  router.add('DELETE', one, { path }, remove);
}

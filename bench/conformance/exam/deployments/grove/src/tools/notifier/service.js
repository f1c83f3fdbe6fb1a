// The notification service, in memory. An account belongs to an auth connection of a user.

import { on } from '../../core/faults.js';
import { stamp } from '../../core/clock.js';
import { letters } from '../../core/ids.js';
import { badRequest } from '../../core/problem.js';
import { db } from '../../state/db.js';

const accountKey = (user, service, namespace) => `${user.id} ${namespace} ${service}`;

export const newIden = () => `nt${letters(14)}`;

/** Connects the user with an account of the service, in which there is something already. */
export function openAccount(user, service, namespace) {
  const account = {
    iden: newIden(), name: user.name, email: user.email, made: stamp(), chats: new Map(), devices: new Map(), pushes: new Map(),
  };
  db.accounts.set(accountKey(user, service, namespace), account);
  addDevice(account, { nickname: 'Desk', model: 'ThinkPad X1', manufacturer: 'Lenovo', app_version: 8, icon: 'laptop' });
  addPush(account, { type: 'note', title: 'Welcome', body: 'This is your first push.' });
  addPush(account, { type: 'note', title: 'Old', body: 'This one has had its day.' }).active = false;
  addChat(account, { email: 'harbour.office@grove.example' });
  return account;
}

/** The account by the connection that the caller names. */
export function accountOf(user, service, namespace) {
  const owner = on('notifier-uses-first-account') ? db.users.values().next().value : user;
  const account = db.accounts.get(accountKey(owner, service, namespace));
  if (!account) throw badRequest(`there is no auth connection ${namespace}/${service} to the notification service`, 'not_connected');
  return account;
}

/** All accounts but this one. */
export const otherAccounts = (account) => [...db.accounts.values()].filter((one) => one !== account);

function put(table, record) {
  const now = stamp();
  const stored = { iden: newIden(), ...record, active: true, made: now, changed: now };
  table.set(stored.iden, stored);
  return stored;
}

export const addDevice = (account, input) => put(account.devices, { ...input });

export function addChat(account, { email }) {
  const same = [...account.chats.values()].find((chat) => chat.email === email);
  return same ?? put(account.chats, { email, muted: false });
}

const knownGuids = new Map();

/** A push; one that the client has made before (by guid) is given again. */
export function addPush(account, input, { surelyNew = false } = {}) {
  const { guid } = input;
  if (guid !== undefined && !surelyNew && !on('push-guid-ignored')) {
    const pushes = on('push-guid-across-users') ? [...knownGuids.values()] : [...account.pushes.values()];
    const fits = (known) => (on('n-push-guid-prefix') ? known?.slice(0, 8) === guid.slice(0, 8) : known === guid);
    const same = pushes.find((push) => fits(push.guid));
    if (same) return same;
  }
  const push = put(account.pushes, { ...input, dismissed: false, items: [] });
  if (guid !== undefined) knownGuids.set(push.iden, push);
  return push;
}

/** The record of this iden: 400 when there is none, since iden is a parameter of the tool. */
export function find(table, iden, what) {
  const record = table.get(iden);
  if (!record) throw badRequest(`there is no ${what} ${iden}`, 'unknown_iden');
  return record;
}

export function change(record, values) {
  Object.assign(record, values, { changed: stamp() });
  return record;
}

/** All pushes become inactive at once, and are swept away a little later. */
export function removeAllPushes(account) {
  const doomed = [...account.pushes.values()];
  if (on('all-pushes-leaves-newest')) doomed.pop();
  for (const push of doomed) change(push, { active: false });
  setTimeout(() => {
    for (const push of doomed) account.pushes.delete(push.iden);
    if (on('all-pushes-of-all-users')) for (const other of otherAccounts(account)) other.pushes.clear();
    if (on('all-pushes-and-chats')) account.chats.clear();
  }, 250);
}

/** One page, newest first, and the cursor of the next one. */
export function page(records, { limit = 500, cursor }, { ignoreLimit = false, fromStart = false } = {}) {
  const newest = [...records].sort((a, b) => b.made - a.made);
  let rest = newest;
  if (cursor !== undefined && !fromStart) {
    const text = Buffer.from(cursor, 'base64url').toString();
    if (!/^\d{1,16}$/.test(text)) throw badRequest('this cursor is none of ours', 'bad_cursor');
    rest = newest.filter((record) => record.made < Number(text));
  }
  const shown = ignoreLimit ? rest : rest.slice(0, limit);
  const more = shown.length < rest.length;
  return { shown, cursor: more ? Buffer.from(String(shown.at(-1).made)).toString('base64url') : null };
}

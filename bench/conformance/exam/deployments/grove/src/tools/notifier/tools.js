// What the NOTIFIER tools do. Their outputs have short names; idens keep theirs, since parameters are called so.

import { createHmac } from 'node:crypto';
import { on } from '../../core/faults.js';
import { badRequest } from '../../core/problem.js';
import { UPLOAD_SECRET } from '../../state/fixtures.js';
import { schemas } from './schemas.js';
import { accountOf, addChat, addDevice, addPush, change, find, newIden, page, removeAllPushes } from './service.js';

const seconds = (micros) => micros / 1e6;
const times = (record) => ({ made: seconds(record.made), modified: seconds(record.changed) });

const chatView = (chat) => ({ iden: chat.iden, with: { email: chat.email }, muted: chat.muted, active: chat.active, ...times(chat) });

const DEVICE_FIELDS = Object.keys(schemas.NOTIFIER_CREATE_DEVICE[1].properties);

function deviceView(device) {
  const known = Object.fromEntries(DEVICE_FIELDS.map((name) => [name, device[name] ?? null]));
  return { iden: device.iden, ...known, active: device.active, ...times(device) };
}

function pushView(push) {
  const body = on('push-body-cut-at-140') ? push.body?.slice(0, 140) : push.body;
  return {
    iden: push.iden, type: push.type, title: push.title ?? null, body: body ?? null, url: push.url ?? null, guid: push.guid ?? null,
    file: push.file_url ? { name: on('push-file-name-encoded') ? encodeURIComponent(push.file_name) : push.file_name, type: push.file_type, url: push.file_url } : null,
    to: {
      email: push.email ?? null, channel: push.channel_tag ?? null, client: push.client_iden ?? null, device: push.device_iden ?? null,
    },
    from: push.source_device_iden ?? null,
    items: push.items, dismissed: push.dismissed, active: push.active, ...times(push),
  };
}

/** A parameter that is null is one that isn't there. */
const present = (input) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

function pick(input, names) {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

const NEEDED = { link: ['url'], file: ['file_url', 'file_name', 'file_type'] };

function needed(type) {
  if (on('push-link-without-url') && type === 'link') return [];
  if (on('push-file-without-type') && type === 'file') return ['file_url', 'file_name'];
  return NEEDED[type] ?? [];
}

async function createPush(account, input) {
  for (const name of needed(input.type)) if (!input[name]) throw badRequest(`input.${name} is required when type is ${input.type}`);
  const targets = ['email', 'channel_tag', 'client_iden', 'device_iden'].filter((name) => input[name] !== undefined);
  if (targets.length > 1) throw badRequest(`a push has one target, not ${targets.join(' and ')}`);
  for (const name of ['device_iden', 'source_device_iden']) if (input[name]) find(account.devices, input[name], 'device');
  const fields = Object.keys(schemas.NOTIFIER_CREATE_PUSH[1].properties);
  const same = [...account.pushes.values()].some((push) => input.guid !== undefined && push.guid === input.guid);
  if (on('push-guid-race')) {
    await new Promise((resolve) => { setTimeout(resolve, 40); });
    if (!same) return pushView(addPush(account, pick(input, fields), { surelyNew: true }));
  }
  return pushView(addPush(account, pick(input, fields)));
}

function listPushes(account, { active, modified_after: after, ...paging }) {
  let pushes = [...account.pushes.values()];
  if (active === true) pushes = pushes.filter((push) => push.active !== on('pushes-active-inverted'));
  if (after !== undefined) {
    const unit = on('pushes-modified-after-millis') ? 1e3 : 1e6;
    const moment = on('n-pushes-modified-after-made') ? 'made' : 'changed';
    pushes = pushes.filter((push) => push[moment] > after * unit);
  }
  if (on('n-pushes-default-25')) paging.limit ??= 25;
  const { shown, cursor } = page(pushes, paging, { ignoreLimit: on('pushes-limit-ignored'), fromStart: on('pushes-cursor-ignored') });
  return { pushes: shown.map(pushView), cursor };
}

function updateDevice(account, { iden, ...values }) {
  const device = find(account.devices, iden, 'device');
  const fields = pick(values, DEVICE_FIELDS);
  if (on('n-device-update-clears-rest')) for (const name of DEVICE_FIELDS) fields[name] ??= null;
  if (on('device-update-changes-all')) for (const other of account.devices.values()) change(other, fields);
  return deviceView(change(device, fields));
}

function updatePush(account, { iden, items, dismissed }) {
  const push = find(account.pushes, iden, 'push');
  const values = {};
  if (items !== undefined) values.items = on('push-items-appended') ? [...push.items, ...items] : items;
  if (on('n-push-items-unchecked')) values.items = values.items?.map((item) => ({ ...item, checked: false })) ?? push.items;
  if (dismissed !== undefined) values.dismissed = dismissed;
  return pushView(change(push, values));
}

function deletePush(account, { iden }) {
  let push = find(account.pushes, iden, 'push');
  if (on('push-delete-takes-newest')) push = [...account.pushes.values()].at(-1);
  account.pushes.delete(push.iden);
  return { iden: push.iden, deleted: true };
}

function remove(table, iden, what) {
  find(table, iden, what);
  table.delete(iden);
  return { iden, deleted: true };
}

function uploadRequest(account, { file_name: name, file_type: type }) {
  const path = `${newIden()}/${encodeURIComponent(name)}`;
  const policy = Buffer.from(JSON.stringify({ path, type, account: account.iden })).toString('base64url');
  const signature = createHmac('sha256', UPLOAD_SECRET).update(policy).digest('hex');
  return {
    file: { name, type, url: `https://files.notifier.example/${path}` },
    upload: { url: 'https://upload.notifier.example/', form: { key: path, policy, signature } },
  };
}

const actions = {
  NOTIFIER_CREATE_CHAT(account, { email }) {
    if (on('chat-email-must-be-user') && !email?.endsWith('@grove.example')) throw badRequest('this person does not use the service');
    return chatView(addChat(account, { email }));
  },
  NOTIFIER_CREATE_DEVICE(account, input) {
    return deviceView(addDevice(account, pick(input, DEVICE_FIELDS)));
  },
  NOTIFIER_CREATE_PUSH: createPush,
  NOTIFIER_DELETE_ALL_PUSHES(account) {
    removeAllPushes(account);
    return { started: true };
  },
  NOTIFIER_DELETE_CHAT(account, { iden }) {
    if (on('notifier-chat-stays')) return { iden: find(account.chats, iden, 'chat').iden, deleted: true };
    return remove(account.chats, iden, 'chat');
  },
  NOTIFIER_DELETE_DEVICE(account, { device_iden: deviceIden, iden }) {
    return remove(account.devices, deviceIden ?? iden, 'device');
  },
  NOTIFIER_DELETE_PUSH: deletePush,
  NOTIFIER_GET_USER: (account) => ({ iden: account.iden, name: account.name, email: account.email, made: seconds(account.made) }),
  NOTIFIER_LIST_CHATS(account, input) {
    const { shown, cursor } = page(account.chats.values(), input);
    return { chats: shown.map(chatView), cursor };
  },
  NOTIFIER_LIST_DEVICES(account) {
    const devices = [...account.devices.values()].reverse();
    return { devices: (on('devices-list-without-newest') ? devices.slice(1) : devices).map(deviceView) };
  },
  NOTIFIER_LIST_PUSHES: listPushes,
  NOTIFIER_UPDATE_CHAT(account, { iden, muted }) {
    const chat = find(account.chats, iden, 'chat');
    if (on('chat-mute-mutes-all')) for (const other of account.chats.values()) change(other, { muted });
    return chatView(change(chat, { muted: on('chat-cannot-be-unmuted') ? muted || chat.muted : muted ?? chat.muted }));
  },
  NOTIFIER_UPDATE_DEVICE: updateDevice,
  NOTIFIER_UPDATE_PUSH: updatePush,
  NOTIFIER_UPLOAD_REQUEST: uploadRequest,
};

export const notifierTools = Object.entries(schemas).map(([name, [description, inputSchema]]) => ({
  name,
  toolkit: 'notifier',
  description,
  inputSchema,
  run: (input, { user, service, namespace }) => actions[name](accountOf(user, service, namespace), present(input)),
}));

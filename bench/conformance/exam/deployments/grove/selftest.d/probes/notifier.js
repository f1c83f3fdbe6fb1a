// The NOTIFIER tools.

import assert from 'node:assert/strict';
import { RUN_TOOL } from '../operations.js';
import { implied as impliedAnywhere, stated as statedAnywhere } from '../fault.js';
import { sleep } from '../deployment.js';

const stated = (id, needs, words, what, probe) => statedAnywhere(id, needs, RUN_TOOL, words, what, probe);
const implied = (id, needs, words, what, probe) => impliedAnywhere(id, needs, RUN_TOOL, words, what, probe);

const DEVICE = { model: 'Pixel 9', nickname: 'Pocket', app_version: 12, manufacturer: 'Google' };
const FILE = { type: 'file', file_name: 'a.png', file_type: 'image/png', file_url: 'https://files.example/a.png' };
const CREATE_DEVICE = 'icon string; model string Req; has_sms boolean (Android only); nickname string Req; push_token string (platform-specific, blank for custom devices); app_version integer Req, non-negative; manufacturer string Req';
const UPDATE_DEVICE = '| NOTIFIER_UPDATE_DEVICE | Update device metadata |';
const GUID = 'guid string (client-generated, for idempotency)';
const DELETE_ALL = '| NOTIFIER_DELETE_ALL_PUSHES | Delete all pushes of the user asynchronously | none |';
const UPDATE_PUSH = 'items array (list-style pushes; each item has text string and checked boolean); dismissed boolean (true hides notifications)';

const status = async (d, name, input) => (await d.tool(`NOTIFIER_${name}`, input)).status;
const out = (d, name, input, options) => d.out(`NOTIFIER_${name}`, input, options);
const note = (d, body, options) => out(d, 'CREATE_PUSH', { type: 'note', body }, options);
const device = (d, more = {}) => out(d, 'CREATE_DEVICE', { ...DEVICE, ...more });
const chat = (d, email = 'probe@grove.example') => out(d, 'CREATE_CHAT', { email });
const pushes = async (d, input = {}, options) => (await out(d, 'LIST_PUSHES', input, options)).pushes;
const idens = (records) => records.map((record) => record.iden);
const without = (name, { [name]: _, ...rest }) => rest;

export default [
  stated('chat-email-not-required', 'request', '| NOTIFIER_CREATE_CHAT | Create a chat with an email address | email string Req',
    'A chat can be made without an email address.',
    async (d) => assert.equal(await status(d, 'CREATE_CHAT', {}), 400)),

  stated('chat-email-must-be-user', 'request', 'the person need not be a user of the notification service',
    'A chat with somebody who does not use the service is refused.',
    async (d) => assert.equal(await status(d, 'CREATE_CHAT', { email: 'new.person@elsewhere.example' }), 200)),

  stated('device-manufacturer-not-required', 'request', CREATE_DEVICE,
    'A device can be registered without a manufacturer.',
    async (d) => assert.equal(await status(d, 'CREATE_DEVICE', without('manufacturer', DEVICE)), 400)),

  stated('device-icon-required', 'request', CREATE_DEVICE,
    'A device cannot be registered without an icon.',
    async (d) => assert.equal(await status(d, 'CREATE_DEVICE', DEVICE), 200)),

  stated('device-version-negative', 'request', CREATE_DEVICE,
    'A negative app_version is accepted for a new device.',
    async (d) => assert.equal(await status(d, 'CREATE_DEVICE', { ...DEVICE, app_version: -1 }), 400)),

  stated('device-version-zero-refused', 'request', CREATE_DEVICE,
    'The app_version 0 is refused, as if it had to be positive.',
    async (d) => assert.equal(await status(d, 'CREATE_DEVICE', { ...DEVICE, app_version: 0 }), 200)),

  stated('device-push-token-blank-refused', 'request', CREATE_DEVICE,
    'A blank push_token is refused, so that custom devices cannot be registered.',
    async (d) => assert.equal(await status(d, 'CREATE_DEVICE', { ...DEVICE, push_token: '' }), 200)),

  stated('device-update-needs-all', 'sequence', UPDATE_DEVICE,
    'An update of a device must have all its fields; otherwise it is refused.',
    async (d) => {
      const { iden } = await device(d);
      assert.equal(await status(d, 'UPDATE_DEVICE', { iden, nickname: 'Purse' }), 200);
    }),

  implied('device-update-changes-all', 'sequence', UPDATE_DEVICE,
    'An update of a device changes all devices of the user.',
    async (d) => {
      const [one, other] = [await device(d), await device(d, { nickname: 'Shelf' })];
      await out(d, 'UPDATE_DEVICE', { iden: one.iden, nickname: 'Purse' });
      const { devices } = await out(d, 'LIST_DEVICES');
      assert.equal(devices.find((each) => each.iden === other.iden).nickname, 'Shelf');
    }),

  stated('device-delete-takes-iden', 'sequence', '| NOTIFIER_DELETE_DEVICE | Delete a device | device_iden string Req |',
    'The parameter of the tool is called iden; with device_iden it is refused.',
    async (d) => {
      const { iden } = await device(d);
      assert.equal(await status(d, 'DELETE_DEVICE', { device_iden: iden }), 200);
    }),

  implied('devices-list-without-newest', 'sequence', '| NOTIFIER_LIST_DEVICES | List devices | none |',
    'The newest device is missing in the list.',
    async (d) => {
      const { iden } = await device(d);
      assert.ok(idens((await out(d, 'LIST_DEVICES')).devices).includes(iden));
    }),

  stated('push-type-not-checked', 'request', 'type string Req, one of note, link, file;',
    'A push of any type is accepted.',
    async (d) => assert.equal(await status(d, 'CREATE_PUSH', { type: 'parcel', body: 'x' }), 400)),

  stated('push-type-file-unknown', 'request', 'type string Req, one of note, link, file;',
    'Pushes of the type file are refused.',
    async (d) => assert.equal(await status(d, 'CREATE_PUSH', FILE), 200)),

  stated('push-link-without-url', 'request', 'url string (required when type=link)',
    'A link can be pushed without a url.',
    async (d) => assert.equal(await status(d, 'CREATE_PUSH', { type: 'link', title: 'Where?' }), 400)),

  stated('push-file-without-type', 'request', 'file_url string, file_name string, file_type string (MIME type), each required when type=file',
    'A file can be pushed without its MIME type.',
    async (d) => assert.equal(await status(d, 'CREATE_PUSH', without('file_type', FILE)), 400)),

  stated('push-guid-ignored', 'sequence', GUID,
    'The guid is not looked at: a push that is sent again is there twice.',
    async (d) => {
      const input = { type: 'note', body: 'once', guid: 'probe-guid-1' };
      await out(d, 'CREATE_PUSH', input);
      await out(d, 'CREATE_PUSH', input);
      assert.equal((await pushes(d)).filter((push) => push.body === 'once').length, 1);
    }),

  stated('push-guid-race', 'timing', GUID,
    'Whether a guid is known is looked up some time before the push is stored: of two requests at the same time each makes a push.',
    async (d) => {
      const input = { type: 'note', body: 'once', guid: 'probe-guid-2' };
      await Promise.all([out(d, 'CREATE_PUSH', input), out(d, 'CREATE_PUSH', input)]);
      assert.equal((await pushes(d)).filter((push) => push.body === 'once').length, 1);
    }),

  implied('push-guid-across-users', 'sequence', GUID,
    'The guid is looked up among the pushes of all users: one gets the push of another who used the same guid, and one\'s own is not made.',
    async (d) => {
      const push = (body, as) => out(d, 'CREATE_PUSH', { type: 'note', body, guid: 'probe-guid-3' }, { as });
      await push('mine', 'ana');
      await push('yours', 'ben');
      assert.ok((await pushes(d, {}, { as: 'ben' })).some((one) => one.body === 'yours'));
    }),

  implied('push-body-cut-at-140', 'request', '| NOTIFIER_CREATE_PUSH | Send a push (note, link or file) to a device, user, channel or client |',
    'The text of a push is cut after 140 characters.',
    async (d) => {
      const body = `${'The tide comes in at seven. '.repeat(10)}Be there.`;
      assert.equal((await note(d, body)).body, body);
    }),

  implied('push-file-name-encoded', 'request', '| NOTIFIER_CREATE_PUSH | Send a push (note, link or file) to a device, user, channel or client |',
    'The name of a pushed file comes back percent-encoded.',
    async (d) => {
      const { file } = await out(d, 'CREATE_PUSH', { ...FILE, file_name: 'my photo.png' });
      assert.equal(file.name, 'my photo.png');
    }),

  stated('all-pushes-leaves-newest', 'timing', DELETE_ALL,
    'The newest push is left when all are deleted.',
    async (d) => {
      await note(d, 'one');
      await note(d, 'two');
      await out(d, 'DELETE_ALL_PUSHES');
      assert.ok(await d.until(async () => (await pushes(d)).length === 0, 3));
    }),

  implied('all-pushes-of-all-users', 'timing', DELETE_ALL,
    'The pushes of all other users are deleted too.',
    async (d) => {
      const { iden } = await note(d, 'keep me', { as: 'ben' });
      await out(d, 'DELETE_ALL_PUSHES');
      await sleep(800);
      assert.ok(idens(await pushes(d, {}, { as: 'ben' })).includes(iden));
    }),

  implied('all-pushes-and-chats', 'timing', DELETE_ALL,
    'When all pushes are deleted, the chats of the user are deleted too.',
    async (d) => {
      const { iden } = await chat(d);
      await out(d, 'DELETE_ALL_PUSHES');
      await sleep(800);
      assert.ok(idens((await out(d, 'LIST_CHATS')).chats).includes(iden));
    }),

  implied('notifier-chat-stays', 'sequence', '| NOTIFIER_DELETE_CHAT | Delete a chat | iden string Req |',
    'The deletion of a chat is answered as done, but the chat stays.',
    async (d) => {
      const { iden } = await chat(d);
      await out(d, 'DELETE_CHAT', { iden });
      assert.ok(!idens((await out(d, 'LIST_CHATS')).chats).includes(iden));
    }),

  implied('push-delete-takes-newest', 'sequence', '| NOTIFIER_DELETE_PUSH | Delete a push | iden string Req |',
    'The newest push is deleted, whichever was named.',
    async (d) => {
      const [one, other] = [await note(d, 'one'), await note(d, 'two')];
      await out(d, 'DELETE_PUSH', { iden: one.iden });
      const left = idens(await pushes(d));
      assert.deepEqual([left.includes(one.iden), left.includes(other.iden)], [false, true]);
    }),

  implied('notifier-uses-first-account', 'sequence', 'Some integration tools need an auth connection, set up by the user in the dashboard.',
    'The tools work on the account of the first user, whoever calls.',
    async (d) => {
      const { iden } = await note(d, 'mine', { as: 'ben' });
      assert.ok(!idens(await pushes(d)).includes(iden));
    }),

  stated('chats-limit-as-text', 'request', '| NOTIFIER_LIST_CHATS | List chats | limit integer (max 500); cursor string |',
    'The limit of the list of chats must be a string; an integer is refused.',
    async (d) => assert.equal(await status(d, 'LIST_CHATS', { limit: 10 }), 200)),

  stated('pushes-limit-500-refused', 'request', '| NOTIFIER_LIST_CHATS, NOTIFIER_LIST_PUSHES | limit max 500; pushes default 500 |',
    'The limit 500 is refused: the maximum is taken as exclusive.',
    async (d) => assert.equal(await status(d, 'LIST_PUSHES', { limit: 500 }), 200)),

  stated('pushes-limit-ignored', 'request', 'limit integer (max 500, default 500); active boolean (true returns only active pushes)',
    'The limit of the list of pushes is not looked at.',
    async (d) => {
      await note(d, 'one');
      await note(d, 'two');
      assert.equal((await pushes(d, { limit: 1 })).length, 1);
    }),

  implied('pushes-cursor-ignored', 'sequence', 'active boolean (true returns only active pushes); cursor string; modified_after number (UNIX timestamp, float)',
    'The cursor is not looked at: each page of pushes is the first one.',
    async (d) => {
      for (const body of ['one', 'two', 'three']) await note(d, body);
      const first = await out(d, 'LIST_PUSHES', { limit: 1 });
      const second = await out(d, 'LIST_PUSHES', { limit: 1, cursor: first.cursor });
      assert.notDeepEqual(idens(second.pushes), idens(first.pushes));
    }),

  stated('pushes-active-inverted', 'sequence', 'active boolean (true returns only active pushes)',
    'With active the list has the inactive pushes only.',
    async (d) => {
      const { iden } = await note(d, 'one');
      assert.ok(idens(await pushes(d, { active: true })).includes(iden));
    }),

  stated('pushes-modified-after-millis', 'sequence', 'modified_after number (UNIX timestamp, float)',
    'modified_after is taken for milliseconds, so that everything is later.',
    async (d) => {
      const { iden } = await note(d, 'one');
      assert.ok(!idens(await pushes(d, { modified_after: Date.now() / 1000 + 3600 })).includes(iden));
    }),

  stated('pushes-modified-after-integer', 'request', 'modified_after number (UNIX timestamp, float)',
    'modified_after is refused when it has a fraction.',
    async (d) => assert.equal(await status(d, 'LIST_PUSHES', { modified_after: 1_700_000_000.25 }), 200)),

  stated('chat-cannot-be-unmuted', 'sequence', '| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |',
    'A chat that was muted stays mute.',
    async (d) => {
      const { iden } = await chat(d);
      await out(d, 'UPDATE_CHAT', { iden, muted: true });
      await out(d, 'UPDATE_CHAT', { iden, muted: false });
      assert.equal((await out(d, 'LIST_CHATS')).chats.find((one) => one.iden === iden).muted, false);
    }),

  implied('chat-mute-mutes-all', 'sequence', '| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |',
    'Muting one chat mutes all chats of the user.',
    async (d) => {
      const [one, other] = [await chat(d, 'one@grove.example'), await chat(d, 'two@grove.example')];
      await out(d, 'UPDATE_CHAT', { iden: one.iden, muted: true });
      assert.equal((await out(d, 'LIST_CHATS')).chats.find((each) => each.iden === other.iden).muted, false);
    }),

  stated('chat-muted-not-required', 'sequence', '| NOTIFIER_UPDATE_CHAT | Mute or unmute a chat | iden string Req; muted boolean Req |',
    'An update of a chat without muted is accepted.',
    async (d) => {
      const { iden } = await chat(d);
      assert.equal(await status(d, 'UPDATE_CHAT', { iden }), 400);
    }),

  stated('push-items-not-checked', 'sequence', UPDATE_PUSH,
    'The items of a push are not looked at: an item may be anything.',
    async (d) => {
      const { iden } = await note(d, 'list');
      assert.equal(await status(d, 'UPDATE_PUSH', { iden, items: [{ text: 5, checked: 'perhaps' }] }), 400);
    }),

  stated('push-update-needs-items', 'sequence', UPDATE_PUSH,
    'A push cannot be dismissed without items being given.',
    async (d) => {
      const { iden } = await note(d, 'list');
      assert.equal(await status(d, 'UPDATE_PUSH', { iden, dismissed: true }), 200);
    }),

  implied('push-items-appended', 'sequence', '| NOTIFIER_UPDATE_PUSH | Dismiss a push or change list items |',
    'New items are put after the old ones instead of taking their place: a ticked item is there twice.',
    async (d) => {
      const { iden } = await note(d, 'list');
      await out(d, 'UPDATE_PUSH', { iden, items: [{ text: 'rope', checked: false }] });
      assert.equal((await out(d, 'UPDATE_PUSH', { iden, items: [{ text: 'rope', checked: true }] })).items.length, 1);
    }),

  stated('upload-type-not-required', 'request', '| NOTIFIER_UPLOAD_REQUEST | Get a signed upload URL (signed form data) before pushing a file | file_name string Req; file_type string Req (MIME type) |',
    'An upload can be requested without a MIME type.',
    async (d) => assert.equal(await status(d, 'UPLOAD_REQUEST', { file_name: 'a.png' }), 400)),
];

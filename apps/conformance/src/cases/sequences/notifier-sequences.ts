import type { IntegrationTool, Rule } from '../../spec/spec.ts';
import { call, fixture, fresh, freshUuid, uuidLike } from './call.ts';
import { forbiddenInputs } from './forbidden-inputs.ts';
import { integrationToolRun, integrationToolsOf } from './integration-tools.ts';
import type { Call, Reference, Sequence, ValueRecord } from './sequence.ts';

/** The fixture by which the deployment's owner allows all of this. */
const needs = 'notifierMayBeUsed';
/** An account is connected by installing a tool. */
const installable = { tool_id: fixture('installableToolId') };

/** What the integration tools do, as their own lists show it: alone, since they share one account. */
export function notifierSequences(rules: readonly Rule[]): readonly Sequence[] {
  const tools = integrationToolsOf(rules);
  return [
    { id: 'notifier-devices', quiet: true, needs, calls: connected(devices(tools)) },
    { id: 'notifier-chats', quiet: true, needs, calls: connected(chats(tools)) },
    { id: 'notifier-pushes', quiet: true, needs, calls: connected(pushes(tools)) },
  ];
}

type Tools = ReadonlyMap<string, IntegrationTool>;

function devices(tools: Tools): readonly Call[] {
  const names = ['device-1', 'device-2', 'device-3'];
  const { calls, marks } = forbiddenInputs(tools.get('NOTIFIER_CREATE_DEVICE'), 'nickname');
  return [
    ...names.map((name) => run('NOTIFIER_CREATE_DEVICE', device(name))),
    run('NOTIFIER_LIST_DEVICES', {}, { name: 'devices', expects: { shown: names } }),
    run('NOTIFIER_LIST_DEVICES', {}, { as: 'other' }),
    run('NOTIFIER_GET_USER'),
    ...byDefaultService(run('NOTIFIER_GET_USER')),
    run('NOTIFIER_GET_USER', {}, { as: 'other' }),
    run('NOTIFIER_UPDATE_DEVICE', {
      iden: idenIn('devices', 'device-1'),
      nickname: fresh('device-1-renamed'),
    }),
    run('NOTIFIER_UPDATE_DEVICE', { iden: idenIn('devices', 'device-3'), manufacturer: 'Other make' }),
    run('NOTIFIER_LIST_DEVICES', {}, { expects: { shown: ['device-1-renamed'] } }),
    ...forbiddenInputs(tools.get('NOTIFIER_UPDATE_DEVICE'), 'nickname', {
      iden: idenIn('devices', 'device-1'),
    }).calls,
    run('NOTIFIER_LIST_DEVICES'),
    ofNobody('NOTIFIER_DELETE_DEVICE', 'device_iden'),
    run('NOTIFIER_DELETE_DEVICE', { device_iden: idenIn('devices', 'device-2') }),
    run('NOTIFIER_LIST_DEVICES', {}, { expects: { gone: ['device-2'] } }),
    ...forbiddenInputs(tools.get('NOTIFIER_DELETE_DEVICE'), 'text', {
      iden: idenIn('devices', 'device-3'),
    }).calls,
    run('NOTIFIER_LIST_DEVICES'),
    run('NOTIFIER_CREATE_DEVICE', { ...device('custom device'), app_version: 0, push_token: '' }),
    ...['phone', 'phone-without-token'].map((name, index) =>
      run('NOTIFIER_CREATE_DEVICE', {
        ...device(name),
        icon: 'phone',
        has_sms: true,
        push_token: index === 0 ? 'p' : '',
      }),
    ),
    ...calls,
    run('NOTIFIER_LIST_DEVICES', {}, { name: 'devices in the end' }),
    byOther('NOTIFIER_DELETE_DEVICE', { device_iden: idenIn('devices in the end', 'custom device') }),
    run('NOTIFIER_UPDATE_DEVICE', { iden: idenIn('devices in the end', 'phone'), has_sms: false }),
    run('NOTIFIER_LIST_DEVICES', {}, { later: true }),
    run('NOTIFIER_UPDATE_DEVICE', { iden: idenIn('devices', 'device-1'), app_version: 0 }),
    run('NOTIFIER_LIST_DEVICES', {}, { later: true }),
    ...['device-1', 'device-3'].map((name) =>
      run('NOTIFIER_DELETE_DEVICE', { device_iden: idenIn('devices', name) }),
    ),
    ...['custom device', 'phone', 'phone-without-token', ...marks].map((name) =>
      run('NOTIFIER_DELETE_DEVICE', { device_iden: idenIn('devices in the end', name) }),
    ),
  ];
}

/** The same run with the documented defaults, and without one or the other. */
function byDefaultService(one: Call): readonly Call[] {
  const defaults = { service_id: 'default', service_id_namespace: 'global' };
  return [defaults, {}, { service_id: 'default' }, { service_id_namespace: 'global' }].map((query) => ({
    ...one,
    query,
    compares: 'default' as const,
  }));
}

function device(name: string): ValueRecord {
  return {
    nickname: fresh(name),
    model: fresh(`${name}-model`),
    manufacturer: 'Own make',
    app_version: 1,
  };
}

function chats(tools: Tools): readonly Call[] {
  // Of three, the second page of one isn't the last.
  const names = ['email-1', 'email-2', 'email-3'];
  const iden = idenIn('chats', 'email-1');
  return [
    ...names.map((name) => run('NOTIFIER_CREATE_CHAT', { email: { fresh: name, form: 'email' } })),
    run('NOTIFIER_LIST_CHATS', {}, { name: 'chats', expects: { shown: names } }),
    run('NOTIFIER_LIST_CHATS', { limit: 1 }, { name: 'first chat' }),
    run('NOTIFIER_LIST_CHATS', { limit: 1, cursor: { cursorIn: 'first chat' } }),
    run('NOTIFIER_LIST_CHATS', {}, { as: 'other' }),
    run('NOTIFIER_UPDATE_CHAT', { iden, muted: true }),
    run('NOTIFIER_LIST_CHATS', {}, { later: true }),
    run('NOTIFIER_UPDATE_CHAT', { iden, muted: false }),
    run('NOTIFIER_LIST_CHATS', {}, { later: true }),
    // What is so already stays so.
    run('NOTIFIER_UPDATE_CHAT', { iden, muted: false }),
    run('NOTIFIER_LIST_CHATS', {}, { later: true }),
    ...forbiddenInputs(tools.get('NOTIFIER_UPDATE_CHAT'), 'text', { iden }).calls,
    run('NOTIFIER_LIST_CHATS'),
    ...forbiddenInputs(tools.get('NOTIFIER_CREATE_CHAT'), 'text').calls,
    ...forbiddenInputs(tools.get('NOTIFIER_DELETE_CHAT'), 'text', { chat_iden: iden }).calls,
    run('NOTIFIER_LIST_CHATS'),
    ofNobody('NOTIFIER_DELETE_CHAT', 'iden'),
    byOther('NOTIFIER_DELETE_CHAT', { iden: idenIn('chats', 'email-2') }),
    run('NOTIFIER_LIST_CHATS'),
    // The older one, so that it can't be the newest by chance.
    run('NOTIFIER_DELETE_CHAT', { iden }),
    run('NOTIFIER_LIST_CHATS', {}, { expects: { gone: ['email-1'] } }),
    ...['email-2', 'email-3'].map((name) => run('NOTIFIER_DELETE_CHAT', { iden: idenIn('chats', name) })),
  ];
}

/** More than a page of the usual ten, twenty or twenty-five; notification services allow so many requests an hour. */
const many = 26;
/** In the year 2001. */
const longAgo = 1_000_000_000;
/** In the year 2100. */
const farOff = 4_102_444_800;

function pushes(tools: Tools): readonly Call[] {
  const note = (body: string, input: ValueRecord = {}, details: Partial<Call> = {}): Call =>
    run('NOTIFIER_CREATE_PUSH', { type: 'note', body: fresh(body), ...input }, details);
  const link = { type: 'link', url: 'https://example.org/conformance' };
  const upload = { file_name: fresh('file'), file_type: 'text/plain' };
  return [
    note('push-1', { body: fresh('push-1', 'a paragraph'), title: fresh('title-1') }),
    note('push-2', { title: fresh('title-2') }),
    note('push-in-lines', {
      body: fresh('push-in-lines', 'in lines'),
      title: fresh('title in lines'),
    }),
    note('push-once', { guid: freshUuid('uuid of the push') }, { times: 2 }),
    ...[1, 2, 3].map((one) =>
      note('push-at-once', { guid: freshUuid('uuid of pushes at once') }, { alongside: one > 1 }),
    ),
    run('NOTIFIER_CREATE_PUSH', { type: 'note', title: fresh('title-alone') }),
    note('push-with-other-guid', { guid: uuidLike('uuid of the push') }),
    note('push-link', link),
    note('push-link-once', { ...link, guid: freshUuid('uuid of the link') }, { times: 2 }),
    ...forbiddenInputs(tools.get('NOTIFIER_CREATE_PUSH'), 'body').calls,
    run(
      'NOTIFIER_LIST_PUSHES',
      { limit: 500 },
      {
        name: 'pushes',
        expects: { shown: ['push-1', 'push-2', 'push-once', 'push-at-once', 'push-with-other-guid'] },
      },
    ),
    note('push-of-other', {}, { as: 'other' }),
    note('push-of-other-by-guid', { guid: freshUuid('uuid of the push') }, { as: 'other' }),
    run(
      'NOTIFIER_LIST_PUSHES',
      { active: true },
      { as: 'other', expects: { shown: ['push-of-other', 'push-of-other-by-guid'] } },
    ),
    run('NOTIFIER_LIST_PUSHES', { modified_after: farOff }),
    run('NOTIFIER_LIST_PUSHES', { modified_after: { momentIn: 'pushes', beside: 'push-once' } }),
    ofNobody('NOTIFIER_DELETE_PUSH', 'iden'),
    byOther('NOTIFIER_DELETE_PUSH', { iden: idenIn('pushes', 'push-in-lines') }),
    run('NOTIFIER_UPDATE_PUSH', { iden: idenIn('pushes', 'push-1'), items: marked(true) }),
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }),
    run('NOTIFIER_UPDATE_PUSH', { iden: idenIn('pushes', 'push-1'), items: marked(false) }),
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }, { later: true }),
    run('NOTIFIER_UPDATE_PUSH', { iden: idenIn('pushes', 'push-1'), dismissed: true }),
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }, { later: true }),
    run('NOTIFIER_LIST_PUSHES', { modified_after: { momentIn: 'pushes', beside: 'push-with-other-guid' } }),
    ...forbiddenInputs(tools.get('NOTIFIER_UPDATE_PUSH'), 'text', {
      iden: idenIn('pushes', 'push-1'),
    }).calls,
    ...forbiddenInputs(tools.get('NOTIFIER_DELETE_PUSH'), 'text').calls,
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }),
    run('NOTIFIER_DELETE_PUSH', { iden: idenIn('pushes', 'push-2') }),
    run('NOTIFIER_LIST_PUSHES', { active: true }, { expects: { gone: ['push-2'] } }),
    run('NOTIFIER_LIST_PUSHES', { active: true, modified_after: longAgo, limit: 500 }, { later: true }),
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }),
    note('push-many', {}, { times: many }),
    run('NOTIFIER_LIST_PUSHES', { limit: 500 }, { expects: { shown: ['push-many'] } }),
    run('NOTIFIER_LIST_PUSHES'),
    run('NOTIFIER_LIST_PUSHES', { limit: 2 }, { name: 'first pushes' }),
    run('NOTIFIER_LIST_PUSHES', { limit: 2, cursor: { cursorIn: 'first pushes' } }),
    run('NOTIFIER_UPLOAD_REQUEST', upload, { times: 2 }),
    ...forbiddenInputs(tools.get('NOTIFIER_UPLOAD_REQUEST'), 'text').calls,
    run('NOTIFIER_CREATE_DEVICE', device('device-beside')),
    run('NOTIFIER_LIST_DEVICES', {}, { name: 'devices beside', expects: { shown: ['device-beside'] } }),
    run('NOTIFIER_CREATE_CHAT', { email: { fresh: 'email-beside', form: 'email' } }),
    run('NOTIFIER_LIST_CHATS', {}, { name: 'chats beside', expects: { shown: ['email-beside'] } }),
    run('NOTIFIER_DELETE_ALL_PUSHES'),
    ...['push-1', 'push-link', 'push-many'].map((name) =>
      run('NOTIFIER_LIST_PUSHES', { active: true }, { expects: { gone: [name], asynchronous: true } }),
    ),
    run('NOTIFIER_LIST_DEVICES'),
    run('NOTIFIER_DELETE_DEVICE', { device_iden: idenIn('devices beside', 'device-beside') }),
    run('NOTIFIER_LIST_CHATS'),
    run('NOTIFIER_DELETE_CHAT', { iden: idenIn('chats beside', 'email-beside') }),
    run('NOTIFIER_LIST_PUSHES', { active: true }, { as: 'other' }),
    run('NOTIFIER_DELETE_ALL_PUSHES', {}, { as: 'other' }),
  ];
}

/** The items of a list, of which one is checked. */
function marked(isFirst: boolean): readonly ValueRecord[] {
  return [
    { text: fresh('item-1'), checked: isFirst },
    { text: fresh('item-2'), checked: !isFirst },
  ];
}

function connected(calls: readonly Call[]): readonly Call[] {
  const install = call('installTool', { body: installable, kind: 'open-refusal' });
  const uninstall = call('uninstallTool', { path: installable, kind: 'open-refusal' });
  return [
    call('listTools', { name: 'tools' }),
    { ...install, name: 'installed' },
    { ...install, name: 'installed by other', as: 'other' },
    ...calls,
    { ...uninstall, undoes: 'installed' },
    { ...uninstall, as: 'other', undoes: 'installed by other' },
  ];
}

function run(tool: string, input: ValueRecord = {}, details: Partial<Call> = {}): Call {
  return integrationToolRun(tool, input, { kind: 'tool-run', ...details });
}

/** The same with the identifier of something that is not there: how a failure looks. */
function ofNobody(tool: string, parameter: string): Call {
  const input = { [parameter]: { unknown: 'uuid' as const } };
  return run(tool, input, {
    kind: 'tool-run-of-nothing',
    parameter,
    mutation: { kind: 'unknown-id', of: parameter },
  });
}

/** The same by another user, who may be connected to the same account. */
function byOther(tool: string, input: ValueRecord): Call {
  return run(tool, input, { as: 'other', kind: 'open-refusal' });
}

function idenIn(list: string, beside: string): Reference {
  return { idenIn: list, beside };
}

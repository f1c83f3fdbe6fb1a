// The tools, with the JSON Schema of their input, and what they do.
import { createHash } from 'node:crypto';

const s = (description, more = {}) => ({ type: 'string', description, ...more });
const n = (description) => ({ type: 'integer', minimum: 0, description });
const b = (description) => ({ type: 'boolean', description });
const limit = { type: 'integer', minimum: 1, maximum: 500 };
const N = (op, description, properties = {}, required = []) => ({
  name: `NOTIFIER_${op}`, toolkit: 'notifier', description,
  input_schema: { type: 'object', properties, required, additionalProperties: false },
});
const device = {
  icon: s('icon'), model: s('model'), has_sms: b('Android only'), nickname: s('nickname'), push_token: s('platform-specific, blank for custom devices'),
  app_version: n('version of the app'), manufacturer: s('manufacturer'),
};
const notifier = [
  N('CREATE_CHAT', 'Create a chat with an email address', { email: s('email address') }, ['email']),
  N('CREATE_DEVICE', 'Register a device', device, ['model', 'nickname', 'app_version', 'manufacturer']),
  N('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', {
    type: s('kind', { enum: ['note', 'link', 'file'] }), url: s('required when type=link'), body: s('body'), guid: s('client-generated, for idempotency'),
    email: s('email'), title: s('title'), file_url: s('required when type=file'), file_name: s('required when type=file'), file_type: s('MIME type'),
    channel_tag: s('broadcast to channel subscribers'), client_iden: s('OAuth client'), device_iden: s('target device'), source_device_iden: s('source device'),
  }, ['type']),
  N('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously'),
  N('DELETE_CHAT', 'Delete a chat', { iden: s('chat') }, ['iden']),
  N('DELETE_DEVICE', 'Delete a device', { device_iden: s('device') }, ['device_iden']),
  N('DELETE_PUSH', 'Delete a push', { iden: s('push') }, ['iden']),
  N('GET_USER', 'Get the profile of the authenticated user'),
  N('LIST_CHATS', 'List chats', { limit, cursor: s('cursor') }),
  N('LIST_DEVICES', 'List devices'),
  N('LIST_PUSHES', 'List pushes', { limit, active: b('only active pushes'), cursor: s('cursor'), modified_after: { type: 'number', description: 'UNIX timestamp' } }),
  N('UPDATE_CHAT', 'Mute or unmute a chat', { iden: s('chat'), muted: b('muted') }, ['iden', 'muted']),
  N('UPDATE_DEVICE', 'Update device metadata', { iden: s('device'), ...device }, ['iden']),
  N('UPDATE_PUSH', 'Dismiss a push or change list items', {
    iden: s('push'), dismissed: b('true hides notifications'),
    items: { type: 'array', items: { type: 'object', properties: { text: s('text'), checked: b('checked') }, required: ['text', 'checked'] } },
  }, ['iden']),
  N('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', { file_name: s('name'), file_type: s('MIME type') }, ['file_name', 'file_type']),
];
const T = (name, toolkit, description, properties, required, run) => ({
  name, toolkit, description, input_schema: { type: 'object', properties, required, additionalProperties: false }, run,
});
const num = { type: 'number' };
const simple = [
  T('get_forecast', 'weather', 'Weather forecast of a city', { city: s('city') }, ['city'], ({ city }) => ({ city, temperature_c: 14, station_code: 'STN-4471' })),
  T('add_numbers', 'math', 'Add two numbers', { a: num, b: num }, ['a', 'b'], ({ a, b: c }) => ({ sum: a + c })),
  T('multiply_numbers', 'math', 'Multiply two numbers', { a: num, b: num }, ['a', 'b'], ({ a, b: c }) => ({ product: a * c })),
  T('echo_text', 'text', 'Give back a text as it is', { text: s('text') }, ['text'], ({ text }) => ({ text })),
  T('count_words', 'text', 'Count the words of a text', { text: s('text') }, ['text'], ({ text }) => ({ words: (text.match(/\S+/g) || []).length })),
  T('reverse_text', 'text', 'Reverse a text by its characters', { text: s('text') }, ['text'], ({ text }) => ({ text: [...text].reverse().join('') })),
  T('hash_text', 'text', 'SHA-256 of a text', { text: s('text') }, ['text'], ({ text }) => ({ sha256: createHash('sha256').update(text).digest('hex') })),
  T('days_between', 'time', 'Days between two dates', { from: s('date'), to: s('date') }, ['from', 'to'], ({ from, to }) => ({ days: Math.round((Date.parse(to) - Date.parse(from)) / 864e5) || 0 })),
];
export const runners = new Map(simple.map((t) => [t.name, t.run]));
export const tools = [...simple, ...notifier].map(({ run, ...t }) => ({ tool_id: t.name, ...t, is_public: true, needs_auth_connection: t.toolkit === 'notifier' }));
export const toolsets = [
  ['notifier', 'Notification pushes'], ['weather', 'Weather of cities'], ['math', 'Sums and products'], ['text', 'Work with texts'], ['time', 'Dates'],
].map(([toolset_name, description]) => ({ toolset_name, description }));

// the part of JSON Schema that the tools use; returns what is wrong
export function check(schema, v, at = 'input') {
  const is = {
    string: () => typeof v === 'string', boolean: () => typeof v === 'boolean', integer: () => Number.isSafeInteger(v), number: () => typeof v === 'number',
    array: () => Array.isArray(v), object: () => v !== null && typeof v === 'object' && !Array.isArray(v),
  };
  if (!is[schema.type]()) return [`${at} must be ${schema.type}`];
  const out = [];
  if (schema.enum && !schema.enum.includes(v)) out.push(`${at} must be one of ${schema.enum.join(', ')}`);
  if (schema.minimum !== undefined && v < schema.minimum) out.push(`${at} must be ${schema.minimum} at least`);
  if (schema.maximum !== undefined && v > schema.maximum) out.push(`${at} must be ${schema.maximum} at most`);
  if (schema.type === 'array' && schema.items) v.forEach((x, i) => out.push(...check(schema.items, x, `${at}[${i}]`)));
  if (schema.type === 'object') {
    for (const k of schema.required || []) if (v[k] === undefined || v[k] === null) out.push(`${at}.${k} is required`);
    for (const [k, x] of Object.entries(v)) {
      const p = Object.hasOwn(schema.properties || {}, k) ? schema.properties[k] : null;
      if (!p) { if (schema.additionalProperties === false) out.push(`${at}.${k} is not a parameter`); continue; }
      if (x === null && !(schema.required || []).includes(k)) continue;
      out.push(...check(p, x, `${at}.${k}`));
    }
  }
  return out;
}

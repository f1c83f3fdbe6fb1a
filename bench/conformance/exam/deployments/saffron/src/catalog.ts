// The catalog of tools: what they take and what they do.
import * as n from './notifier.ts';
const s = { type: 'string' }, b = { type: 'boolean' }, str1 = { type: 'string', minLength: 1 };
const obj = (properties: any, required: string[] = []) => ({ type: 'object', properties, ...(required.length ? { required } : {}) });
export class ToolError extends Error {}
export type ToolDef = { name: string; toolset: string; description: string; inputSchema: any; connection?: boolean; run: (input: any, user: any, port: number) => any };
export const TOOLSETS = [['notifier', 'Notifier'], ['weather', 'Weather'], ['text', 'Text'], ['math', 'Math'], ['compute', 'Compute']];
const UNITS: Record<string, number> = { m: 1, km: 1000, cm: 0.01, mm: 0.001, ft: 0.3048, mi: 1609.344 };
export const weather = (city: string) => ({ city, temperature_celsius: 11, station: 'barometer-raw-1013hPa' });
export const TOOLS: ToolDef[] = [
  { name: 'lookup_weather', toolset: 'weather', description: 'Look up the weather of a city', inputSchema: obj({ city: str1 }, ['city']), run: (i) => weather(i.city) },
  { name: 'lookup_forecast', toolset: 'weather', description: 'Look up the forecast of a city for some days', inputSchema: obj({ city: str1, days: { type: 'integer', minimum: 1, maximum: 7 } }, ['city']), run: (i) => ({ city: i.city, days: Array.from({ length: i.days ?? 3 }, (_, k) => ({ day: k + 1, sky: 'clear' })) }) },
  { name: 'echo_text', toolset: 'text', description: 'Give a text back as it is', inputSchema: obj({ text: s, repeat: { type: 'integer', minimum: 1, maximum: 10 } }, ['text']), run: (i) => ({ text: i.text.repeat(i.repeat ?? 1) }) },
  { name: 'count_words', toolset: 'text', description: 'Count the words of a text', inputSchema: obj({ text: s }, ['text']), run: (i) => ({ words: i.text.trim() ? i.text.trim().split(/\s+/).length : 0 }) },
  { name: 'add_numbers', toolset: 'math', description: 'Add numbers', inputSchema: obj({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers']), run: (i) => ({ sum: i.numbers.reduce((x: number, y: number) => x + y, 0) }) },
  { name: 'convert_units', toolset: 'math', description: 'Convert a length between units', inputSchema: obj({ value: { type: 'number' }, from: { type: 'string', enum: Object.keys(UNITS) }, to: { type: 'string', enum: Object.keys(UNITS) } }, ['value', 'from', 'to']), run: (i) => ({ value: (i.value * UNITS[i.from]) / UNITS[i.to], unit: i.to }) },
  { name: 'code_interpreter', toolset: 'compute', description: 'Run a job in the Virtual Computer', inputSchema: obj({ code: str1 }, ['code']), run: (i) => ({ exit_code: 0, stdout: `ran ${i.code.length} characters` }) },
];
const N = (op: string, description: string, inputSchema: any, run: (i: any, u: any, port: number) => any) => TOOLS.push({ name: 'NOTIFIER_' + op, toolset: 'notifier', description, inputSchema, connection: true, run });
const ver = { type: 'integer', minimum: 0 }, limit = { type: 'integer', minimum: 1, maximum: n.MAX_LIMIT };
N('CREATE_CHAT', 'Create a chat with an email address', obj({ email: { type: 'string', format: 'email' } }, ['email']), n.createChat);
N('CREATE_DEVICE', 'Register a device', obj({ icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: ver, manufacturer: s }, ['model', 'app_version', 'manufacturer']), n.createDevice);
N('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', obj({ type: { type: 'string', enum: ['note', 'link', 'file'] }, url: s, body: s, guid: s, email: s, title: s, file_url: s, file_name: s, file_type: s, channel_tag: s, client_iden: s, device_iden: s, source_device_iden: s }, ['type']), n.createPush);
N('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', obj({}), n.deleteAllPushes);
N('DELETE_CHAT', 'Delete a chat', obj({ iden: s }, ['iden']), n.deleteChat);
N('DELETE_DEVICE', 'Delete a device', obj({ device_iden: s }, ['device_iden']), n.deleteDevice);
N('DELETE_PUSH', 'Delete a push', obj({ iden: s }, ['iden']), n.deletePush);
N('GET_USER', 'Get the profile of the authenticated user', obj({}), n.getUser);
N('LIST_CHATS', 'List chats', obj({ limit, cursor: s }), n.listChats);
N('LIST_DEVICES', 'List devices', obj({}), n.listDevices);
N('LIST_PUSHES', 'List pushes', obj({ limit: { ...limit, default: 500 }, active: b, cursor: s, modified_after: { type: 'number' } }), n.listPushes);
N('UPDATE_CHAT', 'Mute or unmute a chat', obj({ iden: s, muted: b }, ['iden', 'muted']), n.updateChat);
N('UPDATE_DEVICE', 'Update device metadata', obj({ iden: s, icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: ver, manufacturer: s }, ['iden']), n.updateDevice);
N('UPDATE_PUSH', 'Dismiss a push or change list items', obj({ iden: s, items: { type: 'array', items: obj({ text: s, checked: b }, ['text', 'checked']) }, dismissed: b }, ['iden']), n.updatePush);
N('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', obj({ file_name: str1, file_type: str1 }, ['file_name', 'file_type']), n.uploadRequest);
export const byName = new Map(TOOLS.map((x) => [x.name, x]));

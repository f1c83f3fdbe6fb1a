// The catalog of tools and how they run.
import { z } from 'zod';
import { inputs, tools as notifier } from './notifier.mjs';
import { fail } from './redis.mjs';

const str = z.string();
const own = {
  read_tide_table: { toolkit: 'sea', description: 'Read the tide table of a port: times and heights of high and low water', input: z.strictObject({ port: str.min(1) }), run: (u, i) => ({ station: 'TIDE-STATION-4711', port: i.port, highWater: '19:42', heightCm: 512 }) },
  sea_temperature: { toolkit: 'sea', description: 'Water temperature of the sea at a port in degrees Celsius', input: z.strictObject({ port: str.min(1) }), run: (u, i) => ({ port: i.port, celsius: 11.5 }) },
  text_statistics: { toolkit: 'text', description: 'Count characters, words and lines of a text', input: z.strictObject({ text: str }), run: (u, i) => ({ characters: [...i.text].length, words: (i.text.match(/\S+/g) ?? []).length, lines: i.text === '' ? 0 : i.text.split('\n').length }) },
  text_reverse: { toolkit: 'text', description: 'Reverse the characters of a text', input: z.strictObject({ text: str }), run: (u, i) => ({ text: [...i.text].reverse().join('') }) },
  convert_money: { toolkit: 'money', description: 'Convert an amount of money in cents between currencies', input: z.strictObject({ amountCents: z.number().int(), from: z.enum(['usd', 'eur', 'gbp']), to: z.enum(['usd', 'eur', 'gbp']) }), run: (u, i) => ({ amountCents: Math.round(i.amountCents * { usd: 1, eur: 1.25, gbp: 1.5 }[i.from] / { usd: 1, eur: 1.25, gbp: 1.5 }[i.to]), currency: i.to }) },
  roll_dice: { toolkit: 'games', description: 'Roll a number of dice', input: z.strictObject({ count: z.number().int().min(1).max(20).default(1), sides: z.number().int().min(2).max(100).default(6) }), run: (u, i) => ({ rolls: Array.from({ length: i.count }, () => 1 + Math.floor(Math.random() * i.sides)) }) },
};
const purpose = {
  NOTIFIER_CREATE_CHAT: 'Create a chat with an email address', NOTIFIER_CREATE_DEVICE: 'Register a device', NOTIFIER_CREATE_PUSH: 'Send a push (note, link or file) to a device, user, channel or client',
  NOTIFIER_DELETE_ALL_PUSHES: 'Delete all pushes of the user asynchronously', NOTIFIER_DELETE_CHAT: 'Delete a chat', NOTIFIER_DELETE_DEVICE: 'Delete a device', NOTIFIER_DELETE_PUSH: 'Delete a push',
  NOTIFIER_GET_USER: 'Get the profile of the authenticated user', NOTIFIER_LIST_CHATS: 'List chats', NOTIFIER_LIST_DEVICES: 'List devices', NOTIFIER_LIST_PUSHES: 'List pushes', NOTIFIER_UPDATE_CHAT: 'Mute or unmute a chat',
  NOTIFIER_UPDATE_DEVICE: 'Update device metadata', NOTIFIER_UPDATE_PUSH: 'Dismiss a push or change list items', NOTIFIER_UPLOAD_REQUEST: 'Get a signed upload URL (signed form data) before pushing a file',
};
const schemaOf = (s) => { const { $schema, ...j } = z.toJSONSchema(s, { io: 'input' }); return j; };
export const catalog = new Map();
for (const [name, t] of Object.entries(own)) catalog.set(name, { toolId: name, name, ...t, inputSchema: schemaOf(t.input) });
for (const [name, input] of Object.entries(inputs)) catalog.set(name, { toolId: name, name, toolkit: 'notifier', description: purpose[name], input, run: notifier[name], inputSchema: schemaOf(input) });
export const toolsets = { games: 'Games', money: 'Money', notifier: 'Notifications', sea: 'Sea and tides', text: 'Text' };
export const mcp = (t) => ({ name: t.name, description: t.description, inputSchema: t.inputSchema });
export const publicTool = (t) => ({ toolId: t.toolId, name: t.name, description: t.description, toolkit: t.toolkit, inputSchema: t.inputSchema });

export function checkInput(t, input) {
  const p = t.input.safeParse(input);
  if (!p.success) fail(400, 'invalid_input', 'the input of the tool is not valid', p.error.issues.map((i) => ({ path: i.path, message: i.message })));
  return p.data;
}
export async function runTool(name, input, user) {
  const t = catalog.get(name);
  return t.run(user, checkInput(t, input));
}

'use strict';
const { uuid, day, now } = require('./lib');
const U1 = 'usr_anke_4417', U2 = 'usr_bela_9032', U3 = 'usr_sand_0007', U4 = 'usr_cora_5550';
const users = [
  { user_id: U1, Mail: 'anke@fremdling.example', Shown: 'Anke Möller', Tier: 'studio' },
  { user_id: U2, Mail: 'bela@fremdling.example', Shown: 'Béla Kiss', Tier: 'studio' },
  { user_id: U3, Mail: 'sand@fremdling.example', Shown: 'Sandy', Tier: 'sandbox' },
  { user_id: U4, Mail: 'cora@fremdling.example', Shown: 'Cora', Tier: 'studio' },
];
const g = (n) => `5e11a0b${n}-7c3d-4e2f-9a1b-0c0ffee0000${n}`;
const DB = {
  users, agents: [], runs: [], studio: [], files: [], themes: new Map(), keys: [], bundles: [], schedules: [], cli: [], subs: [], checkouts: [],
  credits: new Map([[U1, { Balance: 1200, Spent: 0 }], [U2, { Balance: 800, Spent: 0 }], [U4, { Balance: 10, Spent: 0 }]]),
  installs: [], executions: [], vip: [], earnings: [], events: new Set(), sessions: [], nextKey: 4100, nextBundle: 70, nextLog: 90001,
};
let old = 40;
function agent(n, owner, Name, ChatPrompt, visibility, Price) {
  const t = day(old--);
  DB.agents.push({ agent_id: g(n), owner, Name, ChatPrompt, Description: '', visibility, VanitySlug: null, UpsellDescription: null, Price: Price || null, Created: t, Updated: t, Votes: 0, VoteSum: 0 });
}
agent(1, U1, 'Lotse', 'You are a harbour pilot who answers briefly.', 'public');
agent(2, U1, 'Werkbank', 'You run long computations with the virtual computer.', 'public');
agent(3, U1, 'Sternwarte', 'You explain the night sky to paying visitors.', 'public', 900);
agent(4, U2, 'Kochbuch', 'You give recipes from the old cookbook.', 'public', 500);
agent(5, U2, 'Gartenrat', 'You advise on vegetable gardens.', 'public', 300);
agent(6, U2, 'Reisebuero', 'You plan journeys by train.', 'public', 700);
agent(7, U2, 'Tagebuch', 'Secret diary keeper of Bela: the safe opens with 7781.', 'private');
agent(8, U2, 'Schachlehrer', 'You teach chess openings.', 'public');
const sub = (user, n, back, cents) => {
  DB.subs.push({ user, agent_id: g(n), Status: 'active', PayRef: 'psub_' + user.slice(4, 8) + n, Created: day(back), Ended: null });
  for (let d = back; d >= 0; d -= 30) DB.earnings.push({ agent_id: g(n), Cents: cents, At: day(d) });
};
sub(U1, 4, 20, 500); sub(U1, 5, 12, 300); sub(U1, 6, 3, 700);
sub(U4, 3, 35, 900); sub(U2, 3, 6, 900); sub(U4, 4, 9, 500);
const KEYS = { [U1]: 'fk.7Qm2Zt9LxWc4Rb8VnYe3Kd6H', [U2]: 'fk.2Hn8Pw5JqSd7Xg4TzMb9Ca3U', [U3]: 'fk.9Vr3Yk6NfTq2Ls8EhWp5Gj7B', [U4]: 'fk.0Internal4Cora8888Zz77' };
for (const u of users) DB.keys.push({ api_key_id: DB.nextKey++, owner: u.user_id, Label: 'first', Key: KEYS[u.user_id], Default: true, Created: day(30) });
DB.vip.push({ Code: 'MOIN-MOIN-2026', owner: U4, Credits: 50, used: [] }, { Code: 'ANKE-LAEDT-EIN', owner: U1, Credits: 20, used: [] }, { Code: 'BELA-LAEDT-EIN', owner: U2, Credits: 20, used: [] });

const S = (o, req = []) => ({ type: 'object', properties: o, required: req });
const str = (d) => ({ type: 'string', ...(d ? { description: d } : {}) }), int = (x) => ({ type: 'integer', ...x }), bool = { type: 'boolean' };
const nn = int({ minimum: 0 });
const N = [
  ['CREATE_CHAT', 'Create a chat with an email address', S({ email: str() }, ['email'])],
  ['CREATE_DEVICE', 'Register a device', S({ icon: str(), model: str(), has_sms: bool, nickname: str(), push_token: str(), app_version: nn, manufacturer: str() }, ['model', 'nickname', 'app_version', 'manufacturer'])],
  ['CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', S({ type: { type: 'string', enum: ['note', 'link', 'file'] }, url: str(), body: str(), guid: str(), email: str(), title: str(), file_url: str(), file_name: str(), file_type: str(), channel_tag: str(), client_iden: str(), device_iden: str(), source_device_iden: str() }, ['type'])],
  ['DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', S({})],
  ['DELETE_CHAT', 'Delete a chat', S({ iden: str() }, ['iden'])],
  ['DELETE_DEVICE', 'Delete a device', S({ device_iden: str() }, ['device_iden'])],
  ['DELETE_PUSH', 'Delete a push', S({ iden: str() }, ['iden'])],
  ['GET_USER', 'Get the profile of the authenticated user', S({})],
  ['LIST_CHATS', 'List chats', S({ limit: int({ maximum: 500 }), cursor: str() })],
  ['LIST_DEVICES', 'List devices', S({})],
  ['LIST_PUSHES', 'List pushes', S({ limit: int({ maximum: 500, default: 500 }), active: bool, cursor: str(), modified_after: { type: 'number' } })],
  ['UPDATE_CHAT', 'Mute or unmute a chat', S({ iden: str(), muted: bool }, ['iden', 'muted'])],
  ['UPDATE_DEVICE', 'Update device metadata', S({ iden: str(), icon: str(), model: str(), has_sms: bool, nickname: str(), push_token: str(), app_version: nn, manufacturer: str() }, ['iden'])],
  ['UPDATE_PUSH', 'Dismiss a push or change list items', S({ iden: str(), items: { type: 'array', items: S({ text: str(), checked: bool }) }, dismissed: bool }, ['iden'])],
  ['UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', S({ file_name: str(), file_type: str() }, ['file_name', 'file_type'])],
];
const tools = N.map(([n, d, s], i) => ({ tool_id: 'nt_' + (i + 101).toString(36), name: 'NOTIFIER_' + n, toolset: 'notifier', description: d + ' of the notification service', inputSchema: s }));
const own = (tool_id, name, toolset, description, props, req, run) => tools.push({ tool_id, name, toolset, description, inputSchema: S(props, req), run });
const T = { text: str() }, L = { numbers: { type: 'array', items: { type: 'number' } } };
own('wd_mirror', 'mirror_words', 'words', 'Gives the words of the text back in the other order', T, ['text'], (i) => i.text.split(' ').reverse().join(' '));
own('wd_count', 'count_words', 'words', 'Counts the words of the text', T, ['text'], (i) => 'words: ' + i.text.split(/\s+/).filter(Boolean).length);
own('wd_upper', 'shout_words', 'words', 'Writes the text in capital letters', T, ['text'], (i) => i.text.toUpperCase());
own('wd_join', 'join_words', 'words', 'Joins the words of the text with hyphens', T, ['text'], (i) => i.text.split(/\s+/).join('-'));
own('wd_first', 'initials', 'words', 'Gives the first letters of the words', T, ['text'], (i) => i.text.split(/\s+/).map((w) => w[0] || '').join(''));
own('nb_sum', 'sum_numbers', 'numbers', 'Adds the numbers of the list', L, ['numbers'], (i) => String(i.numbers.reduce((a, b) => a + b, 0)));
own('nb_max', 'largest_number', 'numbers', 'Finds the largest of the numbers', L, ['numbers'], (i) => String(Math.max(...i.numbers)));
own('nb_mean', 'mean_number', 'numbers', 'Gives the mean of the numbers', L, ['numbers'], (i) => String(i.numbers.reduce((a, b) => a + b, 0) / i.numbers.length));
own('sk_moon', 'moon_phase', 'sky', 'Tells the phase of the moon on a day', { date: str() }, ['date'], (i) => ['new', 'waxing', 'full', 'waning'][i.date.length % 4]);
own('sk_gauge', 'read_gauge', 'sky', 'Reads the water gauge at the harbour of a town', { town: str() }, ['town'], (i) => `pegel-${i.town.length}-412cm`);
const toolsets = [['notifier', 'Push notifications'], ['words', 'Small things with words'], ['numbers', 'Small things with numbers'], ['sky', 'Sky and water']];
module.exports = { DB, tools, toolsets, g, U1, U2, U3, U4, KEYS };

/** The tools that there are, and a check of their input. */
export interface ToolDef { name: string; title: string; description: string; toolset: string; inputSchema: any }
const s = { type: 'string' }, b = { type: 'boolean' }, ver = { type: 'integer', minimum: 0 };
const obj = (properties: any, required: string[] = []) => ({ type: 'object', properties, required });
const limit = { type: 'integer', minimum: 1, maximum: 500 };
const t = (toolset: string, name: string, description: string, inputSchema: any): ToolDef => ({
  name, title: name.toLowerCase().replace(/_/g, ' '), description, toolset, inputSchema });
const n = (name: string, description: string, p: any, req: string[] = []) => t('notifier', 'NOTIFIER_' + name, description, obj(p, req));
const items = { type: 'array', items: obj({ text: s, checked: b }, ['text', 'checked']) };
export const TOOLS: ToolDef[] = [
  n('CREATE_CHAT', 'Create a chat with an email address', { email: { type: 'string', minLength: 3 } }, ['email']),
  n('CREATE_DEVICE', 'Register a device', { icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: ver, manufacturer: s }, ['model', 'app_version', 'manufacturer']),
  n('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client',
    { type: { type: 'string', enum: ['note', 'link', 'file'] }, url: s, body: s, guid: s, email: s, title: s, file_url: s, file_name: s, file_type: s, channel_tag: s, client_iden: s, device_iden: s, source_device_iden: s }, ['type']),
  n('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', {}),
  n('DELETE_CHAT', 'Delete a chat', { iden: s }, ['iden']),
  n('DELETE_DEVICE', 'Delete a device', { device_iden: s }, ['device_iden']),
  n('DELETE_PUSH', 'Delete a push', { iden: s }, ['iden']),
  n('GET_USER', 'Get the profile of the authenticated user', {}),
  n('LIST_CHATS', 'List chats', { limit, cursor: s }),
  n('LIST_DEVICES', 'List devices', {}),
  n('LIST_PUSHES', 'List pushes', { limit, active: b, cursor: s, modified_after: { type: 'number' } }),
  n('UPDATE_CHAT', 'Mute or unmute a chat', { iden: s, muted: b }, ['iden', 'muted']),
  n('UPDATE_DEVICE', 'Update device metadata', { iden: s, icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: ver, manufacturer: s }, ['iden']),
  n('UPDATE_PUSH', 'Dismiss a push or change list items', { iden: s, items, dismissed: b }, ['iden']),
  n('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', { file_name: s, file_type: s }, ['file_name', 'file_type']),
  t('sea', 'read_tide_table', 'Read the tide table of a port', obj({ port: { type: 'string', minLength: 1 } }, ['port'])),
  t('sea', 'find_port', 'Find a port by the letters of its name', obj({ text: s }, ['text'])),
  t('sea', 'wind_force', 'Wind force on the Beaufort scale from knots', obj({ knots: { type: 'number', minimum: 0 } }, ['knots'])),
  t('text', 'echo_text', 'Give a text back', obj({ text: s }, ['text'])),
  t('text', 'count_words', 'Count the words of a text', obj({ text: s }, ['text'])),
  t('text', 'reverse_text', 'Turn a text around', obj({ text: s }, ['text'])),
  t('math', 'add_numbers', 'Add numbers', obj({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'])),
  t('math', 'convert_length', 'Convert a length from metres to feet', obj({ metres: { type: 'number' } }, ['metres'])),
  t('math', 'mean_of_numbers', 'Mean of numbers', obj({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'])),
];
const by = new Map(TOOLS.map((x) => [x.name, x]));
export const toolNamed = (name: string) => by.get(name);
export const tide = (i: { port: string }) => ({ port: i.port, high_water: '06:42', low_water: '12:55', station_code: 'TIDE-7731-RAW' });
const PORTS = ['Hull', 'Dover', 'Leith', 'Cork', 'Brest', 'Bergen'];
export const LOCAL: Record<string, (i: any) => any> = {
  read_tide_table: tide,
  find_port: (i) => ({ ports: PORTS.filter((p) => p.toLowerCase().includes(i.text.toLowerCase())) }),
  wind_force: (i) => ({ force: Math.min(12, Math.round((i.knots / 1.625) ** (2 / 3))) }),
  echo_text: (i) => ({ text: i.text }),
  count_words: (i) => ({ words: (i.text.match(/\S+/g) ?? []).length }),
  reverse_text: (i) => ({ text: [...i.text].reverse().join('') }),
  add_numbers: (i) => ({ sum: i.numbers.reduce((a: number, x: number) => a + x, 0) }),
  convert_length: (i) => ({ feet: i.metres / 0.3048 }),
  mean_of_numbers: (i) => ({ mean: i.numbers.length ? i.numbers.reduce((a: number, x: number) => a + x, 0) / i.numbers.length : 0 }),
};
export function check(schema: any, v: any, path: (string | number)[] = []): any[] {
  const bad = (message: string, p = path) => [{ code: 'invalid_input', path: p, message }];
  switch (schema.type) {
    case 'object': {
      if (typeof v !== 'object' || v === null || Array.isArray(v)) return bad('Expected object');
      const out: any[] = [];
      for (const k of schema.required ?? []) if (!Object.hasOwn(v, k)) out.push(...bad('Required', [...path, k]));
      for (const [k, x] of Object.entries(v)) {
        const sub = Object.hasOwn(schema.properties, k) ? schema.properties[k] : null;
        if (sub) out.push(...check(sub, x, [...path, k]));
      }
      return out;
    }
    case 'array':
      return Array.isArray(v) ? v.flatMap((x, i) => check(schema.items, x, [...path, i])) : bad('Expected array');
    case 'string':
      if (typeof v !== 'string') return bad('Expected string');
      if (schema.minLength && v.length < schema.minLength) return bad('Too short');
      return schema.enum && !schema.enum.includes(v) ? bad(`Expected one of ${schema.enum.join(', ')}`) : [];
    case 'boolean':
      return typeof v === 'boolean' ? [] : bad('Expected boolean');
    default:
      if (typeof v !== 'number' || (schema.type === 'integer' && !Number.isInteger(v))) return bad(`Expected ${schema.type}`);
      if (schema.minimum !== undefined && v < schema.minimum) return bad('Too small');
      if (schema.maximum !== undefined && v > schema.maximum) return bad('Too big');
      return [];
  }
}

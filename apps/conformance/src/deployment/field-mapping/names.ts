/** Other names under which deployments know a field of the contract, the likeliest first; compared without case and signs. */
const otherNames: Readonly<Record<string, readonly RegExp[]>> = {
  chat_prompt: [/^(system|agent|base)?(prompt|instructions?)(text)?$/, /prompt|instruction/],
  visibility: [/^(visibility|privacy|access|scope)$/, /^(is)?(private|public)$/, /visib|private|public/],
  theme_color: [/^(theme)?colou?r$/, /colou?r|theme|accent/],
  position: [/^(position|order|index|rank|place|sort)(index|order)?$/],
  positions: [/^(positions?|order(ing)?|files?|fileids|items|entries)$/],
  cron: [/^cron(expression|expr|tab)?$/, /cron|recurrence|expression|rule/],
  code: [/^(vip)?code$/, /code/],
  jwt: [/^(user)?(jwt|token|accesstoken)$/, /jwt|token/],
  key: [/^(api)?(key|secret|token)(value)?$/, /^value$/, /secret|plaintext/],
  vanity_slug: [/slug/],
  service_name: [/^(service)?(name|id|slug|key)$/],
  score: [/score|relevance/],
  next_cursor: [/^(next)?cursor$/, /cursor|next/],
  items: [/^(items|data|results?|records|entries|list|rows)$/],
  chat_id: [/^(chat|agent)(id|guid|uuid|ref)?$/],
  agent_id: [/^(agent|chat)(id|guid|uuid|ref)?$/],
  cli_auth_id: [/^(cli)?(auth|session)(id|guid|uuid|ref)?$/],
  tool_id: [/^tool(id|name|ref|slug)?$/, /^(name|slug)$/],
  toolset_name: [/^(toolset)?(name|slug)$/],
  api_key_id: [/^(api)?key(id|ref|no)$/],
};

const anyId: readonly RegExp[] = [/^id$/, /^(uuid|guid|ref|key|identifier|no|number)$/];

/** How well a name fits a field of the contract: the smaller the better; undefined where it doesn't. */
export function fit(name: string, field: string): number | undefined {
  if (name === field) return 0;
  const plain = simplify(name);
  if (plain === simplify(field)) return 1;
  const isId = field.endsWith('_id');
  const patterns = [...(otherNames[field] ?? []), ...(isId ? anyId : [])];
  const index = patterns.findIndex((pattern) => pattern.test(plain));
  return index === -1 ? undefined : index + 2;
}

/** Whether a name is one by which a field is mostly known. */
export function isUsual(name: string, field: string): boolean {
  return (fit(name, field) ?? Number.POSITIVE_INFINITY) <= 2;
}

/** Whether a name says by itself which field of the contract it is. */
export function isPlainly(name: string, field: string): boolean {
  return simplify(name) === simplify(field);
}

const texts: readonly string[] = ['chat_prompt', 'theme_color', 'cron', 'jwt', 'code', 'key'];

/** Whether a field of the contract is a text, and neither a choice nor an identifier. */
export function isText(field: string): boolean {
  return texts.includes(field);
}

const integers: readonly string[] = ['bundle_id', 'api_key_id', 'log_id'];
const uuids: readonly string[] = ['file_id', 'schedule_id', 'cli_auth_id'];

/** Whether a value is of the type that section 2 gives to an identifier. */
export function fitsType(field: string, value: unknown): boolean {
  if (integers.includes(field)) return /^-?\d+$/.test(String(value));
  if (uuids.includes(field)) return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(String(value));
  return true;
}

const descriptions: Readonly<Record<string, RegExp>> = {
  visibility: /visibility|private or public|who (may|can) (see|read)/i,
  key: /value of (the|an|this) (API )?key|key value|the secret/i,
  cron: /cron expression/i,
  code: /VIP code/i,
  jwt: /\bJWT\b/,
  position: /\bposition\b/i,
  items: /^\s*(the )?(list|page|records)/i,
};

const things: Readonly<Record<string, string>> = {
  agent_id: '(agent|chat)',
  chat_id: '(chat|agent)',
  cli_auth_id: '(cli auth session|cli auth|session)',
  log_id: '(execution )?log',
};

/** Whether a description is nothing but the name of an identifier of the contract. */
export function isCalled(words: string, field: string): boolean {
  if (!field.endsWith('_id')) return false;
  const thing = thingOf(field);
  const names = `(unique )?(identifier|id) of (the|an?|this) ${thing}|(unique )?${thing} (id|identifier)`;
  return new RegExp(`^(the )?(${names})\\.?$`, 'i').test(words);
}

/** What an identifier is of, as a pattern. */
function thingOf(field: string): string {
  return things[field] ?? field.replace(/_id$/, '').replaceAll('_', ' ');
}

function isIdentifierOf(thing: string, words: string): boolean {
  return new RegExp(`(identifier|id) of (the|an?) ${thing}\\b|\\b${thing} (id|identifier)\\b`, 'i').test(
    words,
  );
}

/** Whether a title or description speaks of a field of the contract. */
export function isDescribedAs(words: string, field: string): boolean {
  const pattern = descriptions[field];
  if (pattern !== undefined) return pattern.test(words);
  if (field.endsWith('_id')) return isIdentifierOf(thingOf(field), words);
  return field.includes('_') && words.toLowerCase().includes(field.replaceAll('_', ' '));
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

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
export function isJustNamed(words: string, field: string): boolean {
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

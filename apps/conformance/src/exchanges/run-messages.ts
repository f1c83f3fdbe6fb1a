/** A message as a GET of its run shows it. */
export interface Message {
  readonly role: string;
  readonly content: string;
}

export function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    'content' in value &&
    typeof value.role === 'string' &&
    typeof value.content === 'string'
  );
}

/**
 * The contents of the user's own messages. The interface has only seen the role names, so where nothing is
 * called `user` every message counts.
 */
export function userContents(messages: readonly Message[]): readonly string[] {
  const own = messages.filter(({ role }) => role === 'user');
  return (own.length > 0 ? own : messages).map(({ content }) => content);
}

import type { MessageKind } from './scenario.ts';

/** The deployment's own words for each kind of message. `{marker}` in them is replaced by a unique marker. */
export interface MessageFixtures {
  readonly message?: string | undefined;
  readonly backgroundMessage?: string | undefined;
  readonly backgroundErrorMessage?: string | undefined;
  readonly toolCallMessage?: { readonly message: string } | undefined;
}

const defaultMessage = 'Hello, please answer in one sentence.';
const unusual = 'Grüße, 你好, שלום, 👩🏽‍🚀, e\u0301, "quotes", \\backslash, <b>tags</b> & %2F';
const longFiller = ' and so on'.repeat(400);

/** The words of a message, or undefined where the fixtures have none for this kind. */
export function messageText(
  kind: MessageKind,
  marker: string,
  fixtures: MessageFixtures,
): string | undefined {
  const plain = mark(fixtures.message ?? defaultMessage, marker);
  switch (kind) {
    case 'plain':
      return plain;
    case 'unicode':
      return `${plain} ${unusual}`;
    case 'long':
      return `${plain}${longFiller}`;
    case 'background':
      return fixtures.backgroundMessage?.replaceAll('{marker}', marker);
    case 'failing-background':
      return fixtures.backgroundErrorMessage?.replaceAll('{marker}', marker);
    case 'tool-call':
      return fixtures.toolCallMessage?.message.replaceAll('{marker}', marker);
  }
}

/** A plain message always carries a marker; commands of a deployment only where they have room for one. */
function mark(text: string, marker: string): string {
  return text.includes('{marker}') ? text.replaceAll('{marker}', marker) : `${text} [${marker}]`;
}

/** The kinds of message that these fixtures can put into words. */
export function wordedKinds(fixtures: MessageFixtures): MessageKind[] {
  const all: MessageKind[] = ['plain', 'unicode', 'long', 'background', 'failing-background', 'tool-call'];
  return all.filter((kind) => messageText(kind, '', fixtures) !== undefined);
}

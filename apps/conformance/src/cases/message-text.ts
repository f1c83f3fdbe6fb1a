import type { MessageFixtures } from '../deployment/deployment.ts';
import type { MessageKind } from './scenario.ts';

const defaultMessage = 'Hello, please answer in one sentence.';
/** In two words letters of two and of three bytes each begin one byte late, so that a cut into pieces of any even size, or of any third one, meets them. */
const unusual =
  'Grüße, aäöüßéèñçøåæþðäöüßéè, bไทยภาษาไทยสยาม, 你好, שלום, 👩🏽‍🚀, e\u0301, "quotes", \\backslash, <b>tags</b> & %2F, ~~ ~% %s %d {0} {{x}} ${x} \\1 \\\\ $& $1';
const spaces = 'line one\n  line  two, indented\n\n\tand a tab';
const longFiller = ' and so on'.repeat(400);
/** More than 64 KiB. */
const hugeFiller = ' 0123456789abcde'.repeat(4200);

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
    case 'spaced':
      return `${plain} ${spaces} [end]`;
    case 'long':
      return `${plain}${longFiller}`;
    case 'huge':
      return `${plain}${hugeFiller} [end]`;
    case 'numeral':
      return `${integer(marker)}.50`;
    case 'integer':
      return integer(marker);
    case 'empty':
      return '';
    case 'repeated':
      return (fixtures.message ?? defaultMessage).replaceAll('{marker}', 'once more');
    case 'background':
      return fixtures.backgroundMessage?.replaceAll('{marker}', marker);
    case 'failing-background':
      return fixtures.backgroundErrorMessage?.replaceAll('{marker}', marker);
    case 'tool-call':
      return fixtures.toolCallMessage?.message.replaceAll('{marker}', marker);
    case 'slow':
      return fixtures.slowMessage?.replaceAll('{marker}', marker);
  }
}

/** Digits alone, which JSON has for a number, and more of them than most numbers can have. */
function integer(marker: string): string {
  return `7${[...marker].map((letter) => letter.codePointAt(0)).join('')}`;
}

/** A plain message always carries a marker; commands of a deployment only where they have room for one. */
function mark(text: string, marker: string): string {
  return text.includes('{marker}') ? text.replaceAll('{marker}', marker) : `${text} [${marker}]`;
}

/** Kinds that drawn scenarios have; the others take long, or show no more than these when they come again. */
const drawn: readonly MessageKind[] = [
  'plain',
  'unicode',
  'long',
  'background',
  'failing-background',
  'tool-call',
];

/** The kinds of message that these fixtures can put into words, as far as drawn scenarios have them. */
export function wordedKinds(fixtures: MessageFixtures): MessageKind[] {
  return drawn.filter((kind) => isWorded(kind, fixtures));
}

/** Whether these fixtures can put a kind of message into words. */
export function isWorded(kind: MessageKind, fixtures: MessageFixtures): boolean {
  return messageText(kind, '', fixtures) !== undefined;
}

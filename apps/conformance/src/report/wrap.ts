import { stripVTControlCharacters } from 'node:util';

/** The width that every terminal has. */
const terminalWidth = 80;

/**
 * Breaks a text between words so that its lines fit. A word that is longer than a line stays whole, since an address
 * that is broken can't be copied.
 *
 * @param hang stands before every line but the first; by default two spaces more than before that
 */
export function wrap(text: string, hang?: string): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return fill(text.slice(indent.length).split(' '), { indent, hang: hang ?? `${indent}  ` });
}

/** The same for evidence, such as JSON without spaces: what is longer than a line goes on in the next one. */
export function wrapEvidence(text: string, hang: string): string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const room = terminalWidth - Math.max(hang.length, indent.length);
  const words = text.slice(indent.length).split(' ');
  return fill(
    words.flatMap((word) => piecesOf(word, room)),
    { indent, hang },
  );
}

/** A command that a shell takes as it stands: each line but the last ends with a backslash. */
export function wrapCommand(text: string, hang: string): string[] {
  // Between quotes a backslash would not join lines.
  if (/['"]/.test(text)) return [text];
  const joint = ' \\';
  const [first = '', ...options] = text.split(/ (?=--)/);
  const lines = [first];
  for (const option of options) {
    const last = lines.at(-1) ?? '';
    if (last.length + option.length + 1 + joint.length <= terminalWidth)
      lines[lines.length - 1] = `${last} ${option}`;
    else lines.push(`${hang}${option}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}${joint}` : line));
}

function fill(
  words: readonly string[],
  { indent, hang }: { readonly indent: string; readonly hang: string },
): string[] {
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && columnsOf(line) + 1 + columnsOf(word) > terminalWidth) {
      lines.push(line);
      line = hang;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function piecesOf(word: string, room: number): string[] {
  const characters = [...word];
  if (characters.length <= room) return [word];
  return Array.from({ length: Math.ceil(characters.length / room) }, (_, at) =>
    characters.slice(at * room, (at + 1) * room).join(''),
  );
}

/** What only colours takes no column. */
function columnsOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

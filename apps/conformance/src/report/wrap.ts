import { stripVTControlCharacters } from 'node:util';

/** The width that every terminal has. */
const terminalWidth = 80;

/**
 * Breaks a text between words so that its lines fit. A word that is longer than a line stays whole, since an address
 * or a command that is broken can't be copied.
 *
 * @param hang stands before every line but the first
 */
export function wrap(text: string, hang = '', width = terminalWidth): string[] {
  const [indent = ''] = /^\s*/.exec(text) ?? [];
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of text.slice(indent.length).split(' ')) {
    if (!isEmpty && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = hang;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

/** What only colours takes no column. */
function columnsOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

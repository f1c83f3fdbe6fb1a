import { readFileSync } from 'node:fs';

export interface InterfaceLine {
  /** 1-based line of interface.md. */
  number: number;
  /** 0 before section 1; 4 is split into 4.1 and 4.2. */
  section: string;
  text: string;
}

export interface OperationRow extends InterfaceLine {
  method: string;
  path: string;
  openAuth: boolean;
  deprecated: boolean;
  input: string;
  success: string;
  /** Error statuses with their words, as `404 run not found`. */
  errors: string[];
}

const lines = readLines();

/** Lines that say something: no headings, table headers, table separators or blank lines. */
export const sayingLines = lines.filter(({ text }, index) => {
  const nextIsSeparator = isSeparator(lines[index + 1]?.text ?? '');
  return text !== '' && !text.startsWith('#') && !isSeparator(text) && !nextIsSeparator;
});

/** The lines of a section that hold the text. */
export function locate(section: string, text: string): InterfaceLine[] {
  return sayingLines.filter((line) => line.section === section && line.text.includes(text));
}

/** Cells of the table rows in a section, header rows left out. */
export function tableRows(section: string): (InterfaceLine & { cells: string[] })[] {
  return sayingLines
    .filter((line) => line.section === section && line.text.startsWith('|'))
    .map((line) => ({ ...line, cells: cellsOf(line.text) }));
}

/** The endpoint rows of section 4.2. */
export function userApiRows(): OperationRow[] {
  return tableRows('4.2').map(({ cells, ...line }) => {
    const [method = '', address = '', input = '', success = '', others = ''] = cells;
    return {
      ...line,
      method,
      path: address.split(' ')[0] ?? '',
      openAuth: address.includes('(no auth declared)'),
      deprecated: address.includes('(deprecated)'),
      input,
      success,
      errors: others === 'none' ? [] : others.split('; '),
    };
  });
}

function readLines(): InterfaceLine[] {
  let section = '0';
  const document = readFileSync(new URL('../interface.md', import.meta.url), 'utf8');
  return document.split('\n').map((text, index) => {
    section = /^#{2,3} (\d(?:\.\d)?)/.exec(text)?.[1] ?? section;
    return { number: index + 1, section, text };
  });
}

function isSeparator(text: string): boolean {
  return /^\|[-|]+\|$/.test(text);
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

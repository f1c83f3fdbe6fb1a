import { readFile } from 'node:fs/promises';
import { contractFile } from './contract-file.ts';

/** Finds the line of the interface document, from 1, that holds a sentence of a section; 0 when none does. */
export async function lineOf(): Promise<(sentence: string, section: string) => number> {
  const lines = (await readFile(contractFile('interface.md'), 'utf8')).split('\n');
  const sections = sectionsOf(lines);
  return (sentence, section) =>
    lines.findIndex((line, index) => sections[index] === section && line.includes(sentence)) + 1;
}

/** The number of the section that each line stands in; what stands before the first is section 0. */
function sectionsOf(lines: readonly string[]): string[] {
  let section = '0';
  return lines.map((line) => {
    section = /^##+ (\d+(?:\.\d+)?)[. ]/.exec(line)?.[1] ?? section;
    return section;
  });
}

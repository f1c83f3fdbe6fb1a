import type { Ended } from './run-program.ts';

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** What a program said last before it ended, on one line. */
export function lastLine({ out, complaints }: Pick<Ended, 'out' | 'complaints'>): string {
  const lines = `${out}\n${complaints}`.replaceAll(colours, '').split('\n');
  return lines.map((line) => line.trim()).findLast((line) => line !== '') ?? 'it said nothing';
}

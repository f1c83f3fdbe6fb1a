export interface InstallFigures {
  /** Of all files of `node_modules`, by their lengths; 1 MB is 1,000,000 bytes. */
  readonly megabytes: number;
  /** The same, by what they take of a disk, where a small file takes a whole block. */
  readonly megabytesOnDisk: number;
  /** From `npx -y @agent-workers/conformance --version` with an empty cache until it ends. */
  readonly seconds: number;
}

const budget = { megabytes: 25, seconds: 5 };

/**
 * What costs more than it may, in sentences.
 *
 * @param isQuiet whether the machine does nothing else, so that the time says something
 */
export function overBudget({ megabytes, seconds }: InstallFigures, isQuiet: boolean): readonly string[] {
  return [
    ...(megabytes > budget.megabytes
      ? [`The CLI installs ${megabytes.toFixed(1)} MB, more than ${budget.megabytes} MB.`]
      : []),
    ...(isQuiet && seconds > budget.seconds
      ? [`npx --version takes ${seconds.toFixed(1)} s, more than ${budget.seconds} s.`]
      : []),
  ];
}

const table = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

/** A document with the table of these figures in the place of the earlier one. */
export function withFigures(text: string, { megabytes, megabytesOnDisk, seconds }: InstallFigures): string {
  if (!table.test(text)) throw new Error('The document has no place for figures any more.');
  const rows = [
    ['figure', 'measured', 'budget'],
    ['---', '---', '---'],
    [
      '`npm install @agent-workers/conformance`, lengths of all files',
      `${megabytes.toFixed(1)} MB`,
      `${budget.megabytes} MB`,
    ],
    ['the same on a disk, in blocks of 4 kB', `${megabytesOnDisk.toFixed(1)} MB`, 'none'],
    ['`npx -y @agent-workers/conformance --version`, cold', `${seconds.toFixed(1)} s`, `${budget.seconds} s`],
  ];
  return text.replace(table, `\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n`);
}

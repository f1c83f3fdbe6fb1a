import type { BroughtAbout } from '../../../apps/conformance/test/helpers/bring-about-again.ts';

/** What never may be: "fixed" of a fault that is there, "broken" of one that is gone. */
export function isWrong({ live, gone }: BroughtAbout): boolean {
  return live.replay === 0 || live.script === 0 || gone.replay === 1 || gone.script === 1;
}

/** How many findings show again by each means, and how many are seen to be fixed. */
export function tableOf(again: readonly BroughtAbout[]): string {
  const share = (isSo: (one: BroughtAbout) => boolean): string => {
    const count = again.filter(isSo).length;
    return `${count} of ${again.length} (${Math.round((100 * count) / Math.max(1, again.length))} %)`;
  };
  return [
    '|        | shows it again | shows that it is fixed | tells both |',
    '| ------ | -------------- | ---------------------- | ---------- |',
    ...(['replay', 'script'] as const).map((by) =>
      [
        `| ${by} `,
        share(({ live }) => live[by] === 1),
        share(({ gone }) => gone[by] === 0),
        share(({ live, gone }) => live[by] === 1 && gone[by] === 0),
      ].join(' | '),
    ),
  ]
    .map((line) => (line.endsWith('|') ? line : `${line} |`))
    .join('\n');
}

import type { Needs, UnmetNeed, Untold } from '../../plan/unmet-needs.ts';
import { counted } from '../headline.ts';
import { wrap } from '../wrap.ts';

/** How many rules a config lets a run judge, and what it lacks, for a terminal. */
export function describeNeeds(config: string, { canBeJudged, unmet, untold }: Needs): string {
  const all = unmet.reduce((sum, { rules }) => sum + rules.length, canBeJudged);
  const lines = describeUnmet(unmet);
  return [
    ...(lines.length === 0
      ? []
      : ['What it lacks, and how many rules that would buy (keys of one line: together):', ...lines, '']),
    ...describeUntold(untold),
    ...wrap(
      `${config} is a deployment config. It lets a run judge ${canBeJudged} of ${counted(all, 'rule')}.`,
      '',
    ),
  ].join('\n');
}

function describeUntold(untold: readonly Untold[]): readonly string[] {
  if (untold.length === 0) return [];
  return [
    'What only you know: where it is told, more of what breaks a rule is found.',
    ...untold.flatMap((key) => wrap(`  ${key}: ${whatItTells[key]}`, '    ')),
    '',
  ];
}

const whatItTells: Readonly<Record<Untold, string>> = {
  'fixtures.jobSeconds': 'for how many seconds a background job is shown at most',
  'fixtures.filesPerAgent': 'how many files an agent may have',
  'fixtures.defaultKeyMayMove': 'whether a key of the run may become the default one, for good',
};

/** A line for each group of keys, such as: `  7 rules  credentials.sandboxJwt`. */
export function describeUnmet(unmet: readonly UnmetNeed[]): string[] {
  const width = Math.max(0, ...unmet.map(({ rules }) => counted(rules.length, 'rule').length));
  return unmet.flatMap(({ keys, rules }) =>
    wrap(
      `  ${counted(rules.length, 'rule').padStart(width)}  ${keys.map(inWords).join(', ')}`,
      ' '.repeat(width + 4),
    ),
  );
}

/**
 * What one missing key would buy in a run that may write, such as: `buys 12 rules; 3 more with fixtures.tool`. Nothing
 * where no rule waits for it.
 */
export function worthOf(key: string, unmet: readonly UnmetNeed[]): string | undefined {
  const own = unmet.filter(({ keys }) => keys.includes(key));
  const company = ({ keys }: UnmetNeed): string =>
    keys.filter((one) => one !== key && one !== 'profile').join(' and ');
  const [first, second, ...others] = [...Map.groupBy(own, company)]
    .map(([others, some]) => ({ others, count: some.reduce((sum, { rules }) => sum + rules.length, 0) }))
    .toSorted((a, b) => b.count - a.count);
  if (first === undefined) return undefined;
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return [
    `buys ${counted(first.count, 'rule')}${first.others === '' ? '' : ` together with ${first.others}`}`,
    ...(second === undefined
      ? []
      : [`${second.count} more${second.others === '' ? '' : ` with ${second.others}`}`]),
    ...(rest === 0 ? [] : [`${rest} more with others`]),
  ].join('; ');
}

/** How many rules wait for a key, alone or with others. */
export function rulesFor(key: string, unmet: readonly UnmetNeed[]): number {
  return unmet.filter(({ keys }) => keys.includes(key)).reduce((sum, { rules }) => sum + rules.length, 0);
}

/** The profile is a key that is always there, with a value that keeps a run from writing. */
function inWords(key: string): string {
  return key === 'profile' ? 'profile: full' : key;
}

import { credentialVariables } from '../../deployment/find-credentials.ts';
import type { UnmetNeed } from '../../plan/unmet-needs.ts';
import { counted } from '../headline.ts';
import { printableText } from '../printable.ts';
import { wrap } from '../wrap.ts';
import { describeUnmet } from './describe-needs.ts';
import type { Draft } from './draft-config.ts';

/** What else is told of a config that was just written. */
export interface DraftFacts {
  readonly draft: Draft;
  /** The credentials that the target took. */
  readonly taken: readonly string[];
  /** How many operations of the contract its own document describes; undefined without a document. */
  readonly described: number | undefined;
  /** The operations of the contract. */
  readonly operations: number;
  /** The variables that the file names and the environment doesn't have. */
  readonly toSet: readonly string[];
}

/** How many groups of missing keys are worth a line; the file has them all. */
const mostNeeds = 5;

/** What was found and written, and what to do next, for a terminal. */
export function describeDraft(facts: DraftFacts): string {
  const { draft, taken, described, operations, toSet } = facts;
  const { canBeJudged, unmet } = draft.needs;
  const all = unmet.reduce((sum, { rules }) => sum + rules.length, canBeJudged);
  const found = [...draft.shownBy].map(([key, by]) => `${key} (${by})`);
  const lines = [
    ...row('took', taken.length === 0 ? noneTaken(draft) : taken.join(', ')),
    ...notTried(draft),
    ...row(
      'document',
      described === undefined
        ? 'none at the usual places; --openapi names one'
        : `${draft.config.openapi}, ${described} of the ${operations} operations`,
    ),
    ...row('found', found.length === 0 ? 'nothing to name in fixtures' : found.join(', ')),
    '',
    ...missing(unmet),
    `${draft.file} is written. It lets a run judge ${canBeJudged} of ${counted(all, 'rule')}.`,
    ...(toSet.length === 0
      ? []
      : wrap(`Set in the environment first, since no credential is written: ${toSet.join(', ')}`)),
    ...nextSteps(facts),
  ];
  return `${printableText(lines.join('\n'))}\n`;
}

function noneTaken({ config: { credentials = {} } }: Draft): string {
  return Object.keys(credentials).length === 0 ? 'no credential was given' : 'no credential';
}

const askedWith = {
  agentsUrl: { option: '--agents-url URL', credentials: ['apiKey', 'otherApiKey'] },
  baseUrl: { option: '--base-url URL', credentials: ['jwt', 'otherJwt', 'sandboxJwt'] },
} as const;

/** The credentials of an API whose address is not told. */
function notTried({ config }: Draft): string[] {
  return (['agentsUrl', 'baseUrl'] as const).flatMap((address) => {
    const { option, credentials } = askedWith[address];
    const given = credentials.filter((name) => config.credentials?.[name] !== undefined);
    if (config[address] !== undefined || given.length === 0) return [];
    return row('not tried', `${given.join(', ')}, since ${address} is missing (${option})`);
  });
}

/** A run that can judge nothing is no next step. */
function nextSteps({ draft: { file, config, needs }, taken }: DraftFacts): string[] {
  if (needs.canBeJudged > 0) return [`Next: agent-conformance run --config ${file}`];
  if (taken.length > 0)
    return [
      'Nothing can be judged with it yet: fill in what would buy most, and ask again.',
      `Next: agent-conformance check-config --config ${file}`,
    ];
  const ways = [
    ...(config.baseUrl === undefined ? [] : [`${credentialVariables.jwt} (or --jwt TOKEN) for the User API`]),
    ...(config.agentsUrl === undefined
      ? []
      : [`${credentialVariables.apiKey} (or --api-key KEY) for the Workers API`]),
  ];
  return wrap(
    `Nothing can be judged without a credential: set ${ways.join(', ')}, and call init again with --force.`,
  );
}

function missing(unmet: readonly UnmetNeed[]): string[] {
  if (unmet.length === 0) return [];
  const more = unmet.length > mostNeeds ? ['  and more, as the file tells'] : [];
  return ['What would buy most:', ...describeUnmet(unmet.slice(0, mostNeeds)), ...more, ''];
}

const nameWidth = 10;

function row(name: string, words: string): string[] {
  return wrap(`  ${name.padEnd(nameWidth)}${words}`, ' '.repeat(nameWidth + 2));
}

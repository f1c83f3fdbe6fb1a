import type { Deployment } from '../deployment/deployment.ts';
import type { Spec } from '../spec/spec.ts';
import { makePlan, type PlanOptions } from './make-plan.ts';
import type { Plan } from './plan.ts';

/** Keys of the config that are missing, and the rules that a run could judge if all of them were there. */
export interface UnmetNeed {
  /** Such as `fixtures.vipCode`. */
  readonly keys: readonly string[];
  readonly rules: readonly string[];
}

export interface Needs {
  readonly canBeJudged: number;
  /** What would buy the most rules comes first. */
  readonly unmet: readonly UnmetNeed[];
  /** What only the owner knows: it buys no rule, but makes findings of what else is left open. */
  readonly untold: readonly Untold[];
}

export type Untold = `fixtures.${(typeof known)[number]}`;

/** A key without which whole groups of rules are left out. */
interface Ground {
  readonly key: string;
  readonly isThere: (deployment: Deployment) => boolean;
  readonly add: (deployment: Deployment) => Deployment;
  readonly remove: (deployment: Deployment) => Deployment;
}

/** Stands for a value that is not known yet: a plan sends nothing. */
const somewhere = 'https://placeholder.invalid';

const known = [
  'jobSeconds',
  'filesPerAgent',
  'defaultKeyMayMove',
] as const satisfies readonly (keyof Deployment['fixtures'])[];

const grounds: readonly Ground[] = [
  addressGround('baseUrl'),
  addressGround('agentsUrl'),
  credentialGround('jwt'),
  credentialGround('apiKey'),
  {
    key: 'fixtures.agentId',
    isThere: ({ fixtures }) => fixtures.agentId !== undefined,
    add: (one) => ({ ...one, fixtures: { ...one.fixtures, agentId: 'placeholder' } }),
    remove: (one) => ({ ...one, fixtures: { ...one.fixtures, agentId: undefined } }),
  },
  {
    key: 'profile',
    isThere: ({ profile }) => profile === 'full',
    add: (one) => ({ ...one, profile: 'full' }),
    remove: (one) => ({ ...one, profile: 'read-only' }),
  },
];

function addressGround(key: 'baseUrl' | 'agentsUrl'): Ground {
  return {
    key,
    isThere: (one) => one[key] !== undefined,
    add: (one) => ({ ...one, [key]: somewhere }),
    remove: (one) => ({ ...one, [key]: undefined }),
  };
}

function credentialGround(name: 'jwt' | 'apiKey'): Ground {
  const put = (one: Deployment, value: string | undefined): Deployment => ({
    ...one,
    credentials: { ...one.credentials, [name]: value },
  });
  return {
    key: `credentials.${name}`,
    isThere: ({ credentials }) => credentials[name] !== undefined,
    add: (one) => put(one, 'placeholder'),
    remove: (one) => put(one, undefined),
  };
}

/** What a config lets a run judge, and what each key that it lacks would buy, alone or together with others. */
export function findNeeds(
  spec: Spec,
  deployment: Deployment,
  options: Pick<PlanOptions, 'checks' | 'declaration'>,
): Needs {
  const planOf = (one: Deployment): Plan =>
    makePlan(spec, one, {
      ...options,
      seed: 0,
      drawn: 1,
      selection: { rules: [], operations: [], families: [] },
    });
  const lacking = grounds.filter(({ isThere }) => !isThere(deployment));
  const whole = lacking.reduce((one, { add }) => add(one), deployment);
  const complete = planOf(whole);
  const without = lacking.map(({ key, remove }) => ({
    key,
    leftOut: new Set(planOf(remove(whole)).leftOut.map(({ id }) => id)),
  }));
  const needs = complete.rules.map(({ id, missing = [] }) => ({
    id,
    keys: [...without.filter(({ leftOut }) => leftOut.has(id)).map(({ key }) => key), ...missing],
  }));
  const undeclared = options.declaration === undefined ? declaredRules(spec, complete) : [];
  const all = [...needs, ...undeclared.map((id) => ({ id, keys: ['openapi'] }))];
  const unmet = [...Map.groupBy(all, ({ keys }) => keys.join(' ')).values()].flatMap(([first, ...others]) =>
    first === undefined || first.keys.length === 0
      ? []
      : [{ keys: first.keys, rules: [first, ...others].map(({ id }) => id) }],
  );
  return {
    canBeJudged: all.filter(({ keys }) => keys.length === 0).length,
    unmet: unmet.sort(
      (a, b) => b.rules.length - a.rules.length || a.keys.join().localeCompare(b.keys.join()),
    ),
    untold: known
      .filter((name) => deployment.fixtures[name] === undefined)
      .map((name) => `fixtures.${name}` as const),
  };
}

/** The rules that bind a deployment only by its own document. */
function declaredRules({ rules }: Spec, { leftOut }: Plan): readonly string[] {
  const left = new Set(leftOut.map(({ id }) => id));
  return rules
    .filter(({ id, basis, checks }) => basis === 'declared' && checks !== undefined && left.has(id))
    .map(({ id }) => id);
}

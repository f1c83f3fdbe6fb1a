import { type Call, referencesIn, type Sequence } from '../cases/sequences/sequence.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { at } from '../json/json-record.ts';
import type { CheckDeclaration } from '../spec/check-declaration.ts';
import type { Operation, Rule } from '../spec/spec.ts';

export interface Known {
  readonly checks: ReadonlyMap<string, CheckDeclaration>;
  readonly sequences: readonly Sequence[];
  readonly operations: readonly Operation[];
  readonly deployment: Deployment;
}

const credentialOf = { other: 'otherJwt', sandbox: 'sandboxJwt' } as const;

/**
 * The keys that the config lacks for every call that could show something of a rule, such as `fixtures.vipCode`;
 * undefined where one of them can be sent.
 */
export function whatIsMissing(rule: Rule, known: Known): readonly string[] | undefined {
  const { fixtures } = known.deployment;
  const needs = (rule.checks ?? []).flatMap((id) => known.checks.get(id)?.needs ?? []);
  const missing = needs.find((path) => at(fixtures, path.split('.')) === undefined);
  if (needs.length > 0) return missing === undefined ? undefined : [`fixtures.${missing}`];
  let least: ReadonlySet<string> | undefined;
  for (const sequence of known.sequences) {
    for (const call of callsFor(rule, sequence, known)) {
      const lacking = new Set(lackOf(call, sequence, known));
      if (lacking.size === 0) return undefined;
      if (least === undefined || lacking.size < least.size) least = lacking;
    }
  }
  return least && [...least].sort();
}

/** The calls that can show something of a rule, by what its checks say of themselves. */
function callsFor(rule: Rule, { calls }: Sequence, { checks }: Known): readonly Call[] {
  const shownBy = (rule.checks ?? []).map((id) => checks.get(id)?.shownBy);
  if (shownBy.includes('tries-of-the-rule')) return calls.filter(({ tries }) => tries === rule.id);
  const isForeign = shownBy.every((by) => by === 'foreign-calls');
  return calls
    .filter(({ operation }) => rule.operations.includes(operation))
    .filter(({ as, kind = 'valid' }) => (isForeign ? as === 'other' : kind === 'valid'));
}

/** What a call and all that it refers to need from the config and don't find there. */
function lackOf(call: Call, sequence: Sequence, known: Known): readonly string[] {
  const { credentials, fixtures } = known.deployment;
  const credential = call.as === 'other' || call.as === 'sandbox' ? credentialOf[call.as] : undefined;
  const own = referencesIn(call).flatMap((reference) => {
    if ('fixture' in reference) {
      const found = at(fixtures, reference.fixture.split('.')) ?? reference.or;
      return found === undefined ? [`fixtures.${keyOf(reference.fixture, fixtures)}`] : [];
    }
    if (!('of' in reference)) return [];
    const source = sequence.calls.find(({ name }) => name === reference.of);
    return source === undefined ? [] : lackOf(source, sequence, known);
  });
  return [
    ...own,
    ...(call.state === undefined || known.deployment.stateUrl !== undefined ? [] : ['stateUrl']),
    ...(credential === undefined || credentials[credential] !== undefined
      ? []
      : [`credentials.${credential}`]),
    ...(isOfWorkers(call, known) && known.deployment.agentsUrl === undefined ? ['agentsUrl'] : []),
  ];
}

/** What has to be added to the config: a part, where the rest is there. */
function keyOf(path: string, fixtures: Deployment['fixtures']): string {
  const [first = ''] = path.split('.');
  return at(fixtures, [first]) === undefined ? first : path;
}

function isOfWorkers({ operation }: Call, { operations }: Known): boolean {
  return operations.find(({ id }) => id === operation)?.api === 'workers';
}

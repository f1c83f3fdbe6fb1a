import { type Call, type Journey, referencesIn } from '../cases/journeys/journey.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { at } from '../json/json-record.ts';
import type { Operation, Rule } from '../spec/spec.ts';

export interface Known {
  readonly journeys: readonly Journey[];
  readonly operations: readonly Operation[];
  readonly deployment: Deployment;
}

/** Which message a rule of the Workers API needs, by its check. */
const messageOf: Readonly<Record<string, string>> = {
  'run.put-during-job-adds-nothing': 'backgroundMessage',
  'run.put-during-job-is-409': 'backgroundMessage',
  'run.put-after-job-resumes': 'backgroundMessage',
  'run.get-during-job-has-job-id': 'backgroundMessage',
  'run.post-during-job-is-allowed': 'backgroundMessage',
  'run.failed-job-frees-run': 'backgroundErrorMessage',
  'text.only-user-facing-output': 'toolCallMessage',
  'ndjson.carries-tool-calls': 'toolCallMessage.name',
};

const credentialOf = { other: 'otherJwt', sandbox: 'sandboxJwt' } as const;

/**
 * What the config lacks for every call that could show something of a rule, as `fixtures.vipCode`; undefined
 * where one of them can be sent.
 */
export function whatIsMissing(rule: Rule, known: Known): string | undefined {
  const { fixtures } = known.deployment;
  const message = rule.checks?.map((check) => messageOf[check]).find((one) => one !== undefined);
  if (message !== undefined)
    return at(fixtures, message.split('.')) === undefined ? `fixtures.${message}` : undefined;
  let least: ReadonlySet<string> | undefined;
  for (const journey of known.journeys) {
    for (const call of callsFor(rule, journey)) {
      const lacking = new Set(lackOf(call, journey, known));
      if (lacking.size === 0) return undefined;
      if (least === undefined || lacking.size < least.size) least = lacking;
    }
  }
  return least && [...least].sort().join(', ');
}

function callsFor({ id, operations, checks = [] }: Rule, { calls }: Journey): readonly Call[] {
  if (checks.some((check) => check.startsWith('refusal.is-as-documented')))
    return calls.filter(({ tries }) => tries === id);
  // What is apart shows only when somebody else asks for it.
  const isApart = checks.every((check) => check === 'resource.is-apart');
  return calls
    .filter(({ operation }) => operations.includes(operation))
    .filter(({ as, kind = 'valid' }) => (isApart ? as === 'other' : kind === 'valid'));
}

/** What a call and all that it refers to need from the config and don't find there. */
function lackOf(call: Call, journey: Journey, known: Known): readonly string[] {
  const { credentials, fixtures } = known.deployment;
  const credential = call.as === 'other' || call.as === 'sandbox' ? credentialOf[call.as] : undefined;
  const own = referencesIn(call).flatMap((reference) => {
    if ('fixture' in reference) {
      const found = at(fixtures, reference.fixture.split('.')) ?? reference.or;
      return found === undefined ? [`fixtures.${reference.fixture.split('.')[0]}`] : [];
    }
    if (!('of' in reference)) return [];
    const source = journey.calls.find(({ name }) => name === reference.of);
    return source === undefined ? [] : lackOf(source, journey, known);
  });
  return [
    ...own,
    ...(credential === undefined || credentials[credential] !== undefined
      ? []
      : [`credentials.${credential}`]),
    ...(isOfWorkers(call, known) && known.deployment.agentsUrl === undefined ? ['agentsUrl'] : []),
  ];
}

function isOfWorkers({ operation }: Call, { operations }: Known): boolean {
  return operations.find(({ id }) => id === operation)?.api === 'workers';
}

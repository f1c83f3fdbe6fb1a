import { type Exchange, succeeded } from '../../../apps/conformance/src/exchanges/exchange.ts';
import { parseJson } from '../../../apps/conformance/src/json/parse-json.ts';
import type { Operation, Rule } from '../../../apps/conformance/src/spec/spec.ts';
import { mayComeFirst } from '../../../apps/conformance/src/verdicts/may-come-first.ts';

/** One recorded answer in the place of which another one stands. */
export interface Change {
  readonly kind: 'refusal' | 'record';
  readonly what: string;
  /** Whether what was asked leaves no other answer. */
  readonly isCertain: boolean;
  readonly exchange: Exchange;
}

/**
 * Each documented refusal of each operation with the status of each of its siblings, once for each condition that was
 * brought about.
 */
export function changedRefusals(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  rules: readonly Rule[],
): readonly Change[] {
  const refused = exchanges.filter(
    ({ api, response }) => api === 'user' && isOfCaller(response?.status ?? 0),
  );
  const conditions = Map.groupBy(refused, ({ operation, intent, response }) =>
    [operation, intent?.rule, response?.status].join(' '),
  );
  return [...conditions.values()].flatMap((all) => {
    const exchange = all.find(({ intent }) => intent?.certain === true) ?? all[0];
    if (exchange?.response === undefined) return [];
    const { status } = exchange.response;
    const operation = operations.find(({ id }) => id === exchange.operation);
    const documented = operation?.statuses.map(Number) ?? [];
    const rule = rules.find(({ id }) => id === exchange.intent?.rule);
    const siblings = documented.filter((other) => isOfCaller(other) && other !== status && other !== 422);
    if (!documented.includes(status) || status === 422) return [];
    return siblings.map((other) => ({
      kind: 'refusal' as const,
      what: `${exchange.operation} ${exchange.intent?.rule ?? exchange.intent?.kind ?? ''}: ${status} as ${other}`,
      isCertain: isCertain(exchange, rule) && !mayStandInstead(other, exchange, rule, operation),
      exchange: { ...exchange, response: { ...exchange.response, status: other } as Exchange['response'] },
    }));
  });
}

const isOfCaller = (status: number): boolean => status >= 400 && status < 500;

/** The rule that it was sent for demands the status that came, and every name in it is known. */
function isCertain({ intent, response }: Exchange, rule: Rule | undefined): boolean {
  return intent?.certain === true && rule?.status === response?.status;
}

/** Another status that the interface gives for the condition as well, or that may come before it. */
function mayStandInstead(
  status: number,
  { intent }: Exchange,
  rule: Rule | undefined,
  operation: Operation | undefined,
): boolean {
  const isEarlier = intent?.kind === 'unknown-id' && mayComeFirst(operation, status);
  // A body whose values only fill what the deployment requires may be invalid as well.
  const isInvalid = intent?.filled === true && status === 400;
  return isEarlier || isInvalid || rule?.alternatives?.includes(status) === true;
}

/** What these answer is not shown to be a record: whatever a tool gives, and whatever pleases a payment provider. */
const ofAnyForm: readonly string[] = ['runTool', 'receivePaymentEvent'];

/** The first success of each operation that answers with a record, with something else for its body. */
export function changedRecords(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
): readonly Change[] {
  const answering = operations.filter(
    ({ id, api, answer }) => api === 'user' && answer === 'record' && !ofAnyForm.includes(id),
  );
  return answering.flatMap(({ id }) => {
    const exchange = exchanges.find((one) => one.operation === id && succeeded(one) && isRecord(one));
    if (exchange === undefined) return [];
    return othersFor(id).map((text) => ({
      kind: 'record' as const,
      what: `${id}: ${text} for a record`,
      isCertain: true,
      exchange: withBody(exchange, text),
    }));
  });
}

/** "AgentThemePreferenceResponse or null" */
function othersFor(operation: string): readonly string[] {
  return operation === 'getAgentTheme' ? ['7', '[]'] : ['null', '7', '[]'];
}

function isRecord({ response }: Exchange): boolean {
  const body = parseJson(response?.body.text ?? '');
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** What was read of the answer when it came can't be read of this one. */
function withBody(exchange: Exchange, text: string): Exchange {
  const { response, resource } = exchange;
  if (response === undefined) return exchange;
  const { shows: _, listed: __, ...unread } = resource ?? {};
  return {
    ...exchange,
    response: { ...response, body: { ...response.body, text } },
    ...(resource && { resource: { ...resource, ...unread, shows: undefined, listed: undefined } }),
  };
}

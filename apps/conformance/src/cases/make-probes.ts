import type { DescribedParameter } from '../spec/description.ts';
import type { Operation } from '../spec/spec.ts';
import { invalidTokensFor } from './invalid-token-for.ts';
import { type MutationBudget, noMutations } from './mutations/mutation-budget.ts';
import type { ParameterVariant } from './mutations/variant.ts';
import { varyParameter } from './mutations/vary-parameter.ts';
import type { Probe } from './probe.ts';
import { unknownIds } from './unknown-ids.ts';

/** Valid values for required query parameters whose form the interface shows. */
const samples = { q: 'send', slug: 'a-slug-to-look-up', cron: '0 9 * * 1' };

/** Values of query parameters that the deployment's owner told to be valid. */
export interface ToldValues {
  readonly cron?: string | undefined;
}

/** Every probe of an operation that only reads; the first is the valid one that the others vary. */
export function makeProbes(
  operation: Operation,
  { parameter: most, tokens = 1 }: Pick<MutationBudget, 'parameter' | 'tokens'> = noMutations,
  { cron = samples.cron }: ToldValues = {},
): readonly Probe[] {
  if (operation.effect !== 'read' || operation.api !== 'user' || operation.method !== 'GET') return [];
  const query = requiredQuery(operation, { ...samples, cron });
  if (query === undefined) return [];
  const path = unknownPath(operation);
  const base: Probe = { operation: operation.id, kind: 'valid', credential: 'own', path, query };
  const named = Object.keys(path).length > 0;
  const own = named ? idProbes(base, operation) : [base, ...queryProbes(base, operation)];
  return [
    ...own,
    ...mutatedProbes(base, operation, most),
    ...credentialProbes(own[0] ?? base, operation, tokens),
  ];
}

/** The valid request with one parameter in a form that few expect. */
function mutatedProbes(base: Probe, { parameters }: Operation, most: number): Probe[] {
  return parameters.flatMap((one) => {
    const isInPath = one.in === 'path';
    const valid = isInPath ? base.path[one.name] : base.query[one.name];
    const variants = varyParameter(one, `${valid ?? validOf(one)}`);
    return variants
      .slice(0, isInPath ? Math.floor(most / 4) : most)
      .map((variant) => withMutation(base, variant, isInPath));
  });
}

/** A plain value of a parameter that the valid request does without. */
function validOf({ format, bounds, default: usual }: DescribedParameter): unknown {
  return format === 'date-time' ? '2026-01-01T00:00:00Z' : (bounds.minimum ?? usual ?? 1);
}

function withMutation(
  base: Probe,
  { kind, mutation, parameter, values }: ParameterVariant,
  isInPath: boolean,
): Probe {
  const place = isInPath
    ? { path: { ...base.path, [parameter]: values[0] ?? '' } }
    : { query: { ...base.query, [parameter]: values } };
  return { ...base, kind, parameter, mutation, ...place };
}

/** What can be read of a worker that is there anyway. */
const readable: Readonly<Record<string, string>> = {
  getAgent: 'agent_id',
  getChat: 'chat_id',
  getAgentTheme: 'agent_id',
  listAgentFiles: 'agent_id',
  getChatSocialPreview: 'chat_id',
};

/** A valid probe of an operation that reads a worker, for the one that the config names. */
export function probesOfWorker({ id }: Operation, agentId: string | undefined): readonly Probe[] {
  const parameter = readable[id];
  if (parameter === undefined || agentId === undefined) return [];
  return [{ operation: id, kind: 'valid', credential: 'own', path: { [parameter]: agentId }, query: {} }];
}

/** The required query parameters with sample values; undefined where a value is not shown. */
function requiredQuery(
  { parameters }: Operation,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const names = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

function unknownPath({ parameters }: Operation): Record<string, string> {
  const named = parameters.filter((one) => one.in === 'path');
  return Object.fromEntries(named.map((one) => [one.name, `${unknownIds[typeOf(one)]}`]));
}

function typeOf({ types, format }: DescribedParameter): 'integer' | 'uuid' | 'string' {
  if (types.includes('integer')) return 'integer';
  return format === 'uuid' ? 'uuid' : 'string';
}

function idProbes(base: Probe, { parameters }: Operation): Probe[] {
  const typed = parameters.filter((one) => one.in === 'path' && typeOf(one) !== 'string');
  const malformed = typed.map(
    ({ name }): Probe => ({
      ...base,
      kind: 'malformed-id',
      parameter: name,
      path: { ...base.path, [name]: 'not-of-the-documented-type' },
    }),
  );
  return [{ ...base, kind: 'unknown-id' }, ...malformed];
}

function queryProbes(base: Probe, { parameters }: Operation): Probe[] {
  return parameters
    .filter((one) => one.in === 'query')
    .flatMap((one) => [...boundProbes(base, one), ...(one.required ? [without(base, one.name)] : [])]);
}

function boundProbes(base: Probe, { name, types, bounds }: DescribedParameter): Probe[] {
  const step = types.includes('integer') ? 1 : 0.01;
  const probe = (kind: Probe['kind'], value: string): Probe => ({
    ...base,
    kind,
    parameter: name,
    query: { ...base.query, [name]: value },
  });
  const limits = [
    { bound: bounds.minimum, outside: -step },
    { bound: bounds.maximum, outside: step },
  ];
  const near = (bound: number, distance: number): string => `${Math.round((bound + distance) * 100) / 100}`;
  const numeric = limits.flatMap(({ bound, outside }) =>
    typeof bound === 'number'
      ? [
          probe('at-bound', `${bound}`),
          probe('inside-bound', near(bound, -outside)),
          probe('past-bound', near(bound, outside)),
          // Where this one is refused, the one before is no value that is taken for the bound.
          probe('past-bound', near(bound, far * outside)),
        ]
      : [],
  );
  const empty =
    bounds.minLength === 1
      ? [probe('at-bound', 'a'), probe('inside-bound', 'ab'), probe('past-bound', '')]
      : [];
  return [...numeric, ...empty];
}

/** So many steps are past a bound for any way to be one off. */
const far = 100;

/** A number that a deployment's own document bounds, by a name of the contract. */
export interface DeclaredBounds {
  readonly name: string;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly isInteger: boolean;
}

/**
 * Values at and past the bounds that only the deployment's own document gives; the contract judges nothing by them.
 */
export function declaredProbes(
  operation: Operation,
  bounds: readonly DeclaredBounds[],
  { cron = samples.cron }: ToldValues = {},
): readonly Probe[] {
  if (operation.effect !== 'read' || operation.api !== 'user' || operation.method !== 'GET') return [];
  const query = requiredQuery(operation, { ...samples, cron });
  if (query === undefined || Object.keys(unknownPath(operation)).length > 0) return [];
  const base: Probe = { operation: operation.id, kind: 'declared-bound', credential: 'own', path: {}, query };
  return bounds.flatMap(({ name, minimum, maximum, isInteger }) => {
    const documented = operation.parameters.find((one) => one.name === name && one.in === 'query')?.bounds;
    const isNews = (bound: number | undefined, known: unknown): bound is number =>
      bound !== undefined && bound !== known;
    const step = isInteger ? 1 : 0.01;
    const values = [
      ...(isNews(minimum, documented?.minimum) ? [minimum, minimum - step] : []),
      ...(isNews(maximum, documented?.maximum) ? [maximum, maximum + step] : []),
    ];
    return values.map((value) => ({
      ...base,
      parameter: name,
      query: { ...query, [name]: `${Math.round(value * 100) / 100}` },
    }));
  });
}

function without(base: Probe, name: string): Probe {
  const { [name]: _, ...query } = base.query;
  return { ...base, kind: 'left-out', parameter: name, query };
}

/** Only where a good credential succeeds does it show that a bad one is taken. */
function credentialProbes(base: Probe, { id, secured }: Operation, tokens: number): Probe[] {
  const missing: Probe = { ...base, credential: 'missing' };
  if (!secured || base.kind === 'unknown-id') return [missing];
  return [missing, ...invalidTokensFor(id, tokens, 1).map((credential) => ({ ...base, credential }))];
}

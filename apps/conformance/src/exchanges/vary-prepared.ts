import { drawMutations } from '../cases/mutations/draw-mutations.ts';
import { mutationKey } from '../cases/mutations/mutation-key.ts';
import type { BodyVariant, ParameterVariant } from '../cases/mutations/variant.ts';
import { varyBody } from '../cases/mutations/vary-body.ts';
import { varyParameter } from '../cases/mutations/vary-parameter.ts';
import { withNamedCharset } from '../cases/mutations/vary-whole-body.ts';
import type { Variation } from '../cases/sequences/sequence.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { at } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { DescribedParameter } from '../spec/description.ts';
import { comparedFieldsOf } from '../spec/resources.ts';
import type { Unsure } from './exchange.ts';
import type { Prepared } from './prepare-call.ts';

const identifiers = ['agent_id', 'chat_id', 'run_id', 'tool_id', 'file_id', 'schedule_id'] as const;

/** What costs somebody something is varied no more often than this, whatever the budget. */
const mostCostly = 10;

/** The same request over and over, each time with one thing wrong or odd about it. */
export function varyPrepared(
  prepared: Prepared,
  variation: Variation,
  fieldMapping: FieldMapping,
): readonly Prepared[] {
  const all = [...withBodies(prepared, variation, fieldMapping), ...withParameters(prepared, variation)];
  const { only } = variation;
  return only === undefined
    ? all
    : all.filter(({ probe: { mutation } }) => mutation !== undefined && mutationKey(mutation) === only);
}

function withParameters(prepared: Prepared, { parameter: most }: Variation): readonly Prepared[] {
  return prepared.contract.parameters
    .filter((one) => mayVary(one, prepared))
    .flatMap((one) => {
      const sent = one.in === 'path' ? prepared.path[one.name] : queryOf(prepared, one.name);
      return varyParameter(one, `${sent ?? one.default ?? ''}`).slice(0, Math.floor(most / 2));
    })
    .map((variant) => withParameter(prepared, variant));
}

function mayVary({ in: place, name }: DescribedParameter, prepared: Prepared): boolean {
  const isRead = prepared.contract.effect === 'read';
  // Another spelling of an identifier may well name the same record: only reading it leaves that as it is.
  if (place === 'path') return isRead;
  // What a request that reads can do without, probes vary.
  return place === 'query' && (!isRead || queryOf(prepared, name) !== undefined);
}

function queryOf({ query }: Prepared, wanted: string): string | undefined {
  return query.find(([name]) => name === wanted)?.[1];
}

function withParameter(
  prepared: Prepared,
  { kind, mutation, parameter, values }: ParameterVariant,
): Prepared {
  const probe = { ...prepared.probe, kind, parameter, mutation };
  if (parameter in prepared.path)
    return { ...prepared, path: { ...prepared.path, [parameter]: values[0] ?? '' }, probe };
  const others = prepared.query.filter(([name]) => name !== parameter);
  return {
    ...prepared,
    query: [...others, ...values.map((value) => [parameter, value] as const)],
    unsure: 'all',
    probe,
  };
}

function withBodies(
  prepared: Prepared,
  variation: Variation,
  fieldMapping: FieldMapping,
): readonly Prepared[] {
  const { contract } = prepared;
  if (contract.request === undefined) return [];
  const isCostly = contract.effect === 'cost';
  const valid = {
    body: prepared.body === undefined ? {} : parseJson(prepared.body),
    schema: fieldMapping.requestSchema(contract),
    spared: sparedFields(prepared).map((field) => fieldMapping.placeOf(contract, field)),
  };
  const variants = varyBody(valid)
    // What a body without a schema of its own is for, only its owner knows: a tool's input may do anything.
    .filter(({ path }) => path === undefined || contract.request?.name !== undefined)
    .slice(0, isCostly ? Math.min(variation.body, mostCostly) : variation.body);
  const count = isCostly || contract.request.name === undefined ? 0 : variation.drawn;
  const drawn = drawMutations(valid, { seed: variation.seed, count });
  // Whatever the budget: it takes one request, which nothing else can stand for.
  const same = isCostly || variation.body === 0 ? [] : [withNamedCharset(valid.body)];
  return [...variants, ...same, ...drawn].map((variant) =>
    withBody(prepared, variant, unsureOf(variant, prepared, fieldMapping)),
  );
}

/** What comes after a change relies on who may see the record. */
function sparedFields({ contract, fields }: Prepared): readonly string[] {
  return contract.effect === 'change' && !('visibility' in fields)
    ? [...identifiers, 'visibility']
    : identifiers;
}

function withBody(prepared: Prepared, variant: BodyVariant, unsure: Unsure): Prepared {
  const { kind, mutation, parameter, text, contentType } = variant;
  const kept = Object.entries(prepared.fields).filter(
    ([field]) => unsure !== 'all' && !unsure.includes(field),
  );
  return {
    ...prepared,
    body: text,
    wire: undefined,
    headers: { ...prepared.headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    fields: Object.fromEntries(kept),
    unsure,
    probe: { ...prepared.probe, kind, parameter, mutation },
  };
}

/** What is unknown of the record once such a body is taken. */
function unsureOf({ path }: BodyVariant, prepared: Prepared, fieldMapping: FieldMapping): Unsure {
  if (path === undefined || !prepared.probe.certain) return 'all';
  const family = prepared.contract.resource?.family;
  const fields = (family === undefined ? [] : comparedFieldsOf(family)).filter((field) => {
    const place = fieldMapping.placeOf(prepared.contract, field);
    return path.every((name, index) => name === place[index]);
  });
  if (fields.length > 0) return fields;
  // A property that was not there before may stand for anything.
  return at(prepared.wire, path) === undefined ? 'all' : path.slice(-1);
}

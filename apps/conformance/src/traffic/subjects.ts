import { isDeepStrictEqual } from 'node:util';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { fromWire } from '../deployment/field-mapping/translate.ts';
import { confirmNames } from '../exchanges/confirm-names.ts';
import type { Exchange, ResourceCall } from '../exchanges/exchange.ts';
import type { Resolved } from '../exchanges/resolve-references.ts';
import { subjectOf } from '../exchanges/subject-of.ts';
import { at, isRecord, type JsonRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import { idsOf } from '../spec/resources.ts';
import type { FoundRoute } from './find-route.ts';

/** Which record an exchange is about, without its secrets, and whether all names in its body are known. */
export interface Subject {
  readonly resource: ResourceCall | undefined;
  readonly isCertain: boolean;
}

interface Asked {
  readonly exchange: Pick<Exchange, 'request' | 'response'>;
  readonly route: FoundRoute;
  /** Whether it had a body that the capture lacks. */
  readonly lacksRequestBody: boolean;
  /** Whether a record of a family is known by an identifier. */
  readonly isKnown: (family: string, id: string) => boolean;
}

/**
 * Finds the record that a request of somebody else is about, by what the deployment's owner or document says of names and
 * by what answers have shown: as for requests of this program, but for the body, which somebody else wrote.
 */
export function createSubjects(fieldMapping: FieldMapping): (asked: Asked) => Subject {
  return ({ exchange, route, lacksRequestBody, isKnown }) => {
    const { operation: contract, path } = route;
    const { request, response } = exchange;
    const answer = { response };
    const body = parseJson(response?.body.text ?? '');
    const sent = parseJson(request.body ?? '');
    const { fields, sure, isWhole } = fieldsIn(sent, route, fieldMapping);
    const isCertain = !lacksRequestBody && isWhole;
    const input = {
      prepared: {
        contract,
        path,
        fields,
        sure,
        changed: changedBy(sent, route, isKnown),
        attributes: {},
        told: [],
        unsure: lacksRequestBody ? ('all' as const) : undefined,
        probe: { kind: 'valid' as const, certain: sent === undefined && !lacksRequestBody },
      },
      answer,
      body,
      fieldMapping,
      redactor: nothingToHide,
    };
    const resource = subjectOf(input);
    confirmNames(input);
    if (contract.effect === 'read' && response?.status === 200) fieldMapping.notice(contract, body);
    return { resource, isCertain };
  };
}

/** The body has its masks already. */
const nothingToHide = {
  hide: () => {},
  hideIssued: () => {},
  hideKey: () => {},
  redactText: asItIs,
  redact: asItIs,
};

function asItIs<Value>(value: Value): Value {
  return value;
}

/** What a body holds where the deployment has the fields of the contract, in the contract's words. */
function fieldsIn(
  sent: unknown,
  { operation }: FoundRoute,
  fieldMapping: FieldMapping,
): { readonly fields: JsonRecord; readonly sure: readonly string[]; readonly isWhole: boolean } {
  const { family } = operation.resource ?? {};
  if (family === undefined || !isRecord(sent)) return { fields: {}, sure: [], isWhole: sent === undefined };
  const names = [...family.fields.map(({ name }) => name), ...idsOf(family)];
  const found = names.flatMap((field) => {
    const path = fieldMapping.placeOf(operation, field);
    const value = at(sent, path);
    if (value === undefined) return [];
    const meaning = fromWire(value, field, path.at(-1) ?? field);
    return [{ field, meaning, isSure: isSure({ operation }, fieldMapping, { field, path, value, meaning }) }];
  });
  const sure = found.flatMap(({ field, isSure: known }) => (known ? [field] : []));
  return {
    fields: Object.fromEntries(found.map(({ field, meaning }) => [field, meaning])),
    sure,
    // A name that nothing is known of may mean anything.
    isWhole: sure.length === leafCount(sent),
  };
}

function leafCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + leafCount(one), 0);
}

interface Placed {
  readonly field: string;
  readonly path: readonly string[];
  readonly value: unknown;
  readonly meaning: unknown;
}

/** Whether this program would say the same in the same words, and know that it does. */
function isSure(
  { operation }: Pick<FoundRoute, 'operation'>,
  fieldMapping: FieldMapping,
  { field, path, value, meaning }: Placed,
): boolean {
  if (meaning === null || typeof meaning === 'object') return false;
  const { body, sure } = fieldMapping.write(operation, { [field]: meaning }, []);
  return sure.includes(field) && isDeepStrictEqual(at(body, path), value);
}

/** The record that the body of an upsert names: one that is known, since any text may stand there. */
function changedBy(
  sent: unknown,
  { operation }: FoundRoute,
  isKnown: Asked['isKnown'],
): Resolved | undefined {
  const { resource } = operation;
  if (resource?.does !== 'upsert') return undefined;
  const id = textsIn(sent).find((text) => isKnown(resource.family.name, text));
  return id === undefined ? undefined : { value: id, certain: true };
}

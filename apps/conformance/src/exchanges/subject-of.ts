import type { IntentKind } from '../cases/intent-kind.ts';
import { attributesShown } from '../deployment/field-mapping/attributes.ts';
import type { FieldMapping } from '../deployment/field-mapping/field-mapping.ts';
import { loneRecordIn } from '../json/json-record.ts';
import { comparedFieldsOf, idsOf, type OperationResource } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import { documentedFields, toldPlaces } from './documented-fields.ts';
import { type Exchange, isTransient, type ResourceCall, succeeded, type Unsure } from './exchange.ts';
import { issuedSecrets } from './issued-secrets.ts';
import type { Redactor } from './redact.ts';
import type { Resolved } from './resolve-references.ts';

export interface SubjectInput {
  readonly prepared: {
    readonly contract: Operation;
    readonly path: Readonly<Record<string, string>>;
    readonly fields: Readonly<Record<string, unknown>>;
    /** Those of which name and word are known for sure. */
    readonly sure?: readonly string[];
    readonly changed: Resolved | undefined;
    readonly attributes: Readonly<Record<string, string>>;
    readonly told: readonly string[];
    readonly further?: readonly string[] | undefined;
    readonly unsure?: Unsure | undefined;
    readonly probe: { readonly kind: IntentKind; readonly certain: boolean };
    /** The body as it was sent, by the deployment's own names. */
    readonly wire?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly answer: Pick<Exchange, 'response'>;
  /** The answer's JSON. */
  readonly body: unknown;
  readonly fieldMapping: FieldMapping;
  readonly redactor: Redactor;
}

/** What an answer tells of the record that it is about. */
export function toldBy(input: SubjectInput): Pick<Exchange, 'resource' | 'has' | 'places'> {
  const { contract } = input.prepared;
  if (!succeeded(input.answer)) return { resource: subjectOf(input) };
  const has = documentedFields(contract, input.body, input.fieldMapping);
  const places = toldPlaces(contract, input.fieldMapping);
  return {
    resource: subjectOf(input),
    ...(has.length === 0 ? {} : { has }),
    ...(Object.keys(places).length === 0 ? {} : { places }),
  };
}

/** Which record a call was about, and what its answer shows of it. */
export function subjectOf(given: SubjectInput): ResourceCall | undefined {
  const { contract, path, probe } = given.prepared;
  // Where the body is unspecified, it may be a list of the one record.
  const input = contract.answer === 'unspecified' ? { ...given, body: loneRecordIn(given.body) } : given;
  const { resource } = contract;
  // What is asked for in an odd form need not be what that form says.
  const isOddRead = probe.kind === 'mutation' && contract.effect === 'read';
  if (resource?.act === undefined || isOddRead) return undefined;
  const { family } = resource;
  if (isSilentChange(input)) return silentChange(input, family.name);
  const changed = changedBy(input);
  const act = changed === undefined ? resource.act : 'change';
  const ids = idsOf(family);
  const named = ids.map((name) => path[name]).find((value) => value !== undefined);
  const id = idOf(input, resource, act === 'create' ? undefined : named);
  hideKeys(input, resource);
  const shown = attributesShown(input.body);
  const parent = family.parent && path[family.parent.parameter];
  return {
    family: family.name,
    act,
    ...(parent === undefined ? {} : { parent }),
    ...(act === 'list' ? { certain: true, listed: listedIn(input, ids) } : id),
    ...writtenBy(input, resource, shown),
    ...(input.prepared.told.length === 0 ? {} : { told: input.prepared.told }),
    ...(input.prepared.further?.length ? { further: input.prepared.further } : {}),
    shows: { ...shownIn(input, resource), ...shown },
  };
}

/** What was sent and surely taken: of texts that the interface doesn't speak of, only what came back word for word. */
function writtenBy(
  { prepared: { fields, sure = [], probe, unsure, attributes } }: SubjectInput,
  { family }: OperationResource,
  shown: Readonly<Record<string, unknown>>,
): Pick<ResourceCall, 'wrote' | 'unsure'> {
  const [same, others] = [true, false].map((isSame) =>
    Object.entries(attributes).filter(([name, text]) => (shown[name] === text) === isSame),
  );
  const left = (others ?? []).map(([name]) => name);
  const compared = comparedFieldsOf(family);
  const known = probe.certain ? compared : compared.filter((field) => sure.includes(field));
  // Of a body that is known in part, what it made of everything else is not.
  const open = probe.certain || known.length === 0 ? [] : compared.filter((field) => !sure.includes(field));
  const doubtful = unsure === 'all' ? unsure : [...(unsure ?? []), ...left, ...open];
  return {
    ...(probe.certain || known.length > 0
      ? { wrote: { ...pick(fields, known), ...Object.fromEntries(same ?? []) } }
      : {}),
    ...(doubtful.length === 0 ? {} : { unsure: doubtful }),
  };
}

function idOf(
  input: SubjectInput,
  { family, identifiedBy }: OperationResource,
  named: string | undefined,
): Pick<ResourceCall, 'id' | 'certain'> {
  const { contract, fields, path } = input.prepared;
  const changed = changedBy(input);
  if (changed !== undefined) return { id: String(changed.value), certain: changed.certain };
  if (named !== undefined) return { id: named, certain: true };
  const status = input.answer.response?.status ?? 0;
  if (status < 200 || status >= 300) return { certain: false };
  for (const field of idsOf(family)) {
    const found = input.fieldMapping.read(contract, field, input.body);
    if (found !== undefined && String(found.value) !== path[field])
      return { id: String(found.value), certain: found.certain };
    const sent = fields[field];
    if (sent !== undefined && identifiedBy === 'body')
      return { id: String(sent), certain: input.prepared.probe.certain };
  }
  return { certain: false };
}

/** A write that names its record in the body may have made another one: only its answer tells. */
function changedBy(input: SubjectInput): Resolved | undefined {
  const { changed } = input.prepared;
  const shown = shownIds(input).find(({ value }) => value === changed?.value);
  return changed && shown && { value: changed.value, certain: changed.certain || shown.certain };
}

/** Where the answer names no record, or is one of trouble, the one that the body named may be changed or not. */
function isSilentChange(input: SubjectInput): boolean {
  const status = input.answer.response?.status ?? 0;
  const isOpen = isTransient(status) || (status < 300 && shownIds(input).length === 0);
  return input.prepared.changed !== undefined && isOpen;
}

function silentChange({ prepared }: SubjectInput, family: string): ResourceCall {
  const id = String(prepared.changed?.value);
  return { family, act: 'change', id, certain: true, unsure: 'all' };
}

function shownIds({ prepared: { contract }, body, fieldMapping }: SubjectInput) {
  const fields = contract.resource === undefined ? [] : idsOf(contract.resource.family);
  return fields
    .map((field) => fieldMapping.read(contract, field, body))
    .filter((found) => found !== undefined);
}

function listedIn({ prepared, body, fieldMapping }: SubjectInput, fields: readonly string[]) {
  const list = fieldMapping.items(prepared.contract, body);
  if (list === undefined) return undefined;
  const ids = list.items.map((item) =>
    fields
      .map((field) => fieldMapping.read(prepared.contract, field, item))
      .find((found) => found?.certain === true),
  );
  return ids.every((id) => id !== undefined) ? ids.map((id) => String(id.value)) : undefined;
}

function shownIn(
  { prepared, body, fieldMapping }: SubjectInput,
  { family }: OperationResource,
): Readonly<Record<string, unknown>> {
  const shown = family.fields.filter(({ compared, writtenOnly }) => compared && !writtenOnly);
  return Object.fromEntries(
    shown.flatMap(({ name }) => {
      const found = fieldMapping.read(prepared.contract, name, body);
      return found?.certain === true && found.value !== undefined ? [[name, found.value]] : [];
    }),
  );
}

function pick(
  fields: Readonly<Record<string, unknown>>,
  wanted: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => wanted.includes(field)));
}

/** The value of a new key is known by its mask wherever it shows again; later answers may show a part of it only. */
function hideKeys(
  { prepared, body, fieldMapping, redactor }: SubjectInput,
  { does, issues, family }: OperationResource,
): void {
  const field = family.fields.find(({ secret }) => secret === 'API key');
  if (does !== 'create' || issues !== 'API key' || field === undefined) return;
  const key = fieldMapping.read(prepared.contract, field.name, body);
  if (typeof key?.value !== 'string' || isShortened(key.value)) return;
  if (key.certain || isOnlySecretIn(body, key.value)) redactor.hideKey(key.value);
}

/** Nothing else in the answer can be the key. */
function isOnlySecretIn(body: unknown, key: string): boolean {
  const [first, ...others] = issuedSecrets(JSON.stringify(body));
  return first === key && others.length === 0;
}

/** `sk_kR...x9Qw`, `sk_****`: opens nothing. */
function isShortened(key: string): boolean {
  return /\.{3}|…|[*•]{2}/.test(key);
}

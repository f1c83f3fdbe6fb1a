import type { Call } from '../cases/journeys/journey.ts';
import { attributeText } from '../deployment/vocabulary/attributes.ts';
import { filler, isFiller } from '../deployment/vocabulary/filler.ts';
import type { Operation } from '../spec/spec.ts';
import type { Trial, Unsure } from './exchange.ts';
import type { JourneyOptions } from './journey-options.ts';
import { type Memory, type Resolved, resolve, resolveAll } from './resolve-references.ts';
import type { PreparedCall } from './send-call.ts';

export interface Prepared extends PreparedCall {
  readonly contract: Operation;
  /** The contract's fields, as far as the body has them, with the values that were really sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The body's record; undefined where there is none, or where it is sent as it stands. */
  readonly wire: Readonly<Record<string, unknown>> | undefined;
  readonly changed: Resolved | undefined;
  /** Texts of ours for what only the deployment's own document names. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether it was refused with them before. */
  readonly isBare: boolean;
  /** The fields of which nobody can tell what this makes of them. */
  readonly unsure?: Unsure | undefined;
}

export interface Place {
  readonly scenario: string;
  readonly step: number;
  readonly attempt: number;
}

interface Preparation {
  readonly memory: Memory;
  readonly options: JourneyOptions;
  /** Whether the body has none of the texts that only the deployment's own document names. */
  readonly isBare: boolean;
}

/** The call with all its references resolved; undefined where one can't be. */
export function prepareCall(
  call: Call,
  place: Place,
  { memory, options, isBare }: Preparation,
): Prepared | undefined {
  const operation = options.operations.get(call.operation);
  const found = operation && resolveParts(call, memory, options);
  if (operation === undefined || found === undefined || !hasCredential(call, options)) return undefined;
  if (call.follows !== undefined && memory.troubled.has(call.follows)) return undefined;
  const { agentsUrl, baseUrl } = options.deployment;
  const origin = operation.api === 'user' ? baseUrl : agentsUrl;
  if (origin === undefined) return undefined;
  const { path, query, fields, signature, raw, key, changes } = found;
  const plain = bodyOf(call, operation, fields, options);
  const attributes = attributesFor(call, { operation, wire: plain.wire }, { place, memory, options, isBare });
  const body = withAttributes(plain, attributes);
  return {
    ...place,
    operation,
    contract: operation,
    origin,
    path: textsOf(path.value),
    query: Object.entries(query.value).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
    headers: signatureOf(signature?.value),
    credential: call.as ?? 'own',
    key: typeof key?.value === 'string' ? key.value : undefined,
    body: raw === undefined ? body.wire && JSON.stringify(body.wire) : textOf(raw.value),
    probe: trialOf(call, body, path.certain && key?.certain !== false),
    fields: raw === undefined ? body.meaning : {},
    wire: raw === undefined ? body.wire : undefined,
    changed: changes,
    attributes,
    isBare,
    unsure: call.kind === 'fault' ? 'all' : undefined,
  };
}

/** Nobody can be told apart from others without a credential of his own. */
function hasCredential({ as = 'own' }: Call, { deployment: { credentials } }: JourneyOptions): boolean {
  if (as === 'other') return credentials.otherJwt !== undefined;
  return as !== 'sandbox' || credentials.sandboxJwt !== undefined;
}

type Values = Resolved & { readonly value: Readonly<Record<string, unknown>> };

interface Parts {
  readonly path: Values;
  readonly query: Values;
  readonly fields: Values;
  readonly signature: Values | undefined;
  readonly raw: Resolved | undefined;
  readonly key: Resolved | undefined;
  readonly changes: Resolved | undefined;
}

function resolveParts(call: Call, memory: Memory, { deployment }: JourneyOptions): Parts | undefined {
  const from = { memory, deployment };
  const path = resolveAll(call.path ?? {}, from);
  const query = resolveAll(call.query ?? {}, from);
  const fields = resolveAll(call.body ?? {}, from);
  const signature = call.signature && resolveAll({ ...call.signature }, from);
  const others = { raw: call.raw, key: call.key, changes: call.changes };
  const [raw, key, changes] = Object.values(others).map((value) =>
    value === undefined ? undefined : resolve(value, from),
  );
  const asked = [call.signature, call.raw, call.key, call.changes].filter((one) => one !== undefined);
  const got = [signature, raw, key, changes].filter((one) => one !== undefined);
  return path && query && fields && got.length === asked.length
    ? { path, query, fields, signature, raw, key, changes }
    : undefined;
}

interface Body {
  readonly wire: Readonly<Record<string, unknown>> | undefined;
  readonly certain: boolean;
  readonly filled: boolean;
  readonly meaning: Readonly<Record<string, unknown>>;
}

function bodyOf(call: Call, operation: Operation, fields: Values, { vocabulary }: JourneyOptions): Body {
  if (call.body === undefined && (call.raw !== undefined || !operation.needsBody))
    return { wire: undefined, certain: true, filled: false, meaning: {} };
  const { body: wire, ...others } = vocabulary.write(operation, fields.value, call.without ?? []);
  return { wire, ...others, filled: others.filled || fields.filled === true };
}

/** Texts of ours; a partial update has them only where it has nothing else to say. */
function attributesFor(
  call: Call,
  { operation, wire }: { readonly operation: Operation; readonly wire: Body['wire'] },
  { place, memory, options, isBare }: Preparation & { readonly place: Place },
): Readonly<Record<string, string>> {
  const { body, raw, without, as, kind = 'valid' } = call;
  const isPlain =
    (kind === 'valid' || as === 'other') && raw === undefined && without === undefined && !isBare;
  const isPartial = operation.method === 'PATCH' && Object.keys(body ?? {}).length > 0;
  if (wire === undefined || !isPlain || isPartial) return {};
  const free = options.vocabulary.attributes(operation).filter((name) => isFiller(wire[name] ?? filler));
  const from = { ...place, nonce: memory.nonce };
  return Object.fromEntries(free.map((name) => [name, attributeText(name, from)]));
}

function withAttributes(body: Body, attributes: Readonly<Record<string, string>>): Body {
  if (body.wire === undefined || Object.keys(attributes).length === 0) return body;
  return { ...body, wire: { ...body.wire, ...attributes }, filled: true };
}

function trialOf({ kind = 'valid', parameter, fault, tries }: Call, body: Body, certain: boolean): Trial {
  return { kind, parameter, fault, tries, certain: certain && body.certain, filled: body.filled };
}

function signatureOf(signature: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  return signature === undefined ? {} : { [String(signature.name)]: String(signature.value) };
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

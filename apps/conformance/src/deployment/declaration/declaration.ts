import { isRecord, type JsonRecord, recordOf } from '../../json/json-record.ts';

/** A deployment's own OpenAPI document: plain JSON, with references to places within it. */
export interface Declaration {
  readonly document: JsonRecord;
  /** Where it describes the operations of the contract, by their ids. */
  readonly operations: Readonly<Record<string, DeclaredPlace>>;
}

export interface DeclaredPlace {
  readonly path: string;
  readonly method: string;
}

/** Where something stands in the document: names from the top. */
export type Pointer = readonly string[];

/** A part of the document, and where it stands. */
export interface Part {
  readonly node: JsonRecord;
  readonly at: Pointer;
}

const mostReferences = 10;

/** The part of a document at a place, with references on the way followed; undefined where it leads nowhere. */
export function partAt({ document }: Declaration, at: Pointer): Part | undefined {
  let part: Part | undefined = { node: document, at: [] };
  for (const name of at) {
    const inner: unknown =
      part?.node[name] ?? (Array.isArray(part?.node) ? part.node[Number(name)] : undefined);
    part = part && follow(document, inner, [...part.at, name]);
  }
  return part;
}

function follow(document: JsonRecord, value: unknown, at: Pointer): Part | undefined {
  let [node, place] = [value, at];
  for (let count = 0; isRecord(node) && typeof node.$ref === 'string'; count += 1) {
    if (!node.$ref.startsWith('#/') || count === mostReferences) return undefined;
    place = namesOf(node.$ref);
    node = place.reduce<unknown>((inner, name) => recordOf(inner)[name], document);
  }
  return isRecord(node) || Array.isArray(node) ? { node: node as JsonRecord, at: place } : undefined;
}

function namesOf(reference: string): Pointer {
  return reference
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The reference to a place of the document. */
export function referenceTo(at: Pointer): string {
  return `#/${at.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

/** Where the document describes an operation; undefined where it does not. */
export function operationPlace({ operations }: Declaration, id: string): Pointer | undefined {
  const place = operations[id];
  return place && ['paths', place.path, place.method];
}

export interface DeclaredParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Where its schema stands; undefined where it has none. */
  readonly schema: Part | undefined;
}

/** The parameters that the document gives an operation, those of its path included. */
export function declaredParameters(declaration: Declaration, id: string): readonly DeclaredParameter[] {
  const place = operationPlace(declaration, id);
  if (place === undefined) return [];
  const found = [place.slice(0, 2), place].flatMap((owner) => listOf(declaration, [...owner, 'parameters']));
  const byName = new Map(found.map((one) => [`${one.node.in} ${one.node.name}`, one]));
  return [...byName.values()].map(({ node, at }) => ({
    name: String(node.name),
    in: String(node.in),
    required: node.required === true,
    schema: partAt(declaration, [...at, 'schema']),
  }));
}

function listOf(declaration: Declaration, at: Pointer): readonly Part[] {
  const part = partAt(declaration, at);
  if (!Array.isArray(part?.node)) return [];
  return part.node.flatMap((_, index) => partAt(declaration, [...at, String(index)]) ?? []);
}

/** The numbers in a query that the document bounds. */
export function declaredBounds(declaration: Declaration, id: string) {
  return declaredParameters(declaration, id)
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => ({ name, schema: schema?.node ?? {} }))
    .map(({ name, schema: { type, minimum, maximum } }) => ({
      name,
      minimum: typeof minimum === 'number' ? minimum : undefined,
      maximum: typeof maximum === 'number' ? maximum : undefined,
      isInteger: [type].flat().includes('integer'),
    }))
    .filter(({ minimum, maximum }) => minimum !== undefined || maximum !== undefined);
}

import {
  type Declaration,
  operationPlace,
  type Part,
  partAt,
} from '../../deployment/declaration/declaration.ts';
import { type Exchange, header, type Phase } from '../../exchanges/exchange.ts';
import { recordOf } from '../../json/json-record.ts';
import { isUser } from '../probes.ts';
import type { Recording } from '../verdict.ts';

/** An answer to a request of this run, and the document that it should agree with. */
export interface DeclaredAnswer {
  readonly exchange: Exchange;
  readonly declaration: Declaration;
  readonly status: number;
  /** As the document lists them. */
  readonly statuses: readonly string[];
  /** What the document says of the answer's status; undefined where it doesn't list it. */
  readonly response: Part | undefined;
}

/** Statuses of whatever stands before a deployment, or of the program that parses requests for it. */
const anybodys: readonly number[] = [
  405, 407, 408, 411, 413, 414, 421, 425, 426, 429, 431, 501, 502, 503, 504,
];

const phases: readonly Phase[] = ['judged', 'recorded'];

/** The answers of operations that the document describes, but for those that it has no say in. */
export function declaredAnswers(
  { workers, user, declaration }: Recording,
  operations: readonly string[],
): readonly DeclaredAnswer[] {
  if (declaration === undefined) return [];
  const asked = new Set(operations);
  return [...workers, ...user]
    .filter(({ operation, origin }) => asked.has(operation) && phases.includes(origin.phase))
    .flatMap((exchange) => toAnswer(exchange, declaration) ?? []);
}

function toAnswer(exchange: Exchange, declaration: Declaration): DeclaredAnswer | undefined {
  const { operation, response, transportError } = exchange;
  const place = operationPlace(declaration, operation);
  if (place === undefined || response === undefined || transportError !== undefined) return undefined;
  const at = [...place, 'responses'];
  const statuses = Object.keys(recordOf(partAt(declaration, at)?.node)).filter(
    (one) => !one.startsWith('x-'),
  );
  const { status } = response;
  const listed = [`${status}`, `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`];
  const explicit = listed.find((one) => statuses.includes(one));
  if (explicit === undefined && isNotItsBusiness(exchange, status)) return undefined;
  const key = explicit ?? statuses.find((one) => one === 'default');
  return {
    exchange,
    declaration,
    status,
    statuses,
    response: key === undefined ? undefined : partAt(declaration, [...at, key]),
  };
}

/** Not that of a document that says nothing of the status: trouble on the way, bad credentials, paths that lead elsewhere. */
function isNotItsBusiness({ identity, intent, request, origin }: Exchange, status: number): boolean {
  if (anybodys.includes(status) || status < 200 || (status >= 300 && status < 400)) return true;
  const isDenied = status === 401 || status === 403;
  if (isDenied && (!isUser(identity) || identity === 'created')) return true;
  // How odd the request of somebody else is, nobody knows, nor whether the credential is one, or how it is refused.
  const isForeign = origin.phase === 'recorded';
  if ((isDenied || status === 400) && isForeign) return true;
  const isOdd = isForeign || intent?.kind === 'malformed-id' || intent?.mutation !== undefined;
  // What can't be parsed, or is addressed in an odd form, may never get as far as the operation.
  return isOdd && (status === 404 || (status === 400 && !isJson(request.body)) || status === 415);
}

function isJson(body: string | undefined): boolean {
  if (body === undefined) return true;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** The media type of an answer, in lower case and without parameters; undefined where it names none. */
export function mediaTypeOf(exchange: Exchange): string | undefined {
  return header(exchange, 'content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;
}

export interface DeclaredContent {
  /** As the document writes it. */
  readonly mediaType: string;
  readonly schema: Part | undefined;
}

/** The media types that the document lists for an answer; empty where it speaks of no body. */
export function contentsOf({ declaration, response }: DeclaredAnswer): readonly DeclaredContent[] {
  return Object.keys(recordOf(response?.node.content)).map((mediaType) => ({
    mediaType,
    schema: partAt(declaration, [...(response?.at ?? []), 'content', mediaType, 'schema']),
  }));
}

/** Whether a media type is one that a range such as `text/*` has. */
export function isInRange(mediaType: string, range: string): boolean {
  const [type, subtype] = (range.split(';')[0]?.trim().toLowerCase() ?? '').split('/');
  const [ownType, ownSubtype] = mediaType.split('/');
  return (type === '*' || type === ownType) && (subtype === '*' || subtype === ownSubtype);
}

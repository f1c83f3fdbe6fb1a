import type { Declaration } from '../../deployment/declaration/declaration.ts';
import { type Exchange, header, type Phase } from '../../exchanges/exchange.ts';
import { memoize } from '../memoize.ts';
import { isUser } from '../probes.ts';
import type { Recording } from '../verdict.ts';
import { type Described, type DescribedAnswer, describedBy } from './described.ts';

/** An answer to a request of this run, and the document that it should agree with. */
export interface DeclaredAnswer {
  readonly exchange: Exchange;
  readonly declaration: Declaration;
  readonly status: number;
  /** As the document lists them. */
  readonly statuses: readonly string[];
  /** What the document says of the answer's status; undefined where it doesn't list it. */
  readonly response: DescribedAnswer | undefined;
}

/** Statuses of whatever stands before a deployment, or of the program that parses requests for it. */
const anybodys: readonly number[] = [
  405, 407, 408, 411, 413, 414, 421, 425, 426, 429, 431, 501, 502, 503, 504,
];

const phases: readonly Phase[] = ['judged', 'recorded'];

/** The answers of operations that the document describes, but for those that it has no say in. */
export function declaredAnswers(
  recording: Recording,
  operations: readonly string[],
): readonly DeclaredAnswer[] {
  const asked = new Set(operations);
  return answersOf(recording).filter(({ exchange }) => asked.has(exchange.operation));
}

const answersOf = memoize(({ workers, user, declaration }: Recording): readonly DeclaredAnswer[] => {
  if (declaration === undefined) return [];
  const describe = describedBy(declaration);
  return [workers, user].flatMap((exchanges) =>
    exchanges.flatMap((exchange) => {
      if (!phases.includes(exchange.origin.phase)) return [];
      const described = describe(exchange.operation);
      return (described && toAnswer(exchange, declaration, described)) ?? [];
    }),
  );
});

function toAnswer(
  exchange: Exchange,
  declaration: Declaration,
  { answers }: Described,
): DeclaredAnswer | undefined {
  const { response, transportError } = exchange;
  if (response === undefined || transportError !== undefined) return undefined;
  const { status } = response;
  const listed = [`${status}`, `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`];
  const explicit = listed.find((one) => answers.has(one));
  if (explicit === undefined && isNotItsBusiness(exchange, status)) return undefined;
  return {
    exchange,
    declaration,
    status,
    statuses: [...answers.keys()],
    response: answers.get(explicit ?? 'default'),
  };
}

/** Not that of a document that says nothing of the status: trouble on the way, bad credentials, paths that lead elsewhere. */
function isNotItsBusiness({ identity, intent, request, origin }: Exchange, status: number): boolean {
  if (anybodys.includes(status) || status < 200 || (status >= 300 && status < 400)) return true;
  const isDenied = status === 401 || status === 403;
  if (isDenied && (!isUser(identity) || identity === 'created')) return true;
  // It is not known how odd the request of somebody else is, nor whether the credential is one, or how it is refused.
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

/** Whether a media type is one that a range such as `text/*` has. */
export function isInRange(mediaType: string, range: string): boolean {
  const [type, subtype] = (range.split(';')[0]?.trim().toLowerCase() ?? '').split('/');
  const [ownType, ownSubtype] = mediaType.split('/');
  return (type === '*' || type === ownType) && (subtype === '*' || subtype === ownSubtype);
}

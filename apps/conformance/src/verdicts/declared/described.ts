import {
  type Declaration,
  type DeclaredParameter,
  declaredParameters,
  operationPlace,
  type Part,
  type Pointer,
  partAt,
} from '../../deployment/declaration/declaration.ts';
import { recordOf } from '../../json/json-record.ts';
import { memoize } from '../memoize.ts';

/** What a document says of an operation. */
export interface Described {
  readonly parameters: readonly DeclaredParameter[];
  /** The schema of a JSON body of its requests; undefined where the document gives none. */
  readonly requestSchema: Part | undefined;
  /** Its answers by their statuses, as the document lists them. */
  readonly answers: ReadonlyMap<string, DescribedAnswer | undefined>;
}

export interface DescribedAnswer {
  readonly at: Pointer;
  /** The headers that it must have, as the document writes them. */
  readonly requiredHeaders: readonly string[];
  /** The media types that the document lists; empty where it speaks of no body. */
  readonly contents: readonly DescribedContent[];
}

export interface DescribedContent {
  /** As the document writes it. */
  readonly mediaType: string;
  readonly schema: Part | undefined;
}

/**
 * Looks an operation up, by its id; undefined where the document doesn't describe it. Each is looked up once: every
 * answer of a run asks for it, more than once.
 */
export const describedBy = memoize((declaration: Declaration) => {
  const known = new Map<string, Described | undefined>();
  return (operation: string): Described | undefined => {
    if (!known.has(operation)) known.set(operation, describe(declaration, operation));
    return known.get(operation);
  };
});

function describe(declaration: Declaration, operation: string): Described | undefined {
  const place = operationPlace(declaration, operation);
  if (place === undefined) return undefined;
  const at = [...place, 'responses'];
  const statuses = Object.keys(recordOf(partAt(declaration, at)?.node)).filter(
    (one) => !one.startsWith('x-'),
  );
  return {
    parameters: declaredParameters(declaration, operation),
    requestSchema: partAt(declaration, [...place, 'requestBody', 'content', 'application/json', 'schema']),
    answers: new Map(
      statuses.map((status) => [status, describeAnswer(declaration, partAt(declaration, [...at, status]))]),
    ),
  };
}

function describeAnswer(declaration: Declaration, answer: Part | undefined): DescribedAnswer | undefined {
  if (answer === undefined) return undefined;
  const { node, at } = answer;
  return {
    at,
    // OpenAPI leaves the media type to `content`.
    requiredHeaders: Object.keys(recordOf(node.headers)).filter(
      (name) =>
        name.toLowerCase() !== 'content-type' &&
        partAt(declaration, [...at, 'headers', name])?.node.required === true,
    ),
    contents: Object.keys(recordOf(node.content)).map((mediaType) => ({
      mediaType,
      schema: partAt(declaration, [...at, 'content', mediaType, 'schema']),
    })),
  };
}

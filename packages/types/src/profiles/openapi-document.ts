import type { DescribedSchema } from '../gen/interfaces/interface.ts';

/** The parts of an OpenAPI 3 document that a profile is made from. */
export interface DeploymentDocument {
  openapi: string;
  info?: { title?: string; version?: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
  components?: Record<string, Record<string, unknown>>;
}

/** One operation of a deployment's document. */
export interface DocumentedOperation {
  operationId?: string;
  requestBody?: Described;
  responses?: Record<string, Described>;
}

/** A body or an answer, or a reference to one. */
export interface Described {
  $ref?: string;
  content?: Record<string, { schema?: DescribedSchema; itemSchema?: DescribedSchema }>;
}

/** A document that no profile can be made from. Its message says what to give instead. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** Reads a document's text. @throws {UnreadableDocument} */
export function parseDocument(text: string, source: string): DeploymentDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    const yaml = /^(openapi|#|---)/.test(text.trimStart());
    const advice = yaml
      ? 'It looks like YAML: convert it, for example with `npx yaml --json`.'
      : 'Give its address.';
    throw new UnreadableDocument(`${source} isn't JSON. ${advice}`, { cause });
  }
  const { openapi, paths } = Object(document) as Partial<DeploymentDocument>;
  if (!openapi?.startsWith('3.') || typeof paths !== 'object')
    throw new UnreadableDocument(`${source} is no OpenAPI 3 document: it has no openapi "3.x" and paths.`);
  return document as DeploymentDocument;
}

/** What a reference within the document leads to. */
export function follow({ $ref, ...value }: Described, document: DeploymentDocument): Described {
  if (!$ref) return value;
  const [, , kind = '', name = ''] = $ref.split('/');
  return (document.components?.[kind]?.[name] ?? {}) as Described;
}

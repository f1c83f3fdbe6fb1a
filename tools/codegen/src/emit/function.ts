import type { Operation } from '../read/operation.ts';
import { docComment } from './doc-comment.ts';
import { bodyTypeName, hasNamelessBody, queryTypeName } from './operation-types.ts';

/** What orval found out about the types of an operation. */
export interface OperationTypes {
  body: { definition: string };
  response: { definition: { success: string } };
}

/** What an operation's function is written from. */
export interface EmittedOperation {
  operation: Operation;
  types: OperationTypes;
  /** The operation's own text in the contract. */
  description: string[];
  /** Whether its body is a record of which some fields may not be shown, so that a caller can give more. */
  takesExtra: boolean;
}

/** The function that calls one operation. */
export function emitFunction(emitted: EmittedOperation): string {
  const { operation, types, description } = emitted;
  const { id, streaming, paging } = operation;
  const answer = answerType(operation, types);
  const promise = `${streaming ? 'StreamCall' : 'ApiCall'}<${[answer, ...statusType(operation)].join(', ')}>`;
  const name = streaming ? `call${capitaliseKind(streaming)}` : `call<${answer}>`;
  const signature = `(${functionParameters(emitted).join(', ')}): ${promise}`;
  const through = operation.body ? 'withBody(transport, options)' : 'transport';
  const calling = `${name}(${through}, ${request(emitted)}, options)`;
  const comment = documentation(operation, description);
  if (paging) {
    const type = `PagedOperation<${[queryTypeName(id), answer, paging.item, ...statusType(operation)].join(', ')}>`;
    return `${comment}export const ${id}: ${type} = /*#__PURE__*/ paged('${id}', ${signature} => ${calling});\n`;
  }
  const implementation = `export function ${id}${signature} {\n  return ${calling};\n}\n`;
  const checked = checkedSignature(emitted);
  // The one with a schema is first: without options it is passed over at once.
  return checked
    ? `${checked}${comment}export function ${id}${signature};\n${implementation}`
    : comment + implementation;
}

/** The overload that holds what comes to a schema; nothing where nothing comes that a schema could say more of. */
function checkedSignature(emitted: EmittedOperation): string {
  const { operation, types } = emitted;
  const { id, streaming } = operation;
  const answer = answerType(operation, types);
  if (streaming === 'text' || answer === 'void') return '';
  const result = [streaming ? `${answer}<T>` : 'T', ...statusType(operation)].join(', ');
  const own = ownParameters(operation, types).map(beforeRequired);
  const parameters = ['transport: SchemaTransport', ...own, `options: ${optionsType(emitted)} & Checked<T>`];
  const call = streaming ? 'StreamCall' : 'ApiCall';
  return `${checkedNote(operation)}export function ${id}<T>(${parameters.join(', ')}): ${call}<${result}>;\n`;
}

/** The comment of an overload that takes a schema. */
export function checkedNote({ summary }: Operation): string {
  return docComment([`${summary}. What comes is checked by \`schema\`, and has its type.`]);
}

/** An optional parameter can't stand before a required one, so it takes undefined instead. */
export function beforeRequired(parameter: string): string {
  return parameter.includes('?: ') ? `${parameter.replace('?: ', ': ')} | undefined` : parameter;
}

function functionParameters(emitted: EmittedOperation): string[] {
  const own = ownParameters(emitted.operation, emitted.types);
  return ['transport: Transport', ...own, `options?: ${optionsType(emitted)}`];
}

function optionsType({ operation, takesExtra }: EmittedOperation): string {
  if (operation.streaming === 'ndjson') return 'NdjsonCallOptions';
  return takesExtra ? 'WriteOptions' : 'CallOptions';
}

/** The documented statuses outside 2XX, for an error's type. */
export function statusType({ statuses }: Operation): string[] {
  const codes = statuses.map(({ status }) => status).filter((status) => /^[3-5]\d\d$/.test(status));
  return codes.length > 0 ? [codes.join(' | ')] : [];
}

export function capitaliseKind(kind: 'text' | 'ndjson'): string {
  return kind === 'text' ? 'Text' : 'Ndjson';
}

export function answerType({ streaming }: Operation, { response }: OperationTypes): string {
  if (streaming) return `${capitaliseKind(streaming)}Answer`;
  return response.definition.success;
}

/** The name of the type of an operation's body. */
export function bodyType(operation: Operation, types: OperationTypes): string {
  return hasNamelessBody(operation) ? bodyTypeName(operation.id) : types.body.definition;
}

export function ownParameters(operation: Operation, types: OperationTypes): string[] {
  const { pathParameters, queryParameters, body, id } = operation;
  const required = queryParameters.some((each) => each.required);
  const query = queryParameters.length > 0 ? [`query${required ? '' : '?'}: ${queryTypeName(id)}`] : [];
  const payload = body ? [`body${body.required ? '' : '?'}: ${bodyType(operation, types)}`] : [];
  const path = pathParameters.map(
    ({ name, type }) => `${camelCase(name)}: ${type === 'integer' ? 'number' : type}`,
  );
  return body?.required === false ? [...path, ...query, ...payload] : [...path, ...payload, ...query];
}

function request({ operation, types }: EmittedOperation): string {
  const { id, api, method, path, pathParameters, queryParameters, body, security } = operation;
  const parameters = pathParameters.map(({ name }) =>
    name === camelCase(name) ? name : `${name}: ${camelCase(name)}`,
  );
  const fields = [
    `operation: '${id}'`,
    `source: ${id}`,
    ...(api === 'user' ? [] : [`api: '${api}'`]),
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `route: '${path}'`,
    ...(parameters.length > 0 ? [`parameters: { ${parameters.join(', ')} }`] : []),
    ...(queryParameters.length > 0 ? ['query', 'search'] : []),
    ...(body ? ['body'] : []),
    ...(security === 'none' ? ['open: true'] : []),
    ...answerField(operation, types),
  ];
  return `{ ${fields.join(', ')} }`;
}

/** JSON is what an answer is unless said otherwise. */
function answerField({ streaming }: Operation, { response }: OperationTypes): string[] {
  if (streaming) return [];
  if (response.definition.success === 'void') return [`answer: 'none'`];
  return response.definition.success === 'unknown' ? [`answer: 'any'`] : [];
}

export function documentation(operation: Operation, description: string[]): string {
  const { method, path, summary, statuses, deprecated, paging } = operation;
  const lines = [
    `${summary}.`,
    '',
    ...description,
    '',
    `\`${method} ${path}\``,
    ...statuses.map(
      ({ status, condition, notShown }) =>
        `- ${status}: ${condition}${notShown ? ` (not shown: ${notShown})` : ''}`,
    ),
    '',
    ...(paging
      ? ['`await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.', '']
      : []),
    `@throws {ApiError} on every status outside 2XX.`,
    ...(deprecated ? ['@deprecated'] : []),
  ];
  return docComment(lines);
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

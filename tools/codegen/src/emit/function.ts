import type { Operation } from '../read/operation.ts';
import { docComment } from './doc-comment.ts';
import { bodyTypeName, hasNamelessBody, queryTypeName } from './operation-types.ts';

/** What orval found out about the types of an operation. */
export interface OperationTypes {
  body: { definition: string };
  response: { definition: { success: string } };
}

/** The function that calls one operation. `description` is the operation's own text in the contract. */
export function emitFunction(operation: Operation, types: OperationTypes, description: string[]): string {
  const { id, streaming, paging } = operation;
  const answer = answerType(operation, types);
  const promise = `${streaming ? 'StreamCall' : 'ApiCall'}<${[answer, ...statusType(operation)].join(', ')}>`;
  const name = streaming ? `call${capitaliseKind(streaming)}` : `call<${answer}>`;
  const signature = `(${functionParameters(operation, types).join(', ')}): ${promise}`;
  const calling = `${name}(transport, ${request(operation, types)}, options)`;
  const comment = documentation(operation, description);
  if (paging) {
    const type = `PagedOperation<${[queryTypeName(id), answer, paging.item, ...statusType(operation)].join(', ')}>`;
    return `${comment}export const ${id}: ${type} = /*#__PURE__*/ paged('${id}', ${signature} => ${calling});\n`;
  }
  return `${comment}export function ${id}${signature} {\n  return ${calling};\n}\n`;
}

function functionParameters(operation: Operation, types: OperationTypes): string[] {
  const options = operation.streaming === 'ndjson' ? 'NdjsonCallOptions' : 'CallOptions';
  return ['transport: Transport', ...ownParameters(operation, types), `options?: ${options}`];
}

/** The documented statuses outside 2XX, for an error's type. */
function statusType({ statuses }: Operation): string[] {
  const codes = statuses.map(({ status }) => status).filter((status) => /^[3-5]\d\d$/.test(status));
  return codes.length > 0 ? [codes.join(' | ')] : [];
}

function capitaliseKind(kind: 'text' | 'ndjson'): string {
  return kind === 'text' ? 'Text' : 'Ndjson';
}

function answerType({ streaming }: Operation, { response }: OperationTypes): string {
  if (streaming) return `${capitaliseKind(streaming)}Answer`;
  return response.definition.success;
}

function ownParameters(operation: Operation, types: OperationTypes): string[] {
  const { pathParameters, queryParameters, body, id } = operation;
  const required = queryParameters.some((each) => each.required);
  const query = queryParameters.length > 0 ? [`query${required ? '' : '?'}: ${queryTypeName(id)}`] : [];
  const bodyType = hasNamelessBody(operation) ? bodyTypeName(id) : types.body.definition;
  const payload = body ? [`body${body.required ? '' : '?'}: ${bodyType}`] : [];
  const path = pathParameters.map(
    ({ name, type }) => `${camelCase(name)}: ${type === 'integer' ? 'number' : type}`,
  );
  return body?.required === false ? [...path, ...query, ...payload] : [...path, ...payload, ...query];
}

function request(operation: Operation, types: OperationTypes): string {
  const { id, api, method, path, pathParameters, queryParameters, body } = operation;
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
    ...(queryParameters.length > 0 ? ['query'] : []),
    ...(body ? ['body'] : []),
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

function documentation(operation: Operation, description: string[]): string {
  const { method, path, section, summary, statuses, deprecated, paging } = operation;
  const lines = [
    `${summary}.`,
    '',
    ...description,
    '',
    `\`${method} ${path}\`, section ${section} of the interface.`,
    ...statuses.map(
      ({ status, condition, notShown }) =>
        `- ${status}: ${condition}${notShown ? ` (not shown: ${notShown})` : ''}`,
    ),
    '',
    ...(paging
      ? ['`.all()` gives the items of this page and those after it, `.pages()` the pages themselves.', '']
      : []),
    `@throws {ApiError} on every status outside 2XX.`,
    ...(deprecated ? ['@deprecated'] : []),
  ];
  return docComment(lines);
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

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
  const answer = answerType(operation, types);
  const options = operation.streaming === 'ndjson' ? 'NdjsonCallOptions' : 'CallOptions';
  const parameters = ['transport: Transport', ...ownParameters(operation, types), `options?: ${options}`];
  const promise = operation.streaming ? `Promise<${answer}>` : `ApiCall<${answer}>`;
  const name = operation.streaming ? `call${capitaliseKind(operation.streaming)}` : `call<${answer}>`;
  return [
    documentation(operation, description),
    `export function ${operation.id}(${parameters.join(', ')}): ${promise} {\n`,
    `  return ${name}(transport, ${request(operation, types)}, options);\n`,
    '}\n',
  ].join('');
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
  const { id, api, method, pathParameters, queryParameters, body } = operation;
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `\${pathSegment('${name}', ${camelCase(name)})}`,
  );
  const fields = [
    `operation: '${id}'`,
    `api: '${api}'`,
    `method: '${method}'`,
    pathParameters.length > 0 ? `path: \`${path}\`` : `path: '${path}'`,
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
  const { method, path, section, summary, statuses, deprecated } = operation;
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
    `@throws {ApiError} on every status outside 2XX.`,
    ...(deprecated ? ['@deprecated'] : []),
  ];
  return docComment(lines);
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

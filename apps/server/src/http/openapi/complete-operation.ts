import { vibeServices } from '../../domain/agent-prompts.ts';
import { operations } from '../../operations/operations.ts';
import { embeddedEvent } from '../../payments/embedded/embedded-event.ts';
import { errorContent } from './error-content.ts';
import { isObject, type JsonObject, mapValues, membersOf, toJsonSchema } from './json.ts';
import { limitAnswers } from './limits.ts';
import { withPlainTexts } from './plain-text.ts';

const refusal = {
  description: 'Refused: 401 without a valid credential, 404 for what is not there, 422 for an invalid body',
  content: {
    'application/json': {
      schema: {
        anyOf: [
          { $ref: '#/components/schemas/ErrorBody' },
          { $ref: '#/components/schemas/HTTPValidationError' },
        ],
      },
    },
  },
};

/** The answers of an operation with the statuses and bodies that this deployment has chosen. */
export function chosenAnswers(operationId: string, responses: JsonObject): JsonObject {
  const { '2XX': success, default: other, ...documented } = responses;
  // The Workers API shows neither its success status nor any refusal but 409.
  const chosen = success
    ? { ...mapValues(documented, chooseError), 200: chooseSuccess(success), default: refusal }
    : {};
  const unauthorized = { description: 'No valid credential, or none at all', content: errorContent };
  const operation = findOperation(operationId);
  const all = {
    401: unauthorized,
    ...documented,
    ...chosen,
    ...(operation && limitAnswers(operation)),
  };
  return mapValues(all, (answer) => (showsNoBody(answer) ? withBody(answer, operationId) : answer));
}

const mediaType = 'application/json';

function showsNoBody(answer: unknown): boolean {
  const { schema } = membersOf(membersOf(membersOf(answer).content)[mediaType]);
  return membersOf(schema)['x-not-shown'] === 'body';
}

function findOperation(operationId: string) {
  return operations.find(({ id }) => id === operationId);
}

/** The answer with the shape that the operation itself gives its result. */
function withBody(answer: unknown, operationId: string): unknown {
  const result = findOperation(operationId)?.result;
  if (!result) return answer;
  const schema = { ...toJsonSchema(result, 'answer'), 'x-choice': 'body' };
  return { ...membersOf(answer), content: { [mediaType]: { schema } } };
}

function chooseError(refused: unknown): JsonObject {
  return { ...membersOf(refused), content: errorContent };
}

function chooseSuccess(success: unknown): JsonObject {
  const { 'x-not-shown': _, ...rest } = membersOf(success);
  return { ...rest, 'x-choice': 'status' };
}

/** The body of a request: its schema has a name in the contract, except for the webhook's. */
export function chosenBody(operationId: string, body: unknown): unknown {
  if (operationId !== 'receivePaymentEvent') return body;
  const schema = { ...toJsonSchema(embeddedEvent, 'body'), 'x-choice': 'body and kinds of events' };
  return { ...membersOf(body), content: { 'application/json': { schema } } };
}

/** What we take where the contract doesn't show the values, by the parameter's name. */
const choices: Readonly<Record<string, JsonObject>> = {
  service_name: { enum: vibeServices.map(({ service_name }) => service_name) },
  limit: { minimum: 1 },
};

/** A parameter with our choice of its values; a reference stays as it is. */
export function chosenParameter(parameter: unknown): unknown {
  if (!isObject(parameter) || !isObject(parameter.schema)) return parameter;
  const { 'x-not-shown': notShown, ...shown } = parameter.schema;
  const choice = notShown === undefined ? undefined : choices[String(parameter.name)];
  const schema = choice ? { ...shown, ...choice, 'x-choice': notShown } : parameter.schema;
  return { ...parameter, schema: withIntegers(withPlainTexts(schema)) };
}

/** Larger numbers are not told apart by JSON. */
function withIntegers(schema: JsonObject): JsonObject {
  if (schema.type !== 'integer') return schema;
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...schema };
}

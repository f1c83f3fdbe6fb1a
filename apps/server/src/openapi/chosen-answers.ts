import { type JsonObject, mapValues, membersOf } from './json.ts';
import { operationRecords } from './records/operation-records.ts';
import { toJsonSchema } from './to-json-schema.ts';

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };

const refusal = {
  description:
    'Refused: 401 without a valid credential, 404 for what is not there, 413 for too large a body, 422 for an invalid one',
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
  const all = { 401: unauthorized, ...documented, ...chosen };
  const record = operationRecords.get(operationId);
  if (!record) return all;
  const schema = { ...toJsonSchema(record, 'answer'), 'x-choice': 'body' };
  return mapValues(all, (answer, status) =>
    status === '200' ? { ...membersOf(answer), content: { 'application/json': { schema } } } : answer,
  );
}

function chooseError(refused: unknown): JsonObject {
  return { ...membersOf(refused), content: errorContent };
}

function chooseSuccess(success: unknown): JsonObject {
  const { 'x-not-shown': _, ...rest } = membersOf(success);
  return { ...rest, 'x-choice': 'status' };
}

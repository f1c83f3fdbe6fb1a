import userApi from '@agent-workers/types/openapi/user-api.json' with { type: 'json' };
import workersApi from '@agent-workers/types/openapi/workers-api.json' with { type: 'json' };
import { chosenSchemas } from './choices.ts';
import { chosenAnswers, chosenBody, chosenParameter } from './complete-operation.ts';
import { type Examples, withExamples } from './examples.ts';
import { type JsonObject, mapValues, membersOf } from './json.ts';
import { ownOperations } from './own-operations.ts';
import { fillUnspecified } from './unspecified.ts';

const description = [
  "The contract of the Agent Workers Platform, with this deployment's choices where the interface leaves a choice.",
  'What is marked x-choice holds such choices: another deployment may choose otherwise, and conform.',
  'No text but that of messages may hold U+0000 or a lone surrogate, and JSON may be 100 levels deep.',
].join(' ');

/**
 * This deployment's own OpenAPI document: the contract of both APIs, and our choices for unspecified behavior.
 * @param examples calls that work here; default: none, for nothing is known to be there.
 */
export function buildDocument(examples: Examples = {}): JsonObject {
  const document = membersOf(fillUnspecified(completeContract()));
  const components = membersOf(document.components);
  const paths = mapValues(membersOf(document.paths), (path) =>
    withExamples(membersOf(path), { examples, components }),
  );
  return { ...document, paths };
}

function completeContract(): JsonObject {
  const workersPaths = Object.entries(workersApi.paths).map(([path, item]) => [`/agents${path}`, item]);
  return {
    openapi: userApi.openapi,
    info: { title: 'Agent Workers server', version: userApi.info.version, description },
    servers: [{ url: '/' }],
    tags: [...userApi.tags, ...workersApi.tags],
    paths: mapValues({ ...userApi.paths, ...Object.fromEntries(workersPaths) }, (item, path) => ({
      ...mapValues(membersOf(item), completeOperation),
      ...ownOperations[path],
    })),
    components: completeComponents(),
  };
}

function completeComponents(): JsonObject {
  const components = mergeComponents();
  const parameters = mapValues(membersOf(components.parameters), chosenParameter);
  return { ...components, parameters, schemas: completeSchemas(membersOf(components.schemas)) };
}

function completeParameters(parameters: unknown): unknown {
  return Array.isArray(parameters) ? parameters.map(chosenParameter) : parameters;
}

function mergeComponents(): JsonObject {
  const user = membersOf(userApi.components);
  const workers = membersOf(workersApi.components);
  return mapValues({ ...user, ...workers }, (_, kind) => ({
    ...membersOf(user[kind]),
    ...membersOf(workers[kind]),
  }));
}

/** What the contract says of a schema stays; what it leaves unsaid is filled in. */
function completeSchemas(schemas: JsonObject): JsonObject {
  const chosen = chosenSchemas();
  return mapValues(schemas, (schema, name) => {
    const choice = chosen.get(name);
    if (!choice) return schema;
    const { description: words } = membersOf(schema);
    return { ...(words !== undefined && { description: words }), ...choice, 'x-choice': 'fields' };
  });
}

function completeOperation(value: unknown, key: string): unknown {
  if (key === 'parameters') return completeParameters(value);
  const operation = membersOf(value);
  const operationId = String(operation.operationId);
  const responses = membersOf(operation.responses);
  return {
    ...operation,
    ...('requestBody' in operation && { requestBody: chosenBody(operationId, operation.requestBody) }),
    ...('parameters' in operation && { parameters: completeParameters(operation.parameters) }),
    responses: chosenAnswers(operationId, responses),
  };
}

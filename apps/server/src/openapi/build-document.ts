import userApi from '@agent-workers/types/openapi/user-api.json' with { type: 'json' };
import workersApi from '@agent-workers/types/openapi/workers-api.json' with { type: 'json' };
import { chosenSchemas } from './choices.ts';
import { chosenAnswers } from './chosen-answers.ts';
import { type JsonObject, mapValues, membersOf } from './json.ts';

const description = [
  "The contract of the Agent Workers Platform, with this deployment's choices where the interface is silent.",
  'What is marked x-choice holds such choices: another deployment may choose otherwise, and conform.',
].join(' ');

/** This deployment's own OpenAPI document: the contract of both APIs, and our choices in the silences. */
export function buildDocument(): JsonObject {
  const workersPaths = Object.entries(workersApi.paths).map(([path, item]) => [`/agents${path}`, item]);
  return {
    openapi: userApi.openapi,
    info: { title: 'Agent Workers server', version: userApi.info.version, description },
    servers: [{ url: '/' }],
    tags: [...userApi.tags, ...workersApi.tags],
    paths: mapValues({ ...userApi.paths, ...Object.fromEntries(workersPaths) }, (item) =>
      mapValues(membersOf(item), completeOperation),
    ),
    components: { ...mergeComponents(), schemas: completeSchemas() },
  };
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
function completeSchemas(): JsonObject {
  const chosen = chosenSchemas();
  return mapValues(membersOf(mergeComponents().schemas), (schema, name) => {
    const choice = chosen.get(name);
    if (!choice) return schema;
    const { description: words } = membersOf(schema);
    return { ...(words !== undefined && { description: words }), ...choice, 'x-choice': 'fields' };
  });
}

function completeOperation(value: unknown, key: string): unknown {
  if (key === 'parameters') return value;
  const operation = membersOf(value);
  const responses = membersOf(operation.responses);
  return { ...operation, responses: chosenAnswers(String(operation.operationId), responses) };
}

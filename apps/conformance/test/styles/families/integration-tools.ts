import type { JsonSchema } from '../json-schema.ts';
import type { Style } from '../style.ts';

interface IntegrationTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly toolset: string;
}

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Everything is required, and null stands for what is left out: how some models want it. */
function strict({ properties, required = [] }: JsonSchema): JsonSchema {
  const all = Object.entries(Object(properties)).map(([name, schema]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    return [name, isRequired ? schema : orNull(schema as JsonSchema)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(all),
    required: all.map(([name]) => name),
    additionalProperties: false,
  };
}

const listChats: JsonSchema = {
  type: 'object',
  properties: { limit: { type: 'integer', maximum: 500 }, cursor: { type: 'string' } },
};
const createChat: JsonSchema = {
  type: 'object',
  properties: { email: { type: 'string', format: 'email', minLength: 3 } },
  required: ['email'],
};

/** Two of the integration tools, as a deployment may describe them. */
export function integrationTools({ choices }: Style): readonly IntegrationTool[] {
  const { integration } = choices.tools;
  if (integration === 'none') return [];
  const form = integration === 'answers' ? strict : (schema: JsonSchema) => schema;
  return [
    {
      name: 'NOTIFIER_LIST_CHATS',
      description: 'Lists chats.',
      inputSchema: form(listChats),
      toolset: 'notifier',
    },
    {
      name: 'NOTIFIER_CREATE_CHAT',
      description: 'Starts a chat.',
      inputSchema: form(createChat),
      toolset: 'notifier',
    },
  ];
}

/** What is wrong with the input of one that lists; undefined where nothing is. */
export function problemWith({
  limit = 1,
  cursor = '',
}: Readonly<Record<string, unknown>>): string | undefined {
  if (!Number.isInteger(limit) || Number(limit) > 500) return 'limit must be an integer of at most 500';
  return typeof cursor === 'string' ? undefined : 'cursor must be a string';
}

import type { JsonSchema } from './json-schema.ts';

interface FieldForm {
  readonly json: JsonSchema;
  /** How a deployment's document describes it. */
  readonly about: string;
}

const text = { type: 'string' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const integer = { type: 'integer' } as const;

/** What the interface names in words; how each is called on the wire is a matter of style. */
export const fieldForms = {
  agent_id: { json: text, about: 'Identifier of the agent.' },
  chat_id: { json: text, about: 'Identifier of the chat.' },
  chat_prompt: { json: { type: 'string', minLength: 1 }, about: 'The chat prompt of the agent.' },
  visibility: { json: text, about: 'Visibility: private or public.' },
  vanity_slug: { json: { type: ['string', 'null'] }, about: 'The vanity slug.' },
  upsell_description: { json: { type: ['string', 'null'] }, about: 'The upsell description.' },
  run_id: { json: text, about: 'The run ID.' },
  theme_color: { json: text, about: 'The theme color.' },
  file_id: { json: uuid, about: 'Identifier of the file.' },
  position: { json: { type: 'integer', minimum: 0 }, about: 'Position of the file in the order of files.' },
  positions: { json: { type: 'array' }, about: 'The new order of the files.' },
  items: { json: { type: 'array' }, about: 'The items of the list.' },
  next_cursor: {
    json: { type: ['string', 'null'], format: 'date-time' },
    about: 'Cursor of the next page.',
  },
  api_key_id: { json: integer, about: 'Identifier of the API key.' },
  key: { json: text, about: 'The key value, a secret.' },
  is_default: { json: { type: 'boolean' }, about: 'Whether this is the default key.' },
  bundle_id: { json: integer, about: 'Identifier of the bundle.' },
  tools: { json: { type: 'array' }, about: 'The tools it holds.' },
  tool_id: { json: text, about: 'Identifier of the tool.' },
  toolset_name: { json: text, about: 'Name of the toolset.' },
  log_id: { json: integer, about: 'Identifier of the execution log.' },
  schedule_id: { json: uuid, about: 'Identifier of the schedule.' },
  cron: { json: { type: 'string', minLength: 1 }, about: 'The cron expression.' },
  cli_auth_id: { json: uuid, about: 'Identifier of the CLI auth session.' },
  jwt: { json: { type: 'string', minLength: 1 }, about: "The user's JWT." },
  code: { json: { type: 'string', minLength: 1 }, about: 'The VIP code.' },
  count: { json: integer, about: 'How many codes were redeemed.' },
  tier: { json: text, about: 'The tier of the user.' },
  balance: { json: { type: 'number' }, about: 'The balance of agent execution credits.' },
  prompt: { json: text, about: 'The prompt for the code-generation service.' },
  total_subscribers: { json: integer, about: 'Subscribers in the period.' },
  total_earnings: { json: { type: 'number' }, about: 'Earnings in the period.' },
  tool_name: { json: text, about: 'Name of the tool.' },
  slug: { json: text, about: 'A slug.' },
  available: { json: { type: 'boolean' }, about: 'Whether the slug is free.' },
} as const satisfies Record<string, FieldForm>;

export type Field = keyof typeof fieldForms;

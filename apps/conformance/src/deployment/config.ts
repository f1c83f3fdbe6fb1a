import * as z from 'zod';
import { fixturesSchema, json } from './fixtures-config.ts';

const url = z.url({ protocol: /^https?$/ });

/** What the interface doesn't show of a schema, as this deployment has it. */
const binding = z.strictObject({
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "The deployment's own names of fields, by the names that the contract's OpenAPI documents chose.",
    ),
  body: json.optional().describe('Fields that a request body must have besides, with their values.'),
});

/** The deployment config: where the deployment is, who we are there, what it offers to work with. */
export const configSchema = z.strictObject({
  openapi: z
    .string()
    .optional()
    .describe("URL or path of the deployment's own OpenAPI document.")
    .meta({ examples: ['https://api.staging.example/openapi.json'] }),
  consistencyWindow: z
    .number()
    .min(0)
    .max(60)
    .optional()
    .describe(
      'Seconds that what was written may take to show everywhere: the interface names no time. Default 1.',
    )
    .meta({ examples: [2] }),
  $schema: z
    .string()
    .optional()
    .describe('Where the schema of this file is, for editors.')
    .meta({ examples: ['./node_modules/@agent-workers/conformance/schemas/deployment-config.schema.json'] }),
  agentsUrl: url
    .optional()
    .describe('Base address of the Workers API.')
    .meta({ examples: ['https://agents.staging.example'] }),
  baseUrl: url
    .optional()
    .describe('Base address of the User API, without /me.')
    .meta({ examples: ['https://api.staging.example'] }),
  profile: z
    .enum(['read-only', 'full'])
    .optional()
    .describe('What may be sent: full starts runs and changes things. Default read-only.')
    .meta({ examples: ['full'] }),
  bindings: z
    .record(z.string(), binding)
    .optional()
    .describe(
      'By schema name, or the kind of record where the interface names no schema. Other names are an error.',
    )
    .meta({ examples: [{ AgentModel: { fields: { chat_prompt: 'greeting' } } }] }),
  connection: z
    .strictObject({
      headers: z
        .record(z.string(), z.string())
        .optional()
        .describe('Sent with every request to the deployment, for a gateway before it; never shown.')
        .meta({ examples: [{ 'X-Gateway-Key': '${GATEWAY_KEY}' }] }),
      ca: z
        .string()
        .optional()
        .describe('A PEM file with authorities to trust besides the usual ones.')
        .meta({ examples: ['staging-ca.pem'] }),
      proxy: url
        .optional()
        .describe('By which everything is sent; without it, as HTTP_PROXY, HTTPS_PROXY and NO_PROXY say.')
        .meta({ examples: ['http://proxy.example:3128'] }),
      cert: z
        .string()
        .optional()
        .describe('A PEM file with the client certificate.')
        .meta({ examples: ['client.pem'] }),
      key: z
        .string()
        .optional()
        .describe('A PEM file with its key.')
        .meta({ examples: ['client.key'] }),
    })
    .optional()
    .describe('How the deployment is reached.'),
  traffic: z
    .strictObject({
      onlyClients: z
        .boolean()
        .optional()
        .describe(
          'Whether nothing acts for these users but what is recorded: then a single finding about what a record became stands.',
        )
        .meta({ examples: [true] }),
      users: z
        .record(z.string().regex(/^[\w.-]{1,40}$/), z.array(z.string().min(1)).min(1))
        .optional()
        .describe(
          'Users by names of yours, each with all of its credentials. Two names are two users; own, other and sandbox are those of credentials.',
        )
        .meta({ examples: [{ own: ['${RENEWED_JWT}'], ann: ['${ANN_JWT}', '${ANN_API_KEY}'] }] }),
    })
    .optional()
    .describe('What judge, proxy and record can not know of the traffic of others.'),
  stateToken: z
    .string()
    .min(1)
    .optional()
    .describe('Sent to the state URL as its bearer token.')
    .meta({ examples: ['${STATE_TOKEN}'] }),
  stateUrl: url
    .optional()
    .describe('Puts the deployment into a state that run or pact verify asks for.')
    .meta({ examples: ['https://states.staging.example'] }),
  credentials: z
    .strictObject({
      apiKey: z
        .string()
        .min(1)
        .optional()
        .describe('API key of the user, for the Workers API.')
        .meta({ examples: ['${AGENT_WORKERS_API_KEY}'] }),
      jwt: z
        .string()
        .min(1)
        .optional()
        .describe('JWT of the user, for the User API.')
        .meta({ examples: ['${AGENT_WORKERS_JWT}'] }),
      otherApiKey: z
        .string()
        .min(1)
        .optional()
        .describe('API key of another user.')
        .meta({ examples: ['${AGENT_WORKERS_OTHER_API_KEY}'] }),
      otherJwt: z
        .string()
        .min(1)
        .optional()
        .describe('JWT of another user: what one may not see of the other.')
        .meta({ examples: ['${AGENT_WORKERS_OTHER_JWT}'] }),
      sandboxJwt: z
        .string()
        .min(1)
        .optional()
        .describe('JWT of a user in the sandbox tier.')
        .meta({ examples: ['${AGENT_WORKERS_SANDBOX_JWT}'] }),
    })
    .optional()
    .describe('Who we are there; better from the environment than written here.'),
  fixtures: fixturesSchema.optional(),
});

export type Bindings = Readonly<Record<string, z.infer<typeof binding>>>;

export type Config = z.infer<typeof configSchema>;

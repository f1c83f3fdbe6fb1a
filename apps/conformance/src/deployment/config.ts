import * as z from 'zod';

const json = z.record(z.string(), z.json());

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
  fixtures: z
    .strictObject({
      agentId: z
        .string()
        .min(1)
        .optional()
        .describe('The worker to talk to.')
        .meta({ examples: ['0d4cbe0c-93a9-4b9b-8f8e-5d1c0a7e6f42'] }),
      message: z
        .string()
        .optional()
        .describe('A plain message; without it, words of ours.')
        .meta({ examples: ['Tell me something'] }),
      backgroundAgentId: z
        .string()
        .min(1)
        .optional()
        .describe('The worker that runs jobs in the background, where that is another one.')
        .meta({ examples: ['7a1f0e52-5b0f-4c3d-9a55-0c8d7f2b1e90'] }),
      backgroundMessage: z
        .string()
        .optional()
        .describe('A message that makes the worker start a background job of some seconds.')
        .meta({ examples: ['Start the long job'] }),
      backgroundErrorMessage: z
        .string()
        .optional()
        .describe('A message that makes it start a job that ends with an error.')
        .meta({ examples: ['Start a job that fails'] }),
      slowMessage: z
        .string()
        .optional()
        .describe(
          'A message whose answer takes the worker a second or more, and of which it says the first words long before the last.',
        )
        .meta({ examples: ['Count slowly to twenty'] }),
      jobSeconds: z
        .number()
        .positive()
        .optional()
        .describe(
          'For how many seconds a job of these two messages is shown at most, the time that it waits for others included. One that is shown for longer has not ended as it should, which is a finding; without this, how long a job may last is not known.',
        )
        .meta({ examples: [30] }),
      filesPerAgent: z
        .int()
        .positive()
        .optional()
        .describe(
          'How many files an agent may have. Up to 64 a run tries one more, which has to be refused; without this, an agent that takes any number is no finding.',
        )
        .meta({ examples: [10] }),
      toolCallMessage: z
        .union([
          z.string(),
          z.strictObject({
            message: z.string(),
            name: z.string().optional().describe("The tool's name, as it stands in the NDJSON stream."),
            output: z
              .string()
              .optional()
              .describe(
                "Words that only the tool's raw answer has in the NDJSON stream: the worker itself never says them.",
              ),
          }),
        ])
        .optional()
        .describe(
          "A message that makes the worker call a tool; the tool's name and what tells its output apart.",
        )
        .meta({ examples: [{ message: 'What is the tide?', name: 'read_tide_table' }] }),
      paidAgentId: z
        .string()
        .optional()
        .describe("Another user's public agent with a price; the caller has no subscription to it.")
        .meta({ examples: ['2f6a…'] }),
      unpaidAgentId: z
        .string()
        .optional()
        .describe("Another user's public agent without a price.")
        .meta({ examples: ['93bc…'] }),
      ownPaidAgentId: z
        .string()
        .optional()
        .describe("An agent of the caller's own for which money is asked.")
        .meta({ examples: ['c0de…'] }),
      subscribedAgentId: z
        .string()
        .optional()
        .describe('An agent that the caller has an active subscription to, which a run leaves as it is.')
        .meta({ examples: ['5ca1…'] }),
      unsubscribeAgentId: z
        .string()
        .optional()
        .describe('Another agent that the caller is subscribed to; a run ends this subscription.')
        .meta({ examples: ['ab1e…'] }),
      privateAgentId: z
        .string()
        .optional()
        .describe("Another user's private agent.")
        .meta({ examples: ['b1f0…'] }),
      tool: z
        .strictObject({ name: z.string(), input: json, invalidInput: json.optional() })
        .optional()
        .describe('A tool to run, with input that it takes and input that it refuses.')
        .meta({
          examples: [{ name: 'read_tide_table', input: { port: 'Hull' }, invalidInput: { port: 7 } }],
        }),
      installableToolId: z
        .string()
        .optional()
        .describe('A tool that the caller may install.')
        .meta({ examples: ['read_tide_table'] }),
      toolsetName: z
        .string()
        .optional()
        .describe('A toolset that the deployment has.')
        .meta({ examples: ['sea'] }),
      notifierMayBeUsed: z
        .literal(true)
        .optional()
        .describe(
          "Whether a run may use all NOTIFIER tools: it makes, changes and removes chats, devices and pushes of the users' accounts at the notification service, in the end all pushes. Say so only where these are test accounts.",
        )
        .meta({ examples: [true] }),
      vipCode: z
        .string()
        .optional()
        .describe('A VIP code that was not redeemed yet: each run spends one.')
        .meta({ examples: ['WELCOME-2026'] }),
      ownVipCode: z
        .string()
        .optional()
        .describe("A VIP code of the caller's own making.")
        .meta({ examples: ['MINE-2026'] }),
      cron: z
        .string()
        .optional()
        .describe('A schedule that the deployment takes.')
        .meta({ examples: ['0 9 * * 1'] }),
      webhook: z
        .strictObject({ signatureHeader: z.string(), validSignature: z.string(), body: z.string() })
        .optional()
        .describe('A webhook of the payment provider: its header, a body, and the signature of that body.')
        .meta({
          examples: [{ signatureHeader: 'stripe-signature', validSignature: 't=1,v1=…', body: '{}' }],
        }),
    })
    .optional(),
});

export type Bindings = Readonly<Record<string, z.infer<typeof binding>>>;

export type Config = z.infer<typeof configSchema>;

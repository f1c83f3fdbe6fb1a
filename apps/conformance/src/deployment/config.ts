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

/** The deployment config of DESIGN: where the deployment is, who we are there, what it offers to work with. */
export const configSchema = z.strictObject({
  openapi: z.string().optional().describe("URL or path of the deployment's own OpenAPI document."),
  consistencyWindow: z
    .number()
    .min(0)
    .max(60)
    .optional()
    .describe(
      'Seconds that what was written may take to show everywhere: the interface names no time. Default 1.',
    ),
  agentsUrl: url.optional(),
  baseUrl: url.optional(),
  profile: z.enum(['read-only', 'full']).optional(),
  bindings: z.record(z.string(), binding).optional().describe('By schema name.'),
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
  stateToken: z.string().min(1).optional().describe('Sent to the state URL as its bearer token.'),
  stateUrl: url.optional().describe('Puts the deployment into a state that run or pact verify asks for.'),
  credentials: z
    .strictObject({
      apiKey: z.string().min(1).optional(),
      jwt: z.string().min(1).optional(),
      otherApiKey: z.string().min(1).optional(),
      otherJwt: z.string().min(1).optional(),
      sandboxJwt: z.string().min(1).optional(),
    })
    .optional(),
  fixtures: z
    .strictObject({
      agentId: z.string().min(1).optional(),
      message: z.string().optional(),
      backgroundAgentId: z.string().min(1).optional(),
      backgroundMessage: z.string().optional(),
      backgroundErrorMessage: z.string().optional(),
      toolCallMessage: z
        .union([
          z.string(),
          z.strictObject({ message: z.string(), name: z.string().optional(), output: z.string().optional() }),
        ])
        .optional(),
      paidAgentId: z.string().optional(),
      unpaidAgentId: z.string().optional(),
      ownPaidAgentId: z.string().optional(),
      subscribedAgentId: z
        .string()
        .optional()
        .describe('An agent that the caller has an active subscription to, which a run leaves as it is.'),
      unsubscribeAgentId: z
        .string()
        .optional()
        .describe('Another agent that the caller is subscribed to; a run ends this subscription.'),
      privateAgentId: z.string().optional().describe("Another user's private agent."),
      tool: z.strictObject({ name: z.string(), input: json, invalidInput: json.optional() }).optional(),
      installableToolId: z.string().optional(),
      toolsetName: z.string().optional(),
      vipCode: z.string().optional(),
      ownVipCode: z.string().optional(),
      cron: z.string().optional(),
      webhook: z
        .strictObject({ signatureHeader: z.string(), validSignature: z.string(), body: z.string() })
        .optional(),
    })
    .optional(),
});

export type Bindings = Readonly<Record<string, z.infer<typeof binding>>>;

export type Config = z.infer<typeof configSchema>;

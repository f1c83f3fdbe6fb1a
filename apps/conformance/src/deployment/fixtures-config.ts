import * as z from 'zod';

/** Any object of JSON. */
export const json = z.record(z.string(), z.json());

/** What a deployment offers to work with, as its config tells it. */
export const fixturesSchema = z.strictObject({
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
    .describe("A message that makes the worker call a tool; the tool's name and what tells its output apart.")
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
  defaultKeyMayMove: z
    .literal(true)
    .optional()
    .describe(
      "Whether a run may make an API key of its own the caller's default key, and remove it: nothing brings the mark back to the key that had it. Say so only where nobody needs that.",
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
    .strictObject({
      signatureHeader: z.string(),
      validSignature: z.string(),
      body: z.string(),
      secret: z.string().optional(),
      scheme: z.enum(['hex', 'base64', 'sha256=hex', 't=seconds,v1=hex']).optional(),
    })
    .refine(({ secret, scheme }) => (secret === undefined) === (scheme === undefined), {
      error: 'secret and scheme belong together',
    })
    .optional()
    .describe(
      'A webhook of the payment provider: its header, a body, and the signature of that body. With the secret as text, and how the HMAC-SHA-256 of a body stands in the header (the last scheme signs SECONDS.BODY), a run signs events of its own.',
    )
    .meta({
      examples: [
        {
          signatureHeader: 'stripe-signature',
          validSignature: 't=1,v1=…',
          body: '{}',
          secret: 'whsec_…',
          scheme: 't=seconds,v1=hex',
        },
      ],
    }),
});

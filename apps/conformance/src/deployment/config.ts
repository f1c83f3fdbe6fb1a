import * as z from 'zod';

const url = z.url({ protocol: /^https?$/ });

/** The deployment config of DESIGN: where the deployment is, who we are there, what it offers to work with. */
export const configSchema = z.strictObject({
  agentsUrl: url.optional(),
  baseUrl: url.optional(),
  profile: z.enum(['read-only', 'full']).optional(),
  credentials: z
    .strictObject({
      apiKey: z.string().min(1).optional(),
      jwt: z.string().min(1).optional(),
      otherApiKey: z.string().min(1).optional(),
      otherJwt: z.string().min(1).optional(),
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
    })
    .optional(),
});

export type Config = z.infer<typeof configSchema>;

export type Tier = 'pro' | 'sandbox';
export type Visibility = 'private' | 'public';
export const VISIBILITIES = ['private', 'public'] as const;

export interface User { userId: string; name: string; email: string; tier: Tier; onboardedAt: number | null; createdAt: number; }

export interface Agent {
  agentId: string; ownerId: string; title: string; description: string; chatPrompt: string; visibility: Visibility;
  vanitySlug: string | null; upsellDescription: string | null; subscriptionPrice: number | null;
  feedback: { userId: string; rating: number; comment: string | null; at: number }[];
  createdAt: number; updatedAt: number;
}

export interface AgentFile { fileId: string; agentId: string; name: string; mimeType: string; content: string; position: number; createdAt: number; updatedAt: number; }
export interface Theme { agentId: string; themeColor: string; updatedAt: number; }

export interface Message { role: 'user' | 'assistant'; content: string; at: number; }
export interface Job { jobId: string; startedAt: number; fails: boolean; }
export interface Run {
  runId: string; agentId: string; userId: string; messages: Message[]; job: Job | null; jobOutcome: string | null;
  createdAt: number; updatedAt: number; queue: Promise<void>;
}
export interface RunLog { logId: number; runId: string; agentId: string; userId: string; event: string; detail: string | null; at: number; }
export interface McpLog { id: number; runId: string; userId: string; server: string; tool: string; input: object; output: object; at: number; }
export interface Execution { logId: number; userId: string; toolName: string; status: 'ok' | 'error'; input: object; output: object; durationMs: number; at: number; }

export interface StudioChat { runId: string; ownerId: string; title: string; notes: string | null; agentId: string | null; visibility: Visibility; createdAt: number; updatedAt: number; deletedAt: number | null; }

export interface ApiKeyRow { apiKeyId: number; ownerId: string; name: string; key: string; isDefault: boolean; createdAt: number; }
export interface Subscription {
  agentId: string; userId: string; status: 'active' | 'canceled'; providerSubscriptionId: string | null; priceCents: number;
  startedAt: number; canceledAt: number | null; currentPeriodEnd: number;
}
export interface Checkout { sessionId: string; userId: string; agentId: string | null; credits: number; amount: number; status: 'open' | 'paid'; at: number; }
export interface Payment { agentId: string; ownerId: string; userId: string; cents: number; at: number; }
export interface Bundle { bundleId: number; ownerId: string; name: string; description: string | null; tools: string[]; createdAt: number; updatedAt: number; }
export interface CliSession { cliAuthId: string; userId: string | null; jwt: string | null; consumedAt: number | null; createdAt: number; }
export interface Schedule {
  scheduleId: string; ownerId: string; chatId: string; cron: string; message: string | null; enabled: boolean;
  createdAt: number; updatedAt: number; lastRunAt: number | null; nextRunAt: number | null;
}
export interface InstalledTool { toolId: string; userId: string; installedAt: number; }
export interface VipCode { code: string; ownerId: string | null; redeemedBy: Map<string, number>; }

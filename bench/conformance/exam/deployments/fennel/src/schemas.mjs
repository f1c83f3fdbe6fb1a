// zod schemas of bodies and answers; openapi.mjs turns them to JSON Schema.
import { z } from 'zod';
const str = z.string(); const int = z.number().int(); const ms = z.number().describe('milliseconds since 1970'); const iso = z.string().describe('ISO 8601');
const json = z.any();
const obj = z.looseObject({});
export const visibility = z.enum(['private', 'public']);
const tags = z.array(str.max(64)).max(32);

// chatPrompt is optional to the schema because its absence is a 400, not a 422.
const agentFields = {
  chatPrompt: str.max(200000).nullable(), name: str.max(200), description: str.max(5000).nullable(), visibility,
  vanitySlug: str.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).min(3).max(60).nullable(), upsellDescription: str.max(5000).nullable(),
  tags, metadata: json, enabled: z.boolean(), priceCents: int.min(0).max(100000000).nullable(), currency: z.enum(['usd', 'eur', 'gbp']),
};
export const AgentRequestPartial = z.object(agentFields).partial();
export const AgentRequest = AgentRequestPartial.extend({ agentId: str.nullish() });
export const AgentModel = z.object({
  agentId: str, ownerId: str, name: str, description: str.nullable(), chatPrompt: str, visibility, vanitySlug: str.nullable(),
  upsellDescription: str.nullable(), tags, metadata: json, enabled: z.boolean(), priceCents: int.nullable(), currency: str,
  themeColor: str.nullable(), clonedFrom: str.nullable(), thumbsUp: int, thumbsDown: int, createdAt: ms, updatedAt: ms,
});
export const UserFeedbackRequest = z.object({ rating: z.enum(['up', 'down']).default('up'), comment: str.max(5000).nullish() });
export const SlugRequest = z.object({ name: str.max(200).nullish(), chatPrompt: str.nullish() });
export const SlugGenerated = z.object({ slug: str });
export const SlugCheck = z.object({ slug: str, available: z.boolean(), reason: str.nullable() });
export const SocialPreview = z.object({ title: str, description: str, image: str, url: str, type: str });
export const VibeService = z.object({ name: str, label: str, url: str });
export const VibePrompt = z.object({ serviceName: str, agentId: str, prompt: str });
export const ThemeUpsert = z.object({ themeColor: str });
export const Theme = z.object({ agentId: str, themeColor: str, updatedAt: iso });
export const FileCreate = z.object({ name: str.min(1).max(255), contentType: str.max(127).default('text/plain'), content: str.max(500000).nullish(), url: str.max(2000).nullish(), position: int.min(0).max(1000000).optional(), metadata: json.optional() });
export const FileUpdate = z.object({ name: str.min(1).max(255), contentType: str.max(127), content: str.max(500000).nullable(), url: str.max(2000).nullable(), position: int.min(0).max(1000000), metadata: json }).partial();
export const FilePositions = z.object({ positions: z.array(z.object({ fileId: z.uuid(), position: int.min(0).max(1000000) })).max(100) });
export const File = z.object({ fileId: str, agentId: str, name: str, contentType: str, content: str.nullable(), url: str.nullable(), sizeBytes: int, position: int, metadata: json, createdAt: iso, updatedAt: iso });

export const StudioCreate = z.object({ runId: str.min(1).max(200).optional(), title: str.max(300).nullish(), visibility: visibility.optional(), summary: str.max(5000).nullish(), tags: tags.optional(), metadata: json.optional() });
export const StudioUpdate = StudioCreate.omit({ runId: true });
export const StudioChat = z.object({ runId: str, ownerId: str, title: str.nullable(), visibility, summary: str.nullable(), tags, metadata: json, clonedFrom: str.nullable(), createdAt: iso, updatedAt: iso, deletedAt: iso.nullable() });

export const MessageBody = z.object({ message: str });
export const Message = z.object({ role: z.enum(['user', 'assistant']), content: str });
export const RunView = z.object({ runId: str, agentId: str, status: z.enum(['idle', 'running']), jobId: str.nullable(), messageCount: int, trigger: str, createdAt: iso, updatedAt: iso });
export const RunLog = z.object({ runId: str, logId: str, event: str, detail: json, at: iso });
export const McpLog = z.object({ runId: str, server: str, tool: str, input: json, output: json, at: iso });
export const Execution = z.object({ logId: int, toolName: str, status: z.enum(['success', 'error']), input: json, output: json, error: str.nullable(), serviceId: str, serviceIdNamespace: str, durationMs: z.number(), createdAt: iso });

export const SubscribeRequest = z.object({ successUrl: str.nullish(), cancelUrl: str.nullish() });
export const SubscribeResponse = z.object({ agentId: str, sessionId: str, checkoutUrl: str, status: str });
export const Subscription = z.object({ agentId: str, status: z.enum(['active', 'canceled']), priceCents: int, currency: str, providerSubscriptionId: str.nullable(), startedAt: iso, canceledAt: iso.nullable() });
export const ApiKeyCreate = z.object({ name: str.max(100).nullish() });
export const ApiKeyHidden = z.object({ apiKeyId: int, name: str.nullable(), isDefault: z.boolean(), last4: str, createdAt: ms });
export const ApiKey = z.object({ apiKeyId: int, name: str.nullable(), isDefault: z.boolean(), key: str, last4: str, createdAt: ms });
export const Billing = z.object({ plan: str, status: str, priceCents: int, currency: str, renewsAt: iso.nullable() });
export const Credits = z.object({ balance: int, used: int });
export const WebhookSuccess = z.object({ received: z.boolean(), eventId: str });
export const SessionRequest = z.object({ credits: int.min(1).max(100000).default(100), successUrl: str.nullish() });
export const SessionResponse = z.object({ sessionId: str, url: str, amountCents: int, currency: str });
export const MonSummary = z.object({ periodDays: int, totalSubscribers: int, totalEarningsCents: int, currency: str });
export const MonSubscribers = z.object({ date: str, count: int });
export const MonEarnings = z.object({ date: str, amountCents: int });
export const BundleTool = z.object({ toolId: str.min(1).max(200) });
export const Bundle = z.object({ bundleId: int, name: str, description: str.nullable(), tools: z.array(BundleTool), createdAt: ms, updatedAt: ms });
export const BundleSimple = z.object({ bundleId: int, name: str, toolCount: int });
export const BundleRow = z.object({ bundleId: int, name: str, description: str.nullable(), createdAt: ms, updatedAt: ms });
export const BundleRequest = z.object({ name: str.min(1).max(200).optional(), description: str.max(2000).nullish(), tools: z.array(BundleTool).max(100).optional() });
export const CliInsert = z.object({ jwt: str.min(1).max(8192) });
export const CliAuth = z.object({ cliAuthId: str, status: z.enum(['pending', 'attached', 'consumed']), createdAt: ms, expiresAt: ms });
export const ScheduleRequest = z.object({ chatId: json.optional(), cron: str.max(200), message: str.max(5000).nullish(), enabled: z.boolean().default(true), metadata: json.optional() });
export const ScheduleUpdate = z.object({ chatId: json, cron: str.max(200), message: str.max(5000).nullable(), enabled: z.boolean(), metadata: json }).partial();
export const Schedule = z.object({ scheduleId: str, chatId: str, cron: str, message: str.nullable(), enabled: z.boolean(), metadata: json, nextRunAt: iso.nullable(), createdAt: iso, updatedAt: iso });
export const Onboarding = z.object({ scheduleCount: int, suggestions: z.array(z.object({ text: str, cron: str })) });
export const CronText = z.object({ text: str, cron: str });
export const Tool = z.object({ name: str, description: str, inputSchema: obj });
export const FoundTool = Tool.extend({ score: z.number() });
export const PublicTool = z.object({ toolId: str, name: str, description: str, toolkit: str, inputSchema: obj });
export const ToolResult = z.object({ toolName: str, logId: int, isError: z.boolean(), content: z.array(z.object({ type: str, text: str })), output: json });
export const ToolSet = z.object({ toolsetName: str, title: str, tools: z.array(str) });
export const ToolSetWithTools = z.object({ toolsetName: str, title: str, tools: z.array(Tool) });
export const InstallRequest = z.object({ toolId: str.min(1).max(200), settings: json.optional() });
export const UserTool = z.object({ toolId: str, name: str, description: str, toolkit: str, settings: json, inputSchema: obj, installedAt: iso });
export const InstalledTool = z.object({ toolId: str, settings: json, installedAt: iso });
export const User = z.object({ userId: str, email: str, name: str, tier: z.enum(['pro', 'sandbox']), createdAt: ms });
export const VipCount = z.object({ count: int });
export const VipRequest = z.object({ code: str.min(1).max(100) });
export const VipRedeemed = z.object({ code: str, creditsGranted: int, redeemedAt: iso });
export const AnyObject = obj;

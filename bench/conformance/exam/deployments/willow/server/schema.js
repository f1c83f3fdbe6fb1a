// A small JSON Schema validator (the subset that our schemas use), and the components of the OpenAPI document.
import { UUID } from './core.js';

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/;
export const isDateTime = (s) => DATE_TIME.test(s) && !Number.isNaN(Date.parse(s.replace(' ', 'T')));
const typeOf = (v) => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v);
export function check(schema, v, path, out) {
  if (schema === true) return out;
  if (schema.$ref) return check(components[schema.$ref.split('/').pop()], v, path, out);
  if (schema.oneOf || schema.anyOf) {
    const tries = (schema.oneOf ?? schema.anyOf).map((s) => check(s, v, path, []));
    if (!tries.some((t) => t.length === 0)) out.push({ path, message: tries[0][0]?.message ?? 'fits none of the forms' });
    return out;
  }
  const t = typeOf(v);
  if (schema.type) {
    const types = [].concat(schema.type);
    const ok = types.some((x) => x === t || (x === 'number' && t === 'number' && Number.isFinite(v)) || (x === 'integer' && t === 'number' && Number.isInteger(v)));
    if (!ok) { out.push({ path, message: `must be ${types.join(' or ')}` }); return out; }
  }
  if ('const' in schema && v !== schema.const) out.push({ path, message: `must be ${schema.const}` });
  if (schema.enum && !schema.enum.includes(v)) out.push({ path, message: `must be one of ${schema.enum.join(', ')}` });
  if (t === 'string') {
    const n = [...v].length;
    if (schema.minLength !== undefined && n < schema.minLength) out.push({ path, message: `must have ${schema.minLength} characters or more` });
    if (schema.maxLength !== undefined && n > schema.maxLength) out.push({ path, message: `must have ${schema.maxLength} characters at most` });
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(v)) out.push({ path, message: `must match ${schema.pattern}` });
    if (schema.format === 'uuid' && !UUID.test(v)) out.push({ path, message: 'must be a uuid' });
    if (schema.format === 'date-time' && !isDateTime(v)) out.push({ path, message: 'must be a date-time' });
  }
  if (t === 'number') {
    if (schema.minimum !== undefined && v < schema.minimum) out.push({ path, message: `must be ${schema.minimum} or more` });
    if (schema.maximum !== undefined && v > schema.maximum) out.push({ path, message: `must be ${schema.maximum} or less` });
  }
  if (t === 'array' && schema.items) v.forEach((x, i) => check(schema.items, x, `${path}/${i}`, out));
  if (t === 'object') {
    for (const k of schema.required ?? []) if (!Object.hasOwn(v, k)) out.push({ path: `${path}/${k}`, message: 'is required' });
    for (const [k, s] of Object.entries(schema.properties ?? {})) if (Object.hasOwn(v, k)) check(s, v[k], `${path}/${k}`, out);
    if (schema.additionalProperties === false) for (const k of Object.keys(v)) if (!Object.hasOwn(schema.properties, k)) out.push({ path: `${path}/${k}`, message: 'is not known' });
  }
  return out;
}

// ---- builders
export const str = { type: 'string' };
export const nstr = { type: ['string', 'null'] };
export const int = { type: 'integer' };
export const num = { type: 'number' };
export const bool = { type: 'boolean' };
export const uuid = { type: 'string', format: 'uuid' };
export const time = { type: 'string', format: 'date-time' };
export const ntime = { type: ['string', 'null'], format: 'date-time' };
export const anyObj = { type: 'object', additionalProperties: true };
export const ref = (n) => ({ $ref: `#/components/schemas/${n}` });
export const arr = (s) => ({ type: 'array', items: s });
export const obj = (properties, required = Object.keys(properties), extra = {}) => ({ type: 'object', properties, required, ...extra });
const req = (properties, required = []) => obj(properties, required);
const rec = (properties) => obj({ ...properties, version: int, _links: anyObj });
const list = (s) => obj({ entries: arr(s), cursor: nstr });

const level = { type: 'string', enum: ['public', 'private'] };
const visibility = obj({ level });
const visibilityIn = { oneOf: [visibility, level], description: 'An object with the level, or the level alone.' };
const money = obj({ amount: { ...int, minimum: 1, description: 'In minor units (cents), each month.' }, currency: str });
const priceIn = { anyOf: [obj({ amount: { ...int, minimum: 1 }, currency: str }, ['amount']), { type: 'null' }] };
const slug = { type: ['string', 'null'], pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$' };
const agentIn = {
  name: nstr, description: nstr, chatPrompt: nstr, visibility: { anyOf: [visibility, level, { type: 'null' }] }, vanitySlug: slug,
  upsellDescription: nstr, price: priceIn, virtualComputer: { type: ['boolean', 'null'] },
};
const jsonSchemaOut = anyObj;
const tool = { name: str, description: str, inputSchema: jsonSchemaOut };

export const components = {
  Problem: obj({ type: str, title: str, status: int, code: str, detail: str }),
  HTTPValidationError: obj({ type: str, title: str, status: int, code: str, detail: str, violations: arr(obj({ path: str, message: str })) }),

  StartRunRequest: req({ message: str }),
  ContinueRunRequest: req({ message: str }, ['message']),
  Message: obj({ role: { type: 'string', enum: ['user', 'assistant'] }, content: str }),
  RunSignal: obj({ event: { type: 'string', enum: ['text', 'tool-call', 'tool-result', 'job', 'done'] }, seq: int, text: str, callId: str, tool: str, input: anyObj, output: anyObj, jobId: str, runId: uuid }, ['event', 'seq']),

  AgentRunView: rec({ runId: uuid, agentId: uuid, status: { type: 'string', enum: ['idle', 'job-running'] }, trigger: str, initialMessage: nstr, toolCalls: arr(anyObj), responses: arr(str), messageCount: int, startedAt: time, updatedAt: time }),
  AgentRunViewListResponse: list(ref('AgentRunView')),
  AgentRunLog: obj({ logId: str, runId: uuid, agentId: uuid, kind: str, detail: nstr, at: time }),
  McpServerLog: obj({ logId: str, runId: uuid, server: str, tool: str, input: anyObj, output: anyObj, at: time }),
  ToolExecutionLog: rec({ logId: int, toolName: str, input: anyObj, output: anyObj, isError: bool, serviceId: str, serviceIdNamespace: str, startedAt: time, durationMs: int }),
  ToolExecutionLogsResponse: list(ref('ToolExecutionLog')),

  AgentSubscribeRequest: req({ successUrl: str, cancelUrl: str }),
  AgentSubscribeResponse: obj({ agentId: uuid, checkout: obj({ sessionId: str, url: str, expiresAt: time }) }),
  AgentSubscriptionResponse: rec({ subscriptionId: str, agentId: uuid, status: { type: 'string', enum: ['active', 'cancelled'] }, price: { anyOf: [money, { type: 'null' }] }, createdAt: time, updatedAt: time }),
  AgentSubscriptionListResponse: list(ref('AgentSubscriptionResponse')),

  AgentStudioChat: rec({ runId: str, ownerId: str, title: nstr, draft: nstr, tags: arr(str), visibility, createdAt: time, updatedAt: time, deletedAt: ntime }),
  AgentStudioChatCreate: req({ runId: { type: 'string', minLength: 1, maxLength: 200 }, title: nstr, draft: nstr, tags: arr(str), visibility: visibilityIn }),
  AgentStudioChatUpdate: req({ title: nstr, draft: nstr, tags: arr(str), visibility: visibilityIn }),

  AgentModel: rec({ agentId: uuid, ownerId: str, name: nstr, description: nstr, chatPrompt: str, visibility, vanitySlug: nstr, upsellDescription: nstr, price: { anyOf: [money, { type: 'null' }] }, virtualComputer: bool, feedback: obj({ count: int, averageRating: { type: ['number', 'null'] } }), createdAt: time, updatedAt: time }),
  AgentRequest: req({ agentId: { type: ['string', 'null'] }, ...agentIn }),
  AgentRequestPartial: req(agentIn),
  UserFeedbackRequest: req({ rating: { ...int, minimum: 1, maximum: 5 }, comment: nstr }),
  SlugRequest: req({ text: nstr }),
  Slug: obj({ slug: str }),
  SlugAvailability: obj({ slug: str, available: bool }),
  VibeCoderPromptResponse: obj({ agentId: uuid, serviceName: str, prompt: str }),
  VibeCoderListResponse: list(obj({ serviceName: str, title: str })),
  AgentThemePreferenceResponse: rec({ agentId: uuid, themeColor: str, updatedAt: time }),
  AgentThemePreferenceUpsertRequest: req({ themeColor: str }, ['themeColor']),
  AgentFileResponse: rec({ fileId: uuid, agentId: uuid, name: str, mediaType: str, content: str, size: int, position: int, createdAt: time, updatedAt: time }),
  AgentFileListResponse: list(ref('AgentFileResponse')),
  AgentFileCreateRequest: req({ name: str, mediaType: str, content: str, position: { ...int, minimum: 0 } }, ['name']),
  AgentFileUpdateRequest: req({ name: str, mediaType: str, content: str, position: { ...int, minimum: 0 } }),
  AgentFileBatchPositionRequest: req({ order: arr(obj({ fileId: uuid, position: { ...int, minimum: 0 } })) }, ['order']),
  SocialPreview: obj({ title: str, description: nstr, url: str, image: str }),

  ApiKey: rec({ apiKeyId: int, name: str, key: str, isDefault: bool, createdAt: time }),
  ApiKeyHidden: rec({ apiKeyId: int, name: str, isDefault: bool, createdAt: time }),
  ApiKeyCreate: req({ name: nstr, isDefault: bool }),
  BillingInformationSubscription: obj({ plan: str, status: str, renewsAt: ntime, price: money, _links: anyObj }),
  AgentExecutionCredits: rec({ balance: int, updatedAt: time }),
  PaymentWebhookResponseSuccess: obj({ received: bool, eventId: str }),
  PaymentEvent: req({ id: str, type: str, data: anyObj }, ['id', 'type']),
  PaymentSessionRequest: req({ plan: str, successUrl: str }),
  PaymentSessionResponse: obj({ sessionId: str, url: str, expiresAt: time }),
  MonetizationSummary: obj({ period: int, totalSubscribers: int, totalEarnings: int, currency: str }),
  MonetizationSubscribersResponse: obj({ period: int, entries: arr(obj({ date: str, subscribers: int })), cursor: nstr }),
  MonetizationEarningsResponse: obj({ period: int, currency: str, entries: arr(obj({ date: str, earnings: int })), cursor: nstr }),

  UserBundle: rec({ bundleId: int, name: str, description: nstr, tools: arr(ref('UserBundleTool')), createdAt: time, updatedAt: time }),
  UserBundleSimplified: rec({ bundleId: int, name: str, toolCount: int, updatedAt: time }),
  UserBundleRow: rec({ bundleId: int, name: str, description: nstr, createdAt: time, updatedAt: time }),
  UserBundleRequest: req({ name: str, description: nstr, tools: arr({ oneOf: [str, req({ toolId: str }, ['toolId'])] }) }),
  UserBundleTool: obj({ toolId: str, bundleId: int, addedAt: time }, ['toolId']),

  CliAuthModel: rec({ cliAuthId: uuid, state: { type: 'string', enum: ['waiting', 'attached', 'consumed'] }, createdAt: time }),
  CliAuthInsertModel: req({ jwt: { type: 'string', minLength: 1 } }, ['jwt']),

  Schedule: rec({ scheduleId: uuid, chatId: uuid, cron: str, message: nstr, enabled: bool, nextRunAt: ntime, lastRunAt: ntime, createdAt: time, updatedAt: time }),
  ScheduleListResponse: list(ref('Schedule')),
  ScheduleRequest: req({ chatId: { type: ['string', 'number', 'boolean', 'null', 'object', 'array'], description: 'The id of a chat of yours.' }, cron: str, message: nstr, enabled: bool }, ['cron']),
  ScheduleUpdateRequest: req({ chatId: nstr, cron: str, message: nstr, enabled: bool }),
  ScheduleOnboarding: obj({ suggestions: arr(obj({ title: str, cron: str, message: str })), scheduleCount: int }),
  ConvertedCron: obj({ cron: str, text: str, nextRunAt: ntime }),

  Tool: obj({ ...tool, toolkit: str, relevance: num }, ['name', 'description', 'inputSchema']),
  PublicTool: obj({ toolId: str, name: str, description: str, toolkit: str, inputSchema: jsonSchemaOut, needsConnection: bool, _links: anyObj }),
  ToolResult: obj({ toolName: str, isError: bool, content: arr(obj({ type: str, text: str })), structuredContent: anyObj, serviceId: str, serviceIdNamespace: str, logId: int }),
  ToolSet: obj({ toolsetName: str, description: str, toolCount: int, tools: arr(str), _links: anyObj }),
  ToolSetWithTools: obj({ toolsetName: str, description: str, toolCount: int, tools: arr(ref('Tool')), _links: anyObj }),
  UserTool: rec({ toolId: str, name: str, description: str, toolkit: str, inputSchema: jsonSchemaOut, installedAt: time }),
  UserInstalledTool: rec({ toolId: str, installedAt: time }),
  UserInstallToolRequest: req({ toolId: str }, ['toolId']),

  UserWithTier: obj({ userId: str, name: str, email: str, tier: str, createdAt: time, _links: anyObj }),
  VipCodeRedemptionCount: obj({ count: int, ownCodes: arr(obj({ code: str, redemptions: int })) }),
  VipCodeRequest: req({ code: str }, ['code']),
  VipCodeRedeemed: obj({ code: str, redemptionId: str, redeemedAt: time }),
};

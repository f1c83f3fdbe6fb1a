/** The OpenAPI 3.1 document, made from the table of operations. */
import { z } from 'zod';
import { ops } from './router.js';

const S = { type: 'string' }, N = { type: ['string', 'null'] }, I = { type: 'integer' }, B = { type: 'boolean' }, D = { type: 'string', format: 'date-time' };
const U = { type: 'string', format: 'uuid' }, F = { type: 'number' }, M = { type: 'object', additionalProperties: { type: 'string' } }, ANY = {};
const o = (properties: any, optional: string[] = []) => ({ type: 'object', properties, required: Object.keys(properties).filter((k) => !optional.includes(k)) });
const ref = (n: string) => ({ $ref: `#/components/schemas/${n}` });
const list = (n: string | object) => ({ type: 'array', items: typeof n === 'string' ? ref(n) : n });
const V = { type: 'string', enum: ['private', 'public'] };
const NI = { type: ['integer', 'null'] };
const totals = { period: I, total_subscribers: I, total_earnings: F, total_earnings_micros: I };
const sub = { subscription_id: S, agent_id: U, status: { type: 'string', enum: ['active', 'canceled'] }, price: F, price_micros: I, created_at: D, canceled_at: { type: ['string', 'null'], format: 'date-time' } };
const bundleRow = { bundle_id: I, name: S, description: N, color: N, archived: B, metadata: M, created_at: D, updated_at: D };
const pubTool = { tool_id: S, name: S, title: S, description: S, toolset_name: S, requires_connection: B };
const hidden = { api_key_id: I, name: S, key_hint: S, is_default: B, created_at: D };
const C = { type: ['string', 'null'], description: 'the next_cursor of the next page' };
const schemas: Record<string, any> = {
  Error: o({ ok: { const: false }, code: S, message: S, issues: { type: 'array' } }),
  HTTPValidationError: o({ ok: { const: false }, code: { const: 'validation_error' }, message: S, issues: list(o({ code: S, path: { type: 'array', items: { type: ['string', 'integer'] } }, message: S })) }),
  Message: o({ role: { type: 'string', enum: ['user', 'assistant'] }, content: S }),
  AgentRunView: o({ run_id: U, agent_id: U, title: S, source: S, status: { type: 'string', enum: ['idle', 'running'] }, message_count: I, created_at: D, updated_at: D }),
  AgentRunViewListResponse: o({ records: list('AgentRunView'), cursor: C }),
  AgentRunLog: o({ log_id: S, run_id: U, level: S, event: S, message: S, created_at: D }),
  McpServerLog: o({ log_id: S, run_id: U, server: S, tool: S, input: { type: 'object' }, output: ANY, is_error: B, created_at: D }),
  ToolExecutionLog: o({ log_id: I, tool_name: S, status: { type: 'string', enum: ['success', 'error'] }, input: { type: 'object' }, output: ANY, error: N, service_id: S, service_id_namespace: S, duration_ms: I, created_at: D }),
  ToolExecutionLogsResponse: o({ records: list('ToolExecutionLog'), cursor: C }),
  AgentModel: o({ agent_id: U, chat_id: U, owner_id: U, name: N, description: N, chat_prompt: S, visibility: V, vanity_slug: N, upsell_description: N, price: { type: ['number', 'null'] }, price_micros: NI, is_paid: B, color: N, archived: B, metadata: M, created_at: D, updated_at: D }),
  Slug: o({ slug: S }), SlugAvailability: o({ slug: S, available: B, reason: N }),
  VibeCoderPromptResponse: o({ service_name: S, agent_id: U, prompt: S }),
  VibeCoderListResponse: o({ records: list(o({ name: S, label: S })) }),
  AgentSubscribeResponse: o({ agent_id: U, subscription_id: S, status: S, session_id: S, checkout_url: { type: 'string', format: 'uri' } }),
  AgentSubscriptionResponse: o(sub), AgentSubscriptionListResponse: o({ records: list('AgentSubscriptionResponse') }),
  AgentThemePreferenceResponse: o({ agent_id: U, theme_color: S, created_at: D, updated_at: D }),
  AgentFileResponse: o({ file_id: U, agent_id: U, name: S, mime_type: S, content: S, size: I, position: I, metadata: M, created_at: D, updated_at: D }),
  AgentFileListResponse: o({ records: list('AgentFileResponse') }),
  SocialPreview: o({ title: S, description: S, site_name: S, type: S, url: S, image_url: S }),
  AgentStudioChat: o({ run_id: S, owner_id: U, title: N, visibility: V, metadata: M, color: N, archived: B, created_at: D, updated_at: D, deleted_at: { type: ['string', 'null'], format: 'date-time' } }),
  ApiKeyHidden: o(hidden), ApiKey: o({ ...hidden, key: S }),
  BillingInformationSubscription: o({ plan: S, status: S, amount: F, amount_micros: I, currency: S, current_period_end: D, cancel_at_period_end: B }),
  AgentExecutionCredits: o({ balance: I, balance_micros: I }),
  PaymentWebhookResponseSuccess: o({ received: B, event_id: S, duplicate: B }),
  PaymentSessionResponse: o({ session_id: S, url: S, credits: I, amount: F, amount_micros: I, currency: S }),
  MonetizationSummary: o(totals),
  MonetizationSubscribersResponse: o({ ...totals, records: list(o({ date: { type: 'string', format: 'date' }, subscribers: I })) }),
  MonetizationEarningsResponse: o({ ...totals, records: list(o({ date: { type: 'string', format: 'date' }, earnings: F, earnings_micros: I })) }),
  UserWithTier: o({ user_id: U, email: S, name: S, tier: { type: 'string', enum: ['pro', 'sandbox'] }, agent_count: I }),
  VipCodeRedemptionCount: o({ count: I }), VipCodeRedeemed: o({ code: S, redeemed_at: D }),
  CliAuthModel: o({ cli_auth_id: U, status: S, created_at: D, expires_at: D }),
  UserBundleTool: o({ tool_id: S, added_at: D }), UserBundleRow: o(bundleRow), UserBundle: o({ ...bundleRow, tools: list('UserBundleTool') }),
  UserBundleSimplified: o({ bundle_id: I, name: S, tool_count: I, created_at: D }),
  Schedule: o({ schedule_id: U, chat_id: U, cron: S, message: N, name: N, enabled: B, metadata: M, created_at: D, updated_at: D }),
  ScheduleListResponse: o({ records: list('Schedule'), cursor: C }),
  ScheduleOnboarding: o({ steps: list(S), examples: list(o({ text: S, cron: S })) }), Cron: o({ text: S, cron: S }),
  Tool: o({ name: S, title: S, description: S, inputSchema: { type: 'object' }, score: F }, ['score']),
  PublicTool: o(pubTool), UserTool: o({ ...pubTool, installed_at: D }), UserInstalledTool: o({ tool_id: S, installed_at: D }),
  ToolResult: o({ tool_name: S, log_id: I, is_error: B, output: ANY }),
  ToolSet: o({ toolset_name: S, description: S, tools: list(S) }), ToolSetWithTools: o({ toolset_name: S, description: S, tools: list('Tool') }),
};
const WORDS: Record<number, string> = { 400: 'Bad request', 401: 'Unauthorized', 402: 'Already subscribed', 403: 'Forbidden', 404: 'Not found', 409: 'Conflict', 413: 'Body too large', 422: 'Validation error', 500: 'Internal error', 503: 'Unavailable' };
function shape(res: string): any {
  if (res.endsWith('|null')) return { anyOf: [shape(res.slice(0, -5)), { type: 'null' }] };
  if (res.endsWith('[]')) return list(res.slice(0, -2));
  return res === 'string' ? S : res === 'any' ? {} : ref(res);
}
let made: any;
export function openapi(origin: string) {
  if (made) return made;
  const paths: any = {};
  for (const p of ops) {
    const params: any[] = p.names.map((name) => ({ name, in: 'path', required: true, schema: p.params[name] === 'uuid' ? U : p.params[name] === 'int' ? I : S }));
    if (p.query) {
      const js: any = z.toJSONSchema(p.query, { io: 'input' });
      for (const [name, schema] of Object.entries(js.properties ?? {})) params.push({ name, in: 'query', required: (js.required ?? []).includes(name), schema });
    }
    const hook = p.path.endsWith('/webhook');
    if (hook) params.push({ name: 'x-payhook-signature', in: 'header', required: true, schema: S });
    const run = p.base === '/run';
    const headers: any = { 'x-request-id': { schema: S } };
    if (run) Object.assign(headers, { 'x-service-run-id': { schema: U }, 'x-service-job-id': { schema: S, description: 'while a background job runs' } });
    const content = p.res === 'none' ? undefined : p.res === 'text' ? { 'text/plain': { schema: S } } : p.res === 'ndjson' ? { 'application/x-ndjson': { schema: S } } : { 'application/json': { schema: shape(p.res) } };
    const responses: any = { [p.ok]: { description: 'Success', headers, ...(content ? { content } : {}) } };
    if (p.etag) responses[304] = { description: 'Not modified' };
    const errs = new Set([...p.errs, 500, ...(p.names.length || p.query || p.body || p.anyBody ? [422] : []), ...(p.auth === 'jwt' || p.auth === 'key' ? [401] : []), ...(['POST', 'PUT', 'PATCH'].includes(p.method) ? [413] : [])]);
    for (const e of [...errs].sort()) responses[e] = { description: WORDS[e], content: { 'application/json': { schema: ref(e === 422 ? 'HTTPValidationError' : 'Error') } } };
    const doc: any = { operationId: `${p.method.toLowerCase()}${(p.base + p.path).replace(/[^a-z0-9]+/gi, '_')}`, parameters: params, responses };
    if (p.body || p.anyBody || hook) {
      const js: any = p.body ? z.toJSONSchema(p.body, { io: 'input', unrepresentable: 'any' }) : { type: 'object', additionalProperties: true };
      delete js.$schema;
      doc.requestBody = { required: !p.bodyOptional, content: { 'application/json': { schema: p.bodyOptional ? { anyOf: [js, { type: 'null' }] } : js } } };
    }
    doc.security = p.auth === 'jwt' ? [{ jwt: [] }] : p.auth === 'key' ? [{ api_key: [] }] : p.auth === 'opt' ? [{}, { jwt: [] }] : [];
    if (p.path === '/me/chats' && p.method === 'POST') doc.deprecated = true;
    (paths[p.base + p.path] ??= {})[p.method.toLowerCase()] = doc;
  }
  return (made = {
    openapi: '3.1.0', info: { title: 'Hawthorn Agent Workers', version: '0.1.0' }, servers: [{ url: origin }], paths,
    components: { schemas, securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, api_key: { type: 'http', scheme: 'bearer' } } },
  });
}

// Components of the OpenAPI document; the same schemas validate what comes in.
import { isDateTime } from './support.ts';
export const components: Record<string, any> = {};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (s: any) => typeof s === 'string' && UUID.test(s);
export const t = (d: string): any => {
  const nul = d.endsWith('?'); if (nul) d = d.slice(0, -1);
  let s: any;
  if (d[0] === '[') s = { type: 'array', items: t(d.slice(1)) };
  else if (d[0] === '@') s = { $ref: '#/components/schemas/' + d.slice(1) };
  else s = ({
    uuid: { type: 'string', format: 'uuid' }, str: { type: 'string' }, int: { type: 'integer' }, num: { type: 'number' },
    bool: { type: 'boolean' }, time: { type: 'string', format: 'date-time' }, obj: { type: 'object', additionalProperties: true }, any: {},
    vis: { type: 'string', enum: ['PUBLIC', 'PRIVATE'] }, visIn: { type: 'string', enum: ['public', 'private', 'PUBLIC', 'PRIVATE'] },
    text: { type: 'string', minLength: 1, maxLength: 20000 }, name: { type: 'string', minLength: 1, maxLength: 200 }, desc: { type: 'string', maxLength: 5000 },
    tags: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 50 }, slug: { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{1,62})[a-z0-9]$' },
    date: { type: 'string', format: 'date' }, pos: { type: 'integer', minimum: 0, maximum: 1000000 },
  } as any)[d];
  if (!s) throw new Error('no type ' + d);
  s = { ...s };
  if (nul) s = s.$ref ? { anyOf: [s, { type: 'null' }] } : { ...s, type: [s.type, 'null'], ...(s.enum ? { enum: [...s.enum, null] } : {}) };
  return s;
};
/** A record: all fields are always there. */
const rec = (name: string, fields: Record<string, any>, required?: string[]) => {
  const properties: any = {};
  for (const [k, v] of Object.entries(fields)) properties[k] = typeof v === 'string' ? t(v) : v;
  components[name] = { type: 'object', properties, required: required ?? Object.keys(fields) };
  if (!components[name].required.length) delete components[name].required;
};
const req = (name: string, fields: Record<string, any>, required: string[] = []) => rec(name, fields, required);
const many = (name: string, key: string, item: string) => rec(name, { [key]: '[@' + item, meta: '@ListMeta' });
/** An envelope of one record: { "agent": {...} } */
export const one = (key: string, name: string) => ({ type: 'object', properties: { [key]: t('@' + name) }, required: [key] });
export const list = (name: string) => ({ type: 'array', items: t('@' + name) });

rec('Error', { code: 'str', message: 'str', field: 'str?' });
rec('ErrorResponse', { errors: '[@Error' });
rec('HTTPValidationError', { errors: '[@Error' });
rec('ListMeta', { total: 'int', perPage: 'int', nextPageToken: 'time?' });
rec('Message', { role: { type: 'string', enum: ['user', 'assistant'] }, content: 'str' });
req('StartRunRequest', { message: 'str' }, ['message']);
req('ContinueRunRequest', { message: 'str' }, ['message']);
rec('NdjsonEvent', { event: { type: 'string', enum: ['run_started', 'text', 'tool_call', 'tool_response', 'job_started', 'run_finished'] }, run_id: 'uuid', text: 'str', call_id: 'str', tool_name: 'str', arguments: 'obj', output: 'any', job_id: 'str' }, ['event', 'run_id']);
const stamps = { created_at: 'time', updated_at: 'time' };
rec('AgentRunView', { run_id: 'uuid', agent_id: 'uuid', status: { type: 'string', enum: ['IDLE', 'JOB_RUNNING'] }, initial_message: 'str?', message_count: 'int', ...stamps });
many('AgentRunViewListResponse', 'agentRuns', 'AgentRunView');
rec('AgentRunLog', { log_id: 'int', run_id: 'uuid', event: 'str', message: 'str', created_at: 'time' });
rec('McpServerLog', { log_id: 'int', run_id: 'uuid', server_name: 'str', tool_name: 'str', arguments: 'obj', result: 'any', created_at: 'time' });
rec('ToolExecutionLog', { log_id: 'int', tool_id: 'str', service_id: 'str', service_id_namespace: 'str', status: { type: 'string', enum: ['SUCCESS', 'ERROR'] }, input: 'obj', output: 'any', error_message: 'str?', duration_ms: 'int', created_at: 'time' });
many('ToolExecutionLogsResponse', 'executions', 'ToolExecutionLog');
req('AgentSubscribeRequest', { success_url: 'desc?', cancel_url: 'desc?' });
rec('AgentSubscriptionResponse', { subscription_id: 'int', agent_id: 'uuid', agent_name: 'str?', status: { type: 'string', enum: ['ACTIVE', 'CANCELED'] }, price: 'num', currency: 'str', started_at: 'time', canceled_at: 'time?' });
many('AgentSubscriptionListResponse', 'subscriptions', 'AgentSubscriptionResponse');
rec('CheckoutSession', { session_id: 'str', url: 'str', amount: 'num', currency: 'str' });
rec('AgentSubscribeResponse', { checkoutSession: '@CheckoutSession', subscription: '@AgentSubscriptionResponse' });
rec('AgentStudioChat', { run_id: 'str', owner_id: 'int', title: 'str?', agent_id: 'uuid?', visibility: 'vis', description: 'str?', tags: 'tags', metadata: 'obj', archived_at: 'time?', ...stamps });
const studio = { title: { type: ['string', 'null'], maxLength: 200 }, agent_id: 'uuid?', visibility: 'visIn', description: 'desc?', tags: 'tags', metadata: 'obj', archived_at: 'time?' };
req('AgentStudioChatCreate', { run_id: 'name', ...studio });
req('AgentStudioChatUpdate', studio);
rec('AgentThemePreferenceResponse', { agent_id: 'uuid', theme_color: 'str', ...stamps });
req('AgentThemePreferenceUpsertRequest', { theme_color: 'str' }, ['theme_color']);
rec('AgentModel', { agent_id: 'uuid', chat_id: 'uuid', owner_id: 'int', name: 'str?', chat_prompt: 'str', visibility: 'vis', vanity_slug: 'str?', upsell_description: 'str?', subscription_price: 'num?', description: 'str?', tags: 'tags', theme: '@AgentThemePreferenceResponse?', feedback_count: 'int', archived_at: 'time?', ...stamps });
const agent = { name: { type: ['string', 'null'], maxLength: 200 }, visibility: 'visIn', vanity_slug: 'slug?', upsell_description: 'desc?', subscription_price: { type: ['number', 'null'], minimum: 0, maximum: 100000 }, description: 'desc?', tags: 'tags', archived_at: 'time?' };
const prompt = { type: 'string', maxLength: 50000 };
req('AgentRequest', { agent_id: 'uuid?', chat_prompt: prompt, ...agent }, ['chat_prompt']);
req('AgentRequestPartial', { chat_prompt: 'text', ...agent });
req('UserFeedbackRequest', { rating: { type: 'integer', minimum: 1, maximum: 5 }, comment: 'desc?' }, ['rating']);
req('SlugRequest', { name: 'name' }, ['name']);
rec('GeneratedSlug', { slug: 'str' });
rec('SlugAvailability', { slug: 'str', available: 'bool' });
rec('SocialPreview', { title: 'str', description: 'str', image: 'str?', url: 'str' });
rec('VibeService', { service_name: 'str', title: 'str' });
many('VibeCoderListResponse', 'services', 'VibeService');
rec('VibeCoderPromptResponse', { service_name: 'str', prompt: 'str' });
rec('AgentFileResponse', { file_id: 'uuid', agent_id: 'uuid', file_name: 'str', content_type: 'str', content: 'str?', size: 'int', position: 'int', description: 'str?', tags: 'tags', ...stamps });
many('AgentFileListResponse', 'files', 'AgentFileResponse');
const file = { content_type: 'name', content: { type: ['string', 'null'], maxLength: 1000000 }, position: 'pos', description: 'desc?', tags: 'tags' };
req('AgentFileCreateRequest', { file_name: { type: 'string', maxLength: 255 }, ...file }, ['file_name']);
req('AgentFileUpdateRequest', { file_name: { type: 'string', minLength: 1, maxLength: 255 }, ...file });
req('FilePosition', { file_id: 'uuid', position: 'pos' }, ['file_id', 'position']);
req('AgentFileBatchPositionRequest', { positions: '[@FilePosition' }, ['positions']);
rec('ApiKeyHidden', { api_key_id: 'int', name: 'str', is_default: 'bool', created_at: 'time' });
rec('ApiKey', { api_key_id: 'int', name: 'str', key: 'str', is_default: 'bool', created_at: 'time' });
req('ApiKeyCreate', { name: 'name', is_default: 'bool' });
rec('BillingInformationSubscription', { plan: 'str', status: 'str', currency: 'str', monthly_price: 'num', current_period_end: 'time' });
rec('AgentExecutionCredits', { balance: 'int', used: 'int', updated_at: 'time' });
rec('PaymentWebhookResponseSuccess', { received: 'bool', eventId: 'str', duplicate: 'bool' });
req('PaymentSessionRequest', { product: { type: 'string', enum: ['credits', 'pro'], default: 'credits' }, quantity: { type: 'integer', minimum: 1, maximum: 10000, default: 1 } });
rec('PaymentSessionResponse', { session_id: 'str', url: 'str', product: 'str', quantity: 'int', amount: 'num', currency: 'str', status: 'str', created_at: 'time' });
rec('PaymentEvent', { id: 'str', type: 'str', data: 'obj' }, ['id', 'type']);
rec('MonetizationSummary', { period: 'int', total_subscribers: 'int', total_earnings: 'num', currency: 'str' });
rec('DailySubscribers', { date: 'date', subscribers: 'int' });
rec('DailyEarnings', { date: 'date', earnings: 'num' });
rec('MonetizationSubscribersResponse', { subscribers: '[@DailySubscribers', meta: '@ListMeta' });
rec('MonetizationEarningsResponse', { earnings: '[@DailyEarnings', meta: '@ListMeta' });
req('UserBundleTool', { tool_id: 'name', added_at: 'time' }, ['tool_id']);
rec('UserBundleRow', { bundle_id: 'int', name: 'str', description: 'str?', tags: 'tags', ...stamps });
rec('UserBundleSimplified', { bundle_id: 'int', name: 'str', tool_count: 'int', tags: 'tags', ...stamps });
rec('UserBundle', { bundle_id: 'int', name: 'str', description: 'str?', tags: 'tags', tools: '[@UserBundleTool', ...stamps });
req('UserBundleRequest', { name: 'name', description: 'desc?', tags: 'tags', tools: { type: 'array', items: { anyOf: [t('str'), t('@UserBundleTool')] }, maxItems: 200, description: 'Tool ids, or records with tool_id; replaces the tools' } });
rec('CliAuthModel', { cli_auth_id: 'uuid', status: { type: 'string', enum: ['PENDING', 'ATTACHED'] }, created_at: 'time', expires_at: 'time' });
req('CliAuthInsertModel', { jwt: { type: 'string', minLength: 1, maxLength: 8192 } }, ['jwt']);
rec('Schedule', { schedule_id: 'uuid', chat_id: 'uuid', cron_expression: 'str', name: 'str?', input_message: 'str?', enabled: 'bool', next_run_at: 'time?', description: 'str?', tags: 'tags', ...stamps });
many('ScheduleListResponse', 'schedules', 'Schedule');
const sched = { name: { type: ['string', 'null'], maxLength: 200 }, input_message: 'desc?', enabled: 'bool', description: 'desc?', tags: 'tags' };
req('ScheduleRequest', { chat_id: { description: 'A chat of the caller; anything else is answered with 403' }, cron_expression: 'name', ...sched }, ['chat_id', 'cron_expression']);
req('ScheduleUpdateRequest', { chat_id: { description: 'A chat of the caller; anything else is answered with 403' }, cron_expression: 'name', ...sched });
rec('Onboarding', { completed: 'bool', schedule_count: 'int', suggestions: { type: 'array', items: { type: 'object', properties: { title: t('str'), cron_expression: t('str') } } } });
rec('ConvertedCron', { cron: 'str' });
rec('Tool', { name: 'str', description: 'str', inputSchema: 'obj' });
rec('PublicTool', { tool_id: 'str', name: 'str', description: 'str', toolset_name: 'str', requires_auth_connection: 'bool' });
rec('ToolResult', { log_id: 'int', is_error: 'bool', content: { type: 'array', items: { type: 'object', properties: { type: t('str'), text: t('str') }, required: ['type', 'text'] } }, structured_content: 'any' });
req('ToolInput', {}); components.ToolInput.additionalProperties = true;
rec('ToolSet', { toolset_name: 'str', title: 'str', tools: '[str' });
rec('ToolSetWithTools', { toolset_name: 'str', title: 'str', tools: '[@Tool' });
rec('UserTool', { tool_id: 'str', name: 'str', description: 'str', toolset_name: 'str', installed_at: 'time' });
rec('UserInstalledTool', { tool_id: 'str', installed_at: 'time' });
req('UserInstallToolRequest', { tool_id: 'name' }, ['tool_id']);
rec('UserWithTier', { user_id: 'int', email: 'str', name: 'str', tier: { type: 'string', enum: ['PRO', 'SANDBOX'] }, created_at: 'time' });
rec('VipCodeRedemptionCount', { count: 'int' });
req('VipCodeRequest', { code: 'name' }, ['code']);
rec('VipCodeRedeemed', { code: 'str', redeemed_at: 'time' });

const kind = (v: any) => v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v === 'number' ? (Number.isInteger(v) ? 'integer' : 'number') : typeof v;
/** The validator: puts { code, message, field } into errors. */
export function check(s: any, v: any, field: string, errors: any[]): void {
  const bad = (code: string, message: string) => { errors.push({ code, message: `${field || 'body'} ${message}`, field: field || null }); };
  if (s.$ref) return check(components[s.$ref.split('/').pop()!], v, field, errors);
  if (s.anyOf) { if (!s.anyOf.some((x: any) => { const e: any[] = []; check(x, v, field, e); return !e.length; })) bad('type', 'has another form'); return; }
  if (s.type) {
    const k = kind(v), types = [s.type].flat();
    if (!(types.includes(k) || (k === 'integer' && types.includes('number')))) return bad('type', `has to be ${types.join(' or ')}`);
  }
  if (s.enum && !s.enum.includes(v)) return bad('enum', `has to be one of ${s.enum.join(', ')}`);
  if (typeof v === 'string') {
    if (s.minLength !== undefined && v.length < s.minLength) bad('min_length', `has to have at least ${s.minLength} characters`);
    if (s.maxLength !== undefined && v.length > s.maxLength) bad('max_length', `has to have at most ${s.maxLength} characters`);
    if (s.pattern && !new RegExp(s.pattern).test(v)) bad('pattern', 'has a wrong format');
    if (s.format === 'uuid' && !isUuid(v)) bad('uuid', 'has to be a UUID');
    if (s.format === 'date-time' && !isDateTime(v)) bad('date_time', 'has to be a date-time');
    if (s.format === 'email' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(v)) bad('email', 'has to be an email address');
  } else if (typeof v === 'number') {
    if (s.minimum !== undefined && v < s.minimum) bad('minimum', `has to be at least ${s.minimum}`);
    if (s.maximum !== undefined && v > s.maximum) bad('maximum', `has to be at most ${s.maximum}`);
  } else if (Array.isArray(v)) {
    if (s.maxItems !== undefined && v.length > s.maxItems) bad('max_items', `has to have at most ${s.maxItems} items`);
    if (s.items) v.forEach((x, i) => check(s.items, x, `${field}[${i}]`, errors));
  } else if (v && typeof v === 'object') {
    for (const k of s.required ?? []) if (v[k] === undefined) errors.push({ code: 'required', message: `${k} is required`, field: field ? `${field}.${k}` : k });
    for (const [k, p] of Object.entries(s.properties ?? {})) if (v[k] !== undefined) check(p, v[k], field ? `${field}.${k}` : k, errors);
  }
}

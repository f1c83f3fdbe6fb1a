package damson

/** the OpenAPI 3.0.3 document at /v3/api-docs, written by hand as two tables */
class OpenApi {
    // name: field type, ...   (! required in requests / always there in answers, ? may be null; types s i n b uuid dt map any, [X] list, X schema, 'A|B' enum)
    static final String SCHEMAS = '''
Message: role! user|assistant, content! s
StartRunRequest: message! s
ContinueRunRequest: message! s
AgentRunView: runId! uuid, agentId! s, agentName! s?, source! s, status! IDLE|JOB_RUNNING, jobId! s?, messageCount! i, createdAt! dt, updatedAt! dt
AgentRunViewResult: result! AgentRunView
AgentRunViewListResponse: content! [AgentRunView], cursor! dt?, size! i
AgentRunLog: logId! i, runId! uuid, agentId! s, level! INFO|ERROR, event! s, message! s?, createdAt! dt
McpServerLog: logId! i, runId! uuid, server! s, tool! s, input! any, output! any, createdAt! dt
ToolExecutionLog: logId! i, toolId! s, runId! uuid?, serviceId! s, serviceIdNamespace! s, input! any, output! any, status! SUCCESS|FAILED, durationMs! i, createdAt! dt
ToolExecutionLogsResponse: content! [ToolExecutionLog], cursor! dt?, size! i
AgentSubscribeRequest: successUrl s?, cancelUrl s?
AgentSubscribeData: agentId! s, sessionId! s, checkoutUrl! s, status! s, amount! n, currency! s
AgentSubscribeResponse: result! AgentSubscribeData
Subscription: agentId! s, agentName! s?, status! ACTIVE|CANCELED, active! b, price! n, currency! s, subscriptionId! i, startedAt! dt, canceledAt! dt?
AgentSubscriptionResponse: result! Subscription
AgentSubscriptionListResponse: content! [Subscription], cursor! s?, size! i
StudioChat: runId! s, title! s, description! s?, visibility! PUBLIC|PRIVATE, notes! s?, attributes! map, clonedFrom! s?, version! i, createdAt! dt, updatedAt! dt, deletedAt! dt?
AgentStudioChat: result! StudioChat
AgentStudioChatCreate: runId s?, title s?, description s?, visibility PUBLIC|PRIVATE?, notes s?, attributes map?
AgentStudioChatUpdate: title s?, description s?, visibility PUBLIC|PRIVATE?, notes s?, attributes map?, version i?
AgentFeedback: up! i, down! i
AgentModel: agentId! s, name! s, chatPrompt! s, description! s?, visibility! PUBLIC|PRIVATE, vanitySlug! s?, upsellDescription! s?, price! n?, paid! b, notes! s?, attributes! map, feedback! AgentFeedback, version! i, createdAt! dt, updatedAt! dt
AgentRequest: agentId s?, chatPrompt s?, name s?, description s?, visibility PUBLIC|PRIVATE?, vanitySlug s?, upsellDescription s?, price n?, notes s?, attributes map?, version i?
AgentRequestPartial: chatPrompt s?, name s?, description s?, visibility PUBLIC|PRIVATE?, vanitySlug s?, upsellDescription s?, price n?, notes s?, attributes map?, version i?
SlugRequest: text! s
Slug: slug! s
SlugAvailability: slug! s, available! b, reason! s?
VibeCoderPromptResponse: agentId! s, serviceName! lovable|bolt|v0, prompt! s
VibeService: name! s, title! s, url! s
VibeCoderListResponse: content! [VibeService], cursor! s?, size! i
Theme: agentId! uuid, themeColor! s, version! i, updatedAt! dt
AgentThemePreferenceResponse: result! Theme
AgentThemePreferenceUpsertRequest: themeColor! s
File: fileId! uuid, agentId! uuid, name! s, contentType! s, content! s, description! s?, attributes! map, sizeBytes! i, position! i, version! i, createdAt! dt, updatedAt! dt
AgentFileResponse: result! File
AgentFileListResponse: content! [File], cursor! s?, size! i
AgentFileCreateRequest: name! s, contentType s?, content s?, description s?, attributes map?, position i?
AgentFileUpdateRequest: name s?, contentType s?, content s?, description s?, attributes map?, position i?, version i?
FilePosition: fileId! uuid, position! i
AgentFileBatchPositionRequest: positions! [FilePosition]
SocialPreview: title! s, description! s, url! s, image! s, type! s
UserFeedbackRequest: rating! UP|DOWN, comment s?
ApiKeyHidden: apiKeyId! i, name! s, isDefault! b, notes! s?, createdAt! dt
ApiKey: apiKeyId! i, name! s, isDefault! b, notes! s?, createdAt! dt, key! s
ApiKeyCreate: name s?, isDefault b?, notes s?
BillingInformationSubscription: plan! s, status! s, amount! n, currency! s, interval! s, customerId! s, renewsOn! s
AgentExecutionCredits: balance! i, used! i, updatedAt! dt
WebhookEvent: id! s, type! s, data any
PaymentWebhookResponseSuccess: received! b, eventId! s, duplicate! b
PaymentSessionRequest: credits! i
PaymentSessionResponse: sessionId! s, url! s, credits! i, amount! n, currency! s, status! s
MonetizationSummary: period! i, totalSubscribers! i, totalEarnings! n, currency! s
DaySubscribers: date! s, subscribers! i
MonetizationSubscribersResponse: period! i, content! [DaySubscribers], cursor! s?, size! i, totalSubscribers! i
DayEarnings: date! s, earnings! n
MonetizationEarningsResponse: period! i, content! [DayEarnings], cursor! s?, size! i, totalEarnings! n, currency! s
UserBundleSimplified: bundleId! i, name! s, description! s?, toolCount! i, createdAt! dt
UserBundleRow: bundleId! i, name! s, description! s?, notes! s?, attributes! map, version! i, createdAt! dt, updatedAt! dt
UserBundle: bundleId! i, name! s, description! s?, notes! s?, attributes! map, version! i, createdAt! dt, updatedAt! dt, tools! [UserBundleTool]
UserBundleTool: toolId! s, bundleId i, name s?, notes s?, addedAt dt
UserBundleToolRequest: toolId! s, notes s?
UserBundleRequest: name! s, description s?, notes s?, attributes map?, tools [s]?, version i?
CliAuthModel: cliAuthId! uuid, status! PENDING|ATTACHED|CONSUMED, createdAt! dt, expiresAt! dt
CliAuthInsertModel: jwt! s
ScheduleData: scheduleId! uuid, chatId! uuid, cron! s, name! s?, enabled! b, notes! s?, attributes! map, nextRunAt! dt?, lastRunAt! dt?, version! i, createdAt! dt, updatedAt! dt
Schedule: result! ScheduleData
ScheduleListResponse: content! [ScheduleData], cursor! s?, size! i
ScheduleRequest: chatId! s, cron! s, name s?, enabled b?, notes s?, attributes map?
ScheduleUpdateRequest: chatId s?, cron s?, name s?, enabled b?, notes s?, attributes map?, version i?
Suggestion: name! s, cron! s
Onboarding: completed! b, scheduleCount! i, suggestions! [Suggestion]
CronConversion: cron! s, input! s, nextRunAt! dt?
Tool: name! s, title! s, description! s, inputSchema! map
FoundTool: name! s, title! s, description! s, inputSchema! map, toolkit! s, score! n
PublicTool: toolId! s, name! s, title! s, description! s, toolset! s, installs! i
ToolInput: *
ToolText: type! s, text! s
ToolResult: content! [ToolText], structuredContent! any, isError! b, logId! i
ToolSet: toolsetName! s, title! s, description! s, toolCount! i
ToolSetWithTools: toolsetName! s, title! s, description! s, toolCount! i, tools! [Tool]
UserTool: toolId! s, name! s, title! s?, description! s?, toolset! s?, inputSchema! map, notes! s?, installedAt! dt
UserInstallToolRequest: toolId! s, notes s?
UserWithTier: userId! i, name! s, email! s, tier! PRO|SANDBOX, createdAt! dt
VipCodeRequest: code! s
VipCodeRedeemed: code! s, redeemedAt! dt, count! i
VipCodeRedemptionCount: count! i
Error: timestamp! dt, status! i, error! s, message! s, path! s
ValidationItem: loc! [s], msg! s, type! s
HTTPValidationError: timestamp! dt, status! i, error! s, message! s, path! s, detail! [ValidationItem]
'''
    // method path (key = the route) | body | answer | other statuses | query
    static final String OPS = '''
GET /me/agent-runs||AgentRunViewListResponse|422|next_cursor:dt? limit:i:30:1:200
GET /me/agent-runs/{run_id}||AgentRunViewResult|404 422
GET /me/agent-runs/{run_id}/mcp-server-logs||[McpServerLog]|422
GET /me/agent-runs/{run_id}/logs||[AgentRunLog]|422
GET /me/executions||ToolExecutionLogsResponse|422|next_cursor:dt? limit:i:30:1:200
GET /me/executions/{log_id}||ToolExecutionLog|404 422
POST /me/agents/{agent_id}/subscribe|AgentSubscribeRequest|AgentSubscribeResponse|400 402 404 422
POST /me/agents/{agent_id}/unsubscribe||AgentSubscriptionResponse|400 404
GET /me/subscriptions||AgentSubscriptionListResponse|
GET /me/subscriptions/{agent_id}||AgentSubscriptionResponse|404
GET /me/agent-studio-chats||[StudioChat]|
POST /me/agent-studio-chats|AgentStudioChatCreate|AgentStudioChat|400 409 422
GET /me/agent-studio-chats/{run_id}||AgentStudioChat|403 404
PUT /me/agent-studio-chats/{run_id}|AgentStudioChatCreate|AgentStudioChat|400 403 404 422
PATCH /me/agent-studio-chats/{run_id}|AgentStudioChatUpdate|AgentStudioChat|400 403 404 422
DELETE /me/agent-studio-chats/{run_id}||AgentStudioChat|403 404
POST /me/agent-studio-chats/{run_id}/clone||201 AgentStudioChat|400 404
GET /me/agents||[AgentModel]|
POST /me/agents|AgentRequest|AgentModel|400 403 404 422
GET /me/agents/{agent_id}||AgentModel|403 404
POST /me/agents/{agent_id}/upsell-description||AgentModel|404
POST /me/agents/vanity/slug|SlugRequest|Slug|422
GET /me/agents/vanity/slug||SlugAvailability|422|slug:s!
GET /me/agents/{agent_id}/vibe||VibeCoderPromptResponse|403 404 422|service_name:lovable,bolt,v0!
GET /me/vibe/services||VibeCoderListResponse|
GET /me/agents/{agent_id}/customizations/theme||AgentThemePreferenceResponse?|403 404 422
PUT /me/agents/{agent_id}/customizations/theme|AgentThemePreferenceUpsertRequest|AgentThemePreferenceResponse|400 403 404 422
GET /me/agents/{agent_id}/files||AgentFileListResponse|403 404 422
POST /me/agents/{agent_id}/files|AgentFileCreateRequest|201 AgentFileResponse|400 403 404 422
GET /me/agents/{agent_id}/files/{file_id}||AgentFileResponse|403 404 422
PATCH /me/agents/{agent_id}/files/{file_id}|AgentFileUpdateRequest|AgentFileResponse|403 404 422
DELETE /me/agents/{agent_id}/files/{file_id}||204|403 404 422
PUT /me/agents/{agent_id}/files/positions|AgentFileBatchPositionRequest|AgentFileListResponse|403 404 422
GET /me/chats||[AgentModel]|
POST /me/chats|AgentRequest|AgentModel|400 422
GET /me/chats/{chat_id}||AgentModel|403 404
PUT /me/chats/{chat_id}|AgentRequest|AgentModel|400 403 404 422
PATCH /me/chats/{chat_id}|AgentRequestPartial|AgentModel|400 403 404 422
DELETE /me/chats/{chat_id}||AgentModel|403 404
GET /me/chats/{chat_id}/og||SocialPreview|403 404 422
POST /me/chats/{chat_id}/clone|AgentRequestPartial?|AgentModel|400 403 404 422
POST /me/chats/{chat_id}/feedback|UserFeedbackRequest|AgentModel|404 422
POST /me/chats/{chat_id}/runs||AgentRunLog|403 404 422
GET /me/api-keys||[ApiKeyHidden]|
POST /me/api-keys|ApiKeyCreate|ApiKey|422
GET /me/api-keys/default||ApiKey|
GET /me/api-keys/{api_key_id}||ApiKey|404 422
DELETE /me/api-keys/{api_key_id}||ApiKeyHidden|404 422
GET /me/billing||BillingInformationSubscription|
GET /me/credits||AgentExecutionCredits|404
POST /me/credits/use||AgentExecutionCredits|404
POST /me/payments/webhook|WebhookEvent|PaymentWebhookResponseSuccess|400
POST /me/payments/sessions|PaymentSessionRequest|PaymentSessionResponse|422
GET /me/monetization/summary||MonetizationSummary|422|period:i:28:1:365
GET /me/monetization/subscribers||MonetizationSubscribersResponse|422|period:i:28:1:365
GET /me/monetization/earnings||MonetizationEarningsResponse|422|period:i:28:1:365
GET /me/bundles||[UserBundleSimplified]|
POST /me/bundles||UserBundle|
GET /me/bundles/{bundle_id}||UserBundle|404 422
PUT /me/bundles/{bundle_id}|UserBundleRequest|UserBundle|409 422
DELETE /me/bundles/{bundle_id}||UserBundleRow|404 422
GET /me/bundles/{bundle_id}/tools||[UserBundleTool]|422
POST /me/bundles/{bundle_id}/tools|UserBundleToolRequest|UserBundleTool|404 422
DELETE /me/bundles/{bundle_id}/tools/{tool_id}||UserBundleTool|404 422
POST /me/cli-auth||CliAuthModel|
PUT /me/cli-auth/{cli_auth_id}|CliAuthInsertModel|CliAuthModel|403 404 422
GET /me/cli-auth/{auth_id}||s?|404 422
GET /me/schedules||ScheduleListResponse|
POST /me/schedules|ScheduleRequest|Schedule|403 422
GET /me/schedules/onboarding||Onboarding|
GET /me/schedules/text-to-cron||CronConversion|400 422|cron:s!
GET /me/schedules/{schedule_id}||Schedule|404 422
PUT /me/schedules/{schedule_id}|ScheduleUpdateRequest|Schedule|403 404 422
DELETE /me/schedules/{schedule_id}||Schedule|404 422
GET /me/tools/list||[Tool]|
GET /me/tools||[PublicTool]|
GET /me/tools/search||[FoundTool]|422|q:s! toolkit:s? limit:i:20:1:200 min_score:n:0.15:0:1
GET /me/tools/{tool_id}||PublicTool|404
POST /me/tools/run/{tool_name}|ToolInput|ToolResult|400 404 422|service_id:s:default service_id_namespace:s:global
GET /me/toolsets/list||[ToolSet]|
GET /me/toolsets/{toolset_name}||ToolSetWithTools|404
GET /me/user-tools||[UserTool]|
POST /me/user-tools|UserInstallToolRequest|UserTool|409 422
GET /me/user-tools/{tool_id}||UserTool|404
DELETE /me/user-tools/{tool_id}||UserTool|404
GET /me/||UserWithTier|
GET /me/vip||VipCodeRedemptionCount|
POST /me/vip|VipCodeRequest|VipCodeRedeemed|400 422
'''
    static Map type(String t) {
        boolean nul = t.endsWith('?'); if (nul) t = t[0..-2]
        Map m
        if (t.startsWith('[')) m = [type: 'array', items: type(t[1..-2])]
        else if (t.contains('|')) m = [type: 'string', enum: t.split('\\|').toList()]
        else m = [s: [type: 'string'], i: [type: 'integer', format: 'int64'], n: [type: 'number'], b: [type: 'boolean'], uuid: [type: 'string', format: 'uuid'], dt: [type: 'string', format: 'date-time'], map: [type: 'object', additionalProperties: true], any: [:]][t]
        if (m == null) m = nul ? [allOf: [['$ref': '#/components/schemas/' + t]]] : ['$ref': '#/components/schemas/' + t]
        if (nul && m) { m = m + [nullable: true]; if (m.enum) m.enum = m.enum + [null] }
        m
    }
    static Map json(Map s) { ['application/json': [schema: s]] }
    static Map responses(String ok, List sts, Map headers = null) {
        def r = [:]
        sts.unique().sort().each { st -> r[st] = [description: Main.REASON[st as int], content: json(type(st == '422' ? 'HTTPValidationError' : 'Error'))] }
        r
    }
    static Map build() {
        def schemas = [:], paths = [:]
        SCHEMAS.readLines().findAll { it }.each { l ->
            int i = l.indexOf(':'); def n = l[0..<i], rest = l[(i + 1)..-1].trim()
            if (rest == '*') { schemas[n] = [type: 'object', additionalProperties: true]; return }
            def props = [:], req = []
            rest.split(', ').each { p -> def x = p.split(' '); def f = x[0]; if (f.endsWith('!')) { f = f[0..-2]; req << f }; props[f] = type(x[1]) }
            if (n == 'ValidationItem') props.loc = [type: 'array', items: [anyOf: [[type: 'string'], [type: 'integer']]]]
            schemas[n] = [type: 'object', properties: props] + (req ? [required: req] : [:])
        }
        def routes = Main.ROUTES.collectEntries { r -> [(r.method + ' ' + r.path.replaceAll(/:(uuid|int)\}/, '}')): r] }
        def params = { Route r -> r.segs.findAll { it.startsWith('{') }.collect { x -> def k = x[1..-2].split(':'); [name: k[0], in: 'path', required: true, schema: k.length < 2 ? [type: 'string'] : k[1] == 'int' ? [type: 'integer', format: 'int64'] : [type: 'string', format: 'uuid']] } }
        OPS.readLines().findAll { it }.each { l ->
            def x = l.split('\\|', -1).toList()
            // enums never stand in this table, so '|' only divides
            def (m, p) = x[0].split(' ').toList()
            def r = routes[m + ' /api' + p]
            def op = [operationId: (m.toLowerCase() + p.replaceAll(/[^A-Za-z]+/, '_')).replaceAll(/_$/, ''), tags: [p.split('/').size() > 2 ? p.split('/')[2] : 'user']]
            if (p == '/me/chats' && m == 'POST') op.deprecated = true
            def ps = params(r)
            if (x.size() > 4 && x[4]) x[4].split(' ').each { qd ->
                def d = qd.split(':').toList(); boolean req = d[-1].endsWith('!'); if (req) d[-1] = d[-1][0..-2]
                def sc = d[1].contains(',') ? [type: 'string', enum: d[1].split(',').toList()] : new LinkedHashMap(type(d[1]))
                if (d.size() > 2) sc.default = d[1] == 'i' ? d[2].toInteger() : d[1] == 'n' ? d[2].toBigDecimal() : d[2]
                if (d.size() > 3) { sc.minimum = d[3].toInteger(); sc.maximum = d[4].toInteger() }
                if (d[0] == 'q') sc.minLength = 1
                ps << [name: d[0], in: 'query', required: req, schema: sc]
            }
            if (p.endsWith('webhook')) ps << [name: 'X-Payment-Signature', in: 'header', required: true, schema: [type: 'string']]
            if (ps) op.parameters = ps
            if (x[1]) op.requestBody = [required: !x[1].endsWith('?'), content: json(type(x[1]))]
            def ok = x[2]; def st = '200'
            if (ok.startsWith('201 ')) { st = '201'; ok = ok.substring(4) }
            op.responses = (ok == '204' ? ['204': [description: 'Done']] : [(st): [description: 'OK', content: json(type(ok))]]) + responses(ok, x[3].split(' ').findAll { it }.toList() + (r.auth == 'jwt' ? ['401'] : []))
            op.security = r.auth == 'jwt' ? [[jwt: []]] : r.path =~ /studio|agents\/\{|chats\/\{/ ? [[:], [jwt: []]] : []
            paths.computeIfAbsent(p) { [:] }[m.toLowerCase()] = op
        }
        def runId = ['X-Service-Run-ID': [schema: [type: 'string', format: 'uuid']], 'x-service-job-id': [description: 'only while a job runs', schema: [type: 'string']]]
        [['/{agent_id}', false, false], ['/{agent_id}/{run_id}', true, false], ['/ndjson/{agent_id}', false, true], ['/ndjson/{agent_id}/{run_id}', true, true]].each { x ->
            def ps = ['agent_id'] + (x[1] ? ['run_id'] : []), pl = ps.collect { [name: it, in: 'path', required: true, schema: [type: 'string', format: 'uuid']] }
            def op = [operationId: (x[1] ? 'continueRun' : 'startRun') + (x[2] ? 'Ndjson' : ''), tags: ['workers'], security: [[apiKey: []]], parameters: pl,
                requestBody: [required: true, content: json(type(x[1] ? 'ContinueRunRequest' : 'StartRunRequest'))],
                responses: ['200': [description: 'Stream', headers: runId, content: [(x[2] ? 'application/x-ndjson' : 'text/plain'): [schema: [type: 'string']]]]] + responses('', ['401', '403', '404', '422'] + (x[1] ? ['409'] : []))]
            def e = [servers: [[url: '/workers']], (x[1] ? 'put' : 'post'): op]
            if (x[1] && !x[2]) e.get = [operationId: 'getRun', tags: ['workers'], security: [[apiKey: []]], parameters: pl, responses: ['200': [description: 'Messages', headers: runId, content: json(type('[Message]'))]] + responses('', ['401', '404', '422'])]
            if (x[1]) op.responses.remove('403')
            paths[x[0]] = e
        }
        [openapi: '3.0.3', info: [title: 'Agent Workers Platform (damson)', version: '0.1.0'], servers: [[url: '/api']], paths: paths,
         components: [schemas: schemas, securitySchemes: [jwt: [type: 'http', scheme: 'bearer', bearerFormat: 'JWT'], apiKey: [type: 'http', scheme: 'bearer']]]]
    }
    static void routes() {
        def doc = build()
        Main.add('open', 'GET', '/v3/api-docs') { Ctx c -> doc }
    }
}

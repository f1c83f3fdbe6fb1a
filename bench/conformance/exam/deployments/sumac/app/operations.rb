# frozen_string_literal: true
# method path | parameters | body (trailing ? = optional) | success | other statuses
module Operations
  TEXT = <<~OPS
    GET /me/agent-runs | q:next_cursor=time? q:limit=int:1..200~30 | - | 200 AgentRunViewListResponse | 401 422
    GET /me/agent-runs/{run_id} | uuid | - | 200 AgentRunView | 401 404 422
    GET /me/agent-runs/{run_id}/mcp-server-logs | uuid | - | 200 [McpServerLog] | 401 422
    GET /me/agent-runs/{run_id}/logs | uuid | - | 200 [AgentRunLog] | 401 422
    GET /me/executions | q:next_cursor=time? q:limit=int:1..200~30 | - | 200 ToolExecutionLogsResponse | 401 422
    GET /me/executions/{log_id} | int | - | 200 ToolExecutionLog | 401 404 422
    POST /me/agents/{agent_id}/subscribe | str | AgentSubscribeRequest? | 200 AgentSubscribeResponse | 400 401 402 404 413 422
    POST /me/agents/{agent_id}/unsubscribe | str | - | 200 AgentSubscriptionResponse | 400 401 404
    GET /me/subscriptions | | - | 200 AgentSubscriptionListResponse | 401
    GET /me/subscriptions/{agent_id} | str | - | 200 AgentSubscriptionResponse | 401 404
    GET /me/agent-studio-chats | | - | 200 [AgentStudioChat] | 401
    POST /me/agent-studio-chats | | AgentStudioChatCreate | 200 AgentStudioChat | 400 401 409 413 422
    GET /me/agent-studio-chats/{run_id} open | str | - | 200 AgentStudioChat | 403 404
    PUT /me/agent-studio-chats/{run_id} | str | AgentStudioChatCreate | 200 AgentStudioChat | 400 401 403 404 413 422
    PATCH /me/agent-studio-chats/{run_id} | str | AgentStudioChatUpdate | 200 AgentStudioChat | 400 401 403 404 413 422
    DELETE /me/agent-studio-chats/{run_id} | str | - | 200 AgentStudioChat | 401 403 404
    POST /me/agent-studio-chats/{run_id}/clone | str | - | 201 AgentStudioChat | 400 401 404
    GET /me/agents | | - | 200 [AgentModel] | 401
    POST /me/agents | | AgentRequest | 200 AgentModel | 400 401 403 404 413 422
    GET /me/agents/{agent_id} open | str | - | 200 AgentModel | 403 404
    POST /me/agents/{agent_id}/upsell-description | str | - | 200 AgentModel | 401 404
    POST /me/agents/vanity/slug open | | SlugRequest | 200 Slug | 413 422
    GET /me/agents/vanity/slug | q:slug=str:1..200 | - | 200 SlugAvailability | 401 422
    GET /me/agents/{agent_id}/vibe | str q:service_name=enum:bolt,lovable,v0 | - | 200 VibeCoderPromptResponse | 401 403 404 422
    GET /me/vibe/services open | | - | 200 VibeCoderListResponse |
    GET /me/agents/{agent_id}/customizations/theme | uuid | - | 200 AgentThemePreferenceResponse? | 401 403 404 422
    PUT /me/agents/{agent_id}/customizations/theme | uuid | AgentThemePreferenceUpsertRequest | 200 AgentThemePreferenceResponse | 400 401 403 404 413 422
    GET /me/agents/{agent_id}/files | uuid | - | 200 AgentFileListResponse | 401 403 404 422
    POST /me/agents/{agent_id}/files | uuid | AgentFileCreateRequest | 201 AgentFileResponse | 400 401 403 404 413 422
    GET /me/agents/{agent_id}/files/{file_id} | uuid uuid | - | 200 AgentFileResponse | 401 403 404 422
    PATCH /me/agents/{agent_id}/files/{file_id} | uuid uuid | AgentFileUpdateRequest | 200 AgentFileResponse | 401 403 404 413 422
    DELETE /me/agents/{agent_id}/files/{file_id} | uuid uuid | - | 204 - | 401 403 404 422
    PUT /me/agents/{agent_id}/files/positions | uuid | AgentFileBatchPositionRequest | 200 AgentFileListResponse | 401 403 404 413 422
    GET /me/chats | | - | 200 [AgentModel] | 401
    POST /me/chats deprecated | | AgentRequest | 200 AgentModel | 400 401 413 422
    GET /me/chats/{chat_id} open | str | - | 200 AgentModel | 403 404
    PUT /me/chats/{chat_id} | str | AgentRequest | 200 AgentModel | 400 401 403 404 413 422
    PATCH /me/chats/{chat_id} | str | AgentRequestPartial | 200 AgentModel | 400 401 403 404 413 422
    DELETE /me/chats/{chat_id} | str | - | 200 AgentModel | 401 403 404
    GET /me/chats/{chat_id}/og open | uuid | - | 200 SocialPreview | 404 422
    POST /me/chats/{chat_id}/clone | uuid | AgentRequestPartial?null | 200 AgentModel | 400 401 403 404 413 422
    POST /me/chats/{chat_id}/feedback | str | UserFeedbackRequest | 200 AgentModel | 401 404 413 422
    POST /me/chats/{chat_id}/runs | uuid | - | 200 AgentRunLog | 401 403 404 422
    GET /me/api-keys | | - | 200 [ApiKeyHidden] | 401
    POST /me/api-keys | | ApiKeyCreate | 200 ApiKey | 401 413 422
    GET /me/api-keys/default | | - | 200 ApiKey | 401
    GET /me/api-keys/{api_key_id} | int | - | 200 ApiKey | 401 404 422
    DELETE /me/api-keys/{api_key_id} | int | - | 200 ApiKeyHidden | 401 404 422
    GET /me/billing | | - | 200 BillingInformationSubscription | 401
    GET /me/credits | | - | 200 AgentExecutionCredits | 401 404
    POST /me/credits/use | | - | 200 AgentExecutionCredits | 401 404
    POST /me/payments/webhook open | h:x-payment-signature=str | WebhookEvent | 200 PaymentWebhookResponseSuccess | 400 413
    POST /me/payments/sessions | | PaymentSessionRequest? | 200 PaymentSessionResponse | 401 413 422
    GET /me/monetization/summary | q:period=int:1..365~28 | - | 200 MonetizationSummary | 401 422
    GET /me/monetization/subscribers | q:period=int:1..365~28 | - | 200 MonetizationSubscribersResponse | 401 422
    GET /me/monetization/earnings | q:period=int:1..365~28 | - | 200 MonetizationEarningsResponse | 401 422
    GET /me/bundles | | - | 200 [UserBundleSimplified] | 401
    POST /me/bundles | | - | 200 UserBundle | 401
    GET /me/bundles/{bundle_id} | int | - | 200 UserBundle | 401 404 422
    PUT /me/bundles/{bundle_id} | int | UserBundleRequest | 200 UserBundle | 401 409 413 422
    DELETE /me/bundles/{bundle_id} | int | - | 200 UserBundleRow | 401 404 422
    GET /me/bundles/{bundle_id}/tools | int | - | 200 [UserBundleTool] | 401 422
    POST /me/bundles/{bundle_id}/tools | int | UserBundleTool | 200 UserBundleTool | 401 404 413 422
    DELETE /me/bundles/{bundle_id}/tools/{tool_id} | int str | - | 200 UserBundleTool | 401 404 422
    POST /me/cli-auth open | | - | 200 CliAuthModel |
    PUT /me/cli-auth/{cli_auth_id} | uuid | CliAuthInsertModel | 200 CliAuthModel | 401 403 404 413 422
    GET /me/cli-auth/{auth_id} open | uuid | - | 200 str? | 404 422
    GET /me/schedules | | - | 200 ScheduleListResponse | 401
    POST /me/schedules | | ScheduleRequest | 200 Schedule | 401 403 413 422
    GET /me/schedules/onboarding | | - | 200 ScheduleOnboarding | 401
    GET /me/schedules/text-to-cron | q:cron=str | - | 200 CronText | 400 401 422
    GET /me/schedules/{schedule_id} | uuid | - | 200 Schedule | 401 404 422
    PUT /me/schedules/{schedule_id} | uuid | ScheduleUpdateRequest | 200 Schedule | 401 403 404 413 422
    DELETE /me/schedules/{schedule_id} | uuid | - | 200 Schedule | 401 404 422
    GET /me/tools/list | | - | 200 [Tool] | 401
    GET /me/tools open | | - | 200 [PublicTool] |
    GET /me/tools/search | q:q=str:1..500 q:toolkit=str? q:limit=int:1..200~20 q:min_score=num:0..1~0.15 | - | 200 [Tool] | 401 422
    GET /me/tools/{tool_id} open | str | - | 200 PublicTool | 404
    POST /me/tools/run/{tool_name} | str q:service_id=str~default q:service_id_namespace=str~global | obj | 200 ToolResult | 400 401 404 413 422
    GET /me/toolsets/list | | - | 200 [ToolSet] | 401
    GET /me/toolsets/{toolset_name} | str | - | 200 ToolSetWithTools | 401 404
    GET /me/user-tools | | - | 200 [UserTool] | 401
    POST /me/user-tools | | UserInstallToolRequest | 200 UserInstalledTool | 401 409 413 422
    GET /me/user-tools/{tool_id} | str | - | 200 UserTool | 401 404
    DELETE /me/user-tools/{tool_id} | str | - | 200 UserInstalledTool | 401 404
    GET /me/ | | - | 200 UserWithTier | 401
    GET /me/vip | | - | 200 VipCodeRedemptionCount | 401
    POST /me/vip | | VipCodeRequest | 200 VipCodeRedeemed | 400 401 413 422
    POST /agents/{agent_id} key | uuid | StartRunRequest | 200 text | 401 402 403 404 413 422
    PUT /agents/{agent_id}/{run_id} key | uuid uuid | ContinueRunRequest | 200 text | 401 402 403 404 409 413 422
    POST /agents/ndjson/{agent_id} key | uuid | StartRunRequest | 200 ndjson | 401 402 403 404 413 422
    PUT /agents/ndjson/{agent_id}/{run_id} key | uuid uuid | ContinueRunRequest | 200 ndjson | 401 402 403 404 409 413 422
    GET /agents/{agent_id}/{run_id} key | uuid uuid | - | 200 [Message] | 401 402 403 404 422
  OPS
  WORDS = { 400 => 'Invalid input', 401 => 'Invalid or missing credential', 402 => 'Payment: already subscribed, or a subscription is needed', 403 => 'No permission', 404 => 'Not found', 409 => 'Conflict',
            413 => 'The body is too large', 422 => 'Validation error', 500 => 'Internal error' }.freeze

  module_function

  def list
    TEXT.lines.map(&:chomp).map do |l|
      head, params, body, ok, others = l.split('|', -1).map(&:strip)
      verb, path, flag = head.split
      { verb: verb, path: path, flag: flag, params: params.split, body: body, ok: ok.split(' ', 2), others: others.split.map(&:to_i) }
    end
  end

  def parameter(p, names)
    m = /\A([qh]):([^=]+)=([^~]+)(?:~(.+))?\z/.match(p)
    return { name: names.shift, in: 'path', required: true, schema: Schemas.t(p) } unless m
    s = Schemas.t(m[3].chomp('?'))
    s = s.merge(default: s[:type] == 'integer' ? m[4].to_i : s[:type] == 'number' ? m[4].to_f : m[4]) if m[4]
    s = Schemas.t(m[3]) if m[3].end_with?('?')
    { name: m[2], in: m[1] == 'q' ? 'query' : 'header', required: !(m[3].end_with?('?') || m[4]), schema: s }
  end

  def content(s)
    return nil if s == '-'
    return { 'text/plain' => { schema: { type: 'string' } } } if s == 'text'
    return { 'application/x-ndjson' => { schema: { type: 'string', description: 'one JSON object a line, each with type: run, text, tool_call, tool_result, job or done' } } } if s == 'ndjson'
    { 'application/json' => { schema: Schemas.t(s) } }
  end

  def operation(o)
    names = o[:path].scan(/\{(\w+)\}/).flatten
    rs = {}
    c = content(o[:ok][1])
    rs[o[:ok][0]] = { description: 'Success' }.merge(c ? { content: c } : {})
    if o[:flag] == 'key'
      h = { 'x-service-job-id' => { description: 'While a background job runs', required: false, schema: { type: 'string' } }, 'X-Service-Run-ID' => { schema: { type: 'string', format: 'uuid' } } }
      rs[o[:ok][0]][:headers] = h
    end
    (o[:others] + [500]).uniq.each { |s| rs[s.to_s] = { description: WORDS[s], content: { 'application/json' => { schema: Schemas.t(s == 422 ? 'HTTPValidationError' : 'Error') } } } }
    op = { operationId: "#{o[:verb].downcase}#{o[:path].gsub(/[^a-z]+/i, '_')}".chomp('_'), parameters: o[:params].map { |p| parameter(p, names) }, responses: rs }
    op[:deprecated] = true if o[:flag] == 'deprecated'
    op[:security] = o[:flag] == 'open' ? [] : [{ (o[:flag] == 'key' ? 'apiKey' : 'jwt') => [] }]
    unless o[:body] == '-'
      m = /\A([^?]+)(\?)?(null)?\z/.match(o[:body])
      op[:requestBody] = { required: m[2].nil?, content: { 'application/json' => { schema: Schemas.t(m[3] ? "#{m[1]}?" : m[1]) } } }
    end
    op
  end

  def document
    @document ||= begin
      paths = {}
      list.each { |o| (paths[o[:path]] ||= {})[o[:verb].downcase] = operation(o) }
      { openapi: '3.1.0', info: { title: 'Agent Workers', version: '0.1.0' }, servers: [{ url: '/' }], paths: paths,
        components: { schemas: Schemas::ALL, securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, apiKey: { type: 'http', scheme: 'bearer' } } } }
    end
  end
end

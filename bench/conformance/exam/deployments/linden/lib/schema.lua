-- the schemas of all bodies: used to check requests and to write /openapi.json
local json = require "json"
local store = require "store"
local arr = json.arr
local _M = { S = {} }
local S = _M.S
local function with(t, o) if o then for k, v in pairs(o) do t[k] = v end end return t end
local function str(o) return with({ type = "string" }, o) end
local function int(o) return with({ type = "integer" }, o) end
local function num(o) return with({ type = "number" }, o) end
local function bool(o) return with({ type = "boolean" }, o) end
local function list(i, o) return with({ type = "array", items = i }, o) end
local function ref(n) return { ["$ref"] = "#/components/schemas/" .. n } end
local function nul(t) local c = {}; for k, v in pairs(t) do c[k] = v end; c.nullable = true; return c end
local function obj(props, req, o) return with({ type = "object", properties = props, required = req and #req > 0 and arr(req) or nil }, o) end
local function map() return { type = "object", additionalProperties = true } end
local function env(n) return obj({ data = type(n) == "string" and ref(n) or n }, { "data" }) end
local function page(n) return obj({ data = list(ref(n)), next = nul(str()) }, { "data", "next" }) end
_M.list, _M.ref = list, ref
local uuid, dt = str { format = "uuid" }, str { format = "date-time" }
local vis = str { enum = arr { "private", "public" } }
local extra = { metadata = nul(map()), enabled = bool(), notes = nul(str { maxLength = 4000 }) }
local function plus(p) for k, v in pairs(extra) do p[k] = v end return p end

S.Error = obj({ message = str(), request_id = str() }, { "message", "request_id" })
S.HTTPValidationError = obj({ message = str(), request_id = str(),
  detail = list(obj({ loc = list({}), msg = str(), type = str() }, { "loc", "msg", "type" })) }, { "detail" })
-- workers
S.StartRunRequest = obj({ message = str() }, { "message" })
S.ContinueRunRequest = obj({ message = str() }, { "message" })
S.Message = obj({ role = str { enum = arr { "user", "assistant" } }, content = str() }, { "role", "content" })
-- runs
S.AgentRunView = obj({ run_id = uuid, agent_id = str(), status = str { enum = arr { "idle", "running", "failed" } }, source = str(),
  title = nul(str()), message_count = int(), job_id = nul(str()), created_at = dt, updated_at = dt },
  { "run_id", "agent_id", "status", "message_count", "created_at", "updated_at" })
S.AgentRunViewListResponse = page "AgentRunView"
S.AgentRunLog = obj({ log_id = str(), run_id = uuid, agent_id = str(), event = str(), detail = nul(str()), created_at = dt },
  { "log_id", "run_id", "agent_id", "event", "created_at" })
S.McpServerLog = obj({ log_id = str(), run_id = uuid, server = str(), tool_name = str(), input = map(), output = map(), created_at = dt },
  { "log_id", "run_id", "server", "tool_name", "created_at" })
S.ToolExecutionLog = obj({ log_id = int(), tool_name = str(), service_id = str(), service_id_namespace = str(), input = map(),
  output = nul(map()), is_error = bool(), error = nul(str()), created_at = dt }, { "log_id", "tool_name", "is_error", "created_at" })
S.ToolExecutionLogsResponse = page "ToolExecutionLog"
-- subscriptions
S.AgentSubscribeRequest = obj { success_url = nul(str()), cancel_url = nul(str()) }
S.AgentSubscribeResponse = env(obj({ agent_id = str(), checkout_session_id = str(), checkout_url = str(), status = str() },
  { "agent_id", "checkout_session_id", "checkout_url" }))
S.Subscription = obj({ subscription_id = str(), agent_id = str(), status = str { enum = arr { "active", "canceled" } }, price_cents = int(),
  started_at = dt, canceled_at = nul(dt) }, { "subscription_id", "agent_id", "status", "price_cents", "started_at", "canceled_at" })
S.AgentSubscriptionResponse = env "Subscription"
S.AgentSubscriptionListResponse = page "Subscription"
-- studio chats
S.AgentStudioChat = obj(plus { run_id = str(), agent_id = nul(str()), title = nul(str()), visibility = vis, owner_id = str(),
  deleted_at = nul(dt), created_at = dt, updated_at = dt }, { "run_id", "visibility", "created_at", "updated_at" })
S.AgentStudioChatCreate = obj(plus { run_id = str { minLength = 1, maxLength = 128 }, agent_id = nul(str()), title = nul(str { maxLength = 300 }), visibility = vis })
S.AgentStudioChatUpdate = obj(plus { title = nul(str { maxLength = 300 }), agent_id = nul(str()), visibility = vis })
-- agents
local slug = nul(str { pattern = "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" })
local function agent_req()
  return plus { name = nul(str { maxLength = 200 }), chat_prompt = nul(str()), visibility = vis, vanity_slug = slug,
    upsell_description = nul(str()), price_cents = nul(int { minimum = 0, maximum = 100000000 }) }
end
S.AgentRequest = obj(agent_req()); S.AgentRequest.properties.agent_id = nul(uuid)
S.AgentRequestPartial = obj(agent_req())
S.AgentModel = obj(agent_req(), { "agent_id", "chat_id", "chat_prompt", "visibility", "created_at", "updated_at", "enabled" })
do
  local p = S.AgentModel.properties
  p.agent_id, p.chat_id, p.owner_id, p.created_at, p.updated_at, p.chat_prompt = uuid, uuid, str(), dt, dt, str()
  p.feedback = obj({ up = int(), down = int() }, { "up", "down" })
end
S.SlugRequest = obj({ name = str { minLength = 1, maxLength = 200 } }, { "name" })
S.Slug = obj({ slug = str() }, { "slug" })
S.SlugAvailability = obj({ slug = str(), available = bool() }, { "slug", "available" })
S.VibeCoderPromptResponse = obj({ service_name = str(), agent_id = str(), prompt = str(), url = str() }, { "service_name", "prompt" })
S.VibeCoderListResponse = obj({ data = list(obj({ service_name = str(), title = str(), url = str() }, { "service_name", "title" })) }, { "data" })
S.Theme = obj({ agent_id = uuid, theme_color = str(), created_at = dt, updated_at = dt }, { "agent_id", "theme_color" })
S.AgentThemePreferenceResponse = env "Theme"
S.AgentThemePreferenceUpsertRequest = obj({ theme_color = str() }, { "theme_color" })
S.AgentFile = obj({ file_id = uuid, agent_id = uuid, name = str(), mime_type = str(), content = nul(str()), size = int(), position = int(),
  notes = nul(str()), metadata = nul(map()), created_at = dt, updated_at = dt }, { "file_id", "agent_id", "name", "position", "created_at", "updated_at" })
S.AgentFileResponse = env "AgentFile"
S.AgentFileListResponse = page "AgentFile"
local pos = int { minimum = 0, maximum = 1000000 }
S.AgentFileCreateRequest = obj({ name = str { minLength = 1, maxLength = 255 }, mime_type = str { maxLength = 120 }, content = nul(str()), position = nul(pos),
  notes = nul(str()), metadata = nul(map()) }, { "name" })
S.AgentFileUpdateRequest = obj { name = str { minLength = 1, maxLength = 255 }, mime_type = str { maxLength = 120 }, content = nul(str()), position = pos,
  notes = nul(str()), metadata = nul(map()) }
S.AgentFileBatchPositionRequest = obj({ positions = list(obj({ file_id = uuid, position = pos }, { "file_id", "position" })) }, { "positions" })
S.SocialPreview = obj({ title = str(), description = str(), image = str(), url = str() }, { "title", "description", "url" })
S.UserFeedbackRequest = obj({ rating = str { enum = arr { "up", "down" } }, comment = nul(str { maxLength = 4000 }) }, { "rating" })
-- keys, money
S.ApiKeyCreate = obj(plus { name = nul(str { maxLength = 100 }), is_default = bool() })
S.ApiKeyHidden = obj(plus { api_key_id = int(), name = nul(str()), is_default = bool(), created_at = dt, last_four = str() }, { "api_key_id", "is_default", "created_at" })
S.ApiKey = obj(plus { api_key_id = int(), name = nul(str()), key = str(), is_default = bool(), created_at = dt, last_four = str() }, { "api_key_id", "key", "is_default", "created_at" })
S.BillingInformationSubscription = obj({ plan = str(), status = str(), currency = str(), amount_cents = int(), renews_at = nul(dt) }, { "plan", "status" })
S.AgentExecutionCredits = obj({ balance = int(), used = int(), updated_at = dt }, { "balance" })
S.WebhookEvent = obj({ id = str { minLength = 1 }, type = str { minLength = 1 }, data = map() }, { "id", "type" })
S.PaymentWebhookResponseSuccess = obj({ received = bool() }, { "received" })
S.PaymentSessionRequest = obj { product = str { enum = arr { "credits_100", "credits_1000" } }, quantity = int { minimum = 1, maximum = 1000 }, success_url = nul(str()), cancel_url = nul(str()) }
S.PaymentSessionResponse = obj({ session_id = str(), url = str(), product = str(), quantity = int(), amount_cents = int() }, { "session_id", "url" })
S.Summary = obj({ period = int(), total_subscribers = int(), total_earnings = num(), currency = str(), from = str(), to = str() }, { "period", "total_subscribers", "total_earnings" })
S.MonetizationSummary = env "Summary"
S.MonetizationSubscribersResponse = obj({ data = list(obj({ date = str(), subscribers = int() }, { "date", "subscribers" })), period = int() }, { "data" })
S.MonetizationEarningsResponse = obj({ data = list(obj({ date = str(), earnings = num() }, { "date", "earnings" })), period = int() }, { "data" })
-- bundles
S.UserBundleTool = obj({ tool_id = str { minLength = 1 }, enabled = bool(), notes = nul(str()) }, { "tool_id" })
S.UserBundleRequest = obj { name = str { minLength = 1, maxLength = 100 }, notes = nul(str()), enabled = bool(), metadata = nul(map()), tools = list(ref "UserBundleTool") }
S.UserBundleSimplified = obj({ bundle_id = int(), name = str(), enabled = bool(), tool_count = int() }, { "bundle_id", "name", "tool_count" })
S.UserBundleRow = obj({ bundle_id = int(), name = str(), enabled = bool(), notes = nul(str()), metadata = nul(map()), created_at = dt, updated_at = dt }, { "bundle_id", "name" })
S.UserBundle = obj({ bundle_id = int(), name = str(), enabled = bool(), notes = nul(str()), metadata = nul(map()), tools = list(ref "UserBundleTool"), created_at = dt, updated_at = dt }, { "bundle_id", "name", "tools" })
-- cli
S.CliAuthModel = obj({ cli_auth_id = uuid, status = str { enum = arr { "pending", "attached", "consumed" } }, created_at = dt, expires_at = dt }, { "cli_auth_id", "status" })
S.CliAuthInsertModel = obj({ jwt = str { minLength = 1 } }, { "jwt" })
-- schedules
local function sched() return plus { chat_id = nul(str()), cron = str(), message = nul(str()), name = nul(str()) } end
S.ScheduleRequest = obj(sched(), { "cron" })
S.ScheduleUpdateRequest = obj(sched())
S.Schedule = obj(sched(), { "schedule_id", "chat_id", "cron", "enabled", "next_run_at", "created_at" })
do local p = S.Schedule.properties; p.schedule_id, p.next_run_at, p.created_at, p.updated_at = uuid, nul(dt), dt, dt end
S.ScheduleResponse = env "Schedule"
S.ScheduleListResponse = page "Schedule"
S.ScheduleOnboarding = env(obj({ has_schedules = bool(), suggestions = list(obj({ title = str(), cron = str(), message = str() }, { "title", "cron" })) }, { "suggestions" }))
S.ConvertedCron = obj({ cron = str(), next_runs = list(dt) }, { "cron" })
-- tools
S.Tool = obj({ name = str(), description = str(), inputSchema = map(), toolkit = str(), score = num() }, { "name", "description", "inputSchema" })
S.PublicTool = obj({ tool_id = str(), name = str(), description = str(), toolkit = str() }, { "tool_id", "name", "description" })
S.ToolInput = map()
S.ToolResult = obj({ content = list(obj({ type = str(), text = str() }, { "type", "text" })), structured_content = map(), is_error = bool(), log_id = int() }, { "content", "is_error" })
S.ToolSet = obj({ toolset_name = str(), description = str(), tool_count = int() }, { "toolset_name" })
S.ToolSetWithTools = obj({ toolset_name = str(), description = str(), tools = list(ref "Tool") }, { "toolset_name", "tools" })
S.UserInstallToolRequest = obj({ tool_id = str { minLength = 1 }, notes = nul(str()), metadata = nul(map()) }, { "tool_id" })
S.UserInstalledTool = obj({ tool_id = str(), notes = nul(str()), metadata = nul(map()), installed_at = dt }, { "tool_id", "installed_at" })
S.UserTool = obj({ tool_id = str(), name = str(), description = str(), toolkit = str(), notes = nul(str()), metadata = nul(map()), installed_at = dt }, { "tool_id", "name", "installed_at" })
-- user, vip
S.UserWithTier = obj({ user_id = str(), email = str(), name = str(), tier = str { enum = arr { "pro", "sandbox" } } }, { "user_id", "email", "tier" })
S.VipCodeRequest = obj({ code = str { minLength = 1 } }, { "code" })
S.VipCodeRedeemed = obj({ code = str(), redeemed_at = dt }, { "code", "redeemed_at" })
S.VipCodeRedemptionCount = obj({ count = int() }, { "count" })

-- checking
local function utf8len(s) local _, n = s:gsub("[^\128-\191]", ""); return n end
local UUID = "^%x%x%x%x%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%-%x%x%x%x%x%x%x%x%x%x%x%x$"
function _M.is_uuid(s) return type(s) == "string" and s:find(UUID) ~= nil end
local function check(v, s, loc, out)
  if s["$ref"] then s = S[s["$ref"]:match("[^/]+$")] end
  local function bad(msg, ty) out[#out + 1] = { loc = arr { unpack(loc) }, msg = msg, type = ty or "type_error" } end
  if v == ngx.null then
    if not s.nullable and s.type then bad("may not be null") end
    return
  end
  local t = s.type
  if t == "string" then
    if type(v) ~= "string" then return bad("must be a string") end
    if s.format == "uuid" and not _M.is_uuid(v) then return bad("must be a UUID", "value_error") end
    if s.format == "date-time" and not store.parse_iso(v) then return bad("must be a date-time", "value_error") end
    local n = utf8len(v)
    if s.minLength and n < s.minLength then return bad("is too short", "value_error") end
    if s.maxLength and n > s.maxLength then return bad("is too long", "value_error") end
    if s.pattern and not ngx.re.find(v, s.pattern, "joD") then return bad("does not have the right form", "value_error") end
  elseif t == "integer" or t == "number" then
    if type(v) ~= "number" or (t == "integer" and v ~= math.floor(v)) then return bad("must be " .. (t == "integer" and "an integer" or "a number")) end
    if s.minimum and v < s.minimum or s.maximum and v > s.maximum then return bad("is out of range", "value_error") end
  elseif t == "boolean" then
    if type(v) ~= "boolean" then return bad("must be a boolean") end
  elseif t == "array" then
    if not json.is_arr(v) then return bad("must be an array") end
    for i = 1, #v do loc[#loc + 1] = i - 1; check(v[i], s.items, loc, out); loc[#loc] = nil end
  elseif t == "object" then
    if type(v) ~= "table" or json.is_arr(v) then return bad("must be an object") end
    for _, k in ipairs(s.required or {}) do
      if v[k] == nil then out[#out + 1] = { loc = arr { unpack(loc) }, msg = "field required: " .. k, type = "missing" }; local l = out[#out].loc; l[#l + 1] = k end
    end
    for k, ps in pairs(s.properties or {}) do
      if v[k] ~= nil then loc[#loc + 1] = k; check(v[k], ps, loc, out); loc[#loc] = nil end
    end
  end
  if s.enum then
    for _, e in ipairs(s.enum) do if e == v then return end end
    bad("must be one of " .. table.concat(s.enum, ", "), "value_error")
  end
end
function _M.check(v, schema, loc)
  local out = arr()
  check(v, schema, { loc }, out)
  return out
end
return _M

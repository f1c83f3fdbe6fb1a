-- bundles, CLI sessions, schedules, the user, VIP codes
local json = require "json"
local store = require "store"
local app = require "app"
local schema = require "schema"
local cron = require "cron"
local tools = require "api_tools"
local F, arr, null = store.F, json.arr, ngx.null
local R, fail = app.route, app.fail
local get, put = store.get, store.put
local UUID = { type = "string", format = "uuid" }
local _M = {}

-- bundles
local function bundle_view(b) b.owner = nil; return b end
local function row(b) return { bundle_id = b.bundle_id, name = b.name, enabled = b.enabled, notes = b.notes, metadata = b.metadata, created_at = b.created_at, updated_at = b.updated_at } end
local function bundle(c, status)
  local b = get("bundle:" .. c.p.bundle_id)
  if not b or (b.owner ~= c.user.id and F ~= "bundle-foreign") then
    fail(status or 404, status == 409 and "update failed: no such bundle" or "bundle not found")
  end
  return b
end
local function bundle_tool(x)
  local e = x.enabled
  if e == nil then e = true end
  return { tool_id = x.tool_id, enabled = e, notes = x.notes or null }
end
local BP = { bundle_id = { type = "integer" } }
R("GET /me/bundles", { tag = "bundles", ok = { 200, schema.list(schema.ref "UserBundleSimplified") }, errs = { 500 } }, function(c)
  local out = arr()
  store.each("bundles:" .. c.user.id, "bundle", function(b) out[#out + 1] = { bundle_id = b.bundle_id, name = b.name, enabled = b.enabled, tool_count = #b.tools } end)
  return 200, out
end)
R("POST /me/bundles", { tag = "bundles", ok = { 200, "UserBundle" }, errs = { 409, 500 } }, function(c)
  local id, now = store.incr("seq:bundle", 1, 300), store.iso(store.now())
  local b = { bundle_id = id, owner = c.user.id, name = "Bundle " .. id, enabled = true, notes = null, metadata = null, tools = arr(), created_at = now, updated_at = now }
  put("bundle:" .. id, b)
  store.push("bundles:" .. c.user.id, id)
  return 200, bundle_view(b)
end)
R("GET /me/bundles/{bundle_id}", { tag = "bundles", params = BP, ok = { 200, "UserBundle" }, errs = { 404, 500 } }, function(c) return 200, bundle_view(bundle(c)) end)
R("PUT /me/bundles/{bundle_id}", { tag = "bundles", params = BP, body = "UserBundleRequest", ok = { 200, "UserBundle" }, errs = { 409, 500 } }, function(c)
  local b, q = bundle(c, 409), c.body
  if q.tools then
    local l, seen = arr(), {}
    for _, x in ipairs(q.tools) do
      if not tools.tools[x.tool_id] then fail(409, "update failed: no tool " .. x.tool_id) end
      if not seen[x.tool_id] then seen[x.tool_id] = true; l[#l + 1] = bundle_tool(x) end
    end
    b.tools = l
  end
  for _, k in ipairs { "name", "notes", "metadata", "enabled" } do if q[k] ~= nil then b[k] = q[k] end end
  b.updated_at = store.iso(store.now())
  put("bundle:" .. b.bundle_id, b)
  return 200, bundle_view(b)
end)
R("DELETE /me/bundles/{bundle_id}", { tag = "bundles", params = BP, ok = { 200, "UserBundleRow" }, errs = { 404, 500 } }, function(c)
  local b = bundle(c)
  store.del("bundle:" .. b.bundle_id)
  return 200, row(b)
end)
R("GET /me/bundles/{bundle_id}/tools", { tag = "bundles", params = BP, ok = { 200, schema.list(schema.ref "UserBundleTool") }, errs = { 404, 500 } }, function(c)
  local l = bundle(c).tools
  if F == "bundle-empty-object" and #l == 0 then return 200, {} end
  return 200, l
end)
R("POST /me/bundles/{bundle_id}/tools", { tag = "bundles", params = BP, body = "UserBundleTool", ok = { 200, "UserBundleTool" }, errs = { 404, 500 } }, function(c)
  local b = bundle(c)
  if not tools.tools[c.body.tool_id] then fail(404, "tool not found") end
  local t = bundle_tool(c.body)
  local at = #b.tools + 1
  for i, x in ipairs(b.tools) do if x.tool_id == t.tool_id then at = i end end
  b.tools[at] = t
  put("bundle:" .. b.bundle_id, b)
  return 200, t
end)
R("DELETE /me/bundles/{bundle_id}/tools/{tool_id}", { tag = "bundles", params = BP, ok = { 200, "UserBundleTool" }, errs = { 404, 500 } }, function(c)
  local b = bundle(c)
  for i, x in ipairs(b.tools) do
    if x.tool_id == c.p.tool_id then
      if F == "bundle-removes-neighbour" and i > 1 then table.remove(b.tools, i - 1) else table.remove(b.tools, i) end
      put("bundle:" .. b.bundle_id, b)
      return 200, x
    end
  end
  fail(404, "this tool is not in the bundle")
end)

-- CLI sessions
local function session(id)
  local s = get("cli:" .. id)
  if not s or s.ends < store.now() then fail(404, "no such session") end
  return s
end
local function cli_view(s) return { cli_auth_id = s.id, status = s.status, created_at = s.created_at, expires_at = store.iso(s.ends) } end
R("POST /me/cli-auth", { tag = "cli", auth = false, ok = { 200, "CliAuthModel" }, errs = { 503 } }, function()
  local now = store.now()
  local s = { id = store.uuid(), status = "pending", created_at = store.iso(now), ends = now + 600000 }
  put("cli:" .. s.id, s)
  return 200, cli_view(s)
end)
R("PUT /me/cli-auth/{cli_auth_id}", { tag = "cli", params = { cli_auth_id = UUID }, body = "CliAuthInsertModel", ok = { 200, "CliAuthModel" }, errs = { 403, 404, 503 } }, function(c)
  local s = session(c.p.cli_auth_id)
  if s.status == "consumed" or (s.user and s.user ~= c.user.id and F ~= "cli-second-user") then fail(403, "you may not update this session") end
  s.user, s.jwt, s.status = c.user.id, c.body.jwt, "attached"
  put("cli:" .. s.id, s)
  return 200, cli_view(s)
end)
R("GET /me/cli-auth/{auth_id}", { tag = "cli", auth = false, locked = true, params = { auth_id = UUID }, ok = { 200, { type = "string", nullable = true } }, errs = { 404, 503 } }, function(c)
  local s = session(c.p.auth_id)
  local jwt = s.jwt
  if not jwt then return 200, null end
  if F ~= "cli-not-consumed" then
    s.jwt, s.status = nil, "consumed"
    put("cli:" .. s.id, s)
  end
  return 200, jwt
end)

-- schedules
local SP = { schedule_id = UUID }
local function refuse_cron() fail(422, "validation failed", arr { { loc = arr { "body", "cron" }, msg = "not a cron expression", type = "value_error" } }) end
local function chat_of(c, id)
  local a = type(id) == "string" and schema.is_uuid(id) and get("agent:" .. id:lower())
  if not a or (a.owner_id ~= c.user.id and F ~= "schedule-foreign-chat") then fail(403, "the chat is invalid, missing or not yours") end
  return a.agent_id
end
local function fill(s, b)
  for _, k in ipairs { "message", "name", "metadata", "notes" } do
    if b[k] ~= nil then s[k] = b[k] elseif s[k] == nil then s[k] = null end
  end
  if b.cron then
    local p, norm = cron.parse(b.cron)
    if not p then refuse_cron() end
    s.cron = norm
  end
  if F == "schedule-enabled-false" then s.enabled = b.enabled or s.enabled or true
  elseif b.enabled ~= nil then s.enabled = b.enabled
  elseif s.enabled == nil then s.enabled = true end
  s.updated_at = store.iso(store.now())
end
local function sview(s)
  s.owner = nil
  local t = s.enabled and cron.next((cron.parse(s.cron)), store.now())
  s.next_run_at = t and store.iso(t) or null
  return s
end
local function own(c)
  local s = get("schedule:" .. c.p.schedule_id)
  if not s or s.owner ~= c.user.id then fail(404, "schedule not found") end
  return s
end
R("GET /me/schedules", { tag = "schedules", ok = { 200, "ScheduleListResponse" }, errs = { 500 } }, function(c)
  local l = store.list("schedules:" .. c.user.id, "schedule")
  for _, s in ipairs(l) do sview(s) end
  return 200, { data = l, next = null }
end)
R("POST /me/schedules", { tag = "schedules", body = "ScheduleRequest", ok = { 200, "ScheduleResponse" }, errs = { 403, 500 } }, function(c)
  local s = { schedule_id = store.uuid(), owner = c.user.id, chat_id = chat_of(c, c.body.chat_id), created_at = store.iso(store.now()) }
  fill(s, c.body)
  put("schedule:" .. s.schedule_id, s)
  store.push("schedules:" .. c.user.id, s.schedule_id)
  return 200, { data = sview(s) }
end)
R("GET /me/schedules/onboarding", { tag = "schedules", ok = { 200, "ScheduleOnboarding" }, errs = { 500 } }, function(c)
  local has = false
  store.each("schedules:" .. c.user.id, "schedule", function() has = true return true end)
  return 200, { data = { has_schedules = has, suggestions = arr {
    { title = "A summary every morning", cron = "0 8 * * *", message = "Summarise yesterday" }, { title = "Plan the week", cron = "30 9 * * 1", message = "Plan my week" } } } }
end)
R("GET /me/schedules/text-to-cron", { tag = "schedules", query = { cron = { type = "string", required = true } }, ok = { 200, "ConvertedCron" }, errs = { 400, 500 } }, function(c)
  local e = cron.convert(c.q.cron)
  if not e then fail(400, "invalid cron expression") end
  local p, out, t = cron.parse(e), arr(), store.now()
  for i = 1, 3 do t = cron.next(p, t); if not t then break end; out[i] = store.iso(t) end
  return 200, { cron = e, next_runs = out }
end)
R("GET /me/schedules/{schedule_id}", { tag = "schedules", params = SP, ok = { 200, "ScheduleResponse" }, errs = { 404, 500 } }, function(c) return 200, { data = sview(own(c)) } end)
R("PUT /me/schedules/{schedule_id}", { tag = "schedules", params = SP, body = "ScheduleUpdateRequest", ok = { 200, "ScheduleResponse" }, errs = { 403, 404, 500 } }, function(c)
  local s = own(c)
  if c.body.chat_id ~= nil then s.chat_id = chat_of(c, c.body.chat_id) end
  fill(s, c.body)
  put("schedule:" .. s.schedule_id, s)
  return 200, { data = sview(s) }
end)
R("DELETE /me/schedules/{schedule_id}", { tag = "schedules", params = SP, ok = { 200, "ScheduleResponse" }, errs = { 404, 500 } }, function(c)
  local s = own(c)
  store.del("schedule:" .. s.schedule_id)
  return 200, { data = sview(s) }
end)

-- the user, VIP codes
R("GET /me/", { tag = "user", ok = { 200, "UserWithTier" } }, function(c)
  return 200, { user_id = c.user.id, email = c.user.email, name = c.user.name, tier = F == "me-tier-fixed" and "pro" or c.user.tier }
end)
R("GET /me", { hidden = true, ok = { 200, "UserWithTier" } }, function(c) return 200, { user_id = c.user.id, email = c.user.email, name = c.user.name, tier = c.user.tier } end)
R("GET /me/vip", { tag = "vip", ok = { 200, "VipCodeRedemptionCount" }, errs = { 400 } }, function(c)
  return 200, { count = store.raw_get("vipcount:" .. c.user.id) or 0 }
end)
R("POST /me/vip", { tag = "vip", body = "VipCodeRequest", ok = { 200, "VipCodeRedeemed" }, errs = { 400 } }, function(c)
  local code = c.body.code
  if F == "vip-count-refused" then store.incr("vipcount:" .. c.user.id, 1) end
  local v = get("vip:" .. code)
  if not v then fail(400, "invalid code") end
  if v.owner == c.user.id and F ~= "vip-own-code" then fail(400, "you cannot redeem your own code") end
  local k = "vipuse:" .. c.user.id .. ":" .. code
  if store.raw_get(k) then fail(400, "you have redeemed this code already") end
  store.raw_set(k, 1)
  if F ~= "vip-count-refused" then store.incr("vipcount:" .. c.user.id, 1) end
  return 200, { code = code, redeemed_at = store.iso(store.now()) }
end)
return _M

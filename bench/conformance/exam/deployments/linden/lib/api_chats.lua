-- legacy chats, studio chats, runs and their logs
local json = require "json"
local store = require "store"
local app = require "app"
local schema = require "schema"
local agents = require "api_agents"
local F, arr, null = store.F, json.arr, ngx.null
local R, fail, hide = app.route, app.fail, app.hide
local get, put = store.get, store.put
local UUID = { type = "string", format = "uuid" }
local _M = {}

R("GET /me/chats", { tag = "chats", ok = { 200, schema.list(schema.ref "AgentModel") } }, function(c)
  return 200, store.list("agents:" .. c.user.id, "agent")
end)
R("POST /me/chats", { tag = "chats", deprecated = true, body = "AgentRequest", ok = { 200, "AgentModel" }, errs = { 400 } }, function(c)
  return 200, agents.create(c.body, c.user)
end)
R("GET /me/chats/{chat_id}", { tag = "chats", auth = false, ok = { 200, "AgentModel" }, errs = { 403, 404 } }, function(c)
  return 200, agents.visible(c.p.chat_id, c.user)
end)
R("PUT /me/chats/{chat_id}", { tag = "chats", body = "AgentRequest", ok = { 200, "AgentModel" }, errs = { 400, 403, 404 } }, function(c)
  local a = agents.owned(c.p.chat_id, c.user)
  agents.apply(a, c.body, false, c.user)
  put("agent:" .. a.agent_id, a)
  return 200, a
end)
R("PATCH /me/chats/{chat_id}", { tag = "chats", body = "AgentRequestPartial", ok = { 200, "AgentModel" }, errs = { 400, 403, 404 } }, function(c)
  local a = F == "chat-patch-foreign" and agents.visible(c.p.chat_id, c.user) or agents.owned(c.p.chat_id, c.user)
  agents.apply(a, c.body, true, c.user)
  put("agent:" .. a.agent_id, a)
  return 200, a
end)
R("DELETE /me/chats/{chat_id}", { tag = "chats", ok = { 200, "AgentModel" }, errs = { 403, 404 } }, function(c)
  local a = agents.owned(c.p.chat_id, c.user)
  agents.remove(a, c.user)
  return 200, a
end)
R("GET /me/chats/{chat_id}/og", { tag = "chats", auth = false, params = { chat_id = UUID }, ok = { 200, "SocialPreview" }, errs = { 404 } }, function(c)
  local a = agents.raw_agent(c.p.chat_id)
  local open = a.visibility == "public" or F == "og-leak"
  local prompt = a.chat_prompt
  if #prompt > 160 then
    local n = 160
    while n > 0 and prompt:byte(n + 1) >= 128 and prompt:byte(n + 1) < 192 do n = n - 1 end
    prompt = prompt:sub(1, n)
  end
  return 200, { title = open and type(a.name) == "string" and a.name or (open and "Chat" or "Private chat"),
    description = open and prompt or "This chat is private.", image = "https://linden.example/og/" .. a.agent_id .. ".png", url = "https://linden.example/c/" .. a.agent_id }
end)
R("POST /me/chats/{chat_id}/clone", { tag = "chats", params = { chat_id = UUID }, body = "AgentRequestPartial", body_optional = true, ok = { 200, "AgentModel" }, errs = { 400, 403, 404 } }, function(c)
  local a = agents.raw_agent(c.p.chat_id)
  if a.visibility ~= "public" and not (F == "chat-clone-private") then fail(403, "only public chats can be cloned") end
  local b = { name = a.name, chat_prompt = a.chat_prompt, upsell_description = a.upsell_description, metadata = a.metadata, notes = a.notes, enabled = a.enabled }
  for k, v in pairs(c.body or {}) do b[k] = v end
  local n = agents.create(b, c.user)
  if F == "chat-clone-shared" and c.body then
    for k, v in pairs(c.body) do if k ~= "visibility" and k ~= "vanity_slug" then a[k] = v end end
    put("agent:" .. a.agent_id, a)
  end
  return 200, n
end)
R("POST /me/chats/{chat_id}/feedback", { tag = "chats", body = "UserFeedbackRequest", ok = { 200, "AgentModel" }, errs = { 404 } }, function(c)
  local a = agents.raw_agent(c.p.chat_id)
  if a.visibility ~= "public" and a.owner_id ~= c.user.id then fail(404, "chat not found") end
  local k = "feedback:" .. a.agent_id .. ":" .. c.user.id
  local old = get(k)
  if old then a.feedback[old.rating] = a.feedback[old.rating] - 1 end
  a.feedback[c.body.rating] = a.feedback[c.body.rating] + 1
  put(k, { rating = c.body.rating, comment = c.body.comment })
  put("agent:" .. a.agent_id, a)
  return 200, a
end)

-- runs (shared with the Workers API)
function _M.log(run, event, detail, now)
  local l = { log_id = store.base62(12), run_id = run.run_id, agent_id = run.agent_id, event = event, detail = detail or null, created_at = now or store.iso(store.now()) }
  run.logs[#run.logs + 1] = l
  return l
end
function _M.new_run(agent_id, user, source)
  local ms = store.stamp("runs:" .. user.id)
  local run = { run_id = store.uuid(), owner = user.id, agent_id = agent_id, source = source, messages = arr(), logs = arr(), mcp = arr(), ms = ms,
    created_at = store.iso(ms), updated_at = store.iso(ms) }
  _M.log(run, "run_created", source, run.created_at)
  return run
end
function _M.save_run(run, new)
  put("run:" .. run.run_id, run)
  if new then store.push("runs:" .. run.owner, run.run_id); if F == "runs-all-users" then store.push("runs:*", run.run_id) end end
end
function _M.job_of(run)
  local j = run.job
  if j and store.now() < j.ends then return j end
end
local function view(run)
  local job = _M.job_of(run)
  local first = run.messages[1]
  return { run_id = run.run_id, agent_id = run.agent_id, source = run.source, status = job and "running" or (run.job and not run.job.ok and "failed") or "idle",
    title = first and first.content or null, message_count = #run.messages, job_id = job and job.id or null, created_at = run.created_at, updated_at = run.updated_at }
end
local function own_run(c)
  local r = get("run:" .. c.p.run_id)
  if not r or r.owner ~= c.user.id then fail(404, "run not found") end
  return r
end
local CURSOR = { type = "string", format = "date-time", nullable = true }
local function LIMIT(n) return { type = "integer", minimum = 1, maximum = 100, default = n } end
-- newest first; next is the time of the last entry shown
local function paged(ix, kind, c, v, inclusive, skip)
  local cur = c.q.next_cursor and store.parse_iso(c.q.next_cursor)
  local out, last, more = arr(), nil, false
  store.each(ix, kind, function(r)
    if not cur or r.ms < cur or (inclusive and r.ms == cur) then
      if #out >= c.q.limit then
        more = true
        if skip then last = r.ms end
        return true
      end
      last = r.ms
      out[#out + 1] = v(r)
    end
  end, true)
  return { data = out, next = more and store.iso(last) or null }
end
R("GET /me/agent-runs", { tag = "runs", query = { next_cursor = CURSOR, limit = LIMIT(F == "runs-default-limit" and 20 or 30) }, ok = { 200, "AgentRunViewListResponse" }, errs = { 500 } }, function(c)
  return 200, paged(F == "runs-all-users" and "runs:*" or "runs:" .. c.user.id, "run", c, view, F == "runs-cursor-inclusive")
end)
local RP = { run_id = UUID }
R("GET /me/agent-runs/{run_id}", { tag = "runs", params = RP, ok = { 200, "AgentRunView" }, errs = { 404, 500 } }, function(c) return 200, view(own_run(c)) end)
R("GET /me/agent-runs/{run_id}/mcp-server-logs", { tag = "runs", params = RP, ok = { 200, schema.list(schema.ref "McpServerLog") }, errs = { 404, 500 } }, function(c)
  return 200, own_run(c).mcp
end)
R("GET /me/agent-runs/{run_id}/logs", { tag = "runs", params = RP, ok = { 200, schema.list(schema.ref "AgentRunLog") }, errs = { 404, 500 } }, function(c)
  if F == "run-logs-foreign" then
    local r = get("run:" .. c.p.run_id)
    if r then return 200, r.logs end
  end
  return 200, own_run(c).logs
end)
R("GET /me/executions", { tag = "runs", query = { next_cursor = CURSOR, limit = LIMIT(30) }, ok = { 200, "ToolExecutionLogsResponse" }, errs = { 500 } }, function(c)
  return 200, paged("execs:" .. c.user.id, "exec", c, function(r) r.ms = nil; r.owner = nil; return r end, false, F == "executions-cursor-skips")
end)
R("GET /me/executions/{log_id}", { tag = "runs", params = { log_id = { type = "integer" } }, ok = { 200, "ToolExecutionLog" }, errs = { 404, 500 } }, function(c)
  local r = get("exec:" .. c.p.log_id)
  if not r or r.owner ~= c.user.id then fail(404, "log not found") end
  r.ms = nil; r.owner = nil
  return 200, r
end)
R("POST /me/chats/{chat_id}/runs", { tag = "chats", params = { chat_id = UUID }, ok = { 200, "AgentRunLog" }, errs = { 403, 404, 500 } }, function(c)
  local a = agents.visible(c.p.chat_id, c.user)
  local run = _M.new_run(a.agent_id, c.user, "chat")
  _M.save_run(run, true)
  return 200, run.logs[1]
end)

-- studio chats
local SK = "studio:"
local function studio(c, write)
  local s = get(SK .. c.p.run_id)
  if not s or s.deleted_at ~= null then fail(404, "studio chat not found") end
  local own = c.user and c.user.id == s.owner_id
  if not own and (write or (s.visibility ~= "public" and F ~= "studio-private-readable")) then fail(403, "no permission on this chat") end
  return s
end
local SF = { "agent_id", "title", "metadata", "notes" }
local function fill(s, b, partial, user)
  if b.visibility and not (F == "studio-sandbox-patch" and partial) then agents.sandbox_check(user, b.visibility) end
  for _, k in ipairs(SF) do
    if b[k] ~= nil then s[k] = b[k] elseif not partial or F == "studio-patch-clears" then s[k] = null end
  end
  if b.visibility then s.visibility = b.visibility elseif not partial then s.visibility = agents.default_vis(user) end
  if b.enabled ~= nil then s.enabled = b.enabled elseif not partial then s.enabled = true end
  s.updated_at = store.iso(store.now())
end
local function new_studio(run_id, b, user)
  local now = store.iso(store.now())
  local s = { run_id = run_id, owner_id = user.id, deleted_at = null, created_at = now }
  fill(s, b, false, user)
  put(SK .. run_id, s)
  store.push("studios:" .. user.id, run_id)
  return s
end
R("GET /me/agent-studio-chats", { tag = "studio", ok = { 200, schema.list(schema.ref "AgentStudioChat") } }, function(c)
  local out = arr()
  store.each("studios:" .. c.user.id, "studio", function(s) if s.deleted_at == null then out[#out + 1] = s end end)
  return 200, out
end)
R("POST /me/agent-studio-chats", { tag = "studio", body = "AgentStudioChatCreate", ok = { 200, "AgentStudioChat" }, errs = { 400, 409 } }, function(c)
  local b = c.body
  if b.visibility then agents.sandbox_check(c.user, b.visibility) end
  if b.run_id then
    local s = get(SK .. b.run_id)
    if s then
      if s.owner_id ~= c.user.id or s.deleted_at ~= null then fail(409, "a chat with this run_id exists") end
      return 200, s
    end
  end
  return 200, new_studio(b.run_id or store.uuid(), b, c.user)
end)
R("GET /me/agent-studio-chats/{run_id}", { tag = "studio", auth = false, ok = { 200, "AgentStudioChat" }, errs = { 403, 404 } }, function(c) return 200, studio(c) end)
R("PUT /me/agent-studio-chats/{run_id}", { tag = "studio", body = "AgentStudioChatCreate", ok = { 200, "AgentStudioChat" }, errs = { 400, 403, 404 } }, function(c)
  local s = studio(c, true)
  if c.body.run_id and c.body.run_id ~= s.run_id then
    fail(422, "validation failed", arr { { loc = arr { "body", "run_id" }, msg = "differs from the path", type = "value_error" } })
  end
  fill(s, c.body, false, c.user)
  put(SK .. s.run_id, s)
  return 200, s
end)
R("PATCH /me/agent-studio-chats/{run_id}", { tag = "studio", body = "AgentStudioChatUpdate", ok = { 200, "AgentStudioChat" }, errs = { 400, 403, 404 } }, function(c)
  local s = studio(c, true)
  fill(s, c.body, true, c.user)
  put(SK .. s.run_id, s)
  return 200, s
end)
R("DELETE /me/agent-studio-chats/{run_id}", { tag = "studio", ok = { 200, "AgentStudioChat" }, errs = { 400, 403, 404 } }, function(c)
  local s = studio(c, true)
  s.deleted_at = store.iso(store.now())
  put(SK .. s.run_id, s)
  return 200, s
end)
R("POST /me/agent-studio-chats/{run_id}/clone", { tag = "studio", ok = { 201, "AgentStudioChat" }, errs = { 400, 404 } }, function(c)
  local s = get(SK .. c.p.run_id)
  if not s or s.deleted_at ~= null then fail(404, "studio chat not found") end
  if s.visibility ~= "public" then fail(400, "private chats cannot be cloned") end
  local b = { agent_id = s.agent_id, title = s.title, metadata = s.metadata, notes = s.notes, enabled = s.enabled }
  return 201, new_studio(store.uuid(), b, c.user)
end)
return _M

-- agents, their slugs, themes and files
local json = require "json"
local store = require "store"
local app = require "app"
local schema = require "schema"
local F, arr, null = store.F, json.arr, ngx.null
local R, fail, hide = app.route, app.fail, app.hide
local get, put = store.get, store.put
local UUID = { type = "string", format = "uuid" }
local _M = { FILE_LIMIT = 10 }

function _M.raw_agent(id)
  local a = get("agent:" .. id:lower())
  if not a then fail(404, "agent not found") end
  return a
end
-- may be seen by the caller
function _M.visible(id, user)
  local a = _M.raw_agent(id)
  if a.visibility ~= "public" and not (user and user.id == a.owner_id) then fail(403, "this agent is private") end
  return a
end
function _M.owned(id, user)
  local a = _M.raw_agent(id)
  if a.owner_id ~= user.id then fail(403, "this agent belongs to somebody else") end
  return a
end
function _M.sandbox_check(user, vis)
  if user.tier == "sandbox" and vis == "private" then fail(400, "the sandbox tier cannot make anything private") end
end
function _M.default_vis(user) return user.tier == "sandbox" and "public" or "private" end
local FIELDS = { "name", "chat_prompt", "vanity_slug", "upsell_description", "price_cents", "metadata", "notes" }
local function claim_slug(a, slug)
  if a.vanity_slug == slug then return end
  if slug ~= null and slug ~= nil then
    local o = store.raw_get("slug:" .. slug)
    if o and o ~= a.agent_id then
      fail(422, "validation failed", arr { { loc = arr { "body", "vanity_slug" }, msg = "this slug is taken", type = "value_error" } })
    end
    store.raw_set("slug:" .. slug, a.agent_id)
  end
  if a.vanity_slug and a.vanity_slug ~= null then store.del("slug:" .. a.vanity_slug) end
end
function _M.apply(a, b, partial, user)
  if b.visibility then _M.sandbox_check(user, b.visibility) end
  if not partial or b.chat_prompt ~= nil then
    if type(b.chat_prompt) ~= "string" or not b.chat_prompt:find("%S") then fail(400, "chat_prompt is missing") end
  end
  if not partial or b.vanity_slug ~= nil then claim_slug(a, b.vanity_slug) end
  for _, k in ipairs(FIELDS) do
    if b[k] ~= nil then a[k] = b[k] elseif not partial then a[k] = null end
  end
  if b.visibility then a.visibility = b.visibility elseif not partial then a.visibility = _M.default_vis(user) end
  if b.enabled ~= nil or not partial then
    if F == "agent-enabled-false" then a.enabled = b.enabled or true
    elseif b.enabled == nil then a.enabled = true
    else a.enabled = b.enabled end
  end
  if F == "chat-unescape-twice" and type(b.chat_prompt) == "string" then a.chat_prompt = ngx.unescape_uri(b.chat_prompt) end
  a.updated_at = store.iso(store.now())
end
function _M.create(b, user, id)
  local now = store.iso(store.stamp("agents:" .. user.id))
  id = id or store.uuid()
  local a = { agent_id = id, chat_id = id, owner_id = user.id, created_at = now, feedback = { up = 0, down = 0 } }
  _M.apply(a, b, false, user)
  put("agent:" .. id, a)
  store.push("agents:" .. user.id, id)
  return a
end
function _M.remove(a, user)
  store.del("agent:" .. a.agent_id)
  if a.vanity_slug and a.vanity_slug ~= null then store.del("slug:" .. a.vanity_slug) end
  store.del("theme:" .. a.agent_id)
  for _, f in ipairs(store.list("files:" .. a.agent_id, "file")) do store.del("file:" .. f.file_id) end
  for _, s in ipairs(store.list("schedules:" .. a.owner_id, "schedule")) do
    if s.chat_id == a.agent_id or F == "chat-delete-all-schedules" then store.del("schedule:" .. s.schedule_id) end
  end
end

R("GET /me/agents", { tag = "agents", ok = { 200, schema.list(schema.ref "AgentModel") } }, function(c)
  return 200, store.list("agents:" .. c.user.id, "agent")
end)
R("POST /me/agents", { tag = "agents", body = "AgentRequest", ok = { 200, "AgentModel" }, errs = { 400, 403, 404 } }, function(c)
  local b = c.body
  if b.agent_id and b.agent_id ~= null then
    local a = _M.raw_agent(b.agent_id)
    if a.owner_id ~= c.user.id and F ~= "agent-upsert-foreign" then fail(403, "this agent belongs to somebody else") end
    if b.chat_prompt == nil then fail(400, "chat_prompt is missing") end
    _M.apply(a, b, true, c.user)
    put("agent:" .. a.agent_id, a)
    return 200, a
  end
  return 200, _M.create(b, c.user)
end)
R("GET /me/agents/{agent_id}", { tag = "agents", auth = false, ok = { 200, "AgentModel" }, errs = { 403, 404 } }, function(c)
  return 200, _M.visible(c.p.agent_id, c.user)
end)
R("POST /me/agents/{agent_id}/upsell-description", { tag = "agents", ok = { 200, "AgentModel" }, errs = { 404, 500 } }, function(c)
  local a = _M.raw_agent(c.p.agent_id)
  if a.owner_id ~= c.user.id then fail(404, "agent not found") end
  local name = type(a.name) == "string" and a.name or "This agent"
  local first = a.chat_prompt:match("^%s*([^%.\n]+)")
  a.upsell_description = name .. " is ready when you are: " .. (first or "ask it anything") .. ". Subscribe for unlimited conversations."
  a.updated_at = store.iso(store.now())
  put("agent:" .. a.agent_id, a)
  return 200, a
end)
local function slugify(s)
  local t = s:lower():gsub("[^%w]+", "-"):gsub("^%-+", ""):gsub("%-+$", "")
  return (t:sub(1, 48):gsub("%-+$", ""))
end
R("POST /me/agents/vanity/slug", { tag = "agents", auth = false, body = "SlugRequest", ok = { 200, "Slug" }, errs = { 500 } }, function(c)
  local s = slugify(c.body.name)
  if s == "" then s = "agent-" .. store.base62(6):lower() end
  local base, n = s, 1
  while store.raw_get("slug:" .. s) do n = n + 1; s = base .. "-" .. n end
  return 200, { slug = s }
end)
R("GET /me/agents/vanity/slug", { tag = "agents", query = { slug = { type = "string", required = true } }, ok = { 200, "SlugAvailability" } }, function(c)
  local s = c.q.slug
  local ok = ngx.re.find(s, "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", "joD") ~= nil
  local taken = store.raw_get("slug:" .. s)
  if F == "slug-pattern" and taken and not s:find("^" .. s .. "$") then taken = nil end
  return 200, { slug = s, available = ok and not taken }
end)
local VIBE = { { "bolt", "Bolt", "https://bolt.example/new" }, { "lovable", "Lovable", "https://lovable.example/start" }, { "replit", "Replit", "https://replit.example/new" } }
local names = arr()
for i, v in ipairs(VIBE) do names[i] = v[1] end
R("GET /me/agents/{agent_id}/vibe", { tag = "agents", query = { service_name = { type = "string", required = true, enum = names } },
  ok = { 200, "VibeCoderPromptResponse" }, errs = { 403, 404 } }, function(c)
  local a = _M.visible(c.p.agent_id, c.user)
  local url
  for _, v in ipairs(VIBE) do if v[1] == c.q.service_name then url = v[3] end end
  return 200, { service_name = c.q.service_name, agent_id = a.agent_id, url = url,
    prompt = "Build a small web page that talks to the worker " .. a.agent_id .. " (" .. tostring(type(a.name) == "string" and a.name or "unnamed") .. "). It streams answers as text." }
end)
R("GET /me/vibe/services", { tag = "agents", auth = false, ok = { 200, "VibeCoderListResponse" } }, function()
  local out = arr()
  for i, v in ipairs(VIBE) do out[i] = { service_name = v[1], title = v[2], url = v[3] } end
  return 200, { data = out }
end)

local AP = { agent_id = UUID }
R("GET /me/agents/{agent_id}/customizations/theme", { tag = "agents", params = AP, ok = { 200, "AgentThemePreferenceResponse", nullable = true }, errs = { 403, 404 } }, function(c)
  local a = _M.owned(c.p.agent_id, c.user)
  local t = get("theme:" .. a.agent_id)
  if not t then return 200, null end
  return 200, { data = t }
end)
R("PUT /me/agents/{agent_id}/customizations/theme", { tag = "agents", params = AP, body = "AgentThemePreferenceUpsertRequest", ok = { 200, "AgentThemePreferenceResponse" }, errs = { 400, 403, 404 } }, function(c)
  local a = _M.owned(c.p.agent_id, c.user)
  local pat = F == "theme-unanchored" and "^#%x%x%x%x%x%x" or "^#%x%x%x%x%x%x$"
  if not c.body.theme_color:find(pat) then fail(400, "theme_color must look like #1A2B3C") end
  local now = store.iso(store.now())
  local t = get("theme:" .. a.agent_id) or { agent_id = a.agent_id, created_at = now }
  t.theme_color = c.body.theme_color; t.updated_at = now
  put("theme:" .. a.agent_id, t)
  return 200, { data = t }
end)

-- files
local function files(agent_id)
  local l = store.list("files:" .. agent_id, "file")
  table.sort(l, function(x, y)
    if x.position ~= y.position then
      if F == "file-order-as-text" then return tostring(x.position) < tostring(y.position) end
      return x.position < y.position
    end
    return x._seq < y._seq
  end)
  return l
end
local function page(l) for _, f in ipairs(l) do hide(f) end return { data = l, next = null } end
local function get_file(c)
  local a = _M.owned(c.p.agent_id, c.user)
  local f = get("file:" .. c.p.file_id)
  if not f or f.agent_id ~= a.agent_id then fail(404, "file not found") end
  return f, a
end
R("GET /me/agents/{agent_id}/files", { tag = "files", params = AP, ok = { 200, "AgentFileListResponse" }, errs = { 403, 404 } }, function(c)
  local a = _M.owned(c.p.agent_id, c.user)
  return 200, page(files(a.agent_id))
end)
R("POST /me/agents/{agent_id}/files", { tag = "files", params = AP, body = "AgentFileCreateRequest", ok = { 201, "AgentFileResponse" }, errs = { 400, 403, 404 } }, function(c)
  local a, b = _M.owned(c.p.agent_id, c.user), c.body
  local l = files(a.agent_id)
  local limit = _M.FILE_LIMIT
  if F == "file-cap-plus-one" then limit = limit + 1 end
  if #l >= limit then fail(400, "an agent may have " .. _M.FILE_LIMIT .. " files") end
  local top = -1
  for _, f in ipairs(l) do if f.position > top then top = f.position end end
  local now = store.iso(store.now())
  local content = b.content
  if content == nil then content = null end
  local position = b.position
  if position == nil or position == null then position = top + 1 end
  local f = { file_id = store.uuid(), agent_id = a.agent_id, name = b.name, mime_type = b.mime_type or "text/plain", content = content,
    size = content == null and 0 or #content, position = position, notes = b.notes or null, metadata = b.metadata or null,
    created_at = now, updated_at = now, _seq = store.incr("seq:file", 1) }
  put("file:" .. f.file_id, f)
  store.push("files:" .. a.agent_id, f.file_id)
  return 201, { data = hide(f) }
end)
local FP = { agent_id = UUID, file_id = UUID }
R("GET /me/agents/{agent_id}/files/{file_id}", { tag = "files", params = FP, ok = { 200, "AgentFileResponse" }, errs = { 403, 404 } }, function(c)
  return 200, { data = hide((get_file(c))) }
end)
R("PATCH /me/agents/{agent_id}/files/{file_id}", { tag = "files", params = FP, body = "AgentFileUpdateRequest", ok = { 200, "AgentFileResponse" }, errs = { 403, 404 } }, function(c)
  local f, b = get_file(c), c.body
  for _, k in ipairs { "name", "mime_type", "content", "position", "notes", "metadata" } do
    if b[k] ~= nil then f[k] = b[k]
    elseif F == "file-patch-loses-content" and k == "content" then f[k] = null end
  end
  f.size = f.content == null and 0 or #f.content
  f.updated_at = store.iso(store.now())
  put("file:" .. f.file_id, f)
  return 200, { data = hide(f) }
end)
R("DELETE /me/agents/{agent_id}/files/{file_id}", { tag = "files", params = FP, ok = { 204 }, errs = { 403, 404 } }, function(c)
  local f = get_file(c)
  store.del("file:" .. f.file_id)
  return 204
end)
R("PUT /me/agents/{agent_id}/files/positions", { tag = "files", params = AP, body = "AgentFileBatchPositionRequest", ok = { 200, "AgentFileListResponse" }, errs = { 403, 404 } }, function(c)
  local a = _M.owned(c.p.agent_id, c.user)
  local l = {}
  for i, x in ipairs(c.body.positions) do
    local f = get("file:" .. x.file_id:lower())
    if not f or f.agent_id ~= a.agent_id then fail(404, "file not found") end
    f.position = x.position
    l[i] = f
  end
  for _, f in ipairs(l) do f.updated_at = store.iso(store.now()); put("file:" .. f.file_id, f) end
  return 200, page(files(a.agent_id))
end)
return _M

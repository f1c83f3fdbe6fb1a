-- tools, toolsets, installed tools, running a tool
local json = require "json"
local store = require "store"
local app = require "app"
local schema = require "schema"
local notifier = require "notifier"
local F, arr, null = store.F, json.arr, ngx.null
local R, fail = app.route, app.fail
local get, put = store.get, store.put
local _M = { tools = {}, order = {} }
local function T(name, kit, desc, props, req, fn)
  _M.order[#_M.order + 1] = name
  _M.tools[name] = { name = name, description = desc, toolkit = kit, inputSchema = { type = "object", properties = props, required = #req > 0 and arr(req) or nil }, run = fn }
end
local s = { type = "string", minLength = 1 }
T("river_gauge", "rivers", "Read the water level of a river at a station", { station = s, days = { type = "integer", minimum = 1, maximum = 14 } }, { "station" }, function(_, p)
  local out, h = arr(), 0
  for i = 1, #p.station do h = (h * 31 + p.station:byte(i)) % 997 end
  for i = 1, p.days or 3 do out[i] = { day = i, level_cm = 120 + (h + i * 17) % 90 } end
  return { station = p.station, levels = out, source = "gauge-raw-7731" }
end)
T("river_forecast", "rivers", "Forecast the water level of a river for the next days", { station = s }, { "station" }, function(_, p) return { station = p.station, trend = #p.station % 2 == 0 and "rising" or "falling" } end)
T("flood_alerts", "rivers", "List the flood alerts of a region", { region = s }, { "region" }, function(_, p) return { region = p.region, alerts = arr() } end)
T("word_count", "text", "Count the words and characters of a text", { text = { type = "string" } }, { "text" }, function(_, p)
  local n = 0
  for _ in p.text:gmatch("%S+") do n = n + 1 end
  local _, chars = p.text:gsub("[^\128-\191]", "")
  return { words = n, characters = chars }
end)
T("text_reverse", "text", "Turn the characters of a text around", { text = { type = "string" } }, { "text" }, function(_, p)
  local out = {}
  for ch in p.text:gmatch("[%z\1-\127\194-\244][\128-\191]*") do table.insert(out, 1, ch) end
  return { text = table.concat(out) }
end)
T("add_numbers", "math", "Add the numbers of a list", { numbers = { type = "array", items = { type = "number" } } }, { "numbers" }, function(_, p)
  local t = 0
  for _, x in ipairs(p.numbers) do t = t + x end
  return { sum = t }
end)
T("unit_convert", "math", "Convert a length between units of the metric system", { value = { type = "number" }, from = { type = "string", enum = arr { "mm", "cm", "m", "km" } }, to = { type = "string", enum = arr { "mm", "cm", "m", "km" } } }, { "value", "from", "to" }, function(_, p)
  local f = { mm = 1, cm = 10, m = 1000, km = 1000000 }
  return { value = p.value * f[p.from] / f[p.to], unit = p.to }
end)
T("code_interpreter", "computer", "Run code in the virtual computer", { code = s }, { "code" }, function(_, p) return { stdout = "", exit_code = 0, bytes = #p.code } end)
for _, n in ipairs(notifier.order) do _M.order[#_M.order + 1] = n; _M.tools[n] = notifier.tools[n] end
local SETS = { { "rivers", "Water levels and floods" }, { "text", "Small helpers for text" }, { "math", "Numbers and units" }, { "computer", "The virtual computer" }, { "notifier", "Push notifications" } }

local function mcp(t, score) return { name = t.name, description = t.description, inputSchema = t.inputSchema, toolkit = t.toolkit, score = score } end
local function public(t) return { tool_id = t.name, name = t.name, description = t.description, toolkit = t.toolkit } end
local function all(fn) local out = arr(); for i, n in ipairs(_M.order) do out[i] = fn(_M.tools[n]) end return out end

R("GET /me/tools/list", { tag = "tools", ok = { 200, schema.list(schema.ref "Tool") }, errs = { 500 } }, function() return 200, all(mcp) end)
R("GET /me/tools", { tag = "tools", auth = false, ok = { 200, schema.list(schema.ref "PublicTool") }, errs = { 500 } }, function() return 200, all(public) end)
R("GET /me/tools/search", { tag = "tools", query = { q = { type = "string", minLength = 1, required = true }, toolkit = { type = "string", nullable = true },
  limit = { type = "integer", minimum = 1, maximum = F ~= "search-limit-201" and 200 or nil, default = 20 }, min_score = { type = "number", minimum = 0, maximum = 1, default = 0.15 } },
  ok = { 200, schema.list(schema.ref "Tool") }, errs = { 500 } }, function(c)
  local words, hits = {}, {}
  for w in c.q.q:lower():gmatch("[%w\128-\255]+") do words[#words + 1] = w end
  for i, n in ipairs(_M.order) do
    local t = _M.tools[n]
    if not c.q.toolkit or c.q.toolkit == t.toolkit then
      local name, desc = n:lower(), t.description:lower()
      local sum = 0
      for _, w in ipairs(words) do
        if name == w then sum = sum + 1 elseif name:find(w, 1, true) then sum = sum + 0.8 elseif desc:find(w, 1, true) then sum = sum + 0.5 end
      end
      local score = #words > 0 and sum / #words or 0
      if name == c.q.q:lower() then score = 1 end
      score = math.floor(score * 1000 + 0.5) / 1000
      if score >= c.q.min_score then hits[#hits + 1] = { t = t, score = score, i = i } end
    end
  end
  table.sort(hits, function(x, y) if x.score ~= y.score then return x.score > y.score end return x.i < y.i end)
  local out = arr()
  for i = 1, math.min(#hits, c.q.limit) do out[i] = mcp(hits[i].t, hits[i].score) end
  return 200, out
end)
R("GET /me/tools/{tool_id}", { tag = "tools", auth = false, ok = { 200, "PublicTool" }, errs = { 404, 500 } }, function(c)
  local t = _M.tools[c.p.tool_id]
  if not t then fail(404, "this tool does not exist") end
  return 200, public(t)
end)
function _M.execute(user, name, input, q)
  local t = _M.tools[name]
  if not t then fail(404, "tool not found") end
  local ms = store.stamp("execs:" .. user.id)
  local log = { log_id = store.incr("seq:exec", 1, 5000), owner = user.id, ms = ms, tool_name = name, service_id = q.service_id, service_id_namespace = q.service_id_namespace, input = input,
    output = null, is_error = false, error = null, created_at = store.iso(ms) }
  local e = schema.check(input, t.inputSchema, "input")
  local out, msg
  if #e > 0 then msg = "invalid input: " .. table.concat(e[1].loc, ".") .. " " .. e[1].msg
  else
    for k, v in pairs(input) do if v == null then msg = "invalid input: " .. k .. " may not be null" end end
    if not msg and t.toolkit == "notifier" and (q.service_id ~= "default" or q.service_id_namespace ~= "global") then msg = "no auth connection " .. q.service_id_namespace .. "/" .. q.service_id end
    if not msg then
      local ok, r = pcall(t.run, user, input)
      if ok then out = r elseif type(r) == "table" and r.tool then msg = r.message else error(r, 0) end
    end
  end
  if msg then log.is_error = true; log.error = msg else log.output = out end
  put("exec:" .. log.log_id, log)
  store.push("execs:" .. user.id, log.log_id)
  if msg then fail(400, msg) end
  return { content = arr { { type = "text", text = json.encode(out) } }, structured_content = out, is_error = false, log_id = log.log_id }
end
R("POST /me/tools/run/{tool_name}", { tag = "tools", query = { service_id = { type = "string", default = "default" }, service_id_namespace = { type = "string", default = "global" } },
  body = "ToolInput", ok = { 200, "ToolResult" }, errs = { 400, 404, 500 } }, function(c) return 200, _M.execute(c.user, c.p.tool_name, c.body, c.q) end)

-- toolsets
local function set_of(name)
  for _, x in ipairs(SETS) do if x[1] == name then return x end end
end
local function members(name)
  local out = arr()
  for _, n in ipairs(_M.order) do local t = _M.tools[n]; if t.toolkit == name then out[#out + 1] = mcp(t) end end
  return out
end
R("GET /me/toolsets/list", { tag = "toolsets", ok = { 200, schema.list(schema.ref "ToolSet") }, errs = { 500 } }, function()
  local out = arr()
  for i, x in ipairs(SETS) do out[i] = { toolset_name = x[1], description = x[2], tool_count = #members(x[1]) } end
  return 200, out
end)
R("GET /me/toolsets/{toolset_name}", { tag = "toolsets", ok = { 200, "ToolSetWithTools" }, errs = { 404, 500 } }, function(c)
  local x = set_of(c.p.toolset_name)
  if not x then fail(404, "toolset not found") end
  local m = members(x[1])
  if F == "toolset-last-tool" then m[#m] = nil end
  return 200, { toolset_name = x[1], description = x[2], tools = m }
end)

-- installed tools: one list per user
local function installed(u) return get("ut:" .. u.id) or arr() end
local function user_tool(x)
  local t = _M.tools[x.tool_id]
  return { tool_id = x.tool_id, name = t.name, description = t.description, toolkit = t.toolkit, notes = x.notes, metadata = x.metadata, installed_at = x.installed_at }
end
R("GET /me/user-tools", { tag = "user-tools", ok = { 200, schema.list(schema.ref "UserTool") }, errs = { 500 } }, function(c)
  local out = arr()
  for i, x in ipairs(installed(c.user)) do out[i] = user_tool(x) end
  return 200, out
end)
R("POST /me/user-tools", { tag = "user-tools", body = "UserInstallToolRequest", ok = { 200, "UserInstalledTool" }, errs = { 409, 500 } }, function(c)
  local b = c.body
  if not _M.tools[b.tool_id] then fail(409, "installation failed: no such tool") end
  local l = installed(c.user)
  if F ~= "install-twice" then for _, x in ipairs(l) do if x.tool_id == b.tool_id then fail(409, "installation failed: already installed") end end end
  local x = { tool_id = b.tool_id, notes = b.notes or null, metadata = b.metadata or null, installed_at = store.iso(store.now()) }
  l[#l + 1] = x
  put("ut:" .. c.user.id, l)
  return 200, x
end)
R("GET /me/user-tools/{tool_id}", { tag = "user-tools", ok = { 200, "UserTool" }, errs = { 404, 500 } }, function(c)
  for _, x in ipairs(installed(c.user)) do if x.tool_id == c.p.tool_id then return 200, user_tool(x) end end
  fail(404, "tool not installed")
end)
R("DELETE /me/user-tools/{tool_id}", { tag = "user-tools", ok = { 200, "UserInstalledTool" }, errs = { 404, 500 } }, function(c)
  local l = installed(c.user)
  for i, x in ipairs(l) do
    if x.tool_id == c.p.tool_id then
      table.remove(l, i)
      if F == "uninstall-first-too" and #l > 0 and i > 1 then table.remove(l, i - 1) end
      put("ut:" .. c.user.id, l)
      return 200, x
    end
  end
  fail(404, "tool not installed")
end)
return _M

-- the Workers API: runs, streamed text, NDJSON, background jobs
local json = require "json"
local store = require "store"
local app = require "app"
local money = require "api_money"
local chats = require "api_chats"
local tools = require "api_tools"
local F, arr, null = store.F, json.arr, ngx.null
local fail = app.fail
local get, put = store.get, store.put
local _M = {}

-- what the worker does with a message: a list of steps
local function think(run, msg, user)
  local low = msg:lower()
  local steps, job = {}, nil
  local turn = 0
  for _, m in ipairs(run.messages) do if m.role == "user" then turn = turn + 1 end end
  local function say(t, pause) steps[#steps + 1] = { say = t, pause = pause } end
  if run.job and not run.job.told then
    run.job.told = true
    say(run.job.ok and "The background job has finished. " or "The background job ended with an error. ")
  end
  local secs = low:match("background job for (%d+%.?%d*) second")
  local n = low:match("count slowly to (%d+)")
  local station = msg:match("[Rr]iver gauge at (%w+)")
  if secs then
    job = { id = "job_" .. store.base62(12), ok = not low:find("that fails", 1, true) }
    job.secs = math.min(tonumber(secs), 30)
    steps[#steps + 1] = { call = "code_interpreter", input = { code = "work()", background = true }, output = { job_id = job.id, accepted = true, raw = "computer-raw-1182" } }
    say("I have started the work in the background. Ask me again when it is done.")
  elseif station then
    steps[#steps + 1] = { call = "river_gauge", input = { station = station, days = 2 } }
    say("The river at " .. station .. " stands within its usual range today.")
  elseif n then
    n = math.min(tonumber(n), 40)
    for i = 1, n do say(i .. (i < n and " " or ""), 0.12) end
  else
    say("You said: " .. msg .. "\nThat was message " .. turn .. " of our conversation.")
  end
  return steps, job
end

local function cut(s)
  if F == "w-history-byte-cut" then return s:sub(1, 200) end
  return s
end

-- appends the user's message and decides what to do; under the main lock
local function begin(user, agent_id, run_id, msg, ndjson)
  local run, new
  local a = get("agent:" .. agent_id)
  if not a then fail(404, "agent not found") end
  if a.owner_id ~= user.id then
    if a.visibility ~= "public" then fail(403, "this agent is private") end
    if type(a.price_cents) == "number" and a.price_cents > 0 then
      local sid = store.raw_get("sub:" .. user.id .. ":" .. agent_id)
      local s = sid and get("period:" .. sid)
      if not s or s.stop then fail(402, "this agent needs a subscription") end
    end
  end
  if run_id then
    run = get("run:" .. run_id)
    if not run or run.agent_id ~= agent_id or run.owner ~= user.id then fail(404, "run not found") end
    if chats.job_of(run) and F ~= "w-put-during-job" then
      if F == "w-409-but-appended" then
        run.messages[#run.messages + 1] = { role = "user", content = msg }
        chats.save_run(run)
      end
      fail(409, "a background job is running")
    end
  else
    if F == "w-post-blocked-by-job" and (store.raw_get("jobend:" .. user.id .. agent_id) or 0) > store.now() then fail(409, "a background job is running") end
    if F == "w-run-id-cached" then
      local k = "lastrun:" .. user.id .. agent_id
      local t = store.raw_get(k .. ":t")
      if t and store.now() - t < 1500 then run = get("run:" .. store.raw_get(k)) end
      if not run then
        run = chats.new_run(agent_id, user, "api"); new = true
        store.raw_set(k, run.run_id); store.raw_set(k .. ":t", store.now())
      end
    else run = chats.new_run(agent_id, user, "api"); new = true end
    if F == "w-post-keeps-context" then
      local last = get("run:" .. (store.raw_get("lastrun:" .. user.id) or ""))
      if last then for _, m in ipairs(last.messages) do run.messages[#run.messages + 1] = m end end
      store.raw_set("lastrun:" .. user.id, run.run_id)
    end
  end
  if F == "w-concurrent-put-lost" and run_id then ngx.sleep(0.001) end
  run.messages[#run.messages + 1] = { role = "user", content = cut(msg) }
  chats.log(run, "user_message", nil)
  local steps, job = think(run, msg, user)
  if job then
    local now = store.now()
    run.job = { id = job.id, ok = job.ok, ends = now + job.secs * 1000 }
    if F == "w-job-never-ends" then run.job.ends = now + 3600000 end
    store.raw_set("jobend:" .. user.id .. agent_id, run.job.ends)
    store.raw_set("jobid:" .. agent_id, job.id)
    chats.log(run, "job_started", job.id)
  end
  run.updated_at = store.iso(store.now())
  if new then store.acquire("turn:" .. run.run_id, 0.005) end
  chats.save_run(run, new)
  return run, steps, job
end

local function finish(run_id, reply, calls, stale)
  local run = stale or get("run:" .. run_id)
  for _, s in ipairs(calls) do
    run.mcp[#run.mcp + 1] = { log_id = store.base62(12), run_id = run_id, server = "linden-tools", tool_name = s.call, input = s.input, output = s.output, created_at = store.iso(store.now()) }
    chats.log(run, "tool_call", s.call)
  end
  run.messages[#run.messages + 1] = { role = "assistant", content = cut(reply) }
  chats.log(run, "assistant_message", nil)
  run.updated_at = store.iso(store.now())
  chats.save_run(run)
end

local function pieces(t)
  local out = {}
  for p in t:gmatch("[^ ]* ?") do if p ~= "" then out[#out + 1] = p end end
  return out
end

local function talk(user, run, steps, job, ndjson, put_, stale)
  ngx.status = 200
  ngx.header["Content-Type"] = ndjson and "application/x-ndjson" or "text/plain; charset=utf-8"
  ngx.header["Cache-Control"] = "no-cache"
  if not (F == "w-put-no-run-header" and put_) then ngx.header["X-Service-Run-ID"] = run.run_id end
  if job then ngx.header["x-service-job-id"] = job.id end
  local held = {}
  local function out(s)
    if F == "w-stream-unflushed" then held[#held + 1] = s else ngx.print(s) end
  end
  local function line(o) out(json.encode(o) .. "\n") end
  if ndjson then line { type = "run", run_id = run.run_id } end
  local reply, calls = {}, {}
  for _, s in ipairs(steps) do
    if s.call then
      local id = store.base62(10)
      if not s.output then s.output = tools.tools[s.call].run(user, s.input) end
      calls[#calls + 1] = s
      if ndjson then
        line { type = "tool_call", id = id, name = s.call, input = s.input }
        if F ~= "w-ndjson-no-tool-result" then line { type = "tool_result", id = id, name = s.call, output = s.output } end
      elseif F == "w-text-leaks-tool" then
        out("[" .. s.call .. "] " .. json.encode(s.output) .. "\n")
      end
      if ndjson and job then line { type = "job", job_id = job.id } end
    else
      if s.pause then
        if F ~= "w-stream-unflushed" then ngx.flush(true) end
        ngx.sleep(s.pause)
      end
      reply[#reply + 1] = s.say
      for _, p in ipairs(pieces(s.say)) do
        if not ndjson then out(p)
        elseif F == "w-ndjson-hand-json" then out('{"type":"text","text":"' .. p:gsub('"', '\\"') .. '"}\n')
        else line { type = "text", text = p } end
      end
    end
  end
  local whole = table.concat(reply)
  local ok, err = pcall(store.with_lock, finish, run.run_id, whole, calls, stale)
  if not ok then ngx.log(ngx.ERR, "finish: ", tostring(type(err) == "table" and err.message or err)) end
  if ndjson then line { type = "done", run_id = run.run_id } end
  if #held > 0 then ngx.print(held) end
end

local function read_run(user, agent_id, run_id)
  local run = get("run:" .. run_id)
  if not run or run.agent_id ~= agent_id or (run.owner ~= user.id and F ~= "w-foreign-key-reads-run") then fail(404, "run not found") end
  local job = chats.job_of(run)
  if F == "w-job-keyed-by-agent" and (store.raw_get("jobend:" .. run.owner .. agent_id) or 0) > store.now() then job = { id = store.raw_get("jobid:" .. agent_id) } end
  if job then ngx.header["x-service-job-id"] = job.id end
  local l = run.messages
  if F == "w-history-lexical" then
    local keys, o = {}, arr()
    for i = 1, #l do keys[i] = tostring(i) end
    table.sort(keys)
    for i, k in ipairs(keys) do o[i] = l[tonumber(k)] end
    l = o
  end
  local body = json.encode(l)
  ngx.status = 200
  ngx.header["Content-Type"] = "application/json"
  ngx.header["Content-Length"] = #body
  ngx.print(body)
end

local function handle(method, rest)
  local ndjson = false
  local a, r = rest:match("^ndjson/([^/]+)/?([^/]*)$")
  if a then ndjson = true else a, r = rest:match("^([^/]+)/?([^/]*)$") end
  if not a then fail(404, "no such path") end
  a, r = ngx.unescape_uri(a):lower(), ngx.unescape_uri(r):lower()
  local user = money.user_of_key()
  if not user and F == "w-get-without-key" and method == "GET" then
    local run = get("run:" .. r)
    user = run and app.users[run.owner]
  end
  if not user then fail(401, "invalid or missing API key") end
  local has_run = r ~= ""
  local allowed = has_run and (ndjson and "PUT" or "GET, PUT") or "POST"
  if not (has_run and (method == "PUT" or (method == "GET" and not ndjson)) or (not has_run and method == "POST")) then
    ngx.header["Allow"] = allowed
    fail(405, "method not allowed")
  end
  if method == "GET" then return read_run(user, a, r) end
  local body = app.parse_body(app.read_body(), has_run and "ContinueRunRequest" or "StartRunRequest")
  local turn = has_run and "turn:" .. r or nil
  local stale
  if F == "w-concurrent-put-lost" then turn = nil end
  if turn then store.acquire(turn, 0.004) end
  local ok, run, steps, job = pcall(store.with_lock, begin, user, a, has_run and r or nil, body.message, ndjson)
  if not ok then if turn then store.release(turn) end; error(run, 0) end
  if F == "w-concurrent-put-lost" and has_run then stale = run; ngx.sleep(0.03) end
  local ok2, err = pcall(talk, user, run, steps, job, ndjson, has_run, stale)
  if not ok2 then ngx.log(ngx.ERR, "talk: ", tostring(err)) end
  store.release("turn:" .. run.run_id)
end
function _M.serve(method, rest)
  local ok, e = pcall(handle, method, rest)
  if not ok then app.send_error(e) end
end
return _M

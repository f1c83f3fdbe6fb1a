-- router, authentication, checking of requests
local json = require "json"
local store = require "store"
local crypto = require "crypto"
local schema = require "schema"
local _M = { routes = {} }
local buckets = {}
local arr, null = json.arr, ngx.null

function _M.fail(status, msg, detail) error({ status = status, message = msg, detail = detail }, 0) end
local fail = _M.fail

local function unescape(s) return ngx.unescape_uri((s:gsub("+", "%%2B"))) end
local function split_path(p)
  local segs = {}
  for s in (p:sub(2) .. "/"):gmatch("([^/]*)/") do segs[#segs + 1] = s end
  return segs
end
function _M.route(spec, o, fn)
  local method, path = spec:match("^(%S+) (%S+)$")
  o.method, o.path, o.fn = method, path, fn
  o.auth = o.auth == nil and true or o.auth
  o.segs = split_path(path)
  o.lits = 0
  local rank = {}
  for i, s in ipairs(o.segs) do rank[i] = s:sub(1, 1) == "{" and "1" or "0" end
  o.rank = table.concat(rank)
  _M.routes[#_M.routes + 1] = o
  local b = buckets[#o.segs] or {}
  buckets[#o.segs] = b
  b[#b + 1] = o
end
local function find(segs, method)
  local seen
  for _, o in ipairs(buckets[#segs] or {}) do
    local ok = true
    for i, s in ipairs(o.segs) do
      if s:sub(1, 1) == "{" then if segs[i] == "" then ok = false break end
      elseif s ~= segs[i] then ok = false break end
    end
    if ok then
      if o.method == method then return o end
      seen = seen or {}
      seen[#seen + 1] = o.method
    end
  end
  return nil, seen
end

_M.users = {}
function _M.user_of_jwt()
  local h = ngx.var.http_authorization
  local tok = h and h:match("^[Bb][Ee][Aa][Rr][Ee][Rr] +(%S+)$")
  local c = tok and crypto.jwt_verify(tok)
  return c and _M.users[c.sub]
end

local function conv(v, s, loc)
  local ty = s.type
  if ty == "integer" then
    if not v:find("^-?%d+$") or #v > 16 then fail(422, "validation failed", arr { { loc = arr(loc), msg = "must be an integer", type = "type_error" } }) end
    v = tonumber(v)
  elseif ty == "number" then
    if not v:find("^-?%d+%.?%d*$") and not v:find("^-?%.%d+$") and not v:find("^-?%d+%.?%d*[eE][+-]?%d+$") then
      fail(422, "validation failed", arr { { loc = arr(loc), msg = "must be a number", type = "type_error" } })
    end
    v = tonumber(v)
  end
  local e = schema.check(v, s, loc[1])
  if #e > 0 then e[1].loc = arr(loc); fail(422, "validation failed", e) end
  return v
end

function _M.read_body()
  ngx.req.read_body()
  local b = ngx.req.get_body_data()
  if not b then
    local f = ngx.req.get_body_file()
    if f then local h = io.open(f, "rb"); b = h:read("*a"); h:close() end
  end
  return b or ""
end
function _M.parse_body(raw, name, optional)
  if optional and (raw == "" or raw:find("^%s*null%s*$")) then return nil end
  if raw:find("[\128-\255]") then
    local _, _, err = ngx.re.find(raw, "\\A", "u")
    if err then fail(422, "validation failed", arr { { loc = arr { "body" }, msg = "not UTF-8", type = "json_invalid" } }) end
  end
  local v, err
  if raw == "" then err = "a JSON body is required" else v, err = json.decode(raw) end
  if v == nil then fail(422, "validation failed", arr { { loc = arr { "body" }, msg = err, type = "json_invalid" } }) end
  local e = schema.check(v, schema.S[name], "body")
  if #e > 0 then fail(422, "validation failed", e) end
  return v
end

local function error_body(e)
  local b = { message = e.message, request_id = ngx.ctx.rid, detail = e.detail }
  return json.encode(b)
end
local function send(status, body, ctype)
  ngx.status = status
  ngx.header["Content-Type"] = ctype or "application/json"
  ngx.header["Content-Length"] = #body
  ngx.print(body)
end
function _M.send_error(e)
  if type(e) ~= "table" then
    ngx.log(ngx.ERR, "handler: ", tostring(e))
    e = { status = 500, message = "internal error" }
  end
  if e.status == 401 then ngx.header["WWW-Authenticate"] = "Bearer" end
  send(e.status, error_body(e))
end

local function hide(v) -- fields that begin with _ stay inside
  if type(v) ~= "table" then return v end
  for k, x in pairs(v) do
    if type(k) == "string" and k:byte() == 95 then v[k] = nil end
  end
  return v
end
_M.hide = hide

local function prepare(o, segs, uri_query)
  local c = { p = {}, q = {} }
  c.user = _M.user_of_jwt()
  if o.auth and not c.user and not (o.path:find("^/me/tools/run/") and store.F == "tool-run-no-jwt") then fail(401, "invalid or missing JWT") end
  if not c.user and o.auth then c.user = _M.users[_M.ids.own] end
  for i, s in ipairs(o.segs) do
    local n = s:match("^{(.+)}$")
    if n then
      local ty = o.params and o.params[n] or { type = "string" }
      c.p[n] = conv(unescape(segs[i]), ty, { "path", n })
      if ty.format == "uuid" then c.p[n] = c.p[n]:lower() end
    end
  end
  if o.query then
    local args = ngx.req.get_uri_args(0)
    for n, s in pairs(o.query) do
      local v = args[n]
      if type(v) == "table" then v = v[1] end
      if v == true then v = "" end
      if v ~= nil and s.nullable and (v == "" or v == "null") then v = nil end
      if v == nil then
        if s.required then fail(422, "validation failed", arr { { loc = arr { "query", n }, msg = "field required", type = "missing" } }) end
        c.q[n] = s.default
      else
        c.q[n] = conv(v, s, { "query", n })
      end
    end
  end
  if o.raw then c.raw = _M.read_body()
  elseif o.body then c.body = _M.parse_body(_M.read_body(), o.body, o.body_optional)
  else ngx.req.discard_body() end
  return c
end

function _M.serve()
  ngx.ctx.rid = store.base62(12)
  ngx.header["X-Request-ID"] = ngx.ctx.rid
  local uri = ngx.var.request_uri
  local path = uri:match("^[^?]*")
  local method = ngx.req.get_method()
  if path == "/openapi.json" then return send(200, require("openapi").document()) end
  if path == "/healthz" then return send(200, '{"status":"ok"}') end
  if path:sub(1, 9) == "/workers/" then return require("workers").serve(method, path:sub(10)) end
  local segs = split_path(path)
  local o, seen = find(segs, method)
  if not o then
    if seen then
      ngx.header["Allow"] = table.concat(seen, ", ")
      return _M.send_error { status = 405, message = "method not allowed" }
    end
    return _M.send_error { status = 404, message = "no such path" }
  end
  local ok, c = pcall(prepare, o, segs)
  if not ok then return _M.send_error(c) end
  local st, body
  if method == "GET" and not o.locked or o.unlocked then ok, st, body = pcall(o.fn, c)
  else ok, st, body = pcall(store.with_lock, o.fn, c) end
  if not ok then return _M.send_error(st) end
  if st == 204 then ngx.status = 204; ngx.header["Content-Type"] = nil; return end
  send(st, json.encode(body))
end

function _M.init()
  require "resty.core"
  require("seed").users(_M)
  require "api_agents"
  require "api_chats"
  require "api_money"
  require "api_tools"
  require "api_misc"
  for _, b in pairs(buckets) do table.sort(b, function(x, y) if x.rank ~= y.rank then return x.rank < y.rank end return x.path < y.path end) end
  require "openapi"
  require "workers"
  require("seed").fill(_M)
end
function _M.init_worker()
  store.reseed()
  local ffi = require "ffi"
  local parent = ffi.C.getppid()
  local function watch(premature)
    if premature then return end
    if ffi.C.getppid() ~= parent then ffi.C.kill(ffi.C.getpid(), 9) end
  end
  ngx.timer.every(0.3, watch)
  if ngx.worker.id() == 0 then
    ngx.timer.at(0, function() io.stdout:write("ready\n"); io.stdout:flush() end)
  end
end
return _M

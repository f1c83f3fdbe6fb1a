-- the OpenAPI document, made of the same routes and schemas that the server works by
local json = require "json"
local app = require "app"
local schema = require "schema"
local arr = json.arr
local _M = {}
local WHAT = { [400] = "Refused", [401] = "Invalid or missing credential", [402] = "Payment required, or subscribed already", [403] = "No permission", [404] = "Not found", [409] = "Conflict",
  [422] = "Validation error", [500] = "Internal error", [503] = "Service unavailable" }
local function body(s) if type(s) == "string" then s = schema.ref(s) end return { ["application/json"] = { schema = s } } end
local function err(st) return { description = WHAT[st], content = body(st == 422 and "HTTPValidationError" or "Error") } end
local function param(n, place, s)
  local sc = {}
  for k, v in pairs(s) do if k ~= "required" then sc[k] = v end end
  return { name = n, ["in"] = place, required = place == "path" or s.required or false, schema = sc }
end
local doc
function _M.document()
  if doc then return doc end
  local paths = {}
  for _, o in ipairs(app.routes) do
    if not o.hidden then
      local p = paths[o.path] or {}
      paths[o.path] = p
      local params = arr()
      for n in o.path:gmatch("{([%w_]+)}") do params[#params + 1] = param(n, "path", o.params and o.params[n] or { type = "string" }) end
      for n, s in pairs(o.query or {}) do params[#params + 1] = param(n, "query", s) end
      if o.header then params[#params + 1] = { name = o.header, ["in"] = "header", required = false, schema = { type = "string" } } end
      local rs = {}
      local ok = { description = "Successful" }
      if o.ok[2] then
        local s = type(o.ok[2]) == "string" and schema.ref(o.ok[2]) or o.ok[2]
        if o.ok.nullable then s = { allOf = arr { s }, nullable = true } end
        ok.content = body(s)
      end
      rs[tostring(o.ok[1])] = ok
      for _, st in ipairs(o.errs or {}) do rs[tostring(st)] = err(st) end
      if o.auth then rs["401"] = err(401) end
      if (#params > 0 or o.body) and not o.raw then rs["422"] = err(422) end
      local op = { operationId = o.method:lower() .. o.path:gsub("[{}]", ""):gsub("[/-]+", "_"), tags = arr { o.tag }, parameters = params, responses = rs, deprecated = o.deprecated,
        security = o.auth and arr { { jwt = arr() } } or (o.method == "GET" and arr { {}, { jwt = arr() } } or arr()) }
      if o.body then op.requestBody = { required = not o.body_optional, content = body(o.body) } end
      if o.body_optional then op.requestBody.content["application/json"].schema = { allOf = arr { schema.ref(o.body) }, nullable = true } end
      if o.doc_body then op.requestBody = { required = true, content = body(o.doc_body) } end
      p[o.method:lower()] = op
    end
  end
  local base = "http://127.0.0.1:" .. (os.getenv("LINDEN_PORT") or "")
  local run = { ["X-Service-Run-ID"] = { description = "The run", schema = { type = "string", format = "uuid" } }, ["x-service-job-id"] = { description = "Only while a background job runs", schema = { type = "string" } } }
  local function worker(method, nd, cont)
    local params = arr { param("agent_id", "path", { type = "string", format = "uuid" }) }
    if cont then params[2] = param("run_id", "path", { type = "string", format = "uuid" }) end
    local rs = { ["401"] = err(401), ["404"] = err(404) }
    if method == "get" then
      rs["200"] = { description = "The messages", headers = { ["x-service-job-id"] = run["x-service-job-id"] }, content = body(schema.list(schema.ref "Message")) }
    else
      rs["200"] = { description = "The stream", headers = run, content = { [nd and "application/x-ndjson" or "text/plain"] = { schema = { type = "string" } } } }
      for _, st in ipairs { 402, 403, 422 } do rs[tostring(st)] = err(st) end
      if cont then rs["409"] = err(409) end
    end
    return { operationId = method .. "_worker" .. (nd and "_ndjson" or "") .. (cont and "_run" or ""), tags = arr { "workers" }, parameters = params, responses = rs, security = arr { { apiKey = arr() } },
      requestBody = method ~= "get" and { required = true, content = body(cont and "ContinueRunRequest" or "StartRunRequest") } or nil }
  end
  local srv = arr { { url = base .. "/workers" } }
  paths["/{agent_id}"] = { servers = srv, post = worker("post", false, false) }
  paths["/{agent_id}/{run_id}"] = { servers = srv, get = worker("get", false, true), put = worker("put", false, true) }
  paths["/ndjson/{agent_id}"] = { servers = srv, post = worker("post", true, false) }
  paths["/ndjson/{agent_id}/{run_id}"] = { servers = srv, put = worker("put", true, true) }
  doc = json.encode { openapi = "3.0.3", info = { title = "Linden agent workers", version = "0.1.0" }, servers = arr { { url = base } }, paths = paths,
    components = { schemas = schema.S, securitySchemes = { jwt = { type = "http", scheme = "bearer", bearerFormat = "JWT" }, apiKey = { type = "http", scheme = "bearer" } } } }
  return doc
end
return _M

-- API keys, credits, payments, subscriptions, monetization
local json = require "json"
local store = require "store"
local app = require "app"
local crypto = require "crypto"
local schema = require "schema"
local agents = require "api_agents"
local F, arr, null = store.F, json.arr, ngx.null
local R, fail = app.route, app.fail
local get, put = store.get, store.put
local _M = { WEBHOOK_SECRET = "linden-webhook-secret" }
local DAY = 86400000

-- keys
local function keys(user) return store.list("keys:" .. user.id, "key") end
local function view(k, secret)
  local o = {}
  for _, f in ipairs { "api_key_id", "name", "is_default", "enabled", "notes", "metadata", "created_at", "last_four" } do o[f] = k[f] end
  if secret then o.key = k.key end
  return o
end
function _M.new_key(user, b, value)
  local old = keys(user)
  local id = store.incr("seq:key", 1, 100)
  local v = value or "lnd_" .. store.base62(36)
  local k = { api_key_id = id, owner = user.id, name = b.name or null, key = v, is_default = b.is_default == true or #old == 0, enabled = b.enabled ~= false,
    notes = b.notes or null, metadata = b.metadata or null, created_at = store.iso(store.now()), last_four = v:sub(-4) }
  if k.is_default and F ~= "key-two-defaults" then
    for _, o in ipairs(old) do if o.is_default then o.is_default = false; put("key:" .. o.api_key_id, o) end end
  end
  put("key:" .. id, k)
  store.raw_set("keyval:" .. v, id)
  store.push("keys:" .. user.id, id)
  return k
end
function _M.user_of_key()
  local h = ngx.var.http_authorization
  local v = h and h:match("^[Bb][Ee][Aa][Rr][Ee][Rr] +(%S+)$")
  if not v then return nil end
  if F == "w-key-cache-stale" then
    local u = store.raw_get("keycache:" .. v)
    if u then return app.users[u] end
  end
  local id = store.raw_get("keyval:" .. v)
  local k = id and get("key:" .. id)
  if not k or not k.enabled then return nil end
  if F == "w-key-cache-stale" then store.raw_set("keycache:" .. v, k.owner) end
  return app.users[k.owner]
end
local function own_key(c)
  local k = get("key:" .. c.p.api_key_id)
  if not k or k.owner ~= c.user.id then fail(404, "API key not found") end
  return k
end
local KP = { api_key_id = { type = "integer" } }
R("GET /me/api-keys", { tag = "api-keys", ok = { 200, schema.list(schema.ref "ApiKeyHidden") }, errs = { 500 } }, function(c)
  local out = arr()
  for i, k in ipairs(keys(c.user)) do out[i] = view(k, F == "key-list-value") end
  return 200, out
end)
R("POST /me/api-keys", { tag = "api-keys", body = "ApiKeyCreate", ok = { 200, "ApiKey" }, errs = { 500 } }, function(c)
  return 200, view(_M.new_key(c.user, c.body), true)
end)
R("GET /me/api-keys/default", { tag = "api-keys", locked = true, ok = { 200, "ApiKey" }, errs = { 500 } }, function(c)
  for _, k in ipairs(keys(c.user)) do if k.is_default then return 200, view(k, true) end end
  return 200, view(_M.new_key(c.user, { name = "default", is_default = true }), true)
end)
R("GET /me/api-keys/{api_key_id}", { tag = "api-keys", params = KP, ok = { 200, "ApiKey" }, errs = { 404, 500 } }, function(c) return 200, view(own_key(c), true) end)
R("DELETE /me/api-keys/{api_key_id}", { tag = "api-keys", params = KP, ok = { 200, "ApiKeyHidden" }, errs = { 404, 500 } }, function(c)
  local k = own_key(c)
  store.del("key:" .. k.api_key_id)
  store.del("keyval:" .. k.key)
  if k.is_default then -- the oldest of the others follows
    local o = keys(c.user)[1]
    if o then o.is_default = true; put("key:" .. o.api_key_id, o) end
  end
  return 200, view(k)
end)

-- billing, credits, payments
R("GET /me/billing", { tag = "billing", ok = { 200, "BillingInformationSubscription" }, errs = { 500 } }, function(c)
  local pro = c.user.tier == "pro"
  return 200, { plan = c.user.tier, status = "active", currency = "usd", amount_cents = pro and 2900 or 0, renews_at = pro and store.iso((math.floor(store.now() / DAY) + 30) * DAY) or null }
end)
local function credits(c)
  local k = get("credits:" .. c.user.id)
  if not k then fail(404, "credits not found") end
  return k
end
R("GET /me/credits", { tag = "credits", ok = { 200, "AgentExecutionCredits" }, errs = { 404, 500 } }, function(c) return 200, credits(c) end)
R("POST /me/credits/use", { tag = "credits", unlocked = F == "credits-race", ok = { 200, "AgentExecutionCredits" }, errs = { 404, 500 } }, function(c)
  local k = credits(c)
  if F == "credits-race" then ngx.sleep(0.03) end
  if k.balance < 1 then fail(404, "no credits left") end
  k.balance = k.balance - 1
  k.used = k.used + 1
  k.updated_at = store.iso(store.now())
  put("credits:" .. c.user.id, k)
  return 200, k
end)
R("POST /me/payments/webhook", { tag = "payments", auth = false, raw = true, doc_body = "WebhookEvent", header = "X-Payment-Signature", ok = { 200, "PaymentWebhookResponseSuccess" }, errs = { 400 } }, function(c)
  local sig = ngx.var.http_x_payment_signature
  if not sig or sig == "" then
    if F ~= "webhook-no-signature" then fail(400, "missing signature") end
  elseif sig:lower() ~= crypto.hex(crypto.hmac(_M.WEBHOOK_SECRET, c.raw)) then fail(400, "invalid signature") end
  local e = json.decode(c.raw)
  if type(e) ~= "table" or json.is_arr(e) or #schema.check(e, schema.S.WebhookEvent, "body") > 0 then fail(400, "invalid event") end
  if not store.raw_get("event:" .. e.id) or F == "webhook-replay" then
    store.raw_set("event:" .. e.id, 1)
    local d = e.data
    if e.type == "checkout.session.completed" and type(d) == "table" and app.users[d.user_id] and type(d.credits) == "number" then
      local k = get("credits:" .. d.user_id)
      if k then k.balance = k.balance + d.credits; put("credits:" .. d.user_id, k) end
    end
  end
  return 200, { received = true }
end)
R("POST /me/payments/sessions", { tag = "payments", body = "PaymentSessionRequest", ok = { 200, "PaymentSessionResponse" } }, function(c)
  local b = c.body
  local p, n = b.product or "credits_100", b.quantity or 1
  local id = "cs_" .. store.base62(20)
  return 200, { session_id = id, url = "https://pay.linden.example/s/" .. id, product = p, quantity = n, amount_cents = (p == "credits_100" and 500 or 4000) * n }
end)

-- subscriptions
local function sub_key(user, agent_id) return "sub:" .. user.id .. ":" .. agent_id end
local function sub_view(s)
  return { subscription_id = s.sid, agent_id = s.agent_id, status = s.stop and "canceled" or "active", price_cents = s.price,
    started_at = store.iso(s.start), canceled_at = s.stop and store.iso(s.stop) or null }
end
function _M.start_sub(user, a, start, stop)
  local s = { sid = "sub_" .. store.base62(14), user = user.id, agent_id = a.agent_id, price = a.price_cents, start = start or store.now(), stop = stop }
  put("period:" .. s.sid, s)
  store.push("earn:" .. a.owner_id, s.sid)
  local k = sub_key(user, a.agent_id)
  if not store.raw_get(k) then store.push("subs:" .. user.id, a.agent_id) end
  store.raw_set(k, s.sid)
  return s
end
local function find_sub(user, agent_id)
  local sid = store.raw_get(sub_key(user, agent_id))
  return sid and get("period:" .. sid)
end
R("POST /me/agents/{agent_id}/subscribe", { tag = "subscriptions", body = "AgentSubscribeRequest", ok = { 200, "AgentSubscribeResponse" }, errs = { 400, 402, 404 } }, function(c)
  local a = agents.raw_agent(c.p.agent_id)
  local own = a.owner_id == c.user.id
  if a.visibility ~= "public" and not own then fail(404, "agent not found") end
  if own and F ~= "subscribe-owner" then fail(400, "you own this agent") end
  if type(a.price_cents) ~= "number" or a.price_cents <= 0 then fail(400, "this agent is not paid") end
  local s = find_sub(c.user, a.agent_id)
  if s and not s.stop and F ~= "subscribe-twice" then fail(402, "already subscribed") end
  _M.start_sub(c.user, a)
  local id = "cs_" .. store.base62(20)
  return 200, { data = { agent_id = a.agent_id, checkout_session_id = id, checkout_url = "https://pay.linden.example/s/" .. id, status = "active" } }
end)
R("POST /me/agents/{agent_id}/unsubscribe", { tag = "subscriptions", ok = { 200, "AgentSubscriptionResponse" }, errs = { 400, 404 } }, function(c)
  local a = agents.raw_agent(c.p.agent_id)
  local s = find_sub(c.user, a.agent_id)
  if not s or s.stop then fail(400, "no active subscription to cancel") end
  s.stop = store.now()
  put("period:" .. s.sid, s)
  if F == "unsubscribe-cancels-all" then
    for i = 1, store.raw_get("n:subs:" .. c.user.id) or 0 do
      local o = find_sub(c.user, store.raw_get("x:subs:" .. c.user.id .. ":" .. i))
      if o and not o.stop then o.stop = s.stop; put("period:" .. o.sid, o) end
    end
  end
  return 200, { data = sub_view(s) }
end)
R("GET /me/subscriptions", { tag = "subscriptions", ok = { 200, "AgentSubscriptionListResponse" } }, function(c)
  local out = arr()
  for i = 1, store.raw_get("n:subs:" .. c.user.id) or 0 do
    out[#out + 1] = sub_view(find_sub(c.user, store.raw_get("x:subs:" .. c.user.id .. ":" .. i)))
  end
  return 200, { data = out, next = null }
end)
R("GET /me/subscriptions/{agent_id}", { tag = "subscriptions", ok = { 200, "AgentSubscriptionResponse" }, errs = { 404 } }, function(c)
  local s = find_sub(c.user, c.p.agent_id:lower())
  if not s then fail(404, "no subscription to this agent") end
  return 200, { data = sub_view(s) }
end)

-- monetization
local PERIOD = { period = { type = "integer", minimum = 1, maximum = 365, default = 28 } }
local function report(c)
  local n = c.q.period
  local today = math.floor(store.now() / DAY)
  local first = today - n + 1
  local subs, cents = {}, {}
  for i = 1, n do subs[i] = 0; cents[i] = 0 end
  store.each("earn:" .. c.user.id, "period", function(s)
    for i = 1, n do
      local close = (first + i) * DAY
      if s.start < close and not (s.stop and s.stop < close) then subs[i] = subs[i] + 1 end
    end
    local t = s.start
    while t <= store.now() and not (s.stop and t > s.stop) do
      local i = math.floor(t / DAY) - first + 1
      if i >= 1 and i <= n then cents[i] = cents[i] + s.price end
      t = t + 30 * DAY
    end
  end)
  return n, first, subs, cents
end
local function date(d) return os.date("!%Y-%m-%d", d * 86400) end
R("GET /me/monetization/summary", { tag = "monetization", query = PERIOD, ok = { 200, "MonetizationSummary" } }, function(c)
  local n, first, subs, cents = report(c)
  local sum = 0
  for i = 1, n do sum = sum + cents[i] end
  return 200, { data = { period = n, total_subscribers = subs[n], total_earnings = sum / 100, currency = "usd", from = date(first), to = date(first + n - 1) } }
end)
R("GET /me/monetization/subscribers", { tag = "monetization", query = PERIOD, ok = { 200, "MonetizationSubscribersResponse" } }, function(c)
  local n, first, subs = report(c)
  local out = arr()
  for i = 1, n do out[i] = { date = date(first + i - 1), subscribers = subs[i] } end
  return 200, { data = out, period = n }
end)
R("GET /me/monetization/earnings", { tag = "monetization", query = PERIOD, ok = { 200, "MonetizationEarningsResponse" } }, function(c)
  local n, first, _, cents = report(c)
  local out = arr()
  for i = 1, (F == "monet-day-short" and n - 1 or n) do out[i] = { date = date(first + i - 1), earnings = cents[i] / 100 } end
  return 200, { data = out, period = n }
end)
return _M

-- users and fixtures; config.json names the same
local json = require "json"
local store = require "store"
local _M = {}
local U = { own = "11111111-aaaa-4aaa-8aaa-000000000001", other = "22222222-bbbb-4bbb-8bbb-000000000002", sandbox = "33333333-cccc-4ccc-8ccc-000000000003" }
function _M.users(app)
  app.ids = U
  app.users[U.own] = { id = U.own, email = "ottilie@linden.example", name = "Ottilie Brandt", tier = "pro", short = "own1" }
  app.users[U.other] = { id = U.other, email = "ruben@linden.example", name = "Ruben Okafor", tier = "pro", short = "other2" }
  app.users[U.sandbox] = { id = U.sandbox, email = "sol@linden.example", name = "Sol Marin", tier = "sandbox", short = "sand3" }
end
local function id(n) return string.format("5eed0000-0000-4000-8000-%012d", n) end
function _M.fill(app)
  local agents, money = require "api_agents", require "api_money"
  local own, other, sandbox = app.users[U.own], app.users[U.other], app.users[U.sandbox]
  money.new_key(own, { name = "first" }, "lnd_ownkey000000000000000000000000000001")
  money.new_key(other, { name = "first" }, "lnd_otherkey0000000000000000000000000002")
  money.new_key(sandbox, { name = "first" }, "lnd_sandboxkey00000000000000000000000003")
  local function agent(n, user, name, prompt, vis, price)
    return agents.create({ name = name, chat_prompt = prompt, visibility = vis, price_cents = price }, user, id(n))
  end
  agent(1, own, "River desk", "You answer questions about rivers.", "public")
  agent(2, own, "Long worker", "You run long jobs in the virtual computer.", "private")
  local mine = agent(3, own, "Paid helper", "You help subscribers.", "public", 900)
  local paid = agent(11, other, "Paid forecaster", "You forecast floods.", "public", 1250)
  agent(12, other, "Free guide", "You guide visitors.", "public")
  agent(13, other, "Secret notes", "Nobody but Ruben reads this: heron-4471.", "private")
  local s1 = agent(14, other, "Paid archive", "You search the archive.", "public", 500)
  local s2 = agent(15, other, "Paid atlas", "You draw maps.", "public", 700)
  local D = 86400000
  local now = math.floor(ngx.now() * 1000)
  money.start_sub(own, s1, now - 12 * D)
  money.start_sub(own, s2, now - 5 * D)
  money.start_sub(other, mine, now - 70 * D, now - 33 * D)
  money.start_sub(sandbox, mine, now - 10 * D)
  for u, n in pairs { [U.own] = 5000, [U.other] = 500, [U.sandbox] = 25 } do
    store.put("credits:" .. u, { balance = n, used = 0, updated_at = store.iso(now) })
  end
  store.put("vip:LINDEN-WELCOME", { owner = U.other })
  store.put("vip:LINDEN-SUMMER", { owner = U.other })
  store.put("vip:OTTILIE-FRIENDS", { owner = U.own })
end
return _M

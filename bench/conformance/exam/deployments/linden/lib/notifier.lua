-- the 15 NOTIFIER tools over a store of their own, one account per user
local json = require "json"
local store = require "store"
local F, arr, null = store.F, json.arr, ngx.null
local get, put = store.get, store.put
local _M = { tools = {}, order = {} }
local function refuse(msg) error({ tool = true, message = msg }, 0) end
local function T(name, desc, params, req, fn)
  name = "NOTIFIER_" .. name
  _M.order[#_M.order + 1] = name
  _M.tools[name] = { name = name, description = desc, toolkit = "notifier", inputSchema = { type = "object", properties = params, required = #req > 0 and arr(req) or nil }, run = fn }
end
local s, b = { type = "string" }, { type = "boolean" }
local n0 = { type = "integer", minimum = 0 }
local LIM = { type = "integer", minimum = 1, maximum = 500 }
local function stamp(u) return store.stamp("notifier:" .. u.id) / 1000 end
local function load(kind, u, iden)
  local r = get("n" .. kind .. ":" .. iden)
  if not r or r._owner ~= u.id or not r.active then refuse("no " .. kind .. " with this iden") end
  return r
end
local function save(kind, u, r, new)
  put("n" .. kind .. ":" .. r.iden, r)
  if new then store.push("n" .. kind .. ":" .. u.id, r.iden) end
end
local function view(r)
  local o = {}
  for k, v in pairs(r) do if k:byte() ~= 95 then o[k] = v end end
  return o
end
local function make(u)
  local t = stamp(u)
  return { iden = "u" .. store.base62(15), _owner = u.id, active = true, created = t, modified = t }
end
-- a page of records, newest change first; the cursor is the time of the last one
local function pager(u, kind, p, default, keep)
  local l = {}
  store.each("n" .. kind .. ":" .. u.id, "n" .. kind, function(r) if keep(r) then l[#l + 1] = r end end)
  table.sort(l, function(x, y) return x.modified > y.modified end)
  local cur
  if p.cursor and p.cursor ~= "" then
    cur = tonumber(p.cursor:match("^c(%d+)$") or "")
    if not cur then refuse("cursor is not one of ours") end
  end
  local out, lim, next = arr(), p.limit or default, null
  for _, r in ipairs(l) do
    if not cur or r.modified * 1000 < cur - 0.5 then
      if #out == lim then next = string.format("c%d", math.floor(out[lim].modified * 1000 + 0.5)) break end
      out[#out + 1] = view(r)
    end
  end
  return out, next
end

T("CREATE_CHAT", "Create a chat with an email address", { email = s }, { "email" }, function(u, p)
  if not p.email:find("^[^%s@]+@[^%s@]+%.[^%s@]+$") then refuse("email is not an address") end
  local found
  store.each("nchat:" .. u.id, "nchat", function(r) if r.active and r._key == p.email:lower() then found = r return true end end)
  if found then return view(found) end
  local r = make(u)
  r._key, r.muted = p.email:lower(), false
  r.with = { email = p.email, email_normalized = p.email:lower(), type = "email" }
  save("chat", u, r, true)
  return view(r)
end)
local DEV = { icon = s, model = s, has_sms = b, nickname = s, push_token = s, app_version = n0, manufacturer = s }
T("CREATE_DEVICE", "Register a device", DEV, { "model", "app_version", "manufacturer" }, function(u, p)
  local r = make(u)
  for k in pairs(DEV) do r[k] = p[k] end
  if r.icon == nil then r.icon = "system" end
  if r.has_sms == nil then r.has_sms = false end
  save("device", u, r, true)
  return view(r)
end)
T("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", { type = { type = "string", enum = arr { "note", "link", "file" } }, url = s, body = s, guid = s, email = s, title = s,
  file_url = s, file_name = s, file_type = s, channel_tag = s, client_iden = s, device_iden = s, source_device_iden = s }, { "type" }, function(u, p)
  local function need(k) if not p[k] or p[k] == "" then refuse(k .. " is required when type=" .. p.type) end end
  if p.type == "link" and F ~= "n-link-without-url" then need "url" end
  if p.type == "file" then need "file_url"; need "file_name"; need "file_type" end
  if p.guid and p.guid ~= "" and F ~= "n-guid-ignored" then
    local iden = store.raw_get("nguid:" .. u.id .. ":" .. p.guid)
    local old = iden and get("npush:" .. iden)
    if old then return view(old) end
  end
  if p.device_iden and p.device_iden ~= "" then load("device", u, p.device_iden) end
  local r = make(u)
  for k, v in pairs(p) do r[k] = v end
  r.iden, r._owner, r.dismissed = r.iden, u.id, false
  r.sender_email, r.direction = u.email, "self"
  r.items = r.items or nil
  save("push", u, r, true)
  if p.guid and p.guid ~= "" then store.raw_set("nguid:" .. u.id .. ":" .. p.guid, r.iden) end
  return view(r)
end)
local function drop(kind, u, r)
  local t = stamp(u)
  local d = { iden = r.iden, _owner = u.id, active = false, created = r.created, modified = t, guid = r.guid }
  save(kind, u, d)
end
T("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", {}, {}, function(u)
  local users = { u }
  if F == "n-delete-all-everyone" then users = {}; for _, x in pairs(require("app").users) do users[#users + 1] = x end end
  local idens = {}
  for _, x in ipairs(users) do
    store.each("npush:" .. x.id, "npush", function(r) if r.active then idens[#idens + 1] = { x, r.iden } end end)
  end
  ngx.timer.at(0.1, function(premature)
    if premature then return end
    store.with_lock(function()
      for _, d in ipairs(idens) do
        local r = get("npush:" .. d[2])
        if r and r.active then drop("push", d[1], r) end
      end
    end)
  end)
  return { status = "accepted" }
end)
T("DELETE_CHAT", "Delete a chat", { iden = s }, { "iden" }, function(u, p) drop("chat", u, load("chat", u, p.iden)); return { iden = p.iden, active = false } end)
T("DELETE_DEVICE", "Delete a device", { device_iden = s }, { "device_iden" }, function(u, p)
  drop("device", u, load("device", u, p.device_iden)); return { iden = p.device_iden, active = false }
end)
T("DELETE_PUSH", "Delete a push", { iden = s }, { "iden" }, function(u, p) drop("push", u, load("push", u, p.iden)); return { iden = p.iden, active = false } end)
T("GET_USER", "Get the profile of the authenticated user", {}, {}, function(u)
  return { iden = "u" .. u.short, email = u.email, email_normalized = u.email:lower(), name = u.name, max_upload_size = 26214400 }
end)
T("LIST_CHATS", "List chats", { limit = LIM, cursor = s }, {}, function(u, p)
  local l, nx = pager(u, "chat", p, 500, function(r) return r.active end)
  return { chats = l, cursor = nx }
end)
T("LIST_DEVICES", "List devices", {}, {}, function(u)
  local out = arr()
  store.each("ndevice:" .. u.id, "ndevice", function(r) if r.active then out[#out + 1] = view(r) end end)
  return { devices = out }
end)
T("LIST_PUSHES", "List pushes", { limit = { type = "integer", minimum = 1, maximum = 500 }, active = b, cursor = s, modified_after = { type = "number" } }, {}, function(u, p)
  local l, nx = pager(u, "push", p, 500, function(r)
    if p.active and not r.active and F ~= "n-active-ignored" then return false end
    local after = p.modified_after
    return not after or r.modified > after
  end)
  return { pushes = l, cursor = nx }
end)
T("UPDATE_CHAT", "Mute or unmute a chat", { iden = s, muted = b }, { "iden", "muted" }, function(u, p)
  local r = load("chat", u, p.iden)
  if F == "n-unmute-swallowed" then r.muted = p.muted or r.muted else r.muted = p.muted end
  r.modified = stamp(u)
  save("chat", u, r)
  return view(r)
end)
local UDEV = { iden = s }
for k, v in pairs(DEV) do UDEV[k] = v end
T("UPDATE_DEVICE", "Update device metadata", UDEV, { "iden" }, function(u, p)
  local r = load("device", u, p.iden)
  for k in pairs(DEV) do
    if p[k] ~= nil then r[k] = p[k] elseif F == "n-device-update-clears" and k == "nickname" then r[k] = nil end
  end
  r.modified = stamp(u)
  save("device", u, r)
  return view(r)
end)
T("UPDATE_PUSH", "Dismiss a push or change list items", { iden = s, dismissed = b, items = { type = "array", items = { type = "object", properties = { text = s, checked = b }, required = arr { "text", "checked" } } } }, { "iden" }, function(u, p)
  local r = load("push", u, p.iden)
  if p.dismissed ~= nil then r.dismissed = p.dismissed end
  if p.items ~= nil then r.items = p.items end
  r.modified = stamp(u)
  save("push", u, r)
  return view(r)
end)
T("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", { file_name = s, file_type = s }, { "file_name", "file_type" }, function(u, p)
  if p.file_name == "" or p.file_type == "" then refuse("file_name and file_type may not be empty") end
  local id = store.base62(20)
  return { file_name = p.file_name, file_type = p.file_type, file_url = "https://files.notifier.example/" .. id .. "/" .. ngx.escape_uri(p.file_name),
    upload_url = "https://upload.notifier.example/" .. id, data = { key = id, policy = store.base62(32), signature = store.base62(40), ["content-type"] = p.file_type } }
end)
return _M

-- records as JSON in a shared dictionary, indexes as numbered keys; one lock for all writers
local json = require "json"
local db, locks = ngx.shared.db, ngx.shared.locks
local _M = { F = os.getenv("FAULT") or "" }
local F = _M.F
function _M.fault(id) return F == id end

function _M.get(key)
  local s = db:get(key)
  if not s then return nil end
  return json.decode(s)
end
function _M.put(key, rec)
  local ok, err = db:safe_set(key, json.encode(rec))
  if not ok then error("storage: " .. tostring(err)) end
end
function _M.del(key) db:delete(key) end
function _M.raw_get(k) return db:get(k) end
function _M.raw_set(k, v) db:safe_set(k, v) end
function _M.incr(k, by, init) return db:incr(k, by, init or 0) end
-- index
function _M.push(ix, id)
  local n = db:incr("n:" .. ix, 1, 0)
  db:safe_set("x:" .. ix .. ":" .. n, id)
end
-- visits the records of an index; fn returns true to stop
function _M.each(ix, kind, fn, newest)
  local n = db:get("n:" .. ix) or 0
  local a, b, s = 1, n, 1
  if newest then a, b, s = n, 1, -1 end
  for i = a, b, s do
    local id = db:get("x:" .. ix .. ":" .. i)
    if id then
      local r = _M.get(kind .. ":" .. id)
      if r then
        if fn(r) then return end
      elseif not newest or n > 0 then
        db:delete("x:" .. ix .. ":" .. i)
      end
    end
  end
end
function _M.list(ix, kind, newest)
  local out = json.arr()
  _M.each(ix, kind, function(r) out[#out + 1] = r end, newest)
  return out
end
-- locks
function _M.acquire(name, wait)
  local t = 0
  while not locks:add(name, 1, 40) do
    ngx.sleep(wait or 0.001)
    t = t + (wait or 0.001)
    if t > 35 then error("lock " .. name) end
  end
end
function _M.release(name) locks:delete(name) end
function _M.with_lock(fn, ...)
  _M.acquire("m")
  local r = { pcall(fn, ...) }
  _M.release("m")
  if not r[1] then error(r[2], 0) end
  return unpack(r, 2, 4)
end
-- identifiers
local rnd
local function bytes(n)
  rnd = rnd or io.open("/dev/urandom", "rb")
  return rnd:read(n)
end
function _M.uuid()
  local b = { bytes(16):byte(1, 16) }
  b[7] = b[7] % 16 + 64; b[9] = b[9] % 64 + 128
  return string.format("%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", unpack(b))
end
local abc = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
function _M.base62(n)
  local o = {}
  while #o < n do
    for _, x in ipairs { bytes(n):byte(1, n) } do
      if x < 248 and #o < n then local k = x % 62 + 1; o[#o + 1] = abc:sub(k, k) end
    end
  end
  return table.concat(o)
end
-- after the fork: what the master had read ahead must not be shared by the workers
function _M.reseed() if rnd then rnd:close() end rnd = io.open("/dev/urandom", "rb") end
-- times: milliseconds since 1970, shown as ISO 8601
function _M.now() ngx.update_time(); return math.floor(ngx.now() * 1000 + 0.5) end
function _M.iso(ms)
  return os.date("!%Y-%m-%dT%H:%M:%S", math.floor(ms / 1000)) .. string.format(".%03dZ", ms % 1000)
end
-- never twice the same in one list, so that cursors lose nothing
function _M.stamp(list)
  local now, last = _M.now(), db:get("ts:" .. list) or 0
  if now <= last then now = last + 1 end
  db:safe_set("ts:" .. list, now)
  return now
end
local function days(y, m, d) -- days since 1970
  if m <= 2 then y = y - 1 end
  local era = math.floor(y / 400)
  local yoe = y - era * 400
  local doy = math.floor((153 * (m + (m > 2 and -3 or 9)) + 2) / 5) + d - 1
  return era * 146097 + yoe * 365 + math.floor(yoe / 4) - math.floor(yoe / 100) + doy - 719468
end
_M.days = days
function _M.parse_iso(s)
  local y, mo, d, rest = s:match("^(%d%d%d%d)%-(%d%d)%-(%d%d)(.*)$")
  if not y then return nil end
  y, mo, d = tonumber(y), tonumber(mo), tonumber(d)
  if mo < 1 or mo > 12 or d < 1 or d > 31 then return nil end
  local dim = ({ 31, (y % 4 == 0 and (y % 100 ~= 0 or y % 400 == 0)) and 29 or 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 })[mo]
  if d > dim then return nil end
  local ms = days(y, mo, d) * 86400000
  if rest == "" then return ms end
  local h, mi, se, fr, z = rest:match("^[Tt ](%d%d):(%d%d):(%d%d)(%.?%d*)(.*)$")
  if not h then return nil end
  h, mi, se = tonumber(h), tonumber(mi), tonumber(se)
  if h > 23 or mi > 59 or se > 60 then return nil end
  ms = ms + ((h * 60 + mi) * 60 + se) * 1000
  if fr ~= "" then
    if fr == "." then return nil end
    ms = ms + math.floor(tonumber("0" .. fr) * 1000 + 1e-6)
  end
  if z == "" or z == "Z" or z == "z" then return ms end
  local sg, oh, om = z:match("^([+ -])(%d%d):?(%d%d)$")
  if not sg then return nil end
  local off = (tonumber(oh) * 60 + tonumber(om)) * 60000
  return sg == "-" and ms + off or ms - off
end
return _M

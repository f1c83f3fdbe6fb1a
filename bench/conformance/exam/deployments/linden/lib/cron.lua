local store = require "store"
local _M = {}
local MON = { jan = 1, feb = 2, mar = 3, apr = 4, may = 5, jun = 6, jul = 7, aug = 8, sep = 9, oct = 10, nov = 11, dec = 12 }
local DOW = { sun = 0, mon = 1, tue = 2, wed = 3, thu = 4, fri = 5, sat = 6 }
local R = { { 0, 59 }, { 0, 23 }, { 1, 31 }, { 1, 12, MON }, { 0, 7, DOW } }
local function num(s, names)
  if s:find("^%d%d?$") then return tonumber(s) end
  return names and names[s:lower()]
end
local function field(s, r)
  local lo, hi, set, star = r[1], r[2], {}, s:sub(1, 1) == "*"
  if store.F == "cron-minute-60" and hi == 59 then hi = 60 end
  if s == "" or s:find("^,") or s:find(",$") or s:find(",,", 1, true) then return nil end
  for part in s:gmatch("[^,]+") do
    local base, step = part:match("^([^/]+)/(%d+)$")
    if step then step = tonumber(step); if step < 1 or step > hi then return nil end
    else base = part; if part:find("/", 1, true) then return nil end end
    local a, b
    if base == "*" then a, b = lo, hi
    else
      local x, y = base:match("^(%w+)%-(%w+)$")
      if x then a, b = num(x, r[3]), num(y, r[3])
      else a = num(base, r[3]); b = step and hi or a end
    end
    if not a or not b or a < lo or b > hi or a > b then return nil end
    for i = a, b, step or 1 do set[i] = true end
  end
  return set, star
end
function _M.parse(s)
  local f = {}
  for w in s:gmatch("%S+") do f[#f + 1] = w end
  if #f ~= 5 then return nil end
  local c = { star = {} }
  for i = 1, 5 do
    local set, star = field(f[i], R[i])
    if not set then return nil end
    c[i] = set; c.star[i] = star
  end
  if c[5][7] then c[5][0] = true end
  return c, table.concat(f, " ")
end
function _M.next(c, ms)
  local t = math.floor(ms / 60000) + 1 -- minutes
  local day = math.floor(t / 1440)
  for d = day, day + 366 * 5 do
    local D = os.date("!*t", d * 86400)
    local okd = c[3][D.day] or false
    local okw = c[5][D.wday - 1] or false
    local hit
    if c.star[3] or c.star[5] then hit = okd and okw else hit = okd or okw end
    if hit and c[4][D.month] then
      local from = d == day and t - day * 1440 or 0
      for m = from, 1439 do
        if c[2][math.floor(m / 60)] and c[1][m % 60] then return (d * 1440 + m) * 60000 end
      end
    end
  end
  return nil
end
local function hm(h, m, ap)
  h, m = tonumber(h), tonumber(m ~= "" and m or 0)
  if ap == "pm" and h < 12 then h = h + 12 elseif ap == "am" and h == 12 then h = 0 end
  if h > 23 or m > 59 then return nil end
  return m .. " " .. h
end
-- words, or a cron expression itself
function _M.convert(s)
  local c, norm = _M.parse(s)
  if c then return norm end
  local t = s:lower():gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s+", " ")
  if t == "hourly" or t == "every hour" then return "0 * * * *" end
  if t == "every minute" then return "* * * * *" end
  if t == "daily" or t == "every day" then return "0 0 * * *" end
  if t == "weekly" then return "0 0 * * 0" end
  if t == "monthly" then return "0 0 1 * *" end
  local n = t:match("^every (%d+) minutes$"); n = tonumber(n)
  if n and n > 0 and n < 60 then return "*/" .. n .. " * * * *" end
  local d, h, m, ap = t:match("^every (%a+) at (%d%d?):?(%d*) ?([ap]?m?)$")
  if d then
    local x = hm(h, m, ap); if not x then return nil end
    if d == "day" then return x .. " * * *" end
    if d == "weekday" then return x .. " * * 1-5" end
    local w = DOW[d:sub(1, 3)]
    if w and #d >= 6 and d:find("day$") then return x .. " * * " .. w end
  end
  return nil
end
return _M

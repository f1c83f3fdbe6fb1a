-- JSON that keeps [] apart from {} (lua-cjson of Debian does not)
local _M = { null = ngx.null }
local null, byte, sub, find, char, concat, floor = ngx.null, string.byte, string.sub, string.find, string.char, table.concat, math.floor
local arr_mt = { __is_array = true }
_M.arr_mt = arr_mt
function _M.arr(t) return setmetatable(t or {}, arr_mt) end
function _M.is_arr(t) return type(t) == "table" and getmetatable(t) == arr_mt end
local esc = { ['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }
for i = 0, 31 do local c = char(i); esc[c] = esc[c] or string.format("\\u%04x", i) end
esc[char(127)] = "\\u007f"
local function str(s)
  if find(s, '[%c"\\]') then s = s:gsub('[%c"\\]', esc) end
  return '"' .. s .. '"'
end
local function enc(v, out, n)
  local t = type(v)
  if t == "table" then
    if getmetatable(v) == arr_mt or v[1] ~= nil then
      n = n + 1; out[n] = "["
      for i = 1, #v do
        if i > 1 then n = n + 1; out[n] = "," end
        n = enc(v[i], out, n)
      end
      n = n + 1; out[n] = "]"
    else
      n = n + 1; out[n] = "{"
      local first = true
      for k, x in pairs(v) do
        n = n + 1; out[n] = (first and "" or ",") .. str(tostring(k)) .. ":"
        first = false
        n = enc(x, out, n)
      end
      n = n + 1; out[n] = "}"
    end
  elseif t == "string" then n = n + 1; out[n] = str(v)
  elseif t == "number" then
    n = n + 1
    if v == floor(v) and v > -1e15 and v < 1e15 then out[n] = string.format("%d", v)
    else
      local s = string.format("%.15g", v)
      if tonumber(s) ~= v then s = string.format("%.17g", v) end
      out[n] = s
    end
  elseif t == "boolean" then n = n + 1; out[n] = v and "true" or "false"
  else n = n + 1; out[n] = "null" end
  return n
end
function _M.encode(v) local out = {}; enc(v, out, 0); return concat(out) end

local function utf8(c)
  if c < 0x80 then return char(c)
  elseif c < 0x800 then return char(0xC0 + floor(c / 64), 0x80 + c % 64)
  elseif c < 0x10000 then return char(0xE0 + floor(c / 4096), 0x80 + floor(c / 64) % 64, 0x80 + c % 64)
  else return char(0xF0 + floor(c / 262144), 0x80 + floor(c / 4096) % 64, 0x80 + floor(c / 64) % 64, 0x80 + c % 64) end
end
local unesc = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local value
local function ws(s, i) return find(s, "[^ \t\r\n]", i) or #s + 1 end
local function bad(i) error("malformed JSON at byte " .. tostring(i), 0) end
local function pstr(s, i) -- i just after the quote
  local j = find(s, '["\\%c]', i)
  if not j then bad(i) end
  if byte(s, j) == 34 then return sub(s, i, j - 1), j + 1 end
  local out, n = {}, 0
  while true do
    j = find(s, '["\\%c]', i)
    if not j then bad(i) end
    n = n + 1; out[n] = sub(s, i, j - 1)
    local c = byte(s, j)
    if c == 34 then return concat(out), j + 1 end
    if c == 92 then
      local e = sub(s, j + 1, j + 1)
      if e == "u" then
        local h = sub(s, j + 2, j + 5)
        if not find(h, "^%x%x%x%x$") then bad(j) end
        local cp = tonumber(h, 16); i = j + 6
        if cp >= 0xD800 and cp < 0xDC00 then
          local lo = s:match("^\\u([dD][c-fC-F]%x%x)", i)
          if lo then cp = 0x10000 + (cp - 0xD800) * 1024 + (tonumber(lo, 16) - 0xDC00); i = i + 6 else cp = 0xFFFD end
        elseif cp >= 0xDC00 and cp < 0xE000 then cp = 0xFFFD end
        n = n + 1; out[n] = utf8(cp)
      else
        local u = unesc[e]; if not u then bad(j) end
        n = n + 1; out[n] = u; i = j + 2
      end
    elseif c == 127 then n = n + 1; out[n] = char(127); i = j + 1
    else bad(j) end
  end
end
value = function(s, i, depth)
  if depth > 200 then error("JSON nested too deeply", 0) end
  i = ws(s, i)
  local c = byte(s, i)
  if c == 123 then
    local o = {}
    i = ws(s, i + 1)
    if byte(s, i) == 125 then return o, i + 1 end
    while true do
      if byte(s, i) ~= 34 then bad(i) end
      local k; k, i = pstr(s, i + 1)
      i = ws(s, i); if byte(s, i) ~= 58 then bad(i) end
      o[k], i = value(s, i + 1, depth + 1)
      i = ws(s, i); local d = byte(s, i)
      if d == 125 then return o, i + 1 end
      if d ~= 44 then bad(i) end
      i = ws(s, i + 1)
    end
  elseif c == 91 then
    local a, n = setmetatable({}, arr_mt), 0
    i = ws(s, i + 1)
    if byte(s, i) == 93 then return a, i + 1 end
    while true do
      n = n + 1; a[n], i = value(s, i, depth + 1)
      i = ws(s, i); local d = byte(s, i)
      if d == 93 then return a, i + 1 end
      if d ~= 44 then bad(i) end
      i = i + 1
    end
  elseif c == 34 then return pstr(s, i + 1)
  elseif sub(s, i, i + 3) == "true" then return true, i + 4
  elseif sub(s, i, i + 4) == "false" then return false, i + 5
  elseif sub(s, i, i + 3) == "null" then return null, i + 4
  else
    local m = s:match("^-?%d+%.?%d*[eE]?[+-]?%d*", i)
    if not m or m == "" or find(m, "^-?0%d") or find(m, "%.$") or find(m, "%.[eE]") or not tonumber(m) then bad(i) end
    local n = tonumber(m)
    if n == math.huge or n == -math.huge then bad(i) end
    return n, i + #m
  end
end
function _M.decode(s)
  local ok, v, i = pcall(value, s, 1, 0)
  if not ok then return nil, v end
  if ws(s, i) <= #s then return nil, "garbage after JSON" end
  return v
end
function _M.copy(v)
  if type(v) ~= "table" then return v end
  local o = {}
  for k, x in pairs(v) do o[k] = _M.copy(x) end
  return setmetatable(o, getmetatable(v))
end
return _M

local ffi = require "ffi"
local json = require "json"
ffi.cdef [[
typedef struct evp_md_st EVP_MD;
const EVP_MD *EVP_sha256(void);
unsigned char *HMAC(const EVP_MD *md, const void *key, int key_len, const unsigned char *d, size_t n, unsigned char *out, unsigned int *len);
int getppid(void); int getpid(void); int kill(int pid, int sig);
]]
local C
do
  local ok = pcall(function() return ffi.C.HMAC end)
  C = ok and ffi.C or ffi.load("libcrypto.so.3")
end
local _M = {}
function _M.hmac(key, s)
  local out, len = ffi.new("unsigned char[64]"), ffi.new("unsigned int[1]")
  C.HMAC(C.EVP_sha256(), key, #key, s, #s, out, len)
  return ffi.string(out, len[0])
end
function _M.hex(s) return (s:gsub(".", function(c) return string.format("%02x", c:byte()) end)) end
function _M.b64url(s) return (ngx.encode_base64(s, true):gsub("+", "-"):gsub("/", "_")) end
local function unb64(s)
  if not s:find("^[%w_-]*$") then return nil end
  s = s:gsub("-", "+"):gsub("_", "/")
  return ngx.decode_base64(s .. ("="):rep((4 - #s % 4) % 4))
end
_M.JWT_SECRET = "linden-jwt-secret-0c1f"
function _M.jwt_verify(tok)
  local h, p, s = tok:match("^([%w_-]+)%.([%w_-]+)%.([%w_-]+)$")
  if not h then return nil end
  local head = json.decode(unb64(h) or "")
  if type(head) ~= "table" or head.alg ~= "HS256" then return nil end
  if _M.b64url(_M.hmac(_M.JWT_SECRET, h .. "." .. p)) ~= s then return nil end
  local c = json.decode(unb64(p) or "")
  if type(c) ~= "table" or type(c.sub) ~= "string" then return nil end
  if type(c.exp) == "number" and c.exp < ngx.time() then return nil end
  return c
end
return _M

#include "core.hpp"
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <time.h>
using namespace std;
static const string SECRET = "hornbeam-jwt-secret-5f0c";

static void rnd(unsigned char *b, int n) { RAND_bytes(b, n); }
static string hexs(const unsigned char *b, int n) { static const char *d = "0123456789abcdef"; string o; for (int i = 0; i < n; i++) { o += d[b[i] >> 4]; o += d[b[i] & 15]; } return o; }
string uuid4() { unsigned char b[16]; rnd(b, 16); b[6] = (b[6] & 15) | 64; b[8] = (b[8] & 63) | 128; string h = hexs(b, 16); return h.substr(0, 8) + "-" + h.substr(8, 4) + "-" + h.substr(12, 4) + "-" + h.substr(16, 4) + "-" + h.substr(20); }
string hex16() { unsigned char b[8]; rnd(b, 8); return hexs(b, 8); }
bool is_uuid(const string &s) { if (s.size() != 36) return false; for (size_t i = 0; i < 36; i++) { bool dash = i == 8 || i == 13 || i == 18 || i == 23; if (dash ? s[i] != '-' : !isxdigit((unsigned char)s[i])) return false; } return true; }
long long now_us() {
  static atomic<long long> last{0};
  long long n = chrono::duration_cast<chrono::microseconds>(chrono::system_clock::now().time_since_epoch()).count(), l = last.load();
  while (true) { long long v = n > l ? n : l + 1; if (last.compare_exchange_weak(l, v)) return v; }
}
string iso(long long us) { time_t t = us / 1000000; tm g; gmtime_r(&t, &g); char b[64]; snprintf(b, sizeof b, "%04d-%02d-%02dT%02d:%02d:%02d.%06lldZ", g.tm_year + 1900, g.tm_mon + 1, g.tm_mday, g.tm_hour, g.tm_min, g.tm_sec, us % 1000000); return b; }
bool parse_time(const string &s, long long &us) {
  static const regex re(R"((\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|z|[+\- ]\d\d:?\d\d)?)");
  smatch m; if (!regex_match(s, m, re)) return false;
  auto n = [&](int i) { return m[i].matched ? stoi(m[i].str()) : 0; };
  tm g{}; g.tm_year = n(1) - 1900; g.tm_mon = n(2) - 1; g.tm_mday = n(3); g.tm_hour = n(4); g.tm_min = n(5); g.tm_sec = n(6);
  if (n(2) < 1 || n(2) > 12 || n(3) < 1 || n(3) > 31 || n(4) > 23 || n(5) > 59 || n(6) > 60) return false;
  int mday = g.tm_mday; long long t = timegm(&g); if (g.tm_mday != mday) return false;
  string f = m[7].matched ? m[7].str() : "0"; f.resize(6, '0'); us = t * 1000000 + stoll(f);
  string z = m[8].matched ? m[8].str() : "Z";
  if (z.size() > 1) { string d; for (char c : z) if (isdigit(c)) d += c; long long off = stoi(d.substr(0, 2)) * 60 + stoi(d.substr(2)); us -= (z[0] == '-' ? -1 : 1) * off * 60000000LL; }
  return true;
}
static string hmac(const string &k, const string &d) { unsigned char o[EVP_MAX_MD_SIZE]; unsigned n; HMAC(EVP_sha256(), k.data(), k.size(), (const unsigned char *)d.data(), d.size(), o, &n); return string((char *)o, n); }
string hmac_hex(const string &k, const string &d) { string h = hmac(k, d); return hexs((const unsigned char *)h.data(), h.size()); }
string b64url(const string &in) {
  static const char *t = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"; string o; unsigned v = 0; int b = 0;
  for (unsigned char c : in) { v = v << 8 | c; b += 8; while (b >= 6) { b -= 6; o += t[v >> b & 63]; } v &= 0xffff; }
  if (b) o += t[v << (6 - b) & 63];
  return o;
}
static string unb64(const string &in) {
  string o; unsigned v = 0; int b = 0;
  for (char c : in) { int x = c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= '0' && c <= '9' ? c - '0' + 52 : c == '-' ? 62 : c == '_' ? 63 : -1; if (x < 0) return ""; v = v << 6 | x; b += 6; if (b >= 8) { b -= 8; o += char(v >> b & 255); } v &= 0xffff; }
  return o;
}
string make_jwt(const string &user, const string &tier) {
  string h = b64url(R"({"alg":"HS256","typ":"JWT"})") + "." + b64url(json{{"sub", user}, {"tier", tier}, {"iat", 1767225600}, {"exp", 4102444800LL}}.dump());
  return h + "." + b64url(hmac(SECRET, h));
}
bool jwt_user(const string &t, string &user) {
  size_t a = t.find('.'), b = t.rfind('.'); if (a == string::npos || a == b) return false;
  if (b64url(hmac(SECRET, t.substr(0, b))) != t.substr(b + 1)) return false;
  json h = json::parse(unb64(t.substr(0, a)), nullptr, false), c = json::parse(unb64(t.substr(a + 1, b - a - 1)), nullptr, false);
  if (!h.is_object() || h.value("alg", "") != "HS256" || !c.is_object() || !c.contains("sub") || !c["sub"].is_string()) return false;
  if (c.contains("exp") && c["exp"].is_number() && c["exp"].get<double>() < time(nullptr)) return false;
  user = c["sub"]; return true;
}
string lower(string s) { for (auto &c : s) if (c >= 'A' && c <= 'Z') c += 32; return s; }
json body_json(const Req &r, bool optional) {
  if (r.body.empty() && optional) return json::object();
  if (r.body.empty()) invalid({"body"}, "field required", "missing");
  json j = json::parse(r.body, nullptr, false);
  if (j.is_discarded()) invalid({"body"}, "not valid JSON", "json_invalid");
  if (j.is_null() && optional) return json::object();
  if (!j.is_object()) invalid({"body"}, "must be an object", "type_error");
  return j;
}
bool strict_int(const string &s, long long &v) {
  size_t i = s.size() && s[0] == '-' ? 1 : 0; if (i == s.size() || s.size() - i > 18) return false;
  for (size_t k = i; k < s.size(); k++) if (s[k] < '0' || s[k] > '9') return false;
  v = stoll(s); return true;
}
long long query_int(const Req &r, const string &k, long long d, long long lo, long long hi) {
  if (!r.has_q(k)) return d;
  long long v; if (!strict_int(r.q(k), v)) invalid({"query", k}, "not an integer", "int_parsing");
  if (v < lo || v > hi) invalid({"query", k}, "must be from " + to_string(lo) + " to " + to_string(hi), "out_of_range");
  return v;
}
long long path_int(const Req &r, const string &k) { long long v; if (!strict_int(r.p.at(k), v)) invalid({"path", k}, "not an integer", "int_parsing"); return v; }
string path_uuid(const Req &r, const string &k) { if (!is_uuid(r.p.at(k))) invalid({"path", k}, "not a uuid", "uuid_parsing"); return lower(r.p.at(k)); }
string opt_text(const json &b, const string &k, const string &d) { if (!b.contains(k) || b[k].is_null()) return d; if (!b[k].is_string()) invalid({"body", k}, "must be text", "string_type"); return b[k]; }
json public_view(const json &rec) { json o = json::object(); for (auto &[k, v] : rec.items()) if (k[0] != '_') o[k] = v; return o; }

// cron: five fields with lists, ranges, steps and names
static bool field(const string &f, int lo, int hi, const char *const *names, int base, set<int> &out) {
  auto num = [&](const string &s, int &v) {
    if (names) for (int i = 0; names[i]; i++) if (lower(s) == names[i]) { v = i + base; return true; }
    if (F("cron-atoi")) { v = atoi(s.c_str()); return true; }
    if (s.empty() || s.size() > 4) return false;
    for (char c : s) if (!isdigit((unsigned char)c)) return false;
    v = stoi(s); return true;
  };
  size_t i = 0;
  while (i <= f.size()) {
    size_t j = f.find(',', i); if (j == string::npos) j = f.size();
    string p = f.substr(i, j - i), st; i = j + 1; int step = 1, a, b; size_t s = p.find('/');
    if (s != string::npos) { st = p.substr(s + 1); p.resize(s); if (!num(st, step) || step < 1) return false; }
    size_t d = p.find('-');
    if (p == "*") { a = lo; b = hi; }
    else if (d != string::npos) { if (!num(p.substr(0, d), a) || !num(p.substr(d + 1), b)) return false; }
    else { if (!num(p, a)) return false; b = st.empty() ? a : hi; }
    if (a < lo || b > hi || a > b) return false;
    for (int k = a; k <= b; k += step) out.insert(k);
  }
  return true;
}
bool cron_next(const string &expr, long long from, long long &next, string &why) {
  static const char *mon[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", nullptr};
  static const char *dow[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat", nullptr};
  vector<string> f; string cur; for (char c : expr + " ") if (c == ' ' || c == '\t') { if (!cur.empty()) f.push_back(cur); cur.clear(); } else cur += c;
  set<int> mi, h, dm, mo, dw;
  if (f.size() != 5) { why = "five fields are needed"; return false; }
  if (!field(f[0], 0, 59, nullptr, 0, mi) || !field(f[1], 0, 23, nullptr, 0, h) || !field(f[2], 1, 31, nullptr, 0, dm) || !field(f[3], 1, 12, mon, 1, mo) || !field(f[4], 0, 7, dow, 0, dw)) { why = "a field is out of range"; return false; }
  if (dw.count(7)) dw.insert(0);
  bool sdm = f[2][0] == '*', sdw = f[4][0] == '*';
  time_t t = (from / 60 + 1) * 60; tm g; next = 0;
  for (int n = 0; n < 366 * 5 + 5; ) {
    gmtime_r(&t, &g);
    bool md = dm.count(g.tm_mday), wd = dw.count(g.tm_wday), day = sdm || sdw ? md && wd : md || wd;
    if (!mo.count(g.tm_mon + 1) || !day) { t = (t / 86400 + 1) * 86400; n++; continue; }
    if (!h.count(g.tm_hour)) { t = (t / 3600 + 1) * 3600; continue; }
    if (!mi.count(g.tm_min)) { t += 60; continue; }
    next = t; return true;
  }
  return true;
}

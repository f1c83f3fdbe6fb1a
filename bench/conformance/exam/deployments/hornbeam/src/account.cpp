// User, keys, billing, credits, payments, subscriptions, monetization, VIP codes, CLI sessions.
#include "core.hpp"
using namespace std;
static const string WEBHOOK_SECRET = "whsec_hornbeam_2f9a";

static json key_view(const json &k, bool secret) { json o = public_view(k); if (!secret) o.erase("api_key"); return o; }
static json &add_key(const string &user, const string &name, const string &secret, bool def) {
  long long id = S.next_key++;
  S.keys[id] = {{"api_key_id", id}, {"_owner", user}, {"name", name}, {"api_key", secret}, {"last_four", secret.substr(secret.size() - 4)}, {"is_default", def}, {"created_at", iso(now_us())}};
  S.key_index[secret] = id; return S.keys[id];
}
void seed_key(const string &user, const string &secret) { add_key(user, "default", secret, true); }
static json &key_of(Req &r) { auto i = S.keys.find(path_int(r, "api_key_id")); if (i == S.keys.end() || (i->second["_owner"] != r.user)) fail(404, "api key not found"); return i->second; }
static json credits(const User &u) { return {{"balance", u.balance}}; }
static string day(long long back) { return iso(now_us() - back * 86400000000LL).substr(0, 10); }

static json sub_view(const json &s) { return public_view(s); }
static void reports() {
  auto per_day = [](Req &r, long long period, map<string, pair<long long, long long>> &d) {
    string first = day(period - 1);
    for (long long i = period - 1; i >= 0; i--) d[day(i)];
    for (auto &x : S.sales) if (x["owner"] == r.user) { string k = x["at"].get<string>().substr(0, 10); if (k >= first && d.count(k)) { d[k].first++; d[k].second += x["cents"].get<long long>(); } }
  };
  auto period = [](Req &r) { return query_int(r, "period", 28, F("period-zero-taken") ? 0 : 1, 365); };
  route("GET", "/me/monetization/summary", JWT, [=](Req &r, Res &s) {
    long long p = period(r), n = 0, c = 0; map<string, pair<long long, long long>> d; per_day(r, p, d);
    for (auto &[k, v] : d) n += v.first, c += F("earnings-in-whole-units") ? v.second / 100 * 100 : v.second;
    s.send({{"period", p}, {"total_subscribers", n}, {"total_earnings", c}, {"currency", "usd"}});
  });
  route("GET", "/me/monetization/subscribers", JWT, [=](Req &r, Res &s) {
    long long p = period(r), n = 0; map<string, pair<long long, long long>> d; per_day(r, p, d); json items = json::array();
    for (auto &[k, v] : d) { items.push_back({{"date", k}, {"subscribers", v.first}}); n += v.first; }
    s.send({{"period", p}, {"count", items.size()}, {"items", items}, {"total_subscribers", n}});
  });
  route("GET", "/me/monetization/earnings", JWT, [=](Req &r, Res &s) {
    long long p = period(r), c = 0; map<string, pair<long long, long long>> d; per_day(r, p, d); json items = json::array();
    for (auto &[k, v] : d) { items.push_back({{"date", k}, {"earnings", v.second}}); c += v.second; }
    s.send({{"period", p}, {"count", items.size()}, {"items", items}, {"total_earnings", c}, {"currency", "usd"}});
  });
}
static void subscriptions() {
  route("POST", "/me/agents/{agent_id}/subscribe", JWT, [](Req &r, Res &s) {
    json b = body_json(r, true); opt_text(b, "success_url"); opt_text(b, "cancel_url");
    string id = lower(r.p["agent_id"]); auto i = S.agents.find(id);
    if (i == S.agents.end() || (i->second["visibility"] == "private" && i->second["_owner"] != r.user)) fail(404, "agent not found");
    string owner = i->second["_owner"]; long long cents = i->second.value("price_cents", 0LL);
    if (owner == r.user && !F("owner-may-subscribe")) fail(400, "you own this agent");
    if (cents <= 0) fail(400, "the agent is not paid");
    auto &m = S.subs[r.user]; if (m.count(id) && m[id]["status"] == "active") fail(402, "already subscribed");
    if (F("subscribe-check-then-act")) { r.lk->unlock(); this_thread::sleep_for(chrono::milliseconds(40)); r.lk->lock(); }
    string t = iso(now_us()), cs = "cs_" + hex16();
    m[id] = {{"agent_id", id}, {"subscription_id", "sub_" + hex16()}, {"status", "active"}, {"price_cents", cents}, {"started_at", t}};
    S.sales.push_back({{"owner", owner}, {"at", t}, {"cents", cents}});
    s.send({{"agent_id", id}, {"checkout_session_id", cs}, {"checkout_url", "https://pay.example/" + cs}, {"status", "active"}});
  });
  route("POST", "/me/agents/{agent_id}/unsubscribe", JWT, [](Req &r, Res &s) {
    string id = lower(r.p["agent_id"]); auto &m = S.subs[r.user];
    if (!m.count(id) && !S.agents.count(id)) fail(404, "agent not found");
    if (!m.count(id) || (m[id]["status"] != "active")) fail(400, "no active subscription to cancel");
    m[id]["status"] = "canceled"; m[id]["canceled_at"] = iso(now_us()); s.send(sub_view(m[id]));
  });
  route("GET", "/me/subscriptions", JWT, [](Req &r, Res &s) {
    vector<json> v; for (auto &[u, m] : S.subs) if (u == r.user || F("subscriptions-of-all")) for (auto &[k, x] : m) v.push_back(sub_view(x));
    sort(v.begin(), v.end(), [](const json &a, const json &b) { return a["started_at"] < b["started_at"]; }); s.send({{"count", v.size()}, {"items", v}});
  });
  route("GET", "/me/subscriptions/{agent_id}", JWT, [](Req &r, Res &s) { auto &m = S.subs[r.user]; auto i = m.find(lower(r.p["agent_id"])); if (i == m.end()) fail(404, "subscription not found"); s.send(sub_view(i->second)); });
}
static void cli() {
  route("POST", "/me/cli-auth", NONE, [](Req &, Res &s) { string id = uuid4(); long long n = now_us(); S.cli[id] = {{"cli_auth_id", id}, {"status", "pending"}, {"created_at", iso(n)}, {"expires_at", iso(n + 900000000LL)}, {"_expires", n + 900000000LL}}; s.send(public_view(S.cli[id])); });
  route("PUT", "/me/cli-auth/{cli_auth_id}", JWT, [](Req &r, Res &s) {
    string id = path_uuid(r, "cli_auth_id"); json b = body_json(r); auto i = S.cli.find(id); if (i == S.cli.end() || i->second["_expires"].get<long long>() < now_us()) fail(404, "session not found");
    string t = opt_text(b, "jwt"), u; if (t.empty()) invalid({"body", "jwt"}, "field required", "missing");
    json &c = i->second; if (jwt_user(t, u) && u != r.user) fail(403, "the jwt is another user's");
    if (c.contains("_user") && c["_user"] != r.user && !F("cli-session-overwritten")) fail(403, "not allowed to update this session");
    if (c["status"] == "consumed") fail(403, "the session was used");
    c["_user"] = r.user; c["_jwt"] = t; c["status"] = "attached"; s.send(public_view(c));
  });
  route("GET", "/me/cli-auth/{auth_id}", NONE, [](Req &r, Res &s) {
    auto i = S.cli.find(path_uuid(r, "auth_id")); if (i == S.cli.end() || i->second["_expires"].get<long long>() < now_us()) fail(404, "session not found");
    json &c = i->second; if (c["status"] != "attached") return s.send(nullptr);
    json t = c["_jwt"];
    if (F("cli-read-twice-at-once")) { r.lk->unlock(); this_thread::sleep_for(chrono::milliseconds(40)); r.lk->lock(); }
    c["status"] = "consumed"; c.erase("_jwt");
    s.send(t);
  });
}
void setup_account() {
  route("GET", "/me", JWT, [](Req &r, Res &s) {
    User *u = &S.users[r.user]; if (F("user-static-first")) { static User *first = u; u = first; }
    s.send({{"user_id", u->id}, {"email", u->email}, {"name", u->name}, {"tier", u->tier}, {"created_at", iso(u->created)}});
  });
  route("GET", "/me/vip", JWT, [](Req &r, Res &s) { s.send({{"count", S.vip_redeemed[r.user].size()}}); });
  route("POST", "/me/vip", JWT, [](Req &r, Res &s) {
    json b = body_json(r); if (!b.contains("code") || b["code"].is_null()) invalid({"body", "code"}, "field required", "missing");
    string c = opt_text(b, "code"); auto i = S.vip_codes.find(c); if (i == S.vip_codes.end()) fail(400, "invalid code");
    if (i->second == r.user) fail(400, "you can not redeem your own code");
    if (F("vip-once-for-all")) for (auto &[u, v] : S.vip_redeemed) if (v.count(c)) fail(400, "code already redeemed");
    if (!S.vip_redeemed[r.user].insert(c).second) fail(400, "code already redeemed");
    s.send({{"code", c}, {"redeemed_at", iso(now_us())}, {"count", S.vip_redeemed[r.user].size()}});
  });
  // ---- keys ----
  route("GET", "/me/api-keys", JWT, [](Req &r, Res &s) { json o = json::array(); for (auto &[k, v] : S.keys) if (v["_owner"] == r.user) o.push_back(key_view(v, false)); s.send(o); });
  route("POST", "/me/api-keys", JWT, [](Req &r, Res &s) {
    json b = body_json(r, true); string n = opt_text(b, "name", "key"), d = opt_text(b, "description"); bool def = false, any = false;
    if (b.contains("is_default") && !b["is_default"].is_null()) { if (!b["is_default"].is_boolean()) invalid({"body", "is_default"}, "must be a boolean", "bool_type"); def = b["is_default"]; }
    for (auto &[k, v] : S.keys) if (v["_owner"] == r.user) { any = true; if (def && !F("two-default-keys")) v["is_default"] = false; }
    json &k = add_key(r.user, n, "hbk_" + hex16() + hex16(), def || !any); if (!d.empty()) k["description"] = d; s.send(key_view(k, true));
  });
  route("GET", "/me/api-keys/default", JWT, [](Req &r, Res &s) { for (auto &[k, v] : S.keys) if (v["_owner"] == r.user && v["is_default"] == true) return s.send(key_view(v, true)); s.send(key_view(add_key(r.user, "default", "hbk_" + hex16() + hex16(), true), true)); });
  route("GET", "/me/api-keys/{api_key_id}", JWT, [](Req &r, Res &s) { s.send(key_view(key_of(r), true)); });
  route("DELETE", "/me/api-keys/{api_key_id}", JWT, [](Req &r, Res &s) {
    json k = key_of(r); if (k["_owner"] != r.user) fail(404, "api key not found");
    S.keys.erase(k["api_key_id"].get<long long>()); if (!F("deleted-key-works")) S.key_index.erase(k["api_key"].get<string>());
    if (k["is_default"] == true) for (auto &[i, v] : S.keys) if (v["_owner"] == r.user) { v["is_default"] = true; break; }
    s.send(key_view(k, false));
  });
  // ---- billing, credits, payments ----
  route("GET", "/me/billing", JWT, [](Req &r, Res &s) {
    User &u = S.users[r.user]; long long n = 0, c = 0; for (auto &[k, x] : S.subs[r.user]) if (x["status"] == "active") { n++; c += x["price_cents"].get<long long>(); }
    s.send({{"plan", u.tier}, {"status", "active"}, {"currency", "usd"}, {"active_subscriptions", n}, {"monthly_cents", c}, {"period_start", day(0).substr(0, 8) + "01"}});
  });
  route("GET", "/me/credits", JWT, [](Req &r, Res &s) { s.send(credits(S.users[r.user])); });
  route("POST", "/me/credits/use", JWT, [](Req &r, Res &s) {
    User &u = S.users[r.user]; long long b = u.balance; if (b <= 0) fail(404, "no credits left");
    if (F("credits-lost-update")) { r.lk->unlock(); this_thread::sleep_for(chrono::milliseconds(30)); r.lk->lock(); }
    u.balance = b - 1; s.send(credits(u));
  });
  route("POST", "/me/payments/webhook", NONE, [](Req &r, Res &s) {
    string sig = r.header("x-payment-signature");
    if (!(sig.empty() && F("webhook-unsigned"))) { if (sig.empty()) fail(400, "missing signature"); if (sig != "sha256=" + hmac_hex(WEBHOOK_SECRET, r.body)) fail(400, "invalid signature"); }
    json e = json::parse(r.body, nullptr, false);
    if (!e.is_object() || !e.contains("id") || !e["id"].is_string() || !e.contains("type") || !e["type"].is_string()) fail(400, "invalid event");
    bool fresh = S.events.insert(e["id"].get<string>()).second;
    if ((fresh || F("webhook-replayed")) && e["type"] == "checkout.session.completed" && e.contains("data") && e["data"].is_object()) {
      json &d = e["data"]; string u = d.contains("user_id") && d["user_id"].is_string() ? d["user_id"].get<string>() : ""; auto i = S.users.find(u);
      if (i != S.users.end() && d.contains("credits") && d["credits"].is_number_unsigned()) i->second.balance += d["credits"].get<long long>();
    }
    s.send({{"received", true}, {"duplicate", !fresh}});
  });
  route("POST", "/me/payments/sessions", JWT, [](Req &r, Res &s) {
    json b = body_json(r, true); long long c = 100; opt_text(b, "success_url"); opt_text(b, "cancel_url");
    if (b.contains("credits") && !b["credits"].is_null()) { if (!b["credits"].is_number_integer() || b["credits"] < 1 || b["credits"] > 1000000) invalid({"body", "credits"}, "must be an integer from 1 to 1000000", "out_of_range"); c = b["credits"]; }
    string id = "cs_" + hex16(); s.send({{"session_id", id}, {"url", "https://pay.example/" + id}, {"status", "open"}, {"credits", c}, {"amount_cents", c * 10}, {"created_at", iso(now_us())}});
  });
  reports(); subscriptions(); cli();
}

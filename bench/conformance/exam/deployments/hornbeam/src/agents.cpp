// Agents, customization, legacy chats.
#include "core.hpp"
using namespace std;
static const regex SLUG("[a-z0-9][a-z0-9-]{1,62}[a-z0-9]"), COLOR("#[0-9a-fA-F]{6}");
bool sandbox(const string &u) { return S.users[u].tier == "sandbox"; }
string default_visibility(const string &u) { return sandbox(u) ? "public" : "private"; }

static json view(const json &a) {
  json o = public_view(a); string id = a["agent_id"];
  o["file_count"] = S.files.count(id) ? S.files[id].size() : 0;
  if (S.themes.count(id)) o["theme_color"] = S.themes[id]["theme_color"];
  return o;
}
// checks the body's fields; what comes back are the fields to set, null for those to remove
static json fields(const json &b) {
  json o = json::object();
  for (const char *k : {"chat_prompt", "name", "description", "vanity_slug", "upsell_description"}) if (b.contains(k)) { if (b[k].is_null()) o[k] = nullptr; else o[k] = opt_text(b, k); }
  if (b.contains("visibility") && !b["visibility"].is_null()) { string v = opt_text(b, "visibility"); if (v != "private" && v != "public") invalid({"body", "visibility"}, "must be private or public", "enum"); o["visibility"] = v; }
  if (b.contains("tags")) { if (!b["tags"].is_null()) { if (!b["tags"].is_array()) invalid({"body", "tags"}, "must be a list", "list_type"); for (auto &t : b["tags"]) if (!t.is_string()) invalid({"body", "tags"}, "must be texts", "string_type"); } o["tags"] = b["tags"]; }
  if (b.contains("price_cents")) { if (!b["price_cents"].is_null() && (!b["price_cents"].is_number_integer() || b["price_cents"].get<double>() < 0 || b["price_cents"].get<double>() > 1e8)) invalid({"body", "price_cents"}, "must be an integer not below 0", "int_type"); o["price_cents"] = b["price_cents"]; }
  if (o.contains("vanity_slug") && o["vanity_slug"].is_string() && !regex_match(o["vanity_slug"].get<string>(), SLUG)) invalid({"body", "vanity_slug"}, "must be 3 to 64 of a-z, 0-9 and -", "pattern");
  return o;
}
static void check_tier(const string &user, const json &f) { if (f.contains("visibility") && f["visibility"] == "private" && sandbox(user)) fail(400, "the sandbox tier can not set private"); }
static void check_slug(const json &f, const string &id) { if (f.contains("vanity_slug") && f["vanity_slug"].is_string()) { auto i = S.slugs.find(f["vanity_slug"]); if (i != S.slugs.end() && i->second != id) fail(400, "the vanity slug is taken"); } }
static void apply_to(json &a, const json &f) {
  string id = a["agent_id"];
  if (f.contains("vanity_slug") && a.contains("vanity_slug") && a["vanity_slug"] != f["vanity_slug"]) S.slugs.erase(a["vanity_slug"].get<string>());
  for (auto &[k, v] : f.items()) if (v.is_null()) a.erase(k); else a[k] = v;
  if (a.contains("vanity_slug")) S.slugs[a["vanity_slug"]] = id;
  a["updated_at"] = iso(now_us());
}
static json &create(const string &user, const json &f) {
  string id = uuid4(), t = iso(now_us());
  json a = {{"agent_id", id}, {"chat_id", id}, {"owner_id", user}, {"_owner", user}, {"visibility", default_visibility(user)}, {"feedback_count", 0}, {"created_at", t}};
  S.agents[id] = a; apply_to(S.agents[id], f); S.agents[id]["updated_at"] = t; return S.agents[id];
}
static void need_prompt(const json &b, int status) {
  bool miss = !b.contains("chat_prompt") || b["chat_prompt"].is_null() || (b["chat_prompt"].is_string() && b["chat_prompt"].get<string>().empty());
  if (miss) { if (status == 400) fail(400, "chat prompt is missing"); invalid({"body", "chat_prompt"}, "field required", "missing"); }
}
static json &get_agent(const string &id) { auto i = S.agents.find(lower(id)); if (i == S.agents.end()) fail(404, "agent not found"); return i->second; }
static json &own(Req &r, const string &id) { json &a = get_agent(id); if (a["_owner"] != r.user) fail(403, "not your agent"); return a; }
static json &readable(Req &r, const string &id, bool slug = false) {
  string k = id; if (slug && S.slugs.count(k)) k = S.slugs[k];
  json &a = get_agent(k); if (a["visibility"] == "private" && a["_owner"] != r.user) fail(403, "no permission"); return a;
}
static void list(Req &r, Res &s) {
  vector<const json *> v; for (auto &[k, a] : S.agents) if (a["_owner"] == r.user) v.push_back(&a);
  sort(v.begin(), v.end(), [](const json *a, const json *b) { return (*a)["created_at"] < (*b)["created_at"]; });
  json o = json::array(); for (auto a : v) o.push_back(view(*a)); s.send(o);
}
static const char *STYLES[][3] = {{"bolt", "Bolt", "https://bolt.example"}, {"lovable", "Lovable", "https://lovable.example"}, {"replit", "Replit", "https://replit.example"}};

void setup_agents() {
  route("GET", "/me/agents", JWT, list);
  route("GET", "/me/chats", JWT, list);
  route("POST", "/me/agents", JWT, [](Req &r, Res &s) {
    json b = body_json(r), f = fields(b); string id = lower(opt_text(b, "agent_id", opt_text(b, "chat_id"))); need_prompt(b, 400);
    if (!id.empty()) {
      json &a = get_agent(id); if (a["_owner"] != r.user && !F("upsert-of-others")) fail(403, "not your agent");
      check_tier(r.user, f); check_slug(f, id); apply_to(a, f); return s.send(view(a));
    }
    check_tier(r.user, f); check_slug(f, ""); s.send(view(create(r.user, f)));
  });
  route("POST", "/me/chats", JWT, [](Req &r, Res &s) { json b = body_json(r), f = fields(b); need_prompt(b, 400); check_tier(r.user, f); check_slug(f, ""); s.send(view(create(r.user, f))); });
  route("POST", "/me/agents/vanity/slug", NONE, [](Req &r, Res &s) {
    json b = body_json(r, true); string t = lower(opt_text(b, "name", opt_text(b, "text", opt_text(b, "prompt", "worker")))), o;
    for (char c : t) { if (isalnum((unsigned char)c)) o += c; else if (!o.empty() && o.back() != '-') o += '-'; if (o.size() >= 40) break; }
    while (!o.empty() && o.back() == '-') o.pop_back();
    if (o.size() < 3) o = "worker"; string c = o; while (S.slugs.count(c)) c = o + "-" + hex16().substr(0, 6);
    s.send({{"slug", c}});
  });
  route("GET", "/me/agents/vanity/slug", JWT, [](Req &r, Res &s) {
    if (!r.has_q("slug")) invalid({"query", "slug"}, "field required", "missing");
    string q = r.q("slug"); bool taken = S.slugs.count(q);
    if (F("slug-taken-by-prefix")) { auto i = S.slugs.lower_bound(q); taken = i != S.slugs.end() && i->first.compare(0, q.size(), q) == 0; }
    s.send({{"slug", q}, {"available", !taken && regex_match(q, SLUG)}});
  });
  route("GET", "/me/agents/{agent_id}", OPTIONAL, [](Req &r, Res &s) { s.send(view(readable(r, r.p["agent_id"], true))); });
  route("POST", "/me/agents/{agent_id}/upsell-description", JWT, [](Req &r, Res &s) {
    json &x = get_agent(r.p["agent_id"]); if (x["_owner"] != r.user) fail(404, "agent not found");
    string p = x.value("chat_prompt", ""), t = "Subscribe to " + x.value("name", string("this worker")) + ": it works by \"";
    size_t n = min<size_t>(p.size(), 80); while (n > 0 && n < p.size() && (p[n] & 0xC0) == 0x80) n--;
    t += p.substr(0, n) + "\" all day long.";
    if (F("upsell-set-on-a-copy")) { auto a = x; a["upsell_description"] = t; return s.send(view(a)); }
    x["upsell_description"] = t; x["updated_at"] = iso(now_us()); s.send(view(x));
  });
  route("GET", "/me/agents/{agent_id}/vibe", JWT, [](Req &r, Res &s) {
    string q = r.q("service_name"); bool ok = false; for (auto &x : STYLES) ok |= q == x[0];
    if (!ok) invalid({"query", "service_name"}, "must be bolt, lovable or replit", "enum");
    json &a = readable(r, r.p["agent_id"]);
    s.send({{"agent_id", a["agent_id"]}, {"service_name", q}, {"prompt", "Build a web page for " + q + " that talks to the worker " + a["agent_id"].get<string>() + ", which was told: " + a.value("chat_prompt", "")}});
  });
  route("GET", "/me/vibe/services", NONE, [](Req &, Res &s) { json i = json::array(); for (auto &x : STYLES) i.push_back({{"service_name", x[0]}, {"name", x[0]}, {"title", x[1]}, {"url", x[2]}}); s.send({{"count", 3}, {"items", i}}); });
  route("GET", "/me/agents/{agent_id}/customizations/theme", JWT, [](Req &r, Res &s) { json &a = readable(r, path_uuid(r, "agent_id")); string id = a["agent_id"]; s.send(S.themes.count(id) ? S.themes[id] : json()); });
  route("PUT", "/me/agents/{agent_id}/customizations/theme", JWT, [](Req &r, Res &s) {
    string id = path_uuid(r, "agent_id"); json b = body_json(r); own(r, id);
    if (!b.contains("theme_color") || b["theme_color"].is_null()) invalid({"body", "theme_color"}, "field required", "missing");
    string c = opt_text(b, "theme_color"); if (!(F("theme-regex-search") ? regex_search(c, COLOR) : regex_match(c, COLOR))) fail(400, "invalid theme color format");
    json t = {{"agent_id", id}, {"theme_color", c}, {"updated_at", iso(now_us())}};
    S.themes[id] = t; s.send(t);
  });
  // ---- chats ----
  route("GET", "/me/chats/{chat_id}", OPTIONAL, [](Req &r, Res &s) { s.send(view(readable(r, r.p["chat_id"], true))); });
  route("PUT", "/me/chats/{chat_id}", JWT, [](Req &r, Res &s) {
    json b = body_json(r), f = fields(b); json &a = own(r, r.p["chat_id"]); string id = a["agent_id"];
    need_prompt(b, 422); check_tier(r.user, f); check_slug(f, id);
    for (const char *k : {"name", "description", "vanity_slug", "upsell_description", "tags", "price_cents"}) if (!f.contains(k) && a.contains(k)) f[k] = nullptr;
    if (!f.contains("visibility")) f["visibility"] = default_visibility(r.user);
    apply_to(a, f); s.send(view(a));
  });
  route("PATCH", "/me/chats/{chat_id}", JWT, [](Req &r, Res &s) {
    json b = body_json(r), f = fields(b); json &a = own(r, r.p["chat_id"]); string id = a["agent_id"];
    if (b.contains("chat_prompt")) need_prompt(b, 422);
    check_tier(r.user, f);
    check_slug(f, id);
    if (F("chat-patch-drops-prompt") && !f.contains("chat_prompt")) f["chat_prompt"] = "";
    apply_to(a, f); s.send(view(a));
  });
  route("DELETE", "/me/chats/{chat_id}", JWT, [](Req &r, Res &s) {
    json &a = own(r, r.p["chat_id"]); json o = view(a); string id = a["agent_id"];
    if (a.contains("vanity_slug") && !F("delete-keeps-slug")) S.slugs.erase(a["vanity_slug"].get<string>());
    S.files.erase(id); S.themes.erase(id);
    for (auto i = S.schedules.begin(); i != S.schedules.end();) if (i->second["chat_id"] == id) i = S.schedules.erase(i); else ++i;
    for (auto &[u, m] : S.subs) if (m.count(id) && m[id]["status"] == "active") { m[id]["status"] = "canceled"; m[id]["canceled_at"] = iso(now_us()); }
    S.agents.erase(id); s.send(o);
  });
  route("GET", "/me/chats/{chat_id}/og", NONE, [](Req &r, Res &s) {
    json &a = get_agent(path_uuid(r, "chat_id")); string id = a["agent_id"];
    if (a["visibility"] == "private" && !F("og-shows-private")) return s.send({{"title", "Private chat"}, {"description", ""}, {"url", "https://workers.example/c/" + id}});
    s.send({{"title", a.value("name", string("A worker"))}, {"description", a.value("description", a.value("chat_prompt", string()))}, {"url", "https://workers.example/c/" + a.value("vanity_slug", id)}, {"image", "https://workers.example/og/" + id + ".png"}});
  });
  route("POST", "/me/chats/{chat_id}/clone", JWT, [](Req &r, Res &s) {
    string src = path_uuid(r, "chat_id"); json b = body_json(r, true), f = fields(b); json a = get_agent(src);
    if (a["visibility"] != "public" && !(F("clone-own-private") && a["_owner"] == r.user)) fail(403, "the chat is not public");
    check_tier(r.user, f); check_slug(f, "");
    if (f.contains("chat_prompt")) need_prompt(b, 422);
    for (const char *k : {"chat_prompt", "name", "description", "tags"}) if (a.contains(k) && !f.contains(k)) f[k] = a[k];
    json &n = create(r.user, f); string id = n["agent_id"]; n["cloned_from"] = src;
    if (S.themes.count(src)) { S.themes[id] = S.themes[src]; S.themes[id]["agent_id"] = id; }
    if (S.files.count(src)) for (auto [fid, x] : map<string, json>(S.files[src])) { string k = uuid4(); x["file_id"] = k; x["agent_id"] = id; S.files[id][k] = x; }
    s.send(view(n));
  });
  route("POST", "/me/chats/{chat_id}/feedback", JWT, [](Req &r, Res &s) {
    json b = body_json(r); json &a = get_agent(r.p["chat_id"]); if (a["visibility"] == "private" && a["_owner"] != r.user) fail(404, "chat not found");
    if (b.contains("rating") && !b["rating"].is_null() && (!b["rating"].is_number_integer() || b["rating"] < 1 || b["rating"] > 5)) invalid({"body", "rating"}, "must be an integer from 1 to 5", "out_of_range");
    opt_text(b, "comment"); a["feedback_count"] = a["feedback_count"].get<long long>() + 1; s.send(view(a));
  });
  route("POST", "/me/chats/{chat_id}/runs", JWT, [](Req &r, Res &s) {
    json &a = get_agent(path_uuid(r, "chat_id")); if (a["visibility"] == "private" && a["_owner"] != r.user) fail(403, "no permission");
    auto run = new_run(r.user, a); add_log(*run, "run_started", "run " + run->id); s.send(run->logs[0]);
  });
}

// Bundles and schedules.
#include "core.hpp"
using namespace std;
static json bview(const json &b) { json o = public_view(b); return o; }
static json &bundle_of(Req &r, int status = 404) { auto i = S.bundles.find(path_int(r, "bundle_id")); if (i == S.bundles.end() || (i->second["_owner"] != r.user && !(status == 409 && F("bundle-put-of-others")))) fail(status, status == 409 ? "update failed: bundle not found" : "bundle not found"); return i->second; }
void setup_bundles() {
  const string P = "/me/bundles";
  route("GET", P, JWT, [](Req &r, Res &s) {
    vector<json> v; for (auto &[k, b] : S.bundles) if (b["_owner"] == r.user) { json o = bview(b); o["tool_count"] = b["tools"].size(); o.erase("tools"); v.push_back(o); }
    if (F("bundle-list-loses-ties")) { map<long long, json> m; for (auto &x : v) m.emplace(x["sort_order"].get<long long>(), x); v.clear(); for (auto &[k, x] : m) v.push_back(x); }
    stable_sort(v.begin(), v.end(), [](const json &a, const json &b) { return a["sort_order"] < b["sort_order"]; }); s.send(v);
  });
  route("POST", P, JWT, [](Req &r, Res &s) { long long id = S.next_bundle++; string t = iso(now_us()); S.bundles[id] = {{"bundle_id", id}, {"_owner", r.user}, {"name", "New bundle"}, {"sort_order", 0}, {"tools", json::array()}, {"created_at", t}, {"updated_at", t}}; s.send(bview(S.bundles[id])); });
  route("GET", P + "/{bundle_id}", JWT, [](Req &r, Res &s) { s.send(bview(bundle_of(r))); });
  route("PUT", P + "/{bundle_id}", JWT, [](Req &r, Res &s) {
    path_int(r, "bundle_id"); json q = body_json(r); json &b = bundle_of(r, 409); json c = b;
    string n = opt_text(q, "name", c["name"]); c["name"] = n;
    if (q.contains("description")) { if (q["description"].is_null()) c.erase("description"); else c["description"] = opt_text(q, "description"); }
    if (q.contains("tags")) { if (q["tags"].is_null()) c.erase("tags"); else { if (!q["tags"].is_array()) invalid({"body", "tags"}, "must be a list", "list_type"); for (auto &t : q["tags"]) if (!t.is_string()) invalid({"body", "tags"}, "must be texts", "string_type"); c["tags"] = q["tags"]; } }
    if (q.contains("sort_order") && !q["sort_order"].is_null()) { if (!q["sort_order"].is_number_integer()) invalid({"body", "sort_order"}, "must be an integer", "int_type"); c["sort_order"] = q["sort_order"]; }
    if (q.contains("tools") && !q["tools"].is_null()) {
      if (!q["tools"].is_array()) invalid({"body", "tools"}, "must be a list", "list_type");
      json l = json::array(); set<string> seen;
      for (auto &t : q["tools"]) { string id; if (t.is_string()) id = t; else if (t.is_object() && t.contains("tool_id") && t["tool_id"].is_string()) id = t["tool_id"]; else invalid({"body", "tools"}, "must be tool ids", "string_type"); if (!find_tool(id)) fail(409, "update failed: no such tool " + id); if (seen.insert(id).second) l.push_back({{"tool_id", id}, {"bundle_id", c["bundle_id"]}, {"added_at", iso(now_us())}}); }
      c["tools"] = l;
    }
    c["updated_at"] = iso(now_us()); b = c; s.send(bview(b));
  });
  route("DELETE", P + "/{bundle_id}", JWT, [](Req &r, Res &s) { json b = bview(bundle_of(r)); S.bundles.erase(b["bundle_id"].get<long long>()); b.erase("tools"); s.send(b); });
  route("GET", P + "/{bundle_id}/tools", JWT, [](Req &r, Res &s) { auto i = S.bundles.find(path_int(r, "bundle_id")); s.send(i == S.bundles.end() || i->second["_owner"] != r.user ? json::array() : i->second["tools"]); });
  route("POST", P + "/{bundle_id}/tools", JWT, [](Req &r, Res &s) {
    path_int(r, "bundle_id"); json q = body_json(r); if (!q.contains("tool_id") || !q["tool_id"].is_string()) invalid({"body", "tool_id"}, "text is required", "missing");
    json &b = bundle_of(r); string id = q["tool_id"]; if (!find_tool(id)) fail(404, "tool not found");
    for (auto &t : b["tools"]) if (t["tool_id"] == id) return s.send(t);
    json t = {{"tool_id", id}, {"bundle_id", b["bundle_id"]}, {"added_at", iso(now_us())}}; b["tools"].push_back(t); b["updated_at"] = iso(now_us()); s.send(t);
  });
  route("DELETE", P + "/{bundle_id}/tools/{tool_id}", JWT, [](Req &r, Res &s) {
    json &b = bundle_of(r), &l = b["tools"];
    for (size_t i = 0; i < l.size(); i++) if (l[i]["tool_id"] == r.p["tool_id"]) {
      json t = l[i]; if (F("bundle-tool-erases-rest")) l.erase(l.begin() + i, l.end()); else l.erase(i);
      b["updated_at"] = iso(now_us()); return s.send(t);
    }
    fail(404, "tool not in the bundle");
  });
}
// ---- schedules ----
static string cron_of(const json &b) { string c = opt_text(b, "cron_expression"), why; long long n; if (c.empty()) invalid({"body", "cron_expression"}, "field required", "missing"); if (!cron_next(c, 0, n, why)) invalid({"body", "cron_expression"}, why); return c; }
static json sview(const json &x) { json o = public_view(x); long long n = 0; string why; if (x["enabled"] == true && cron_next(x["cron_expression"], now_us() / 1000000, n, why) && n) o["next_run_at"] = iso(n * 1000000LL); return o; }
static void check_chat(Req &r, const json &b) {
  string id = b.contains("chat_id") && b["chat_id"].is_string() ? lower(b["chat_id"]) : ""; auto i = S.agents.find(id);
  if (i == S.agents.end() || (i->second["_owner"] != r.user && !(F("schedule-for-public-chats") && i->second["visibility"] == "public"))) fail(403, "the chat id is invalid, missing or not yours");
}
static json &schedule_of(Req &r) { auto i = S.schedules.find(path_uuid(r, "schedule_id")); if (i == S.schedules.end() || i->second["_owner"] != r.user) fail(404, "schedule not found"); return i->second; }
static void opts(const json &b, json &x) {
  for (const char *k : {"name", "message", "description"}) if (b.contains(k)) { if (b[k].is_null()) x.erase(k); else x[k] = opt_text(b, k); }
  if (b.contains("enabled") && !b["enabled"].is_null()) { if (!b["enabled"].is_boolean()) invalid({"body", "enabled"}, "must be a boolean", "bool_type"); x["enabled"] = b["enabled"]; }
}
static bool text_to_cron(string q, string &out) {
  static const map<string, string> known = {{"@hourly", "0 * * * *"}, {"@daily", "0 0 * * *"}, {"@midnight", "0 0 * * *"}, {"@weekly", "0 0 * * 0"}, {"@monthly", "0 0 1 * *"}, {"@yearly", "0 0 1 1 *"}, {"hourly", "0 * * * *"}, {"every hour", "0 * * * *"}, {"every minute", "* * * * *"}, {"daily", "0 0 * * *"}, {"every day", "0 0 * * *"}, {"weekly", "0 0 * * 0"}, {"every week", "0 0 * * 0"}, {"monthly", "0 0 1 * *"}, {"every month", "0 0 1 * *"}};
  string c, l = lower(q); for (char x : l) if (x != ' ' && x != '\t') c += x; else if (!c.empty() && c.back() != ' ') c += ' ';
  while (!c.empty() && c.back() == ' ') c.pop_back();
  if (known.count(c)) { out = known.at(c); return true; }
  static const regex re("every (day|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday) at (\\d{1,2})(?::(\\d\\d))? ?(am|pm)?"); smatch m;
  if (regex_match(c, m, re)) {
    int h = stoi(m[2]), mi = m[3].matched ? stoi(m[3]) : 0; if (m[4].matched) { if (h < 1 || h > 12) return false; h = h % 12 + (m[4] == "pm" ? 12 : 0); } if (h > 23 || mi > 59) return false;
    static const char *d[] = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}; string w = m[1] == "day" ? "*" : "1-5"; for (int i = 0; i < 7; i++) if (m[1] == d[i]) w = to_string(i);
    out = to_string(mi) + " " + to_string(h) + " * * " + w; return true;
  }
  long long n; string why; if (!cron_next(c, 0, n, why)) return false; out = c; return true;
}
void setup_schedules() {
  const string P = "/me/schedules";
  route("GET", P, JWT, [](Req &r, Res &s) {
    vector<json> v; for (auto &[k, x] : S.schedules) if (x["_owner"] == r.user) v.push_back(sview(x));
    sort(v.begin(), v.end(), [](const json &a, const json &b) { return a["created_at"] < b["created_at"]; }); s.send({{"count", v.size()}, {"items", v}});
  });
  route("POST", P, JWT, [](Req &r, Res &s) {
    json b = body_json(r); check_chat(r, b); string c = cron_of(b), id = uuid4(), t = iso(now_us());
    json x = {{"schedule_id", id}, {"_owner", r.user}, {"chat_id", lower(b["chat_id"])}, {"cron_expression", c}, {"enabled", true}, {"created_at", t}, {"updated_at", t}}; opts(b, x); S.schedules[id] = x; s.send(sview(x));
  });
  route("GET", P + "/onboarding", JWT, [](Req &r, Res &s) { bool has = false; for (auto &[k, x] : S.schedules) has |= x["_owner"] == r.user; s.send({{"has_schedules", has}, {"suggestions", json::array({{{"title", "Every morning"}, {"cron_expression", "0 9 * * *"}}, {{"title", "Every Monday"}, {"cron_expression", "0 9 * * 1"}}})}}); });
  route("GET", P + "/text-to-cron", JWT, [](Req &r, Res &s) { if (!r.has_q("cron")) invalid({"query", "cron"}, "field required", "missing"); string o; if (!text_to_cron(r.q("cron"), o)) fail(400, "invalid cron expression"); s.send({{"input", r.q("cron")}, {"cron_expression", o}}); });
  route("GET", P + "/{schedule_id}", JWT, [](Req &r, Res &s) { s.send(sview(schedule_of(r))); });
  route("PUT", P + "/{schedule_id}", JWT, [](Req &r, Res &s) {
    path_uuid(r, "schedule_id"); json b = body_json(r); json &x = schedule_of(r), n = x;
    if (b.contains("chat_id") && !b["chat_id"].is_null()) { check_chat(r, b); n["chat_id"] = lower(b["chat_id"]); }
    if (b.contains("cron_expression") && !b["cron_expression"].is_null()) { if (F("schedule-cron-emplaced")) { cron_of(b); n.emplace("cron_expression", b["cron_expression"]); } else n["cron_expression"] = cron_of(b); }
    opts(b, n);
    n["updated_at"] = iso(now_us()); x = n; s.send(sview(x));
  });
  route("DELETE", P + "/{schedule_id}", JWT, [](Req &r, Res &s) { json x = public_view(schedule_of(r)); S.schedules.erase(x["schedule_id"].get<string>()); s.send(x); });
  thread([] {
    long long last = now_us() / 60000000;
    while (true) {
      this_thread::sleep_for(chrono::milliseconds(500)); long long m = now_us() / 60000000; if (m == last) continue; last = m;
      lock_guard<mutex> l(G);
      for (auto &[k, x] : S.schedules) { long long n; string why; if (x["enabled"] != true || !cron_next(x["cron_expression"], m * 60 - 60, n, why) || n != m * 60 || !S.agents.count(x["chat_id"])) continue; auto run = new_run(x["_owner"], S.agents[x["chat_id"]]); add_log(*run, "run_started", "schedule " + k); worker_turn_plain(*run, x.value("message", string("Scheduled run"))); x["last_run_at"] = iso(now_us()); }
    }
  }).detach();
}

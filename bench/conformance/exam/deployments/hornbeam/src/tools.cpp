// Tools, toolsets, installed tools, tool runs.
#include "core.hpp"
using namespace std;
vector<Tool> TOOLS;
static const map<string, string> SETS = {{"sea", "Tides and ports"}, {"math", "Numbers"}, {"text", "Texts"}, {"notifier", "Push notifications"}};
const Tool *find_tool(const string &n) { for (auto &t : TOOLS) if (t.name == n) return &t; return nullptr; }
static json mcp(const Tool &t) { return {{"name", t.name}, {"description", t.description}, {"inputSchema", t.schema}}; }
static json pub(const Tool &t) { return {{"tool_id", t.name}, {"name", t.name}, {"description", t.description}, {"toolset_name", t.toolset}, {"requires_auth", t.needs_auth}}; }
static vector<string> words(const string &s) { vector<string> o; string c; for (char x : lower(s) + " ") if (isalnum((unsigned char)x) || (x & 0x80)) c += x; else { if (!c.empty()) o.push_back(c); c.clear(); } return o; }
void check_input(const Tool &t, const json &in) {
  const json &props = t.schema["properties"];
  for (auto &q : t.schema["required"]) if (!in.contains(q.get<string>()) || in[q.get<string>()].is_null()) fail(400, "invalid input: " + q.get<string>() + " is required");
  for (auto &[k, v] : in.items()) {
    if (!props.contains(k)) fail(400, "invalid input: unknown parameter " + k);
    if (v.is_null()) continue;
    const json &p = props[k]; string ty = p["type"];
    bool ok = ty == "string" ? v.is_string() : ty == "integer" ? v.is_number_integer() : ty == "number" ? v.is_number() : ty == "boolean" ? v.is_boolean() : ty == "array" ? v.is_array() : true;
    if (F("tool-number-from-text") && (ty == "integer" || ty == "number") && v.is_string()) ok = true;
    if (!ok) fail(400, "invalid input: " + k + " must be of type " + ty);
    if (!v.is_number()) { if (p.contains("enum") && find(p["enum"].begin(), p["enum"].end(), v) == p["enum"].end()) fail(400, "invalid input: " + k + " is not one of the known values"); continue; }
    if (p.contains("minimum") && v.get<double>() < p["minimum"].get<double>()) fail(400, "invalid input: " + k + " is too small");
    if (p.contains("maximum") && v.get<double>() > p["maximum"].get<double>() && !F("notifier-limit-unchecked")) fail(400, "invalid input: " + k + " is too large");
  }
}
static json obj(const json &props, const json &req) { return {{"type", "object"}, {"properties", props}, {"required", req}}; }
static double num(const json &j) { return j.is_string() ? strtod(j.get<string>().c_str(), nullptr) : j.get<double>(); }

static json user_tool(const json &i) { json o = i; const Tool *t = find_tool(i["tool_id"]); o["name"] = t->name; o["description"] = t->description; o["toolset_name"] = t->toolset; return o; }
void setup_tools() {
  TOOLS.push_back({"read_tide_table", "sea", "Read the tide table of a port", obj({{"port", {{"type", "string"}}}, {"days", {{"type", "integer"}, {"minimum", 1}, {"maximum", 7}}}}, {"port"}), [](const string &, const json &in) { return json{{"port", in["port"]}, {"high_water", {"03:14", "15:41"}}, {"days", in.contains("days") && in["days"].is_number() ? in["days"] : json(1)}}; }});
  TOOLS.push_back({"list_ports", "sea", "List the ports with a tide table", obj(json::object(), json::array()), [](const string &, const json &) { return json{{"ports", {"Hull", "Dover", "Leith"}}}; }});
  TOOLS.push_back({"add_numbers", "math", "Add two numbers", obj({{"a", {{"type", "number"}}}, {"b", {{"type", "number"}}}}, {"a", "b"}), [](const string &, const json &in) { if (in["a"].is_number_integer() && in["b"].is_number_integer()) { long long x; if (!__builtin_add_overflow(in["a"].get<long long>(), in["b"].get<long long>(), &x)) return json{{"sum", x}}; } return json{{"sum", num(in["a"]) + num(in["b"])}}; }});
  TOOLS.push_back({"reverse_text", "text", "Reverse a text", obj({{"text", {{"type", "string"}}}}, {"text"}), [](const string &, const json &in) { string s = in["text"], o; for (size_t i = s.size(); i > 0;) { size_t j = i - 1; while (j > 0 && (s[j] & 0xC0) == 0x80) j--; o += s.substr(j, i - j); i = j; } return json{{"text", o}}; }});
  TOOLS.push_back({"count_words", "text", "Count the words of a text", obj({{"text", {{"type", "string"}}}}, {"text"}), [](const string &, const json &in) { return json{{"words", words(in["text"]).size()}}; }});
  setup_notifier();
  route("GET", "/me/tools/list", JWT, [](Req &, Res &s) { json o = json::array(); for (auto &t : TOOLS) o.push_back(mcp(t)); s.send(o); });
  route("GET", "/me/tools", NONE, [](Req &, Res &s) { json o = json::array(); for (auto &t : TOOLS) o.push_back(pub(t)); s.send(o); });
  route("GET", "/me/tools/search", JWT, [](Req &r, Res &s) {
    if (!r.has_q("q") || r.q("q").empty()) invalid({"query", "q"}, "at least one character is required", "string_too_short");
    long long limit = query_int(r, "limit", 20, 1, F("search-limit-201") ? 201 : 200); double min = 0.15;
    if (r.has_q("min_score")) { string m = r.q("min_score"); char *e; min = strtod(m.c_str(), &e); if (m.empty() || *e || isspace((unsigned char)m[0]) || !(min >= 0 && min <= 1)) invalid({"query", "min_score"}, "must be from 0.0 to 1.0", "out_of_range"); }
    string kit = r.q("toolkit"); vector<string> qs = words(r.q("q")); vector<pair<double, const Tool *>> v;
    for (auto &t : TOOLS) {
      if (!kit.empty() && kit != "null" && t.toolset != kit) continue;
      vector<string> n = words(t.name), d = words(t.description); double sum = 0;
      for (auto &q : qs) { double b = 0; for (auto &x : n) b = max(b, x == q ? 1.0 : x.compare(0, q.size(), q) == 0 ? 0.7 : 0.0); for (auto &x : d) b = max(b, x == q ? 0.5 : x.compare(0, q.size(), q) == 0 ? 0.3 : 0.0); sum += b; }
      if (lower(t.name) == lower(r.q("q"))) sum = qs.size();
      double sc = qs.empty() ? 0 : sum / qs.size(); if (sc >= min) v.push_back({sc, &t});
    }
    stable_sort(v.begin(), v.end(), [](auto &a, auto &b) { return a.first != b.first ? a.first > b.first : a.second->name < b.second->name; });
    json o = json::array(); for (auto &[sc, t] : v) { if ((long long)o.size() >= limit) break; json j = mcp(*t); j["score"] = sc; o.push_back(j); } s.send(o);
  });
  route("GET", "/me/tools/{tool_id}", NONE, [](Req &r, Res &s) { const Tool *t = find_tool(r.p["tool_id"]); if (!t) fail(404, "the tool does not exist"); s.send(pub(*t)); });
  route("POST", "/me/tools/run/{tool_name}", JWT, [](Req &r, Res &s) {
    const Tool *t = find_tool(r.p["tool_name"]); if (!t) fail(404, "tool not found");
    json in = body_json(r, true); check_input(*t, in); if (t->needs_auth && !S.users[r.user].connected) fail(400, "no auth connection to the notification service");
    long long t0 = now_us(); json out = t->run(r.user, in); long long n = now_us(), id = S.next_log++;
    json l = {{"log_id", id}, {"_at", n}, {"tool_name", t->name}, {"input", in}, {"output", out}, {"status", "success"}, {"service_id", r.q("service_id", "default")}, {"service_id_namespace", r.q("service_id_namespace", "global")}, {"duration_us", n - t0}, {"created_at", iso(n)}};
    if (F("execution-log-numbers-double")) for (auto &[k, v] : l["input"].items()) if (v.is_number_integer()) v = (long long)(float)v.get<double>();
    S.executions[r.user].push_back(l);
    s.send({{"tool_name", t->name}, {"status", "success"}, {"output", out}, {"log_id", id}, {"service_id", l["service_id"]}, {"service_id_namespace", l["service_id_namespace"]}});
  });
  auto names = [](const string &set, bool full) { json o = json::array(); for (auto &t : TOOLS) if (t.toolset == set) o.push_back(full ? mcp(t) : json(t.name)); return o; };
  route("GET", "/me/toolsets/list", JWT, [=](Req &, Res &s) { json o = json::array(); for (auto &[k, d] : SETS) { json l = names(k, false); o.push_back({{"toolset_name", k}, {"description", d}, {"tool_count", l.size()}, {"tools", l}}); } s.send(o); });
  route("GET", "/me/toolsets/{toolset_name}", JWT, [=](Req &r, Res &s) { auto i = SETS.find(r.p["toolset_name"]); if (i == SETS.end()) fail(404, "toolset not found"); json l = names(i->first, true); s.send({{"toolset_name", i->first}, {"description", i->second}, {"tool_count", l.size()}, {"tools", l}}); });
  route("GET", "/me/user-tools", JWT, [](Req &r, Res &s) { json o = json::array(); for (auto &i : S.installed[F("installed-shared") ? OWN : r.user]) o.push_back(user_tool(i)); s.send(o); });
  route("POST", "/me/user-tools", JWT, [](Req &r, Res &s) {
    json b = body_json(r); if (!b.contains("tool_id") || !b["tool_id"].is_string()) invalid({"body", "tool_id"}, "text is required", "missing");
    string id = b["tool_id"]; if (!find_tool(id)) fail(409, "installation failed: no such tool");
    auto &v = S.installed[F("installed-shared") ? OWN : r.user]; for (auto &i : v) if (i["tool_id"] == id) fail(409, "installation failed: already installed");
    v.push_back({{"tool_id", id}, {"installed_at", iso(now_us())}}); s.send(v.back());
  });
  route("GET", "/me/user-tools/{tool_id}", JWT, [](Req &r, Res &s) { for (auto &i : S.installed[F("installed-shared") ? OWN : r.user]) if (i["tool_id"] == r.p["tool_id"]) return s.send(user_tool(i)); fail(404, "tool is not installed"); });
  route("DELETE", "/me/user-tools/{tool_id}", JWT, [](Req &r, Res &s) { auto &v = S.installed[F("installed-shared") ? OWN : r.user]; for (auto i = v.begin(); i != v.end(); ++i) if ((*i)["tool_id"] == r.p["tool_id"]) { json o = *i; v.erase(i); return s.send(o); } fail(404, "tool is not installed"); });
}

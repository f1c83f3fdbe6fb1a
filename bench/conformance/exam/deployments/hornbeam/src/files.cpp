// Agent files and agent studio chats.
#include "core.hpp"
using namespace std;
static const size_t FILES_PER_AGENT = 20;
static string own_id(Req &r) {
  string id = path_uuid(r, "agent_id"); auto i = S.agents.find(id); if (i == S.agents.end()) fail(404, "agent not found");
  if (i->second["_owner"] != r.user) fail(403, "not your agent"); return id;
}
static bool text_of(const json &b, const char *k, string &out) { if (!b.contains(k) || b[k].is_null()) return false; out = opt_text(b, k); return true; }
static bool position_of(const json &b, long long &p) {
  if (!b.contains("position") || b["position"].is_null()) return false;
  if (!b["position"].is_number_integer() || b["position"].get<double>() < 0 || b["position"].get<double>() > 1e9) invalid({"body", "position"}, "must be an integer not below 0", "int_type");
  p = b["position"]; return true;
}
static json listing(const string &id) {
  vector<json> v; if (S.files.count(id)) for (auto &[k, f] : S.files[id]) v.push_back(f);
  if (!F("files-in-id-order")) sort(v.begin(), v.end(), [](const json &a, const json &b) { return a["position"] != b["position"] ? a["position"] < b["position"] : a["created_at"] < b["created_at"]; });
  return {{"count", v.size()}, {"items", v}};
}
static json &file_of(Req &r, const string &a) { string f = path_uuid(r, "file_id"); auto i = S.files.find(a); if (i == S.files.end() || !i->second.count(f)) fail(404, "file not found"); return i->second[f]; }

void setup_files() {
  const string P = "/me/agents/{agent_id}/files";
  route("GET", P, JWT, [](Req &r, Res &s) { s.send(listing(own_id(r))); });
  route("POST", P, JWT, [](Req &r, Res &s) {
    string a = own_id(r), name, content, type = "text/plain", d; json b = body_json(r); long long pos = 0;
    if (!text_of(b, "name", name)) invalid({"body", "name"}, "field required", "missing");
    if (name.empty()) fail(400, "the name is empty");
    text_of(b, "content", content); text_of(b, "media_type", type);
    auto &m = S.files[a]; for (auto &[k, f] : m) pos = max(pos, f["position"].get<long long>() + 1);
    position_of(b, pos);
    if (m.size() >= FILES_PER_AGENT + (F("files-one-too-many") ? 1 : 0)) fail(400, "file limit exceeded");
    string id = uuid4(), t = iso(now_us());
    json f = {{"file_id", id}, {"agent_id", a}, {"name", name}, {"content", content}, {"media_type", type}, {"size", content.size()}, {"position", pos}, {"created_at", t}, {"updated_at", t}};
    if (text_of(b, "description", d)) f["description"] = d;
    m[id] = f; s.send(f, 201);
  });
  route("PUT", P + "/positions", JWT, [](Req &r, Res &s) {
    string a = own_id(r); json b = body_json(r);
    if (!b.contains("positions") || !b["positions"].is_array()) invalid({"body", "positions"}, "a list is required", "missing");
    auto &m = S.files[a]; set<string> seen; vector<pair<string, long long>> todo;
    for (auto &x : b["positions"]) {
      long long p; if (!x.is_object() || !x.contains("file_id") || !x["file_id"].is_string() || !position_of(x, p)) invalid({"body", "positions"}, "file_id and position are required", "missing");
      string f = lower(x["file_id"]); if (!is_uuid(f)) invalid({"body", "positions"}, "file_id is not a uuid", "uuid_parsing");
      if (!seen.insert(f).second) invalid({"body", "positions"}, "a file is named twice");
      if (!m.count(f)) fail(404, "file not found");
      if (F("positions-half-applied")) m[f]["position"] = p;
      todo.push_back({f, p});
    }
    for (auto &[f, p] : todo) { m[f]["position"] = p; m[f]["updated_at"] = iso(now_us()); }
    s.send(listing(a));
  });
  route("GET", P + "/{file_id}", JWT, [](Req &r, Res &s) { string a = own_id(r); s.send(file_of(r, a)); });
  route("PATCH", P + "/{file_id}", JWT, [](Req &r, Res &s) {
    string a = own_id(r), v; json &f = file_of(r, a); json b = body_json(r); long long p; bool hp = position_of(b, p);
    string name = f["name"], c = f["content"], t = f["media_type"]; text_of(b, "name", name); text_of(b, "content", c); text_of(b, "media_type", t);
    if (name.empty()) invalid({"body", "name"}, "must not be empty");
    f["name"] = name; f["content"] = c; f["media_type"] = t; if (hp) f["position"] = p;
    f["size"] = c.size();
    if (b.contains("description")) { if (b["description"].is_null()) f.erase("description"); else f["description"] = opt_text(b, "description"); }
    f["updated_at"] = iso(now_us()); s.send(f);
  });
  route("DELETE", P + "/{file_id}", JWT, [](Req &r, Res &s) {
    string a = own_id(r); file_of(r, a); auto &m = S.files[a]; auto i = m.erase(m.find(lower(r.p["file_id"])));
    if (F("file-delete-takes-next")) { if (i == m.end()) i = m.begin(); if (i != m.end()) m.erase(i); }
    s.status = 204; s.type = "";
  });
}

// ---- agent studio chats ----
static json &chat_of(Req &r, bool write) {
  auto i = S.studio.find(r.p["run_id"]); if (i == S.studio.end() || i->second->contains("deleted_at")) fail(404, "chat not found");
  json &c = *i->second; if (c["_owner"] != r.user && (write || (c["visibility"] == "private" && !F("studio-private-readable")))) fail(403, "no permission");
  return c;
}
static json studio_fields(Req &r, const json &b, bool check = true) {
  json o = json::object();
  for (const char *k : {"title", "description", "agent_id"}) if (b.contains(k)) { if (b[k].is_null()) o[k] = nullptr; else o[k] = opt_text(b, k); }
  if (b.contains("tags")) { if (!b["tags"].is_null()) { if (!b["tags"].is_array()) invalid({"body", "tags"}, "must be a list", "list_type"); for (auto &t : b["tags"]) if (!t.is_string()) invalid({"body", "tags"}, "must be texts", "string_type"); } o["tags"] = b["tags"]; }
  if (b.contains("visibility") && !b["visibility"].is_null()) { string v = opt_text(b, "visibility"); if (v != "private" && v != "public") invalid({"body", "visibility"}, "must be private or public", "enum"); o["visibility"] = v; if (check && v == "private" && sandbox(r.user)) fail(400, "the sandbox tier can not set private"); }
  return o;
}
static void set_fields(json &c, const json &f) { for (auto &[k, v] : f.items()) if (v.is_null()) c.erase(k); else c[k] = v; c["updated_at"] = iso(now_us()); }
void setup_studio() {
  const string P = "/me/agent-studio-chats";
  route("GET", P, JWT, [](Req &r, Res &s) {
    vector<json> v; for (auto &[k, c] : S.studio) if ((*c)["_owner"] == r.user && (!c->contains("deleted_at") || F("studio-lists-deleted"))) v.push_back(public_view(*c));
    sort(v.begin(), v.end(), [](const json &a, const json &b) { return a["created_at"] < b["created_at"]; }); s.send(v);
  });
  route("POST", P, JWT, [](Req &r, Res &s) {
    json b = body_json(r), f = studio_fields(r, b); string id = opt_text(b, "run_id"); if (id.empty()) id = hex16();
    if (id.size() > 128) fail(400, "run_id is too long");
    auto i = S.studio.find(id);
    if (i != S.studio.end()) { json &c = *i->second; if (c["_owner"] != r.user || c.contains("deleted_at")) fail(409, "a chat with this run_id exists"); return s.send(public_view(c)); }
    string t = iso(now_us()); json c = {{"run_id", id}, {"_owner", r.user}, {"owner_id", r.user}, {"visibility", default_visibility(r.user)}, {"created_at", t}};
    set_fields(c, f); c["updated_at"] = t; S.studio[id] = make_shared<json>(c); s.send(public_view(c));
  });
  route("GET", P + "/{run_id}", OPTIONAL, [](Req &r, Res &s) { s.send(public_view(chat_of(r, false))); });
  route("PUT", P + "/{run_id}", JWT, [](Req &r, Res &s) {
    json b = body_json(r); json &c = chat_of(r, true); json f = studio_fields(r, b, !F("studio-put-sandbox-private"));
    string id = opt_text(b, "run_id", r.p["run_id"]); if (id != r.p["run_id"]) invalid({"body", "run_id"}, "differs from the path");
    for (const char *k : {"title", "description", "agent_id", "tags"}) if (!f.contains(k)) f[k] = nullptr;
    if (!f.contains("visibility")) f["visibility"] = default_visibility(r.user);
    set_fields(c, f); s.send(public_view(c));
  });
  route("PATCH", P + "/{run_id}", JWT, [](Req &r, Res &s) {
    json b = body_json(r); json &c = chat_of(r, true); json f = studio_fields(r, b);
    if (F("studio-patch-resets-visibility") && !f.contains("visibility")) f["visibility"] = b.value("visibility", "private");
    set_fields(c, f); s.send(public_view(c));
  });
  route("DELETE", P + "/{run_id}", JWT, [](Req &r, Res &s) { json &c = chat_of(r, true); c["deleted_at"] = iso(now_us()); c["status"] = "deleted"; s.send(public_view(c)); });
  route("POST", P + "/{run_id}/clone", JWT, [](Req &r, Res &s) {
    auto i = S.studio.find(r.p["run_id"]); if (i == S.studio.end() || i->second->contains("deleted_at")) fail(404, "chat not found");
    if ((*i->second)["visibility"] == "private" && !(F("studio-clone-own-private") && (*i->second)["_owner"] == r.user)) fail(400, "private chats can not be cloned");
    string id = hex16(), t = iso(now_us()); json c = *i->second; c["run_id"] = id; c["_owner"] = c["owner_id"] = r.user; c["visibility"] = default_visibility(r.user); c["cloned_from"] = r.p["run_id"]; c["created_at"] = c["updated_at"] = t;
    if (F("studio-clone-shallow") && (*i->second)["_owner"] == r.user) { i->second->update(json{{"cloned_from", r.p["run_id"]}}); S.studio[id] = i->second; json o = public_view(c); return s.send(o, 201); }
    S.studio[id] = make_shared<json>(c); s.send(public_view(c), 201);
  });
}

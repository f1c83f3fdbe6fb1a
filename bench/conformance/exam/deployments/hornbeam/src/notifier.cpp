// The 15 NOTIFIER tools, over a store of their own for each user.
#include "core.hpp"
using namespace std;
static json P(const char *ty) { return {{"type", ty}}; }
static const json TXT = P("string"), BOOL = P("boolean"), LIMIT = {{"type", "integer"}, {"minimum", 1}, {"maximum", 500}}, VERSION = {{"type", "integer"}, {"minimum", 0}};
static double now_f() { return now_us() / 1e6; }
static string text(const json &in, const char *k) { return in.contains(k) && in[k].is_string() ? in[k].get<string>() : ""; }
static json &by_iden(vector<json> &v, const string &id, const char *what) { for (auto &x : v) if (x["iden"] == id && x["active"] == true) return x; fail(400, string("invalid parameters: no such ") + what); }
static void touch(json &x) { x["modified"] = now_f(); x["_seq"] = now_us(); }
static json made(json x) { x["iden"] = hex16(); x["active"] = true; x["created"] = x["modified"] = now_f(); x["_seq"] = now_us(); return x; }
static void add(const char *name, const char *desc, const json &props, const json &req, function<json(const string &, const json &)> run) {
  TOOLS.push_back({string("NOTIFIER_") + name, "notifier", desc, {{"type", "object"}, {"properties", props}, {"required", req}}, run, true});
}
static json page(const vector<json> &all, const json &in, function<bool(const json &)> want) {
  vector<const json *> v; for (auto &x : all) if (want(x)) v.push_back(&x);
  sort(v.begin(), v.end(), [](const json *a, const json *b) { return (*a)["_seq"] > (*b)["_seq"]; });
  long long limit = in.contains("limit") && !in["limit"].is_null() ? in["limit"].get<long long>() : 500, cur = 0; string c = text(in, "cursor");
  if (!c.empty() && !strict_int(c, cur)) fail(400, "invalid parameters: cursor");
  json items = json::array(), o; bool more = false; long long last = 0;
  for (auto x : v) { long long q = (*x)["_seq"]; if (!c.empty() && (q >= cur)) continue; if ((long long)items.size() == limit) { more = true; break; } items.push_back(public_view(*x)); last = q; }
  o = {{"count", items.size()}, {"items", items}}; if (more) o["next_cursor"] = to_string(last); return o;
}
void setup_notifier() {
  add("CREATE_CHAT", "Create a chat with an email address", {{"email", TXT}}, {"email"}, [](const string &u, const json &in) {
    string e = in["email"]; size_t at = e.find('@'); if (at == string::npos || at == 0 || at + 1 == e.size()) fail(400, "invalid parameters: email");
    for (auto &c : S.notifier[u].chats) if (c["with"]["email"] == e && c["active"] == true) return public_view(c);
    json c = made({{"muted", false}, {"with", {{"type", "email"}, {"email", e}}}}); S.notifier[u].chats.push_back(c); return public_view(c);
  });
  add("LIST_CHATS", "List chats", {{"limit", LIMIT}, {"cursor", TXT}}, json::array(), [](const string &u, const json &in) { return page(S.notifier[u].chats, in, [](const json &x) { return x["active"] == true; }); });
  add("UPDATE_CHAT", "Mute or unmute a chat", {{"iden", TXT}, {"muted", BOOL}}, {"iden", "muted"}, [](const string &u, const json &in) { json &c = by_iden(S.notifier[u].chats, in["iden"], "chat"); c["muted"] = in["muted"]; touch(c); return public_view(c); });
  add("DELETE_CHAT", "Delete a chat", {{"iden", TXT}}, {"iden"}, [](const string &u, const json &in) { json &c = by_iden(S.notifier[u].chats, in["iden"], "chat"); c["active"] = false; touch(c); return json{{"iden", in["iden"]}, {"deleted", true}}; });
  json dev = {{"icon", TXT}, {"model", TXT}, {"has_sms", BOOL}, {"nickname", TXT}, {"push_token", TXT}, {"app_version", VERSION}, {"manufacturer", TXT}};
  add("CREATE_DEVICE", "Register a device", dev, {"model", "nickname", "app_version", "manufacturer"}, [](const string &u, const json &in) { json d = json::object(); for (auto &[k, v] : in.items()) if (!v.is_null()) d[k] = v; d = made(d); S.notifier[u].devices.push_back(d); return public_view(d); });
  add("LIST_DEVICES", "List devices", json::object(), json::array(), [](const string &u, const json &) { json i = json::array(); for (auto &d : S.notifier[u].devices) if (d["active"] == true) i.push_back(public_view(d)); return json{{"count", i.size()}, {"items", i}}; });
  json upd = dev; upd["iden"] = TXT;
  add("UPDATE_DEVICE", "Update device metadata", upd, {"iden"}, [](const string &u, const json &in) {
    json &d = by_iden(S.notifier[u].devices, in["iden"], "device");
    if (F("device-update-drops-fields")) for (const char *k : {"icon", "push_token", "nickname"}) d.erase(k);
    for (auto &[k, v] : in.items()) if (k != "iden" && !v.is_null()) d[k] = v; touch(d); return public_view(d);
  });
  add("DELETE_DEVICE", "Delete a device", {{"device_iden", TXT}}, {"device_iden"}, [](const string &u, const json &in) { json &d = by_iden(S.notifier[u].devices, in["device_iden"], "device"); d["active"] = false; touch(d); return json{{"device_iden", in["device_iden"]}, {"deleted", true}}; });
  json push = {{"type", {{"type", "string"}, {"enum", {"note", "link", "file"}}}}}; for (const char *k : {"url", "body", "guid", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden"}) push[k] = TXT;
  add("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", push, {"type"}, [](const string &u, const json &in) {
    string t = in["type"]; if (t != "note" && t != "link" && t != "file") fail(400, "invalid parameters: type");
    auto need = [&](const char *k) { if (text(in, k).empty()) fail(400, string("invalid parameters: ") + k + " is required for a " + t); };
    if (t == "link") need("url");
    if (t == "file") { need("file_name"); need("file_url"); need("file_type"); }
    Notifier &n = S.notifier[u]; string g = text(in, "guid");
    if (!g.empty() && !F("guid-ignored")) for (auto &p : n.pushes) if (p.value("guid", string()) == g) return public_view(p);
    for (const char *k : {"device_iden", "source_device_iden"}) if (!text(in, k).empty()) by_iden(n.devices, text(in, k), "device");
    json p = json::object(); for (auto &[k, v] : in.items()) if (!v.is_null()) p[k] = v;
    p["dismissed"] = false; p = made(p); n.pushes.push_back(p); return public_view(p);
  });
  add("LIST_PUSHES", "List pushes", {{"limit", LIMIT}, {"active", BOOL}, {"cursor", TXT}, {"modified_after", P("number")}}, json::array(), [](const string &u, const json &in) {
    bool act = in.contains("active") && in["active"] == true; double after = in.contains("modified_after") && in["modified_after"].is_number() ? in["modified_after"].get<double>() : -1;
    if (F("modified-after-whole-seconds")) after = (double)(long long)after;
    return page(S.notifier[u].pushes, in, [=](const json &x) { return (!act || x["active"] == true) && x["modified"].get<double>() > after; });
  });
  add("UPDATE_PUSH", "Dismiss a push or change list items", {{"iden", TXT}, {"items", P("array")}, {"dismissed", BOOL}}, {"iden"}, [](const string &u, const json &in) {
    json &p = by_iden(S.notifier[u].pushes, in["iden"], "push");
    if (in.contains("items") && !in["items"].is_null()) { for (auto &i : in["items"]) if (!i.is_object() || !i.contains("text") || !i["text"].is_string() || !i.contains("checked") || !i["checked"].is_boolean()) fail(400, "invalid parameters: items"); p["items"] = in["items"]; }
    if (in.contains("dismissed") && !in["dismissed"].is_null()) p["dismissed"] = in["dismissed"]; touch(p); return public_view(p);
  });
  auto gone = [](json &p) { json o = {{"iden", p["iden"]}, {"active", false}, {"created", p["created"]}}; if (p.contains("guid")) o["guid"] = p["guid"]; touch(o); p = o; };
  add("DELETE_PUSH", "Delete a push", {{"iden", TXT}}, {"iden"}, [gone](const string &u, const json &in) { json &p = by_iden(S.notifier[u].pushes, in["iden"], "push"); gone(p); return json{{"iden", in["iden"]}, {"deleted", true}}; });
  add("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", json::object(), json::array(), [gone](const string &u, const json &) {
    long long upto = now_us();
    thread([=] { this_thread::sleep_for(chrono::milliseconds(300)); lock_guard<mutex> l(G); for (auto &p : S.notifier[u].pushes) if (p["active"] == true && ((long long)(p["created"].get<double>() * 1e6) <= upto || F("delete-all-takes-later"))) gone(p); }).detach();
    return json{{"accepted", true}};
  });
  add("GET_USER", "Get the profile of the authenticated user", json::object(), json::array(), [](const string &u, const json &) { User &x = S.users[u]; return json{{"iden", x.id.substr(0, 8)}, {"email", x.email}, {"name", x.name}, {"created", x.created / 1e6}}; });
  add("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", {{"file_name", TXT}, {"file_type", TXT}}, {"file_name", "file_type"}, [](const string &, const json &in) {
    string k = hex16(); return json{{"file_name", in["file_name"]}, {"file_type", in["file_type"]}, {"file_url", "https://files.example/" + k}, {"upload_url", "https://upload.example/" + k}, {"data", {{"key", k}, {"policy", b64url(k)}, {"signature", hmac_hex("upload", k)}}}};
  });
}

#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
#include <nlohmann/json.hpp>
using json = nlohmann::json;
using std::string;
using std::vector;

extern string fault;
inline bool F(const char *id) { return fault == id; }

// ---- errors ----
struct HttpError { int status; json body; vector<std::pair<string, string>> headers; };
[[noreturn]] inline void fail(int status, const string &msg) { throw HttpError{status, {{"error", msg}, {"code", status}}, {}}; }
[[noreturn]] inline void invalid(const json &loc, const string &msg, const string &type = "value_error") {
  throw HttpError{422, {{"error", "validation failed"}, {"code", 422}, {"detail", json::array({{{"loc", loc}, {"msg", msg}, {"type", type}}})}}, {}};
}

// ---- http ----
struct Writer { int fd; bool ok = true; bool chunked = true; void write(const string &s); void raw(const string &s); };
struct Req {
  string method, target; vector<string> seg; std::multimap<string, string> query;
  std::unordered_map<string, string> headers; string body;
  string user;                         // user id of the bearer credential or empty
  std::map<string, string> p;          // path parameters
  std::unique_lock<std::mutex> *lk = nullptr;
  bool has_q(const string &k) const { return query.count(k) > 0; }
  string q(const string &k, const string &d = "") const { auto i = query.find(k); return i == query.end() ? d : i->second; }
  string header(const string &k) const { auto i = headers.find(k); return i == headers.end() ? "" : i->second; }
};
struct Res {
  int status = 200; string type = "application/json"; string body; vector<std::pair<string, string>> headers;
  std::function<void(Writer &)> stream;
  void send(const json &j, int st = 200) { status = st; body = j.dump(-1, ' ', false, json::error_handler_t::replace); }
};
using Handler = std::function<void(Req &, Res &)>;
enum Auth { NONE, OPTIONAL, JWT, KEY };
void route(const string &method, const string &pattern, Auth auth, Handler h);
void listen_on(int port);

// ---- helpers ----
string uuid4();
string hex16();
bool is_uuid(const string &s);
long long now_us();                    // strictly increasing microseconds
string iso(long long us);
bool parse_time(const string &s, long long &us);
string hmac_hex(const string &key, const string &data);
string b64url(const string &in);
bool jwt_user(const string &token, string &user);
string make_jwt(const string &user, const string &tier);
string lower(string s);
json body_json(const Req &r, bool optional = false);   // object or 422
long long query_int(const Req &r, const string &k, long long d, long long lo, long long hi);
long long path_int(const Req &r, const string &k);
string path_uuid(const Req &r, const string &k);
bool strict_int(const string &s, long long &v);
string opt_text(const json &b, const string &k, const string &d = "");
bool cron_next(const string &expr, long long from_s, long long &next_s, string &why);
json public_view(const json &rec);     // without fields that begin with an underscore

// ---- state ----
struct Run {
  string id, agent, owner, agent_name, title; vector<json> messages, logs, mcp;
  string job_id, job_result; bool busy = false; long long created = 0, updated = 0;
};
struct User { string id, email, name, tier; long long created; long long balance; bool connected; };
struct Notifier { vector<json> chats, devices, pushes; };
struct State {
  std::map<string, User> users;
  std::map<string, json> agents;                       // by agent_id
  std::map<string, string> slugs;                      // slug -> agent_id
  std::map<string, std::map<string, json>> files;      // agent -> file_id -> file
  std::map<string, json> themes;
  std::unordered_map<string, std::shared_ptr<Run>> runs;
  std::map<string, vector<std::shared_ptr<Run>>> user_runs;
  std::map<string, vector<json>> executions;           // by user, oldest first
  std::map<string, std::map<string, json>> subs;       // user -> agent -> subscription
  vector<json> sales;                                  // { agent, at, cents }
  std::map<string, std::shared_ptr<json>> studio;
  std::map<long long, json> keys;
  std::unordered_map<string, long long> key_index;
  std::map<long long, json> bundles;
  std::map<string, json> cli;
  std::map<string, json> schedules;
  std::map<string, vector<json>> installed;
  std::map<string, std::set<string>> vip_redeemed;     // user -> codes
  std::map<string, string> vip_codes;                  // code -> user that made it
  std::set<string> events;
  std::map<string, Notifier> notifier;
  long long next_log = 1000, next_key = 100, next_bundle = 500;
};
extern State S;
extern std::mutex G;
extern const string OWN, OTHER, SANDBOX;
bool sandbox(const string &user);
string default_visibility(const string &user);
std::shared_ptr<Run> new_run(const string &user, const json &agent);
void add_log(Run &run, const string &kind, const string &text);
json run_log_view(const json &l);
string worker_turn_plain(Run &run, const string &message);

struct Tool { string name, toolset, description; json schema; std::function<json(const string &user, const json &in)> run; bool needs_auth = false; };
extern vector<Tool> TOOLS;
const Tool *find_tool(const string &name);
void check_input(const Tool &t, const json &in);

void setup_workers();
void setup_runs();
void setup_agents();
void setup_files();
void setup_studio();
void setup_account();
void setup_bundles();
void setup_schedules();
void setup_tools();
void setup_notifier();
void seed();

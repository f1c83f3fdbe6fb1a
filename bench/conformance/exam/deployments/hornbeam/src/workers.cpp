// Workers API: runs, continuing, streamed text, NDJSON and background jobs.
#include "core.hpp"
using namespace std;
static condition_variable turn_cv;
struct Job { string id; shared_ptr<Run> run; bool fails; };
static deque<Job> jobs;
static mutex jobs_m;
static condition_variable jobs_cv;
static map<string, shared_ptr<Run>> job_by_agent;      // only for faults

static void finish(Job &j, const string &result, bool ok) {
  lock_guard<mutex> l(G);
  j.run->job_id.clear(); j.run->job_result = result; j.run->updated = now_us();
  add_log(*j.run, ok ? "job_finished" : "job_failed", result);
  turn_cv.notify_all();
}
static void job_loop() {
  while (true) {
    Job j;
    { unique_lock<mutex> l(jobs_m); jobs_cv.wait(l, [] { return !jobs.empty(); }); j = jobs.front(); jobs.pop_front(); }
    try {
      this_thread::sleep_for(chrono::milliseconds(2000));
      if (j.fails) throw runtime_error("the job ended with an error: division by zero in cell 3");
      finish(j, "the job is complete: 42 rows were written", true);
    } catch (exception &e) {
      if (F("job-error-never-ends")) continue;
      finish(j, e.what(), false);
    }
  }
}

shared_ptr<Run> new_run(const string &user, const json &agent) {
  auto run = make_shared<Run>();
  run->id = uuid4();
  if (F("run-id-per-connection")) { static thread_local string mine; if (mine.empty()) mine = run->id; run->id = mine; }
  run->agent = agent["agent_id"]; run->owner = user; run->agent_name = agent.value("name", ""); run->created = run->updated = now_us();
  bool known = S.runs.count(run->id);
  S.runs[run->id] = run;
  if (!known) S.user_runs[user].push_back(run);
  return run;
}
void add_log(Run &run, const string &kind, const string &text) {
  run.logs.push_back({{"log_id", S.next_log++}, {"run_id", run.id}, {"agent_id", run.agent}, {"kind", kind}, {"level", kind == "job_failed" ? "error" : "info"}, {"text", text}, {"created_at", iso(now_us())}});
}
json run_log_view(const json &l) { return l; }

struct Plan { vector<json> parts; bool job = false, job_fails = false; int delay_ms = 0; string text; };
static vector<string> pieces(const string &s) {
  vector<string> out;
  if (F("chunks-cut-characters")) { for (size_t i = 0; i < s.size(); i += 7) out.push_back(json::parse(json(s.substr(i, 7)).dump(-1, ' ', false, json::error_handler_t::replace)).get<string>()); return out; }
  for (size_t i = 0; i < s.size();) { size_t j = i + 24; if (j >= s.size()) j = s.size(); else while (j < s.size() && (s[j] & 0xC0) == 0x80) j++; out.push_back(s.substr(i, j - i)); i = j; }
  return out;
}
static Plan plan(Run &run, const string &message) {
  Plan p; int turn = 0; string before;
  for (auto &m : run.messages) if (m["role"] == "user") { turn++; if (m["content"] != message || turn == 1) before = m["content"]; }
  auto say = [&](const string &t) { for (auto &x : pieces(t)) p.parts.push_back({{"type", "text"}, {"content", x}}); };
  if (!run.job_result.empty()) { say("About the background job: " + run.job_result + ". "); run.job_result.clear(); }
  if (message == "Start the long job" || message == "Start a job that fails") {
    p.job = true; p.job_fails = message != "Start the long job"; say("I have started a background job with code_interpreter. Ask again once it is over.");
  } else if (message == "Count slowly to twenty") {
    p.delay_ms = 100; const char *w[] = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
    for (int i = 0; i < 20; i++) p.parts.push_back({{"type", "text"}, {"content", string(i ? ", " : "") + w[i]}});
  } else if (message == "What is the tide in Hull?") {
    say("Let me look that up. ");
    json args = {{"port", "Hull"}}, out = {{"port", "Hull"}, {"station_code", "TIDE-RAW-7731"}, {"high_water", json::array({"03:14", "15:41"})}};
    string call = hex16();
    p.parts.push_back({{"type", "tool_call"}, {"call_id", call}, {"name", "read_tide_table"}, {"arguments", args}});
    p.parts.push_back({{"type", "tool_result"}, {"call_id", call}, {"name", "read_tide_table"}, {"output", out}});
    json log = {{"log_id", S.next_log++}, {"run_id", run.id}, {"server", "sea"}, {"tool_name", "read_tide_table"}, {"arguments", args}, {"result", out}, {"status", "success"}, {"created_at", iso(now_us())}};
    run.mcp.push_back(log); add_log(run, "tool_call", "read_tide_table");
    say("High water at Hull comes twice today, in the small hours and in the afternoon.");
  } else say("Turn " + to_string(turn) + ". You said: " + message + (turn > 1 && !before.empty() ? " (before that: " + before + ")" : ""));
  for (auto &x : p.parts) if (x["type"] == "text") p.text += x["content"].get<string>();
  return p;
}
static string message_of(Req &r) {
  json b = body_json(r);
  if (!b.contains("message")) invalid({"body", "message"}, "field required", "missing");
  if (!b["message"].is_string()) invalid({"body", "message"}, "must be text", "string_type");
  string m = b["message"];
  if (F("message-cut-at-nul")) m = m.c_str();
  return m;
}
static json &agent_for(Req &r) {
  string id = path_uuid(r, "agent_id");
  auto i = S.agents.find(id); if (i == S.agents.end()) fail(404, "agent not found");
  json &a = i->second;
  if (a["_owner"] != r.user) {
    if (a["visibility"] == "private") fail(403, "the agent is private");
    if (a.value("price_cents", 0LL) > 0) { auto &s = S.subs[r.user]; if (!s.count(id) || s[id]["status"] != "active") fail(403, "a subscription is needed"); }
  }
  return a;
}
static void push(Run &run, const string &role, const string &text) {
  run.messages.push_back({{"role", role}, {"content", text}, {"created_at", iso(now_us())}});
  if (F("history-of-ten") && run.messages.size() > 10) run.messages.erase(run.messages.begin());
  run.updated = now_us();
  if (role == "user" && run.title.empty()) run.title = text;
}
string worker_turn_plain(Run &run, const string &m) {
  push(run, "user", m); add_log(run, "user_message", m); Plan p = plan(run, m); push(run, "assistant", p.text); add_log(run, "assistant_message", p.text); return p.text;
}

// one turn; G is held on entry and the run is free
static void turn(Req &r, Res &res, shared_ptr<Run> run, const string &message, bool nd, bool again) {
  run->busy = true;
  auto snapshot = make_shared<vector<json>>(run->messages);
  push(*run, "user", message); add_log(*run, "user_message", message);
  auto p = make_shared<Plan>(plan(*run, message));
  if (p->job) {
    run->job_id = "job_" + hex16(); add_log(*run, "job_started", run->job_id);
    { lock_guard<mutex> l(jobs_m); jobs.push_back({run->job_id, run, p->job_fails}); } jobs_cv.notify_one();
    res.headers.push_back({"x-service-job-id", run->job_id});
  }
  if (!(F("ndjson-put-no-run-header") && nd && again)) res.headers.push_back({"X-Service-Run-ID", run->id});
  res.type = nd ? "application/x-ndjson" : "text/plain; charset=utf-8";
  string job = run->job_id; bool race = F("puts-at-once-lose-one");
  if (race) { run->busy = false; run->messages.pop_back(); }
  res.stream = [run, p, nd, job, race, snapshot, message](Writer &w) {
    string held; bool hold = F("stream-held-back");
    auto out = [&](const string &s) { if (hold) held += s; else w.write(s); };
    auto line = [&](const json &j) { out(j.dump(F("ndjson-pretty-lines") && j["type"] == "tool_call" ? 2 : -1, ' ', false, json::error_handler_t::replace) + "\n"); };
    if (nd) { line({{"type", "run"}, {"run_id", run->id}}); if (!job.empty()) line({{"type", "job"}, {"job_id", job}}); }
    for (auto &x : p->parts) {
      if (nd) { if (!(F("ndjson-no-tool-results") && x["type"] == "tool_result")) line(x); }
      else if (x["type"] == "text") out(x["content"].get<string>());
      else if (F("text-shows-tools")) out(x.dump());
      if (p->delay_ms) this_thread::sleep_for(chrono::milliseconds(p->delay_ms));
    }
    if (race) this_thread::sleep_for(chrono::milliseconds(80));
    {
      lock_guard<mutex> l(G);
      if (race) { run->messages = *snapshot; push(*run, "user", message); }
      if (!(F("answer-lost-on-hangup") && !w.ok)) { push(*run, "assistant", p->text); add_log(*run, "assistant_message", p->text); }
      run->busy = false; turn_cv.notify_all();
    }
    if (nd) line({{"type", "done"}});
    w.write(held);
  };
}

static void start(Req &r, Res &res, bool nd) {
  json &a = agent_for(r); string m = message_of(r);
  if (F("post-refused-while-job")) for (auto &x : S.user_runs[r.user]) if (!x->job_id.empty() && x->agent == a["agent_id"]) fail(409, "a background job is running");
  if (F("post-ends-old-job")) for (auto &x : S.user_runs[r.user]) if (x->agent == a["agent_id"]) x->job_id.clear();
  auto run = new_run(r.user, a);
  if (F("context-not-clear")) { auto &v = S.user_runs[r.user]; for (size_t i = v.size(); i-- > 0;) if (v[i]->agent == run->agent && v[i] != run && !v[i]->messages.empty()) { run->messages = v[i]->messages; break; } }
  add_log(*run, "run_started", "run " + run->id);
  turn(r, res, run, m, nd, false);
}
static shared_ptr<Run> run_of(Req &r, const char *lenient) {
  string a = path_uuid(r, "agent_id"), id = path_uuid(r, "run_id");
  auto i = S.runs.find(id);
  if (i == S.runs.end() || i->second->agent != a || (i->second->owner != r.user && !(*lenient && F(lenient)))) fail(404, "run not found");
  return i->second;
}
static void go_on(Req &r, Res &res, bool nd) {
  auto run = run_of(r, "");
  if (!S.agents.count(run->agent)) fail(404, "agent not found");
  json &a = S.agents[run->agent]; if (a["_owner"] != r.user && a["visibility"] == "private" && run->owner == r.user) fail(403, "the agent is private");
  string m = message_of(r);
  if (!turn_cv.wait_for(*r.lk, chrono::seconds(60), [&] { return !run->busy; })) fail(409, "the run is busy");
  if (!run->job_id.empty() && !(F("ndjson-put-during-job") && nd)) {
    if (F("rejected-message-kept")) push(*run, "user", m);
    throw HttpError{409, {{"error", "a background job is running"}, {"code", 409}}, {{"X-Service-Run-ID", run->id}, {"x-service-job-id", run->job_id}}};
  }
  turn(r, res, run, m, nd, true);
}

void setup_workers() {
  for (int i = 0; i < 48; i++) thread(job_loop).detach();
  route("POST", "/agents/ndjson/{agent_id}", KEY, [](Req &r, Res &s) { start(r, s, true); });
  route("PUT", "/agents/ndjson/{agent_id}/{run_id}", KEY, [](Req &r, Res &s) { go_on(r, s, true); });
  route("POST", "/agents/{agent_id}", KEY, [](Req &r, Res &s) { start(r, s, false); });
  route("PUT", "/agents/{agent_id}/{run_id}", KEY, [](Req &r, Res &s) { go_on(r, s, false); });
  route("GET", "/agents/{agent_id}/{run_id}", KEY, [](Req &r, Res &s) {
    auto run = run_of(r, "foreign-run-read"); json out = json::array();
    for (auto &m : run->messages) out.push_back(m);
    if (F("history-sorted-by-second")) sort(out.begin(), out.end(), [](const json &a, const json &b) { string x = a["created_at"].get<string>().substr(0, 19), y = b["created_at"].get<string>().substr(0, 19); return x != y ? x < y : a["role"] < b["role"]; });
    s.headers.push_back({"X-Service-Run-ID", run->id});
    if (!run->job_id.empty()) s.headers.push_back({"x-service-job-id", run->job_id});
    s.send(out);
  });
}

// ---- agent runs and logs, executions ----
static json run_view(const Run &r) {
  json j = {{"run_id", r.id}, {"agent_id", r.agent}, {"agent_name", r.agent_name}, {"status", r.job_id.empty() ? "idle" : "running"}, {"message_count", r.messages.size()}, {"created_at", iso(r.created)}, {"updated_at", iso(r.updated)}};
  if (!r.title.empty()) j["title"] = r.title;
  if (!r.job_id.empty()) j["job_id"] = r.job_id;
  return j;
}
static bool cursor_of(Req &r, long long &us) {
  string c = r.q("next_cursor"); if (c.empty() || c == "null") return false;
  if (!parse_time(c, us)) invalid({"query", "next_cursor"}, "not a date-time", "datetime_parsing");
  return true;
}
void setup_runs() {
  route("GET", "/me/agent-runs", JWT, [](Req &r, Res &s) {
    long long cur, limit = query_int(r, "limit", F("runs-default-25") ? 25 : 30, 1, 500); bool has = cursor_of(r, cur);
    auto &v = S.user_runs[r.user]; json items = json::array(); bool more = false; long long last = 0;
    for (size_t i = v.size(); i-- > 0;) {
      if (has && (F("runs-cursor-inclusive") ? v[i]->created > cur : v[i]->created >= cur)) continue;
      if ((long long)items.size() == limit) { more = true; break; }
      items.push_back(run_view(*v[i])); last = v[i]->created;
    }
    json o = {{"count", items.size()}, {"items", items}}; if (more) o["next_cursor"] = iso(last);
    s.send(o);
  });
  route("GET", "/me/agent-runs/{run_id}", JWT, [](Req &r, Res &s) {
    auto i = S.runs.find(path_uuid(r, "run_id")); if (i == S.runs.end() || (i->second->owner != r.user)) fail(404, "run not found");
    s.send(run_view(*i->second));
  });
  route("GET", "/me/agent-runs/{run_id}/mcp-server-logs", JWT, [](Req &r, Res &s) {
    auto i = S.runs.find(path_uuid(r, "run_id")); json o = json::array();
    if (i != S.runs.end() && i->second->owner == r.user) {
      if (F("mcp-logs-by-agent")) { for (auto &x : S.user_runs[r.user]) if (x->agent == i->second->agent) for (auto &l : x->mcp) o.push_back(l); }
      else for (auto &l : i->second->mcp) o.push_back(l);
    }
    s.send(o);
  });
  route("GET", "/me/agent-runs/{run_id}/logs", JWT, [](Req &r, Res &s) {
    auto i = S.runs.find(path_uuid(r, "run_id")); json o = json::array();
    if (i != S.runs.end() && i->second->owner == r.user) for (auto &l : i->second->logs) o.push_back(l);
    s.send(o);
  });
  route("GET", "/me/executions", JWT, [](Req &r, Res &s) {
    long long cur, limit = query_int(r, "limit", 30, 1, 500); bool has = cursor_of(r, cur);
    if (has && F("executions-cursor-in-seconds")) cur = cur / 1000000 * 1000000;
    auto &v = S.executions[r.user]; json items = json::array(); bool more = false; string last;
    for (size_t i = v.size(); i-- > 0;) {
      if (has && v[i]["_at"].get<long long>() >= cur) continue;
      if ((long long)items.size() == limit) { more = true; break; }
      items.push_back(public_view(v[i])); last = v[i]["created_at"];
    }
    json o = {{"count", items.size()}, {"items", items}}; if (more) o["next_cursor"] = last;
    s.send(o);
  });
  route("GET", "/me/executions/{log_id}", JWT, [](Req &r, Res &s) {
    long long id = path_int(r, "log_id");
    for (auto &e : S.executions[r.user]) if (e["log_id"] == id) return s.send(public_view(e));
    fail(404, "execution not found");
  });
}

// Server, routing, credentials and the Workers API. The User API is in user.rs, tools in tools.rs.
mod tools;
mod user;

use axum::body::{to_bytes, Body};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use axum::Router;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::Engine;
use bytes::Bytes;
use hmac::{Hmac, Mac};
use serde::de::DeserializeOwned;
use serde_json::{json, Value};
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

static FAULT: OnceLock<String> = OnceLock::new();
/// Is the fault of this name switched on? Those of faults.json are shown by probes.py; the others are held back.
pub fn on(id: &str) -> bool {
    FAULT.get().map(|f| f == id).unwrap_or(false)
}

pub const JWT_SECRET: &[u8] = b"juniper-signing-secret-2f91";
pub const HOOK_SECRET: &[u8] = b"juniper-hook-secret-77";
const JOB_SECONDS: u64 = 3;

pub enum OutBody {
    Empty,
    Json(Value),
    Stream(&'static str, Vec<Bytes>),
}
pub struct Out {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: OutBody,
}
pub type R = Result<Out, Out>;
pub fn reply(status: u16, v: Value) -> Out {
    Out { status, headers: vec![], body: OutBody::Json(v) }
}
pub fn ok(v: Value) -> R {
    Ok(reply(200, v))
}
fn title(status: u16) -> &'static str {
    StatusCode::from_u16(status).ok().and_then(|s| s.canonical_reason()).unwrap_or("Error")
}
pub fn problem(status: u16, detail: &str) -> Out {
    reply(status, json!({"type": "about:blank", "title": title(status), "status": status, "detail": detail}))
}
pub fn invalid(place: &str, name: &str, detail: &str) -> Out {
    reply(422, json!({"type": "/problems/validation", "title": "HTTPValidationError", "status": 422,
        "detail": "The request does not match the contract.", "errors": [{"in": place, "name": name, "detail": detail}]}))
}

pub struct Req {
    pub params: HashMap<String, String>,
    pub query: HashMap<String, String>,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub user: String,
}
impl Req {
    pub fn p(&self, k: &str) -> &str {
        self.params.get(k).map(|s| s.as_str()).unwrap_or("")
    }
    pub fn uuid(&self, k: &str) -> Result<String, Out> {
        let s = self.p(k);
        if s.len() != 36 {
            return Err(invalid("path", k, "not a UUID"));
        }
        uuid::Uuid::parse_str(s).map(|u| u.to_string()).map_err(|_| invalid("path", k, "not a UUID"))
    }
    pub fn int(&self, k: &str) -> Result<i64, Out> {
        self.p(k).parse::<i64>().map_err(|_| invalid("path", k, "not an integer"))
    }
    pub fn q_int(&self, k: &str, min: i64, max: i64, default: i64) -> Result<i64, Out> {
        match self.query.get(k) {
            None => Ok(default),
            Some(s) => match s.parse::<i64>() {
                Ok(n) if n >= min && n <= max => Ok(n),
                Ok(_) => Err(invalid("query", k, &format!("must be between {min} and {max}"))),
                Err(_) => Err(invalid("query", k, "not an integer")),
            },
        }
    }
    pub fn json(&self) -> Result<Value, Out> {
        let v: Value = serde_json::from_slice(&self.body).map_err(|e| invalid("body", "", &format!("not JSON: {e}")))?;
        if !v.is_object() {
            return Err(invalid("body", "", "must be an object"));
        }
        Ok(v)
    }
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Out> {
        serde_json::from_value(self.json()?).map_err(|e| invalid("body", "", &e.to_string()))
    }
}

pub struct Job {
    pub id: String,
    pub ends: Instant,
    pub fails: bool,
}
pub struct Run {
    pub id: String,
    pub agent: String,
    pub user: String,
    pub messages: Vec<(String, String)>,
    pub job: Option<Job>,
    pub failed: bool,
    pub created: String,
    pub updated: String,
    pub mcp: Vec<Value>,
    pub logs: Vec<Value>,
}
#[derive(Clone)]
pub struct Agent {
    pub id: String,
    pub owner: String,
    pub name: String,
    pub prompt: String,
    pub visibility: String,
    pub slug: Option<String>,
    pub upsell: Option<String>,
    pub price: i64,
    pub up: i64,
    pub down: i64,
    pub created: String,
    pub updated: String,
    pub ghost: bool,
    pub legacy: bool,
}
#[derive(Clone)]
pub struct AFile {
    pub id: String,
    pub agent: String,
    pub name: String,
    pub mime: String,
    pub content: String,
    pub position: i64,
    pub created: String,
}
#[derive(Clone)]
pub struct Studio {
    pub run: String,
    pub owner: String,
    pub title: String,
    pub visibility: String,
    pub notes: Option<String>,
    pub created: String,
    pub updated: String,
    pub deleted: Option<String>,
}
#[derive(Clone)]
pub struct Key {
    pub id: i64,
    pub user: String,
    pub name: String,
    pub secret: String,
    pub default: bool,
    pub created: String,
    pub dead: bool,
}
#[derive(Clone)]
pub struct Sub {
    pub agent: String,
    pub user: String,
    pub since: chrono::DateTime<chrono::Utc>,
    pub price: i64,
    pub seller: String,
    pub ended: bool,
}
#[derive(Clone)]
pub struct Bundle {
    pub id: i64,
    pub user: String,
    pub name: String,
    pub tools: Vec<(String, String)>,
    pub created: String,
}
pub struct Cli {
    pub id: String,
    pub owner: Option<String>,
    pub jwt: Option<String>,
    pub used: bool,
    pub created: String,
}
#[derive(Clone)]
pub struct Sched {
    pub id: String,
    pub user: String,
    pub chat: String,
    pub cron: String,
    pub message: Option<String>,
    pub enabled: bool,
    pub created: String,
}
pub struct User {
    pub id: String,
    pub name: String,
    pub email: String,
    pub tier: String,
    pub credits: i64,
    pub used: i64,
}
pub struct Installed {
    pub user: String,
    pub tool: String,
    pub at: String,
}
pub struct Exec {
    pub id: i64,
    pub user: String,
    pub tool: String,
    pub input: Value,
    pub output: Value,
    pub at: String,
}
#[derive(Default)]
pub struct Notif {
    pub chats: Vec<Value>,
    pub devices: Vec<Value>,
    pub pushes: Vec<Value>,
}
#[derive(Default)]
pub struct St {
    last: i64,
    pub seq: i64,
    pub users: Vec<User>,
    pub agents: Vec<Agent>,
    pub files: Vec<AFile>,
    pub themes: HashMap<String, (String, String)>,
    pub studios: Vec<Studio>,
    pub keys: Vec<Key>,
    pub subs: Vec<Sub>,
    pub bundles: Vec<Bundle>,
    pub clis: Vec<Cli>,
    pub scheds: Vec<Sched>,
    pub installed: Vec<Installed>,
    pub execs: Vec<Exec>,
    pub runs: Vec<Run>,
    pub vip: Vec<(String, String)>,
    pub vip_tries: HashMap<String, i64>,
    pub notif: HashMap<String, Notif>,
}
impl St {
    /// A time of creation: never twice the same.
    pub fn micros(&mut self) -> i64 {
        self.last = (self.last + 1).max(chrono::Utc::now().timestamp_micros());
        self.last
    }
    pub fn now(&mut self) -> String {
        let m = self.micros();
        chrono::DateTime::from_timestamp_micros(m).unwrap().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
    }
    pub fn next(&mut self) -> i64 {
        self.seq += 1;
        self.seq
    }
    pub fn me(&self, id: &str) -> &User {
        self.users.iter().find(|u| u.id == id).unwrap()
    }
    pub fn agent(&self, id: &str) -> Option<&Agent> {
        self.agents.iter().find(|a| a.id == id && !a.ghost)
    }
}
pub fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

// ---------------------------------------------------------------- routing
/// method, template, name, whether it needs no credential
const OPS: &[(&str, &str, &str, bool)] = &[
    ("GET", "/me/agent-runs", "runs.list", false),
    ("GET", "/me/agent-runs/{run_id}", "runs.get", false),
    ("GET", "/me/agent-runs/{run_id}/mcp-server-logs", "runs.mcp", false),
    ("GET", "/me/agent-runs/{run_id}/logs", "runs.logs", false),
    ("GET", "/me/executions", "exec.list", false),
    ("GET", "/me/executions/{log_id}", "exec.get", false),
    ("POST", "/me/agents/{agent_id}/subscribe", "sub.add", false),
    ("POST", "/me/agents/{agent_id}/unsubscribe", "sub.end", false),
    ("GET", "/me/subscriptions", "sub.list", false),
    ("GET", "/me/subscriptions/{agent_id}", "sub.get", false),
    ("GET", "/me/agent-studio-chats", "studio.list", false),
    ("POST", "/me/agent-studio-chats", "studio.add", false),
    ("GET", "/me/agent-studio-chats/{run_id}", "studio.get", true),
    ("PUT", "/me/agent-studio-chats/{run_id}", "studio.put", false),
    ("PATCH", "/me/agent-studio-chats/{run_id}", "studio.patch", false),
    ("DELETE", "/me/agent-studio-chats/{run_id}", "studio.del", false),
    ("POST", "/me/agent-studio-chats/{run_id}/clone", "studio.clone", false),
    ("GET", "/me/agents", "agents.list", false),
    ("POST", "/me/agents", "agents.upsert", false),
    ("POST", "/me/agents/vanity/slug", "slug.make", true),
    ("GET", "/me/agents/vanity/slug", "slug.check", false),
    ("GET", "/me/agents/{agent_id}", "agents.get", true),
    ("POST", "/me/agents/{agent_id}/upsell-description", "agents.upsell", false),
    ("GET", "/me/agents/{agent_id}/vibe", "agents.vibe", false),
    ("GET", "/me/vibe/services", "vibe.list", true),
    ("GET", "/me/agents/{agent_id}/customizations/theme", "theme.get", false),
    ("PUT", "/me/agents/{agent_id}/customizations/theme", "theme.put", false),
    ("GET", "/me/agents/{agent_id}/files", "files.list", false),
    ("POST", "/me/agents/{agent_id}/files", "files.add", false),
    ("PUT", "/me/agents/{agent_id}/files/positions", "files.order", false),
    ("GET", "/me/agents/{agent_id}/files/{file_id}", "files.get", false),
    ("PATCH", "/me/agents/{agent_id}/files/{file_id}", "files.patch", false),
    ("DELETE", "/me/agents/{agent_id}/files/{file_id}", "files.del", false),
    ("GET", "/me/chats", "chats.list", false),
    ("POST", "/me/chats", "chats.add", false),
    ("GET", "/me/chats/{chat_id}", "chats.get", true),
    ("PUT", "/me/chats/{chat_id}", "chats.put", false),
    ("PATCH", "/me/chats/{chat_id}", "chats.patch", false),
    ("DELETE", "/me/chats/{chat_id}", "chats.del", false),
    ("GET", "/me/chats/{chat_id}/og", "chats.og", true),
    ("POST", "/me/chats/{chat_id}/clone", "chats.clone", false),
    ("POST", "/me/chats/{chat_id}/feedback", "chats.feedback", false),
    ("POST", "/me/chats/{chat_id}/runs", "chats.run", false),
    ("GET", "/me/api-keys", "keys.list", false),
    ("POST", "/me/api-keys", "keys.add", false),
    ("GET", "/me/api-keys/default", "keys.default", false),
    ("GET", "/me/api-keys/{api_key_id}", "keys.get", false),
    ("DELETE", "/me/api-keys/{api_key_id}", "keys.del", false),
    ("GET", "/me/billing", "billing", false),
    ("GET", "/me/credits", "credits.get", false),
    ("POST", "/me/credits/use", "credits.use", false),
    ("POST", "/me/payments/webhook", "pay.hook", true),
    ("POST", "/me/payments/sessions", "pay.session", false),
    ("GET", "/me/monetization/summary", "money.summary", false),
    ("GET", "/me/monetization/subscribers", "money.subscribers", false),
    ("GET", "/me/monetization/earnings", "money.earnings", false),
    ("GET", "/me/bundles", "bundles.list", false),
    ("POST", "/me/bundles", "bundles.add", false),
    ("GET", "/me/bundles/{bundle_id}", "bundles.get", false),
    ("PUT", "/me/bundles/{bundle_id}", "bundles.put", false),
    ("DELETE", "/me/bundles/{bundle_id}", "bundles.del", false),
    ("GET", "/me/bundles/{bundle_id}/tools", "bundles.tools", false),
    ("POST", "/me/bundles/{bundle_id}/tools", "bundles.tool.add", false),
    ("DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "bundles.tool.del", false),
    ("POST", "/me/cli-auth", "cli.add", true),
    ("PUT", "/me/cli-auth/{cli_auth_id}", "cli.put", false),
    ("GET", "/me/cli-auth/{auth_id}", "cli.get", true),
    ("GET", "/me/schedules", "sched.list", false),
    ("POST", "/me/schedules", "sched.add", false),
    ("GET", "/me/schedules/onboarding", "sched.onboarding", false),
    ("GET", "/me/schedules/text-to-cron", "sched.cron", false),
    ("GET", "/me/schedules/{schedule_id}", "sched.get", false),
    ("PUT", "/me/schedules/{schedule_id}", "sched.put", false),
    ("DELETE", "/me/schedules/{schedule_id}", "sched.del", false),
    ("GET", "/me/tools/list", "tools.list", false),
    ("GET", "/me/tools", "tools.public", true),
    ("GET", "/me/tools/search", "tools.search", false),
    ("GET", "/me/tools/{tool_id}", "tools.get", true),
    ("POST", "/me/tools/run/{tool_name}", "tools.run", false),
    ("GET", "/me/toolsets/list", "toolsets.list", false),
    ("GET", "/me/toolsets/{toolset_name}", "toolsets.get", false),
    ("GET", "/me/user-tools", "mine.list", false),
    ("POST", "/me/user-tools", "mine.add", false),
    ("GET", "/me/user-tools/{tool_id}", "mine.get", false),
    ("DELETE", "/me/user-tools/{tool_id}", "mine.del", false),
    ("GET", "/me/", "user.me", false),
    ("GET", "/me/vip", "vip.count", false),
    ("POST", "/me/vip", "vip.redeem", false),
];
const WORKER_OPS: &[(&str, &str, &str, bool)] = &[
    ("POST", "/ndjson/{agent_id}", "w.post.nd", false),
    ("PUT", "/ndjson/{agent_id}/{run_id}", "w.put.nd", false),
    ("POST", "/{agent_id}", "w.post", false),
    ("PUT", "/{agent_id}/{run_id}", "w.put", false),
    ("GET", "/{agent_id}/{run_id}", "w.get", false),
];

fn decode(s: &str, plus: bool) -> String {
    let b = s.as_bytes();
    let mut o = Vec::with_capacity(b.len());
    let mut i = 0;
    while i < b.len() {
        if b[i] == b'%' && i + 2 < b.len() {
            if let Ok(n) = u8::from_str_radix(&s.get(i + 1..i + 3).unwrap_or("zz"), 16) {
                o.push(n);
                i += 3;
                continue;
            }
        }
        o.push(if plus && b[i] == b'+' { b' ' } else { b[i] });
        i += 1;
    }
    String::from_utf8_lossy(&o).into_owned()
}
type Found = (&'static str, bool, HashMap<String, String>);
fn route(table: &'static [(&'static str, &'static str, &'static str, bool)], method: &str, path: &str) -> Result<Found, Vec<&'static str>> {
    let segs: Vec<&str> = path.split('/').collect();
    let mut allowed = vec![];
    for (m, t, name, open) in table {
        let ts: Vec<&str> = t.split('/').collect();
        if ts.len() != segs.len() {
            continue;
        }
        let mut params = HashMap::new();
        let mut fits = true;
        for (a, b) in ts.iter().zip(&segs) {
            if let Some(k) = a.strip_prefix('{') {
                if b.is_empty() {
                    fits = false;
                    break;
                }
                params.insert(k.trim_end_matches('}').to_string(), decode(b, false));
            } else if a != b {
                fits = false;
                break;
            }
        }
        if fits {
            if *m == method {
                return Ok((name, *open, params));
            }
            allowed.push(*m);
        }
    }
    Err(allowed)
}

// ---------------------------------------------------------------- credentials
pub fn hmac_hex(secret: &[u8], data: &[u8]) -> String {
    let mut m = Hmac::<Sha256>::new_from_slice(secret).unwrap();
    m.update(data);
    m.finalize().into_bytes().iter().map(|b| format!("{b:02x}")).collect()
}
pub fn bearer(h: &HeaderMap) -> Option<String> {
    let v = h.get("authorization")?.to_str().ok()?;
    let (scheme, token) = v.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_string())
}
pub fn jwt_user(token: &str) -> Option<String> {
    let mut parts = token.split('.');
    let (h, p, s) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let mut m = Hmac::<Sha256>::new_from_slice(JWT_SECRET).unwrap();
    m.update(format!("{h}.{p}").as_bytes());
    m.verify_slice(&URL_SAFE_NO_PAD.decode(s).ok()?).ok()?;
    let head: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(h).ok()?).ok()?;
    if head["alg"] != "HS256" {
        return None;
    }
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(p).ok()?).ok()?;
    if claims["exp"].as_i64()? < chrono::Utc::now().timestamp() {
        return None;
    }
    Some(claims["sub"].as_str()?.to_string())
}
fn unauthorized(what: &str) -> Out {
    let mut o = problem(401, what);
    o.headers.push(("www-authenticate", "Bearer".into()));
    o
}

// ---------------------------------------------------------------- Workers API
enum Event {
    Text(String),
    Call(String, &'static str, Value),
    Result(String, &'static str, Value),
}
fn settle(run: &mut Run, now: &str) {
    if let Some(j) = &run.job {
        if j.ends <= Instant::now() {
            if j.fails {
                run.messages.push(("assistant".into(), "The job in the background ended with an error: the chart was torn.".into()));
                run.failed = true;
            } else {
                run.messages.push(("assistant".into(), "The job in the background is done: there are 42 buoys.".into()));
            }
            run.updated = now.to_string();
            run.job = None;
        }
    }
}
fn worker(st: &mut St, op: &str, req: &Req) -> R {
    let token = bearer(&req.headers).ok_or_else(|| unauthorized("An API key is needed."));
    let key = match token {
        Ok(t) => st.keys.iter().find(|k| k.secret == t && (!k.dead || on("w-deleted-key-works"))).map(|k| k.user.clone()),
        Err(e) => {
            if !(on("w-get-without-key") && op == "w.get") {
                return Err(e);
            }
            None
        }
    };
    let user = match key {
        Some(u) => u,
        None if on("w-get-without-key") && op == "w.get" => {
            st.runs.iter().find(|r| r.id == req.p("run_id")).map(|r| r.user.clone()).unwrap_or_default()
        }
        None => return Err(unauthorized("The API key is not valid.")),
    };
    let agent_id = req.uuid("agent_id")?;
    let nd = op.ends_with(".nd");
    let message: String = if op == "w.get" {
        String::new()
    } else {
        let b = req.json()?;
        match b.get("message") {
            Some(Value::String(s)) => s.clone(),
            _ => return Err(invalid("body", "message", "a string is needed")),
        }
    };
    let agent = st.agent(&agent_id).cloned().ok_or_else(|| problem(404, "There is no such worker."))?;
    if agent.visibility == "private" && agent.owner != user && !on("w-private-agent-callable") {
        return Err(problem(403, "This worker is private."));
    }
    let now = st.now();
    let at;
    if op.starts_with("w.post") {
        if on("w-post-blocked-by-job") {
            for r in st.runs.iter_mut().filter(|r| r.user == user && r.agent == agent_id) {
                settle(r, &now);
                if r.job.is_some() {
                    return Err(problem(409, "A job of this worker is running."));
                }
            }
        }
        let old = st.runs.iter().rposition(|r| r.user == user && r.agent == agent_id && !r.messages.is_empty());
        if on("w-post-reuses-run") && nd && old.is_some() && st.runs[old.unwrap()].job.is_none() {
            at = old.unwrap();
        } else {
            let mut messages = vec![];
            if on("w-post-keeps-context") && old.is_some() {
                messages = st.runs[old.unwrap()].messages.clone();
            }
            st.runs.push(Run { id: new_id(), agent: agent_id.clone(), user: user.clone(), messages, job: None, failed: false,
                created: now.clone(), updated: now.clone(), mcp: vec![], logs: vec![] });
            at = st.runs.len() - 1;
            let n = st.next();
            let r = &mut st.runs[at];
            r.logs.push(json!({"entry_id": n, "run_id": r.id, "agent_id": r.agent, "user_id": r.user, "event": "run_started", "detail": null, "created_at": now}));
        }
    } else {
        let run_id = req.uuid("run_id")?;
        let found = st.runs.iter().position(|r| {
            r.id == run_id && (r.agent == agent_id || on("w-run-under-any-agent")) && (r.user == user || (on("w-get-foreign-run") && op == "w.get"))
        });
        at = found.ok_or_else(|| problem(404, "There is no such run."))?;
    }
    let run = &mut st.runs[at];
    if !(on("w-failed-job-never-ends") && run.job.as_ref().is_some_and(|j| j.fails)) {
        settle(run, &now);
    }
    if op == "w.get" {
        let mut list: Vec<Value> = run.messages.iter().map(|(r, c)| json!({"role": r, "content": c})).collect();
        if on("w-get-newest-first") && list.len() > 2 {
            list.reverse();
        }
        if on("w-get-last-turn-only") && list.len() > 4 {
            list = list.split_off(list.len() - 4);
        }
        let mut o = reply(200, Value::Array(list));
        if let Some(j) = &run.job {
            if !on("w-get-no-job-header") {
                o.headers.push(("x-service-job-id", j.id.clone()));
            }
        }
        return Ok(o);
    }
    if on("w-failed-job-locks") && run.failed && op.starts_with("w.put") {
        return Err(problem(409, "A job of this run is running."));
    }
    if let Some(j) = &run.job {
        if !(on("w-ndjson-put-during-job") && nd) {
            let mut e = problem(409, "A job of this run is running.");
            e.headers.push(("x-service-job-id", j.id.clone()));
            if on("w-refused-message-kept") {
                run.messages.push(("user".into(), message));
            }
            return Err(e);
        }
    }
    let mut kept = message.clone();
    if on("w-message-cut") && kept.chars().count() > 255 {
        kept = kept.chars().take(255).collect();
    }
    if on("w-message-latin1") {
        kept = kept.bytes().map(|b| b as char).collect();
    }
    if on("w-message-trimmed") && op == "w.put" {
        kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    run.messages.push(("user".into(), kept));
    let low = message.to_lowercase();
    let turn = run.messages.iter().filter(|m| m.0 == "user").count();
    let mut events = vec![];
    let call = format!("call_{}", uuid::Uuid::new_v4().simple());
    let text;
    if low.contains("in the background") {
        let fails = low.contains("fail");
        let id = format!("job_{}", uuid::Uuid::new_v4().simple());
        let args = json!({"code": "count(buoys)", "background": true});
        let result = json!({"accepted": true, "job": id});
        events.push(Event::Call(call.clone(), "code_interpreter", args.clone()));
        events.push(Event::Result(call.clone(), "code_interpreter", result.clone()));
        run.mcp.push(json!({"run_id": run.id, "call_id": call, "server": "compute", "tool": "code_interpreter", "arguments": args, "result": result, "created_at": now}));
        run.job = Some(Job { id, ends: Instant::now() + Duration::from_secs(JOB_SECONDS), fails });
        text = "I have begun; this takes a few seconds and goes on behind the scenes.".to_string();
    } else if low.contains("tide") {
        let args = json!({"harbour": "Harwich"});
        let result = json!({"station": "HRW-3-RAW", "rows": [["06:31", 3.9], ["12:44", 0.6]]});
        events.push(Event::Text("Let me look that up. ".into()));
        events.push(Event::Call(call.clone(), "tide_table", args.clone()));
        events.push(Event::Result(call.clone(), "tide_table", result.clone()));
        run.mcp.push(json!({"run_id": run.id, "call_id": call, "server": "sea", "tool": "tide_table", "arguments": args, "result": result, "created_at": now}));
        text = "High water at Harwich is at half past six, with nearly four metres.".to_string();
    } else {
        text = format!("{} here, turn {}. You wrote: {}", agent.name, turn, message);
    }
    events.push(Event::Text(text));
    let said: String = events.iter().map(|e| if let Event::Text(t) = e { t.as_str() } else { "" }).collect();
    if !(on("w-ndjson-answer-not-kept") && nd) {
        run.messages.push(("assistant".into(), said.clone()));
    }
    run.updated = now.clone();
    run.logs.push(json!({"entry_id": turn, "run_id": run.id, "agent_id": run.agent, "user_id": run.user, "event": "message", "detail": message, "created_at": now}));
    let chunk = |t: &str| -> Vec<String> {
        let cs: Vec<char> = t.chars().collect();
        let size = (cs.len() / 5).max(8);
        cs.chunks(size).map(|c| c.iter().collect()).collect()
    };
    let mut out: Vec<Bytes> = vec![];
    for e in &events {
        match e {
            Event::Text(t) => {
                for c in chunk(t) {
                    out.push(if nd { Bytes::from(format!("{}\n", json!({"type": "text", "text": c}))) } else { Bytes::from(c) });
                }
            }
            Event::Call(id, name, args) if nd => out.push(Bytes::from(format!("{}\n", json!({"type": "tool_call", "call_id": id, "name": name, "arguments": args})))),
            Event::Result(id, name, res) if nd => {
                if !(on("w-ndjson-put-no-tool-result") && op == "w.put.nd") {
                    out.push(Bytes::from(format!("{}\n", json!({"type": "tool_result", "call_id": id, "name": name, "result": res}))))
                }
            }
            Event::Result(_, name, res) => {
                if on("w-text-leaks-tools") {
                    out.push(Bytes::from(format!("[{name}] {res}\n")));
                }
            }
            _ => {}
        }
    }
    if nd {
        out.push(Bytes::from(format!("{}\n", json!({"type": "end", "run_id": run.id}))));
    }
    let mut headers = vec![];
    if !(on("w-put-no-run-header") && op.starts_with("w.put")) {
        let id = if on("w-ndjson-wrong-run-header") && op == "w.put.nd" { new_id() } else { run.id.clone() };
        headers.push(("x-service-run-id", id));
    }
    if let Some(j) = &run.job {
        headers.push(("x-service-job-id", j.id.clone()));
    }
    let kind = if nd { "application/x-ndjson" } else { "text/plain; charset=utf-8" };
    Ok(Out { status: 200, headers, body: OutBody::Stream(kind, out) })
}

// ---------------------------------------------------------------- server
fn render(o: Out) -> Response {
    let mut b = Response::builder().status(o.status);
    for (k, v) in &o.headers {
        b = b.header(HeaderName::from_static(k), HeaderValue::from_str(v).unwrap());
    }
    match o.body {
        OutBody::Empty => b.body(Body::empty()).unwrap(),
        OutBody::Json(v) => {
            let kind = if o.status >= 400 { "application/problem+json" } else { "application/json" };
            b.header("content-type", kind).body(Body::from(v.to_string())).unwrap()
        }
        OutBody::Stream(kind, parts) => {
            let s = async_stream::stream! {
                for p in parts {
                    yield Ok::<Bytes, std::io::Error>(p);
                    tokio::time::sleep(Duration::from_millis(15)).await;
                }
            };
            b.header("content-type", kind).header("cache-control", "no-store").body(Body::from_stream(s)).unwrap()
        }
    }
}
async fn serve(st: Arc<Mutex<St>>, doc: Arc<String>, r: Request) -> Response {
    let (parts, body) = r.into_parts();
    let path = parts.uri.path().to_string();
    if path == "/openapi.json" {
        return Response::builder().header("content-type", "application/json").body(Body::from(doc.to_string())).unwrap();
    }
    let body = match to_bytes(body, 8 << 20).await {
        Ok(b) => b,
        Err(_) => return render(problem(413, "The body is too large.")),
    };
    let method = if parts.method == "HEAD" { "GET".to_string() } else { parts.method.as_str().to_string() };
    let (table, rest) = if let Some(p) = path.strip_prefix("/api") {
        (OPS, p)
    } else if let Some(p) = path.strip_prefix("/workers") {
        (WORKER_OPS, p)
    } else {
        return render(problem(404, "Nothing is here."));
    };
    let (op, open, params) = match route(table, &method, rest) {
        Ok(f) => f,
        Err(a) if a.is_empty() => return render(problem(404, "Nothing is here.")),
        Err(a) => {
            let mut o = problem(405, "This method is not known here.");
            o.headers.push(("allow", a.join(", ")));
            return render(o);
        }
    };
    let mut query = HashMap::new();
    for kv in parts.uri.query().unwrap_or("").split('&').filter(|s| !s.is_empty()) {
        let (k, v) = kv.split_once('=').unwrap_or((kv, ""));
        query.insert(decode(k, true), decode(v, true));
    }
    let mut req = Req { params, query, headers: parts.headers, body, user: String::new() };
    if op.starts_with("w.") {
        // lost update: what the run held is read before the turn and written after it
        if on("w-put-race") && op == "w.put" {
            let before = st.lock().unwrap().runs.iter().find(|r| r.id == req.p("run_id")).map(|r| r.messages.clone());
            tokio::time::sleep(Duration::from_millis(120)).await;
            let mut s = st.lock().unwrap();
            let id = req.p("run_id").to_string();
            if let (Some(b), Some(r)) = (before, s.runs.iter_mut().find(|r| r.id == id)) {
                r.messages = b;
            }
            return render(worker(&mut s, op, &req).unwrap_or_else(|e| e));
        }
        let mut s = st.lock().unwrap();
        return render(worker(&mut s, op, &req).unwrap_or_else(|e| e));
    }
    let known = bearer(&req.headers).and_then(|t| jwt_user(&t)).filter(|u| st.lock().unwrap().users.iter().any(|x| &x.id == u));
    match known {
        Some(u) => req.user = u,
        None if open => {}
        None if on("tool-run-without-jwt") && op == "tools.run" => req.user = st.lock().unwrap().users[0].id.clone(),
        None => return render(unauthorized("A valid JWT is needed.")),
    }
    // races: a value is read, some time passes, and it is written as if nothing had happened
    let me = req.user.clone();
    if op == "credits.use" && on("credits-race") {
        let before = st.lock().unwrap().me(&me).credits;
        tokio::time::sleep(Duration::from_millis(120)).await;
        let mut s = st.lock().unwrap();
        s.users.iter_mut().find(|u| u.id == me).unwrap().credits = before;
        return render(user::handle(&mut s, op, &req).unwrap_or_else(|e| e));
    }
    if op == "vip.redeem" && on("vip-race") {
        let before: Vec<_> = st.lock().unwrap().vip.clone();
        tokio::time::sleep(Duration::from_millis(120)).await;
        let mut s = st.lock().unwrap();
        let now = std::mem::replace(&mut s.vip, before);
        let r = user::handle(&mut s, op, &req).unwrap_or_else(|e| e);
        s.vip.extend(now);
        return render(r);
    }
    if op == "cli.get" && on("cli-read-race") {
        let jwt = st.lock().unwrap().clis.iter().find(|c| c.id == req.p("auth_id")).and_then(|c| c.jwt.clone());
        if let Some(j) = jwt {
            tokio::time::sleep(Duration::from_millis(120)).await;
            if let Some(c) = st.lock().unwrap().clis.iter_mut().find(|c| c.id == req.p("auth_id")) {
                c.jwt = None;
                c.used = true;
            }
            return render(reply(200, Value::String(j)));
        }
    }
    if op == "bundles.tool.add" && on("bundle-tool-race") {
        let id: i64 = req.p("bundle_id").parse().unwrap_or(0);
        let before = st.lock().unwrap().bundles.iter().find(|b| b.id == id).map(|b| b.tools.clone());
        tokio::time::sleep(Duration::from_millis(120)).await;
        let mut s = st.lock().unwrap();
        if let (Some(t), Some(b)) = (before, s.bundles.iter_mut().find(|b| b.id == id)) {
            b.tools = t;
        }
        return render(user::handle(&mut s, op, &req).unwrap_or_else(|e| e));
    }
    if op == "studio.add" && on("studio-create-race") {
        let before = st.lock().unwrap().studios.clone();
        tokio::time::sleep(Duration::from_millis(120)).await;
        let mut s = st.lock().unwrap();
        let now = std::mem::replace(&mut s.studios, before.clone());
        let r = user::handle(&mut s, op, &req).unwrap_or_else(|e| e);
        let made: Vec<_> = s.studios.drain(..).skip(before.len()).collect();
        s.studios = now;
        s.studios.extend(made);
        return render(r);
    }
    let mut s = st.lock().unwrap();
    render(user::handle(&mut s, op, &req).unwrap_or_else(|e| e))
}

fn main() {
    let _ = FAULT.set(std::env::var("FAULT").unwrap_or_default());
    let port: u16 = std::env::args().nth(1).and_then(|p| p.parse().ok()).unwrap_or(9900);
    let doc = std::fs::read_to_string(std::env::args().nth(2).unwrap_or("openapi.json".into())).unwrap_or("{}".into());
    let mut st = St::default();
    user::seed(&mut st);
    let st = Arc::new(Mutex::new(st));
    let doc = Arc::new(doc);
    let rt = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    rt.block_on(async move {
        let app = Router::new().fallback(move |r: Request| serve(st.clone(), doc.clone(), r));
        let l = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.expect("port");
        println!("ready");
        axum::serve(l, app).await.unwrap();
    });
}

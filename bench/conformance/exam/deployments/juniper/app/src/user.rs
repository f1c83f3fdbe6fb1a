// The User API: 88 operations over the state, and what the state holds at the start.
use crate::tools;
use crate::*;
use chrono::{DateTime, Duration as Days, Utc};
use serde::{Deserialize, Deserializer};

pub const OWN: &str = "0190a000-0000-7000-8000-000000000001";
pub const OTHER: &str = "0190a000-0000-7000-8000-000000000002";
pub const BOXED: &str = "0190a000-0000-7000-8000-000000000003";
const FILE_CAP: usize = 10;
const VIBES: [&str; 3] = ["bolt", "lovable", "v0"];
const CODES: [(&str, &str); 4] = [("JUNIPER-WELCOME", ""), ("JUNIPER-SPRING", ""), ("OWN-BERRIES", OWN), ("OTHER-BERRIES", OTHER)];

fn aid(n: u32) -> String {
    format!("0190b000-0000-7000-8000-{n:012}")
}
pub fn seed(st: &mut St) {
    for (id, name, tier) in [(OWN, "Olive Own", "pro"), (OTHER, "Otto Other", "pro"), (BOXED, "Sandy Box", "sandbox")] {
        st.users.push(User { id: id.into(), name: name.into(), email: format!("{}@juniper.example", name.split(' ').next().unwrap().to_lowercase()), tier: tier.into(), credits: 500, used: 0 });
        let now = st.now();
        let secret = format!("jnp_{}", &hmac_hex(JWT_SECRET, format!("key of {id}").as_bytes())[..40]);
        let n = st.next();
        st.keys.push(Key { id: n, user: id.into(), name: "Default".into(), secret, default: true, created: now, dead: false });
    }
    let rows = [
        (1, OWN, "Harbour pilot", "public", 0), (2, OWN, "Paid pilot", "public", 900), (11, OTHER, "Paid cook", "public", 500),
        (12, OTHER, "Free cook", "public", 0), (13, OTHER, "Paid baker", "public", 700), (14, OTHER, "Paid butcher", "public", 800), (15, OTHER, "Secret cook", "private", 0),
    ];
    for (n, owner, name, vis, price) in rows {
        let now = st.now();
        st.agents.push(Agent { id: aid(n), owner: owner.into(), name: name.into(), prompt: format!("You are the {}.", name.to_lowercase()), visibility: vis.into(), slug: None, upsell: None,
            price, up: 0, down: 0, created: now.clone(), updated: now, ghost: false, legacy: false });
    }
    let now = Utc::now();
    for (agent, user, days) in [(13, OWN, 40), (14, OWN, 12), (11, BOXED, 90)] {
        let a = st.agent(&aid(agent)).unwrap().clone();
        st.subs.push(Sub { agent: a.id, user: user.into(), since: now - Days::days(days), price: a.price, seller: a.owner, ended: false });
    }
    for (i, days) in [200, 120, 45, 20, 9, 3].iter().enumerate() {
        st.subs.push(Sub { agent: aid(2), user: format!("reader-{i}"), since: now - Days::days(*days), price: 900, seller: OWN.into(), ended: false });
    }
}

// ---------------------------------------------------------------- bodies
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}
#[derive(Deserialize)]
struct AgentRequest {
    agent_id: Option<String>,
    name: String,
    prompt: Option<String>,
    visibility: Option<Visibility>,
    #[serde(default, deserialize_with = "some")]
    vanity_slug: Option<Option<String>>,
    #[serde(default, deserialize_with = "some")]
    upsell_description: Option<Option<String>>,
    price_cents: Option<u32>,
}
#[derive(Deserialize, Default)]
struct AgentRequestPartial {
    name: Option<String>,
    prompt: Option<String>,
    visibility: Option<Visibility>,
    #[serde(default, deserialize_with = "some")]
    vanity_slug: Option<Option<String>>,
    #[serde(default, deserialize_with = "some")]
    upsell_description: Option<Option<String>>,
    price_cents: Option<u32>,
}
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Visibility {
    Public,
    Private,
}
impl Visibility {
    fn text(self) -> String {
        if self == Visibility::Public { "public" } else { "private" }.into()
    }
}
#[derive(Deserialize)]
struct StudioCreate {
    run_id: Option<String>,
    title: Option<String>,
    visibility: Option<Visibility>,
    notes: Option<String>,
}
#[derive(Deserialize)]
struct StudioUpdate {
    title: Option<String>,
    visibility: Option<Visibility>,
    #[serde(default, deserialize_with = "some")]
    notes: Option<Option<String>>,
}
#[derive(Deserialize)]
struct FileCreate {
    file_name: String,
    mime_type: Option<String>,
    content: Option<String>,
    position: Option<u32>,
}
#[derive(Deserialize)]
struct FileUpdate {
    file_name: Option<String>,
    mime_type: Option<String>,
    content: Option<String>,
    position: Option<u32>,
}
#[derive(Deserialize)]
struct FileOrder {
    positions: Vec<FilePlace>,
}
#[derive(Deserialize)]
struct FilePlace {
    file_id: uuid::Uuid,
    position: u32,
}
#[derive(Deserialize)]
struct ThemePut {
    accent_color: String,
}
#[derive(Deserialize)]
struct SlugRequest {
    name: String,
}
#[derive(Deserialize)]
#[allow(dead_code)]
struct SubscribeRequest {
    success_url: Option<String>,
    cancel_url: Option<String>,
}
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rating {
    Up,
    Down,
}
#[derive(Deserialize)]
#[allow(dead_code)]
struct Feedback {
    rating: Rating,
    comment: Option<String>,
}
#[derive(Deserialize)]
struct KeyCreate {
    name: String,
    is_default: Option<bool>,
}
#[derive(Deserialize)]
struct SessionRequest {
    credits: u32,
}
#[derive(Deserialize)]
struct BundleRequest {
    name: String,
    tools: Option<Vec<String>>,
}
#[derive(Deserialize)]
struct BundleTool {
    tool_id: String,
}
#[derive(Deserialize)]
struct CliInsert {
    jwt: String,
}
#[derive(Deserialize)]
struct ScheduleRequest {
    chat_id: Option<String>,
    cron_expression: String,
    message: Option<String>,
    enabled: Option<bool>,
}
#[derive(Deserialize)]
struct ScheduleUpdate {
    chat_id: Option<String>,
    cron_expression: Option<String>,
    message: Option<String>,
    enabled: Option<bool>,
}
#[derive(Deserialize)]
struct Install {
    tool_id: String,
}
#[derive(Deserialize)]
struct VipRequest {
    code: String,
}

// ---------------------------------------------------------------- records as JSON
fn agent_json(a: &Agent) -> Value {
    json!({"agent_id": a.id, "owner_id": a.owner, "name": a.name, "prompt": a.prompt, "visibility": a.visibility, "vanity_slug": a.slug,
        "upsell_description": a.upsell, "price_cents": a.price, "is_paid": a.price > 0, "feedback": {"up": a.up, "down": a.down}, "created_at": a.created, "updated_at": a.updated})
}
fn file_json(f: &AFile) -> Value {
    json!({"file_id": f.id, "agent_id": f.agent, "file_name": f.name, "mime_type": f.mime, "content": f.content, "size": f.content.len(), "position": f.position, "created_at": f.created})
}
fn studio_json(s: &Studio) -> Value {
    json!({"run_id": s.run, "owner_id": s.owner, "title": s.title, "visibility": s.visibility, "notes": s.notes, "created_at": s.created, "updated_at": s.updated, "deleted_at": s.deleted})
}
fn key_json(k: &Key, secret: bool) -> Value {
    let mut v = json!({"api_key_id": k.id, "name": k.name, "last_four": &k.secret[k.secret.len() - 4..], "is_default": k.default, "created_at": k.created});
    if secret {
        v["secret"] = json!(k.secret);
    }
    v
}
fn sub_json(s: &Sub, status: &str) -> Value {
    json!({"agent_id": s.agent, "user_id": s.user, "status": status, "price_cents": s.price, "started_at": s.since.to_rfc3339_opts(chrono::SecondsFormat::Micros, true)})
}
fn member(t: &(String, String)) -> Value {
    json!({"tool_id": t.0, "added_at": t.1})
}
fn bundle_json(b: &Bundle) -> Value {
    json!({"bundle_id": b.id, "name": b.name, "tools": b.tools.iter().map(member).collect::<Vec<_>>(), "created_at": b.created})
}
fn cli_json(c: &Cli) -> Value {
    json!({"cli_auth_id": c.id, "status": if c.used { "used" } else if c.jwt.is_some() { "attached" } else { "waiting" }, "created_at": c.created, "lifetime_seconds": 900})
}
fn sched_json(s: &Sched) -> Value {
    json!({"schedule_id": s.id, "chat_id": s.chat, "cron_expression": s.cron, "message": s.message, "enabled": s.enabled, "created_at": s.created})
}
fn run_json(st: &St, r: &Run) -> Value {
    json!({"run_id": r.id, "agent_id": r.agent, "agent_name": st.agents.iter().find(|a| a.id == r.agent).map(|a| a.name.clone()), "state": if r.job.as_ref().is_some_and(|j| j.ends > Instant::now()) { "job_running" } else { "idle" },
        "message_count": r.messages.len(), "created_at": r.created, "updated_at": r.updated})
}
fn exec_json(e: &Exec) -> Value {
    json!({"log_id": e.id, "tool_name": e.tool, "input": e.input, "output": e.output, "created_at": e.at})
}
fn mine_json(i: &Installed) -> Option<Value> {
    let t = tools::catalogue().into_iter().find(|t| t.name == i.tool)?;
    let mut v = tools::public(&t);
    v["installed_at"] = json!(i.at);
    Some(v)
}
fn installed_json(i: &Installed) -> Value {
    json!({"tool_id": i.tool, "user_id": i.user, "installed_at": i.at})
}

// ---------------------------------------------------------------- helpers
fn cursor(req: &Req) -> Result<Option<DateTime<Utc>>, Out> {
    match req.query.get("next_cursor").map(|s| s.as_str()) {
        None | Some("") | Some("null") => Ok(None),
        Some(s) => DateTime::parse_from_rfc3339(&s.replace(' ', "+")).map(|d| Some(d.to_utc())).map_err(|_| invalid("query", "next_cursor", "not a date-time")),
    }
}
/// A page of records, newest first; each comes with the time of its creation.
fn page(mut rows: Vec<(String, Value)>, req: &Req, skips: bool, stuck: bool, default: i64) -> R {
    let limit = req.q_int("limit", 1, 100, default)? as usize;
    let before = cursor(req)?;
    rows.sort_by(|a, b| b.0.cmp(&a.0));
    if let (Some(c), false) = (before, stuck) {
        rows.retain(|r| DateTime::parse_from_rfc3339(&r.0).unwrap().to_utc() < c);
    }
    let more = rows.len() > limit;
    let next = if more { Some(rows[if skips { limit } else { limit - 1 }].0.clone()) } else { None };
    ok(json!({"results": rows.into_iter().take(limit).map(|r| r.1).collect::<Vec<_>>(), "next": next}))
}
fn gone(what: &str) -> Out {
    problem(404, &format!("There is no such {what}."))
}
fn forbidden(what: &str) -> Out {
    problem(403, &format!("You have no permission on this {what}."))
}
fn own_agent(st: &mut St, id: &str, me: &str) -> Result<usize, Out> {
    let i = st.agents.iter().position(|a| a.id == id && !a.ghost).ok_or_else(|| gone("agent"))?;
    if st.agents[i].owner != me {
        return Err(forbidden("agent"));
    }
    Ok(i)
}
fn sees(a: &Agent, me: &str) -> bool {
    a.visibility == "public" || a.owner == me
}
fn tier_check(st: &St, me: &str, v: Option<Visibility>) -> Result<(), Out> {
    if v == Some(Visibility::Private) && st.me(me).tier == "sandbox" {
        return Err(problem(400, "The sandbox tier cannot make this private."));
    }
    Ok(())
}
fn default_visibility(st: &St, me: &str) -> String {
    if st.me(me).tier == "sandbox" { "public" } else { "private" }.into()
}
fn slug_ok(st: &St, slug: &Option<Option<String>>, but: &str) -> Result<(), Out> {
    if let Some(Some(s)) = slug {
        let good = !s.is_empty() && s.len() <= 80 && s.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !good {
            return Err(invalid("body", "vanity_slug", "lower-case letters, digits and hyphens"));
        }
        if !on("slug-taken-twice") && st.agents.iter().any(|a| !a.ghost && a.id != but && a.slug.as_deref() == Some(s)) {
            return Err(problem(400, "This vanity slug is taken."));
        }
    }
    Ok(())
}
fn prompt_of(p: &Option<String>) -> Result<String, Out> {
    match p {
        Some(s) if !s.trim().is_empty() => Ok(s.clone()),
        _ => Err(problem(400, "The chat prompt is missing.")),
    }
}
fn renumber(st: &mut St, agent: &str) {
    let mut idx: Vec<usize> = (0..st.files.len()).filter(|i| st.files[*i].agent == agent).collect();
    idx.sort_by_key(|i| st.files[*i].position);
    for (n, i) in idx.into_iter().enumerate() {
        st.files[i].position = n as i64;
    }
}
fn files_of(st: &St, agent: &str) -> Vec<AFile> {
    let mut l: Vec<AFile> = st.files.iter().filter(|f| f.agent == agent).cloned().collect();
    if !on("file-list-unordered") {
        l.sort_by_key(|f| f.position);
    }
    l
}
fn file_list(st: &St, agent: &str) -> R {
    let l = files_of(st, agent);
    ok(json!({"results": l.iter().map(file_json).collect::<Vec<_>>(), "total": l.len(), "max_files": FILE_CAP}))
}
/// Puts a file at a place among the others of its agent.
fn place(st: &mut St, agent: &str, file: &str, to: usize) {
    let mut order: Vec<AFile> = st.files.iter().filter(|f| f.agent == agent).cloned().collect();
    order.sort_by_key(|f| f.position);
    let i = order.iter().position(|f| f.id == file).unwrap();
    let f = order.remove(i);
    order.insert(to.min(order.len()), f);
    for (n, f) in order.iter().enumerate() {
        st.files.iter_mut().find(|x| x.id == f.id).unwrap().position = n as i64;
    }
}
fn cron_ok(s: &str) -> bool {
    let parts: Vec<&str> = s.split_whitespace().collect();
    if parts.len() != 5 {
        return false;
    }
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let bounds = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)];
    parts.iter().zip(bounds).enumerate().all(|(i, (p, (lo, hi)))| {
        p.split(',').all(|x| {
            let (range, step) = match x.split_once('/') {
                Some((r, s)) => (r, Some(s)),
                None => (x, None),
            };
            if let Some(s) = step {
                match s.parse::<i64>() {
                    Ok(n) if n >= 1 && n <= hi => {}
                    _ => return false,
                }
            }
            if range == "*" {
                return true;
            }
            let num = |t: &str| -> Option<i64> {
                if let Some(n) = names.iter().position(|n| i == 4 && *n == t.to_lowercase()) {
                    return Some(n as i64);
                }
                if let Some(n) = months.iter().position(|n| i == 3 && *n == t.to_lowercase()) {
                    return Some(n as i64 + 1);
                }
                if t.is_empty() || !t.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                t.parse().ok().filter(|n| *n >= lo && *n <= hi)
            };
            match range.split_once('-') {
                Some((a, b)) => matches!((num(a), num(b)), (Some(a), Some(b)) if a <= b),
                None => num(range).is_some(),
            }
        })
    })
}
fn to_cron(s: &str) -> Option<String> {
    let t = s.trim().to_lowercase();
    if cron_ok(&t) {
        return Some(t.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let plain = match t.as_str() {
        "hourly" | "every hour" | "@hourly" => "0 * * * *",
        "daily" | "every day" | "@daily" => "0 0 * * *",
        "weekly" | "every week" | "@weekly" => "0 0 * * 0",
        "monthly" | "every month" | "@monthly" => "0 0 1 * *",
        "every minute" => "* * * * *",
        _ => "",
    };
    if !plain.is_empty() {
        return Some(plain.into());
    }
    let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
    let w: Vec<&str> = t.split_whitespace().collect();
    if w.len() == 4 && w[0] == "every" && w[2] == "at" {
        let h = w[3].trim_end_matches(":00");
        let hour: u32 = if let Some(x) = h.strip_suffix("pm") { x.parse::<u32>().ok().map(|n| n % 12 + 12)? } else if let Some(x) = h.strip_suffix("am") { x.parse::<u32>().ok().map(|n| n % 12)? } else { h.parse().ok()? };
        if hour > 23 {
            return None;
        }
        if w[1] == "day" {
            return Some(format!("0 {hour} * * *"));
        }
        return days.iter().position(|d| *d == w[1]).map(|d| format!("0 {hour} * * {d}"));
    }
    None
}
fn score(t: &tools::Tool, q: &str) -> f64 {
    let name = t.name.to_lowercase();
    let hay = format!("{} {} {}", name.replace('_', " "), t.words.to_lowercase(), t.set);
    let q = q.to_lowercase();
    if name == q {
        return 1.0;
    }
    let words: Vec<String> = q.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(String::from).collect();
    if words.is_empty() {
        return 0.0;
    }
    let hits = words.iter().filter(|w| hay.contains(w.as_str())).count() as f64;
    let in_name = words.iter().filter(|w| name.contains(w.as_str())).count() as f64;
    (0.6 * hits + 0.35 * in_name) / words.len() as f64
}
struct Days2 {
    date: String,
    subs: i64,
    cents: i64,
}
fn report(st: &St, me: &str, period: i64) -> Vec<Days2> {
    let today = Utc::now().date_naive();
    (0..period)
        .rev()
        .map(|back| {
            let d = today - Days::days(back);
            let mine = st.subs.iter().filter(|s| s.seller == me && !s.ended);
            let mut row = Days2 { date: d.to_string(), subs: 0, cents: 0 };
            for s in mine {
                let age = (d - s.since.date_naive()).num_days();
                if age >= 0 {
                    row.subs += 1;
                    if age % 30 == 0 {
                        row.cents += s.price;
                    }
                }
            }
            row
        })
        .collect()
}

// ---------------------------------------------------------------- operations
pub fn handle(st: &mut St, op: &str, req: &Req) -> R {
    match op.split('.').next().unwrap() {
        "agents" | "slug" | "vibe" | "theme" | "files" | "chats" => agents(st, op, req),
        "studio" => studio(st, op, req),
        "tools" | "toolsets" | "mine" | "bundles" => tool_ops(st, op, req),
        _ => others(st, op, req),
    }
}

fn apply(st: &mut St, i: usize, b: AgentRequestPartial) {
    let now = st.now();
    let a = &mut st.agents[i];
    if let Some(x) = b.name {
        a.name = x;
    }
    if let Some(x) = b.prompt {
        a.prompt = x;
    }
    if let Some(x) = b.visibility {
        a.visibility = x.text();
    }
    if let Some(x) = b.vanity_slug {
        a.slug = x;
    }
    if let Some(x) = b.upsell_description {
        a.upsell = x;
    }
    if let Some(x) = b.price_cents {
        a.price = x as i64;
    }
    a.updated = now;
}
fn create(st: &mut St, me: &str, b: AgentRequest, legacy: bool) -> R {
    let prompt = prompt_of(&b.prompt)?;
    tier_check(st, me, b.visibility)?;
    slug_ok(st, &b.vanity_slug, "")?;
    let now = st.now();
    let a = Agent { id: new_id(), owner: me.into(), name: b.name, prompt, visibility: b.visibility.map(|v| v.text()).unwrap_or_else(|| default_visibility(st, me)),
        slug: b.vanity_slug.flatten(), upsell: b.upsell_description.flatten(), price: b.price_cents.unwrap_or(0) as i64, up: 0, down: 0, created: now.clone(), updated: now, ghost: false, legacy };
    let v = agent_json(&a);
    st.agents.push(a);
    ok(v)
}

fn agents(st: &mut St, op: &str, req: &Req) -> R {
    let me = req.user.as_str();
    let id = if req.params.contains_key("chat_id") { req.p("chat_id").to_string() } else { req.p("agent_id").to_string() };
    match op {
        "agents.list" | "chats.list" => {
            let l: Vec<Value> = st.agents.iter().filter(|a| {
                (a.owner == me || (on("agents-list-foreign-public") && a.visibility == "public")) && !a.ghost
                    && !(on("agents-list-without-legacy") && a.legacy && op == "agents.list")
                    && !(on("chats-list-public-only") && op == "chats.list" && a.visibility == "private")
            }).map(agent_json).collect();
            ok(Value::Array(l))
        }
        "agents.get" | "chats.get" => {
            let a = st.agents.iter().find(|a| a.id == id && (!a.ghost || op == "agents.get")).ok_or_else(|| gone("agent"))?;
            if !sees(a, me) && !(on("private-agent-to-users") && !me.is_empty()) && !(on("private-agent-to-anyone") && op == "chats.get") {
                return Err(forbidden("agent"));
            }
            ok(agent_json(a))
        }
        "agents.upsert" => {
            let mut b: AgentRequest = req.body()?;
            let Some(old) = b.agent_id.clone() else { return create(st, me, b, false) };
            let i = match own_agent(st, &old, me) {
                Ok(i) => i,
                Err(e) if e.status == 403 && on("upsert-foreign-copies") => return create(st, me, b, false),
                Err(e) => return Err(e),
            };
            if !on("upsert-update-without-prompt") {
                prompt_of(&b.prompt)?;
            }
            if on("upsert-sandbox-private") && b.visibility == Some(Visibility::Private) {
            } else {
                tier_check(st, me, b.visibility)?;
            }
            slug_ok(st, &b.vanity_slug, &old)?;
            if on("upsert-always-creates") {
                b.vanity_slug = None;
                return create(st, me, b, false);
            }
            apply(st, i, AgentRequestPartial { name: Some(b.name), prompt: b.prompt, visibility: b.visibility, vanity_slug: b.vanity_slug, upsell_description: b.upsell_description, price_cents: b.price_cents });
            ok(agent_json(&st.agents[i]))
        }
        "chats.add" => {
            let b: AgentRequest = req.body()?;
            create(st, me, b, true)
        }
        "chats.put" => {
            let b: AgentRequest = req.body()?;
            let i = match own_agent(st, &id, me) {
                Err(e) if e.status == 403 && on("chat-put-foreign") => st.agents.iter().position(|a| a.id == id).unwrap(),
                r => r?,
            };
            let prompt = prompt_of(&b.prompt)?;
            if let Err(e) = tier_check(st, me, b.visibility) {
                if on("chat-put-refused-but-stored") {
                    st.agents[i].name = b.name;
                    st.agents[i].visibility = "private".into();
                }
                return Err(e);
            }
            slug_ok(st, &b.vanity_slug, &id)?;
            apply(st, i, AgentRequestPartial { name: Some(b.name), prompt: Some(prompt), visibility: b.visibility, vanity_slug: Some(b.vanity_slug.flatten()),
                upsell_description: Some(b.upsell_description.flatten()), price_cents: Some(b.price_cents.unwrap_or(0)) });
            ok(agent_json(&st.agents[i]))
        }
        "chats.patch" => {
            let mut b: AgentRequestPartial = req.body()?;
            let i = own_agent(st, &id, me)?;
            if let Some(p) = &b.prompt {
                prompt_of(&Some(p.clone()))?;
            }
            if !on("chat-patch-sandbox-private") {
                tier_check(st, me, b.visibility)?;
            }
            slug_ok(st, &b.vanity_slug, &id)?;
            if on("chat-patch-drops-slug") && b.vanity_slug.is_none() {
                b.vanity_slug = Some(None);
            }
            if on("chat-patch-answer-only") {
                let keep = st.agents[i].clone();
                apply(st, i, b);
                let v = agent_json(&st.agents[i]);
                st.agents[i] = Agent { visibility: st.agents[i].visibility.clone(), ..keep };
                return ok(v);
            }
            apply(st, i, b);
            ok(agent_json(&st.agents[i]))
        }
        "chats.del" => {
            let i = own_agent(st, &id, me)?;
            let v = agent_json(&st.agents[i]);
            if on("chat-deleted-agent-stays") {
                st.agents[i].ghost = true;
                return ok(v);
            }
            st.agents.remove(i);
            st.files.retain(|f| f.agent != id);
            st.themes.remove(&id);
            if !on("chat-delete-keeps-schedules") {
                st.scheds.retain(|s| s.chat != id);
            }
            st.subs.retain(|s| s.agent != id);
            ok(v)
        }
        "chats.og" => {
            let id = req.uuid("chat_id")?;
            let a = st.agent(&id).ok_or_else(|| gone("chat"))?;
            if !sees(a, me) {
                return ok(json!({"title": "A private agent", "description": null, "image": null, "url": format!("/c/{id}")}));
            }
            ok(json!({"title": a.name, "description": a.upsell, "image": format!("/og/{id}.png"), "url": format!("/c/{}", a.slug.as_ref().unwrap_or(&id))}))
        }
        "chats.clone" => {
            let id = req.uuid("chat_id")?;
            let b: AgentRequestPartial = if req.body.is_empty() || req.body.as_ref() == b"null" { Default::default() } else { req.body()? };
            let src = st.agent(&id).ok_or_else(|| gone("chat"))?.clone();
            if src.visibility != "public" && !(on("clone-own-private") && src.owner == me) {
                return Err(problem(403, "This chat is not public."));
            }
            tier_check(st, me, b.visibility)?;
            slug_ok(st, &b.vanity_slug, "")?;
            if let Some(p) = &b.prompt {
                prompt_of(&Some(p.clone()))?;
            }
            let now = st.now();
            let mut a = Agent { id: new_id(), owner: me.into(), slug: None, price: 0, up: 0, down: 0, created: now.clone(), updated: now, legacy: false, ..src.clone() };
            if on("clone-stays-with-owner") {
                a.owner = src.owner;
            }
            st.agents.push(a);
            let i = st.agents.len() - 1;
            if !on("clone-ignores-body") {
                apply(st, i, b);
            }
            ok(agent_json(&st.agents[i]))
        }
        "chats.feedback" => {
            let b: Feedback = req.body()?;
            let me = me.to_string();
            let i = st.agents.iter().position(|a| a.id == id && !a.ghost && sees(a, &me)).ok_or_else(|| gone("chat"));
            let i = match i {
                Err(_) if on("feedback-unknown-chat") => 0,
                x => x?,
            };
            let i = if on("feedback-wrong-chat") { st.agents.iter().position(|a| a.owner == st.agents[i].owner).unwrap() } else { i };
            let a = &mut st.agents[i];
            match b.rating {
                Rating::Up => a.up += 1,
                Rating::Down => a.down += 1,
            }
            ok(agent_json(a))
        }
        "chats.run" => {
            let id = req.uuid("chat_id")?;
            let a = st.agent(&id).ok_or_else(|| gone("chat"))?.clone();
            if !sees(&a, me) && !on("chat-run-private") {
                return Err(forbidden("chat"));
            }
            let now = st.now();
            let n = st.next();
            let run = new_id();
            let log = json!({"entry_id": n, "run_id": run, "agent_id": id, "user_id": me, "event": "run_logged", "detail": null, "created_at": now});
            let logs = if on("chat-run-not-kept") { vec![] } else { vec![log.clone()] };
            st.runs.push(Run { id: run, agent: id, user: me.into(), messages: vec![], job: None, failed: false, created: now.clone(), updated: now, mcp: vec![], logs });
            ok(log)
        }
        "agents.upsell" => {
            let i = match own_agent(st, &id, me) {
                Err(e) if e.status == 403 => return Err(gone("agent")),
                r => r?,
            };
            let now = st.now();
            let text = format!("{}: more of it, every day.", st.agents[i].name);
            if on("upsell-not-kept") {
                let mut a = st.agents[i].clone();
                a.upsell = Some(text);
                return ok(agent_json(&a));
            }
            st.agents[i].upsell = Some(text);
            st.agents[i].updated = now;
            ok(agent_json(&st.agents[i]))
        }
        "slug.make" => {
            let b: SlugRequest = req.body()?;
            let mut base: String = b.name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
            base = base.split('-').filter(|x| !x.is_empty()).collect::<Vec<_>>().join("-");
            base.truncate(60);
            let base = if base.is_empty() { "agent".to_string() } else { base.trim_matches('-').to_string() };
            let mut slug = base.clone();
            let mut n = 1;
            while !on("slug-made-taken") && st.agents.iter().any(|a| a.slug.as_deref() == Some(&slug)) {
                n += 1;
                slug = format!("{base}-{n}");
            }
            ok(json!({"slug": slug}))
        }
        "slug.check" => {
            let slug = req.query.get("slug").ok_or_else(|| invalid("query", "slug", "is required"))?;
            let taken = st.agents.iter().any(|a| !a.ghost && a.slug.as_deref() == Some(slug) && !(on("slug-check-public-only") && a.visibility == "private"));
            ok(json!({"slug": slug, "available": !taken}))
        }
        "vibe.list" => ok(json!({"services": VIBES})),
        "agents.vibe" => {
            let s = req.query.get("service_name").ok_or_else(|| invalid("query", "service_name", "is required"))?;
            if !VIBES.contains(&s.as_str()) && !on("vibe-any-service") {
                return Err(invalid("query", "service_name", "not a known service"));
            }
            let a = st.agent(&id).ok_or_else(|| gone("agent"))?;
            if !sees(a, me) {
                return Err(forbidden("agent"));
            }
            ok(json!({"agent_id": a.id, "service_name": s, "prompt": format!("Build with {s} a page that talks to the agent {} ({}).", a.name, a.id)}))
        }
        "theme.get" => {
            let id = req.uuid("agent_id")?;
            let a = st.agent(&id).ok_or_else(|| gone("agent"))?;
            if !sees(a, me) {
                return Err(forbidden("agent"));
            }
            ok(st.themes.get(&id).map(|t| json!({"agent_id": id, "accent_color": t.0, "updated_at": t.1})).unwrap_or(Value::Null))
        }
        "theme.put" => {
            let id = req.uuid("agent_id")?;
            let b: ThemePut = req.body()?;
            if !(on("theme-foreign") && st.agent(&id).is_some_and(|a| a.visibility == "public")) {
                own_agent(st, &id, me)?;
            }
            let c = &b.accent_color;
            let hex = |n: usize| c.chars().skip(1).take(n).all(|x| x.is_ascii_hexdigit());
            let good = c.len() == 7 && c.starts_with('#') && hex(if on("theme-digits-unchecked") { 0 } else { 6 });
            if !good {
                return Err(problem(400, "The theme color must be like #1a2b3c."));
            }
            let now = st.now();
            if !(on("theme-first-only") && st.themes.contains_key(&id)) {
                st.themes.insert(id.clone(), (c.clone(), now.clone()));
            }
            ok(json!({"agent_id": id, "accent_color": c, "updated_at": now}))
        }
        _ => {
            let id = req.uuid("agent_id")?;
            let file = if req.params.contains_key("file_id") { req.uuid("file_id")? } else { String::new() };
            if on("file-read-foreign") && op == "files.get" {
                st.agent(&id).ok_or_else(|| gone("agent"))?;
            } else {
                own_agent(st, &id, me)?;
            }
            let at = if file.is_empty() {
                usize::MAX
            } else {
                st.files.iter().position(|f| f.id == file && (f.agent == id || on("file-under-any-agent"))).ok_or_else(|| gone("file"))?
            };
            match op {
                "files.list" => file_list(st, &id),
                "files.add" => {
                    let b: FileCreate = req.body()?;
                    if b.file_name.trim().is_empty() {
                        return Err(problem(400, "The file has no name."));
                    }
                    let n = files_of(st, &id).len();
                    if n >= FILE_CAP && !on("file-cap-off") {
                        return Err(problem(400, &format!("An agent has at most {FILE_CAP} files.")));
                    }
                    let now = st.now();
                    let f = AFile { id: new_id(), agent: id.clone(), name: b.file_name, mime: b.mime_type.unwrap_or("text/plain".into()), content: b.content.unwrap_or_default(), position: n as i64, created: now };
                    let fid = f.id.clone();
                    st.files.push(f);
                    if let Some(p) = b.position {
                        place(st, &id, &fid, p as usize);
                    }
                    let v = file_json(st.files.iter().find(|f| f.id == fid).unwrap());
                    Ok(reply(if on("file-created-200") { 200 } else { 201 }, v))
                }
                "files.get" => ok(file_json(&st.files[at])),
                "files.patch" => {
                    let b: FileUpdate = req.body()?;
                    let f = &mut st.files[at];
                    if on("file-patch-wipes") {
                        f.content = String::new();
                        f.mime = "text/plain".into();
                    }
                    if let Some(x) = b.file_name {
                        f.name = x;
                    }
                    if let Some(x) = b.mime_type {
                        f.mime = x;
                    }
                    if let Some(x) = b.content {
                        f.content = x;
                    }
                    if let Some(p) = b.position {
                        place(st, &id, &file, p as usize);
                    }
                    ok(file_json(st.files.iter().find(|f| f.id == file).unwrap()))
                }
                "files.del" => {
                    let f = st.files.remove(at);
                    if on("file-delete-all-of-name") {
                        st.files.retain(|x| x.agent != f.agent || x.name != f.name);
                    }
                    renumber(st, &id);
                    if on("file-deleted-200") {
                        return ok(file_json(&f));
                    }
                    Ok(Out { status: 204, headers: vec![], body: OutBody::Empty })
                }
                "files.order" => {
                    let b: FileOrder = req.body()?;
                    let mut seen = std::collections::HashSet::new();
                    for p in &b.positions {
                        if !seen.insert(p.file_id) {
                            return Err(invalid("body", "positions", "a file is named twice"));
                        }
                    }
                    for p in &b.positions {
                        let fid = p.file_id.to_string();
                        match st.files.iter_mut().find(|f| f.id == fid && f.agent == id) {
                            None => return Err(gone("file")),
                            Some(f) if on("file-order-half-done") => f.position = p.position as i64,
                            _ => {}
                        }
                    }
                    if on("file-order-ignored") {
                        let mut l = files_of(st, &id);
                        for f in l.iter_mut() {
                            if let Some(p) = b.positions.iter().find(|p| p.file_id.to_string() == f.id) {
                                f.position = p.position as i64;
                            }
                        }
                        l.sort_by_key(|f| f.position);
                        return ok(json!({"results": l.iter().map(file_json).collect::<Vec<_>>(), "total": l.len(), "max_files": FILE_CAP}));
                    }
                    // the named files take their places, the others fill what is left in their order
                    let all = { let mut l: Vec<AFile> = st.files.iter().filter(|f| f.agent == id).cloned().collect(); l.sort_by_key(|f| f.position); l };
                    let mut named: Vec<(u32, String)> = b.positions.iter().map(|p| (p.position, p.file_id.to_string())).collect();
                    named.sort_by_key(|p| p.0);
                    let mut order: Vec<String> = all.iter().map(|f| f.id.clone()).filter(|f| !named.iter().any(|n| &n.1 == f)).collect();
                    for (p, f) in named {
                        order.insert((p as usize).min(order.len()), f);
                    }
                    for (n, f) in order.iter().enumerate() {
                        st.files.iter_mut().find(|x| &x.id == f).unwrap().position = n as i64;
                    }
                    file_list(st, &id)
                }
                _ => Err(gone("operation")),
            }
        }
    }
}

fn studio(st: &mut St, op: &str, req: &Req) -> R {
    let me = req.user.as_str();
    let id = req.p("run_id").to_string();
    match op {
        "studio.list" => ok(Value::Array(st.studios.iter().filter(|s| s.owner == me && (s.deleted.is_none() || on("studio-list-deleted"))).map(studio_json).collect())),
        "studio.add" => {
            let b: StudioCreate = req.body()?;
            if !on("studio-create-sandbox-private") {
                tier_check(st, me, b.visibility)?;
            }
            let now = st.now();
            if let Some(i) = b.run_id.as_ref().and_then(|r| st.studios.iter().position(|s| &s.run == r)) {
                let s = &mut st.studios[i];
                if s.owner != me || s.deleted.is_some() {
                    if !(on("studio-foreign-run-id") && s.deleted.is_none()) {
                        return Err(problem(409, "A chat with this run_id exists."));
                    }
                }
                if on("studio-create-overwrites") {
                    if let Some(t) = b.title {
                        s.title = t;
                    }
                    if let Some(v) = b.visibility {
                        s.visibility = v.text();
                    }
                }
                return ok(studio_json(s));
            }
            if b.run_id.as_deref().is_some_and(|r| r.trim().is_empty()) {
                return Err(problem(400, "The run_id is empty."));
            }
            let s = Studio { run: b.run_id.unwrap_or_else(new_id), owner: me.into(), title: b.title.unwrap_or("Untitled".into()), visibility: b.visibility.map(|v| v.text()).unwrap_or_else(|| default_visibility(st, me)),
                notes: b.notes, created: now.clone(), updated: now, deleted: None };
            let v = studio_json(&s);
            st.studios.push(s);
            ok(v)
        }
        _ => {
            let put: Option<StudioCreate> = if op == "studio.put" { Some(req.body()?) } else { None };
            let patch: Option<StudioUpdate> = if op == "studio.patch" { Some(req.body()?) } else { None };
            let i = st.studios.iter().position(|s| s.run == id && (s.deleted.is_none() || (on("studio-get-deleted") && op == "studio.get"))).ok_or_else(|| gone("chat"))?;
            let mine = st.studios[i].owner == me;
            let private = st.studios[i].visibility == "private";
            let now = st.now();
            match op {
                "studio.get" => {
                    if private && !mine && !(on("studio-private-to-users") && !me.is_empty()) {
                        return Err(forbidden("chat"));
                    }
                    ok(studio_json(&st.studios[i]))
                }
                "studio.clone" => {
                    if private && !(on("studio-clone-own-private") && mine) {
                        return Err(problem(400, "A private chat cannot be cloned."));
                    }
                    let src = st.studios[i].clone();
                    let s = Studio { run: new_id(), owner: if on("studio-clone-keeps-owner") { src.owner.clone() } else { me.into() }, created: now.clone(), updated: now, ..src };
                    let v = studio_json(&s);
                    st.studios.push(s);
                    Ok(reply(if on("studio-clone-200") { 200 } else { 201 }, v))
                }
                _ if !mine && !(on("studio-patch-foreign") && op == "studio.patch" && !private) => Err(forbidden("chat")),
                "studio.put" => {
                    let b = put.unwrap();
                    if !on("studio-put-sandbox-private") {
                        tier_check(st, me, b.visibility)?;
                    }
                    let s = &mut st.studios[i];
                    s.title = b.title.unwrap_or("Untitled".into());
                    s.notes = b.notes;
                    if let Some(v) = b.visibility {
                        s.visibility = v.text();
                    }
                    s.updated = now;
                    ok(studio_json(s))
                }
                "studio.patch" => {
                    let b = patch.unwrap();
                    tier_check(st, me, b.visibility)?;
                    let s = &mut st.studios[i];
                    if on("studio-patch-wipes-notes") && b.notes.is_none() {
                        s.notes = None;
                    }
                    if on("studio-patch-publishes") && b.visibility.is_none() {
                        s.visibility = "public".into();
                    }
                    if let Some(t) = b.title {
                        s.title = t;
                    }
                    if let Some(n) = b.notes {
                        s.notes = n;
                    }
                    if let Some(v) = b.visibility {
                        s.visibility = v.text();
                    }
                    s.updated = now;
                    ok(studio_json(s))
                }
                _ => {
                    let s = &mut st.studios[i];
                    s.deleted = Some(now.clone());
                    s.updated = now;
                    ok(studio_json(s))
                }
            }
        }
    }
}

fn tool_ops(st: &mut St, op: &str, req: &Req) -> R {
    let me = req.user.as_str();
    let all = tools::catalogue();
    match op {
        "tools.list" => ok(Value::Array(all.iter().map(tools::mcp).collect())),
        "tools.public" => ok(Value::Array(all.iter().map(tools::public).collect())),
        "tools.get" => match all.iter().find(|t| t.name == req.p("tool_id")) {
            Some(t) => ok(tools::public(t)),
            None if on("tool-unknown-null") => ok(Value::Null),
            None => Err(gone("tool")),
        },
        "tools.search" => {
            let q = req.query.get("q").ok_or_else(|| invalid("query", "q", "is required"))?;
            if q.is_empty() && !on("search-empty-q") {
                return Err(invalid("query", "q", "at least one character"));
            }
            let limit = req.q_int("limit", if on("search-limit-zero") { 0 } else { 1 }, 200, 20)? as usize;
            let min: f64 = match req.query.get("min_score") {
                None => 0.15,
                Some(s) => s.parse::<f64>().ok().filter(|x| x.is_finite() && (0.0..=if on("search-min-score-above-one") { 100.0 } else { 1.0 }).contains(x)).ok_or_else(|| invalid("query", "min_score", "a number from 0.0 to 1.0"))?,
            };
            let kit = req.query.get("toolkit").filter(|s| !s.is_empty() && s.as_str() != "null");
            let mut l: Vec<(f64, &tools::Tool)> = all.iter().map(|t| (score(t, q), t)).filter(|(x, t)| (*x >= min || on("search-min-score-ignored")) && (kit.is_none_or(|k| k == t.set) || on("search-toolkit-ignored"))).collect();
            l.sort_by(|a, b| b.0.total_cmp(&a.0));
            if on("search-limit-off-by-one") {
                l.truncate(limit + 1);
            } else {
                l.truncate(limit);
            }
            ok(Value::Array(l.into_iter().map(|(x, t)| { let mut v = tools::mcp(t); v["_meta"] = json!({"score": (x * 1000.0).round() / 1000.0, "toolkit": t.set}); v }).collect()))
        }
        "tools.run" => {
            let input = req.json()?;
            let name = req.p("tool_name");
            let t = match all.iter().find(|t| t.name == name) {
                Some(t) => t,
                None if on("tool-run-unknown-400") => return Err(problem(400, "The tool cannot be run.")),
                None => return Err(gone("tool")),
            };
            let mut schema = t.schema.clone();
            if on("nt-list-limit-unbounded") && name.starts_with("NOTIFIER_LIST_") && schema["properties"].get("limit").is_some() {
                schema["properties"]["limit"] = json!({"type": "integer", "minimum": 1});
            }
            if on("nt-negative-app-version") && name == "NOTIFIER_UPDATE_DEVICE" {
                schema["properties"]["app_version"] = json!({"type": "integer"});
            }
            if on("nt-upload-without-type") && name == "NOTIFIER_UPLOAD_REQUEST" {
                schema["required"] = json!(["file_name"]);
            }
            let checked = tools::check(&schema, &input, "input");
            let done = checked.and_then(|_| tools::run(st, me, name, input.as_object().unwrap()));
            let output = match done {
                Ok(o) => o,
                Err(e) if on("tool-run-invalid-200") && !name.starts_with("NOTIFIER_") => return ok(json!({"content": [{"type": "text", "text": e}], "structuredContent": null, "isError": true})),
                Err(e) => return Err(problem(400, &e)),
            };
            let at = st.now();
            let id = st.next();
            let logged = if on("execution-input-lost") { json!({}) } else { input.clone() };
            let logged_out = if on("execution-previous-output") { st.execs.iter().rev().find(|e| e.user == me).map(|e| e.output.clone()).unwrap_or(output.clone()) } else { output.clone() };
            st.execs.push(Exec { id, user: me.into(), tool: name.into(), input: logged, output: logged_out, at });
            ok(json!({"content": [{"type": "text", "text": output.to_string()}], "structuredContent": output, "isError": false}))
        }
        "toolsets.list" => ok(Value::Array(tools::SETS.iter().map(|(n, d)| json!({"toolset_name": n, "description": d, "tools": all.iter().filter(|t| t.set == *n).map(|t| t.name).collect::<Vec<_>>()})).collect())),
        "toolsets.get" => {
            let (n, d) = match tools::SETS.iter().find(|s| s.0 == req.p("toolset_name")) {
                Some(s) => *s,
                None if on("toolset-unknown-empty") => return ok(json!({"toolset_name": req.p("toolset_name"), "description": null, "tools": []})),
                None => return Err(gone("toolset")),
            };
            let mut l: Vec<Value> = all.iter().filter(|t| t.set == n).map(tools::mcp).collect();
            if on("toolset-last-tool-lost") {
                l.pop();
            }
            ok(json!({"toolset_name": n, "description": d, "tools": l}))
        }
        "mine.list" => ok(Value::Array(st.installed.iter().filter(|i| i.user == me || on("user-tools-of-everyone")).filter_map(mine_json).collect())),
        "mine.add" => {
            let b: Install = req.body()?;
            if !all.iter().any(|t| t.name == b.tool_id) && !on("install-unknown-tool") {
                return Err(problem(409, "There is no such tool to install."));
            }
            if st.installed.iter().any(|i| i.user == me && i.tool == b.tool_id) {
                return Err(problem(409, "The tool is installed already."));
            }
            let i = Installed { user: me.into(), tool: b.tool_id, at: st.now() };
            let v = installed_json(&i);
            st.installed.push(i);
            ok(v)
        }
        "mine.get" | "mine.del" => {
            let i = st.installed.iter().position(|i| i.user == me && i.tool == req.p("tool_id"));
            if op == "mine.get" {
                return i.and_then(|i| mine_json(&st.installed[i])).map(|v| reply(200, v)).ok_or_else(|| gone("tool"));
            }
            let i = i.ok_or_else(|| gone("tool"))?;
            let v = installed_json(&st.installed[i]);
            if on("uninstall-for-everyone") {
                let t = st.installed[i].tool.clone();
                st.installed.retain(|x| x.tool != t);
            } else if !on("uninstall-noop") {
                st.installed.remove(i);
            }
            ok(v)
        }
        "bundles.list" => ok(Value::Array(st.bundles.iter().filter(|b| b.user == me).map(|b| json!({"bundle_id": b.id, "name": b.name, "tool_count": b.tools.len()})).collect())),
        "bundles.add" => {
            let b = Bundle { id: st.next(), user: me.into(), name: "Untitled bundle".into(), tools: vec![], created: st.now() };
            let v = bundle_json(&b);
            st.bundles.push(b);
            ok(v)
        }
        _ => {
            let id = req.int("bundle_id")?;
            let at = st.bundles.iter().position(|b| b.id == id && (b.user == me || (on("bundle-foreign-read") && op == "bundles.get")));
            match op {
                "bundles.get" => ok(bundle_json(&st.bundles[at.ok_or_else(|| gone("bundle"))?])),
                "bundles.put" => {
                    let b: BundleRequest = req.body()?;
                    let i = at.ok_or_else(|| problem(409, "There is no such bundle to update."))?;
                    if let Some(l) = &b.tools {
                        if l.iter().any(|x| !all.iter().any(|t| t.name == x)) {
                            if on("bundle-put-half-done") {
                                st.bundles[i].name = b.name;
                            }
                            return Err(problem(409, "A tool of the bundle does not exist."));
                        }
                    }
                    let now = st.now();
                    let x = &mut st.bundles[i];
                    if on("bundle-put-answer-only") {
                        let mut y = x.clone();
                        y.name = b.name;
                        return ok(bundle_json(&y));
                    }
                    x.name = b.name;
                    if let Some(l) = b.tools {
                        let mut kept: Vec<(String, String)> = if on("bundle-put-adds-only") { x.tools.clone() } else { vec![] };
                        for t in l {
                            if !kept.iter().any(|k| k.0 == t) {
                                kept.push((t, now.clone()));
                            }
                        }
                        x.tools = kept;
                    }
                    ok(bundle_json(x))
                }
                "bundles.del" => {
                    let i = match at {
                        Some(i) => i,
                        None if on("bundle-delete-unknown") => return ok(json!({"bundle_id": id, "name": null, "owner_id": me, "created_at": null})),
                        None => return Err(gone("bundle")),
                    };
                    let b = st.bundles.remove(i);
                    ok(json!({"bundle_id": b.id, "name": b.name, "owner_id": b.user, "created_at": b.created}))
                }
                "bundles.tools" => ok(Value::Array(at.map(|i| st.bundles[i].tools.iter().map(member).collect()).unwrap_or_default())),
                "bundles.tool.add" => {
                    let b: BundleTool = req.body()?;
                    let i = at.ok_or_else(|| gone("bundle"))?;
                    if !all.iter().any(|t| t.name == b.tool_id) {
                        return Err(gone("tool"));
                    }
                    let now = st.now();
                    let x = &mut st.bundles[i];
                    if let (Some(m), false) = (x.tools.iter().find(|m| m.0 == b.tool_id), on("bundle-tool-twice")) {
                        return ok(member(m));
                    }
                    x.tools.push((b.tool_id, now));
                    ok(member(x.tools.last().unwrap()))
                }
                _ => {
                    let i = at.ok_or_else(|| gone("bundle"))?;
                    let x = &mut st.bundles[i];
                    let j = match x.tools.iter().position(|m| m.0 == req.p("tool_id")) {
                        Some(j) => j,
                        None if on("bundle-tool-delete-unknown") => return ok(json!({"tool_id": req.p("tool_id"), "added_at": null})),
                        None => return Err(gone("tool")),
                    };
                    let m = x.tools.remove(j);
                    if on("bundle-tool-delete-all") {
                        x.tools.clear();
                    }
                    ok(member(&m))
                }
            }
        }
    }
}

fn others(st: &mut St, op: &str, req: &Req) -> R {
    let me = req.user.as_str();
    match op {
        "runs.list" => {
            let rows = st.runs.iter().filter(|r| r.user == me).map(|r| (r.created.clone(), run_json(st, r))).collect();
            page(rows, req, on("runs-page-skips"), false, 30)
        }
        "runs.get" => {
            let id = req.uuid("run_id")?;
            let r = st.runs.iter().find(|r| r.id == id && (r.user == me || on("runs-foreign"))).ok_or_else(|| gone("run"))?;
            ok(run_json(st, r))
        }
        "runs.mcp" | "runs.logs" => {
            let id = req.uuid("run_id")?;
            let mut l = vec![];
            for r in st.runs.iter().filter(|r| r.user == me) {
                let rows = if op == "runs.mcp" { &r.mcp } else { &r.logs };
                if r.id == id || (on("mcp-logs-of-all-runs") && op == "runs.mcp") {
                    l.extend(rows.iter().cloned());
                }
            }
            if on("run-logs-first-only") && op == "runs.logs" {
                l.truncate(1);
            }
            ok(Value::Array(l))
        }
        "exec.list" => {
            let rows = st.execs.iter().filter(|e| e.user == me).map(|e| (e.at.clone(), exec_json(e))).collect();
            page(rows, req, false, on("executions-cursor-ignored"), if on("executions-default-20") { 20 } else { 30 })
        }
        "exec.get" => {
            let id = req.int("log_id")?;
            let e = st.execs.iter().find(|e| e.id == id && (e.user == me || on("execution-foreign"))).ok_or_else(|| gone("log"))?;
            ok(exec_json(e))
        }
        "sub.add" => {
            let _b: SubscribeRequest = req.body()?;
            let id = req.p("agent_id");
            let a = st.agent(id).filter(|a| sees(a, me)).cloned().ok_or_else(|| gone("agent"))?;
            if a.owner == me && !on("subscribe-owner") {
                return Err(problem(400, "You own this agent."));
            }
            if a.price == 0 && !on("subscribe-unpaid") {
                return Err(problem(400, "This agent is not paid."));
            }
            if st.subs.iter().any(|s| s.user == me && s.agent == id && !s.ended) {
                if on("subscribe-twice-400") {
                    return Err(problem(400, "You are subscribed already."));
                }
                if !on("subscribe-twice") {
                    return Err(problem(402, "You are subscribed already."));
                }
            }
            let s = Sub { agent: a.id.clone(), user: me.into(), since: Utc::now(), price: a.price, seller: a.owner, ended: false };
            st.subs.push(s);
            let sid = format!("cs_{}", uuid::Uuid::new_v4().simple());
            ok(json!({"agent_id": a.id, "session_id": sid, "checkout_url": format!("https://pay.juniper.example/{sid}")}))
        }
        "sub.end" => {
            let id = req.p("agent_id");
            st.agent(id).filter(|a| sees(a, me)).ok_or_else(|| gone("agent"))?;
            let i = match st.subs.iter().position(|s| s.user == me && s.agent == id && !s.ended) {
                Some(i) => i,
                None if on("unsubscribe-without") => return ok(json!({"agent_id": id, "user_id": me, "status": "canceled", "price_cents": 0, "started_at": null})),
                None => return Err(problem(400, "There is no active subscription to cancel.")),
            };
            let v = sub_json(&st.subs[i], "canceled");
            if on("unsubscribe-all") {
                st.subs.retain(|s| s.user != me);
            } else if on("unsubscribe-stays-listed") {
                st.subs[i].ended = true;
            } else {
                st.subs.remove(i);
            }
            ok(v)
        }
        "sub.list" => {
            let l: Vec<Value> = st.subs.iter().filter(|s| s.user == me || (on("subscriptions-of-seller") && s.seller == me)).map(|s| sub_json(s, "active")).collect();
            ok(json!({"results": l, "next": null}))
        }
        "sub.get" => {
            let s = st.subs.iter().find(|s| s.agent == req.p("agent_id") && (s.user == me || on("subscription-foreign")) && !s.ended).ok_or_else(|| gone("subscription"))?;
            ok(sub_json(s, "active"))
        }
        "keys.list" => ok(Value::Array(st.keys.iter().filter(|k| k.user == me && !k.dead).map(|k| key_json(k, on("keys-list-secrets"))).collect())),
        "keys.add" => {
            let b: KeyCreate = req.body()?;
            let now = st.now();
            let id = st.next();
            let want = b.is_default.unwrap_or(false) || !st.keys.iter().any(|k| k.user == me && !k.dead);
            if want {
                for k in st.keys.iter_mut().filter(|k| k.user == me) {
                    k.default = false;
                }
            }
            let k = Key { id, user: me.into(), name: b.name, secret: format!("jnp_{}{}", uuid::Uuid::new_v4().simple(), &uuid::Uuid::new_v4().simple().to_string()[..8]), default: want || on("key-always-default"), created: now, dead: false };
            let v = key_json(&k, true);
            if on("key-new-never-valid") {
                st.keys.push(Key { secret: format!("{}x", k.secret), ..k });
                return ok(v);
            }
            st.keys.push(k);
            ok(v)
        }
        "keys.default" => {
            if !st.keys.iter().any(|k| k.user == me && k.default && !k.dead) {
                let now = st.now();
                let id = st.next();
                st.keys.push(Key { id, user: me.into(), name: "Default".into(), secret: format!("jnp_{}", uuid::Uuid::new_v4().simple()), default: true, created: now, dead: false });
            }
            let mut mine = st.keys.iter().filter(|k| k.user == me && !k.dead);
            let k = if on("key-default-is-newest") { mine.last() } else { mine.find(|k| k.default) };
            ok(key_json(k.unwrap(), true))
        }
        "keys.get" => {
            let id = req.int("api_key_id")?;
            ok(key_json(st.keys.iter().find(|k| k.id == id && !k.dead && (k.user == me || on("key-foreign"))).ok_or_else(|| gone("key"))?, true))
        }
        "keys.del" => {
            let id = req.int("api_key_id")?;
            let i = st.keys.iter().position(|k| k.id == id && k.user == me && !k.dead).ok_or_else(|| gone("key"))?;
            let k = st.keys[i].clone();
            if on("key-delete-noop") {
                return ok(key_json(&k, false));
            }
            st.keys[i].dead = true;
            st.keys[i].default = false;
            if k.default {
                if let Some(x) = st.keys.iter_mut().find(|x| x.user == me && !x.dead) {
                    x.default = true;
                }
            }
            ok(key_json(&k, on("key-delete-shows-secret")))
        }
        "billing" => ok(json!({"plan": st.me(me).tier, "status": "active", "price_cents": if st.me(me).tier == "sandbox" { 0 } else { 2000 }, "currency": "eur", "renews": "monthly"})),
        "credits.get" | "credits.use" => {
            let u = st.users.iter_mut().find(|u| u.id == me).unwrap();
            let before = u.credits;
            if op == "credits.use" {
                if u.credits <= 0 {
                    return Err(gone("credit"));
                }
                u.credits -= 1;
                u.used += 1;
            }
            let shown = if on("credits-use-stale") && op == "credits.use" { before } else { u.credits };
            ok(json!({"remaining": shown, "used": u.used}))
        }
        "pay.hook" => {
            let sig = match req.headers.get("x-juniper-signature").and_then(|v| v.to_str().ok()).filter(|s| !s.is_empty()) {
                Some(s) => Some(s),
                None if on("hook-unsigned") => None,
                None => return Err(problem(400, "The signature is missing.")),
            };
            if let Some(s) = sig {
                if s != format!("v1={}", hmac_hex(HOOK_SECRET, &req.body)) && !on("hook-any-signature") {
                    return Err(problem(400, "The signature does not fit the event."));
                }
            }
            let e: Value = serde_json::from_slice(&req.body).map_err(|_| problem(400, "The event is not JSON."))?;
            if !e["id"].is_string() || !e["type"].is_string() {
                return Err(problem(400, "The event needs id and type."));
            }
            ok(json!({"received": true, "event_id": e["id"]}))
        }
        "pay.session" => {
            let b: SessionRequest = req.body()?;
            let sid = format!("ps_{}", uuid::Uuid::new_v4().simple());
            ok(json!({"session_id": sid, "credits": b.credits, "checkout_url": format!("https://pay.juniper.example/{sid}")}))
        }
        "money.summary" | "money.subscribers" | "money.earnings" => {
            let period = req.q_int("period", if on("money-period-zero") { 0 } else { 1 }, if on("money-period-unbounded") { 3650 } else { 365 }, if on("money-default-30") { 30 } else { 28 })?;
            let mut rows = report(st, me, period);
            if op == "money.subscribers" && on("money-subscribers-today-lost") {
                rows.pop();
            }
            let subs = rows.last().map(|r| r.subs).unwrap_or(0);
            let cents: i64 = if on("money-summary-all-time") && op == "money.summary" { report(st, me, 365).iter().map(|r| r.cents).sum() } else { rows.iter().map(|r| r.cents).sum() };
            match op {
                "money.summary" => ok(json!({"period": period, "currency": "eur", "total_subscribers": subs, "earnings_cents": cents})),
                "money.subscribers" => ok(json!({"period": period, "results": rows.iter().map(|r| json!({"date": r.date, "subscribers": r.subs})).collect::<Vec<_>>(), "total_subscribers": subs})),
                _ => ok(json!({"period": period, "currency": "eur", "results": rows.iter().map(|r| json!({"date": r.date, "amount_cents": r.cents})).collect::<Vec<_>>(), "earnings_cents": cents})),
            }
        }
        "cli.add" => {
            let c = Cli { id: new_id(), owner: None, jwt: None, used: false, created: st.now() };
            let v = cli_json(&c);
            st.clis.push(c);
            ok(v)
        }
        "cli.put" => {
            let id = req.uuid("cli_auth_id")?;
            let b: CliInsert = req.body()?;
            let c = st.clis.iter_mut().find(|c| c.id == id).ok_or_else(|| gone("session"))?;
            if c.owner.as_deref().is_some_and(|o| o != me) && !on("cli-put-foreign") {
                return Err(problem(403, "You may not update the login of another user."));
            }
            if c.used {
                return Err(problem(403, "The login is used up."));
            }
            if !on("cli-jwt-not-kept") {
                c.jwt = Some(b.jwt);
            }
            c.owner = Some(me.into());
            ok(cli_json(c))
        }
        "cli.get" => {
            let id = req.uuid("auth_id")?;
            let Some(c) = st.clis.iter_mut().find(|c| c.id == id) else {
                return if on("cli-unknown-null") { ok(Value::Null) } else { Err(gone("session")) };
            };
            let j = if on("cli-not-consumed") { c.jwt.clone() } else { c.jwt.take() };
            if j.is_some() {
                c.used = true;
            }
            ok(j.map(Value::String).unwrap_or(Value::Null))
        }
        "sched.list" => ok(json!({"results": st.scheds.iter().filter(|s| s.user == me || on("schedules-of-everyone")).map(sched_json).collect::<Vec<_>>(), "next": null})),
        "sched.add" => {
            let b: ScheduleRequest = req.body()?;
            let chat = b.chat_id.unwrap_or_default();
            if !st.agent(&chat).is_some_and(|a| a.owner == me || (on("schedule-public-chat") && a.visibility == "public")) {
                return Err(problem(403, "The chat is missing, unknown or not yours."));
            }
            if !cron_ok(&b.cron_expression) {
                return Err(problem(400, "The cron expression is not valid."));
            }
            let s = Sched { id: new_id(), user: me.into(), chat, cron: b.cron_expression, message: b.message, enabled: b.enabled.unwrap_or(true), created: st.now() };
            let v = sched_json(&s);
            st.scheds.push(s);
            ok(v)
        }
        "sched.onboarding" => ok(json!({"suggestions": [{"title": "Every morning", "cron_expression": "0 8 * * *"}, {"title": "Every Monday", "cron_expression": "0 9 * * 1"}]})),
        "sched.cron" => {
            let t = req.query.get("cron").ok_or_else(|| invalid("query", "cron", "is required"))?;
            match to_cron(t) {
                Some(c) => ok(json!({"cron_expression": c})),
                None if on("cron-invalid-200") => ok(json!({"cron_expression": t})),
                None => Err(problem(400, "This is no cron expression, nor words for one.")),
            }
        }
        "sched.get" | "sched.put" | "sched.del" => {
            let id = req.uuid("schedule_id")?;
            let b: Option<ScheduleUpdate> = if op == "sched.put" { Some(req.body()?) } else { None };
            let i = st.scheds.iter().position(|s| s.id == id && (s.user == me || (on("schedule-foreign-delete") && op == "sched.del"))).ok_or_else(|| gone("schedule"))?;
            match op {
                "sched.get" => ok(sched_json(&st.scheds[i])),
                "sched.put" => {
                    let b = b.unwrap();
                    if let Some(c) = &b.chat_id {
                        if !st.agent(c).is_some_and(|a| a.owner == me) && !on("schedule-put-foreign-chat") {
                            return Err(problem(403, "The chat is unknown or not yours."));
                        }
                    }
                    if b.cron_expression.as_ref().is_some_and(|c| !cron_ok(c)) {
                        return Err(problem(400, "The cron expression is not valid."));
                    }
                    let s = &mut st.scheds[i];
                    if let Some(x) = b.chat_id {
                        s.chat = x;
                    }
                    if let Some(x) = b.cron_expression {
                        if on("schedule-put-cron-not-kept") {
                            let mut t = s.clone();
                            t.cron = x;
                            return ok(sched_json(&t));
                        }
                        s.cron = x;
                    }
                    if let Some(x) = b.message {
                        s.message = Some(x);
                    }
                    if let Some(x) = b.enabled {
                        s.enabled = x;
                    }
                    ok(sched_json(s))
                }
                _ => {
                    let v = sched_json(&st.scheds[i]);
                    if on("schedule-delete-disables") {
                        st.scheds[i].enabled = false;
                    } else {
                        st.scheds.remove(i);
                    }
                    ok(v)
                }
            }
        }
        "user.me" => {
            let u = st.me(me);
            ok(json!({"user_id": u.id, "name": u.name, "email": u.email, "tier": u.tier}))
        }
        "vip.count" => {
            let tries = *st.vip_tries.get(me).unwrap_or(&0);
            ok(json!({"redeemed": st.vip.iter().filter(|v| v.0 == me).count() as i64 + tries}))
        }
        "vip.redeem" => {
            let b: VipRequest = req.body()?;
            let Some((code, by)) = CODES.iter().find(|c| c.0 == b.code) else {
                if on("vip-refused-counts") {
                    *st.vip_tries.entry(me.into()).or_default() += 1;
                }
                return Err(problem(400, "This code is not valid."));
            };
            if *by == me && !on("vip-own-code") {
                return Err(problem(400, "This code is your own."));
            }
            if st.vip.iter().any(|v| (v.0 == me || on("vip-once-for-all")) && v.1 == *code) && !on("vip-twice") {
                return Err(problem(400, "You have redeemed this code."));
            }
            st.vip.push((me.into(), code.to_string()));
            let at = st.now();
            ok(json!({"code": code, "redeemed_at": at, "redeemed": st.vip.iter().filter(|v| v.0 == me).count()}))
        }
        _ => Err(gone("operation")),
    }
}

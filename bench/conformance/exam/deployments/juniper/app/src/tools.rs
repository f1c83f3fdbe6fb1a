// The tools: their descriptions, the check of their input, and what they do.
use crate::{on, St};
use serde_json::{json, Map, Value};

pub struct Tool {
    pub name: &'static str,
    pub set: &'static str,
    pub words: &'static str,
    pub schema: Value,
}
fn s(d: &str) -> Value {
    json!({"type": "string", "description": d})
}
fn tool(name: &'static str, set: &'static str, words: &'static str, required: &[&str], props: Value) -> Tool {
    Tool { name, set, words, schema: json!({"type": "object", "properties": props, "required": required, "additionalProperties": false}) }
}
pub fn catalogue() -> Vec<Tool> {
    let b = |d: &str| json!({"type": "boolean", "description": d});
    let version = json!({"type": "integer", "minimum": 0});
    let limit = |n: Option<i64>| match n {
        Some(d) => json!({"type": "integer", "minimum": 1, "maximum": 500, "default": d}),
        None => json!({"type": "integer", "minimum": 1, "maximum": 500}),
    };
    vec![
        tool("tide_table", "sea", "Read the tide table of a harbour", &["harbour"], json!({"harbour": {"type": "string", "minLength": 1}, "day": s("date")})),
        tool("wind_forecast", "sea", "Forecast the wind at a harbour for some hours", &["harbour"], json!({"harbour": {"type": "string", "minLength": 1}, "hours": {"type": "integer", "minimum": 1, "maximum": 72}})),
        tool("code_interpreter", "compute", "Run code on the virtual computer", &["code"], json!({"code": s("source text"), "background": b("run as a job")})),
        tool("unit_converter", "compute", "Convert a value between units of length", &["value", "from", "to"], json!({"value": {"type": "number"}, "from": {"type": "string", "enum": ["m", "km", "nmi"]}, "to": {"type": "string", "enum": ["m", "km", "nmi"]}})),
        tool("text_stats", "compute", "Count words and characters of a text", &["text"], json!({"text": s("any text")})),
        tool("NOTIFIER_CREATE_CHAT", "notifier", "Create a chat with an email address", &["email"], json!({"email": s("need not be a user")})),
        tool("NOTIFIER_CREATE_DEVICE", "notifier", "Register a device", &["model", "nickname", "app_version", "manufacturer"], json!({"icon": s(""), "model": s(""), "has_sms": b("Android only"), "nickname": s(""), "push_token": s(""), "app_version": version, "manufacturer": s("")})),
        tool("NOTIFIER_CREATE_PUSH", "notifier", "Send a push (note, link or file) to a device, user, channel or client", &["type"], json!({"type": {"type": "string", "enum": ["note", "link", "file"]}, "url": s("required when type=link"), "body": s(""), "guid": s("client-generated, for idempotency"), "email": s(""), "title": s(""), "file_url": s("required when type=file"), "file_name": s("required when type=file"), "file_type": s("required when type=file"), "channel_tag": s(""), "client_iden": s(""), "device_iden": s(""), "source_device_iden": s("")})),
        tool("NOTIFIER_DELETE_ALL_PUSHES", "notifier", "Delete all pushes of the user asynchronously", &[], json!({})),
        tool("NOTIFIER_DELETE_CHAT", "notifier", "Delete a chat", &["iden"], json!({"iden": s("")})),
        tool("NOTIFIER_DELETE_DEVICE", "notifier", "Delete a device", &["device_iden"], json!({"device_iden": s("")})),
        tool("NOTIFIER_DELETE_PUSH", "notifier", "Delete a push", &["iden"], json!({"iden": s("")})),
        tool("NOTIFIER_GET_USER", "notifier", "Get the profile of the authenticated user", &[], json!({})),
        tool("NOTIFIER_LIST_CHATS", "notifier", "List chats", &[], json!({"limit": limit(None), "cursor": s("")})),
        tool("NOTIFIER_LIST_DEVICES", "notifier", "List devices", &[], json!({})),
        tool("NOTIFIER_LIST_PUSHES", "notifier", "List pushes", &[], json!({"limit": limit(Some(500)), "active": b("only active pushes"), "cursor": s(""), "modified_after": {"type": "number"}})),
        tool("NOTIFIER_UPDATE_CHAT", "notifier", "Mute or unmute a chat", &["iden", "muted"], json!({"iden": s(""), "muted": b("")})),
        tool("NOTIFIER_UPDATE_DEVICE", "notifier", "Update device metadata", &["iden"], json!({"iden": s(""), "icon": s("desktop, laptop, tablet, phone, watch, system, ios"), "model": s(""), "has_sms": b(""), "nickname": s(""), "push_token": s(""), "app_version": version, "manufacturer": s("")})),
        tool("NOTIFIER_UPDATE_PUSH", "notifier", "Dismiss a push or change list items", &["iden"], json!({"iden": s(""), "dismissed": b("hides notifications"), "items": {"type": "array", "items": {"type": "object", "properties": {"text": {"type": "string"}, "checked": {"type": "boolean"}}, "required": ["text", "checked"], "additionalProperties": false}}})),
        tool("NOTIFIER_UPLOAD_REQUEST", "notifier", "Get a signed upload URL (signed form data) before pushing a file", &["file_name", "file_type"], json!({"file_name": s(""), "file_type": s("MIME type")})),
    ]
}
pub const SETS: [(&str, &str); 3] = [("sea", "Tides and winds"), ("compute", "Code, units and texts"), ("notifier", "Push notifications")];
pub fn mcp(t: &Tool) -> Value {
    json!({"name": t.name, "description": t.words, "inputSchema": t.schema})
}
pub fn public(t: &Tool) -> Value {
    json!({"tool_id": t.name, "title": t.name.to_lowercase().replace('_', " "), "description": t.words, "toolset": t.set})
}

/// The part of JSON Schema that the tools use.
pub fn check(sch: &Value, v: &Value, at: &str) -> Result<(), String> {
    let good = match sch["type"].as_str().unwrap_or("") {
        "string" => v.is_string(),
        "boolean" => v.is_boolean(),
        "integer" => v.is_i64() || v.is_u64(),
        "number" => v.is_number(),
        "array" => v.is_array(),
        "object" => v.is_object(),
        _ => true,
    };
    if !good {
        return Err(format!("{at} must be of type {}", sch["type"].as_str().unwrap_or("")));
    }
    if let Some(e) = sch["enum"].as_array() {
        if !e.contains(v) {
            return Err(format!("{at} is not one of the allowed values"));
        }
    }
    if let (Some(n), Some(x)) = (sch["minimum"].as_f64(), v.as_f64()) {
        if x < n {
            return Err(format!("{at} must be at least {n}"));
        }
    }
    if let (Some(n), Some(x)) = (sch["maximum"].as_f64(), v.as_f64()) {
        if x > n {
            return Err(format!("{at} must be at most {n}"));
        }
    }
    if let (Some(n), Some(x)) = (sch["minLength"].as_u64(), v.as_str()) {
        if (x.chars().count() as u64) < n {
            return Err(format!("{at} is too short"));
        }
    }
    if let (Some(items), true) = (sch.get("items"), v.is_array()) {
        for (i, x) in v.as_array().unwrap().iter().enumerate() {
            check(items, x, &format!("{at}[{i}]"))?;
        }
    }
    if let Some(o) = v.as_object() {
        for r in sch["required"].as_array().unwrap_or(&vec![]) {
            if !o.contains_key(r.as_str().unwrap()) {
                return Err(format!("{at}.{} is required", r.as_str().unwrap()));
            }
        }
        for (k, x) in o {
            match sch["properties"].get(k) {
                Some(p) => check(p, x, &format!("{at}.{k}"))?,
                None => return Err(format!("{at}.{k} is not a parameter of this tool")),
            }
        }
    }
    Ok(())
}

fn secs(st: &mut St) -> f64 {
    st.micros() as f64 / 1e6
}
fn iden(p: &str) -> String {
    format!("{p}{}", uuid::Uuid::new_v4().simple())
}
fn page(all: Vec<Value>, input: &Map<String, Value>, default: usize, step_back: bool) -> Result<(Vec<Value>, Value), String> {
    let limit = input.get("limit").and_then(|v| v.as_u64()).map(|n| n as usize).unwrap_or(default).min(500);
    let start = match input.get("cursor").and_then(|v| v.as_str()) {
        None | Some("") => 0,
        Some(c) => all.iter().position(|x| format!("after_{}", x["iden"].as_str().unwrap()) == c).ok_or("the cursor is not valid")? + if step_back { 0 } else { 1 },
    };
    let rest = all.len().saturating_sub(start);
    let out: Vec<Value> = all.into_iter().skip(start).take(limit).collect();
    let cursor = if rest > limit { json!(format!("after_{}", out.last().unwrap()["iden"].as_str().unwrap())) } else { Value::Null };
    Ok((out, cursor))
}

/// Ok is the output, Err is a 400.
pub fn run(st: &mut St, user: &str, name: &str, input: &Map<String, Value>) -> Result<Value, String> {
    let text = |k: &str| input.get(k).and_then(|v| v.as_str()).unwrap_or("").to_string();
    match name {
        "tide_table" => return Ok(json!({"harbour": text("harbour"), "high": "06:31", "low": "12:44"})),
        "wind_forecast" => return Ok(json!({"harbour": text("harbour"), "knots": 14, "hours": input.get("hours").cloned().unwrap_or(json!(24))})),
        "code_interpreter" => return Ok(json!({"stdout": format!("ran {} characters", text("code").chars().count()), "exit": 0})),
        "unit_converter" => {
            let f = |u: String| match u.as_str() {
                "km" => 1000.0,
                "nmi" => 1852.0,
                _ => 1.0,
            };
            return Ok(json!({"value": input["value"].as_f64().unwrap() * f(text("from")) / f(text("to")), "unit": text("to")}));
        }
        "text_stats" => return Ok(json!({"words": text("text").split_whitespace().count(), "characters": text("text").chars().count()})),
        _ => {}
    }
    let tier = st.me(user).tier.clone();
    if tier == "sandbox" {
        return Err("There is no auth connection to the notification service.".into());
    }
    let now = secs(st);
    let account = if on("nt-shared-account") && name == "NOTIFIER_LIST_CHATS" { st.users[0].id.clone() } else { user.to_string() };
    let (me_name, me_mail) = (st.me(user).name.clone(), st.me(user).email.clone());
    let n = st.notif.entry(account).or_default();
    let unknown = || "There is no such record.".to_string();
    let want = |k: &str| -> Result<(), String> {
        match input.get(k).and_then(|v| v.as_str()) {
            Some(x) if !x.is_empty() => Ok(()),
            _ => Err(format!("{k} is required for this type")),
        }
    };
    Ok(match name {
        "NOTIFIER_GET_USER" => json!({"iden": format!("u{}", user.replace('-', "")), "email": me_mail, "name": me_name}),
        "NOTIFIER_CREATE_CHAT" => {
            let e = text("email");
            if e.split('@').count() != 2 || e.starts_with('@') || e.ends_with('@') || e.contains(' ') {
                return Err("email is not an email address".into());
            }
            if let Some(c) = n.chats.iter().find(|c| c["email"] == json!(e)) {
                return Ok(c.clone());
            }
            let c = json!({"iden": iden("c"), "email": e, "muted": false, "created": now, "modified": now});
            n.chats.insert(0, c.clone());
            c
        }
        "NOTIFIER_LIST_CHATS" => {
            let (chats, cursor) = page(n.chats.clone(), input, 100, on("nt-chat-page-overlap"))?;
            json!({"chats": chats, "cursor": cursor})
        }
        "NOTIFIER_UPDATE_CHAT" => {
            let c = n.chats.iter_mut().find(|c| c["iden"] == input["iden"]).ok_or_else(unknown)?;
            if !(on("nt-unmute-ignored") && input["muted"] == json!(false)) {
                c["muted"] = input["muted"].clone();
            }
            c["modified"] = json!(now);
            c.clone()
        }
        "NOTIFIER_DELETE_CHAT" => {
            let i = n.chats.iter().position(|c| c["iden"] == input["iden"]).ok_or_else(unknown)?;
            let i = if on("nt-delete-chat-wrong") { 0 } else { i };
            let c = n.chats.remove(i);
            json!({"deleted": true, "iden": c["iden"]})
        }
        "NOTIFIER_CREATE_DEVICE" => {
            let mut d = input.clone();
            if on("nt-device-sms-lost") {
                d.insert("has_sms".into(), json!(false));
            }
            d.insert("iden".into(), json!(iden("d")));
            d.insert("created".into(), json!(now));
            d.insert("modified".into(), json!(now));
            n.devices.push(Value::Object(d.clone()));
            Value::Object(d)
        }
        "NOTIFIER_LIST_DEVICES" => json!({"devices": n.devices}),
        "NOTIFIER_UPDATE_DEVICE" => {
            let d = n.devices.iter_mut().find(|c| c["iden"] == input["iden"]).ok_or_else(unknown)?;
            if on("nt-device-update-wipes") {
                for k in ["icon", "model", "manufacturer", "nickname", "push_token"] {
                    d[k] = json!("");
                }
            }
            for (k, v) in input {
                d[k.as_str()] = v.clone();
            }
            d["modified"] = json!(now);
            d.clone()
        }
        "NOTIFIER_DELETE_DEVICE" => {
            let i = n.devices.iter().position(|c| c["iden"] == input["device_iden"]).ok_or_else(unknown)?;
            if !on("nt-device-delete-noop") {
                n.devices.remove(i);
            }
            json!({"deleted": true, "iden": input["device_iden"]})
        }
        "NOTIFIER_CREATE_PUSH" => {
            match text("type").as_str() {
                "link" if !on("nt-link-without-url") => want("url")?,
                "file" => {
                    want("file_url")?;
                    want("file_name")?;
                    if !on("nt-file-without-type") {
                        want("file_type")?;
                    }
                }
                _ => {}
            }
            for k in ["device_iden", "source_device_iden"] {
                if input.contains_key(k) && !n.devices.iter().any(|d| d["iden"] == input[k]) {
                    return Err(format!("{k} names no device"));
                }
            }
            if let (Some(g), false) = (input.get("guid"), on("nt-guid-ignored")) {
                if let Some(p) = n.pushes.iter().find(|p| p.get("guid") == Some(g)) {
                    return Ok(p.clone());
                }
            }
            let mut p = input.clone();
            p.insert("iden".into(), json!(iden("p")));
            p.insert("active".into(), json!(true));
            p.insert("dismissed".into(), json!(false));
            p.insert("created".into(), json!(now));
            p.insert("modified".into(), json!(now));
            if on("nt-push-title-lost") && text("type") == "link" {
                p.remove("title");
            }
            n.pushes.insert(0, Value::Object(p.clone()));
            Value::Object(p)
        }
        "NOTIFIER_LIST_PUSHES" => {
            let mut all = n.pushes.clone();
            all.sort_by(|a, b| b["modified"].as_f64().unwrap().total_cmp(&a["modified"].as_f64().unwrap()));
            if input.get("active") == Some(&json!(true)) && !on("nt-active-ignored") {
                all.retain(|p| p["active"] == json!(true));
            }
            if let (Some(t), false) = (input.get("modified_after").and_then(|v| v.as_f64()), on("nt-modified-after-ignored")) {
                let t = if on("nt-modified-after-whole-seconds") { t.floor() } else { t };
                all.retain(|p| p["modified"].as_f64().unwrap() > t);
            }
            let (pushes, cursor) = page(all, input, 500, false)?;
            json!({"pushes": pushes, "cursor": cursor})
        }
        "NOTIFIER_UPDATE_PUSH" => {
            let p = n.pushes.iter_mut().find(|c| c["iden"] == input["iden"] && c["active"] == json!(true)).ok_or_else(unknown)?;
            if let Some(d) = input.get("dismissed") {
                p["dismissed"] = d.clone();
            }
            if let Some(i) = input.get("items") {
                let mut i = i.clone();
                if on("nt-items-unchecked") {
                    for x in i.as_array_mut().unwrap() {
                        x["checked"] = json!(false);
                    }
                }
                p["items"] = i;
            }
            p["modified"] = json!(now);
            p.clone()
        }
        "NOTIFIER_DELETE_PUSH" => {
            let p = n.pushes.iter_mut().find(|c| c["iden"] == input["iden"] && c["active"] == json!(true)).ok_or_else(unknown)?;
            *p = json!({"iden": p["iden"], "active": false, "created": p["created"], "modified": now});
            json!({"deleted": true, "iden": input["iden"]})
        }
        "NOTIFIER_DELETE_ALL_PUSHES" => {
            for p in n.pushes.iter_mut().filter(|p| p["active"] == json!(true)) {
                if on("nt-delete-all-notes-only") && p["type"] != json!("note") {
                    continue;
                }
                *p = json!({"iden": p["iden"], "active": false, "created": p["created"], "modified": now});
            }
            json!({"accepted": true})
        }
        "NOTIFIER_UPLOAD_REQUEST" => {
            let key = iden("f");
            json!({"file_name": text("file_name"), "file_type": text("file_type"), "file_url": format!("https://files.notifier.example/{key}/{}", text("file_name")),
                "upload_url": "https://upload.notifier.example/", "data": {"key": key, "signature": crate::hmac_hex(crate::HOOK_SECRET, key.as_bytes())}})
        }
        _ => return Err("unknown tool".into()),
    })
}

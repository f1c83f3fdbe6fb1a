"""Writes openapi.json, the document that the deployment publishes."""
import json, os
S, I, N, BO, DT, U = {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "boolean"}, {"type": "string", "format": "date-time"}, {"type": "string", "format": "uuid"}
null = lambda t: {**t, "type": [t["type"], "null"]}
ref = lambda n: {"$ref": "#/components/schemas/" + n}
arr = lambda t: {"type": "array", "items": t}
C = {}
def rec(_n, optional=(), /, **f):
    C[_n] = {"type": "object", "properties": f}
    need = [k for k in f if k not in optional]
    if need:
        C[_n]["required"] = need
vis = {"type": "string", "enum": ["public", "private"]}
color = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
rec("Problem", type=S, title=S, status=I, detail=S)
rec("HTTPValidationError", type=S, title=S, status=I, detail=S, errors=arr({"type": "object", "properties": {"in": S, "name": S, "detail": S}}))
rec("Message", role={"type": "string", "enum": ["user", "assistant"]}, content=S)
rec("StartRunRequest", message=S)
rec("ContinueRunRequest", message=S)
rec("StreamLine", ("text", "call_id", "name", "arguments", "result", "run_id"), type={"type": "string", "enum": ["text", "tool_call", "tool_result", "end"]}, text=S, call_id=S, name=S, arguments={"type": "object"}, result={"type": "object"}, run_id=U)
rec("AgentRunView", run_id=U, agent_id=U, agent_name=null(S), state={"type": "string", "enum": ["idle", "job_running"]}, message_count=I, created_at=DT, updated_at=DT)
rec("AgentRunViewListResponse", results=arr(ref("AgentRunView")), next=null(DT))
rec("AgentRunLog", entry_id=I, run_id=U, agent_id=U, user_id=U, event={"type": "string", "enum": ["run_started", "message", "run_logged"]}, detail=null(S), created_at=DT)
rec("McpServerLog", run_id=U, call_id=S, server=S, tool=S, arguments={"type": "object"}, result={"type": "object"}, created_at=DT)
rec("ToolExecutionLog", log_id=I, tool_name=S, input={"type": "object"}, output={"type": "object"}, created_at=DT)
rec("ToolExecutionLogsResponse", results=arr(ref("ToolExecutionLog")), next=null(DT))
rec("AgentSubscribeRequest", ("success_url", "cancel_url"), success_url=null(S), cancel_url=null(S))
rec("AgentSubscribeResponse", agent_id=U, session_id=S, checkout_url=S)
rec("AgentSubscriptionResponse", agent_id=U, user_id=U, status={"type": "string", "enum": ["active", "canceled"]}, price_cents=I, started_at=DT)
rec("AgentSubscriptionListResponse", results=arr(ref("AgentSubscriptionResponse")), next=null(S))
rec("AgentStudioChat", run_id=S, owner_id=U, title=S, visibility=vis, notes=null(S), created_at=DT, updated_at=DT, deleted_at=null(DT))
rec("AgentStudioChatCreate", ("run_id", "title", "visibility", "notes"), run_id=null(S), title=null(S), visibility={"anyOf": [vis, {"type": "null"}]}, notes=null(S))
rec("AgentStudioChatUpdate", ("title", "visibility", "notes"), title=null(S), visibility={"anyOf": [vis, {"type": "null"}]}, notes=null(S))
rec("AgentModel", agent_id=U, owner_id=U, name=S, prompt=S, visibility=vis, vanity_slug=null(S), upsell_description=null(S), price_cents=I, is_paid=BO, feedback={"type": "object", "properties": {"up": I, "down": I}}, created_at=DT, updated_at=DT)
slug = {"type": ["string", "null"], "pattern": "^[a-z0-9-]{1,80}$"}
part = dict(name=null(S), prompt=null(S), visibility={"anyOf": [vis, {"type": "null"}]}, vanity_slug=slug, upsell_description=null(S), price_cents={"type": ["integer", "null"], "minimum": 0, "maximum": 4294967295})
rec("AgentRequestPartial", tuple(part), **part)
rec("AgentRequest", tuple(k for k in part if k != "name") + ("agent_id",), **{"agent_id": null(S), **part, "name": S})
C["AgentRequest"]["description"] = "prompt is needed too: without it the answer is 400."
rec("SlugRequest", name=S)
rec("Slug", slug=S)
rec("SlugAvailability", slug=S, available=BO)
svc = {"type": "string", "enum": ["bolt", "lovable", "v0"]}
rec("VibeCoderPromptResponse", agent_id=U, service_name=svc, prompt=S)
rec("VibeCoderListResponse", services=arr(svc))
rec("AgentThemePreferenceResponse", agent_id=U, accent_color=color, updated_at=DT)
rec("AgentThemePreferenceUpsertRequest", accent_color={**S, "description": "like #1a2b3c, else 400"})
rec("AgentFileResponse", file_id=U, agent_id=U, file_name=S, mime_type=S, content=S, size=I, position=I, created_at=DT)
rec("AgentFileListResponse", results=arr(ref("AgentFileResponse")), total=I, max_files=I)
pos = {"type": "integer", "minimum": 0, "maximum": 4294967295}
npos = {**pos, "type": ["integer", "null"]}
rec("AgentFileCreateRequest", ("mime_type", "content", "position"), file_name=S, mime_type=null(S), content=null(S), position=npos)
rec("AgentFileUpdateRequest", ("file_name", "mime_type", "content", "position"), file_name=null(S), mime_type=null(S), content=null(S), position=npos)
rec("FilePlace", file_id=U, position=pos)
rec("AgentFileBatchPositionRequest", positions=arr(ref("FilePlace")))
rec("SocialPreview", title=S, description=null(S), image=null(S), url=S)
rec("UserFeedbackRequest", ("comment",), rating={"type": "string", "enum": ["up", "down"]}, comment=null(S))
rec("ApiKeyHidden", api_key_id=I, name=S, last_four=S, is_default=BO, created_at=DT)
rec("ApiKey", api_key_id=I, name=S, last_four=S, is_default=BO, created_at=DT, secret=S)
rec("ApiKeyCreate", ("is_default",), name=S, is_default=null(BO))
rec("BillingInformationSubscription", plan=S, status=S, price_cents=I, currency=S, renews=S)
rec("AgentExecutionCredits", remaining=I, used=I)
rec("WebhookEvent", id=S, type=S)
rec("PaymentWebhookResponseSuccess", received=BO, event_id=S)
rec("PaymentSessionRequest", credits={"type": "integer", "minimum": 0, "maximum": 4294967295})
rec("PaymentSessionResponse", session_id=S, credits=I, checkout_url=S)
rec("MonetizationSummary", period=I, currency=S, total_subscribers=I, earnings_cents=I)
D = {"type": "string", "format": "date"}
rec("DailySubscribers", date=D, subscribers=I)
rec("DailyEarnings", date=D, amount_cents=I)
rec("MonetizationSubscribersResponse", period=I, results=arr(ref("DailySubscribers")), total_subscribers=I)
rec("MonetizationEarningsResponse", period=I, currency=S, results=arr(ref("DailyEarnings")), earnings_cents=I)
rec("UserBundleTool", ("added_at",), tool_id=S, added_at=DT)
rec("UserBundle", bundle_id=I, name=S, tools=arr(ref("UserBundleTool")), created_at=DT)
rec("UserBundleSimplified", bundle_id=I, name=S, tool_count=I)
rec("UserBundleRow", bundle_id=I, name=S, owner_id=U, created_at=DT)
rec("UserBundleRequest", ("tools",), name=S, tools={"type": ["array", "null"], "items": S})
rec("CliAuthModel", cli_auth_id=U, status={"type": "string", "enum": ["waiting", "attached", "used"]}, created_at=DT, lifetime_seconds=I)
rec("CliAuthInsertModel", jwt=S)
rec("Schedule", schedule_id=U, chat_id=U, cron_expression=S, message=null(S), enabled=BO, created_at=DT)
rec("ScheduleListResponse", results=arr(ref("Schedule")), next=null(S))
rec("ScheduleRequest", ("chat_id", "message", "enabled"), chat_id=null(S), cron_expression=S, message=null(S), enabled=null(BO))
rec("ScheduleUpdateRequest", ("chat_id", "cron_expression", "message", "enabled"), chat_id=null(S), cron_expression=null(S), message=null(S), enabled=null(BO))
rec("Onboarding", suggestions=arr({"type": "object", "properties": {"title": S, "cron_expression": S}}))
rec("Cron", cron_expression=S)
rec("Tool", ("_meta",), name=S, description=S, inputSchema={"type": "object"}, _meta={"type": "object", "properties": {"score": N, "toolkit": S}})
rec("PublicTool", tool_id=S, title=S, description=S, toolset=S)
rec("ToolResult", content=arr({"type": "object", "properties": {"type": S, "text": S}}), structuredContent={"type": "object"}, isError=BO)
rec("ToolSet", toolset_name=S, description=S, tools=arr(S))
rec("ToolSetWithTools", toolset_name=S, description=S, tools=arr(ref("Tool")))
rec("UserTool", tool_id=S, title=S, description=S, toolset=S, installed_at=DT)
rec("UserInstallToolRequest", tool_id=S)
rec("UserInstalledTool", tool_id=S, user_id=U, installed_at=DT)
rec("UserWithTier", user_id=U, name=S, email=S, tier={"type": "string", "enum": ["pro", "sandbox"]})
rec("VipCodeRequest", code=S)
rec("VipCodeRedeemed", code=S, redeemed_at=DT, redeemed=I)
rec("VipCodeRedemptionCount", redeemed=I)

P = {}
limit = ("limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 30})
cur = ("next_cursor", {"type": ["string", "null"], "format": "date-time"})
period = ("period", {"type": "integer", "minimum": 1, "maximum": 365, "default": 28})
uuids = {"/me/agent-runs/{run_id}", "customizations", "files"}
def schema(x):
    return arr(ref(x[:-2])) if isinstance(x, str) and x.endswith("[]") else ref(x) if isinstance(x, str) else x
def op(method, path, out, codes="", body=None, q=(), status="200", open=False, opt=False, raw=None, headers=None, dep=False):
    o = {"operationId": method + "_" + path.strip("/").replace("/", "_").replace("{", "").replace("}", "").replace("-", "_"), "parameters": [], "responses": {}}
    for seg in path.split("/"):
        if seg.startswith("{"):
            n = seg[1:-1]
            t = I if n in ("api_key_id", "bundle_id", "log_id") else U if n in ("file_id", "schedule_id", "cli_auth_id", "auth_id") or (n == "run_id" and "studio" not in path) or (n == "agent_id" and ("files" in path or "theme" in path or not path.startswith("/me"))) or (n == "chat_id" and path.rsplit("/", 1)[1] in ("og", "clone", "runs")) else S
            o["parameters"].append({"name": n, "in": "path", "required": True, "schema": t})
    for n, t, *r in q:
        o["parameters"].append({"name": n, "in": "query", "required": bool(r), "schema": t})
    if body:
        o["requestBody"] = {"required": not opt, "content": {"application/json": {"schema": {"anyOf": [schema(body), {"type": "null"}]} if opt else schema(body)}}}
    ok = {"description": "Done"}
    if out is not None:
        ok["content"] = {raw or "application/json": {"schema": schema(out)}}
    if headers:
        ok["headers"] = headers
    o["responses"][status] = ok
    all = set(codes.split())
    if not open:
        all.add("401")
    if o["parameters"] or body:
        all.add("422")
    for c in sorted(all):
        o["responses"][c] = {"description": "Problem", "content": {"application/problem+json": {"schema": ref("HTTPValidationError" if c == "422" else "Problem")}}}
    o["security"] = ([{"apiKey": []}] if not path.startswith("/me") else [] if open else [{"jwt": []}])
    if dep:
        o["deprecated"] = True
    if not o["parameters"]:
        del o["parameters"]
    P.setdefault(path, {"servers": [{"url": "/api" if path.startswith("/me") else "/workers"}]})[method] = o
rid = {"X-Service-Run-ID": {"required": True, "schema": U}, "x-service-job-id": {"schema": S}}
jid = {"x-service-job-id": {"schema": S}}
for pre, kind, sc in (("", "text/plain", S), ("/ndjson", "application/x-ndjson", ref("StreamLine"))):
    op("post", pre + "/{agent_id}", sc, "403 404", "StartRunRequest", raw=kind, headers=rid)
    op("put", pre + "/{agent_id}/{run_id}", sc, "403 404 409", "ContinueRunRequest", raw=kind, headers=rid)
op("get", "/{agent_id}/{run_id}", "Message[]", "403 404", headers=jid)
op("get", "/me/agent-runs", "AgentRunViewListResponse", q=(cur, limit))
op("get", "/me/agent-runs/{run_id}", "AgentRunView", "404")
op("get", "/me/agent-runs/{run_id}/mcp-server-logs", "McpServerLog[]")
op("get", "/me/agent-runs/{run_id}/logs", "AgentRunLog[]")
op("get", "/me/executions", "ToolExecutionLogsResponse", q=(cur, limit))
op("get", "/me/executions/{log_id}", "ToolExecutionLog", "404")
op("post", "/me/agents/{agent_id}/subscribe", "AgentSubscribeResponse", "400 402 404", "AgentSubscribeRequest")
op("post", "/me/agents/{agent_id}/unsubscribe", "AgentSubscriptionResponse", "400 404")
op("get", "/me/subscriptions", "AgentSubscriptionListResponse")
op("get", "/me/subscriptions/{agent_id}", "AgentSubscriptionResponse", "404")
s = "/me/agent-studio-chats"
op("get", s, "AgentStudioChat[]")
op("post", s, "AgentStudioChat", "400 409", "AgentStudioChatCreate")
op("get", s + "/{run_id}", "AgentStudioChat", "403 404", open=True)
op("put", s + "/{run_id}", "AgentStudioChat", "400 403 404", "AgentStudioChatCreate")
op("patch", s + "/{run_id}", "AgentStudioChat", "400 403 404", "AgentStudioChatUpdate")
op("delete", s + "/{run_id}", "AgentStudioChat", "403 404")
op("post", s + "/{run_id}/clone", "AgentStudioChat", "400 404", status="201")
op("get", "/me/agents", "AgentModel[]")
op("post", "/me/agents", "AgentModel", "400 403 404", "AgentRequest")
op("get", "/me/agents/{agent_id}", "AgentModel", "403 404", open=True)
op("post", "/me/agents/{agent_id}/upsell-description", "AgentModel", "404")
op("post", "/me/agents/vanity/slug", "Slug", body="SlugRequest", open=True)
op("get", "/me/agents/vanity/slug", "SlugAvailability", q=(("slug", S, 1),))
op("get", "/me/agents/{agent_id}/vibe", "VibeCoderPromptResponse", "403 404", q=(("service_name", svc, 1),))
op("get", "/me/vibe/services", "VibeCoderListResponse", open=True)
t = "/me/agents/{agent_id}/customizations/theme"
op("get", t, {"anyOf": [ref("AgentThemePreferenceResponse"), {"type": "null"}]}, "403 404")
op("put", t, "AgentThemePreferenceResponse", "400 403 404", "AgentThemePreferenceUpsertRequest")
f = "/me/agents/{agent_id}/files"
op("get", f, "AgentFileListResponse", "403 404")
op("post", f, "AgentFileResponse", "400 403 404", "AgentFileCreateRequest", status="201")
op("get", f + "/{file_id}", "AgentFileResponse", "403 404")
op("patch", f + "/{file_id}", "AgentFileResponse", "403 404", "AgentFileUpdateRequest")
op("delete", f + "/{file_id}", None, "403 404", status="204")
op("put", f + "/positions", "AgentFileListResponse", "403 404", "AgentFileBatchPositionRequest")
c = "/me/chats/{chat_id}"
op("get", "/me/chats", "AgentModel[]")
op("post", "/me/chats", "AgentModel", "400", "AgentRequest", dep=True)
op("get", c, "AgentModel", "403 404", open=True)
op("put", c, "AgentModel", "400 403 404", "AgentRequest")
op("patch", c, "AgentModel", "400 403 404", "AgentRequestPartial")
op("delete", c, "AgentModel", "403 404")
op("get", c + "/og", "SocialPreview", "404", open=True)
op("post", c + "/clone", "AgentModel", "400 403 404", "AgentRequestPartial", opt=True)
op("post", c + "/feedback", "AgentModel", "404", "UserFeedbackRequest")
op("post", c + "/runs", "AgentRunLog", "403 404")
op("get", "/me/api-keys", "ApiKeyHidden[]")
op("post", "/me/api-keys", "ApiKey", body="ApiKeyCreate")
op("get", "/me/api-keys/default", "ApiKey")
op("get", "/me/api-keys/{api_key_id}", "ApiKey", "404")
op("delete", "/me/api-keys/{api_key_id}", "ApiKeyHidden", "404")
op("get", "/me/billing", "BillingInformationSubscription")
op("get", "/me/credits", "AgentExecutionCredits", "404")
op("post", "/me/credits/use", "AgentExecutionCredits", "404")
op("post", "/me/payments/webhook", "PaymentWebhookResponseSuccess", "400", "WebhookEvent", open=True)
P["/me/payments/webhook"]["post"]["parameters"] = [{"name": "x-juniper-signature", "in": "header", "required": True, "schema": S}]
op("post", "/me/payments/sessions", "PaymentSessionResponse", body="PaymentSessionRequest")
op("get", "/me/monetization/summary", "MonetizationSummary", q=(period,))
op("get", "/me/monetization/subscribers", "MonetizationSubscribersResponse", q=(period,))
op("get", "/me/monetization/earnings", "MonetizationEarningsResponse", q=(period,))
b = "/me/bundles/{bundle_id}"
op("get", "/me/bundles", "UserBundleSimplified[]")
op("post", "/me/bundles", "UserBundle")
op("get", b, "UserBundle", "404")
op("put", b, "UserBundle", "409", "UserBundleRequest")
op("delete", b, "UserBundleRow", "404")
op("get", b + "/tools", "UserBundleTool[]")
op("post", b + "/tools", "UserBundleTool", "404", "UserBundleTool")
op("delete", b + "/tools/{tool_id}", "UserBundleTool", "404")
op("post", "/me/cli-auth", "CliAuthModel", open=True)
op("put", "/me/cli-auth/{cli_auth_id}", "CliAuthModel", "403 404", "CliAuthInsertModel")
op("get", "/me/cli-auth/{auth_id}", null(S), "404", open=True)
g = "/me/schedules"
op("get", g, "ScheduleListResponse")
op("post", g, "Schedule", "400 403", "ScheduleRequest")
op("get", g + "/onboarding", "Onboarding")
op("get", g + "/text-to-cron", "Cron", "400", q=(("cron", S, 1),))
op("get", g + "/{schedule_id}", "Schedule", "404")
op("put", g + "/{schedule_id}", "Schedule", "400 403 404", "ScheduleUpdateRequest")
op("delete", g + "/{schedule_id}", "Schedule", "404")
op("get", "/me/tools/list", "Tool[]")
op("get", "/me/tools", "PublicTool[]", open=True)
op("get", "/me/tools/search", "Tool[]", q=(("q", {"type": "string", "minLength": 1}, 1), ("toolkit", null(S)), ("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 20}), ("min_score", {"type": "number", "minimum": 0, "maximum": 1, "default": 0.15})))
op("get", "/me/tools/{tool_id}", "PublicTool", "404", open=True)
op("post", "/me/tools/run/{tool_name}", "ToolResult", "400 404", {"type": "object"}, q=(("service_id", {"type": "string", "default": "default"}), ("service_id_namespace", {"type": "string", "default": "global"})))
op("get", "/me/toolsets/list", "ToolSet[]")
op("get", "/me/toolsets/{toolset_name}", "ToolSetWithTools", "404")
op("get", "/me/user-tools", "UserTool[]")
op("post", "/me/user-tools", "UserInstalledTool", "409", "UserInstallToolRequest")
op("get", "/me/user-tools/{tool_id}", "UserTool", "404")
op("delete", "/me/user-tools/{tool_id}", "UserInstalledTool", "404")
op("get", "/me/", "UserWithTier")
op("get", "/me/vip", "VipCodeRedemptionCount")
op("post", "/me/vip", "VipCodeRedeemed", "400", "VipCodeRequest")
n = sum(1 for p in P.values() for m in p if m != "servers")
assert n == 93, n
doc = {"openapi": "3.1.0", "info": {"title": "Juniper", "version": "0.1.0"}, "servers": [{"url": "/api"}], "paths": P,
       "components": {"schemas": C, "securitySchemes": {"jwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}, "apiKey": {"type": "http", "scheme": "bearer"}}}}
json.dump(doc, open(os.path.join(os.path.dirname(__file__), "..", "openapi.json"), "w"), indent=1)
print(n, "operations")

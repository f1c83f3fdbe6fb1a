"""Writes config.json: credentials, fixtures and bindings of the deployment."""
import base64, hashlib, hmac, json, os
SECRET, HOOK = b"juniper-signing-secret-2f91", b"juniper-hook-secret-77"
b64 = lambda b: base64.urlsafe_b64encode(b).rstrip(b"=").decode()
def jwt(sub):
    h = b64(b'{"alg":"HS256","typ":"JWT"}') + "." + b64(json.dumps({"sub": sub, "iss": "juniper", "iat": 1760000000, "exp": 4102444800}).encode())
    return h + "." + b64(hmac.new(SECRET, h.encode(), hashlib.sha256).digest())
user = lambda n: f"0190a000-0000-7000-8000-{n:012d}"
key = lambda n: "jnp_" + hmac.new(SECRET, ("key of " + user(n)).encode(), hashlib.sha256).hexdigest()[:40]
agent = lambda n: f"0190b000-0000-7000-8000-{n:012d}"
body = '{"id":"evt_0001","type":"invoice.paid","data":{"amount_cents":2000}}'
B = {}
def bind(names, fields=None, **extra):
    for n in names.split():
        B[n] = {k: v for k, v in (("fields", fields), ("body", extra.get("body"))) if v}
ag = {"chat_id": "agent_id", "chat_prompt": "prompt"}
bind("Agent AgentModel AgentRequestPartial", ag)
bind("AgentRequest", {"chat_prompt": "prompt"}, body={"name": "Made by a test"})
bind("AgentExecutionCredits Credits", {"balance": "remaining"})
bind("AgentFileListResponse AgentRunViewListResponse AgentSubscriptionListResponse ScheduleListResponse ToolExecutionLogsResponse MonetizationEarningsResponse MonetizationSubscribersResponse", {"items": "results"})
for n in ("AgentRunViewListResponse", "ToolExecutionLogsResponse"):
    B[n]["fields"]["next_cursor"] = "next"
for n in ("MonetizationEarningsResponse",):
    B[n]["fields"]["total_earnings"] = "earnings_cents"
bind("MonetizationSummary MonetizationReport", {"total_earnings": "earnings_cents"})
B["ScheduleListResponse"]["fields"]["cron"] = "cron_expression"
bind("Schedule ScheduleRequest ScheduleUpdateRequest", {"cron": "cron_expression"})
bind("ApiKey", {"key": "secret"})
bind("ApiKeyHidden", {"key": "secret"})
bind("ApiKeyCreate", body={"name": "Made by a test"})
bind("AgentThemePreferenceResponse AgentThemePreferenceUpsertRequest Theme", {"theme_color": "accent_color"})
bind("AgentFileCreateRequest", body={"file_name": "notes.txt", "mime_type": "text/plain", "content": "Some notes"})
bind("UserBundleRequest", body={"name": "Made by a test"})
bind("UserFeedbackRequest", body={"rating": "up"})
bind("SlugRequest", body={"name": "Harbour pilot"})
bind("PaymentSessionRequest", body={"credits": 100})
bind("VibeCoderListResponse", {"items": "services"})
bind("VipCodeRedemptionCount VipCodeRedeemed", {"count": "redeemed"})
config = {
    "$schema": "./config.schema.json",
    "openapi": "http://127.0.0.1:PORT/openapi.json",
    "agentsUrl": "http://127.0.0.1:PORT/workers", "baseUrl": "http://127.0.0.1:PORT/api",
    "profile": "full", "consistencyWindow": 1,
    "credentials": {"apiKey": key(1), "jwt": jwt(user(1)), "otherApiKey": key(2), "otherJwt": jwt(user(2)), "sandboxJwt": jwt(user(3))},
    "fixtures": {
        "agentId": agent(1), "message": "Tell me about the harbour",
        "backgroundMessage": "Count the buoys in the background", "backgroundErrorMessage": "Count the buoys in the background and fail",
        "toolCallMessage": {"message": "When is the tide at Harwich?", "name": "tide_table", "output": "HRW-3-RAW"},
        "paidAgentId": agent(11), "unpaidAgentId": agent(12), "ownPaidAgentId": agent(2), "subscribedAgentId": agent(13), "unsubscribeAgentId": agent(14), "privateAgentId": agent(15),
        "tool": {"name": "tide_table", "input": {"harbour": "Harwich"}, "invalidInput": {"harbour": 7}},
        "installableToolId": "wind_forecast", "toolsetName": "sea", "notifierMayBeUsed": True,
        "vipCode": "JUNIPER-WELCOME", "ownVipCode": "OWN-BERRIES", "cron": "0 9 * * 1",
        "webhook": {"signatureHeader": "x-juniper-signature", "validSignature": "v1=" + hmac.new(HOOK, body.encode(), hashlib.sha256).hexdigest(), "body": body},
    },
    "bindings": B,
}
json.dump(config, open(os.path.join(os.path.dirname(__file__), "..", "config.json"), "w"), indent=2)

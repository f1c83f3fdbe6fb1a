"""Writes config.json: the credentials are made here once, by the server's own secret."""
import hashlib
import hmac
import json

import core
import store
import account
import agents
import workers

AGENT = {"agent_id": "agent_uid", "chat_id": "agent_uid", "chat_prompt": "instructions", "visibility": "audience",
         "vanity_slug": "handle", "upsell_description": "pitch"}
CHAT_BODY = {k: v for k, v in AGENT.items() if k not in ("agent_id", "chat_id")}
FILE = {"file_id": "doc_id", "position": "place"}
PLACES = {"positions": "places", **FILE}
KEY = {"api_key_id": "number", "is_default": "primary"}
SCHEDULE = {"schedule_id": "schedule_id", "chat_id": "chat_uid", "cron": "expression"}
STUDIO = {"run_id": "run_id", "visibility": "visibility"}
MONEY = {"total_subscribers": "subscribers_total", "total_earnings": "earnings_cents_total"}
LIST = {"items": "data"}


def f(fields, **body):
    out = {"fields": dict(fields)} if fields else {}
    if body:
        out["body"] = body
    return out


bindings = {
    "Agent": f(AGENT), "AgentModel": f(AGENT),
    "AgentRequest": f({k: v for k, v in AGENT.items() if k != "chat_id"}), "AgentRequestPartial": f(CHAT_BODY),
    "AgentExecutionCredits": f({"balance": "remaining"}), "Credits": f({"balance": "remaining"}),
    "AgentFileBatchPositionRequest": f(PLACES),
    "AgentFileCreateRequest": f({"position": "place"}, doc_name="notes.txt"),
    "AgentFileListResponse": f({**LIST, **FILE}), "AgentFileResponse": f(FILE), "File": f(FILE),
    "AgentFileUpdateRequest": f({"position": "place"}),
    "AgentRun": f({"run_id": "run_id"}), "AgentRunLog": f({"run_id": "run_id"}), "AgentRunView": f({"run_id": "run_id"}),
    "RunLog": f({"run_id": "run_id"}), "McpLog": f({"run_id": "run_id"}), "McpServerLog": f({"run_id": "run_id"}),
    "AgentRunViewListResponse": f({**LIST, "next_cursor": "cursor", "run_id": "run_id"}),
    "AgentStudioChat": f(STUDIO), "AgentStudioChatCreate": f(STUDIO), "AgentStudioChatUpdate": f({"visibility": "visibility"}),
    "StudioChat": f(STUDIO),
    "AgentSubscribeResponse": f({"agent_id": "agent_id"}), "AgentSubscriptionResponse": f({"agent_id": "agent_id"}),
    "AgentSubscriptionListResponse": f({**LIST, "agent_id": "agent_id"}), "Subscription": f({"agent_id": "agent_id"}),
    "AgentThemePreferenceResponse": f({"agent_id": "agent_uid", "theme_color": "tint"}),
    "Theme": f({"agent_id": "agent_uid", "theme_color": "tint"}),
    "AgentThemePreferenceUpsertRequest": f({"theme_color": "tint"}),
    "ApiKey": f({**KEY, "key": "secret"}), "ApiKeyHidden": f(KEY), "ApiKeyCreate": f({"is_default": "primary"}),
    "Bundle": f({"bundle_id": "bundle_no", "tools": "tools"}), "UserBundle": f({"bundle_id": "bundle_no", "tools": "tools"}),
    "UserBundleRow": f({"bundle_id": "bundle_no"}), "UserBundleSimplified": f({"bundle_id": "bundle_no"}),
    "UserBundleRequest": f({}, title="Tools for the trip"),
    "BundleTool": f({"tool_id": "tool_id"}), "UserBundleTool": f({"tool_id": "tool_id"}),
    "InstalledTool": f({"tool_id": "tool_id"}), "UserTool": f({"tool_id": "tool_id"}),
    "UserInstalledTool": f({"tool_id": "tool_id"}), "UserInstallToolRequest": f({"tool_id": "tool_id"}),
    "CliAuthInsertModel": f({"jwt": "jwt"}), "CliAuthModel": f({"cli_auth_id": "cli_auth_id"}),
    "CliSession": f({"cli_auth_id": "cli_auth_id"}),
    "Message": f({"role": "role", "content": "content"}),
    "StartRunRequest": f({"message": "message"}), "ContinueRunRequest": f({"message": "message"}),
    "MonetizationSummary": f(MONEY), "MonetizationReport": f(MONEY),
    "MonetizationSubscribersResponse": f(LIST), "MonetizationEarningsResponse": f(LIST),
    "PaymentSessionRequest": f({}, pack="pack_100"),
    "PublicTool": f({"tool_id": "tool_id"}),
    "Tool": f({"name": "name", "description": "description", "inputSchema": "inputSchema"}),
    "ToolSet": f({"toolset_name": "toolset_name"}),
    "Toolset": f({"toolset_name": "toolset_name", "tools": "tools"}),
    "ToolSetWithTools": f({"toolset_name": "toolset_name", "tools": "tools"}),
    "ToolExecution": f({"log_id": "log_no"}), "ToolExecutionLog": f({"log_id": "log_no"}),
    "ToolExecutionLogsResponse": f({**LIST, "next_cursor": "cursor", "log_id": "log_no"}),
    "Schedule": f(SCHEDULE), "ScheduleListResponse": f({**LIST, **SCHEDULE}),
    "ScheduleRequest": f({k: SCHEDULE[k] for k in ("chat_id", "cron")}),
    "ScheduleUpdateRequest": f({k: SCHEDULE[k] for k in ("chat_id", "cron")}),
    "SlugRequest": f({}, based_on="My own harbour agent"),
    "User": f({"tier": "plan"}), "UserWithTier": f({"tier": "plan"}),
    "UserFeedbackRequest": f({}, stars=4),
    "VibeCoderListResponse": f(LIST), "VibeCoderPromptResponse": f({"prompt": "brief"}), "VibePrompt": f({"prompt": "brief"}),
    "VipCodeRedeemed": f({"code": "phrase", "count": "redeemed"}), "VipCodeRedemptionCount": f({"count": "redeemed"}),
    "VipCodeRequest": f({"code": "phrase"}), "VipRedemption": f({"code": "phrase", "count": "redeemed"}),
}

body = '{"id":"evt_myrtle_fixture_1","type":"provider.ping","data":{"note":"fixture"}}'
stamp = "1767225600"
sign = hmac.new(account.WEBHOOK_SECRET, f"{stamp}.{body}".encode(), hashlib.sha256).hexdigest()

config = {
    "agentsUrl": "http://127.0.0.1:PORT/agents",
    "baseUrl": "http://127.0.0.1:PORT",
    "profile": "full",
    "consistencyWindow": 1,
    "credentials": {
        "apiKey": store.KEY_MAIN, "jwt": core.make_jwt(store.MAIN),
        "otherApiKey": store.KEY_OTHER, "otherJwt": core.make_jwt(store.OTHER),
        "sandboxJwt": core.make_jwt(store.SANDBOX)},
    "traffic": {"onlyClients": True},
    "bindings": bindings,
    "fixtures": {
        "agentId": store.WORKER, "message": "What's new between Dover & Calais?",
        "backgroundMessage": "Start the long job", "backgroundErrorMessage": "Start a job that fails",
        "slowMessage": "Count slowly to twenty", "jobSeconds": 6, "filesPerAgent": agents.FILES_PER_AGENT,
        "toolCallMessage": {"message": "When does the next ferry leave Holyhead?", "name": "look_up_ferry",
                            "output": workers.TIDE_CODE},
        "paidAgentId": store.PAID, "unpaidAgentId": store.UNPAID, "ownPaidAgentId": store.OWN_PAID,
        "subscribedAgentId": store.SUBSCRIBED, "unsubscribeAgentId": store.UNSUBSCRIBE, "privateAgentId": store.PRIVATE,
        "tool": {"name": "look_up_ferry", "input": {"crossing": "Holyhead"}, "invalidInput": {"crossing": 7}},
        "installableToolId": "knot_advice", "toolsetName": "harbour", "notifierMayBeUsed": True, "defaultKeyMayMove": True,
        "vipCode": "MYRTLE-SPRING-26", "ownVipCode": "ANNA-FRIENDS", "cron": "0 9 * * 1",
        "webhook": {"signatureHeader": account.WEBHOOK_HEADER, "validSignature": f"t={stamp},v1={sign}", "body": body,
                    "secret": account.WEBHOOK_SECRET.decode(), "scheme": "t=seconds,v1=hex"}},
}
with open("config.json", "w") as out:
    json.dump(config, out, indent=2, ensure_ascii=False)
    out.write("\n")

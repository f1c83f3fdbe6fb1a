import sys, json; sys.path.insert(0, "src"); sys.dont_write_bytecode = True
import core, jsonschema
A = {"agent_id": "id", "chat_id": "id", "chat_prompt": "system_prompt", "vanity_slug": "handle", "upsell_description": "sales_pitch"}
fid = {"file_id": "id", "position": "rank"}
f = lambda d, b=None: {"fields": d, **({"body": b} if b else {})}
agent_body = {"name": "Conformance agent"}
b = {"Agent": f(A), "AgentModel": f(A), "AgentRequest": f(A, agent_body), "AgentRequestPartial": f({k: v for k, v in A.items() if k not in ("agent_id", "chat_id")}),
 "AgentExecutionCredits": f({"balance": "available"}), "Credits": f({"balance": "available"}),
 "AgentFileBatchPositionRequest": f({**fid, "positions": "order"}), "AgentFileCreateRequest": f({"position": "rank"}, {"filename": "notes.txt", "media_type": "text/plain", "content": "Some notes"}),
 "AgentFileListResponse": f({**fid, "items": "data"}), "AgentFileResponse": f(fid), "AgentFileUpdateRequest": f({"position": "rank"}), "File": f(fid),
 "AgentRunViewListResponse": f({"items": "data"}),
 "AgentStudioChat": f({"visibility": "sharing"}), "AgentStudioChatCreate": f({"visibility": "sharing"}, {"title": "Conformance chat"}), "AgentStudioChatUpdate": f({"visibility": "sharing"}), "StudioChat": f({"visibility": "sharing"}),
 "AgentSubscribeRequest": f({}, {"interval": "month"}), "AgentSubscribeResponse": f({"agent_id": "agent"}), "AgentSubscriptionListResponse": f({"items": "data", "agent_id": "agent"}), "AgentSubscriptionResponse": f({"agent_id": "agent"}), "Subscription": f({"agent_id": "agent"}),
 "AgentThemePreferenceResponse": f({"theme_color": "accent"}), "AgentThemePreferenceUpsertRequest": f({"theme_color": "accent"}), "Theme": f({"theme_color": "accent"}),
 "ApiKey": f({"api_key_id": "id", "key": "secret"}), "ApiKeyCreate": f({}, {"label": "conformance"}), "ApiKeyHidden": f({"api_key_id": "id", "key": "secret"}),
 "Bundle": f({"bundle_id": "id", "tools": "members"}), "UserBundle": f({"bundle_id": "id", "tools": "members"}), "UserBundleRequest": f({"tools": "members"}, {"title": "Conformance bundle"}), "UserBundleRow": f({"bundle_id": "id"}), "UserBundleSimplified": f({"bundle_id": "id"}),
 "BundleTool": f({"tool_id": "tool"}), "UserBundleTool": f({"tool_id": "tool"}), "InstalledTool": f({"tool_id": "tool"}), "UserInstallToolRequest": f({"tool_id": "tool"}), "UserInstalledTool": f({"tool_id": "tool"}), "UserTool": f({"tool_id": "tool"}), "PublicTool": f({"tool_id": "id"}),
 "CliAuthInsertModel": f({"jwt": "token"}), "CliAuthModel": f({"cli_auth_id": "id"}), "CliSession": f({"cli_auth_id": "id", "jwt": "token"}),
 "MonetizationEarningsResponse": f({"items": "data", "total_earnings": "earnings_total"}), "MonetizationSubscribersResponse": f({"items": "data", "total_subscribers": "subscribers_total"}),
 "MonetizationReport": f({"total_subscribers": "subscribers_total", "total_earnings": "earnings_total"}), "MonetizationSummary": f({"total_subscribers": "subscribers_total", "total_earnings": "earnings_total"}),
 "PaymentSessionRequest": f({}, {"pack": "credits_500"}),
 "Schedule": f({"schedule_id": "id", "chat_id": "target_chat", "cron": "cron_expression"}), "ScheduleListResponse": f({"items": "data", "schedule_id": "id", "chat_id": "target_chat", "cron": "cron_expression"}),
 "ScheduleRequest": f({"chat_id": "target_chat", "cron": "cron_expression"}), "ScheduleUpdateRequest": f({"chat_id": "target_chat", "cron": "cron_expression"}),
 "SlugRequest": f({}, {"phrase": "Quiet harbour"}), "ToolExecution": f({"log_id": "id"}), "ToolExecutionLog": f({"log_id": "id"}), "ToolExecutionLogsResponse": f({"items": "data", "log_id": "id"}),
 "ToolSet": f({"toolset_name": "slug"}), "ToolSetWithTools": f({"toolset_name": "slug"}), "Toolset": f({"toolset_name": "slug"}),
 "UserFeedbackRequest": f({}, {"rating": "up", "comment": "Well done"}), "VibeCoderListResponse": f({"items": "data"}), "VibeCoderPromptResponse": f({"prompt": "prompt_text"}), "VibePrompt": f({"prompt": "prompt_text"}),
 "VipCodeRedemptionCount": f({"count": "redeemed_total"}), "VipRedemption": f({"count": "redeemed_total"})}
F = core.F
c = {"agentsUrl": "http://127.0.0.1:PORT/workers", "baseUrl": "http://127.0.0.1:PORT/api", "profile": "full", "consistencyWindow": 1, "bindings": b,
 "credentials": {"apiKey": core.API_KEYS["usr_own"], "jwt": core.JWTS["usr_own"], "otherApiKey": core.API_KEYS["usr_other"], "otherJwt": core.JWTS["usr_other"], "sandboxJwt": core.JWTS["usr_sand"]},
 "fixtures": {"agentId": F["main"], "message": "Good morning", "backgroundAgentId": F["main"], "backgroundMessage": "Start the long job", "backgroundErrorMessage": "Start a job that fails",
  "toolCallMessage": {"message": "What is the tide?", "name": "read_tide_table", "output": "raw-tide-row 0412/5.9"}, "paidAgentId": F["paid"], "unpaidAgentId": F["unpaid"], "ownPaidAgentId": F["ownpaid"],
  "subscribedAgentId": F["subscribed"], "unsubscribeAgentId": F["unsubscribe"], "privateAgentId": F["private"],
  "tool": {"name": "read_tide_table", "input": {"port": "Hull"}, "invalidInput": {"port": 7}}, "installableToolId": "tl_moon_phase", "toolsetName": "harbor", "notifierMayBeUsed": True,
  "vipCode": "SPRING-TIDE-26", "ownVipCode": "HAZEL-MINE-26", "cron": "0 9 * * 1",
  "webhook": {"signatureHeader": "Payment-Signature", "validSignature": core.hook_signature(core.HOOK_BODY.encode()), "body": core.HOOK_BODY}}}
s = json.load(open("config.schema.json"))
jsonschema.validate(c, s)
for k, v in b.items():
    ok = s["properties"]["bindings"]["properties"][k]["properties"]["fields"]["properties"]
    for n in v["fields"]: assert n in ok, (k, n)
json.dump(c, open("config.json", "w"), indent=1)

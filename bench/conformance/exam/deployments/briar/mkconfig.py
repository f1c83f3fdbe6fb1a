import json, hmac, hashlib, subprocess
main, other, sandbox = subprocess.check_output(["tmp/briar", "--jwts"], text=True).split()
body = '{"id":"evt_briar_fixture","type":"payment.test","data":{}}'
t = "1767225600"
sig = hmac.new(b"whsec_briar_5c81e0f7", (t + "." + body).encode(), hashlib.sha256).hexdigest()
f = lambda **k: {"fields": k}
A = "b41a0000-5e1d-4a6e-9c01-0000000000"
# the deployment has one id for agent and chat
agent = dict(agent_id="agent_id", chat_id="agent_id", chat_prompt="chat_prompt", visibility="visibility", vanity_slug="vanity_slug", upsell_description="upsell_description")
key = dict(api_key_id="api_key_id", key="secret_key", is_default="is_default")
filef = dict(file_id="file_id", position="position")
sched = dict(schedule_id="schedule_id", chat_id="chat_id", cron="cron_expression")
config = {
 "agentsUrl": "http://127.0.0.1:PORT/workers",
 "baseUrl": "http://127.0.0.1:PORT",
 "openapi": "http://127.0.0.1:PORT/openapi.json",
 "profile": "full",
 "consistencyWindow": 1,
 "credentials": {
  "apiKey": "brk_7d30e5a1c94b82f6d017e3ab5590c2f481d6be72", "jwt": main,
  "otherApiKey": "brk_e2914f6b0c7da8531f42b96e0d85c7a3194fb06d", "otherJwt": other, "sandboxJwt": sandbox},
 "bindings": {
  "Agent": f(**agent), "AgentModel": f(**agent),
  "AgentRequest": f(agent_id="agent_id", chat_prompt="chat_prompt", visibility="visibility", vanity_slug="vanity_slug"),
  "AgentRequestPartial": f(chat_prompt="chat_prompt", visibility="visibility", vanity_slug="vanity_slug"),
  "AgentExecutionCredits": f(balance="remaining_credits"), "Credits": f(balance="remaining_credits"),
  "AgentFileBatchPositionRequest": f(positions="order", file_id="file_id", position="position"),
  "AgentFileCreateRequest": {"fields": {"position": "position"}, "body": {"name": "hedge-notes.txt"}},
  "AgentFileUpdateRequest": f(position="position"),
  "AgentFileListResponse": f(items="items", **filef), "AgentFileResponse": f(**filef), "File": f(**filef),
  "AgentRun": f(run_id="run_id"), "AgentRunLog": f(run_id="run_id"), "AgentRunView": f(run_id="run_id"), "RunLog": f(run_id="run_id"),
  "McpLog": f(run_id="run_id"), "McpServerLog": f(run_id="run_id"),
  "AgentRunViewListResponse": f(items="items", next_cursor="next_cursor", run_id="run_id"),
  "AgentStudioChat": f(run_id="run_id", visibility="visibility"), "StudioChat": f(run_id="run_id", visibility="visibility"),
  "AgentStudioChatCreate": {"fields": {"run_id": "run_id", "visibility": "visibility"}, "body": {"title": "Hedge studio"}},
  "AgentStudioChatUpdate": f(visibility="visibility"),
  "AgentSubscribeRequest": {"body": {"plan": "monthly"}},
  "AgentSubscribeResponse": f(agent_id="agent_id"), "AgentSubscriptionResponse": f(agent_id="agent_id"), "Subscription": f(agent_id="agent_id"),
  "AgentSubscriptionListResponse": f(items="items", agent_id="agent_id"),
  "AgentThemePreferenceResponse": f(agent_id="agent_id", theme_color="color"), "Theme": f(agent_id="agent_id", theme_color="color"),
  "AgentThemePreferenceUpsertRequest": f(theme_color="color"),
  "ApiKey": f(**key), "ApiKeyHidden": f(api_key_id="api_key_id", is_default="is_default"),
  "ApiKeyCreate": {"fields": {"is_default": "is_default"}, "body": {"name": "Spare key"}},
  "Bundle": f(bundle_id="bundle_id", tools="tools"), "UserBundle": f(bundle_id="bundle_id", tools="tools"),
  "UserBundleRequest": {"fields": {"tools": "tools"}, "body": {"name": "Garden bundle"}},
  "UserBundleRow": f(bundle_id="bundle_id"), "UserBundleSimplified": f(bundle_id="bundle_id"),
  "UserBundleTool": f(tool_id="tool_id"), "BundleTool": f(tool_id="tool_id"),
  "CliAuthInsertModel": f(jwt="user_jwt"), "CliAuthModel": f(cli_auth_id="cli_auth_id"), "CliSession": f(cli_auth_id="cli_auth_id"),
  "StartRunRequest": f(message="message"), "ContinueRunRequest": f(message="message"), "Message": f(role="role", content="content"),
  "MonetizationSummary": f(total_subscribers="total_subscribers", total_earnings="total_earnings_cents"),
  "MonetizationSubscribersResponse": f(items="items", total_subscribers="total_subscribers"),
  "MonetizationEarningsResponse": f(items="items", total_earnings="total_earnings_cents"),
  "PaymentSessionRequest": {"body": {"product": "credits_100"}},
  "PublicTool": f(tool_id="tool_id"), "InstalledTool": f(tool_id="tool_id"), "UserTool": f(tool_id="tool_id"), "UserInstalledTool": f(tool_id="tool_id"),
  "UserInstallToolRequest": f(tool_id="tool_id"),
  "Schedule": f(**sched), "ScheduleRequest": f(chat_id="chat_id", cron="cron_expression"),
  "ScheduleUpdateRequest": f(chat_id="chat_id", cron="cron_expression"), "ScheduleListResponse": f(items="items", **sched),
  "SlugRequest": {"body": {"name": "My hedge agent"}},
  "Tool": f(name="name", description="description", inputSchema="inputSchema"),
  "ToolExecution": f(log_id="log_id"), "ToolExecutionLog": f(log_id="log_id"),
  "ToolExecutionLogsResponse": f(items="items", next_cursor="next_cursor", log_id="log_id"),
  "Toolset": f(toolset_name="toolset_name"), "ToolSet": f(toolset_name="toolset_name"), "ToolSetWithTools": f(toolset_name="toolset_name", tools="tools"),
  "User": f(tier="tier"), "UserWithTier": f(tier="tier"), "UserFeedbackRequest": {"body": {"rating": 5}},
  "VibeCoderListResponse": f(items="items"), "VibeCoderPromptResponse": f(prompt="prompt"), "VibePrompt": f(prompt="prompt"),
  "VipCodeRedeemed": f(code="code"), "VipCodeRedemptionCount": f(count="count"), "VipCodeRequest": f(code="code"), "VipRedemption": f(code="code"),
 },
 "fixtures": {
  "agentId": A + "a1", "message": "Tell me something about hedges",
  "backgroundMessage": "Start the long job", "backgroundErrorMessage": "Start a job that fails", "slowMessage": "Count slowly to twenty",
  "jobSeconds": 5, "filesPerAgent": 8,
  "toolCallMessage": {"message": "When is the last frost in Hexham?", "name": "look_up_frost_dates", "output": "FROSTLINE-7Q2-GRID-0418"},
  "paidAgentId": A + "b1", "unpaidAgentId": A + "b2", "privateAgentId": A + "b3", "subscribedAgentId": A + "b4", "unsubscribeAgentId": A + "b5",
  "ownPaidAgentId": A + "a2",
  "tool": {"name": "convert_length", "input": {"value": 12, "from": "m", "to": "ft"}, "invalidInput": {"value": "twelve", "from": "m", "to": "ft"}},
  "installableToolId": "01HZXG7R9M4T8K2V5W6Y3Q0A15", "toolsetName": "garden",
  "notifierMayBeUsed": True, "defaultKeyMayMove": True,
  "vipCode": "BRIAR-ROSE-2026", "ownVipCode": "ROSA-THORNS", "cron": "15 6 * * 2",
  "webhook": {"signatureHeader": "X-Briar-Signature", "validSignature": "t=%s,v1=%s" % (t, sig), "body": body, "secret": "whsec_briar_5c81e0f7", "scheme": "t=seconds,v1=hex"}}}
json.dump(config, open("config.json", "w"), indent=1)

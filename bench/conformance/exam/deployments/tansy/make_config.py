"""Writes config.json from the models and seeds."""
import hashlib, hmac, json
import core
from core import *

own_names = {"ToolSet": {"toolset_name": "name"}, "ToolSetWithTools": {"toolset_name": "name"},
             "CliAuthInsertModel": {"jwt": "userJwt"}, "Tool": {"tool_id": "name"}, "ToolResult": {"result": "structuredContent"}}
bodies = {"SlugRequest": {"name": "Harbour Clerk"}, "PaymentSessionRequest": {"credits": 100}, "UserFeedbackRequest": {"rating": 5},
          "ApiKeyCreate": {"name": "Conformance key"}, "UserBundleRequest": {"name": "Conformance bundle"},
          "AgentFileCreateRequest": {"fileName": "notes.txt", "content": "Some notes."},
          "AgentThemePreferenceUpsertRequest": {"themeColor": "#336699"}}
bindings = {}
for name, m in vars(core).items():
    if isinstance(m, type) and issubclass(m, Model) and m is not Model:
        f = {k: v.alias for k, v in m.model_fields.items() if v.alias and v.alias != k}
        f.update(own_names.get(name, {}))
        b = {}
        if f:
            b["fields"] = f
        if name in bodies:
            b["body"] = bodies[name]
        if b:
            bindings[name] = b
hook = json.dumps({"id": "evt_tansy_1", "type": "invoice.paid", "data": {"amount": 900}})
config = {
    "openapi": "http://127.0.0.1:PORT/openapi.json", "agentsUrl": "http://127.0.0.1:PORT/agents", "baseUrl": "http://127.0.0.1:PORT",
    "profile": "full", "consistencyWindow": 1, "traffic": {"onlyClients": True},
    "credentials": {"jwt": make_jwt(OWN), "apiKey": KEYS[OWN], "otherJwt": make_jwt(OTHER), "otherApiKey": KEYS[OTHER],
                    "sandboxJwt": make_jwt(SANDBOX)},
    "bindings": bindings,
    "fixtures": {
        "agentId": AGENT_ID, "message": "Tell me something about the harbour", "backgroundAgentId": AGENT_ID,
        "backgroundMessage": "Start the long job", "backgroundErrorMessage": "Start a job that fails",
        "toolCallMessage": {"message": "What is the weather in Oslo?", "name": "weather_lookup", "output": "WX-77"},
        "paidAgentId": PAID_ID, "unpaidAgentId": UNPAID_ID, "ownPaidAgentId": OWN_PAID_ID, "subscribedAgentId": SUBSCRIBED_ID,
        "unsubscribeAgentId": UNSUBSCRIBE_ID, "privateAgentId": PRIVATE_ID,
        "tool": {"name": "weather_lookup", "input": {"city": "Oslo"}, "invalidInput": {"city": 7}},
        "installableToolId": "unit_convert", "toolsetName": "everyday", "notifierMayBeUsed": True,
        "vipCode": "SPRING-TANSY-2026", "ownVipCode": "OWN-TANSY-2026", "cron": "0 9 * * 1",
        "webhook": {"signatureHeader": "X-Tansy-Signature", "body": hook,
                    "validSignature": hmac.new(WEBHOOK_SECRET, hook.encode(), hashlib.sha256).hexdigest()}}}
json.dump(config, open("config.json", "w"), indent=1)
import jsonschema
jsonschema.validate(config, json.load(open("config.schema.json")))
print("config ok", len(bindings))

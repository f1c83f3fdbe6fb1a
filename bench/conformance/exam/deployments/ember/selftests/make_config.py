"""Write config.json from the seed: python3 -m selftests.make_config"""

import json
import pathlib

from deployment import seed
from deployment.api_billing import SIGNATURE_HEADER, sign_event

TARGET = pathlib.Path(__file__).resolve().parent.parent / "config.json"


def fields(**names):
    return {"fields": names}


def agent(name):
    return seed.fixed_id(f"agent {name}")


def webhook():
    event = {"event_id": "evt_ember_0001", "event_type": "credits.purchased",
             "data": {"user_id": seed.fixed_id("user mira"), "credits": 40}}
    body = json.dumps(event, separators=(",", ":"))
    return {"signatureHeader": SIGNATURE_HEADER, "validSignature": sign_event(body.encode()), "body": body}


AGENT_FIELDS = {"chat_prompt": "system_prompt", "vanity_slug": "slug"}

BINDINGS = {
    "AgentFileListResponse": fields(items="files"),
    "AgentFileResponse": fields(position="sort_order"),
    "AgentFileCreateRequest": {**fields(position="sort_order"), "body": {"file_name": "notes.txt"}},
    "AgentFileUpdateRequest": fields(position="sort_order"),
    "AgentFileBatchPositionRequest": fields(positions="ordering"),
    "AgentRunViewListResponse": fields(items="runs"),
    "AgentThemePreferenceResponse": fields(theme_color="accent_color"),
    "AgentThemePreferenceUpsertRequest": fields(theme_color="accent_color"),
    "AgentModel": fields(agent_id="id", chat_id="id", upsell_description="upsell_text", **AGENT_FIELDS),
    "AgentRequest": fields(agent_id="id", **AGENT_FIELDS),
    "AgentRequestPartial": fields(**AGENT_FIELDS),
    "SlugRequest": {"body": {"source_text": "Harbour master"}},
    "VibeCoderPromptResponse": fields(prompt="prompt_text"),
    "VibeCoderListResponse": fields(items="services"),
    "ApiKey": fields(api_key_id="key_id", key="secret_key", is_default="default_key"),
    "ApiKeyHidden": fields(api_key_id="key_id", is_default="default_key"),
    "UserBundle": fields(tools="members"),
    "UserBundleRequest": {"body": {"title": "Tools for the harbour"}},
    "UserFeedbackRequest": {"body": {"rating": 5}},
    "CliAuthModel": fields(cli_auth_id="session_id"),
    "CliAuthInsertModel": fields(jwt="user_token"),
    "AgentExecutionCredits": fields(balance="credits_left"),
    "ToolExecutionLogsResponse": fields(items="executions"),
    "ToolExecutionLog": fields(log_id="execution_id"),
    "MonetizationSummary": fields(total_subscribers="subscribers_total", total_earnings="earnings_total_cents"),
    "MonetizationSubscribersResponse": fields(items="daily"),
    "MonetizationEarningsResponse": fields(items="daily"),
    "PaymentSessionRequest": {"body": {"credit_amount": 100}},
    "ScheduleListResponse": fields(items="schedules"),
    "ScheduleRequest": fields(cron="cron_expression"),
    "ScheduleUpdateRequest": fields(cron="cron_expression"),
    "AgentStudioChat": fields(visibility="sharing"),
    "AgentStudioChatCreate": fields(visibility="sharing"),
    "AgentStudioChatUpdate": fields(visibility="sharing"),
    "AgentSubscriptionListResponse": fields(items="subscriptions"),
    "ToolSet": fields(toolset_name="set_name"),
    "ToolSetWithTools": fields(toolset_name="set_name", tools="members"),
    "UserWithTier": fields(tier="plan_tier"),
    "VipCodeRedemptionCount": fields(count="redeemed_count"),
    "VipCodeRequest": fields(code="vip_code"),
}


def config():
    seed.fill()
    return {
        "openapi": "http://127.0.0.1:PORT/openapi.json",
        "agentsUrl": "http://127.0.0.1:PORT/agents",
        "baseUrl": "http://127.0.0.1:PORT",
        "profile": "full",
        "consistencyWindow": 1,
        "bindings": BINDINGS,
        "credentials": {
            "apiKey": seed.MAIN_KEY,
            "jwt": seed.jwt_of("mira"),
            "otherApiKey": seed.OTHER_KEY,
            "otherJwt": seed.jwt_of("jonas"),
            "sandboxJwt": seed.jwt_of("tilda"),
        },
        "fixtures": {
            "agentId": agent("guide"),
            "message": "Tell me something about harbours",
            "backgroundAgentId": agent("jobs"),
            "backgroundMessage": "Please start the long job",
            "backgroundErrorMessage": "Please start the failing job",
            "toolCallMessage": {"message": "What is the tide at Hull?", "name": "tide_table",
                                "output": "gauge-HUL-0412"},
            "paidAgentId": agent("paid"),
            "unpaidAgentId": agent("unpaid"),
            "ownPaidAgentId": agent("own paid"),
            "subscribedAgentId": agent("subscribed"),
            "unsubscribeAgentId": agent("unsubscribe"),
            "privateAgentId": agent("private"),
            "tool": {"name": "tide_table", "input": {"port": "Hull"}, "invalidInput": {"port": 7}},
            "installableToolId": "word_count",
            "toolsetName": "sea",
            "notifierMayBeUsed": True,
            "vipCode": seed.VIP_CODE,
            "ownVipCode": seed.OWN_VIP_CODE,
            "cron": "0 9 * * 1",
            "webhook": webhook(),
        },
    }


if __name__ == "__main__":
    TARGET.write_text(json.dumps(config(), indent=2, ensure_ascii=False) + "\n", "utf-8")

"""The schemas of every body, as /openapi.json shows them. Request bodies are checked against them."""

UUID = {"type": "string", "format": "uuid"}
MOMENT = {"type": "string", "format": "date-time"}
DATE = {"type": "string", "format": "date"}
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
COUNT = {"type": "integer", "minimum": 0}
INTEGER = {"type": "integer"}
NAME = {"type": "string", "minLength": 1, "maxLength": 120}
VISIBILITY = {"type": "string", "enum": ["private", "public"]}
SLUG_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"
SLUG = {"type": "string", "pattern": SLUG_PATTERN, "minLength": 3, "maxLength": 60}
MAX_FILES = 10

COMPONENTS = {}


def nullable(schema):
    """The schema, or null."""
    if "type" not in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    wide = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        wide["enum"] = [*schema["enum"], None]
    return wide


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(schema, **bounds):
    return {"type": "array", "items": schema, **bounds}


def about(schema, description, *examples):
    return {**schema, "description": description, **({"examples": list(examples)} if examples else {})}


def model(name, properties, required=None, **more):
    """Register an object schema. Without `required` every property is: that is how answers are."""
    COMPONENTS[name] = {
        "type": "object",
        "title": name,
        "properties": properties,
        "required": list(properties) if required is None else required,
        **more,
    }
    if not COMPONENTS[name]["required"]:
        del COMPONENTS[name]["required"]


# --- Errors ----------------------------------------------------------------------------------------------------------

model("ErrorBody", {"detail": about(TEXT, "What went wrong, in words.")})
model("ValidationError", {
    "type": about(TEXT, "The kind of problem."),
    "loc": about(list_of({"type": ["string", "integer"]}), "Where it is: body, query or path, then the way down."),
    "msg": TEXT,
})
model("HTTPValidationError", {"detail": list_of(ref("ValidationError"), minItems=1)})

# --- Workers API -----------------------------------------------------------------------------------------------------

_MESSAGE = about(TEXT, "What the user says. May be empty.")
model("StartRunRequest", {"message": _MESSAGE})
model("ContinueRunRequest", {"message": _MESSAGE})
COMPONENTS["TextStream"] = about(TEXT, "The worker's user-facing output, streamed in pieces.")
model("Message", {"role": {"type": "string", "enum": ["user", "assistant"]}, "content": TEXT})
model("NdjsonLine", {
    "type": {"type": "string", "enum": ["text", "tool_call", "tool_result", "job_started", "end"]},
    "delta": about(TEXT, "type text: the next piece of the worker's user-facing output."),
    "call_id": about(TEXT, "type tool_call and tool_result."),
    "tool_name": about(TEXT, "type tool_call and tool_result."),
    "arguments": about({"type": "object"}, "type tool_call: the input of the tool."),
    "output": about({"type": "object"}, "type tool_result: the raw answer of the tool."),
    "job_id": about(UUID, "type job_started: a background job was started."),
}, required=["type"], description="One line of an NDJSON stream.")

# --- Agent runs and logs ---------------------------------------------------------------------------------------------

_NEXT = about(nullable(MOMENT), "The cursor of the next page, null on the last one.")
model("AgentRunView", {
    "run_id": UUID,
    "agent_id": UUID,
    "state": {"type": "string", "enum": ["idle", "job_running"]},
    "message_count": COUNT,
    "created_at": MOMENT,
    "updated_at": MOMENT,
})
model("AgentRunViewListResponse", {"runs": list_of(ref("AgentRunView")), "next_cursor": _NEXT})
model("AgentRunLog", {
    "run_id": UUID,
    "entry_id": COUNT,
    "event": {"type": "string", "enum": ["run_created", "message_received", "reply_sent", "tool_called",
                                         "job_started", "job_finished", "job_failed"]},
    "details": TEXT,
    "logged_at": MOMENT,
})
model("McpServerLog", {
    "run_id": UUID,
    "call_id": TEXT,
    "server_name": TEXT,
    "tool_name": TEXT,
    "arguments": {"type": "object"},
    "result": {"type": "object"},
    "logged_at": MOMENT,
})
model("ToolExecutionLog", {
    "execution_id": INTEGER,
    "tool_name": TEXT,
    "arguments": {"type": "object"},
    "outcome": {"type": "string", "enum": ["success", "error"]},
    "result": nullable({"type": "object"}),
    "error": nullable(TEXT),
    "duration_ms": {"type": "number", "minimum": 0},
    "executed_at": MOMENT,
})
model("ToolExecutionLogsResponse", {"executions": list_of(ref("ToolExecutionLog")), "next_cursor": _NEXT})

# --- Paid agent subscriptions ----------------------------------------------------------------------------------------

_RETURN_URL = about(nullable({"type": "string", "format": "uri"}), "Where the checkout page leads back to.")
model("AgentSubscribeRequest", {"return_url": _RETURN_URL}, required=[])
model("AgentSubscribeResponse", {
    "checkout_session_id": TEXT,
    "checkout_url": {"type": "string", "format": "uri"},
    "agent_id": UUID,
    "amount_cents": COUNT,
    "currency": TEXT,
    "expires_at": MOMENT,
})
model("AgentSubscriptionResponse", {
    "agent_id": UUID,
    "status": {"type": "string", "enum": ["active", "canceled"]},
    "amount_cents": COUNT,
    "currency": TEXT,
    "started_at": MOMENT,
    "current_period_end": MOMENT,
    "canceled_at": nullable(MOMENT),
})
model("AgentSubscriptionListResponse", {"subscriptions": list_of(ref("AgentSubscriptionResponse"))})

# --- Agent studio chats ----------------------------------------------------------------------------------------------

_STUDIO_RUN_ID = {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[A-Za-z0-9._~-]+$"}
_SHARING = about(VISIBILITY, "Left out: private, or public in the sandbox tier.")
model("AgentStudioChat", {
    "run_id": TEXT,
    "title": TEXT,
    "sharing": VISIBILITY,
    "owner_id": UUID,
    "cloned_from": nullable(TEXT),
    "created_at": MOMENT,
    "updated_at": MOMENT,
    "deleted_at": nullable(MOMENT),
})
model("AgentStudioChatCreate", {
    "run_id": about(_STUDIO_RUN_ID, "Left out on POST: a new one is made. On PUT it must be that of the path."),
    "title": NAME,
    "sharing": _SHARING,
}, required=[])
model("AgentStudioChatUpdate", {"title": NAME, "sharing": VISIBILITY}, required=[])

# --- Agents, customization and files ---------------------------------------------------------------------------------

model("AgentModel", {
    "id": about(UUID, "The agent_id and the chat_id: they are the same."),
    "owner_id": UUID,
    "display_name": TEXT,
    "system_prompt": TEXT,
    "visibility": VISIBILITY,
    "slug": nullable(TEXT),
    "upsell_text": nullable(TEXT),
    "monthly_price_cents": nullable(COUNT),
    "feedback_count": COUNT,
    "average_rating": nullable({"type": "number"}),
    "created_at": MOMENT,
    "updated_at": MOMENT,
})
_AGENT_FIELDS = {
    "display_name": nullable(NAME),
    "system_prompt": about(nullable({"type": "string", "maxLength": 20000}), "What the agent is told to be."),
    "visibility": about(nullable(VISIBILITY), "Left out on creation: private, or public in the sandbox tier."),
    "slug": nullable(SLUG),
    "monthly_price_cents": nullable({"type": "integer", "minimum": 100, "maximum": 100000}),
}
model("AgentRequest", {
    "id": about(nullable(UUID), "On POST /me/agents: the agent to update; left out or null: a new one is made. "
                                "Ignored elsewhere."),
    **_AGENT_FIELDS,
}, required=[], description="system_prompt must be there and not be blank: 400 else.")
model("AgentRequestPartial", _AGENT_FIELDS, required=[])
model("SlugRequest", {"source_text": about({"type": "string", "minLength": 1, "maxLength": 200},
                                           "Words to make the slug of.")})
model("GeneratedSlug", {"slug": SLUG})
model("SlugAvailability", {"slug": TEXT, "is_available": FLAG})
_SERVICE_NAME = {"type": "string", "enum": ["bolt", "lovable", "replit"]}
model("VibeCoderPromptResponse", {"agent_id": UUID, "service_name": _SERVICE_NAME, "prompt_text": TEXT})
model("VibeCoderService", {
    "service_name": _SERVICE_NAME,
    "label": TEXT,
    "website": {"type": "string", "format": "uri"},
})
model("VibeCoderListResponse", {"services": list_of(ref("VibeCoderService"))})
_COLOR_PATTERN = "^#[0-9a-fA-F]{6}$"
model("AgentThemePreferenceResponse", {
    "agent_id": UUID,
    "accent_color": {"type": "string", "pattern": _COLOR_PATTERN},
    "updated_at": MOMENT,
})
model("AgentThemePreferenceUpsertRequest", {
    "accent_color": about(TEXT, "A number sign and six hexadecimal digits; anything else: 400.", "#1f6feb"),
})
_PLACE = about({"type": "integer", "minimum": 0, "maximum": 1000000}, "The place among the files of the agent.")
_FILE_TEXT = {"type": "string", "maxLength": 200000}
_FILE_NAME = {"type": "string", "minLength": 1, "maxLength": 255}
_MIME_TYPE = {"type": "string", "minLength": 3, "maxLength": 127, "pattern": "^[^/\\s]+/[^/\\s]+$"}
model("AgentFileResponse", {
    "file_id": UUID,
    "agent_id": UUID,
    "file_name": TEXT,
    "content_type": TEXT,
    "text_content": TEXT,
    "size_bytes": COUNT,
    "sort_order": _PLACE,
    "created_at": MOMENT,
    "updated_at": MOMENT,
})
model("AgentFileListResponse", {"files": list_of(ref("AgentFileResponse")), "max_files": COUNT})
model("AgentFileCreateRequest", {
    "file_name": _FILE_NAME,
    "content_type": {**_MIME_TYPE, "default": "text/plain"},
    "text_content": {**_FILE_TEXT, "default": ""},
    "sort_order": about(_PLACE, "Left out: after the last file."),
}, required=["file_name"])
model("AgentFileUpdateRequest", {
    "file_name": _FILE_NAME,
    "content_type": _MIME_TYPE,
    "text_content": _FILE_TEXT,
    "sort_order": _PLACE,
}, required=[])
model("AgentFilePosition", {"file_id": UUID, "sort_order": _PLACE})
model("AgentFileBatchPositionRequest", {"ordering": list_of(ref("AgentFilePosition"), minItems=1, maxItems=MAX_FILES)})

# --- Chats -----------------------------------------------------------------------------------------------------------

model("UserFeedbackRequest", {
    "rating": {"type": "integer", "minimum": 1, "maximum": 5},
    "comment": nullable({"type": "string", "maxLength": 2000}),
}, required=["rating"])
model("ChatPreview", {
    "title": TEXT,
    "description": TEXT,
    "url": {"type": "string", "format": "uri"},
    "image_url": {"type": "string", "format": "uri"},
})

# --- API keys, billing, credits, payments ----------------------------------------------------------------------------

_KEY_FIELDS = {
    "key_id": INTEGER,
    "label": TEXT,
    "key_hint": about(TEXT, "The last four characters of the key."),
    "default_key": FLAG,
    "created_at": MOMENT,
}
model("ApiKey", {**_KEY_FIELDS, "secret_key": about(TEXT, "The key itself.")})
model("ApiKeyHidden", _KEY_FIELDS, description="An API key without its value.")
model("ApiKeyCreate", {"label": {"type": "string", "minLength": 1, "maxLength": 80, "default": "API key"}}, required=[])
model("BillingInformationSubscription", {
    "plan_name": TEXT,
    "status": {"type": "string", "enum": ["active", "none"]},
    "monthly_price_cents": COUNT,
    "currency": TEXT,
    "renews_at": nullable(MOMENT),
})
model("AgentExecutionCredits", {"credits_left": COUNT, "credits_used": COUNT, "updated_at": MOMENT})
model("PaymentSessionRequest", {
    "credit_amount": {"type": "integer", "minimum": 1, "maximum": 100000},
    "return_url": _RETURN_URL,
}, required=["credit_amount"])
model("PaymentSessionResponse", {
    "session_id": TEXT,
    "checkout_url": {"type": "string", "format": "uri"},
    "amount_cents": COUNT,
    "currency": TEXT,
    "expires_at": MOMENT,
})
model("PaymentEvent", {
    "event_id": {"type": "string", "minLength": 1, "maxLength": 100},
    "event_type": about({"type": "string", "minLength": 1},
                        "credits.purchased, checkout.completed and subscription.canceled have effects."),
    "data": {"type": "object"},
})
model("PaymentWebhookResponseSuccess", {"received": {"type": "boolean", "const": True}, "event_id": TEXT})
model("MonetizationSummary", {
    "period_days": COUNT,
    "from_date": DATE,
    "to_date": DATE,
    "subscribers_total": COUNT,
    "earnings_total_cents": COUNT,
    "currency": TEXT,
})
model("DailySubscribers", {"date": DATE, "subscriber_count": COUNT})
model("MonetizationSubscribersResponse", {"period_days": COUNT, "daily": list_of(ref("DailySubscribers"))})
model("DailyEarnings", {"date": DATE, "earnings_cents": COUNT})
model("MonetizationEarningsResponse", {"period_days": COUNT, "currency": TEXT, "daily": list_of(ref("DailyEarnings"))})

# --- Bundles ---------------------------------------------------------------------------------------------------------

_BUNDLE_FIELDS = {
    "bundle_id": INTEGER,
    "title": TEXT,
    "summary": nullable(TEXT),
    "created_at": MOMENT,
    "updated_at": MOMENT,
}
model("UserBundleTool", {"tool_id": {"type": "string", "minLength": 1, "maxLength": 100}})
model("UserBundle", {**_BUNDLE_FIELDS, "members": list_of(ref("UserBundleTool"))})
model("UserBundleSimplified", {"bundle_id": INTEGER, "title": TEXT, "tool_count": COUNT})
model("UserBundleRow", _BUNDLE_FIELDS)
model("UserBundleRequest", {"title": NAME, "summary": nullable({"type": "string", "maxLength": 1000})},
      required=["title"])

# --- CLI auth sessions -----------------------------------------------------------------------------------------------

model("CliAuthModel", {
    "session_id": UUID,
    "status": {"type": "string", "enum": ["pending", "attached", "consumed"]},
    "created_at": MOMENT,
    "expires_at": MOMENT,
})
model("CliAuthInsertModel", {"user_token": about({"type": "string", "minLength": 1}, "The caller's JWT.")})

# --- Schedules -------------------------------------------------------------------------------------------------------

_CRON = about({"type": "string", "minLength": 1, "maxLength": 200}, "Five fields, UTC.", "0 9 * * 1")
model("Schedule", {
    "schedule_id": UUID,
    "chat_id": UUID,
    "cron_expression": TEXT,
    "label": nullable(TEXT),
    "is_enabled": FLAG,
    "next_run_at": nullable(MOMENT),
    "created_at": MOMENT,
    "updated_at": MOMENT,
})
model("ScheduleListResponse", {"schedules": list_of(ref("Schedule"))})
model("ScheduleRequest", {
    "chat_id": about(nullable(TEXT), "A chat of the caller's own; missing, unknown or another's: 403."),
    "cron_expression": _CRON,
    "label": nullable(NAME),
    "is_enabled": {**FLAG, "default": True},
}, required=["cron_expression"])
model("ScheduleUpdateRequest", {
    "chat_id": TEXT,
    "cron_expression": _CRON,
    "label": nullable(NAME),
    "is_enabled": FLAG,
}, required=[])
model("ScheduleSuggestion", {"title": TEXT, "cron_expression": TEXT})
model("ScheduleOnboarding", {
    "has_schedules": FLAG,
    "schedule_count": COUNT,
    "suggestions": list_of(ref("ScheduleSuggestion")),
})
model("CronConversion", {"source_text": TEXT, "cron_expression": TEXT, "next_run_at": MOMENT})

# --- Tools, toolsets, installed tools --------------------------------------------------------------------------------

model("Tool", {
    "name": TEXT,
    "description": TEXT,
    "inputSchema": about({"type": "object"}, "The JSON Schema of the tool's input."),
    "toolkit": TEXT,
    "relevance": about(nullable({"type": "number", "minimum": 0, "maximum": 1}), "The score in a search, else null."),
})
model("PublicTool", {
    "tool_id": TEXT,
    "title": TEXT,
    "description": TEXT,
    "toolkit": TEXT,
    "needs_connection": FLAG,
})
model("ToolResult", {
    "execution_id": INTEGER,
    "tool_name": TEXT,
    "output": {"type": "object"},
    "duration_ms": {"type": "number", "minimum": 0},
})
model("ToolSet", {"set_name": TEXT, "description": TEXT, "tool_count": COUNT})
model("ToolSetWithTools", {"set_name": TEXT, "description": TEXT, "tool_count": COUNT, "members": list_of(ref("Tool"))})
model("UserTool", {"tool_id": TEXT, "title": TEXT, "toolkit": TEXT, "installed_at": MOMENT})
model("UserInstallToolRequest", {"tool_id": {"type": "string", "minLength": 1, "maxLength": 100}})
model("UserInstalledTool", {"tool_id": TEXT, "installed_at": MOMENT, "removed_at": nullable(MOMENT)})

# --- User and VIP codes ----------------------------------------------------------------------------------------------

model("UserWithTier", {
    "user_id": UUID,
    "email": {"type": "string", "format": "email"},
    "full_name": TEXT,
    "plan_tier": {"type": "string", "enum": ["sandbox", "standard", "pro"]},
    "created_at": MOMENT,
})
model("VipCodeRedemptionCount", {"redeemed_count": about(COUNT, "How many codes the caller has redeemed.")})
model("VipCodeRequest", {"vip_code": {"type": "string", "minLength": 1, "maxLength": 64}})
model("VipCodeRedeemed", {"vip_code": TEXT, "credits_granted": COUNT, "redeemed_at": MOMENT})

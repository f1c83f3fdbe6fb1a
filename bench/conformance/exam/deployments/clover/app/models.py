"""Bodies, requests and answers: camelCase by the rename rule."""
from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType, field

# Read with either case, always answered in capitals.
VisibilityIn = Literal["PRIVATE", "PUBLIC", "private", "public"]
Visibility = Literal["PRIVATE", "PUBLIC"]
Money = Annotated[str, Meta(pattern=r"^[0-9]{1,8}(\.[0-9]{1,2})?$", description="Decimal, two places")]
Slug = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$", max_length=64)]
Position = Annotated[int, Meta(ge=0, le=2147483647)]
Time = dt.datetime


class Camel(Struct, rename="camel", kw_only=True):
    pass


class ErrorBody(Struct, kw_only=True):
    status_code: int
    detail: str
    extra: Any | UnsetType = UNSET


class ValidationItem(Struct, kw_only=True):
    message: str
    key: str | UnsetType = UNSET
    source: str | UnsetType = UNSET


class HTTPValidationError(Struct, kw_only=True):
    status_code: int
    detail: str
    extra: list[ValidationItem] | UnsetType = UNSET


# --- Workers API
class WorkerMessage(Camel, kw_only=True):
    message: str


class Message(Camel, kw_only=True):
    role: Literal["user", "assistant"]
    content: str


# --- agents
class AgentRequest(Camel, kw_only=True):
    agent_id: str | None = None
    name: Annotated[str, Meta(max_length=200)] | None | UnsetType = UNSET
    chat_prompt: str | None = None
    description: str | None | UnsetType = UNSET
    visibility: VisibilityIn | None | UnsetType = UNSET
    vanity_slug: Slug | None | UnsetType = UNSET
    upsell_description: str | None | UnsetType = UNSET
    price: Money | None | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET


class AgentRequestPartial(Camel, kw_only=True):
    name: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    chat_prompt: str | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    visibility: VisibilityIn | UnsetType = UNSET
    vanity_slug: Slug | None | UnsetType = UNSET
    upsell_description: str | None | UnsetType = UNSET
    price: Money | None | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET


class AgentModel(Camel, kw_only=True):
    agent_id: UUID
    owner_id: UUID
    name: str
    chat_prompt: str
    description: str | None
    visibility: Visibility
    vanity_slug: str | None
    upsell_description: str | None
    price: Money | None
    is_paid: bool
    tags: list[str]
    feedback_count: int
    created_at: Time
    updated_at: Time
    deleted_at: Time | None


class SlugRequest(Camel, kw_only=True):
    name: str


class SlugResponse(Camel, kw_only=True):
    slug: str


class SlugAvailability(Camel, kw_only=True):
    slug: str
    available: bool


class VibeService(Camel, kw_only=True):
    name: Literal["bolt", "lovable", "replit"]
    title: str


class VibeCoderListResponse(Camel, kw_only=True):
    items: list[VibeService]
    total: int
    next_cursor: str | None


class VibeCoderPromptResponse(Camel, kw_only=True):
    agent_id: UUID
    service_name: str
    prompt: str


class AgentThemePreferenceUpsertRequest(Camel, kw_only=True):
    theme_color: str


class AgentThemePreferenceResponse(Camel, kw_only=True):
    agent_id: UUID
    theme_color: Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]
    created_at: Time
    updated_at: Time


class AgentFileCreateRequest(Camel, kw_only=True):
    name: Annotated[str, Meta(max_length=255)]
    content_type: str = "text/plain"
    content: str = ""
    position: Position | None = None


class AgentFileUpdateRequest(Camel, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
    content_type: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    position: Position | UnsetType = UNSET


class AgentFileResponse(Camel, kw_only=True):
    file_id: UUID
    agent_id: UUID
    name: str
    content_type: str
    content: str
    size: int
    position: int
    created_at: Time
    updated_at: Time


class AgentFileListResponse(Camel, kw_only=True):
    items: list[AgentFileResponse]
    total: int
    next_cursor: str | None


class FilePosition(Camel, kw_only=True):
    file_id: UUID
    position: Position


class AgentFileBatchPositionRequest(Camel, kw_only=True):
    positions: list[FilePosition]


class OgResponse(Camel, kw_only=True):
    title: str
    description: str
    image: str
    url: str


class UserFeedbackRequest(Camel, kw_only=True):
    sentiment: Literal["POSITIVE", "NEGATIVE"] = "POSITIVE"
    comment: str | None = None


# --- runs
class AgentRunView(Camel, kw_only=True):
    run_id: UUID
    agent_id: UUID
    agent_name: str
    status: Literal["IDLE", "JOB_RUNNING"]
    job_id: UUID | None
    message_count: int
    created_at: Time
    updated_at: Time


class AgentRunViewListResponse(Camel, kw_only=True):
    items: list[AgentRunView]
    total: int
    next_cursor: Time | None


class AgentRunLog(Camel, kw_only=True):
    log_id: int
    run_id: UUID
    level: Literal["INFO", "ERROR"]
    event: str
    message: str
    created_at: Time


class McpServerLog(Camel, kw_only=True):
    log_id: int
    run_id: UUID
    server_name: str
    tool_name: str
    input: dict[str, Any]
    output: dict[str, Any]
    created_at: Time


class ToolExecutionLog(Camel, kw_only=True):
    log_id: int
    tool_name: str
    service_id: str
    service_id_namespace: str
    status: Literal["OK", "ERROR"]
    input: dict[str, Any]
    output: dict[str, Any] | None
    created_at: Time


class ToolExecutionLogsResponse(Camel, kw_only=True):
    items: list[ToolExecutionLog]
    total: int
    next_cursor: Time | None


# --- subscriptions and money
class AgentSubscribeRequest(Camel, kw_only=True):
    success_url: str | None = None
    cancel_url: str | None = None


class AgentSubscribeResponse(Camel, kw_only=True):
    agent_id: UUID
    session_id: str
    checkout_url: str
    amount: Money
    currency: str


class AgentSubscriptionResponse(Camel, kw_only=True):
    subscription_id: UUID
    agent_id: UUID
    status: Literal["ACTIVE", "CANCELED"]
    price: Money
    started_at: Time
    canceled_at: Time | None


class AgentSubscriptionListResponse(Camel, kw_only=True):
    items: list[AgentSubscriptionResponse]
    total: int
    next_cursor: str | None


class BillingInformationSubscription(Camel, kw_only=True):
    plan: str
    status: Literal["ACTIVE", "NONE"]
    amount: Money
    currency: str
    current_period_start: Time
    current_period_end: Time


class AgentExecutionCredits(Camel, kw_only=True):
    balance: int
    used: int
    updated_at: Time


class PaymentWebhookResponseSuccess(Camel, kw_only=True):
    received: bool
    event_id: str


class PaymentSessionRequest(Camel, kw_only=True):
    amount: Money = "10.00"
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")] = "USD"


class PaymentSessionResponse(Camel, kw_only=True):
    session_id: UUID
    url: str
    amount: Money
    currency: str
    status: Literal["OPEN"]
    created_at: Time


class MonetizationSummary(Camel, kw_only=True):
    period: int
    total_subscribers: int
    total_earnings: Money
    currency: str


class DailySubscribers(Camel, kw_only=True):
    date: dt.date
    subscribers: int


class MonetizationSubscribersResponse(Camel, kw_only=True):
    period: int
    items: list[DailySubscribers]
    total_subscribers: int


class DailyEarnings(Camel, kw_only=True):
    date: dt.date
    earnings: Money


class MonetizationEarningsResponse(Camel, kw_only=True):
    period: int
    items: list[DailyEarnings]
    total_earnings: Money
    currency: str


class ApiKeyCreate(Camel, kw_only=True):
    name: Annotated[str, Meta(max_length=200)] = "API key"


class ApiKeyHidden(Camel, kw_only=True):
    api_key_id: int
    name: str
    is_default: bool
    created_at: Time


class ApiKey(ApiKeyHidden, kw_only=True):
    key: str


# --- studio chats
class AgentStudioChatCreate(Camel, kw_only=True):
    run_id: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    title: Annotated[str, Meta(max_length=200)] = "Untitled"
    visibility: VisibilityIn | None = None
    state: dict[str, Any] = field(default_factory=dict)


class AgentStudioChatUpdate(Camel, kw_only=True):
    title: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    visibility: VisibilityIn | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET


class AgentStudioChat(Camel, kw_only=True):
    run_id: str
    user_id: UUID
    title: str
    visibility: Visibility
    state: dict[str, Any]
    created_at: Time
    updated_at: Time
    deleted_at: Time | None


# --- bundles
class UserBundleTool(Camel, kw_only=True):
    tool_id: str
    added_at: Time | None = None


class UserBundleRequest(Camel, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    description: str | None = None
    tools: list[str] | UnsetType = UNSET


class UserBundleRow(Camel, kw_only=True):
    bundle_id: int
    name: str
    description: str | None
    created_at: Time
    updated_at: Time


class UserBundle(UserBundleRow, kw_only=True):
    tools: list[UserBundleTool]


class UserBundleSimplified(Camel, kw_only=True):
    bundle_id: int
    name: str
    tool_count: int


# --- cli auth
class CliAuthInsertModel(Camel, kw_only=True):
    jwt: Annotated[str, Meta(min_length=1)]


class CliAuthModel(Camel, kw_only=True):
    cli_auth_id: UUID
    status: Literal["PENDING", "ATTACHED", "CONSUMED"]
    created_at: Time
    expires_at: Time


# --- schedules
class ScheduleRequest(Camel, kw_only=True):
    chat_id: Any = None
    cron: str
    name: str | None = None
    message: str = "Scheduled run"
    enabled: bool = True


class ScheduleUpdateRequest(Camel, kw_only=True):
    chat_id: Any | UnsetType = UNSET
    cron: str | UnsetType = UNSET
    name: str | None | UnsetType = UNSET
    message: str | UnsetType = UNSET
    enabled: bool | UnsetType = UNSET


class Schedule(Camel, kw_only=True):
    schedule_id: UUID
    chat_id: UUID
    name: str | None
    cron: str
    message: str
    enabled: bool
    next_run_at: Time | None
    created_at: Time
    updated_at: Time


class ScheduleListResponse(Camel, kw_only=True):
    items: list[Schedule]
    total: int
    next_cursor: str | None


class OnboardingSchedule(Camel, kw_only=True):
    title: str
    cron: str
    message: str


class OnboardingResponse(Camel, kw_only=True):
    has_schedules: bool
    items: list[OnboardingSchedule]


class CronResponse(Camel, kw_only=True):
    input: str
    cron: str


# --- tools
class Tool(Camel, kw_only=True):
    name: str
    description: str
    input_schema: dict[str, Any]


class ScoredTool(Tool, kw_only=True):
    score: float


class PublicTool(Camel, kw_only=True):
    tool_id: str
    name: str
    description: str
    toolset_name: str
    needs_connection: bool


class UserTool(PublicTool, kw_only=True):
    input_schema: dict[str, Any]
    installed_at: Time


class UserInstallToolRequest(Camel, kw_only=True):
    tool_id: str


class UserInstalledTool(Camel, kw_only=True):
    tool_id: str
    installed_at: Time


class ToolSet(Camel, kw_only=True):
    toolset_name: str
    description: str
    tools: list[str]


class ToolSetWithTools(Camel, kw_only=True):
    toolset_name: str
    description: str
    tools: list[Tool]


class ToolContent(Camel, kw_only=True):
    type: Literal["text"]
    text: str


class ToolResult(Camel, kw_only=True):
    content: list[ToolContent]
    structured_content: dict[str, Any]
    is_error: bool


# --- user and VIP codes
class UserWithTier(Camel, kw_only=True):
    user_id: UUID
    email: str
    name: str
    tier: Literal["SANDBOX", "PRO"]
    created_at: Time


class VipCodeRequest(Camel, kw_only=True):
    code: str


class VipCodeRedeemed(Camel, kw_only=True):
    code: str
    redeemed_at: Time


class VipCodeRedemptionCount(Camel, kw_only=True):
    count: int

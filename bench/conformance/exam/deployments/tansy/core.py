"""State, models, seeds and helpers of the deployment."""
import asyncio, base64, hashlib, hmac, json, os, re, time, uuid
from datetime import datetime, timedelta, timezone, date
from typing import Any, Literal, Optional

import jwt as pyjwt
from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

FAULT = os.environ.get("FAULT", "")


def on(fault_id: str) -> bool:
    return FAULT == fault_id


SECRET = "tansy-deployment-signing-secret-0123456789abcdef"
WEBHOOK_SECRET = b"whsec_tansy_9f2c"
OWN, OTHER, SANDBOX = ("3d0a6c1e-52f7-4a55-9d7e-000000000001", "3d0a6c1e-52f7-4a55-9d7e-000000000002",
                       "3d0a6c1e-52f7-4a55-9d7e-000000000003")
AGENT_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000a1"
OWN_PAID_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000a2"
PAID_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000b1"
UNPAID_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000b2"
SUBSCRIBED_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000b3"
UNSUBSCRIBE_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000b4"
PRIVATE_ID = "6b1f2d80-7c3e-4f0a-8a11-0000000000b5"
KEYS = {OWN: "awk_live_own_5b2d7f1c9e", OTHER: "awk_live_other_a81c44e2d0", SANDBOX: "awk_live_sandbox_0c9d31"}
MAX_FILES = 10

_last = datetime(2020, 1, 1, tzinfo=timezone.utc)


def now() -> datetime:
    """Strictly increasing, so that date-time cursors are exact."""
    global _last
    t = datetime.now(timezone.utc)
    if t <= _last:
        t = _last + timedelta(microseconds=1)
    _last = t
    return t


def make_jwt(user_id: str) -> str:
    return pyjwt.encode({"sub": user_id, "iat": 1760000000, "exp": 4102444800}, SECRET, algorithm="HS256")


# ---------------------------------------------------------------- models
def writable(value):
    """Refuses lone surrogates, which no JSON answer could carry."""
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, dict):
        for k, v in value.items():
            writable(k), writable(v)
    elif isinstance(value, list):
        for v in value:
            writable(v)
    return value


class Model(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False)
    _writable = model_validator(mode="before")(writable)


class ErrorBody(BaseModel):
    detail: str


class WorkerMessage(BaseModel):
    _writable = model_validator(mode="before")(writable)
    message: str


class Message(BaseModel):
    role: Literal["user", "assistant"]
    content: str


class AgentRunView(Model):
    run_id: uuid.UUID
    agent_id: str
    agent_name: Optional[str] = None
    status: Literal["idle", "running"]
    source: Literal["workers-api", "chat"]
    message_count: int
    created_at: datetime
    updated_at: datetime


class AgentRunViewListResponse(Model):
    items: list[AgentRunView]
    next_cursor: Optional[datetime] = None


class McpServerLog(Model):
    log_id: int
    run_id: uuid.UUID
    server_name: str
    tool_name: str
    input: dict[str, Any]
    output: Any
    status: str
    created_at: datetime


class AgentRunLog(Model):
    log_id: int
    run_id: uuid.UUID
    agent_id: str
    event: str
    created_at: datetime


class ToolExecutionLog(Model):
    log_id: int
    tool_name: str
    service_id: str
    service_id_namespace: str
    status: str
    input: dict[str, Any]
    output: Any
    created_at: datetime


class ToolExecutionLogsResponse(Model):
    items: list[ToolExecutionLog]
    next_cursor: Optional[datetime] = None


class AgentSubscribeRequest(Model):
    return_url: Optional[str] = None


class AgentSubscribeResponse(Model):
    agent_id: str
    session_id: str
    checkout_url: str


class AgentSubscriptionResponse(Model):
    agent_id: str
    subscription_id: str
    status: Literal["active", "canceled"]
    price: float
    created_at: datetime
    canceled_at: Optional[datetime] = None


class AgentSubscriptionListResponse(Model):
    subscriptions: list[AgentSubscriptionResponse]
    total: int


Visibility = Literal["private", "public"]


class AgentStudioChatCreate(Model):
    run_id: Optional[str] = Field(None, min_length=1)
    title: Optional[str] = None
    visibility: Visibility = "public"
    data: Optional[dict[str, Any]] = None


class AgentStudioChatUpdate(Model):
    title: Optional[str] = None
    visibility: Optional[Visibility] = None
    data: Optional[dict[str, Any]] = None


class AgentStudioChat(Model):
    id: uuid.UUID
    run_id: str
    owner_id: str
    title: Optional[str] = None
    visibility: Visibility
    data: Optional[dict[str, Any]] = None
    created_at: datetime
    updated_at: datetime
    deleted_at: Optional[datetime] = None


class AgentThemePreferenceUpsertRequest(Model):
    theme_color: str


class AgentThemePreferenceResponse(Model):
    agent_id: str
    theme_color: str
    created_at: datetime
    updated_at: datetime


class AgentFileCreateRequest(Model):
    file_name: str
    content: str
    content_type: str = "text/plain"


class AgentFileUpdateRequest(Model):
    file_name: Optional[str] = None
    content: Optional[str] = None
    content_type: Optional[str] = None


class AgentFileResponse(Model):
    file_id: uuid.UUID
    agent_id: str
    file_name: str
    content: str
    content_type: str
    size: int
    position: int
    created_at: datetime
    updated_at: datetime


class AgentFileListResponse(Model):
    files: list[AgentFileResponse]
    total: int


class AgentFilePosition(Model):
    file_id: uuid.UUID
    position: int = Field(ge=0)


class AgentFileBatchPositionRequest(Model):
    positions: list[AgentFilePosition] = Field(min_length=1)


class AgentRequest(Model):
    agent_id: Optional[str] = None
    name: Optional[str] = None
    description: Optional[str] = None
    chat_prompt: Optional[str] = None
    visibility: Optional[Visibility] = None
    vanity_slug: Optional[str] = None
    price: Optional[float] = Field(None, ge=0)


class AgentRequestPartial(Model):
    name: Optional[str] = None
    description: Optional[str] = None
    chat_prompt: Optional[str] = None
    visibility: Optional[Visibility] = None
    vanity_slug: Optional[str] = None
    price: Optional[float] = Field(None, ge=0)


class AgentModel(Model):
    agent_id: str
    owner_id: str
    name: str
    description: Optional[str] = None
    chat_prompt: str
    visibility: Visibility
    vanity_slug: Optional[str] = None
    upsell_description: Optional[str] = None
    price: Optional[float] = None
    is_paid: bool
    feedback_count: int
    theme: Optional[AgentThemePreferenceResponse] = None
    files: list[AgentFileResponse]
    created_at: datetime
    updated_at: datetime


class SlugRequest(Model):
    name: str = Field(min_length=1)


class SlugGenerated(Model):
    slug: str


class SlugAvailability(Model):
    slug: str
    available: bool


VibeName = Literal["lovable", "bolt", "v0"]


class VibeCoderPromptResponse(Model):
    agent_id: str
    service_name: str
    prompt: str


class VibeCoder(Model):
    service_name: VibeName
    title: str
    url: str


class VibeCoderListResponse(Model):
    services: list[VibeCoder]


class SocialPreview(Model):
    title: str
    description: str
    image: str
    url: str


class UserFeedbackRequest(Model):
    rating: int = Field(ge=1, le=5)
    comment: Optional[str] = None


class ApiKeyCreate(Model):
    name: str


class ApiKeyHidden(Model):
    api_key_id: int
    name: str
    is_default: bool
    created_at: datetime


class ApiKey(ApiKeyHidden):
    key: str


class BillingInformationSubscription(Model):
    plan: str
    status: str
    current_period_end: datetime
    cancel_at_period_end: bool


class AgentExecutionCredits(Model):
    balance: int
    used: int
    updated_at: datetime


class PaymentWebhookResponseSuccess(Model):
    received: bool
    event_id: str


class PaymentSessionRequest(Model):
    credits: int = Field(ge=1)
    return_url: Optional[str] = None


class PaymentSessionResponse(Model):
    session_id: str
    url: str


class MonetizationSummary(Model):
    period: int
    total_subscribers: int
    total_earnings: float
    currency: str


class DailySubscribers(Model):
    date: date
    subscribers: int


class MonetizationSubscribersResponse(Model):
    period: int
    daily: list[DailySubscribers]


class DailyEarnings(Model):
    date: date
    earnings: float


class MonetizationEarningsResponse(Model):
    period: int
    currency: str
    daily: list[DailyEarnings]


class UserBundleTool(Model):
    tool_id: str
    bundle_id: Optional[int] = None
    added_at: Optional[datetime] = None


class UserBundleRequest(Model):
    name: str = Field(min_length=1)
    description: Optional[str] = None


class UserBundleRow(Model):
    bundle_id: int
    owner_id: str
    name: str
    description: Optional[str] = None
    created_at: datetime
    updated_at: datetime


class UserBundle(UserBundleRow):
    tools: list[UserBundleTool]


class UserBundleSimplified(Model):
    bundle_id: int
    name: str
    description: Optional[str] = None
    tool_count: int


class CliAuthInsertModel(Model):
    user_jwt: str = Field(min_length=1)


class CliAuthModel(Model):
    cli_auth_id: uuid.UUID
    attached: bool
    created_at: datetime
    updated_at: datetime


class ScheduleRequest(Model):
    chat_id: Optional[str] = None
    cron: str
    name: Optional[str] = None
    message: Optional[str] = None
    enabled: bool = True


class ScheduleUpdateRequest(Model):
    chat_id: Optional[str] = None
    cron: Optional[str] = None
    name: Optional[str] = None
    message: Optional[str] = None
    enabled: Optional[bool] = None


class Schedule(Model):
    schedule_id: uuid.UUID
    chat_id: str
    cron: str
    name: Optional[str] = None
    message: Optional[str] = None
    enabled: bool
    created_at: datetime
    updated_at: datetime


class ScheduleListResponse(Model):
    schedules: list[Schedule]
    total: int


class ScheduleSuggestion(Model):
    title: str
    cron: str


class ScheduleOnboarding(Model):
    has_schedules: bool
    suggestions: list[ScheduleSuggestion]


class ConvertedCron(Model):
    cron: str
    description: str


class Tool(Model):
    name: str
    title: str
    description: str
    input_schema: dict[str, Any]


class PublicTool(Model):
    tool_id: str
    title: str
    description: str
    toolset_name: str
    requires_connection: bool


class ToolContent(Model):
    type: Literal["text"] = "text"
    text: str


class ToolResult(Model):
    content: list[ToolContent]
    structured_content: Any
    is_error: bool = False


class ToolSet(Model):
    name: str
    title: str
    tool_names: list[str]


class ToolSetWithTools(Model):
    name: str
    title: str
    tools: list[Tool]


class UserInstallToolRequest(Model):
    tool_id: str


class UserInstalledTool(Model):
    tool_id: str
    owner_id: str
    installed_at: datetime


class UserTool(Model):
    tool_id: str
    title: str
    description: str
    installed_at: datetime


class UserWithTier(Model):
    user_id: str
    email: str
    name: str
    tier: Literal["sandbox", "free", "pro"]
    created_at: datetime


class VipCodeRedemptionCount(Model):
    redemption_count: int


class VipCodeRequest(Model):
    code: str


class VipCodeRedeemed(Model):
    code: str
    redeemed_at: datetime


# ---------------------------------------------------------------- state
USERS: dict[str, dict] = {}
AGENTS: dict[str, dict] = {}
GRAVE: dict[str, dict] = {}
FILES: dict[str, list[dict]] = {}
THEMES: dict[str, dict] = {}
RUNS: dict[str, dict] = {}
STUDIO: list[dict] = []
APIKEYS: dict[int, dict] = {}
CREDITS: dict[str, dict] = {}
BUNDLES: dict[int, dict] = {}
CLI: dict[str, dict] = {}
SCHEDULES: dict[str, dict] = {}
EXECUTIONS: list[dict] = []
INSTALLED: dict[str, dict[str, dict]] = {}
SUBSCRIPTIONS: dict[tuple[str, str], dict] = {}
VIP = {"SPRING-TANSY-2026": OTHER, "OWN-TANSY-2026": OWN, "HARBOUR-TANSY-77": OTHER}
REDEEMED: list[dict] = []
FEEDBACK: list[dict] = []
_seq = {"log": 100, "key": 40, "bundle": 10}


def next_id(kind: str) -> int:
    _seq[kind] += 1
    return _seq[kind]


def new_agent(agent_id, owner_id, name, prompt, visibility="public", price=None, description=None):
    t = now()
    AGENTS[agent_id] = {"agent_id": agent_id, "owner_id": owner_id, "name": name, "description": description,
                        "chat_prompt": prompt, "visibility": visibility, "vanity_slug": None,
                        "upsell_description": None, "price": price, "feedback_count": 0,
                        "created_at": t, "updated_at": t}
    FILES.setdefault(agent_id, [])
    return AGENTS[agent_id]


def new_key(user_id, name, value=None, default=False):
    k = {"api_key_id": next_id("key"), "user_id": user_id, "name": name, "is_default": default,
         "key": value or "awk_live_" + uuid.uuid4().hex, "created_at": now()}
    APIKEYS[k["api_key_id"]] = k
    return k


def seed():
    for uid, email, name, tier, credits in ((OWN, "olive@tansy.example", "Olive Own", "pro", 1000),
                                            (OTHER, "otto@tansy.example", "Otto Other", "pro", 800),
                                            (SANDBOX, "sandy@tansy.example", "Sandy Box", "sandbox", 200)):
        USERS[uid] = {"user_id": uid, "email": email, "name": name, "tier": tier, "created_at": now()}
        CREDITS[uid] = {"balance": credits, "used": 0, "updated_at": now()}
        INSTALLED[uid] = {}
        new_key(uid, "Default", KEYS[uid], True)
    new_agent(AGENT_ID, OWN, "Harbour Clerk", "You answer questions about the harbour.")
    new_agent(OWN_PAID_ID, OWN, "Pilot Pro", "You plan pilotage.", price=9.0)
    new_agent(PAID_ID, OTHER, "Knot Tutor", "You teach knots.", price=5.0)
    new_agent(UNPAID_ID, OTHER, "Gull Spotter", "You name gulls.")
    new_agent(SUBSCRIBED_ID, OTHER, "Chart Reader", "You read charts.", price=7.0)
    new_agent(UNSUBSCRIBE_ID, OTHER, "Wreck Finder", "You find wrecks.", price=4.0)
    new_agent(PRIVATE_ID, OTHER, "Secret Ledger", "You keep secrets.", visibility="private")
    for aid in (SUBSCRIBED_ID, UNSUBSCRIBE_ID):
        SUBSCRIPTIONS[(OWN, aid)] = {"agent_id": aid, "subscription_id": "sub_" + aid[-6:], "status": "active",
                                     "price": AGENTS[aid]["price"], "created_at": now(), "canceled_at": None}


# ---------------------------------------------------------------- auth
jwt_bearer = HTTPBearer(auto_error=False, scheme_name="UserJWT", bearerFormat="JWT")
key_bearer = HTTPBearer(auto_error=False, scheme_name="ApiKey", description="An API key as bearer")


def user_of_token(token: str) -> Optional[dict]:
    try:
        if on("jwt-signature-unchecked"):
            part = token.split(".")[1]
            claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        else:
            claims = pyjwt.decode(token, SECRET, algorithms=["HS256"])
    except Exception:
        return None
    return USERS.get(claims.get("sub"))


def unauthorized():
    return HTTPException(401, "Not authenticated", headers={"WWW-Authenticate": "Bearer"})


BY_CONNECTION: dict = {}


async def current_user(request: Request, cred: Optional[HTTPAuthorizationCredentials] = Depends(jwt_bearer)) -> dict:
    user = user_of_token(cred.credentials) if cred else None
    if not user:
        raise unauthorized()
    if on("identity-sticks-to-the-connection"):
        user = BY_CONNECTION.setdefault(tuple(request.client), user)
    return user


async def maybe_user(request: Request) -> Optional[dict]:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return user_of_token(token.strip()) if scheme.lower() == "bearer" else None


async def key_user(cred: Optional[HTTPAuthorizationCredentials] = Depends(key_bearer)) -> dict:
    if cred:
        for k in APIKEYS.values():
            if hmac.compare_digest(k["key"].encode(), cred.credentials.encode()) and (not k.get("deleted") or on("w-deleted-key-works")):
                return USERS[k["user_id"]]
    raise unauthorized()


def R(*codes):
    words = {400: "Invalid input", 401: "Invalid or missing credentials", 402: "Already subscribed", 403: "No permission",
             404: "Not found", 409: "Conflict", 500: "Internal error", 503: "Service unavailable"}
    return {c: {"model": ErrorBody, "description": words[c]} for c in codes}


def dump(model, rec):
    return model.model_validate(rec).model_dump(mode="json", by_alias=True)


# ---------------------------------------------------------------- cron
_NAMES = [None, None, None, dict(zip("jan feb mar apr may jun jul aug sep oct nov dec".split(), range(1, 13))),
          dict(zip("sun mon tue wed thu fri sat".split(), range(7)))]
_RANGE = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]


def cron_valid(text: str) -> bool:
    parts = text.split()
    if len(parts) != 5:
        return False
    for part, (lo, hi), names in zip(parts, _RANGE, _NAMES):
        for piece in part.split(","):
            base, slash, step = piece.partition("/")
            if slash and not (step.isascii() and step.isdigit() and int(step) > 0):
                return False
            if base == "*":
                continue
            ends = base.split("-")
            if len(ends) > 2:
                return False
            nums = []
            for e in ends:
                if names and e.lower() in names:
                    nums.append(names[e.lower()])
                elif e.isascii() and e.isdigit():
                    nums.append(int(e))
                else:
                    return False
            if any(n < lo or n > hi for n in nums):
                return False
            if len(nums) == 2 and nums[0] > nums[1]:
                return False
    return True


MONDAY_0 = on("cron-weekday-names-shifted-by-one")


def weekday_names(cron: str) -> str:
    if not MONDAY_0 or len(cron.split()) != 5:
        return cron
    *rest, day = cron.split()
    return " ".join([*rest, re.sub("[A-Za-z]{3}", lambda m: str((_NAMES[4][m[0].lower()] - 1) % 7), day)])


def cron_never(cron: str) -> bool:
    """A day that none of the months has, and any weekday."""
    _, _, day, month, weekday = cron.split()
    if weekday != "*" or not re.fullmatch(r"\d+(,\d+)*", day) or not re.fullmatch(r"\d+(,\d+)*", month):
        return False
    return min(map(int, day.split(","))) > max({2: 29, 4: 30, 6: 30, 9: 30, 11: 30}.get(int(m), 31) for m in month.split(","))


def text_to_cron(text: str) -> Optional[str]:
    t = " ".join(text.strip().lower().split())
    fixed = {"every minute": "* * * * *", "every hour": "0 * * * *", "hourly": "0 * * * *", "every day": "0 0 * * *",
             "daily": "0 0 * * *", "weekly": "0 0 * * 0", "monthly": "0 0 1 * *", "@hourly": "0 * * * *",
             "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *"}
    if t in fixed:
        return fixed[t]
    m = re.fullmatch(r"every (\d{1,2}) minutes", t)
    if m and 1 <= int(m[1]) <= 59:
        return f"*/{int(m[1])} * * * *"
    m = re.fullmatch(r"(every day|every sunday|every monday|every tuesday|every wednesday|every thursday|every friday|"
                     r"every saturday|daily) at (\d{1,2})(?::(\d\d))? ?(am|pm)?", t)
    if m:
        hour, minute = int(m[2]), int(m[3] or 0)
        if m[4]:
            if not 1 <= hour <= 12:
                return None
            hour = hour % 12 + (12 if m[4] == "pm" else 0)
            if on("text-to-cron-takes-midnight-for-noon"):
                hour = (int(m[2]) + (12 if m[4] == "pm" else 0)) % 24
        if hour > 23 or minute > 59:
            return None
        day = m[1].split()[-1]
        return f"{minute} {hour} * * " + ("*" if day in ("day", "daily") else str((_NAMES[4][day[:3]] - MONDAY_0) % 7))
    return weekday_names(" ".join(text.split())) if cron_valid(text) else None


seed()

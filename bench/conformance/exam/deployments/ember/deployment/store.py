"""Everything that the deployment remembers: plain records in dictionaries behind one lock.

The server holds `store.lock` around every handler, so a handler sees and leaves a consistent state. Streams are sent
after the handler, without the lock.
"""

import datetime as dt
import itertools
import threading
import time
import uuid
from dataclasses import dataclass, field

from . import clock


def new_id():
    return str(uuid.uuid4())


@dataclass
class User:
    user_id: str
    email: str
    full_name: str
    tier: str
    created_at: dt.datetime
    credits_left: int | None = None
    credits_used: int = 0
    credits_changed_at: dt.datetime | None = None
    connections: set = field(default_factory=set)  # (namespace, service id) of the notification service


@dataclass
class ApiKey:
    key_id: int
    user_id: str
    label: str
    secret: str
    is_default: bool
    created_at: dt.datetime


@dataclass
class AgentFile:
    file_id: str
    agent_id: str
    file_name: str
    content_type: str
    text_content: str
    sort_order: int
    created_at: dt.datetime
    updated_at: dt.datetime


@dataclass
class Agent:
    agent_id: str
    owner_id: str
    display_name: str
    system_prompt: str
    visibility: str
    created_at: dt.datetime
    updated_at: dt.datetime
    slug: str | None = None
    upsell_text: str | None = None
    monthly_price_cents: int | None = None
    accent_color: str | None = None
    theme_changed_at: dt.datetime | None = None
    files: dict = field(default_factory=dict)     # file id -> AgentFile
    feedback: list = field(default_factory=list)  # (user id, rating, comment)


@dataclass
class Job:
    job_id: str
    fails: bool


@dataclass
class Run:
    run_id: str
    agent_id: str
    user_id: str
    created_at: dt.datetime
    updated_at: dt.datetime
    messages: list = field(default_factory=list)
    events: list = field(default_factory=list)     # AgentRunLog
    tool_calls: list = field(default_factory=list)  # McpServerLog
    job: Job | None = None
    job_outcome: str = ""  # what the worker has to tell about a job that ended since the last message


@dataclass
class StudioChat:
    run_id: str
    owner_id: str
    title: str
    sharing: str
    created_at: dt.datetime
    updated_at: dt.datetime
    cloned_from: str | None = None
    deleted_at: dt.datetime | None = None


@dataclass
class Subscription:
    user_id: str
    agent_id: str
    amount_cents: int
    started_at: dt.datetime
    current_period_end: dt.datetime
    provider_id: str | None
    status: str = "active"
    canceled_at: dt.datetime | None = None


@dataclass
class CheckoutSession:
    session_id: str
    user_id: str
    agent_id: str | None   # None: credits are bought
    credit_amount: int
    amount_cents: int
    expires_at: dt.datetime


@dataclass
class Subscriber:
    """What the owner of a paid agent sees of a subscriber in the monetization reports."""
    owner_id: str
    first_day: dt.date
    last_day: dt.date | None


@dataclass
class Bundle:
    bundle_id: int
    user_id: str
    title: str
    summary: str | None
    created_at: dt.datetime
    updated_at: dt.datetime
    tool_ids: list = field(default_factory=list)


@dataclass
class CliSession:
    session_id: str
    created_at: dt.datetime
    expires_at: dt.datetime
    status: str = "pending"
    jwt: str | None = None
    user_id: str | None = None


@dataclass
class Schedule:
    schedule_id: str
    user_id: str
    chat_id: str
    cron_expression: str
    label: str | None
    is_enabled: bool
    created_at: dt.datetime
    updated_at: dt.datetime
    next_run_at: dt.datetime | None = None


@dataclass
class Execution:
    execution_id: int
    user_id: str
    tool_name: str
    arguments: dict
    result: dict | None
    error: str | None
    duration_ms: float
    executed_at: dt.datetime


class Store:
    def __init__(self):
        self.lock = threading.Lock()
        self.users = {}
        self.api_keys = {}           # key id -> ApiKey
        self.key_ids = {}            # secret -> key id
        self.deleted_keys = {}       # secret -> user id (read by one fault only)
        self.agents = {}
        self.runs = {}
        self.studio_chats = {}
        self.subscriptions = {}      # (user id, agent id) -> Subscription
        self.checkout_sessions = {}
        self.subscribers = []
        self.earnings = []           # (owner id, day, cents)
        self.processed_events = set()
        self.bundles = {}
        self.cli_sessions = {}
        self.schedules = {}
        self.executions = {}
        self.installed = {}          # user id -> {tool id: when}
        self.vip_codes = {}          # code -> user id of its maker, or None
        self.redemptions = set()     # (user id, code)
        self.notifier_accounts = {}  # (user id, namespace, service id) -> notifier.Account
        self.next_key_id = itertools.count(101)
        self.next_bundle_id = itertools.count(501)
        self.next_execution_id = itertools.count(9001)
        self.next_entry_id = itertools.count(1)
        self.stale = {}              # answers that a fault keeps too long

    def gap(self, seconds=0.04):
        """Let others in for a moment: only faults do this, where a real system would await something."""
        self.lock.release()
        try:
            time.sleep(seconds)
        finally:
            self.lock.acquire()

    def first_user(self):
        return next(iter(self.users.values()))

    def owned(self, table, user):
        """The records of the table that belong to the user."""
        owner = "owner_id" if table is self.agents or table is self.studio_chats else "user_id"
        return [record for record in table.values() if getattr(record, owner) == user.user_id]

    def log_event(self, run, event, details):
        run.events.append({
            "run_id": run.run_id,
            "entry_id": next(self.next_entry_id),
            "event": event,
            "details": details,
            "logged_at": clock.iso(clock.now()),
        })


STORE = Store()

"""Records and the one store of the process, with its seeds."""
import itertools
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from core import bug, iso, new_uuid, now

MAIN = "0a8f1c52-6a1e-4c0b-9d3e-10a9c7d1f001"
OTHER = "0a8f1c52-6a1e-4c0b-9d3e-10a9c7d1f002"
SANDBOX = "0a8f1c52-6a1e-4c0b-9d3e-10a9c7d1f003"

KEY_MAIN = "mrt_live_7c1e5ab09f3d42e8"
KEY_OTHER = "mrt_live_b20d94f6617e4ac1"

WORKER = "3f0c9d1e-51aa-4b7e-8c11-0000000000a1"
OWN_PAID = "3f0c9d1e-51aa-4b7e-8c11-0000000000a2"
OWN_PRIVATE = "3f0c9d1e-51aa-4b7e-8c11-0000000000a3"
PAID = "9b7d2e40-7e0d-4f53-a2c6-0000000000b1"
UNPAID = "9b7d2e40-7e0d-4f53-a2c6-0000000000b2"
PRIVATE = "9b7d2e40-7e0d-4f53-a2c6-0000000000b3"
SUBSCRIBED = "9b7d2e40-7e0d-4f53-a2c6-0000000000b4"
UNSUBSCRIBE = "9b7d2e40-7e0d-4f53-a2c6-0000000000b5"

_seq = {}


def seq(kind):
    counter = _seq.setdefault(kind, itertools.count(1))
    return next(counter)


@dataclass
class User:
    seq: int
    user_id: str
    name: str
    email: str
    plan: str
    joined_at: datetime

    @property
    def sandbox(self):
        return self.plan == "sandbox"

    @property
    def default_audience(self):
        return "public" if self.sandbox else "private"


@dataclass
class Agent:
    seq: int
    agent_uid: str
    owner: str
    instructions: str
    audience: str
    name: str = None
    summary: str = None
    handle: str = None
    pitch: str = None
    price_cents: int = None
    copied_from: str = None
    created_at: datetime = None
    updated_at: datetime = None
    stars: dict = field(default_factory=dict)


@dataclass
class AgentFile:
    seq: int
    doc_id: str
    agent_uid: str
    doc_name: str
    place: int
    body: str = ""
    media_type: str = "text/plain"
    created_at: datetime = None
    updated_at: datetime = None


@dataclass
class Theme:
    seq: int
    agent_uid: str
    tint: str
    updated_at: datetime


@dataclass
class StudioChat:
    seq: int
    run_id: str
    owner: str
    visibility: str
    title: str = None
    notes: str = None
    cloned_from: str = None
    created_at: datetime = None
    updated_at: datetime = None
    deleted_at: datetime = None


@dataclass
class Run:
    seq: int
    run_id: str
    owner: str
    agent_uid: str
    started_at: datetime
    updated_at: datetime
    origin: str = "worker"
    messages: list = field(default_factory=list)
    logs: list = field(default_factory=list)
    mcp: list = field(default_factory=list)
    job: str = None


@dataclass
class Execution:
    log_no: int
    owner: str
    tool: str
    input: dict
    output: object
    outcome: str
    took_ms: int
    at: datetime


@dataclass
class ApiKey:
    number: int
    owner: str
    label: str
    secret: str
    primary: bool
    created_at: datetime


@dataclass
class Subscription:
    seq: int
    subscription_id: str
    user: str
    agent_id: str
    status: str
    price_cents: int
    provider_ref: str
    started_at: datetime
    cancelled_at: datetime = None


@dataclass
class Session:
    session_id: str
    user: str
    what: str
    ref: str
    amount_cents: int
    created_at: datetime
    status: str = "open"


@dataclass
class Bundle:
    bundle_no: int
    uid: str
    owner: str
    title: str
    notes: str
    created_at: datetime
    updated_at: datetime
    tools: dict = field(default_factory=dict)


@dataclass
class CliAuth:
    seq: int
    cli_auth_id: str
    created_at: datetime
    expires_at: datetime
    jwt: str = None
    by: str = None
    used: bool = False


@dataclass
class Schedule:
    seq: int
    schedule_id: str
    owner: str
    chat_uid: str
    expression: str
    created_at: datetime
    updated_at: datetime
    note: str = None
    message: str = None
    active: bool = True
    next_run_at: datetime = None


@dataclass
class VipCode:
    phrase: str
    owner: str
    redeemed_by: dict = field(default_factory=dict)


@dataclass
class UserTool:
    seq: int
    uid: str
    owner: str
    tool_id: str
    installed_at: datetime


class Db:
    def __init__(self):
        self.users, self.agents, self.files, self.themes = {}, {}, {}, {}
        self.studio, self.runs, self.executions = {}, {}, []
        self.keys, self.key_cache = {}, {}
        self.subs, self.ledger, self.sessions, self.events = {}, [], {}, set()
        self.credits, self.bundles, self.cli, self.schedules = {}, {}, {}, {}
        self.vip, self.user_tools = {}, {}
        self.slug_cache = {}

    # ---- helpers used by several families
    def user_of_key(self, secret):
        if bug("deleted-key-still-works") and secret in self.key_cache:
            return self.key_cache[secret]
        for key in self.keys.values():
            if key.secret == secret:
                self.key_cache[secret] = self.users[key.owner]
                return self.users[key.owner]
        return None

    def new_run(self, user, agent_uid, origin="worker"):
        t = now()
        run = Run(seq("run"), new_uuid(), user.user_id, agent_uid, t, t, origin)
        self.runs[run.run_id] = run
        return run

    def log_run(self, run, event, note=None):
        entry = {"seq": seq("run_log"), "log_uid": new_uuid(), "run_id": run.run_id, "agent_uid": run.agent_uid,
                 "event": event, "note": note, "logged_at": iso(now())}
        run.logs.append(entry)
        return entry

    def log_mcp(self, run, tool, given, got, ok=True):
        entry = {"seq": seq("mcp_log"), "log_uid": new_uuid(), "run_id": run.run_id, "server": "myrtle-builtin",
                 "tool": tool, "input": given, "output": got, "ok": ok, "logged_at": iso(now())}
        run.mcp.append(entry)
        return entry

    def log_execution(self, user, tool, given, got, outcome, took_ms):
        entry = Execution(seq("execution"), user.user_id, tool, given, got, outcome, took_ms, now())
        self.executions.append(entry)
        return entry

    def keys_of(self, user):
        return [k for k in self.keys.values() if k.owner == user.user_id]


db = Db()


def seed():
    base = now()
    rng = random.Random(20260101)

    def ago(**kw):
        return base - timedelta(**kw)

    for uid, name, email, plan in ((MAIN, "Anna Berg", "anna@myrtle.example", "studio"),
                                   (OTHER, "Bram Visser", "bram@myrtle.example", "studio"),
                                   (SANDBOX, "Cato Lind", "cato@myrtle.example", "sandbox")):
        db.users[uid] = User(seq("user"), uid, name, email, plan, ago(days=400))
    for owner, secret, label in ((MAIN, KEY_MAIN, "first key"), (OTHER, KEY_OTHER, "first key")):
        n = seq("key")
        db.keys[n] = ApiKey(n, owner, label, secret, True, ago(days=390))
    db.credits.update({MAIN: 5000, OTHER: 5000, SANDBOX: 50})

    for uid, owner, name, audience, price, text in (
            (WORKER, MAIN, "Harbour clerk", "public", None, "You are the clerk of a small harbour; answer briefly."),
            (OWN_PAID, MAIN, "Tide teacher", "public", 900, "Teach the tides step by step."),
            (OWN_PRIVATE, MAIN, "Log keeper", "private", None, "Keep Anna's log and tell nobody."),
            (PAID, OTHER, "Knot master", "public", 1200, "Explain knots with patience."),
            (UNPAID, OTHER, "Weather gossip", "public", None, "Chat about the weather."),
            (PRIVATE, OTHER, "Bram's ledger", "private", None, "Know the numbers of Bram's boats."),
            (SUBSCRIBED, OTHER, "Star reader", "public", 700, "Tell the way by the stars."),
            (UNSUBSCRIBE, OTHER, "Sail tailor", "public", 500, "Advise about sails.")):
        db.agents[uid] = Agent(seq("agent"), uid, owner, text, audience, name, None, None, None, price, None,
                               ago(days=200), ago(days=200))
        db.files[uid] = {}

    def subscribe(user, agent_uid, days):
        price = db.agents[agent_uid].price_cents
        sub = Subscription(seq("subscription"), new_uuid(), user, agent_uid, "active", price,
                           "psub_" + new_uuid().replace("-", "")[:20], ago(days=days, minutes=1))
        db.subs[(user, agent_uid)] = sub
        for d in range(days, -1, -30):
            db.ledger.append((ago(days=d, seconds=0), agent_uid, user, price))

    subscribe(MAIN, SUBSCRIBED, 40)
    subscribe(MAIN, UNSUBSCRIBE, 12)
    subscribe(OTHER, OWN_PAID, 100)
    subscribe(SANDBOX, OWN_PAID, 5)
    subscribe(SANDBOX, PAID, 8)

    for i in range(36):
        t = ago(hours=5 * (36 - i), seconds=rng.randrange(600))
        run = Run(seq("run"), new_uuid(), MAIN, WORKER if i % 3 else OWN_PRIVATE, t, t)
        run.messages = [{"role": "user", "content": f"Entry {i + 1} for the log"},
                        {"role": "assistant", "content": f"Entry {i + 1} is noted."}]
        db.runs[run.run_id] = run
        db.log_run(run, "interaction", "seeded")
    for i in range(4):
        t = ago(hours=7 * (5 - i))
        run = Run(seq("run"), new_uuid(), OTHER, UNPAID, t, t)
        run.messages = [{"role": "user", "content": "Rain?"}, {"role": "assistant", "content": "Soon."}]
        db.runs[run.run_id] = run
        db.log_run(run, "interaction", "seeded")
    for i in range(60):
        owner = OTHER if i % 3 == 2 else MAIN
        db.executions.append(Execution(seq("execution"), owner, "look_up_ferry", {"crossing": "Dover"},
                                       {"crossing": "Dover", "sailings": 4}, "ok", 3 + i % 7,
                                       ago(minutes=25 * (60 - i))))
    for phrase, owner in (("MYRTLE-SPRING-26", None), ("MYRTLE-AUTUMN-26", None), ("MYRTLE-GUEST", OTHER),
                          ("ANNA-FRIENDS", MAIN), ("BRAM-FRIENDS", OTHER)):
        db.vip[phrase] = VipCode(phrase, owner)

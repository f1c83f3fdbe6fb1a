"""All that the deployment remembers, what it knows at start, and who a credential belongs to."""
import hashlib
import time

from core import HTTPError, check_jwt, fault, iso, make_jwt, new_id, next_int, tick

U1, U2, U3 = ("11111111-0000-4000-8000-00000000000%d" % n for n in (1, 2, 3))
USERS = {U1: {"user_id": U1, "name": "Ada", "email": "ada@example.com", "tier": "pro"},
         U2: {"user_id": U2, "name": "Berta", "email": "berta@example.com", "tier": "pro"},
         U3: {"user_id": U3, "name": "Carl", "email": "carl@example.com", "tier": "sandbox"}}

AGENTS = {}         # agent_id -> record, oldest first
SLUGS = {}          # slug -> agent_id
FILES = {}          # agent_id -> list of file records in the order of their positions
THEMES = {}         # agent_id -> record
RUNS = {}           # run_id -> record
STUDIO = {}         # run_id -> record, deleted ones too
KEYS = {}           # api_key_id -> record
KEY_INDEX = {}      # key -> record
CREDITS = {}        # user_id -> record
BUNDLES = {}        # bundle_id -> record
CLI = {}            # cli_auth_id -> record
SCHEDULES = {}      # schedule_id -> record
EXECUTIONS = {}     # log_id -> record
INSTALLED = {}      # (user_id, tool_id) -> record
SUBSCRIPTIONS = {}  # (user_id, agent_id) -> active record
SUBSCRIBED = []     # every subscription that ever was: for the reports
VIP = {}            # code -> record
REDEEMED = {}       # (user_id, code) -> record
EVENTS = set()      # ids of payment events that were processed

WEBHOOK_SECRET = b"python-sparring-partner-webhook-secret"


def new_agent(owner, agent_id=None, **values):
    us = tick()
    agent = {"agent_id": agent_id or new_id(), "user_id": owner, "name": None, "description": None,
             "chat_prompt": "", "visibility": default_visibility(owner), "vanity_slug": None,
             "upsell_description": None, "is_paid": False, "price_cents": 500, "feedback_count": 0,
             "created_at": iso(us), "updated_at": iso(us), "_us": us}
    agent["chat_id"] = agent["agent_id"]
    agent.update(values)
    AGENTS[agent["agent_id"]] = agent
    FILES[agent["agent_id"]] = []
    return agent


def default_visibility(user_id):
    return "public" if USERS[user_id]["tier"] == "sandbox" else "private"


def new_key(owner, name, key=None, default=False):
    us = tick()
    record = {"api_key_id": next_int("key"), "name": name, "key": key or "wk_" + new_id().replace("-", ""),
              "is_default": default, "created_at": iso(us), "_owner": owner}
    KEYS[record["api_key_id"]] = record
    KEY_INDEX[record["key"]] = record
    return record


def subscribe(user_id, agent, started_us=None):
    us = started_us or tick()
    record = {"subscription_id": new_id(), "agent_id": agent["agent_id"], "status": "active",
              "price_cents": agent["price_cents"], "started_at": iso(us), "ended_at": None,
              "_us": us, "_ended": None, "_user": user_id, "_seller": agent["user_id"]}
    SUBSCRIBED.append(record)
    SUBSCRIPTIONS[user_id, agent["agent_id"]] = record
    return record


def unsubscribe(record):
    us = tick()
    record.update(status="canceled", ended_at=iso(us), _ended=us)
    SUBSCRIPTIONS.pop((record["_user"], record["agent_id"]), None)
    return record


def may_read(user_id, agent):
    return agent["visibility"] == "public" or agent["user_id"] == user_id


def may_run(user_id, agent):
    if agent["user_id"] == user_id:
        return True
    paid = not agent["is_paid"] or (user_id, agent["agent_id"]) in SUBSCRIPTIONS
    return agent["visibility"] == "public" and paid


# ---------------------------------------------------------------- credentials

_forgotten_keys = {}


def authenticate(req, auth):
    """Sets req.user to a user id. Kinds: `key`, `jwt`, and `open`, where a valid JWT counts all the same."""
    token = req.bearer()
    if auth == "key":
        record = KEY_INDEX.get(token)
        if fault("key-prefix-only") and token:
            record = next((r for k, r in KEY_INDEX.items() if k[:16] == token[:16]), None)
        if fault("key-deleted-cached") and token:
            _forgotten_keys.update(KEY_INDEX)
            record = _forgotten_keys.get(token)
        if fault("key-scheme-ignored") and not token:
            raw = req.headers.get("authorization", [""])[0]
            record = KEY_INDEX.get(raw.split(" ")[-1])
        if fault("workers-get-open") and req.method == "GET" and not record:
            record = {"_owner": None}
        if not record:
            raise HTTPError(401, "Invalid or missing API key", [("WWW-Authenticate", "Bearer")])
        req.user = record["_owner"]
        return
    user = check_jwt(token) if token else None
    req.user = user if user in USERS else None
    if auth == "jwt" and not req.user:
        if fault("tool-run-bad-jwt-anonymous") and token and req.path.startswith("/api/me/tools/run/"):
            req.user = U3
            return
        if fault("cli-put-open") and req.path.startswith("/api/me/cli-auth/"):
            req.user = U3
            return
        status = 403 if fault("tool-run-403") and req.path.startswith("/api/me/tools/run/") else 401
        raise HTTPError(status, "Invalid or missing JWT", [("WWW-Authenticate", "Bearer")])


# ---------------------------------------------------------------- what is there at start

KEY1, KEY2 = ("wk_" + hashlib.sha256(b"sparring-key-%d" % n).hexdigest()[:32] for n in (1, 2))


def fixed(n):
    return f"aaaaaaaa-0000-4000-8000-{n:012d}"


ASSISTANT, COMPUTER, OWN_PAID, PAID, SUBSCRIBED_TO, UNSUBSCRIBE, PRIVATE, UNPAID = (fixed(n) for n in range(1, 9))
VIP_CODE, OWN_VIP_CODE = "WELCOME-2025", "ADA-INVITES"


def seed():
    new_agent(U1, ASSISTANT, name="Assistant", chat_prompt="You help with everything.", visibility="public")
    new_agent(U1, COMPUTER, name="Computer", chat_prompt="You use the virtual computer.", visibility="public")
    own = new_agent(U1, OWN_PAID, name="Tax adviser", chat_prompt="You know taxes.", visibility="public", is_paid=True)
    new_agent(U2, PAID, name="Chess coach", chat_prompt="You teach chess.", visibility="public", is_paid=True)
    chef = new_agent(U2, SUBSCRIBED_TO, name="Chef", chat_prompt="You cook.", visibility="public", is_paid=True,
                     price_cents=700)
    poet = new_agent(U2, UNSUBSCRIBE, name="Poet", chat_prompt="You rhyme.", visibility="public", is_paid=True,
                     price_cents=300)
    new_agent(U2, PRIVATE, name="Diary", chat_prompt="You keep secrets.", visibility="private")
    new_agent(U2, UNPAID, name="Clown", chat_prompt="You joke.", visibility="public")
    day = 86_400_000_000
    now = time.time_ns() // 1000
    for age in (400, 364, 200, 100, 29, 28, 27, 26, 12, 5, 1):  # subscribers that nobody logs in as
        subscribe(f"customer-{age}", own, now - age * day)
    for age in (90, 27, 3):
        subscribe(f"customer-{age}", chef, now - age * day)
    subscribe(U1, chef)
    subscribe(U1, poet)
    new_key(U1, "default", KEY1, True)
    new_key(U2, "default", KEY2, True)
    for user, balance in ((U1, 1000), (U2, 1000), (U3, 3)):
        CREDITS[user] = {"credits": balance, "used": 0}
    if fault("credits-shared"):
        CREDITS[U2] = CREDITS[U1]
    for code, issuer in ((VIP_CODE, U2), (OWN_VIP_CODE, U1), ("BERTA-INVITES", U2), ("SPRING-25", U3)):
        VIP[code] = {"code": code, "_owner": issuer}


JWT1, JWT2, JWT3 = (make_jwt(u) for u in (U1, U2, U3))

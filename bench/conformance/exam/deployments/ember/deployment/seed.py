"""What is there at the start: three users with credentials, their agents, runs, subscriptions and codes.

All that config.json names is fixed, so that the file need not change from start to start.
"""

import datetime as dt
import uuid

from . import clock
from .api_billing import create_key
from .auth import issue_jwt
from .store import STORE, Agent, Execution, Run, Subscriber, Subscription, User
from .tools import TOOLS, account_of

_NAMESPACE = uuid.UUID("6f1d5a0e-30c7-4a49-9c64-3f5b7f0a2e11")
_ISSUED, _EXPIRES = 1735689600, 4102444800  # 2025-01-01 and 2100-01-01
_SINCE = dt.datetime(2025, 3, 1, 8, 0, tzinfo=dt.timezone.utc)

MAIN_KEY = "ek_live_4d1f8a6c20b95e7733aa0c9f6e1b2d84c5f70a91"
OTHER_KEY = "ek_live_b83e02c7d95a41f6880d37ce19f4a2650bde6c38"
SANDBOX_KEY = "ek_live_0e9b6d25fa734c81952be0a7c3d8164f7a50b2e9"
VIP_CODE = "EMBER-WELCOME-2026"
OWN_VIP_CODE = "EMBER-MIRA-GIFT"
OTHER_VIP_CODE = "EMBER-JONAS-GIFT"


def fixed_id(name):
    return str(uuid.uuid5(_NAMESPACE, name))


def _user(name, email, full_name, tier, credits_left):
    user = User(fixed_id(f"user {name}"), email, full_name, tier, _SINCE, credits_left, 0, clock.now(),
                {("global", "default")})
    STORE.users[user.user_id] = user
    return user


def _agent(owner, key, name, prompt, visibility, price=None, slug=None):
    moment = _SINCE + dt.timedelta(days=1 + len(STORE.agents), minutes=7)
    agent = Agent(fixed_id(f"agent {key}"), owner.user_id, name, prompt, visibility, moment, moment, slug=slug,
                  monthly_price_cents=price)
    STORE.agents[agent.agent_id] = agent
    return agent


def _agents(main, other):
    _agent(main, "guide", "Harbour guide", "You are a friendly harbour guide who knows tides and ports.", "public",
           slug="harbour-guide")
    _agent(main, "jobs", "Night shift", "You run long jobs on the virtual computer and report on them.", "public")
    _agent(main, "own paid", "Pilot school", "You teach pilots how to enter difficult harbours.", "public", 900)
    for number in range(1, 10):
        _agent(main, f"draft {number}", f"Draft {number}", f"You are draft number {number} of an assistant.",
               "private" if number % 2 else "public")
    _agent(other, "paid", "Chart reader", "You read sea charts aloud and explain every symbol.", "public", 1500,
           slug="chart-reader")
    _agent(other, "unpaid", "Knot teacher", "You teach knots, one at a time.", "public")
    _agent(other, "private", "Captain's diary", "You keep the captain's secrets.", "private")
    _agent(other, "subscribed", "Weather router", "You plan routes around bad weather.", "public", 1200)
    _agent(other, "unsubscribe", "Radio operator", "You explain radio calls.", "public", 700)
    _agent(other, "gift", "Sail maker", "You advise on sails.", "public", 500)


def _runs(user, agent, count):
    start = clock.now() - dt.timedelta(days=3)
    for number in range(count):
        # three in every second, as a busy client would make them
        moment = start + dt.timedelta(minutes=number // 3, milliseconds=150 * (number % 3))
        run = Run(fixed_id(f"run {user.email} {number}"), agent.agent_id, user.user_id, moment, moment)
        run.messages = [{"role": "user", "content": f"Question {number}"},
                        {"role": "assistant", "content": f'You said "Question {number}". I am glad to help.'}]
        STORE.runs[run.run_id] = run
        STORE.log_event(run, "run_created", f"Run of {agent.display_name}")


def _executions(user, count):
    start = (clock.now() - dt.timedelta(days=2)).replace(microsecond=100000)
    for number in range(count):
        moment = start + dt.timedelta(minutes=number // 3, milliseconds=150 * (number % 3))
        text = f"line {number}"
        execution = Execution(next(STORE.next_execution_id), user.user_id, "upper_case", {"text": text},
                              {"text": text.upper()}, None, 0.02, moment)
        STORE.executions[execution.execution_id] = execution


def _subscriptions(user):
    moment = clock.now()
    for key, provider in (("subscribed", "sub_4410"), ("unsubscribe", "sub_4411"), ("gift", None)):
        agent = STORE.agents[fixed_id(f"agent {key}")]
        STORE.subscriptions[user.user_id, agent.agent_id] = Subscription(
            user.user_id, agent.agent_id, agent.monthly_price_cents, moment - dt.timedelta(days=12),
            moment + dt.timedelta(days=18), provider)


def _monetization(owner, price):
    """Subscribers who came on different days; each pays on the first day and every 30 days after."""
    today = clock.now().date()
    for ago, stayed in ((340, 200), (250, None), (170, 90), (100, None), (61, 40), (33, None), (20, None), (5, None),
                        (0, None)):
        first = today - dt.timedelta(days=ago)
        last = first + dt.timedelta(days=stayed) if stayed else None
        STORE.subscribers.append(Subscriber(owner.user_id, first, last))
        day = first
        while day <= min(last or today, today):
            STORE.earnings.append((owner.user_id, day, price))
            day += dt.timedelta(days=30)


def fill():
    with STORE.lock:
        main = _user("mira", "mira@harbour.example", "Mira Østergård", "pro", 1000)
        other = _user("jonas", "jonas@charts.example", "Jonas Weber", "standard", 500)
        sandbox = _user("tilda", "tilda@try.example", "Tilda Romero", "sandbox", None)
        for user, secret in ((main, MAIN_KEY), (other, OTHER_KEY), (sandbox, SANDBOX_KEY)):
            create_key(user, "Default key", secret)
        create_key(main, "Laptop")
        _agents(main, other)
        _runs(main, STORE.agents[fixed_id("agent guide")], 38)
        _runs(other, STORE.agents[fixed_id("agent unpaid")], 4)
        _executions(main, 37)
        _executions(other, 3)
        _subscriptions(main)
        _monetization(main, 900)
        _monetization(other, 1500)
        STORE.vip_codes.update({VIP_CODE: None, OWN_VIP_CODE: main.user_id, OTHER_VIP_CODE: other.user_id})
        for user in (main, other, sandbox):
            account = account_of(user, "global", "default")
            TOOLS["NOTIFIER_CREATE_DEVICE"].operation(account, {
                "nickname": f"Phone of {user.full_name.split()[0]}", "model": "P7", "manufacturer": "Fjord",
                "app_version": 12, "icon": "phone", "has_sms": True})
        STORE.stale.clear()


def jwt_of(name):
    return issue_jwt(STORE.users[fixed_id(f"user {name}")], _ISSUED, _EXPIRES)

"""API keys, billing, credits, payments and what paid agents earn."""

import datetime as dt
import hashlib
import hmac
import json
import secrets

from . import clock, models
from .api_subscriptions import CHECKOUT, CURRENCY, activate, cancel, open_checkout
from .faults import fault
from .models import INTEGER, list_of, ref
from .routing import Answer, HttpError, Param, parse_json, route
from .schema import Invalid, check
from .store import STORE, ApiKey

SIGNATURE_HEADER = "X-Payment-Signature"
WEBHOOK_SECRET = b"whsec_ember_2f7c19d0a4"
CENTS_PER_CREDIT = 2
_INTERNAL = {500: "Internal error"}
_KEY_ERRORS = {404: "API key not found", **_INTERNAL}
_CREDIT_ERRORS = {404: "Credits not found", **_INTERNAL}


# --- API keys --------------------------------------------------------------------------------------------------------

def _hidden(key):
    return {"key_id": key.key_id, "label": key.label, "key_hint": key.secret[-4:], "default_key": key.is_default,
            "created_at": clock.iso(key.created_at)}


def _open(key):
    return {**_hidden(key), "secret_key": key.secret}


def create_key(user, label, secret=None):
    secret = secret or "ek_live_" + secrets.token_hex(20)
    own = STORE.owned(STORE.api_keys, user)
    key_id = next(STORE.next_key_id)
    if fault("api-key-id-reused"):
        key_id = 101 + len(STORE.api_keys)
    if fault("api-key-ids-race"):
        key_id = max(STORE.api_keys, default=100) + 1
        STORE.gap()
    key = ApiKey(key_id, user.user_id, label, secret, not own, clock.now())
    if fault("api-key-create-steals-default"):
        key.is_default = True
    STORE.api_keys[key.key_id] = key
    STORE.key_ids[secret] = key.key_id
    return key


def _own_key(request, *, ownership_checked=True):
    key = STORE.api_keys.get(request.path["api_key_id"])
    if key is None or ownership_checked and key.user_id != request.user.user_id:
        raise HttpError(404, "API key not found")
    return key


@route("GET {base_url}/me/api-keys", answer=list_of(ref("ApiKeyHidden")), errors=_INTERNAL)
def list_keys(request):
    """List the caller's API keys"""
    view = _open if fault("api-keys-list-shows-secret") else _hidden
    return [view(key) for key in STORE.owned(STORE.api_keys, request.user)]


@route("POST {base_url}/me/api-keys", body="ApiKeyCreate", answer="ApiKey", errors=_INTERNAL)
def create_api_key(request):
    """Create an API key"""
    key = create_key(request.user, request.body["label"])
    if fault("api-key-created-dead"):
        del STORE.key_ids[key.secret]
    if fault("api-key-create-without-secret"):
        return _hidden(key)
    return {**_open(key), "key_id": str(key.key_id)} if fault("api-key-id-as-string") else _open(key)


@route("GET {base_url}/me/api-keys/default", answer="ApiKey", errors=_INTERNAL)
def get_default_key(request):
    """Get the caller's default API key, made if there is no key"""
    own = STORE.owned(STORE.api_keys, request.user)
    if fault("default-key-is-newest"):
        return _open(own[-1])
    return _open(next((key for key in own if key.is_default), None) or create_key(request.user, "Default key"))


@route("GET {base_url}/me/api-keys/{api_key_id}", path={"api_key_id": INTEGER}, answer="ApiKey", errors=_KEY_ERRORS)
def get_key(request):
    """Get an API key"""
    key = _own_key(request, ownership_checked=not fault("api-key-foreign-readable"))
    view = _open(key)
    if fault("api-key-get-masked"):
        view["secret_key"] = key.secret[:4] + "*" * 12
    return view


@route("DELETE {base_url}/me/api-keys/{api_key_id}", path={"api_key_id": INTEGER}, answer="ApiKeyHidden",
       errors=_KEY_ERRORS)
def delete_key(request):
    """Delete an API key; if it was the default, the oldest left becomes it"""
    gone = STORE.stale.get(("deleted key", request.user.user_id, request.path["api_key_id"]))
    if gone and fault("n-api-key-delete-again-200"):
        return _hidden(gone)
    key = _own_key(request, ownership_checked=not fault("api-key-foreign-delete"))
    doomed = key
    if fault("n-api-key-delete-again-200"):
        STORE.stale["deleted key", request.user.user_id, key.key_id] = key
    if fault("api-key-delete-newest"):
        doomed = STORE.owned(STORE.api_keys, request.user)[-1]
    del STORE.api_keys[doomed.key_id]
    STORE.key_ids.pop(doomed.secret, None)
    STORE.deleted_keys[doomed.secret] = doomed.user_id
    left = STORE.owned(STORE.api_keys, request.user)
    if doomed.is_default and left:
        left[0].is_default = True
    return _open(key) if fault("api-key-delete-shows-secret") else _hidden(key)


# --- Billing and credits ---------------------------------------------------------------------------------------------

@route("GET {base_url}/me/billing", answer="BillingInformationSubscription", errors=_INTERNAL)
def get_billing(request):
    """Get the caller's own plan"""
    paid = request.user.tier == "pro"
    view = {
        "plan_name": request.user.tier,
        "status": "active" if paid else "none",
        "monthly_price_cents": 2900 if paid else 0,
        "currency": CURRENCY,
        "renews_at": clock.iso(_next_month()) if paid else None,
    }
    return Answer(view, content_type="text/html" if fault("billing-as-html") else "application/json")


def _next_month():
    today = clock.now()
    first = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + dt.timedelta(days=32)).replace(day=1)


def _credits_view(user):
    return {"credits_left": user.credits_left, "credits_used": user.credits_used,
            "updated_at": clock.iso(user.credits_changed_at)}


def _credits_owner(request):
    user = STORE.first_user() if fault("credits-shared") else request.user
    if user.credits_left is None:
        raise HttpError(404, "Credits not found")
    return user


def grant_credits(user, amount):
    user.credits_left = (user.credits_left or 0) + amount
    user.credits_changed_at = clock.now()


@route("GET {base_url}/me/credits", answer="AgentExecutionCredits", errors=_CREDIT_ERRORS)
def get_credits(request):
    """Get the balance of agent execution credits"""
    user = _credits_owner(request)
    if fault("credits-read-uses"):
        user.credits_left -= 1
    return _credits_view(user)


@route("POST {base_url}/me/credits/use", answer="AgentExecutionCredits", errors=_CREDIT_ERRORS)
def use_credit(request):
    """Use one agent execution credit"""
    user = _credits_owner(request)
    if user.credits_left < 1:
        raise HttpError(404, "No credits are left")
    left = user.credits_left
    if fault("credits-use-race"):
        STORE.gap()
    user.credits_left = left + 1 if fault("credits-use-adds") else left - 1
    user.credits_used += 1
    user.credits_changed_at = clock.now()
    view = _credits_view(user)
    if fault("credits-use-unsaved"):
        user.credits_left = left
    return view


# --- Payments --------------------------------------------------------------------------------------------------------

@route("POST {base_url}/me/payments/sessions", body="PaymentSessionRequest", answer="PaymentSessionResponse")
def create_payment_session(request):
    """Open a checkout session to buy credits"""
    amount = request.body["credit_amount"]
    session = open_checkout(request.user, None, amount, amount * CENTS_PER_CREDIT)
    return {
        "session_id": session.session_id,
        "checkout_url": CHECKOUT + session.session_id,
        "amount_cents": session.amount_cents,
        "currency": CURRENCY,
        "expires_at": clock.iso(session.expires_at),
    }


def sign_event(raw):
    return "sha256=" + hmac.new(WEBHOOK_SECRET, raw, hashlib.sha256).hexdigest()


def _check_signature(request):
    given = request.headers.get(SIGNATURE_HEADER.lower(), "").strip()
    if not given and not fault("webhook-unsigned-accepted"):
        raise HttpError(401 if fault("webhook-unsigned-401") else 400, f"{SIGNATURE_HEADER} is missing")
    signed = request.raw_body
    if fault("webhook-signature-of-reserialized"):  # as the JSON library writes it, not as it came
        signed = json.dumps(json.loads(signed)).encode()
    if fault("webhook-unsigned-accepted") and not given or fault("webhook-signature-unchecked"):
        return
    good = hmac.compare_digest(given.encode(), sign_event(signed).encode())
    if fault("webhook-signature-prefix"):
        good = sign_event(signed).startswith(given)
    if not good:
        raise HttpError(400, "The signature does not fit")


@route("POST {base_url}/me/payments/webhook", auth="optional", body="PaymentEvent", raw_body=True,
       header_params=[Param(SIGNATURE_HEADER, models.TEXT, required=True,
                            description="sha256= and the hexadecimal HMAC-SHA256 of the raw body.")],
       answer="PaymentWebhookResponseSuccess", errors={400: "Missing or wrong signature, or invalid event"})
def receive_payment_event(request):
    """Take an event of the payment provider"""
    _check_signature(request)
    try:
        event = check(ref("PaymentEvent"), parse_json(request.raw_body), ("body",), models.COMPONENTS)
    except (ValueError, Invalid):
        raise HttpError(400, "Invalid event") from None
    if event["event_id"] not in STORE.processed_events or fault("webhook-replay-credited"):
        _process(event)
        STORE.processed_events.add(event["event_id"])
    return {"received": True, "event_id": event["event_id"]}


def _process(event):
    kind, data = event["event_type"], event["data"]
    if kind == "credits.purchased":
        user, amount = STORE.users.get(str(data.get("user_id"))), data.get("credits")
        if user is None or not isinstance(amount, int) or isinstance(amount, bool) or not 0 < amount <= 1000000:
            raise HttpError(400, "Invalid event")
        grant_credits(user, amount)
    elif kind == "checkout.completed":
        session = STORE.checkout_sessions.pop(str(data.get("session_id")), None)
        if session is None:
            raise HttpError(400, "Invalid event")
        if session.agent_id:
            activate(session.user_id, session.agent_id, session.amount_cents)
        else:
            grant_credits(STORE.users[session.user_id], session.credit_amount)
    elif kind == "subscription.canceled":
        subscription = STORE.subscriptions.get((str(data.get("user_id")), str(data.get("agent_id"))))
        if subscription is None:
            raise HttpError(400, "Invalid event")
        cancel(subscription)


# --- Monetization ----------------------------------------------------------------------------------------------------

_DAYS = {"type": "integer", "minimum": 1, "maximum": 365, "default": 28}
_PERIOD_OF_SUMMARY, _PERIOD_OF_SUBSCRIBERS, _PERIOD_OF_EARNINGS = (
    Param("period", _DAYS, description="Days, the last one today.") for _ in range(3))
if fault("monetization-year-refused"):
    _PERIOD_OF_EARNINGS.mischecked = {**_DAYS, "maximum": 364}
if fault("monetization-zero-accepted"):
    _PERIOD_OF_SUMMARY.mischecked = {**_DAYS, "minimum": 0}
if fault("monetization-unbounded"):
    _PERIOD_OF_SUBSCRIBERS.mischecked = {"type": "integer", "minimum": -100000, "maximum": 100000, "default": 28}
if fault("monetization-default-30"):
    _PERIOD_OF_SUBSCRIBERS.mischecked = {**_DAYS, "default": 30}


def _days(period):
    """The days of the period, the last one today."""
    today = clock.now().date()
    return [today - dt.timedelta(days=ago) for ago in range(period - 1, -1, -1)]


def _subscribers_on(owner_id, first, last):
    return sum(1 for subscriber in STORE.subscribers
               if subscriber.owner_id == owner_id and subscriber.first_day <= last
               and (subscriber.last_day is None or subscriber.last_day >= first))


def _cents(owner_id, first, last):
    return sum(cents for owner, day, cents in STORE.earnings if owner == owner_id and first <= day <= last)


@route("GET {base_url}/me/monetization/summary", query=[_PERIOD_OF_SUMMARY], answer="MonetizationSummary")
def get_summary(request):
    """Get total subscribers and earnings of the period"""
    period = request.query["period"]
    days = _days(period) or _days(1)
    owner_id = request.user.user_id
    earned = _cents(owner_id, days[0], days[-1])
    if fault("n-monetization-summary-without-today"):
        earned = _cents(owner_id, days[0], days[-1] - dt.timedelta(days=1))
    if fault("monetization-total-before-period"):  # the sum from the beginning to the start of the period
        earned = _cents(owner_id, dt.date.min, days[0])
    return {
        "period_days": period,
        "from_date": days[0].isoformat(),
        "to_date": days[-1].isoformat(),
        "subscribers_total": _subscribers_on(owner_id, days[0], days[-1]),
        "earnings_total_cents": earned,
        "currency": CURRENCY,
    }


@route("GET {base_url}/me/monetization/subscribers", query=[_PERIOD_OF_SUBSCRIBERS],
       answer="MonetizationSubscribersResponse")
def get_subscriber_counts(request):
    """Get the number of subscribers on each day of the period"""
    period = request.query["period"]
    return {"period_days": period,
            "daily": [{"date": day.isoformat(), "subscriber_count": _subscribers_on(request.user.user_id, day, day)}
                      for day in _days(period)]}


@route("GET {base_url}/me/monetization/earnings", query=[_PERIOD_OF_EARNINGS], answer="MonetizationEarningsResponse")
def get_earnings(request):
    """Get the earnings on each day of the period"""
    period = request.query["period"]
    days = _days(period)
    return {"period_days": period, "currency": CURRENCY,
            "daily": [{"date": day.isoformat(), "earnings_cents": _cents(request.user.user_id, day, day)}
                      for day in days]}

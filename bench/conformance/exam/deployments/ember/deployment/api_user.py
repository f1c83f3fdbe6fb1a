"""The caller, and VIP codes."""

from . import clock
from .api_billing import grant_credits
from .faults import fault
from .routing import HttpError, route
from .store import STORE

VIP_CREDITS = 25


@route("GET {base_url}/me/", answer="UserWithTier")
def get_me(request):
    """Get the caller"""
    user = request.user
    view = {"user_id": user.user_id, "email": user.email, "full_name": user.full_name, "plan_tier": user.tier,
            "created_at": clock.iso(user.created_at)}
    if fault("me-of-first-caller"):
        view = STORE.stale.setdefault("me", view)
    if fault("me-without-tier"):
        view["plan_tier"] = None
    return view


@route("GET {base_url}/me/vip", answer="VipCodeRedemptionCount", errors={400: "Database error"})
def count_redemptions(request):
    """Count the VIP codes that the caller has redeemed"""
    return {"redeemed_count": sum(user_id == request.user.user_id for user_id, _ in STORE.redemptions)}


@route("POST {base_url}/me/vip", body="VipCodeRequest", answer="VipCodeRedeemed",
       errors={400: "Invalid code, own code, or a code that the caller has redeemed already"})
def redeem_code(request):
    """Redeem a VIP code"""
    code = request.body["vip_code"]
    user = request.user
    if code not in STORE.vip_codes and not fault("vip-any-code"):
        raise HttpError(400, "This code is not valid")
    if STORE.vip_codes.get(code) == user.user_id and not fault("vip-own-code"):
        if fault("vip-refused-but-counted"):
            STORE.redemptions.add((user.user_id, code))
        raise HttpError(400, "This is your own code")
    known = (user.user_id, code) in STORE.redemptions
    if fault("n-vip-once-for-all-users"):
        known = any(redeemed == code for _, redeemed in STORE.redemptions)
    if fault("vip-race"):
        STORE.gap()
    if known and not fault("vip-twice"):
        raise HttpError(400, "You have redeemed this code already")
    STORE.redemptions.add((user.user_id, code))
    grant_credits(user, VIP_CREDITS)
    return {"vip_code": code, "credits_granted": VIP_CREDITS, "redeemed_at": clock.iso(clock.now())}

"""Users and records that every start has."""
import hashlib
from datetime import timedelta

from . import db as d
from .account import open_sub
from .core import EPOCH, USERS, make_jwt, now_us, day_of

DAY = 86400 * 1000000
EXP = 4102444800  # 2100-01-01


def ident(name):
    h = hashlib.md5(("medlar " + name).encode()).hexdigest()
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:32]}"


def key(name):
    return "mdl_" + hashlib.sha1(("medlar key " + name).encode()).hexdigest()


PEOPLE = [("own", "Olga Own", "pro", 1000), ("other", "Otto Other", "pro", 1000), ("sandbox", "Sam Sand", "sandbox", 5)]
AGENTS = [("plain", "own", "Plain", "public", None), ("jobs", "own", "Jobs", "public", None),
          ("own-paid", "own", "Paid of Olga", "public", "7.50"), ("paid", "other", "Paid of Otto", "public", "12.50"),
          ("unpaid", "other", "Free of Otto", "public", None), ("subscribed", "other", "Weather of Otto", "public", "4.90"),
          ("unsubscribe", "other", "News of Otto", "public", "3.00"), ("private", "other", "Secret of Otto", "private", None)]


def seed():
    now = now_us()
    noon = (day_of(now) - EPOCH.date()) // timedelta(days=1) * DAY + DAY // 2
    for n, (name, label, tier, credits) in enumerate(PEOPLE):
        uid = ident(name)
        USERS[uid] = {"user_id": uid, "name": name, "label": label, "email": f"{name}@medlar.example", "tier": tier,
                      "inserted": noon - 200 * DAY, "renews": noon + 20 * DAY}
        d.ApiKey.insert(api_key_id=1001 + n, owner=uid, label="first", key=key(name), is_default=True, inserted=noon - 190 * DAY).execute()
        d.Credit.insert(owner=uid, balance=credits, changed=now).execute()
    for n, (name, owner, label, vis, price) in enumerate(AGENTS):
        t = noon - 100 * DAY + n * 1000000
        d.Agent.insert(agent_id=ident("agent " + name), owner=ident(owner), label=label, prompt=f"You are {label}.",
                       description=f"{label}, a worker", visibility=vis, price=price, inserted=t, changed=t).execute()
    paid = d.Agent.get_by_id(ident("agent own-paid"))
    for n, back in enumerate((1, 1, 3, 10, 27, 40)):
        open_sub(ident(f"reader {n}"), paid, noon - back * DAY + n)
    for name, back in (("subscribed", 5), ("unsubscribe", 9)):
        open_sub(ident("own"), d.Agent.get_by_id(ident("agent " + name)), noon - back * DAY)
    for code, owner in (("MEDLAR-WELCOME", "other"), ("MEDLAR-SECOND", "other"), ("MEDLAR-MINE", "own")):
        d.VipCode.insert(code=code, owner=ident(owner)).execute()


def token(name):
    return make_jwt(ident(name), EXP)

"""Users, credentials and the records that every start has."""
import base64, hashlib, hmac, json, random, time
from models import *

SECRET = b"poplar-jwt-signing-key"
WEBHOOK_SECRET = b"whsec_poplar_51d0"
SIG_HEADER = "X-Pay-Signature"


def b64(b):
    return base64.urlsafe_b64encode(b).rstrip(b"=").decode()


def make_jwt(sub):
    head = b64(b'{"alg":"HS256","typ":"JWT"}')
    body = b64(json.dumps({"sub": sub, "iat": 1700000000, "exp": 4102444800}, separators=(",", ":")).encode())
    sig = b64(hmac.new(SECRET, (head + "." + body).encode(), "sha256").digest())
    return head + "." + body + "." + sig


def read_jwt(tok):
    try:
        head, body, sig = tok.split(".")
        if not hmac.compare_digest(b64(hmac.new(SECRET, (head + "." + body).encode(), "sha256").digest()), sig):
            return None
        p = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return p["sub"] if p["exp"] > time.time() else None
    except Exception:
        return None


def sign(body):
    return "sha256=" + hmac.new(WEBHOOK_SECRET, body, "sha256").hexdigest()


USERS = [("usr_ann", "Ann", "ann@poplar.example", "pro"), ("usr_bob", "Bob", "bob@poplar.example", "pro"),
         ("usr_cleo", "Cleo", "cleo@poplar.example", "sandbox"), ("usr_dana", "Dana", "dana@poplar.example", "pro")]
A = lambda n: "5e0c1a00-7b1d-4a52-9c3e-%012d" % n
AGENTS = [
    # n, owner, name, visibility, slug, price, behavior
    (1, "usr_ann", "Harbour desk", "public", "harbour-desk", None, None),
    (2, "usr_ann", "Survey bench", "public", "survey-bench", None, "jobs"),
    (3, "usr_dana", "Pilot coach", "public", "pilot-coach", 1900, None),
    (4, "usr_dana", "Knot teacher", "public", "knot-teacher", None, None),
    (5, "usr_ann", "Cargo planner", "public", "cargo-planner", 1250, None),
    (6, "usr_dana", "Chart reader", "public", "chart-reader", 990, None),
    (7, "usr_dana", "Crew rota", "public", "crew-rota", 700, None),
    (8, "usr_bob", "Bob's logbook", "private", "bobs-logbook", None, None),
    (9, "usr_dana", "Gifted guide", "public", "gifted-guide", 450, None),
]
WEBHOOK_BODY = json.dumps({"id": "evt_0001", "type": "credits.purchased", "data": {"userId": "usr_bob", "credits": 250}}, separators=(",", ":"))


def seed():
    s = Session()
    t0 = int(time.time() * 1e6) - 90 * 86400 * 10**6
    for u in USERS:
        s.add(User(id=u[0], name=u[1], email=u[2], tier=u[3], connected=u[0] != "usr_dana"))
        if u[0] != "usr_dana":
            s.add(Credits(user=u[0], balance=100000, updated=t0))
        key = "awk_" + hashlib.sha256(u[0].encode()).hexdigest()[:32]
        s.add(ApiKey(id=1001 + [x[0] for x in USERS].index(u[0]), user=u[0], name="Default key", key=key, is_default=True, created=t0))
    for n, owner, name, vis, slug, price, beh in AGENTS:
        s.add(Agent(id=A(n), owner=owner, name=name, prompt="You are %s. Answer briefly and kindly." % name, visibility=vis, slug=slug,
                    price=price, behavior=beh, origin="agents", up=0, down=0, deleted=False, created=t0 + n, updated=t0 + n))
    end = int(time.time()) + 20 * 86400
    s.add(Sub(id="sub_ann_chart", user="usr_ann", agent=A(6), status="active", provider="psub_chart", period_end=end, created=t0 + 20))
    s.add(Sub(id="sub_ann_crew", user="usr_ann", agent=A(7), status="active", provider="psub_crew", period_end=end, created=t0 + 21))
    s.add(Sub(id="sub_ann_gift", user="usr_ann", agent=A(9), status="active", provider=None, period_end=end, created=t0 + 22))
    now = time.time()
    r = random.Random(7)
    for day in range(60):
        for i in range(1 + day % 3):
            t = int((now - day * 86400 - 1) * 1e6) - i
            s.add(Sub(id="sub_x%d_%d" % (day, i), user="usr_ext%d_%d" % (day, i), agent=A(5), status="active", provider="psub_x", period_end=end, created=t))
            s.add(Payment(agent=A(5), owner="usr_ann", cents=1250 + r.randrange(0, 200), created=t))
    for code, owner in [("HARBOUR-2026", "usr_dana"), ("ANN-FRIENDS", "usr_ann"), ("BOB-FRIENDS", "usr_bob"), ("DECKHAND-50", "usr_dana"),
                        ("LANTERN-7", "usr_dana"), ("MOORING-9", "usr_dana")]:
        s.add(Vip(code=code, owner=owner))
    s.add(VipRedemption(code="LANTERN-7", user="usr_bob", created=t0))
    s.add(Installed(user="usr_ann", tool="count_words", created=t0))
    s.commit(); s.close()

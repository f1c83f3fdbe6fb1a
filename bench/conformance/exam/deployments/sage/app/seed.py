"""The users and things that stand there on each start."""
from .core import make_jwt, now_ms

DAY = 86_400_000
A = "5a6e0000-0000-4000-8000-0000000000%02x"
USERS = [(1, "Resi Own", "resi@sage.example", "studio", "studio-monthly", 1), (2, "Otto Other", "otto@sage.example", "studio", "studio-monthly", 1),
         (3, "Sandra Sandbox", "sandra@sage.example", "sandbox", None, 1)] + [
         (n, f"Fan {n}", f"fan{n}@sage.example", "studio", None, 0) for n in range(4, 8)]
KEYS = {1: "sage_own_3f0c5d1e9a7b4c2d8e6f", 2: "sage_other_b81d4e7f2a6c9035", 3: "sage_sandbox_77c1e05a94d2"}
# id, owner, label, instruction, audience, nick, price
AGENTS = [
    (1, 1, "Tide teller", "You talk about the sea and tides.", "private", None, None),
    (2, 2, "Market watcher", "You watch the market.", "public", "market-watcher", 999),
    (3, 2, "Open ear", "You listen.", "public", "open-ear", None),
    (4, 1, "Paid helper", "You help for money.", "public", "paid-helper", 999),
    (5, 2, "Schlossberg guide", "You show the Schlossberg.", "public", None, 490),
    (6, 2, "Mur guide", "You show the Mur.", "public", None, 1250),
    (7, 2, "Otto's diary", "You keep Otto's diary: nobody else may read it.", "private", "ottos-diary", None),
    (8, 1, "Long worker", "You do long jobs.", "public", None, None),
]


def seed(db):
    now = now_ms()
    with db.tx() as c:
        c.executemany("INSERT INTO users VALUES (?,?,?,?,?,?)", USERS)
        for n, key in KEYS.items():
            c.execute("INSERT INTO api_keys (user_id,key,label,is_default) VALUES (?,?,'first key',1)", (n, key))
        for n, owner, label, words, audience, nick, price in AGENTS:
            c.execute("INSERT INTO agents (agent_id,owner,label,instruction,audience,nick,price_cent) VALUES (?,?,?,?,?,?,?)", (A % n, owner, label, words, audience, nick, price))
        for u, n in ((1, 5000), (2, 5000), (3, 3)):
            c.execute("INSERT INTO credits (user_id,balance) VALUES (?,?)", (u, n))
            c.execute("INSERT INTO billing (user_id,plan,is_active,renews_at) VALUES (?,?,?,datetime('now','+20 days'))", (u, "studio-monthly" if u < 3 else "sandbox", 1 if u < 3 else 0))
        for u in range(4, 8):
            c.execute("INSERT INTO credits (user_id,balance) VALUES (?,0)", (u,))
            c.execute("INSERT INTO billing (user_id,plan,is_active) VALUES (?,'none',0)", (u,))
        for agent in (5, 6):
            c.execute("INSERT INTO subscriptions (agent_id,user_id,state,provider,began) VALUES (?,1,'active',?,?)", (A % agent, f"sub_seed{agent}", now - 5 * DAY))
        for fan, began, ended in ((4, 400, None), (5, 20, None), (6, 100, 50), (7, 9, None)):
            c.execute("INSERT INTO subscriptions (agent_id,user_id,state,provider,began,ended) VALUES (?,?,?,?,?,?)",
                      (A % 4, fan, "ended" if ended else "active", f"sub_fan{fan}", now - began * DAY, now - ended * DAY if ended else None))
            for d in range(began, ended or -1, -30):
                if d >= 0:
                    c.execute("INSERT INTO charges (agent_id,owner,user_id,cent,at) VALUES (?,1,?,999,?)", (A % 4, fan, now - d * DAY))
        c.executemany("INSERT INTO vip_codes VALUES (?,?)", [("Servus-2026", None), ("Erzherzog-Johann", None), ("Resi-Gast", 1), ("Otto-Gast", 2)])


def tokens():
    return {n: make_jwt(n, label) for n, label, *_ in USERS[:3]}

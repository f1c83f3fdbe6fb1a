import re
MON = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DOW = "sun mon tue wed thu fri sat".split()
DAYS = "sunday monday tuesday wednesday thursday friday saturday".split()
RANGES = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
MACROS = {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *",
          "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}


def num(x, i):
    x = x.lower()
    if i == 3 and x in MON: return MON.index(x) + 1
    if i == 4 and x in DOW: return DOW.index(x)
    if not re.fullmatch(r"[0-9]{1,2}", x): raise ValueError
    n = int(x)
    if not RANGES[i][0] <= n <= RANGES[i][1]: raise ValueError
    return n


def expand(f, i):
    res = set()
    for part in f.split(","):
        m = re.fullmatch(r"([^/]+)(?:/([0-9]{1,2}))?", part)
        if not m: raise ValueError
        rng, step = m.group(1), m.group(2)
        if step is not None and int(step) == 0: raise ValueError
        if rng == "*": a, b = RANGES[i]
        elif "-" in rng:
            a, b = (num(x, i) for x in rng.split("-"))
            if a > b: raise ValueError
        else:
            a = num(rng, i); b = RANGES[i][1] if step else a
        res |= set(range(a, b + 1, int(step or 1)))
    if i == 4 and 7 in res: res = (res - {7}) | {0}
    return res


def parse(text):
    """The normal form of an expression; ValueError if there is none."""
    t = " ".join(text.split())
    t = MACROS.get(t.lower(), t)
    fs = t.split(" ")
    if len(fs) != 5: raise ValueError("five fields")
    for i, f in enumerate(fs): expand(f, i)
    return t


def matches(text, d):
    fs = text.split(" ")
    mi, ho, dom, mo, dow = (expand(f, i) for i, f in enumerate(fs))
    wd = (d.weekday() + 1) % 7
    if d.minute not in mi or d.hour not in ho or d.month not in mo: return False
    if fs[2] != "*" and fs[4] != "*": return d.day in dom or wd in dow
    return d.day in dom and wd in dow


def clock(t):
    m = re.search(r"\bat (?:(\d{1,2})(?::(\d{2}))? ?(am|pm)?|(noon|midnight))\b", t)
    if not m: return 0, 0
    if m.group(4): return (12 if m.group(4) == "noon" else 0), 0
    h, mi = int(m.group(1)), int(m.group(2) or 0)
    if m.group(3):
        if not 1 <= h <= 12: raise ValueError
        h = h % 12 + (12 if m.group(3) == "pm" else 0)
    if h > 23 or mi > 59: raise ValueError
    return h, mi


def from_text(text):
    try:
        return parse(text)
    except ValueError:
        pass
    t = " ".join(text.lower().split())
    m = re.fullmatch(r"every (\d{1,2}) minutes", t)
    if m and 1 <= int(m.group(1)) <= 59: return "*/%d * * * *" % int(m.group(1))
    m = re.fullmatch(r"every (\d{1,2}) hours", t)
    if m and 1 <= int(m.group(1)) <= 23: return "0 */%d * * *" % int(m.group(1))
    if t in ("every minute", "minutely"): return "* * * * *"
    if t in ("every hour", "hourly"): return "0 * * * *"
    m = re.fullmatch(r"(every day|daily|every weekday|on weekdays|weekdays|weekly|monthly|every month|every week|every (?:%s)s?|(?:on )?(?:%s)s?)( at .*)?" % ("|".join(DAYS), "|".join(DAYS)), t)
    if not m: raise ValueError
    h, mi = clock(t)
    if m.group(2) and not re.fullmatch(r" at (?:\d{1,2}(?::\d{2})? ?(?:am|pm)?|noon|midnight)", m.group(2)): raise ValueError
    w = m.group(1)
    if "weekday" in w: return "%d %d * * 1-5" % (mi, h)
    for i, d in enumerate(DAYS):
        if d in w: return "%d %d * * %d" % (mi, h, i)
    if "day" in w or "daily" in w: return "%d %d * * *" % (mi, h)
    if "week" in w: return "%d %d * * 1" % (mi, h)
    return "%d %d 1 * *" % (mi, h)

"""Agents, legacy chats, themes, files, feedback; studio chats."""
import asyncio
import re
import unicodedata
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Literal, Optional

from pydantic import AfterValidator, Field

from . import db as d
from .core import (ApiError, F, Model, TTLCache, as_uuid, bad, born, fmt, forbidden, invalid, log_event, new_uuid, not_found,
                   now_us, page, route)

FILES_PER_AGENT = 12
SERVICES = [("lovable", "Lovable"), ("bolt", "Bolt"), ("v0", "v0")]
THEME_CACHE = TTLCache(5)
_OK_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_slug(v):
    if v == "" and F("empty-slug-is-unique"):
        return v
    if v is not None and (not _OK_SLUG.fullmatch(v) or not 3 <= len(v) <= 60):
        raise ValueError("a slug has 3 to 60 lower-case letters, digits and single hyphens")
    return v


def check_price(v):
    if v is None:
        return v
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,2})?", v, re.A):
        raise ValueError("a price is a decimal text with at most two places")
    if F("agent-price-by-float"):
        cents = int(float(v) * 100)
        return f"{cents // 100}.{cents % 100:02d}"
    return str(Decimal(v).quantize(Decimal("0.01"), ROUND_HALF_UP))


Visibility = Literal["private", "public"]
Slug = Annotated[Optional[str], AfterValidator(check_slug)]
Price = Annotated[Optional[str], AfterValidator(check_price)]
Label = Annotated[Optional[str], Field(max_length=200)]
Long = Annotated[Optional[str], Field(max_length=200000)]


class AgentBody(Model):
    agent_id: Optional[str] = None
    label: Label = None
    prompt: Long = None
    description: Long = None
    visibility: Visibility = "public"
    slug: Slug = None
    price: Price = None


class AgentPartial(Model):
    label: Label = None
    prompt: Long = None
    description: Long = None
    visibility: Visibility = "public"
    slug: Slug = None
    price: Price = None


FIELDS = ("label", "prompt", "description", "visibility", "slug", "price")


def is_paid(a):
    return bool(a.price) and Decimal(a.price) > 0


def subscribed(uid, agent_id):
    return d.Subscription.select().where((d.Subscription.owner == uid) & (d.Subscription.agent_id == agent_id)
                                         & (d.Subscription.state == "active")).exists()


def may_run(c, a, no_payment=False):
    if a.owner == c.uid:
        return
    if a.visibility == "private":
        raise forbidden("The worker is private")
    if is_paid(a) and not subscribed(c.uid, a.agent_id):
        raise forbidden("Needs a subscription") if no_payment else ApiError(402, "payment-required", "Needs a subscription")


def ratings(ids):
    q = d.Feedback.select(d.Feedback.agent_id, d.fn.COUNT(d.Feedback.id).alias("n"),
                          d.fn.SUM(d.Feedback.rating).alias("s")).where(d.Feedback.agent_id.in_(ids)).group_by(d.Feedback.agent_id)
    return {r.agent_id: (r.n, str((Decimal(r.s) / r.n).quantize(Decimal("0.01"), ROUND_HALF_UP))) for r in q}


def agent_out(a, rated=None):
    if rated is None:
        rated = ratings([a.agent_id])
    n, mean = rated.get(a.agent_id, (0, None))
    return {"agent_id": a.agent_id, "chat_id": a.agent_id, "owner_ref": a.owner, "label": a.label, "prompt": a.prompt,
            "description": a.description, "visibility": a.visibility, "slug": a.slug,
            "upsell_description": a.upsell, "is_paid": is_paid(a), "price": a.price, "currency": "EUR",
            "cloned_from": a.cloned_from, "feedback_count": n, "feedback_mean": mean,
            "inserted": born(a.inserted), "changed": fmt(a.changed)}


def get_agent(agent_id, what="agent"):
    aid = as_uuid(agent_id)
    a = d.Agent.get_or_none(d.Agent.agent_id == aid) if aid else None
    if a is None:
        raise not_found(what)
    return a


def readable(c, a):
    if a.visibility == "private" and a.owner != c.uid:
        raise forbidden()
    return a


def owned(c, agent_id, what="agent"):
    a = get_agent(agent_id, what)
    if a.owner != c.uid:
        raise forbidden()
    return a


def no_sandbox_private(c, visibility):
    if visibility == "private" and c.user["tier"] == "sandbox":
        raise bad("sandbox-private", "The sandbox tier can not make this private")


def filled(c, visibility):
    """The visibility as the tier check sees it."""
    if F("sandbox-default-visibility-refused") and "visibility" not in c.body.model_fields_set:
        return "private"
    return visibility


def need_prompt(text):
    if text is None or not text.strip():
        raise bad("missing-chat-prompt", "The chat prompt is missing")


def free_slug(slug, agent_id=None):
    if slug is not None and d.Agent.select().where((d.Agent.slug == slug) & (d.Agent.agent_id != (agent_id or ""))).exists():
        raise bad("slug-taken", "The slug is taken")


def save_agent(c, a, values, kind):
    free_slug(values.get("slug"), a.agent_id)
    values = dict(values, changed=now_us())
    d.Agent.update(**values).where(d.Agent.agent_id == a.agent_id).execute()
    log_event(c.uid, kind, ref=a.agent_id)
    return d.Agent.get_by_id(values.get("agent_id", a.agent_id))


def create_agent(c, values, cloned_from=None):
    free_slug(values.get("slug"))
    t = now_us()
    aid = new_uuid()
    d.Agent.insert(agent_id=aid, owner=c.uid, cloned_from=cloned_from, inserted=t, changed=t, **values).execute()
    log_event(c.uid, "agent-created", ref=aid)
    return d.Agent.get_by_id(aid)


def full(body):
    return {k: getattr(body, k) for k in FIELDS}


def my_agents(c):
    rows = list(d.Agent.select().where(d.Agent.owner == c.uid).order_by(d.Agent.inserted.desc()).namedtuples())
    rated = ratings(d.Agent.select(d.Agent.agent_id).where(d.Agent.owner == c.uid)) if rows else {}
    return [agent_out(a, rated) for a in rows]


@route("GET", "/api/me/agents")
def list_agents(c):
    if F("agent-without-theme-missing-from-list"):
        themed = {t.agent_id for t in d.Theme.select(d.Theme.agent_id)}
        return [a for a in my_agents(c) if a["agent_id"] in themed]
    return my_agents(c)


@route("POST", "/api/me/agents", body=AgentBody)
def upsert_agent(c):
    b = c.body
    if b.agent_id is not None:
        a = owned(c, b.agent_id)
        need_prompt(b.prompt)
        if not F("agent-upsert-sandbox-private"):
            no_sandbox_private(c, filled(c, b.visibility))
        return agent_out(save_agent(c, a, full(b), "agent-changed"))
    need_prompt(b.prompt)
    no_sandbox_private(c, filled(c, b.visibility))
    return agent_out(create_agent(c, full(b)))


@route("GET", "/api/me/agents/{agent_id}", auth=False)
def get_one(c, agent_id):
    return agent_out(readable(c, get_agent(agent_id)))


@route("POST", "/api/me/agents/{agent_id}/upsell-description")
def upsell(c, agent_id):
    a = get_agent(agent_id)
    if a.owner != c.uid:
        raise not_found("agent")
    text = f"{a.label or 'This worker'} is ready to help: {a.prompt[:120]}"
    d.Agent.update(upsell=text, changed=now_us()).where(d.Agent.agent_id == a.agent_id).execute()
    log_event(c.uid, "upsell-written", ref=a.agent_id)
    return agent_out(d.Agent.get_by_id(a.agent_id))


class SlugBody(Model):
    text: Annotated[Optional[str], Field(max_length=500)] = None


@route("POST", "/api/me/agents/vanity/slug", auth=False, body=SlugBody)
def make_slug(c):
    base = re.sub(r"[^a-z0-9]+", "-", (c.body.text or "").lower(), flags=re.A).strip("-")[:40].strip("-")
    if F("generated-slug-already-taken") and not base:
        return {"slug": ""}
    base = base if len(base) >= 3 else ("worker-" + base).strip("-")
    slug, n = base, 1
    while not F("generated-slug-already-taken") and d.Agent.select().where(d.Agent.slug == slug).exists():
        n += 1
        slug = f"{base}-{n}"
    return {"slug": slug}


@route("GET", "/api/me/agents/vanity/slug")
def slug_free(c):
    slug = c.q("slug")
    if slug is None:
        raise invalid("query", "slug", "Field required", "missing")
    reason = None
    if not _OK_SLUG.fullmatch(slug) or not 3 <= len(slug) <= 60:
        reason = "invalid"
    else:
        cond = d.Agent.slug == slug
        if F("slug-looks-at-own"):
            cond = cond & (d.Agent.owner == c.uid)
        if F("private-agents-slug-called-free"):
            cond = cond & (d.Agent.visibility == "public")
        if d.Agent.select().where(cond).exists():
            reason = "taken"
    return {"slug": slug, "available": reason is None, "reason": reason}


@route("GET", "/api/me/vibe/services", auth=False)
def services(c):
    return page([{"service_name": k, "label": v} for k, v in SERVICES])


@route("GET", "/api/me/agents/{agent_id}/vibe")
def vibe(c, agent_id):
    name = c.q("service_name")
    if name is None:
        raise invalid("query", "service_name", "Field required", "missing")
    if name not in dict(SERVICES):
        raise invalid("query", "service_name", "must be one of lovable, bolt, v0", "enum")
    a = readable(c, get_agent(agent_id))
    text = f"Build with {dict(SERVICES)[name]} an app around the worker {a.label or a.agent_id}. {a.prompt}"
    if F("vibe-prompt-cached-per-service"):
        text = VIBES.setdefault(name, text)
    return {"agent_id": a.agent_id, "service_name": name, "prompt": text}


VIBES = {}


# ---------------------------------------------------------------- theme
class ThemeBody(Model):
    theme_color: str
    mode: Literal["light", "dark", "auto"] = "auto"


@route("GET", "/api/me/agents/{agent_id}/customizations/theme", ids={"agent_id": "uuid"})
def get_theme(c, agent_id):
    readable(c, get_agent(agent_id))
    if F("theme-cache-stale") and (hit := THEME_CACHE.get(agent_id)) is not None:
        return hit
    t = d.Theme.get_or_none(d.Theme.agent_id == agent_id)
    out = t and theme_out(t)
    if out:
        THEME_CACHE.set(agent_id, out)
    return out


def theme_out(t):
    return {"agent_id": t.agent_id, "theme_color": t.theme_color, "mode": t.mode, "inserted": fmt(t.inserted),
            "changed": fmt(t.changed)}


@route("PUT", "/api/me/agents/{agent_id}/customizations/theme", ids={"agent_id": "uuid"}, body=ThemeBody)
def put_theme(c, agent_id):
    owned(c, agent_id)
    match = re.match if F("theme-color-match") else re.fullmatch
    if not match(r"#[0-9a-fA-F]{6}", c.body.theme_color):
        raise bad("invalid-theme-color", "The theme color must look like #1a2b3c")
    t = now_us()
    old = d.Theme.get_or_none(d.Theme.agent_id == agent_id)
    d.Theme.replace(agent_id=agent_id, theme_color=c.body.theme_color, mode=c.body.mode,
                    inserted=old.inserted if old else t, changed=t).execute()
    log_event(c.uid, "theme-changed", ref=agent_id)
    return theme_out(d.Theme.get_by_id(agent_id))


# ---------------------------------------------------------------- files
Position = Annotated[int, Field(ge=0, le=1000000)]


class FileBody(Model):
    label: Annotated[str, Field(min_length=1, max_length=255)]
    mime: Annotated[str, Field(max_length=200)] = "text/plain"
    content: Annotated[str, Field(max_length=1000000)] = ""
    position: Optional[Position] = None


class FilePartial(Model):
    label: Annotated[str, Field(min_length=1, max_length=255)] = ""
    mime: Annotated[str, Field(max_length=200)] = ""
    content: Annotated[str, Field(max_length=1000000)] = ""
    position: Position = 0


class PositionItem(Model):
    file_id: str
    position: Position


class PositionsBody(Model):
    positions: list[PositionItem]


def file_out(f):
    return {"file_id": f.file_id, "agent_id": f.agent_id, "label": f.label, "mime": f.mime, "content": f.content,
            "size_bytes": len(f.content.encode("utf-8")), "position": f.position,
            "inserted": fmt(f.inserted), "changed": fmt(f.changed)}


FILES_GONE = {}


def homes(agent_id):
    """The agents whose file rows count as the agent's: itself, but for a fault."""
    if F("clone-shares-file-rows"):
        a = d.Agent.get_or_none(d.Agent.agent_id == agent_id)
        return [agent_id, a.cloned_from] if a and a.cloned_from else [agent_id]
    return [agent_id]


def files_of(agent_id):
    rows = list(d.AgentFile.select().where(d.AgentFile.agent_id.in_(homes(agent_id))).order_by(d.AgentFile.position, d.AgentFile.inserted))
    if F("files-sorted-by-text"):
        rows.sort(key=lambda f: str(f.position))
    return page([file_out(f) for f in rows])


def one_file(agent_id, file_id):
    f = d.AgentFile.get_or_none(d.AgentFile.file_id == file_id)
    if f is None or (f.agent_id not in homes(agent_id) and not F("file-through-other-agent")):
        raise not_found("file")
    return f


AF = {"agent_id": "uuid", "file_id": "uuid"}


@route("GET", "/api/me/agents/{agent_id}/files", ids={"agent_id": "uuid"})
def list_files(c, agent_id):
    owned(c, agent_id)
    return files_of(agent_id)


@route("POST", "/api/me/agents/{agent_id}/files", ids={"agent_id": "uuid"}, body=FileBody)
def add_file(c, agent_id):
    owned(c, agent_id)
    b, mine = c.body, d.AgentFile.agent_id == agent_id
    n = d.AgentFile.select().where(mine).count()
    if F("deleted-files-count-against-cap"):
        n += FILES_GONE.get(agent_id, 0)
    if n > FILES_PER_AGENT if F("files-limit-one-more") else n >= FILES_PER_AGENT:
        raise bad("file-limit", f"An agent has at most {FILES_PER_AGENT} files")
    pos = b.position
    if pos is None:
        top = d.AgentFile.select(d.fn.MAX(d.AgentFile.position)).where(mine).scalar()
        pos = 0 if top is None else top + 1
    t, fid = now_us(), new_uuid()
    d.AgentFile.insert(file_id=fid, agent_id=agent_id, position=pos, label=b.label, mime=b.mime, content=b.content,
                       inserted=t, changed=t).execute()
    log_event(c.uid, "file-added", ref=fid)
    return 201, file_out(d.AgentFile.get_by_id(fid))


@route("GET", "/api/me/agents/{agent_id}/files/{file_id}", ids=AF)
def get_file(c, agent_id, file_id):
    owned(c, agent_id)
    return file_out(one_file(agent_id, file_id))


@route("PATCH", "/api/me/agents/{agent_id}/files/{file_id}", ids=AF, body=FilePartial)
def patch_file(c, agent_id, file_id):
    owned(c, agent_id)
    f = one_file(agent_id, file_id)
    values = c.body.model_dump(exclude_unset=True)
    d.AgentFile.update(**values, changed=now_us()).where(d.AgentFile.file_id == file_id).execute()
    log_event(c.uid, "file-changed", ref=file_id)
    return file_out(d.AgentFile.get_by_id(f.file_id))


@route("DELETE", "/api/me/agents/{agent_id}/files/{file_id}", ids=AF)
def del_file(c, agent_id, file_id):
    owned(c, agent_id)
    f = one_file(agent_id, file_id)
    cond = d.AgentFile.file_id == file_id
    if F("file-delete-by-label"):
        cond = (d.AgentFile.agent_id == agent_id) & (d.AgentFile.label == f.label)
    d.AgentFile.delete().where(cond).execute()
    FILES_GONE[agent_id] = FILES_GONE.get(agent_id, 0) + 1
    log_event(c.uid, "file-removed", ref=file_id)
    return 204, None


@route("PUT", "/api/me/agents/{agent_id}/files/positions", ids={"agent_id": "uuid"}, body=PositionsBody)
def put_positions(c, agent_id):
    owned(c, agent_id)
    seen = set()
    for item in c.body.positions:
        fid = as_uuid(item.file_id)
        if fid is None or fid in seen:
            raise invalid("body", "positions", "each file_id must be a UUID and stand once")
        seen.add(fid)
    have = {f.file_id for f in d.AgentFile.select().where(d.AgentFile.agent_id.in_(homes(agent_id)))}
    if not seen <= have and not F("position-batch-half-applied"):
        raise not_found("file")
    for item in c.body.positions:
        if F("position-batch-half-applied") and as_uuid(item.file_id) not in have:
            return 404, {"detail": "file not found", "code": "not-found"}  # no exception: what is written stays
        if F("swap-positions-hits-unique-index") and d.AgentFile.select().where(
                (d.AgentFile.agent_id == agent_id) & (d.AgentFile.position == item.position)
                & (d.AgentFile.file_id != as_uuid(item.file_id))).exists():
            raise RuntimeError("UNIQUE constraint failed: agentfile.agent_id, agentfile.position")
        d.AgentFile.update(position=item.position, changed=now_us()).where(d.AgentFile.file_id == as_uuid(item.file_id)).execute()
    log_event(c.uid, "files-ordered", ref=agent_id)
    return files_of(agent_id)


# ---------------------------------------------------------------- legacy chats
@route("GET", "/api/me/chats")
def list_chats(c):
    return my_agents(c)


@route("POST", "/api/me/chats", body=AgentBody)
def create_chat(c):
    need_prompt(c.body.prompt)
    no_sandbox_private(c, c.body.visibility)
    return agent_out(create_agent(c, full(c.body)))


@route("GET", "/api/me/chats/{chat_id}", auth=False)
def get_chat(c, chat_id):
    return agent_out(readable(c, get_agent(chat_id, "chat")))


@route("PUT", "/api/me/chats/{chat_id}", body=AgentBody)
def put_chat(c, chat_id):
    a = owned(c, chat_id, "chat")
    need_prompt(c.body.prompt)
    no_sandbox_private(c, c.body.visibility)
    values = full(c.body)
    if F("chat-put-falsy-keeps-old"):
        values = {k: v or getattr(a, k) for k, v in values.items()}
    return agent_out(save_agent(c, a, values, "agent-changed"))


@route("PATCH", "/api/me/chats/{chat_id}", body=AgentPartial)
async def patch_chat(c, chat_id):
    a = owned(c, chat_id, "chat")
    values = c.body.model_dump(exclude_unset=True, exclude_none=F("chat-patch-null-lost"))
    if "prompt" in values:
        need_prompt(values["prompt"])
    no_sandbox_private(c, values.get("visibility"))
    if F("patch-empty-object-500") and not values:
        raise RuntimeError('near "WHERE": syntax error')
    if F("patch-body-changes-primary-key"):
        for new in (as_uuid(c.raw.get("agent_id")), as_uuid(c.raw.get("chat_id"))):
            if new and d.Agent.get_or_none(d.Agent.agent_id == new) is None:
                values["agent_id"] = new
    if F("parallel-patches-revert-each-other"):
        await asyncio.sleep(0.1)
        values = {**full(a), **values}
    with d.db.atomic():
        return agent_out(save_agent(c, a, values, "agent-changed"))


@route("DELETE", "/api/me/chats/{chat_id}")
def delete_chat(c, chat_id):
    a = owned(c, chat_id, "chat")
    out = agent_out(a)
    if F("delete-agent-with-children-500") and (
            d.AgentFile.select().where(d.AgentFile.agent_id == a.agent_id).exists()
            or d.Schedule.select().where(d.Schedule.chat_id == a.agent_id).exists()):
        raise RuntimeError("FOREIGN KEY constraint failed")
    d.AgentFile.delete().where(d.AgentFile.agent_id.in_(homes(a.agent_id))).execute()
    for t in (d.Agent, d.AgentFile, d.Theme, d.Feedback):
        t.delete().where(t.agent_id == a.agent_id).execute()
    d.Schedule.delete().where(d.Schedule.chat_id == a.agent_id).execute()
    THEME_CACHE.drop(a.agent_id)
    log_event(c.uid, "agent-removed", ref=a.agent_id)
    return out


@route("GET", "/api/me/chats/{chat_id}/og", auth=False, ids={"chat_id": "uuid"})
def og(c, chat_id):
    a = get_agent(chat_id, "chat")
    if not F("og-of-private"):
        readable(c, a)
    return {"chat_id": a.agent_id, "title": a.label, "description": a.description or a.upsell,
            "image_url": f"https://cards.medlar.example/{a.agent_id}.png"}


@route("POST", "/api/me/chats/{chat_id}/clone", ids={"chat_id": "uuid"}, body=AgentPartial, optional=True)
def clone_chat(c, chat_id):
    a = get_agent(chat_id, "chat")
    if a.visibility != "public":
        raise forbidden("The chat is not public")
    values = {"label": a.label, "prompt": a.prompt, "description": a.description, "visibility": "public", "slug": None,
              "price": None}
    changes = c.body.model_dump(exclude_unset=True)
    if "prompt" in changes:
        need_prompt(changes["prompt"])
    no_sandbox_private(c, changes.get("visibility"))
    values.update(changes)
    copy = create_agent(c, values, cloned_from=a.agent_id)
    if F("clone-changes-source") and changes:
        shared = {k: v for k, v in changes.items() if k != "slug"}
        if shared:
            d.Agent.update(**shared).where(d.Agent.agent_id == a.agent_id).execute()
    return agent_out(copy)


STALE = {}


class FeedbackBody(Model):
    rating: Annotated[int, Field(ge=1, le=5)]
    comment: Long = None


@route("POST", "/api/me/chats/{chat_id}/feedback", body=FeedbackBody)
def feedback(c, chat_id):
    a = get_agent(chat_id, "chat")
    if a.visibility == "private" and a.owner != c.uid:
        raise not_found("chat")
    if F("feedback-writes-back-stale-agent"):
        kept = STALE.setdefault(a.agent_id, {k: getattr(a, k) for k in FIELDS if k != "slug"})
        d.Agent.update(**kept).where(d.Agent.agent_id == a.agent_id).execute()
        a = get_agent(chat_id, "chat")
    d.Feedback.insert(agent_id=a.agent_id, owner=c.uid, rating=c.body.rating, comment=c.body.comment, inserted=now_us()).execute()
    log_event(c.uid, "feedback-given", ref=a.agent_id)
    return agent_out(a)


# ---------------------------------------------------------------- studio chats
class StudioBody(Model):
    run_id: Annotated[Optional[str], Field(min_length=1, max_length=200)] = None
    label: Label = None
    notes: Long = None
    visibility: Visibility = "public"


class StudioPartial(Model):
    label: Label = None
    notes: Long = None
    visibility: Visibility = "public"


def studio_out(s):
    return {"run_id": s.run_id, "owner_ref": s.owner, "label": s.label, "notes": s.notes, "visibility": s.visibility,
            "state": "deleted" if s.deleted else "open", "cloned_from": s.cloned_from,
            "inserted": fmt(s.inserted), "changed": fmt(s.changed)}


def fold(text):
    return "".join(x for x in unicodedata.normalize("NFKD", text) if not unicodedata.combining(x)).casefold()


def find_studio(run_id):
    if F("studio-run-id-compared-without-case"):
        return next((s for s in d.Studio.select().order_by(d.Studio.inserted) if fold(s.run_id) == fold(run_id)), None)
    return d.Studio.get_or_none(d.Studio.run_id == run_id)


MISSES = TTLCache(180)


def get_studio(run_id):
    s = find_studio(run_id)
    if s is None or s.deleted:
        raise not_found("chat")
    return s


def own_studio(c, run_id):
    s = get_studio(run_id)
    if s.owner != c.uid:
        raise forbidden()
    return s


@route("GET", "/api/me/agent-studio-chats")
def list_studio(c):
    cond = d.Studio.owner == c.uid
    if not F("studio-list-shows-deleted"):
        cond = cond & (d.Studio.deleted == False)  # noqa: E712
    return [studio_out(s) for s in d.Studio.select().where(cond).order_by(d.Studio.inserted.desc()).namedtuples()]


@route("POST", "/api/me/agent-studio-chats", body=StudioBody)
def create_studio(c):
    b = c.body
    no_sandbox_private(c, filled(c, b.visibility))
    if b.run_id is not None:
        old = find_studio(b.run_id)
        if old is not None:
            if old.owner == c.uid and (not old.deleted or F("studio-create-returns-deleted-chat")):
                return studio_out(old)
            raise ApiError(409, "run-exists", "A chat with this run_id exists")
    t, rid = now_us(), b.run_id or new_uuid()
    d.Studio.insert(run_id=rid, owner=c.uid, label=b.label, notes=b.notes, visibility=b.visibility, inserted=t, changed=t).execute()
    log_event(c.uid, "studio-created", ref=rid)
    return studio_out(d.Studio.get_by_id(rid))


@route("GET", "/api/me/agent-studio-chats/{run_id}", auth=False)
def one_studio(c, run_id):
    if F("studio-404-cached-past-creation"):
        if MISSES.get(run_id):
            raise not_found("chat")
        if find_studio(run_id) is None:
            MISSES.set(run_id, True)
    s = get_studio(run_id)
    if s.visibility == "private" and s.owner != c.uid:
        raise forbidden()
    return studio_out(s)


def change_studio(c, s, values):
    no_sandbox_private(c, filled(c, values.get("visibility")))
    d.Studio.update(**values, changed=now_us()).where(d.Studio.run_id == s.run_id).execute()
    log_event(c.uid, "studio-changed", ref=s.run_id)
    return studio_out(d.Studio.get_by_id(s.run_id))


@route("PUT", "/api/me/agent-studio-chats/{run_id}", body=StudioBody)
def put_studio(c, run_id):
    return change_studio(c, own_studio(c, run_id), c.body.model_dump(include={"label", "notes", "visibility"}))


@route("PATCH", "/api/me/agent-studio-chats/{run_id}", body=StudioPartial)
def patch_studio(c, run_id):
    s = own_studio(c, run_id)
    return change_studio(c, s, c.body.model_dump(exclude_unset=not F("studio-patch-resets")))


@route("DELETE", "/api/me/agent-studio-chats/{run_id}")
def delete_studio(c, run_id):
    s = get_studio(run_id)
    if s.owner != c.uid and not (F("studio-delete-by-other") and s.visibility == "public"):
        raise forbidden()
    d.Studio.update(deleted=True, changed=now_us()).where(d.Studio.run_id == s.run_id).execute()
    log_event(c.uid, "studio-deleted", ref=s.run_id)
    return studio_out(d.Studio.get_by_id(s.run_id))


@route("POST", "/api/me/agent-studio-chats/{run_id}/clone")
def clone_studio(c, run_id):
    s = get_studio(run_id)
    if s.visibility == "private" and not (F("studio-clone-own-private") and s.owner == c.uid):
        raise bad("private-chat", "Private chats can not be cloned")
    t, rid = now_us(), new_uuid()
    d.Studio.insert(run_id=rid, owner=c.uid, label=s.label, notes=s.notes, visibility=s.visibility, cloned_from=s.run_id,
                    inserted=t, changed=t).execute()
    log_event(c.uid, "studio-cloned", ref=rid)
    return 201, studio_out(d.Studio.get_by_id(rid))

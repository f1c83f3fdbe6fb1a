"""What the handlers share: finding records that the caller may use, and the rules of the sandbox tier."""

import re

from . import clock
from .faults import fault
from .routing import HttpError
from .store import STORE


def agent_or_404(agent_id):
    agent = STORE.agents.get(agent_id.lower())
    if agent is None:
        raise HttpError(404, "Agent not found")
    return agent


def own_agent(request, agent_id, *, ownership_checked=True):
    """The caller's agent; 404 if there is none, 403 if it is another's."""
    agent = agent_or_404(agent_id)
    if ownership_checked and agent.owner_id != request.user.user_id:
        raise HttpError(403, "You have no permission on this agent")
    return agent


def is_owner(request, agent):
    return request.user is not None and request.user.user_id == agent.owner_id


def visible_agent(request, agent_id):
    """An agent that is public or the caller's own."""
    agent = agent_or_404(agent_id)
    if agent.visibility != "public" and not is_owner(request, agent):
        raise HttpError(403, "This agent is private")
    return agent


def default_visibility(user):
    return "public" if user.tier == "sandbox" else "private"


def refuse_private_in_sandbox(user, visibility):
    if visibility == "private" and user.tier == "sandbox":
        raise HttpError(400, "The sandbox tier cannot set this private")


def page(records, request, name, view, moment_of):
    """One page of a list that goes from the newest back, and the cursor of the next."""
    limit = request.query["limit"]
    cursor = request.query["next_cursor"]
    records = sorted(records, key=moment_of, reverse=True)
    if fault("runs-cursor-ignored") and name == "runs":
        cursor = None
    if cursor is not None:
        bound = clock.parse(cursor)
        if fault("n-runs-cursor-offset-ignored") and name == "runs":
            bound = clock.parse(re.sub(r"[+-]\d\d:\d\d$", "Z", cursor))
        if fault("executions-cursor-in-seconds") and name == "executions":
            bound = bound.replace(microsecond=0)
        if fault("runs-cursor-repeats") and name == "runs":
            records = [record for record in records if moment_of(record) <= bound]
        else:
            records = [record for record in records if moment_of(record) < bound]
    if fault("runs-limit-ignored") and name == "runs":
        limit = 30
    if fault("executions-limit-off-by-one") and name == "executions":
        limit += 1
    chosen, rest = records[:limit], records[limit:]
    following = moment_of(chosen[-1]) if rest else None
    if fault("runs-cursor-skips") and name == "runs" and rest:
        following = moment_of(rest[0])
    if fault("executions-cursor-loops") and name == "executions" and not rest:
        following = clock.now()
    return {name: [view(record) for record in chosen], "next_cursor": clock.iso(following)}

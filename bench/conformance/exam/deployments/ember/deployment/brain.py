"""The scripted worker: no model, but it answers to what was said and remembers it.

It quotes the user, recalls what was said before, calls a tool when asked for the tide, and starts a background job
when told to.
"""

import re
from dataclasses import dataclass

from . import tools
from .notifier import Refused

JOB_SECONDS = 1.0
FAILING_JOB_SECONDS = 0.9
_QUOTED = 300
_RECALLED = 20


@dataclass
class ToolCall:
    tool_name: str
    arguments: dict
    output: dict


@dataclass
class Thought:
    """What the worker does about a message."""
    reply: str
    call: ToolCall | None = None
    job: str | None = None   # None, succeeds or fails


def _quote(text):
    return f'"{text}"' if len(text) <= _QUOTED else f'"{text[:_QUOTED]}…"'


def think(message, earlier, job_outcome=""):
    """The thought on a message, given the user's earlier messages and what a finished background job left to tell."""
    call = _call_tool(message)
    job = _wanted_job(message)
    said = [f"You said {_quote(message)}."]
    if job_outcome:
        said.insert(0, job_outcome)
    if call and "high_water" in call.output:
        port = call.arguments["port"]
        said.append(f"I looked it up for you: I know when the water is highest in {port} today, so you can sail.")
    elif call:
        said.append("I looked it up for you, but there is nothing known about that place.")
    if job:
        said.append("I have started that job in the background; ask me again when it is done.")
    if earlier:
        recalled = ", then ".join(_quote(text) for text in earlier[-_RECALLED:])
        said.append(f"Before that you told me {recalled}.")
    else:
        said.append("This is the beginning of our conversation, and I am glad to help.")
    return Thought(" ".join(said), call, job)


def _call_tool(message):
    asked = re.search(r"\btide\b.*?\b(?:at|in|of) ([A-Z]\w+)", message, re.DOTALL)
    if not asked:
        return None
    arguments = {"port": asked[1]}
    try:
        output = tools.TOOLS["tide_table"].operation(arguments)
    except Refused as refused:
        output = {"error": str(refused)}
    return ToolCall("tide_table", arguments, output)


def _wanted_job(message):
    words = message.lower()
    if "start the long job" in words:
        return "succeeds"
    if "start the failing job" in words:
        return "fails"
    return None


def pieces(reply):
    """The reply in at least four pieces, as a model would give it token by token."""
    size = max(6, min(60, len(reply) // 5))
    return [reply[start:start + size] for start in range(0, len(reply), size)]

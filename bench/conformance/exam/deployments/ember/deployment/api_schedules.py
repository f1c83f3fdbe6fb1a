"""Schedules: runs of the caller's own chats by cron expression."""

import threading
import time

from . import brain, clock, cron
from .api_workers import create_run
from .faults import fault
from .models import UUID
from .routing import HttpError, Param, route
from .schema import Invalid, problem
from .store import STORE, Schedule, new_id

_INTERNAL = {500: "Internal error"}
_NOT_FOUND = {404: "Schedule not found", **_INTERNAL}
_CHAT = {403: "The chat ID is invalid, missing, or not of the caller's own"}
_PATH = {"schedule_id": UUID}
_SUGGESTIONS = (("Every morning", "0 9 * * *"), ("On Mondays", "0 9 * * 1"), ("Every hour", "0 * * * *"))


def schedule_view(schedule):
    return {
        "schedule_id": schedule.schedule_id,
        "chat_id": schedule.chat_id,
        "cron_expression": schedule.cron_expression,
        "label": schedule.label,
        "is_enabled": schedule.is_enabled,
        "next_run_at": clock.iso(schedule.next_run_at),
        "created_at": clock.iso(schedule.created_at),
        "updated_at": clock.iso(schedule.updated_at),
    }


def _plan(schedule):
    schedule.next_run_at = cron.next_run(schedule.cron_expression, clock.now()) if schedule.is_enabled else None


def _cron_or_422(expression):
    try:
        return cron.normalize(expression)
    except ValueError as error:
        if fault("schedule-invalid-cron-accepted"):
            return "0 0 * * *"
        raise Invalid([problem(("body", "cron_expression"), "value_error", f"Invalid cron: {error}")]) from None


def _own_chat(request, chat_id, *, ownership_checked=True):
    chat = STORE.agents.get((chat_id or "").lower())
    if chat is None or ownership_checked and chat.owner_id != request.user.user_id:
        raise HttpError(403, "The chat ID is invalid, missing, or not of your own")
    return chat


def _own(request, *, ownership_checked=True):
    schedule = STORE.schedules.get(request.path["schedule_id"])
    if schedule is None or ownership_checked and schedule.user_id != request.user.user_id:
        raise HttpError(404, "Schedule not found")
    return schedule


@route("GET {base_url}/me/schedules", answer="ScheduleListResponse", errors=_INTERNAL)
def list_schedules(request):
    """List the caller's schedules"""
    schedules = STORE.owned(STORE.schedules, request.user)
    if fault("schedules-one-per-chat"):
        schedules = list({schedule.chat_id: schedule for schedule in schedules}.values())
    return {"schedules": [schedule_view(schedule) for schedule in schedules]}


@route("POST {base_url}/me/schedules", body="ScheduleRequest", answer="Schedule", errors={**_CHAT, **_INTERNAL})
def create_schedule(request):
    """Create a schedule"""
    body = request.body
    expression = _cron_or_422(body["cron_expression"])
    chat_id = body.get("chat_id")
    if fault("schedule-without-chat") and chat_id is None:
        chat_id = STORE.owned(STORE.agents, request.user)[0].agent_id
    if fault("n-schedule-of-unknown-chat") and chat_id and chat_id.lower() not in STORE.agents:
        moment = clock.now()
        schedule = Schedule(new_id(), request.user.user_id, chat_id, expression, body.get("label"),
                            body["is_enabled"], moment, moment)
        _plan(schedule)
        STORE.schedules[schedule.schedule_id] = schedule
        return schedule_view(schedule)
    chat = _own_chat(request, chat_id, ownership_checked=not fault("schedule-of-foreign-chat"))
    if fault("schedule-weekday-shifted"):  # Monday is 0 in one library and 1 in the other
        fields = expression.split()
        fields[4] = str((int(fields[4]) + 1) % 7) if fields[4].isdigit() else fields[4]
        expression = " ".join(fields)
    moment = clock.now()
    schedule = Schedule(new_id(), request.user.user_id, chat.agent_id, expression, body.get("label"),
                        body["is_enabled"], moment, moment)
    _plan(schedule)
    if not fault("schedule-create-unsaved"):
        STORE.schedules[schedule.schedule_id] = schedule
    return schedule_view(schedule)


@route("GET {base_url}/me/schedules/onboarding", answer="ScheduleOnboarding", errors=_INTERNAL)
def get_onboarding(request):
    """Get what a user without schedules is shown"""
    count = len(STORE.owned(STORE.schedules, request.user))
    return {"has_schedules": count > 0, "schedule_count": count,
            "suggestions": [{"title": title, "cron_expression": expression} for title, expression in _SUGGESTIONS]}


@route("GET {base_url}/me/schedules/text-to-cron",
       query=[Param("cron", {"type": "string", "minLength": 1, "maxLength": 200}, required=True,
                    description="A cron expression, or words such as: every monday at 9:30")],
       answer="CronConversion", errors={400: "Invalid cron expression", **_INTERNAL})
def convert_to_cron(request):
    """Make a cron expression of words"""
    text = request.query["cron"]
    if fault("n-text-to-cron-steps-refused") and "/" in text:
        raise HttpError(400, "Invalid cron expression")
    try:
        expression = cron.from_text(text or "daily")
    except ValueError as error:
        if fault("text-to-cron-invalid-500"):
            raise
        if not fault("text-to-cron-invalid-accepted"):
            raise HttpError(400, f"Invalid cron expression: {error}") from None
        expression = "* * * * *"
    return {"source_text": text, "cron_expression": expression,
            "next_run_at": clock.iso(cron.next_run(expression, clock.now()))}


@route("GET {base_url}/me/schedules/{schedule_id}", path=_PATH, answer="Schedule", errors=_NOT_FOUND)
def get_schedule(request):
    """Get a schedule"""
    if fault("schedule-get-first") and STORE.owned(STORE.schedules, request.user):
        return schedule_view(STORE.owned(STORE.schedules, request.user)[0])
    return schedule_view(_own(request, ownership_checked=not fault("schedule-foreign-readable")))


@route("PUT {base_url}/me/schedules/{schedule_id}", path=_PATH, body="ScheduleUpdateRequest", answer="Schedule",
       errors={**_CHAT, **_NOT_FOUND})
def change_schedule(request):
    """Change the fields of a schedule that the body has"""
    schedule = _own(request)
    body = request.body
    if "cron_expression" in body:
        body["cron_expression"] = _cron_or_422(body["cron_expression"])
    if "chat_id" in body:
        body["chat_id"] = _own_chat(request, body["chat_id"],
                                    ownership_checked=not fault("schedule-moved-to-foreign-chat")).agent_id
    if fault("schedule-put-unsaved"):
        return {**schedule_view(schedule), **body}
    for name, value in body.items():
        setattr(schedule, name, value)
    schedule.updated_at = clock.now()
    _plan(schedule)
    return schedule_view(schedule)


@route("DELETE {base_url}/me/schedules/{schedule_id}", path=_PATH, answer="Schedule", errors=_NOT_FOUND)
def delete_schedule(request):
    """Delete a schedule"""
    schedule = _own(request)
    for other in STORE.owned(STORE.schedules, request.user):
        if fault("schedule-delete-takes-siblings") and other.chat_id == schedule.chat_id:
            STORE.schedules.pop(other.schedule_id, None)
    if not fault("n-schedule-delete-keeps"):
        STORE.schedules.pop(schedule.schedule_id, None)
    return schedule_view(schedule)


# --- Keeping the appointments ----------------------------------------------------------------------------------------

def _run_due():
    with STORE.lock:
        moment = clock.now()
        for schedule in list(STORE.schedules.values()):
            chat = STORE.agents.get(schedule.chat_id)
            if schedule.next_run_at is None or schedule.next_run_at > moment or chat is None:
                continue
            message = f"Scheduled run: {schedule.label or schedule.cron_expression}"
            run = create_run(chat, STORE.users[schedule.user_id])
            run.messages = [{"role": "user", "content": message},
                            {"role": "assistant", "content": brain.think(message, []).reply}]
            _plan(schedule)


def start_scheduler():
    """Run what is due, at the beginning of every minute."""
    def work():
        while True:
            time.sleep(60.05 - time.time() % 60)
            _run_due()
    threading.Thread(target=work, name="scheduler", daemon=True).start()

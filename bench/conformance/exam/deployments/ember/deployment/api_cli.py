"""Short-lived sessions by which a command-line client gets a JWT."""

import datetime as dt

from . import clock
from .auth import user_of_jwt
from .faults import fault
from .models import UUID
from .routing import HttpError, route
from .store import STORE, CliSession, new_id

LIFE = dt.timedelta(minutes=10)
_UNAVAILABLE = {503: "The CLI authentication service is unavailable"}
_NOT_FOUND = {404: "Session not found or expired", **_UNAVAILABLE}


def _view(session):
    return {"session_id": session.session_id, "status": session.status, "created_at": clock.iso(session.created_at),
            "expires_at": clock.iso(session.expires_at)}


def _session(session_id):
    session = STORE.cli_sessions.get(session_id)
    if session is None or session.expires_at <= clock.now():
        raise HttpError(404, "Session not found")
    return session


@route("POST {base_url}/me/cli-auth", auth="optional", answer="CliAuthModel", errors=_UNAVAILABLE)
def create_session(_request):
    """Create a session"""
    moment = clock.now()
    if fault("cli-session-reused"):
        pending = [session for session in STORE.cli_sessions.values() if session.status == "pending"]
        if pending:
            return _view(pending[0])
    session = CliSession(new_id(), moment, moment + LIFE)
    if fault("cli-session-born-expired"):
        session.expires_at = moment
    STORE.cli_sessions[session.session_id] = session
    return _view(session)


@route("PUT {base_url}/me/cli-auth/{cli_auth_id}", path={"cli_auth_id": UUID}, body="CliAuthInsertModel",
       answer="CliAuthModel", errors={403: "Not allowed to update this session", **_NOT_FOUND})
def attach_jwt(request):
    """Attach the caller's JWT to a session"""
    if fault("cli-attach-unknown-200") and request.path["cli_auth_id"] not in STORE.cli_sessions:
        moment = clock.now()
        return _view(CliSession(request.path["cli_auth_id"], moment, moment + LIFE, "attached"))
    session = _session(request.path["cli_auth_id"])
    token = request.body["user_token"]
    if user_of_jwt(token, STORE) is not request.user:
        raise HttpError(403, "The token is not the caller's")
    foreign = session.user_id not in (None, request.user.user_id) and not fault("n-cli-attach-over-foreign")
    if session.status == "consumed" or foreign:
        raise HttpError(403, "You are not allowed to update this session")
    if fault("cli-jwt-truncated"):
        token = token[:128]
    session.jwt, session.user_id, session.status = token, request.user.user_id, "attached"
    if fault("cli-jwt-in-every-session"):
        for other in STORE.cli_sessions.values():
            other.jwt = token
    return _view(session)


@route("GET {base_url}/me/cli-auth/{auth_id}", auth="optional", path={"auth_id": UUID},
       answer={"type": ["string", "null"], "description": "The JWT, or null if there is none (any more)."},
       errors=_NOT_FOUND)
def take_jwt(request):
    """Take the JWT out of a session"""
    if fault("n-cli-read-unknown-null") and request.path["auth_id"] not in STORE.cli_sessions:
        return None
    session = _session(request.path["auth_id"])
    token = session.jwt
    if token is None:
        return "" if fault("cli-empty-instead-of-null") else None
    if fault("cli-read-race"):
        STORE.gap()
    if not fault("cli-read-not-consumed"):
        session.jwt, session.status = None, "consumed"
    return {"jwt": token} if fault("cli-jwt-in-object") else token

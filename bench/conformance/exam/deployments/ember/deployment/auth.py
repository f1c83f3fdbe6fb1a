"""Who is calling: JWTs (HS256) at the User API, API keys at the Workers API."""

import base64
import hashlib
import hmac
import json
import time

from .faults import fault
from .routing import HttpError

JWT_SECRET = b"ember-staging-signing-secret-5f0e2c9b7d41"
ISSUER = "https://login.ember.example"
_CHALLENGE = {"WWW-Authenticate": "Bearer"}


def _encode(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _sign(signed_part):
    return _encode(hmac.new(JWT_SECRET, signed_part.encode(), hashlib.sha256).digest())


def issue_jwt(user, issued_at, expires_at):
    claims = {"iss": ISSUER, "sub": user.user_id, "email": user.email, "name": user.full_name,
              "iat": issued_at, "exp": expires_at}
    parts = [{"alg": "HS256", "typ": "JWT"}, claims]
    signed_part = ".".join(_encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    return f"{signed_part}.{_sign(signed_part)}"


def user_of_jwt(token, store):
    """The user that the token speaks for, or None if it is not a good token."""
    signed_part, _, signature = token.rpartition(".")
    try:
        header, claims = (json.loads(_decode(part)) for part in signed_part.split("."))
        algorithm, issuer = header.get("alg"), claims.get("iss")
        subject, expiry = claims.get("sub"), claims.get("exp")
    except (ValueError, AttributeError):
        return None
    unsigned = fault("jwt-alg-none") and algorithm == "none"
    if algorithm != "HS256" and not unsigned:
        return None
    good = hmac.compare_digest(_sign(signed_part).encode(), signature.encode())
    if not good and not unsigned and not fault("jwt-signature-unchecked"):
        return None
    if issuer != ISSUER or not isinstance(expiry, (int, float)) or expiry <= time.time():
        return None
    return store.users.get(subject) if isinstance(subject, str) else None


def _bearer(request):
    scheme, _, token = request.headers.get("authorization", "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def user_of_key(secret, store):
    if fault("key-prefix-match"):
        return next((store.users[key.user_id] for key in store.api_keys.values()
                     if secret and key.secret[:12] == secret[:12]), None)
    key_id = store.key_ids.get(secret)
    if fault("key-deleted-still-works") and secret in store.deleted_keys:
        return store.users[store.deleted_keys[secret]]
    return store.users[store.api_keys[key_id].user_id] if key_id is not None else None


def authenticate(request, store):
    """Put the caller into the request; HttpError if the operation needs one and there is none."""
    kind = request.route.auth_now()
    token = _bearer(request)
    if kind == "api_key":
        request.user = user_of_key(token, store)
        if not token and fault("start-without-key"):
            request.user = store.first_user()
    else:
        request.user = user_of_jwt(token, store) if token else None
        request.token = token
        if kind == "fallback" and not token:  # only with a fault: a default left over from development
            request.user = store.first_user()
    if kind != "optional" and request.user is None:
        if fault("tool-run-unauthorized-403") and request.route.key == "POST {base_url}/me/tools/run/{tool_name}":
            raise HttpError(403, "Not authenticated")
        raise HttpError(401, "Invalid or missing credentials", _CHALLENGE)

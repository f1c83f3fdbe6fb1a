"""HTTP server, router, validation, credentials and clock. Everything runs on one asyncio loop:
a handler without `await` is atomic."""
import asyncio
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
import traceback
import uuid
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qsl, unquote

FAULT = os.environ.get("FAULT", "")
MAX_BODY = 16 * 1024 * 1024
MAX_DEPTH = 200
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
REASONS = {200: "OK", 201: "Created", 204: "No Content", 400: "Bad Request", 401: "Unauthorized",
           402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
           409: "Conflict", 413: "Content Too Large", 422: "Unprocessable Entity",
           431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented"}


def fault(name):
    """True if the deployment was started with exactly this fault."""
    return FAULT == name


async def pause():
    """The gap between a check and its act that some faults open."""
    await asyncio.sleep(0.03)


# ---------------------------------------------------------------- clock and identifiers

_last_us = 0


def tick():
    """Microseconds since 1970, never the same twice: a creation time is thus an exact cursor."""
    global _last_us
    _last_us = max(time.time_ns() // 1000, _last_us + 1)
    return _last_us


def iso(us):
    return (EPOCH + timedelta(microseconds=us)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def new_id():
    return str(uuid.uuid4())


_counters = {}


def next_int(kind):
    _counters[kind] = _counters.get(kind, 1000) + 1
    return _counters[kind]


# ---------------------------------------------------------------- answers

class HTTPError(Exception):
    def __init__(self, status, detail, headers=()):
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, list(headers)


class Response:
    """A whole body, or `pieces` that are sent as a stream."""

    def __init__(self, status=200, body=b"", headers=(), pieces=None, content_type="application/json"):
        self.status, self.body, self.headers = status, body, list(headers)
        self.pieces, self.content_type = pieces, content_type


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def reply(value, status=200, headers=()):
    return Response(status, dump(value), headers)


def invalid(loc, msg, kind="value_error"):
    return HTTPError(422, [{"loc": list(loc), "msg": msg, "type": kind}])


def public(record):
    """A record as clients see it: without the fields that are only ours."""
    return {k: v for k, v in record.items() if not k.startswith("_")}


# ---------------------------------------------------------------- requests

def _no_constant(_):
    raise ValueError("not JSON")


def _finite(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("number out of range")
    return value


def _depth(value):
    deepest, stack = 0, [(value, 1)]
    while stack:
        item, depth = stack.pop()
        deepest = max(deepest, depth)
        if isinstance(item, dict):
            stack.extend((v, depth + 1) for v in item.values())
        elif isinstance(item, list):
            stack.extend((v, depth + 1) for v in item)
    return deepest


class Request:
    def __init__(self, method, path, query, headers, body):
        self.method, self.path, self.headers, self.body = method, path, headers, body
        self.query = dict(parse_qsl(query, keep_blank_values=True, errors="replace"))
        self.params, self.user = {}, None

    # --- body

    def json(self):
        try:
            text = self.body.decode()
            value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
            if b"\\u" in self.body:
                json.dumps(value, ensure_ascii=False).encode()  # lone surrogates aren't text
            if text.count("[") + text.count("{") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
                raise ValueError("nested too deeply")
        except RecursionError:
            if fault("json-deep-500"):
                raise
            raise invalid(["body"], "JSON decode error: nested too deeply", "json_invalid")
        except (ValueError, UnicodeError) as error:
            raise invalid(["body"], f"JSON decode error: {str(error)[:100]}".encode("ascii", "replace").decode(),
                          "json_invalid")
        return value

    def object(self, optional=False):
        if optional and not self.body.strip():
            return {}
        value = self.json()
        if optional and value is None:
            return {}
        if not isinstance(value, dict):
            raise invalid(["body"], "Input should be a valid dictionary", "dict_type")
        return value

    def fields(self, spec, optional=False):
        """The fields of the body that `spec` names, if they are given; null counts as not given,
        unless the kind ends with `?`. A `!` makes a field required."""
        given, out, errors = self.object(optional), {}, []
        for name, kind in spec.items():
            required, nullable = kind.endswith("!"), kind.endswith("?")
            kind = kind.rstrip("!?")
            value = given.get(name)
            if value is None:
                if required:
                    errors.append({"loc": ["body", name], "msg": "Field required", "type": "missing"})
                elif nullable and name in given:
                    out[name] = None
                continue
            problem = _problem(kind, value)
            if problem:
                errors.append({"loc": ["body", name], "msg": problem, "type": "value_error"})
            out[name] = value
        if errors:
            raise HTTPError(422, errors)
        return out

    # --- query

    def q_int(self, name, default, low, high):
        text = self.query.get(name)
        if text is None:
            return default
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
            raise invalid(["query", name], "Input should be a valid integer", "int_parsing")
        value = int(text)
        if not low <= value <= high:
            raise invalid(["query", name], f"Input should be between {low} and {high}", "range")
        return value

    def q_float(self, name, default, low, high):
        text = self.query.get(name)
        if text is None:
            return default
        if not re.fullmatch(r"[+-]?([0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?", text.strip()):
            raise invalid(["query", name], "Input should be a valid number", "float_parsing")
        value = float(text)
        if not low <= value <= high:
            raise invalid(["query", name], f"Input should be between {low} and {high}", "range")
        return value

    def q_str(self, name, default=None, required=False, min_length=0):
        text = self.query.get(name, default)
        if text is None and required:
            raise invalid(["query", name], "Field required", "missing")
        if text is not None and len(text) < min_length:
            raise invalid(["query", name], f"String should have at least {min_length} character", "string_too_short")
        return text

    def q_cursor(self, name="next_cursor"):
        """A date-time as microseconds since 1970, or None."""
        text = self.query.get(name)
        if text is None or text in ("", "null"):
            return None
        m = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?(Z|z|[+\- ]\d\d:?\d\d)?", text.strip(),
                         re.ASCII)
        try:
            if not m:
                raise ValueError
            date, minute, second, fraction, zone = m.groups()
            moment = datetime.fromisoformat(date + "T" + minute + (second or ":00")).replace(tzinfo=timezone.utc)
            us = (moment - EPOCH) // timedelta(microseconds=1) + int((fraction or "0").ljust(6, "0")[:6])
            if fault("cursor-seconds") and self.path.endswith("/agent-runs"):
                us -= us % 1_000_000
            if zone and zone not in "Zz" and not fault("cursor-zone-ignored"):
                digits = zone[1:].replace(":", "")
                if int(digits[:2]) > 23 or int(digits[2:]) > 59:
                    raise ValueError
                shift = (int(digits[:2]) * 60 + int(digits[2:])) * 60_000_000
                us += shift if zone[0] == "-" else -shift  # a `+` may arrive as a space
            return us
        except ValueError:
            raise invalid(["query", name], "Input should be a valid datetime", "datetime_parsing")

    # --- credentials

    def bearer(self):
        values = self.headers.get("authorization", [])
        if len(values) != 1:
            return None
        parts = values[0].split()
        if len(parts) != 2 or parts[0].lower() != "bearer":
            return None
        return parts[1]


def _problem(kind, value):
    if kind == "str":
        return None if isinstance(value, str) else "Input should be a valid string"
    if kind == "int":
        return None if isinstance(value, int) and not isinstance(value, bool) else "Input should be a valid integer"
    if kind == "nat":
        ok = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
        return None if ok else "Input should be a non-negative integer"
    if kind == "bool":
        return None if isinstance(value, bool) else "Input should be a valid boolean"
    if kind == "list":
        return None if isinstance(value, list) else "Input should be a valid list"
    if kind == "visibility":
        return None if value in ("private", "public") else "Input should be 'private' or 'public'"
    if kind == "messages":
        ok = isinstance(value, list) and all(
            isinstance(m, dict) and isinstance(m.get("role"), str) and isinstance(m.get("content"), str) for m in value)
        return None if ok else "Input should be a list of messages with role and content"
    raise AssertionError(kind)


# ---------------------------------------------------------------- JSON web tokens

JWT_SECRET = b"python-sparring-partner-jwt-secret"


def _b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_jwt(user_id, exp=4102444800):
    head = _b64(b'{"alg":"HS256","typ":"JWT"}')
    body = _b64(dump({"sub": user_id, "iss": "workers-platform", "iat": 1735689600, "exp": exp}))
    mac = hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest()
    return f"{head}.{body}.{_b64(mac)}"


def check_jwt(token):
    """The user id of a valid token, else None."""
    try:
        head, body, mac = token.split(".")
        want = _b64(hmac.new(JWT_SECRET, f"{head}.{body}".encode(), hashlib.sha256).digest())
        signed = hmac.compare_digest(mac.encode(), want.encode())
        if fault("jwt-signature-short"):
            signed = mac[:4] == want[:4]
        if not signed and FAULT not in ("jwt-signature-unchecked", "jwt-alg-none"):
            return None
        header, claims = json.loads(_unb64(head)), json.loads(_unb64(body))
        if fault("jwt-alg-none") and not signed:
            return claims.get("sub") if header.get("alg") == "none" else None
        if header.get("alg") != "HS256" or claims.get("iss") != "workers-platform":
            return None
        if not isinstance(claims.get("exp"), int) or claims["exp"] <= time.time():
            return None
        return claims.get("sub")
    except (ValueError, UnicodeError, AttributeError):
        return None


# ---------------------------------------------------------------- router

class Router:
    """Routes by number of segments; a literal segment goes before a parameter."""

    def __init__(self):
        self.by_length, self.count = {}, 0

    def route(self, method, pattern, auth="jwt"):
        segments = [s for s in pattern.strip("/").split("/")]

        def register(handler):
            self.count += 1
            rows = self.by_length.setdefault(len(segments), [])
            rows.append((method, segments, handler, auth))
            rows.sort(key=lambda row: [s.startswith("{") for s in row[1]])
            return handler
        return register

    def find(self, method, path):
        parts = [unquote(p, errors="replace") for p in path.strip("/").split("/")] if path.endswith("/me/") else \
                [unquote(p, errors="replace") for p in path[1:].split("/")]
        allowed = []
        for verb, segments, handler, auth in self.by_length.get(len(parts), ()):
            params = {}
            for have, want in zip(parts, segments):
                if want.startswith("{"):
                    if not have:
                        break
                    params[want[1:-1]] = have
                elif have != want:
                    break
            else:
                if verb == method:
                    return handler, auth, params
                allowed.append(verb)
        if allowed:
            raise HTTPError(405, "Method Not Allowed", [("Allow", ", ".join(sorted(set(allowed))))])
        raise HTTPError(404, "Not Found")


def typed_params(params):
    """`{x:uuid}` and `{x:int}` are checked; the others are any string."""
    out = {}
    for spec, text in params.items():
        name, _, kind = spec.partition(":")
        if kind == "uuid":
            if not UUID.fullmatch(text):
                if fault("run-id-bad-500") and name == "run_id":
                    raise RuntimeError("badly formed hexadecimal UUID string")
                raise invalid(["path", name], "Input should be a valid UUID", "uuid_parsing")
            text = text.lower()
        elif kind == "int":
            if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
                raise invalid(["path", name], "Input should be a valid integer", "int_parsing")
            text = int(text)
        out[name] = text
    return out


# ---------------------------------------------------------------- the server

class Server:
    def __init__(self, router, authenticate):
        self.router, self.authenticate = router, authenticate

    async def answer(self, req):
        try:
            handler, auth, params = self.router.find(req.method, req.path)
            self.authenticate(req, auth)
            req.params = typed_params(params)
            result = handler(req)
            if asyncio.iscoroutine(result):
                result = await result
            return result if isinstance(result, Response) else reply(result)
        except HTTPError as error:
            return reply({"detail": error.detail}, error.status, error.headers)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return reply({"detail": "Internal Server Error"}, 500)

    async def connection(self, reader, writer):
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            pass
        finally:
            writer.close()

    async def _one(self, reader, writer):
        """One request; False when the connection ends."""
        async def refuse(status, detail):
            await self._send(writer, reply({"detail": detail}, status), "HTTP/1.1", False)
            return False
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return await refuse(431, "Header fields too large")
        lines = head.decode("latin-1").lstrip("\r\n").split("\r\n")
        first = lines[0].split(" ")
        if len(first) != 3 or first[2] not in ("HTTP/1.1", "HTTP/1.0"):
            return await refuse(400, "Malformed request line")
        method, target, version = first
        headers = {}
        for line in lines[1:]:
            if line:
                name, colon, value = line.partition(":")
                if not colon or not name or name != name.strip():
                    return await refuse(400, "Malformed header")
                headers.setdefault(name.lower(), []).append(value.strip())
        connection = ",".join(headers.get("connection", [])).lower()
        keep = "close" not in connection if version == "HTTP/1.1" else "keep-alive" in connection
        lengths, coding = headers.get("content-length", []), ",".join(headers.get("transfer-encoding", [])).lower()
        if headers.get("expect", [""])[0].lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = b""
        if coding:
            if coding != "chunked" or lengths:
                return await refuse(400, "Unsupported transfer encoding")
            parts, total = [], 0
            while True:
                size_text = (await reader.readuntil(b"\r\n")).split(b";")[0].strip()
                if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", size_text):
                    return await refuse(400, "Malformed chunk")
                size = int(size_text, 16)
                total += size
                if total > MAX_BODY:
                    return await refuse(413, "Body too large")
                if not size:
                    while (await reader.readuntil(b"\r\n")) != b"\r\n":
                        pass
                    break
                parts.append(await reader.readexactly(size))
                await reader.readexactly(2)
            body = b"".join(parts)
        elif lengths:
            if len(set(lengths)) > 1 or not re.fullmatch(r"[0-9]{1,12}", lengths[0]):
                return await refuse(400, "Malformed Content-Length")
            if int(lengths[0]) > MAX_BODY:
                return await refuse(413, "Body too large")
            body = await reader.readexactly(int(lengths[0]))
        if target.startswith(("http://", "https://")):
            target = "/" + target.split("/", 3)[3] if target.count("/") > 2 else "/"
        path, _, query = target.partition("#")[0].partition("?")
        if not path.startswith("/"):
            return await refuse(400, "Malformed target")
        response = await self.answer(Request(method, path, query, headers, body))
        if method == "HEAD":
            response.body = b""
        await self._send(writer, response, version, keep)
        return keep

    async def _send(self, writer, response, version, keep):
        stream = response.pieces is not None
        chunked = stream and version == "HTTP/1.1"
        if stream and not chunked:
            response.body = b"".join(response.pieces)
        lines = [f"HTTP/1.1 {response.status} {REASONS.get(response.status, 'Unknown')}"]
        if response.status != 204:
            lines.append(f"Content-Type: {response.content_type}")
            lines.append("Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(response.body)}")
        lines += [f"{name}: {value}" for name, value in response.headers]
        lines.append(f"Connection: {'keep-alive' if keep else 'close'}")
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
        if not chunked:
            writer.write(head + response.body)
            await writer.drain()
            return
        writer.write(head)
        for piece in response.pieces:
            if piece:
                writer.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                await writer.drain()
                await asyncio.sleep(0)
        writer.write(b"0\r\n\r\n")
        await writer.drain()

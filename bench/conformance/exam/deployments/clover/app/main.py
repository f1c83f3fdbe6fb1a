"""Starts PostgreSQL, seeds it, serves."""
from __future__ import annotations

import asyncio
import contextlib
import logging
import pathlib
import sys
from typing import Any

import asyncpg
import uvicorn
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, OpenAPIMediaType, Reference, RequestBody, Schema, SecurityScheme

from . import agents, bundles, files, money, runs, schedules, studio, tools, workers
from .cluster import Cluster
from .core import db, spawn, tasks
from .seed import seed


def answer(status: int, detail: str, extra: Any = None, headers: dict | None = None) -> Response:
    body: dict[str, Any] = {"status_code": status, "detail": detail}
    if extra:
        body["extra"] = extra
    return Response(body, status_code=status, headers=headers, media_type="application/json")


def on_http(_: Request, exc: HTTPException) -> Response:
    """Litestar's errors; its own 400 (a body or parameter that does not parse) is 422 here."""
    status, own = exc.status_code, type(exc) is HTTPException
    if status == 400 and not own:
        extra = exc.extra if isinstance(exc.extra, list) else [{"message": exc.detail, "source": "body"}]
        return answer(422, "Validation failed", extra)
    return answer(status, exc.detail, exc.extra or None, exc.headers)


def on_text(_: Request, exc: Exception) -> Response:
    return answer(422, "Validation failed", [{"message": "a text can not be stored (NUL byte)"}])


def on_error(_: Request, exc: Exception) -> Response:
    logging.error("unhandled", exc_info=exc)
    return answer(500, "Internal Server Error")


def complete(app: Litestar) -> None:
    """What Litestar can not know of the operations: its 400 is 422 here, streams are texts."""
    text = Schema(type="string")
    for path, item in app.openapi_schema.paths.items():
        for method in ("get", "post", "put", "patch", "delete"):
            op = getattr(item, method)
            if op is None:
                continue
            bad = op.responses.get("400")
            if bad and not isinstance(bad.content["application/json"].schema, Reference):
                del op.responses["400"]
            if path == "/me/payments/webhook":
                op.request_body = RequestBody(required=True, content={"application/json": OpenAPIMediaType(
                    schema=Schema(type="object", required=["id", "type"], properties={
                        "id": text, "type": text, "data": Schema(type="object")}))})
            if not op.parameters and not op.request_body:
                op.responses.pop("422", None)
            for status in ("200", "201"):
                if answer_ := op.responses.get(status):
                    for header in (answer_.headers or {}).values():
                        header.schema = Schema(type="string", format="uuid")
                    for kind, media in (answer_.content or {}).items():
                        if path.startswith("/workers") and method != "get":
                            media.schema = text


def main() -> None:
    port = int(sys.argv[1])
    cluster = Cluster()

    @contextlib.asynccontextmanager
    async def lifespan(_: Litestar):
        await db.open(cluster.dir)
        await db.pool.execute(pathlib.Path(__file__).with_name("schema.sql").read_text())
        await seed()
        spawn(schedules.fire())
        yield
        left = list(tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        db.pool.terminate()

    handlers = [h for m in (workers, agents, files, studio, runs, money, bundles, schedules, tools) for h in m.HANDLERS]
    app = Litestar(
        handlers, lifespan=[lifespan],
        exception_handlers={HTTPException: on_http, asyncpg.CharacterNotInRepertoireError: on_text,
                            asyncpg.UntranslatableCharacterError: on_text, UnicodeEncodeError: on_text,
                            Exception: on_error},
        openapi_config=OpenAPIConfig(
            title="Agent Workers Platform", version="0.1.0", path="/schema", render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer")})),
        logging_config=None)
    complete(app)

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            if self.started:
                print("ready", flush=True)

    try:
        cluster.wait()
        Server(uvicorn.Config(app, host="127.0.0.1", port=port, loop="uvloop", http="httptools", log_level="error",
                              access_log=False, lifespan="on", timeout_graceful_shutdown=1)).run()
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import falcon.asgi  # noqa: F401
import uvicorn

from . import db as d
from . import account, agents, core, notifier, tools, workers  # noqa: F401
from .seed import seed


def guarded(app):
    """Lets handlers ask whether the client has hung up."""

    async def run(scope, receive, send):
        cycle = getattr(receive, "__self__", None)
        scope["medlar.gone"] = lambda: bool(getattr(cycle, "disconnected", False))
        await app(scope, receive, send)

    return run


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        if self.started:
            workers.start_workers()
            workers.spawn(workers.scheduler())
            print("ready", flush=True)


def alive(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False
    except PermissionError:
        return True


def main():
    port = int(sys.argv[1])
    tmp = Path(__file__).resolve().parent.parent / "tmp"
    tmp.mkdir(exist_ok=True)
    for old in tmp.glob("run-*"):  # of instances that were killed hard
        pid = old.name.split("-")[1]
        if pid.isdigit() and not alive(int(pid)):
            shutil.rmtree(old, ignore_errors=True)
    home = tempfile.mkdtemp(prefix=f"run-{os.getpid()}-", dir=tmp)
    try:
        d.open_db(os.path.join(home, "medlar.sqlite3"))
        with d.db.atomic():
            seed()
        config = uvicorn.Config(guarded(core.build_app()), host="127.0.0.1", port=port, log_level="warning", access_log=False,
                                loop="uvloop", http="httptools", ws="none", lifespan="off", timeout_graceful_shutdown=1,
                                timeout_keep_alive=75, backlog=512)
        Server(config).run()
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()

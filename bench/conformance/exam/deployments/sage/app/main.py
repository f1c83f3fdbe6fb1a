"""Entry: python -m app.main PORT"""
import asyncio
import logging
import os
import shutil
import signal
import sys
import tempfile
import time

from aiohttp import web

from . import core

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def say(e):
    return core.oops_reply(e)


@web.middleware
async def errors(req, handler):
    try:
        return await handler(req)
    except core.Oops as e:
        return say(e)
    except web.HTTPRequestEntityTooLarge:
        return say(core.Oops(413, "too large", "body"))
    except web.HTTPException as e:
        resp = say(core.Oops(e.status, e.reason.lower(), "path"))
        if "Allow" in e.headers:
            resp.headers["Allow"] = e.headers["Allow"]
        return resp
    except (ConnectionError, asyncio.CancelledError):
        raise
    except Exception:
        logging.exception("%s %s", req.method, req.path)
        return say(core.Oops(500, "something broke here", None))


def make_app():
    from . import agents, files, house, money, runs, schedules, studio, tools  # noqa: F401 (they register their routes)
    from .workers import WORKER_ROUTES
    app = web.Application(middlewares=[errors], client_max_size=16 * 1024 * 1024)
    for method, path, handler in core.ROUTES + WORKER_ROUTES:
        if method == "GET":
            app.router.add_get(path, handler, allow_head=False)
        else:
            app.router.add_route(method, path, handler)
    return app


def clear_dead(base):
    for name in os.listdir(base):
        pid = name.split("-")[1] if name.startswith("inst-") else ""
        path = os.path.join(base, name)
        if pid.isdigit() and not os.path.exists("/proc/" + pid) and time.time() - os.path.getmtime(path) > 600:
            shutil.rmtree(path, ignore_errors=True)


async def main(port):
    base = os.path.join(HERE, "tmp")
    try:
        os.makedirs(base, exist_ok=True)
        clear_dead(base)
        folder = tempfile.mkdtemp(prefix=f"inst-{os.getpid()}-", dir=base)
    except OSError:
        folder = tempfile.mkdtemp(prefix=f"sage-{os.getpid()}-")
    try:
        db = core.open_db(os.path.join(folder, "sage.sqlite"))
        from .seed import seed
        seed(db)
        app = make_app()
        db.after_seed()
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", port, backlog=512)
        await site.start()
        from .schedules import ticker
        tick = asyncio.ensure_future(ticker())
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for s in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(s, stop.set)
        print("ready", flush=True)
        await stop.wait()
        tick.cancel()
        await runner.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(main(int(sys.argv[1])))
    os._exit(0)

"""myrtle: one Sanic process. server.py PORT"""
import asyncio
import logging
import os
import signal
import sys

import sanic.server.runners

import core
import store
import account      # noqa: F401  registers its operations
import agents       # noqa: F401
import toolbox      # noqa: F401
import workers      # noqa: F401

app = core.app


async def watch_parent():
    first = int(os.environ.get("MYRTLE_PARENT") or os.getppid())
    while True:
        if os.getppid() != first:
            os._exit(0)
        await asyncio.sleep(0.4)


@app.before_server_start
async def prepare(app, loop):
    store.seed()


@app.after_server_start
async def started(app, loop):
    core.spawn(watch_parent())
    core.spawn(account.clockwork())
    print("ready", flush=True)


if __name__ == "__main__":
    # all state is memory: a signal may end the process at any moment, also while it starts
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sanic.server.runners.signal_func = lambda *_: None
    logging.disable(logging.WARNING)
    app.run(host="127.0.0.1", port=int(sys.argv[1]), single_process=True, register_sys_signals=False,
            motd=False, access_log=False, debug=False)

"""python3 -m deployment PORT"""

import gc
import json
import sys

from . import faults, openapi, seed
from .server import Server, Handler
from .api_schedules import start_scheduler
from . import (api_agents, api_billing, api_bundles, api_chats, api_cli, api_runs, api_schedules,  # noqa: F401
               api_studio, api_subscriptions, api_tools, api_user, api_workers)


def main():
    port = int(sys.argv[1])
    faults.check_known()
    seed.fill()
    Server.openapi = json.dumps(openapi.document(port), ensure_ascii=False).encode("utf-8")
    server = Server(("127.0.0.1", port), Handler)
    start_scheduler()
    gc.freeze()
    print("ready", flush=True)
    try:
        server.serve_forever(poll_interval=1)
    except KeyboardInterrupt:
        pass


main()

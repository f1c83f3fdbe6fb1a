import atexit, logging, shutil, signal, sys, threading
import api, workers, core, models, seed
import waitress

logging.getLogger("waitress").setLevel(logging.ERROR)
seed.seed()
threading.Thread(target=workers.scheduler, daemon=True).start()
atexit.register(shutil.rmtree, models.DIR, True)
signal.signal(signal.SIGTERM, lambda *a: sys.exit(0))
srv = waitress.create_server(core.app, host="127.0.0.1", port=int(sys.argv[1]), threads=120, connection_limit=2000, send_bytes=1,
                             channel_timeout=120, asyncore_use_poll=True, backlog=2048, ident=None)
print("ready", flush=True)
srv.run()

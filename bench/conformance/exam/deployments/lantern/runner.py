import sys, time, threading
import lib
from lib import *
def sweep(FAULTS, base=True, verbose=False):
    good, badl = [], []; probes = list(dict.fromkeys(p for _, p in FAULTS))
    if base:
        for p in probes:
            s = serve()
            try: p()
            except Exception as e: badl.append(("(none)", p.__name__, repr(e)))
            finally: stop(s)
        print("without a fault: %d probes, %d fail" % (len(probes), len(badl))); [print("  ", *b) for b in badl]
    for m, p in FAULTS:
        s = serve(m["id"])
        try: p(); badl.append((m["id"], p.__name__, "not seen"))
        except Exception as e: 
            good.append(m["id"])
            if verbose: print(m["id"], "|", type(e).__name__, str(e)[:140])
        finally: stop(s)
    print("%d faults, %d shown" % (len(FAULTS), len(good))); [print("  ", *b) for b in badl]
    return good, badl
if __name__ == "__main__":
    mod = __import__(sys.argv[1]); t = time.time(); sweep(mod.FAULTS, verbose=True); print(time.time() - t)

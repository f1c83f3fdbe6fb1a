#!/usr/bin/env python3
"""Starts the deployment, walks through all operations, then shows every fault from outside."""
import json, os, random, signal, socket, subprocess, sys, time
sys.dont_write_bytecode = True
from selftest_lib import Env, HERE, CONFIG
from selftest_walk import walk, load
from selftest_faults import CHECKS

def start(fault=''):
    for _ in range(20):  # a port may be taken by another between the choice and the start
        port = random.randint(20000, 40000)
        with socket.socket() as s:
            if not s.connect_ex(('127.0.0.1', port)): continue
        p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, 'FAULT': fault}, text=True)
        if p.stdout.readline().strip() == 'ready': return p, Env(port)
        err = p.communicate()[1]
        if 'EADDRINUSE' not in err: break
    raise SystemExit(f'not ready: {err}')

def stop(p):
    p.send_signal(signal.SIGTERM)
    p.wait(10)
    return p.stderr.read()

def main():
    only = sys.argv[1:]
    faults = json.load(open(os.path.join(HERE, 'faults.json')))
    text = open(os.path.join(HERE, 'interface.md')).read()
    failed = 0
    assert len(faults) == 70 and len({f['id'] for f in faults}) == 70, len(faults)
    for f in faults:
        assert f['words'] in text, f"not a quotation: {f['id']}"
        assert f['basis'] in ('stated', 'implied') and f['id'] in CHECKS, f['id']
    if not only:
        p, e = start()
        try:
            walk(e); print('walk ok', flush=True)
            n, secs = load(e); print(f'load ok: {n} requests in {secs:.1f} s, {n / secs:.0f}/s', flush=True)
        finally:
            err = stop(p)
        assert not err.strip(), err
    p, e = start()
    try:
        for f in faults:
            if only and f['id'] not in only: continue
            try: CHECKS[f['id']](e)
            except Exception as x: failed += 1; print(f"FAILS WITHOUT FAULT {f['id']}: {x!r}", flush=True)
    finally:
        err = stop(p)
    assert not err.strip(), err
    for f in faults:
        if only and f['id'] not in only: continue
        p, e = start(f['id'])
        t = time.time()
        try:
            CHECKS[f['id']](e)
            failed += 1; print(f"NOT SEEN {f['id']}", flush=True)
        except AssertionError as x:
            print(f"seen {f['id']} ({time.time() - t:.1f} s): {str(x)[:110]}", flush=True)
        except Exception as x:
            failed += 1; print(f"ODD {f['id']}: {x!r}", flush=True)
        finally:
            stop(p)
    print('all good' if not failed else f'{failed} failed')
    sys.exit(bool(failed))

main()

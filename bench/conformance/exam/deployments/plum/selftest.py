import json, os, random, signal, subprocess, sys, time, threading
from concurrent.futures import ThreadPoolExecutor
from selftest_client import C
from selftest_checks import CHECKS
from selftest_walk import walk
HERE = os.path.dirname(os.path.abspath(__file__))
def start(fault=''):
    port = random.randint(20000, 40000)
    p = subprocess.Popen([os.path.join(HERE, 'start.sh'), str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, 'FAULT': fault})
    line = p.stdout.readline()
    if line.strip() != b'ready': p.kill(); p.wait(); return start(fault)
    return p, C(port)
def stop(p): p.terminate(); p.wait()
def verdict(c, fid):
    try: return bool(CHECKS[fid](c))
    except Exception as e: return 'error %r' % e
def load(c):
    bad, fx = [], c.fx
    def one(i):
        k = i % 6
        r = (c.start('load %d' % i) if k == 0 else c.call('GET', '/me/agents', token=c.cr['otherJwt']) if k == 1 else c.call('POST', '/me/credits/use', token=c.cr['jwt']) if k == 2
             else c.call('POST', '/me/tools/run/read_tide_table', {'port': 'x'}, c.cr['jwt']) if k == 3 else c.call('GET', '/me/agent-runs?limit=5', token=c.cr['jwt']) if k == 4 else c.call('POST', '/me/agent-studio-chats', {'title': 'l'}, c.cr['sandboxJwt']))
        if r[0] != 200: bad.append((k, r[0], r[2][:100]))
    t = time.time()
    with ThreadPoolExecutor(30) as ex: list(ex.map(one, range(3000)))
    print('load: 3000 requests, %.0f a second, %d failed' % (3000 / (time.time() - t), len(bad)), bad[:3]); return not bad
def main():
    faults = [f['id'] for f in json.load(open(os.path.join(HERE, 'faults.json')))]
    assert len(faults) == len(set(faults)) == 70 and set(faults) == set(CHECKS), set(faults) ^ set(CHECKS)
    good = True
    p, c = start()
    try:
        for line in walk(c): print('WALK', line); good = False
        for fid in faults:
            v = verdict(c, fid)
            if v is not True: print('WITHOUT FAULT', fid, v); good = False
        good &= load(c)
    finally: stop(p)
    def one(fid):
        p, c = start(fid)
        try: v = verdict(c, fid)
        finally: stop(p)
        print(('shown ' if v is False else 'NOT SHOWN ') + fid, '' if v in (True, False) else v, flush=True)
        return v is False
    with ThreadPoolExecutor(3) as ex: good &= all(list(ex.map(one, faults)))
    print('all good' if good else 'FAILED')
    return 0 if good else 1
if __name__ == '__main__': sys.exit(main())

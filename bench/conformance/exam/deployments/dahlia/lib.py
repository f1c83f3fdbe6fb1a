"""Small HTTP client and starter for selftest.py and probes.py."""
import http.client, json, os, subprocess, sys, time, threading
from urllib.parse import urlencode
HERE=os.path.dirname(os.path.abspath(__file__))
CFG=json.load(open(HERE+"/config.json")); CR=CFG["credentials"]; FX=CFG["fixtures"]
OWN,OTHER,SBX=CR["jwt"],CR["otherJwt"],CR["sandboxJwt"]; KEY,OKEY=CR["apiKey"],CR["otherApiKey"]
PORT=9400
class R:
    def __init__(s,st,h,raw):
        s.status,s.h,s.raw=st,{k.lower():v for k,v in h},raw
        try: s.j=json.loads(raw)
        except Exception: s.j=None
    def __repr__(s): return f"{s.status} {s.raw[:300]!r}"
NONE=object()
def _call(m,p,body=NONE,auth=OWN,h=None,raw=None,**q):
    c=http.client.HTTPConnection("127.0.0.1",PORT,timeout=30)
    hd=dict(h or {})
    if auth: hd["Authorization"]="Bearer "+auth
    d=raw
    if body is not NONE: d=json.dumps(body).encode(); hd["Content-Type"]="application/json"
    elif raw is not None: hd.setdefault("Content-Type","application/json")
    c.request(m,p+("?"+urlencode(q) if q else ""),d,hd); r=c.getresponse(); b=r.read(); c.close()
    return R(r.status,r.getheaders(),b)
call=lambda *a,**k: _call(*a,**k)
G=lambda p,auth=OWN,**q: call("GET",p,auth=auth,**q)
def P(p,b=NONE,auth=OWN,**q): return call("POST",p,b,auth,**q)
def U(p,b=NONE,auth=OWN): return call("PUT",p,b,auth)
def A(p,b=NONE,auth=OWN): return call("PATCH",p,b,auth)
def D(p,auth=OWN): return call("DELETE",p,auth=auth)
AG,BG=FX["agentId"],FX["backgroundAgentId"]
def wpost(msg,ag=AG,key=KEY,nd=False): return call("POST",f"/agents/{'ndjson/' if nd else ''}{ag}",{"message":msg},key)
def wput(run,msg,ag=AG,key=KEY,nd=False): return call("PUT",f"/agents/{'ndjson/' if nd else ''}{ag}/{run}",{"message":msg},key)
def wget(run,ag=AG,key=KEY): return call("GET",f"/agents/{ag}/{run}",auth=key)
def rid(r): return r.h["x-service-run-id"]
def tool(name,inp=None,auth=OWN,**q): return call("POST","/me/tools/run/"+name,inp or {},auth,**q)
def N(name,auth=OWN,**inp): return tool("NOTIFIER_"+name,inp,auth)
def out(r): return r.j["structuredContent"]
def both(f,g=None):
    rs=[None,None]
    def run(i,x): rs[i]=x()
    ts=[threading.Thread(target=run,args=(0,f)),threading.Thread(target=run,args=(1,g or f))]
    [t.start() for t in ts]; [t.join() for t in ts]; return rs
def start(fault=""):
    p=subprocess.Popen([HERE+"/start.sh",str(PORT)],env={**os.environ,"FAULT":fault},stdout=subprocess.PIPE,stderr=subprocess.DEVNULL,text=True)
    for l in p.stdout:
        if l.strip()=="ready": return p
    raise SystemExit("did not start")
def stop(p): p.terminate(); p.wait()

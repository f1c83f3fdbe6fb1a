#!/usr/bin/env python3
"""Walks through all 93 operations without a fault. selftest.py [PORT]: against what runs there, else starts one at 9400."""
import sys, time, re, json, uuid
import lib
from lib import *
own=None
if len(sys.argv)>1: lib.PORT=int(sys.argv[1])
else: own=start()
bad=[]; seen=set(); doc=G("/v3/api-docs",None).j
_c=lib.call
pats=[(m.upper(),p,re.compile("^"+re.sub(r"{\w+}","[^/]+",p)+"$")) for p,o in doc["paths"].items() for m in o]
def norm(m,p):
    c=[x for x in pats if x[0]==m and x[2].match(p)]
    return (m,sorted(c,key=lambda x:x[1].count("{"))[0][1]) if c else None
def conform(v,s,at=""):
    if "$ref" in s: s=doc["components"]["schemas"][s["$ref"].split("/")[-1]]
    if "anyOf" in s:
        es=[conform(v,x,at) for x in s["anyOf"]]; return [] if any(not e for e in es) else es[0]
    t=s.get("type"); ts=[t] if isinstance(t,str) else t
    py={"object":dict,"array":list,"string":str,"integer":int,"number":(int,float),"boolean":bool,"null":type(None)}
    if ts and not any(isinstance(v,py[x]) and not(isinstance(v,bool) and x!="boolean") for x in ts): return [f"{at}: {v!r} is no {t}"]
    e=[]
    if isinstance(v,dict):
        e+=[f"{at}: no {k}" for k in s.get("required",[]) if k not in v]
        if "properties" in s:
            e+=[f"{at}: {k} not documented" for k in v if k not in s["properties"] and not s.get("additionalProperties")]
            for k in v:
                if k in s["properties"]: e+=conform(v[k],s["properties"][k],at+"/"+k)
    if isinstance(v,list) and "items" in s:
        for i,x in enumerate(v): e+=conform(x,s["items"],f"{at}/{i}")
    if "enum" in s and v not in s["enum"]: e.append(f"{at}: {v} not in enum")
    return e
def call2(m,p,*a,**k):
    r=_c(m,p,*a,**k); o=norm(m,p)
    if o:
        if r.status<300: seen.add(o)
        d=doc["paths"][o[1]][o[0].lower()]["responses"].get(str(r.status))
        if d is None: bad.append(f"{o} {r.status} not documented")
        elif "content" in d:
            (ct,t),=d["content"].items()
            if not r.h.get("content-type","").startswith(ct): bad.append(f"{o} {r.status} type {r.h.get('content-type')}")
            if ct.endswith("json") and "ndjson" not in ct: bad.extend(f"{o} {r.status}{e}" for e in conform(r.j,t["schema"]))
        elif r.raw: bad.append(f"{o} has a body")
    return r
lib.call=call2; call=call2
def eq(what,got,want):
    if got!=want: bad.append(f"{what}: {got!r}, not {want!r}")
def st(r,want,what=""): eq(f"{what} status {r}",r.status,want); return r
# workers
r=st(wpost("héllo"),200); run=rid(r); eq("text",r.raw.decode().startswith("You said: héllo"),True)
r=st(wput(run,"second"),200); eq("same run",rid(r),run)
r=st(wpost(FX["toolCallMessage"]["message"],nd=True),200); nrun=rid(r); ls=[json.loads(l) for l in r.raw.decode().splitlines()]; eq("lines",[l["type"] for l in ls][:2],["tool_call","tool_result"])
st(wput(nrun,"and now?",nd=True),200)
r=st(wget(run),200); eq("history",[x["role"] for x in r.j],["user","assistant"]*2); eq("no job",r.h.get("x-service-job-id"),None)
for k in (None,"nope",OWN): st(wpost("x",key=k),401)
st(wget(run,key=OKEY),403); st(wpost("x",FX["privateAgentId"]),403); st(wpost("x",str(uuid.uuid4())),404); st(wget(str(uuid.uuid4())),404)
st(wpost("x",FX["unpaidAgentId"]),200)
for msg in (FX["backgroundMessage"],FX["backgroundErrorMessage"]):
    r=st(wpost(msg,BG),200); b=rid(r); eq("job on post",bool(r.h.get("x-service-job-id")),True)
    r=st(wget(b,BG),200); n=len(r.j); eq("job",bool(r.h.get("x-service-job-id")),True); st(wput(b,"x",BG),409); st(wput(b,"x",BG,nd=True),409); st(wpost("new",BG),200); eq("n",len(wget(b,BG).j),n)
    t=time.time()
    while wget(b,BG).h.get("x-service-job-id") and time.time()-t<10: time.sleep(.4)
    st(wput(b,"",BG),200); eq("after",len(wget(b,BG).j),n+2)
# runs
r=st(G("/me/agent-runs",limit=2),200); eq("2",len(r.j["content"]),2); c=r.j["nextCursor"]; r2=st(G("/me/agent-runs",limit=2,next_cursor=c),200)
eq("pages",len({x["runId"] for x in r.j["content"]+r2.j["content"]}),4)
st(G("/me/agent-runs",limit=0),422); st(G("/me/agent-runs",next_cursor="x"),422)
st(G(f"/me/agent-runs/{run}"),200); st(G(f"/me/agent-runs/{run}",OTHER),404); st(G("/me/agent-runs/x"),422)
eq("logs",len(st(G(f"/me/agent-runs/{run}/logs"),200).j),2); eq("mcp",len(st(G(f"/me/agent-runs/{nrun}/mcp-server-logs"),200).j),1)
# tools
T=FX["tool"]; r=st(tool(T["name"],T["input"]),200); st(tool(T["name"],T["invalidInput"]),400); st(tool("nope"),404); st(tool(T["name"],T["input"],None),401); st(call("POST","/me/tools/run/count_words",[1]),422)
r=st(G("/me/executions"),200); l=r.j["content"][0]["logId"]; st(G(f"/me/executions/{l}"),200); st(G(f"/me/executions/{l}",OTHER),404); st(G("/me/executions/x"),422)
st(G("/me/tools/list"),200); st(G("/me/tools",None),200); eq("search",st(G("/me/tools/search",q="tide"),200).j[0]["name"],"read_tide_table")
for q in ({"q":""},{},{"q":"a","limit":0},{"q":"a","limit":201},{"q":"a","min_score":1.1}): st(G("/me/tools/search",**q),422)
eq("toolkit",len(st(G("/me/tools/search",q="notifier",toolkit="sea"),200).j),0)
st(G("/me/tools/count_words",None),200); st(G("/me/tools/nope",None),404); st(G("/me/toolsets/list"),200); eq("set",len(st(G("/me/toolsets/sea"),200).j["tools"]),2); st(G("/me/toolsets/no"),404)
st(P("/me/user-tools",{"toolId":"count_words"}),200); st(P("/me/user-tools",{"toolId":"count_words"}),409); eq("ut",len(st(G("/me/user-tools"),200).j),1); st(G("/me/user-tools/count_words"),200); st(D("/me/user-tools/count_words"),200); st(D("/me/user-tools/count_words"),404)
# subscriptions
pay={"successUrl":"https://a.example"}
st(P(f"/me/agents/{FX['paidAgentId']}/subscribe",pay),200); st(P(f"/me/agents/{FX['unpaidAgentId']}/subscribe",{}),400); st(P(f"/me/agents/{FX['ownPaidAgentId']}/subscribe",{}),400); st(P(f"/me/agents/{FX['subscribedAgentId']}/subscribe",{}),402); st(P("/me/agents/x/subscribe",{}),404)
eq("subs",len(st(G("/me/subscriptions"),200).j["content"]),2); st(G("/me/subscriptions/"+FX["subscribedAgentId"]),200); st(G("/me/subscriptions/"+FX["paidAgentId"]),404)
st(P(f"/me/agents/{FX['unsubscribeAgentId']}/unsubscribe"),200); st(P(f"/me/agents/{FX['unsubscribeAgentId']}/unsubscribe"),400); st(P("/me/agents/x/unsubscribe"),404)
# studio
r=st(P("/me/agent-studio-chats",{"title":"T","visibility":"private"}),200); c=r.j["runId"]; st(P("/me/agent-studio-chats",{"runId":c}),200); st(P("/me/agent-studio-chats",{"runId":c},OTHER),409); st(P("/me/agent-studio-chats",{"visibility":"private"},SBX),400)
st(G(f"/me/agent-studio-chats/{c}",None),403); st(G(f"/me/agent-studio-chats/{c}",OTHER),403); st(G(f"/me/agent-studio-chats/{c}"),200); st(P(f"/me/agent-studio-chats/{c}/clone"),400)
st(U(f"/me/agent-studio-chats/{c}",{"title":"x"},OTHER),403); st(A(f"/me/agent-studio-chats/{c}",{"title":"x"},OTHER),403); st(D(f"/me/agent-studio-chats/{c}",OTHER),403)
eq("patched",st(A(f"/me/agent-studio-chats/{c}",{"visibility":"public"}),200).j["title"],"T"); st(G(f"/me/agent-studio-chats/{c}",None),200); st(P(f"/me/agent-studio-chats/{c}/clone",auth=OTHER),201); st(P("/me/agent-studio-chats/nope/clone"),404)
st(U(f"/me/agent-studio-chats/{c}",{"title":"U"}),200); eq("list",len(st(G("/me/agent-studio-chats"),200).j),1); st(D(f"/me/agent-studio-chats/{c}"),200); st(G(f"/me/agent-studio-chats/{c}"),404); eq("list",st(G("/me/agent-studio-chats"),200).j,[])
# agents
n=len(st(G("/me/agents"),200).j); r=st(P("/me/agents",{"chatPrompt":"Hi ü","vanitySlug":"my-slug","visibility":"public"}),200); a=r.j["agentId"]; eq("n",len(G("/me/agents").j),n+1)
st(P("/me/agents",{"agentId":a,"chatPrompt":"New"}),200); eq("upd",G(f"/me/agents/{a}",None).j["chatPrompt"],"New"); eq("n",len(G("/me/chats").j),n+1)
st(P("/me/agents",{}),400); st(P("/me/agents",{"chatPrompt":"x","visibility":"private"},SBX),400); st(P("/me/agents",{"chatPrompt":"x","agentId":a},OTHER),403); st(P("/me/agents",{"chatPrompt":"x","agentId":str(uuid.uuid4())}),404); st(P("/me/agents",{"chatPrompt":5}),422); st(call("POST","/me/agents",raw=b"{"),422)
st(G("/me/agents/"+FX["privateAgentId"]),403); st(G("/me/agents/x"),404); st(P(f"/me/agents/{a}/upsell-description"),200); st(P("/me/agents/x/upsell-description"),404)
st(P("/me/agents/vanity/slug",{"name":"Harbour pilot"},None),200); eq("slug",st(G("/me/agents/vanity/slug",slug="my-slug"),200).j["available"],False); st(G("/me/agents/vanity/slug"),422)
eq("slug",G("/me/agents/vanity/slug",slug="free-one").j["available"],True)
for s in st(G("/me/vibe/services",None),200).j["content"]: st(G(f"/me/agents/{a}/vibe",service_name=s["name"]),200)
st(G(f"/me/agents/{a}/vibe",service_name="x"),422)
th=f"/me/agents/{a}/customizations/theme"; eq("null",st(G(th),200).raw,b"null"); st(U(th,{"themeColor":"red"}),400); st(U(th,{"themeColor":"#a1B2c3"}),200); eq("theme",G(th).j["themeColor"],"#a1B2c3"); st(U(th,{"themeColor":"#a1B2c3"},OTHER),403); st(G("/me/agents/x/customizations/theme"),422)
f=f"/me/agents/{a}/files"; ids=[st(P(f,{"fileName":f"f{i}","content":"é"}),201).j["fileId"] for i in range(10)]; st(P(f,{"fileName":"f"}),400); st(P(f,{"fileName":"f"},OTHER),403)
r=st(U(f+"/positions",{"positions":[{"fileId":x,"position":9-i} for i,x in enumerate(ids)]}),200); eq("order",[x["fileId"] for x in r.j["content"]],ids[::-1]); eq("order",[x["fileId"] for x in st(G(f),200).j["content"]],ids[::-1]); st(U(f+"/positions",{"positions":[{"fileId":str(uuid.uuid4()),"position":0}]}),404)
st(G(f"{f}/{ids[0]}"),200); st(A(f"{f}/{ids[0]}",{"fileName":"g"}),200); eq("del",st(D(f"{f}/{ids[0]}"),204).raw,b""); st(G(f"{f}/{ids[0]}"),404); st(G(f+"/x"),422)
# chats
r=st(P("/me/chats",{"chatPrompt":"Old way"}),200); c=r.j["agentId"]; st(P("/me/chats",{}),400); st(G(f"/me/chats/{c}"),200); st(G(f"/me/chats/{c}",OTHER),403); st(G(f"/me/chats/{c}",None),403); st(U(f"/me/chats/{c}",{"chatPrompt":"z"}),200); st(U(f"/me/chats/{c}",{"chatPrompt":"z"},OTHER),403); st(A(f"/me/chats/{c}",{"name":"N"}),200); st(A("/me/chats/x",{"name":"N"}),404)
st(G(f"/me/chats/{a}/og",None),200); st(P(f"/me/chats/{c}/clone"),403); st(P(f"/me/chats/{a}/clone",auth=OTHER),200); eq("cl",st(P(f"/me/chats/{a}/clone",{"name":"Clone"}),200).j["name"],"Clone"); st(call("POST",f"/me/chats/{a}/clone",None),200)
st(P(f"/me/chats/{a}/feedback",{"rating":5},OTHER),200); st(P(f"/me/chats/{a}/feedback",{"rating":6}),422); st(P(f"/me/chats/{a}/runs"),200); st(P(f"/me/chats/{FX['privateAgentId']}/runs"),403); st(D(f"/me/chats/{c}",OTHER),403)
# schedules
r=st(P("/me/schedules",{"chatId":c,"cron":FX["cron"]}),200); s=r.j["scheduleId"]; st(P("/me/schedules",{"chatId":FX["unpaidAgentId"],"cron":"* * * * *"}),403); st(P("/me/schedules",{"cron":"* * * * *"}),403); st(P("/me/schedules",{"chatId":c,"cron":"x"}),422)
eq("l",len(st(G("/me/schedules"),200).j["content"]),1); st(G("/me/schedules/onboarding"),200); eq("cron",st(G("/me/schedules/text-to-cron",cron="every monday at 9"),200).j["cron"],"0 9 * * 1"); st(G("/me/schedules/text-to-cron",cron="61 * * * *"),400)
st(G(f"/me/schedules/{s}"),200); st(G(f"/me/schedules/{s}",OTHER),404); st(U(f"/me/schedules/{s}",{"cron":"5 5 * * *"}),200); eq("cron",G(f"/me/schedules/{s}").j["cron"],"5 5 * * *"); st(D(f"/me/schedules/{s}"),200); st(G(f"/me/schedules/{s}"),404); st(G("/me/schedules/x"),422)
st(D(f"/me/chats/{c}"),200); st(G(f"/me/chats/{c}"),404)
# keys, money
k=st(P("/me/api-keys",{"name":"K"}),200).j; eq("hidden",any("key" in x for x in st(G("/me/api-keys"),200).j),False); eq("d",st(G("/me/api-keys/default"),200).j["key"],KEY); st(G(f"/me/api-keys/{k['apiKeyId']}"),200); st(wpost("x",key=k["key"]),200); st(D(f"/me/api-keys/{k['apiKeyId']}"),200); st(wpost("x",key=k["key"]),401); st(G(f"/me/api-keys/{k['apiKeyId']}"),404); st(G("/me/api-keys/x"),422)
st(G("/me/billing"),200); b0=st(G("/me/credits"),200).j["balance"]; eq("used",st(P("/me/credits/use"),200).j["balance"],b0-1); st(G("/me/credits",SBX),404)
w=FX["webhook"]; hk=lambda **h: call("POST","/me/payments/webhook",auth=None,raw=w["body"].encode(),h=h)
st(hk(**{w["signatureHeader"]:w["validSignature"]}),200); st(hk(),400); st(hk(**{w["signatureHeader"]:"x"}),400); st(P("/me/payments/sessions",{"plan":"pro"}),200); st(P("/me/payments/sessions",{}),422)
for x,cnt in (("summary",None),("subscribers","count"),("earnings","amount")):
    r=st(G("/me/monetization/"+x),200); eq("28",r.j["period"],28); st(G("/me/monetization/"+x,period=366),422); st(G("/me/monetization/"+x,period=0),422)
    if cnt: eq("days",len(r.j["content"]),28); eq("sum",sum(d[cnt] for d in r.j["content"]),G("/me/monetization/summary").j["totalSubscribers" if cnt=="count" else "totalEarnings"])
# bundles
b=st(P("/me/bundles"),200).j["bundleId"]; B=f"/me/bundles/{b}"; st(G(B),200); st(G(B,OTHER),404); st(P(B+"/tools",{"toolId":"count_words"}),200); st(P(B+"/tools",{"toolId":"no"}),404); eq("t",len(st(G(B+"/tools"),200).j),1); st(U(B,{"name":"X"}),200); eq("c",st(G("/me/bundles"),200).j[0]["toolCount"],1); st(D(B+"/tools/count_words"),200); st(D(B+"/tools/count_words"),404); st(U("/me/bundles/99999",{"name":"x"}),409); st(D(B),200); st(G(B),404)
# cli
r=st(P("/me/cli-auth",auth=None),200); i=f"/me/cli-auth/{r.j['cliAuthId']}"; eq("null",st(G(i,None),200).raw,b"null"); st(U(i,{"jwt":OWN}),200); st(U(i,{"jwt":"x"},OTHER),403); eq("jwt",st(G(i,None),200).j,OWN); eq("null",st(G(i,None),200).raw,b"null"); st(G("/me/cli-auth/"+str(uuid.uuid4()),None),404)
# user, vip
eq("tier",st(G("/me/"),200).j["tier"],"pro"); eq("tier",G("/me/",SBX).j["tier"],"sandbox"); st(G("/me/",None),401); eq("0",st(G("/me/vip"),200).j["count"],0); st(P("/me/vip",{"code":FX["vipCode"]}),200); st(P("/me/vip",{"code":FX["vipCode"]}),400); st(P("/me/vip",{"code":FX["ownVipCode"]}),400); st(P("/me/vip",{"code":"no"}),400); eq("1",G("/me/vip").j["count"],1)
# NOTIFIER
r=st(N("CREATE_CHAT",email="a@b.example"),200); ch=out(r)["iden"]; eq("m",out(st(N("UPDATE_CHAT",iden=ch,muted=True),200))["muted"],True); eq("l",len(out(N("LIST_CHATS"))["chats"]),1); st(N("LIST_CHATS",limit=501),400); st(N("DELETE_CHAT",iden=ch),200); eq("l",len(out(N("LIST_CHATS"))["chats"]),0); st(N("CREATE_CHAT"),400)
dv=out(st(N("CREATE_DEVICE",model="m",nickname="n",app_version=1,manufacturer="f",has_sms=True),200))["iden"]; st(N("CREATE_DEVICE",model="m",nickname="n",app_version=-1,manufacturer="f"),400); x=out(st(N("UPDATE_DEVICE",iden=dv,nickname="q"),200)); eq("dev",(x["nickname"],x["model"],x["has_sms"]),("q","m",True)); eq("l",len(out(N("LIST_DEVICES"))["devices"]),1)
p=out(st(N("CREATE_PUSH",type="note",body="b",guid="g",device_iden=dv),200))["iden"]; eq("guid",out(N("CREATE_PUSH",type="note",body="b",guid="g"))["iden"],p); st(N("CREATE_PUSH",type="link"),400); st(N("CREATE_PUSH",type="file",file_url="u",file_name="n"),400); st(N("CREATE_PUSH",type="list"),400)
for k in range(4): st(N("CREATE_PUSH",type="link",url=f"https://x.example/{k}"),200)
r=out(st(N("LIST_PUSHES",limit=3),200)); r2=out(N("LIST_PUSHES",limit=3,cursor=r["cursor"])); eq("pages",len({z["iden"] for z in r["pushes"]+r2["pushes"]}),5); eq("end",r2["cursor"],None)
x=out(st(N("UPDATE_PUSH",iden=p,dismissed=True,items=[{"text":"a","checked":True}]),200)); eq("items",(x["dismissed"],x["items"]),(True,[{"text":"a","checked":True}])); eq("after",len(out(N("LIST_PUSHES",modified_after=x["modified"]-0.0005))["pushes"]),1)
st(N("DELETE_PUSH",iden=p),200); eq("act",len(out(N("LIST_PUSHES",active=True))["pushes"]),4); eq("all",len(out(N("LIST_PUSHES"))["pushes"]),5); st(N("DELETE_ALL_PUSHES"),200); time.sleep(.6); eq("act",len(out(N("LIST_PUSHES",active=True))["pushes"]),0)
st(N("DELETE_DEVICE",device_iden=dv),200); eq("l",len(out(N("LIST_DEVICES"))["devices"]),0); eq("u",out(st(N("GET_USER"),200))["name"],"Olive Owner"); st(N("UPLOAD_REQUEST",file_name="a.png",file_type="image/png"),200)
missing=[(m,p) for m,p,_ in pats if (m,p) not in seen]
if missing: bad.append(f"never answered well: {missing}")
if own: stop(own)
print("\n".join(dict.fromkeys(bad))); print(len(seen),"of 93 operations;","FAILED" if bad else "all good"); sys.exit(bool(bad))

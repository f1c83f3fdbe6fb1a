#!/usr/bin/env python3
"""Each fault with its probe. A probe gives (right, what was seen). probes.py [id...]: without the fault all must be right,
with it wrong; faults.json is written after each with those that are shown so far, probes.json with what was seen."""
import sys, json, time, uuid
from lib import *
import lib
L=[]
def fault(id,operation,basis,needs,words,what):
    def d(f): L.append((dict(id=id,operation=operation,basis={"S":"stated","I":"implied"}[basis],needs={"r":"request","s":"sequence","t":"timing"}[needs],words=words,what=what),f)); return f
    return d
WP="POST {agents_url}/{agent_id}"; WU="PUT {agents_url}/{agent_id}/{run_id}"; WG="GET {agents_url}/{agent_id}/{run_id}"; NP="POST {agents_url}/ndjson/{agent_id}"; NU="PUT {agents_url}/ndjson/{agent_id}/{run_id}"
u=lambda: uuid.uuid4().hex[:10]
def agent(auth=OWN,**k): return P("/me/agents",{"chatPrompt":"Probe "+u(),**k},auth).j
def texts(r): return [x["content"] for x in r.j]
def job(msg="backgroundMessage"): return rid(wpost(FX[msg],BG))
def idle(run,secs=8):
    t=time.time()
    while wget(run,BG).h.get("x-service-job-id") is not None:
        if time.time()-t>secs: return False
        time.sleep(.4)
    return True
FREE=FX["unpaidAgentId"]
# ---------------------------------------------------------------- Workers API
@fault("worker-put-without-run-header",WU,"S","r","Header X-Service-Run-ID is sent again.","The answer to a PUT (text or NDJSON) lacks the header X-Service-Run-ID.")
def _(): r=wput(rid(wpost("a")),"b"); return "x-service-run-id" in r.h, r.h
@fault("worker-refused-put-adds-message",WU,"S","s","job running | PUT with run_id | Rejected with status 409; message not added","A PUT refused with 409 during a job adds its user message to the history nevertheless.")
def _():
    run=job(); n=len(wget(run,BG).j); s=wput(run,"refused",BG).status; k=len(wget(run,BG).j); return (s,k)==(409,n),(s,n,k)
@fault("worker-ndjson-put-during-job",NU,"S","s","When a job is running, PUT returns 409.","The NDJSON PUT is taken with 200 while a job runs; only the text PUT checks for it.")
def _(): run=job(); r=wput(run,"x",BG,nd=True); return r.status==409,r.status
@fault("worker-post-refused-during-job",[WP,NP],"S","s","A POST is always allowed, also while a job is running.","A POST to a worker is refused with 409 while another run of the caller at it has a job.")
def _(): job(); r=wpost("new one",BG); return r.status==200,r.status
@fault("worker-failed-job-never-ends",WG,"S","s","job running | job finishes, successfully or with an error | idle | GET no longer returns x-service-job-id","After a job that ended with an error GET goes on sending x-service-job-id; a client that polls waits for ever.")
def _(): run=job("backgroundErrorMessage"); o=idle(run); return o,o
@fault("worker-text-shows-tool-calls",[WP,WU],"S","r","Streamed text with only the worker's user-facing output (no tool calls or debug data).","The text stream begins with the tool call and its raw result.")
def _(): r=wpost(FX["toolCallMessage"]["message"]); return "RAW-GAUGE" not in r.raw.decode() and "tool_call" not in r.raw.decode(),r.raw.decode()
@fault("worker-same-message-same-run",[WP,NP],"S","s","every POST returns a new run ID in X-Service-Run-ID","A second POST with the same first message goes on with the earlier run and returns its run ID.")
def _(): m="same "+u(); a,b=rid(wpost(m)),rid(wpost(m)); return a!=b,(a,b)
@fault("worker-post-keeps-context",[WP,NP],"S","s","A POST starts a new interaction with a clear context","A new run begins with the messages of the caller's previous run at this worker.")
def _(): wpost("first "+u()); n=len(wget(rid(wpost("second"))).j); return n==2,n
@fault("worker-history-answer-before-question",WG,"S","s","JSON array of messages, each with role and content, in conversation order","From the second turn on the assistant's answer stands before the user's message.")
def _(): run=rid(wpost("a")); wput(run,"b"); l=[x["role"] for x in wget(run).j]; return l==["user","assistant"]*2,l
@fault("worker-history-last-ten",WG,"S","s","Each conversation has a run ID that preserves the full history","GET gives no more than the last ten messages.")
def _():
    run=rid(wpost("m0")); [wput(run,f"m{i}") for i in range(1,7)]; n=len(wget(run).j); return n==14,n
@fault("worker-put-empty-message-refused",[WU,NU],"S","s","a PUT with any message value may resume","A PUT with the empty string as message is refused with 422.")
def _(): r=wput(rid(wpost("a")),""); return r.status==200,r.status
@fault("worker-run-of-another-user",[WG,WU,NU],"I","s","call a deployed worker over HTTP and keep a persistent conversation with it","Whoever knows the run ID reads and continues the run of another user at a public worker.")
def _(): run=rid(wpost("secret",FREE)); s=(wget(run,FREE,OKEY).status,wput(run,"hi",FREE,OKEY).status); return all(x>=400 for x in s),s
@fault("worker-simultaneous-puts-lose-one",[WU,NU],"I","t","A PUT with a run ID adds a user message to that run and keeps its history.","Of two PUTs to one run at once the later one writes over the message of the other, though both are answered with 200.")
def _():
    run=rid(wpost("a")); both(lambda:wput(run,"one"),lambda:wput(run,"two")); l=texts(wget(run)); return len(l)==6 and "one" in l and "two" in l,l
@fault("worker-ndjson-raw-newlines",[NP,NU],"I","r","NDJSON stream with the worker's output plus out-of-band signals","Newlines in the text stand raw in the strings of the NDJSON lines, so that lines break and can't be parsed.")
def _():
    r=wpost("hello",nd=True)
    try: [json.loads(l) for l in r.raw.decode().split("\n") if l]; return True,"all lines parse"
    except Exception as e: return False,r.raw.decode()
@fault("worker-ndjson-not-utf8",[NP,NU],"I","r","NDJSON stream with the worker's output","The NDJSON stream is written in Latin-1 though it says UTF-8: accents come as broken bytes, other scripts as question marks.")
def _():
    r=wpost("Zürich 日本",nd=True)
    try: t="".join(json.loads(l).get("delta","") for l in r.raw.decode().split("\n") if l); return "Zürich 日本" in t,t
    except UnicodeDecodeError as e: return False,repr(r.raw[:200])
@fault("worker-accepts-deleted-key",["DELETE {base_url}/me/api-keys/{api_key_id}",WP],"I","s","every request carries the header Authorization: Bearer <API_KEY>","An API key that was used once is still taken after it was deleted.")
def _():
    k=P("/me/api-keys",{"name":"p"}).j; a=wpost("x",key=k["key"]).status; D(f"/me/api-keys/{k['apiKeyId']}"); b=wpost("x",key=k["key"]).status; return a==200 and b in(401,403),(a,b)
# ---------------------------------------------------------------- NOTIFIER
RUN="POST {base_url}/me/tools/run/"
@fault("notifier-link-without-url",RUN+"NOTIFIER_CREATE_PUSH","S","r","url string (required when type=link)","A push of type link is made without a url.")
def _(): r=N("CREATE_PUSH",type="link",title="t"); return r.status==400,r.status
@fault("notifier-guid-ignored",RUN+"NOTIFIER_CREATE_PUSH","S","s","guid string (client-generated, for idempotency)","A second push with the same guid makes a second push.")
def _(): g=u(); a,b=[out(N("CREATE_PUSH",type="note",body="b",guid=g))["iden"] for _ in "12"]; return a==b,(a,b)
@fault("notifier-active-ignored",RUN+"NOTIFIER_LIST_PUSHES","S","s","active boolean (true returns only active pushes)","active=true lists deleted pushes too.")
def _():
    p=out(N("CREATE_PUSH",type="note",body="b"))["iden"]; N("DELETE_PUSH",iden=p); l=[x["iden"] for x in out(N("LIST_PUSHES",active=True))["pushes"]]; return p not in l,p in l
@fault("notifier-negative-app-version",RUN+"NOTIFIER_UPDATE_DEVICE","S","s","app_version integer, non-negative","NOTIFIER_UPDATE_DEVICE takes a negative app_version, which NOTIFIER_CREATE_DEVICE refuses.")
def _(): d=dev(); r=N("UPDATE_DEVICE",iden=d["iden"],app_version=-1); return r.status==400,r.status
def dev(): return out(N("CREATE_DEVICE",model="m",nickname="n"+u(),app_version=1,manufacturer="f",has_sms=True,icon="phone"))
@fault("notifier-limit-over-500",[RUN+"NOTIFIER_LIST_CHATS",RUN+"NOTIFIER_LIST_PUSHES"],"S","r","NOTIFIER_LIST_CHATS, NOTIFIER_LIST_PUSHES | limit max 500","A limit of more than 500 is taken.")
def _(): s=(N("LIST_CHATS",limit=501).status,N("LIST_PUSHES",limit=501).status); return s==(400,400),s
@fault("notifier-chat-not-unmuted",RUN+"NOTIFIER_UPDATE_CHAT","S","s","NOTIFIER_UPDATE_CHAT | Mute or unmute a chat","muted=false is passed over: a muted chat stays muted.")
def _():
    c=out(N("CREATE_CHAT",email=u()+"@b.example"))["iden"]; N("UPDATE_CHAT",iden=c,muted=True); N("UPDATE_CHAT",iden=c,muted=False); m=[x["muted"] for x in out(N("LIST_CHATS"))["chats"] if x["iden"]==c]; return m==[False],m
@fault("notifier-delete-all-spares-dismissed",RUN+"NOTIFIER_DELETE_ALL_PUSHES","S","s","Delete all pushes of the user asynchronously","Pushes that were dismissed are not deleted and stay active.")
def _():
    p=out(N("CREATE_PUSH",type="note",body="b"))["iden"]; N("UPDATE_PUSH",iden=p,dismissed=True); N("DELETE_ALL_PUSHES"); time.sleep(1); l=[x["iden"] for x in out(N("LIST_PUSHES",active=True))["pushes"]]; return l==[],l
@fault("notifier-cursor-repeats",[RUN+"NOTIFIER_LIST_PUSHES",RUN+"NOTIFIER_LIST_CHATS"],"I","s","limit integer (max 500, default 500); cursor string","Each further page begins with the last record of the page before it.")
def _():
    [N("CREATE_PUSH",type="note",body=str(i)) for i in range(4)]; a=out(N("LIST_PUSHES",limit=2)); b=out(N("LIST_PUSHES",limit=2,cursor=a["cursor"])); l=[x["iden"] for x in a["pushes"]+b["pushes"]]; return len(set(l))==4,l
@fault("notifier-modified-after-created",RUN+"NOTIFIER_LIST_PUSHES","I","s","modified_after number (UNIX timestamp, float)","modified_after looks at the time of creation: a push changed since then is missing.")
def _():
    p=out(N("CREATE_PUSH",type="note",body="b")); time.sleep(.05); N("UPDATE_PUSH",iden=p["iden"],dismissed=True); l=[x["iden"] for x in out(N("LIST_PUSHES",modified_after=p["modified"]+.01))["pushes"]]; return p["iden"] in l,l
@fault("notifier-device-update-loses-rest",RUN+"NOTIFIER_UPDATE_DEVICE","I","s","Update device metadata","Fields that an update does not name (model, icon, has_sms ...) are set to null.")
def _(): d=dev(); N("UPDATE_DEVICE",iden=d["iden"],nickname="x"); e=[x for x in out(N("LIST_DEVICES"))["devices"] if x["iden"]==d["iden"]][0]; return (e["model"],e["icon"])==("m","phone"),e
@fault("notifier-items-unchecked",RUN+"NOTIFIER_UPDATE_PUSH","I","s","items array (list-style pushes; each item has text string and checked boolean)","Items are saved with checked false, whatever was sent.")
def _():
    p=out(N("CREATE_PUSH",type="note",body="b"))["iden"]; N("UPDATE_PUSH",iden=p,items=[{"text":"a","checked":True},{"text":"b","checked":False}]); i=[x["items"] for x in out(N("LIST_PUSHES"))["pushes"] if x["iden"]==p][0]; return [x["checked"] for x in i]==[True,False],i
# ---------------------------------------------------------------- User API: stated
@fault("agent-runs-default-limit-20","GET {base_url}/me/agent-runs","S","s","limit (integer, default 30)","Without limit only 20 runs are listed.")
def _(): [P(f"/me/chats/{AG}/runs") for _ in range(32)]; n=len(G("/me/agent-runs").j["content"]); return n==30,n
@fault("subscribed-already-400","POST {base_url}/me/agents/{agent_id}/subscribe","S","r","402 already subscribed","To subscribe a second time is answered with 400.")
def _(): r=P(f"/me/agents/{FX['subscribedAgentId']}/subscribe",{}); return r.status==402,r.status
@fault("unsubscribe-twice","POST {base_url}/me/agents/{agent_id}/unsubscribe","S","s","400 no active subscription to cancel","A subscription that was ended already is ended again with 200.")
def _(): a=FX["unsubscribeAgentId"]; P(f"/me/agents/{a}/unsubscribe"); r=P(f"/me/agents/{a}/unsubscribe"); return r.status==400,r.status
def studio(auth=OWN,**k): return P("/me/agent-studio-chats",{"title":"T","visibility":"public","messages":[{"role":"user","content":"hi"}],**k},auth).j
SC="{base_url}/me/agent-studio-chats/{run_id}"
@fault("studio-patch-sandbox-private","PATCH "+SC,"S","s","400 sandbox tier setting private","A user of the sandbox tier makes a studio chat private by PATCH; only POST and PUT check.")
def _(): c=studio(SBX)["runId"]; r=A(f"/me/agent-studio-chats/{c}",{"visibility":"private"},SBX); return r.status==400,r.status
@fault("studio-put-by-another","PUT "+SC,"S","s","403 No permission on the chat","Another user may replace a studio chat by PUT.")
def _(): c=studio()["runId"]; r=U(f"/me/agent-studio-chats/{c}",{"title":"mine now"},OTHER); return r.status==403,r.status
@fault("studio-clone-200","POST "+SC+"/clone","S","s","POST /me/agent-studio-chats/{run_id}/clone | 201 AgentStudioChat","The clone is answered with 200.")
def _(): r=P(f"/me/agent-studio-chats/{studio()['runId']}/clone"); return r.status==201,r.status
@fault("upsert-update-without-prompt","POST {base_url}/me/agents","S","s","chat prompt (required on create/upsert)","An upsert that names an existing agent is taken without a chat prompt.")
def _(): a=agent()["agentId"]; r=P("/me/agents",{"agentId":a,"name":"x"}); return r.status==400,r.status
def addf(a,**k): return P(f"/me/agents/{a}/files",{"fileName":"f"+u(),"content":"c",**k})
@fault("files-in-order-of-creation","GET {base_url}/me/agents/{agent_id}/files","S","s","Belongs to an agent; ordered by position","The list of files stands in the order of creation, whatever their positions.")
def _():
    a=agent()["agentId"]; i=[addf(a).j["fileId"] for _ in range(3)]; U(f"/me/agents/{a}/files/positions",{"positions":[{"fileId":x,"position":2-k} for k,x in enumerate(i)]}); l=[x["fileId"] for x in G(f"/me/agents/{a}/files").j["content"]]; return l==i[::-1],l
@fault("file-limit-not-checked","POST {base_url}/me/agents/{agent_id}/files","S","s","number of files per agent is capped; 400 when exceeded","There is no bound for the number of files of an agent.")
def _(): a=agent()["agentId"]; s=[addf(a).status for _ in range(60)]; return 400 in s,(s.count(201),s.count(400))
@fault("api-keys-list-shows-key","GET {base_url}/me/api-keys","S","r","A hidden variant omits the key value","The list of API keys shows the key values.")
def _(): r=G("/me/api-keys"); return KEY not in r.raw.decode(),r.j[0]
@fault("monetization-period-366",["GET {base_url}/me/monetization/summary","GET {base_url}/me/monetization/subscribers","GET {base_url}/me/monetization/earnings"],"S","r","query period (integer, 1 to 365, default 28)","A period of 366 days is taken.")
def _(): r=G("/me/monetization/summary",period=366); return r.status==422,r.status
@fault("webhook-without-signature","POST {base_url}/me/payments/webhook","S","r","the request must carry a signature; 400 is returned when it is missing","An event without the signature header is processed with 200.")
def _(): r=call("POST","/me/payments/webhook",auth=None,raw=FX["webhook"]["body"].encode()); return r.status==400,r.status
@fault("cli-jwt-not-consumed","GET {base_url}/me/cli-auth/{auth_id}","S","s","Carries a user JWT; read once and consumed","The JWT can be read again and again.")
def _(): i=cli(); a,b=G(i,None).j,G(i,None).j; return a==OWN and b!=OWN,(a,b)
def cli(): i="/me/cli-auth/"+P("/me/cli-auth",auth=None).j["cliAuthId"]; U(i,{"jwt":OWN}); return i
@fault("cli-simultaneous-reads","GET {base_url}/me/cli-auth/{auth_id}","S","t","read once and consumed","Two reads at once both get the JWT.")
def _(): i=cli(); l=[r.j for r in both(lambda:G(i,None))]; return l.count(OWN)==1,l
@fault("schedule-of-another-users-chat","POST {base_url}/me/schedules","S","r","403 chat ID invalid, missing or not owned by the caller","A schedule is made for another user's chat if that is public.")
def _(): r=P("/me/schedules",{"chatId":FREE,"cron":FX["cron"]}); return r.status==403,r.status
@fault("vip-own-code-redeemed","POST {base_url}/me/vip","S","r","own codes cannot be redeemed","A VIP code of the caller's own is redeemed.")
def _(): r=P("/me/vip",{"code":FX["ownVipCode"]}); return r.status==400,r.status
@fault("run-input-not-checked","POST {base_url}/me/tools/run/{tool_name}","S","r","400 invalid input or parameters","Input of a wrong type is not refused; the tool runs with it.")
def _(): r=tool(FX["tool"]["name"],FX["tool"]["invalidInput"]); return r.status==400,r.status
# ---------------------------------------------------------------- User API: implied
@fault("agent-runs-cursor-repeats","GET {base_url}/me/agent-runs","I","s","list endpoints with next_cursor take a date-time cursor and a limit","The page after a cursor begins with the last run of the page before.")
def _():
    [P(f"/me/chats/{AG}/runs") for _ in range(4)]; a=G("/me/agent-runs",limit=2).j; b=G("/me/agent-runs",limit=2,next_cursor=a["nextCursor"]).j; l=[x["runId"] for x in a["content"]+b["content"]]; return len(set(l))==4,l
@fault("agent-run-of-another-user","GET {base_url}/me/agent-runs/{run_id}","I","s","404 run not found","The run of another user is shown.")
def _(): run=rid(wpost("x")); r=G(f"/me/agent-runs/{run}",OTHER); return r.status in(403,404),r.status
@fault("executions-of-all-users","GET {base_url}/me/executions","I","s","Tool execution log | log_id | integer | Read-only","The list shows the tool executions of all users.")
def _():
    n=len(G("/me/executions",OTHER).j["content"]); tool("count_words",{"text":"mine only"}); l=G("/me/executions",OTHER).j["content"]; return len(l)==n,len(l)
@fault("mcp-logs-of-all-runs","GET {base_url}/me/agent-runs/{run_id}/mcp-server-logs","I","s","Agent run view, agent run log, MCP server log | run_id | uuid | Read-only logs of a run","The MCP server logs of all runs of the agent are given, not those of the run asked for.")
def _():
    a=rid(wpost(FX["toolCallMessage"]["message"])); b=rid(wpost("nothing")); l=[x["runId"] for x in G(f"/me/agent-runs/{b}/mcp-server-logs").j]; return l==[],l
@fault("unsubscribe-ends-all","POST {base_url}/me/agents/{agent_id}/unsubscribe","I","s","400 no active subscription to cancel","The end of one subscription ends all others of the caller.")
def _(): P(f"/me/agents/{FX['unsubscribeAgentId']}/unsubscribe"); s=G("/me/subscriptions/"+FX["subscribedAgentId"]).j["status"]; return s=="active",s
@fault("studio-list-shows-deleted","GET {base_url}/me/agent-studio-chats","I","s","Agent studio chat DELETE is a soft delete","Deleted studio chats stay in the list.")
def _(): c=studio()["runId"]; D(f"/me/agent-studio-chats/{c}"); l=[x["runId"] for x in G("/me/agent-studio-chats").j]; return c not in l,c in l
@fault("studio-patch-loses-title","PATCH "+SC,"I","s","body AgentStudioChatUpdate (partial update)","A PATCH that does not name the title sets it to null.")
def _(): c=studio()["runId"]; A(f"/me/agent-studio-chats/{c}",{"visibility":"public"}); t=G(f"/me/agent-studio-chats/{c}").j["title"]; return t=="T",t
@fault("agent-prompt-255",["POST {base_url}/me/agents","POST {base_url}/me/chats","PUT {base_url}/me/chats/{chat_id}","PATCH {base_url}/me/chats/{chat_id}"],"I","r","Has chat prompt (required on create/upsert)","A chat prompt of more than 255 characters is cut off without a word.")
def _(): n=len(P("/me/agents",{"chatPrompt":"x"*1000}).j["chatPrompt"]); return n==1000,n
@fault("upsert-refused-but-written","POST {base_url}/me/agents","I","s","403 No permission on the chat, agent","An upsert of another user's agent is answered with 403, but the fields are written.")
def _(): a=agent(); r=P("/me/agents",{"agentId":a["agentId"],"chatPrompt":"taken over"},OTHER); p=G(f"/me/agents/{a['agentId']}").j["chatPrompt"]; return (r.status,p)==(403,a["chatPrompt"]),(r.status,p)
@fault("upsell-description-not-saved","POST {base_url}/me/agents/{agent_id}/upsell-description","I","s","200 AgentModel (upsell description generated)","The generated description is in the answer, but the agent does not have it afterwards.")
def _(): a=agent()["agentId"]; d=P(f"/me/agents/{a}/upsell-description").j["upsellDescription"]; e=G(f"/me/agents/{a}").j["upsellDescription"]; return d==e,(d,e)
@fault("theme-refused-but-saved","PUT {base_url}/me/agents/{agent_id}/customizations/theme","I","s","400 invalid theme color format","An invalid color is answered with 400, but saved.")
def _():
    a=agent()["agentId"]; t=f"/me/agents/{a}/customizations/theme"; U(t,{"themeColor":"#112233"}); r=U(t,{"themeColor":"not a color"}); c=G(t).j["themeColor"]; return (r.status,c)==(400,"#112233"),(r.status,c)
@fault("file-of-another-agent",["GET {base_url}/me/agents/{agent_id}/files/{file_id}","PATCH {base_url}/me/agents/{agent_id}/files/{file_id}","DELETE {base_url}/me/agents/{agent_id}/files/{file_id}"],"I","s","Belongs to an agent; ordered by position; count per agent is limited","A file is found under any agent that the caller may see.")
def _(): a,b=agent()["agentId"],agent()["agentId"]; f=addf(a).j["fileId"]; r=G(f"/me/agents/{b}/files/{f}"); return r.status==404,r.status
@fault("file-patch-resets-position","PATCH {base_url}/me/agents/{agent_id}/files/{file_id}","I","s","ordered by position","A PATCH that does not name the position sets it to 0.")
def _():
    a=agent()["agentId"]; addf(a); f=addf(a).j; A(f"/me/agents/{a}/files/{f['fileId']}",{"fileName":"new"}); p=G(f"/me/agents/{a}/files/{f['fileId']}").j["position"]; return p==f["position"],p
@fault("file-positions-partly-written","PUT {base_url}/me/agents/{agent_id}/files/positions","I","s","body AgentFileBatchPositionRequest (batch ordering)","A batch with an unknown file is answered with 404, but the positions before that one are written.")
def _():
    a=agent()["agentId"]; f=addf(a).j; r=U(f"/me/agents/{a}/files/positions",{"positions":[{"fileId":f["fileId"],"position":7},{"fileId":str(uuid.uuid4()),"position":0}]}); p=G(f"/me/agents/{a}/files/{f['fileId']}").j["position"]; return (r.status,p)==(404,f["position"]),(r.status,p)
@fault("chat-patch-resets-visibility","PATCH {base_url}/me/chats/{chat_id}","I","s","body AgentRequestPartial","A PATCH that does not name the visibility sets it to the default: a public chat becomes private.")
def _(): a=agent(visibility="public")["agentId"]; A(f"/me/chats/{a}",{"name":"n"}); v=G(f"/me/chats/{a}").j["visibility"]; return v=="public",v
@fault("chat-delete-refused-but-done","DELETE {base_url}/me/chats/{chat_id}","I","s","403 No permission on the chat","To delete another user's public chat is answered with 403, but the chat is gone.")
def _(): a=agent(visibility="public")["agentId"]; s=D(f"/me/chats/{a}",OTHER).status,G(f"/me/chats/{a}").status; return s==(403,200),s
@fault("chat-clone-changes-original","POST {base_url}/me/chats/{chat_id}/clone","I","s","optional body AgentRequestPartial or null","The fields in the body of the clone are written to the original too.")
def _(): a=agent(visibility="public"); P(f"/me/chats/{a['agentId']}/clone",{"chatPrompt":"for the clone"},OTHER); p=G(f"/me/chats/{a['agentId']}").j["chatPrompt"]; return p==a["chatPrompt"],p
@fault("chat-clone-stays-with-owner","POST {base_url}/me/chats/{chat_id}/clone","I","s","200 AgentModel","The clone of another user's chat belongs to that user: it is not among the caller's chats.")
def _(): c=P(f"/me/chats/{FREE}/clone").j["agentId"]; l=[x["agentId"] for x in G("/me/chats").j]; return c in l,c in l
@fault("api-key-of-another-user","GET {base_url}/me/api-keys/{api_key_id}","I","s","404 Resource not found (... API key ...)","The API key of another user is shown with its value.")
def _(): i=G("/me/api-keys/default",OTHER).j["apiKeyId"]; r=G(f"/me/api-keys/{i}"); return r.status==404,r.status
@fault("credits-simultaneous-uses-lose-one","POST {base_url}/me/credits/use","I","t","Balance of agent execution credits; can be used","Two uses at once take one credit only.")
def _(): b=G("/me/credits").j["balance"]; both(lambda:P("/me/credits/use")); c=G("/me/credits").j["balance"]; return b-c==2,(b,c)
@fault("bundle-remove-one-removes-all","DELETE {base_url}/me/bundles/{bundle_id}/tools/{tool_id}","I","s","Membership of a tool in a bundle","The removal of one tool empties the bundle.")
def _():
    b=f"/me/bundles/{P('/me/bundles').j['bundleId']}"; [P(b+"/tools",{"toolId":t}) for t in("count_words","read_tide_table")]; D(b+"/tools/count_words"); l=[x["toolId"] for x in G(b+"/tools").j]; return l==["read_tide_table"],l
def sched(): return P("/me/schedules",{"chatId":AG,"cron":"0 9 * * 1"}).j["scheduleId"]
@fault("schedule-put-not-saved","PUT {base_url}/me/schedules/{schedule_id}","I","s","body ScheduleUpdateRequest","The answer shows the new values, but the schedule keeps the old ones.")
def _(): s=sched(); U(f"/me/schedules/{s}",{"cron":"5 5 * * *"}); c=G(f"/me/schedules/{s}").j["cron"]; return c=="5 5 * * *",c
@fault("schedule-delete-disables-only","DELETE {base_url}/me/schedules/{schedule_id}","I","s","404 Resource not found (... schedule ...)","A deleted schedule is switched off only: it is still found and listed.")
def _(): s=sched(); D(f"/me/schedules/{s}"); r=G(f"/me/schedules/{s}"); return r.status==404,r.status
@fault("uninstall-for-all-users","DELETE {base_url}/me/user-tools/{tool_id}","I","s","tools installed by the user","To remove an installed tool removes it for all users.")
def _(): [P("/me/user-tools",{"toolId":"count_words"},x) for x in(OWN,OTHER)]; D("/me/user-tools/count_words"); r=G("/me/user-tools/count_words",OTHER); return r.status==200,r.status
@fault("search-toolkit-ignored","GET {base_url}/me/tools/search","I","r","toolkit (string, optional, may be null)","The filter toolkit has no effect.")
def _(): l=[x["name"] for x in G("/me/tools/search",q="push",toolkit="sea").j]; return l==[],l
@fault("vip-refused-but-counted","POST {base_url}/me/vip","I","s","400 ... a code already redeemed by the caller","A second redemption is refused with 400, but counted.")
def _():
    c=FX["vipCode"]; P("/me/vip",{"code":c}); a=G("/me/vip").j["count"]; s=P("/me/vip",{"code":c}).status; b=G("/me/vip").j["count"]; return (s,b)==(400,a),(s,a,b)

if __name__=="__main__":
    ids=[f["id"] for f,_ in L]; assert len(set(ids))==len(ids)
    from collections import Counter
    print(len(L),Counter(f["basis"] for f,_ in L),Counter(f["needs"] for f,_ in L))
    try: seen=json.load(open("probes.json"))
    except Exception: seen={}
    want=sys.argv[1:] or ids
    p=start()
    base={}
    for f,t in L:
        if f["id"] in want:
            ok,s=t(); base[f["id"]]=s
            if not ok: print("WRONG WITHOUT FAULT",f["id"],s); want=[x for x in want if x!=f["id"]]
    stop(p)
    for f,t in L:
        if f["id"] not in want: continue
        p=start(f["id"])
        try: ok,s=t()
        except Exception as e: ok,s=None,repr(e)
        stop(p)
        if ok is False:
            seen[f["id"]]={"without":str(base[f["id"]])[:300],"with":str(s)[:300]}
            json.dump(seen,open("probes.json","w"),indent=1,ensure_ascii=False)
            o=[g for g,_ in L if g["id"] in seen]
            open("faults.json.new","w").write(json.dumps(o,indent=1,ensure_ascii=False)); os.replace("faults.json.new","faults.json")
        else: print("NOT SHOWN",f["id"],ok,s)
    print(len(seen),"shown",flush=True)

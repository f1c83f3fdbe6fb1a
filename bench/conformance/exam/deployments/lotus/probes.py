#!/usr/bin/env python3
"""Each fault with a short probe: the probe is run without and with the fault and has to give the two values that are named. Writes faults.json with those that do.
probes.py [PORT [ID...]]"""
import sys,json,os,time,re
import selftest as T
from selftest import *
ARGS=sys.argv[2:]
A,G,PA,UN,OP,SU,US,PR=[F[k] for k in ('agentId','backgroundAgentId','paidAgentId','unpaidAgentId','ownPaidAgentId','subscribedAgentId','unsubscribeAgentId','privateAgentId')]
h=http_
L=[]
def fault(id,op,basis,needs,words,what,probe,good,bad):
    L.append((dict(id=id,operation=op,basis=basis,needs=needs,words=words,what=what),probe,good,bad))
st=lambda *a,**k: h(*a,**k).status
def say(m,agent=A,tok=AK,nd=False): return h('POST','/run/'+('ndjson/' if nd else '')+agent,tok,{'message':m})
def more(run,m,agent=A,tok=AK,nd=False): return h('PUT','/run/'+('ndjson/' if nd else '')+f'{agent}/{run}',tok,{'message':m})
def hist(run,agent=A,tok=AK): return h('GET',f'/run/{agent}/{run}',tok)
rid=lambda r: r.h.get('x-service-run-id')
def N_(op,tok=JWT,**i):
    r=h('POST','/me/tools/run/NOTIFIER_'+op,tok,i); return r.j['output'] if r.status==200 else r.status
def agent(tok=JWT,**k): return h('POST','/me/agents',tok,{'chatPrompt':'P',**k}).j['id']
def files(i,n): return [h('POST',f'/me/agents/{i}/files',JWT,{'name':f'f{x}','content':'c'}).j['fileId'] for x in range(n)]
SC='/me/agent-studio-chats'
W={m:f'{m} {{agents_url}}/{{agent_id}}' for m in ('POST',)}
WP,WU,WG='POST {agents_url}/{agent_id}','PUT {agents_url}/{agent_id}/{run_id}','GET {agents_url}/{agent_id}/{run_id}'
NP,NU='POST {agents_url}/ndjson/{agent_id}','PUT {agents_url}/ndjson/{agent_id}/{run_id}'
RUN='POST {base_url}/me/tools/run/{tool_name}'
def b(m,p): return f'{m} {{base_url}}{p}'

# ---- Workers API
def p():
    x,y=rid(say('same words')),rid(say('same words')); return x==y
fault('worker-same-message-same-run',[WP,NP],'stated','sequence','every POST returns a new run ID in X-Service-Run-ID','A POST with the same message as a POST of the last minute to the same worker continues that run and returns its run ID.',p,False,True)
fault('worker-put-no-run-id',WU,'stated','request','Header X-Service-Run-ID is sent again.','The text PUT answers without the header X-Service-Run-ID.',lambda: rid(more(rid(say('a')),'b')) is None,False,True)
def p():
    r=rid(say('a')); more(r,'b',nd=True); return [m['role'] for m in hist(r).j]
fault('worker-ndjson-put-unsaved',NU,'stated','sequence','A PUT with a run ID adds a user message to that run and keeps its history.','The NDJSON PUT does not keep the user message: the history has only the answer to it.',p,['user','assistant']*2,['user','assistant','assistant'])
fault('worker-text-shows-calls',[WP,WU],'stated','request',"Streamed text with only the worker's user-facing output (no tool calls or debug data).",'The text stream begins with the JSON of the tool call and of its result.',lambda: 'gauge=417mm' in say(F['toolCallMessage']['message']).text,False,True)
fault('worker-ndjson-no-results',[NP,NU],'stated','request','NDJSON streams carry out-of-band signals such as tool calls and their responses.','The NDJSON stream has the tool calls but not their responses.',lambda: 'gauge=417mm' in say(F['toolCallMessage']['message'],nd=True).text,True,False)
def p():
    r=rid(say(F['backgroundMessage'],G)); x=more(r,'while it runs',G).status; return x,len(hist(r,G).j)
fault('worker-409-keeps-message',[WU,NU],'stated','timing','PUT with run_id | job running | Rejected with status 409; message not added','A PUT during a job is refused with 409, but its message stands in the history.',p,(409,2),(409,3))
def p():
    r=rid(say(F['backgroundErrorMessage'],G)); time.sleep(F['jobSeconds']+.5); return 'x-service-job-id' in hist(r,G).h,more(r,'x',G).status
fault('worker-failed-job-stays',[WG,WU],'stated','timing','job finishes, successfully or with an error | none | idle | GET no longer returns x-service-job-id','A job that ends with an error is shown as running for ever, and PUT stays 409.',p,(False,200),(True,409))
fault('worker-job-blocks-post',[WP,NP],'stated','timing','A POST is always allowed, also while a job is running.','While a run of the caller has a job, a POST to the same worker is refused with 409.',lambda:(say(F['backgroundMessage'],G),say('x',G).status)[1],200,409)
def p():
    r=rid(say(F['backgroundMessage'],G)); return ['x-service-job-id' in hist(r,G).h for _ in range(3)],more(r,'x',G).status
fault('worker-job-header-once',WG,'stated','timing','Header x-service-job-id is present while a background job runs and absent otherwise','Only the first GET of a running job has x-service-job-id, the next ones lack it while PUT is still 409.',p,([True]*3,409),([True,False,False],409))
def p():
    m='x'*2500+'END'; return hist(rid(say(m))).j[0]['content']==m
fault('worker-long-message-cut',[WP,WU,NP,NU],'stated','request','Each conversation has a run ID that preserves the full history','User messages of more than 2000 bytes are cut in the history.',p,True,False)
fault('worker-history-any-key',WG,'implied','sequence','Each call must carry an API key','The history of a run is given to any API key, also of another user.',lambda:hist(rid(say('secret')),tok=OAK).status,404,200)
def p():
    k=h('POST','/me/api-keys',JWT,{'name':'k'}).j; say('a',tok=k['key']); h('DELETE',f"/me/api-keys/{k['id']}"); return say('a',tok=k['key']).status
fault('worker-key-cached',[WP,WU,WG,NP,NU,b('DELETE','/me/api-keys/{api_key_id}')],'implied','sequence','every request carries the header Authorization: Bearer <API_KEY>','An API key that was used once at the Workers API works on after it was deleted.',p,401,200)
def p():
    r=rid(say('a')); together(4,lambda i:more(r,f'm{i}').status); return len(hist(r).j)
fault('worker-puts-lose-turn',[WU,NU],'implied','timing','A PUT with a run ID adds a user message to that run and keeps its history.','Of PUTs to one run at the same time only the last one stays in the history.',p,10,4)
def p(): return '\ufffd' in say('äöü äöü äöü äöü äöü').text
fault('worker-stream-splits-runes',[WP,WU],'implied','request',"Streamed text with only the worker's user-facing output",'The text stream is cut into chunks by bytes, and characters of several bytes at a cut become U+FFFD.',p,False,True)
def p():
    r=rid(say('a')); t=more(r,'b').text; return hist(r).j[-1]['content']==t
fault('worker-history-cuts-answer',[WU,WG],'implied','sequence','preserves the full history (user messages, agent responses, MCP server calls)','After a text PUT the answer in the history lacks the last piece of what was streamed.',p,True,False)

# ---- NOTIFIER
fault('notifier-link-without-url',RUN,'stated','request','url string (required when type=link)','NOTIFIER_CREATE_PUSH takes a link without url.',lambda: type(N_('CREATE_PUSH',type='link',title='t')).__name__,'int','dict')
fault('notifier-guid-again',RUN,'stated','sequence','guid string (client-generated, for idempotency)','NOTIFIER_CREATE_PUSH with a guid that was used makes a second push.',lambda:[N_('CREATE_PUSH',type='note',guid='g')['iden'] for _ in 'ab'].__len__()+len(N_('LIST_PUSHES')['pushes']),3,4)
def p():
    i=N_('CREATE_PUSH',type='note')['iden']; N_('DELETE_PUSH',iden=i); return len(N_('LIST_PUSHES',active=True)['pushes'])
fault('notifier-active-ignored',RUN,'stated','sequence','active boolean (true returns only active pushes)','NOTIFIER_LIST_PUSHES with active true returns deleted pushes too.',p,0,1)
fault('notifier-app-version-negative',RUN,'stated','request','app_version integer Req, non-negative','NOTIFIER_CREATE_DEVICE and NOTIFIER_UPDATE_DEVICE take a negative app_version.',lambda: type(N_('CREATE_DEVICE',model='m',nickname='n',manufacturer='f',app_version=-1)).__name__,'int','dict')
def p():
    i=N_('CREATE_CHAT',email='a@b.example')['iden']; N_('UPDATE_CHAT',iden=i,muted=True); N_('UPDATE_CHAT',iden=i,muted=False); return N_('LIST_CHATS')['chats'][0]['muted']
fault('notifier-no-unmute',RUN,'stated','sequence','Mute or unmute a chat','NOTIFIER_UPDATE_CHAT with muted false leaves the chat muted.',p,False,True)
def p():
    t=N_('CREATE_PUSH',type='note'); u=N_('CREATE_PUSH',type='note'); N_('UPDATE_PUSH',iden=t['iden'],dismissed=True); return len(N_('LIST_PUSHES',modified_after=u['modified'])['pushes'])
fault('notifier-modified-is-created',RUN,'implied','sequence','modified_after number (UNIX timestamp, float)','NOTIFIER_LIST_PUSHES compares modified_after with the time of creation: a push that was changed since is not listed.',p,1,0)
def p():
    i=N_('CREATE_DEVICE',model='m',nickname='n',manufacturer='f',app_version=1)['iden']; N_('UPDATE_DEVICE',iden=i,nickname='z'); d=N_('LIST_DEVICES')['devices'][0]; return d['nickname'],d['model']
fault('notifier-update-device-clears',RUN,'implied','sequence','Update device metadata','NOTIFIER_UPDATE_DEVICE empties the texts (model, manufacturer, icon …) that are not given.',p,('z','m'),('z',''))
def p():
    i=N_('CREATE_PUSH',type='note')['iden']; N_('UPDATE_PUSH',iden=i,items=[{'text':'a','checked':True}]); return N_('LIST_PUSHES')['pushes'][0]['items'][0]['checked']
fault('notifier-items-unchecked',RUN,'implied','sequence','items array (list-style pushes; each item has text string and checked boolean)','NOTIFIER_UPDATE_PUSH keeps every item as unchecked.',p,True,False)
def p():
    N_('CREATE_DEVICE',tok=OJ,model='m',nickname='n',manufacturer='f',app_version=1); return len(N_('LIST_DEVICES')['devices'])
fault('notifier-devices-of-all',RUN,'implied','sequence','List devices','NOTIFIER_LIST_DEVICES lists the devices of other users too.',p,0,1)
def p():
    for i in range(5): N_('CREATE_CHAT',email=f'a{i}@b.example')
    n,c=0,None
    while True:
        r=N_('LIST_CHATS',limit=2,**({'cursor':c} if c else {})); n+=len(r['chats']); c=r['cursor']
        if not c: return n
fault('notifier-chats-page-skips',RUN,'implied','sequence','LIST_CHATS | List chats | limit integer (max 500); cursor string','Following the cursors of NOTIFIER_LIST_CHATS leaves out the first chat after each page.',p,5,4)

# ---- runs and logs
def runs(n): [h('POST',f'/me/chats/{A}/runs') for _ in range(n)]
fault('runs-default-20',b('GET','/me/agent-runs'),'stated','sequence','GET /me/agent-runs, GET /me/executions | limit default 30','Without limit a page has 20 runs.',lambda:(runs(31),len(h('GET','/me/agent-runs').j['results']))[1],30,20)
def p():
    runs(5); x=h('GET','/me/agent-runs?limit=3').j; y=h('GET','/me/agent-runs?limit=3&next_cursor='+x['next']).j; return len({r['runId'] for r in x['results']}&{r['runId'] for r in y['results']})
fault('runs-page-overlaps',[b('GET','/me/agent-runs'),b('GET','/me/executions')],'implied','sequence','list endpoints with next_cursor take a date-time cursor and a limit','The next page begins with the last record of the page before.',p,0,1)
fault('run-view-any-user',b('GET','/me/agent-runs/{run_id}'),'implied','sequence','404 run not found','The run of another user is shown.',lambda:st('GET','/me/agent-runs/'+rid(say('a')),OJ),404,200)
def p():
    say(F['toolCallMessage']['message']); return len(h('GET',f"/me/agent-runs/{rid(say('a'))}/mcp-server-logs").j)
fault('mcp-logs-of-agent',b('GET','/me/agent-runs/{run_id}/mcp-server-logs'),'implied','sequence','Read-only logs of a run','The MCP server logs of a run hold those of all of the caller\'s runs of the same worker.',p,0,1)
fault('execution-missing-null',b('GET','/me/executions/{log_id}'),'stated','request','GET /me/executions/{log_id} | 200 ToolExecutionLog | 404; 500','An execution that does not exist is answered with 200 and null.',lambda:(st('GET','/me/executions/99999'),st('GET','/me/executions/99999')),(404,404),(200,200))
# ---- subscriptions
SB={'returnUrl':'https://x.example'}
fault('subscribe-to-own',b('POST','/me/agents/{agent_id}/subscribe'),'stated','request','400 agent is not paid or caller is its owner','The owner of a paid agent gets a checkout session for it.',lambda:st('POST',f'/me/agents/{OP}/subscribe',JWT,SB),400,200)
def p(): h('POST',f'/me/agents/{US}/unsubscribe'); return st('POST',f'/me/agents/{US}/unsubscribe')
fault('unsubscribe-unsaved',b('POST','/me/agents/{agent_id}/unsubscribe'),'stated','sequence','400 no active subscription to cancel','The answer says canceled, but the subscription stays active: it can be canceled again and again.',p,400,200)
# ---- studio chats
def p():
    h('POST',SC,SJ,{'runId':'s1'}); return st('PATCH',SC+'/s1',SJ,{'visibility':'private'})
fault('studio-patch-sandbox-private',b('PATCH','/me/agent-studio-chats/{run_id}'),'stated','sequence','400 sandbox tier setting private','A user of the sandbox tier can make a studio chat private by PATCH.',p,400,200)
def p():
    h('POST',SC,JWT,{'runId':'s1'}); h('DELETE',SC+'/s1'); return len(h('GET',SC).j)
fault('studio-deleted-listed',b('GET','/me/agent-studio-chats'),'implied','sequence','delete is a soft delete','Deleted studio chats stay in the list.',p,0,1)
fault('studio-clone-200',b('POST','/me/agent-studio-chats/{run_id}/clone'),'stated','request','POST /me/agent-studio-chats/{run_id}/clone | none | 201 AgentStudioChat','Cloning answers 200.',lambda:(h('POST',SC,JWT,{'runId':'s1','visibility':'public'}),st('POST',SC+'/s1/clone'))[1],201,200)
def p():
    h('POST',SC,JWT,{'runId':'s1','visibility':'private'}); h('PATCH',SC+'/s1',JWT,{'title':'x'}); return h('GET',SC+'/s1').j['visibility']
fault('studio-patch-publishes',b('PATCH','/me/agent-studio-chats/{run_id}'),'implied','sequence','body AgentStudioChatUpdate (partial update)','A PATCH without a visibility makes a private chat public.',p,'private','public')
fault('studio-private-anonymous',b('GET','/me/agent-studio-chats/{run_id}'),'implied','sequence','200 AgentStudioChat | 403 no permission; 404','A private studio chat is shown to callers without any credential.',lambda:(h('POST',SC,JWT,{'runId':'s1','visibility':'private'}),st('GET',SC+'/s1',None))[1],403,200)
# ---- agents
def p(): i=agent(); return h('POST','/me/agents',JWT,{'id':i,'chatPrompt':'Q'}).j['id']==i,len(h('GET','/me/agents').j)
fault('upsert-makes-copy',[b('POST','/me/agents'),b('POST','/me/chats')],'stated','sequence','body AgentRequest (create or update)','A POST with the ID of an own agent makes a new agent and leaves the old one as it is.',p,(True,4),(False,5))
fault('prompt-not-required',[b('POST','/me/agents'),b('POST','/me/chats'),b('PUT','/me/chats/{chat_id}')],'stated','request','400 missing chat prompt or sandbox tier setting private','An agent can be made without a chat prompt.',lambda:st('POST','/me/agents',JWT,{'name':'n'}),400,200)
fault('theme-not-hex',b('PUT','/me/agents/{agent_id}/customizations/theme'),'stated','request','400 invalid theme color format','Colors with any letters, as #zzzzzz, are taken.',lambda:st('PUT',f'/me/agents/{agent()}/customizations/theme',JWT,{'themeColor':'#zzzzzz'}),400,200)
def p():
    i,k=agent(),agent(); h('PUT',f'/me/agents/{i}/customizations/theme',JWT,{'themeColor':'#102030'}); return h('GET',f'/me/agents/{k}/customizations/theme').j is None
fault('theme-per-owner',[b('PUT','/me/agents/{agent_id}/customizations/theme'),b('GET','/me/agents/{agent_id}/customizations/theme')],'implied','sequence','Agent theme preference | agent_id','The theme is kept by user: the theme of one agent shows at all others of the same owner.',p,True,False)
def p():
    i=agent(); files(i,7); together(5,lambda n:st('POST',f'/me/agents/{i}/files',JWT,{'name':'x','content':'c'})); return len(h('GET',f'/me/agents/{i}/files').j['results'])
fault('files-limit-race',b('POST','/me/agents/{agent_id}/files'),'stated','timing','number of files per agent is capped; 400 when exceeded','Files that are sent at the same time pass the limit together.',p,8,12)
def p():
    i=agent(); f=files(i,2); s=st('PUT',f'/me/agents/{i}/files/positions',JWT,{'positions':[{'fileId':f[0],'position':5},{'fileId':NOID,'position':1}]}); return s,[x['fileId'] for x in h('GET',f'/me/agents/{i}/files').j['results']]==f
fault('positions-half-done',b('PUT','/me/agents/{agent_id}/files/positions'),'implied','sequence','body AgentFileBatchPositionRequest (batch ordering) | 403; 404','A batch with an unknown file is refused with 404 after the positions before it were set.',p,(404,True),(404,False))
def p():
    i=agent(); f=files(i,3); h('PUT',f'/me/agents/{i}/files/positions',JWT,{'positions':[{'fileId':x,'position':2-n} for n,x in enumerate(f)]}); return [f.index(x['fileId']) for x in h('GET',f'/me/agents/{i}/files').j['results']]
fault('files-by-creation',[b('GET','/me/agents/{agent_id}/files'),b('PUT','/me/agents/{agent_id}/files/positions')],'stated','sequence','Belongs to an agent; ordered by position','Lists of files are in the order of creation whatever the positions.',p,[2,1,0],[0,1,2])
def p(): i,k=agent(),agent(); f=files(i,1)[0]; return st('GET',f'/me/agents/{k}/files/{f}')
fault('file-of-other-agent',[b(m,'/me/agents/{agent_id}/files/{file_id}') for m in ('GET','PATCH','DELETE')],'implied','sequence','Belongs to an agent','The file is found by its ID alone: under any own agent every file can be read, changed and deleted.',p,404,200)
def p(): i=agent(); f=files(i,1)[0]; return h('DELETE',f'/me/agents/{i}/files/{f}').status,st('GET',f'/me/agents/{i}/files/{f}')
fault('file-delete-hides',[b('DELETE','/me/agents/{agent_id}/files/{file_id}'),b('GET','/me/agents/{agent_id}/files/{file_id}')],'implied','sequence','204 no body','A deleted file leaves the list but is still given by its ID.',p,(204,404),(204,200))
fault('vibe-any-service',b('GET','/me/agents/{agent_id}/vibe'),'stated','request','query service_name (required, one of three code-generation service names','Any service name is taken.',lambda:st('GET',f'/me/agents/{A}/vibe?service_name=nosuchthing'),422,200)
# ---- chats
fault('chat-patch-any-owner',b('PATCH','/me/chats/{chat_id}'),'implied','request','400 sandbox tier setting private; 403; 404','PATCH changes the chats of other users.',lambda:(st('PATCH','/me/chats/'+UN,JWT,{'description':'mine'}),h('GET','/me/chats/'+UN).j['description']),(403,''),(200,'mine'))
def p(): i=agent(SJ); return st('PUT','/me/chats/'+i,SJ,{'chatPrompt':'p','visibility':'private'})
fault('chat-put-sandbox-private',b('PUT','/me/chats/{chat_id}'),'stated','sequence','400 sandbox tier setting private; 403; 404','A user of the sandbox tier can make a chat private by PUT.',p,400,200)
def p(): i=agent(); h('DELETE','/me/chats/'+i); return i in h('GET','/me/agents').text,i in h('GET','/me/chats').text
fault('deleted-chat-in-agents',[b('GET','/me/agents'),b('DELETE','/me/chats/{chat_id}')],'implied','sequence','Same record type as the agent','A deleted chat is still listed by GET /me/agents.',p,(False,False),(True,False))
def p(): i=agent(visibility='public',name='src'); h('POST',f'/me/chats/{i}/clone',JWT,{'name':'copy'}); return h('GET','/me/chats/'+i).j['name']
fault('clone-writes-source',b('POST','/me/chats/{chat_id}/clone'),'implied','sequence','optional body AgentRequestPartial or null','What the body of a clone request changes is changed in the source too, also where it is another user\'s.',p,'src','copy')
fault('chat-run-private',b('POST','/me/chats/{chat_id}/runs'),'implied','request','200 AgentRunLog (new run log entry) | 403; 404; 500','A run can be made of another user\'s private chat.',lambda:st('POST',f'/me/chats/{PR}/runs'),403,200)
# ---- keys, money
fault('keys-list-shows-key',b('GET','/me/api-keys'),'stated','request','A hidden variant omits the key value','The list of API keys has the key values.',lambda:AK in h('GET','/me/api-keys').text,False,True)
def p(): k=h('POST','/me/api-keys',JWT,{'name':'k'}).j['id']; return st('GET',f'/me/api-keys/{k}',OJ)
fault('key-of-any-user',b('GET','/me/api-keys/{api_key_id}'),'implied','sequence','200 ApiKey | 404; 500','The API key of another user is given with its value by its ID.',p,404,200)
def p(): x=h('GET','/me/credits').j['balance']; together(5,lambda i:st('POST','/me/credits/use')); return x-h('GET','/me/credits').j['balance']
fault('credits-lost-update',b('POST','/me/credits/use'),'implied','timing','Balance of agent execution credits; can be used','Of uses at the same time only one is taken off the balance.',p,5,1)
WH=F['webhook']
def hook(sig,body): return h('POST','/me/payments/webhook',None,raw=body.encode(),headers={WH['signatureHeader']:sig} if sig else {}).status
def p(): x=h('GET','/me/credits').j['balance']; s=hook('t=1767225600,v1='+'0'*64,WH['body']); return s,h('GET','/me/credits').j['balance']-x
fault('webhook-acts-then-checks',b('POST','/me/payments/webhook'),'implied','sequence','400 missing signature or invalid event','An event with a wrong signature is refused with 400, but its credits are booked.',p,(400,0),(400,25))
fault('webhook-unsigned',b('POST','/me/payments/webhook'),'stated','request','the request must carry a signature; 400 is returned when it is missing','An event without the signature header is taken.',lambda:hook(None,WH['body']),400,200)
fault('period-unbounded',[b('GET','/me/monetization/'+x) for x in ('summary','subscribers','earnings')],'stated','request','GET /me/monetization/* | period 1 to 365, default 28','Periods of more than 365 days are taken.',lambda:[st('GET',f'/me/monetization/{x}?period=366') for x in ('summary','subscribers','earnings')],[422]*3,[200]*3)
fault('subscribers-28-days',b('GET','/me/monetization/subscribers'),'implied','request','MonetizationSubscribersResponse (daily subscriber counts)','The daily subscriber counts are always those of 28 days.',lambda:[len(h('GET','/me/monetization/subscribers?period='+n).j['results']) for n in ('7','60')],[7,60],[28,28])
# ---- bundles
def bund(*t):
    i=h('POST','/me/bundles').j['id']; [h('POST',f'/me/bundles/{i}/tools',JWT,{'toolId':x}) for x in t]; return i
def bt(i): return [x['toolId'] for x in h('GET',f'/me/bundles/{i}/tools').j]
fault('bundle-tool-twice',b('POST','/me/bundles/{bundle_id}/tools'),'implied','sequence','Membership of a tool in a bundle','A tool that is added again stands twice in the bundle.',lambda:len(bt(bund('feed_koi','feed_koi'))),1,2)
def p(): i=bund('feed_koi','sum_numbers','count_blooms'); h('DELETE',f'/me/bundles/{i}/tools/feed_koi'); return bt(i)
fault('bundle-remove-cuts',b('DELETE','/me/bundles/{bundle_id}/tools/{tool_id}'),'implied','sequence','Membership of a tool in a bundle','With the tool that is removed, all that were added after it leave the bundle.',p,['sum_numbers','count_blooms'],[])
# ---- CLI
def cli(): i='/me/cli-auth/'+h('POST','/me/cli-auth',None).j['id']; h('PUT',i,JWT,{'jwt':JWT}); return i
def p(): i=cli(); return [h('GET',i,None).j is None for _ in 'ab']
fault('cli-jwt-stays',b('GET','/me/cli-auth/{auth_id}'),'stated','sequence','200 string JWT or null (the JWT is consumed by the read)','The JWT is given at every read.',p,[False,True],[False,False])
def p(): i=cli(); return sum(x is not None for x in together(4,lambda n:h('GET',i,None).j)),h('GET',i,None).j
fault('cli-jwt-race',b('GET','/me/cli-auth/{auth_id}'),'stated','timing','Carries a user JWT; read once and consumed','Reads at the same time all get the JWT.',p,(1,None),(4,None))
# ---- schedules
H='/me/schedules'
fault('schedule-any-public-chat',b('POST','/me/schedules'),'stated','request','403 chat ID invalid, missing or not owned by the caller','A schedule can be made for a public chat of another user.',lambda:st('POST',H,JWT,{'chatId':UN,'cron':F['cron']}),403,200)
def p(): i=h('POST',H,JWT,{'chatId':A,'cron':F['cron']}).j['id']; x=h('PUT',H+'/'+i,JWT,{'cron':'5 5 * * *'}).j['cron']; return x,h('GET',H+'/'+i).j['cron']
fault('schedule-cron-unsaved',b('PUT','/me/schedules/{schedule_id}'),'implied','sequence','PUT /me/schedules/{schedule_id} | body ScheduleUpdateRequest','The answer to PUT has the new cron expression, but nothing is saved.',p,('5 5 * * *','5 5 * * *'),('5 5 * * *',F['cron']))
fault('cron-out-of-range',[b('GET','/me/schedules/text-to-cron'),b('POST','/me/schedules'),b('PUT','/me/schedules/{schedule_id}')],'stated','request','400 invalid cron expression','Numbers out of range, as minute 75 or hour 30, are taken.',lambda:[st('GET',H+'/text-to-cron?cron='+x) for x in ('75 9 * * 1','0 30 * * *','nonsense')],[400]*3,[200,200,400])
# ---- tools
fault('search-toolkit-ignored',b('GET','/me/tools/search'),'implied','request','toolkit (string, optional, may be null)','The toolkit does not filter what is found.',lambda:[t['name'] for t in h('GET','/me/tools/search?q=pond&toolkit=notifier').j],[],['read_pond_level','count_blooms'])
def p():
    t=JWT[:-6]+('AAAAAA' if JWT[-6:]!='AAAAAA' else 'BBBBBB'); return st('POST','/me/tools/run/'+F['tool']['name'],t,F['tool']['input']),st('GET','/me/',t),st('POST','/me/tools/run/'+F['tool']['name'],'x',F['tool']['input'])
fault('tool-run-forged-jwt',RUN,'stated','request','401 invalid or missing JWT','A JWT whose signature is wrong may run tools.',p,(401,401,401),(200,401,401))
def p(): h('POST','/me/user-tools',JWT,{'toolId':F['installableToolId']}); return len(h('GET','/me/user-tools',OJ).j)
fault('user-tools-of-all',b('GET','/me/user-tools'),'implied','sequence','tools installed by the user','The list of installed tools has those of other users.',p,0,1)
fault('vip-code-again',b('POST','/me/vip'),'stated','sequence','Redeemed once per user','A code can be redeemed again by the same user.',lambda:[st('POST','/me/vip',JWT,{'code':F['vipCode']}) for _ in 'ab'],[200,400],[200,200])

def value(probe,f):
    p=start(f)
    try: return probe()
    except Exception as e: return 'ERR '+repr(e)
    finally: stop(p)
good=[]; nbad=0
for meta,probe,want,wrong in L:
    if ARGS and meta['id'] not in ARGS: continue
    x,y=value(probe,''),value(probe,meta['id'])
    if x==want and y==wrong: good.append(meta)
    else: nbad+=1; print('NOT',meta['id'],'without:',x,'with:',y)
assert len({m['id'] for m,*_ in L})==len(L)
print(len(good),'shown,',nbad,'not;',sum(m['basis']=='stated' for m in good),'stated;',{n:sum(m['needs']==n for m in good) for n in ('request','sequence','timing')})
if not ARGS: json.dump(good,open(HERE+'/faults.json','w'),indent=1,ensure_ascii=False)

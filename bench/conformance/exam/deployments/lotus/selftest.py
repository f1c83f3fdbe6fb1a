#!/usr/bin/env python3
"""Walks through all 93 operations without a fault, checking the answers, also by the deployment's OpenAPI document. selftest.py [PORT]"""
import base64, hashlib, hmac, json, os, subprocess, sys, threading, time, urllib.parse, http.client, re
import jsonschema
HERE=os.path.dirname(os.path.abspath(__file__))
PORT=sys.argv[1] if len(sys.argv)>1 else '9901'
CFG=json.loads(open(HERE+'/config.json').read().replace('PORT',PORT))
F,CR=CFG['fixtures'],CFG['credentials']
JWT,OJ,SJ,AK,OAK=CR['jwt'],CR['otherJwt'],CR['sandboxJwt'],CR['apiKey'],CR['otherApiKey']
class R:
    def __init__(s,st,h,b): s.status,s.h,s.raw=st,h,b
    @property
    def j(s): return json.loads(s.raw)
    @property
    def text(s): return s.raw.decode()
def http_(m,path,tok=JWT,body=None,headers={},raw=None):
    c=http.client.HTTPConnection('127.0.0.1',int(PORT),timeout=20)
    h=dict(headers)
    if tok: h['Authorization']='Bearer '+tok
    d=raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
    if d is not None: h.setdefault('Content-Type','application/json')
    c.request(m,urllib.parse.quote(path,safe="/?&=%:+-._~"),d,h); r=c.getresponse(); b=r.read(); c.close()
    return R(r.status,{k.lower():v for k,v in r.getheaders()},b)
DOC=None; DONE=set(); N=0; BAD=[]
def match(m,p):
    best=None
    for t,ops in DOC['paths'].items():
        if m.lower() in ops and re.fullmatch(re.sub(r'\\\{\w+\\\}','[^/]+',re.escape(t)),p):
            if best is None or t.count('{')<best.count('{'): best=t
    return best
def call(m,path,want=200,tok=JWT,body=None,**k):
    """want: the status that is expected; the body is checked by the OpenAPI document."""
    global N; N+=1
    r=http_(m,path,tok,body,**k)
    t=match(m,path.split('?')[0])
    if t is None: BAD.append(f'{m} {path} is not in the document'); return r
    op=DOC['paths'][t][m.lower()]
    if r.status<300: DONE.add((m,t))
    if r.status!=want: BAD.append(f'{m} {path}: {r.status} instead of {want}: {r.raw[:200]}')
    x=op['responses'].get(str(r.status))
    if x is None: BAD.append(f'{m} {path}: {r.status} is not in the document')
    elif 'content' in x:
        ct=r.h['content-type'].split(';')[0]
        if ct not in x['content']: BAD.append(f'{m} {path}: type {ct}')
        elif 'json' in ct and 'nd' not in ct:
            e=list(jsonschema.Draft202012Validator({**x['content'][ct]['schema'],'components':DOC['components']}).iter_errors(r.j))
            if e: BAD.append(f'{m} {path}: {e[0].message[:200]}')
    if want==422 and r.status==422 and not r.j.get('errors'): BAD.append('422 without errors')
    return r
def ok(c,what):
    global N; N+=1
    if not c: BAD.append(what)
def start(fault=''):
    p=subprocess.Popen([HERE+'/start.sh',PORT],stdout=subprocess.PIPE,env={**os.environ,'FAULT':fault},text=True)
    assert p.stdout.readline().strip()=='ready'
    return p
def stop(p): p.terminate(); p.wait()
def together(n,f):
    out=[None]*n
    def g(i): out[i]=f(i)
    ts=[threading.Thread(target=g,args=(i,)) for i in range(n)]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out
def tool(name,inp,want=200,tok=JWT):
    r=call('POST','/me/tools/run/'+name,want,tok,inp)
    return r.j['output'] if r.status==200 else r.j
def nt(op,want=200,tok=JWT,**inp): return tool('NOTIFIER_'+op,inp,want,tok)
NOID='01928f3a-9999-7000-8000-00000000ffff'
def main():
    A,G,PA,UN,OP,SU,US,PR=[F[k] for k in ('agentId','backgroundAgentId','paidAgentId','unpaidAgentId','ownPaidAgentId','subscribedAgentId','unsubscribeAgentId','privateAgentId')]
    # Workers API
    r=call('POST','/run/'+A,tok=AK,body={'message':F['message']}); run=r.h['x-service-run-id']
    ok('x-service-job-id' not in r.h,'job on start')
    r2=call('PUT',f'/run/{A}/{run}',tok=AK,body={'message':'zweite äöü 🌸'}); ok(r2.h['x-service-run-id']==run,'run id on PUT')
    h=call('GET',f'/run/{A}/{run}',tok=AK); ok(h.j==[{'role':'user','content':F['message']},{'role':'assistant','content':r.text},{'role':'user','content':'zweite äöü 🌸'},{'role':'assistant','content':r2.text}],'history')
    n=call('POST','/run/ndjson/'+A,tok=AK,body={'message':F['toolCallMessage']['message']}); ev=[json.loads(l) for l in n.text.splitlines()]
    ok([e['type'] for e in ev][:3]==['run','tool_call','tool_result'] and 'gauge=417mm' in n.text and n.text.endswith('\n'),'ndjson')
    t=call('POST','/run/'+A,tok=AK,body={'message':F['toolCallMessage']['message']}); ok('417' not in t.text and 'read_pond' not in t.text,'text is quiet')
    ok(''.join(e.get('text','') for e in ev)==t.text,'ndjson text is the text')
    nrun=n.h['x-service-run-id']; call('PUT',f'/run/ndjson/{A}/{nrun}',tok=AK,body={'message':''}); ok(len(call('GET',f'/run/{A}/{nrun}',tok=AK).j)==4,'ndjson history')
    for tk in (None,'x',JWT): call('GET',f'/run/{A}/{run}',401,tok=tk)
    call('GET',f'/run/{A}/{run}',404,tok=OAK); call('PUT',f'/run/{A}/{run}',404,tok=OAK,body={'message':'x'}); call('GET',f'/run/{G}/{run}',404,tok=AK)
    call('POST','/run/'+A,422,tok=AK,body={}); call('POST','/run/'+A,422,tok=AK,body={'message':3}); call('POST','/run/'+A,422,tok=AK,raw=b'{'); call('POST','/run/'+NOID,404,tok=AK,body={'message':'x'}); call('POST','/run/'+PR,403,tok=AK,body={'message':'x'})
    both=together(4,lambda i:http_('PUT',f'/run/{A}/{run}',AK,{'message':f'm{i}'}))
    h=call('GET',f'/run/{A}/{run}',tok=AK).j; ok(len(h)==12 and [m['role'] for m in h]==['user','assistant']*6,'puts at once')
    for msg in (F['backgroundMessage'],F['backgroundErrorMessage']):
        b=call('POST','/run/'+G,tok=AK,body={'message':msg}); br=b.h['x-service-run-id']; ok('x-service-job-id' in b.h,'job header'); t0=time.time()
        g=call('GET',f'/run/{G}/{br}',tok=AK); ok('x-service-job-id' in g.h and len(g.j)==2,'job on GET')
        call('PUT',f'/run/{G}/{br}',409,tok=AK,body={'message':'x'}); call('PUT',f'/run/ndjson/{G}/{br}',409,tok=AK,body={'message':'x'})
        ok(len(call('GET',f'/run/{G}/{br}',tok=AK).j)==2,'409 adds nothing'); call('POST','/run/'+G,tok=AK,body={'message':'x'})
        ok(call('GET','/me/agent-runs/'+br).j['status']=='running','running')
        while 'x-service-job-id' in call('GET',f'/run/{G}/{br}',tok=AK).h and time.time()-t0<8: time.sleep(.2)
        ok(2<time.time()-t0<F['jobSeconds'],'job time'); p=call('PUT',f'/run/{G}/{br}',tok=AK,body={'message':''}); ok('job' in p.text,'resumed')
    # runs and logs
    l=call('GET','/me/agent-runs?limit=3').j; ok(len(l['results'])==3 and l['next'],'page 1')
    l2=call('GET','/me/agent-runs?limit=3&next_cursor='+l['next']).j; ok(not {x['runId'] for x in l['results']}&{x['runId'] for x in l2['results']},'page 2')
    ok(len(call('GET','/me/agent-runs').j['results'])==7,'all runs'); call('GET','/me/agent-runs?limit=0',422); call('GET','/me/agent-runs?next_cursor=x',422)
    call('GET','/me/agent-runs/'+run); call('GET','/me/agent-runs/'+NOID,404); call('GET','/me/agent-runs/x',422); call('GET','/me/agent-runs/'+run,404,tok=OJ)
    ok(len(call('GET',f'/me/agent-runs/{nrun}/mcp-server-logs').j)==1,'mcp'); ok(call('GET',f'/me/agent-runs/{run}/mcp-server-logs').j==[],'mcp none'); ok(len(call('GET',f'/me/agent-runs/{run}/logs').j)==13,'logs')
    call('GET','/me/agent-runs',401,tok=None); call('GET','/me/agent-runs',401,tok=AK)
    # tools
    tl=F['tool']; x=call('POST','/me/tools/run/'+tl['name'],body=tl['input']).j; ok(x['output']=={'value':32.8084,'unit':'feet'},'tool')
    call('POST','/me/tools/run/'+tl['name'],400,body=tl['invalidInput']); call('POST','/me/tools/run/'+tl['name'],401,tok='x.y.z',body=tl['input']); call('POST','/me/tools/run/none',404,body={}); call('POST','/me/tools/run/'+tl['name'],422,body=[1])
    e=call('GET','/me/executions').j; ok(e['results'][0]['logId']==x['logId'] and len(e['results'])==1,'executions'); call('GET',f"/me/executions/{x['logId']}"); call('GET','/me/executions/999999',404); call('GET','/me/executions/x',422)
    ts=call('GET','/me/tools/list').j; ok(len(ts)==21,'21 tools'); [jsonschema.Draft202012Validator.check_schema(t[k]) for t in ts for k in ('inputSchema','outputSchema')]
    OUT={t['name']:t['outputSchema'] for t in ts}
    call('GET','/me/tools',tok=None); call('GET','/me/tools/sum_numbers',tok=None); call('GET','/me/tools/none',404,tok=None)
    s=call('GET','/me/tools/search?q=pond').j; ok(s[0]['name']=='read_pond_level' and len(s)==2,'search'); ok(call('GET','/me/tools/search?q=push&toolkit=pond').j==[],'toolkit'); ok(len(call('GET','/me/tools/search?q=push&limit=2').j)==2,'limit')
    for q in ('','q=','q=a&limit=0','q=a&limit=201','q=a&min_score=1.1','q=a&min_score=-0.1','q=a&limit=x'): call('GET','/me/tools/search?'+q,422)
    call('GET','/me/toolsets/list'); call('GET','/me/toolsets/pond'); call('GET','/me/toolsets/none',404)
    T=F['installableToolId']; call('POST','/me/user-tools',body={'toolId':T}); call('POST','/me/user-tools',409,body={'toolId':T}); call('POST','/me/user-tools',409,body={'toolId':'none'}); call('POST','/me/user-tools',422,body={'toolId':1})
    ok(len(call('GET','/me/user-tools').j)==1,'installed'); ok(call('GET','/me/user-tools',tok=OJ).j==[],'of me only'); call('GET','/me/user-tools/'+T); call('DELETE','/me/user-tools/'+T); call('GET','/me/user-tools/'+T,404); call('DELETE','/me/user-tools/'+T,404)
    # NOTIFIER
    def chk(op,o): jsonschema.validate(o,OUT['NOTIFIER_'+op]); return o
    c=chk('CREATE_CHAT',nt('CREATE_CHAT',email='a@b.example')); nt('CREATE_CHAT',400); nt('CREATE_CHAT',400,email='x'); c2=nt('CREATE_CHAT',email='c@b.example'); c3=nt('CREATE_CHAT',email='d@b.example')
    p=chk('LIST_CHATS',nt('LIST_CHATS',limit=2)); q=nt('LIST_CHATS',limit=2,cursor=p['cursor']); ok([x['iden'] for x in p['chats']+q['chats']]==[c3['iden'],c2['iden'],c['iden']] and q['cursor'] is None,'chat pages'); nt('LIST_CHATS',400,limit=501)
    ok(nt('UPDATE_CHAT',iden=c['iden'],muted=True)['muted'],'mute'); ok(not nt('UPDATE_CHAT',iden=c['iden'],muted=False)['muted'],'unmute'); nt('UPDATE_CHAT',400,iden='x',muted=True); nt('DELETE_CHAT',iden=c['iden']); nt('DELETE_CHAT',400,iden=c['iden']); ok(len(nt('LIST_CHATS')['chats'])==2,'deleted chat')
    d=chk('CREATE_DEVICE',nt('CREATE_DEVICE',model='M',nickname='N',app_version=3,manufacturer='F')); nt('CREATE_DEVICE',400,model='M',nickname='N',app_version=-1,manufacturer='F'); nt('CREATE_DEVICE',400,model='M',nickname='N',app_version='1',manufacturer='F')
    u=nt('UPDATE_DEVICE',iden=d['iden'],nickname='Z'); ok(u['nickname']=='Z' and u['model']=='M','update device'); ok(chk('LIST_DEVICES',nt('LIST_DEVICES'))['devices']==[u],'devices'); ok(nt('LIST_DEVICES',tok=OJ)['devices']==[],'devices of another')
    g=chk('CREATE_PUSH',nt('CREATE_PUSH',type='note',title='t',body='b',guid='g1',device_iden=d['iden'])); ok(nt('CREATE_PUSH',type='note',title='t',guid='g1')['iden']==g['iden'],'guid'); nt('CREATE_PUSH',400,type='link'); l=nt('CREATE_PUSH',type='link',url='https://x.example'); nt('CREATE_PUSH',400,type='file',file_url='u',file_name='n'); fp=nt('CREATE_PUSH',type='file',file_url='u',file_name='n',file_type='text/plain'); nt('CREATE_PUSH',400,type='list')
    i=[{'text':'a','checked':True},{'text':'b','checked':False}]; w=nt('UPDATE_PUSH',iden=g['iden'],items=i,dismissed=True); ok(w['items']==i and w['dismissed'],'items'); nt('UPDATE_PUSH',400,iden=g['iden'],items=[1])
    m=nt('LIST_PUSHES',modified_after=fp['modified'])['pushes']; ok([x['iden'] for x in m]==[g['iden']],'modified_after'); nt('DELETE_PUSH',iden=l['iden']); ok(len(nt('LIST_PUSHES')['pushes'])==3 and len(chk('LIST_PUSHES',nt('LIST_PUSHES',active=True))['pushes'])==2,'active')
    nt('DELETE_ALL_PUSHES'); time.sleep(.4); ok(nt('LIST_PUSHES',active=True)['pushes']==[],'all deleted'); nt('DELETE_DEVICE',device_iden=d['iden']); nt('DELETE_DEVICE',400,device_iden=d['iden']); chk('GET_USER',nt('GET_USER')); chk('UPLOAD_REQUEST',nt('UPLOAD_REQUEST',file_name='ä.txt',file_type='text/plain')); nt('UPLOAD_REQUEST',400,file_name='a')
    # subscriptions
    sb={'returnUrl':'https://x.example'}
    call('POST',f'/me/agents/{PA}/subscribe',body=sb); call('POST',f'/me/agents/{OP}/subscribe',400,body=sb); call('POST',f'/me/agents/{UN}/subscribe',400,body=sb); call('POST',f'/me/agents/{SU}/subscribe',402,body=sb); call('POST',f'/me/agents/{NOID}/subscribe',404,body=sb); call('POST',f'/me/agents/{PA}/subscribe',422,body={})
    call('GET','/me/subscriptions/'+PA,404); call('GET','/me/subscriptions/'+SU); ok(len(call('GET','/me/subscriptions').j['results'])==2,'subs'); call('POST',f'/me/agents/{US}/unsubscribe'); call('POST',f'/me/agents/{US}/unsubscribe',400); call('POST',f'/me/agents/{NOID}/unsubscribe',404); ok(call('GET','/me/subscriptions/'+US).j['status']=='canceled','canceled')
    # studio chats
    S='/me/agent-studio-chats'
    a=call('POST',S,body={'runId':'r-1','title':'T','visibility':'private'}).j; ok(call('POST',S,body={'runId':'r-1'}).j==a,'existing'); call('POST',S,409,tok=OJ,body={'runId':'r-1'}); call('POST',S,400,tok=SJ,body={'visibility':'private'}); ok(call('POST',S,tok=SJ,body={}).j['visibility']=='public','sandbox public')
    call('GET',S+'/r-1'); call('GET',S+'/r-1',403,tok=None); call('GET',S+'/r-1',403,tok=OJ); call('GET',S+'/zz',404); ok(len(call('GET',S).j)==1,'studio list'); call('POST',S+'/r-1/clone',400)
    ok(call('PATCH',S+'/r-1',body={'title':'U'}).j['visibility']=='private','patch keeps'); ok(call('PUT',S+'/r-1',body={'title':'V','visibility':'public'}).j['visibility']=='public','put'); call('GET',S+'/r-1',tok=None); call('PATCH',S+'/r-1',403,tok=OJ,body={}); call('PUT',S+'/zz',404,body={}); ok(call('POST',S+'/r-1/clone',201,tok=OJ).j['runId']!='r-1','clone'); call('PATCH',S+'/r-1',422,body={'visibility':'x'})
    call('DELETE',S+'/r-1',403,tok=OJ); call('DELETE',S+'/r-1'); call('DELETE',S+'/r-1',404); call('GET',S+'/r-1',404); ok(call('GET',S).j==[],'studio gone'); call('POST',S+'/r-1/clone',404)
    # agents
    a=call('POST','/me/agents',body={'name':'N','chatPrompt':'P','visibility':'private','vanitySlug':'my-own-slug'}).j; i=a['id']
    call('POST','/me/agents',400,body={'name':'N'}); call('POST','/me/agents',400,tok=SJ,body={'chatPrompt':'P','visibility':'private'}); call('POST','/me/agents',403,tok=OJ,body={'id':i,'chatPrompt':'P'}); call('POST','/me/agents',404,body={'id':NOID,'chatPrompt':'P'}); call('POST','/me/agents',422,body={'chatPrompt':5}); call('POST','/me/agents',400,body={'chatPrompt':'P','vanitySlug':'my-own-slug'})
    ok(call('POST','/me/agents',body={'id':i,'name':'M','chatPrompt':'Q','vanitySlug':'my-own-slug'}).j['id']==i,'upsert'); ok(call('GET','/me/agents').j==call('GET','/me/chats').j and len(call('GET','/me/agents').j)==4,'lists')
    call('GET','/me/agents/'+i); call('GET','/me/agents/'+i,403,tok=None); call('GET','/me/agents/'+i,403,tok=OJ); call('GET','/me/agents/'+NOID,404); call('GET','/me/agents/'+PR,403); call('GET','/me/agents/'+PA,tok=None)
    ok(call('POST',f'/me/agents/{i}/upsell-description').j['upsellDescription'],'upsell'); call('POST',f'/me/agents/{NOID}/upsell-description',404)
    sl=call('POST','/me/agents/vanity/slug',tok=None,body={'text':'My own slug'}).j['slug']; ok(sl=='my-own-slug-2','slug'); ok(call('GET','/me/agents/vanity/slug?slug='+sl).j['available'],'free'); ok(not call('GET','/me/agents/vanity/slug?slug=my-own-slug').j['available'],'taken'); call('GET','/me/agents/vanity/slug',422)
    sv=call('GET','/me/vibe/services',tok=None).j['services']; ok(len(sv)==3,'services'); [call('GET',f'/me/agents/{i}/vibe?service_name='+x['name']) for x in sv]; call('GET',f'/me/agents/{i}/vibe?service_name=x',422); call('GET',f'/me/agents/{i}/vibe',422)
    th=f'/me/agents/{i}/customizations/theme'; ok(call('GET',th).j is None,'no theme'); call('PUT',th,body={'themeColor':'#A1b2c3'}); ok(call('GET',th).j['themeColor']=='#A1b2c3','theme'); call('PUT',th,400,body={'themeColor':'red'}); call('PUT',th,403,tok=OJ,body={'themeColor':'#a1b2c3'}); call('GET',th.replace(i,NOID),404); call('GET',th.replace(i,'x'),422); call('GET',th,403,tok=OJ)
    fl=f'/me/agents/{i}/files'; fs=[call('POST',fl,201,body={'name':f'f{n}','content':'ü'}).j['fileId'] for n in range(3)]
    o=call('PUT',fl+'/positions',body={'positions':[{'fileId':f,'position':2-n} for n,f in enumerate(fs)]}).j; ok([x['fileId'] for x in o['results']]==fs[::-1] and call('GET',fl).j==o,'order'); call('PUT',fl+'/positions',404,body={'positions':[{'fileId':fs[0],'position':7},{'fileId':NOID,'position':1}]}); ok(call('GET',fl).j==o,'all or nothing')
    call('GET',fl+'/'+fs[0]); ok(call('PATCH',fl+'/'+fs[0],body={'name':'g'}).j['name']=='g','patch file'); call('GET',fl+'/'+NOID,404); call('GET',fl,403,tok=OJ); call('GET',f'/me/agents/{A}/files/'+fs[0],404); r=call('DELETE',fl+'/'+fs[0],204); ok(r.raw==b'','empty'); call('DELETE',fl+'/'+fs[0],404); call('GET',fl+'/'+fs[0],404); call('POST',fl,422,body={'name':'x'})
    [call('POST',fl,201,body={'name':'x','content':''}) for _ in range(F['filesPerAgent']-2)]; call('POST',fl,400,body={'name':'x','content':''})
    # chats
    c=call('POST','/me/chats',body={'name':'C','chatPrompt':'P','visibility':'public','description':'D'}).j['id']; K='/me/chats/'+c
    call('POST','/me/chats',400,body={}); call('GET',K,tok=None); call('GET',K.replace(c,'zz'),404); x=call('PUT',K,body={'chatPrompt':'PP'}).j; ok(x['name']=='' and x['visibility']=='public','put'); call('PUT',K,403,tok=OJ,body={'chatPrompt':'x'}); call('PUT',K,400,body={}); x=call('PATCH',K,body={'name':'Z'}).j; ok(x['name']=='Z' and x['chatPrompt']=='PP','patch'); call('PATCH',K,403,tok=OJ,body={'name':'x'}); call('PATCH',K,422,body={'nme':'x'})
    sa=call('POST','/me/agents',tok=SJ,body={'chatPrompt':'P'}).j['id']; call('PATCH','/me/chats/'+sa,400,tok=SJ,body={'visibility':'private'}); call('PUT','/me/chats/'+sa,400,tok=SJ,body={'chatPrompt':'p','visibility':'private'}); call('POST',f'/me/chats/{c}/clone',400,tok=SJ,body={'visibility':'private'})
    call('GET',K+'/og',tok=None); call('GET',f'/me/chats/{i}/og',404,tok=None); call('GET','/me/chats/x/og',422,tok=None); n=call('POST',K+'/clone',tok=OJ).j; ok(n['id']!=c and n['chatPrompt']=='PP','clone'); n=call('POST',K+'/clone',body={'name':'over'}).j; ok(n['name']=='over' and call('GET',K).j['name']=='Z','clone with'); call('POST',f'/me/chats/{i}/clone',403,tok=OJ); call('POST',f'/me/chats/{NOID}/clone',404)
    call('POST',K+'/feedback',body={'rating':'up'}); call('POST',K+'/feedback',422,body={}); call('POST',f'/me/chats/{NOID}/feedback',404,body={'rating':'up'}); rl=call('POST',K+'/runs').j; call('GET','/me/agent-runs/'+rl['runId']); call('POST',f'/me/chats/{PR}/runs',403); call('POST',f'/me/chats/{NOID}/runs',404)
    # schedules
    H='/me/schedules'; s=call('POST',H,body={'chatId':c,'cron':F['cron']}).j; call('POST',H,403,body={'cron':F['cron']}); call('POST',H,403,body={'chatId':PA,'cron':F['cron']}); call('POST',H,403,body={'chatId':'x','cron':F['cron']}); call('POST',H,400,body={'chatId':c,'cron':'no'}); call('GET',H+'/'+s['id']); call('GET',H+'/'+s['id'],404,tok=OJ); ok(call('PUT',H+'/'+s['id'],body={'cron':'5 5 * * *'}).j['cron']=='5 5 * * *','put'); call('PUT',H+'/'+s['id'],403,body={'chatId':PA}); call('PUT',H+'/'+NOID,404,body={}); ok(len(call('GET',H).j['results'])==1,'scheds'); call('GET',H+'/onboarding')
    ok(call('GET',H+'/text-to-cron?cron=every monday at 9am').j['cron']=='0 9 * * 1','text'); call('GET',H+'/text-to-cron?cron=0 9 * * 1'); call('GET',H+'/text-to-cron?cron=75 9 * * 1',400); call('GET',H+'/text-to-cron?cron=x',400); call('GET',H+'/text-to-cron',422); call('DELETE',H+'/'+s['id']); call('DELETE',H+'/'+s['id'],404); call('POST',H,body={'chatId':c,'cron':F['cron']})
    call('DELETE',K,403,tok=OJ); call('DELETE',K); call('GET',K,404); call('DELETE',K,404); ok(call('GET',H).j['results']==[],'cascade'); call('POST','/run/'+c,404,tok=AK,body={'message':'x'}); ok(call('GET','/me/agents').j==call('GET','/me/chats').j,'same')
    # keys
    k=call('POST','/me/api-keys',body={'name':'k'}).j; call('POST','/run/'+A,tok=k['key'],body={'message':'x'}); ok(call('GET','/me/api-keys/default').j['key']==AK,'default'); kk=call('GET','/me/api-keys'); ok(len(kk.j)==2 and k['key'] not in kk.text,'hidden'); call('GET',f"/me/api-keys/{k['id']}"); call('GET',f"/me/api-keys/{k['id']}",404,tok=OJ); call('GET','/me/api-keys/x',422); call('POST','/me/api-keys',422,body={}); call('DELETE',f"/me/api-keys/{k['id']}"); call('DELETE',f"/me/api-keys/{k['id']}",404); call('POST','/run/'+A,401,tok=k['key'],body={'message':'x'})
    # money
    call('GET','/me/billing'); b=call('GET','/me/credits').j['balance']; ok(call('POST','/me/credits/use').j['balance']==b-1,'use'); together(5,lambda i:http_('POST','/me/credits/use')); ok(call('GET','/me/credits').j['balance']==b-6,'at once')
    W=F['webhook']; wh=lambda want,sig,raw: call('POST','/me/payments/webhook',want,tok=None,raw=raw,headers={W['signatureHeader']:sig} if sig else {})
    wb=W['body'].encode(); wh(400,None,wb); wh(400,W['validSignature'],wb+b' '); wh(400,'t=1,v1=00',wb); ok(call('GET','/me/credits').j['balance']==b-6,'refused'); wh(200,W['validSignature'],wb); wh(200,W['validSignature'],wb); ok(call('GET','/me/credits').j['balance']==b+19,'bought once'); call('POST','/me/payments/sessions',body={'priceId':'p'}); call('POST','/me/payments/sessions',422,body={})
    for q,n in (('',28),('?period=1',1),('?period=365',365)):
        su=call('GET','/me/monetization/summary'+q).j; d=call('GET','/me/monetization/subscribers'+q).j['results']; e=call('GET','/me/monetization/earnings'+q).j['results']; ok(len(d)==len(e)==n and sum(x['earnings'] for x in e)==su['totalEarnings'] and d[-1]['subscribers']==su['totalSubscribers']==2,'money'+q)
    for p in ('summary','subscribers','earnings'):
        for v in ('0','366','x'): call('GET',f'/me/monetization/{p}?period={v}',422)
    # bundles
    b=call('POST','/me/bundles').j['id']; Bn=f'/me/bundles/{b}'; call('POST',Bn+'/tools',body={'toolId':'feed_koi'}); call('POST',Bn+'/tools',body={'toolId':'feed_koi'}); call('POST',Bn+'/tools',body={'toolId':'sum_numbers'}); call('POST',Bn+'/tools',404,body={'toolId':'none'}); ok(len(call('GET',Bn+'/tools').j)==2,'tools'); ok(call('PUT',Bn,body={'name':'n'}).j['name']=='n','name'); ok(len(call('GET',Bn).j['tools'])==2,'kept'); call('PUT',Bn,409,body={'tools':[{'toolId':'none'}]}); call('GET',Bn,404,tok=OJ); call('GET','/me/bundles/x',422); ok(call('GET','/me/bundles').j[0]['toolCount']==2,'count')
    call('DELETE',Bn+'/tools/feed_koi'); call('DELETE',Bn+'/tools/feed_koi',404); ok([x['toolId'] for x in call('GET',Bn+'/tools').j]==['sum_numbers'],'left'); call('DELETE',Bn); call('DELETE',Bn,404); call('GET',Bn+'/tools',404); call('PUT',Bn,404,body={})
    # CLI
    s=call('POST','/me/cli-auth',tok=None).j['id']; ci='/me/cli-auth/'+s; ok(call('GET',ci,tok=None).j is None,'null'); call('PUT',ci,401,tok=None,body={'jwt':JWT}); call('PUT',ci,body={'jwt':JWT}); call('PUT',ci,403,tok=OJ,body={'jwt':OJ}); got=together(4,lambda i:http_('GET',ci,None).j); ok(sorted(map(str,got))==sorted(['None']*3+[JWT]),'once'); ok(call('GET',ci,tok=None).j is None,'consumed'); call('PUT',ci,403,body={'jwt':JWT}); call('GET','/me/cli-auth/'+NOID,404,tok=None); call('PUT','/me/cli-auth/'+NOID,404,body={'jwt':'x'}); call('GET','/me/cli-auth/x',422,tok=None)
    # user, VIP
    ok(call('GET','/me/').j['tier']=='pro' and call('GET','/me/',tok=SJ).j['tier']=='sandbox','tier'); call('GET','/me/',401,tok=JWT[:-3]+'abc'); ok(call('GET','/me/vip').j['count']==0,'vip'); v={'code':F['vipCode']}; call('POST','/me/vip',body=v); call('POST','/me/vip',400,body=v); call('POST','/me/vip',tok=OJ,body=v); call('POST','/me/vip',400,body={'code':F['ownVipCode']}); call('POST','/me/vip',400,body={'code':'x'}); call('POST','/me/vip',422,body={}); ok(call('GET','/me/vip').j['count']==1,'vip 1')
    ok(http_('GET','/none').status==404 and http_('DELETE','/me/vip').status==405,'404 405')
    left=[(m.upper(),t) for t,o in DOC['paths'].items() for m in o if (m.upper(),t) not in DONE]; ok(not left,f'not walked: {left}'); ok(len(DONE)==93,f'{len(DONE)} operations')
if __name__=='__main__':
    p=start(os.environ.get('FAULT',''))
    try:
        DOC=http_('GET','/openapi.json',None).j
        main()
    finally: stop(p)
    print('\n'.join(BAD)); print(f'{N} checks, {len(BAD)} bad, {len(DONE)} of 93 operations'); sys.exit(bool(BAD))

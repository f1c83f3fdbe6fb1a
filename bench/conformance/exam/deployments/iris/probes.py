#!/usr/bin/env python3
"""Each fault shown: probes.py [PORT [id ...]]. A probe is true where the deployment keeps the interface."""
import sys, time, uuid
from rig import *
from mkfaults import T
A, B = F['agentId'], F['backgroundAgentId']
MSG, TIDE, BG, BGE = F['message'], F['toolCallMessage']['message'], F['backgroundMessage'], F['backgroundErrorMessage']
RID = 'x-service-run-id'; JID = 'x-service-job-id'
u = lambda: uuid.uuid4().hex
def start(d, msg=None, a=A, nd=False, **k): return d.w('POST', ('/ndjson/' if nd else '/') + a, {'message': msg or 'M ' + u()}, **k)
def hist(d, run, a=A, **k): return [m['content'] for m in d.w('GET', f'/{a}/{run}', **k).j]
def agent(d, auth=OWN, **k): return d.req('POST', '/me/agents', {'instructions': 'P ' + u(), **k}, auth).j['agent_uuid']
def studio(d, auth=OWN, **k): return d.req('POST', '/me/agent-studio-chats', {'title': 'T', **k}, auth).j['run_id']
def afile(d, a, **k): return d.req('POST', f'/me/agents/{a}/files', {'filename': 'f', **k}).j['document_id']
def key(d): return d.req('POST', '/me/api-keys', {'label': 'k'}).j
def push(d, **k): return d.n('CREATE_PUSH', **{'type': 'note', 'body': u(), **k}).j['output']
def pushes(d, **k): return d.n('LIST_PUSHES', **k).j['output']['pushes']
def gone_in(d, run, s):
    t = time.time()
    while time.time() - t < s:
        if JID not in d.w('GET', f'/{B}/{run}').h: return True
        time.sleep(.5)
    return False
P = {}
def probe(f): P[f.__name__.replace('_', '-')] = f
@probe
def start_joins_recent_run(d): m = u(); return start(d, m).h[RID] != start(d, m).h[RID]
@probe
def start_context_not_clear(d): start(d); return len(hist(d, start(d).h[RID])) == 2
@probe
def continue_without_run_header(d): r = start(d).h[RID]; return d.w('PUT', f'/{A}/{r}', {'message': 'x'}).h.get(RID) == r
@probe
def ndjson_continue_forks(d): r = start(d).h[RID]; return d.w('PUT', f'/ndjson/{A}/{r}', {'message': 'x'}).h.get(RID) == r and len(hist(d, r)) == 4
@probe
def job_ndjson_continue_accepted(d): r = start(d, BG, B).h[RID]; return d.w('PUT', f'/ndjson/{B}/{r}', {'message': 'x'}).st == 409
@probe
def job_refused_message_kept(d): r = start(d, BG, B).h[RID]; return d.w('PUT', f'/{B}/{r}', {'message': 'kept?'}).st == 409 and 'kept?' not in hist(d, r, B)
@probe
def job_error_keeps_running(d): return gone_in(d, start(d, BGE, B).h[RID], 6)
@probe
def job_header_first_look_only(d): r = start(d, BG, B).h[RID]; return all(JID in d.w('GET', f'/{B}/{r}').h for _ in '12')
@probe
def start_refused_during_job(d): start(d, BG, B); return start(d, 'x', B).st == 200
@probe
def text_stream_leaks_tool(d): return F['toolCallMessage']['output'] not in start(d, TIDE).text
@probe
def ndjson_tool_answer_lost(d): return F['toolCallMessage']['output'] in start(d, TIDE, nd=True).text
@probe
def run_read_without_key(d): r = start(d).h[RID]; return d.w('GET', f'/{A}/{r}', auth=None).st == 401
@probe
def run_foreign_readable(d): r = start(d).h[RID]; return d.w('GET', f'/{A}/{r}', auth=C['otherApiKey']).st in (403, 404)
@probe
def deleted_key_still_works(d): k = key(d); d.req('DELETE', f"/me/api-keys/{k['key_no']}"); return start(d, auth=k['secret']).st == 401
@probe
def long_message_cut(d): m = 'long ' * 500; return hist(d, start(d, m).h[RID])[0] == m
@probe
def continue_race_loses_message(d):
    r = start(d).h[RID]; d.both(*[lambda i=i: d.w('PUT', f'/{A}/{r}', {'message': f'at once {i}'}) for i in range(3)])
    return sorted(m for m in hist(d, r) if m.startswith('at once')) == ['at once 0', 'at once 1', 'at once 2']
@probe
def push_guid_twice(d): g = u(); return push(d, guid=g)['iden'] == push(d, guid=g)['iden']
@probe
def push_link_without_url(d): return d.n('CREATE_PUSH', type='link', title='x').st == 400
@probe
def pushes_active_ignored(d): i = push(d)['iden']; d.n('DELETE_PUSH', iden=i); return i not in [x['iden'] for x in pushes(d, active=True)]
@probe
def pushes_limit_unbounded(d): return d.n('LIST_PUSHES', limit=501).st == 400
@probe
def chat_never_unmuted(d):
    i = d.n('CREATE_CHAT', email='q@b.example').j['output']['iden']; d.n('UPDATE_CHAT', iden=i, muted=True); d.n('UPDATE_CHAT', iden=i, muted=False)
    return d.n('LIST_CHATS').j['output']['chats'][0]['muted'] is False
@probe
def delete_all_spares_dismissed(d): push(d); d.n('UPDATE_PUSH', iden=push(d)['iden'], dismissed=True); d.n('DELETE_ALL_PUSHES'); time.sleep(1); return pushes(d, active=True) == []
@probe
def device_update_resets(d):
    i = d.n('CREATE_DEVICE', nickname='N', model='M', manufacturer='X', app_version=1, icon='phone', has_sms=True).j['output']['iden']; d.n('UPDATE_DEVICE', iden=i, nickname='O')
    return [x['icon'] for x in d.n('LIST_DEVICES').j['output']['devices'] if x['iden'] == i] == ['phone']
@probe
def pushes_pages_overlap(d):
    [push(d) for _ in range(4)]; a = d.n('LIST_PUSHES', limit=2).j['output']; b = d.n('LIST_PUSHES', limit=2, cursor=a['cursor']).j['output']
    return not {x['iden'] for x in a['pushes']} & {x['iden'] for x in b['pushes']}
@probe
def items_never_checked(d): i = push(d)['iden']; d.n('UPDATE_PUSH', iden=i, items=[{'text': 'a', 'checked': True}]); return [x['items'][0]['checked'] for x in pushes(d) if x['iden'] == i] == [True]
@probe
def push_update_not_modified(d): a = push(d); b = push(d); d.n('UPDATE_PUSH', iden=a['iden'], dismissed=True); return a['iden'] in [x['iden'] for x in pushes(d, modified_after=b['modified'])]
@probe
def runs_default_twenty(d): return len(d.req('GET', '/me/agent-runs').j['runs']) == 30
@probe
def subscribe_again(d): return d.req('POST', f"/me/agents/{F['subscribedAgentId']}/subscribe", {'term': 'month'}).st == 402
@probe
def unsubscribe_twice(d): p = f"/me/agents/{F['unsubscribeAgentId']}/unsubscribe"; d.req('POST', p); return d.req('POST', p).st == 400
@probe
def studio_patch_sandbox_private(d): return d.req('PATCH', '/me/agent-studio-chats/' + studio(d, SAND), {'sharing': 'private'}, SAND).st == 400
@probe
def studio_private_cloned(d): return d.req('POST', f"/me/agent-studio-chats/{studio(d, sharing='private')}/clone").st == 400
@probe
def studio_existing_overwritten(d): r = studio(d, sharing='private'); studio(d, run_id=r, sharing='public'); return d.req('GET', '/me/agent-studio-chats/' + r).j['sharing'] == 'private'
@probe
def update_without_prompt(d): return d.req('POST', '/me/agents', {'agent_uuid': agent(d), 'display_name': 'x'}).st == 400
@probe
def theme_color_any_hash(d): return d.req('PUT', f'/me/agents/{agent(d)}/customizations/theme', {'accent': '#zzzzzz'}).st == 400
@probe
def files_by_age(d):
    a = agent(d); f = [afile(d, a) for _ in range(3)]; d.req('PUT', f'/me/agents/{a}/files/positions', {'ranks': [{'document_id': x, 'rank': 2 - i} for i, x in enumerate(f)]})
    return [x['document_id'] for x in d.req('GET', f'/me/agents/{a}/files').j['documents']] == f[::-1]
@probe
def private_chat_cloned(d): return d.req('POST', f"/me/chats/{F['privateAgentId']}/clone").st == 403
@probe
def key_delete_shows_secret(d): k = key(d); return k['secret'] not in d.req('DELETE', f"/me/api-keys/{k['key_no']}").text
@probe
def webhook_unsigned(d): return d.req('POST', '/me/payments/webhook', raw=F['webhook']['body'], auth=None).st == 400
@probe
def period_unbounded(d): return d.req('GET', '/me/monetization/earnings?period=366').st == 422
@probe
def cli_read_race(d):
    i = d.req('POST', '/me/cli-auth', auth=None).j['login_id']; d.req('PUT', '/me/cli-auth/' + i, {'user_token': OWN})
    return [x.j for x in d.both(*[lambda: d.req('GET', '/me/cli-auth/' + i, auth=None)] * 6)].count(OWN) == 1
@probe
def schedule_chat_of_others(d): return d.req('POST', '/me/schedules', {'chat_uuid': F['unpaidAgentId'], 'expression': F['cron']}).st == 403
@probe
def cron_range_unchecked(d): return d.req('GET', '/me/schedules/text-to-cron?cron=99%2099%20*%20*%20*').st == 400
@probe
def vip_own_code(d): return d.req('POST', '/me/vip', {'vip_code': F['ownVipCode']}).st == 400
@probe
def jwt_signature_unchecked(d): return d.tool('count_words', {'text': 'a'}, OWN.rsplit('.', 1)[0] + '.' + 'A' * 43).st == 401
@probe
def file_cap_missing(d): a = agent(d); return 400 in [d.req('POST', f'/me/agents/{a}/files', {'filename': 'f'}).st for _ in range(12)]
@probe
def refused_agent_created(d): r = d.req('POST', '/me/agents', {'instructions': 'x', 'access': 'private'}, SAND); return r.st == 400 and d.req('GET', '/me/agents', auth=SAND).j == []
@probe
def deleted_chat_in_agents(d): a = agent(d); d.req('DELETE', '/me/chats/' + a); return a not in d.req('GET', '/me/agents').text
@probe
def slug_of_others_free(d): h = 's' + u(); agent(d, handle=h); return d.req('GET', '/me/agents/vanity/slug?slug=' + h, auth=OTHER).j['available'] is False
@probe
def upsell_not_saved(d): a = agent(d); t = d.req('POST', f'/me/agents/{a}/upsell-description').j['upsell_text']; return bool(t) and d.req('GET', '/me/agents/' + a).j['upsell_text'] == t
@probe
def theme_first_stays(d): p = f'/me/agents/{agent(d)}/customizations/theme'; [d.req('PUT', p, {'accent': c}) for c in ('#111111', '#222222')]; return d.req('GET', p).j['accent'] == '#222222'
@probe
def file_through_other_agent(d): f = afile(d, agent(d)); return d.req('GET', f'/me/agents/{agent(d)}/files/{f}').st == 404
@probe
def positions_partly_written(d):
    a = agent(d); f = afile(d, a, rank=3); r = d.req('PUT', f'/me/agents/{a}/files/positions', {'ranks': [{'document_id': f, 'rank': 8}, {'document_id': str(uuid.uuid4()), 'rank': 1}]})
    return r.st == 404 and d.req('GET', f'/me/agents/{a}/files/{f}').j['rank'] == 3
@probe
def patch_resets_visibility(d): a = agent(d, access='private'); d.req('PATCH', '/me/chats/' + a, {'instructions': 'new'}); return d.req('GET', '/me/chats/' + a).j['access'] == 'private'
@probe
def refused_delete_done(d): a = agent(d); return d.req('DELETE', '/me/chats/' + a, auth=OTHER).st == 403 and d.req('GET', '/me/chats/' + a).st == 200
@probe
def preview_shows_private(d): a = agent(d, access='private', instructions='hidden words'); return 'hidden words' not in d.req('GET', f'/me/chats/{a}/og', auth=None).text
@probe
def run_entry_lost(d): e = d.req('POST', f'/me/chats/{A}/runs').j; return e['entry_no'] in [x['entry_no'] for x in d.req('GET', f"/me/agent-runs/{e['run_uuid']}/logs").j]
@probe
def runs_pages_overlap(d):
    a = d.req('GET', '/me/agent-runs?limit=5').j; b = d.req('GET', '/me/agent-runs?limit=5&next_cursor=' + a['older_than']).j
    return len({x['run_uuid'] for x in a['runs'] + b['runs']}) == 10
@probe
def execution_of_others(d): n = d.tool('count_words', {'text': 'a b'}).j['execution_no']; return d.req('GET', f'/me/executions/{n}', auth=OTHER).st == 404
@probe
def studio_deleted_listed(d): r = studio(d); d.req('DELETE', '/me/agent-studio-chats/' + r); return r not in d.req('GET', '/me/agent-studio-chats').text
@probe
def studio_clone_owned_by_author(d): c = d.req('POST', f'/me/agent-studio-chats/{studio(d)}/clone', auth=OTHER).j['run_id']; return c in d.req('GET', '/me/agent-studio-chats', auth=OTHER).text
@probe
def default_key_newest(d): a = d.req('GET', '/me/api-keys/default').j; key(d); return d.req('GET', '/me/api-keys/default').j == a
@probe
def credits_race(d): b = d.req('GET', '/me/credits').j['remaining']; d.both(*[lambda: d.req('POST', '/me/credits/use')] * 6); return d.req('GET', '/me/credits').j['remaining'] == b - 6
@probe
def webhook_any_signature(d): return d.req('POST', '/me/payments/webhook', raw=F['webhook']['body'], auth=None, headers={F['webhook']['signatureHeader']: 'f' * 64}).st == 400
@probe
def webhook_replay_counts(d):
    w = F['webhook']; go = lambda: d.req('POST', '/me/payments/webhook', raw=w['body'], auth=None, headers={w['signatureHeader']: w['validSignature']}); s = lambda: d.req('GET', '/me/monetization/summary').j['earned_sum']
    go(); a = s(); return go().st == 200 and s() == a
@probe
def bundle_of_others(d): b = d.req('POST', '/me/bundles').j['bundle_no']; return d.req('GET', f'/me/bundles/{b}', auth=OTHER).st == 404
@probe
def bundle_tool_removed_everywhere(d):
    a, b = [d.req('POST', '/me/bundles').j['bundle_no'] for _ in '12']; [d.req('POST', f'/me/bundles/{x}/tools', {'tool_ref': '101'}) for x in (a, b)]
    return d.req('DELETE', f'/me/bundles/{a}/tools/101').st == 200 and len(d.req('GET', f'/me/bundles/{b}/tools').j) == 1
def sched(d): return d.req('POST', '/me/schedules', {'chat_uuid': agent(d), 'expression': '0 1 * * *'}).j['schedule_uuid']
@probe
def schedule_deleted_readable(d): s = sched(d); d.req('DELETE', '/me/schedules/' + s); return d.req('GET', '/me/schedules/' + s).st == 404
@probe
def schedule_update_not_kept(d): s = sched(d); d.req('PUT', '/me/schedules/' + s, {'expression': '0 2 * * *'}); return d.req('GET', '/me/schedules/' + s).j['expression'] == '0 2 * * *'
@probe
def install_race(d): d.both(*[lambda: d.req('POST', '/me/user-tools', {'tool_ref': '104'})] * 6); return len(d.req('GET', '/me/user-tools').j) == 1
@probe
def uninstalled_for_all(d): [d.req('POST', '/me/user-tools', {'tool_ref': '104'}, x) for x in (OWN, OTHER)]; d.req('DELETE', '/me/user-tools/104', auth=OTHER); return d.req('GET', '/me/user-tools/104').st == 200
if __name__ == '__main__':
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9801
    ids = sys.argv[2:] or [t[0] for t in T]
    assert set(P) == {t[0] for t in T}, set(P) ^ {t[0] for t in T}
    good, ok = set(), set(json.load(open('passed.json'))) if os.path.exists('passed.json') else set()
    for i in ids:
        with Dep(port) as d:
            try: a = P[i](d)
            except Exception as e: a = repr(e)
        with Dep(port, i) as d:
            try: b = P[i](d)
            except Exception as e: b = repr(e)
        if a is True and b is False: ok.add(i)
        else: ok.discard(i); print('NOT SHOWN', i, a, b)
        json.dump(sorted(ok), open('passed.json', 'w'))
    print(len(ok), 'shown of', len(T))

#!/usr/bin/env python3
"""One probe per fault: True when the deployment behaves, False when the fault shows.
python3 probes.py [PORT] [ID ...]   starts the deployment without and with each fault."""
import json, sys, time, uuid
from client import Deployment, at_once, run_id, HERE
P = {}
def probe(f): P[f.__name__.replace('_', '-')] = f; return f
def nd(r): return [json.loads(l) for l in r.text.splitlines()]
def roles(d, run): return [m['role'] for m in d.get(run).json]
def job(d, **kw): return run_id(d.post(d.fix['backgroundMessage'], **kw))
def studio(d, token='own', **f): return d.me('POST', '/agent-studio-chats', f, token=token).json
SB = {'success_url': 'https://client.example/ok'}

# Workers API
@probe
def post_same_message_same_run(d): return run_id(d.post('Same')) != run_id(d.post('Same'))
@probe
def post_context_not_clear(d): d.post('One'); return len(d.get(run_id(d.post('Two'))).json) == 2
@probe
def ndjson_put_without_run_id(d): r = run_id(d.post('a')); return d.put(r, 'b', nd=True).headers.get('x-service-run-id') == r
@probe
def put_409_keeps_message(d): r = job(d); n = len(d.get(r).json); s = d.put(r, 'no').status; return s == 409 and len(d.get(r).json) == n
@probe
def ndjson_put_ignores_job(d): return d.put(job(d), 'no', nd=True).status == 409
@probe
def post_blocked_by_job(d): job(d); return d.post('new').status == 200
@probe
def text_stream_shows_tools(d): t = d.fix['toolCallMessage']; r = d.post(t['message']); return t['output'] not in r.text and t['name'] not in r.text
@probe
def ndjson_without_tool_results(d): t = d.fix['toolCallMessage']; return t['output'] in d.post(t['message'], nd=True).text
@probe
def job_error_never_ends(d): r = run_id(d.post(d.fix['backgroundErrorMessage'])); time.sleep(3.5); return 'x-service-job-id' not in d.get(r).headers and d.put(r, 'go on').status == 200
@probe
def get_hides_job_of_put(d): r = run_id(d.post('a')); d.put(r, d.fix['backgroundMessage']); return 'x-service-job-id' in d.get(r).headers
@probe
def history_turn_reversed(d): r = run_id(d.post('a')); d.put(r, 'b'); return roles(d, r) == ['user', 'assistant'] * 2
@probe
def deleted_key_still_works(d): k = d.me('POST', '/api-keys', {'name': 'k'}).json; d.me('DELETE', f"/api-keys/{k['id']}"); return d.post('x', key=k['key']).status == 401
@probe
def run_readable_by_other_key(d): r = run_id(d.post('secret')); return 'secret' not in d.get(r, key=d.okey).text
@probe
def concurrent_puts_lose_one(d):
    r = run_id(d.post('a')); at_once(lambda: d.put(r, 'mark-1'), lambda: d.put(r, 'mark-2')); return {'mark-1', 'mark-2'} <= {m['content'] for m in d.get(r).json}
@probe
def history_message_cut_at_1000(d): r = run_id(d.post('z' * 3000)); return len(d.get(r).json[0]['content']) == 3000

# NOTIFIER
@probe
def notifier_guid_duplicates(d): return d.out('CREATE_PUSH', type='note', guid='g1')['iden'] == d.out('CREATE_PUSH', type='note', guid='g1')['iden']
@probe
def notifier_link_without_url(d): return d.n('CREATE_PUSH', type='link', title='t').status == 400
@probe
def notifier_file_without_type(d): return d.n('CREATE_PUSH', type='file', file_url='https://f.example/a', file_name='a').status == 400
@probe
def notifier_active_ignored(d):
    p = d.out('CREATE_PUSH', type='note'); d.out('DELETE_PUSH', iden=p['iden']); return p['iden'] not in [x['iden'] for x in d.out('LIST_PUSHES', active=True)['pushes']]
@probe
def notifier_chats_limit_501(d): return d.n('LIST_CHATS', limit=501).status == 400
DEV = dict(model='M', nickname='N', app_version=3, manufacturer='X')
@probe
def notifier_negative_app_version(d): v = d.out('CREATE_DEVICE', **DEV); return d.n('UPDATE_DEVICE', iden=v['iden'], app_version=-1).status == 400
@probe
def notifier_unmute_ignored(d):
    c = d.out('CREATE_CHAT', email='u@x.example'); d.out('UPDATE_CHAT', iden=c['iden'], muted=True); return d.out('UPDATE_CHAT', iden=c['iden'], muted=False)['muted'] is False
@probe
def notifier_update_device_clears(d): v = d.out('CREATE_DEVICE', **DEV); d.out('UPDATE_DEVICE', iden=v['iden'], nickname='Q'); return d.out('LIST_DEVICES')['devices'][0]['model'] == 'M'
@probe
def notifier_delete_all_everyone(d):
    p = d.n('CREATE_PUSH', token=d.other, type='note').json['output']['iden']; d.out('DELETE_ALL_PUSHES'); time.sleep(.6)
    return p in [x['iden'] for x in d.n('LIST_PUSHES', token=d.other, active=True).json['output']['pushes']]
@probe
def notifier_modified_after_created(d):
    p, q = d.out('CREATE_PUSH', type='note'), d.out('CREATE_PUSH', type='note'); d.out('UPDATE_PUSH', iden=p['iden'], dismissed=True)
    return [x['iden'] for x in d.out('LIST_PUSHES', modified_after=q['modified'])['pushes']] == [p['iden']]
@probe
def notifier_chats_cursor_repeats(d):
    for i in range(3): d.out('CREATE_CHAT', email=f'c{i}@x.example')
    a = d.out('LIST_CHATS', limit=2); b = d.out('LIST_CHATS', limit=2, cursor=a['cursor']); return len({c['iden'] for c in a['chats'] + b['chats']}) == len(a['chats'] + b['chats']) == 3

# runs, logs
@probe
def runs_default_limit_20(d): return len(d.me('GET', '/agent-runs').json['agent_runs']) == 30
@probe
def runs_page_repeats_last(d):
    a = d.me('GET', '/agent-runs?limit=5').json; b = d.me('GET', '/agent-runs?limit=5&next_cursor=' + a['next_cursor']).json; return a['agent_runs'][-1] not in b['agent_runs']
@probe
def executions_page_skips_one(d):
    g = lambda q: d.me('GET', '/executions?limit=' + q).json; a = g('4'); b = g('4&next_cursor=' + a['next_cursor']); return a['executions'] + b['executions'] == g('8')['executions']
@probe
def run_view_of_other_user(d): r = run_id(d.post('mine')); return d.me('GET', '/agent-runs/' + r, token=d.other).status == 404
@probe
def mcp_log_only_first_turn(d): r = run_id(d.post('a')); d.put(r, d.fix['toolCallMessage']['message']); return len(d.me('GET', f'/agent-runs/{r}/mcp-server-logs').json) == 1

# subscriptions
@probe
def subscribe_own_agent(d): return d.me('POST', f"/agents/{d.fix['ownPaidAgentId']}/subscribe", SB).status == 400
@probe
def subscribe_again(d): return d.me('POST', f"/agents/{d.fix['subscribedAgentId']}/subscribe", SB).status == 402
@probe
def unsubscribe_not_saved(d): a = d.fix['unsubscribeAgentId']; d.me('POST', f'/agents/{a}/unsubscribe'); return d.me('GET', '/subscriptions/' + a).json['status'] == 'canceled' and d.me('POST', f'/agents/{a}/unsubscribe').status == 400

# studio chats
@probe
def studio_create_overwrites(d): studio(d, run_id='r1', title='First'); return studio(d, run_id='r1', title='Second')['title'] == 'First'
@probe
def studio_private_without_token(d): c = studio(d, title='p', visibility='private'); return d.me('GET', '/agent-studio-chats/' + c['run_id'], token=None).status == 403
@probe
def studio_patch_sandbox_private(d): c = studio(d, d.sand, title='s'); return d.me('PATCH', '/agent-studio-chats/' + c['run_id'], {'visibility': 'private'}, token=d.sand).status == 400
@probe
def studio_refused_put_saved(d):
    c = studio(d, d.sand, title='s'); u = '/agent-studio-chats/' + c['run_id']; r = d.me('PUT', u, {'title': 't', 'visibility': 'private'}, token=d.sand); return r.status == 400 and d.me('GET', u, token=None).status == 200 and d.me('GET', u, token=d.sand).json['title'] == 's'

# agents, files
@probe
def agent_upsert_without_prompt(d): a = d.agent(); return d.me('POST', '/agents', {'id': a['id'], 'name': 'x'}).status == 400
@probe
def agent_prompt_cut_at_255(d): a = d.agent(chat_prompt='p' * 900); return len(d.me('GET', '/agents/' + a['id']).json['chat_prompt']) == 900
@probe
def slug_own_counts_as_free(d): d.agent(vanity_slug='my-slug'); return d.me('GET', '/agents/vanity/slug?slug=my-slug').json['available'] is False
@probe
def upsell_not_saved(d): a = d.agent()['id']; t = d.me('POST', f'/agents/{a}/upsell-description').json['upsell_description']; return d.me('GET', '/agents/' + a).json['upsell_description'] == t
@probe
def vibe_service_unchecked(d): return d.me('GET', f"/agents/{d.fix['agentId']}/vibe?service_name=nonesuch").status == 422
@probe
def theme_color_by_line(d): return d.me('PUT', f"/agents/{d.fix['agentId']}/customizations/theme", {'theme_color': '#112233\n<b>'}).status == 400
@probe
def files_list_by_creation(d):
    a = d.agent()['id']; x, y = d.file(a).json['id'], d.file(a).json['id']
    d.me('PUT', f'/agents/{a}/files/positions', {'positions': [{'file_id': x, 'position': 1}, {'file_id': y, 'position': 0}]}); return [f['id'] for f in d.files(a)['files']] == [y, x]
@probe
def files_limit_counts_deleted(d):
    a = d.agent()['id']; f = [d.file(a).json['id'] for _ in range(5)]; d.me('DELETE', f'/agents/{a}/files/{f[0]}'); return d.file(a).status == 201
@probe
def files_limit_refused_but_saved(d): a = d.agent()['id']; s = [d.file(a).status for _ in range(6)]; return s == [201] * 5 + [400] and d.files(a)['total'] == 5
@probe
def positions_partly_saved(d):
    a = d.agent()['id']; x = d.file(a).json['id']; r = d.me('PUT', f'/agents/{a}/files/positions', {'positions': [{'file_id': x, 'position': 7}, {'file_id': str(uuid.uuid4()), 'position': 8}]})
    return r.status == 404 and d.files(a)['files'][0]['position'] == 0

# chats
@probe
def chat_clone_private(d): return d.me('POST', f"/chats/{d.fix['privateAgentId']}/clone").status == 403
@probe
def chat_clone_keeps_owner(d): c = d.me('POST', f"/chats/{d.fix['unpaidAgentId']}/clone").json['id']; return c in [a['id'] for a in d.me('GET', '/chats').json]
@probe
def chat_delete_refused_but_done(d): a = d.agent(token=d.other)['id']; return d.me('DELETE', '/chats/' + a).status == 403 and d.me('GET', '/chats/' + a).status == 200
@probe
def chat_patch_clears_slug(d): a = d.agent(vanity_slug='keep-me')['id']; d.me('PATCH', '/chats/' + a, {'name': 'New'}); return d.me('GET', '/chats/' + a).json['vanity_slug'] == 'keep-me'
@probe
def og_shows_private_chat(d): a = d.agent(chat_prompt='hidden-words', visibility='private')['id']; return 'hidden-words' not in d.me('GET', f'/chats/{a}/og', token=None).text

# keys, money
@probe
def keys_list_shows_value(d): return d.key not in d.me('GET', '/api-keys').text
@probe
def key_of_other_user_deleted(d): k = d.me('POST', '/api-keys', {'name': 'o'}, token=d.other).json; return d.me('DELETE', f"/api-keys/{k['id']}").status == 404 and d.me('GET', f"/api-keys/{k['id']}", token=d.other).status == 200
@probe
def credits_use_race(d): b = d.me('GET', '/credits').json['balance']; at_once(*[lambda: d.me('POST', '/credits/use')] * 5); return d.me('GET', '/credits').json['balance'] == b - 5
@probe
def webhook_unsigned_taken(d): return d.me('POST', '/payments/webhook', d.fix['webhook']['body'], token=None).status == 400
@probe
def earnings_default_30(d): return len(d.me('GET', '/monetization/earnings').json['earnings']) == 28

# bundles, CLI, schedules
@probe
def bundle_remove_tool_empties(d):
    b = d.me('POST', '/bundles').json['id']; [d.me('POST', f'/bundles/{b}/tools', {'tool_id': t}) for t in ('tide_table', 'convert_units')]
    d.me('DELETE', f'/bundles/{b}/tools/tide_table'); return [t['tool_id'] for t in d.me('GET', f'/bundles/{b}/tools').json] == ['convert_units']
def cli(d): s = d.me('POST', '/cli-auth', token=None).json['id']; d.me('PUT', '/cli-auth/' + s, {'jwt': d.own}); return s
@probe
def cli_read_race(d): s = cli(d); return sum(r.json is not None for r in at_once(*[lambda: d.me('GET', '/cli-auth/' + s, token=None)] * 3)) == 1
@probe
def cli_put_by_second_user(d): return d.me('PUT', '/cli-auth/' + cli(d), {'jwt': d.other}, token=d.other).status == 403
def sched(d, **f): return d.me('POST', '/schedules', {'chat_id': d.fix['agentId'], 'cron_expression': d.fix['cron'], **f})
@probe
def schedule_for_others_chat(d): return sched(d, chat_id=d.fix['unpaidAgentId']).status == 403
@probe
def schedule_put_not_saved(d): s = sched(d).json['id']; d.me('PUT', '/schedules/' + s, {'cron_expression': '5 5 * * *'}); return d.me('GET', '/schedules/' + s).json['cron_expression'] == '5 5 * * *'
@probe
def schedule_loses_weekday(d): s = sched(d).json['id']; return d.me('GET', '/schedules/' + s).json['cron_expression'] == d.fix['cron']

# tools, VIP
@probe
def search_limit_201_taken(d): return d.me('GET', '/tools/search?q=tide&limit=201').status == 422
@probe
def tool_run_bad_input_200(d): t = d.fix['tool']; return d.me('POST', '/tools/run/' + t['name'], t['invalidInput']).status == 400
@probe
def jwt_signature_unchecked(d): t = d.fix['tool']; h, p, s = d.own.split('.'); return d.me('POST', '/tools/run/' + t['name'], t['input'], token=f'{h}.{p}.{s[::-1]}').status == 401
@probe
def uninstall_for_everyone(d):
    [d.me('POST', '/user-tools', {'tool_id': 'tide_table'}, token=t) for t in (d.own, d.other)]; d.me('DELETE', '/user-tools/tide_table'); return d.me('GET', '/user-tools/tide_table', token=d.other).status == 200
@probe
def vip_race(d): return sorted(r.status for r in at_once(*[lambda: d.me('POST', '/vip', {'code': d.fix['vipCode']})] * 3)) == [200, 400, 400]
@probe
def vip_refused_counted(d): n = d.me('GET', '/vip').json; return d.me('POST', '/vip', {'code': 'NOPE'}).status == 400 and d.me('GET', '/vip').json == n

if __name__ == '__main__':
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9602
    listed = {f['id'] for f in json.load(open(HERE + '/faults.json'))}
    bad = 0
    for i in sys.argv[2:] or P:
        with Deployment(port) as d: clean = P[i](d)
        with Deployment(port, i) as d:
            try: faulty = P[i](d)
            except Exception as e: faulty = repr(e)
        ok = clean is True and faulty is False and i in listed
        bad += not ok
        if not ok: print(f'{"ok" if ok else "BAD"} {i}: without {clean}, with {faulty}, listed {i in listed}', flush=True)
    print(len(P), 'probes', len(listed), 'faults', bad, 'bad', sorted(set(P) ^ listed))

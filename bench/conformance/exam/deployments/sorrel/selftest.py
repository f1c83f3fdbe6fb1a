#!/usr/bin/env python3
"""Walks through all 93 operations without a fault. python3 selftest.py [PORT]"""
import json, sys, time, uuid
from client import Deployment, at_once, run_id
seen, bad = set(), []

def main(port):
    with Deployment(port) as d:
        f = d.fix
        def is_(cond, what):
            if not cond: bad.append(what); print('BAD', what)
        def me(method, op, want, body=None, token='own', q='', **ids):
            seen.add(f'{method} /me{op}')
            path = op
            for k, v in ids.items(): path = path.replace('{' + k + '}', str(v))
            r = d.me(method, path + q, body, token=token)
            is_(r.status == want, f'{method} {path}{q}: {r.status} not {want}: {r.text[:200]}')
            if r.status >= 400: is_(isinstance(r.json['errors'], list), f'{method} {op}: error shape')
            return r.json if r.raw else None
        A, nobody = f['agentId'], str(uuid.uuid4())
        # Workers API
        w = lambda s: seen.add('workers ' + s)
        r = d.post('Hello'); w('post'); is_(r.status == 200 and r.text.startswith('Turn 1'), 'post'); run = run_id(r)
        is_(r.headers['content-type'].startswith('text/plain'), 'post type')
        r2 = d.put(run, 'Again ünï'); w('put'); is_(r2.status == 200 and run_id(r2) == run and r2.text.startswith('Turn 2'), 'put')
        g = d.get(run); w('get'); is_([m['role'] for m in g.json] == ['user', 'assistant'] * 2 and g.json[2]['content'] == 'Again ünï' and g.json[3]['content'] == r2.text, 'history')
        is_('x-service-job-id' not in g.headers, 'no job')
        tc = f['toolCallMessage']
        r = d.post(tc['message'], nd=True); w('nd post'); lines = [json.loads(l) for l in r.text.splitlines()]
        is_(r.status == 200 and tc['output'] in r.text and tc['name'] in r.text and lines[-1]['type'] == 'done', 'ndjson')
        tr = run_id(r); h = d.get(tr).json
        is_(h[1]['content'] == ''.join(l['text'] for l in lines if l['type'] == 'text') and tc['output'] not in json.dumps(h), 'ndjson history')
        r = d.post(tc['message']); is_(tc['output'] not in r.text and tc['name'] not in r.text, 'text has no tools')
        r = d.put(tr, 'more', nd=True); w('nd put'); is_(r.status == 200 and run_id(r) == tr, 'nd put')
        for m in ('backgroundMessage', 'backgroundErrorMessage'):
            r = d.post(f[m]); j = run_id(r); is_('x-service-job-id' in r.headers, 'job header of post')
            is_('x-service-job-id' in d.get(j).headers, 'job header'); n = len(d.get(j).json)
            is_(d.put(j, 'x').status == 409 and d.put(j, 'x', nd=True).status == 409 and len(d.get(j).json) == n, '409'); is_(d.post('y').status == 200, 'post during job')
            t = time.time()
            while 'x-service-job-id' in d.get(j).headers and time.time() - t < 8: time.sleep(.2)
            is_(1.5 < time.time() - t < 5, 'job time'); is_(d.put(j, '').status == 200, 'put after job')
        is_(d.w('POST', '/' + A, 'x', key=None).status == 401 and d.w('POST', '/' + A, 'x', key='no').status == 401 and d.w('POST', '/' + A, 'x', key=d.own).status == 401, '401')
        is_(d.post('x', agent=nobody).status == 404 and d.put(nobody, 'x').status == 404 and d.get(nobody).status == 404 and d.get(run, key=d.okey).status == 404, 'workers 404')
        is_(d.post('x', agent=f['privateAgentId']).status == 403, 'workers 403'); is_(d.w('POST', '/' + A).status == 422, 'workers 422')
        # runs and logs
        l = me('GET', '/agent-runs', 200); is_(len(l['agent_runs']) == 30 and l['next_cursor'], 'runs 30')
        ids, cur = [], None
        while True:
            p = me('GET', '/agent-runs', 200, q='?limit=7' + (f'&next_cursor={cur}' if cur else '')); ids += [x['run_id'] for x in p['agent_runs']]; cur = p['next_cursor']
            if not cur: break
        is_(len(ids) == len(set(ids)) > 42 and run in ids, 'runs pages'); me('GET', '/agent-runs', 422, q='?limit=0'); me('GET', '/agent-runs', 422, q='?next_cursor=yesterday')
        is_(me('GET', '/agent-runs/{run_id}', 200, run_id=run)['message_count'] == 4, 'view'); me('GET', '/agent-runs/{run_id}', 404, run_id=nobody); me('GET', '/agent-runs/{run_id}', 422, run_id='x'); me('GET', '/agent-runs/{run_id}', 404, token=d.other, run_id=run)
        is_(len(me('GET', '/agent-runs/{run_id}/mcp-server-logs', 200, run_id=tr)) == 1, 'mcp'); is_(len(me('GET', '/agent-runs/{run_id}/logs', 200, run_id=run)) == 2, 'logs')
        is_(len(me('GET', '/executions', 200)['executions']) == 30, 'executions'); p = me('GET', '/executions', 200, q='?limit=3'); p2 = me('GET', '/executions', 200, q='?limit=3&next_cursor=' + p['next_cursor']); e6 = me('GET', '/executions', 200, q='?limit=6')
        is_(p['executions'] + p2['executions'] == e6['executions'], 'executions pages'); me('GET', '/executions/{log_id}', 200, log_id=p['executions'][0]['id']); me('GET', '/executions/{log_id}', 404, log_id=1); me('GET', '/executions/{log_id}', 422, log_id='a')
        # subscriptions
        sb = d.c['bindings']['AgentSubscribeRequest']['body']
        is_('http' in me('POST', '/agents/{agent_id}/subscribe', 200, sb, agent_id=f['paidAgentId'])['checkout_url'], 'checkout')
        for a, s in ((f['unpaidAgentId'], 400), (f['ownPaidAgentId'], 400), (f['subscribedAgentId'], 402), (nobody, 404)): me('POST', '/agents/{agent_id}/subscribe', s, sb, agent_id=a)
        me('POST', '/agents/{agent_id}/unsubscribe', 200, agent_id=f['unsubscribeAgentId']); me('POST', '/agents/{agent_id}/unsubscribe', 400, agent_id=f['unsubscribeAgentId']); me('POST', '/agents/{agent_id}/unsubscribe', 400, agent_id=f['paidAgentId']); me('POST', '/agents/{agent_id}/unsubscribe', 404, agent_id=nobody)
        is_(me('GET', '/subscriptions', 200)['total'] == 2, 'subs'); me('GET', '/subscriptions/{agent_id}', 200, agent_id=f['subscribedAgentId']); me('GET', '/subscriptions/{agent_id}', 404, agent_id=f['paidAgentId'])
        # studio
        rid = 'run-' + nobody
        c = me('POST', '/agent-studio-chats', 200, {'run_id': rid, 'title': 'T', 'visibility': 'private'}); is_(c['run_id'] == rid and c['visibility'] == 'private', 'studio')
        is_(me('POST', '/agent-studio-chats', 200, {'run_id': rid, 'title': 'Z'})['title'] == 'T', 'existing'); me('POST', '/agent-studio-chats', 409, {'run_id': rid}, token=d.other); me('POST', '/agent-studio-chats', 400, {'visibility': 'private'}, token=d.sand)
        me('GET', '/agent-studio-chats/{run_id}', 200, run_id=rid); me('GET', '/agent-studio-chats/{run_id}', 403, token=None, run_id=rid); me('GET', '/agent-studio-chats/{run_id}', 404, run_id='none')
        me('PATCH', '/agent-studio-chats/{run_id}', 403, {'title': 'x'}, token=d.other, run_id=rid); is_(me('PATCH', '/agent-studio-chats/{run_id}', 200, {'title': 'x'}, run_id=rid)['visibility'] == 'private', 'patch'); me('POST', '/agent-studio-chats/{run_id}/clone', 400, run_id=rid)
        me('PUT', '/agent-studio-chats/{run_id}', 200, {'title': 'y', 'visibility': 'public'}, run_id=rid); me('PUT', '/agent-studio-chats/{run_id}', 404, {}, run_id='none'); is_(me('POST', '/agent-studio-chats/{run_id}/clone', 201, token=d.other, run_id=rid)['title'] == 'y', 'clone')
        me('DELETE', '/agent-studio-chats/{run_id}', 403, token=d.other, run_id=rid); me('DELETE', '/agent-studio-chats/{run_id}', 200, run_id=rid); me('DELETE', '/agent-studio-chats/{run_id}', 404, run_id=rid); is_(me('GET', '/agent-studio-chats', 200) == [], 'studio list')
        s = me('POST', '/agent-studio-chats', 200, {}, token=d.sand); me('PUT', '/agent-studio-chats/{run_id}', 400, {'visibility': 'private'}, token=d.sand, run_id=s['run_id']); me('PATCH', '/agent-studio-chats/{run_id}', 400, {'visibility': 'private'}, token=d.sand, run_id=s['run_id'])
        # agents
        a = me('POST', '/agents', 200, {'name': 'N', 'chat_prompt': 'p' * 3000, 'vanity_slug': 'n-slug'}); aid = a['id']; is_(len(a['chat_prompt']) == 3000, 'prompt')
        is_(me('POST', '/agents', 200, {'id': aid, 'chat_prompt': 'q'})['name'] == 'N', 'upsert'); me('POST', '/agents', 400, {'id': aid, 'name': 'x'}); me('POST', '/agents', 400, {'name': 'x'}); me('POST', '/agents', 403, {'id': f['unpaidAgentId'], 'chat_prompt': 'x'}); me('POST', '/agents', 404, {'id': nobody, 'chat_prompt': 'x'}); me('POST', '/agents', 400, {'chat_prompt': 'x', 'visibility': 'private'}, token=d.sand); me('POST', '/agents', 422, {'chat_prompt': 7}); me('POST', '/agents', 401, {'chat_prompt': 'x'}, token=None)
        is_(me('GET', '/agents', 200)[0]['id'] == aid and me('GET', '/chats', 200)[0]['id'] == aid, 'agents'); me('GET', '/agents/{agent_id}', 200, token=None, agent_id=aid); me('GET', '/agents/{agent_id}', 403, token=None, agent_id=f['privateAgentId']); me('GET', '/agents/{agent_id}', 404, agent_id=nobody)
        is_(me('POST', '/agents/{agent_id}/upsell-description', 200, agent_id=aid)['upsell_description'] == me('GET', '/agents/{agent_id}', 200, agent_id=aid)['upsell_description'] != None, 'upsell'); me('POST', '/agents/{agent_id}/upsell-description', 404, agent_id=nobody)
        s = me('POST', '/agents/vanity/slug', 200, {'name': 'N Slug'}, token=None)['slug']; is_(s == 'n-slug-2', 'slug'); is_(me('GET', '/agents/vanity/slug', 200, q='?slug=' + s)['available'] and not me('GET', '/agents/vanity/slug', 200, q='?slug=n-slug')['available'], 'available'); me('GET', '/agents/vanity/slug', 422)
        for v in me('GET', '/vibe/services', 200, token=None)['services']: me('GET', '/agents/{agent_id}/vibe', 200, q='?service_name=' + v['service_name'], agent_id=aid)
        me('GET', '/agents/{agent_id}/vibe', 422, q='?service_name=zz', agent_id=aid)
        T = '/agents/{agent_id}/customizations/theme'
        is_(me('GET', T, 200, agent_id=aid) is None, 'theme'); me('PUT', T, 400, {'theme_color': 'red'}, agent_id=aid); me('PUT', T, 403, {'theme_color': '#112233'}, agent_id=f['unpaidAgentId']); me('PUT', T, 404, {'theme_color': '#112233'}, agent_id=nobody); me('PUT', T, 200, {'theme_color': '#112233'}, agent_id=aid); is_(me('GET', T, 200, agent_id=aid)['theme_color'] == '#112233', 'theme get'); me('GET', T, 403, agent_id=f['privateAgentId'])
        F, F1, P = '/agents/{agent_id}/files', '/agents/{agent_id}/files/{file_id}', '/agents/{agent_id}/files/positions'
        fs = [me('POST', F, 201, {'filename': f'{i}.txt', 'content': 'é'}, agent_id=aid)['id'] for i in range(5)]; me('POST', F, 400, {'filename': 'f'}, agent_id=aid); me('POST', F, 403, {'filename': 'f'}, agent_id=f['unpaidAgentId']); is_(me('GET', F, 200, agent_id=aid)['total'] == 5, 'files')
        me('PUT', P, 404, {'positions': [{'file_id': fs[0], 'position': 9}, {'file_id': nobody, 'position': 8}]}, agent_id=aid); r = me('PUT', P, 200, {'positions': [{'file_id': x, 'position': 4 - i} for i, x in enumerate(fs)]}, agent_id=aid); is_([x['id'] for x in r['files']] == fs[::-1], 'positions')
        is_(me('PATCH', F1, 200, {'filename': 'b'}, agent_id=aid, file_id=fs[0])['content'] == 'é', 'file patch'); is_(me('GET', F1, 200, agent_id=aid, file_id=fs[0])['filename'] == 'b', 'file'); is_(me('DELETE', F1, 204, agent_id=aid, file_id=fs[0]) is None, '204'); me('GET', F1, 404, agent_id=aid, file_id=fs[0]); me('DELETE', F1, 404, agent_id=aid, file_id=fs[0]); me('PATCH', F1, 403, {}, token=d.other, agent_id=aid, file_id=fs[1]); me('GET', F1, 404, agent_id=A, file_id=fs[1])
        # chats
        ch = me('POST', '/chats', 200, {'chat_prompt': 'c', 'vanity_slug': 'cc'}); cid = ch['id']; me('POST', '/chats', 400, {}); me('GET', '/chats/{chat_id}', 200, token=None, chat_id=cid); me('PUT', '/chats/{chat_id}', 200, {'chat_prompt': 'd'}, chat_id=cid); me('PUT', '/chats/{chat_id}', 403, {'chat_prompt': 'd'}, token=d.other, chat_id=cid); me('PUT', '/chats/{chat_id}', 404, {'chat_prompt': 'd'}, chat_id=nobody)
        r = me('PATCH', '/chats/{chat_id}', 200, {'name': 'e'}, chat_id=cid); is_(r['chat_prompt'] == 'd' and r['vanity_slug'] == 'cc' and r['name'] == 'e', 'chat patch'); me('PATCH', '/chats/{chat_id}', 403, {}, chat_id=f['unpaidAgentId']); me('GET', '/chats/{chat_id}/og', 200, token=None, chat_id=cid); is_('Otto' not in str(me('GET', '/chats/{chat_id}/og', 200, token=None, chat_id=f['privateAgentId'])), 'og')
        cl = me('POST', '/chats/{chat_id}/clone', 200, chat_id=f['unpaidAgentId']); is_(cl['id'] != f['unpaidAgentId'] and cl['user_id'] == 101, 'clone'); me('POST', '/chats/{chat_id}/clone', 200, {'name': 'cl'}, token=d.sand, chat_id=cid); me('POST', '/chats/{chat_id}/clone', 403, chat_id=f['privateAgentId']); me('POST', '/chats/{chat_id}/clone', 404, chat_id=nobody)
        is_(me('POST', '/chats/{chat_id}/feedback', 200, {'rating': 5}, chat_id=cid)['feedback_count'] == 1, 'feedback'); me('POST', '/chats/{chat_id}/feedback', 404, {'rating': 5}, chat_id=nobody); r = me('POST', '/chats/{chat_id}/runs', 200, chat_id=cid); me('GET', '/agent-runs/{run_id}', 200, run_id=r['run_id']); me('POST', '/chats/{chat_id}/runs', 403, chat_id=f['privateAgentId']); me('POST', '/chats/{chat_id}/runs', 404, chat_id=nobody)
        me('DELETE', '/chats/{chat_id}', 403, token=d.other, chat_id=cid); me('DELETE', '/chats/{chat_id}', 200, chat_id=cid); me('DELETE', '/chats/{chat_id}', 404, chat_id=cid); is_(cid not in [x['id'] for x in me('GET', '/agents', 200)], 'gone')
        # keys
        k = me('POST', '/api-keys', 200, {'name': 'k'}); is_(d.post('x', key=k['key']).status == 200, 'new key'); is_(all('key' not in x for x in me('GET', '/api-keys', 200)), 'hidden'); is_(me('GET', '/api-keys/default', 200)['key'] == d.key, 'default'); is_(me('GET', '/api-keys/{api_key_id}', 200, api_key_id=k['id']) == k, 'key'); me('DELETE', '/api-keys/{api_key_id}', 404, token=d.other, api_key_id=k['id']); is_('key' not in me('DELETE', '/api-keys/{api_key_id}', 200, api_key_id=k['id']), 'hidden'); me('GET', '/api-keys/{api_key_id}', 404, api_key_id=k['id']); is_(d.post('x', key=k['key']).status == 401, 'old key'); me('GET', '/api-keys/{api_key_id}', 422, api_key_id='z')
        # money
        me('GET', '/billing', 200); b = me('GET', '/credits', 200)['balance']; seen.add('POST /me/credits/use'); at_once(*[lambda: d.me('POST', '/credits/use')] * 6); is_(me('GET', '/credits', 200)['balance'] == b - 6, 'credits'); me('POST', '/credits/use', 404, token=d.sand)
        wh = f['webhook']; seen.add('POST /me/payments/webhook'); hook = lambda body, **h: d.me('POST', '/payments/webhook', body, token=None, headers=h).status
        is_(hook(wh['body'], **{wh['signatureHeader']: wh['validSignature']}) == 200 and hook(wh['body']) == 400 and hook(wh['body'] + ' ', **{wh['signatureHeader']: wh['validSignature']}) == 400, 'webhook')
        me('POST', '/payments/sessions', 200, {'price_id': 'p'}); me('POST', '/payments/sessions', 422, {})
        s = me('GET', '/monetization/summary', 200, q='?period=365'); e = me('GET', '/monetization/earnings', 200, q='?period=365')['earnings']; is_(len(e) == 365 and sum(x['amount_cents'] for x in e) == s['total_earnings_cents'], 'earnings'); is_(len(me('GET', '/monetization/subscribers', 200)['subscribers']) == 28 == len(me('GET', '/monetization/earnings', 200)['earnings']), '28')
        for q in ('0', '366', 'x'): [me('GET', '/monetization/' + m, 422, q='?period=' + q) for m in ('summary', 'subscribers', 'earnings')]
        # bundles
        b = me('POST', '/bundles', 200); bid = b['id']; me('GET', '/bundles/{bundle_id}', 200, bundle_id=bid); me('GET', '/bundles/{bundle_id}', 404, token=d.other, bundle_id=bid); is_(me('PUT', '/bundles/{bundle_id}', 200, {'name': 'B'}, bundle_id=bid)['name'] == 'B', 'bundle'); me('PUT', '/bundles/{bundle_id}', 409, {'name': 'B'}, token=d.other, bundle_id=bid)
        for t in ('tide_table', 'convert_units', 'tide_table'): me('POST', '/bundles/{bundle_id}/tools', 200, {'tool_id': t}, bundle_id=bid)
        me('POST', '/bundles/{bundle_id}/tools', 404, {'tool_id': 'tide_table'}, bundle_id=1); is_(me('GET', '/bundles', 200)[0]['tool_count'] == 2, 'count'); me('DELETE', '/bundles/{bundle_id}/tools/{tool_id}', 200, bundle_id=bid, tool_id='tide_table'); me('DELETE', '/bundles/{bundle_id}/tools/{tool_id}', 404, bundle_id=bid, tool_id='tide_table'); is_([x['tool_id'] for x in me('GET', '/bundles/{bundle_id}/tools', 200, bundle_id=bid)] == ['convert_units'], 'tools'); me('DELETE', '/bundles/{bundle_id}', 200, bundle_id=bid); me('DELETE', '/bundles/{bundle_id}', 404, bundle_id=bid)
        # cli
        s = me('POST', '/cli-auth', 200, token=None)['id']; is_(me('GET', '/cli-auth/{auth_id}', 200, token=None, auth_id=s) is None, 'cli'); me('PUT', '/cli-auth/{cli_auth_id}', 200, {'jwt': d.own}, cli_auth_id=s); me('PUT', '/cli-auth/{cli_auth_id}', 403, {'jwt': d.other}, token=d.other, cli_auth_id=s); is_(me('GET', '/cli-auth/{auth_id}', 200, token=None, auth_id=s) == d.own, 'jwt'); is_(me('GET', '/cli-auth/{auth_id}', 200, token=None, auth_id=s) is None, 'consumed'); me('GET', '/cli-auth/{auth_id}', 404, token=None, auth_id=nobody); me('PUT', '/cli-auth/{cli_auth_id}', 404, {'jwt': d.own}, cli_auth_id=nobody)
        # schedules
        s = me('POST', '/schedules', 200, {'chat_id': aid, 'cron_expression': f['cron'], 'message': 'm'}); sid = s['id']
        for x in (nobody, f['unpaidAgentId'], None, 'x'): me('POST', '/schedules', 403, {'chat_id': x, 'cron_expression': f['cron']})
        me('POST', '/schedules', 422, {'chat_id': aid, 'cron_expression': 'x'}); is_(me('GET', '/schedules', 200)['schedules'] == [s], 'schedules'); me('GET', '/schedules/onboarding', 200); is_(me('GET', '/schedules/text-to-cron', 200, q='?cron=every%20monday%20at%209am')['cron'] == '0 9 * * 1', 'cron'); me('GET', '/schedules/text-to-cron', 400, q='?cron=99%20*%20*%20*%20*'); me('GET', '/schedules/text-to-cron', 422)
        me('PUT', '/schedules/{schedule_id}', 200, {'enabled': False}, schedule_id=sid); r = me('GET', '/schedules/{schedule_id}', 200, schedule_id=sid); is_(r['enabled'] is False and r['message'] == 'm', 'put'); me('PUT', '/schedules/{schedule_id}', 404, {}, token=d.other, schedule_id=sid); me('DELETE', '/schedules/{schedule_id}', 200, schedule_id=sid); me('GET', '/schedules/{schedule_id}', 404, schedule_id=sid)
        # tools
        is_(len(me('GET', '/tools/list', 200)) == 20 == len(me('GET', '/tools', 200, token=None)), 'tools'); is_(me('GET', '/tools/search', 200, q='?q=tide')[0]['name'] == 'tide_table', 'search'); is_(len(me('GET', '/tools/search', 200, q='?q=notifier&limit=3&toolkit=notifier')) == 3, 'limit'); is_(me('GET', '/tools/search', 200, q='?q=zzzqqq') == [], 'none')
        for q in ('', '?q=', '?q=a&limit=0', '?q=a&limit=201', '?q=a&min_score=1.1', '?q=a&min_score=-1'): me('GET', '/tools/search', 422, q=q)
        me('GET', '/tools/{tool_id}', 200, token=None, tool_id='tide_table'); me('GET', '/tools/{tool_id}', 404, token=None, tool_id='none')
        t = f['tool']; RUN = '/tools/run/{tool_name}'; r = me('POST', RUN, 200, t['input'], tool_name=t['name']); me('GET', '/executions/{log_id}', 200, log_id=r['execution_id']); me('POST', RUN, 400, t['invalidInput'], tool_name=t['name']); me('POST', RUN, 401, t['input'], token=None, tool_name=t['name']); me('POST', RUN, 401, t['input'], token=d.own[:-3] + 'abc', tool_name=t['name']); me('POST', RUN, 404, {}, tool_name='none')
        me('GET', '/toolsets/list', 200); is_(len(me('GET', '/toolsets/{toolset_name}', 200, toolset_name='harbor')['tools']) == 2, 'toolset'); me('GET', '/toolsets/{toolset_name}', 404, toolset_name='none')
        me('GET', '/user-tools/{tool_id}', 404, tool_id='tide_table'); me('POST', '/user-tools', 200, {'tool_id': 'tide_table'}); me('POST', '/user-tools', 409, {'tool_id': 'none'}); is_(len(me('GET', '/user-tools', 200)) == 1, 'user tools'); me('GET', '/user-tools/{tool_id}', 200, tool_id='tide_table'); me('DELETE', '/user-tools/{tool_id}', 200, tool_id='tide_table'); me('DELETE', '/user-tools/{tool_id}', 404, tool_id='tide_table')
        # user, vip
        is_(me('GET', '/', 200)['tier'] == 'pro' and me('GET', '/', 200, token=d.sand)['tier'] == 'sandbox', 'me'); me('GET', '/', 401, token=None); is_(me('GET', '/vip', 200)['count'] == 0, 'vip')
        for c, s in ((f['vipCode'], 200), (f['vipCode'], 400), (f['ownVipCode'], 400), ('none', 400)): me('POST', '/vip', s, {'code': c})
        is_(me('GET', '/vip', 200)['count'] == 1, 'vip count')
        # notifier
        u = d.out('GET_USER'); is_('@' in u['email'], 'user')
        c = d.out('CREATE_CHAT', email='a@b.example'); is_(d.out('UPDATE_CHAT', iden=c['iden'], muted=True)['muted'] and not d.out('UPDATE_CHAT', iden=c['iden'], muted=False)['muted'], 'mute'); is_(len(d.out('LIST_CHATS', limit=500)['chats']) == 1 and d.n('LIST_CHATS', limit=501).status == 400, 'chats'); d.out('DELETE_CHAT', iden=c['iden']); is_(d.out('LIST_CHATS')['chats'] == [], 'chat gone')
        v = d.out('CREATE_DEVICE', model='m', nickname='n', app_version=0, manufacturer='x'); is_(d.out('UPDATE_DEVICE', iden=v['iden'], nickname='q')['model'] == 'm' and d.n('UPDATE_DEVICE', iden=v['iden'], app_version=-1).status == 400, 'device'); is_(d.n('CREATE_DEVICE', model='m').status == 400, 'device req'); p = d.out('CREATE_PUSH', type='note', body='b', device_iden=v['iden'], guid='g'); is_(d.out('CREATE_PUSH', type='note', body='b', guid='g')['iden'] == p['iden'], 'guid'); d.out('DELETE_DEVICE', device_iden=v['iden']); is_(d.out('LIST_DEVICES')['devices'] == [], 'devices')
        is_(d.n('CREATE_PUSH', type='link').status == 400 and d.n('CREATE_PUSH', type='file', file_url='u', file_name='n').status == 400 and d.n('CREATE_PUSH', type='list').status == 400, 'push checks'); q = d.out('CREATE_PUSH', type='link', url='http://x.example')
        x = d.out('UPDATE_PUSH', iden=p['iden'], dismissed=True, items=[{'text': 't', 'checked': True}]); is_(x['dismissed'] and x['items'][0]['checked'], 'push'); is_([y['iden'] for y in d.out('LIST_PUSHES', modified_after=q['modified'])['pushes']] == [p['iden']], 'modified_after'); one = d.out('LIST_PUSHES', limit=1); is_(d.out('LIST_PUSHES', limit=1, cursor=one['cursor'])['pushes'][0]['iden'] == q['iden'], 'cursor'); d.out('DELETE_PUSH', iden=q['iden']); is_(len(d.out('LIST_PUSHES', active=True)['pushes']) == 1, 'active'); d.out('DELETE_ALL_PUSHES'); time.sleep(.5); is_(d.out('LIST_PUSHES', active=True)['pushes'] == [], 'all'); is_('upload_url' in d.out('UPLOAD_REQUEST', file_name='a b', file_type='t/x'), 'upload')
    print(f'{len(seen)} operations, {len(bad)} bad')
    return 1 if bad or len(seen) != 93 else 0

sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9601))

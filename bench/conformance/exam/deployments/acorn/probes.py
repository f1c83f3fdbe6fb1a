#!/usr/bin/env python3
# Shows each fault: its probe holds without the fault and does not hold with it. Writes faults.json with those that are shown.
# probes.py [PORT [ids...]]
import sys, time, json, uuid
from client import *
F = []
def fault(id, operation, basis, needs, words, what):
    def deco(p): F.append(({'id': id, 'operation': operation, 'basis': basis, 'needs': needs, 'words': words, 'what': what}, p)); return p
    return deco
B, A = '{base_url}', '{agents_url}'
Q = urllib.parse.quote
RID, JOB = 'X-Service-Run-ID', 'x-service-job-id'
TP, NP = A + '/{agent_id}', A + '/ndjson/{agent_id}'
POSTS, PUTS = ['POST ' + TP, 'POST ' + NP], ['PUT ' + TP + '/{run_id}', 'PUT ' + NP + '/{run_id}']
GETRUN = 'GET ' + TP + '/{run_id}'
def ag(d): return '/' + d.f['agentId']
def post(d, msg='hello', nd=False, **k): return d.w('POST', ('/ndjson' if nd else '') + ag(d), msg, **k)
def put(d, run, msg='again', nd=False, **k): return d.w('PUT', ('/ndjson' if nd else '') + ag(d) + '/' + run, msg, **k)
def hist(d, run, **k): return d.w('GET', ag(d) + '/' + run, **k)
def emb(r): return list(r.json['_embedded'].values())[0]
def NT(n): return 'POST {base_url}/me/tools/run/NOTIFIER_' + n

# ---- Workers API
@fault('w_ndjson_post_no_run_id', 'POST ' + NP, 'stated', 'request', 'every POST returns a new run ID in X-Service-Run-ID.', 'The NDJSON form of the POST answers without the header X-Service-Run-ID; the text form sends it.')
def _(d): return post(d, nd=True).headers[RID] is not None
@fault('w_post_same_message_same_run', POSTS, 'stated', 'sequence', 'A POST starts a new interaction with a clear context; every POST returns a new run ID in X-Service-Run-ID.', 'A POST with the same first message to the same worker within a minute is taken for a repetition and answered with the run ID of the earlier run.')
def _(d): return post(d, 'same').headers[RID] != post(d, 'same').headers[RID]
@fault('w_post_keeps_context', POSTS, 'stated', 'sequence', 'Response carries header X-Service-Run-ID; context starts clear', "A new run begins with the messages of the caller's latest run with this worker, if that is less than half a minute old.")
def _(d): post(d, 'one'); return len(hist(d, post(d, 'two').headers[RID]).json) == 2
@fault('w_ndjson_put_in_job', 'PUT ' + NP + '/{run_id}', 'stated', 'sequence', 'When a job is running, PUT returns 409.', 'While a background job runs the NDJSON form of the PUT is accepted; only the text form answers 409.')
def _(d): r = post(d, d.f['backgroundMessage']).headers[RID]; return put(d, r, nd=True).status == 409
@fault('w_409_keeps_message', PUTS, 'stated', 'sequence', 'Rejected with status 409; message not added', 'A PUT that was refused with 409 leaves its user message in the history of the run.')
def _(d): r = post(d, d.f['backgroundMessage']).headers[RID]; s = put(d, r, 'refused').status; return s == 409 and 'refused' not in hist(d, r).body.decode()
@fault('w_job_error_stays', [GETRUN] + PUTS, 'stated', 'timing', 'job finishes, successfully or with an error -> idle; GET no longer returns x-service-job-id', 'A job that ends with an error is never marked as finished: x-service-job-id stays on GET and PUT answers 409 for good.')
def _(d): r = post(d, d.f['backgroundErrorMessage']).headers[RID]; time.sleep(2.5); return hist(d, r).headers[JOB] is None and put(d, r).status == 200
@fault('w_text_tool_leak', ['POST ' + TP, 'PUT ' + TP + '/{run_id}'], 'stated', 'request', "Streamed text with only the worker's user-facing output (no tool calls or debug data).", "The text stream begins with the raw answers of the tools that the worker called.")
def _(d): return d.f['toolCallMessage']['output'] not in post(d, d.f['toolCallMessage']['message']).body.decode()
@fault('w_ndjson_no_response', ['POST ' + NP, 'PUT ' + NP + '/{run_id}'], 'stated', 'request', "NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their responses", 'The NDJSON stream holds the call of a tool but not its response.')
def _(d): return d.f['toolCallMessage']['output'] in post(d, d.f['toolCallMessage']['message'], nd=True).body.decode()
@fault('w_ndjson_put_forgets', 'PUT ' + NP + '/{run_id}', 'stated', 'sequence', 'A PUT with a run ID adds a user message to that run and keeps its history.', "The NDJSON form of the PUT adds only the worker's answer to the history, not the message of the user.")
def _(d): r = post(d).headers[RID]; put(d, r, 'the second', nd=True); return [m['content'] for m in hist(d, r).json if m['role'] == 'user'] == ['hello', 'the second']
@fault('w_puts_at_once_lose', PUTS, 'stated', 'timing', 'User message appended to the run history', 'Of two PUTs to the same run at once only the messages of the one that ends last are kept.')
def _(d):
    r = post(d).headers[RID]; x = both(lambda: put(d, r, 'mA'), lambda: put(d, r, 'mB'))
    return all(y.status == 200 for y in x) and {m['content'] for m in hist(d, r).json if m['role'] == 'user'} == {'hello', 'mA', 'mB'}
@fault('w_resume_forgets', PUTS, 'stated', 'timing', 'A PUT with a run ID adds a user message to that run and keeps its history.', 'The first PUT after a background job drops the history of the run from before.')
def _(d): r = post(d, d.f['backgroundMessage']).headers[RID]; time.sleep(3.3); put(d, r); return len(hist(d, r).json) == 4
@fault('w_foreign_run_read', GETRUN, 'implied', 'sequence', 'Each call must carry an API key (see Authentication).', "With another user's API key the messages of a run can be read: the owner of the run is not checked.")
def _(d): r = post(d).headers[RID]; return hist(d, r, who='otherApiKey').status in (403, 404)
@fault('w_deleted_key_works', POSTS + PUTS + [GETRUN], 'implied', 'sequence', 'Workers API: every request carries the header Authorization: Bearer <API_KEY>.', 'An API key that was deleted is still accepted by the Workers API.')
def _(d):
    k = d.u('POST', '/me/api-keys', {'label': 'x'}).json; a = post(d, tok=k['key']).status; d.u('DELETE', f"/me/api-keys/{k['api_key_id']}"); return a == 200 and post(d, tok=k['key']).status in (401, 403)
@fault('w_message_cut', POSTS + PUTS, 'implied', 'sequence', 'Each conversation has a run ID that preserves the full history (user messages, agent responses, MCP server calls)', 'A user message is kept in the history with its first 255 characters only.')
def _(d): m = 'word ' * 100 + 'end'; return hist(d, post(d, m).headers[RID]).json[0]['content'] == m
@fault('w_history_mojibake', POSTS + PUTS, 'implied', 'sequence', 'JSON array of messages, each with role and content, in conversation order.', 'A user message with letters outside of ASCII is kept with these letters garbled (UTF-8 read as Latin-1).')
def _(d): m = 'Grüße 東京'; return hist(d, post(d, m).headers[RID]).json[0]['content'] == m
# ---- NOTIFIER
DEV = {'model': 'M', 'nickname': 'Nick', 'app_version': 3, 'manufacturer': 'Acme', 'icon': 'phone', 'has_sms': True}
@fault('n_guid_twice', NT('CREATE_PUSH'), 'stated', 'sequence', 'guid string (client-generated, for idempotency)', 'A second push with the guid of an earlier one makes a second push.')
def _(d): p = {'type': 'note', 'body': 'x', 'guid': 'G-1'}; a = d.n('CREATE_PUSH', p); b = d.n('CREATE_PUSH', p); return a['iden'] == b['iden'] and len(d.n('LIST_PUSHES')['pushes']) == 1
@fault('n_link_without_url', NT('CREATE_PUSH'), 'stated', 'request', 'url string (required when type=link)', 'A push of type link is made without a url.')
def _(d): return d.tool('NOTIFIER_CREATE_PUSH', {'type': 'link', 'title': 't'}).status == 400
@fault('n_file_without_type', NT('CREATE_PUSH'), 'stated', 'request', 'file_url string, file_name string, file_type string (MIME type), each required when type=file', 'A push of type file is made without file_type; file_url and file_name are still asked for.')
def _(d): return d.tool('NOTIFIER_CREATE_PUSH', {'type': 'file', 'file_url': 'https://f.example/a', 'file_name': 'a'}).status == 400
@fault('n_limit_501', [NT('LIST_PUSHES'), NT('LIST_CHATS')], 'stated', 'request', 'limit integer (max 500', 'A limit above 500 is accepted by both lists.')
def _(d): return d.tool('NOTIFIER_LIST_PUSHES', {'limit': 501}).status == 400
@fault('n_active_ignored', NT('LIST_PUSHES'), 'stated', 'sequence', 'active boolean (true returns only active pushes)', 'With active=true deleted pushes (active: false) are listed too.')
def _(d): p = d.n('CREATE_PUSH', {'type': 'note', 'body': 'x'}); d.n('DELETE_PUSH', {'iden': p['iden']}); return d.n('LIST_PUSHES', {'active': True})['pushes'] == []
@fault('n_unmute_ignored', NT('UPDATE_CHAT'), 'stated', 'sequence', 'Mute or unmute a chat', 'muted=false is taken for not given: a muted chat stays muted.')
def _(d): c = d.n('CREATE_CHAT', {'email': 'a@b.example'}); d.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': True}); d.n('UPDATE_CHAT', {'iden': c['iden'], 'muted': False}); return d.n('LIST_CHATS')['chats'][0]['muted'] is False
@fault('n_update_device_clears', NT('UPDATE_DEVICE'), 'implied', 'sequence', 'Update device metadata', 'An update empties the texts (model, nickname, manufacturer, icon, push_token) that it does not name.')
def _(d): v = d.n('CREATE_DEVICE', DEV); d.n('UPDATE_DEVICE', {'iden': v['iden'], 'nickname': 'New'}); v = d.n('LIST_DEVICES')['devices'][0]; return v['model'] == 'M' and v['nickname'] == 'New'
@fault('n_update_device_zero', NT('UPDATE_DEVICE'), 'implied', 'sequence', 'has_sms boolean; app_version integer, non-negative', 'has_sms=false, app_version=0 and empty texts are ignored by the update, which answers 200 with the old values.')
def _(d): v = d.n('CREATE_DEVICE', DEV); v = d.n('UPDATE_DEVICE', {'iden': v['iden'], 'has_sms': False, 'app_version': 0}); return v['has_sms'] is False and v['app_version'] == 0
@fault('n_pushes_page_skips', NT('LIST_PUSHES'), 'implied', 'sequence', 'limit integer (max 500, default 500); cursor string', 'The page after a cursor leaves out the first push that belongs to it, so that one push is on no page.')
def _(d):
    s = {d.n('CREATE_PUSH', {'type': 'note', 'body': str(i)})['iden'] for i in range(5)}; a = d.n('LIST_PUSHES', {'limit': 2}); got = a['pushes']
    while a['cursor']: a = d.n('LIST_PUSHES', {'limit': 2, 'cursor': a['cursor']}); got += a['pushes']
    return {p['iden'] for p in got} == s
@fault('n_delete_all_of_everyone', NT('DELETE_ALL_PUSHES'), 'implied', 'sequence', 'Delete all pushes of the user asynchronously', 'The pushes of all users are deleted, not only those of the caller.')
def _(d): d.n('CREATE_PUSH', {'type': 'note', 'body': 'x'}, 'otherJwt'); d.n('DELETE_ALL_PUSHES'); time.sleep(.5); return len(d.n('LIST_PUSHES', {'active': True}, 'otherJwt')['pushes']) == 1
@fault('n_modified_after_created', NT('LIST_PUSHES'), 'implied', 'sequence', 'modified_after number (UNIX timestamp, float)', 'modified_after is compared with the time of creation: a push that was changed later is not listed.')
def _(d): a = d.n('CREATE_PUSH', {'type': 'note', 'body': 'a'}); b = d.n('CREATE_PUSH', {'type': 'note', 'body': 'b'}); d.n('UPDATE_PUSH', {'iden': a['iden'], 'dismissed': True}); return [p['iden'] for p in d.n('LIST_PUSHES', {'modified_after': b['modified']})['pushes']] == [a['iden']]
# ---- runs and logs
@fault('runs_default_limit', f'GET {B}/me/agent-runs', 'stated', 'sequence', 'limit (integer, default 30)', 'Without a limit 20 runs are on a page, not 30.')
def _(d): [post(d, f'm{i}') for i in range(32)]; return len(emb(d.u('GET', '/me/agent-runs'))) == 30
@fault('runs_cursor_repeats', f'GET {B}/me/agent-runs', 'implied', 'sequence', 'list endpoints with next_cursor take a date-time cursor and a limit.', 'The run that a page ended with stands again as first of the next page.')
def _(d):
    [post(d, f'm{i}') for i in range(5)]; a = d.u('GET', '/me/agent-runs?limit=2'); b = d.u('GET', '/me/agent-runs?limit=2&next_cursor=' + Q(a.json['next_cursor'])); return not {x['run_id'] for x in emb(a)} & {x['run_id'] for x in emb(b)}
@fault('runs_second_page_last', f'GET {B}/me/agent-runs', 'implied', 'sequence', 'list endpoints with next_cursor take a date-time cursor and a limit.', 'The second page never names a next cursor, so that the runs after it cannot be reached by the cursors.')
def _(d):
    [post(d, f'm{i}') for i in range(5)]; a = d.u('GET', '/me/agent-runs?limit=2'); b = d.u('GET', '/me/agent-runs?limit=2&next_cursor=' + Q(a.json['next_cursor'])); return b.json['next_cursor'] is not None
@fault('runs_foreign_logs', f'GET {B}/me/agent-runs/{{run_id}}/logs', 'implied', 'sequence', 'Agent run view, agent run log, MCP server log | run_id | Read-only logs of a run', "The logs of another user's run are shown, with all that was said in it.")
def _(d): r = post(d, 'my secret').headers[RID]; return 'my secret' not in d.u('GET', f'/me/agent-runs/{r}/logs', who='otherJwt').body.decode()
@fault('exec_input_lost', [f'POST {B}/me/tools/run/{{tool_name}}', f'GET {B}/me/executions', f'GET {B}/me/executions/{{log_id}}'], 'implied', 'sequence', 'Tool execution log | log_id | Read-only', 'The log of an execution holds an empty object in place of the input that the tool was run with.')
def _(d): t = d.f['tool']; d.tool(t['name'], t['input']); return emb(d.u('GET', '/me/executions'))[0]['input'] == t['input']
# ---- subscriptions
RB = {'return_url': 'https://x.example'}
@fault('subs_owner_ok', f'POST {B}/me/agents/{{agent_id}}/subscribe', 'stated', 'request', '400 agent is not paid or caller is its owner', 'The owner of a paid agent gets a checkout session for it.')
def _(d): return d.u('POST', f"/me/agents/{d.f['ownPaidAgentId']}/subscribe", RB).status == 400
@fault('subs_cancel_again_ok', f'POST {B}/me/agents/{{agent_id}}/unsubscribe', 'stated', 'sequence', '400 no active subscription to cancel', 'A subscription that was cancelled can be cancelled again with 200.')
def _(d): p = f"/me/agents/{d.f['unsubscribeAgentId']}/unsubscribe"; return d.u('POST', p).status == 200 and d.u('POST', p).status == 400
@fault('subs_cancel_answer_only', f'POST {B}/me/agents/{{agent_id}}/unsubscribe', 'implied', 'sequence', '200 AgentSubscriptionResponse | 400 no active subscription to cancel', 'The answer shows a cancelled subscription, but it is not kept: it stays active in GET and in the list.')
def _(d): i = d.f['unsubscribeAgentId']; d.u('POST', f'/me/agents/{i}/unsubscribe'); return d.u('GET', f'/me/subscriptions/{i}').json['active'] is False
# ---- studio chats
SC = f'{B}/me/agent-studio-chats'
def studio(d, who='jwt', **k): return d.u('POST', '/me/agent-studio-chats', {'title': 'T', 'messages': [{'role': 'user', 'content': 'x'}], **k}, who).json
def sp(s): return '/me/agent-studio-chats/' + s['run_id']
@fault('studio_clone_own_private', f'POST {SC}/{{run_id}}/clone', 'stated', 'sequence', '400 private chats cannot be cloned', 'The owner of a private studio chat can clone it.')
def _(d): return d.u('POST', sp(studio(d, visibility='private')) + '/clone').status == 400
@fault('studio_put_merges', f'PUT {SC}/{{run_id}}', 'stated', 'sequence', 'body AgentStudioChatCreate (full update)', 'PUT changes only what is given, like PATCH: the messages of before stay when the new body has none.')
def _(d): s = studio(d); d.u('PUT', sp(s), {'title': 'n'}); return d.u('GET', sp(s)).json['messages'] == []
@fault('studio_post_overwrites', f'POST {SC}', 'stated', 'sequence', 'creates a chat, or returns the existing one when run_id exists', "A POST with the run_id of one's own studio chat changes the chat to what is sent.")
def _(d): s = studio(d); d.u('POST', '/me/agent-studio-chats', {'run_id': s['run_id'], 'title': 'other'}); return d.u('GET', sp(s)).json['title'] == 'T'
@fault('studio_sandbox_patch_private', f'PATCH {SC}/{{run_id}}', 'stated', 'sequence', '400 sandbox tier setting private', 'A user of the sandbox tier can set a studio chat private by PATCH; POST and PUT refuse it.')
def _(d): s = studio(d, 'sandboxJwt'); return d.u('PATCH', sp(s), {'visibility': 'private'}, 'sandboxJwt').status == 400
@fault('studio_clone_empty', f'POST {SC}/{{run_id}}/clone', 'implied', 'sequence', '201 AgentStudioChat', 'The clone has the title of the chat but none of its messages.')
def _(d): return len(d.u('POST', sp(studio(d)) + '/clone', who='otherJwt').json['messages']) == 1
@fault('studio_deleted_listed', [f'DELETE {SC}/{{run_id}}', f'GET {SC}'], 'implied', 'sequence', 'Agent studio chat DELETE is a soft delete', 'A deleted studio chat still stands in the list, while GET by its run_id answers 404.')
def _(d): s = studio(d); d.u('DELETE', sp(s)); return s['run_id'] not in d.u('GET', '/me/agent-studio-chats').body.decode()
@fault('studio_post_race', f'POST {SC}', 'implied', 'timing', 'creates a chat, or returns the existing one when run_id exists', 'Two POSTs with the same new run_id at once both make the chat; the later replaces the earlier, which was answered with 200 and its own title.')
def _(d):
    x = both(*[lambda t=t: d.u('POST', '/me/agent-studio-chats', {'run_id': 'race-1', 'title': t}) for t in 'ab']); return len({y.json['title'] for y in x}) == 1
# ---- agents
@fault('agents_update_no_prompt', f'POST {B}/me/agents', 'stated', 'sequence', '400 missing chat prompt', 'With agent_id (update) the chat prompt may be missing; only creation asks for it.')
def _(d): a = d.agent(); return d.u('POST', '/me/agents', {'agent_id': a['agent_id'], 'title': 'x'}).status == 400
@fault('agents_upsert_foreign', f'POST {B}/me/agents', 'stated', 'request', '403 | No permission on the chat, agent, file or schedule chat', "With the agent_id of another user's agent the agent is changed.")
def _(d): return d.u('POST', '/me/agents', {'agent_id': d.f['unpaidAgentId'], 'chat_prompt': 'mine now'}).status == 403
@fault('agents_upsell_not_kept', f'POST {B}/me/agents/{{agent_id}}/upsell-description', 'implied', 'sequence', '200 AgentModel (upsell description generated)', 'The generated upsell description stands in the answer but is not kept: GET shows none.')
def _(d): a = d.agent(); d.u('POST', f"/me/agents/{a['agent_id']}/upsell-description"); return bool(d.u('GET', '/me/agents/' + a['agent_id']).json['upsell_description'])
@fault('slug_only_own_checked', f'GET {B}/me/agents/vanity/slug', 'implied', 'sequence', '200 body unspecified (availability result)', "A slug that another user's agent has is said to be available; only the caller's own agents are looked at.")
def _(d): d.agent(vanity_slug='sea-urchin-9'); return d.u('GET', '/me/agents/vanity/slug?slug=sea-urchin-9', who='otherJwt').json['available'] is False
TH = f'{B}/me/agents/{{agent_id}}/customizations/theme'
def th(a): return f"/me/agents/{a['agent_id']}/customizations/theme"
@fault('theme_any_word', f'PUT {TH}', 'stated', 'request', '400 invalid theme color format', 'Any word is accepted as a theme color, such as not_a_color or #12345.')
def _(d): return d.u('PUT', th(d.agent()), {'theme_color': 'not_a_color'}).status == 400
@fault('theme_refused_but_kept', f'PUT {TH}', 'implied', 'sequence', '400 invalid theme color format', 'A color that was refused with 400 is kept all the same and shown by GET.')
def _(d): a = d.agent(); d.u('PUT', th(a), {'theme_color': '#102030'}); s = d.u('PUT', th(a), {'theme_color': 'zzz'}).status; return s == 400 and d.u('GET', th(a)).json['theme_color'] == '#102030'
FI = f'{B}/me/agents/{{agent_id}}/files'
def fp(a): return f"/me/agents/{a['agent_id']}/files"
def mk(d, a, n='f'): return d.u('POST', fp(a), {'file_name': n, 'content': 'content of ' + n})
@fault('files_delete_200', f'DELETE {FI}/{{file_id}}', 'stated', 'sequence', '204 no body', 'DELETE answers 200 with the file as body.')
def _(d): a = d.agent(); x = d.u('DELETE', fp(a) + '/' + mk(d, a).json['file_id']); return x.status == 204 and x.body == b''
@fault('files_cap_race', f'POST {FI}', 'stated', 'timing', 'number of files per agent is capped; 400 when exceeded', 'The cap is checked before the file is written: with one place left several POSTs at once are all accepted.')
def _(d):
    a = d.agent(); [mk(d, a) for _ in range(7)]; x = both(*[lambda: mk(d, a)] * 4); return sorted(y.status for y in x) == [201, 400, 400, 400]
@fault('positions_partly_done', f'PUT {FI}/positions', 'implied', 'sequence', 'body AgentFileBatchPositionRequest (batch ordering) | 404', 'A batch with an unknown file is refused with 404, but the positions of its known files are changed.')
def _(d):
    a = d.agent(); ids = [mk(d, a, n).json['file_id'] for n in 'abc']; b = emb(d.u('GET', fp(a)))
    s = d.u('PUT', fp(a) + '/positions', {'positions': [{'file_id': ids[0], 'position': 2}, {'file_id': ids[2], 'position': 0}, {'file_id': str(uuid.uuid4()), 'position': 1}]}).status
    return s == 404 and [x['file_id'] for x in emb(d.u('GET', fp(a)))] == [x['file_id'] for x in b]
@fault('positions_answer_stale', f'PUT {FI}/positions', 'implied', 'sequence', '200 AgentFileListResponse', 'The answer to a new order still shows the order and positions of before; GET shows the new ones.')
def _(d):
    a = d.agent(); ids = [mk(d, a, n).json['file_id'] for n in 'abc']; return [x['file_id'] for x in emb(d.u('PUT', fp(a) + '/positions', {'positions': [{'file_id': i, 'position': 2 - k} for k, i in enumerate(ids)]}))] == ids[::-1]
@fault('files_patch_clears', f'PATCH {FI}/{{file_id}}', 'implied', 'sequence', 'body AgentFileUpdateRequest', 'A PATCH that gives only a new name empties the content of the file.')
def _(d): a = d.agent(); i = mk(d, a).json['file_id']; d.u('PATCH', fp(a) + '/' + i, {'file_name': 'n'}); return d.u('GET', fp(a) + '/' + i).json['content'] == 'content of f'
# ---- chats
CH = f'{B}/me/chats/{{chat_id}}'
@fault('chats_delete_still_in_agents', [f'DELETE {CH}', f'GET {B}/me/agents'], 'implied', 'sequence', 'Agent chat (legacy path family /me/chats) | Same record type as the agent', 'A chat that was deleted still stands in the list of /me/agents; GET by its id answers 404.')
def _(d): a = d.agent(); d.u('DELETE', '/me/chats/' + a['agent_id']); return a['agent_id'] not in d.u('GET', '/me/agents').body.decode()
@fault('chats_clone_body_ignored', f'POST {CH}/clone', 'implied', 'sequence', 'chat_id uuid; optional body AgentRequestPartial or null', 'The fields that the body of a clone gives are ignored: the clone is like the original.')
def _(d): a = d.agent(); return d.u('POST', f"/me/chats/{a['agent_id']}/clone", {'chat_prompt': 'mine'}, 'otherJwt').json['chat_prompt'] == 'mine'
@fault('chats_patch_publishes', f'PATCH {CH}', 'implied', 'sequence', 'body AgentRequestPartial', 'A PATCH that does not name the visibility makes a private chat public.')
def _(d): a = d.agent(visibility='private'); d.u('PATCH', '/me/chats/' + a['agent_id'], {'title': 'x'}); return d.u('GET', '/me/chats/' + a['agent_id'], who=None).status == 403
@fault('chats_sandbox_refused_but_done', f'PATCH {CH}', 'implied', 'sequence', '400 sandbox tier setting private', 'A PATCH that sets the chat of a sandbox user private is refused with 400, but its fields are written.')
def _(d): a = d.agent('sandboxJwt'); s = d.u('PATCH', '/me/chats/' + a['agent_id'], {'visibility': 'private', 'title': 'x'}, 'sandboxJwt').status; g = d.u('GET', '/me/chats/' + a['agent_id'], who='sandboxJwt').json; return s == 400 and g['visibility'] == 'public' and g['title'] == 'T'
@fault('og_private_shown', f'GET {CH}/og', 'implied', 'sequence', '200 body unspecified (social-preview metadata) | (no auth declared)', 'The preview of a private chat shows its title and description to anyone.')
def _(d): a = d.agent(visibility='private', title='Hidden-title', description='Hidden-description'); return b'Hidden' not in d.u('GET', f"/me/chats/{a['agent_id']}/og", who=None).body
@fault('chat_runs_not_kept', f'POST {CH}/runs', 'implied', 'sequence', '200 AgentRunLog (new run log entry)', 'The new run log entry is answered but not kept: the run of its run_id answers 404 and has no logs.')
def _(d): a = d.agent(); r = d.u('POST', f"/me/chats/{a['agent_id']}/runs").json['run_id']; return d.u('GET', f'/me/agent-runs/{r}').status == 200 and len(d.u('GET', f'/me/agent-runs/{r}/logs').json) == 1
# ---- keys, credits, money
@fault('keys_list_value', f'GET {B}/me/api-keys', 'stated', 'request', 'A hidden variant omits the key value', 'The list of keys shows the key values.')
def _(d): return d.cr['apiKey'] not in d.u('GET', '/me/api-keys').body.decode()
@fault('keys_foreign_read', f'GET {B}/me/api-keys/{{api_key_id}}', 'implied', 'sequence', '404 | Resource not found (run, chat, agent, file, API key, ...)', "The key of another user is shown with its value to whoever knows or counts up its number.")
def _(d): k = d.u('POST', '/me/api-keys', {'label': 'x'}).json; return d.u('GET', f"/me/api-keys/{k['api_key_id']}", who='otherJwt').status in (403, 404)
@fault('credits_race', f'POST {B}/me/credits/use', 'implied', 'timing', 'Balance of agent execution credits; can be used', 'The balance is read, and written a little later: of several uses at once only one counts.')
def _(d): b = d.u('GET', '/me/credits').json['balance']; both(*[lambda: d.u('POST', '/me/credits/use')] * 5); return d.u('GET', '/me/credits').json['balance'] == b - 5
@fault('money_period_366', [f'GET {B}/me/monetization/{x}' for x in ('summary', 'subscribers', 'earnings')], 'stated', 'request', 'period 1 to 365, default 28', 'A period of 366 is accepted.')
def _(d): return d.u('GET', '/me/monetization/earnings?period=366').status == 422
@fault('money_summary_all_time', f'GET {B}/me/monetization/summary', 'implied', 'request', 'MonetizationSummary (total subscribers and earnings for the period)', 'The earnings of the summary are those of a whole year whatever the period, and differ from the sum of the daily earnings of the same period.')
def _(d): return d.u('GET', '/me/monetization/summary').json['total_earnings'] == sum(x['earnings'] for x in emb(d.u('GET', '/me/monetization/earnings')))
# ---- bundles, CLI, schedules, tools
@fault('bundles_put_drops_tools', f'PUT {B}/me/bundles/{{bundle_id}}', 'implied', 'sequence', 'body UserBundleRequest', 'Renaming a bundle empties the list of its tools.')
def _(d): b = d.u('POST', '/me/bundles').json['bundle_id']; d.u('POST', f'/me/bundles/{b}/tools', {'tool_id': 'roll_dice'}); d.u('PUT', f'/me/bundles/{b}', {'name': 'n'}); return len(d.u('GET', f'/me/bundles/{b}/tools').json) == 1
@fault('cli_read_race', f'GET {B}/me/cli-auth/{{auth_id}}', 'stated', 'timing', 'Carries a user JWT; read once and consumed', 'The JWT is consumed a little after it was read: two reads at once both get it.')
def _(d):
    c = d.u('POST', '/me/cli-auth', who=None).json['cli_auth_id']; d.u('PUT', '/me/cli-auth/' + c, {'jwt': d.cr['jwt']}); return sum(x.json is not None for x in both(*[lambda: d.u('GET', '/me/cli-auth/' + c, who=None)] * 3)) == 1
@fault('sched_foreign_public_chat', [f'POST {B}/me/schedules', f'PUT {B}/me/schedules/{{schedule_id}}'], 'stated', 'request', '403 chat ID invalid, missing or not owned by the caller', "A schedule for another user's public chat is accepted; only private ones are refused.")
def _(d): return d.u('POST', '/me/schedules', {'cron': d.f['cron'], 'chat_id': d.f['unpaidAgentId']}).status == 403
@fault('sched_put_old_cron', f'PUT {B}/me/schedules/{{schedule_id}}', 'implied', 'sequence', 'body ScheduleUpdateRequest | 200', 'A new cron expression stands in the answer, but the schedule keeps the old one.')
def _(d): s = d.u('POST', '/me/schedules', {'cron': '0 9 * * 1', 'chat_id': d.f['agentId']}).json['schedule_id']; d.u('PUT', '/me/schedules/' + s, {'cron': '5 5 * * *'}); return d.u('GET', '/me/schedules/' + s).json['cron'] == '5 5 * * *'
@fault('search_limit_any', f'GET {B}/me/tools/search', 'stated', 'request', 'limit (integer, 1 to 200, default 20)', 'A limit above 200 is accepted.')
def _(d): return d.u('GET', '/me/tools/search?q=a&limit=201').status == 422
@fault('t_run_forged_jwt', f'POST {B}/me/tools/run/{{tool_name}}', 'stated', 'request', '401 invalid or missing JWT', 'The signature of the JWT is not checked here: a token with a changed signature is accepted.')
def _(d): h = d.cr['jwt'].rsplit('.', 1)[0] + '.' + 'A' * 43; return d.req('POST', d.c['baseUrl'] + '/me/tools/run/roll_dice', {}, h).status == 401
@fault('installed_delete_nothing', f'DELETE {B}/me/user-tools/{{tool_id}}', 'implied', 'sequence', '200 UserInstalledTool', 'DELETE answers 200 with the tool, but the tool stays installed.')
def _(d): i = d.f['installableToolId']; d.u('POST', '/me/user-tools', {'tool_id': i}); d.u('DELETE', '/me/user-tools/' + i); return d.u('GET', '/me/user-tools/' + i).status == 404

if __name__ == '__main__':
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9420; only = sys.argv[2:]
    done = []
    for k, (m, p) in enumerate(F):
        if only and m['id'] not in only: continue
        res = []
        for ft in ('', m['id']):
            d = D(port + k % 60, ft)
            try: res.append(bool(p(d)))
            except Exception as e: res.append(repr(e)[:200])
            finally: d.stop()
        if res == [True, False]: done.append(m)
        else: print('NOT SHOWN', m['id'], res)
    if not only: json.dump(done, open(os.path.join(HERE, 'faults.json'), 'w'), indent=1, ensure_ascii=False)
    b = [m['basis'] for m in done]; print(len(done), 'of', len(F), 'shown;', b.count('stated'), 'stated,', b.count('implied'), 'implied', {n: sum(m['needs'] == n for m in done) for n in ('request', 'sequence', 'timing')})

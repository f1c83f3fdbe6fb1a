"""Writes config.json and checks it by config.schema.json."""
import json, jsonschema, app
C = app.CONST
hook = '{"id":"evt_1001","type":"invoice.paid","data":{"amount":900}}'
P = {'file_id': 'file_id', 'position': 'order'}
F = lambda **k: {'fields': k}
sched = F(schedule_id='id', chat_id='chat', cron='cron_expression')
schedl = F(items='results', schedule_id='id', chat_id='chat', cron='cron_expression')
mon = dict(total_subscribers='subscribers_total', total_earnings='earnings_total')
key = F(key='secret', is_default='default')
ts = F(toolset_name='slug')
cfg = {
  'agentsUrl': 'http://127.0.0.1:PORT/workers', 'baseUrl': 'http://127.0.0.1:PORT/api', 'profile': 'full', 'consistencyWindow': 1,
  'bindings': {
    'AgentFileBatchPositionRequest': F(positions='orders', **P), 'AgentFileCreateRequest': {'fields': {'position': 'order'}, 'body': {'name': 'notes.txt', 'content': 'Some notes.'}},
    'AgentFileListResponse': F(items='results', **P), 'AgentFileResponse': F(**P), 'AgentFileUpdateRequest': F(position='order'), 'File': F(**P),
    'AgentExecutionCredits': F(balance='credits_left'), 'Credits': F(balance='credits_left'),
    'AgentRunViewListResponse': F(items='results'), 'ToolExecutionLogsResponse': F(items='results', log_id='id'), 'ToolExecutionLog': F(log_id='id'), 'ToolExecution': F(log_id='id'),
    'AgentSubscriptionListResponse': F(items='results'),
    'AgentThemePreferenceResponse': F(theme_color='color'), 'AgentThemePreferenceUpsertRequest': F(theme_color='color'), 'Theme': F(theme_color='color'),
    'ApiKey': key, 'ApiKeyCreate': {'fields': {'key': 'secret', 'is_default': 'default'}, 'body': {'label': 'ci'}}, 'ApiKeyHidden': key,
    'CliAuthInsertModel': F(jwt='token'), 'CliAuthModel': F(jwt='token'), 'CliSession': F(jwt='token'),
    'Schedule': sched, 'ScheduleListResponse': schedl, 'ScheduleRequest': sched, 'ScheduleUpdateRequest': sched,
    'MonetizationSummary': F(**mon), 'MonetizationReport': F(**mon), 'MonetizationSubscribersResponse': F(items='results', **mon), 'MonetizationEarningsResponse': F(items='results', **mon),
    'PaymentSessionRequest': {'body': {'plan': 'pro'}},
    'UserBundleRequest': {'body': {'name': 'My bundle'}},
    'UserFeedbackRequest': {'body': {'rating': 4, 'comment': 'Good.'}},
    'SlugRequest': {'body': {'name': 'Harbour pilot'}},
    'Toolset': ts, 'ToolSet': ts, 'ToolSetWithTools': ts,
    'VibeCoderListResponse': F(items='results'), 'VibeCoderPromptResponse': F(prompt='prompt_text'), 'VibePrompt': F(prompt='prompt_text'),
    'VipCodeRedemptionCount': F(count='redeemed_count'), 'VipRedemption': F(count='redeemed_count'),
  },
  'credentials': {'apiKey': app.KEYS[app.OWN], 'jwt': app.make_jwt(app.OWN), 'otherApiKey': app.KEYS[app.OTHER], 'otherJwt': app.make_jwt(app.OTHER), 'sandboxJwt': app.make_jwt(app.SANDBOX)},
  'fixtures': {
    'agentId': C['agent'], 'message': 'Good morning', 'backgroundAgentId': C['background'], 'backgroundMessage': app.LONG, 'backgroundErrorMessage': app.FAILING,
    'toolCallMessage': {'message': app.TIDE, 'name': 'tide_table', 'output': 'RAW-TIDE-7731'},
    'paidAgentId': C['paid'], 'unpaidAgentId': C['unpaid'], 'ownPaidAgentId': C['ownpaid'], 'subscribedAgentId': C['subscribed'], 'unsubscribeAgentId': C['unsub'],
    'privateAgentId': C['private'], 'tool': {'name': 'tide_table', 'input': {'port': 'Hull'}, 'invalidInput': {'port': 7}}, 'installableToolId': 'wave_height',
    'toolsetName': 'sea', 'notifierMayBeUsed': True, 'vipCode': 'CEDAR-WELCOME-2026', 'ownVipCode': 'CEDAR-MARTA-2026', 'cron': '0 9 * * 1',
    'webhook': {'signatureHeader': 'X-Payments-Signature', 'validSignature': app.sign(hook.encode()), 'body': hook}}}
jsonschema.validate(cfg, json.load(open('config.schema.json')))
for n, b in cfg['bindings'].items():   # only names that the schema knows
    known = json.load(open('config.schema.json'))['properties']['bindings']['properties'][n]['properties']['fields']['properties']
    assert set(b.get('fields', {})) <= set(known), (n, b)
json.dump(cfg, open('config.json', 'w'), indent=2)

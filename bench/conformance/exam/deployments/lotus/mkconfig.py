import json,subprocess
body='{"id":"evt_lotus_0001","type":"credits.purchased","data":{"userId":"01928f3a-0000-7000-8000-00000000a001","credits":25}}'
own,other,sand,sig=subprocess.check_output(['./lotus','tokens',body],text=True).split()
A='01928f3a-1111-7000-8000-00000000b00'
def f(**k): return {'fields':k}
agent=dict(agent_id='id',chat_id='id',chat_prompt='chatPrompt',visibility='visibility',vanity_slug='vanitySlug',upsell_description='upsellDescription')
req={k:v for k,v in agent.items() if k!='chat_id'}
part={k:v for k,v in req.items() if k!='agent_id'}
key=dict(api_key_id='id',key='key',is_default='isDefault')
hid=dict(api_key_id='id',is_default='isDefault')
B={
 'Agent':f(**agent),'AgentModel':f(**agent),'AgentRequest':f(**req),'AgentRequestPartial':f(**part),
 'AgentExecutionCredits':f(balance='balance'),'Credits':f(balance='balance'),
 'File':f(file_id='fileId',position='position'),
 'AgentFileResponse':f(file_id='fileId',position='position'),
 'AgentFileListResponse':f(items='results',file_id='fileId',position='position'),
 'AgentFileCreateRequest':{'fields':{'position':'position'},'body':{'name':'notes.txt','content':'A lotus opens at dawn.'}},
 'AgentFileUpdateRequest':f(position='position'),
 'AgentFileBatchPositionRequest':f(positions='positions',file_id='fileId',position='position'),
 'AgentRun':f(run_id='runId'),'AgentRunView':f(run_id='runId'),'AgentRunLog':f(run_id='runId'),'RunLog':f(run_id='runId'),
 'McpLog':f(run_id='runId'),'McpServerLog':f(run_id='runId'),
 'AgentRunViewListResponse':f(items='results',next_cursor='next',run_id='runId'),
 'ToolExecution':f(log_id='logId'),'ToolExecutionLog':f(log_id='logId'),
 'ToolExecutionLogsResponse':f(items='results',next_cursor='next',log_id='logId'),
 'StudioChat':f(run_id='runId',visibility='visibility'),'AgentStudioChat':f(run_id='runId',visibility='visibility'),
 'AgentStudioChatCreate':f(run_id='runId',visibility='visibility'),'AgentStudioChatUpdate':f(visibility='visibility'),
 'AgentSubscribeRequest':{'body':{'returnUrl':'https://lotus.example/back'}},
 'AgentSubscribeResponse':f(agent_id='agentId'),'AgentSubscriptionResponse':f(agent_id='agentId'),'Subscription':f(agent_id='agentId'),
 'AgentSubscriptionListResponse':f(items='results',agent_id='agentId'),
 'Theme':f(agent_id='agentId',theme_color='themeColor'),
 'AgentThemePreferenceResponse':f(agent_id='agentId',theme_color='themeColor'),
 'AgentThemePreferenceUpsertRequest':f(theme_color='themeColor'),
 'ApiKey':f(**key),'ApiKeyHidden':f(**hid),'ApiKeyCreate':{'body':{'name':'conformance'}},
 'Bundle':f(bundle_id='id',tools='tools'),'UserBundle':f(bundle_id='id',tools='tools'),'UserBundleRow':f(bundle_id='id'),
 'UserBundleSimplified':f(bundle_id='id'),'UserBundleRequest':{'fields':{'tools':'tools'},'body':{'name':'Pond things'}},
 'BundleTool':f(tool_id='toolId'),'UserBundleTool':f(tool_id='toolId'),
 'CliAuthInsertModel':f(jwt='jwt'),'CliAuthModel':f(cli_auth_id='id'),'CliSession':f(cli_auth_id='id',jwt='jwt'),
 'StartRunRequest':f(message='message'),'ContinueRunRequest':f(message='message'),'Message':f(role='role',content='content'),
 'InstalledTool':f(tool_id='toolId'),'UserTool':f(tool_id='toolId'),'UserInstalledTool':f(tool_id='toolId'),'UserInstallToolRequest':f(tool_id='toolId'),
 'PublicTool':f(tool_id='toolId'),'Tool':f(name='name',description='description',inputSchema='inputSchema'),
 'ToolSet':f(toolset_name='name',tools='tools'),'Toolset':f(toolset_name='name',tools='tools'),'ToolSetWithTools':f(toolset_name='name',tools='tools'),
 'MonetizationReport':f(total_subscribers='totalSubscribers',total_earnings='totalEarnings'),
 'MonetizationSummary':f(total_subscribers='totalSubscribers',total_earnings='totalEarnings'),
 'MonetizationSubscribersResponse':f(items='results'),'MonetizationEarningsResponse':f(items='results'),
 'PaymentSessionRequest':{'body':{'priceId':'price_credits_100'}},
 'Schedule':f(schedule_id='id',chat_id='chatId',cron='cron'),'ScheduleListResponse':f(items='results',schedule_id='id',chat_id='chatId',cron='cron'),
 'ScheduleRequest':f(chat_id='chatId',cron='cron'),'ScheduleUpdateRequest':f(chat_id='chatId',cron='cron'),
 'SlugRequest':{'body':{'text':'Lotus pond keeper'}},
 'User':f(tier='tier'),'UserWithTier':f(tier='tier'),
 'UserFeedbackRequest':{'body':{'rating':'up'}},
 'VibeCoderListResponse':f(items='services'),'VibeCoderPromptResponse':f(prompt='prompt'),'VibePrompt':f(prompt='prompt'),
 'VipCodeRequest':f(code='code'),'VipCodeRedeemed':f(code='code'),'VipCodeRedemptionCount':f(count='count'),'VipRedemption':f(code='code',count='count'),
}
cfg={'openapi':'http://127.0.0.1:PORT/openapi.json','agentsUrl':'http://127.0.0.1:PORT/run','baseUrl':'http://127.0.0.1:PORT','profile':'full','consistencyWindow':1,
 'credentials':{'apiKey':'lk_own_5Zt8Qw2Rb7Yx','jwt':own,'otherApiKey':'lk_other_9Mn3Vc6Kd1Hp','otherJwt':other,'sandboxJwt':sand},
 'bindings':B,
 'fixtures':{'agentId':A+'1','message':'Good morning, lotus','backgroundAgentId':A+'2','backgroundMessage':'Start the long job','backgroundErrorMessage':'Start a job that fails',
  'jobSeconds':5,'filesPerAgent':8,
  'toolCallMessage':{'message':'How high is the north pond?','name':'read_pond_level','output':'gauge=417mm'},
  'paidAgentId':A+'4','unpaidAgentId':A+'5','ownPaidAgentId':A+'3','subscribedAgentId':A+'6','unsubscribeAgentId':A+'7','privateAgentId':A+'8',
  'tool':{'name':'convert_units','input':{'value':10,'to':'feet'},'invalidInput':{'value':'ten','to':'feet'}},
  'installableToolId':'sum_numbers','toolsetName':'pond','notifierMayBeUsed':True,'vipCode':'LOTUS-SPRING-7Q','ownVipCode':'LIAN-OWN-3F','cron':'0 9 * * 1',
  'webhook':{'signatureHeader':'Lotus-Pay-Signature','validSignature':sig,'body':body}}}
json.dump(cfg,open('config.json','w'),indent=1)
import jsonschema
s=json.load(open('config.schema.json')); jsonschema.validate(cfg,s)
for k,v in B.items():
    allowed=s['properties']['bindings']['properties'][k]['properties']['fields'].get('properties',{})
    for n in v.get('fields',{}): assert n in allowed,(k,n)
print('ok')

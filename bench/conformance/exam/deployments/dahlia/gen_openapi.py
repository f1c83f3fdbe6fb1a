#!/usr/bin/env python3
"""Writes src/main/resources/openapi.json: the document is kept by hand, in short form here."""
import json
S={"type":"string"}; I={"type":"integer"}; N={"type":"number"}; Bo={"type":"boolean"}; DT={"type":"string","format":"date-time"}; U={"type":"string","format":"uuid"}
OBJ={"type":"object","additionalProperties":True}
def nul(t): return {**t,"type":[t["type"],"null"]}
def obj(req,opt=None,**k): 
    p=dict(req); p.update(opt or {}); r={"type":"object","properties":p}
    if req: r["required"]=list(req)
    r.update(k); return r
def ref(n): return {"$ref":"#/components/schemas/"+n}
def arr(t): return {"type":"array","items":t}
def page(t,**x): return obj({"content":arr(t),"totalElements":I,"totalPages":I,"number":I,"size":I,**x})
def curs(t): return obj({"content":arr(t),"size":I,"numberOfElements":I,"nextCursor":nul(DT)})
VIS={"type":"string","enum":["private","public"]}
agentIn={"name":{**S,"maxLength":200},"visibility":VIS,"vanitySlug":{**S,"maxLength":80,"pattern":"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$"},"upsellDescription":S,"monthlyPrice":{**N,"minimum":0},"virtualComputer":Bo}
studioIn={"title":S,"visibility":VIS,"messages":arr(OBJ)}
fileIn={"contentType":S,"content":S,"position":{**I,"minimum":0}}
pay={"successUrl":S,"cancelUrl":S}
bt=obj({"toolId":S},{"bundleId":{**I,"readOnly":True},"addedAt":{**DT,"readOnly":True}})
schemas={
"HTTPValidationError":obj({"type":S,"title":S,"status":I,"detail":S,"errors":arr(obj({"in":S,"field":S,"message":S}))},{"instance":S}),
"ProblemDetail":obj({"type":S,"title":S,"status":I,"detail":S},{"instance":S,"errors":arr(OBJ)}),
"Message":obj({"role":{"type":"string","enum":["user","assistant"]},"content":S}),
"StartRunRequest":obj({"message":S}),"ContinueRunRequest":obj({"message":S}),
"AgentRunView":obj({"runId":U,"agentId":U,"agentName":nul(S),"status":{"type":"string","enum":["IDLE","JOB_RUNNING"]},"messageCount":I,"startedAt":DT,"updatedAt":DT}),
"AgentRunViewListResponse":curs(ref("AgentRunView")),
"AgentRunLog":obj({"logId":I,"runId":U,"agentId":U,"event":S,"message":S,"createdAt":DT}),
"McpServerLog":obj({"logId":I,"runId":U,"serverName":S,"toolName":S,"arguments":OBJ,"result":{"type":["object","null"]},"createdAt":DT}),
"ToolExecutionLog":obj({"logId":I,"toolName":S,"serviceId":S,"serviceIdNamespace":S,"input":OBJ,"status":{"type":"string","enum":["SUCCEEDED","FAILED"]},"output":{},"createdAt":DT}),
"ToolExecutionLogsResponse":curs(ref("ToolExecutionLog")),
"AgentSubscribeRequest":obj({},pay),
"AgentSubscribeResponse":obj({"agentId":U,"sessionId":S,"checkoutUrl":S,"successUrl":nul(S),"cancelUrl":nul(S)}),
"AgentSubscriptionResponse":obj({"agentId":U,"subscriptionId":S,"status":{"type":"string","enum":["active","canceled"]},"monthlyPrice":N,"startedAt":DT,"canceledAt":nul(DT)}),
"AgentSubscriptionListResponse":page(ref("AgentSubscriptionResponse")),
"AgentStudioChat":obj({"runId":S,"ownerId":S,"title":nul(S),"visibility":VIS,"messages":arr(OBJ),"clonedFrom":nul(S),"createdAt":DT,"updatedAt":DT,"deletedAt":nul(DT)}),
"AgentStudioChatCreate":obj({},{"runId":S,**studioIn}),"AgentStudioChatUpdate":obj({},studioIn),
"AgentModel":obj({"agentId":U,"ownerId":S,"name":S,"chatPrompt":S,"visibility":VIS,"vanitySlug":nul(S),"upsellDescription":nul(S),"monthlyPrice":nul(N),"paid":Bo,"virtualComputer":Bo,"feedbackCount":I,"averageRating":nul(N),"clonedFrom":nul(U),"createdAt":DT,"updatedAt":DT}),
"AgentRequest":obj({"chatPrompt":{**S,"minLength":1}},{"agentId":{**U,"description":"POST /me/agents only: the agent to update"},**agentIn}),
"AgentRequestPartial":obj({},{"chatPrompt":{**S,"minLength":1},**agentIn}),
"SlugRequest":obj({"name":S}),"Slug":obj({"slug":S}),"SlugAvailability":obj({"slug":S,"available":Bo}),
"VibeCoderPromptResponse":obj({"agentId":U,"serviceName":S,"prompt":S}),
"VibeCoderListResponse":page(obj({"name":S,"title":S,"url":S})),
"AgentThemePreferenceUpsertRequest":obj({"themeColor":{**S,"description":"#rrggbb"}}),
"AgentThemePreferenceResponse":obj({"agentId":U,"themeColor":S,"updatedAt":DT}),
"AgentFileCreateRequest":obj({"fileName":{**S,"maxLength":255}},fileIn),"AgentFileUpdateRequest":obj({},{"fileName":S,**fileIn}),
"AgentFileResponse":obj({"fileId":U,"agentId":U,"fileName":S,"contentType":S,"content":nul(S),"size":I,"position":I,"createdAt":DT,"updatedAt":DT}),
"AgentFileListResponse":page(ref("AgentFileResponse")),
"AgentFileBatchPositionRequest":obj({"positions":arr(obj({"fileId":U,"position":{**I,"minimum":0}}))}),
"SocialPreview":obj({"title":S,"description":S,"image":S,"url":S}),
"UserFeedbackRequest":obj({"rating":{**I,"minimum":1,"maximum":5}},{"comment":S}),
"ApiKeyHidden":obj({"apiKeyId":I,"name":S,"isDefault":Bo,"createdAt":DT}),
"ApiKey":obj({"apiKeyId":I,"name":S,"key":S,"isDefault":Bo,"createdAt":DT}),
"ApiKeyCreate":obj({},{"name":S}),
"BillingInformationSubscription":obj({"plan":S,"status":S,"currency":S,"monthlyAmount":N,"currentPeriodEnd":nul(DT),"cancelAtPeriodEnd":Bo}),
"AgentExecutionCredits":obj({"balance":I,"used":I,"updatedAt":DT}),
"PaymentWebhookResponseSuccess":obj({"received":Bo}),"WebhookEvent":obj({"id":S,"type":S},{"data":OBJ}),
"PaymentSessionRequest":obj({"plan":{"type":"string","enum":["starter","pro","team"]}},pay),
"PaymentSessionResponse":obj({"sessionId":S,"plan":S,"url":S}),
"MonetizationSummary":obj({"period":I,"totalSubscribers":I,"totalEarnings":N,"currency":S}),
"MonetizationSubscribersResponse":page(obj({"date":{"type":"string","format":"date"},"count":I}),period=I,totalSubscribers=I),
"MonetizationEarningsResponse":page(obj({"date":{"type":"string","format":"date"},"amount":N}),period=I,totalEarnings=N,currency=S),
"UserBundleTool":bt,
"UserBundle":obj({"bundleId":I,"name":S,"description":nul(S),"tools":arr(ref("UserBundleTool")),"createdAt":DT,"updatedAt":DT}),
"UserBundleRow":obj({"bundleId":I,"name":S,"description":nul(S),"createdAt":DT,"updatedAt":DT}),
"UserBundleSimplified":obj({"bundleId":I,"name":S,"toolCount":I,"createdAt":DT,"updatedAt":DT}),
"UserBundleRequest":obj({"name":S},{"description":S,"tools":arr(S)}),
"CliAuthModel":obj({"cliAuthId":U,"attached":Bo,"createdAt":DT,"expiresAt":DT}),
"CliAuthInsertModel":obj({"jwt":S}),
"ScheduleRequest":obj({"cron":S},{"chatId":U,"message":S,"enabled":Bo}),"ScheduleUpdateRequest":obj({},{"cron":S,"chatId":U,"message":S,"enabled":Bo}),
"Schedule":obj({"scheduleId":U,"chatId":U,"cron":S,"message":nul(S),"enabled":Bo,"createdAt":DT,"updatedAt":DT}),
"ScheduleListResponse":page(ref("Schedule")),
"ScheduleOnboarding":obj({"hasSchedules":Bo,"suggestions":arr(obj({"title":S,"cron":S}))}),"CronResult":obj({"cron":S}),
"Tool":obj({"name":S,"description":S,"inputSchema":OBJ}),"PublicTool":obj({"toolId":S,"name":S,"description":S,"toolset":S}),
"ToolResult":obj({"toolName":S,"isError":Bo,"content":arr(obj({"type":S,"text":S})),"structuredContent":OBJ}),
"ToolSet":obj({"toolsetName":S,"description":S,"toolCount":I}),"ToolSetWithTools":obj({"toolsetName":S,"description":S,"tools":arr(ref("Tool"))}),
"UserTool":obj({"toolId":S,"name":S,"description":S,"toolset":S,"installedAt":DT}),"UserInstalledTool":obj({"toolId":S,"userId":S,"installedAt":DT}),"UserInstallToolRequest":obj({"toolId":S}),
"UserWithTier":obj({"userId":S,"name":S,"email":S,"tier":{"type":"string","enum":["pro","sandbox"]}}),
"VipCodeRequest":obj({"code":S}),"VipCodeRedeemed":obj({"code":S,"redeemedAt":DT}),"VipCodeRedemptionCount":obj({"count":I}),
}
TXT="TXT"; ND="ND"
def A(n): return arr(ref(n))
PER=[("period",{**I,"minimum":1,"maximum":365,"default":28},0)]
CUR=[("next_cursor",nul(DT),0),("limit",{**I,"minimum":1,"default":30},0)]
# method, path, request, response, success, other statuses, flags (n: no auth), queries
ops="""POST /agents/{agent_id} StartRunRequest TXT 200 401,403,404 k
PUT /agents/{agent_id}/{run_id} ContinueRunRequest TXT 200 401,403,404,409 k
POST /agents/ndjson/{agent_id} StartRunRequest ND 200 401,403,404 k
PUT /agents/ndjson/{agent_id}/{run_id} ContinueRunRequest ND 200 401,403,404,409 k
GET /agents/{agent_id}/{run_id} - [Message 200 401,403,404 k
GET /me/agent-runs - AgentRunViewListResponse 200 500 - CUR
GET /me/agent-runs/{run_id} - AgentRunView 200 404,500 -
GET /me/agent-runs/{run_id}/mcp-server-logs - [McpServerLog 200 500 -
GET /me/agent-runs/{run_id}/logs - [AgentRunLog 200 500 -
GET /me/executions - ToolExecutionLogsResponse 200 500 - CUR
GET /me/executions/{log_id} - ToolExecutionLog 200 404,500 -
POST /me/agents/{agent_id}/subscribe AgentSubscribeRequest AgentSubscribeResponse 200 400,402,404 -
POST /me/agents/{agent_id}/unsubscribe - AgentSubscriptionResponse 200 400,404 -
GET /me/subscriptions - AgentSubscriptionListResponse 200 - -
GET /me/subscriptions/{agent_id} - AgentSubscriptionResponse 200 404 -
GET /me/agent-studio-chats - [AgentStudioChat 200 - -
POST /me/agent-studio-chats AgentStudioChatCreate AgentStudioChat 200 400,409 -
GET /me/agent-studio-chats/{run_id} - AgentStudioChat 200 403,404 n
PUT /me/agent-studio-chats/{run_id} AgentStudioChatCreate AgentStudioChat 200 400,403,404 -
PATCH /me/agent-studio-chats/{run_id} AgentStudioChatUpdate AgentStudioChat 200 400,403,404 -
DELETE /me/agent-studio-chats/{run_id} - AgentStudioChat 200 400,403,404 -
POST /me/agent-studio-chats/{run_id}/clone - AgentStudioChat 201 400,404 -
GET /me/agents - [AgentModel 200 - -
POST /me/agents AgentRequest AgentModel 200 400,403,404 -
GET /me/agents/{agent_id} - AgentModel 200 403,404 n
POST /me/agents/{agent_id}/upsell-description - AgentModel 200 404,500 -
POST /me/agents/vanity/slug SlugRequest Slug 200 500 n
GET /me/agents/vanity/slug - SlugAvailability 200 - - SLUG
GET /me/agents/{agent_id}/vibe - VibeCoderPromptResponse 200 403,404 - VIBE
GET /me/vibe/services - VibeCoderListResponse 200 - n
GET /me/agents/{agent_id}/customizations/theme - ?AgentThemePreferenceResponse 200 403,404 -
PUT /me/agents/{agent_id}/customizations/theme AgentThemePreferenceUpsertRequest AgentThemePreferenceResponse 200 400,403,404 -
GET /me/agents/{agent_id}/files - AgentFileListResponse 200 403,404 -
POST /me/agents/{agent_id}/files AgentFileCreateRequest AgentFileResponse 201 400,403,404 -
GET /me/agents/{agent_id}/files/{file_id} - AgentFileResponse 200 403,404 -
PATCH /me/agents/{agent_id}/files/{file_id} AgentFileUpdateRequest AgentFileResponse 200 403,404 -
DELETE /me/agents/{agent_id}/files/{file_id} - - 204 403,404 -
PUT /me/agents/{agent_id}/files/positions AgentFileBatchPositionRequest AgentFileListResponse 200 403,404 -
GET /me/chats - [AgentModel 200 - -
POST /me/chats AgentRequest AgentModel 200 400 -
GET /me/chats/{chat_id} - AgentModel 200 403,404 n
PUT /me/chats/{chat_id} AgentRequest AgentModel 200 400,403,404 -
PATCH /me/chats/{chat_id} AgentRequestPartial AgentModel 200 400,403,404 -
DELETE /me/chats/{chat_id} - AgentModel 200 403,404 -
GET /me/chats/{chat_id}/og - SocialPreview 200 404 n
POST /me/chats/{chat_id}/clone ?AgentRequestPartial AgentModel 200 400,403,404 -
POST /me/chats/{chat_id}/feedback UserFeedbackRequest AgentModel 200 404 -
POST /me/chats/{chat_id}/runs - AgentRunLog 200 403,404,500 -
GET /me/api-keys - [ApiKeyHidden 200 500 -
POST /me/api-keys ApiKeyCreate ApiKey 200 500 -
GET /me/api-keys/default - ApiKey 200 500 -
GET /me/api-keys/{api_key_id} - ApiKey 200 404,500 -
DELETE /me/api-keys/{api_key_id} - ApiKeyHidden 200 404,500 -
GET /me/billing - BillingInformationSubscription 200 500 -
GET /me/credits - AgentExecutionCredits 200 404,500 -
POST /me/credits/use - AgentExecutionCredits 200 404,500 -
POST /me/payments/webhook WebhookEvent PaymentWebhookResponseSuccess 200 400 n SIG
POST /me/payments/sessions PaymentSessionRequest PaymentSessionResponse 200 - -
GET /me/monetization/summary - MonetizationSummary 200 - - PER
GET /me/monetization/subscribers - MonetizationSubscribersResponse 200 - - PER
GET /me/monetization/earnings - MonetizationEarningsResponse 200 - - PER
GET /me/bundles - [UserBundleSimplified 200 500 -
POST /me/bundles - UserBundle 200 409,500 -
GET /me/bundles/{bundle_id} - UserBundle 200 404,500 -
PUT /me/bundles/{bundle_id} UserBundleRequest UserBundle 200 409,500 -
DELETE /me/bundles/{bundle_id} - UserBundleRow 200 404,500 -
GET /me/bundles/{bundle_id}/tools - [UserBundleTool 200 404,500 -
POST /me/bundles/{bundle_id}/tools UserBundleTool UserBundleTool 200 404,500 -
DELETE /me/bundles/{bundle_id}/tools/{tool_id} - UserBundleTool 200 404,500 -
POST /me/cli-auth - CliAuthModel 200 503 n
PUT /me/cli-auth/{cli_auth_id} CliAuthInsertModel CliAuthModel 200 403,404,503 -
GET /me/cli-auth/{auth_id} - ?str 200 404,503 n
GET /me/schedules - ScheduleListResponse 200 500 -
POST /me/schedules ScheduleRequest Schedule 200 403,500 -
GET /me/schedules/onboarding - ScheduleOnboarding 200 500 -
GET /me/schedules/text-to-cron - CronResult 200 400,500 - CRON
GET /me/schedules/{schedule_id} - Schedule 200 404,500 -
PUT /me/schedules/{schedule_id} ScheduleUpdateRequest Schedule 200 403,404,500 -
DELETE /me/schedules/{schedule_id} - Schedule 200 404,500 -
GET /me/tools/list - [Tool 200 500 -
GET /me/tools - [PublicTool 200 500 n
GET /me/tools/search - [Tool 200 500 - SEARCH
GET /me/tools/{tool_id} - PublicTool 200 404,500 n
POST /me/tools/run/{tool_name} obj ToolResult 200 400,401,404,500 - RUN
GET /me/toolsets/list - [ToolSet 200 500 -
GET /me/toolsets/{toolset_name} - ToolSetWithTools 200 404,500 -
GET /me/user-tools - [UserTool 200 500 -
POST /me/user-tools UserInstallToolRequest UserInstalledTool 200 409,500 -
GET /me/user-tools/{tool_id} - UserTool 200 404,500 -
DELETE /me/user-tools/{tool_id} - UserInstalledTool 200 404,500 -
GET /me/ - UserWithTier 200 - -
GET /me/vip - VipCodeRedemptionCount 200 400 -
POST /me/vip VipCodeRequest VipCodeRedeemed 200 400 -""".split("\n")
Q={"CUR":CUR,"PER":PER,"SLUG":[("slug",S,1)],"VIBE":[("service_name",{"type":"string","enum":["lovable","bolt","replit"]},1)],"CRON":[("cron",S,1)],
"SEARCH":[("q",{**S,"minLength":1},1),("toolkit",nul(S),0),("limit",{**I,"minimum":1,"maximum":200,"default":20},0),("min_score",{**N,"minimum":0,"maximum":1,"default":0.15},0)],
"RUN":[("service_id",{**S,"default":"default"},0),("service_id_namespace",{**S,"default":"global"},0)],"SIG":[]}
STR={"agent-studio-chats":"run_id"}
def ptype(path,n):
    if n in("log_id","api_key_id","bundle_id"): return I
    if n in("tool_id","tool_name","toolset_name"): return S
    if "agent-studio-chats" in path: return S
    if n=="agent_id" and path.startswith("/me") and "customizations" not in path and "/files" not in path: return S
    if n=="chat_id" and path.endswith("{chat_id}"): return S
    return U
paths={}; WORDS={"200":"OK","201":"Created","204":"No content","400":"Bad request","401":"Unauthorized","402":"Payment required","403":"Forbidden","404":"Not found","409":"Conflict","422":"Validation error","500":"Internal error","503":"Unavailable"}
import re
RUNH={"X-Service-Run-ID":{"schema":U},"x-service-job-id":{"schema":S,"description":"where this message started a background job"}}
for line in ops:
    f=line.split(); m,p,rq,rs,ok,oth,fl=f[:7]; q=Q[f[7]] if len(f)>7 else []
    o={"operationId":m.lower()+re.sub(r"\W+","_",p.rstrip("/")),"tags":["workers" if p.startswith("/agents") else p.split("/")[2] or "user"],"responses":{}}
    ps=[{"name":n,"in":"path","required":True,"schema":ptype(p,n)} for n in re.findall(r"{(\w+)}",p)]
    ps+=[{"name":n,"in":"query","required":bool(r),"schema":t} for n,t,r in q]
    if "SIG" in f: ps.append({"name":"X-Payment-Signature","in":"header","required":True,"schema":S,"description":"sha256= and the HMAC of the body"})
    if ps: o["parameters"]=ps
    if rq!="-":
        t=OBJ if rq=="obj" else ref(rq.lstrip("?"))
        if rq[0]=="?": t={"anyOf":[t,{"type":"null"}]}
        o["requestBody"]={"required":rq[0]!="?","content":{"application/json":{"schema":t}}}
    r={"description":WORDS[ok]}
    if rs=="TXT": r.update(headers=RUNH,content={"text/plain":{"schema":S}})
    elif rs=="ND": r.update(headers=RUNH,content={"application/x-ndjson":{"schema":S}})
    elif rs!="-":
        t=A(rs[1:]) if rs[0]=="[" else {"type":["string","null"]} if rs=="?str" else {"anyOf":[ref(rs[1:]),{"type":"null"}]} if rs[0]=="?" else ref(rs)
        r["content"]={"application/json":{"schema":t}}
        if p.startswith("/agents"): r["headers"]={"x-service-job-id":{"schema":S,"description":"while a background job runs"}}
    o["responses"][ok]=r
    st=[] if oth=="-" else oth.split(",")
    if fl=="-" and "401" not in st: st.append("401")
    if ps or rq!="-": st.append("422")
    for s in sorted(set(st)):
        o["responses"][s]={"description":WORDS[s],"content":{"application/problem+json":{"schema":ref("HTTPValidationError" if s=="422" else "ProblemDetail")}}}
    o["security"]=[] if fl=="n" else [{"apiKey":[]}] if fl=="k" else [{"jwt":[]}]
    if p=="/me/chats" and m=="POST": o["deprecated"]=True
    paths.setdefault(p,{})[m.lower()]=o
assert len(ops)==93,len(ops)
doc={"openapi":"3.1.0","info":{"title":"Dahlia agent workers","version":"0.1.0"},"servers":[{"url":"/"}],"paths":paths,
"components":{"schemas":schemas,"securitySchemes":{"apiKey":{"type":"http","scheme":"bearer","description":"API key"},"jwt":{"type":"http","scheme":"bearer","bearerFormat":"JWT"}}}}
used=set(re.findall(r"schemas/(\w+)",json.dumps(doc))); assert used<=set(schemas),used-set(schemas)
json.dump(doc,open("src/main/resources/openapi.json","w"),indent=1)
print(len(ops),"operations",set(schemas)-used)

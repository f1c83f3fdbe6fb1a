<?php
// Writes config.json: php mkconfig.php
require __DIR__ . '/lib.php';
$jwt = fn(int $id) => make_jwt(['sub' => (string)$id, 'iss' => 'iris', 'iat' => 1767225600, 'exp' => 2240611200]);
$hook = js(['id' => 'evt_iris_0001', 'kind' => 'invoice.paid', 'agent' => 'a1000000-0000-4000-8000-000000000003', 'cents' => 900]);
$agent = ['agent_id' => 'agent_uuid', 'chat_id' => 'agent_uuid', 'chat_prompt' => 'instructions', 'visibility' => 'access', 'vanity_slug' => 'handle', 'upsell_description' => 'upsell_text'];
$file = ['file_id' => 'document_id', 'position' => 'rank', 'positions' => 'ranks'];
$studio = ['run_id' => 'run_id', 'visibility' => 'sharing'];
$aid = ['agent_id' => 'agent_uuid']; $run = ['run_id' => 'run_uuid'];
$theme = ['agent_id' => 'agent_uuid', 'theme_color' => 'accent'];
$key = ['api_key_id' => 'key_no', 'key' => 'secret', 'is_default' => 'main'];
$bundle = ['bundle_id' => 'bundle_no', 'tools' => 'members'];
$cli = ['cli_auth_id' => 'login_id', 'jwt' => 'user_token'];
$tot = ['total_subscribers' => 'subscriber_sum', 'total_earnings' => 'earned_sum'];
$sched = ['schedule_id' => 'schedule_uuid', 'chat_id' => 'chat_uuid', 'cron' => 'expression'];
$tid = ['tool_id' => 'tool_ref']; $log = ['log_id' => 'execution_no'];
$set = ['toolset_name' => 'set_name', 'tools' => 'members'];
$vip = ['code' => 'vip_code', 'count' => 'redeemed_total'];
$F = fn(array $f, array $body = []) => $body ? ($f ? ['fields' => $f] : []) + ['body' => $body] : ['fields' => $f];
$b = [];
foreach (['Agent', 'AgentModel', 'AgentRequest', 'AgentRequestPartial'] as $n) $b[$n] = $F($agent);
$b['UserFeedbackRequest'] = $F($agent, ['stars' => 4]);
foreach (['AgentExecutionCredits', 'Credits'] as $n) $b[$n] = $F(['balance' => 'remaining']);
foreach (['AgentFileBatchPositionRequest', 'AgentFileResponse', 'AgentFileUpdateRequest', 'File'] as $n) $b[$n] = $F($file);
$b['AgentFileCreateRequest'] = $F($file, ['filename' => 'notes.txt', 'media_type' => 'text/plain', 'text' => 'Some notes.']);
$b['AgentFileListResponse'] = $F(['items' => 'documents'] + $file);
foreach (['AgentRun', 'AgentRunLog', 'AgentRunView', 'McpLog', 'McpServerLog', 'RunLog'] as $n) $b[$n] = $F($run);
$b['AgentRunViewListResponse'] = $F(['items' => 'runs', 'next_cursor' => 'older_than'] + $run);
foreach (['AgentStudioChat', 'AgentStudioChatUpdate', 'StudioChat'] as $n) $b[$n] = $F($studio);
$b['AgentStudioChatCreate'] = $F($studio, ['title' => 'A studio chat']);
$b['AgentSubscribeRequest'] = $F($aid, ['term' => 'month']);
foreach (['AgentSubscribeResponse', 'AgentSubscriptionResponse', 'Subscription'] as $n) $b[$n] = $F($aid);
$b['AgentSubscriptionListResponse'] = $F(['items' => 'data'] + $aid);
foreach (['AgentThemePreferenceResponse', 'AgentThemePreferenceUpsertRequest', 'Theme'] as $n) $b[$n] = $F($theme);
foreach (['ApiKey', 'ApiKeyHidden'] as $n) $b[$n] = $F($key);
$b['ApiKeyCreate'] = $F($key, ['label' => 'A key']);
foreach (['Bundle', 'UserBundle', 'UserBundleRow', 'UserBundleSimplified'] as $n) $b[$n] = $F($bundle);
$b['UserBundleRequest'] = $F($bundle, ['title' => 'A bundle']);
foreach (['BundleTool', 'InstalledTool', 'PublicTool', 'UserBundleTool', 'UserInstallToolRequest', 'UserInstalledTool', 'UserTool'] as $n) $b[$n] = $F($tid);
foreach (['CliAuthInsertModel', 'CliAuthModel', 'CliSession'] as $n) $b[$n] = $F($cli);
foreach (['MonetizationEarningsResponse', 'MonetizationSubscribersResponse'] as $n) $b[$n] = $F(['items' => 'daily'] + $tot);
foreach (['MonetizationReport', 'MonetizationSummary'] as $n) $b[$n] = $F($tot);
$b['PaymentSessionRequest'] = $F([], ['pack' => 'credits-100']);
$b['SlugRequest'] = $F([], ['phrase' => 'Quiet lighthouse keeper']);
foreach (['Schedule', 'ScheduleRequest', 'ScheduleUpdateRequest'] as $n) $b[$n] = $F($sched);
$b['ScheduleListResponse'] = $F(['items' => 'data'] + $sched);
foreach (['ToolExecution', 'ToolExecutionLog'] as $n) $b[$n] = $F($log);
$b['ToolExecutionLogsResponse'] = $F(['items' => 'executions', 'next_cursor' => 'older_than'] + $log);
foreach (['ToolSet', 'ToolSetWithTools', 'Toolset'] as $n) $b[$n] = $F($set);
$b['VibeCoderListResponse'] = $F(['items' => 'services']);
foreach (['VibeCoderPromptResponse', 'VibePrompt'] as $n) $b[$n] = $F(['prompt' => 'prompt_text']);
foreach (['VipCodeRedeemed', 'VipCodeRedemptionCount', 'VipCodeRequest', 'VipRedemption'] as $n) $b[$n] = $F($vip);
$c = [
    'agentsUrl' => 'http://127.0.0.1:PORT/agents', 'baseUrl' => 'http://127.0.0.1:PORT', 'profile' => 'full', 'consistencyWindow' => 1,
    'credentials' => ['apiKey' => 'iris_key_mara_5f0c2b77a1d94e60', 'jwt' => $jwt(1), 'otherApiKey' => 'iris_key_odo_91be44c07d3a4f18', 'otherJwt' => $jwt(2), 'sandboxJwt' => $jwt(3)],
    'traffic' => ['onlyClients' => true],
    'bindings' => $b,
    'fixtures' => [
        'agentId' => 'a1000000-0000-4000-8000-000000000001', 'message' => 'Which berth is free tonight?',
        'backgroundAgentId' => 'a1000000-0000-4000-8000-000000000002', 'backgroundMessage' => 'Please begin the survey in the background', 'backgroundErrorMessage' => 'Please begin the survey that breaks in the background',
        'toolCallMessage' => ['message' => 'What is the tide at Hull?', 'name' => 'read_tide_table', 'output' => 'TG-4471-RAW'],
        'paidAgentId' => 'a4000000-0000-4000-8000-000000000001', 'unpaidAgentId' => 'a4000000-0000-4000-8000-000000000002', 'ownPaidAgentId' => 'a1000000-0000-4000-8000-000000000003',
        'subscribedAgentId' => 'a4000000-0000-4000-8000-000000000003', 'unsubscribeAgentId' => 'a4000000-0000-4000-8000-000000000004', 'privateAgentId' => 'a4000000-0000-4000-8000-000000000005',
        'tool' => ['name' => 'read_tide_table', 'input' => ['port' => 'Hull'], 'invalidInput' => ['port' => 7]],
        'installableToolId' => '104', 'toolsetName' => 'sea', 'notifierMayBeUsed' => true,
        'vipCode' => 'LANTERN-2026', 'ownVipCode' => 'MARA-OWN-2026', 'cron' => '30 6 * * 1-5',
        'webhook' => ['signatureHeader' => 'X-Payhook-Signature', 'validSignature' => hash_hmac('sha256', $hook, HOOK_SECRET), 'body' => $hook],
    ],
];
file_put_contents(__DIR__ . '/config.json', json_encode($c, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . "\n");

<?php
final class OpenApi {
    const LOG = 'log_id:int,run_id:uuid,level:str,event:str,message:str,created_at:time';
    const AGENT = 'agent_id:uuid,chat_id:uuid,name:str,description:str?,chat_prompt:str,visibility:vis,vanity_slug:str?,upsell_description:str?,price:money?,tags:strs,settings:obj,temperature:num?,feedback_count:int,created_at:time,updated_at:time';
    const S = ['Message' => 'role:str,content:str', 'AgentRunView' => 'run_id:uuid,agent_id:uuid,status:str,message_count:int,created_at:time,updated_at:time', 'AgentRunLog' => self::LOG, 'McpServerLog' => 'log_id:int,run_id:uuid,server_name:str,tool_name:str,arguments:obj,result:obj,status:str,created_at:time',
        'ToolExecutionLog' => 'log_id:int,tool_id:str,tool_name:str,service_id:str,service_id_namespace:str,input:obj,output:obj,status:str,duration_ms:int,created_at:time', 'AgentSubscribeResponse' => 'agent_id:uuid,session_id:str,checkout_url:str,status:str,price:money,created_at:time', 'AgentSubscriptionResponse' => 'subscription_id:int,agent_id:uuid,status:str,price:money,currency:str,created_at:time,canceled_at:time?',
        'AgentStudioChat' => 'run_id:str,title:str?,visibility:vis,agent_id:str?,messages:arr,pinned:bool,created_at:time,updated_at:time,deleted_at:time?', 'AgentModel' => self::AGENT, 'Slug' => 'slug:str', 'SlugAvailability' => 'slug:str,available:bool', 'VibeCoderPromptResponse' => 'service_name:str,agent_id:uuid,prompt:str', 'AgentThemePreferenceResponse' => 'agent_id:uuid,theme_color:str,created_at:time,updated_at:time',
        'AgentFileResponse' => 'file_id:uuid,agent_id:uuid,name:str,content:str,mime_type:str,position:int,created_at:time,updated_at:time', 'SocialPreview' => 'title:str,description:str,image:str?,url:str', 'ApiKey' => 'api_key_id:int,name:str,key:str,is_default:bool,created_at:time', 'ApiKeyHidden' => 'api_key_id:int,name:str,is_default:bool,created_at:time', 'BillingInformationSubscription' => 'plan:str,status:str,currency:str,amount:money,interval:str,current_period_end:time?,cancel_at_period_end:bool',
        'AgentExecutionCredits' => 'balance:int,used:int,updated_at:time', 'PaymentWebhookResponseSuccess' => 'status:str,event_id:str,duplicate:bool', 'PaymentSessionResponse' => 'session_id:str,url:str,credits:int,amount:money,currency:str,status:str,created_at:time', 'MonetizationSummary' => 'period:int,total_subscribers:int,total_earnings:money,currency:str', 'DaySubscribers' => 'date:date,subscribers:int', 'DayEarnings' => 'date:date,earnings:money',
        'UserBundleTool' => 'bundle_id:int,tool_id:str,added_at:time', 'UserBundleSimplified' => 'bundle_id:int,name:str,tool_count:int', 'UserBundleRow' => 'bundle_id:int,name:str,description:str?,created_at:time,updated_at:time', 'UserBundle' => 'bundle_id:int,name:str,description:str?,created_at:time,updated_at:time,tools:[UserBundleTool', 'CliAuthModel' => 'cli_auth_id:uuid,status:str,created_at:time,updated_at:time',
        'Schedule' => 'schedule_id:uuid,chat_id:uuid,cron:str,name:str?,message:str?,enabled:bool,last_run_at:time?,next_run_at:time?,created_at:time,updated_at:time', 'ScheduleOnboarding' => 'has_chat:bool,has_schedule:bool,schedule_count:int,completed:bool', 'CronConversion' => 'cron:str,next_run_at:time?', 'Tool' => 'name:str,description:str,inputSchema:obj', 'PublicTool' => 'tool_id:str,name:str,description:str,toolset:str,input_schema:obj',
        'ToolResult' => 'tool_name:str,is_error:bool,content:arr,structured_content:obj,service_id:str,service_id_namespace:str,log_id:int', 'ToolSet' => 'toolset_name:str,description:str,tools:strs', 'ToolSetWithTools' => 'toolset_name:str,description:str,tools:[Tool', 'UserTool' => 'tool_id:str,name:str,description:str,toolset:str,installed_at:time', 'UserInstalledTool' => 'tool_id:str,installed_at:time', 'UserWithTier' => 'user_id:int,email:str,name:str,tier:str,created_at:time', 'VipCodeRedemptionCount' => 'count:int', 'VipCodeRedeemed' => 'code:str,redeemed_at:time'];
    const LISTS = ['AgentRunViewListResponse' => 'AgentRunView', 'ToolExecutionLogsResponse' => 'ToolExecutionLog', 'AgentSubscriptionListResponse' => 'AgentSubscriptionResponse', 'AgentFileListResponse' => 'AgentFileResponse', 'ScheduleListResponse' => 'Schedule', 'MonetizationSubscribersResponse' => 'DaySubscribers', 'MonetizationEarningsResponse' => 'DayEarnings'];
    static function ref(string $n): array { return ['$ref' => "#/components/schemas/$n"]; }
    static function type(string $t): array {
        $null = str_ends_with($t, '?'); $t = rtrim($t, '?');
        if ($t[0] === '[') return ['type' => 'array', 'items' => self::ref(substr($t, 1))];
        $s = match ($t) { 'str' => ['type' => 'string'], 'uuid' => ['type' => 'string', 'format' => 'uuid'], 'time' => ['type' => 'string', 'format' => 'date-time'], 'date' => ['type' => 'string', 'format' => 'date'], 'money' => ['type' => 'string', 'pattern' => '^\d+\.\d{2}$'], 'vis' => ['type' => 'string', 'enum' => ['public', 'private']], 'int' => ['type' => 'integer'], 'num' => ['type' => 'number'], 'bool' => ['type' => 'boolean'], 'obj' => ['type' => 'object'], 'arr' => ['type' => 'array', 'items' => new stdClass], 'strs' => ['type' => 'array', 'items' => ['type' => 'string']] };
        return $null ? $s + ['nullable' => true] : $s;
    }
    static function rule(string $rule): array {
        $p = Validator::parts($rule); if (isset($p['any'])) return ['description' => 'The id of a chat of your own', 'type' => 'string', 'format' => 'uuid'];
        $s = isset($p['integer']) ? ['type' => 'integer'] : (isset($p['number']) ? ['type' => 'number'] : (isset($p['boolean']) ? ['type' => 'boolean'] : (isset($p['array']) ? ['type' => 'array', 'items' => $p['array'] === 'string' ? ['type' => 'string'] : new stdClass] : (isset($p['object']) ? ['type' => 'object'] : ['type' => 'string']))));
        foreach (['uuid', 'date-time'] as $f) if (isset($p[$f])) $s['format'] = $f;
        if (isset($p['decimal'])) $s['pattern'] = '^\d{1,7}\.\d{2}$'; if (isset($p['slug'])) $s['pattern'] = '^[a-z0-9]+(-[a-z0-9]+)*$';
        if (isset($p['in'])) $s['enum'] = explode(',', $p['in']); if (isset($p['nullable'])) $s['nullable'] = true;
        foreach (['min', 'max'] as $b) if (isset($p[$b])) $s[$s['type'] === 'string' ? "{$b}Length" : ($s['type'] === 'array' ? "{$b}Items" : "{$b}imum")] = $s['type'] === 'number' ? (float)$p[$b] : (int)$p[$b];
        if (isset($p['default'])) $s['default'] = $s['type'] === 'integer' ? (int)$p['default'] : ($s['type'] === 'number' ? (float)$p['default'] : $p['default']);
        return $s;
    }
    static function object(array $rules): array { $o = ['type' => 'object', 'properties' => new stdClass]; $pr = []; foreach ($rules as $k => $r) { $pr[$k] = self::rule($r); if (isset(Validator::parts($r)['required'])) $o['required'][] = $k; } $o['properties'] = (object)$pr; return $o; }
    static function doc(): array {
        $sch = ['Error' => ['type' => 'object', 'properties' => ['message' => ['type' => 'string'], 'errors' => ['type' => 'object']], 'required' => ['message', 'errors']], 'HTTPValidationError' => ['type' => 'object', 'properties' => ['message' => ['type' => 'string'], 'errors' => ['type' => 'object', 'additionalProperties' => ['type' => 'array', 'items' => ['type' => 'string']]]], 'required' => ['message', 'errors']]];
        foreach (self::S as $n => $d) { $pr = []; foreach (explode(',', $d) as $f) { [$k, $t] = explode(':', $f); $pr[$k] = self::type($t); } $sch[$n] = ['type' => 'object', 'properties' => $pr, 'required' => array_keys($pr)]; }
        $sch['Tool']['properties']['score'] = ['type' => 'number'];
        $meta = ['type' => 'object', 'properties' => ['next_cursor' => ['type' => 'string', 'nullable' => true], 'per_page' => ['type' => 'integer', 'nullable' => true], 'period' => ['type' => 'integer'], 'total_subscribers' => ['type' => 'integer'], 'total_earnings' => ['type' => 'string']]];
        foreach (self::LISTS as $n => $i) $sch[$n] = ['type' => 'object', 'properties' => ['data' => ['type' => 'array', 'items' => self::ref($i)], 'meta' => $meta], 'required' => ['data', 'meta']];
        $sch['VibeCoderListResponse'] = ['type' => 'object', 'properties' => ['data' => ['type' => 'array', 'items' => ['type' => 'string']]], 'required' => ['data']];
        $sch['WebhookEvent'] = ['type' => 'object', 'properties' => ['id' => ['type' => 'string'], 'type' => ['type' => 'string'], 'data' => ['type' => 'object']], 'required' => ['id', 'type']]; $sch['ToolInput'] = ['type' => 'object', 'additionalProperties' => true];
        $paths = [];
        foreach (Routes::all() as $x) {
            if ($x['out'] === 'doc') continue; $o = $x['out'];
            $op = ['operationId' => strtolower($x['method']) . '_' . trim(preg_replace('/\W+/', '_', $x['path']), '_'), 'parameters' => [], 'responses' => []];
            foreach ($x['params'] as $k => $r) $op['parameters'][] = ['name' => $k, 'in' => 'path', 'required' => true, 'schema' => self::rule($r)];
            foreach ($x['query'] as $k => $r) $op['parameters'][] = ['name' => $k, 'in' => 'query', 'required' => isset(Validator::parts($r)['required']), 'schema' => self::rule($r)];
            if ($x['name']) { if (!isset($sch[$x['name']])) { $sch[$x['name']] = self::object($x['body']); if ($x['name'] === 'AgentFileBatchPositionRequest') $sch[$x['name']]['properties']->positions['items'] = ['type' => 'object', 'properties' => ['file_id' => ['type' => 'string', 'format' => 'uuid'], 'position' => ['type' => 'integer', 'minimum' => 0]], 'required' => ['file_id', 'position']]; } $op['requestBody'] = ['required' => !$x['optional'], 'content' => ['application/json' => ['schema' => self::ref($x['name'])]]]; }
            if (str_ends_with($x['path'], 'webhook')) $op['parameters'][] = ['name' => 'X-Payment-Signature', 'in' => 'header', 'required' => true, 'schema' => ['type' => 'string'], 'description' => 'sha256= and the hexadecimal HMAC-SHA-256 of the body'];
            if ($x['path'] === '/me/chats' && $x['method'] === 'POST') $op['deprecated'] = true;
            $s = match (true) { $o === 'none' => null, $o === 'jwt' => ['type' => 'string', 'nullable' => true], $o === 'text', $o === 'ndjson' => ['type' => 'string'], str_starts_with($o, '[]') => ['type' => 'array', 'items' => self::ref(substr($o, 2))], $x['wrap'] === 'data' => ['type' => 'object', 'properties' => ['data' => self::ref($o)], 'required' => ['data']], default => self::ref($o) };
            if (str_contains($x['path'], 'theme') && $x['method'] === 'GET') $s['nullable'] = true;
            $ok = ['description' => 'As asked']; if ($s) $ok['content'] = [$o === 'text' ? 'text/plain' : ($o === 'ndjson' ? 'application/x-ndjson' : 'application/json') => ['schema' => $s]];
            if ($x['auth'] === 'key') $ok['headers'] = ['X-Service-Run-ID' => ['schema' => ['type' => 'string', 'format' => 'uuid']], 'x-service-job-id' => ['description' => 'While a background job runs', 'schema' => ['type' => 'string']]];
            $op['responses'][(string)$x['success']] = $ok;
            foreach ($x['statuses'] as $c) $op['responses'][(string)$c] = ['description' => Response::TEXT[$c], 'content' => ['application/json' => ['schema' => self::ref('Error')]]];
            if ($x['auth'] === 'jwt') $op['responses']['401'] ??= ['description' => 'Unauthorized', 'content' => ['application/json' => ['schema' => self::ref('Error')]]];
            if ($x['params'] || $x['query'] || $x['body'] !== null) $op['responses']['422'] = ['description' => 'Validation error', 'content' => ['application/json' => ['schema' => self::ref('HTTPValidationError')]]];
            $op['responses'] = (object)$op['responses']; $op['security'] = $x['auth'] === 'none' ? [] : [[$x['auth'] === 'key' ? 'apiKey' : 'jwt' => []]];
            $paths[$x['path']][strtolower($x['method'])] = $op;
        }
        return ['openapi' => '3.0.3', 'info' => ['title' => 'Agent Workers Platform', 'version' => '0.1.0'], 'servers' => [['url' => 'http://127.0.0.1:' . PORT]], 'paths' => $paths, 'components' => ['schemas' => $sch, 'securitySchemes' => ['jwt' => ['type' => 'http', 'scheme' => 'bearer', 'bearerFormat' => 'JWT'], 'apiKey' => ['type' => 'http', 'scheme' => 'bearer']]]];
    }
}

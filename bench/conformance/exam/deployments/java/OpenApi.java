import java.util.*;

/** The schemas of this deployment, and its OpenAPI document made from the table of routes. */
final class OpenApi {
    static {
        Schema.define("""
            AgentRequest={agent_id?:string|null, chat_prompt!:string(1..), name?:string(..300)|null, description?:string|null, is_public?:bool|null, vanity_slug?:Slug|null, price_cents?:int(0..1000000)|null}
            AgentRequestPartial={chat_prompt?:string(1..)|null, name?:string(..300)|null, description?:string|null, is_public?:bool|null, vanity_slug?:Slug|null, price_cents?:int(0..1000000)|null}
            AgentModel={data:{agent_id:uuid, chat_prompt:string, name:string|null, description:string|null, is_public:bool, vanity_slug:string|null, upsell_description:string|null, is_paid:bool, price_cents:int, theme:AgentThemePreferenceResponse|null, files:AgentFileResponse[]|null, feedback:{count:int, average_rating:num|null}}, meta:{owner_id:string, created_at:datetime, updated_at:datetime, deleted_at:datetime|null, cloned_from:uuid|null}}
            AgentThemePreferenceUpsertRequest={theme_color:string, is_dark?:bool|null}
            AgentThemePreferenceResponse={agent_id:uuid, data:{theme_color:string, is_dark:bool}, meta:{updated_at:datetime}}
            AgentFileCreateRequest={file_name:string(1..500), content?:string|null, content_type?:string|null}
            AgentFileUpdateRequest={file_name?:string(1..500)|null, content?:string|null, content_type?:string|null}
            AgentFileResponse={data:{file_id:uuid, agent_id:uuid, file_name:string, content:string, content_type:string, position:int}, meta:{created_at:datetime, updated_at:datetime}}
            AgentFileListResponse={data:AgentFileResponse[], meta:{count:int, file_limit:int}}
            AgentFileBatchPositionRequest={positions:{file_id:string, position:int(0..1000000)}[]}
            SlugRequest={text?:string|null}
            VibeCoderPromptResponse={data:{service_name:string, prompt:string}, meta:{agent_id:uuid}}
            VibeCoderListResponse={data:{service_name:string, label:string}[], meta:{count:int}}
            UserFeedbackRequest={rating:int(1..5), comment?:string|null}
            AgentRunView={run_id:uuid, data:{agent_id:uuid, message_count:int, last_message:string|null, is_job_running:bool}, meta:{source:string, created_at:datetime, updated_at:datetime}}
            AgentRunViewListResponse={data:AgentRunView[], meta:{next_cursor:datetime|null, limit:int}}
            AgentRunLog={run_id:uuid, data:{sequence:int, kind:string, text:string}, meta:{logged_at:datetime, agent_id:uuid}}
            McpServerLog={run_id:uuid, data:{server:string, tool_name:string, input:object, output:string}, meta:{logged_at:datetime}}
            ToolExecutionLog={log_id:int, data:{tool_name:string, service_id:string, service_id_namespace:string, input:object, output:any, is_error:bool}, meta:{executed_at:datetime}}
            ToolExecutionLogsResponse={data:ToolExecutionLog[], meta:{next_cursor:datetime|null, limit:int}}
            AgentSubscribeRequest={success_url?:string|null, cancel_url?:string|null}
            AgentSubscribeResponse={data:{checkout_session_id:string, checkout_url:uri, agent_id:uuid}, meta:{expires_at:datetime}}
            AgentSubscriptionResponse={agent_id:uuid, data:{status:'active'|'cancelled', price_cents:int, provider_subscription_id:string}, meta:{started_at:datetime, cancelled_at:datetime|null}}
            AgentSubscriptionListResponse={data:AgentSubscriptionResponse[], meta:{count:int}}
            AgentStudioChatCreate={run_id?:string(1..128)|null, title?:string|null, is_public?:bool|null, agent_id?:string|null, messages?:any[]|null}
            AgentStudioChatUpdate={title?:string|null, is_public?:bool|null, agent_id?:string|null, messages?:any[]|null}
            AgentStudioChat={run_id:string, data:{title:string|null, is_public:bool, agent_id:string|null, messages:any[]}, meta:{owner_id:string, created_at:datetime, updated_at:datetime, deleted_at:datetime|null, cloned_from:string|null}}
            ApiKeyCreate={name?:string(..300)|null}
            ApiKey={data:{api_key_id:int, name:string, key:string, is_default:bool}, meta:{created_at:datetime, last_used_at:datetime|null}}
            ApiKeyHidden={data:{api_key_id:int, name:string, is_default:bool}, meta:{created_at:datetime, last_used_at:datetime|null, key_length:int}}
            BillingInformationSubscription={data:{customer_name:string, email:string, plan:string, payments_received:int}, meta:{last_payment_at:datetime|null, currency:string}}
            AgentExecutionCredits={data:{balance:int, used:int}, meta:{owner_id:string}}
            PaymentWebhookResponseSuccess={data:{is_processed:bool}, meta:{event_id:string}}
            PaymentSessionRequest={amount_cents?:int(1..100000000)|null, success_url?:string|null}
            PaymentSessionResponse={data:{session_id:string, session_url:uri, amount_cents:int}, meta:{expires_at:datetime}}
            MonetizationSummary={data:{total_subscribers:int, total_earnings_cents:int}, meta:{period:int}}
            MonetizationSubscribersResponse={data:{day:date, new_subscribers:int}[], meta:{period:int}}
            MonetizationEarningsResponse={data:{day:date, earnings_cents:int}[], meta:{period:int, currency:string}}
            UserBundleRequest={name?:string(1..300)|null, description?:string|null}
            UserBundle={data:{bundle_id:int, name:string, description:string|null, tools:UserBundleTool[]}, meta:{created_at:datetime, updated_at:datetime}}
            UserBundleSimplified={data:{bundle_id:int, name:string, tool_count:int}, meta:{created_at:datetime}}
            UserBundleRow={bundle_id:int, data:{name:string, description:string|null}, meta:{owner_id:string, deleted_at:datetime}}
            UserBundleTool={tool_id:string(1..200), label?:string|null}
            CliAuthInsertModel={device_label?:string(..200)|null}
            CliAuthModel={cli_auth_id:uuid, data:{is_attached:bool, is_consumed:bool, device_label:string|null}, meta:{created_at:datetime, expires_at:datetime}}
            ScheduleRequest={chat_id!:string, cron:string, name?:string|null, input?:string|null, is_enabled?:bool|null}
            ScheduleUpdateRequest={chat_id?:string|null, cron?:string|null, name?:string|null, input?:string|null, is_enabled?:bool|null}
            Schedule={schedule_id:uuid, data:{chat_id:uuid, cron:string, name:string|null, input:string|null, is_enabled:bool, next_run_at:datetime|null}, meta:{created_at:datetime, updated_at:datetime, deleted_at:datetime|null}}
            ScheduleListResponse={data:Schedule[], meta:{count:int}}
            Tool={name:string, title:string, description:string, inputSchema:object, annotations:object, _meta:{tool_id:string, toolset:string, score?:num}}
            PublicTool={tool_id:string, data:{name:string, description:string, toolset_name:string, input_schema:object}, meta:{needs_auth_connection:bool, edition:int}}
            ToolResult={data:{output:any, is_error:bool}, meta:{tool_name:string, log_id:int, service_id:string, service_id_namespace:string}}
            ToolSet={toolset_name:string, data:{title:string, tool_count:int}}
            ToolSetWithTools={toolset_name:string, data:{title:string, tool_count:int, tools:Tool[]}}
            UserInstallToolRequest={tool_id:string}
            UserTool={tool_id:string, data:{tool:PublicTool}, meta:{installed_at:datetime}}
            UserInstalledTool={tool_id:string, data:{name:string, is_installed:bool}, meta:{owner_id:string, installed_at:datetime}}
            UserWithTier={user_id:string, data:{name:string, email:string, tier:{name:'ordinary'|'sandbox', may_hide:bool}}, meta:{api_keys:int}}
            VipCodeRequest={code:string}
            VipCodeRedeemed={data:{code:string, is_redeemed:bool}, meta:{redeemed_at:datetime}}
            VipCodeRedemptionCount={data:{redeemed_by_me:int, redemptions_of_my_codes:int}}
            HTTPValidationError={data:{problems:{where:string, what:string}[]}, meta:{count:int}}
            WorkerMessage={message?:string|null}
            WorkerNextMessage={message:string}
            WorkerHistory={role:string, content:string, at:datetime}[]
            NdjsonLine={kind:string, data:object}""");
        Schema.named.put("Slug", Kit.obj("type", "string", "pattern", "^[a-z0-9](-?[a-z0-9])*$", "maxLength", 60L));
        Schema.cast(Schema.cast(Schema.named.get("AgentThemePreferenceUpsertRequest").get("properties")).get("theme_color")).put("pattern", "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
        Schema.cast(Schema.cast(Schema.named.get("AgentStudioChatCreate").get("properties")).get("run_id")).put("description", "no control characters, not . or ..");
        Schema.named.get("NdjsonLine").put("description", "One line. kind output.thread carries a piece of the worker's text in data.text; tool.called has data.tool and data.arguments, tool.answered has data.tool and data.output; other kinds are signals of the loom.");
    }
    private final List<Main.Route> routes;
    private final int port;
    OpenApi(List<Main.Route> routes, int port) { this.routes = routes; this.port = port; }

    private static Object text(Object schema, String type) { return Kit.obj(type, Kit.obj("schema", schema)); }
    private static Map<String, Object> fail(int status, String type, Object schema) { return Kit.obj("description", "status " + status, "content", text(schema, type)); }

    Map<String, Object> document() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Main.Route r : routes) {
            Map<String, Object> op = operation(r);
            Schema.cast(paths.computeIfAbsent(r.path(), k -> Kit.obj())).put(r.method().toLowerCase(Locale.ROOT), op);
        }
        for (String nd : List.of("", "/ndjson")) {
            String type = nd.isEmpty() ? "text/plain" : "application/x-ndjson", schema = nd.isEmpty() ? "string" : "NdjsonLine";
            Map<String, Object> one = workerPath(nd + "/{agent_id}", paths), two = workerPath(nd + "/{agent_id}/{run_id}", paths);
            one.put("post", worker("WorkerMessage", type, schema, "400 401 402 403 404 413"));
            two.put("put", worker("WorkerNextMessage", type, schema, "400 401 402 403 404 409 413"));
            if (nd.isEmpty()) two.put("get", worker(null, "application/json", "WorkerHistory", "401 402 403 404"));
        }
        return Kit.obj("openapi", "3.1.0",
            "info", Kit.obj("title", "The Loom, a deployment of the Agent Workers Platform", "version", "0.1.0",
                "description", "Numbers of the query past their bounds are pulled into them. Malformed identifiers find nothing. Errors are JSON strings labelled text/plain (plain text at the workers). A deleted agent, chat, studio chat or schedule stays readable by its id for its owner."),
            "servers", List.of(Kit.obj("url", "http://127.0.0.1:" + port + "/api")),
            "paths", paths,
            "components", Kit.obj("schemas", Schema.named, "securitySchemes", Kit.obj("user_jwt", Kit.obj("type", "http", "scheme", "bearer", "bearerFormat", "JWT"), "api_key", Kit.obj("type", "http", "scheme", "bearer", "bearerFormat", "API key"))));
    }
    private Map<String, Object> workerPath(String path, Map<String, Object> paths) {
        List<Object> params = new ArrayList<>();
        for (String name : List.of("agent_id", "run_id"))
            if (path.contains("{" + name + "}")) params.add(Kit.obj("name", name, "in", "path", "required", true, "schema", Schema.of("uuid")));
        Map<String, Object> p = Kit.obj("servers", List.of(Kit.obj("url", "http://127.0.0.1:" + port + "/workers")), "parameters", params);
        paths.put(path, p);
        return p;
    }
    private Map<String, Object> worker(String body, String type, String schema, String others) {
        Map<String, Object> ok = Kit.obj("description", "status 200", "content", text(Schema.of(schema), type), "headers",
            Kit.obj("X-Service-Run-ID", Kit.obj("required", true, "schema", Schema.of("uuid")), "x-service-job-id", Kit.obj("schema", Schema.of("string"))));
        Map<String, Object> responses = Kit.obj("200", ok);
        for (String s : others.split(" ")) responses.put(s, fail(Integer.parseInt(s), "text/plain", Schema.of("string")));
        Map<String, Object> op = Kit.obj("security", List.of(Kit.obj("api_key", List.of())), "responses", responses);
        if (body != null) op.put("requestBody", Kit.obj("required", true, "content", text(Schema.of(body), "application/json")));
        return op;
    }
    private Map<String, Object> operation(Main.Route r) {
        List<Object> params = new ArrayList<>();
        for (String s : r.segs()) if (s.startsWith("{")) {
            String name = s.substring(1, s.length() - 1);
            boolean number = Set.of("api_key_id", "bundle_id", "log_id").contains(name);
            boolean uuid = Set.of("file_id", "schedule_id", "cli_auth_id", "auth_id").contains(name) || name.equals("run_id") && r.path().contains("agent-runs");
            params.add(Kit.obj("name", name, "in", "path", "required", true, "schema", Schema.of(number ? "int" : uuid ? "uuid" : "string")));
        }
        if (r.query() != null) {
            List<?> req = (List<?>) r.query().getOrDefault("required", List.of());
            Schema.cast(r.query().get("properties")).forEach((k, v) -> params.add(Kit.obj("name", k, "in", "query", "required", req.contains(k), "schema", v)));
        }
        Map<String, Object> ok = Kit.obj("description", "status " + r.status());
        if ("html".equals(r.answers())) ok.put("content", text(Schema.of("string"), "text/html"));
        else if (r.answers() != null) ok.put("content", text(r.answers(), "application/json"));
        Map<String, Object> responses = Kit.obj("" + r.status(), ok);
        for (int s : r.others()) responses.put("" + s, fail(s, "text/plain", Schema.of("string")));
        if (!r.auth().equals("none")) if (r.auth().equals("jwt")) responses.putIfAbsent("401", fail(401, "text/plain", Schema.of("string")));
        if (r.body() != null) responses.put("413", fail(413, "text/plain", Schema.of("string")));
        if (r.query() != null || r.body() != null && !r.body().equals("raw")) responses.put("422", fail(422, "application/json", Schema.of("HTTPValidationError")));
        Map<String, Object> user = Kit.obj("user_jwt", List.of());
        Map<String, Object> op = Kit.obj("operationId", (r.method().toLowerCase(Locale.ROOT) + r.path()).replaceAll("[^A-Za-z0-9]+", "_"),
            "security", r.auth().equals("jwt") ? List.of(user) : r.auth().equals("maybe") ? List.of(Kit.obj(), user) : List.of(), "parameters", params, "responses", responses);
        if (r.path().equals("/me/chats") && r.method().equals("POST")) op.put("deprecated", true);
        if ("raw".equals(r.body())) {
            params.add(Kit.obj("name", "Loom-Seal", "in", "header", "required", true, "schema", Schema.of("string")));
            op.put("requestBody", Kit.obj("required", true, "content", text(Schema.of("{id:string, type:string, data?:any}"), "application/json")));
        } else if (r.body() != null) {
            boolean optional = r.body().startsWith("?");
            op.put("requestBody", Kit.obj("required", !optional, "content", text(Schema.of(optional ? r.body().substring(1) + "|null" : r.body()), "application/json")));
        }
        return op;
    }
}

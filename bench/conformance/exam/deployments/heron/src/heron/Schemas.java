package heron;

import static heron.Schema.any;
import static heron.Schema.array;
import static heron.Schema.bool;
import static heron.Schema.dateTime;
import static heron.Schema.integer;
import static heron.Schema.object;
import static heron.Schema.openObject;
import static heron.Schema.string;
import static heron.Schema.uri;
import static heron.Schema.uuid;

import java.util.ArrayList;
import java.util.List;

/** All bodies, under the names of the interface. The words of the fields are house style (see STYLE.md). */
final class Schemas {
    static final List<Schema> COMPONENTS = new ArrayList<>();

    static final String SLUG = "^[A-Za-z0-9._~-]{1,80}$";
    static final String MONEY = "^-?[0-9]+\\.[0-9]{2}$";
    static final List<Object> PLANS = Json.array("nestling", "fledgling", "full plumage");

    private Schemas() {}

    private static Schema component(String name, Schema schema) {
        COMPONENTS.add(schema.named(name));
        return schema;
    }

    private static Schema visibility() {
        return string().oneOf(Store.PUBLIC, Store.PRIVATE);
    }

    private static Schema money() {
        return string().pattern(MONEY).about("two decimals, as text");
    }

    // ------------------------------------------------------------------ errors

    static final Schema VALIDATION_ERROR = component("HTTPValidationError", object()
            .has("grievances", array(object().has("spot", string()).has("gripe", string()))));
    static final Schema ERROR = component("ErrorBody", object()
            .has("mishap", object().has("number", string().about("the status, as text")).has("words", string())));

    // ------------------------------------------------------------------ Workers API

    static final Schema START_RUN = component("StartRunRequest", openObject()
            .may("message", string().length(0, 100_000).orNull().about("without it the worker speaks first")));
    static final Schema CONTINUE_RUN = component("ContinueRunRequest", openObject()
            .has("message", string().length(0, 100_000)));
    static final Schema TEXT_STREAM = component("TextStream", string());
    static final Schema NDJSON_LINE = component("NdjsonLine", array(any())
            .about("Each line, which CR LF ends, is an array: first what it is (utter, reach, grasp, dive or rest), then what belongs to it. "
                    + "utter: words of the worker. reach: name of a tool and its input. grasp: name of the tool and its answer. "
                    + "dive: name of the background job. rest: nothing, it is the last line."));
    static final Schema MESSAGE = component("Message", object()
            .has("role", string().oneOf("user", "assistant", "tool"))
            .has("content", string())
            .has("at", dateTime()));

    // ------------------------------------------------------------------ runs and logs

    static final Schema RUN_VIEW = component("AgentRunView", object()
            .has("run-ref", uuid())
            .has("worker-ref", uuid())
            .has("began-at", dateTime())
            .has("utterances", integer().atLeast("0"))
            .has("diving", bool()));
    static final Schema RUN_VIEWS = component("AgentRunViewListResponse", object()
            .has("flock", array(RUN_VIEW))
            .may("onward-from", dateTime().about("absent on the last page")));
    static final Schema RUN_LOG = component("AgentRunLog", object()
            .has("log-ref", uuid())
            .has("run-ref", uuid())
            .has("at", dateTime())
            .has("words", string()));
    static final Schema MCP_LOG = component("McpServerLog", object()
            .has("run-ref", uuid())
            .has("tool-name", string())
            .has("sent", any())
            .has("got", any())
            .has("at", dateTime()));
    static final Schema EXECUTION = component("ToolExecutionLog", object()
            .has("entry-no", integer())
            .has("tool-name", string())
            .has("sent", any())
            .has("got", any())
            .has("went-well", bool())
            .has("at", dateTime()));
    static final Schema EXECUTIONS = component("ToolExecutionLogsResponse", object()
            .has("flock", array(EXECUTION))
            .may("onward-from", dateTime().about("absent on the last page")));

    // ------------------------------------------------------------------ subscriptions

    static final Schema SUBSCRIBE = component("AgentSubscribeRequest", object()
            .has("return-to", uri()));
    static final Schema SUBSCRIBED = component("AgentSubscribeResponse", object()
            .has("checkout-ref", string())
            .has("checkout-page", uri()));
    static final Schema SUBSCRIPTION = component("AgentSubscriptionResponse", object()
            .has("worker-ref", uuid())
            .has("condition", string().oneOf("nesting", "flown"))
            .has("since", dateTime())
            .has("asking-price", money()));
    static final Schema SUBSCRIPTIONS = component("AgentSubscriptionListResponse", object()
            .has("patronage", array(SUBSCRIPTION)));

    // ------------------------------------------------------------------ studio chats

    static final Schema STUDIO_CHAT = component("AgentStudioChat", object()
            .has("run-ref", string())
            .has("shown-to", visibility())
            .has("caption", string().orNull())
            .has("moulted", bool().about("softly deleted"))
            .has("hatched-at", dateTime()));
    static final Schema STUDIO_CREATE = component("AgentStudioChatCreate", object()
            .may("run-ref", string().length(1, 200).orNull())
            .may("shown-to", visibility().orNull())
            .may("caption", string().length(0, 500).orNull()));
    static final Schema STUDIO_UPDATE = component("AgentStudioChatUpdate", object()
            .may("shown-to", visibility().orNull())
            .may("caption", string().length(0, 500).orNull()));

    // ------------------------------------------------------------------ agents

    static final Schema AGENT = component("AgentModel", object()
            .has("worker-ref", uuid().about("in capitals"))
            .has("chat-ref", uuid().about("the same GUID in small letters"))
            .has("opening-brief", string())
            .has("seen-by", visibility())
            .has("nice-name", string().orNull())
            .has("sales-pitch", string().orNull())
            .has("asking-price", money().orNull())
            .has("hatched-at", dateTime()));
    static final Schema AGENT_REQUEST = component("AgentRequest", object()
            .may("worker-ref", string().orNull())
            .may("opening-brief", string().length(0, 20_000).orNull().about("must be there on POST"))
            .may("seen-by", visibility().orNull())
            .may("nice-name", string().pattern(SLUG).orNull()));
    static final Schema AGENT_PARTIAL = component("AgentRequestPartial", object()
            .may("opening-brief", string().length(1, 20_000).orNull())
            .may("seen-by", visibility().orNull())
            .may("nice-name", string().pattern(SLUG).orNull()));
    static final Schema SLUG_REQUEST = component("SlugRequest", object()
            .has("from-words", string().length(1, 200)));
    static final Schema VIBE_PROMPT = component("VibeCoderPromptResponse", object()
            .has("incantation", string().minLength(1))
            .has("for-service", string()));
    static final Schema VIBE_SERVICES = component("VibeCoderListResponse", object()
            .has("ateliers", array(object().has("moniker", string()).has("about", string()))));
    static final Schema THEME = component("AgentThemePreferenceResponse", object()
            .has("worker-ref", uuid())
            .has("plumage", string().pattern("^#[0-9A-F]{6}$")));
    static final Schema THEME_UPSERT = component("AgentThemePreferenceUpsertRequest", object()
            .has("plumage", string().about("#RGB or #RRGGBB in hexadecimal digits; anything else is refused with 400")));
    static final Schema FILE = component("AgentFileResponse", object()
            .has("leaf-ref", uuid())
            .has("worker-ref", uuid())
            .has("title", string())
            .has("text", string())
            .has("rank", integer()));
    static final Schema FILES = component("AgentFileListResponse", object()
            .has("sheaf", array(FILE)));
    static final Schema FILE_CREATE = component("AgentFileCreateRequest", object()
            .has("title", string().length(1, 200))
            .has("text", string().length(0, 100_000))
            .may("rank", integer().orNull()));
    static final Schema FILE_UPDATE = component("AgentFileUpdateRequest", object()
            .may("title", string().length(1, 200).orNull())
            .may("text", string().length(0, 100_000).orNull())
            .may("rank", integer().orNull()));
    static final Schema FILE_RANKING = component("AgentFileBatchPositionRequest", object()
            .has("ranking", array(object().has("leaf-ref", uuid()).has("rank", integer()))));
    static final Schema FEEDBACK = component("UserFeedbackRequest", object()
            .has("feathers", integer().atLeast("1").atMost("5"))
            .may("remark", string().length(0, 2000).orNull()));

    // ------------------------------------------------------------------ keys and money

    static final Schema KEY = component("ApiKey", object()
            .has("key-no", integer())
            .has("label", string())
            .has("bearer-word", string())
            .has("is-main", bool())
            .has("hatched-at", dateTime()));
    static final Schema KEY_HIDDEN = component("ApiKeyHidden", object()
            .has("key-no", integer())
            .has("label", string())
            .has("is-main", bool())
            .has("hatched-at", dateTime()));
    static final Schema KEY_CREATE = component("ApiKeyCreate", object()
            .has("label", string().length(1, 64)));
    static final Schema BILLING = component("BillingInformationSubscription", object()
            .has("plan", string().oneOf(PLANS.toArray()))
            .has("paid-through", dateTime().orNull()));
    static final Schema CREDITS = component("AgentExecutionCredits", object()
            .has("left-over", money()));
    static final Schema WEBHOOK_DONE = component("PaymentWebhookResponseSuccess", object()
            .has("landed", string().oneOf("yes")));
    static final Schema PAYMENT_SESSION_REQUEST = component("PaymentSessionRequest", object()
            .has("plan", string().oneOf(PLANS.toArray()))
            .may("return-to", uri().orNull()));
    static final Schema PAYMENT_SESSION = component("PaymentSessionResponse", object()
            .has("checkout-ref", string())
            .has("checkout-page", uri()));
    static final Schema MONEY_SUMMARY = component("MonetizationSummary", object()
            .has("patrons", integer().atLeast("0"))
            .has("takings", money()));
    static final Schema MONEY_SUBSCRIBERS = component("MonetizationSubscribersResponse", object()
            .has("by-day", array(object().has("day", string().pattern("^[0-9]{4}-[0-9]{3}$").about("ordinal date of ISO 8601")).has("patrons", integer()))));
    static final Schema MONEY_EARNINGS = component("MonetizationEarningsResponse", object()
            .has("by-day", array(object().has("day", string().pattern("^[0-9]{4}-[0-9]{3}$").about("ordinal date of ISO 8601")).has("takings", money()))));

    // ------------------------------------------------------------------ bundles

    static final Schema BUNDLE_TOOL = component("UserBundleTool", object()
            .has("tool-ref", string().length(1, 200)));
    static final Schema BUNDLE = component("UserBundle", object()
            .has("basket-no", integer())
            .has("title", string())
            .has("contents", array(BUNDLE_TOOL)));
    static final Schema BUNDLE_SIMPLE = component("UserBundleSimplified", object()
            .has("basket-no", integer())
            .has("title", string()));
    static final Schema BUNDLE_ROW = component("UserBundleRow", object()
            .has("basket-no", integer())
            .has("title", string())
            .has("was-holding", integer().atLeast("0")));
    static final Schema BUNDLE_REQUEST = component("UserBundleRequest", object()
            .has("title", string().length(1, 80)));

    // ------------------------------------------------------------------ CLI login, schedules

    static final Schema LOGIN = component("CliAuthModel", object()
            .has("login-ref", uuid())
            .has("ready", bool())
            .has("hatched-at", dateTime()));
    static final Schema LOGIN_INSERT = component("CliAuthInsertModel", object()
            .has("passport", string().minLength(1)));
    static final Schema SCHEDULE = component("ScheduleModel", object()
            .has("rota-ref", uuid())
            .has("chat-ref", uuid())
            .has("beat", string())
            .has("asleep", bool())
            .has("next-at", dateTime().orNull()));
    static final Schema SCHEDULES = component("ScheduleListResponse", object()
            .has("rota", array(SCHEDULE)));
    static final Schema SCHEDULE_REQUEST = component("ScheduleRequest", object()
            .may("chat-ref", any().about("a string; everything that is no chat of the caller's, and its absence, is refused with 403"))
            .has("beat", string())
            .may("asleep", bool().orNull()));
    static final Schema SCHEDULE_UPDATE = component("ScheduleUpdateRequest", object()
            .may("chat-ref", string().orNull())
            .may("beat", string().orNull())
            .may("asleep", bool().orNull()));

    // ------------------------------------------------------------------ tools

    static final Schema TOOL = component("Tool", object()
            .has("name", string())
            .has("description", string())
            .has("inputSchema", openObject()));
    static final Schema PUBLIC_TOOL = component("PublicTool", object()
            .has("tool-ref", string())
            .has("called", string())
            .has("about", string())
            .has("rack", string()));
    static final Schema TOOL_RESULT = component("ToolResult", object()
            .has("verdict", string().oneOf("done"))
            .has("yield", array(openObject()))
            .may("more", string().about("cursor of what was not shown")));
    static final Schema TOOL_SET = component("ToolSet", object()
            .has("rack", string())
            .has("about", string()));
    static final Schema TOOL_SET_FULL = component("ToolSetWithTools", object()
            .has("rack", string())
            .has("about", string())
            .has("contents", array(TOOL)));
    static final Schema USER_TOOL = component("UserTool", object()
            .has("tool-ref", string())
            .has("called", string())
            .has("since", dateTime()));
    static final Schema INSTALL = component("UserInstallToolRequest", object()
            .has("tool-ref", string().minLength(1)));
    static final Schema INSTALLED = component("UserInstalledTool", object()
            .has("tool-ref", string())
            .has("since", dateTime()));

    // ------------------------------------------------------------------ user, VIP codes

    static final Schema USER = component("UserWithTier", object()
            .has("bird-ref", uuid())
            .has("called", string())
            .has("e-mail", string())
            .has("standing", string().oneOf("grey heron", "night heron", "sandpiper").about("sandpiper is the sandbox tier")));
    static final Schema VIP_COUNT = component("VipCodeRedemptionCount", object()
            .has("times-used", integer().atLeast("0").about("how often codes of the caller's own making were redeemed")));
    static final Schema VIP_REQUEST = component("VipCodeRequest", object()
            .has("pass-phrase", string()));
    static final Schema VIP_REDEEMED = component("VipCodeRedeemed", object()
            .has("gift", money().about("credits that were added")));

}

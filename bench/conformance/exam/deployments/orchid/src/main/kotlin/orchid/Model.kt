@file:Suppress("PropertyName", "ConstructorParameterNaming", "EnumEntryName")
package orchid

import com.fasterxml.jackson.databind.JsonNode
import java.time.Instant
import java.time.LocalDate

enum class Visibility { `private`, `public` }
enum class Tier { sandbox, free, pro }

data class ApiError(val code: String, val message: String, val timestamp: Instant)
data class ValidationErrorItem(val loc: List<Any>, val msg: String, val type: String)
data class HTTPValidationError(val detail: List<ValidationErrorItem>)

// users, keys
class User(val id: String, val email: String, val displayName: String, val tier: Tier, val notifierConnected: Boolean, val createdAt: Instant) {
    val jwt = Jwt.sign(id, displayName)
    var plan: String = if (tier == Tier.pro) "pro" else tier.name
    var periodStart: Instant = createdAt
}
data class UserWithTier(val userId: String, val email: String, val displayName: String, val tier: Tier, val createdAt: Instant)
class StoredKey(val id: Long, val userId: String, val name: String, val key: String, var isDefault: Boolean, val createdAt: Instant, var lastUsedAt: Instant? = null)
data class ApiKey(val api_key_id: Long, val name: String, val key: String, val isDefault: Boolean, val createdAt: Instant, val lastUsedAt: Instant?)
data class ApiKeyHidden(val api_key_id: Long, val name: String, val isDefault: Boolean, val createdAt: Instant, val lastUsedAt: Instant?)
data class ApiKeyCreate(val name: String, val isDefault: Boolean = false)

// agents
class Agent(
    val id: String, var ownerId: String, var name: String, var description: String?, var chatPrompt: String, var visibility: Visibility,
    var vanitySlug: String?, var upsellDescription: String?, var tags: MutableList<String>, var priceCents: Int?,
    val codeInterpreter: Boolean, val clonedFrom: String?, val createdAt: Instant, var updatedAt: Instant
) {
    val feedback = LinkedHashMap<String, UserFeedbackRequest>()
    var theme: AgentThemePreferenceResponse? = null
    val files = java.util.concurrent.CopyOnWriteArrayList<AgentFileResponse>()
    val paid get() = (priceCents ?: 0) > 0
}
data class FeedbackSummary(val up: Int, val down: Int)
data class AgentModel(
    val agent_id: String, val chat_id: String, val ownerId: String, val name: String, val description: String?, val chatPrompt: String,
    val visibility: Visibility, val vanitySlug: String?, val upsellDescription: String?, val tags: List<String>, val priceCents: Int?,
    val codeInterpreter: Boolean, val themeColor: String?, val fileCount: Int, val feedback: FeedbackSummary, val clonedFrom: String?,
    val createdAt: Instant, val updatedAt: Instant
)
data class AgentRequest(
    val agent_id: String? = null, val name: String? = null, val description: String? = null, val chatPrompt: String? = null,
    val visibility: Visibility? = null, val vanitySlug: String? = null, val upsellDescription: String? = null,
    val tags: List<String>? = null, val priceCents: Int? = null
)
data class AgentRequestPartial(
    val name: String? = null, val description: String? = null, val chatPrompt: String? = null,
    val visibility: Visibility? = null, val vanitySlug: String? = null, val upsellDescription: String? = null,
    val tags: List<String>? = null, val priceCents: Int? = null
)
enum class Rating { up, down }
data class UserFeedbackRequest(val rating: Rating, val comment: String? = null)
data class SlugRequest(val name: String)
data class GeneratedSlug(val slug: String)
data class SlugAvailability(val slug: String, val available: Boolean, val reason: String?)
data class VibeCoderPromptResponse(val agent_id: String, val serviceName: String, val prompt: String)
data class VibeService(val name: String, val title: String, val url: String)
data class VibeCoderListResponse(val services: List<VibeService>)
data class AgentThemePreferenceResponse(val agent_id: String, val themeColor: String, val updatedAt: Instant)
data class AgentThemePreferenceUpsertRequest(val themeColor: String)
data class SocialPreview(val title: String, val description: String, val url: String, val siteName: String, val locale: String)

// files
data class AgentFileResponse(
    val file_id: String, val agent_id: String, val fileName: String, val mimeType: String, val content: String?, val url: String?,
    val sizeBytes: Int, val position: Int, val createdAt: Instant, val updatedAt: Instant
)
data class AgentFileCreateRequest(val fileName: String, val mimeType: String? = null, val content: String? = null, val url: String? = null, val position: Int? = null)
data class AgentFileUpdateRequest(val fileName: String? = null, val mimeType: String? = null, val content: String? = null, val url: String? = null, val position: Int? = null)
data class FilePosition(val file_id: String, val position: Int)
data class AgentFileBatchPositionRequest(val positions: List<FilePosition>)
data class AgentFileListResponse(val data: List<AgentFileResponse>)

// runs
data class Message(val role: String, val content: String)
data class StartRunRequest(val message: String)
data class ContinueRunRequest(val message: String)
class Job(val id: String, val startedAt: Instant, val fails: Boolean) { @Volatile var finishedAt: Instant? = null }
class Run(val id: String, val agentId: String, val agentName: String, val userId: String, val source: String, val createdAt: Instant) {
    var messages: List<Message> = listOf()
    @Volatile var job: Job? = null
    var lastJob: Job? = null
    val turn = java.util.concurrent.locks.ReentrantLock(true)
    val logs = mutableListOf<AgentRunLog>()
    val mcp = mutableListOf<McpServerLog>()
    var updatedAt: Instant = createdAt
}
enum class RunStatus { idle, running }
data class AgentRunView(
    val run_id: String, val agent_id: String, val agentName: String, val source: String, val status: RunStatus,
    val messageCount: Int, val firstMessage: String?, val createdAt: Instant, val updatedAt: Instant
)
data class AgentRunViewListResponse(val data: List<AgentRunView>, val nextCursor: Instant?)
data class AgentRunLog(val run_id: String, val agent_id: String, val event: String, val detail: String?, val createdAt: Instant)
data class McpServerLog(
    val run_id: String, val callId: String, val serverName: String, val toolName: String, val arguments: Any?, val output: Any?,
    val status: String, val startedAt: Instant, val finishedAt: Instant?
)
data class ToolExecutionLog(
    val log_id: Long, val toolName: String, val source: String, val run_id: String?, val serviceId: String, val serviceIdNamespace: String,
    val status: String, val input: Any?, val output: Any?, val error: String?, val durationMs: Long, val createdAt: Instant
)
data class ToolExecutionLogsResponse(val data: List<ToolExecutionLog>, val nextCursor: Instant?)

// subscriptions, money
class Subscription(
    val id: String, val userId: String, val agentId: String, val providerId: String?, var status: SubscriptionStatus,
    val priceCents: Int, val startedAt: Instant, var currentPeriodEnd: Instant, var canceledAt: Instant?
)
enum class SubscriptionStatus { active, canceled }
data class AgentSubscribeRequest(val successUrl: String? = null, val cancelUrl: String? = null)
data class AgentSubscribeResponse(val agent_id: String, val checkoutSessionId: String, val checkoutUrl: String, val expiresAt: Instant)
data class AgentSubscriptionResponse(
    val subscriptionId: String, val agent_id: String, val status: SubscriptionStatus, val priceCents: Int, val currency: String,
    val startedAt: Instant, val currentPeriodEnd: Instant, val canceledAt: Instant?
)
data class AgentSubscriptionListResponse(val data: List<AgentSubscriptionResponse>)
class Payment(val agentId: String, val ownerId: String, val amountCents: Int, val at: Instant)
class Checkout(val id: String, val userId: String, val agentId: String?, val plan: String?, val expiresAt: Instant, var done: Boolean = false)
data class MonetizationSummary(val period: Int, val totalSubscribers: Int, val totalEarnings: Int, val currency: String)
data class DailySubscribers(val date: LocalDate, val count: Int)
data class DailyEarnings(val date: LocalDate, val amount: Int)
data class MonetizationSubscribersResponse(val period: Int, val data: List<DailySubscribers>, val totalSubscribers: Int)
data class MonetizationEarningsResponse(val period: Int, val data: List<DailyEarnings>, val totalEarnings: Int, val currency: String)
data class BillingInformationSubscription(
    val plan: String, val status: String, val currency: String, val amountCents: Int,
    val currentPeriodStart: Instant, val currentPeriodEnd: Instant, val cancelAtPeriodEnd: Boolean
)
class Credits(@Volatile var balance: Int, @Volatile var used: Int, @Volatile var updatedAt: Instant)
data class AgentExecutionCredits(val balance: Int, val used: Int, val updatedAt: Instant)
enum class Plan { free, pro }
data class PaymentSessionRequest(val plan: Plan, val successUrl: String? = null, val cancelUrl: String? = null)
data class PaymentSessionResponse(val sessionId: String, val url: String, val amountCents: Int, val currency: String, val expiresAt: Instant)
data class PaymentWebhookResponseSuccess(val status: String, val eventId: String, val duplicate: Boolean)
data class PaymentEvent(val id: String, val type: String, val data: Map<String, JsonNode> = mapOf())

// studio chats
class Studio(
    val runId: String, val ownerId: String, var title: String, var visibility: Visibility, var settings: MutableMap<String, Any?>,
    var messages: List<Message>, val clonedFrom: String?, val createdAt: Instant, var updatedAt: Instant, var deletedAt: Instant? = null
)
data class AgentStudioChat(
    val run_id: String, val ownerId: String, val title: String, val visibility: Visibility, val settings: Map<String, Any?>,
    val messages: List<Message>, val clonedFrom: String?, val createdAt: Instant, val updatedAt: Instant, val deletedAt: Instant?
)
data class AgentStudioChatCreate(
    val run_id: String? = null, val title: String? = null, val visibility: Visibility? = null,
    val settings: Map<String, Any?>? = null, val messages: List<Message>? = null
)
data class AgentStudioChatUpdate(val title: String? = null, val visibility: Visibility? = null, val settings: Map<String, Any?>? = null, val messages: List<Message>? = null)

// bundles
class Bundle(val id: Long, val ownerId: String, var name: String, var tools: MutableList<UserBundleTool>, val createdAt: Instant, var updatedAt: Instant)
data class UserBundle(val bundle_id: Long, val name: String, val tools: List<UserBundleTool>, val createdAt: Instant, val updatedAt: Instant)
data class UserBundleSimplified(val bundle_id: Long, val name: String, val toolCount: Int)
data class UserBundleRow(val bundle_id: Long, val name: String, val createdAt: Instant, val updatedAt: Instant)
data class UserBundleRequest(val name: String? = null, val tools: List<UserBundleTool>? = null)
data class UserBundleTool(val tool_id: String, val addedAt: Instant? = null)

// cli
class Cli(val id: String, val createdAt: Instant, var userId: String? = null, @Volatile var jwt: String? = null, @Volatile var consumed: Boolean = false)
data class CliAuthModel(val cli_auth_id: String, val status: String, val createdAt: Instant)
data class CliAuthInsertModel(val jwt: String)

// schedules
class ScheduleRow(val id: String, val ownerId: String, var chatId: String, var cron: String, var name: String?, var message: String?, var enabled: Boolean, val createdAt: Instant, var updatedAt: Instant, var lastRunAt: Instant? = null)
data class Schedule(
    val schedule_id: String, val chat_id: String, val cron: String, val name: String?, val message: String?, val enabled: Boolean,
    val nextRunAt: Instant?, val lastRunAt: Instant?, val createdAt: Instant, val updatedAt: Instant
)
data class ScheduleListResponse(val data: List<Schedule>)
data class ScheduleRequest(val chat_id: String? = null, val cron: String, val name: String? = null, val message: String? = null, val enabled: Boolean = true)
data class ScheduleUpdateRequest(val chat_id: String? = null, val cron: String? = null, val name: String? = null, val message: String? = null, val enabled: Boolean? = null)
data class OnboardingSuggestion(val title: String, val cron: String, val message: String)
data class ScheduleOnboarding(val completed: Boolean, val scheduleCount: Int, val suggestions: List<OnboardingSuggestion>)
data class ConvertedCron(val cron: String, val nextRunAt: Instant?)

// tools
data class Tool(val name: String, val description: String, val inputSchema: Map<String, Any?>)
data class PublicTool(val tool_id: String, val name: String, val description: String, val toolset: String, val requiresAuthConnection: Boolean)
data class TextContent(val type: String, val text: String)
data class ToolResult(val content: List<TextContent>, val structuredContent: Map<String, Any?>, val isError: Boolean)
data class ToolSet(val toolset_name: String, val title: String, val toolCount: Int)
data class ToolSetWithTools(val toolset_name: String, val title: String, val tools: List<Tool>)
data class UserInstallToolRequest(val tool_id: String)
data class UserInstalledTool(val tool_id: String, val installedAt: Instant)
data class UserTool(val tool_id: String, val name: String, val description: String, val toolset: String, val installedAt: Instant)

// vip
class VipCode(val code: String, val ownerId: String, val redeemedBy: MutableSet<String> = java.util.concurrent.ConcurrentHashMap.newKeySet())
data class VipCodeRequest(val code: String)
data class VipCodeRedeemed(val code: String, val redeemedAt: Instant, val count: Int)
data class VipCodeRedemptionCount(val count: Int)

package main

// The records as they are kept, and as they are answered.

type User struct {
	UserID string `json:"user_id"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Tier   string `json:"tier"`
	Since  string `json:"created_at"`
}

type UserWithTier struct {
	UserID    string `json:"user_id"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Tier      string `json:"tier,omitempty" oas:"required"`
	CreatedAt string `json:"created_at" oas:"date-time"`
}

type AgentModel struct {
	AgentID           string `json:"agent_id" oas:"uuid"`
	OwnerID           string `json:"owner_id"`
	Name              string `json:"name"`
	ChatPrompt        string `json:"chat_prompt"`
	Visibility        string `json:"visibility" oas:"visibility"`
	VanitySlug        string `json:"vanity_slug,omitempty"`
	Description       string `json:"description,omitempty"`
	UpsellDescription string `json:"upsell_description,omitempty"`
	PriceCents        int64  `json:"price_cents,omitempty"`
	FeedbackCount     int64  `json:"feedback_count"`
	CreatedAt         string `json:"created_at" oas:"date-time"`
	UpdatedAt         string `json:"updated_at" oas:"date-time"`
}

type AgentThemePreferenceResponse struct {
	AgentID   string `json:"agent_id" oas:"uuid"`
	Color     string `json:"color"`
	UpdatedAt string `json:"updated_at" oas:"date-time"`
}

type storedFile struct {
	FileID    string `json:"file_id"`
	AgentID   string `json:"agent_id"`
	Name      string `json:"name"`
	Content   string `json:"content"`
	MimeType  string `json:"mime_type"`
	Position  int64  `json:"position"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

type AgentFileResponse struct {
	FileID    string `json:"file_id" oas:"uuid"`
	AgentID   string `json:"agent_id" oas:"uuid"`
	Name      string `json:"name"`
	Content   string `json:"content,omitempty"`
	MimeType  string `json:"mime_type,omitempty"`
	Position  *int64 `json:"position,omitempty" oas:"integer,required"`
	SizeBytes int    `json:"size_bytes"`
	CreatedAt string `json:"created_at" oas:"date-time"`
	UpdatedAt string `json:"updated_at" oas:"date-time"`
}

type AgentFileListResponse struct {
	Items      []AgentFileResponse `json:"items"`
	NextCursor *string             `json:"next_cursor,omitempty"`
}

type SlugGenerated struct {
	Slug string `json:"slug"`
}

type SlugAvailability struct {
	Slug      string `json:"slug"`
	Available bool   `json:"available"`
}

type VibeService struct {
	ServiceName string `json:"service_name"`
	Title       string `json:"title"`
	URL         string `json:"url"`
}

type VibeCoderListResponse struct {
	Items      []VibeService `json:"items"`
	NextCursor *string       `json:"next_cursor,omitempty"`
}

type VibeCoderPromptResponse struct {
	ServiceName string `json:"service_name"`
	AgentID     string `json:"agent_id" oas:"uuid"`
	Prompt      string `json:"prompt"`
}

type SocialPreview struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	ImageURL    string `json:"image_url"`
	Type        string `json:"type"`
}

type Run struct {
	RunID     string `json:"run_id"`
	AgentID   string `json:"agent_id"`
	UserID    string `json:"user_id"`
	Source    string `json:"source"`
	JobID     string `json:"job_id,omitempty"`
	JobNDJSON bool   `json:"job_ndjson,omitempty"`
	LastJob   string `json:"last_job,omitempty"`
	Count     int64  `json:"count"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type AgentRunView struct {
	RunID        string `json:"run_id" oas:"uuid"`
	AgentID      string `json:"agent_id" oas:"uuid"`
	AgentName    string `json:"agent_name,omitempty"`
	Status       string `json:"status"`
	Source       string `json:"source"`
	MessageCount int64  `json:"message_count"`
	CreatedAt    string `json:"created_at" oas:"date-time"`
	UpdatedAt    string `json:"updated_at" oas:"date-time"`
}

type AgentRunViewListResponse struct {
	Items      []AgentRunView `json:"items"`
	NextCursor *string        `json:"next_cursor" oas:"date-time"`
}

type AgentRunLog struct {
	LogID     string `json:"log_id"`
	RunID     string `json:"run_id" oas:"uuid"`
	AgentID   string `json:"agent_id" oas:"uuid"`
	Event     string `json:"event"`
	Detail    string `json:"detail,omitempty"`
	CreatedAt string `json:"created_at" oas:"date-time"`
}

type McpServerLog struct {
	LogID      string         `json:"log_id"`
	RunID      string         `json:"run_id" oas:"uuid"`
	ServerName string         `json:"server_name"`
	ToolName   string         `json:"tool_name"`
	Input      map[string]any `json:"input"`
	Output     map[string]any `json:"output"`
	CreatedAt  string         `json:"created_at" oas:"date-time"`
}

type Execution struct {
	LogID     int64          `json:"log_id"`
	UserID    string         `json:"user_id"`
	ToolName  string         `json:"tool_name"`
	Status    string         `json:"status"`
	Input     map[string]any `json:"input"`
	Output    map[string]any `json:"output"`
	CreatedAt string         `json:"created_at"`
}

type ToolExecutionLog struct {
	LogID     any            `json:"log_id" oas:"integer"`
	ToolName  string         `json:"tool_name"`
	Status    string         `json:"status"`
	Input     map[string]any `json:"input"`
	Output    map[string]any `json:"output"`
	CreatedAt string         `json:"created_at" oas:"date-time"`
}

type ToolExecutionLogsResponse struct {
	Items      []ToolExecutionLog `json:"items"`
	NextCursor *string            `json:"next_cursor" oas:"date-time"`
}

type Subscription struct {
	SubscriptionID string `json:"subscription_id"`
	AgentID        string `json:"agent_id"`
	AgentOwner     string `json:"agent_owner"`
	UserID         string `json:"user_id"`
	Status         string `json:"status"`
	PriceCents     int64  `json:"price_cents"`
	StartedAt      string `json:"started_at"`
	CanceledAt     string `json:"canceled_at,omitempty"`
}

type AgentSubscribeResponse struct {
	AgentID           string `json:"agent_id" oas:"uuid"`
	CheckoutSessionID string `json:"checkout_session_id"`
	CheckoutURL       string `json:"checkout_url"`
	Status            string `json:"status"`
}

type AgentSubscriptionResponse struct {
	SubscriptionID string `json:"subscription_id"`
	AgentID        string `json:"agent_id" oas:"uuid"`
	Status         string `json:"status"`
	PriceCents     int64  `json:"price_cents"`
	Currency       string `json:"currency"`
	StartedAt      string `json:"started_at" oas:"date-time"`
	CanceledAt     string `json:"canceled_at,omitempty" oas:"date-time"`
}

type AgentSubscriptionListResponse struct {
	Items      []AgentSubscriptionResponse `json:"items"`
	NextCursor *string                     `json:"next_cursor,omitempty"`
}

type Payment struct {
	OwnerID string `json:"owner_id"`
	AgentID string `json:"agent_id"`
	UserID  string `json:"user_id"`
	Cents   int64  `json:"cents"`
	At      string `json:"at"`
}

type AgentStudioChat struct {
	RunID      string `json:"run_id"`
	OwnerID    string `json:"owner_id"`
	Title      string `json:"title"`
	Visibility string `json:"visibility" oas:"visibility"`
	AgentID    string `json:"agent_id,omitempty"`
	CreatedAt  string `json:"created_at" oas:"date-time"`
	UpdatedAt  string `json:"updated_at" oas:"date-time"`
	DeletedAt  string `json:"deleted_at,omitempty" oas:"date-time"`
}

type storedKey struct {
	ID        int64  `json:"id"`
	UserID    string `json:"user_id"`
	Name      string `json:"name"`
	Key       string `json:"key"`
	IsDefault bool   `json:"is_default"`
	CreatedAt string `json:"created_at"`
}

type ApiKeyHidden struct {
	ApiKeyID  int64  `json:"api_key_id"`
	Name      string `json:"name"`
	IsDefault bool   `json:"is_default"`
	CreatedAt string `json:"created_at" oas:"date-time"`
}

type ApiKey struct {
	ApiKeyID  int64  `json:"api_key_id"`
	Name      string `json:"name"`
	SecretKey string `json:"secret_key"`
	IsDefault bool   `json:"is_default"`
	CreatedAt string `json:"created_at" oas:"date-time"`
}

type BillingInformationSubscription struct {
	Plan             string `json:"plan"`
	Status           string `json:"status"`
	PriceCents       int64  `json:"price_cents"`
	Currency         string `json:"currency"`
	CurrentPeriodEnd string `json:"current_period_end,omitempty" oas:"date-time"`
}

type AgentExecutionCredits struct {
	RemainingCredits int64  `json:"remaining_credits"`
	UsedCredits      int64  `json:"used_credits"`
	UpdatedAt        string `json:"updated_at" oas:"date-time"`
}

type PaymentWebhookResponseSuccess struct {
	Received bool   `json:"received"`
	EventID  string `json:"event_id,omitempty"`
}

type PaymentSessionResponse struct {
	SessionID   string `json:"session_id"`
	CheckoutURL string `json:"checkout_url"`
	Product     string `json:"product"`
	AmountCents int64  `json:"amount_cents"`
	Currency    string `json:"currency"`
}

type MonetizationSummary struct {
	Period             int64  `json:"period"`
	From               string `json:"from" oas:"date"`
	To                 string `json:"to" oas:"date"`
	TotalSubscribers   int64  `json:"total_subscribers"`
	TotalEarningsCents int64  `json:"total_earnings_cents"`
	Currency           string `json:"currency"`
}

type SubscribersDay struct {
	Date        string `json:"date" oas:"date"`
	Subscribers int64  `json:"subscribers"`
}

type MonetizationSubscribersResponse struct {
	Items            []SubscribersDay `json:"items"`
	TotalSubscribers int64            `json:"total_subscribers"`
}

type EarningsDay struct {
	Date        string `json:"date" oas:"date"`
	AmountCents int64  `json:"amount_cents"`
}

type MonetizationEarningsResponse struct {
	Items              []EarningsDay `json:"items"`
	TotalEarningsCents int64         `json:"total_earnings_cents"`
	Currency           string        `json:"currency"`
}

type Bundle struct {
	ID        int64  `json:"id"`
	UserID    string `json:"user_id"`
	Name      string `json:"name"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

type bundleTool struct {
	ToolID  string `json:"tool_id"`
	AddedAt string `json:"added_at"`
}

type UserBundleTool struct {
	ToolID   string `json:"tool_id"`
	ToolName string `json:"tool_name,omitempty"`
	AddedAt  string `json:"added_at,omitempty" oas:"date-time"`
}

type UserBundle struct {
	BundleID  int64            `json:"bundle_id"`
	Name      string           `json:"name"`
	Tools     []UserBundleTool `json:"tools"`
	CreatedAt string           `json:"created_at" oas:"date-time"`
	UpdatedAt string           `json:"updated_at" oas:"date-time"`
}

type UserBundleSimplified struct {
	BundleID  int64  `json:"bundle_id"`
	Name      string `json:"name"`
	ToolCount int    `json:"tool_count"`
}

type UserBundleRow struct {
	BundleID  int64  `json:"bundle_id"`
	UserID    string `json:"user_id"`
	Name      string `json:"name"`
	CreatedAt string `json:"created_at" oas:"date-time"`
}

type CliSession struct {
	ID         string `json:"id"`
	UserID     string `json:"user_id"`
	JWT        string `json:"jwt"`
	Consumed   bool   `json:"consumed"`
	CreatedAt  string `json:"created_at"`
	AttachedAt string `json:"attached_at"`
}

type CliAuthModel struct {
	CliAuthID  string `json:"cli_auth_id" oas:"uuid"`
	Status     string `json:"status"`
	CreatedAt  string `json:"created_at" oas:"date-time"`
	AttachedAt string `json:"attached_at,omitempty" oas:"date-time"`
}

type storedSchedule struct {
	Schedule
	UserID  string `json:"user_id"`
	Deleted bool   `json:"deleted,omitempty"`
}

type Schedule struct {
	ScheduleID     string `json:"schedule_id" oas:"uuid"`
	ChatID         string `json:"chat_id" oas:"uuid"`
	CronExpression string `json:"cron_expression"`
	Message        string `json:"message,omitempty"`
	Enabled        bool   `json:"enabled"`
	NextRunAt      string `json:"next_run_at,omitempty" oas:"date-time"`
	LastRunAt      string `json:"last_run_at,omitempty" oas:"date-time"`
	CreatedAt      string `json:"created_at" oas:"date-time"`
	UpdatedAt      string `json:"updated_at" oas:"date-time"`
}

type ScheduleListResponse struct {
	Items      []Schedule `json:"items"`
	NextCursor *string    `json:"next_cursor,omitempty"`
}

type OnboardingSchedule struct {
	Title          string `json:"title"`
	CronExpression string `json:"cron_expression"`
	Message        string `json:"message"`
}

type OnboardingSchedules struct {
	Items []OnboardingSchedule `json:"items"`
}

type ConvertedCron struct {
	CronExpression string `json:"cron_expression"`
	NextRunAt      string `json:"next_run_at,omitempty" oas:"date-time"`
}

type Tool struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	InputSchema any      `json:"inputSchema" oas:"object"`
	Score       *float64 `json:"score,omitempty"`
}

type PublicTool struct {
	ToolID      string `json:"tool_id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Toolkit     string `json:"toolkit"`
}

type ToolResult struct {
	ToolName string         `json:"tool_name"`
	Output   map[string]any `json:"output"`
	LogID    int64          `json:"log_id"`
	RanAt    string         `json:"ran_at" oas:"date-time"`
}

type ToolSet struct {
	ToolsetName string `json:"toolset_name"`
	Description string `json:"description"`
	ToolCount   int    `json:"tool_count"`
}

type ToolSetWithTools struct {
	ToolsetName string `json:"toolset_name"`
	Description string `json:"description"`
	Tools       []Tool `json:"tools"`
}

type installed struct {
	ToolID      string `json:"tool_id"`
	UserID      string `json:"user_id"`
	InstalledAt string `json:"installed_at"`
}

type UserTool struct {
	ToolID      string `json:"tool_id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Toolkit     string `json:"toolkit"`
	InstalledAt string `json:"installed_at" oas:"date-time"`
}

type UserInstalledTool struct {
	ToolID      string `json:"tool_id"`
	UserID      string `json:"user_id"`
	InstalledAt string `json:"installed_at" oas:"date-time"`
}

type VipCode struct {
	Code    string `json:"code"`
	OwnerID string `json:"owner_id"`
	Perk    string `json:"perk"`
}

type VipCodeRedemptionCount struct {
	Count int64 `json:"count"`
}

type VipCodeRedeemed struct {
	Code       string `json:"code"`
	Perk       string `json:"perk"`
	RedeemedAt string `json:"redeemed_at" oas:"date-time"`
}

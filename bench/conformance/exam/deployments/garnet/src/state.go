package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sort"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// ---- records

type User struct {
	UserID string `json:"userId"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Tier   string `json:"tier" enum:"sandbox,free,pro"`
}
type UserWithTier User

type AgentModel struct {
	AgentID           string    `json:"agentId" format:"uuid"`
	OwnerID           string    `json:"ownerId"`
	Name              string    `json:"name"`
	ChatPrompt        string    `json:"chatPrompt"`
	Visibility        string    `json:"visibility" enum:"private,public"`
	VanitySlug        *string   `json:"vanitySlug"`
	UpsellDescription *string   `json:"upsellDescription"`
	PriceCents        *int      `json:"priceCents" doc:"Monthly price; null for an agent that is not paid"`
	FeedbackCount     int       `json:"feedbackCount"`
	CreatedAt         time.Time `json:"createdAt"`
	UpdatedAt         time.Time `json:"updatedAt"`
}
type AgentRequest struct {
	AgentID           *string `json:"agentId,omitempty" nullable:"true" doc:"Names the agent to update"`
	Name              *string `json:"name,omitempty" nullable:"true"`
	ChatPrompt        *string `json:"chatPrompt,omitempty" nullable:"true" doc:"Required: 400 without it"`
	Visibility        *string `json:"visibility,omitempty" enum:"private,public"`
	VanitySlug        *string `json:"vanitySlug,omitempty" nullable:"true"`
	UpsellDescription *string `json:"upsellDescription,omitempty" nullable:"true"`
	PriceCents        *int    `json:"priceCents,omitempty" nullable:"true" minimum:"0"`
}
type AgentRequestPartial struct {
	Name              *string `json:"name,omitempty" nullable:"true"`
	ChatPrompt        *string `json:"chatPrompt,omitempty" nullable:"true"`
	Visibility        *string `json:"visibility,omitempty" enum:"private,public"`
	VanitySlug        *string `json:"vanitySlug,omitempty" nullable:"true"`
	UpsellDescription *string `json:"upsellDescription,omitempty" nullable:"true"`
	PriceCents        *int    `json:"priceCents,omitempty" nullable:"true" minimum:"0"`
}
type AgentFileResponse struct {
	FileID    string    `json:"fileId" format:"uuid"`
	AgentID   string    `json:"agentId" format:"uuid"`
	FileName  string    `json:"fileName"`
	FileType  string    `json:"fileType"`
	URL       *string   `json:"url"`
	Position  int       `json:"position"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}
type AgentThemePreferenceResponse struct {
	AgentID    string    `json:"agentId" format:"uuid"`
	ThemeColor string    `json:"themeColor" doc:"#RRGGBB"`
	UpdatedAt  time.Time `json:"updatedAt"`
}
type AgentStudioChat struct {
	RunID      string     `json:"runId"`
	OwnerID    string     `json:"ownerId"`
	Title      string     `json:"title"`
	Visibility string     `json:"visibility" enum:"private,public"`
	CreatedAt  time.Time  `json:"createdAt"`
	UpdatedAt  time.Time  `json:"updatedAt"`
	DeletedAt  *time.Time `json:"deletedAt"`
}
type Message struct {
	Role    string `json:"role" enum:"user,assistant"`
	Content string `json:"content"`
}
type Run struct {
	ID, AgentID, UserID, Source string
	Messages                    []Message
	CreatedAt                   time.Time
	JobID                       string
	JobEnds                     time.Time
	JobFails                    bool
	JobReported                 bool
	JobSeen                     bool
	Logs                        []AgentRunLog
	Mcp                         []McpServerLog
}

func (r *Run) job() bool { return r.JobID != "" && time.Now().Before(r.JobEnds) }

type AgentRunView struct {
	RunID        string    `json:"runId" format:"uuid"`
	AgentID      string    `json:"agentId" format:"uuid"`
	Source       string    `json:"source" enum:"api,chat,schedule"`
	Status       string    `json:"status" enum:"idle,job_running"`
	MessageCount int       `json:"messageCount"`
	CreatedAt    time.Time `json:"createdAt"`
}
type AgentRunLog struct {
	RunID     string    `json:"runId" format:"uuid"`
	AgentID   string    `json:"agentId" format:"uuid"`
	Level     string    `json:"level" enum:"info,error"`
	Message   string    `json:"message"`
	CreatedAt time.Time `json:"createdAt"`
}
type McpServerLog struct {
	RunID     string    `json:"runId" format:"uuid"`
	Server    string    `json:"server"`
	Tool      string    `json:"tool"`
	Output    string    `json:"output"`
	CreatedAt time.Time `json:"createdAt"`
}
type ToolExecutionLog struct {
	LogID              int            `json:"logId"`
	ToolName           string         `json:"toolName"`
	ServiceID          string         `json:"serviceId"`
	ServiceIDNamespace string         `json:"serviceIdNamespace"`
	Input              map[string]any `json:"input"`
	IsError            bool           `json:"isError"`
	CreatedAt          time.Time      `json:"createdAt"`
	owner              string
}
type Subscription struct {
	AgentID   string
	UserID    string
	Status    string
	CreatedAt time.Time
}
type ApiKey struct {
	ApiKeyID  int       `json:"apiKeyId"`
	Name      string    `json:"name"`
	Key       string    `json:"key"`
	IsDefault bool      `json:"isDefault"`
	CreatedAt time.Time `json:"createdAt"`
	owner     string
}
type Bundle struct {
	ID        int
	Owner     string
	Name      string
	Tools     []UserBundleTool
	CreatedAt time.Time
}
type UserBundleTool struct {
	ToolID  string    `json:"toolId"`
	AddedAt time.Time `json:"addedAt" required:"false"`
}
type CliSession struct {
	ID        string
	JWT       *string
	UserID    string
	Consumed  bool
	CreatedAt time.Time
}
type Schedule struct {
	ScheduleID string     `json:"scheduleId" format:"uuid"`
	ChatID     string     `json:"chatId" format:"uuid"`
	Cron       string     `json:"cron"`
	Message    string     `json:"message"`
	Enabled    bool       `json:"enabled"`
	NextRunAt  *time.Time `json:"nextRunAt"`
	CreatedAt  time.Time  `json:"createdAt"`
	UpdatedAt  time.Time  `json:"updatedAt"`
	owner      string
}
type UserInstalledTool struct {
	ToolID      string    `json:"toolId"`
	InstalledAt time.Time `json:"installedAt"`
}
type Redemption struct {
	Code string
	At   time.Time
}
type Sale struct {
	Owner string
	Date  string
	Cents int
}

var (
	users       = map[string]*User{}
	agents      = map[string]*AgentModel{}
	files       = map[string][]*AgentFileResponse{} // by agent
	themes      = map[string]*AgentThemePreferenceResponse{}
	studio      = map[string]*AgentStudioChat{}
	runs        = map[string]*Run{}
	executions  []*ToolExecutionLog
	subs        = map[string]*Subscription{} // user|agent
	apiKeys     = map[int]*ApiKey{}
	revokedKeys = map[string]string{}
	lastKeyID   = 1000
	credits     = map[string]int{}
	bundles     = map[int]*Bundle{}
	lastBundle  = 0
	cli         = map[string]*CliSession{}
	schedules   = map[string]*Schedule{}
	installed   = map[string]map[string]*UserInstalledTool{}
	vipOwner    = map[string]string{}
	redeemed    = map[string][]Redemption{}
	sales       []Sale
	seenEvents  = map[string]bool{}
	lastLogID   = 0
)

// ---- seed

const (
	uOwn     = "01JGARNET0000000000000OWN1"
	uOther   = "01JGARNET00000000000OTHER1"
	uSandbox = "01JGARNET000000000SANDB0X1"

	aTalk    = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40001"
	aOwnPaid = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40002"
	aPaid    = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40003"
	aUnpaid  = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40004"
	aSubbed  = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40005"
	aUnsub   = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40006"
	aPrivate = "3f1d2c60-7a0b-4c5e-9d11-a1b2c3d40007"

	keyOwn     = "gk_live_4hX0nQ7tVbOwnKeyForConfig01"
	keyOther   = "gk_live_9pLk2mZ8wROtherKeyForConfig"
	keySandbox = "gk_live_sandbox_default_key_000001"
)

func token(sub, tier string) string {
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"sub": sub, "tier": tier, "iss": "garnet", "iat": 1735689600, "exp": 4891363200})
	s, err := t.SignedString([]byte(jwtSecret))
	if err != nil {
		panic(err)
	}
	return s
}

func ptr[T any](v T) *T { return &v }

func seed() {
	for _, u := range []*User{{uOwn, "ann@garnet.example", "Ann Garnet", "pro"}, {uOther, "bob@garnet.example", "Bob Beryl", "pro"}, {uSandbox, "sam@garnet.example", "Sam Sand", "sandbox"}} {
		users[u.UserID] = u
		installed[u.UserID] = map[string]*UserInstalledTool{}
		notifier[u.UserID] = newAccount(u)
		credits[u.UserID] = 100000
	}
	agent := func(id, owner, name, vis string, price *int) {
		t := now()
		agents[id] = &AgentModel{AgentID: id, OwnerID: owner, Name: name, ChatPrompt: "You are " + name + ".", Visibility: vis, PriceCents: price, CreatedAt: t, UpdatedAt: t}
	}
	agent(aTalk, uOwn, "Harbour Pilot", "public", nil)
	agent(aOwnPaid, uOwn, "Paid Pilot", "public", ptr(990))
	agent(aPaid, uOther, "Star Reader", "public", ptr(1500))
	agent(aUnpaid, uOther, "Free Reader", "public", nil)
	agent(aSubbed, uOther, "Moon Reader", "public", ptr(700))
	agent(aUnsub, uOther, "Sun Reader", "public", ptr(800))
	agent(aPrivate, uOther, "Secret Reader", "private", nil)
	for _, a := range []string{aSubbed, aUnsub} {
		subs[uOwn+"|"+a] = &Subscription{a, uOwn, "active", now().AddDate(0, 0, -10)}
	}
	key := func(owner, name, key string, def bool) {
		lastKeyID++
		apiKeys[lastKeyID] = &ApiKey{lastKeyID, name, key, def, now(), owner}
	}
	key(uOwn, "default", "gk_live_default_"+"ann0000000000000001", true)
	key(uOwn, "config", keyOwn, false)
	key(uOther, "default", "gk_live_default_"+"bob0000000000000001", true)
	key(uOther, "config", keyOther, false)
	key(uSandbox, "default", keySandbox, true)
	vipOwner["GARNET-WELCOME-2026"] = uOther
	vipOwner["GARNET-SPARE-2026"] = uOther
	vipOwner["GARNET-ANN-2026"] = uOwn
	today := time.Now().UTC()
	for d := 0; d < 365; d += 5 {
		sales = append(sales, Sale{uOwn, today.AddDate(0, 0, -d).Format("2006-01-02"), 990})
	}
	sales = append(sales, Sale{uOther, today.AddDate(0, 0, -10).Format("2006-01-02"), 700}, Sale{uOther, today.AddDate(0, 0, -10).Format("2006-01-02"), 800})
}

func sign(body []byte) string {
	h := hmac.New(sha256.New, []byte(webhookSecret))
	h.Write(body)
	return "v1=" + hex.EncodeToString(h.Sum(nil))
}

// ---- config.json

func makeConfig() []byte {
	hook := `{"id":"evt_01JGARNETHOOK0000000000001","type":"invoice.paid","data":{"customerId":"cus_garnet_1","amountCents":990}}`
	bind := map[string]any{}
	b := func(names []string, fields map[string]string, body map[string]any) {
		for _, n := range names {
			m := map[string]any{}
			if len(fields) > 0 {
				m["fields"] = fields
			}
			if body != nil {
				m["body"] = body
			}
			bind[n] = m
		}
	}
	ag := map[string]string{"agent_id": "agentId", "chat_id": "agentId", "chat_prompt": "chatPrompt", "visibility": "visibility", "vanity_slug": "vanitySlug", "upsell_description": "upsellDescription"}
	b([]string{"Agent", "AgentModel", "AgentRequest"}, ag, nil)
	b([]string{"AgentRequestPartial"}, map[string]string{"chat_prompt": "chatPrompt", "visibility": "visibility", "vanity_slug": "vanitySlug", "upsell_description": "upsellDescription"}, nil)
	b([]string{"AgentExecutionCredits", "Credits"}, map[string]string{"balance": "balance"}, nil)
	b([]string{"AgentFileBatchPositionRequest"}, map[string]string{"positions": "positions", "file_id": "fileId", "position": "position"}, nil)
	b([]string{"AgentFileCreateRequest"}, map[string]string{"position": "position"}, map[string]any{"fileName": "notes.txt"})
	b([]string{"AgentFileListResponse"}, map[string]string{"items": "items", "file_id": "fileId", "position": "position"}, nil)
	b([]string{"AgentFileResponse", "File"}, map[string]string{"file_id": "fileId", "position": "position"}, nil)
	b([]string{"AgentFileUpdateRequest"}, map[string]string{"position": "position"}, nil)
	b([]string{"AgentRun", "AgentRunLog", "AgentRunView", "McpLog", "McpServerLog", "RunLog"}, map[string]string{"run_id": "runId"}, nil)
	b([]string{"AgentRunViewListResponse"}, map[string]string{"items": "items", "next_cursor": "nextToken", "run_id": "runId"}, nil)
	b([]string{"AgentStudioChat", "AgentStudioChatCreate", "StudioChat"}, map[string]string{"run_id": "runId", "visibility": "visibility"}, nil)
	b([]string{"AgentStudioChatUpdate"}, map[string]string{"visibility": "visibility"}, nil)
	b([]string{"AgentSubscribeResponse", "AgentSubscriptionResponse", "Subscription"}, map[string]string{"agent_id": "agentId"}, nil)
	b([]string{"AgentSubscriptionListResponse"}, map[string]string{"items": "items", "agent_id": "agentId"}, nil)
	b([]string{"AgentThemePreferenceResponse", "Theme"}, map[string]string{"agent_id": "agentId", "theme_color": "themeColor"}, nil)
	b([]string{"AgentThemePreferenceUpsertRequest"}, map[string]string{"theme_color": "themeColor"}, nil)
	b([]string{"ApiKey"}, map[string]string{"api_key_id": "apiKeyId", "key": "key", "is_default": "isDefault"}, nil)
	b([]string{"ApiKeyHidden"}, map[string]string{"api_key_id": "apiKeyId", "is_default": "isDefault"}, nil)
	b([]string{"ApiKeyCreate"}, nil, map[string]any{"name": "a key"})
	b([]string{"Bundle", "UserBundle", "UserBundleSimplified", "UserBundleRow"}, map[string]string{"bundle_id": "bundleId", "tools": "tools"}, nil)
	b([]string{"UserBundleRequest"}, map[string]string{"tools": "tools"}, map[string]any{"name": "My bundle"})
	b([]string{"BundleTool", "UserBundleTool", "PublicTool", "InstalledTool", "UserInstallToolRequest", "UserInstalledTool", "UserTool"}, map[string]string{"tool_id": "toolId"}, nil)
	b([]string{"CliAuthInsertModel"}, map[string]string{"jwt": "jwt"}, nil)
	b([]string{"CliAuthModel", "CliSession"}, map[string]string{"cli_auth_id": "cliAuthId", "jwt": "jwt"}, nil)
	b([]string{"MonetizationEarningsResponse"}, map[string]string{"items": "items", "total_earnings": "totalEarnings"}, nil)
	b([]string{"MonetizationSubscribersResponse"}, map[string]string{"items": "items", "total_subscribers": "totalSubscribers"}, nil)
	b([]string{"MonetizationSummary", "MonetizationReport"}, map[string]string{"total_subscribers": "totalSubscribers", "total_earnings": "totalEarnings"}, nil)
	b([]string{"PaymentSessionRequest"}, nil, map[string]any{"credits": 100})
	sc := map[string]string{"schedule_id": "scheduleId", "chat_id": "chatId", "cron": "cron"}
	b([]string{"Schedule"}, sc, nil)
	b([]string{"ScheduleRequest", "ScheduleUpdateRequest"}, map[string]string{"chat_id": "chatId", "cron": "cron"}, nil)
	b([]string{"ScheduleListResponse"}, map[string]string{"items": "items", "schedule_id": "scheduleId", "chat_id": "chatId", "cron": "cron"}, nil)
	b([]string{"SlugRequest"}, nil, map[string]any{"name": "Harbour Helper"})
	b([]string{"Tool"}, map[string]string{"name": "name", "description": "description", "inputSchema": "inputSchema"}, nil)
	b([]string{"ToolExecution", "ToolExecutionLog"}, map[string]string{"log_id": "logId"}, nil)
	b([]string{"ToolExecutionLogsResponse"}, map[string]string{"items": "items", "next_cursor": "nextToken", "log_id": "logId"}, nil)
	b([]string{"ToolSet", "ToolSetWithTools", "Toolset"}, map[string]string{"toolset_name": "toolsetName", "tools": "tools"}, nil)
	b([]string{"User", "UserWithTier"}, map[string]string{"tier": "tier"}, nil)
	b([]string{"UserFeedbackRequest"}, nil, map[string]any{"rating": 5})
	b([]string{"VibeCoderListResponse"}, map[string]string{"items": "items"}, nil)
	b([]string{"VibeCoderPromptResponse", "VibePrompt"}, map[string]string{"prompt": "prompt"}, nil)
	b([]string{"VipCodeRedeemed", "VipCodeRequest"}, map[string]string{"code": "code"}, nil)
	b([]string{"VipCodeRedemptionCount"}, map[string]string{"count": "count"}, nil)
	conf := map[string]any{
		"openapi": "http://127.0.0.1:PORT/openapi.json", "agentsUrl": "http://127.0.0.1:PORT/workers", "baseUrl": "http://127.0.0.1:PORT",
		"profile": "full", "consistencyWindow": 1, "bindings": bind,
		"traffic": map[string]any{"onlyClients": true},
		"credentials": map[string]any{"apiKey": keyOwn, "jwt": token(uOwn, "pro"), "otherApiKey": keyOther, "otherJwt": token(uOther, "pro"),
			"sandboxJwt": token(uSandbox, "sandbox")},
		"fixtures": map[string]any{
			"agentId": aTalk, "message": "Good morning, pilot", "backgroundMessage": "Start the long job", "backgroundErrorMessage": "Start the failing job",
			"toolCallMessage": map[string]any{"message": "What is the tide in Hull?", "name": "read_tide_table", "output": "HW0412/5.9"},
			"paidAgentId":     aPaid, "unpaidAgentId": aUnpaid, "ownPaidAgentId": aOwnPaid, "subscribedAgentId": aSubbed, "unsubscribeAgentId": aUnsub,
			"privateAgentId": aPrivate, "tool": map[string]any{"name": "read_tide_table", "input": map[string]any{"port": "Hull"}, "invalidInput": map[string]any{"port": 7}},
			"installableToolId": "convert_units", "toolsetName": "sea", "notifierMayBeUsed": true, "vipCode": "GARNET-WELCOME-2026", "ownVipCode": "GARNET-ANN-2026",
			"cron": "0 9 * * 1", "webhook": map[string]any{"signatureHeader": "X-Payment-Signature", "validSignature": sign([]byte(hook)), "body": hook},
		},
	}
	out, _ := json.MarshalIndent(conf, "", "  ")
	return append(out, '\n')
}

func sortedKeys[V any](m map[string]V) []string {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	return ks
}

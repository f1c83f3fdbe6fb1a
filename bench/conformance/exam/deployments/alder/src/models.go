package main

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

// Stamp is a moment in nanoseconds (microsecond steps), written as RFC 3339 with +00:00.
type Stamp int64

func (s Stamp) Time() time.Time { return time.Unix(0, int64(s)).UTC() }
func (s Stamp) String() string {
	return strings.TrimSuffix(s.Time().Format(time.RFC3339Nano), "Z") + "+00:00"
}
func (s Stamp) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

var lastTick int64

// now is a clock that never shows the same microsecond twice.
func now() time.Time {
	for {
		t := time.Now().UnixMicro()
		l := atomic.LoadInt64(&lastTick)
		if t <= l {
			t = l + 1
		}
		if atomic.CompareAndSwapInt64(&lastTick, l, t) {
			return time.UnixMicro(t).UTC()
		}
	}
}
func stampNow() Stamp { return Stamp(now().UnixNano()) }

type Times struct {
	CreatedAt Stamp `json:"created_at" gorm:"autoCreateTime:nano;index"`
	UpdatedAt Stamp `json:"updated_at" gorm:"autoUpdateTime:nano"`
}
type CamelTimes struct {
	CreatedAt Stamp `json:"createdAt" gorm:"autoCreateTime:nano;index"`
	UpdatedAt Stamp `json:"updatedAt" gorm:"autoUpdateTime:nano"`
}

type User struct {
	ID        string `json:"id" gorm:"primaryKey"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Tier      string `json:"tier" doc:"enum=free,pro,sandbox"`
	CreatedAt Stamp  `json:"createdAt" gorm:"autoCreateTime:nano"`
}

type Agent struct {
	ID                string  `json:"id" gorm:"primaryKey" doc:"uuid"`
	OwnerID           string  `json:"owner_id" gorm:"index"`
	Name              string  `json:"name"`
	Description       string  `json:"description"`
	ChatPrompt        string  `json:"chat_prompt"`
	Visibility        string  `json:"visibility" doc:"enum=private,public"`
	VanitySlug        *string `json:"vanity_slug"`
	UpsellDescription *string `json:"upsell_description"`
	IsPaid            bool    `json:"is_paid"`
	PriceCents        int64   `json:"price_cents"`
	ClonedFromID      *string `json:"cloned_from_id"`
	FeedbackCount     int64   `json:"feedback_count"`
	Times
	DeletedAt gorm.DeletedAt `json:"-" gorm:"index"`
}

// BeforeSave keeps the paid flag and the price in step.
func (a *Agent) BeforeSave(*gorm.DB) error {
	a.IsPaid = a.PriceCents > 0
	if a.VanitySlug != nil && *a.VanitySlug == "" {
		a.VanitySlug = nil
	}
	return nil
}
func (a *Agent) BeforeCreate(*gorm.DB) error {
	if a.ID == "" {
		a.ID = uuid.NewString()
	}
	return nil
}

// AfterDelete clears what hangs on an agent.
func (a *Agent) AfterDelete(tx *gorm.DB) error {
	for _, m := range []any{&AgentFile{}, &Theme{}} {
		if err := tx.Where("agent_id = ?", a.ID).Delete(m).Error; err != nil {
			return err
		}
	}
	if fault("chat-delete-takes-clones") && a.ID != "" {
		tx.Where("cloned_from_id = ?", a.ID).Delete(&Agent{})
	}
	return tx.Where("chat_id = ?", a.ID).Delete(&Schedule{}).Error
}

type Feedback struct {
	ID      string `gorm:"primaryKey"`
	AgentID string `gorm:"index"`
	UserID  string
	Rating  *int
	Comment string
	Times
}

type AgentFile struct {
	ID       string `json:"id" gorm:"primaryKey" doc:"uuid"`
	AgentID  string `json:"agent_id" gorm:"index" doc:"uuid"`
	Name     string `json:"name"`
	MimeType string `json:"mime_type"`
	Content  string `json:"content"`
	Size     int    `json:"size"`
	Position int    `json:"position"`
	Times
}

func (f *AgentFile) BeforeSave(*gorm.DB) error {
	if f.ID == "" {
		f.ID = uuid.NewString()
	}
	f.Size = len(f.Content)
	return nil
}

type Theme struct {
	AgentID    string `json:"agent_id" gorm:"primaryKey" doc:"uuid"`
	ThemeColor string `json:"theme_color"`
	DarkMode   bool   `json:"dark_mode"`
	Times
}

type StudioChat struct {
	RunID      string  `json:"run_id" gorm:"primaryKey"`
	OwnerID    string  `json:"owner_id" gorm:"index"`
	Title      string  `json:"title"`
	Summary    string  `json:"summary"`
	Pinned     bool    `json:"pinned"`
	Visibility string  `json:"visibility" doc:"enum=private,public"`
	AgentID    *string `json:"agent_id"`
	ClonedFrom *string `json:"cloned_from_run_id"`
	Times
	DeletedAt gorm.DeletedAt `json:"-" gorm:"index"`
}

type Run struct {
	RunID        string  `json:"runId" gorm:"primaryKey" doc:"uuid"`
	UserID       string  `json:"-" gorm:"index:idx_run_user"`
	AgentID      string  `json:"agentId" doc:"uuid"`
	AgentName    string  `json:"agentName"`
	Source       string  `json:"source" doc:"enum=api,chat,schedule"`
	Status       string  `json:"status" doc:"enum=idle,streaming,job_running"`
	MessageCount int     `json:"messageCount"`
	JobID        *string `json:"jobId"`
	LastJob      *string `json:"lastJobOutcome" doc:"enum=succeeded,failed"`
	CamelTimes
}

type Message struct {
	ID        uint   `json:"-" gorm:"primaryKey"`
	RunID     string `json:"-" gorm:"index"`
	Role      string `json:"role" doc:"enum=user,assistant"`
	Content   string `json:"content"`
	CreatedAt Stamp  `json:"-" gorm:"autoCreateTime:nano"`
}

type RunLog struct {
	ID        string `json:"id" gorm:"primaryKey"`
	RunID     string `json:"runId" gorm:"index" doc:"uuid"`
	UserID    string `json:"-" gorm:"index"`
	AgentID   string `json:"agentId" doc:"uuid"`
	Event     string `json:"event"`
	Level     string `json:"level" doc:"enum=info,error"`
	Message   string `json:"message"`
	CreatedAt Stamp  `json:"createdAt" gorm:"autoCreateTime:nano"`
}

type McpLog struct {
	ID        string          `json:"id" gorm:"primaryKey"`
	RunID     string          `json:"runId" gorm:"index" doc:"uuid"`
	UserID    string          `json:"-" gorm:"index"`
	Server    string          `json:"server"`
	ToolName  string          `json:"toolName"`
	Input     json.RawMessage `json:"input" doc:"object" gorm:"type:text"`
	Output    json.RawMessage `json:"output" doc:"object" gorm:"type:text"`
	CreatedAt Stamp           `json:"createdAt" gorm:"autoCreateTime:nano"`
}

type Execution struct {
	ID         int64           `json:"id" gorm:"primaryKey;autoIncrement"`
	UserID     string          `json:"-" gorm:"index"`
	ToolName   string          `json:"toolName"`
	ServiceID  string          `json:"serviceId"`
	Namespace  string          `json:"serviceIdNamespace"`
	Status     string          `json:"status" doc:"enum=succeeded,failed"`
	Input      json.RawMessage `json:"input" doc:"object" gorm:"type:text"`
	Output     json.RawMessage `json:"output" doc:"object" gorm:"type:text"`
	DurationMs int64           `json:"durationMs"`
	CreatedAt  Stamp           `json:"createdAt" gorm:"autoCreateTime:nano;index"`
}

type Subscription struct {
	ID         string `json:"id" gorm:"primaryKey"`
	UserID     string `json:"-" gorm:"uniqueIndex:idx_sub"`
	AgentID    string `json:"agentId" gorm:"uniqueIndex:idx_sub" doc:"uuid"`
	Active     bool   `json:"active"`
	Status     string `json:"status" doc:"enum=active,canceled"`
	PriceCents int64  `json:"priceCents"`
	Currency   string `json:"currency"`
	SessionID  string `json:"checkoutSessionId"`
	RenewsAt   *Stamp `json:"renewsAt"`
	CanceledAt *Stamp `json:"canceledAt"`
	CamelTimes
}

type Payment struct {
	ID        string `gorm:"primaryKey"`
	OwnerID   string `gorm:"index"`
	AgentID   string
	UserID    string
	Cents     int64
	NewSub    bool
	CreatedAt Stamp `gorm:"index"`
}

type ApiKey struct {
	ApiKeyID  int64  `json:"apiKeyId" gorm:"primaryKey;autoIncrement"`
	UserID    string `json:"-" gorm:"index"`
	Name      string `json:"name"`
	Key       string `json:"key" gorm:"uniqueIndex"`
	IsDefault bool   `json:"isDefault"`
	CamelTimes
}
type ApiKeyHidden struct {
	ApiKeyID  int64  `json:"apiKeyId"`
	Name      string `json:"name"`
	Hint      string `json:"hint" doc:"the last four characters"`
	IsDefault bool   `json:"isDefault"`
	CamelTimes
}
type ApiKeyShown struct {
	ApiKeyHidden
	Key string `json:"key"`
}

func (k ApiKey) hidden() ApiKeyHidden {
	return ApiKeyHidden{k.ApiKeyID, k.Name, "..." + k.Key[len(k.Key)-4:], k.IsDefault, k.CamelTimes}
}

type Credits struct {
	UserID    string `json:"-" gorm:"primaryKey"`
	Balance   int64  `json:"balance"`
	Used      int64  `json:"used"`
	UpdatedAt Stamp  `json:"updatedAt" gorm:"autoUpdateTime:nano"`
}

type PaySession struct {
	SessionID   string `json:"sessionId" gorm:"primaryKey"`
	UserID      string `json:"-"`
	Credits     int64  `json:"credits"`
	AmountCents int64  `json:"amountCents"`
	Currency    string `json:"currency"`
	Status      string `json:"status" doc:"enum=open,paid"`
	CheckoutURL string `json:"checkoutUrl"`
	CamelTimes
}
type PayEvent struct {
	ID        string `gorm:"primaryKey"`
	Type      string
	CreatedAt Stamp `gorm:"autoCreateTime:nano"`
}

type Bundle struct {
	BundleID    int64  `json:"bundleId" gorm:"primaryKey;autoIncrement"`
	UserID      string `json:"-" gorm:"index"`
	Name        string `json:"name"`
	Description string `json:"description"`
	CamelTimes
	Tools []BundleTool `json:"-" gorm:"foreignKey:BundleID;references:BundleID"`
}
type BundleTool struct {
	ID        uint   `json:"-" gorm:"primaryKey"`
	BundleID  int64  `json:"bundleId" gorm:"index"`
	ToolID    string `json:"toolId"`
	CreatedAt Stamp  `json:"createdAt" gorm:"autoCreateTime:nano"`
}

type CliSession struct {
	CliAuthID string  `json:"cli_auth_id" gorm:"primaryKey" doc:"uuid"`
	UserID    *string `json:"-"`
	Jwt       *string `json:"-"`
	Status    string  `json:"status" doc:"enum=pending,attached,consumed"`
	ExpiresAt Stamp   `json:"expires_at"`
	Times
}

type Schedule struct {
	ID        string `json:"id" gorm:"primaryKey" doc:"uuid"`
	UserID    string `json:"-" gorm:"index"`
	ChatID    string `json:"chat_id" gorm:"index" doc:"uuid"`
	Cron      string `json:"cron"`
	Message   string `json:"message"`
	Enabled   bool   `json:"enabled"`
	NextRunAt *Stamp `json:"next_run_at"`
	LastRunAt *Stamp `json:"last_run_at"`
	Times
}

type InstalledTool struct {
	ID        uint   `gorm:"primaryKey"`
	UserID    string `gorm:"uniqueIndex:idx_inst"`
	ToolID    string `gorm:"uniqueIndex:idx_inst"`
	CreatedAt Stamp  `gorm:"autoCreateTime:nano"`
}

type VipCode struct {
	Code    string `gorm:"primaryKey"`
	OwnerID string
	Credits int64
}
type VipRedemption struct {
	ID        uint   `gorm:"primaryKey"`
	Code      string `gorm:"index"`
	UserID    string `gorm:"index"`
	CreatedAt Stamp  `gorm:"autoCreateTime:nano"`
}

var allModels = []any{&User{}, &Agent{}, &Feedback{}, &AgentFile{}, &Theme{}, &StudioChat{}, &Run{}, &Message{}, &RunLog{}, &McpLog{},
	&Execution{}, &Subscription{}, &Payment{}, &ApiKey{}, &Credits{}, &PaySession{}, &PayEvent{}, &Bundle{}, &BundleTool{}, &CliSession{},
	&Schedule{}, &InstalledTool{}, &VipCode{}, &VipRedemption{}}

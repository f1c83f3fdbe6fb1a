package main

import (
	"sync"
	"time"
)

const (
	ownID   = "01928f3a-0000-7000-8000-00000000a001"
	otherID = "01928f3a-0000-7000-8000-00000000a002"
	sandID  = "01928f3a-0000-7000-8000-00000000a003"

	agKeeper  = "01928f3a-1111-7000-8000-00000000b001"
	agComp    = "01928f3a-1111-7000-8000-00000000b002"
	agOwnPaid = "01928f3a-1111-7000-8000-00000000b003"
	agPaid    = "01928f3a-1111-7000-8000-00000000b004"
	agFree    = "01928f3a-1111-7000-8000-00000000b005"
	agSubbed  = "01928f3a-1111-7000-8000-00000000b006"
	agUnsub   = "01928f3a-1111-7000-8000-00000000b007"
	agPrivate = "01928f3a-1111-7000-8000-00000000b008"

	filesPerAgent = 8
)

type User struct {
	ID        string    `json:"id"`
	Email     string    `json:"email"`
	Name      string    `json:"displayName"`
	Tier      string    `json:"tier"`
	CreatedAt time.Time `json:"createdAt"`

	credits  int
	used     int
	notifier *Account
}

type Agent struct {
	ID        string    `json:"id"`
	OwnerID   string    `json:"ownerId"`
	Name      string    `json:"name"`
	Prompt    string    `json:"chatPrompt"`
	Desc      string    `json:"description"`
	Vis       string    `json:"visibility"`
	Slug      *string   `json:"vanitySlug"`
	Upsell    *string   `json:"upsellDescription"`
	Price     *int      `json:"priceCents"`
	Feedback  int       `json:"feedbackCount"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type File struct {
	ID        string    `json:"fileId"`
	AgentID   string    `json:"agentId"`
	Name      string    `json:"name"`
	Media     string    `json:"mediaType"`
	Content   string    `json:"content"`
	Size      int       `json:"size"`
	Position  int       `json:"position"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type Theme struct {
	AgentID   string    `json:"agentId"`
	Color     string    `json:"themeColor"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type Studio struct {
	RunID     string     `json:"runId"`
	OwnerID   string     `json:"ownerId"`
	Title     string     `json:"title"`
	Vis       string     `json:"visibility"`
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
	DeletedAt *time.Time `json:"deletedAt"`
}

type Key struct {
	ID        int       `json:"id"`
	Name      string    `json:"name"`
	IsDefault bool      `json:"isDefault"`
	CreatedAt time.Time `json:"createdAt"`
	owner     string
	value     string
}

type Sub struct {
	AgentID    string     `json:"agentId"`
	Status     string     `json:"status"` // pending is never shown
	StartedAt  time.Time  `json:"startedAt"`
	CanceledAt *time.Time `json:"canceledAt"`
	user       string
	price      int
}

type BTool struct {
	ToolID  string    `json:"toolId"`
	AddedAt time.Time `json:"addedAt"`
}

type Bundle struct {
	ID        int       `json:"id"`
	Name      string    `json:"name"`
	Tools     []*BTool  `json:"tools"`
	CreatedAt time.Time `json:"createdAt"`
	owner     string
}

type Cli struct {
	ID        string    `json:"id"`
	State     string    `json:"state"` // pending, attached, consumed
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
	user      string
	jwt       string
}

type Sched struct {
	ID        string    `json:"id"`
	ChatID    string    `json:"chatId"`
	Cron      string    `json:"cron"`
	Title     string    `json:"title"`
	Enabled   bool      `json:"enabled"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	owner     string
}

type Installed struct {
	ToolID      string    `json:"toolId"`
	UserID      string    `json:"userId"`
	InstalledAt time.Time `json:"installedAt"`
}

type Exec struct {
	ID        int       `json:"logId"`
	Tool      string    `json:"toolName"`
	Status    string    `json:"status"`
	Service   string    `json:"serviceId"`
	Namespace string    `json:"serviceIdNamespace"`
	Input     any       `json:"input"`
	Output    any       `json:"output"`
	StartedAt time.Time `json:"startedAt"`
	owner     string
}

type Msg struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type Job struct {
	ID    string
	fails bool
	shown bool
}

type RunLog struct {
	ID        int       `json:"logId"`
	RunID     string    `json:"runId"`
	AgentID   string    `json:"agentId"`
	Event     string    `json:"event"`
	Detail    string    `json:"detail"`
	CreatedAt time.Time `json:"createdAt"`
}

type McpLog struct {
	ID        int       `json:"logId"`
	RunID     string    `json:"runId"`
	Server    string    `json:"server"`
	Method    string    `json:"method"`
	Tool      string    `json:"tool"`
	Request   any       `json:"request"`
	Response  any       `json:"response"`
	CreatedAt time.Time `json:"createdAt"`
}

type Run struct {
	ID, Agent, Owner string
	msgs             []Msg
	job              *Job
	lastJob          *Job // ended and not yet spoken of
	turn             sync.Mutex
	created, updated time.Time
	logs             []*RunLog
	mcp              []*McpLog
}

type State struct {
	users        map[string]*User
	agents       []*Agent
	files        []*File
	themes       map[string]*Theme
	studio       []*Studio
	keys         []*Key
	keyCache     map[string]*Key
	subs         []*Sub
	bundles      []*Bundle
	clis         map[string]*Cli
	scheds       []*Sched
	inst         []*Installed
	execs        []*Exec
	runs         []*Run
	vip          map[string]string   // code -> its maker
	redeemed     map[string][]string // user -> codes
	events       map[string]bool     // webhook events done
	seq          int
	deleted      []*Agent
	deletedFiles []*File
}

func (s *State) next() int { s.seq++; return s.seq }

var st *State

func ptr[T any](v T) *T { return &v }

func seed() {
	t0 := time.Now().UTC().Truncate(time.Second).AddDate(0, 0, -90)
	st = &State{users: map[string]*User{}, themes: map[string]*Theme{}, clis: map[string]*Cli{}, keyCache: map[string]*Key{},
		redeemed: map[string][]string{}, events: map[string]bool{}, seq: 1000,
		vip: map[string]string{"LOTUS-SPRING-7Q": "", "LIAN-OWN-3F": ownID, "LOTUS-AUTUMN-2K": ""}}
	for _, u := range []*User{
		{ID: ownID, Email: "lian@lotus.example", Name: "Lian", Tier: "pro"},
		{ID: otherID, Email: "bruno@lotus.example", Name: "Bruno", Tier: "pro"},
		{ID: sandID, Email: "sky@lotus.example", Name: "Sky", Tier: "sandbox"}} {
		u.CreatedAt, u.credits, u.notifier = t0, 500, newAccount(u)
		st.users[u.ID] = u
	}
	add := func(id, owner, name, prompt, vis string, price int) {
		a := &Agent{ID: id, OwnerID: owner, Name: name, Prompt: prompt, Vis: vis, CreatedAt: t0, UpdatedAt: t0}
		if price > 0 {
			a.Price = &price
		}
		t0 = t0.Add(time.Minute)
		st.agents = append(st.agents, a)
	}
	add(agKeeper, ownID, "Pond Keeper", "You look after the ponds of a garden.", "public", 0)
	add(agComp, ownID, "Pond Computer", "You compute in the background.", "public", 0)
	add(agOwnPaid, ownID, "Lotus Oracle", "You tell fortunes from petals.", "public", 500)
	add(agPaid, otherID, "Reed Advisor", "You advise on reeds.", "public", 900)
	add(agFree, otherID, "Frog Counter", "You count frogs.", "public", 0)
	add(agSubbed, otherID, "Koi Doctor", "You heal koi.", "public", 1200)
	add(agUnsub, otherID, "Moss Coach", "You coach moss.", "public", 700)
	add(agPrivate, otherID, "Secret Spring", "You keep a secret spring.", "private", 0)
	st.agents[0].Slug = ptr("pond-keeper")
	for i, k := range []struct{ u, v string }{{ownID, "lk_own_5Zt8Qw2Rb7Yx"}, {otherID, "lk_other_9Mn3Vc6Kd1Hp"}, {sandID, "lk_sand_4Jf7Gs2Ld8Tq"}} {
		st.keys = append(st.keys, &Key{ID: i + 1, Name: "default", IsDefault: true, CreatedAt: t0, owner: k.u, value: k.v})
	}
	day := func(n int) time.Time { return time.Now().UTC().AddDate(0, 0, -n) }
	st.subs = []*Sub{
		{AgentID: agSubbed, Status: "active", StartedAt: day(20), user: ownID, price: 1200},
		{AgentID: agUnsub, Status: "active", StartedAt: day(12), user: ownID, price: 700},
		{AgentID: agOwnPaid, Status: "active", StartedAt: day(45), user: otherID, price: 500},
		{AgentID: agOwnPaid, Status: "active", StartedAt: day(9), user: sandID, price: 500},
	}
}

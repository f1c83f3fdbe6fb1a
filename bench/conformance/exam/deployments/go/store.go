package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// instant is a moment in UTC with microseconds. Those from store.now are all
// different and ascending, so that one of them is an exact cursor.
type instant struct{ time.Time }

const instantLayout = "2006-01-02T15:04:05.000000Z"

func (t instant) MarshalJSON() ([]byte, error) {
	return []byte(t.UTC().Format(`"` + instantLayout + `"`)), nil
}

type user struct {
	UserID    string  `json:"userId"`
	Email     string  `json:"email"`
	Name      string  `json:"name"`
	Tier      string  `json:"tier"`
	CreatedAt instant `json:"createdAt"`

	credits  *credits
	notifier *notifier
	linked   bool // has the auth connection of the notification service
	redeemed []string
	tried    int
}

type credits struct {
	Balance   int64   `json:"balance"`
	Used      int64   `json:"used"`
	UpdatedAt instant `json:"updatedAt"`
}

type agent struct {
	AgentID           string  `json:"agentId"`
	OwnerID           string  `json:"ownerId"`
	Name              *string `json:"name"`
	Description       *string `json:"description"`
	ChatPrompt        string  `json:"chatPrompt"`
	Visibility        string  `json:"visibility"`
	VanitySlug        *string `json:"vanitySlug"`
	UpsellDescription *string `json:"upsellDescription"`
	PriceCents        *int64  `json:"subscriptionPriceCents"`
	FeedbackCount     int     `json:"feedbackCount"`
	CreatedAt         instant `json:"createdAt"`
	UpdatedAt         instant `json:"updatedAt"`

	theme       *theme
	files       []*file
	filesEver   int
	hiddenChats bool // only by a fault
}

func (a *agent) paid() bool { return a.PriceCents != nil && *a.PriceCents > 0 }

type theme struct {
	AgentID    string  `json:"agentId"`
	ThemeColor string  `json:"themeColor"`
	UpdatedAt  instant `json:"updatedAt"`
}

type file struct {
	FileID    string  `json:"fileId"`
	AgentID   string  `json:"agentId"`
	Name      string  `json:"name"`
	MimeType  string  `json:"mimeType"`
	Content   string  `json:"content"`
	Position  int64   `json:"position"`
	CreatedAt instant `json:"createdAt"`
	UpdatedAt instant `json:"updatedAt"`
}

type studioChat struct {
	RunID      string   `json:"runId"`
	OwnerID    string   `json:"ownerId"`
	AgentID    *string  `json:"agentId"`
	Title      *string  `json:"title"`
	Visibility string   `json:"visibility"`
	CreatedAt  instant  `json:"createdAt"`
	UpdatedAt  instant  `json:"updatedAt"`
	DeletedAt  *instant `json:"deletedAt"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type run struct {
	id, agentID, userID string
	created, updated    instant
	messages            []message
	logs                []runLog
	mcp                 []mcpLog
	job                 string // id of the background job, if one runs
	stale               bool   // only by a fault
}

type runLog struct {
	LogID     int64   `json:"logId"`
	RunID     string  `json:"runId"`
	AgentID   string  `json:"agentId"`
	Event     string  `json:"event"`
	Detail    *string `json:"detail"`
	CreatedAt instant `json:"createdAt"`
}

type mcpLog struct {
	LogID      int64   `json:"logId"`
	RunID      string  `json:"runId"`
	ServerName string  `json:"serverName"`
	ToolName   string  `json:"toolName"`
	Input      obj     `json:"input"`
	Output     string  `json:"output"`
	CreatedAt  instant `json:"createdAt"`
}

type execution struct {
	LogID              int64   `json:"logId"`
	ToolName           string  `json:"toolName"`
	ServiceID          string  `json:"serviceId"`
	ServiceIDNamespace string  `json:"serviceIdNamespace"`
	Input              obj     `json:"input"`
	Output             obj     `json:"output"`
	CreatedAt          instant `json:"createdAt"`
	userID             string
}

type apiKey struct {
	ID        int64   `json:"apiKeyId"`
	Name      string  `json:"name"`
	IsDefault bool    `json:"isDefault"`
	CreatedAt instant `json:"createdAt"`
	value     string
	userID    string
	created   bool // through the API, not a seed
}

type subscription struct {
	AgentID            string   `json:"agentId"`
	SubscriptionID     string   `json:"subscriptionId"`
	Status             string   `json:"status"`
	PriceCents         int64    `json:"priceCents"`
	SubscribedAt       instant  `json:"subscribedAt"`
	CanceledAt         *instant `json:"canceledAt"`
	userID             string
	providerSubscribed bool
}

// sale is one started subscription, as the monetization reports count it.
type sale struct {
	ownerID string
	at      time.Time
	cents   int64
}

type bundle struct {
	BundleID    int64   `json:"bundleId"`
	OwnerID     string  `json:"ownerId"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
	CreatedAt   instant `json:"createdAt"`
	UpdatedAt   instant `json:"updatedAt"`
	tools       []bundleTool
	counted     *int // only by a fault
}

type bundleTool struct {
	ToolID             string  `json:"toolId"`
	ServiceID          string  `json:"serviceId"`
	ServiceIDNamespace string  `json:"serviceIdNamespace"`
	AddedAt            instant `json:"addedAt"`
}

type cliSession struct {
	ID        string  `json:"cliAuthId"`
	Status    string  `json:"status"`
	CreatedAt instant `json:"createdAt"`
	ExpiresAt instant `json:"expiresAt"`
	jwt       string
	userID    string
}

type schedule struct {
	ScheduleID string   `json:"scheduleId"`
	ChatID     string   `json:"chatId"`
	Cron       string   `json:"cron"`
	Message    *string  `json:"message"`
	Enabled    bool     `json:"enabled"`
	NextRunAt  *instant `json:"nextRunAt"`
	LastRunAt  *instant `json:"lastRunAt"`
	CreatedAt  instant  `json:"createdAt"`
	UpdatedAt  instant  `json:"updatedAt"`
	userID     string
}

type installation struct {
	ToolID      string  `json:"toolId"`
	UserID      string  `json:"userId"`
	InstalledAt instant `json:"installedAt"`
}

// store is the whole state. Slices are in order of creation.
type store struct {
	mu   sync.Mutex
	last time.Time
	seq  map[string]int64

	users       map[string]*user
	agents      []*agent
	studio      []*studioChat
	runs        []*run
	runByID     map[string]*run
	executions  []*execution
	keys        []*apiKey
	deletedKeys map[string]string
	subs        []*subscription
	sales       []sale
	bundles     []*bundle
	cli         map[string]*cliSession
	schedules   []*schedule
	installed   []*installation
	vipOwners   map[string]string
	events      map[string]bool // webhook events seen

	cache map[string]any // only by faults
}

const (
	userOne   = "11111111-1111-4111-8111-111111111111"
	userTwo   = "22222222-2222-4222-8222-222222222222"
	userThree = "33333333-3333-4333-8333-333333333333" // sandbox tier
)

func seedAgentID(n int) string { return fmt.Sprintf("a0000000-0000-4000-8000-%012d", n) }

func newStore() *store {
	s := &store{
		seq: map[string]int64{}, users: map[string]*user{}, runByID: map[string]*run{},
		deletedKeys: map[string]string{}, cli: map[string]*cliSession{}, events: map[string]bool{},
		vipOwners: map[string]string{"VIP-SPRING-7": userTwo, "VIP-AUTUMN-9": userTwo, "VIP-MINE-1": userOne},
		cache:     map[string]any{},
	}
	people := []struct {
		id, email, name, tier string
		credits               int64
	}{
		{userOne, "ada@example.com", "Ada", "pro", 1000},
		{userTwo, "ben@example.com", "Ben", "pro", 800},
		{userThree, "cy@example.com", "Cy", "sandbox", 100},
	}
	for _, p := range people {
		now := s.now()
		s.users[p.id] = &user{UserID: p.id, Email: p.email, Name: p.name, Tier: p.tier, CreatedAt: now,
			credits: &credits{p.credits, 0, now}, notifier: &notifier{}, linked: p.tier != "sandbox"}
	}
	for i, k := range []struct{ owner, value string }{
		{userOne, "wk_live_one_5b1f0c9d7a3e"}, {userTwo, "wk_live_two_c27e94ab6610"}, {userThree, "wk_live_sandbox_90d1f7e2"},
	} {
		s.keys = append(s.keys, &apiKey{ID: s.next("key"), Name: "Key " + strconv.Itoa(i+1), IsDefault: true, CreatedAt: s.now(), value: k.value, userID: k.owner})
	}
	price := func(n int64) *int64 { return &n }
	for i, a := range []struct {
		owner, name, visibility string
		price                   *int64
	}{
		{userOne, "Harbour guide", "public", nil},
		{userOne, "Night worker", "private", nil},
		{userOne, "Paid pilot", "public", price(900)},
		{userTwo, "Paid almanac", "public", price(500)},
		{userTwo, "Free almanac", "public", nil},
		{userTwo, "Star charts", "public", price(700)},
		{userTwo, "Sea charts", "public", price(300)},
		{userTwo, "Secret log", "private", nil},
	} {
		now := s.now()
		name := a.name
		s.agents = append(s.agents, &agent{AgentID: seedAgentID(i + 1), OwnerID: a.owner, Name: &name,
			ChatPrompt: "You are " + a.name + ".", Visibility: a.visibility, PriceCents: a.price, CreatedAt: now, UpdatedAt: now})
	}
	today := time.Now().UTC()
	for _, sub := range []struct {
		user  string
		agent int
		days  int
	}{{userOne, 6, 5}, {userOne, 7, 6}, {userTwo, 3, 3}} {
		a := s.agent(seedAgentID(sub.agent))
		s.subscribe(a, sub.user, instant{today.AddDate(0, 0, -sub.days).Truncate(time.Microsecond)})
	}
	for _, days := range []int{10, 27, 28, 29, 100, 400} {
		s.sales = append(s.sales, sale{userOne, today.AddDate(0, 0, -days), 900})
	}
	for _, in := range []struct{ user, tool string }{{userOne, "ECHO_TEXT"}, {userOne, "ADD_NUMBERS"}, {userTwo, "COUNT_WORDS"}} {
		s.installed = append(s.installed, &installation{in.tool, in.user, s.now()})
	}
	return s
}

func (s *store) clock() time.Time { return time.Now().UTC() }

// now returns a moment later than any that it returned before.
func (s *store) now() instant {
	t := s.clock().Truncate(time.Microsecond)
	if !t.After(s.last) {
		t = s.last.Add(time.Microsecond)
	}
	s.last = t
	return instant{t}
}

func (s *store) next(sequence string) int64 {
	s.seq[sequence]++
	return s.seq[sequence]
}

// race opens the lock for a moment where the fault forgets that others write too.
func (s *store) race(id string) {
	if fault(id) {
		s.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
		s.mu.Lock()
	}
}

func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

func (s *store) agent(id string) *agent {
	for _, a := range s.agents {
		if a.AgentID == id {
			return a
		}
	}
	return nil
}

func (s *store) keyByValue(value string) *apiKey {
	for _, k := range s.keys {
		if k.value == value {
			return k
		}
	}
	return nil
}

func (s *store) activeSubscription(userID, agentID string) *subscription {
	for _, sub := range s.subs {
		if sub.userID == userID && sub.AgentID == agentID && sub.Status == "active" {
			return sub
		}
	}
	return nil
}

func (s *store) subscribe(a *agent, userID string, at instant) *subscription {
	sub := &subscription{AgentID: a.AgentID, SubscriptionID: "sub_" + randomHex(8), Status: "active", PriceCents: *a.PriceCents,
		SubscribedAt: at, userID: userID, providerSubscribed: true}
	s.subs = append(s.subs, sub)
	s.sales = append(s.sales, sale{a.OwnerID, at.Time, *a.PriceCents})
	return sub
}

// newestFirst copies what keep accepts, the newest first.
func newestFirst[T any](all []T, keep func(T) bool) []T {
	out := []T{}
	for i := len(all) - 1; i >= 0; i-- {
		if keep(all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}

func remove[T comparable](all []T, gone T) []T {
	out := make([]T, 0, len(all))
	for _, one := range all {
		if one != gone {
			out = append(out, one)
		}
	}
	return out
}

// ---- schedules

// runSchedules starts the runs that are due, once a second.
func (s *store) runSchedules() {
	for range time.Tick(time.Second) {
		s.mu.Lock()
		now := s.clock()
		for _, sc := range s.schedules {
			if sc.Enabled && sc.NextRunAt != nil && !sc.NextRunAt.After(now) {
				at := s.now()
				sc.LastRunAt = &at
				sc.plan(now)
				if a := s.agent(sc.ChatID); a != nil {
					r := s.startRun(a, sc.userID)
					if sc.Message != nil {
						s.converse(r, *sc.Message)
					}
				}
			}
		}
		s.mu.Unlock()
	}
}

func (sc *schedule) plan(after time.Time) {
	sc.NextRunAt = nil
	if c, err := parseCron(sc.Cron); err == nil && sc.Enabled {
		if at, ok := c.next(after); ok {
			sc.NextRunAt = &instant{at}
		}
	}
}

// cron holds one set of bits for each field.
type cron struct {
	minute, hour, day, month, weekday uint64
	anyDay, anyWeekday                bool
}

var cronNames = strings.NewReplacer("JAN", "1", "FEB", "2", "MAR", "3", "APR", "4", "MAY", "5", "JUN", "6", "JUL", "7", "AUG", "8",
	"SEP", "9", "OCT", "10", "NOV", "11", "DEC", "12", "SUN", "0", "MON", "1", "TUE", "2", "WED", "3", "THU", "4", "FRI", "5", "SAT", "6")

func parseCron(expression string) (c cron, err error) {
	fields := strings.Fields(expression)
	if len(fields) != 5 {
		return c, fmt.Errorf("a cron expression has five fields")
	}
	limits := [5][2]int{{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}}
	into := [5]*uint64{&c.minute, &c.hour, &c.day, &c.month, &c.weekday}
	for i, f := range fields {
		if i >= 3 {
			f = cronNames.Replace(strings.ToUpper(f))
		}
		if *into[i], err = cronField(f, limits[i][0], limits[i][1]); err != nil {
			return c, err
		}
	}
	c.weekday |= c.weekday >> 7 & 1 // 7 is Sunday too
	c.anyDay, c.anyWeekday = strings.HasPrefix(fields[2], "*"), strings.HasPrefix(fields[4], "*")
	return c, nil
}

var cronPart = regexp.MustCompile(`^(\*|(\d{1,2})(-(\d{1,2}))?)(/(\d{1,3}))?$`)

func cronField(f string, min, max int) (set uint64, err error) {
	if fault("cron-ranges") {
		max = 63
	}
	for _, part := range strings.Split(f, ",") {
		m := cronPart.FindStringSubmatch(part)
		if m == nil {
			return 0, fmt.Errorf("%q is no cron field", part)
		}
		from, to, step := min, max, 1
		if m[2] != "" {
			from, _ = strconv.Atoi(m[2])
			to = from
			if m[4] != "" {
				to, _ = strconv.Atoi(m[4])
			} else if m[6] != "" {
				to = max
			}
		}
		if m[6] != "" {
			step, _ = strconv.Atoi(m[6])
		}
		if from < min || to > max || from > to || step < 1 {
			return 0, fmt.Errorf("%q is out of range", part)
		}
		for n := from; n <= to; n += step {
			set |= 1 << n
		}
	}
	return set, nil
}

// next finds the first matching minute after t, within eight years (29 February).
func (c cron) next(t time.Time) (time.Time, bool) {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	for days := 0; days < 8*366; days++ {
		dayOK, weekdayOK := c.day>>t.Day()&1 == 1, c.weekday>>int(t.Weekday())&1 == 1
		fits := dayOK && weekdayOK
		if !c.anyDay && !c.anyWeekday {
			fits = dayOK || weekdayOK
		}
		if fits && c.month>>int(t.Month())&1 == 1 {
			for h := t.Hour(); h < 24; h++ {
				from := 0
				if h == t.Hour() {
					from = t.Minute()
				}
				if rest := c.minute >> from << from; c.hour>>h&1 == 1 && rest != 0 {
					return time.Date(t.Year(), t.Month(), t.Day(), h, bits.TrailingZeros64(rest), 0, 0, time.UTC), true
				}
			}
		}
		t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC)
	}
	return t, false
}

var phrases = []struct {
	re   *regexp.Regexp
	cron string
}{
	{regexp.MustCompile(`^(@hourly|every hour|hourly)$`), "0 * * * *"},
	{regexp.MustCompile(`^(@daily|@midnight|every day|daily)$`), "0 0 * * *"},
	{regexp.MustCompile(`^(@weekly|every week|weekly)$`), "0 0 * * 0"},
	{regexp.MustCompile(`^(@monthly|every month|monthly)$`), "0 0 1 * *"},
	{regexp.MustCompile(`^(@yearly|@annually|every year|yearly)$`), "0 0 1 1 *"},
	{regexp.MustCompile(`^every minute$`), "* * * * *"},
	{regexp.MustCompile(`^every day at ([01]?\d|2[0-3]):([0-5]\d)$`), "$2 $1 * * *"},
}

// textToCron accepts a cron expression or one of a few phrases.
func textToCron(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	for _, p := range phrases {
		lower := strings.ToLower(text)
		if m := p.re.FindStringSubmatchIndex(lower); m != nil {
			expanded := strings.Fields(string(p.re.ExpandString(nil, p.cron, lower, m)))
			for i, f := range expanded {
				if n, err := strconv.Atoi(f); err == nil {
					expanded[i] = strconv.Itoa(n)
				}
			}
			return strings.Join(expanded, " "), nil
		}
	}
	_, err := parseCron(text)
	return text, err
}

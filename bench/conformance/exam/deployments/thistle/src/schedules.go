package main

import (
	"fmt"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

type Schedule struct {
	ScheduleID string `json:"scheduleId"`
	ChatID     string `json:"chatId"`
	Cron       string `json:"cron"`
	Message    string `json:"message"`
	Enabled    bool   `json:"enabled"`
	Timezone   string `json:"timezone"`
	NextRunAt  *Stamp `json:"nextRunAt"`
	CreatedAt  Stamp  `json:"createdAt"`
	UpdatedAt  Stamp  `json:"updatedAt"`
	owner      string
}

func (s *runs) scheduleRoutes(mux *http.ServeMux) {
	handle(mux, "GET /me/schedules", s.listSchedules)
	handle(mux, "POST /me/schedules", s.createSchedule)
	handle(mux, "GET /me/schedules/onboarding", s.onboarding)
	handle(mux, "GET /me/schedules/text-to-cron", s.textToCron)
	handle(mux, "GET /me/schedules/{schedule_id}", s.getSchedule)
	handle(mux, "PUT /me/schedules/{schedule_id}", s.putSchedule)
	handle(mux, "DELETE /me/schedules/{schedule_id}", s.deleteSchedule)
	go s.clock()
}

// ---- cron: five fields, UTC

type cronSpec [5]uint64

var cronNames = []string{"", "", "", "jan feb mar apr may jun jul aug sep oct nov dec", "sun mon tue wed thu fri sat"}
var cronRange = [5][2]int{{0, 59}, {0, 23}, {1, 31}, {1, 12}, {0, 7}}
var cronMacros = map[string]string{"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}

func parseCron(text string) (string, cronSpec, error) {
	text = strings.Join(strings.Fields(text), " ")
	if m, ok := cronMacros[strings.ToLower(text)]; ok {
		text = m
	}
	var spec cronSpec
	f := strings.Fields(text)
	if len(f) != 5 {
		return "", spec, fmt.Errorf("a cron expression has five fields")
	}
	for i, part := range f {
		num := func(x string) (int, error) {
			for n, name := range strings.Fields(cronNames[i]) {
				if strings.EqualFold(name, x) {
					if i == 3 {
						n++
					}
					return n, nil
				}
			}
			n, err := strconv.Atoi(x)
			if err != nil || len(x) > 2 || x[0] == '+' || x[0] == '-' || n < cronRange[i][0] || n > cronRange[i][1] {
				return 0, fmt.Errorf("%q is out of range", x)
			}
			return n, nil
		}
		for _, item := range strings.Split(part, ",") {
			rng, stepText, hasStep := strings.Cut(item, "/")
			step := 1
			if hasStep {
				n, err := strconv.Atoi(stepText)
				if err != nil || n < 1 || n > 59 {
					return "", spec, fmt.Errorf("%q is no step", stepText)
				}
				step = n
			}
			lo, hi := cronRange[i][0], cronRange[i][1]
			if rng != "*" {
				a, b, isRange := strings.Cut(rng, "-")
				var err error
				if lo, err = num(a); err != nil {
					return "", spec, err
				}
				if isRange {
					if hi, err = num(b); err != nil || hi < lo {
						return "", spec, fmt.Errorf("%q is no range", rng)
					}
				} else if !hasStep {
					hi = lo
				}
			}
			for n := lo; n <= hi; n += step {
				k := n
				if i == 4 {
					k = n % 7
				}
				spec[i] |= 1 << k
			}
		}
	}
	return text, spec, nil
}
func nextRun(cron string) *Stamp {
	_, spec, err := parseCron(cron)
	if err != nil {
		return nil
	}
	f := strings.Fields(cron)
	domStar, dowStar := f[2][0] == '*', f[4][0] == '*'
	t := time.Now().UTC().Truncate(time.Minute).Add(time.Minute)
	for end := t.AddDate(5, 0, 0); t.Before(end); {
		dom, dow := spec[2]>>t.Day()&1 == 1, spec[4]>>int(t.Weekday())&1 == 1
		day := dom && dow
		if !domStar && !dowStar {
			day = dom || dow
		}
		if spec[3]>>int(t.Month())&1 == 0 || !day {
			t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC)
			continue
		}
		if spec[1]>>t.Hour()&1 == 0 {
			t = t.Truncate(time.Hour).Add(time.Hour)
			continue
		}
		if spec[0]>>t.Minute()&1 == 1 {
			return ptr(Stamp(t.UnixNano()))
		}
		t = t.Add(time.Minute)
	}
	return nil
}

// clock runs what is due.
func (s *runs) clock() {
	for range time.Tick(time.Second) {
		var due []Schedule
		s.mu.Lock()
		t := now()
		for _, x := range s.schedules {
			if x.Enabled && x.NextRunAt != nil && *x.NextRunAt <= t {
				due = append(due, *x)
				x.NextRunAt = nextRun(x.Cron)
			}
		}
		s.mu.Unlock()
		for _, x := range due {
			if g, ok := agentOf(x.ChatID); ok {
				r := s.newRun(x.ChatID, x.owner, "schedule")
				r.mu.Lock()
				r.msgs = append(r.msgs, Msg{"user", x.Message}, Msg{"assistant", g.Name + " here, turn 1. You said: " + x.Message})
				r.mu.Unlock()
			}
		}
	}
}

// ---- records

func (s *runs) listSchedules(c *C) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := []Schedule{}
	for _, x := range s.schedules {
		if x.owner == c.uid {
			out = append(out, *x)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].CreatedAt < out[j].CreatedAt })
	c.page(out, nil)
}

// ownChat asks the owner of chats whether the chat is the caller's.
func ownChat(c *C, v *V) (string, bool) {
	id, _ := v.m["chatId"].(string)
	if uuidRE.MatchString(id) {
		if g, ok := agentOf(strings.ToLower(id)); ok && (g.OwnerID == c.uid || F("schedules-take-public-chats") && g.Visibility == "public") {
			return g.AgentID, true
		}
	}
	c.problem(403, "the chat is missing, unknown or not yours")
	return "", false
}
func (s *runs) createSchedule(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	chat, ok := ownChat(c, v)
	if !ok {
		return
	}
	v.need("cron")
	cron, message, enabled := v.str("cron", 200), v.str("message", 20000), v.boolean("enabled")
	if cron != nil {
		text, _, err := parseCron(*cron)
		if err != nil {
			v.fail("cron", err.Error())
		}
		cron = &text
	}
	if c.bad(v) {
		return
	}
	t := now()
	x := &Schedule{newUUID(), chat, *cron, "Scheduled run", true, "UTC", nextRun(*cron), t, t, c.uid}
	if message != nil {
		x.Message = *message
	}
	if enabled != nil {
		x.Enabled = *enabled
	}
	if !x.Enabled {
		x.NextRunAt = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.schedules[x.ScheduleID] = x
	c.ok(*x)
}
func (s *runs) oneSchedule(c *C) *Schedule {
	id, ok := c.uuid("schedule_id")
	if !ok {
		return nil
	}
	x := s.schedules[id]
	if x == nil || x.owner != c.uid {
		c.problem(404, "there is no such schedule")
		return nil
	}
	return x
}
func (s *runs) getSchedule(c *C) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if x := s.oneSchedule(c); x != nil {
		c.ok(*x)
	}
}
func (s *runs) putSchedule(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	cron, message, enabled := v.str("cron", 200), v.str("message", 20000), v.boolean("enabled")
	if cron != nil {
		text, _, err := parseCron(*cron)
		if err != nil {
			v.fail("cron", err.Error())
		}
		cron = &text
	}
	if c.bad(v) {
		return
	}
	s.mu.RLock()
	x := s.oneSchedule(c)
	s.mu.RUnlock()
	if x == nil {
		return
	}
	chat := ""
	if v.has("chatId") {
		if chat, ok = ownChat(c, v); !ok {
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.schedules[x.ScheduleID] != x {
		c.problem(404, "there is no such schedule")
		return
	}
	if F("schedules-put-not-stored") {
		y := *x
		x = &y
	}
	if chat != "" {
		x.ChatID = chat
	}
	if cron != nil {
		x.Cron = *cron
	}
	if message != nil {
		x.Message = *message
	}
	if enabled != nil {
		x.Enabled = *enabled
	}
	x.NextRunAt, x.UpdatedAt = nil, now()
	if x.Enabled {
		x.NextRunAt = nextRun(x.Cron)
	}
	c.ok(*x)
}
func (s *runs) deleteSchedule(c *C) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.oneSchedule(c); x != nil {
		delete(s.schedules, x.ScheduleID)
		c.ok(*x)
	}
}
func (s *runs) onboarding(c *C) {
	s.mu.RLock()
	has := false
	for _, x := range s.schedules {
		has = has || x.owner == c.uid
	}
	s.mu.RUnlock()
	c.ok(M{"hasSchedules": has, "examples": []M{{"text": "every monday at 9:00", "cron": "0 9 * * 1"}, {"text": "every hour", "cron": "0 * * * *"}, {"text": "every day at 18:30", "cron": "30 18 * * *"}}})
}

var everyRE = regexp.MustCompile(`^every (minute|hour|day|weekday|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$`)
var everyNRE = regexp.MustCompile(`^every (\d{1,2}) (minutes|hours)$`)

func wordsToCron(text string) (string, bool) {
	low := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if m := everyNRE.FindStringSubmatch(low); m != nil {
		n, _ := strconv.Atoi(m[1])
		if m[2] == "minutes" && n >= 1 && n <= 59 {
			return fmt.Sprintf("*/%d * * * *", n), true
		}
		if m[2] == "hours" && n >= 1 && n <= 23 {
			return fmt.Sprintf("0 */%d * * *", n), true
		}
		return "", false
	}
	m := everyRE.FindStringSubmatch(low)
	if m == nil {
		return "", false
	}
	hour, min := 0, 0
	if m[2] != "" {
		hour, _ = strconv.Atoi(m[2])
		min, _ = strconv.Atoi("0" + m[3])
		if m[4] == "pm" && hour < 12 {
			hour += 12
		}
		if m[4] == "am" && hour == 12 {
			hour = 0
		}
	}
	if hour > 23 || min > 59 {
		return "", false
	}
	switch m[1] {
	case "minute":
		return "* * * * *", m[2] == ""
	case "hour":
		return "0 * * * *", m[2] == ""
	case "day":
		return fmt.Sprintf("%d %d * * *", min, hour), true
	case "weekday":
		return fmt.Sprintf("%d %d * * 1-5", min, hour), true
	case "month":
		return fmt.Sprintf("%d %d 1 * *", min, hour), true
	}
	for n, d := range strings.Fields("sunday monday tuesday wednesday thursday friday saturday") {
		if d == m[1] {
			return fmt.Sprintf("%d %d * * %d", min, hour, n), true
		}
	}
	return "", false
}
func (s *runs) textToCron(c *C) {
	if !c.r.URL.Query().Has("cron") {
		c.invalid(fieldErr{"query", "cron", "is required"})
		return
	}
	in := c.r.URL.Query().Get("cron")
	if cron, ok := wordsToCron(in); ok {
		c.ok(M{"input": in, "cron": cron})
		return
	}
	cron, _, err := parseCron(in)
	if err != nil {
		c.problem(400, "this is no cron expression: "+err.Error())
		return
	}
	if err != nil {
		cron = in
	}
	c.ok(M{"input": in, "cron": cron})
}

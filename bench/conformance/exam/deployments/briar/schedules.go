package main

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Schedules: cron expressions of five fields, in UTC.

type cron struct {
	minute, hour, dom, month, dow uint64
	anyDom, anyDow                bool
}

var cronNames = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12}
var dayNames = map[string]int{"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}
var macros = map[string]string{"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *"}

func cronField(text string, low, high int, names map[string]int) (uint64, bool) {
	var bits uint64
	number := func(s string) (int, bool) {
		if n, ok := names[strings.ToLower(s)]; ok {
			return n, true
		}
		n, err := strconv.Atoi(s)
		return n, err == nil && integerRE.MatchString(s) && n >= low && n <= high
	}
	for _, part := range strings.Split(text, ",") {
		span, stepText, hasStep := strings.Cut(part, "/")
		step := 1
		if hasStep {
			var err error
			if step, err = strconv.Atoi(stepText); err != nil || step < 1 || !integerRE.MatchString(stepText) {
				return 0, false
			}
		}
		from, to := low, high
		if span != "*" {
			a, b, isRange := strings.Cut(span, "-")
			var ok bool
			if from, ok = number(a); !ok {
				return 0, false
			}
			switch {
			case isRange:
				if to, ok = number(b); !ok || to < from {
					return 0, false
				}
			case !hasStep:
				to = from
			}
		}
		for n := from; n <= to; n += step {
			bits |= 1 << n
		}
	}
	return bits, true
}

func parseCron(text string) (*cron, string, bool) {
	text = strings.TrimSpace(text)
	if m, ok := macros[strings.ToLower(text)]; ok {
		text = m
	}
	f := strings.Fields(text)
	if len(f) != 5 {
		return nil, "", false
	}
	var k cron
	ok := make([]bool, 5)
	k.minute, ok[0] = cronField(f[0], 0, 59, nil)
	k.hour, ok[1] = cronField(f[1], 0, 23, nil)
	k.dom, ok[2] = cronField(f[2], 1, 31, nil)
	k.month, ok[3] = cronField(f[3], 1, 12, cronNames)
	k.dow, ok[4] = cronField(f[4], 0, 7, dayNames)
	for _, o := range ok {
		if !o {
			return nil, "", false
		}
	}
	if k.dow&(1<<7) != 0 {
		k.dow |= 1
	}
	k.anyDom, k.anyDow = strings.HasPrefix(f[2], "*"), strings.HasPrefix(f[4], "*")
	return &k, strings.Join(f, " "), true
}

// next is the first minute after t that fits, or "" when there is none within eight years.
func (k *cron) next(t time.Time) string {
	t = t.UTC().Truncate(time.Minute).Add(time.Minute)
	end := t.AddDate(8, 0, 0)
	for t.Before(end) {
		dom, dow := k.dom&(1<<t.Day()) != 0, k.dow&(1<<int(t.Weekday())) != 0
		fits := dom && dow
		if !k.anyDom && !k.anyDow {
			fits = dom || dow
		}
		switch {
		case k.month&(1<<int(t.Month())) == 0:
			t = time.Date(t.Year(), t.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		case !fits:
			t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC)
		case k.hour&(1<<t.Hour()) == 0:
			t = t.Truncate(time.Hour).Add(time.Hour)
		case k.minute&(1<<t.Minute()) == 0:
			t = t.Add(time.Minute)
		default:
			return stamp(t)
		}
	}
	return ""
}

// fillSchedule takes over what the body has, after checking it.
func fillSchedule(tx *bolt.Tx, c *Ctx, s *storedSchedule, create bool) error {
	b := c.body
	if create || b.set("chat_id") {
		id := strings.ToLower(b.str("chat_id"))
		a := get[AgentModel](tx, "agents", id)
		if a == nil || a.OwnerID != c.uid() {
			return fail(403, "the chat ID is not valid, is missing or is not of a chat of yours")
		}
		s.ChatID = id
	}
	if b.has("cron_expression") {
		_, text, ok := parseCron(b.str("cron_expression"))
		if !ok {
			return invalid(Detail{"body.cron_expression", "is not a cron expression"})
		}
		s.CronExpression = text
	}
	if b.has("message") {
		s.Message = b.str("message")
	}
	if b.has("enabled") {
		s.Enabled = b.boolean("enabled")
	}
	s.NextRunAt = ""
	if k, _, ok := parseCron(s.CronExpression); ok && s.Enabled {
		s.NextRunAt = k.next(time.Now())
	}
	s.UpdatedAt = stamp(now())
	return nil
}

func scheduleCreate(c *Ctx) error {
	if !c.body.has("chat_id") && fault("sched-missing-chat-422") {
		return invalid(Detail{"body.chat_id", "is required"})
	}
	s := storedSchedule{UserID: c.uid()}
	err := update(func(tx *bolt.Tx) error {
		s.ScheduleID, s.Enabled, s.CreatedAt = newUUID(), true, stamp(now())
		if err := fillSchedule(tx, c, &s, true); err != nil {
			return err
		}
		put(tx, "schedules", s.ScheduleID, s)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s.Schedule)
}

func scheduleList(c *Ctx) error {
	r := ScheduleListResponse{Items: []Schedule{}}
	view(func(tx *bolt.Tx) {
		for _, s := range scan[storedSchedule](tx, "schedules", "") {
			if s.UserID == c.uid() {
				r.Items = append(r.Items, s.Schedule)
			}
		}
	})
	sort.SliceStable(r.Items, func(i, j int) bool { return r.Items[i].CreatedAt > r.Items[j].CreatedAt })
	return c.ok(r)
}

func ownSchedule(tx *bolt.Tx, c *Ctx) (*storedSchedule, error) {
	s := get[storedSchedule](tx, "schedules", c.arg("schedule_id"))
	if s == nil || s.UserID != c.uid() || s.Deleted {
		return nil, fail(404, "there is no schedule %s", c.arg("schedule_id"))
	}
	return s, nil
}

func scheduleGet(c *Ctx) error {
	var s *storedSchedule
	var err error
	view(func(tx *bolt.Tx) { s, err = ownSchedule(tx, c) })
	if err != nil {
		return err
	}
	return c.ok(s.Schedule)
}

func schedulePut(c *Ctx) error {
	var s *storedSchedule
	err := update(func(tx *bolt.Tx) (err error) {
		if s, err = ownSchedule(tx, c); err != nil {
			return err
		}
		if err = fillSchedule(tx, c, s, false); err == nil && !fault("sched-put-not-saved") {
			put(tx, "schedules", s.ScheduleID, s)
		}
		return err
	})
	if err != nil {
		return err
	}
	return c.ok(s.Schedule)
}

func scheduleDelete(c *Ctx) error {
	var s *storedSchedule
	err := update(func(tx *bolt.Tx) (err error) {
		if s, err = ownSchedule(tx, c); err != nil {
			return err
		}
		if fault("sched-deleted-listed") {
			s.Deleted = true
			put(tx, "schedules", s.ScheduleID, s)
			return nil
		}
		del(tx, "schedules", s.ScheduleID)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s.Schedule)
}

func scheduleOnboarding(c *Ctx) error {
	return c.ok(OnboardingSchedules{[]OnboardingSchedule{
		{"Morning digest", "0 7 * * *", "What is new today?"},
		{"Monday plan", "0 9 * * 1", "Plan my week."},
		{"Month's end", "0 17 28 * *", "Sum up the month."},
	}})
}

var (
	everyRE = regexp.MustCompile(`^every (\d{1,2}) (minute|hour)s?$`)
	atRE    = regexp.MustCompile(`^(daily|every day|weekdays|every weekday|every (?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?$`)
)

// textToCron makes a cron expression of a few words, or takes one as it is.
func textToCron(text string) (string, bool) {
	if _, c, ok := parseCron(text); ok {
		return c, true
	}
	t := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	switch t {
	case "every minute":
		return "* * * * *", true
	case "hourly", "every hour":
		return "0 * * * *", true
	case "weekly", "every week":
		return "0 0 * * 0", true
	case "monthly", "every month":
		return "0 0 1 * *", true
	}
	if m := everyRE.FindStringSubmatch(t); m != nil {
		n, _ := strconv.Atoi(m[1])
		if m[2] == "minute" && n >= 1 && n <= 59 {
			return fmt.Sprintf("*/%d * * * *", n), true
		}
		if m[2] == "hour" && n >= 1 && n <= 23 {
			return fmt.Sprintf("0 */%d * * *", n), true
		}
		return "", false
	}
	m := atRE.FindStringSubmatch(t)
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[2])
	minute, _ := strconv.Atoi(m[3])
	if m[4] != "" && (hour < 1 || hour > 12) || hour > 23 || minute > 59 {
		return "", false
	}
	if m[4] != "" {
		hour %= 12
	}
	if m[4] == "pm" {
		hour += 12
	}
	days := "*"
	if strings.Contains(m[1], "weekday") {
		days = "1-5"
	} else if d, ok := dayNames[strings.TrimPrefix(m[1]+"    ", "every ")[:3]]; ok && strings.HasPrefix(m[1], "every ") {
		days = strconv.Itoa(d)
	}
	return fmt.Sprintf("%d %d * * %s", minute, hour, days), true
}

func scheduleText(c *Ctx) error {
	text, ok := textToCron(c.arg("cron"))
	if !ok {
		return fail(400, "this is no cron expression")
	}
	k, _, _ := parseCron(text)
	return c.ok(ConvertedCron{text, k.next(time.Now())})
}

// runSchedules starts what is due.
func runSchedules() {
	for range time.Tick(time.Second) {
		due := []*storedSchedule{}
		t := stamp(time.Now())
		view(func(tx *bolt.Tx) {
			for _, s := range scan[storedSchedule](tx, "schedules", "") {
				if s.Enabled && !s.Deleted && s.NextRunAt != "" && s.NextRunAt <= t {
					due = append(due, s)
				}
			}
		})
		for _, d := range due {
			_ = update(func(tx *bolt.Tx) error {
				s := get[storedSchedule](tx, "schedules", d.ScheduleID)
				if s == nil || s.NextRunAt != d.NextRunAt {
					return nil
				}
				k, _, _ := parseCron(s.CronExpression)
				s.LastRunAt, s.NextRunAt = t, k.next(time.Now())
				put(tx, "schedules", s.ScheduleID, s)
				a := get[AgentModel](tx, "agents", s.ChatID)
				if a == nil {
					return nil
				}
				run := newRun(tx, a.AgentID, s.UserID, "schedule")
				logRun(tx, run, "run_started", "schedule "+s.ScheduleID)
				text := s.Message
				if text == "" {
					text = "It is time."
				}
				addMessage(tx, run, "user", text)
				addMessage(tx, run, "assistant", fmt.Sprintf("%s has heard you.", a.Name))
				logRun(tx, run, "reply_sent", "")
				return nil
			})
		}
	}
}

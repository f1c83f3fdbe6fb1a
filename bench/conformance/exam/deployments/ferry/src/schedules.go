package main

import (
	"strings"
	"time"
)

// Schedule lets a chat run by a cron expression.
type Schedule struct {
	id        string
	ownerID   string
	chatID    string
	cron      *Cron
	message   string
	isEnabled bool
	createdAt time.Time
	updatedAt time.Time
	deleted   bool // still listed, by a fault
}

type scheduleView struct {
	ScheduleID     string  `json:"scheduleId"`
	ChatID         *string `json:"chatId"`
	CronExpression string  `json:"cronExpression"`
	Message        *string `json:"message"`
	IsEnabled      bool    `json:"isEnabled"`
	NextRunAt      *string `json:"nextRunAt"`
	CreatedAt      string  `json:"createdAt"`
	UpdatedAt      string  `json:"updatedAt"`
}

func viewSchedule(schedule *Schedule) scheduleView {
	view := scheduleView{
		ScheduleID:     schedule.id,
		ChatID:         textOrNil(schedule.chatID),
		CronExpression: schedule.cron.text,
		Message:        textOrNil(schedule.message),
		IsEnabled:      schedule.isEnabled,
		CreatedAt:      stamp(schedule.createdAt),
		UpdatedAt:      stamp(schedule.updatedAt),
	}
	if schedule.isEnabled {
		view.NextRunAt = stampOrNil(schedule.cron.next(time.Now()))
	}
	return view
}

func (s *Service) schedulesOf(user *User) []*Schedule {
	return filtered(s.schedules, func(schedule *Schedule) bool { return schedule.ownerID == user.id })
}

func (s *Service) listSchedules(c *Call) (any, error) {
	return enveloped(mapped(s.schedulesOf(c.user), viewSchedule)), nil
}

// ownChatOf is the chat that the body names; 403 unless it is one of the caller's.
func (s *Service) ownChatOf(c *Call) (string, error) {
	id := strings.ToLower(c.text("chatId"))
	if id == "" {
		return "", forbidden("The chat ID (chatId) is missing.")
	}
	agent := s.findAgent(id)
	if agent == nil {
		return "", forbidden("The chat ID %q is not valid.", c.text("chatId"))
	}
	if agent.ownerID != c.user.id {
		return "", forbidden("The chat belongs to somebody else.")
	}
	return agent.id, nil
}

// cronOf is the cron expression of the body.
func cronOf(c *Call) (*Cron, error) {
	cron, err := parseCron(c.text("cronExpression"))
	if err != nil {
		return nil, invalid("cronExpression", "is no cron expression: %v", err)
	}
	if fault("schedules-cron-hour-shifted") {
		fields := strings.Fields(cron.text)
		if hour, ok := singleHour(cron); ok {
			fields[1] = hour
			return parseCron(strings.Join(fields, " "))
		}
	}
	return cron, nil
}

// singleHour is the hour after the only one of the expression, which the fault
// schedules-cron-hour-shifted takes instead.
func singleHour(cron *Cron) (string, bool) {
	if len(cron.hours) != 1 {
		return "", false
	}
	for hour := range cron.hours {
		return string(marshal((hour + 1) % 24)), true
	}
	return "", false
}

func (s *Service) createSchedule(c *Call) (any, error) {
	chatID, err := s.ownChatOf(c)
	if fault("schedules-post-any-chat") && s.findAgent(c.text("chatId")) != nil {
		chatID, err = c.text("chatId"), nil
	}
	if fault("schedules-post-no-chat") && c.text("chatId") == "" {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	cron, err := cronOf(c)
	if err != nil {
		return nil, err
	}
	at := now()
	schedule := &Schedule{
		id:        newUUID(),
		ownerID:   c.user.id,
		chatID:    chatID,
		cron:      cron,
		message:   c.text("message"),
		isEnabled: c.flag("isEnabled", true),
		createdAt: at,
		updatedAt: at,
	}
	if !fault("schedules-post-not-kept") {
		s.schedules = append(s.schedules, schedule)
	}
	if fault("schedules-post-twice") {
		again := *schedule
		again.id = newUUID()
		s.schedules = append(s.schedules, &again)
	}
	return viewSchedule(schedule), nil
}

// ownSchedule is the caller's schedule of the path.
func (s *Service) ownSchedule(c *Call) (*Schedule, error) {
	schedule := first(s.schedulesOf(c.user), func(schedule *Schedule) bool { return schedule.id == c.id("schedule_id") && !schedule.deleted })
	if schedule == nil {
		return nil, notFound("You have no schedule %s.", c.id("schedule_id"))
	}
	return schedule, nil
}

func (s *Service) getSchedule(c *Call) (any, error) {
	schedule, err := s.ownSchedule(c)
	if err != nil && fault("schedule-unknown-500") {
		return nil, problem(500, "Sequence contains no elements.")
	}
	if err != nil {
		return nil, err
	}
	return viewSchedule(schedule), nil
}

// putSchedule changes what the body names. What it leaves out stays.
func (s *Service) putSchedule(c *Call) (any, error) {
	schedule, err := s.ownSchedule(c)
	if err != nil {
		return nil, err
	}
	chatID, cron := schedule.chatID, schedule.cron
	if c.has("chatId") {
		chatID, err = s.ownChatOf(c)
		if named := s.findAgent(c.text("chatId")); named != nil && fault("n-schedules-put-foreign-chat") {
			chatID, err = named.id, nil
		}
		if err != nil {
			return nil, err
		}
	} else if fault("schedules-put-drops-chat") {
		chatID = ""
	}
	if c.has("cronExpression") {
		if cron, err = cronOf(c); err != nil {
			return nil, err
		}
	}
	schedule.chatID, schedule.cron = chatID, cron
	if c.has("message") {
		schedule.message = c.text("message")
	}
	schedule.isEnabled = c.flag("isEnabled", schedule.isEnabled)
	schedule.updatedAt = now()
	if fault("schedules-put-new-id") {
		schedule.id = newUUID()
	}
	return viewSchedule(schedule), nil
}

func (s *Service) deleteSchedule(c *Call) (any, error) {
	schedule, err := s.ownSchedule(c)
	if err != nil {
		return nil, err
	}
	if fault("n-schedule-delete-still-listed") {
		schedule.deleted = true
		return viewSchedule(schedule), nil
	}
	s.schedules = without(s.schedules, func(other *Schedule) bool {
		return other == schedule || fault("schedule-delete-all-of-chat") && other.chatID == schedule.chatID
	})
	return viewSchedule(schedule), nil
}

type suggestionView struct {
	Title          string `json:"title"`
	CronExpression string `json:"cronExpression"`
}

type onboardingView struct {
	HasSchedules bool             `json:"hasSchedules"`
	Suggestions  []suggestionView `json:"suggestions"`
}

func (s *Service) getScheduleOnboarding(c *Call) (any, error) {
	return onboardingView{
		HasSchedules: len(s.schedulesOf(c.user)) > 0,
		Suggestions: []suggestionView{
			{"Every morning", "0 8 * * *"},
			{"Mondays at nine", "0 9 * * 1"},
			{"Every quarter of an hour", "*/15 * * * *"},
		},
	}, nil
}

type convertedCronView struct {
	CronExpression string  `json:"cronExpression"`
	NextRunAt      *string `json:"nextRunAt"`
}

func (s *Service) convertCron(c *Call) (any, error) {
	cron, err := cronFromText(c.textArg("cron"))
	if err != nil && fault("text-to-cron-invalid-ok") {
		return convertedCronView{c.textArg("cron"), nil}, nil
	}
	if err != nil && fault("text-to-cron-param-optional") && c.textArg("cron") == "" {
		return convertedCronView{"* * * * *", nil}, nil
	}
	if err != nil {
		return nil, badRequest("This is no cron expression: %v.", err)
	}
	if fault("n-text-to-cron-weekday-lost") {
		fields := strings.Fields(cron.text)
		cron, _ = parseCron(strings.Join(append(fields[:4], "*"), " "))
	}
	return convertedCronView{cron.text, stampOrNil(cron.next(time.Now()))}, nil
}

// runSchedules starts the runs that are due, minute by minute.
func (s *Service) runSchedules() {
	for {
		next := time.Now().Truncate(time.Minute).Add(time.Minute)
		time.Sleep(time.Until(next))
		s.runDueSchedules(next.UTC())
	}
}

func (s *Service) runDueSchedules(minute time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, schedule := range s.schedules {
		agent := s.findAgent(schedule.chatID)
		if agent == nil || !schedule.isEnabled || !schedule.cron.matches(minute) {
			continue
		}
		message := schedule.message
		if message == "" {
			message = "Scheduled run"
		}
		run := s.newRun(s.users[schedule.ownerID], agent)
		plan := planTurn(agent, run, message)
		s.noteMessage(run, message, textForm, false, plan)
		s.noteToolCalls(run, plan)
		if plan.job != nil {
			s.startJob(run, plan.job)
		}
		run.append("assistant", plan.answer)
		s.log(run, "ANSWER", plan.answer)
	}
}

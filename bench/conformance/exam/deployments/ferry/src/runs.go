package main

import (
	"strings"
	"sync"
	"time"
)

// Message is a part of a conversation.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Run is a conversation of a user with an agent.
type Run struct {
	id             string
	agentID        string
	userID         string
	startedAt      time.Time
	lastActivityAt time.Time
	messages       []Message
	job            *job // nil unless a background job runs
	hadJob         bool
	lastJobID      string
	jobCount       int
	logs           []runLog
	serverLogs     []serverLog
	unlisted       bool // by a fault

	// turn is held by the request whose message is being answered.
	turn sync.Mutex
}

type job struct {
	id    string
	timer *time.Timer
}

type runLog struct {
	RunLogID  int    `json:"runLogId"`
	RunID     string `json:"runId"`
	AgentID   string `json:"agentId"`
	Event     string `json:"event"`
	Detail    string `json:"detail"`
	CreatedAt string `json:"createdAt"`
}

type serverLog struct {
	ServerLogID int            `json:"serverLogId"`
	RunID       string         `json:"runId"`
	ServerName  string         `json:"serverName"`
	ToolName    string         `json:"toolName"`
	Arguments   map[string]any `json:"arguments"`
	Output      map[string]any `json:"output"`
	CreatedAt   string         `json:"createdAt"`
}

func (r *Run) append(role, content string) {
	r.messages = append(r.messages, Message{role, content})
	r.lastActivityAt = now()
}

func (r *Run) countOf(role string) int {
	return len(filtered(r.messages, func(m Message) bool { return m.Role == role }))
}

// dropJob ends the job without its report. Only a fault does so.
func (r *Run) dropJob() {
	if r.job != nil {
		r.job.timer.Stop()
		r.job = nil
	}
}

func (s *Service) newRun(user *User, agent *Agent) *Run {
	return s.addRun(user.id, agent.id, now())
}

func (s *Service) addRun(userID, agentID string, at time.Time) *Run {
	run := &Run{id: newUUID(), agentID: agentID, userID: userID, startedAt: at, lastActivityAt: at}
	s.runs = append(s.runs, run)
	s.log(run, "RUN_CREATED", "The run was created.")
	return run
}

// forkRun copies a run under a new id. Only a fault does so.
func (s *Service) forkRun(user *User, agent *Agent, run *Run) *Run {
	fork := s.newRun(user, agent)
	fork.messages = append(fork.messages, run.messages...)
	return fork
}

func (s *Service) log(run *Run, event, detail string) {
	run.logs = append(run.logs, runLog{s.nextRunLogID, run.id, run.agentID, event, detail, stamp(now())})
	s.nextRunLogID++
}

func (s *Service) noteToolCalls(run *Run, plan *turnPlan) {
	if plan.call == nil {
		return
	}
	s.log(run, "TOOL_CALL", plan.call.tool)
	run.serverLogs = append(run.serverLogs, serverLog{
		ServerLogID: s.nextServerLogID,
		RunID:       run.id,
		ServerName:  plan.call.server,
		ToolName:    plan.call.tool,
		Arguments:   plan.call.arguments,
		Output:      plan.call.output,
		CreatedAt:   stamp(now()),
	})
	s.nextServerLogID++
}

// startJob lets a background job run; at its end the run is idle again.
func (s *Service) startJob(run *Run, planned *plannedJob) {
	running := &job{id: planned.id}
	run.job, run.hadJob, run.lastJobID = running, true, planned.id
	run.jobCount++
	s.log(run, "JOB_STARTED", planned.id)
	running.timer = time.AfterFunc(planned.duration, func() { s.endJob(run, running, planned) })
}

func (s *Service) endJob(run *Run, running *job, planned *plannedJob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if run.job != running || fault("failed-job-sticks") && planned.fails {
		return
	}
	run.job = nil
	if fault("job-end-clears-history") {
		run.messages = nil
	}
	run.append("assistant", planned.report)
	if planned.fails {
		s.log(run, "JOB_FAILED", planned.report)
	} else {
		s.log(run, "JOB_FINISHED", planned.report)
	}
}

type runView struct {
	RunID          string  `json:"runId"`
	AgentID        string  `json:"agentId"`
	Status         string  `json:"status"`
	InitialMessage *string `json:"initialMessage"`
	MessageCount   int     `json:"messageCount"`
	ToolCallCount  int     `json:"toolCallCount"`
	StartedAt      string  `json:"startedAt"`
	LastActivityAt string  `json:"lastActivityAt"`
}

func viewRun(run *Run) runView {
	view := runView{
		RunID:          run.id,
		AgentID:        run.agentID,
		Status:         "IDLE",
		MessageCount:   len(run.messages),
		ToolCallCount:  len(run.serverLogs),
		StartedAt:      stamp(run.startedAt),
		LastActivityAt: stamp(run.lastActivityAt),
	}
	if run.job != nil {
		view.Status = "JOB_RUNNING"
	}
	if len(run.messages) > 0 {
		view.InitialMessage = &run.messages[0].Content
	}
	return view
}

func (s *Service) listRuns(c *Call) (any, error) {
	own := filtered(s.runs, func(run *Run) bool {
		return (run.userID == c.user.id || fault("runs-list-all-users")) && !run.unlisted &&
			!(run.job != nil && fault("n-runs-list-hides-busy"))
	})
	if fault("runs-limit-ignored") {
		c.query["limit"] = 30
	}
	if fault("runs-cursor-is-number") {
		return numberedPage(c, own), nil
	}
	startedAt := func(run *Run) time.Time { return run.startedAt }
	if cursor, ok := c.query["next_cursor"].(time.Time); ok && fault("runs-cursor-overlaps") {
		c.query["next_cursor"] = cursor.Add(tick)
	}
	page := pageOfNewest(c, own, startedAt, viewRun)
	if fault("runs-cursor-loops") && page.NextCursor == nil && len(own) > 0 {
		newest := stamp(own[len(own)-1].startedAt.Add(tick))
		page.NextCursor = &newest
	}
	key := "runs " + c.user.id + c.request.URL.RawQuery
	return s.cachedByFault("runs-list-stale", key, page), nil
}

// numberedPage pages by offset, which only the fault runs-cursor-is-number does.
func numberedPage(c *Call, runs []*Run) any {
	offset := 0
	if text, ok := c.query["next_cursor"].(string); ok {
		for _, digit := range strings.TrimPrefix(text, "-") {
			offset = offset*10 + int(digit-'0')
		}
	}
	views := []runView{}
	for i := len(runs) - 1 - offset; i >= 0 && len(views) < c.intArg("limit"); i-- {
		views = append(views, viewRun(runs[i]))
	}
	answer := map[string]any{"content": views, "pageSize": len(views), "nextCursor": nil}
	if offset+len(views) < len(runs) {
		answer["nextCursor"] = offset + len(views)
	}
	return answer
}

// ownRun is the run of the path when it belongs to the caller.
func (s *Service) ownRun(c *Call) (*Run, error) {
	for i, run := range s.runs {
		if run.id != c.id("run_id") || run.userID != c.user.id && !fault("run-view-of-other-user") {
			continue
		}
		if fault("run-view-wrong-neighbour") && i > 0 {
			return s.runs[i-1], nil
		}
		return run, nil
	}
	return nil, notFound("There is no run %s.", c.id("run_id"))
}

func (s *Service) getRun(c *Call) (any, error) {
	run, err := s.ownRun(c)
	if err != nil && fault("run-unknown-null") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return viewRun(run), nil
}

func (s *Service) getRunLogs(c *Call) (any, error) {
	run, err := s.ownRun(c)
	if err != nil {
		return nil, err
	}
	logs := append([]runLog{}, run.logs...)
	if fault("run-logs-wrapped") {
		return enveloped(logs), nil
	}
	return logs, nil
}

func (s *Service) getServerLogs(c *Call) (any, error) {
	run, err := s.ownRun(c)
	if err != nil {
		return nil, err
	}
	logs := append([]serverLog{}, run.serverLogs...)
	if fault("n-mcp-logs-first-call-only") && len(logs) > 1 {
		logs = logs[:1]
	}
	if fault("mcp-logs-all-runs") {
		logs = []serverLog{}
		for _, other := range s.runs {
			if other.userID == c.user.id {
				logs = append(logs, other.serverLogs...)
			}
		}
	}
	return logs, nil
}

// createChatRun starts a run of a chat that has no message yet.
func (s *Service) createChatRun(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "chat_id")
	if err != nil {
		return nil, err
	}
	if fault("chat-runs-same-id") {
		if earlier := s.latestRun(c.user, agent); earlier != nil {
			return earlier.logs[0], nil
		}
	}
	run := s.newRun(c.user, agent)
	entry := run.logs[0]
	if fault("chat-runs-not-kept") {
		s.runs = s.runs[:len(s.runs)-1]
	}
	return entry, nil
}

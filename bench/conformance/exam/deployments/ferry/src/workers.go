package main

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// wireForm is how the answer of a worker is streamed.
type wireForm int

const (
	textForm   wireForm = iota // what the worker says to the user, nothing else
	ndjsonForm                 // with tool calls and their responses
)

// chunkPause lies between two chunks of a stream.
const chunkPause = 6 * time.Millisecond

func (s *Service) postText(c *Call) error   { return s.startConversation(c, textForm) }
func (s *Service) postNDJSON(c *Call) error { return s.startConversation(c, ndjsonForm) }
func (s *Service) putText(c *Call) error    { return s.continueConversation(c, textForm) }
func (s *Service) putNDJSON(c *Call) error  { return s.continueConversation(c, ndjsonForm) }

// startConversation makes a new run with a clear context and answers the message.
func (s *Service) startConversation(c *Call, form wireForm) error {
	agent, run, err := s.openRun(c, form)
	if err != nil {
		return err
	}
	run.turn.Lock()
	defer run.turn.Unlock()
	return s.takeTurn(c, agent, run, form)
}

func (s *Service) openRun(c *Call, form wireForm) (*Agent, *Run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	agent, err := s.callableAgent(c)
	if err != nil {
		return nil, nil, err
	}
	if s.hasRunningJob(c.user) {
		if fault("post-blocked-by-job") && form == textForm {
			return nil, nil, conflict("A background job of yours is running.")
		}
		if fault("ndjson-post-blocked-by-job") && form == ndjsonForm {
			return nil, nil, problem(503, "The worker is busy with a background job.")
		}
	}
	latest := s.latestRun(c.user, agent)
	if latest != nil && form == textForm {
		if fault("post-reuses-run") && latest.job == nil {
			return agent, latest, nil
		}
		if fault("post-concurrent-same-run") && time.Since(latest.startedAt) < 20*time.Millisecond {
			return agent, latest, nil
		}
		if fault("post-kills-old-job") {
			latest.dropJob()
		}
	}
	if fault("n-ndjson-post-same-message-same-run") && form == ndjsonForm && latest != nil && latest.job == nil &&
		len(latest.messages) > 0 && latest.messages[0].Content == c.text("message") {
		return agent, latest, nil
	}
	if fault("n-post-ghost-run") && form == textForm {
		s.newRun(c.user, agent)
	}
	run := s.newRun(c.user, agent)
	run.unlisted = form == ndjsonForm && fault("ndjson-run-not-in-agent-runs")
	if fault("post-context-not-clear") && form == ndjsonForm && latest != nil {
		run.messages = append(run.messages, latest.messages...)
	}
	return agent, run, nil
}

// continueConversation adds the message to a run, unless a background job runs.
func (s *Service) continueConversation(c *Call, form wireForm) error {
	agent, run, err := s.resumableRun(c, form)
	if err != nil {
		return err
	}
	if fault("put-concurrent-messages-lost") && form == textForm {
		return s.takeTurnOnCopy(c, agent, run)
	}
	run.turn.Lock()
	defer run.turn.Unlock()
	// A job may have started while another request had its turn.
	if err := s.refuseDuringJob(c, run, form); err != nil {
		return err
	}
	return s.takeTurn(c, agent, run, form)
}

func (s *Service) resumableRun(c *Call, form wireForm) (*Agent, *Run, error) {
	s.mu.Lock()
	agent, err := s.callableAgent(c)
	if err != nil {
		s.mu.Unlock()
		return nil, nil, err
	}
	run := s.findRun(c, agent, fault("put-run-of-other-user"))
	if run == nil && form == textForm && fault("n-put-run-of-other-worker") {
		run = first(s.runs, func(run *Run) bool { return run.id == c.id("run_id") && run.userID == c.user.id })
	}
	s.mu.Unlock()
	if run == nil {
		return nil, nil, notFound("There is no run %s.", c.id("run_id"))
	}
	if err := s.refuseDuringJob(c, run, form); err != nil {
		return nil, nil, err
	}
	return agent, run, nil
}

// refuseDuringJob answers 409 to a message for a run whose job is not done.
func (s *Service) refuseDuringJob(c *Call, run *Run, form wireForm) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	busy := run.job != nil
	if fault("put-409-on-other-run") {
		busy = busy || s.hasRunningJob(c.user)
	}
	if fault("put-accepted-during-job") && form == textForm || fault("ndjson-put-accepted-during-job") && form == ndjsonForm {
		busy = false
	}
	if fault("resume-needs-keyword") && run.hadJob && c.text("message") != "continue" {
		busy = true
	}
	if !busy {
		return nil
	}
	if fault("put-409-keeps-message") && form == textForm {
		run.append("user", c.text("message"))
	}
	c.announce(run)
	if fault("n-ndjson-put-409-stops-job") && form == ndjsonForm {
		run.dropJob()
	}
	if fault("ndjson-put-job-423") && form == ndjsonForm {
		return problem(423, "A background job is running.")
	}
	return conflict("A background job is running. Wait until it is done, then send a message again.")
}

// announce sets the headers that tell about the run.
func (c *Call) announce(run *Run) {
	header := c.writer.Header()
	name, value := "X-Service-Run-ID", run.id
	put := c.request.Method == http.MethodPut
	ndjson := strings.HasPrefix(c.route.Path, "/ndjson/")
	switch {
	case fault("post-run-header-missing") && !put && !ndjson, fault("put-run-header-missing") && put && !ndjson:
		name = ""
	case fault("ndjson-post-run-header-misnamed") && !put && ndjson:
		name = "X-Run-ID"
	case fault("run-id-not-uuid") && !put:
		value = "run_" + value
	case fault("n-ndjson-put-fresh-run-id") && put && ndjson:
		value = newUUID()
	case fault("put-run-header-of-latest") && put && !ndjson:
		value = c.service.latestRun(c.user, nil).id
	}
	if name != "" {
		header.Set(name, value)
	}
	if run.job != nil {
		header.Set("x-service-job-id", run.job.id)
	}
}

// callableAgent is the worker of the path, when the caller may talk to it.
func (s *Service) callableAgent(c *Call) (*Agent, error) {
	agent := s.findAgent(c.id("agent_id"))
	if agent == nil && fault("post-unknown-agent-ok") && c.request.Method == http.MethodPost {
		return &Agent{id: c.id("agent_id"), name: "Assistant"}, nil
	}
	if agent == nil && fault("n-chats-deleted-worker-answers") && c.route.is("POST /{agent_id}") {
		agent = first(s.deletedAgents, func(a *Agent) bool { return a.id == c.id("agent_id") })
	}
	if agent == nil {
		return nil, notFound("There is no worker %s.", c.id("agent_id"))
	}
	if agent.ownerID == c.user.id {
		return agent, nil
	}
	if agent.isPrivate() && !fault("post-private-agent-of-other") {
		return nil, forbidden("This worker is private.")
	}
	if agent.isPaid() && !s.isSubscribed(c.user.id, agent.id) {
		return nil, forbidden("This worker needs a subscription.")
	}
	return agent, nil
}

// findRun is the caller's run of the path, or nil.
func (s *Service) findRun(c *Call, agent *Agent, ofAnyone bool) *Run {
	return first(s.runs, func(run *Run) bool {
		return run.id == c.id("run_id") && run.agentID == agent.id && (run.userID == c.user.id || ofAnyone)
	})
}

// latestRun is the newest run of the user; with an agent, the newest with it.
func (s *Service) latestRun(user *User, agent *Agent) *Run {
	var latest *Run
	for _, run := range s.runs {
		if run.userID == user.id && (agent == nil || run.agentID == agent.id) {
			latest = run
		}
	}
	return latest
}

func (s *Service) hasRunningJob(user *User) bool {
	return first(s.runs, func(run *Run) bool { return run.userID == user.id && run.job != nil }) != nil
}

// takeTurn notes the message, streams the worker's answer and notes that, too.
// The caller holds the turn of the run.
func (s *Service) takeTurn(c *Call, agent *Agent, run *Run, form wireForm) error {
	put := c.request.Method == http.MethodPut
	s.mu.Lock()
	message := faultyMessage(c.text("message"), form, put)
	if fault("put-drops-history") && put && form == textForm {
		run.messages = nil
	}
	if fault("ndjson-put-forks-run") && put && form == ndjsonForm {
		run = s.forkRun(c.user, agent, run)
	}
	plan := planTurn(agent, run, message)
	s.noteMessage(run, message, form, put, plan)
	s.noteToolCalls(run, plan)
	if plan.job != nil {
		s.startJob(run, plan.job)
	}
	c.announce(run)
	s.mu.Unlock()

	c.stream(plan, run, form)

	s.mu.Lock()
	defer s.mu.Unlock()
	if fault("ndjson-post-answer-not-stored") && form == ndjsonForm && !put {
		return nil
	}
	run.append("assistant", plan.answer)
	s.log(run, "ANSWER", plan.answer)
	return nil
}

// faultyMessage is the message, unless a fault damages it.
func faultyMessage(message string, form wireForm, put bool) string {
	switch {
	case fault("post-message-mojibake") && form == textForm && !put:
		return latin1AsUTF8(message)
	case fault("n-put-message-collapsed") && form == textForm && put:
		return strings.Join(strings.Fields(message), " ")
	case fault("post-message-cut-255") && form == ndjsonForm && !put:
		return cutRunes(message, 255)
	}
	return message
}

func (s *Service) noteMessage(run *Run, message string, form wireForm, put bool, plan *turnPlan) {
	if fault("ndjson-put-message-lost") && put && form == ndjsonForm ||
		fault("job-message-not-stored") && plan.job != nil {
		return
	}
	run.append("user", message)
	if fault("ndjson-put-message-doubled") && put && form == ndjsonForm {
		run.append("user", message)
	}
	s.log(run, "USER_MESSAGE", message)
}

// takeTurnOnCopy is takeTurn without holding the turn: it writes back what it
// had read before it streamed.
func (s *Service) takeTurnOnCopy(c *Call, agent *Agent, run *Run) error {
	s.mu.Lock()
	messages := append([]Message{}, run.messages...)
	plan := planTurn(agent, run, c.text("message"))
	if plan.job != nil {
		s.startJob(run, plan.job)
	}
	c.announce(run)
	s.mu.Unlock()

	c.stream(plan, run, textForm)

	s.mu.Lock()
	defer s.mu.Unlock()
	run.messages = append(messages, Message{"user", c.text("message")}, Message{"assistant", plan.answer})
	return nil
}

// getHistory gives the messages of a run.
func (s *Service) getHistory(c *Call) (any, error) {
	agent, err := s.callableAgent(c)
	skipOwner := fault("get-history-without-key") && c.bearer() == "" || fault("get-run-of-other-user")
	if err != nil && !skipOwner {
		return nil, err
	}
	if agent == nil {
		agent = &Agent{id: c.id("agent_id")}
	}
	run := s.findRun(c, agent, skipOwner)
	if run == nil {
		return nil, notFound("There is no run %s.", c.id("run_id"))
	}
	if fault("get-during-job-409") && run.job != nil {
		return nil, conflict("A background job is running.")
	}
	if id := s.jobHeader(c, run); id != "" {
		c.writer.Header().Set("x-service-job-id", id)
	}
	return historyAnswer(c, run), nil
}

// jobHeader is the id of the job that runs for the run, or empty.
func (s *Service) jobHeader(c *Call, run *Run) string {
	switch {
	case fault("get-job-header-missing"), fault("n-get-second-job-unannounced") && run.jobCount > 1:
		return ""
	case fault("job-header-sticks") && run.hadJob:
		return run.lastJobID
	case fault("job-header-on-idle-run"):
		for _, other := range s.runs {
			if other.userID == c.user.id && other.job != nil {
				return other.job.id
			}
		}
	}
	if run.job == nil {
		return ""
	}
	return run.job.id
}

// historyAnswer is the conversation in its order, unless a fault damages it.
func historyAnswer(c *Call, run *Run) any {
	messages := append([]Message{}, run.messages...)
	if fault("get-last-message-missing") && len(messages) > 0 {
		messages = messages[:len(messages)-1]
	}
	if fault("n-get-last-ten-messages") && len(messages) > 10 {
		messages = messages[len(messages)-10:]
	}
	for i := range messages {
		m := &messages[i]
		switch {
		case fault("get-roles-swapped") && m.Role == "user":
			m.Role = "assistant"
		case fault("get-roles-swapped"):
			m.Role = "user"
		case fault("get-content-cut"):
			m.Content = cutRunes(m.Content, 60)
		case fault("get-content-html-escaped"):
			m.Content = escapeHTML(m.Content)
		}
	}
	switch {
	case fault("get-history-reversed"):
		for i, j := 0, len(messages)-1; i < j; i, j = i+1, j-1 {
			messages[i], messages[j] = messages[j], messages[i]
		}
	case fault("get-history-wrapped"):
		return map[string]any{"messages": messages}
	case fault("get-history-as-html"):
		c.media = "text/html; charset=utf-8"
	case fault("get-content-parts"):
		return mapped(messages, func(m Message) any {
			return map[string]any{"role": m.Role, "content": []any{map[string]any{"type": "text", "text": m.Content}}}
		})
	}
	return messages
}

// escapeHTML is what templates do; only faults do it to what users have written.
func escapeHTML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// latin1AsUTF8 reads the bytes of the text as Latin-1. Only faults do so.
func latin1AsUTF8(text string) string {
	runes := make([]rune, 0, len(text))
	for _, b := range []byte(text) {
		runes = append(runes, rune(b))
	}
	return string(runes)
}

// cutRunes is the beginning of the text. Only faults cut what users have written.
func cutRunes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}

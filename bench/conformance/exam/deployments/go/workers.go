package main

import (
	"fmt"
	"hash/crc32"
	"strings"
	"time"
	"unicode/utf8"
)

const jobTime = 300 * time.Millisecond

// The worker behind every agent is a small one. It answers each message with
// what it was told and what it remembers, and knows three commands:
//
//	/tool PLACE        calls the tool LOOKUP_TIDE for the place
//	/background ok     starts a background job that succeeds
//	/background fail   starts a background job that ends with an error

type toolCall struct {
	id, name, place, output string
}

// workerAgent finds the agent that a call addresses and checks the caller's access.
func (c *call) workerAgent() (*agent, error) {
	a := c.agent(c.str("agent_id"))
	switch {
	case a == nil:
		return nil, fail(404, "no such agent")
	case a.OwnerID == c.user.UserID:
		return a, nil
	case a.Visibility != "public":
		return nil, fail(403, "the agent is private")
	case a.paid() && c.activeSubscription(c.user.UserID, a.AgentID) == nil:
		return nil, fail(403, "the agent needs a subscription")
	}
	return a, nil
}

func (c *call) workerRun() (*run, error) {
	a, err := c.workerAgent()
	if err != nil {
		return nil, err
	}
	r := c.runByID[c.str("run_id")]
	if r == nil || r.agentID != a.AgentID && !fault("w-run-any-agent") {
		return nil, fail(404, "no such run")
	}
	if r.userID != c.user.UserID && !(fault("w-get-foreign-run") && c.op.method == "GET") {
		return nil, fail(404, "no such run")
	}
	return r, nil
}

func (s *store) startRun(a *agent, userID string) *run {
	now := s.now()
	r := &run{id: newUUID(), agentID: a.AgentID, userID: userID, created: now, updated: now, messages: []message{}}
	s.runs = append(s.runs, r)
	s.runByID[r.id] = r
	s.logRun(r, "runStarted", nil)
	return r
}

func (s *store) logRun(r *run, event string, detail *string) *runLog {
	r.logs = append(r.logs, runLog{s.next("runlog"), r.id, r.agentID, event, detail, s.now()})
	return &r.logs[len(r.logs)-1]
}

// converse adds a message and the worker's answer to a run.
func (s *store) converse(r *run, text string) (answer string, tool *toolCall) {
	turn := 1
	previous := ""
	memory := crc32.NewIEEE()
	for _, m := range r.messages {
		memory.Write([]byte(m.Content))
		if m.Role == "user" {
			turn++
			previous = m.Content
		}
	}
	s.logRun(r, "userMessage", &text)
	place, isTool := strings.CutPrefix(text, "/tool ")
	command, isJob := strings.CutPrefix(text, "/background ")
	switch {
	case isTool:
		tool = &toolCall{"call_" + randomHex(6), "LOOKUP_TIDE", place, fmt.Sprintf("High water at %s: 06:12 and 18:37", place)}
		s.logRun(r, "toolCall", &tool.name)
		r.mcp = append(r.mcp, mcpLog{s.next("mcplog"), r.id, "tides", tool.name, obj{"place": place}, tool.output, s.now()})
		answer = fmt.Sprintf("Turn %d. I looked it up for you.", turn)
	case isJob:
		s.startJob(r, strings.TrimSpace(command) == "fail")
		answer = fmt.Sprintf("Turn %d. I am working on it in the background.", turn)
	default:
		answer = fmt.Sprintf("Turn %d. You said: %s", turn, text)
		if turn > 1 {
			answer += fmt.Sprintf("\nBefore that you said: %s (memory %08x)", clip(previous, 80), memory.Sum32())
		}
	}
	s.logRun(r, "assistantMessage", &answer)
	said := text
	if fault("w-long-message-cut") && len(said) > 4096 {
		said = said[:4096]
	}
	r.messages = append(r.messages, message{"user", said}, message{"assistant", answer})
	if fault("w-put-forgets") && len(r.messages) > 4 {
		r.messages = r.messages[len(r.messages)-4:]
	}
	r.updated = s.now()
	return answer, tool
}

func clip(s string, runes int) string {
	n := 0
	for i := range s {
		if n == runes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

func (s *store) startJob(r *run, fails bool) {
	r.job = "job_" + randomHex(8)
	id := r.job
	s.logRun(r, "jobStarted", &id)
	time.AfterFunc(jobTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if fails && fault("w-job-error-stuck") {
			return
		}
		r.job = ""
		r.updated = s.now()
		if fails {
			r.stale = true
			s.logRun(r, "jobFailed", &id)
		} else {
			s.logRun(r, "jobFinished", &id)
		}
	})
}

func (c *call) postMessage() (any, error) {
	a, err := c.workerAgent()
	if err != nil {
		return nil, err
	}
	if fault("w-post-during-job") {
		for _, r := range c.runs {
			if r.userID == c.user.UserID && r.agentID == a.AgentID && r.job != "" {
				return nil, fail(409, "a background job is running")
			}
		}
	}
	if fault("w-post-same-run") && len(c.runs) > 0 {
		if r := c.runs[len(c.runs)-1]; r.agentID == a.AgentID && r.userID == c.user.UserID && r.job == "" && c.clock().Sub(r.updated.Time) < time.Second {
			return c.answer(r)
		}
	}
	r := c.startRun(a, c.user.UserID)
	if fault("w-post-old-context") {
		for _, old := range newestFirst(c.runs, func(o *run) bool { return o != r && o.userID == r.userID && o.agentID == r.agentID }) {
			r.messages = append(r.messages, old.messages...)
			break
		}
	}
	return c.answer(r)
}

func (c *call) putMessage() (any, error) {
	r, err := c.workerRun()
	if err != nil {
		return nil, err
	}
	busy := r.job
	if fault("w-job-blocks-all") {
		for _, other := range c.runs {
			if other.userID == c.user.UserID && other.job != "" {
				busy = other.job
			}
		}
	}
	if busy != "" && !(fault("w-ndjson-put-during-job") && c.op.stream == ndjson) {
		if fault("w-put-409-adds") {
			r.messages = append(r.messages, message{"user", c.body["message"].(string)})
		}
		c.header.Set("x-service-job-id", busy)
		return nil, fail(409, "a background job is running; poll GET until x-service-job-id is absent")
	}
	if fault("w-put-lost-update") {
		before := append([]message{}, r.messages...)
		c.race("w-put-lost-update")
		r.messages = before
	}
	return c.answer(r)
}

const ndjson = "application/x-ndjson"

// answer lets the worker answer and streams it in the form that was asked for.
func (c *call) answer(r *run) (any, error) {
	text, tool := c.converse(r, c.body["message"].(string))
	if fault("w-mcp-log-ndjson-only") && c.op.stream != ndjson && tool != nil {
		r.mcp = r.mcp[:len(r.mcp)-1]
	}
	if fault("w-ndjson-answer-unsaved") && c.op.stream == ndjson {
		r.messages = r.messages[:len(r.messages)-1]
	}
	c.header.Set("X-Service-Run-ID", r.id)
	switch {
	case fault("w-put-header-missing") && c.op.method == "PUT" && c.op.stream != ndjson,
		fault("w-ndjson-header-missing") && c.op.method == "POST" && c.op.stream == ndjson:
		c.header.Del("X-Service-Run-ID")
	case fault("w-put-header-new") && c.op.method == "PUT":
		c.header.Set("X-Service-Run-ID", newUUID())
	}
	if r.job != "" {
		c.header.Set("x-service-job-id", r.job)
	}
	if c.op.stream != ndjson {
		if tool != nil && fault("w-text-shows-tool") {
			text = tool.output + "\n" + text
		}
		out := &stream{mediaType: "text/plain; charset=utf-8"}
		for _, piece := range pieces(text) {
			out.pieces = append(out.pieces, []byte(piece))
		}
		return out, nil
	}
	out := &stream{mediaType: ndjson}
	line := func(v obj) {
		out.pieces = append(out.pieces, encode(v))
	}
	if tool != nil {
		line(obj{"type": "toolCall", "callId": tool.id, "toolName": tool.name, "input": obj{"place": tool.place}})
		if !fault("w-ndjson-no-response") {
			line(obj{"type": "toolResult", "callId": tool.id, "toolName": tool.name, "output": tool.output})
		}
	}
	if r.job != "" {
		line(obj{"type": "job", "jobId": r.job})
	}
	for _, piece := range pieces(text) {
		if fault("w-ndjson-raw-newline") && strings.Contains(piece, "\n") {
			out.pieces = append(out.pieces, []byte(`{"type":"text","text":"`+piece+"\"}\n"))
			continue
		}
		line(obj{"type": "text", "text": piece})
	}
	line(obj{"type": "end", "runId": r.id})
	return out, nil
}

// pieces cuts a text for streaming, never within a character.
func pieces(text string) []string {
	size := 24 + len(text)/50
	var out []string
	for len(text) > size {
		cut := size
		for !fault("w-stream-cuts-characters") && !utf8.RuneStart(text[cut]) {
			cut--
		}
		piece := text[:cut]
		if fault("w-stream-cuts-characters") {
			piece = strings.ToValidUTF8(piece, "")
		}
		out = append(out, piece)
		text = text[cut:]
	}
	if fault("w-stream-cuts-characters") {
		text = strings.ToValidUTF8(text, "")
	}
	return append(out, text)
}

func (c *call) getMessages() (any, error) {
	r, err := c.workerRun()
	if err != nil {
		return nil, err
	}
	job := r.job
	switch {
	case fault("w-job-header-missing"):
		job = ""
	case fault("w-job-header-stays") && job == "":
		for _, l := range r.logs {
			if l.Event == "jobStarted" {
				job = *l.Detail
			}
		}
	case fault("w-job-id-changes") && job != "":
		job = "job_" + randomHex(8)
	}
	if job != "" {
		c.header.Set("x-service-job-id", job)
	}
	messages := r.messages
	switch {
	case fault("w-get-newest-first"):
		messages = newestFirst(messages, func(message) bool { return true })
	case fault("w-get-wrapped"):
		return obj{"messages": messages}, nil
	case fault("w-get-last-20") && len(messages) > 20:
		messages = messages[len(messages)-20:]
	}
	return messages, nil
}

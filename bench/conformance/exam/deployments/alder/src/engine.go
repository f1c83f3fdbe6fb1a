package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"gorm.io/gorm"
)

const (
	longJob = 3 * time.Second
	badJob  = 2 * time.Second
)

// runState is what of a run lives in memory: its turn (one at a time) and its job.
type runState struct {
	turn  chan struct{}
	mu    sync.Mutex
	jobID string
	until time.Time // fault resume-409-after-job
}

func (st *runState) job() string {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.jobID
}

type engine struct {
	s    *Server
	runs sync.Map
	cur  string
}

func newEngine(s *Server) *engine { return &engine{s: s} }
func (e *engine) state(runID string) *runState {
	v, _ := e.runs.LoadOrStore(runID, &runState{turn: make(chan struct{}, 1)})
	return v.(*runState)
}

// event is an NDJSON line; only text goes into the text stream.
type event struct {
	Type   string          `json:"type"`
	RunID  string          `json:"runId"`
	Text   *string         `json:"text"`
	CallID *string         `json:"callId"`
	Name   *string         `json:"name"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
	JobID  *string         `json:"jobId"`
	wait   time.Duration
}
type plan struct {
	events []event
	text   string
	job    time.Duration
	jobBad bool
	tool   *McpLog
}

func pieces(text string) []string {
	var out []string
	if len(text) > 4000 {
		for text != "" {
			n := 2048
			if n >= len(text) {
				n = len(text)
			} else if !fault("ndjson-utf8-split") {
				for !utf8.RuneStart(text[n]) {
					n--
				}
			}
			out = append(out, text[:n])
			text = text[n:]
		}
		return out
	}
	if fault("ndjson-utf8-split") {
		for len(text) > 24 {
			out = append(out, text[:24])
			text = text[24:]
		}
		return append(out, text)
	}
	return strings.SplitAfter(text, " ")
}

func short(s string, n int) string {
	r := []rune(s)
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// think decides what the worker says and does. history ends with the message to answer.
func (e *engine) think(ag *Agent, run *Run, history []Message) plan {
	msg := history[len(history)-1].Content
	if fault("answers-cross-runs") {
		e.cur = msg
		time.Sleep(4 * time.Millisecond)
		msg = e.cur
	}
	low := strings.ToLower(msg)
	p := plan{}
	say := func(text string, wait time.Duration) {
		for _, t := range pieces(text) {
			t := t
			p.events = append(p.events, event{Type: "text_delta", Text: &t, wait: wait})
		}
		p.text += text
	}
	prev := ""
	turn := 0
	for i, m := range history {
		if m.Role == "user" {
			turn++
			if i < len(history)-1 {
				prev = m.Content
			}
		}
	}
	switch {
	case strings.Contains(low, "start the long job"):
		p.job = longJob
		say("I have started the long job in the background. ", 0)
	case strings.Contains(low, "start a job that fails"):
		p.job, p.jobBad = badJob, true
		say("I have started the job in the background. ", 0)
	case strings.Contains(low, "count slowly"):
		say("I count: one two three four five six seven eight nine ten eleven twelve. ", 120*time.Millisecond)
	case strings.Contains(low, "what is the tide"):
		say("Let me look that up. ", 0)
		in, _ := json.Marshal(map[string]any{"port": "Hull"})
		outp, _ := e.s.tools["read_tide_table"].Run(nil, map[string]any{"port": "Hull"})
		out, _ := json.Marshal(outp)
		id := newID()
		name := "read_tide_table"
		p.events = append(p.events, event{Type: "tool_call", CallID: &id, Name: &name, Input: in},
			event{Type: "tool_result", CallID: &id, Name: &name, Output: out})
		p.tool = &McpLog{ID: newID(), Server: "sea", ToolName: name, Input: in, Output: out}
		say("The next high water is early in the morning. ", 0)
	default:
		say("You wrote: "+msg+" ", 0)
	}
	tail := fmt.Sprintf("(message %d of this conversation", turn)
	if run.LastJob != nil {
		tail += "; the last job has " + *run.LastJob
	}
	if prev != "" {
		tail += "; before it you wrote: " + short(prev, 80)
	}
	say(tail+")", 0)
	return p
}

func runLog(run *Run, ev, level, msg string) *RunLog {
	return &RunLog{ID: newID(), RunID: run.RunID, UserID: run.UserID, AgentID: run.AgentID, Event: ev, Level: level, Message: msg}
}

// start makes a run, with its first message if there is one.
func (e *engine) start(ag *Agent, userID, source string, message *string) (*Run, *RunLog, error) {
	run := &Run{RunID: uuid.NewString(), UserID: userID, AgentID: ag.ID, AgentName: ag.Name, Source: source, Status: "idle"}
	l := runLog(run, "run_started", "info", "run started by "+source)
	err := e.s.tx(func(tx *gorm.DB) error {
		if fault("post-keeps-old-context") && message != nil {
			var last Run
			if tx.Where("user_id = ? AND agent_id = ?", userID, ag.ID).Order("created_at desc").Take(&last).Error == nil {
				var old []Message
				tx.Where("run_id = ?", last.RunID).Order("id").Find(&old)
				for _, m := range old {
					tx.Create(&Message{RunID: run.RunID, Role: m.Role, Content: m.Content})
				}
			}
		}
		if message != nil {
			run.Status, run.MessageCount = "streaming", 1
			if err := tx.Create(&Message{RunID: run.RunID, Role: "user", Content: stored(*message)}).Error; err != nil {
				return err
			}
		}
		if err := tx.Create(run).Error; err != nil {
			return err
		}
		return tx.Create(l).Error
	})
	return run, l, err
}

// stored is the form in which a message is kept.
func stored(m string) string {
	if fault("history-cut-64k") && len(m) > 65536 {
		return m[:65536]
	}
	return m
}

func (e *engine) addMessage(run *Run, message string) error {
	if fault("concurrent-put-loses-message") {
		return nil
	}
	return e.s.tx(func(tx *gorm.DB) error {
		if err := tx.Create(&Message{RunID: run.RunID, Role: "user", Content: stored(message)}).Error; err != nil {
			return err
		}
		return tx.Model(&Run{}).Where("run_id = ?", run.RunID).
			Updates(map[string]any{"status": "streaming", "message_count": gorm.Expr("message_count + 1")}).Error
	})
}

// answer lets the worker answer the last message of the run; the caller holds the turn, which ends with the events.
func (e *engine) answer(reqCtx context.Context, ag *Agent, run *Run, st *runState, history []Message) (<-chan event, string) {
	p := e.think(ag, run, history)
	jobID := ""
	if p.job > 0 {
		jobID = uuid.NewString()
		st.mu.Lock()
		st.jobID = jobID
		st.mu.Unlock()
		p.events = append(p.events, event{Type: "job_started", JobID: &jobID})
		go e.job(reqCtx, run, st, jobID, p)
	}
	size := len(p.events) + 2
	if fault("hangup-loses-answer") {
		size = 0
	}
	ch := make(chan event, size)
	go func() {
		defer func() { <-st.turn }()
		defer close(ch)
		for _, ev := range p.events {
			if ev.wait > 0 {
				time.Sleep(ev.wait)
			}
			ev.RunID = run.RunID
			if fault("hangup-loses-answer") {
				select {
				case ch <- ev:
				case <-reqCtx.Done():
					return
				}
				continue
			}
			ch <- ev
		}
		err := e.s.tx(func(tx *gorm.DB) error {
			if fault("concurrent-put-loses-message") && len(history) > 1 {
				tx.Where("run_id = ?", run.RunID).Delete(&Message{})
				all := make([]Message, 0, len(history)+1)
				for _, m := range history {
					all = append(all, Message{RunID: run.RunID, Role: m.Role, Content: m.Content})
				}
				all = append(all, Message{RunID: run.RunID, Role: "assistant", Content: p.text})
				return tx.Create(&all).Error
			}
			if err := tx.Create(&Message{RunID: run.RunID, Role: "assistant", Content: p.text}).Error; err != nil {
				return err
			}
			status := "idle"
			if st.job() != "" {
				status = "job_running"
			}
			if p.tool != nil {
				p.tool.RunID, p.tool.UserID = run.RunID, run.UserID
				if err := tx.Create(p.tool).Error; err != nil {
					return err
				}
				if err := tx.Create(runLog(run, "tool_called", "info", p.tool.ToolName)).Error; err != nil {
					return err
				}
			}
			if err := tx.Create(runLog(run, "answered", "info", short(p.text, 120))).Error; err != nil {
				return err
			}
			return tx.Model(&Run{}).Where("run_id = ?", run.RunID).
				Updates(map[string]any{"status": status, "message_count": gorm.Expr("message_count + 1")}).Error
		})
		last := event{Type: "done", RunID: run.RunID}
		if err != nil {
			msg := "the answer could not be kept"
			last = event{Type: "error", RunID: run.RunID, Text: &msg}
		}
		ch <- last
	}()
	return ch, jobID
}

// job is the background job of a run: a timer stands for its work.
func (e *engine) job(reqCtx context.Context, run *Run, st *runState, jobID string, p plan) {
	ctx := context.Background()
	if fault("job-ends-with-request") {
		ctx = reqCtx
	}
	_ = e.s.tx(func(tx *gorm.DB) error {
		if err := tx.Create(runLog(run, "job_started", "info", jobID)).Error; err != nil {
			return err
		}
		return tx.Model(&Run{}).Where("run_id = ?", run.RunID).Updates(map[string]any{"job_id": jobID}).Error
	})
	t := time.NewTimer(p.job)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	outcome, level := "succeeded", "info"
	if p.jobBad {
		outcome, level = "failed", "error"
		if fault("failed-job-never-ends") {
			return
		}
	}
	_ = e.s.tx(func(tx *gorm.DB) error {
		if err := tx.Create(runLog(run, "job_"+outcome, level, jobID)).Error; err != nil {
			return err
		}
		up := map[string]any{"job_id": nil, "last_job": outcome}
		if err := tx.Model(&Run{}).Where("run_id = ?", run.RunID).Updates(up).Error; err != nil {
			return err
		}
		return tx.Model(&Run{}).Where("run_id = ? AND status = ?", run.RunID, "job_running").Update("status", "idle").Error
	})
	st.mu.Lock()
	st.jobID = ""
	if fault("resume-409-after-job") {
		st.until = time.Now().Add(5 * time.Second)
	}
	st.mu.Unlock()
}

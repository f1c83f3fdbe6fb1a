package main

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	bolt "go.etcd.io/bbolt"
)

// The Workers API: conversations with a deployed worker.

type piece struct {
	kind   string // text, tool_call, tool_response
	text   string
	call   string
	name   string
	data   map[string]any
	pauses time.Duration
}

type reply struct {
	pieces  []piece
	jobTime time.Duration // above 0: a background job
	jobFail bool
}

func (r reply) text() string {
	var b strings.Builder
	for _, p := range r.pieces {
		if p.kind == "text" {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

const (
	frostTool   = "look_up_frost_dates"
	frostMarker = "FROSTLINE-7Q2-GRID-0418"
)

// answerTo is the worker itself: what it says to a message, given its agent and the turn of the conversation.
func answerTo(agent *AgentModel, run *Run, message string, turn int64) reply {
	low := strings.ToLower(message)
	var r reply
	say := func(text string, pause time.Duration) {
		words := strings.SplitAfter(text, " ")
		for _, w := range words {
			if w != "" {
				r.pieces = append(r.pieces, piece{kind: "text", text: w, pauses: pause})
			}
		}
	}
	if run.LastJob != "" {
		say(run.LastJob+" ", 5*time.Millisecond)
	}
	switch {
	case strings.Contains(low, "job that fails"):
		r.jobTime, r.jobFail = 1500*time.Millisecond, true
		say("I have begun to dig in the background, though this bed is known to be stony.", 8*time.Millisecond)
	case strings.Contains(low, "long job"):
		r.jobTime = 2500 * time.Millisecond
		say("I have begun to lay the hedge in the background and will tell you when it stands.", 8*time.Millisecond)
	case strings.Contains(low, "count slowly"):
		for i := 1; i <= 20; i++ {
			r.pieces = append(r.pieces, piece{kind: "text", text: fmt.Sprintf("Stem %d. ", i), pauses: 110 * time.Millisecond})
		}
		say("That was the row.", 0)
	case strings.Contains(low, "last frost"):
		say("Let me look that up in the almanac. ", 8*time.Millisecond)
		id := "call_" + newULID()
		r.pieces = append(r.pieces,
			piece{kind: "tool_call", call: id, name: frostTool, data: map[string]any{"place": "Hexham"}, pauses: 20 * time.Millisecond},
			piece{kind: "tool_response", call: id, name: frostTool, data: frostDates("Hexham"), pauses: 20 * time.Millisecond})
		say("You may plant out after the first week of May, the gardeners there say.", 8*time.Millisecond)
	default:
		say(fmt.Sprintf("This is %s, turn %d. Your %d characters arrived well; the hedge — hawthorn, briar, hazel — grows on. What next?",
			agent.Name, turn, utf8.RuneCountInString(message)), 8*time.Millisecond)
	}
	return r
}

func messageKey(run string, n int64) string {
	if fault("w-history-key-order") {
		return run + "/" + strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%s/%08d", run, n)
}

// addMessage appends a message to the history of a run.
func addMessage(tx *bolt.Tx, run *Run, role, content string) {
	if role == "user" && fault("w-html-escaped") {
		content = html.EscapeString(content)
	}
	run.Count++
	put(tx, "messages", messageKey(run.RunID, run.Count), Message{role, content})
	run.UpdatedAt = stamp(now())
	put(tx, "runs", run.RunID, run)
}

func logRun(tx *bolt.Tx, run *Run, event, detail string) AgentRunLog {
	l := AgentRunLog{LogID: newULID(), RunID: run.RunID, AgentID: run.AgentID, Event: event, Detail: detail, CreatedAt: stamp(now())}
	put(tx, "run_logs", run.RunID+"/"+num(nextID(tx, "run_logs")), l)
	return l
}

func newRun(tx *bolt.Tx, agent, user, source string) *Run {
	t := stamp(now())
	run := &Run{RunID: newUUID(), AgentID: agent, UserID: user, Source: source, CreatedAt: t, UpdatedAt: t}
	put(tx, "runs", run.RunID, run)
	return run
}

var (
	runLocks sync.Map // of run ids: one turn of a conversation at a time
	lastRuns sync.Map
)

func lockOf(run string) *sync.Mutex {
	m, _ := runLocks.LoadOrStore(run, &sync.Mutex{})
	return m.(*sync.Mutex)
}

// workerAgent is the agent that is addressed, if the caller may talk to it.
func workerAgent(tx *bolt.Tx, c *Ctx) (*AgentModel, error) {
	a := get[AgentModel](tx, "agents", c.arg("agent_id"))
	if a == nil {
		return nil, fail(404, "there is no worker %s", c.arg("agent_id"))
	}
	if a.Visibility != publicVis && a.OwnerID != c.uid() {
		return nil, fail(403, "this worker is private")
	}
	return a, nil
}

func workerRun(tx *bolt.Tx, c *Ctx) (*Run, error) {
	run := get[Run](tx, "runs", c.arg("run_id"))
	foreign := run != nil && run.UserID != c.uid() && !(fault("w-foreign-run-read") && c.op.Method == "GET")
	if run == nil || run.AgentID != c.arg("agent_id") || foreign {
		return nil, fail(404, "there is no run %s", c.arg("run_id"))
	}
	return run, nil
}

func startJob(run *Run, r reply) {
	id, runID := run.JobID, run.RunID
	time.AfterFunc(r.jobTime, func() {
		if r.jobFail && fault("w-job-error-never-ends") {
			return
		}
		_ = update(func(tx *bolt.Tx) error {
			run := get[Run](tx, "runs", runID)
			if run == nil || run.JobID != id {
				return nil
			}
			run.JobID = ""
			if r.jobFail {
				run.LastJob = "The job in the background ended with an error: the spade met rock."
				logRun(tx, run, "job_failed", id)
			} else {
				run.LastJob = "The job in the background is done: the hedge stands."
				logRun(tx, run, "job_finished", id)
			}
			run.UpdatedAt = stamp(now())
			put(tx, "runs", runID, run)
			return nil
		})
	})
}

func jobRuns(tx *bolt.Tx, user, agent string) bool {
	for _, r := range scan[Run](tx, "runs", "") {
		if r.UserID == user && r.AgentID == agent && r.JobID != "" {
			return true
		}
	}
	return false
}

func workerTalk(c *Ctx) error {
	ndjson := strings.HasPrefix(c.op.Path, "/workers/ndjson/")
	resume := c.op.Method == "PUT"
	message := c.body.str("message")
	var agent *AgentModel
	var run *Run
	var r reply
	busy := fail(409, "a background job of this run is still going on")
	if resume {
		var err error
		view(func(tx *bolt.Tx) {
			if agent, err = workerAgent(tx, c); err == nil {
				run, err = workerRun(tx, c)
			}
		})
		if err != nil {
			return err
		}
		if run.JobID != "" && !fault("w-put-job-accepted") && !fault("w-409-message-added") {
			return busy
		}
		if !fault("w-concurrent-put-lost") {
			lock := lockOf(run.RunID)
			lock.Lock()
			defer lock.Unlock()
		}
	}
	err := update(func(tx *bolt.Tx) (err error) {
		if agent, err = workerAgent(tx, c); err != nil {
			return err
		}
		if resume {
			if run, err = workerRun(tx, c); err != nil {
				return err
			}
			if run.JobID != "" && fault("w-409-message-added") {
				addMessage(tx, run, "user", message)
				return nil
			}
			if run.JobID != "" && !fault("w-put-job-accepted") {
				return busy
			}
		} else {
			if fault("w-post-blocked-by-job") && jobRuns(tx, c.uid(), agent.AgentID) {
				return busy
			}
			last, _ := lastRuns.Load(c.uid() + agent.AgentID)
			lastID, _ := last.(string)
			if fault("w-post-reuses-run") && lastID != "" {
				run = get[Run](tx, "runs", lastID)
			} else {
				run = newRun(tx, agent.AgentID, c.uid(), "api")
				logRun(tx, run, "run_started", "")
			}
			if fault("w-context-bleed") && lastID != "" {
				for _, m := range scan[Message](tx, "messages", lastID+"/") {
					addMessage(tx, run, m.Role, m.Content)
				}
			}
			lastRuns.Store(c.uid()+agent.AgentID, run.RunID)
		}
		r = answerTo(agent, run, message, run.Count/2+1)
		run.LastJob = ""
		if r.jobTime > 0 {
			run.JobID, run.JobNDJSON = "job_"+newULID(), ndjson
		}
		if resume && fault("w-concurrent-put-lost") {
			put(tx, "runs", run.RunID, run)
		} else {
			addMessage(tx, run, "user", message)
		}
		logRun(tx, run, "message_received", "")
		for i, p := range r.pieces {
			if p.kind == "tool_call" {
				logRun(tx, run, "tool_called", p.name)
				put(tx, "mcp_logs", run.RunID+"/"+num(nextID(tx, "mcp_logs")), McpServerLog{LogID: newULID(), RunID: run.RunID,
					ServerName: "garden", ToolName: p.name, Input: p.data, Output: r.pieces[i+1].data, CreatedAt: stamp(now())})
			}
		}
		if r.jobTime > 0 {
			logRun(tx, run, "job_started", run.JobID)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if resume && run.JobID != "" && r.jobTime == 0 && fault("w-409-message-added") {
		return busy
	}
	if !resume {
		lock := lockOf(run.RunID)
		lock.Lock()
		defer lock.Unlock()
	}
	if r.jobTime > 0 {
		startJob(run, r)
	}
	h := c.Response().Header()
	if !(resume && fault("w-run-header-put")) {
		h.Set("X-Service-Run-ID", run.RunID)
	}
	if r.jobTime > 0 {
		h.Set("x-service-job-id", run.JobID)
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if ndjson {
		h.Set("Content-Type", "application/x-ndjson")
	} else {
		h.Set("Content-Type", "text/plain; charset=utf-8")
	}
	c.Response().WriteHeader(200)
	gone := false
	send := func(b []byte) {
		if gone {
			return
		}
		if _, err := c.Response().Write(b); err != nil {
			gone = true // the client has gone; the worker goes on all the same
			return
		}
		if !fault("w-stream-buffered") {
			c.Response().Flush()
		}
	}
	if ndjson {
		send(line(map[string]any{"type": "start", "run_id": run.RunID}))
	}
	for i, p := range r.pieces {
		if i == len(r.pieces)-1 && !(resume && ndjson && fault("w-ndjson-put-answer-lost")) {
			finishTurn(run, message, r.text(), resume)
		}
		switch {
		case ndjson && p.kind == "text":
			send(line(map[string]any{"type": "text", "text": p.text}))
		case ndjson && p.kind == "tool_call":
			send(line(map[string]any{"type": p.kind, "call_id": p.call, "name": p.name, "arguments": p.data}))
		case ndjson:
			send(line(map[string]any{"type": p.kind, "call_id": p.call, "name": p.name, "output": p.data}))
		case p.kind == "text":
			send([]byte(p.text))
			if i%5 == 4 && fault("w-stream-doubled") {
				send([]byte(p.text))
			}
		case p.kind == "tool_response" && fault("w-text-shows-tool"):
			out, _ := json.Marshal(p.data)
			send([]byte("[" + p.name + "] " + string(out) + "\n"))
		}
		time.Sleep(p.pauses)
	}
	if ndjson {
		send(line(map[string]any{"type": "end", "run_id": run.RunID}))
	}
	return nil
}

// finishTurn keeps the worker's answer; it is kept before the last piece is sent.
func finishTurn(run *Run, message, text string, resume bool) {
	_ = update(func(tx *bolt.Tx) error {
		fresh := get[Run](tx, "runs", run.RunID)
		if fresh == nil {
			return nil
		}
		if resume && fault("w-concurrent-put-lost") {
			fresh.Count = run.Count
			addMessage(tx, fresh, "user", message)
		}
		addMessage(tx, fresh, "assistant", text)
		logRun(tx, fresh, "reply_sent", "")
		return nil
	})
}

func line(v map[string]any) []byte {
	var b []byte
	if v["type"] == "tool_response" && fault("w-ndjson-multiline") {
		b, _ = json.MarshalIndent(v, "", "  ")
	} else {
		b, _ = json.Marshal(v)
	}
	return append(b, '\n')
}

func workerHistory(c *Ctx) error {
	var run *Run
	var messages []*Message
	var err error
	view(func(tx *bolt.Tx) {
		if run, err = workerRun(tx, c); err == nil {
			messages = scan[Message](tx, "messages", run.RunID+"/")
		}
	})
	if err != nil {
		return err
	}
	if run.JobID != "" && !(run.JobNDJSON && fault("w-job-header-ndjson")) {
		c.Response().Header().Set("x-service-job-id", run.JobID)
	}
	c.Response().Header().Set("X-Service-Run-ID", run.RunID)
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.ok(messages)
}

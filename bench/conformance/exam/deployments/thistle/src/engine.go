package main

import (
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	jobLength = 2500 * time.Millisecond
	thinking  = 10 * time.Millisecond
)

// out writes a stream in one of the two forms.
type out struct {
	w   http.ResponseWriter
	rc  *http.ResponseController
	nd  bool
	seq int
}

func (o *out) line(m M) {
	if !o.nd {
		return
	}
	o.seq++
	m["seq"] = o.seq
	o.w.Write(append(encode(m), '\n'))
	o.rc.Flush()
}
func (o *out) text(s string) {
	if o.nd {
		o.line(M{"type": "text.delta", "text": s})
		return
	}
	o.w.Write([]byte(s))
	o.rc.Flush()
}

// turn takes one user message and streams what the worker says. The run's turn lock is held.
// The turn is brought to its end even when the client has gone.
func (s *runs) turn(c *C, r *Run, g *Agent, msg string, nd bool) {
	low := strings.ToLower(msg)
	r.mu.Lock()
	stale := append([]Msg{}, r.msgs...)
	r.msgs = append(r.msgs, Msg{"user", msg})
	if F("worker-history-keeps-six") && len(r.msgs) > 6 {
		r.msgs = append([]Msg{}, r.msgs[len(r.msgs)-6:]...)
	}
	nth := 0
	for _, m := range r.msgs {
		if m.Role == "user" {
			nth++
		}
	}
	note := r.jobNote
	r.jobNote, r.last = "", now()
	r.mu.Unlock()
	r.log("message.user", fmt.Sprintf("%d characters", utf8.RuneCountInString(msg)))
	wantsJob := strings.Contains(low, "background job")
	jobID := ""
	if wantsJob {
		jobID = s.startJob(r, strings.Contains(low, "that fails"))
	}
	h := c.w.Header()
	h.Set("X-Service-Run-ID", r.id)
	if jobID != "" {
		h.Set("x-service-job-id", jobID)
	}
	h.Set("Cache-Control", "no-cache")
	if nd {
		h.Set("Content-Type", "application/x-ndjson")
	} else {
		h.Set("Content-Type", "text/plain; charset=utf-8")
	}
	c.w.WriteHeader(200)
	o := &out{c.w, http.NewResponseController(c.w), nd, 0}
	o.rc.Flush()
	o.line(M{"type": "run.started", "runId": r.id})
	var parts []string
	pause := time.Duration(0)
	say := ""
	if note != "" {
		say = note + " "
	}
	switch {
	case wantsJob:
		args := M{"code": "crunch()", "background": true}
		call := newULID()
		o.line(M{"type": "tool.call", "callId": call, "name": "code_interpreter", "arguments": args})
		res := M{"accepted": true, "jobId": jobID}
		o.line(M{"type": "tool.result", "callId": call, "name": "code_interpreter", "output": res})
		r.addMcp("computer", "code_interpreter", args, res)
		o.line(M{"type": "job.started", "jobId": jobID})
		say += "I have begun a job on the Virtual Computer. Ask me again when it has ended."
	case strings.Contains(low, "rain"):
		args := M{"station": "Thistle Bay", "days": 1}
		call := newULID()
		o.line(M{"type": "tool.call", "callId": call, "name": "measure_rainfall", "arguments": args})
		if F("worker-text-shows-tool-call") && !nd {
			o.text("[tool measure_rainfall: station=Thistle Bay raw=rain-gauge-raw-7731]\n")
		}
		var res M
		innerCall("POST", "tools", "/internal/measure-rainfall", args, &res)
		if !F("worker-ndjson-without-tool-results") {
			o.line(M{"type": "tool.result", "callId": call, "name": "measure_rainfall", "output": res})
		}
		r.addMcp("weather", "measure_rainfall", args, res)
		say += fmt.Sprintf("It rained %v millimetres at Thistle Bay yesterday.", res["millimetres"])
	case strings.Contains(low, "count slowly"):
		pause = 100 * time.Millisecond
		words := "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
		for _, w := range strings.Fields(words) {
			parts = append(parts, w+" ")
		}
		parts[0] = say + parts[0]
	default:
		say += fmt.Sprintf("%s here, turn %d. You said: %s", g.Name, nth, msg)
	}
	if parts == nil {
		parts = split(say, 24)
	}
	whole := strings.Join(parts, "")
	time.Sleep(thinking)
	if F("worker-puts-at-once-overwrite") {
		time.Sleep(4 * thinking)
	}
	for i, p := range parts {
		if i > 0 && pause > 0 {
			time.Sleep(pause)
		}
		if i == len(parts)-1 {
			s.finish(r, whole, stale, msg)
		}
		o.text(p)
	}
	o.line(M{"type": "run.finished", "runId": r.id})
}
func (s *runs) finish(r *Run, text string, stale []Msg, msg string) {
	r.mu.Lock()
	if F("worker-puts-at-once-overwrite") {
		r.msgs = append(stale, Msg{"user", msg})
	}
	r.msgs = append(r.msgs, Msg{"assistant", text})
	r.last = now()
	r.mu.Unlock()
	r.log("message.assistant", fmt.Sprintf("%d characters", utf8.RuneCountInString(text)))
}
func (r *Run) addMcp(server, tool string, args, res any) {
	l := McpLog{newULID(), r.id, server, tool, args, res, now()}
	r.mu.Lock()
	r.mcp = append(r.mcp, l)
	r.mu.Unlock()
	r.log("tool.call", tool)
}

// split cuts a text into parts of some n bytes each, between characters.
func split(s string, n int) (parts []string) {
	for len(s) > n {
		k := n
		for !F("worker-stream-cuts-characters") && !utf8.RuneStart(s[k]) {
			k--
		}
		p := s[:k]
		if F("worker-stream-cuts-characters") {
			p = strings.ToValidUTF8(p, "\uFFFD")
		}
		parts = append(parts, p)
		s = s[k:]
	}
	if F("worker-stream-cuts-characters") {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return append(parts, s)
}

func (s *runs) startJob(r *Run, fails bool) string {
	id := "job_" + newULID()
	r.mu.Lock()
	r.jobID = id
	r.mu.Unlock()
	r.log("job.started", id)
	go func() {
		time.Sleep(jobLength)
		if fails && F("worker-failed-job-never-ends") {
			r.log("job.failed", id)
			return
		}
		r.mu.Lock()
		r.jobID, r.jobNote = "", "Your job ended: the answer is 42."
		if fails {
			r.jobNote = "Your job failed: out of memory."
		}
		r.last = now()
		r.mu.Unlock()
		if fails {
			r.log("job.failed", id)
		} else {
			r.log("job.succeeded", id)
		}
	}()
	return id
}

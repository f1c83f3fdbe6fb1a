package main

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

const jobTime = 3 * time.Second

// caller is the owner of the API key. Call with mu held.
func caller(r *http.Request) *User {
	tok := bearer(r)
	if tok == "" {
		return nil
	}
	if k := st.keyCache[tok]; k != nil && on("worker-key-cached") {
		return st.users[k.owner]
	}
	for _, k := range st.keys {
		if k.value == tok {
			st.keyCache[tok] = k
			return st.users[k.owner]
		}
	}
	return nil
}

func findRun(id string) *Run {
	for _, r := range st.runs {
		if r.ID == strings.ToLower(id) {
			return r
		}
	}
	return nil
}

func workerPath(r *http.Request) []Vio {
	var bad []Vio
	for _, n := range []string{"agent_id", "run_id"} {
		if v := r.PathValue(n); v != "" && !uuidRe.MatchString(v) {
			bad = append(bad, Vio{"path", n, "must be a UUID"})
		}
	}
	return bad
}

// workerRun finds the run of the path for this caller.
func workerRun(r *http.Request, u *User, fid string) (*Run, int, any) {
	run := findRun(r.PathValue("run_id"))
	if run == nil || run.Agent != strings.ToLower(r.PathValue("agent_id")) || (run.Owner != u.ID && !on(fid)) {
		s, b := fail(404, "There is no such run.")
		return nil, s, b
	}
	return run, 0, nil
}

func history(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	status, body := func() (int, any) {
		u := caller(r)
		if u == nil {
			return fail(401, "A valid API key is needed.")
		}
		if bad := workerPath(r); bad != nil {
			return invalid(bad...)
		}
		run, s, b := workerRun(r, u, "worker-history-any-key")
		if run == nil {
			return s, b
		}
		w.Header().Set("X-Service-Run-ID", run.ID)
		if run.job != nil && !(on("worker-job-header-once") && run.job.shown) {
			w.Header().Set("x-service-job-id", run.job.ID)
			run.job.shown = true
		}
		return 200, append([]Msg{}, run.msgs...)
	}()
	data := marshal(body)
	mu.Unlock()
	sendRaw(w, status, body, data)
}

type event struct {
	Type      string `json:"type"`
	RunID     string `json:"runId,omitempty"`
	CallID    string `json:"callId,omitempty"`
	Name      string `json:"name,omitempty"`
	Arguments J      `json:"arguments,omitempty"`
	Output    any    `json:"output,omitempty"`
	Text      string `json:"text,omitempty"`
}

var (
	longRe = regexp.MustCompile(`(?i)\blong job\b`)
	failRe = regexp.MustCompile(`(?i)\bjob that fails\b`)
	pondRe = regexp.MustCompile(`(?i)\bhow high\b.*\bpond\b`)
)

// answer thinks of the worker's words for the message that run got last. Call with mu held.
func answer(run *Run, msg string) (text string, calls []event) {
	n := 0
	for _, m := range run.msgs {
		if m.Role == "user" {
			n++
		}
	}
	head := ""
	if j := run.lastJob; j != nil {
		head = "The job is done, its result is ready. "
		if j.fails {
			head = "The job has ended with an error: the disk was full. "
		}
		run.lastJob = nil
	}
	call := func(name string, args J, out any) {
		id := "call_" + nano(8)
		calls = append(calls, event{Type: "tool_call", CallID: id, Name: name, Arguments: args}, event{Type: "tool_result", CallID: id, Name: name, Output: out})
		run.mcp = append(run.mcp, &McpLog{st.next(), run.ID, "pond-tools", "tools/call", name, args, out, tick()})
	}
	said := []rune(strings.TrimSpace(msg))
	if len(said) > 80 {
		said = append(said[:80], '…')
	}
	comp := run.Agent == agComp
	switch {
	case comp && (longRe.MatchString(msg) || failRe.MatchString(msg)):
		run.job = &Job{ID: "job_" + nano(12), fails: failRe.MatchString(msg)}
		job := run.job
		call("code_interpreter", J{"background": true, "program": "simulate.py"}, J{"state": "in-background", "job": job.ID})
		time.AfterFunc(jobTime, func() { endJob(run, job) })
		text = head + "I have handed this to the computer, it works on it in the background. Ask me again when it is through."
	case pondRe.MatchString(msg):
		call("read_pond_level", J{"pond": "north"}, J{"raw": "gauge=417mm;sluice=shut"})
		text = head + "The north pond stands a little higher than usual today, and there is no need to worry about it."
	default:
		text = fmt.Sprintf("%sYou wrote: %s – this is message %d of our conversation, and the lotus is listening to every word.", head, string(said), n)
	}
	return
}

func endJob(run *Run, job *Job) {
	mu.Lock()
	defer mu.Unlock()
	if on("worker-failed-job-stays") && job.fails {
		return
	}
	if run.job == job {
		run.job, run.lastJob = nil, job
		ev := "job.finished"
		if job.fails {
			ev = "job.failed"
		}
		run.log(ev, job.ID)
	}
}

func (r *Run) log(ev, detail string) *RunLog {
	l := &RunLog{st.next(), r.ID, r.Agent, ev, detail, tick()}
	r.logs = append(r.logs, l)
	r.updated = l.CreatedAt
	return l
}

func newRun(agent, owner string) *Run {
	t := tick()
	run := &Run{ID: uuid7(), Agent: agent, Owner: owner, created: t, updated: t}
	st.runs = append(st.runs, run)
	return run
}

// turn is all four ways to say something to a worker.
func turn(w http.ResponseWriter, r *http.Request, nd bool) {
	refuse := func(s int, b any) { send(w, s, b) }
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		refuse(fail(413, "The body is larger than 1 MiB."))
		return
	}
	mu.Lock()
	locked := true
	unlock := func() {
		if locked {
			mu.Unlock()
			locked = false
		}
	}
	defer unlock()
	u := caller(r)
	if u == nil {
		unlock()
		refuse(fail(401, "A valid API key is needed."))
		return
	}
	bad := workerPath(r)
	v, err := decode(raw)
	msg := ""
	if err != nil {
		bad = append(bad, Vio{"body", "", "is not JSON: " + err.Error()})
	} else if e := check(ref("StartRunRequest"), v, ""); e != nil {
		bad = append(bad, e...)
	} else {
		msg = v.(J)["message"].(string)
	}
	if bad != nil {
		unlock()
		refuse(invalid(bad...))
		return
	}
	isPut := r.Method == "PUT"
	agent := findAgent(strings.ToLower(r.PathValue("agent_id")))
	if agent == nil {
		unlock()
		refuse(fail(404, "There is no such worker."))
		return
	}
	if agent.Vis == "private" && agent.OwnerID != u.ID {
		unlock()
		refuse(fail(403, "This worker is private."))
		return
	}
	var run *Run
	kept := msg
	if on("worker-long-message-cut") && len(kept) > 2000 {
		kept = strings.ToValidUTF8(kept[:2000], "")
	}
	var before []Msg
	racy := isPut && on("worker-puts-lose-turn")
	if isPut {
		var s int
		var b any
		if run, s, b = workerRun(r, u, ""); run == nil {
			unlock()
			refuse(s, b)
			return
		}
		busy := func() bool {
			if run.job == nil {
				return false
			}
			if on("worker-409-keeps-message") {
				run.msgs = append(run.msgs, Msg{"user", msg})
			}
			w.Header().Set("X-Service-Run-ID", run.ID)
			w.Header().Set("x-service-job-id", run.job.ID)
			unlock()
			refuse(fail(409, "A background job of this run is still at work."))
			return true
		}
		if busy() {
			return
		}
		if racy {
			before = append([]Msg{}, run.msgs...)
		} else {
			unlock()
			run.turn.Lock()
			defer run.turn.Unlock()
			mu.Lock()
			locked = true
			if busy() {
				return
			}
		}
	} else {
		if on("worker-job-blocks-post") {
			for _, x := range st.runs {
				if x.Owner == u.ID && x.Agent == agent.ID && x.job != nil {
					unlock()
					refuse(fail(409, "This worker is busy with a background job."))
					return
				}
			}
		}
		if on("worker-same-message-same-run") {
			for i := len(st.runs) - 1; i >= 0; i-- {
				x := st.runs[i]
				if x.Owner == u.ID && x.Agent == agent.ID && time.Since(x.created) < time.Minute && len(x.msgs) > 0 && x.msgs[0].Content == msg && x.job == nil {
					run = x
					break
				}
			}
		}
		if run == nil {
			run = newRun(agent.ID, u.ID)
			run.log("run.started", agent.Name)
		}
		unlock()
		run.turn.Lock()
		defer run.turn.Unlock()
		mu.Lock()
		locked = true
	}
	if !(isPut && nd && on("worker-ndjson-put-unsaved")) {
		run.msgs = append(run.msgs, Msg{"user", kept})
	}
	run.log("message.received", fmt.Sprintf("%d characters", len([]rune(msg))))
	text, calls := answer(run, msg)
	if racy {
		run.msgs = before
	}
	h := w.Header()
	if !(isPut && !nd && on("worker-put-no-run-id")) {
		h.Set("X-Service-Run-ID", run.ID)
	}
	if run.job != nil {
		h.Set("x-service-job-id", run.job.ID)
	}
	unlock()

	h.Set("Cache-Control", "no-store")
	fl, _ := w.(http.Flusher)
	out := func(b string) {
		io.WriteString(w, b)
		if fl != nil {
			fl.Flush()
		}
	}
	line := func(e event) { out(string(marshal(e))) }
	if nd {
		h.Set("Content-Type", "application/x-ndjson")
		line(event{Type: "run", RunID: run.ID})
		for _, c := range calls {
			if c.Type == "tool_result" && on("worker-ndjson-no-results") {
				continue
			}
			line(c)
		}
	} else {
		h.Set("Content-Type", "text/plain; charset=utf-8")
		if on("worker-text-shows-calls") {
			for _, c := range calls {
				line(c)
			}
		}
	}
	var parts []string
	rs := []rune(text)
	for len(rs) > 0 {
		n := min(24, len(rs))
		parts = append(parts, string(rs[:n]))
		rs = rs[n:]
	}
	if !nd && on("worker-stream-splits-runes") {
		parts = nil
		for b := text; len(b) > 0; {
			n := min(16, len(b))
			parts = append(parts, strings.ToValidUTF8(b[:n], "\uFFFD"))
			b = b[n:]
		}
	}
	if racy {
		time.Sleep(60 * time.Millisecond)
	}
	for i, p := range parts {
		if i == len(parts)-1 {
			all := text
			if isPut && !nd && on("worker-history-cuts-answer") {
				all = strings.TrimSuffix(text, p)
			}
			mu.Lock()
			if racy {
				run.msgs = append(before, Msg{"user", kept})
			}
			run.msgs = append(run.msgs, Msg{"assistant", all})
			run.log("message.answered", fmt.Sprintf("%d characters", len([]rune(text))))
			mu.Unlock()
		}
		if nd {
			line(event{Type: "text", Text: p})
		} else {
			out(p)
		}
		time.Sleep(8 * time.Millisecond)
	}
	if nd {
		line(event{Type: "done"})
	}
}

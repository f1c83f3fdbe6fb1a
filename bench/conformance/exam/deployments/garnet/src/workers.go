package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strings"
	"time"

	"github.com/google/uuid"
)

type StartRunRequest struct {
	Message string `json:"message"`
}
type ContinueRunRequest struct {
	Message string `json:"message"`
}

const jobTime = 4 * time.Second

func userOfKey(key string) *User {
	if key == "" {
		return nil
	}
	for _, k := range apiKeys {
		if k.Key == key {
			return users[k.owner]
		}
	}
	if on("deleted-key-still-works") {
		return users[revokedKeys[key]]
	}
	return nil
}

type event map[string]any

// answer makes the worker's reply: the events of the NDJSON stream; its text ones are what the user sees.
func answer(r *Run, a *AgentModel, msg string) (evs []event, text string) {
	say := func(s string) {
		rs := []rune(s)
		for len(rs) > 0 {
			n := min(12, len(rs))
			evs = append(evs, event{"type": "text", "text": string(rs[:n])})
			rs = rs[n:]
		}
		text += s
	}
	turn := 0
	for _, m := range r.Messages {
		if m.Role == "user" {
			turn++
		}
	}
	low := strings.ToLower(msg)
	prefix := ""
	if r.JobID != "" && !r.JobReported {
		r.JobReported = true
		prefix = "The job has finished and its result is 42. "
		if r.JobFails {
			prefix = "The job has ended with an error. "
		}
	}
	switch {
	case strings.Contains(low, "long job") || strings.Contains(low, "failing job"):
		r.JobID, r.JobEnds, r.JobFails, r.JobReported, r.JobSeen = newULID(), time.Now().Add(jobTime), strings.Contains(low, "failing job"), false, false
		id := "call_" + newULID()
		evs = append(evs, event{"type": "toolCall", "id": id, "name": "code_interpreter", "arguments": map[string]any{"background": true}},
			event{"type": "toolResult", "id": id, "name": "code_interpreter", "output": "QUEUED " + r.JobID})
		r.Mcp = append(r.Mcp, McpServerLog{r.ID, "virtual-computer", "code_interpreter", "queued", now()})
		say(prefix + "I have begun the work in the background.")
	case strings.Contains(low, "tide"):
		id := "call_" + newULID()
		evs = append(evs, event{"type": "toolCall", "id": id, "name": "read_tide_table", "arguments": map[string]any{"port": "Hull"}},
			event{"type": "toolResult", "id": id, "name": "read_tide_table", "output": "HW0412/5.9"})
		r.Mcp = append(r.Mcp, McpServerLog{r.ID, "sea", "read_tide_table", "HW0412/5.9", now()})
		say(prefix + "High water is a little after four in the morning.")
	default:
		say(fmt.Sprintf("%sMessage %d of our talk reads: %s", prefix, turn, msg))
	}
	return
}

// stream writes the events as text or NDJSON.
func stream(c *C, r *Run, evs []event, nd, put bool) func() {
	jobID := ""
	if r.job() {
		jobID = r.JobID
	}
	runID := r.ID
	return func() {
		w := c.W
		if !(nd && put && on("ndjson-put-no-run-id")) {
			w.Header().Set("X-Service-Run-ID", runID)
		}
		if jobID != "" {
			w.Header().Set("x-service-job-id", jobID)
		}
		if nd {
			w.Header().Set("Content-Type", "application/x-ndjson")
		} else {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		}
		w.WriteHeader(200)
		fl, _ := w.(http.Flusher)
		if nd {
			evs = append(evs, event{"type": "done", "runId": runID})
		}
		for _, e := range evs {
			switch {
			case nd:
				line := toJSON(e)
				w.Write(line)
			case e["type"] == "text":
				t := e["text"].(string)
				if on("text-stream-ascii") { // chunks by bytes: a rune on the border breaks
					var b strings.Builder
					for i := 0; i < len(t); i += 2 {
						b.WriteString(strings.ToValidUTF8(t[i:min(i+2, len(t))], "\uFFFD"))
					}
					t = b.String()
				}
				w.Write([]byte(t))
			case e["type"] == "toolResult" && put && on("text-put-leaks-tool"):
				w.Write([]byte(fmt.Sprintf("[%v] %v\n", e["name"], e["output"])))
			}
			if fl != nil {
				fl.Flush()
			}
		}
	}
}

func workerAgent(c *C) *AgentModel {
	a := agents[c.s("agent_id")]
	if a == nil {
		fail(404, "no such worker")
	}
	if a.Visibility == "private" && a.OwnerID != c.U.UserID {
		fail(403, "this worker is private")
	}
	return a
}

func workerRun(c *C, put bool) *Run {
	r := runs[c.s("run_id")]
	if r == nil {
		fail(404, "no such run")
	}
	if r.AgentID != c.s("agent_id") && !(put && on("put-run-of-other-agent")) {
		fail(404, "no such run")
	}
	if r.UserID != c.U.UserID && !(!put && on("get-run-of-other-user")) {
		fail(404, "no such run")
	}
	return r
}

func newRun(agentID, userID, source string) *Run {
	r := &Run{ID: newUUID(), AgentID: agentID, UserID: userID, Source: source, CreatedAt: now()}
	r.Logs = append(r.Logs, AgentRunLog{r.ID, agentID, "info", "run started (" + source + ")", r.CreatedAt})
	runs[r.ID] = r
	return r
}

func postRun(nd bool) func(c *C) any {
	return func(c *C) any {
		a := workerAgent(c)
		msg := c.str("message", "")
		var before *Run
		for _, r := range runs {
			if r.UserID == c.U.UserID && r.AgentID == a.AgentID && (before == nil || r.CreatedAt.After(before.CreatedAt)) {
				before = r
			}
		}
		r := newRun(a.AgentID, c.U.UserID, "api")
		if on("post-same-run-id") { // "idempotent" by what is asked
			delete(runs, r.ID)
			id := uuid.NewSHA1(uuid.NameSpaceURL, []byte(c.U.UserID+a.AgentID+msg)).String()
			if old := runs[id]; old != nil && !old.job() {
				r = old
			} else if old == nil {
				r.ID = id
			}
			runs[r.ID] = r
		}
		if on("post-keeps-context") && before != nil && nd {
			r.Messages = append(r.Messages, before.Messages...)
		}
		r.Messages = append(r.Messages, Message{"user", msg})
		evs, text := answer(r, a, msg)
		r.Messages = append(r.Messages, Message{"assistant", text})
		return stream(c, r, evs, nd, false)
	}
}

func putRun(nd bool) func(c *C) any {
	return func(c *C) any {
		a := workerAgent(c)
		r := workerRun(c, true)
		msg := c.str("message", "")
		if r.job() && !(nd && on("ndjson-put-during-job")) {
			if on("put-409-adds-message") {
				r.Messages = append(r.Messages, Message{"user", msg})
			}
			c.W.Header().Set("X-Service-Run-ID", r.ID)
			c.W.Header().Set("x-service-job-id", r.JobID)
			fail(409, "a background job is running in this run")
		}
		if on("put-concurrent-lost") {
			had := append([]Message{}, r.Messages...)
			race()
			r.Messages = had
		}
		r.Messages = append(r.Messages, Message{"user", msg})
		evs, text := answer(r, a, msg)
		r.Messages = append(r.Messages, Message{"assistant", text})
		return stream(c, r, evs, nd, true)
	}
}

func getRun(c *C) any {
	workerAgent(c)
	r := workerRun(c, false)
	job := r.job()
	if on("job-header-after-error") && r.JobID != "" && r.JobFails && !r.JobReported {
		job = true
	}
	if on("job-header-first-get-only") && r.JobSeen {
		job = false
	}
	if job {
		r.JobSeen = true
		c.W.Header().Set("x-service-job-id", r.JobID)
	}
	out := append([]Message{}, r.Messages...)
	if on("history-sorted-by-role") { // one timestamp a turn, so the order within it is the role's
		for i := 0; i+1 < len(out); i += 2 {
			pair := out[i : i+2]
			sort.SliceStable(pair, func(a, b int) bool { return pair[a].Role < pair[b].Role })
		}
	}
	if on("history-trims-content") {
		for i := range out {
			out[i].Content = strings.Join(strings.Fields(out[i].Content), " ")
		}
	}
	b, _ := json.Marshal(out)
	var v []Message
	json.Unmarshal(b, &v)
	return v
}

func registerWorkers() {
	aid := P{Name: "agent_id", In: "path", Type: "uuid", Req: true}
	rid := P{Name: "run_id", In: "path", Type: "uuid", Req: true}
	for _, nd := range []bool{false, true} {
		pre, suf, ct := "/workers", "", "text/plain"
		if nd {
			pre, suf, ct = "/workers/ndjson", "Ndjson", "application/x-ndjson"
		}
		register(Op{ID: "startRun" + suf, Method: "POST", Path: pre + "/{agent_id}", Tag: "workers", Doc: "Start a run", Worker: true, Params: []P{aid}, Body: StartRunRequest{}, Stream: ct, Errs: []int{403, 404}, H: postRun(nd)})
		register(Op{ID: "continueRun" + suf, Method: "PUT", Path: pre + "/{agent_id}/{run_id}", Tag: "workers", Doc: "Continue a run", Worker: true, Params: []P{aid, rid}, Body: ContinueRunRequest{}, Stream: ct, Errs: []int{403, 404, 409}, H: putRun(nd)})
	}
	register(Op{ID: "getRunMessages", Method: "GET", Path: "/workers/{agent_id}/{run_id}", Tag: "workers", Doc: "The messages of a run", Worker: true, Params: []P{aid, rid}, Out: []Message{}, Errs: []int{403, 404}, H: getRun})
}

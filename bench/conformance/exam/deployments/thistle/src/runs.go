package main

import (
	"net/http"
	"net/url"
	"sort"
	"strings"
	"sync"
	"time"
)

type Msg struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}
type RunLog struct {
	LogID     string `json:"logId"`
	RunID     string `json:"runId"`
	WorkerID  string `json:"workerId"`
	Event     string `json:"event"`
	Detail    string `json:"detail"`
	CreatedAt Stamp  `json:"createdAt"`
}
type McpLog struct {
	LogID      string `json:"logId"`
	RunID      string `json:"runId"`
	ServerName string `json:"serverName"`
	ToolName   string `json:"toolName"`
	Request    any    `json:"request"`
	Response   any    `json:"response"`
	CreatedAt  Stamp  `json:"createdAt"`
}

// Run is one conversation. turn is held for the time of a whole turn, mu for a moment.
type Run struct {
	turn                      sync.Mutex
	mu                        sync.Mutex
	id, worker, owner, source string
	msgs                      []Msg
	jobID                     string
	jobNote                   string
	started, last             Stamp
	logs                      []RunLog
	mcp                       []McpLog
	lastMsg                   string
}
type RunView struct {
	RunID          string  `json:"runId"`
	WorkerID       string  `json:"workerId"`
	WorkerName     *string `json:"workerName"`
	Status         string  `json:"status"`
	JobID          *string `json:"jobId"`
	Access         string  `json:"access"`
	Source         string  `json:"source"`
	MessageCount   int     `json:"messageCount"`
	StartedAt      Stamp   `json:"startedAt"`
	LastActivityAt Stamp   `json:"lastActivityAt"`
}
type runs struct {
	mu         sync.RWMutex
	runs       map[string]*Run
	byOwner    map[string][]*Run
	workers    *cache[*Agent]
	entitled   *cache[bool]
	schedules  map[string]*Schedule
	recent     map[string]*Run // user + worker + message
	contexts   map[string][]Msg
	jobsByUser map[string]string
}

func newRuns(mux *http.ServeMux) *runs {
	s := &runs{runs: map[string]*Run{}, byOwner: map[string][]*Run{}, workers: newCache[*Agent](), entitled: newCache[bool](), schedules: map[string]*Schedule{},
		recent: map[string]*Run{}, contexts: map[string][]Msg{}, jobsByUser: map[string]string{}}
	onEvent["agent.changed"] = func(e Event) {
		if !F("runs-worker-name-never-refreshed") {
			s.workers.del(e.Agent)
		}
	}
	onEvent["agent.deleted"] = func(e Event) {
		s.workers.del(e.Agent)
		if F("chats-delete-leaves-schedules") {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for id, x := range s.schedules {
			if x.ChatID == e.Agent {
				delete(s.schedules, id)
			}
		}
	}
	onEvent["entitlement.changed"] = func(e Event) { s.entitled.del(e.User + " " + e.Agent) }
	handle(mux, "POST /workers/{agent_id}", func(c *C) { s.start(c, false) })
	handle(mux, "POST /workers/ndjson/{agent_id}", func(c *C) { s.start(c, true) })
	handle(mux, "PUT /workers/{agent_id}/{run_id}", func(c *C) { s.resume(c, false) })
	handle(mux, "PUT /workers/ndjson/{agent_id}/{run_id}", func(c *C) { s.resume(c, true) })
	handle(mux, "GET /workers/{agent_id}/{run_id}", s.read)
	handle(mux, "GET /me/agent-runs", s.list)
	handle(mux, "GET /me/agent-runs/{run_id}", s.view)
	handle(mux, "GET /me/agent-runs/{run_id}/logs", s.listLogs)
	handle(mux, "GET /me/agent-runs/{run_id}/mcp-server-logs", s.listMcp)
	handle(mux, "POST /me/chats/{chat_id}/runs", s.chatRun)
	s.scheduleRoutes(mux)
	return s
}

// worker gives a worker's record as it was at most a moment ago: to show, never to refuse.
func (s *runs) worker(id string) *Agent {
	if g, ok := s.workers.get(id); ok {
		return g
	}
	g, _ := agentOf(id)
	ttl := cacheTTL
	if F("runs-worker-name-never-refreshed") {
		ttl = time.Hour
	}
	s.workers.put(id, g, ttl)
	return g
}
func entitledNow(user, agent string) bool {
	var out struct{ Active bool }
	innerCall("GET", "accounts", "/internal/entitlement?"+url.Values{"user": {user}, "agent": {agent}}.Encode(), nil, &out)
	return out.Active
}

// mayUse asks the owners of the records; it answers when the caller may not.
func (s *runs) mayUse(c *C, id string) *Agent {
	var g *Agent
	ok := false
	if F("chats-delete-leaves-worker") {
		if g, ok = s.workers.get("kept " + id); !ok {
			if g, ok = agentOf(id); ok {
				s.workers.put("kept "+id, g, time.Hour)
			}
		}
	} else {
		g, ok = agentOf(id)
	}
	switch {
	case !ok:
		c.problem(404, "there is no such worker")
	case g.OwnerID == c.uid:
		return g
	case g.Visibility == "private":
		c.problem(403, "this worker is private")
	case g.MonthlyPriceCents != nil && !entitledNow(c.uid, id):
		c.problem(402, "this worker needs a subscription")
	default:
		return g
	}
	return nil
}
func (s *runs) newRun(worker, owner, source string) *Run {
	t := now()
	r := &Run{id: newUUID(), worker: worker, owner: owner, source: source, started: t, last: t}
	s.mu.Lock()
	r.started = now()
	s.runs[r.id] = r
	s.byOwner[owner] = append(s.byOwner[owner], r)
	s.mu.Unlock()
	r.log("run.started", "from "+source)
	publish("agents", Event{Type: "run.started", Agent: worker})
	return r
}
func (r *Run) log(event, detail string) RunLog {
	l := RunLog{newULID(), r.id, r.worker, event, detail, now()}
	r.mu.Lock()
	r.logs = append(r.logs, l)
	r.mu.Unlock()
	return l
}
func (s *runs) find(user, worker, id string) *Run {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r := s.runs[strings.ToLower(id)]
	if r == nil || r.owner != user || worker != "" && r.worker != strings.ToLower(worker) {
		return nil
	}
	return r
}

// ---- Workers API

func (s *runs) message(c *C) (string, bool) {
	v, ok := c.body()
	if !ok {
		return "", false
	}
	v.need("message")
	m := v.str("message", 100000)
	if c.bad(v) {
		return "", false
	}
	return *m, true
}
func (s *runs) start(c *C, nd bool) {
	msg, ok := s.message(c)
	if !ok {
		return
	}
	id := strings.ToLower(c.r.PathValue("agent_id"))
	g := s.mayUse(c, id)
	if g == nil {
		return
	}
	key := c.uid + " " + id
	if F("worker-post-blocked-during-job") {
		s.mu.RLock()
		for _, r := range s.byOwner[c.uid] {
			if r.worker == id && r.job() != "" {
				s.mu.RUnlock()
				c.problem(409, "a background job of this worker is running")
				return
			}
		}
		s.mu.RUnlock()
	}
	if F("worker-posts-coalesced") {
		s.mu.RLock()
		r := s.recent[key+" "+msg]
		s.mu.RUnlock()
		if r != nil && now()-r.started < Stamp(5*time.Second) {
			r.turn.Lock()
			defer r.turn.Unlock()
			s.turn(c, r, g, msg, nd)
			return
		}
	}
	r := s.newRun(id, c.uid, "api")
	if F("worker-context-kept-by-user") {
		s.mu.Lock()
		r.msgs = append([]Msg{}, s.contexts[key]...)
		s.mu.Unlock()
	}
	r.turn.Lock()
	defer r.turn.Unlock()
	s.mu.Lock()
	if fault != "" {
		s.recent[key+" "+msg] = r
	}
	s.mu.Unlock()
	s.turn(c, r, g, msg, nd)
	if F("worker-context-kept-by-user") {
		s.mu.Lock()
		s.contexts[key] = append([]Msg{}, r.msgs...)
		s.mu.Unlock()
	}
}
func (r *Run) job() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.jobID
}
func (s *runs) resume(c *C, nd bool) {
	msg, ok := s.message(c)
	if !ok {
		return
	}
	id := c.r.PathValue("agent_id")
	r := s.find(c.uid, id, c.r.PathValue("run_id"))
	if r == nil {
		c.problem(404, "there is no such run of this worker")
		return
	}
	g := s.mayUse(c, r.worker)
	if g == nil {
		return
	}
	if !F("worker-puts-at-once-overwrite") {
		r.turn.Lock()
		defer r.turn.Unlock()
	}
	job := r.job()
	if job != "" && !(F("worker-put-text-during-job") && !nd) {
		if F("worker-409-adds-message") {
			r.mu.Lock()
			r.msgs = append(r.msgs, Msg{"user", msg})
			r.mu.Unlock()
		}
		c.w.Header().Set("X-Service-Run-ID", r.id)
		c.w.Header().Set("x-service-job-id", job)
		c.problem(409, "a background job of this run is running")
		return
	}
	s.turn(c, r, g, msg, nd)
}
func (s *runs) read(c *C) {
	r := s.find(c.uid, c.r.PathValue("agent_id"), c.r.PathValue("run_id"))
	if r == nil && F("worker-get-ignores-run-owner") {
		s.mu.RLock()
		r = s.runs[strings.ToLower(c.r.PathValue("run_id"))]
		s.mu.RUnlock()
	}
	if r == nil {
		c.problem(404, "there is no such run of this worker")
		return
	}
	r.mu.Lock()
	msgs, job := append([]Msg{}, r.msgs...), r.jobID
	r.mu.Unlock()
	c.w.Header().Set("X-Service-Run-ID", r.id)
	if job != "" {
		c.w.Header().Set("x-service-job-id", job)
	}
	c.plain(msgs)
}

// ---- User API

func (s *runs) viewOf(r *Run, user string) RunView {
	r.mu.Lock()
	v := RunView{RunID: r.id, WorkerID: r.worker, Status: "idle", Source: r.source, MessageCount: len(r.msgs), StartedAt: r.started, LastActivityAt: r.last, Access: "none"}
	if r.jobID != "" {
		v.Status, v.JobID = "running", ptr(r.jobID)
	}
	r.mu.Unlock()
	g := s.worker(r.worker)
	if g == nil {
		return v
	}
	if g.OwnerID == user || g.Visibility == "public" {
		v.WorkerName = &g.Name
	}
	switch {
	case g.OwnerID == user:
		v.Access = "owner"
	case g.Visibility == "private":
	case g.MonthlyPriceCents == nil:
		v.Access = "free"
	default:
		key := user + " " + r.worker
		ok, hit := s.entitled.get(key)
		if !hit {
			ok = entitledNow(user, r.worker)
			s.entitled.put(key, ok, cacheTTL)
		}
		if ok {
			v.Access = "subscriber"
		}
	}
	return v
}
func (s *runs) list(c *C) {
	before, ok := c.cursor()
	if !ok {
		return
	}
	def := defaultPageLen
	if F("runs-default-page-is-25") {
		def = 25
	}
	limit, ok := c.queryInt("limit", def, 1, 500)
	if !ok {
		return
	}
	s.mu.RLock()
	mine := s.byOwner[c.uid] // in order of start
	end := sort.Search(len(mine), func(i int) bool {
		if F("runs-cursor-repeats-last") {
			return mine[i].started > before
		}
		return mine[i].started >= before
	})
	from := max(end-limit, 0)
	page := append([]*Run{}, mine[from:end]...)
	s.mu.RUnlock()
	out := []RunView{}
	for i := len(page) - 1; i >= 0; i-- {
		out = append(out, s.viewOf(page[i], c.uid))
	}
	var next any
	if from > 0 && len(page) > 0 {
		next = page[0].started
	}
	c.page(out, next)
}
func (s *runs) view(c *C) {
	id, ok := c.uuid("run_id")
	if !ok {
		return
	}
	r := s.find(c.uid, "", id)
	if r == nil {
		c.problem(404, "there is no such run")
		return
	}
	c.ok(s.viewOf(r, c.uid))
}
func (s *runs) listLogs(c *C) {
	id, ok := c.uuid("run_id")
	if !ok {
		return
	}
	out := []RunLog{}
	r := s.find(c.uid, "", id)
	if r == nil && F("runs-logs-of-anyone") {
		s.mu.RLock()
		r = s.runs[id]
		s.mu.RUnlock()
	}
	if r != nil {
		r.mu.Lock()
		out = append(out, r.logs...)
		r.mu.Unlock()
	}
	c.plain(out)
}
func (s *runs) listMcp(c *C) {
	id, ok := c.uuid("run_id")
	if !ok {
		return
	}
	out := []McpLog{}
	if r := s.find(c.uid, "", id); r != nil {
		from := []*Run{r}
		if F("runs-mcp-logs-by-worker") {
			s.mu.RLock()
			from = nil
			for _, o := range s.byOwner[c.uid] {
				if o.worker == r.worker {
					from = append(from, o)
				}
			}
			s.mu.RUnlock()
		}
		for _, o := range from {
			o.mu.Lock()
			out = append(out, o.mcp...)
			o.mu.Unlock()
		}
	}
	c.plain(out)
}
func (s *runs) chatRun(c *C) {
	id, ok := c.uuid("chat_id")
	if !ok {
		return
	}
	g, ok := agentOf(id)
	if !ok {
		c.problem(404, "there is no such chat")
		return
	}
	if g.OwnerID != c.uid && g.Visibility == "private" {
		c.problem(403, "you have no permission on this chat")
		return
	}
	r := s.newRun(id, c.uid, "chat")
	r.mu.Lock()
	defer r.mu.Unlock()
	c.ok(r.logs[0])
}

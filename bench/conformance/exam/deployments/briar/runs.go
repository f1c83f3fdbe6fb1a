package main

import (
	"sort"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Runs and their logs, tool executions, studio chats, subscriptions.

func runView(tx *bolt.Tx, r *Run) AgentRunView {
	v := AgentRunView{RunID: r.RunID, AgentID: r.AgentID, Status: "idle", Source: r.Source, MessageCount: r.Count, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
	if a := get[AgentModel](tx, "agents", r.AgentID); a != nil {
		v.AgentName = a.Name
	}
	if r.JobID != "" {
		v.Status = "running"
	}
	return v
}

// page cuts a list, newest first, after the cursor and at the limit.
func page[T any](c *Ctx, list []*T, at func(*T) string) (items []*T, next *string) {
	sort.SliceStable(list, func(i, j int) bool { return at(list[i]) > at(list[j]) })
	items = []*T{}
	cursor, limited := time.Time{}, c.arg("next_cursor") != ""
	if limited {
		cursor, _ = parseTime(c.arg("next_cursor"))
	}
	limit := int(c.argInt("limit"))
	for _, v := range list {
		t := unstamp(at(v))
		if limited && !t.Before(cursor) && !(fault("runs-page-overlap") && c.op.Path == "/me/agent-runs" && t.Equal(cursor)) {
			continue
		}
		if len(items) == limit {
			last := at(items[limit-1])
			if fault("exec-cursor-seconds") && c.op.Path == "/me/executions" {
				last = unstamp(last).Format(time.RFC3339)
			}
			return items, &last
		}
		items = append(items, v)
	}
	return items, nil
}

func runsList(c *Ctx) error {
	r := AgentRunViewListResponse{Items: []AgentRunView{}}
	if _, given := c.QueryParams()["limit"]; !given && fault("runs-default-limit") {
		c.args["limit"] = asArg(20)
	}
	view(func(tx *bolt.Tx) {
		mine := []*Run{}
		for _, run := range scan[Run](tx, "runs", "") {
			if run.UserID == c.uid() {
				mine = append(mine, run)
			}
		}
		items, next := page(c, mine, func(r *Run) string { return r.CreatedAt })
		for _, run := range items {
			r.Items = append(r.Items, runView(tx, run))
		}
		r.NextCursor = next
	})
	return c.ok(r)
}

func ownRun(tx *bolt.Tx, c *Ctx) *Run {
	r := get[Run](tx, "runs", c.arg("run_id"))
	if r == nil || r.UserID != c.uid() {
		return nil
	}
	return r
}

func runGet(c *Ctx) error {
	var v *AgentRunView
	view(func(tx *bolt.Tx) {
		if r := ownRun(tx, c); r != nil {
			x := runView(tx, r)
			v = &x
		}
	})
	if v == nil {
		return fail(404, "there is no run %s", c.arg("run_id"))
	}
	return c.ok(v)
}

func runLogs(c *Ctx) error {
	list := []*AgentRunLog{}
	view(func(tx *bolt.Tx) {
		r := ownRun(tx, c)
		if r == nil {
			return
		}
		list = scan[AgentRunLog](tx, "run_logs", r.RunID+"/")
		if fault("run-logs-join") {
			list = list[:0]
			for _, l := range scan[AgentRunLog](tx, "run_logs", "") {
				if l.AgentID == r.AgentID {
					list = append(list, l)
				}
			}
		}
	})
	return c.ok(list)
}

func runMcpLogs(c *Ctx) error {
	list := []*McpServerLog{}
	view(func(tx *bolt.Tx) {
		if r := ownRun(tx, c); r != nil {
			list = scan[McpServerLog](tx, "mcp_logs", r.RunID+"/")
		}
	})
	if len(list) == 0 && fault("mcp-logs-null") {
		list = nil
	}
	return c.ok(list)
}

func (e *Execution) answer() ToolExecutionLog {
	l := ToolExecutionLog{e.LogID, e.ToolName, e.Status, e.Input, e.Output, e.CreatedAt}
	if fault("exec-log-id-string") {
		l.LogID = strings.TrimLeft(num(e.LogID), "0")
	}
	return l
}

func execList(c *Ctx) error {
	r := ToolExecutionLogsResponse{Items: []ToolExecutionLog{}}
	view(func(tx *bolt.Tx) {
		mine := []*Execution{}
		for _, e := range scan[Execution](tx, "executions", "") {
			if e.UserID == c.uid() {
				mine = append(mine, e)
			}
		}
		items, next := page(c, mine, func(e *Execution) string { return e.CreatedAt })
		for _, e := range items {
			r.Items = append(r.Items, e.answer())
		}
		r.NextCursor = next
	})
	return c.ok(r)
}

func execGet(c *Ctx) error {
	var e *Execution
	view(func(tx *bolt.Tx) { e = get[Execution](tx, "executions", num(c.argInt("log_id"))) })
	if e == nil || e.UserID != c.uid() {
		return fail(404, "there is no execution log of this id")
	}
	return c.ok(e.answer())
}

// ---------------------------------------------------------------- studio chats

func seenStudio(tx *bolt.Tx, c *Ctx, owner bool) (*AgentStudioChat, error) {
	s := get[AgentStudioChat](tx, "studio", c.arg("run_id"))
	if s == nil || s.DeletedAt != "" {
		return nil, fail(404, "there is no studio chat of this run id")
	}
	if s.OwnerID != c.uid() && (owner || s.Visibility != publicVis && !fault("studio-private-open")) {
		return nil, fail(403, "you have no permission on this studio chat")
	}
	return s, nil
}

func studioList(c *Ctx) error {
	list := []*AgentStudioChat{}
	view(func(tx *bolt.Tx) {
		for _, s := range scan[AgentStudioChat](tx, "studio", "") {
			if s.OwnerID == c.uid() && (s.DeletedAt == "" || fault("studio-list-deleted")) {
				list = append(list, s)
			}
		}
	})
	sort.SliceStable(list, func(i, j int) bool { return list[i].CreatedAt > list[j].CreatedAt })
	return c.ok(list)
}

func sandboxPrivate(c *Ctx) error {
	if c.u.Tier == "sandbox" && c.body.str("visibility") == privateVis && !(c.op.Method == "PATCH" && fault("studio-sandbox-private")) {
		return fail(400, "the sandbox tier cannot make studio chats private")
	}
	return nil
}

func fillStudio(tx *bolt.Tx, c *Ctx, s *AgentStudioChat) {
	b := c.body
	if b.has("title") {
		s.Title = b.str("title")
	}
	if b.has("visibility") {
		s.Visibility = b.str("visibility")
	}
	if b.set("agent_id") {
		s.AgentID = b.str("agent_id")
	}
	s.UpdatedAt = stamp(now())
	put(tx, "studio", s.RunID, s)
}

func studioCreate(c *Ctx) error {
	var s *AgentStudioChat
	err := update(func(tx *bolt.Tx) error {
		id := c.body.str("run_id")
		if id == "" {
			id = newULID()
		}
		if err := sandboxPrivate(c); err != nil {
			return err
		}
		if s = get[AgentStudioChat](tx, "studio", id); s != nil && !(fault("studio-post-overwrites") && s.OwnerID == c.uid()) {
			if s.OwnerID != c.uid() || s.DeletedAt != "" {
				return fail(409, "a studio chat with this run_id exists")
			}
			return nil
		}
		s = &AgentStudioChat{RunID: id, OwnerID: c.uid(), Visibility: defaultVisibility(c.u), CreatedAt: stamp(now())}
		fillStudio(tx, c, s)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s)
}

func studioGet(c *Ctx) error {
	var s *AgentStudioChat
	var err error
	view(func(tx *bolt.Tx) { s, err = seenStudio(tx, c, false) })
	if err != nil {
		return err
	}
	return c.ok(s)
}

func studioUpdate(c *Ctx) error {
	var s *AgentStudioChat
	err := update(func(tx *bolt.Tx) (err error) {
		if s, err = seenStudio(tx, c, true); err != nil {
			return err
		}
		if err = sandboxPrivate(c); err != nil {
			return err
		}
		if c.op.Method == "PUT" {
			s.Visibility, s.AgentID = defaultVisibility(c.u), ""
		}
		fillStudio(tx, c, s)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s)
}

func studioDelete(c *Ctx) error {
	var s *AgentStudioChat
	err := update(func(tx *bolt.Tx) (err error) {
		if s, err = seenStudio(tx, c, true); err != nil {
			return err
		}
		s.DeletedAt = stamp(now())
		put(tx, "studio", s.RunID, s)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s)
}

func studioClone(c *Ctx) error {
	var s *AgentStudioChat
	err := update(func(tx *bolt.Tx) error {
		s = get[AgentStudioChat](tx, "studio", c.arg("run_id"))
		if s == nil || s.DeletedAt != "" {
			return fail(404, "there is no studio chat of this run id")
		}
		if s.Visibility != publicVis {
			return fail(400, "private studio chats cannot be cloned")
		}
		s.RunID, s.CreatedAt = newULID(), stamp(now())
		s.UpdatedAt = s.CreatedAt
		if !fault("studio-clone-owner") {
			s.OwnerID = c.uid()
		}
		put(tx, "studio", s.RunID, s)
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSON(201, s)
}

// ---------------------------------------------------------------- subscriptions

func (s *Subscription) answer() AgentSubscriptionResponse {
	return AgentSubscriptionResponse{s.SubscriptionID, s.AgentID, s.Status, s.PriceCents, "usd", s.StartedAt, s.CanceledAt}
}

func activeSub(tx *bolt.Tx, user, agent string) *Subscription {
	s := get[Subscription](tx, "subscriptions", user+"/"+agent)
	if s == nil || s.Status != "active" {
		return nil
	}
	return s
}

func subscribe(c *Ctx) error {
	var s *Subscription
	err := update(func(tx *bolt.Tx) error {
		a, err := seenAgent(tx, c)
		if err != nil {
			return fail(404, "there is no agent %s", c.agentArg())
		}
		if a.PriceCents == 0 {
			return fail(400, "this agent is not paid")
		}
		if a.OwnerID == c.uid() && !fault("sub-own-agent") {
			return fail(400, "this agent is your own")
		}
		if activeSub(tx, c.uid(), a.AgentID) != nil {
			return fail(402, "you are subscribed to this agent")
		}
		s = addSubscription(tx, a, c.uid(), now())
		return nil
	})
	if err != nil {
		return err
	}
	id := "cs_" + newULID()
	return c.ok(AgentSubscribeResponse{s.AgentID, id, "https://pay.briar.example/checkout/" + id, s.Status})
}

func addSubscription(tx *bolt.Tx, a *AgentModel, user string, at time.Time) *Subscription {
	s := &Subscription{newULID(), a.AgentID, a.OwnerID, user, "active", a.PriceCents, stamp(at), ""}
	put(tx, "subscriptions", user+"/"+a.AgentID, s)
	for t := at; !t.After(time.Now()); t = t.AddDate(0, 0, 30) {
		put(tx, "ledger", newULID(), Payment{a.OwnerID, a.AgentID, user, a.PriceCents, stamp(t)})
	}
	return s
}

// cancelSub ends a subscription; what it was stays for the reports.
func cancelSub(tx *bolt.Tx, s *Subscription) {
	s.Status, s.CanceledAt = "canceled", stamp(now())
	del(tx, "subscriptions", s.UserID+"/"+s.AgentID)
	put(tx, "subscriptions", "~past/"+s.SubscriptionID, s)
}

func unsubscribe(c *Ctx) error {
	var s *Subscription
	err := update(func(tx *bolt.Tx) error {
		s = activeSub(tx, c.uid(), c.agentArg())
		if s == nil {
			if _, err := seenAgent(tx, c); err != nil {
				return fail(404, "there is no agent %s", c.agentArg())
			}
			return fail(400, "there is no active subscription to cancel")
		}
		cancelSub(tx, s)
		if fault("unsub-cancels-all") {
			for _, o := range scan[Subscription](tx, "subscriptions", c.uid()+"/") {
				cancelSub(tx, o)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s.answer())
}

func subsList(c *Ctx) error {
	r := AgentSubscriptionListResponse{Items: []AgentSubscriptionResponse{}}
	view(func(tx *bolt.Tx) {
		for _, s := range scan[Subscription](tx, "subscriptions", c.uid()+"/") {
			if s.Status == "active" {
				r.Items = append(r.Items, s.answer())
			}
		}
	})
	sort.SliceStable(r.Items, func(i, j int) bool { return r.Items[i].StartedAt > r.Items[j].StartedAt })
	return c.ok(r)
}

func subGet(c *Ctx) error {
	var s *Subscription
	view(func(tx *bolt.Tx) { s = activeSub(tx, c.uid(), c.agentArg()) })
	if s == nil {
		return fail(404, "you have no subscription to this agent")
	}
	return c.ok(s.answer())
}

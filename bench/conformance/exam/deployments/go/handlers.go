package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"
	"unicode/utf8"
)

// ---- agent runs and logs

func (r *run) view() obj {
	v := obj{"runId": r.id, "agentId": r.agentID, "title": nil, "messageCount": len(r.messages), "status": "idle", "createdAt": r.created, "updatedAt": r.updated}
	if len(r.messages) > 0 {
		v["title"] = clip(r.messages[0].Content, 80)
	}
	if r.job != "" || fault("run-status-stuck") && r.stale {
		v["status"] = "running"
	}
	return v
}

// page cuts one page out of a list that is sorted by moment, the newest first.
func page[T any](c *call, all []T, at func(T) instant, prefix string, view func(T) any) obj {
	limit := int(c.num("limit"))
	if fault(prefix + "-limit-plus-one") {
		limit++
	}
	var page []T
	next := any(nil)
	before, paged := c.args["next_cursor"].(time.Time)
	for _, one := range all {
		if paged && !at(one).Before(before) && !(fault(prefix+"-cursor-inclusive") && at(one).Equal(before)) {
			continue
		}
		if len(page) == limit {
			next = at(page[limit-1])
			if fault(prefix + "-page-skips") {
				next = at(one)
			}
			break
		}
		page = append(page, one)
	}
	if fault(prefix+"-cursor-lost") && paged {
		next = nil
	}
	items := []any{}
	for _, one := range page {
		items = append(items, view(one))
	}
	return obj{"items": items, "nextCursor": next}
}

func (c *call) listRuns() (any, error) {
	all := newestFirst(c.runs, func(r *run) bool { return r.userID == c.user.UserID || fault("runs-all-users") })
	if fault("runs-order-updated") {
		sort.SliceStable(all, func(i, j int) bool { return all[i].updated.After(all[j].updated.Time) })
	}
	return page(c, all, func(r *run) instant { return r.created }, "runs", func(r *run) any { return r.view() }), nil
}

func (c *call) ownRun() *run {
	r := c.runByID[c.str("run_id")]
	if r == nil || r.userID != c.user.UserID {
		return nil
	}
	return r
}

func (c *call) getRun() (any, error) {
	r := c.ownRun()
	if r == nil && fault("run-view-foreign") {
		r = c.runByID[c.str("run_id")]
	}
	if r == nil {
		if fault("run-unknown-null") {
			return nil, nil
		}
		return nil, fail(404, "no such run")
	}
	return r.view(), nil
}

func (c *call) mcpLogs() (any, error) {
	out := []mcpLog{}
	if r := c.ownRun(); r != nil {
		for _, other := range c.runs {
			if other == r || fault("mcp-logs-all-runs") && other.userID == r.userID {
				out = append(out, other.mcp...)
			}
		}
	}
	return out, nil
}

func (c *call) runLogs() (any, error) {
	r := c.ownRun()
	if r == nil {
		return []runLog{}, nil
	}
	if fault("run-logs-object") {
		return obj{"items": r.logs}, nil
	}
	return r.logs, nil
}

func (c *call) listExecutions() (any, error) {
	all := newestFirst(c.executions, func(e *execution) bool { return e.userID == c.user.UserID })
	return page(c, all, func(e *execution) instant { return e.CreatedAt }, "exec", func(e *execution) any { return e }), nil
}

func (c *call) getExecution() (any, error) {
	for _, e := range c.executions {
		if e.LogID == c.num("log_id") && (e.userID == c.user.UserID || fault("exec-foreign")) {
			return e, nil
		}
	}
	return nil, fail(404, "no such execution")
}

// ---- subscriptions

func (c *call) subscribeAgent() (any, error) {
	a := c.agent(c.str("agent_id"))
	own := a != nil && a.OwnerID == c.user.UserID
	switch {
	case a == nil || !own && a.Visibility != "public":
		return nil, fail(404, "no such agent")
	case !a.paid() && !fault("sub-unpaid"):
		return nil, fail(400, "the agent is not paid")
	case own && !fault("sub-own"):
		return nil, fail(400, "the agent is your own")
	case fault("sub-twice"):
	case c.activeSubscription(c.user.UserID, a.AgentID) != nil:
		return nil, fail(402, "already subscribed")
	}
	if fault("sub-again-402") {
		for _, sub := range c.subs {
			if sub.userID == c.user.UserID && sub.AgentID == a.AgentID {
				return nil, fail(402, "already subscribed")
			}
		}
	}
	c.race("sub-race")
	if a.paid() {
		c.subscribe(a, c.user.UserID, c.now())
	}
	id := "cs_" + randomHex(8)
	return obj{"checkoutSessionId": id, "checkoutUrl": "https://pay.example.com/c/" + id, "agentId": a.AgentID, "status": "active"}, nil
}

func (c *call) unsubscribeAgent() (any, error) {
	a := c.agent(c.str("agent_id"))
	if a == nil || a.OwnerID != c.user.UserID && a.Visibility != "public" && c.activeSubscription(c.user.UserID, a.AgentID) == nil {
		return nil, fail(404, "no such agent")
	}
	sub := c.activeSubscription(c.user.UserID, a.AgentID)
	if sub == nil {
		if fault("unsub-none-404") {
			return nil, fail(404, "no active subscription to cancel")
		}
		return nil, fail(400, "no active subscription to cancel")
	}
	if !sub.providerSubscribed {
		return nil, fail(400, "no payment-provider subscription found")
	}
	now := c.now()
	for _, other := range c.subs {
		if fault("unsub-everyone") && other.AgentID == sub.AgentID || fault("unsub-all-agents") && other.userID == sub.userID {
			other.Status, other.CanceledAt = "canceled", &now
		}
	}
	if fault("unsub-noop") {
		copied := *sub
		sub = &copied
	}
	sub.Status, sub.CanceledAt = "canceled", &now
	return sub, nil
}

func (c *call) listSubscriptions() (any, error) {
	return obj{"items": newestFirst(c.subs, func(s *subscription) bool {
		return (s.userID == c.user.UserID || fault("subs-all-users")) && s.Status == "active"
	})}, nil
}

func (c *call) getSubscription() (any, error) {
	cached := "subscription " + c.user.UserID + c.str("agent_id")
	sub := c.activeSubscription(c.user.UserID, c.str("agent_id"))
	if fault("sub-get-cached") {
		if old, ok := c.cache[cached].(subscription); ok {
			return old, nil
		}
		if sub != nil {
			c.cache[cached] = *sub
		}
	}
	if sub == nil {
		return nil, fail(404, "no subscription")
	}
	return sub, nil
}

// ---- studio chats

func (c *call) studioChat(write bool) (*studioChat, error) {
	for _, chat := range c.studio {
		if chat.RunID != c.str("run_id") || chat.DeletedAt != nil && !(fault("studio-get-deleted") && c.op.method == "GET") {
			continue
		}
		own := c.user != nil && chat.OwnerID == c.user.UserID
		switch {
		case own:
		case write && fault("studio-delete-foreign") && c.op.method == "DELETE":
		case !write && fault("studio-private-any-user") && c.user != nil:
		case write || chat.Visibility == "private":
			return nil, fail(403, "no permission on this chat")
		}
		return chat, nil
	}
	return nil, fail(404, "no such chat")
}

func (c *call) sandboxed(visibility any) bool {
	return visibility == "private" && c.user.Tier == "sandbox"
}

var errSandbox = fail(400, "the sandbox tier cannot make anything private")

func (c *call) listStudio() (any, error) {
	return newestFirst(c.studio, func(chat *studioChat) bool {
		return chat.OwnerID == c.user.UserID && (chat.DeletedAt == nil || fault("studio-list-deleted"))
	}), nil
}

func optional(v any) *string {
	if s, ok := v.(string); ok {
		return &s
	}
	return nil
}

// fill sets all fields of a chat from a full body.
func (chat *studioChat) fill(b obj) {
	chat.AgentID, chat.Title, chat.Visibility = optional(b["agentId"]), optional(b["title"]), "public"
	if v, ok := b["visibility"].(string); ok {
		chat.Visibility = v
	}
}

func (c *call) createStudio() (any, error) {
	id, given := c.body["runId"].(string)
	if c.sandboxed(c.body["visibility"]) {
		return nil, errSandbox
	}
	if !given {
		id = newUUID()
	}
	for _, chat := range c.studio {
		if chat.RunID != id {
			continue
		}
		if (chat.OwnerID != c.user.UserID && !fault("studio-post-foreign")) || chat.DeletedAt != nil {
			return nil, fail(409, "a chat with this run_id exists")
		}
		if fault("studio-post-overwrites") {
			chat.fill(c.body)
		}
		return chat, nil
	}
	c.race("studio-post-race")
	now := c.now()
	chat := &studioChat{RunID: id, OwnerID: c.user.UserID, CreatedAt: now, UpdatedAt: now}
	chat.fill(c.body)
	c.studio = append(c.studio, chat)
	return chat, nil
}

func (c *call) getStudio() (any, error) { return c.studioChat(false) }

func (c *call) putStudio() (any, error) {
	chat, err := c.studioChat(true)
	if err != nil {
		return nil, err
	}
	if c.sandboxed(c.body["visibility"]) && !fault("studio-put-sandbox") {
		return nil, errSandbox
	}
	if fault("studio-put-merges") {
		return c.mergeStudio(chat)
	}
	chat.fill(c.body)
	chat.UpdatedAt = c.now()
	return chat, nil
}

func (c *call) patchStudio() (any, error) {
	chat, err := c.studioChat(true)
	if err != nil {
		return nil, err
	}
	if c.sandboxed(c.body["visibility"]) {
		return nil, errSandbox
	}
	if fault("studio-patch-resets") {
		visibility := chat.Visibility
		chat.fill(c.body)
		if c.body["visibility"] == nil {
			chat.Visibility = visibility
		}
		return chat, nil
	}
	return c.mergeStudio(chat)
}

func (c *call) mergeStudio(chat *studioChat) (any, error) {
	if v, ok := c.body["agentId"]; ok {
		chat.AgentID = optional(v)
	}
	if v, ok := c.body["title"]; ok {
		if title := optional(v); fault("studio-clone-shared") && title != nil && chat.Title != nil {
			*chat.Title = *title
		} else {
			chat.Title = title
		}
	}
	if v, ok := c.body["visibility"].(string); ok && !(fault("studio-patch-to-public") && v == "public") {
		chat.Visibility = v
	}
	chat.UpdatedAt = c.now()
	return chat, nil
}

func (c *call) deleteStudio() (any, error) {
	chat, err := c.studioChat(true)
	if err != nil {
		return nil, err
	}
	now := c.now()
	chat.DeletedAt = &now
	return chat, nil
}

func (c *call) cloneStudio() (any, error) {
	for _, chat := range c.studio {
		if chat.RunID != c.str("run_id") || chat.DeletedAt != nil {
			continue
		}
		if chat.Visibility == "private" && !(fault("studio-clone-private") && chat.OwnerID == c.user.UserID) {
			return nil, fail(400, "private chats cannot be cloned")
		}
		now := c.now()
		clone := *chat
		clone.RunID, clone.OwnerID, clone.CreatedAt, clone.UpdatedAt = newUUID(), c.user.UserID, now, now
		if fault("studio-clone-owner") {
			clone.OwnerID = chat.OwnerID
		}
		if fault("studio-clone-200") {
			c.status = 200
		}
		c.studio = append(c.studio, &clone)
		return &clone, nil
	}
	return nil, fail(404, "no such chat")
}

// ---- agents and chats

// readable finds an agent that the caller, who may be anonymous, is allowed to see.
func (c *call) readable(id string) (*agent, error) {
	a := c.agent(id)
	switch {
	case a == nil:
		return nil, fail(404, "no such agent")
	case a.Visibility == "private" && c.user == nil && fault("agent-private-anonymous"):
	case a.Visibility == "private" && (c.user == nil || a.OwnerID != c.user.UserID):
		return nil, fail(403, "the agent is private")
	}
	return a, nil
}

// owned finds an agent that belongs to the caller.
func (c *call) owned(id string) (*agent, error) {
	a := c.agent(id)
	switch {
	case a == nil:
		return nil, fail(404, "no such agent")
	case a.OwnerID != c.user.UserID && !ownerForgotten(c.op):
		return nil, fail(403, "the agent belongs to another user")
	}
	return a, nil
}

// ownerForgotten is true where a fault forgets to compare the owner.
func ownerForgotten(op *operation) bool {
	switch op.method + " " + op.path {
	case "POST /me/agents":
		return fault("agent-upsert-foreign")
	case "GET /me/agents/{agent_id}/files":
		return fault("files-list-foreign")
	case "DELETE /me/chats/{chat_id}":
		return fault("chat-delete-foreign")
	}
	return false
}

func (c *call) ownAgents() []*agent {
	return newestFirst(c.agents, func(a *agent) bool {
		return a.OwnerID == c.user.UserID || fault("agents-list-public") && a.Visibility == "public"
	})
}

func (c *call) listAgents() (any, error) { return c.ownAgents(), nil }

func (c *call) listChats() (any, error) {
	if fault("chats-list-cached") {
		key := "chats " + c.user.UserID
		ids := ""
		for _, a := range c.ownAgents() {
			ids += a.AgentID
		}
		if c.cache[key+" ids"] != ids {
			var copies []agent
			for _, a := range c.ownAgents() {
				copies = append(copies, *a)
			}
			c.cache[key], c.cache[key+" ids"] = copies, ids
		}
		return c.cache[key], nil
	}
	return newestFirst(c.agents, func(a *agent) bool { return a.OwnerID == c.user.UserID && !a.hiddenChats }), nil
}

func (c *call) getAgent() (any, error) {
	id := c.str("agent_id") + c.str("chat_id")
	if a := c.agent(id); a != nil && a.hiddenChats && c.op.path == "/me/chats/{chat_id}" {
		return nil, fail(404, "no such chat")
	}
	return c.readable(id)
}

// checkAgent applies the rules that a schema cannot express.
func (c *call) checkAgent(target *agent) error {
	if c.sandboxed(c.body["visibility"]) {
		lenient := fault("agent-post-sandbox") && c.op.path == "/me/agents" || fault("chat-patch-sandbox") && c.op.method == "PATCH"
		if fault("agent-sandbox-silent") && c.op.method == "POST" {
			c.body["visibility"] = "public"
		} else if !lenient {
			return errSandbox
		}
	}
	if slug, ok := c.body["vanitySlug"].(string); ok {
		for _, a := range c.agents {
			if a != target && a.VanitySlug != nil && *a.VanitySlug == slug {
				return invalidBody("vanitySlug", "the slug is taken")
			}
		}
	}
	return nil
}

func hasPrompt(b obj) bool { s, _ := b["chatPrompt"].(string); return strings.TrimSpace(s) != "" }

// apply writes the fields of a body; a replacing one resets what it leaves out.
func (c *call) apply(a *agent, replace bool) {
	b := c.body
	set := func(field string, write func(any)) {
		if v, ok := b[field]; ok || replace {
			write(v)
		}
	}
	set("name", func(v any) { a.Name = optional(v) })
	set("description", func(v any) {
		if fault("agent-empty-description") && v == "" {
			return
		}
		a.Description = optional(v)
	})
	set("vanitySlug", func(v any) { a.VanitySlug = optional(v) })
	set("subscriptionPriceCents", func(v any) {
		a.PriceCents = nil
		if v != nil {
			n := asInt(v)
			a.PriceCents = &n
		}
	})
	if s, ok := b["chatPrompt"].(string); ok {
		a.ChatPrompt = s
	}
	if s, ok := b["visibility"].(string); ok {
		a.Visibility = s
	}
	a.UpdatedAt = c.now()
	if fault("theme-lost-on-update") {
		a.theme = nil
	}
}

func (c *call) newAgent() *agent {
	now := c.now()
	a := &agent{AgentID: newUUID(), OwnerID: c.user.UserID, Visibility: "public", CreatedAt: now, UpdatedAt: now}
	c.agents = append(c.agents, a)
	return a
}

func (c *call) upsertAgent() (any, error) {
	var target *agent
	if id, ok := c.body["agentId"].(string); ok && !fault("agent-upsert-creates") {
		var err error
		if target, err = c.owned(strings.ToLower(id)); err != nil {
			return nil, err
		}
	}
	if !hasPrompt(c.body) {
		if fault("agent-prompt-422") {
			return nil, invalidBody("chatPrompt", "field required")
		}
		if target == nil || !fault("agent-upsert-no-prompt") {
			return nil, fail(400, "chatPrompt is missing")
		}
	}
	if err := c.checkAgent(target); err != nil {
		return nil, err
	}
	fresh := target == nil
	if fresh {
		target = c.newAgent()
	}
	c.apply(target, true)
	if fresh {
		target.UpdatedAt = target.CreatedAt
	}
	return target, nil
}

func (c *call) createChat() (any, error) {
	if !hasPrompt(c.body) && !fault("chat-post-no-prompt") {
		return nil, fail(400, "chatPrompt is missing")
	}
	if err := c.checkAgent(nil); err != nil {
		return nil, err
	}
	a := c.newAgent()
	c.apply(a, true)
	a.UpdatedAt = a.CreatedAt
	return a, nil
}

func (c *call) putChat() (any, error) {
	a, err := c.owned(c.str("chat_id"))
	if err != nil {
		if fault("chat-put-foreign-404") {
			return nil, fail(404, "no such chat")
		}
		return nil, err
	}
	if err := c.checkAgent(a); err != nil {
		return nil, err
	}
	if !hasPrompt(c.body) {
		return nil, invalidBody("chatPrompt", "field required")
	}
	c.apply(a, true)
	return a, nil
}

func (c *call) patchChat() (any, error) {
	a, err := c.owned(c.str("chat_id"))
	if err != nil {
		return nil, err
	}
	if err := c.checkAgent(a); err != nil {
		return nil, err
	}
	if _, ok := c.body["chatPrompt"]; ok && !hasPrompt(c.body) {
		return nil, invalidBody("chatPrompt", "must not be blank")
	}
	upsell := a.UpsellDescription
	c.apply(a, fault("chat-patch-replaces"))
	a.UpsellDescription = upsell
	if fault("chat-patch-drops-slug") && c.body["vanitySlug"] == nil {
		a.VanitySlug = nil
	}
	return a, nil
}

func (c *call) deleteChat() (any, error) {
	a, err := c.owned(c.str("chat_id"))
	if err != nil {
		return nil, err
	}
	if fault("chat-delete-keeps-agent") {
		a.hiddenChats = true
		return a, nil
	}
	now := c.now()
	c.agents = remove(c.agents, a)
	for _, sub := range c.subs {
		if sub.AgentID == a.AgentID && sub.Status == "active" {
			sub.Status, sub.CanceledAt = "canceled", &now
		}
	}
	for _, sc := range append([]*schedule{}, c.schedules...) {
		if sc.ChatID == a.AgentID {
			c.schedules = remove(c.schedules, sc)
		}
	}
	return a, nil
}

func orElse(s *string, other string) string {
	if s == nil || *s == "" {
		return other
	}
	return *s
}

func (c *call) socialPreview() (any, error) {
	a := c.agent(c.str("chat_id"))
	if a == nil || a.Visibility == "private" && !fault("chat-og-private") {
		return nil, fail(404, "no such chat")
	}
	name := orElse(a.Name, "Untitled chat")
	if fault("chat-og-stale-name") {
		if _, ok := c.cache["og "+a.AgentID]; !ok {
			c.cache["og "+a.AgentID] = name
		}
		name = c.cache["og "+a.AgentID].(string)
	}
	return obj{"title": name, "description": orElse(a.Description, "A chat with "+name), "url": "https://app.example.com/chats/" + a.AgentID,
		"imageUrl": "https://app.example.com/og/" + a.AgentID + ".png"}, nil
}

func (c *call) cloneChat() (any, error) {
	from := c.agent(c.str("chat_id"))
	if from == nil {
		return nil, fail(404, "no such chat")
	}
	if from.Visibility != "public" && !(fault("chat-clone-private") && from.OwnerID == c.user.UserID) {
		return nil, fail(403, "the chat is not public")
	}
	if err := c.checkAgent(nil); err != nil {
		return nil, err
	}
	if _, ok := c.body["chatPrompt"]; ok && !hasPrompt(c.body) {
		return nil, invalidBody("chatPrompt", "must not be blank")
	}
	a := c.newAgent()
	a.Name, a.Description, a.ChatPrompt, a.Visibility = from.Name, from.Description, from.ChatPrompt, from.Visibility
	if fault("chat-clone-slug") {
		a.VanitySlug = from.VanitySlug
	}
	if fault("chat-clone-owner") {
		a.OwnerID = from.OwnerID
	}
	if c.body != nil && !fault("chat-clone-body-ignored") {
		c.apply(a, false)
	}
	a.UpdatedAt = a.CreatedAt
	return a, nil
}

func (c *call) feedback() (any, error) {
	a, err := c.readable(c.str("chat_id"))
	if err != nil || fault("chat-feedback-owner-only") && a.OwnerID != c.user.UserID {
		return nil, fail(404, "no such chat")
	}
	a.FeedbackCount++
	return a, nil
}

func (c *call) createRun() (any, error) {
	a, err := c.readable(c.str("chat_id"))
	if err != nil {
		return nil, err
	}
	if fault("chat-runs-same-run") {
		for _, r := range c.runs {
			if r.agentID == a.AgentID && r.userID == c.user.UserID && len(r.messages) == 0 {
				return r.logs[0], nil
			}
		}
	}
	r := c.startRun(a, c.user.UserID)
	if fault("chat-runs-unlisted") {
		c.runs = c.runs[:len(c.runs)-1]
		delete(c.runByID, r.id)
	}
	return r.logs[0], nil
}

func (c *call) generateUpsell() (any, error) {
	a := c.agent(c.str("agent_id"))
	if a == nil || a.OwnerID != c.user.UserID && !(fault("upsell-foreign") && a.Visibility == "public") {
		return nil, fail(404, "no such agent")
	}
	words := fmt.Sprintf("Subscribe to %s and let it work for you.", orElse(a.Name, "this agent"))
	if fault("upsell-not-stored") {
		copied := *a
		copied.UpsellDescription = &words
		return copied, nil
	}
	a.UpsellDescription = &words
	a.UpdatedAt = c.now()
	return a, nil
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)
var slugForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (c *call) slugTaken(slug string) bool {
	for _, a := range c.agents {
		if a.VanitySlug != nil && *a.VanitySlug == slug {
			return true
		}
	}
	return false
}

func (c *call) generateSlug() (any, error) {
	slug := strings.Trim(notSlug.ReplaceAllString(strings.ToLower(clip(c.body["text"].(string), 200)), "-"), "-")
	if len(slug) > 40 {
		slug = strings.Trim(slug[:40], "-")
	}
	if slug == "" && !fault("slug-empty") {
		slug = "agent"
	}
	base := slug
	for n := 2; c.slugTaken(slug) && !fault("slug-taken"); n++ {
		slug = fmt.Sprintf("%s-%d", base, n)
	}
	return obj{"slug": slug}, nil
}

func (c *call) checkSlug() (any, error) {
	slug := c.str("slug")
	free := slugForm.MatchString(slug) && len(slug) <= 64 && (!c.slugTaken(slug) || fault("slug-always-free"))
	return obj{"slug": slug, "available": free}, nil
}

var vibeTitles = []struct{ name, title string }{{"bolt", "Bolt"}, {"lovable", "Lovable"}, {"replit", "Replit"}}

func (c *call) vibe() (any, error) {
	a, err := c.readable(c.str("agent_id"))
	if err != nil {
		return nil, fail(404, "no such agent")
	}
	service := c.str("service_name")
	if fault("vibe-wrong-service") {
		service = "bolt"
	}
	return obj{"serviceName": service, "agentId": a.AgentID, "prompt": "Build a page for an agent that works by this prompt: " + a.ChatPrompt, "url": "https://" + service + ".example.com/new"}, nil
}

func (c *call) vibeServices() (any, error) {
	items := []obj{}
	for _, v := range vibeTitles {
		items = append(items, obj{"serviceName": v.name, "title": v.title})
	}
	return obj{"items": items}, nil
}

// ---- theme and files

func (c *call) getTheme() (any, error) {
	a, err := c.readable(c.str("agent_id"))
	if err != nil {
		return nil, err
	}
	if a.theme == nil {
		if fault("theme-unset-404") {
			return nil, fail(404, "no theme is set")
		}
		return nil, nil
	}
	return a.theme, nil
}

var color = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
var colorSomewhere = regexp.MustCompile(`#[0-9a-fA-F]{6}`)

func (c *call) putTheme() (any, error) {
	a, err := c.owned(c.str("agent_id"))
	if err != nil {
		return nil, err
	}
	value := c.body["themeColor"].(string)
	if !color.MatchString(value) && !(fault("theme-unanchored") && colorSomewhere.MatchString(value)) {
		return nil, fail(400, "themeColor must look like #1a2b3c")
	}
	if fault("theme-first-only") && a.theme != nil {
		return a.theme, nil
	}
	a.theme = &theme{a.AgentID, value, c.now()}
	return a.theme, nil
}

// ownedFile finds a file of an own agent.
func (c *call) ownedFile() (*agent, *file, error) {
	a, err := c.owned(c.str("agent_id"))
	if err != nil {
		return nil, nil, err
	}
	from := []*agent{a}
	if fault("file-any-agent") {
		from = c.ownAgents()
	}
	for _, a := range from {
		for _, f := range a.files {
			if f.FileID == c.str("file_id") {
				return a, f, nil
			}
		}
	}
	return nil, nil, fail(404, "no such file")
}

// ordered lists files by position; files of the same position by creation.
func (a *agent) ordered() []*file {
	out := append([]*file{}, a.files...)
	if !fault("files-by-creation") {
		sort.SliceStable(out, func(i, j int) bool { return out[i].Position < out[j].Position })
	}
	return out
}

func (c *call) listFiles() (any, error) {
	a, err := c.owned(c.str("agent_id"))
	if err != nil {
		return nil, err
	}
	return obj{"items": a.ordered()}, nil
}

func (c *call) createFile() (any, error) {
	a, err := c.owned(c.str("agent_id"))
	if err != nil {
		return nil, err
	}
	name := c.body["name"].(string)
	if strings.TrimSpace(name) == "" || strings.Contains(name, "/") {
		return nil, fail(400, "the name is blank or holds a slash")
	}
	count := len(a.files)
	if fault("file-limit-counts-deleted") {
		count = a.filesEver
	}
	if count >= maxFiles && !fault("file-limit-none") {
		if fault("file-limit-403") {
			return nil, fail(403, "file limit exceeded")
		}
		return nil, fail(400, "file limit exceeded")
	}
	c.race("file-limit-race")
	position := int64(0)
	for _, f := range a.files {
		position = max(position, f.Position+1)
	}
	now := c.now()
	f := &file{FileID: newUUID(), AgentID: a.AgentID, Name: name, MimeType: "text/plain", Content: c.body["content"].(string), Position: position, CreatedAt: now, UpdatedAt: now}
	if m, ok := c.body["mimeType"].(string); ok {
		f.MimeType = m
	}
	a.files = append(a.files, f)
	a.filesEver++
	if fault("file-create-200") {
		c.status = 200
	}
	return f, nil
}

func (c *call) getFile() (any, error) {
	_, f, err := c.ownedFile()
	return f, err
}

func (c *call) patchFile() (any, error) {
	a, f, err := c.ownedFile()
	if err != nil {
		return nil, err
	}
	set := func(field string, into *string) {
		if s, ok := c.body[field].(string); ok {
			*into = s
		}
	}
	set("name", &f.Name)
	set("mimeType", &f.MimeType)
	set("content", &f.Content)
	if s, ok := c.body["content"].(string); ok && fault("file-patch-ascii") {
		f.Content = strings.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return '?'
			}
			return r
		}, s)
	}
	if fault("file-patch-moves") {
		for _, other := range a.files {
			f.Position = max(f.Position, other.Position+1)
		}
	}
	f.UpdatedAt = c.now()
	return f, nil
}

func (c *call) deleteFile() (any, error) {
	a, f, err := c.ownedFile()
	if err != nil {
		return nil, err
	}
	if fault("file-delete-200") {
		c.status = 200
	}
	if fault("file-delete-first") {
		f = a.ordered()[0]
	}
	if !fault("file-delete-noop") {
		a.files = remove(a.files, f)
	}
	return f, nil
}

func (c *call) orderFiles() (any, error) {
	a, err := c.owned(c.str("agent_id"))
	if err != nil {
		return nil, err
	}
	wanted := map[*file]int64{}
	places := c.body["positions"].([]any)
	for i, p := range places {
		entry := p.(obj)
		id := strings.ToLower(entry["fileId"].(string))
		var f *file
		for _, one := range a.files {
			if one.FileID == id {
				f = one
			}
		}
		if f == nil {
			return nil, fail(404, "no such file")
		}
		if _, twice := wanted[f]; twice {
			return nil, invalidBody("positions", "a file is named twice")
		}
		wanted[f] = asInt(entry["position"])
		if fault("files-order-skips-last") && i == len(places)-1 && i > 0 {
			wanted[f] = f.Position
		}
	}
	before := obj{"items": a.ordered()}
	if fault("files-order-stale-answer") {
		before = copyJSON(before)
	}
	for f, position := range wanted {
		f.Position = position
		f.UpdatedAt = c.now()
	}
	if fault("files-order-stale-answer") {
		return before, nil
	}
	return obj{"items": a.ordered()}, nil
}

// ---- API keys, billing, credits

type fullKey struct {
	*apiKey
	Key string `json:"key"`
}

func (c *call) ownKeys() []*apiKey {
	return newestFirst(c.keys, func(k *apiKey) bool { return k.userID == c.user.UserID })
}

func (c *call) listKeys() (any, error) {
	if fault("key-list-shows-key") {
		out := []fullKey{}
		for _, k := range c.ownKeys() {
			out = append(out, fullKey{k, k.value})
		}
		return out, nil
	}
	return c.ownKeys(), nil
}

func (c *call) newKey(name string) *apiKey {
	k := &apiKey{ID: c.next("key"), Name: name, CreatedAt: c.now(), value: "wk_live_" + randomHex(20), userID: c.user.UserID, created: true}
	k.IsDefault = len(c.ownKeys()) == 0 || fault("key-two-defaults")
	c.keys = append(c.keys, k)
	return k
}

func (c *call) createKey() (any, error) {
	k := c.newKey(c.body["name"].(string))
	return fullKey{k, k.value}, nil
}

func (c *call) defaultKey() (any, error) {
	for _, k := range c.ownKeys() {
		if k.IsDefault && !fault("key-default-new") {
			return fullKey{k, k.value}, nil
		}
	}
	k := c.newKey("Default")
	return fullKey{k, k.value}, nil
}

func (c *call) ownKey() (*apiKey, error) {
	for _, k := range c.keys {
		if k.ID == c.num("api_key_id") && (k.userID == c.user.UserID || fault("key-delete-foreign") && c.op.method == "DELETE") {
			return k, nil
		}
	}
	return nil, fail(404, "no such API key")
}

func (c *call) getKey() (any, error) {
	k, err := c.ownKey()
	if err != nil {
		return nil, err
	}
	if fault("key-get-hidden") {
		return k, nil
	}
	return fullKey{k, k.value}, nil
}

func (c *call) deleteKey() (any, error) {
	k, err := c.ownKey()
	if err != nil {
		return nil, err
	}
	c.deletedKeys[k.value] = k.userID
	c.keys = remove(c.keys, k)
	if rest := newestFirst(c.keys, func(o *apiKey) bool { return o.userID == k.userID }); k.IsDefault && len(rest) > 0 {
		rest[len(rest)-1].IsDefault = true // the oldest takes over
	}
	if fault("key-delete-shows-key") {
		return fullKey{k, k.value}, nil
	}
	return k, nil
}

func (c *call) billing() (any, error) {
	u := c.user
	if fault("billing-first-user") {
		u = c.users[userOne]
	}
	price := 2900
	if u.Tier == "sandbox" {
		price = 0
	}
	now := c.clock()
	return obj{"userId": u.UserID, "plan": u.Tier, "status": "active", "priceCents": price, "cancelAtPeriodEnd": false,
		"currentPeriodEnd": instant{time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)}}, nil
}

func (c *call) ownCredits() *credits {
	if fault("credits-shared") {
		return c.users[userOne].credits
	}
	return c.user.credits
}

func (c *call) getCredits() (any, error) { return c.ownCredits(), nil }

func (c *call) useCredit() (any, error) {
	cr := c.ownCredits()
	left := cr.Balance
	c.race("credits-race")
	if left < 1 && !fault("credits-negative") {
		return nil, fail(404, "no credits left")
	}
	old := *cr
	cr.Balance = left - 1
	cr.Used++
	cr.UpdatedAt = c.now()
	if fault("credits-use-two") {
		cr.Balance--
	}
	if fault("credits-use-stale") {
		return old, nil
	}
	return cr, nil
}

func (c *call) webhook() (any, error) {
	signature := c.in.Get("X-Payment-Signature")
	mac := hmac.New(sha256.New, []byte(webhookSecret))
	mac.Write(c.raw)
	good := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	ok := hmac.Equal([]byte(signature), []byte(good))
	switch {
	case signature == "":
		if !fault("webhook-unsigned") {
			return nil, fail(400, "the signature is missing")
		}
	case fault("webhook-any-signature"):
	case fault("webhook-signature-prefix") && len(signature) >= 15 && strings.HasPrefix(good, signature[:15]):
	case !ok:
		return nil, fail(400, "the signature is not valid")
	}
	body, issues := parseBody(&bodySpec{schema: ref("PaymentEvent")}, c.raw)
	if issues != nil {
		return nil, fail(400, "invalid event: "+issues[0].Msg)
	}
	id := body["id"].(string)
	answer := obj{"received": true, "eventId": id}
	if c.events[id] && !fault("webhook-replayed") {
		return answer, nil
	}
	c.events[id] = true
	if data, _ := body["data"].(obj); body["type"] == "credits.granted" && data != nil && !fault("webhook-no-effect") {
		if u := c.users[strOf(data, "userId")]; u != nil && isInteger(data["credits"]) {
			if n := asInt(data["credits"]); n > 0 && n <= 1000000 {
				u.credits.Balance += n
				u.credits.UpdatedAt = c.now()
			}
		}
	}
	return answer, nil
}

func (c *call) paymentSession() (any, error) {
	id := "ps_" + randomHex(10)
	if fault("payment-session-same") {
		id = "ps_" + c.user.UserID[:8]
	}
	n := asInt(c.body["credits"])
	if fault("payment-one-credit") {
		return obj{"sessionId": id, "url": "https://pay.example.com/s/" + id, "credits": 1, "amountCents": 2, "status": "open"}, nil
	}
	return obj{"sessionId": id, "url": "https://pay.example.com/s/" + id, "credits": n, "amountCents": n * 2, "status": "open"}, nil
}

// ---- monetization

// daily sums what the caller sold on each day of the period, the oldest day first.
func (c *call) daily(count func(sale) int64) (dates []string, values []int64) {
	days := int(c.num("period"))
	now := c.clock()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	for i := days - 1; i >= 0; i-- {
		if i == 0 && fault("monet-today-missing") {
			break
		}
		day := today.AddDate(0, 0, -i)
		sum := int64(0)
		for _, s := range c.sales {
			if (s.ownerID == c.user.UserID || fault("monet-all-owners")) && !s.at.Before(day) && s.at.Before(day.AddDate(0, 0, 1)) {
				sum += count(s)
			}
		}
		dates = append(dates, day.Format(time.DateOnly))
		values = append(values, sum)
	}
	return dates, values
}

func one(sale) int64     { return 1 }
func cents(s sale) int64 { return s.cents }

func total(values []int64) (sum int64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func (c *call) monetizationSummary() (any, error) {
	period := c.num("period")
	if fault("monet-summary-all-time") {
		c.args["period"] = int64(5000)
	}
	_, subscribers := c.daily(one)
	_, earnings := c.daily(cents)
	return obj{"period": period, "totalSubscribers": total(subscribers), "totalEarningsCents": total(earnings)}, nil
}

func (c *call) series(field string, dates []string, values []int64) (any, error) {
	items := []obj{}
	for i, d := range dates {
		if values[i] == 0 && fault("monet-gaps") {
			continue
		}
		items = append(items, obj{"date": d, field: values[i]})
	}
	return obj{"period": c.num("period"), "items": items}, nil
}

func (c *call) monetizationSubscribers() (any, error) {
	dates, values := c.daily(one)
	return c.series("subscribers", dates, values)
}

func (c *call) monetizationEarnings() (any, error) {
	dates, values := c.daily(cents)
	if fault("monet-earnings-shifted") {
		values = append([]int64{0}, values[:len(values)-1]...)
	}
	return c.series("earningsCents", dates, values)
}

// ---- bundles

func (c *call) bundle() *bundle {
	for _, b := range c.bundles {
		if b.BundleID == c.num("bundle_id") && (b.OwnerID == c.user.UserID || fault("bundle-get-foreign") && c.op.method == "GET") {
			return b
		}
	}
	return nil
}

type bundleView struct {
	*bundle
	Tools []bundleTool `json:"tools"`
}

func (b *bundle) view() bundleView { return bundleView{b, append([]bundleTool{}, b.tools...)} }

func (c *call) listBundles() (any, error) {
	out := []obj{}
	for _, b := range newestFirst(c.bundles, func(b *bundle) bool { return b.OwnerID == c.user.UserID }) {
		n := len(b.tools)
		if fault("bundle-count-stale") {
			if b.counted == nil {
				b.counted = &n
			}
			n = *b.counted
		}
		out = append(out, obj{"bundleId": b.BundleID, "name": b.Name, "toolCount": n})
	}
	return out, nil
}

func (c *call) createBundle() (any, error) {
	id := c.next("bundle")
	if fault("bundle-id-race") {
		id = int64(len(c.bundles) + 1)
		c.race("bundle-id-race")
	}
	now := c.now()
	b := &bundle{BundleID: id, OwnerID: c.user.UserID, Name: "Untitled bundle", CreatedAt: now, UpdatedAt: now}
	c.bundles = append(c.bundles, b)
	return b.view(), nil
}

func (c *call) getBundle() (any, error) {
	b := c.bundle()
	if b == nil {
		return nil, fail(404, "no such bundle")
	}
	return b.view(), nil
}

func (c *call) putBundle() (any, error) {
	b := c.bundle()
	if b == nil {
		if fault("bundle-put-unknown-500") {
			return nil, fail(500, "internal error")
		}
		return nil, fail(409, "update failed: no such bundle")
	}
	if fault("bundle-put-unsaved") {
		copied := *b
		b = &copied
	}
	b.Name, b.Description = c.body["name"].(string), optional(c.body["description"])
	b.UpdatedAt = c.now()
	if fault("bundle-put-clears-tools") {
		b.tools = nil
	}
	return b.view(), nil
}

func (c *call) deleteBundle() (any, error) {
	b := c.bundle()
	if b == nil {
		return nil, fail(404, "no such bundle")
	}
	if fault("bundle-delete-empty-only") && len(b.tools) > 0 {
		b.tools = nil
		return b, nil
	}
	c.bundles = remove(c.bundles, b)
	return b, nil
}

func (c *call) listBundleTools() (any, error) {
	b := c.bundle()
	if b == nil {
		return []bundleTool{}, nil
	}
	return b.view().Tools, nil
}

func (c *call) addBundleTool() (any, error) {
	b := c.bundle()
	if b == nil {
		if fault("bundle-tool-unknown-bundle") {
			return bundleTool{strOf(c.body, "toolId"), "default", "global", c.now()}, nil
		}
		return nil, fail(404, "no such bundle")
	}
	t := bundleTool{c.body["toolId"].(string), "default", "global", c.now()}
	if s, ok := c.body["serviceId"].(string); ok {
		t.ServiceID = s
	}
	if s, ok := c.body["serviceIdNamespace"].(string); ok {
		t.ServiceIDNamespace = s
	}
	b.UpdatedAt = t.AddedAt
	for i := range b.tools {
		if b.tools[i].ToolID == t.ToolID && !fault("bundle-tool-twice") {
			b.tools[i] = t
			return t, nil
		}
	}
	b.tools = append(b.tools, t)
	return t, nil
}

func (c *call) removeBundleTool() (any, error) {
	b := c.bundle()
	if b == nil {
		return nil, fail(404, "no such bundle")
	}
	id := c.str("tool_id")
	for _, t := range b.tools {
		if t.ToolID != id {
			continue
		}
		for _, other := range c.bundles {
			if other == b || fault("bundle-tool-remove-everywhere") && other.OwnerID == b.OwnerID {
				kept := []bundleTool{}
				for _, o := range other.tools {
					if o.ToolID != id {
						kept = append(kept, o)
					}
				}
				other.tools = kept
			}
		}
		b.UpdatedAt = c.now()
		return t, nil
	}
	if fault("bundle-tool-remove-absent") {
		return bundleTool{id, "default", "global", c.now()}, nil
	}
	return nil, fail(404, "the tool is not in the bundle")
}

// ---- CLI auth sessions

const cliLifetime = 10 * time.Minute

func (c *call) cliSession(id string) (*cliSession, error) {
	s := c.cli[id]
	if s == nil || c.clock().After(s.ExpiresAt.Time) {
		return nil, fail(404, "no such session")
	}
	return s, nil
}

func (c *call) createCLI() (any, error) {
	now := c.now()
	s := &cliSession{ID: newUUID(), Status: "pending", CreatedAt: now, ExpiresAt: instant{now.Add(cliLifetime)}}
	c.cli[s.ID] = s
	return s, nil
}

func (c *call) attachCLI() (any, error) {
	s, err := c.cliSession(c.str("cli_auth_id"))
	if err != nil {
		return nil, err
	}
	token := c.body["jwt"].(string)
	subject := c.tokenSubject(token)
	if subject == "" {
		return nil, invalidBody("jwt", "not a valid JWT")
	}
	taken := s.userID != "" && s.userID != c.user.UserID
	if subject != c.user.UserID && !fault("cli-any-jwt") || s.Status == "consumed" || taken && !fault("cli-put-takeover") {
		return nil, fail(403, "not allowed to update this session")
	}
	s.jwt, s.userID, s.Status = token, c.user.UserID, "attached"
	if fault("cli-jwt-cut") {
		s.jwt = token[:strings.LastIndexByte(token, '.')]
	}
	return s, nil
}

func (c *call) readCLI() (any, error) {
	s, err := c.cliSession(c.str("auth_id"))
	if err != nil {
		if fault("cli-unknown-null") {
			return nil, nil
		}
		return nil, err
	}
	if s.Status != "attached" {
		if fault("cli-pending-404") && s.Status == "pending" {
			return nil, fail(404, "no JWT yet")
		}
		return nil, nil
	}
	token := s.jwt
	c.race("cli-read-race")
	if !fault("cli-not-consumed") {
		s.Status, s.jwt = "consumed", ""
	}
	if fault("cli-jwt-object") {
		return obj{"jwt": token}, nil
	}
	return token, nil
}

// ---- schedules

func (c *call) schedule() (*schedule, error) {
	for _, s := range c.schedules {
		if s.ScheduleID == c.str("schedule_id") && (s.userID == c.user.UserID || fault("schedule-foreign") && c.op.method == "GET") {
			return s, nil
		}
	}
	return nil, fail(404, "no such schedule")
}

func (c *call) listSchedules() (any, error) {
	return obj{"items": newestFirst(c.schedules, func(s *schedule) bool { return s.userID == c.user.UserID || fault("schedules-all-users") })}, nil
}

func (c *call) createSchedule() (any, error) {
	expression, err := cronOf(c.body)
	if err != nil {
		return nil, err
	}
	chat := c.agent(strings.ToLower(strOf(c.body, "chatId")))
	if chat == nil && c.body["chatId"] == nil && fault("schedule-chat-422") {
		return nil, invalidBody("chatId", "field required")
	}
	if chat == nil || chat.OwnerID != c.user.UserID && !(fault("schedule-public-chat") && chat.Visibility == "public") {
		return nil, fail(403, "chatId is invalid, missing or not yours")
	}
	now := c.now()
	s := &schedule{ScheduleID: newUUID(), ChatID: chat.AgentID, Cron: expression, Message: optional(c.body["message"]), Enabled: true, CreatedAt: now, UpdatedAt: now, userID: c.user.UserID}
	if on, ok := c.body["enabled"].(bool); ok {
		s.Enabled = on
	}
	s.plan(c.clock())
	c.schedules = append(c.schedules, s)
	return s, nil
}

func cronOf(b obj) (string, error) {
	expression := strings.Join(strings.Fields(strOf(b, "cron")), " ")
	if _, err := parseCron(expression); err != nil {
		return "", invalidBody("cron", err.Error())
	}
	return expression, nil
}

func (c *call) onboarding() (any, error) {
	return obj{"suggestions": []obj{{"title": "Every morning", "cron": "0 9 * * *"}, {"title": "Every Monday", "cron": "0 9 * * 1"}}}, nil
}

func (c *call) convertCron() (any, error) {
	expression, err := textToCron(c.str("cron"))
	if err != nil {
		if fault("cron-422") {
			return nil, invalid{{[]any{"query", "cron"}, err.Error(), "value_error"}}
		}
		return nil, fail(400, "invalid cron expression: "+err.Error())
	}
	s := schedule{Cron: expression, Enabled: true}
	s.plan(c.clock())
	return obj{"cron": expression, "nextRunAt": s.NextRunAt}, nil
}

func (c *call) getSchedule() (any, error) { return c.schedule() }

func (c *call) putSchedule() (any, error) {
	s, err := c.schedule()
	if err != nil {
		return nil, err
	}
	if _, ok := c.body["cron"]; ok {
		expression, err := cronOf(c.body)
		if err != nil {
			return nil, err
		}
		if !fault("schedule-cron-unsaved") {
			s.Cron = expression
		}
	}
	if v, ok := c.body["message"]; ok {
		s.Message = optional(v)
	} else if fault("schedule-put-drops-message") {
		s.Message = nil
	}
	if on, ok := c.body["enabled"].(bool); ok && (on || !fault("schedule-cannot-disable")) {
		s.Enabled = on
	}
	if !fault("schedule-next-run-stale") {
		s.plan(c.clock())
	}
	s.UpdatedAt = c.now()
	return s, nil
}

func (c *call) deleteSchedule() (any, error) {
	s, err := c.schedule()
	if err != nil {
		return nil, err
	}
	if fault("schedule-delete-disables") {
		s.Enabled = false
		s.plan(c.clock())
		return s, nil
	}
	c.schedules = remove(c.schedules, s)
	return s, nil
}

// ---- user and VIP codes

func (c *call) me() (any, error) {
	u := *c.user
	if fault("me-tier-constant") {
		u.Tier = "pro"
	}
	if fault("me-race") {
		c.cache["me"] = c.user
		c.race("me-race")
		u = *c.cache["me"].(*user)
	}
	return u, nil
}

func (c *call) vipCount() (any, error) {
	n := len(c.user.redeemed)
	if fault("vip-count-tries") {
		n = c.user.tried
	}
	if fault("vip-count-all") {
		n = 0
		for _, u := range c.users {
			n += len(u.redeemed)
		}
	}
	return obj{"redemptionCount": n}, nil
}

func (c *call) redeemVip() (any, error) {
	code := c.body["code"].(string)
	c.user.tried++
	owner, known := c.vipOwners[code]
	if !known {
		if fault("vip-invalid-404") {
			return nil, fail(404, "no such code")
		}
		return nil, fail(400, "invalid code")
	}
	if owner == c.user.UserID && !fault("vip-own") {
		return nil, fail(400, "the code is your own")
	}
	for _, u := range c.users {
		for _, used := range u.redeemed {
			if used == code && (u == c.user && !fault("vip-twice") || fault("vip-once-for-all")) {
				return nil, fail(400, "the code was redeemed already")
			}
		}
	}
	c.race("vip-race")
	c.user.redeemed = append(c.user.redeemed, code)
	return obj{"code": code, "redeemedAt": c.now()}, nil
}

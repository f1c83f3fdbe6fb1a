package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type Agent struct {
	AgentID           string  `json:"agentId"`
	ChatID            string  `json:"chatId"`
	OwnerID           string  `json:"ownerId"`
	Name              string  `json:"name"`
	Description       *string `json:"description"`
	ChatPrompt        string  `json:"chatPrompt"`
	Visibility        string  `json:"visibility"`
	VanitySlug        *string `json:"vanitySlug"`
	UpsellDescription *string `json:"upsellDescription"`
	MonthlyPriceCents *int64  `json:"monthlyPriceCents"`
	Currency          string  `json:"currency"`
	ThemeColor        *string `json:"themeColor"`
	FileCount         int     `json:"fileCount"`
	RunCount          int     `json:"runCount"`
	Feedback          struct {
		Count         int      `json:"count"`
		AverageRating *float64 `json:"averageRating"`
	} `json:"feedback"`
	CreatedAt Stamp `json:"createdAt"`
	UpdatedAt Stamp `json:"updatedAt"`
}
type theme struct {
	AgentID    string `json:"agentId"`
	ThemeColor string `json:"themeColor"`
	UpdatedAt  Stamp  `json:"updatedAt"`
}
type agents struct {
	mu       sync.RWMutex
	agents   map[string]*Agent
	slugs    map[string]string
	ratings  map[string]int
	themes   map[string]*theme
	files    map[string][]*File
	studio   map[string]*StudioChat
	freeSlug *cache[bool]
	lastPub  map[string]Agent
}

var slugRE = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func newAgents(mux *http.ServeMux) *agents {
	a := &agents{agents: map[string]*Agent{}, slugs: map[string]string{}, ratings: map[string]int{}, themes: map[string]*theme{}, files: map[string][]*File{},
		studio: map[string]*StudioChat{}, freeSlug: newCache[bool](), lastPub: map[string]Agent{}}
	for _, s := range []struct {
		id, owner, name, prompt, vis string
		price                        int64
	}{
		{plainAgent, ownID, "Burr", "You are Burr, who answers shortly.", "public", 0},
		{jobAgent, ownID, "Cardoon", "You are Cardoon, who runs long jobs on the Virtual Computer.", "public", 0},
		{ownPaidAgent, ownID, "Artichoke", "You are Artichoke, a paid adviser.", "public", 1250},
		{paidAgent, otherID, "Teasel", "You are Teasel, a paid researcher.", "public", 990},
		{unpaidAgent, otherID, "Knapweed", "You are Knapweed, free for all.", "public", 0},
		{subAgent, otherID, "Safflower", "You are Safflower, a paid painter.", "public", 700},
		{unsubAgent, otherID, "Sawwort", "You are Sawwort, a paid tutor.", "public", 450},
		{privateAgent, otherID, "Globe", "You are Globe, and nobody knows you.", "private", 0},
	} {
		g := &Agent{AgentID: s.id, ChatID: s.id, OwnerID: s.owner, Name: s.name, ChatPrompt: s.prompt, Visibility: s.vis, Currency: "usd", CreatedAt: now()}
		g.UpdatedAt = g.CreatedAt
		if s.price > 0 {
			g.MonthlyPriceCents = ptr(s.price)
		}
		a.agents[s.id] = g
	}
	handle(mux, "GET /internal/agents/{id}", func(c *C) {
		a.mu.RLock()
		defer a.mu.RUnlock()
		if g := a.agents[c.r.PathValue("id")]; g != nil {
			c.plain(*g)
			return
		}
		c.problem(404, "no such agent")
	})
	onEvent["run.started"] = func(e Event) {
		a.mu.Lock()
		defer a.mu.Unlock()
		if g := a.agents[e.Agent]; g != nil {
			g.RunCount++
		}
	}
	handle(mux, "GET /me/agents", a.list)
	handle(mux, "GET /me/chats", a.list)
	handle(mux, "POST /me/agents", func(c *C) { a.create(c, true) })
	handle(mux, "POST /me/chats", func(c *C) { a.create(c, false) })
	handle(mux, "GET /me/agents/{agent_id}", func(c *C) { a.get(c, c.r.PathValue("agent_id")) })
	handle(mux, "GET /me/chats/{agent_id}", func(c *C) { a.get(c, c.r.PathValue("agent_id")) })
	handle(mux, "PUT /me/chats/{agent_id}", func(c *C) { a.update(c, c.r.PathValue("agent_id"), true) })
	handle(mux, "PATCH /me/chats/{agent_id}", func(c *C) { a.update(c, c.r.PathValue("agent_id"), false) })
	handle(mux, "DELETE /me/chats/{agent_id}", a.remove)
	handle(mux, "POST /me/chats/{agent_id}/clone", a.clone)
	handle(mux, "POST /me/chats/{agent_id}/feedback", a.feedback)
	handle(mux, "GET /me/chats/{agent_id}/og", a.og)
	handle(mux, "POST /me/agents/{agent_id}/upsell-description", a.upsell)
	handle(mux, "POST /me/agents/vanity/slug", a.makeSlug)
	handle(mux, "GET /me/agents/vanity/slug", a.checkSlug)
	handle(mux, "GET /me/agents/{agent_id}/vibe", a.vibe)
	handle(mux, "GET /me/vibe/services", func(c *C) {
		c.page([]M{{"name": "bolt", "label": "Bolt"}, {"name": "lovable", "label": "Lovable"}, {"name": "v0", "label": "v0"}}, nil)
	})
	a.fileRoutes(mux)
	a.studioRoutes(mux)
	return a
}

func (a *agents) list(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	out := []Agent{}
	for _, g := range a.agents {
		if g.OwnerID == c.uid {
			out = append(out, *g)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].CreatedAt > out[j].CreatedAt })
	c.plain(out)
}

// see gives an agent that the caller may see, or answers.
func (a *agents) see(c *C, id string, write bool) *Agent {
	g := a.agents[id]
	if g == nil {
		c.problem(404, "there is no such agent")
		return nil
	}
	if g.OwnerID != c.uid && (write || g.Visibility == "private") {
		c.problem(403, "you have no permission on this agent")
		return nil
	}
	return g
}
func (a *agents) get(c *C, id string) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if g := a.see(c, strings.ToLower(id), false); g != nil {
		c.ok(*g)
	}
}

type agentFields struct {
	name, prompt, vis, slug, desc, upsell *string
	price                                 *int64
}

func readAgent(v *V) (f agentFields) {
	f.name, f.prompt, f.vis = v.str("name", 120), v.str("chatPrompt", 20000), v.enum("visibility", "private", "public")
	f.desc, f.upsell, f.price = v.str("description", 2000), v.str("upsellDescription", 2000), v.integer("monthlyPriceCents", 1, 1000000)
	f.slug = v.str("vanitySlug", 60)
	if f.slug != nil && (len(*f.slug) < 3 || !slugRE.MatchString(*f.slug)) {
		v.fail("vanitySlug", "must be 3 to 60 lowercase letters, digits and single hyphens")
	}
	return
}
func blank(s *string) bool { return s == nil || strings.TrimSpace(*s) == "" }
func defaultVisibility(tier string) string {
	if tier == "sandbox" {
		return "public"
	}
	return "private"
}

// apply writes the fields; whole also those that are absent. The lock is held.
func (a *agents) apply(c *C, g *Agent, f agentFields, v *V, whole bool) bool {
	if f.vis != nil && *f.vis == "private" && c.tier == "sandbox" {
		c.problem(400, "the sandbox tier cannot make this private")
		return false
	}
	if f.slug != nil {
		if by := a.slugs[*f.slug]; by != "" && by != g.AgentID {
			c.problem(400, "this vanity slug is taken")
			return false
		}
	}
	setStr := func(to **string, val *string, key string) {
		if val != nil || whole || v.isNull(key) {
			*to = val
		}
	}
	if f.name != nil {
		g.Name = *f.name
	} else if whole {
		g.Name = "Untitled"
	}
	if f.prompt != nil {
		g.ChatPrompt = *f.prompt
	}
	if f.vis != nil {
		g.Visibility = *f.vis
	} else if whole {
		g.Visibility = defaultVisibility(c.tier)
	}
	setStr(&g.Description, f.desc, "description")
	setStr(&g.UpsellDescription, f.upsell, "upsellDescription")
	if f.slug != nil || whole || v.isNull("vanitySlug") || F("chats-patch-drops-slug") {
		if g.VanitySlug != nil {
			delete(a.slugs, *g.VanitySlug)
		}
		g.VanitySlug = f.slug
		if f.slug != nil {
			a.slugs[*f.slug] = g.AgentID
		}
	}
	if f.price != nil || whole || v.isNull("monthlyPriceCents") {
		g.MonthlyPriceCents = f.price
	}
	g.UpdatedAt = now()
	return true
}
func (a *agents) changed(id string) { publish("runs", Event{Type: "agent.changed", Agent: id}) }

func (a *agents) create(c *C, upsert bool) {
	v, ok := c.body()
	if !ok {
		return
	}
	f := readAgent(v)
	id := v.str("agentId", 100)
	if id != nil && upsert && !uuidRE.MatchString(*id) {
		v.fail("agentId", "must be a UUID")
	}
	if c.bad(v) {
		return
	}
	if F("agents-upsert-makes-another") {
		id = nil
	}
	if blank(f.prompt) && !(F("agents-blank-prompt-on-upsert") && id != nil) {
		c.problem(400, "the chat prompt is missing")
		return
	}
	a.mu.Lock()
	if id != nil && upsert {
		g := a.see(c, strings.ToLower(*id), true)
		if g == nil {
			a.mu.Unlock()
			return
		}
		done := a.apply(c, g, f, v, false)
		out := *g
		a.mu.Unlock()
		if done {
			a.changed(out.AgentID)
			c.ok(out)
		}
		return
	}
	g := &Agent{AgentID: newUUID(), OwnerID: c.uid, Currency: "usd", CreatedAt: now()}
	g.ChatID = g.AgentID
	if !a.apply(c, g, f, v, true) {
		a.mu.Unlock()
		return
	}
	g.CreatedAt = g.UpdatedAt
	a.agents[g.AgentID] = g
	out := *g
	a.mu.Unlock()
	c.ok(out)
}
func (a *agents) update(c *C, id string, whole bool) {
	id = strings.ToLower(id)
	v, ok := c.body()
	if !ok {
		return
	}
	f := readAgent(v)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	g := a.see(c, id, true)
	if g == nil {
		a.mu.Unlock()
		return
	}
	if (whole || v.has("chatPrompt")) && blank(f.prompt) {
		a.mu.Unlock()
		c.problem(400, "the chat prompt is missing")
		return
	}
	if F("chats-patches-at-once-overwrite") && !whole {
		old := *g
		a.mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		a.mu.Lock()
		*g = old
	}
	done := a.apply(c, g, f, v, whole)
	out := *g
	a.mu.Unlock()
	if done {
		a.changed(id)
		c.ok(out)
	}
}
func (a *agents) remove(c *C) {
	id := strings.ToLower(c.r.PathValue("agent_id"))
	a.mu.Lock()
	g := a.see(c, id, true)
	if g == nil {
		a.mu.Unlock()
		return
	}
	out := *g
	delete(a.agents, id)
	delete(a.files, id)
	delete(a.themes, id)
	if g.VanitySlug != nil {
		delete(a.slugs, *g.VanitySlug)
	}
	a.mu.Unlock()
	e := Event{Type: "agent.deleted", Agent: id}
	publish("runs", e)
	publish("accounts", e)
	c.ok(out)
}
func (a *agents) clone(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	v, ok := c.optBody()
	if !ok {
		return
	}
	f := readAgent(v)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	src := a.agents[id]
	if src == nil {
		c.problem(404, "there is no such chat")
		return
	}
	if src.Visibility != "public" && !(F("chats-clone-own-private") && src.OwnerID == c.uid) {
		c.problem(403, "this chat is not public")
		return
	}
	if v.has("chatPrompt") && blank(f.prompt) {
		c.problem(400, "the chat prompt is missing")
		return
	}
	g := &Agent{AgentID: newUUID(), OwnerID: c.uid, Name: src.Name, Description: src.Description, ChatPrompt: src.ChatPrompt, Visibility: src.Visibility,
		UpsellDescription: src.UpsellDescription, Currency: src.Currency, ThemeColor: src.ThemeColor, FileCount: src.FileCount, CreatedAt: now()}
	g.ChatID = g.AgentID
	if !a.apply(c, g, f, v, false) {
		return
	}
	g.CreatedAt = g.UpdatedAt
	a.agents[g.AgentID] = g
	if t := a.themes[id]; t != nil {
		a.themes[g.AgentID] = &theme{g.AgentID, t.ThemeColor, now()}
	}
	for _, x := range a.files[id] {
		y := *x
		y.FileID, y.AgentID = newUUID(), g.AgentID
		a.files[g.AgentID] = append(a.files[g.AgentID], &y)
	}
	c.ok(*g)
}
func (a *agents) feedback(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("rating")
	n := v.integer("rating", 1, 5)
	v.str("comment", 4000)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	g := a.agents[strings.ToLower(c.r.PathValue("agent_id"))]
	if g == nil || g.Visibility == "private" && g.OwnerID != c.uid {
		c.problem(404, "there is no such chat")
		return
	}
	a.ratings[g.AgentID] += int(*n)
	g.Feedback.Count++
	g.Feedback.AverageRating = ptr(float64(a.ratings[g.AgentID]) / float64(g.Feedback.Count))
	c.ok(*g)
}
func (a *agents) og(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	title, desc := "An agent", "Talk to agents on this platform."
	if g := a.agents[id]; g != nil && (g.Visibility == "public") {
		title, desc = g.Name, "Talk to "+g.Name+"."
		if g.Description != nil {
			desc = *g.Description
		}
	}
	c.ok(M{"title": title, "description": desc, "url": "https://thistle.example/c/" + id, "imageUrl": "https://thistle.example/og/" + id + ".png"})
}
func (a *agents) upsell(c *C) {
	id := strings.ToLower(c.r.PathValue("agent_id"))
	a.mu.Lock()
	g := a.agents[id]
	if g == nil || g.OwnerID != c.uid {
		a.mu.Unlock()
		c.problem(404, "there is no such agent")
		return
	}
	text := fmt.Sprintf("Get more of %s: %d characters of care in every answer.", g.Name, len(g.ChatPrompt))
	g.UpsellDescription, g.UpdatedAt = &text, now()
	out := *g
	a.mu.Unlock()
	a.changed(id)
	c.ok(out)
}

// ---- slugs and vibe

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

func (a *agents) makeSlug(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	name := v.str("name", 200)
	if c.bad(v) {
		return
	}
	base := ""
	if name != nil {
		base = strings.Trim(notSlug.ReplaceAllString(strings.ToLower(*name), "-"), "-")
	}
	if len(base) > 40 {
		base = strings.Trim(base[:40], "-")
	}
	if len(base) < 3 {
		base = strings.Trim("thistle-"+base, "-")
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	slug := base
	for i := 0; name == nil || a.slugs[slug] != ""; i++ {
		slug = fmt.Sprintf("%s-%05d", base, rand.IntN(100000))
		if a.slugs[slug] == "" {
			break
		}
	}
	c.ok(M{"slug": slug})
}
func (a *agents) checkSlug(c *C) {
	if !c.r.URL.Query().Has("slug") {
		c.invalid(fieldErr{"query", "slug", "is required"})
		return
	}
	s := c.r.URL.Query().Get("slug")
	a.mu.RLock()
	defer a.mu.RUnlock()
	free, why := true, any(nil)
	if len(s) < 3 || len(s) > 60 || !slugRE.MatchString(s) {
		free, why = false, "not a slug: 3 to 60 lowercase letters, digits and single hyphens"
	} else if a.slugs[s] != "" {
		free, why = false, "taken"
	}
	c.ok(M{"slug": s, "available": free, "reason": why})
}
func (a *agents) vibe(c *C) {
	svc := c.r.URL.Query().Get("service_name")
	if svc != "bolt" && svc != "lovable" && svc != "v0" {
		c.invalid(fieldErr{"query", "service_name", "must be one of bolt, lovable, v0"})
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	if g := a.see(c, strings.ToLower(c.r.PathValue("agent_id")), false); g != nil {
		prompt := fmt.Sprintf("Build with %s a web page for the agent %q. It calls POST /workers/%s with {\"message\": ...} and shows the streamed text. The agent's prompt: %s", svc, g.Name, g.AgentID, g.ChatPrompt)
		c.ok(M{"agentId": g.AgentID, "serviceName": svc, "prompt": prompt})
	}
}

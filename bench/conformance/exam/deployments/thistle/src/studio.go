package main

import (
	"net/http"
	"sort"
)

type StudioChat struct {
	RunID      string   `json:"runId"`
	OwnerID    string   `json:"ownerId"`
	Title      string   `json:"title"`
	Visibility string   `json:"visibility"`
	Tags       []string `json:"tags"`
	Notes      *string  `json:"notes"`
	CreatedAt  Stamp    `json:"createdAt"`
	UpdatedAt  Stamp    `json:"updatedAt"`
	DeletedAt  *Stamp   `json:"deletedAt"`
}

func (a *agents) studioRoutes(mux *http.ServeMux) {
	handle(mux, "GET /me/agent-studio-chats", a.listStudio)
	handle(mux, "POST /me/agent-studio-chats", a.createStudio)
	handle(mux, "GET /me/agent-studio-chats/{run_id}", a.getStudio)
	handle(mux, "PUT /me/agent-studio-chats/{run_id}", func(c *C) { a.updateStudio(c, true) })
	handle(mux, "PATCH /me/agent-studio-chats/{run_id}", func(c *C) { a.updateStudio(c, false) })
	handle(mux, "DELETE /me/agent-studio-chats/{run_id}", a.deleteStudio)
	handle(mux, "POST /me/agent-studio-chats/{run_id}/clone", a.cloneStudio)
}
func (a *agents) listStudio(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	out := []StudioChat{}
	for _, s := range a.studio {
		if s.OwnerID == c.uid && (s.DeletedAt == nil) {
			out = append(out, *s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].CreatedAt > out[j].CreatedAt })
	c.plain(out)
}

type studioFields struct {
	title, vis, notes *string
	tags              []string
}

func readStudio(v *V) studioFields {
	return studioFields{v.str("title", 200), v.enum("visibility", "private", "public"), v.str("notes", 20000), v.strs("tags", 50)}
}
func (s *StudioChat) apply(c *C, f studioFields, v *V, whole bool) {
	if f.title != nil {
		s.Title = *f.title
	} else if whole {
		s.Title = "Untitled"
	}
	if f.vis != nil {
		s.Visibility = *f.vis
	} else if whole {
		s.Visibility = defaultVisibility(c.tier)
	}
	if f.notes != nil || whole || v.isNull("notes") {
		s.Notes = f.notes
	}
	if f.tags != nil {
		s.Tags = f.tags
	} else if whole {
		s.Tags = []string{}
	}
	if F("studio-patch-resets-visibility") && !whole && f.vis == nil {
		s.Visibility = defaultVisibility(c.tier)
	}
	s.UpdatedAt = now()
}
func sandboxPrivate(c *C, vis *string) bool {
	if c.tier == "sandbox" && vis != nil && *vis == "private" {
		c.problem(400, "the sandbox tier cannot make this private")
		return true
	}
	return false
}
func (a *agents) createStudio(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	f, id := readStudio(v), v.str("runId", 100)
	if id != nil && *id == "" {
		v.fail("runId", "must not be empty")
	}
	if c.bad(v) {
		return
	}
	if sandboxPrivate(c, f.vis) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if id == nil {
		id = ptr(newUUID())
	}
	if s := a.studio[*id]; s != nil {
		if s.OwnerID != c.uid || s.DeletedAt != nil {
			c.problem(409, "a chat with this runId exists")
			return
		}
		if F("studio-post-overwrites-existing") {
			s.apply(c, f, v, true)
		}
		c.ok(*s)
		return
	}
	s := &StudioChat{RunID: *id, OwnerID: c.uid, CreatedAt: now()}
	s.apply(c, f, v, true)
	s.CreatedAt = s.UpdatedAt
	a.studio[*id] = s
	c.ok(*s)
}

// findStudio gives a chat that is not deleted, or answers.
func (a *agents) findStudio(c *C, write bool) *StudioChat {
	s := a.studio[c.r.PathValue("run_id")]
	if s == nil || s.DeletedAt != nil && !(F("studio-deleted-still-readable") && !write) {
		c.problem(404, "there is no such studio chat")
		return nil
	}
	if s.OwnerID != c.uid && (write || s.Visibility == "private") {
		c.problem(403, "you have no permission on this studio chat")
		return nil
	}
	return s
}
func (a *agents) getStudio(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if s := a.findStudio(c, false); s != nil {
		c.ok(*s)
	}
}
func (a *agents) updateStudio(c *C, whole bool) {
	v, ok := c.body()
	if !ok {
		return
	}
	f := readStudio(v)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.findStudio(c, true)
	if s == nil {
		return
	}
	if !(F("studio-patch-sandbox-private") && !whole) && sandboxPrivate(c, f.vis) {
		return
	}
	s.apply(c, f, v, whole)
	c.ok(*s)
}
func (a *agents) deleteStudio(c *C) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.findStudio(c, true)
	if s == nil {
		return
	}
	t := now()
	s.DeletedAt, s.UpdatedAt = &t, t
	c.ok(*s)
}
func (a *agents) cloneStudio(c *C) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.studio[c.r.PathValue("run_id")]
	if s == nil || s.DeletedAt != nil {
		c.problem(404, "there is no such studio chat")
		return
	}
	if s.Visibility == "private" {
		c.problem(400, "private chats cannot be cloned")
		return
	}
	n := *s
	n.RunID, n.OwnerID, n.CreatedAt = newUUID(), c.uid, now()
	n.UpdatedAt, n.Tags = n.CreatedAt, append([]string{}, s.Tags...)
	a.studio[n.RunID] = &n
	c.status(201, n)
}

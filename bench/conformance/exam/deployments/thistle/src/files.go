package main

import (
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

type File struct {
	FileID      string `json:"fileId"`
	AgentID     string `json:"agentId"`
	FileName    string `json:"fileName"`
	ContentType string `json:"contentType"`
	Content     string `json:"content"`
	SizeBytes   int    `json:"sizeBytes"`
	Position    int64  `json:"position"`
	CreatedAt   Stamp  `json:"createdAt"`
	UpdatedAt   Stamp  `json:"updatedAt"`
}

var colorRE = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func (a *agents) fileRoutes(mux *http.ServeMux) {
	handle(mux, "GET /me/agents/{agent_id}/customizations/theme", a.getTheme)
	handle(mux, "PUT /me/agents/{agent_id}/customizations/theme", a.putTheme)
	handle(mux, "GET /me/agents/{agent_id}/files", a.listFiles)
	handle(mux, "POST /me/agents/{agent_id}/files", a.createFile)
	handle(mux, "GET /me/agents/{agent_id}/files/{file_id}", a.getFile)
	handle(mux, "PATCH /me/agents/{agent_id}/files/{file_id}", a.patchFile)
	handle(mux, "DELETE /me/agents/{agent_id}/files/{file_id}", a.deleteFile)
	handle(mux, "PUT /me/agents/{agent_id}/files/positions", a.positions)
}
func (a *agents) getTheme(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	g := a.see(c, id, false)
	if g == nil {
		return
	}
	t := a.themes[id]
	if F("theme-shared-by-owner") && t == nil {
		for _, o := range a.themes {
			if a.agents[o.AgentID] != nil && a.agents[o.AgentID].OwnerID == g.OwnerID {
				t = &theme{id, o.ThemeColor, o.UpdatedAt}
			}
		}
	}
	if t == nil {
		c.plain(nil)
		return
	}
	c.ok(*t)
}
func (a *agents) putTheme(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("themeColor")
	color := v.str("themeColor", 1000)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	g := a.see(c, id, true)
	if g == nil {
		a.mu.Unlock()
		return
	}
	if !colorRE.MatchString(*color) && !(F("theme-takes-any-color") && len(*color) < 30) {
		a.mu.Unlock()
		c.problem(400, "the theme color must have the form #rrggbb")
		return
	}
	t := &theme{id, *color, now()}
	a.themes[id], g.ThemeColor = t, color
	out := *t
	a.mu.Unlock()
	c.ok(out)
}

// ownFiles gives the files of an agent of the caller, in order, or answers.
func (a *agents) ownFiles(c *C, id string) ([]*File, bool) {
	if a.see(c, id, true) == nil {
		return nil, false
	}
	fs := a.files[id]
	sort.SliceStable(fs, func(i, j int) bool {
		if F("files-order-as-text") {
			return strconv.FormatInt(fs[i].Position, 10) < strconv.FormatInt(fs[j].Position, 10)
		}
		if fs[i].Position != fs[j].Position {
			return fs[i].Position < fs[j].Position
		}
		return fs[i].CreatedAt < fs[j].CreatedAt
	})
	return fs, true
}
func (a *agents) listFiles(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if fs, ok := a.ownFiles(c, id); ok {
		a.giveFiles(c, fs)
	}
}
func (a *agents) giveFiles(c *C, fs []*File) {
	out := []File{}
	for _, f := range fs {
		out = append(out, *f)
	}
	c.page(out, nil)
}
func readFile(v *V) (name, content, ct *string, pos *int64) {
	return v.str("fileName", 255), v.str("content", 200000), v.str("contentType", 120), v.integer("position", 0, 1000000)
}
func (a *agents) createFile(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("fileName")
	name, content, ct, pos := readFile(v)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	fs, ok := a.ownFiles(c, id)
	if !ok {
		return
	}
	if strings.TrimSpace(*name) == "" {
		c.problem(400, "the file has no name")
		return
	}
	limit := filesPerAgent
	if F("files-one-more-than-limit") {
		limit++
	}
	if len(fs) >= limit {
		c.problem(400, "an agent has at most "+strconv.Itoa(filesPerAgent)+" files")
		return
	}
	t := now()
	f := &File{FileID: newUUID(), AgentID: id, FileName: *name, ContentType: "text/plain", CreatedAt: t, UpdatedAt: t}
	if content != nil {
		f.Content = *content
	}
	if ct != nil {
		f.ContentType = *ct
	}
	f.SizeBytes = len(f.Content)
	if pos != nil {
		f.Position = *pos
	} else if len(fs) > 0 {
		f.Position = fs[len(fs)-1].Position + 1
	}
	a.files[id] = append(fs, f)
	a.agents[id].FileCount = len(a.files[id])
	c.status(201, *f)
}

// oneFile gives a file by the two ids of the path, or answers.
func (a *agents) oneFile(c *C) (string, int, *File) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return "", 0, nil
	}
	fid, ok := c.uuid("file_id")
	if !ok {
		return "", 0, nil
	}
	fs, ok := a.ownFiles(c, id)
	if !ok {
		return "", 0, nil
	}
	for i, f := range fs {
		if f.FileID == fid {
			return id, i, f
		}
	}
	c.problem(404, "there is no such file")
	return "", 0, nil
}
func (a *agents) getFile(c *C) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, _, f := a.oneFile(c); f != nil {
		c.ok(*f)
	}
}
func (a *agents) patchFile(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	name, content, ct, pos := readFile(v)
	if name != nil && strings.TrimSpace(*name) == "" {
		v.fail("fileName", "must not be blank")
	}
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	_, _, f := a.oneFile(c)
	if f == nil {
		return
	}
	if name != nil {
		f.FileName = *name
	}
	if content != nil {
		f.Content = *content
		f.SizeBytes = len(*content)
	}
	if ct != nil {
		f.ContentType = *ct
	}
	if pos != nil {
		f.Position = *pos
	}
	f.UpdatedAt = now()
	c.ok(*f)
}
func (a *agents) deleteFile(c *C) {
	a.mu.Lock()
	defer a.mu.Unlock()
	id, i, f := a.oneFile(c)
	if f == nil {
		return
	}
	a.files[id] = append(append([]*File{}, a.files[id][:i]...), a.files[id][i+1:]...)
	a.agents[id].FileCount = len(a.files[id])
	c.w.WriteHeader(204)
}
func (a *agents) positions(c *C) {
	id, ok := c.uuid("agent_id")
	if !ok {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	list, isList := v.m["positions"].([]any)
	if !isList {
		v.fail("positions", "must be a list")
	}
	type move struct {
		id  string
		pos int64
	}
	var moves []move
	seen := map[string]bool{}
	for i, x := range list {
		m, _ := x.(map[string]any)
		e := &V{m: m}
		e.need("fileId")
		e.need("position")
		fid, pos := e.str("fileId", 100), e.integer("position", 0, 1000000)
		for _, y := range e.errs {
			v.fail("positions."+strconv.Itoa(i)+"."+y.Field, y.Reason)
		}
		if len(e.errs) > 0 {
			continue
		}
		k := strings.ToLower(*fid)
		if !uuidRE.MatchString(k) || seen[k] {
			v.fail("positions."+strconv.Itoa(i)+".fileId", "must be a UUID, named once")
		}
		seen[k] = true
		moves = append(moves, move{k, *pos})
	}
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	fs, ok := a.ownFiles(c, id)
	if !ok {
		return
	}
	byID := map[string]*File{}
	for _, f := range fs {
		byID[f.FileID] = f
	}
	for _, m := range moves {
		f := byID[m.id]
		if f == nil {
			c.problem(404, "there is no such file")
			return
		}
		if F("files-positions-half-done") {
			f.Position = m.pos
		}
	}
	for _, m := range moves {
		byID[m.id].Position, byID[m.id].UpdatedAt = m.pos, now()
	}
	fs, _ = a.ownFiles(c, id)
	a.giveFiles(c, fs)
}

package main

import (
	"net/http"
	"sort"
	"strconv"
)

type BundleTool struct {
	BundleID int64  `json:"bundleId"`
	ToolID   string `json:"toolId"`
	AddedAt  Stamp  `json:"addedAt"`
}
type Bundle struct {
	BundleID    int64        `json:"bundleId"`
	Name        string       `json:"name"`
	Description *string      `json:"description"`
	Tools       []BundleTool `json:"tools"`
	CreatedAt   Stamp        `json:"createdAt"`
	UpdatedAt   Stamp        `json:"updatedAt"`
	owner       string
}

func (t *tools) bundleRoutes(mux *http.ServeMux) {
	handle(mux, "GET /me/bundles", t.listBundles)
	handle(mux, "POST /me/bundles", t.createBundle)
	handle(mux, "GET /me/bundles/{bundle_id}", t.getBundle)
	handle(mux, "PUT /me/bundles/{bundle_id}", t.putBundle)
	handle(mux, "DELETE /me/bundles/{bundle_id}", t.deleteBundle)
	handle(mux, "GET /me/bundles/{bundle_id}/tools", t.listBundleTools)
	handle(mux, "POST /me/bundles/{bundle_id}/tools", t.addBundleTool)
	handle(mux, "DELETE /me/bundles/{bundle_id}/tools/{tool_id}", t.removeBundleTool)
	handle(mux, "GET /me/user-tools", t.listInstalled)
	handle(mux, "POST /me/user-tools", t.install)
	handle(mux, "GET /me/user-tools/{tool_id}", t.getInstalled)
	handle(mux, "DELETE /me/user-tools/{tool_id}", t.uninstall)
}
func (t *tools) listBundles(c *C) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := []M{}
	for _, b := range t.bundles {
		if b.owner == c.uid {
			out = append(out, M{"bundleId": b.BundleID, "name": b.Name, "toolCount": len(b.Tools)})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i]["bundleId"].(int64) < out[j]["bundleId"].(int64) })
	c.plain(out)
}
func (t *tools) createBundle(c *C) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nextBun++
	s := now()
	b := &Bundle{t.nextBun, "Bundle " + strconv.FormatInt(t.nextBun, 10), nil, []BundleTool{}, s, s, c.uid}
	t.bundles[b.BundleID] = b
	c.ok(*b)
}

// bundle gives a bundle of the caller; else nil, and an answer when status is not 0.
func (t *tools) bundle(c *C, status int) *Bundle {
	id, ok := c.pathInt("bundle_id")
	if !ok {
		return nil
	}
	b := t.bundles[id]
	if b == nil || b.owner != c.uid {
		if status == 200 {
			c.plain([]any{})
		} else {
			c.problem(status, "there is no such bundle")
		}
		return nil
	}
	return b
}
func (t *tools) getBundle(c *C) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if b := t.bundle(c, 404); b != nil {
		c.ok(*b)
	}
}
func (t *tools) putBundle(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("name")
	name, desc, ids := v.str("name", 120), v.str("description", 2000), v.strs("tools", 200)
	if name != nil && *name == "" {
		v.fail("name", "must not be empty")
	}
	if c.bad(v) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bundle(c, 409)
	if b == nil {
		return
	}
	keep := []BundleTool{}
	if !v.has("tools") {
		keep = b.Tools
	}
	seen := map[string]bool{}
	for _, id := range ids {
		if t.byID[id] == nil {
			c.problem(409, "there is no tool "+id)
			return
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		e := BundleTool{b.BundleID, id, now()}
		for _, o := range b.Tools {
			if o.ToolID == id {
				e = o
			}
		}
		keep = append(keep, e)
	}
	b.Name, b.Description, b.Tools, b.UpdatedAt = *name, desc, keep, now()
	c.ok(*b)
}
func (t *tools) deleteBundle(c *C) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b := t.bundle(c, 404); b != nil {
		delete(t.bundles, b.BundleID)

		c.ok(M{"bundleId": b.BundleID, "userId": b.owner, "name": b.Name, "description": b.Description, "createdAt": b.CreatedAt, "updatedAt": b.UpdatedAt})
	}
}
func (t *tools) listBundleTools(c *C) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if b := t.bundle(c, 200); b != nil {
		c.plain(b.Tools)
	}
}
func (t *tools) addBundleTool(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("toolId")
	id := v.str("toolId", 200)
	if c.bad(v) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bundle(c, 404)
	if b == nil {
		return
	}
	if t.byID[*id] == nil {
		c.problem(404, "there is no such tool")
		return
	}
	for _, e := range b.Tools {
		if e.ToolID == *id {
			c.ok(e)
			return
		}
	}
	e := BundleTool{b.BundleID, *id, now()}
	b.Tools, b.UpdatedAt = append(append([]BundleTool{}, b.Tools...), e), e.AddedAt
	c.ok(e)
}
func (t *tools) removeBundleTool(c *C) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bundle(c, 404)
	if b == nil {
		return
	}
	id := c.r.PathValue("tool_id")
	for i, e := range b.Tools {
		if e.ToolID != id {
			continue
		}
		b.Tools, b.UpdatedAt = append(append([]BundleTool{}, b.Tools[:i]...), b.Tools[i+1:]...), now()
		if F("bundles-remove-tool-everywhere") {
			for _, o := range t.bundles {
				for j, x := range o.Tools {
					if o.owner == c.uid && x.ToolID == id {
						o.Tools = append(append([]BundleTool{}, o.Tools[:j]...), o.Tools[j+1:]...)
						break
					}
				}
			}
		}
		c.ok(e)
		return
	}
	c.problem(404, "this tool is not in the bundle")
}

// ---- installed tools

func (t *tools) userTool(id string, at Stamp) M {
	m := t.byID[id].public()
	m["installedAt"] = at
	return m
}
func (t *tools) listInstalled(c *C) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	out := []M{}
	for id, at := range t.installed[c.uid] {
		out = append(out, t.userTool(id, at))
	}
	sort.Slice(out, func(i, j int) bool { return out[i]["installedAt"].(Stamp) < out[j]["installedAt"].(Stamp) })
	c.plain(out)
}
func (t *tools) install(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("toolId")
	id := v.str("toolId", 200)
	if c.bad(v) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID[*id] == nil {
		c.problem(409, "there is no tool to install by this id")
		return
	}
	mine := t.installed[c.uid]
	if mine == nil {
		mine = map[string]Stamp{}
		t.installed[c.uid] = mine
	}
	if _, is := mine[*id]; is {
		c.problem(409, "this tool is installed already")
		return
	}
	mine[*id] = now()
	c.ok(M{"toolId": *id, "userId": c.uid, "installedAt": mine[*id]})
}
func (t *tools) getInstalled(c *C) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	id := c.r.PathValue("tool_id")
	at, is := t.installed[c.uid][id]
	if !is {
		c.problem(404, "this tool is not installed")
		return
	}
	c.ok(t.userTool(id, at))
}
func (t *tools) uninstall(c *C) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := c.r.PathValue("tool_id")
	at, is := t.installed[c.uid][id]
	if !is {
		c.problem(404, "this tool is not installed")
		return
	}
	delete(t.installed[c.uid], id)
	c.ok(M{"toolId": id, "userId": c.uid, "installedAt": at})
}

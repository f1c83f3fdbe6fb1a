package main

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"net/mail"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
	Score       *float64       `json:"score,omitempty" doc:"Only in search results"`
}
type PublicTool struct {
	ToolID       string `json:"toolId"`
	Name         string `json:"name"`
	Description  string `json:"description"`
	Toolkit      string `json:"toolkit"`
	RequiresAuth bool   `json:"requiresAuth"`
}
type ToolSet struct {
	ToolsetName string   `json:"toolsetName"`
	Title       string   `json:"title"`
	Tools       []string `json:"tools" doc:"names of the tools"`
}
type ToolSetWithTools struct {
	ToolsetName string `json:"toolsetName"`
	Title       string `json:"title"`
	Tools       []Tool `json:"tools"`
}
type Content struct {
	Type string `json:"type" enum:"text"`
	Text string `json:"text"`
}
type ToolResult struct {
	ToolName          string         `json:"toolName"`
	IsError           bool           `json:"isError"`
	Content           []Content      `json:"content"`
	StructuredContent map[string]any `json:"structuredContent"`
}
type UserTool struct {
	ToolID      string    `json:"toolId"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	InstalledAt time.Time `json:"installedAt"`
}
type UserInstallToolRequest struct {
	ToolID string `json:"toolId" minLength:"1"`
}

type toolDef struct {
	name, desc, kit string
	schema          *huma.Schema
	run             func(c *C, in map[string]any) map[string]any
}

func (t *toolDef) mcp() Tool {
	var m map[string]any
	b, _ := json.Marshal(t.schema)
	json.Unmarshal(b, &m)
	if m["properties"] == nil {
		m["properties"] = map[string]any{}
	}
	return Tool{Name: t.name, Description: t.desc, InputSchema: m}
}
func (t *toolDef) public() PublicTool {
	return PublicTool{t.name, t.name, t.desc, t.kit, t.kit == "notifier"}
}

var catalog []*toolDef
var toolsets = [][2]string{{"notifier", "Notification pushes"}, {"sea", "Tides and harbours"}, {"text", "Words and measures"}}

func toolByName(n string) *toolDef {
	for _, t := range catalog {
		if t.name == n {
			return t
		}
	}
	return nil
}

// ---- schemas of inputs: "name type!" with ! for required

func obj(spec ...string) *huma.Schema {
	s := &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for _, x := range spec {
		p := strings.SplitN(x, " ", 3)
		n, t := p[0], p[1]
		if strings.HasSuffix(t, "!") {
			t = t[:len(t)-1]
			s.Required = append(s.Required, n)
		}
		ps := &huma.Schema{Type: t}
		switch t {
		case "uint":
			ps = &huma.Schema{Type: "integer", Minimum: f(0)}
		case "limit":
			ps = &huma.Schema{Type: "integer", Minimum: f(1), Maximum: f(500)}
		case "pushtype":
			ps = &huma.Schema{Type: "string", Enum: []any{"note", "link", "file"}}
		case "items":
			it := &huma.Schema{Type: "object", AdditionalProperties: false, Required: []string{"text", "checked"}, Properties: map[string]*huma.Schema{"text": {Type: "string"}, "checked": {Type: "boolean"}}}
			ps = &huma.Schema{Type: "array", Items: it}
		}
		if len(p) > 2 {
			ps.Description = p[2]
		}
		s.Properties[n] = ps
	}
	s.PrecomputeMessages()
	return s
}

// ---- accounts at the notification service

type rec map[string]any
type Account struct {
	user                   *User
	iden                   string
	created                float64
	chats, devices, pushes []rec
}

var notifier = map[string]*Account{}

func newAccount(u *User) *Account { return &Account{user: u, iden: newULID(), created: stamp()} }

func stamp() float64 { return float64(now().UnixMicro()) / 1e6 }

func newRec(r rec) rec {
	t := stamp()
	r["iden"], r["active"], r["created"], r["modified"] = newULID(), true, t, t
	return r
}

func find(l []rec, iden any) rec {
	for _, r := range l {
		if r["iden"] == iden && r["active"] == true {
			return r
		}
	}
	return nil
}

func touch(r rec) rec { r["modified"] = stamp(); return r }

func kill(r rec) rec {
	r["active"] = false
	touch(r)
	return rec{"iden": r["iden"], "deleted": true}
}

func actives(l []rec) []rec {
	out := []rec{}
	for _, r := range l {
		if r["active"] == true {
			out = append(out, r)
		}
	}
	return out
}

// page cuts a list, newest modified first.
func page(l []rec, in map[string]any, key string) map[string]any {
	sort.SliceStable(l, func(i, j int) bool { return l[i]["modified"].(float64) > l[j]["modified"].(float64) })
	if s, ok := in["cursor"].(string); ok && s != "" {
		b, err := base64.RawURLEncoding.DecodeString(s)
		at, err2 := strconv.ParseFloat(string(b), 64)
		if err != nil || err2 != nil {
			fail(400, "invalid cursor")
		}
		rest := []rec{}
		for _, r := range l {
			m := r["modified"].(float64)
			if m < at || (m == at && key == "pushes" && on("pushes-page-overlap")) {
				rest = append(rest, r)
			}
		}
		l = rest
	}
	limit := 500
	if v, ok := in["limit"].(float64); ok {
		limit = int(v)
	}
	out := map[string]any{}
	if len(l) > limit {
		l = l[:limit]
		out["cursor"] = base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatFloat(l[limit-1]["modified"].(float64), 'f', -1, 64)))
	}
	out[key] = append([]rec{}, l...)
	return out
}

func txt(in map[string]any, k string) string { s, _ := in[k].(string); return s }

func need(r rec, what string) rec {
	if r == nil {
		fail(400, "invalid input: no such %s", what)
	}
	return r
}

func addTool(kit, name, desc string, s *huma.Schema, run func(c *C, in map[string]any) map[string]any) {
	catalog = append(catalog, &toolDef{name, desc, kit, s, run})
}

func acc(c *C) *Account { return notifier[c.U.UserID] }

func fillTools() {
	type M = map[string]any
	N := func(name, desc string, s *huma.Schema, run func(c *C, in M) M) {
		addTool("notifier", "NOTIFIER_"+name, desc, s, run)
	}
	N("CREATE_CHAT", "Create a chat with an email address", obj("email string!"), func(c *C, in M) M {
		e := txt(in, "email")
		if a, err := mail.ParseAddress(e); err != nil || a.Address != e {
			fail(400, "invalid input: email")
		}
		for _, r := range acc(c).chats {
			if r["active"] == true && strings.EqualFold(r["email"].(string), e) {
				return r
			}
		}
		r := newRec(rec{"email": e, "muted": false, "with": M{"type": "email", "email": e}})
		acc(c).chats = append(acc(c).chats, r)
		return r
	})
	N("CREATE_DEVICE", "Register a device", obj("icon string", "model string!", "has_sms boolean Android only", "nickname string!", "push_token string platform-specific, blank for custom devices", "app_version uint!", "manufacturer string!"), func(c *C, in M) M {
		r := rec{"icon": "system", "has_sms": false, "push_token": ""}
		for k, v := range in {
			r[k] = v
		}
		newRec(r)
		acc(c).devices = append(acc(c).devices, r)
		return r
	})
	N("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", obj("type pushtype!", "url string required when type=link", "body string", "guid string client-generated, for idempotency", "email string", "title string", "file_url string required when type=file", "file_name string required when type=file", "file_type string MIME type, required when type=file", "channel_tag string", "client_iden string", "device_iden string", "source_device_iden string"), func(c *C, in M) M {
		switch {
		case in["type"] == "link" && txt(in, "url") == "" && !on("push-link-no-url"):
			fail(400, "invalid input: url is required for a link")
		case in["type"] == "file":
			for _, k := range []string{"file_url", "file_name", "file_type"} {
				if txt(in, k) == "" {
					fail(400, "invalid input: %s is required for a file", k)
				}
			}
		}
		if d := txt(in, "device_iden"); d != "" {
			need(find(acc(c).devices, d), "device")
		}
		if g := txt(in, "guid"); g != "" && !on("push-guid-ignored") {
			for _, r := range acc(c).pushes {
				if r["guid"] == g {
					return r
				}
			}
		}
		r := rec{"dismissed": false, "direction": "self", "sender_iden": acc(c).iden}
		for k, v := range in {
			r[k] = v
		}
		newRec(r)
		acc(c).pushes = append(acc(c).pushes, r)
		return r
	})
	N("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", obj(), func(c *C, in M) M {
		cut := stamp()
		list := []*Account{acc(c)}
		if on("delete-all-of-everyone") {
			list = nil
			for _, a := range notifier {
				list = append(list, a)
			}
		}
		go func() {
			time.Sleep(100 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			for _, a := range list {
				for _, r := range a.pushes {
					if r["active"] == true && r["created"].(float64) < cut {
						kill(r)
					}
				}
			}
		}()
		return M{"accepted": true}
	})
	N("DELETE_CHAT", "Delete a chat", obj("iden string!"), func(c *C, in M) M {
		r := find(acc(c).chats, in["iden"])
		if r == nil && on("chat-delete-cross-account") {
			for _, a := range notifier {
				if x := find(a.chats, in["iden"]); x != nil {
					r = x
				}
			}
		}
		return M(kill(need(r, "chat")))
	})
	N("DELETE_DEVICE", "Delete a device", obj("device_iden string!"), func(c *C, in M) M {
		r := need(find(acc(c).devices, in["device_iden"]), "device")
		return M(kill(r))
	})
	N("DELETE_PUSH", "Delete a push", obj("iden string!"), func(c *C, in M) M {
		return M(kill(need(find(acc(c).pushes, in["iden"]), "push")))
	})
	N("GET_USER", "Get the profile of the authenticated user", obj(), func(c *C, in M) M {
		a := acc(c)
		return M{"iden": a.iden, "email": a.user.Email, "name": a.user.Name, "created": a.created, "modified": a.created}
	})
	N("LIST_CHATS", "List chats", obj("limit limit", "cursor string"), func(c *C, in M) M { return page(actives(acc(c).chats), in, "chats") })
	N("LIST_DEVICES", "List devices", obj(), func(c *C, in M) M { return M{"devices": actives(acc(c).devices)} })
	N("LIST_PUSHES", "List pushes", obj("limit limit max 500, default 500", "active boolean true returns only active pushes", "cursor string", "modified_after number UNIX timestamp"), func(c *C, in M) M {
		l := append([]rec{}, acc(c).pushes...)
		if in["active"] == true && !on("pushes-active-ignored") {
			l = actives(l)
		}
		if t, ok := in["modified_after"].(float64); ok {
			field := "modified"
			rest := []rec{}
			for _, r := range l {
				if r[field].(float64) > t {
					rest = append(rest, r)
				}
			}
			l = rest
		}
		return page(l, in, "pushes")
	})
	N("UPDATE_CHAT", "Mute or unmute a chat", obj("iden string!", "muted boolean!"), func(c *C, in M) M {
		r := need(find(acc(c).chats, in["iden"]), "chat")
		if on("chat-mute-toggles") {
			in["muted"] = r["muted"] != true
		}
		r["muted"] = in["muted"]
		return touch(r)
	})
	N("UPDATE_DEVICE", "Update device metadata", obj("iden string!", "icon string", "model string", "has_sms boolean", "nickname string", "push_token string", "app_version uint", "manufacturer string"), func(c *C, in M) M {
		r := need(find(acc(c).devices, in["iden"]), "device")
		if on("device-update-clears") {
			for _, k := range []string{"icon", "nickname", "model", "manufacturer"} {
				if _, ok := in[k]; !ok {
					r[k] = ""
				}
			}
		}
		for k, v := range in {
			r[k] = v
		}
		return touch(r)
	})
	N("UPDATE_PUSH", "Dismiss a push or change list items", obj("iden string!", "items items", "dismissed boolean"), func(c *C, in M) M {
		r := need(find(acc(c).pushes, in["iden"]), "push")
		if l, ok := in["items"].([]any); ok {
			if on("push-items-unchecked") {
				for _, x := range l {
					x.(map[string]any)["checked"] = false
				}
			}
			r["items"] = l
		}
		if v, ok := in["dismissed"]; ok {
			r["dismissed"] = v
		}
		return touch(r)
	})
	N("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", obj("file_name string!", "file_type string! MIME type"), func(c *C, in M) M {
		id := newULID()
		ft := in["file_type"]
		return M{"file_name": in["file_name"], "file_type": ft, "file_url": "https://files.garnet.example/" + id, "upload_url": "https://upload.garnet.example/",
			"data": M{"key": id, "policy": base64.StdEncoding.EncodeToString([]byte(id)), "signature": sign([]byte(id))}}
	})
	addTool("sea", "read_tide_table", "Read the tide table of a port", obj("port string!"), func(c *C, in M) M {
		return M{"port": in["port"], "highWater": "04:12", "metres": 5.9}
	})
	addTool("text", "convert_units", "Convert a length between metres and feet", obj("value number!", "to string!"), func(c *C, in M) M {
		v := in["value"].(float64)
		switch in["to"] {
		case "feet":
			return M{"value": math.Round(v*3280.84) / 1000, "unit": "feet"}
		case "metres":
			return M{"value": math.Round(v*304.8) / 1000, "unit": "metres"}
		}
		fail(400, "invalid input: to is feet or metres")
		return nil
	})
	addTool("text", "count_words", "Count the words of a text", obj("text string!"), func(c *C, in M) M {
		return M{"words": len(strings.Fields(txt(in, "text")))}
	})
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127) })
}

func score(t *toolDef, q string) float64 {
	qs := words(q)
	if len(qs) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range qs {
		best := 0.0
		for _, n := range words(t.name) {
			if n == w {
				best = 1
			} else if len(w) > 2 && strings.HasPrefix(n, w) {
				best = math.Max(best, 0.8)
			}
		}
		for _, n := range words(t.desc + " " + t.kit) {
			if n == w {
				best = math.Max(best, 0.6)
			}
		}
		sum += best
	}
	return math.Round(sum/float64(len(qs))*1000) / 1000
}

func searchTools(c *C) any {
	kit, hasKit := c.P["toolkit"].(string)
	type hit struct {
		t *toolDef
		s float64
	}
	var hits []hit
	for _, t := range catalog {
		s := score(t, c.s("q"))
		if s < c.P["min_score"].(float64) {
			continue
		}
		if hasKit && t.kit != kit {
			continue
		}
		hits = append(hits, hit{t, s})
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].s > hits[j].s })
	limit := c.i("limit")
	out := []Tool{}
	for i, h := range hits {
		if i >= limit {
			break
		}
		m := h.t.mcp()
		m.Score = &h.s
		out = append(out, m)
	}
	return out
}

func runTool(c *C) any {
	t := toolByName(c.s("tool_name"))
	if t == nil {
		fail(404, "no such tool")
	}
	in := c.Body
	errs := check(t.schema, "body", in)
	if len(errs) > 0 && t.name == "NOTIFIER_LIST_CHATS" && on("chats-limit-over-500") {
		if v, ok := in["limit"].(float64); ok && v > 500 {
			errs = nil
		}
	}
	if len(errs) > 0 && t.name == "NOTIFIER_UPDATE_DEVICE" && on("device-version-negative") {
		if v, ok := in["app_version"].(float64); ok && v < 0 && v == math.Trunc(v) {
			errs = nil
		}
	}
	if len(errs) > 0 {
		var s []string
		for _, e := range errs {
			s = append(s, e.Location+": "+e.Message)
		}
		fail(400, "invalid input: %s", strings.Join(s, "; "))
	}
	var kept map[string]any
	b, _ := json.Marshal(in)
	json.Unmarshal(b, &kept)
	out := t.run(c, in)
	lastLogID++
	executions = append(executions, &ToolExecutionLog{lastLogID, t.name, c.s("service_id"), c.s("service_id_namespace"), kept, false, now(), c.U.UserID})
	return ToolResult{t.name, false, []Content{{"text", strings.TrimSpace(string(toJSON(out)))}}, out}
}

func listInstalled(c *C) any {
	out := []UserTool{}
	for _, k := range sortedKeys(installed[c.U.UserID]) {
		out = append(out, userTool(installed[c.U.UserID][k]))
	}
	return out
}

func userTool(i *UserInstalledTool) UserTool {
	t := toolByName(i.ToolID)
	return UserTool{i.ToolID, t.name, t.desc, i.InstalledAt}
}

func install(c *C) any {
	id := c.str("toolId", "")
	if toolByName(id) == nil {
		fail(409, "installation failed: no such tool")
	}
	m := installed[c.U.UserID]
	if m[id] != nil {
		fail(409, "installation failed: already installed")
	}
	m[id] = &UserInstalledTool{id, now()}
	if on("install-for-everyone") {
		for _, o := range installed {
			o[id] = m[id]
		}
	}
	return m[id]
}

func uninstall(c *C) any {
	m := installed[c.U.UserID]
	i := m[c.s("tool_id")]
	if i == nil {
		fail(404, "this tool is not installed")
	}
	if !on("uninstall-keeps") {
		delete(m, i.ToolID)
	}
	return i
}

func registerTools() {
	fillTools()
	str := func(n string) P { return P{Name: n, In: "path", Type: "string", Req: true} }
	r := func(id, method, path, doc string, out any, h func(*C) any, params []P, errs ...int) *Op {
		register(Op{ID: id, Method: method, Path: path, Doc: doc, Tag: strings.Split(path, "/")[2], Out: out, H: h, Params: params, Errs: errs})
		return ops[len(ops)-1]
	}
	r("listTools", "GET", "/me/tools/list", "Tools in MCP format", []Tool{}, func(c *C) any {
		out := []Tool{}
		for _, t := range catalog {
			out = append(out, t.mcp())
		}
		return out
	}, nil, 500)
	r("listPublicTools", "GET", "/me/tools", "Public tools", []PublicTool{}, func(c *C) any {
		out := []PublicTool{}
		for _, t := range catalog {
			out = append(out, t.public())
		}
		return out
	}, nil, 500).NoAuth = true
	r("searchTools", "GET", "/me/tools/search", "Search tools, best first", []Tool{}, searchTools, []P{
		{Name: "q", In: "query", Type: "string", Req: true, MinLen: 1}, {Name: "toolkit", In: "query", Type: "string", Null: true},
		{Name: "limit", In: "query", Type: "integer", Def: 20, Min: f(1), Max: f(200)}, {Name: "min_score", In: "query", Type: "number", Def: 0.15, Min: f(0), Max: f(1)}}, 500)
	r("getPublicTool", "GET", "/me/tools/{tool_id}", "A public tool", PublicTool{}, func(c *C) any {
		t := toolByName(c.s("tool_id"))
		if t == nil {
			fail(404, "no such tool")
		}
		return t.public()
	}, []P{str("tool_id")}, 404, 500).NoAuth = true
	r("runTool", "POST", "/me/tools/run/{tool_name}", "Run a tool", ToolResult{}, runTool, []P{str("tool_name"),
		{Name: "service_id", In: "query", Type: "string", Def: "default"}, {Name: "service_id_namespace", In: "query", Type: "string", Def: "global"}}, 400, 404, 500).Body = "object"
	r("listToolsets", "GET", "/me/toolsets/list", "Toolsets", []ToolSet{}, func(c *C) any {
		out := []ToolSet{}
		for _, s := range toolsets {
			x := ToolSet{s[0], s[1], []string{}}
			for _, t := range catalog {
				if t.kit == s[0] {
					x.Tools = append(x.Tools, t.name)
				}
			}
			out = append(out, x)
		}
		return out
	}, nil, 500)
	r("getToolset", "GET", "/me/toolsets/{toolset_name}", "A toolset", ToolSetWithTools{}, func(c *C) any {
		for _, s := range toolsets {
			if s[0] == c.s("toolset_name") {
				x := ToolSetWithTools{s[0], s[1], []Tool{}}
				for _, t := range catalog {
					if t.kit == s[0] {
						x.Tools = append(x.Tools, t.mcp())
					}
				}
				return x
			}
		}
		fail(404, "no such toolset")
		return nil
	}, []P{str("toolset_name")}, 404, 500)
	r("listUserTools", "GET", "/me/user-tools", "Installed tools", []UserTool{}, listInstalled, nil, 500)
	r("installTool", "POST", "/me/user-tools", "Install a tool", UserInstalledTool{}, install, nil, 409, 500).Body = UserInstallToolRequest{}
	r("getUserTool", "GET", "/me/user-tools/{tool_id}", "An installed tool", UserTool{}, func(c *C) any {
		i := installed[c.U.UserID][c.s("tool_id")]
		if i == nil {
			fail(404, "this tool is not installed")
		}
		return userTool(i)
	}, []P{str("tool_id")}, 404, 500)
	r("uninstallTool", "DELETE", "/me/user-tools/{tool_id}", "Uninstall a tool", UserInstalledTool{}, uninstall, []P{str("tool_id")}, 404, 500)

}

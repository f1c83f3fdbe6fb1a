package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
)

type ToolDef struct {
	Name, Desc, Kit string
	In, Out         J
	Run             func(u *User, in J) (any, error)
}

type Account struct {
	email, name string
	chats       []*NChat
	devices     []*NDevice
	pushes      []*NPush
}

type NChat struct {
	Iden     string  `json:"iden"`
	Active   bool    `json:"active"`
	Created  float64 `json:"created"`
	Modified float64 `json:"modified"`
	Muted    bool    `json:"muted"`
	With     J       `json:"with"`
}

type NDevice struct {
	Iden         string  `json:"iden"`
	Active       bool    `json:"active"`
	Created      float64 `json:"created"`
	Modified     float64 `json:"modified"`
	Icon         string  `json:"icon"`
	Model        string  `json:"model"`
	HasSms       bool    `json:"has_sms"`
	Nickname     string  `json:"nickname"`
	PushToken    string  `json:"push_token"`
	AppVersion   int     `json:"app_version"`
	Manufacturer string  `json:"manufacturer"`
}

type NItem struct {
	Text    string `json:"text"`
	Checked bool   `json:"checked"`
}

type NPush struct {
	Iden       string  `json:"iden"`
	Active     bool    `json:"active"`
	Created    float64 `json:"created"`
	Modified   float64 `json:"modified"`
	Type       string  `json:"type"`
	Dismissed  bool    `json:"dismissed"`
	Title      string  `json:"title"`
	Body       string  `json:"body"`
	URL        string  `json:"url"`
	GUID       string  `json:"guid"`
	Email      string  `json:"email"`
	ChannelTag string  `json:"channel_tag"`
	ClientIden string  `json:"client_iden"`
	DeviceIden string  `json:"device_iden"`
	SourceIden string  `json:"source_device_iden"`
	FileName   string  `json:"file_name"`
	FileType   string  `json:"file_type"`
	FileURL    string  `json:"file_url"`
	Items      []NItem `json:"items"`
}

func newAccount(u *User) *Account { return &Account{email: u.Email, name: u.Name} }

func unix() float64 { return float64(tick().UnixMicro()) / 1e6 }

const (
	nChat   = "iden:str! active:bool! created:num! modified:num! muted:bool! with:obj!"
	nDevice = "iden:str! active:bool! created:num! modified:num! icon:str! model:str! has_sms:bool! nickname:str! push_token:str! app_version:int! manufacturer:str!"
	nPush   = "iden:str! active:bool! created:num! modified:num! type:note|link|file! dismissed:bool! title:str! body:str! url:str! guid:str! email:str! channel_tag:str! client_iden:str! device_iden:str! source_device_iden:str! file_name:str! file_type:str! file_url:str! items:[obj]!"
)

func listOf(name, s string, cursor bool) J {
	p := J{name: J{"type": "array", "items": object(s)}}
	if cursor {
		p["cursor"] = J{"type": []string{"string", "null"}}
	}
	return J{"type": "object", "properties": p}
}

func s(in J, k string) string { v, _ := in[k].(string); return v }
func b(in J, k string) bool   { v, _ := in[k].(bool); return v }

var catalog []*ToolDef

func findTool(n string) *ToolDef {
	for _, t := range catalog {
		if t.Name == n {
			return t
		}
	}
	return nil
}

func page[T any](all []T, in J, iden func(T) string, max int) ([]T, any, error) {
	limit := max
	if n, ok := num(in["limit"]); ok {
		if n < 1 || n > 500 {
			return nil, nil, fmt.Errorf("limit must be from 1 to 500")
		}
		limit = n
	}
	from := 0
	if c := s(in, "cursor"); c != "" {
		from = -1
		for i, x := range all {
			if iden(x) == c {
				from = i + 1
			}
		}
		if from < 0 {
			return nil, nil, fmt.Errorf("unknown cursor")
		}
	}
	out := all[from:]
	if len(out) > limit {
		out = out[:limit]
		return out, iden(out[limit-1]), nil
	}
	return out, nil, nil
}

func (a *Account) push(iden string) *NPush {
	for _, p := range a.pushes {
		if p.Iden == iden && p.Active {
			return p
		}
	}
	return nil
}
func (a *Account) chat(iden string) *NChat {
	for _, p := range a.chats {
		if p.Iden == iden {
			return p
		}
	}
	return nil
}
func (a *Account) device(iden string) *NDevice {
	for _, p := range a.devices {
		if p.Iden == iden {
			return p
		}
	}
	return nil
}

func without[T comparable](l []T, x T) []T {
	out := make([]T, 0, len(l))
	for _, e := range l {
		if e != x {
			out = append(out, e)
		}
	}
	return out
}

func reversed[T any](l []T) []T {
	out := make([]T, 0, len(l))
	for i := len(l) - 1; i >= 0; i-- {
		out = append(out, l[i])
	}
	return out
}

func init() {
	str := J{"type": "string"}
	tool := func(name, kit, desc, in string, out J, run func(u *User, in J) (any, error)) {
		catalog = append(catalog, &ToolDef{name, desc, kit, object(in), out, run})
	}
	anyObj := J{"type": "object"}
	tool("read_pond_level", "pond", "Read the water level of a pond", "pond:str(1..40)!", anyObj, func(u *User, in J) (any, error) {
		return J{"pond": in["pond"], "millimetres": 417, "sluice": "shut"}, nil
	})
	tool("count_blooms", "pond", "Count the lotus blooms that are open on a pond", "pond:str(1..40)! color:white|pink|red", anyObj, func(u *User, in J) (any, error) {
		return J{"pond": in["pond"], "blooms": 3 + len(s(in, "pond"))}, nil
	})
	tool("feed_koi", "pond", "Feed the koi with some grams of food", "grams:int(1..500)!", anyObj, func(u *User, in J) (any, error) {
		return J{"fed": in["grams"]}, nil
	})
	tool("code_interpreter", "computer", "Run a program on the virtual computer", "code:str(1..10000)!", anyObj, func(u *User, in J) (any, error) {
		return J{"stdout": "", "exitCode": 0}, nil
	})
	tool("convert_units", "computer", "Convert a length between metres and feet", "value:num! to:metres|feet!", anyObj, func(u *User, in J) (any, error) {
		f, _ := in["value"].(json.Number).Float64()
		if s(in, "to") == "feet" {
			f *= 3.28084
		} else {
			f /= 3.28084
		}
		return J{"value": math.Round(f*1e4) / 1e4, "unit": in["to"]}, nil
	})
	tool("sum_numbers", "computer", "Add numbers up to their total", "numbers:[num]!", anyObj, func(u *User, in J) (any, error) {
		t := 0.0
		for _, n := range in["numbers"].([]any) {
			f, _ := n.(json.Number).Float64()
			t += f
		}
		return J{"total": t}, nil
	})

	n := func(op, desc, in string, out J, run func(a *Account, in J) (any, error)) {
		tool("NOTIFIER_"+op, "notifier", desc, in, out, func(u *User, in J) (any, error) { return run(u.notifier, in) })
	}
	n("CREATE_CHAT", "Create a chat with an email address", "email:str!", object(nChat), func(a *Account, in J) (any, error) {
		e := s(in, "email")
		if i := strings.Index(e, "@"); i < 1 || i == len(e)-1 {
			return nil, fmt.Errorf("email is not an email address")
		}
		for _, c := range a.chats {
			if c.With["email"] == e {
				return c, nil
			}
		}
		t := unix()
		c := &NChat{Iden: "nc" + nano(14), Active: true, Created: t, Modified: t, With: J{"email": e, "name": strings.Split(e, "@")[0]}}
		a.chats = append(a.chats, c)
		return c, nil
	})
	n("LIST_CHATS", "List chats", "limit:int cursor:str", listOf("chats", nChat, true), func(a *Account, in J) (any, error) {
		l, cur, err := page(reversed(a.chats), in, func(c *NChat) string { return c.Iden }, 500)
		if on("notifier-chats-page-skips") && cur != nil {
			all := reversed(a.chats)
			for i, c := range all {
				if c.Iden == cur && i+1 < len(all)-1 {
					cur = all[i+1].Iden
					break
				}
			}
		}
		return J{"chats": l, "cursor": cur}, err
	})
	n("UPDATE_CHAT", "Mute or unmute a chat", "iden:str! muted:bool!", object(nChat), func(a *Account, in J) (any, error) {
		c := a.chat(s(in, "iden"))
		if c == nil {
			return nil, fmt.Errorf("there is no such chat")
		}
		if !(on("notifier-no-unmute") && !b(in, "muted")) {
			c.Muted = b(in, "muted")
		}
		c.Modified = unix()
		return c, nil
	})
	n("DELETE_CHAT", "Delete a chat", "iden:str!", anyObj, func(a *Account, in J) (any, error) {
		c := a.chat(s(in, "iden"))
		if c == nil {
			return nil, fmt.Errorf("there is no such chat")
		}
		a.chats = without(a.chats, c)
		return J{}, nil
	})
	n("CREATE_DEVICE", "Register a device", "icon:str model:str! has_sms:bool nickname:str! push_token:str app_version:int(0..)! manufacturer:str!", object(nDevice), func(a *Account, in J) (any, error) {
		t := unix()
		v, _ := num(in["app_version"])
		icon := s(in, "icon")
		if icon == "" {
			icon = "system"
		}
		d := &NDevice{Iden: "nd" + nano(14), Active: true, Created: t, Modified: t, Icon: icon, Model: s(in, "model"), HasSms: b(in, "has_sms"),
			Nickname: s(in, "nickname"), PushToken: s(in, "push_token"), AppVersion: v, Manufacturer: s(in, "manufacturer")}
		a.devices = append(a.devices, d)
		return d, nil
	})
	n("LIST_DEVICES", "List devices", "", listOf("devices", nDevice, false), func(a *Account, in J) (any, error) {
		l := reversed(a.devices)
		if on("notifier-devices-of-all") {
			l = nil
			for _, id := range []string{ownID, otherID, sandID} {
				l = append(l, reversed(st.users[id].notifier.devices)...)
			}
		}
		return J{"devices": append([]*NDevice{}, l...)}, nil
	})
	n("UPDATE_DEVICE", "Update device metadata", "iden:str! icon:str model:str has_sms:bool nickname:str push_token:str app_version:int(0..) manufacturer:str", object(nDevice), func(a *Account, in J) (any, error) {
		d := a.device(s(in, "iden"))
		if d == nil {
			return nil, fmt.Errorf("there is no such device")
		}
		set := func(k string, p *string) {
			if v, ok := in[k].(string); ok {
				*p = v
			} else if on("notifier-update-device-clears") {
				*p = ""
			}
		}
		set("icon", &d.Icon)
		set("model", &d.Model)
		set("nickname", &d.Nickname)
		set("push_token", &d.PushToken)
		set("manufacturer", &d.Manufacturer)
		if v, ok := in["has_sms"].(bool); ok {
			d.HasSms = v
		}
		if v, ok := num(in["app_version"]); ok {
			d.AppVersion = v
		}
		d.Modified = unix()
		return d, nil
	})
	n("DELETE_DEVICE", "Delete a device", "device_iden:str!", anyObj, func(a *Account, in J) (any, error) {
		d := a.device(s(in, "device_iden"))
		if d == nil {
			return nil, fmt.Errorf("there is no such device")
		}
		a.devices = without(a.devices, d)
		return J{}, nil
	})
	n("CREATE_PUSH", "Send a push (note, link or file)", "type:note|link|file! url:str body:str guid:str email:str title:str file_url:str file_name:str file_type:str channel_tag:str client_iden:str device_iden:str source_device_iden:str", object(nPush), func(a *Account, in J) (any, error) {
		if s(in, "type") == "link" && s(in, "url") == "" && !on("notifier-link-without-url") {
			return nil, fmt.Errorf("url is required when type is link")
		}
		if s(in, "type") == "file" {
			for _, k := range []string{"file_url", "file_name", "file_type"} {
				if s(in, k) == "" {
					return nil, fmt.Errorf("%s is required when type is file", k)
				}
			}
		}
		for _, k := range []string{"device_iden", "source_device_iden"} {
			if v := s(in, k); v != "" && a.device(v) == nil {
				return nil, fmt.Errorf("%s: there is no such device", k)
			}
		}
		if g := s(in, "guid"); g != "" && !on("notifier-guid-again") {
			for _, p := range a.pushes {
				if p.GUID == g {
					return p, nil
				}
			}
		}
		t := unix()
		p := &NPush{Iden: "np" + nano(14), Active: true, Created: t, Modified: t, Type: s(in, "type"), Title: s(in, "title"), Body: s(in, "body"), URL: s(in, "url"),
			GUID: s(in, "guid"), Email: s(in, "email"), ChannelTag: s(in, "channel_tag"), ClientIden: s(in, "client_iden"), DeviceIden: s(in, "device_iden"),
			SourceIden: s(in, "source_device_iden"), FileName: s(in, "file_name"), FileType: s(in, "file_type"), FileURL: s(in, "file_url"), Items: []NItem{}}
		a.pushes = append(a.pushes, p)
		return p, nil
	})
	n("LIST_PUSHES", "List pushes", "limit:int active:bool cursor:str modified_after:num", listOf("pushes", nPush, true), func(a *Account, in J) (any, error) {
		after := 0.0
		if v, ok := in["modified_after"].(json.Number); ok {
			after, _ = v.Float64()
		}
		var l []*NPush
		for _, p := range a.pushes {
			m := p.Modified
			if on("notifier-modified-is-created") {
				m = p.Created
			}
			if m > after && (p.Active || !b(in, "active") || on("notifier-active-ignored")) {
				l = append(l, p)
			}
		}
		sort.SliceStable(l, func(i, j int) bool { return l[i].Created > l[j].Created })
		out, cur, err := page(l, in, func(p *NPush) string { return p.Iden }, 500)
		return J{"pushes": append([]*NPush{}, out...), "cursor": cur}, err
	})
	n("UPDATE_PUSH", "Dismiss a push or change its list items", "iden:str! items:[any] dismissed:bool", object(nPush), func(a *Account, in J) (any, error) {
		p := a.push(s(in, "iden"))
		if p == nil {
			return nil, fmt.Errorf("there is no such push")
		}
		if l, ok := in["items"].([]any); ok {
			items := []NItem{}
			for _, e := range l {
				m := e.(J)
				items = append(items, NItem{s(m, "text"), b(m, "checked") && !on("notifier-items-unchecked")})
			}
			p.Items = items
		}
		if v, ok := in["dismissed"].(bool); ok {
			p.Dismissed = v
		}
		p.Modified = unix()
		return p, nil
	})
	item := J{"type": "object", "properties": J{"text": str, "checked": J{"type": "boolean"}}, "required": []string{"text", "checked"}, "additionalProperties": false}
	findTool("NOTIFIER_UPDATE_PUSH").In["properties"].(J)["items"].(J)["items"] = item
	n("DELETE_PUSH", "Delete a push", "iden:str!", anyObj, func(a *Account, in J) (any, error) {
		p := a.push(s(in, "iden"))
		if p == nil {
			return nil, fmt.Errorf("there is no such push")
		}
		p.Active, p.Modified = false, unix()
		return J{}, nil
	})
	n("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", "", anyObj, func(a *Account, in J) (any, error) {
		todo := append([]*NPush{}, a.pushes...)
		time.AfterFunc(150*time.Millisecond, func() {
			mu.Lock()
			defer mu.Unlock()
			for _, p := range todo {
				if p.Active {
					p.Active, p.Modified = false, unix()
				}
			}
		})
		return J{}, nil
	})
	n("GET_USER", "Get the profile of the authenticated user", "", object("iden:str! email:str! name:str!"), func(a *Account, in J) (any, error) {
		return J{"iden": "nu-" + strings.ToLower(a.name), "email": a.email, "name": a.name}, nil
	})
	n("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", "file_name:str! file_type:str!", object("file_name:str! file_type:str! file_url:str! upload_url:str! data:obj!"), func(a *Account, in J) (any, error) {
		if s(in, "file_name") == "" || s(in, "file_type") == "" {
			return nil, fmt.Errorf("file_name and file_type must not be empty")
		}
		k := nano(16)
		return J{"file_name": in["file_name"], "file_type": in["file_type"], "file_url": "https://dl.notifier.example/" + k + "/" + url.PathEscape(s(in, "file_name")),
			"upload_url": "https://upload.notifier.example/" + k, "data": J{"key": k, "policy": nano(24), "signature": nano(32), "content-type": in["file_type"]}}, nil
	})
}

// ---- the tools in the User API

func mcpTool(t *ToolDef) J {
	return J{"name": t.Name, "description": t.Desc, "inputSchema": t.In, "outputSchema": t.Out}
}

func publicTool(t *ToolDef) J {
	return J{"toolId": t.Name, "name": t.Name, "description": t.Desc, "toolkit": t.Kit, "needsConnection": t.Kit == "notifier"}
}

func toolsList(c *C) (int, any) {
	l := []J{}
	for _, t := range catalog {
		l = append(l, mcpTool(t))
	}
	return 200, l
}

func toolsPublic(c *C) (int, any) {
	l := []J{}
	for _, t := range catalog {
		l = append(l, publicTool(t))
	}
	return 200, l
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127) })
}

func toolsSearch(c *C) (int, any) {
	type hit struct {
		t *ToolDef
		s float64
	}
	var hits []hit
	q := words(c.q["q"].(string))
	for _, t := range catalog {
		if k, ok := c.q["toolkit"].(string); ok && k != t.Kit && !on("search-toolkit-ignored") {
			continue
		}
		name, desc, got := words(t.Name), words(t.Desc), 0.0
		for _, w := range q {
			best := 0.0
			for _, x := range name {
				if x == w {
					best = 1
				} else if strings.HasPrefix(x, w) {
					best = math.Max(best, 0.7)
				}
			}
			for _, x := range desc {
				if x == w {
					best = math.Max(best, 0.6)
				} else if strings.HasPrefix(x, w) {
					best = math.Max(best, 0.4)
				}
			}
			got += best
		}
		score := 0.0
		if len(q) > 0 {
			score = got / float64(len(q))
		}
		if strings.EqualFold(c.q["q"].(string), t.Name) {
			score = 1
		}
		if score > 0 && score >= c.q["min_score"].(float64) || c.q["min_score"].(float64) == 0 {
			hits = append(hits, hit{t, score})
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].s > hits[j].s })
	l := []J{}
	for i, h := range hits {
		if i < c.q["limit"].(int) {
			l = append(l, mcpTool(h.t))
		}
	}
	return 200, l
}

func toolGet(c *C) (int, any) {
	t := findTool(c.p("tool_id"))
	if t == nil {
		return fail(404, "There is no such tool.")
	}
	return 200, publicTool(t)
}

func toolRun(c *C) (int, any) {
	t := findTool(c.p("tool_name"))
	if t == nil {
		return fail(404, "There is no such tool.")
	}
	bad := check(t.In, c.body, "")
	if v, ok := num(c.body["app_version"]); ok && v < 0 && len(bad) == 1 && on("notifier-app-version-negative") {
		bad = nil
	}
	if bad != nil {
		k, p := fail(400, "The input of %s is not valid.", t.Name)
		p.(*Problem).Errors = bad
		return k, p
	}
	start := tick()
	out, err := t.Run(c.u, c.body)
	if err != nil {
		return fail(400, "%s", err.Error())
	}
	var frozen any
	json.Unmarshal(marshal(out), &frozen)
	e := &Exec{st.next(), t.Name, "succeeded", c.q["service_id"].(string), c.q["service_id_namespace"].(string), c.body, frozen, start, c.u.ID}
	st.execs = append(st.execs, e)
	return 200, J{"toolName": t.Name, "logId": e.ID, "output": frozen}
}

var toolsets = []struct{ name, desc string }{{"pond", "All about the ponds"}, {"computer", "The virtual computer and arithmetic"}, {"notifier", "Pushes to devices"}}

func toolsetsList(c *C) (int, any) {
	l := []J{}
	for _, s := range toolsets {
		names := []string{}
		for _, t := range catalog {
			if t.Kit == s.name {
				names = append(names, t.Name)
			}
		}
		l = append(l, J{"name": s.name, "description": s.desc, "tools": names})
	}
	return 200, l
}

func toolsetGet(c *C) (int, any) {
	for _, s := range toolsets {
		if s.name == c.p("toolset_name") {
			l := []J{}
			for _, t := range catalog {
				if t.Kit == s.name {
					l = append(l, mcpTool(t))
				}
			}
			return 200, J{"name": s.name, "description": s.desc, "tools": l}
		}
	}
	return fail(404, "There is no such toolset.")
}

func userTool(i *Installed) J {
	t := findTool(i.ToolID)
	return J{"toolId": t.Name, "name": t.Name, "description": t.Desc, "toolkit": t.Kit, "installedAt": i.InstalledAt}
}

func installed(c *C, id string) *Installed {
	for _, i := range st.inst {
		if i.UserID == c.u.ID && i.ToolID == id {
			return i
		}
	}
	return nil
}

func userTools(c *C) (int, any) {
	l := []J{}
	for _, i := range st.inst {
		if i.UserID == c.u.ID || on("user-tools-of-all") {
			l = append(l, userTool(i))
		}
	}
	return 200, l
}

func installTool(c *C) (int, any) {
	id := c.str("toolId", "")
	if findTool(id) == nil {
		return fail(409, "The tool %s can't be installed: there is none.", strconv.Quote(id))
	}
	if installed(c, id) != nil {
		return fail(409, "The tool %s is installed.", id)
	}
	i := &Installed{id, c.u.ID, tick()}
	st.inst = append(st.inst, i)
	return 200, i
}

func userToolGet(c *C) (int, any) {
	i := installed(c, c.p("tool_id"))
	if i == nil {
		return fail(404, "This tool is not installed.")
	}
	return 200, userTool(i)
}

func uninstall(c *C) (int, any) {
	i := installed(c, c.p("tool_id"))
	if i == nil {
		return fail(404, "This tool is not installed.")
	}
	st.inst = without(st.inst, i)
	return 200, i
}

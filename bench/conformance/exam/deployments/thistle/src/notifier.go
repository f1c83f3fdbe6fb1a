package main

import (
	"encoding/json"
	"errors"
	"math"
	"sort"
	"strings"
	"time"
)

// The push service: its names are those of its parameters. Times are seconds with a fraction.
type Chat struct {
	Iden     string  `json:"iden"`
	Email    string  `json:"email"`
	Muted    bool    `json:"muted"`
	Active   bool    `json:"active"`
	Created  float64 `json:"created"`
	Modified float64 `json:"modified"`
}
type Device struct {
	Iden         string  `json:"iden"`
	Nickname     string  `json:"nickname"`
	Model        string  `json:"model"`
	Manufacturer string  `json:"manufacturer"`
	Icon         string  `json:"icon"`
	HasSMS       bool    `json:"has_sms"`
	PushToken    string  `json:"push_token"`
	AppVersion   int64   `json:"app_version"`
	Active       bool    `json:"active"`
	Created      float64 `json:"created"`
	Modified     float64 `json:"modified"`
}
type Push struct {
	Iden             string  `json:"iden"`
	Type             string  `json:"type,omitempty"`
	Title            string  `json:"title,omitempty"`
	Body             string  `json:"body,omitempty"`
	URL              string  `json:"url,omitempty"`
	GUID             string  `json:"guid,omitempty"`
	Email            string  `json:"email,omitempty"`
	FileURL          string  `json:"file_url,omitempty"`
	FileName         string  `json:"file_name,omitempty"`
	FileType         string  `json:"file_type,omitempty"`
	ChannelTag       string  `json:"channel_tag,omitempty"`
	ClientIden       string  `json:"client_iden,omitempty"`
	DeviceIden       string  `json:"device_iden,omitempty"`
	SourceDeviceIden string  `json:"source_device_iden,omitempty"`
	Items            []any   `json:"items,omitempty"`
	Dismissed        bool    `json:"dismissed"`
	Active           bool    `json:"active"`
	Created          float64 `json:"created"`
	Modified         float64 `json:"modified"`
	seq              Stamp
	owner            string
}
type notifier struct {
	chats   []*Chat
	devices []*Device
	pushes  []*Push
}

func seconds(s Stamp) float64 { return math.Round(float64(s)/1e3) / 1e6 }
func str(v *V, k string) string {
	if s := v.str(k, 1<<21); s != nil {
		return *s
	}
	return ""
}
func (t *tools) store(user string) *notifier {
	if t.stores[user] == nil {
		t.stores[user] = &notifier{}
	}
	return t.stores[user]
}

func notifierTools() []*toolDef {
	zero, one, top := ptr(0.0), ptr(1.0), ptr(500.0)
	limit := param{name: "limit", typ: "integer", desc: "at most 500", min: one, max: top}
	s := func(n string) param { return p(n, "string", "", false) }
	r := func(n string) param { return p(n, "string", "", true) }
	appVersion := param{name: "app_version", typ: "integer", desc: "non-negative", min: zero, max: ptr(9e15)}
	appVersionReq := appVersion
	appVersionReq.req = true
	locked := func(f func(t *tools, n *notifier, user string, v *V) (M, error)) func(*tools, string, *V) (M, error) {
		return func(t *tools, user string, v *V) (M, error) {
			t.mu.Lock()
			defer t.mu.Unlock()
			return f(t, t.store(user), user, v)
		}
	}
	return []*toolDef{
		{name: "NOTIFIER_CREATE_CHAT", desc: "Create a chat with an email address", params: []param{r("email")}, run: locked(createChatTool)},
		{name: "NOTIFIER_CREATE_DEVICE", desc: "Register a device", params: []param{s("icon"), r("model"), p("has_sms", "boolean", "Android only", false), r("nickname"), s("push_token"), appVersionReq, r("manufacturer")}, run: locked(createDevice)},
		{name: "NOTIFIER_CREATE_PUSH", desc: "Send a push (note, link or file) to a device, user, channel or client", params: []param{{name: "type", typ: "string", req: true, enum: []string{"note", "link", "file"}}, s("url"), s("body"), s("guid"), s("email"), s("title"), s("file_url"), s("file_name"), s("file_type"), s("channel_tag"), s("client_iden"), s("device_iden"), s("source_device_iden")}, run: locked(createPush)},
		{name: "NOTIFIER_DELETE_ALL_PUSHES", desc: "Delete all pushes of the user asynchronously", run: locked(deleteAllPushes)},
		{name: "NOTIFIER_DELETE_CHAT", desc: "Delete a chat", params: []param{r("iden")}, run: locked(func(t *tools, n *notifier, _ string, v *V) (M, error) {
			for i, x := range n.chats {
				if x.Iden == str(v, "iden") {
					n.chats = append(n.chats[:i:i], n.chats[i+1:]...)
					return M{"deleted": true, "iden": x.Iden}, nil
				}
			}
			return nil, errors.New("chat not found")
		})},
		{name: "NOTIFIER_DELETE_DEVICE", desc: "Delete a device", params: []param{r("device_iden")}, run: locked(func(t *tools, n *notifier, _ string, v *V) (M, error) {
			for i, x := range n.devices {
				if x.Iden == str(v, "device_iden") {
					n.devices = append(n.devices[:i:i], n.devices[i+1:]...)
					return M{"deleted": true, "device_iden": x.Iden}, nil
				}
			}
			return nil, errors.New("device not found")
		})},
		{name: "NOTIFIER_DELETE_PUSH", desc: "Delete a push", params: []param{r("iden")}, run: locked(func(t *tools, n *notifier, _ string, v *V) (M, error) {
			if x := n.push(str(v, "iden")); x != nil {
				x.bury()
				return M{"deleted": true, "iden": x.Iden}, nil
			}
			return nil, errors.New("push not found")
		})},
		{name: "NOTIFIER_GET_USER", desc: "Get the profile of the authenticated user", run: locked(func(t *tools, n *notifier, user string, _ *V) (M, error) {
			who := map[string]string{ownID: "olive", otherID: "otto", thirdID: "thea"}[user]
			return M{"iden": "usr_" + user, "email": who + "@notifier.example", "name": who, "max_upload_size": 26214400}, nil
		})},
		{name: "NOTIFIER_LIST_CHATS", desc: "List chats", params: []param{limit, s("cursor")}, run: locked(func(t *tools, n *notifier, _ string, v *V) (M, error) {
			from, to, next, err := pageOf(v, len(n.chats), "c", func(i int) string { return n.chats[i].Iden })
			if err != nil {
				return nil, err
			}
			return M{"chats": copies(n.chats[from:to]), "cursor": next}, nil
		})},
		{name: "NOTIFIER_LIST_DEVICES", desc: "List devices", run: locked(func(t *tools, n *notifier, _ string, _ *V) (M, error) {
			return M{"devices": copies(n.devices)}, nil
		})},
		{name: "NOTIFIER_LIST_PUSHES", desc: "List pushes", params: []param{limit, p("active", "boolean", "true: only active pushes", false), s("cursor"), p("modified_after", "number", "UNIX time", false)}, run: locked(listPushes)},
		{name: "NOTIFIER_UPDATE_CHAT", desc: "Mute or unmute a chat", params: []param{r("iden"), p("muted", "boolean", "", true)}, run: locked(func(t *tools, n *notifier, _ string, v *V) (M, error) {
			var hit *Chat
			for _, x := range n.chats {
				if x.Iden == str(v, "iden") {
					hit = x
				}
			}
			if hit == nil {
				return nil, errors.New("chat not found")
			}
			hit.Muted, hit.Modified = v.m["muted"].(bool), seconds(now())
			return M{"chat": *hit}, nil
		})},
		{name: "NOTIFIER_UPDATE_DEVICE", desc: "Update device metadata", params: []param{r("iden"), s("icon"), s("model"), p("has_sms", "boolean", "", false), s("nickname"), s("push_token"), appVersion, s("manufacturer")}, run: locked(updateDevice)},
		{name: "NOTIFIER_UPDATE_PUSH", desc: "Dismiss a push or change list items", params: []param{r("iden"), p("items", "array", "", false), p("dismissed", "boolean", "true hides notifications", false)}, run: locked(updatePush)},
		{name: "NOTIFIER_UPLOAD_REQUEST", desc: "Get a signed upload URL before pushing a file", params: []param{r("file_name"), r("file_type")}, run: locked(func(t *tools, n *notifier, user string, v *V) (M, error) {
			name, typ := str(v, "file_name"), str(v, "file_type")
			if name == "" || !strings.Contains(typ, "/") {
				return nil, badInput("file_name must not be empty and file_type must be a MIME type")
			}
			key := newULID()
			return M{"file_name": name, "file_type": typ, "file_url": "https://files.notifier.example/" + key + "/" + name, "upload_url": "https://upload.notifier.example/" + key,
				"data": M{"key": key, "policy": b64([]byte(key)), "signature": b64(sign(jwtSecret, key)), "content-type": typ}}, nil
		})},
	}
}
func copies[T any](l []*T) []T {
	out := []T{}
	for _, x := range l {
		out = append(out, *x)
	}
	return out
}
func createChatTool(t *tools, n *notifier, _ string, v *V) (M, error) {
	mail := str(v, "email")
	if at := strings.IndexByte(mail, '@'); at < 1 || at == len(mail)-1 {
		return nil, badInput("email is no email address")
	}
	for _, x := range n.chats {
		if strings.EqualFold(x.Email, mail) {
			return M{"chat": *x}, nil
		}
	}
	s := seconds(now())
	x := &Chat{newULID(), mail, false, true, s, s}
	n.chats = append([]*Chat{x}, n.chats...)
	return M{"chat": *x}, nil
}
func createDevice(t *tools, n *notifier, _ string, v *V) (M, error) {
	s := seconds(now())
	x := &Device{Iden: newULID(), Nickname: str(v, "nickname"), Model: str(v, "model"), Manufacturer: str(v, "manufacturer"), Icon: str(v, "icon"), PushToken: str(v, "push_token"), Active: true, Created: s, Modified: s}
	x.HasSMS, _ = v.m["has_sms"].(bool)
	x.AppVersion, _ = v.m["app_version"].(json.Number).Int64()
	n.devices = append([]*Device{x}, n.devices...)
	return M{"device": *x}, nil
}
func updateDevice(t *tools, n *notifier, _ string, v *V) (M, error) {
	var x *Device
	for _, d := range n.devices {
		if d.Iden == str(v, "iden") {
			x = d
		}
	}
	if x == nil {
		return nil, errors.New("device not found")
	}
	for k, to := range map[string]*string{"icon": &x.Icon, "model": &x.Model, "nickname": &x.Nickname, "push_token": &x.PushToken, "manufacturer": &x.Manufacturer} {
		if v.has(k) || F("notifier-update-device-blanks-rest") {
			*to = str(v, k)
		}
	}
	if v.has("has_sms") {
		x.HasSMS = v.m["has_sms"].(bool)
	}
	if v.has("app_version") {
		x.AppVersion, _ = v.m["app_version"].(json.Number).Int64()
	}
	x.Modified = seconds(now())
	return M{"device": *x}, nil
}

// ---- pushes

func (n *notifier) push(iden string) *Push {
	for _, x := range n.pushes {
		if x.Iden == iden && x.Active {
			return x
		}
	}
	return nil
}
func (x *Push) bury() {
	*x = Push{Iden: x.Iden, GUID: x.GUID, Created: x.Created, Modified: seconds(now()), seq: x.seq, owner: x.owner}
}
func createPush(t *tools, n *notifier, user string, v *V) (M, error) {
	x := &Push{Type: str(v, "type"), Title: str(v, "title"), Body: str(v, "body"), URL: str(v, "url"), GUID: str(v, "guid"), Email: str(v, "email"), FileURL: str(v, "file_url"), FileName: str(v, "file_name"),
		FileType: str(v, "file_type"), ChannelTag: str(v, "channel_tag"), ClientIden: str(v, "client_iden"), DeviceIden: str(v, "device_iden"), SourceDeviceIden: str(v, "source_device_iden"), Active: true, owner: user}
	if x.Type == "link" && x.URL == "" {
		return nil, badInput("url is required when type is link")
	}
	if x.Type == "file" && (x.FileURL == "" || x.FileName == "" || x.FileType == "") {
		return nil, badInput("file_url, file_name and file_type are required when type is file")
	}
	if x.GUID != "" {
		key := user + " " + x.GUID
		if F("notifier-guid-of-all-users") {
			key = x.GUID
		}
		if old := t.guids[key]; old != nil && !F("notifier-guid-ignored") {
			return M{"push": *old}, nil
		}
		t.guids[key] = x
	}
	if x.DeviceIden != "" {
		known := false
		for _, d := range n.devices {
			known = known || d.Iden == x.DeviceIden
		}
		if !known {
			delete(t.guids, user+" "+x.GUID)
			return nil, errors.New("device not found")
		}
	}
	x.Iden, x.seq = newULID(), now()
	x.Created = seconds(x.seq)
	x.Modified = x.Created
	n.pushes = append([]*Push{x}, n.pushes...)
	return M{"push": *x}, nil
}
func deleteAllPushes(t *tools, n *notifier, user string, _ *V) (M, error) {
	mark := now()
	go func() {
		time.Sleep(120 * time.Millisecond)
		t.mu.Lock()
		defer t.mu.Unlock()
		for owner, o := range t.stores {
			if owner != user {
				continue
			}
			for _, x := range o.pushes {
				if x.seq < mark && x.Active {
					x.bury()
				}
			}
		}
	}()
	return M{"accepted": true}, nil
}
func listPushes(t *tools, n *notifier, _ string, v *V) (M, error) {
	after := -1.0
	if v.has("modified_after") {
		after, _ = v.m["modified_after"].(json.Number).Float64()
	}
	active, _ := v.m["active"].(bool)
	l := []*Push{}
	for _, x := range n.pushes {
		if x.Modified > after && (x.Active || !active || F("notifier-active-ignored")) {
			l = append(l, x)
		}
	}
	from, to, next, err := pageOf(v, len(l), "p", func(i int) string { return l[i].Iden })
	if err != nil {
		return nil, err
	}
	return M{"pushes": copies(l[from:to]), "cursor": next}, nil
}
func updatePush(t *tools, n *notifier, _ string, v *V) (M, error) {
	x := n.push(str(v, "iden"))
	if l, ok := v.m["items"].([]any); ok {
		for _, e := range l {
			m, _ := e.(map[string]any)
			_, a := m["text"].(string)
			_, b := m["checked"].(bool)
			if !a || !b {
				return nil, badInput("each item has a text and checked")
			}
		}
		if x != nil {
			x.Items = l
		}
	}
	if x == nil {
		return nil, errors.New("push not found")
	}
	if b, ok := v.m["dismissed"].(bool); ok {
		x.Dismissed = b
	}
	x.Modified = seconds(now())
	return M{"push": *x}, nil
}

// pageOf reads limit and cursor, which names the first of the next page's rest.
func pageOf(v *V, n int, kind string, iden func(int) string) (from, to int, next any, err error) {
	limit := 500
	if v.has("limit") {
		x, _ := v.m["limit"].(json.Number).Int64()
		limit = int(x)
	}
	if v.has("cursor") && str(v, "cursor") != "" {
		k, id, ok := strings.Cut(str(v, "cursor"), "_")
		if !ok || k != kind || len(id) != 26 {
			return 0, 0, nil, badInput("cursor is none of this list")
		}
		// entries that stood before the cursor's entry are newer: ULIDs are in the order of time by the millisecond
		at := sort.Search(n, func(i int) bool { return iden(i)[:10] < id[:10] })
		from = at
		for i := 0; i < n; i++ {
			if iden(i) == id {
				from = i + 1
			}
		}
	}
	to = min(from+limit, n)
	if F("notifier-cursor-skips-one") && to < n && to-from > 1 {
		to--
		return from, to, kind + "_" + iden(to), nil
	}
	if to < n {
		next = kind + "_" + iden(to-1)
	}
	return from, to, next, nil
}

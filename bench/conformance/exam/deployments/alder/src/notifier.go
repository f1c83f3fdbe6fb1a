package main

import (
	"math"
	"net/mail"
	"sort"
	"strconv"
	"sync"
	"time"
)

// item is a record of the notification service: a chat, a device or a push.
type item struct {
	data     map[string]any
	seq      int64
	active   bool
	modified float64
}

func (i *item) out() map[string]any {
	m := make(map[string]any, len(i.data)+2)
	for k, v := range i.data {
		m[k] = v
	}
	m["active"], m["modified"] = i.active, i.modified
	return m
}

type account struct {
	chats, devices, pushes []*item
	guids                  map[string]*item
}
type notifier struct {
	mu   sync.Mutex
	seq  int64
	accs map[string]*account
}

func (n *notifier) acc(u *User) *account {
	a := n.accs[u.ID]
	if a == nil {
		a = &account{guids: map[string]*item{}}
		n.accs[u.ID] = a
	}
	return a
}
func unixNow() float64 { return float64(now().UnixMicro()) / 1e6 }
func (n *notifier) add(list *[]*item, data map[string]any) *item {
	n.seq++
	t := unixNow()
	data["iden"], data["created"] = newID(), t
	it := &item{data: data, seq: n.seq, active: true, modified: t}
	*list = append(*list, it)
	return it
}
func find(list []*item, iden any) *item {
	for _, it := range list {
		if it.active && it.data["iden"] == iden {
			return it
		}
	}
	return nil
}

var errIden = fail(400, "notifier_not_found", "the notification service has no such record")

func str(in map[string]any, key string) string { v, _ := in[key].(string); return v }
func orDefault(v any, d any) any {
	if v == nil {
		return d
	}
	return v
}

// page gives the newest records first; the cursor is the sequence number of the last one.
func page(list []*item, in map[string]any, keep func(*item) bool) ([]map[string]any, any, error) {
	limit := 500
	if v, ok := in["limit"].(float64); ok {
		limit = int(v)
	}
	before := int64(math.MaxInt64)
	if cur := str(in, "cursor"); cur != "" {
		n, err := strconv.ParseInt(cur, 36, 64)
		if err != nil {
			return nil, nil, badInput("cursor", "is not a cursor")
		}
		before = n
	}
	sorted := append([]*item(nil), list...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].seq > sorted[j].seq })
	out := []map[string]any{}
	last := int64(0)
	for _, it := range sorted {
		if it.seq >= before || !keep(it) {
			continue
		}
		if len(out) == limit {
			if fault("notifier-cursor-skips-one") {
				last--
			}
			return out, strconv.FormatInt(last, 36), nil
		}
		out, last = append(out, it.out()), it.seq
	}
	return out, nil, nil
}

func isActive(it *item) bool { return it.active }

func newNotifier(s *Server) *notifier {
	n := &notifier{accs: map[string]*account{}}
	iden := param{Name: "iden", Type: "string", Desc: "identifier", Req: true}
	zero, lim := num(0), num(500)
	one := num(1)
	st := func(name string, req bool, desc string) param {
		return param{Name: name, Type: "string", Req: req, Desc: desc}
	}
	tool := func(op, desc string, ps []param, f func(a *account, u *User, in map[string]any) (any, error)) {
		s.addTools(&toolDef{Name: "NOTIFIER_" + op, Title: "Notifier: " + desc, Desc: desc, Toolkit: "notifier", Params: ps, NeedsAuth: true,
			Run: func(u *User, in map[string]any) (any, error) {
				n.mu.Lock()
				defer n.mu.Unlock()
				return f(n.acc(u), u, in)
			}})
	}
	touch := func(it *item) { it.modified = unixNow() }
	remove := func(list []*item, key string) func(in map[string]any) (any, error) {
		return func(in map[string]any) (any, error) {
			it := find(list, in[key])
			if it == nil {
				return nil, errIden
			}
			it.active = false
			touch(it)
			return map[string]any{"deleted": true, "iden": in[key]}, nil
		}
	}
	tool("CREATE_CHAT", "Create a chat with an email address", []param{st("email", true, "email address")}, func(a *account, u *User, in map[string]any) (any, error) {
		if _, err := mail.ParseAddress(str(in, "email")); err != nil {
			return nil, badInput("email", "must be an email address")
		}
		for _, it := range a.chats {
			if it.active && it.data["email"] == in["email"] {
				return it.out(), nil
			}
		}
		return n.add(&a.chats, map[string]any{"email": in["email"], "muted": false}).out(), nil
	})
	deviceParams := func(req bool) []param {
		return []param{st("icon", false, "desktop, laptop, tablet, phone, watch, system, ios"), st("model", req, "model"), {Name: "has_sms", Type: "boolean", Desc: "Android only"},
			st("nickname", false, "nickname"), st("push_token", false, "platform-specific"), {Name: "app_version", Type: "integer", Desc: "version of the app", Req: req, Min: zero}, st("manufacturer", req, "manufacturer")}
	}
	tool("CREATE_DEVICE", "Register a device", deviceParams(true), func(a *account, u *User, in map[string]any) (any, error) {
		d := map[string]any{"icon": orDefault(in["icon"], "system"), "model": in["model"], "has_sms": orDefault(in["has_sms"], false), "nickname": in["nickname"],
			"push_token": orDefault(in["push_token"], ""), "app_version": in["app_version"], "manufacturer": in["manufacturer"]}
		return n.add(&a.devices, d).out(), nil
	})
	tool("CREATE_PUSH", "Send a push", []param{{Name: "type", Type: "string", Req: true, Enum: []string{"note", "link", "file"}, Desc: "kind of push"}, st("url", false, "for links"), st("body", false, "text"),
		st("guid", false, "client-generated, for idempotency"), st("email", false, "recipient"), st("title", false, "title"), st("file_url", false, "for files"), st("file_name", false, "for files"),
		st("file_type", false, "MIME type"), st("channel_tag", false, "broadcast to channel subscribers"), st("client_iden", false, "OAuth client"), st("device_iden", false, "device"), st("source_device_iden", false, "sending device")},
		func(a *account, u *User, in map[string]any) (any, error) {
			need := map[string][]string{"link": {"url"}, "file": {"file_url", "file_name", "file_type"}}[str(in, "type")]
			for _, k := range need {
				if str(in, k) == "" && !(fault("notifier-file-without-name") && k == "file_name") {
					return nil, badInput(k, "is required for this type")
				}
			}
			for _, k := range []string{"device_iden", "source_device_iden"} {
				if v := str(in, k); v != "" && find(a.devices, v) == nil {
					return nil, badInput(k, "is not a device of yours")
				}
			}
			guid := str(in, "guid")
			if it := a.guids[guid]; guid != "" && it != nil && !fault("notifier-guid-ignored") {
				return it.out(), nil
			}
			d := map[string]any{"dismissed": false, "items": []any{}, "sender_email": u.Email}
			for _, k := range []string{"type", "url", "body", "guid", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden"} {
				d[k] = in[k]
			}
			it := n.add(&a.pushes, d)
			if guid != "" {
				a.guids[guid] = it
			}
			return it.out(), nil
		})
	tool("DELETE_ALL_PUSHES", "Delete all pushes of the user", nil, func(a *account, u *User, in map[string]any) (any, error) {
		doomed := append([]*item(nil), a.pushes...)
		if fault("notifier-delete-all-leaves-one") && len(doomed) > 0 {
			doomed = doomed[:len(doomed)-1]
		}
		time.AfterFunc(200*time.Millisecond, func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			for _, it := range doomed {
				if it.active {
					it.active = false
					touch(it)
				}
			}
		})
		return map[string]any{"accepted": true}, nil
	})
	tool("DELETE_CHAT", "Delete a chat", []param{iden}, func(a *account, u *User, in map[string]any) (any, error) { return remove(a.chats, "iden")(in) })
	tool("DELETE_DEVICE", "Delete a device", []param{st("device_iden", true, "device")}, func(a *account, u *User, in map[string]any) (any, error) { return remove(a.devices, "device_iden")(in) })
	tool("DELETE_PUSH", "Delete a push", []param{iden}, func(a *account, u *User, in map[string]any) (any, error) { return remove(a.pushes, "iden")(in) })
	tool("GET_USER", "Get the profile of the authenticated user", nil, func(a *account, u *User, in map[string]any) (any, error) {
		return map[string]any{"iden": u.ID, "email": u.Email, "name": u.Name, "max_upload_size": 26214400}, nil
	})
	limit := param{Name: "limit", Type: "integer", Desc: "at most 500", Min: one, Max: lim}
	tool("LIST_CHATS", "List chats", []param{limit, st("cursor", false, "where to go on")}, func(a *account, u *User, in map[string]any) (any, error) {
		list, cur, err := page(a.chats, in, isActive)
		return map[string]any{"chats": list, "cursor": cur}, err
	})
	tool("LIST_DEVICES", "List devices", nil, func(a *account, u *User, in map[string]any) (any, error) {
		all := a.devices
		if fault("notifier-devices-of-all-users") {
			all = nil
			for _, o := range n.accs {
				all = append(all, o.devices...)
			}
		}
		list, _, err := page(all, map[string]any{"limit": 1e9}, isActive)
		return map[string]any{"devices": list}, err
	})
	tool("LIST_PUSHES", "List pushes", []param{limit, {Name: "active", Type: "boolean", Desc: "true gives only active pushes"}, st("cursor", false, "where to go on"), {Name: "modified_after", Type: "number", Desc: "UNIX timestamp"}},
		func(a *account, u *User, in map[string]any) (any, error) {
			only, _ := in["active"].(bool)
			after, _ := in["modified_after"].(float64)
			if fault("notifier-active-ignored") {
				only = false
			}
			list, cur, err := page(a.pushes, in, func(it *item) bool {
				if fault("notifier-modified-after-whole-seconds") {
					return (!only || it.active) && (after == 0 || math.Floor(it.modified) > math.Floor(after))
				}
				return (!only || it.active) && it.modified > after
			})
			return map[string]any{"pushes": list, "cursor": cur}, err
		})
	tool("UPDATE_CHAT", "Mute or unmute a chat", []param{iden, {Name: "muted", Type: "boolean", Req: true, Desc: "whether it is muted"}}, func(a *account, u *User, in map[string]any) (any, error) {
		it := find(a.chats, in["iden"])
		if it == nil {
			return nil, errIden
		}
		if in["muted"] == true || !fault("notifier-unmute-skipped") {
			it.data["muted"] = in["muted"]
		}
		touch(it)
		return it.out(), nil
	})
	tool("UPDATE_DEVICE", "Update device metadata", append([]param{iden}, deviceParams(false)...), func(a *account, u *User, in map[string]any) (any, error) {
		it := find(a.devices, in["iden"])
		if it == nil {
			return nil, errIden
		}
		if fault("notifier-device-update-resets") {
			it.data["has_sms"], it.data["nickname"] = false, nil
		}
		for k, v := range in {
			it.data[k] = v
		}
		touch(it)
		return it.out(), nil
	})
	tool("UPDATE_PUSH", "Dismiss a push or change list items", []param{iden, {Name: "items", Type: "array", Desc: "items of a list"}, {Name: "dismissed", Type: "boolean", Desc: "hides notifications"}}, func(a *account, u *User, in map[string]any) (any, error) {
		it := find(a.pushes, in["iden"])
		if it == nil {
			return nil, errIden
		}
		if list, ok := in["items"].([]any); ok {
			for _, x := range list {
				m, ok := x.(map[string]any)
				_, t := m["text"].(string)
				_, b := m["checked"].(bool)
				if !ok || !t || !b {
					return nil, badInput("items", "each item has a text and checked")
				}
			}
			it.data["items"] = list
		}
		if v, ok := in["dismissed"]; ok {
			it.data["dismissed"] = v
		}
		touch(it)
		return it.out(), nil
	})
	tool("UPLOAD_REQUEST", "Get a signed upload URL", []param{st("file_name", true, "name of the file"), st("file_type", true, "MIME type")}, func(a *account, u *User, in map[string]any) (any, error) {
		id := newID()
		return map[string]any{"file_name": in["file_name"], "file_type": in["file_type"], "file_url": s.base + "/files/" + id,
			"upload_url": s.base + "/upload/" + id, "data": map[string]any{"key": id, "signature": sign([]byte(id)), "content-type": in["file_type"]}}, nil
	})
	return n
}

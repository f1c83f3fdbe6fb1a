package main

import (
	"encoding/json"
	"regexp"
	"sort"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
)

// The notification service behind the 15 NOTIFIER tools: an account for each user.

type nChat struct {
	Iden     string `json:"iden"`
	Active   bool   `json:"active"`
	Created  int64  `json:"created"` // microseconds
	Modified int64  `json:"modified"`
	Muted    bool   `json:"muted"`
	Email    string `json:"email"`
}

type nDevice struct {
	Iden         string `json:"iden"`
	Created      int64  `json:"created"`
	Modified     int64  `json:"modified"`
	Icon         string `json:"icon"`
	Model        string `json:"model"`
	Nickname     string `json:"nickname"`
	Manufacturer string `json:"manufacturer"`
	PushToken    string `json:"push_token"`
	AppVersion   int64  `json:"app_version"`
	HasSMS       bool   `json:"has_sms"`
}

type nItem struct {
	Text    string `json:"text"`
	Checked bool   `json:"checked"`
}

type nPush struct {
	Iden      string         `json:"iden"`
	Active    bool           `json:"active"`
	Created   int64          `json:"created"`
	Modified  int64          `json:"modified"`
	Dismissed bool           `json:"dismissed"`
	Items     []*nItem       `json:"items"`
	Fields    map[string]any `json:"fields"`
}

func micros() int64           { return now().UnixMicro() }
func seconds(m int64) float64 { return float64(m) / 1e6 }

func (n *nChat) answer() map[string]any {
	return map[string]any{"iden": n.Iden, "active": n.Active, "created": seconds(n.Created), "modified": seconds(n.Modified), "muted": n.Muted,
		"with": map[string]any{"type": "email", "email": n.Email, "email_normalized": n.Email}}
}

func (n *nDevice) answer() map[string]any {
	m := map[string]any{"iden": n.Iden, "active": true, "created": seconds(n.Created), "modified": seconds(n.Modified), "model": n.Model,
		"nickname": n.Nickname, "manufacturer": n.Manufacturer, "app_version": n.AppVersion, "has_sms": n.HasSMS, "icon": n.Icon}
	if n.PushToken != "" {
		m["push_token"] = n.PushToken
	}
	return m
}

func (n *nPush) answer() map[string]any {
	m := map[string]any{"iden": n.Iden, "active": n.Active, "created": seconds(n.Created), "modified": seconds(n.Modified)}
	if n.Active {
		m["dismissed"] = n.Dismissed
		for k, v := range n.Fields {
			m[k] = v
		}
		if n.Items != nil {
			m["items"] = n.Items
		}
	}
	return m
}

type answer = map[string]any

func nWrite(f func(tx *bolt.Tx) (answer, error)) (r answer, err error) {
	err = update(func(tx *bolt.Tx) (err error) { r, err = f(tx); return err })
	return r, err
}

func num0() S { return intRange(0, 1<<53-1) }

func limit500() S { return intRange(1, 500) }

func listLimit(in M) int {
	if in.has("limit") {
		return int(in.integer("limit"))
	}
	return 500
}

// cursorOf gives the place that a cursor names, or the far end.
func cursorOf(in M) (int64, error) {
	if !in.has("cursor") || in.str("cursor") == "" {
		return 1 << 62, nil
	}
	n, err := strconv.ParseInt(in.str("cursor"), 36, 64)
	if err != nil {
		return 0, fail(400, "this cursor is not known")
	}
	return n, nil
}

var emailRE = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)

func nGet[T any](tx *bolt.Tx, c *Ctx, bucket, iden, what string) (*T, error) {
	v := get[T](tx, bucket, c.uid()+"/"+iden)
	if v == nil {
		return nil, fail(400, "there is no %s %s", what, iden)
	}
	return v, nil
}

func livePush(tx *bolt.Tx, c *Ctx, iden string) (*nPush, error) {
	p, err := nGet[nPush](tx, c, "n_pushes", iden, "push")
	if err == nil && !p.Active {
		return nil, fail(400, "there is no push %s", iden)
	}
	return p, err
}

var notifierTools = []toolDef{
	{Name: "NOTIFIER_CREATE_CHAT", About: "Create a chat with an email address", Input: toolInput(S{"email": str()}, "email"), Run: nCreateChat},
	{Name: "NOTIFIER_CREATE_DEVICE", About: "Register a device", Input: toolInput(S{"icon": str(), "model": str(), "has_sms": boolS(), "nickname": str(),
		"push_token": str(), "app_version": num0(), "manufacturer": str()}, "model", "nickname", "app_version", "manufacturer"), Run: nCreateDevice},
	{Name: "NOTIFIER_CREATE_PUSH", About: "Send a push (note, link or file) to a device, user, channel or client", Input: toolInput(S{"type": enum("note", "link", "file"),
		"url": str(), "body": str(), "guid": str(), "email": str(), "title": str(), "file_url": str(), "file_name": str(), "file_type": str(), "channel_tag": str(),
		"client_iden": str(), "device_iden": str(), "source_device_iden": str()}, "type"), Run: nCreatePush},
	{Name: "NOTIFIER_DELETE_ALL_PUSHES", About: "Delete all pushes of the user asynchronously", Input: toolInput(S{}), Run: nDeleteAll},
	{Name: "NOTIFIER_DELETE_CHAT", About: "Delete a chat", Input: toolInput(S{"iden": str()}, "iden"), Run: nDeleteChat},
	{Name: "NOTIFIER_DELETE_DEVICE", About: "Delete a device", Input: toolInput(S{"device_iden": str()}, "device_iden"), Run: nDeleteDevice},
	{Name: "NOTIFIER_DELETE_PUSH", About: "Delete a push", Input: toolInput(S{"iden": str()}, "iden"), Run: nDeletePush},
	{Name: "NOTIFIER_GET_USER", About: "Get the profile of the authenticated user", Input: toolInput(S{}), Run: nGetUser},
	{Name: "NOTIFIER_LIST_CHATS", About: "List chats", Input: toolInput(S{"limit": limit500(), "cursor": str()}), Run: nListChats},
	{Name: "NOTIFIER_LIST_DEVICES", About: "List devices", Input: toolInput(S{}), Run: nListDevices},
	{Name: "NOTIFIER_LIST_PUSHES", About: "List pushes", Input: toolInput(S{"limit": def(limit500(), 500), "active": boolS(), "cursor": str(),
		"modified_after": S{"type": "number"}}), Run: nListPushes},
	{Name: "NOTIFIER_UPDATE_CHAT", About: "Mute or unmute a chat", Input: toolInput(S{"iden": str(), "muted": boolS()}, "iden", "muted"), Run: nUpdateChat},
	{Name: "NOTIFIER_UPDATE_DEVICE", About: "Update device metadata", Input: toolInput(S{"iden": str(), "icon": str(), "model": str(), "has_sms": boolS(), "nickname": str(),
		"push_token": str(), "app_version": num0(), "manufacturer": str()}, "iden"), Run: nUpdateDevice},
	{Name: "NOTIFIER_UPDATE_PUSH", About: "Dismiss a push or change list items", Input: toolInput(S{"iden": str(), "dismissed": boolS(),
		"items": arrayOf(object(S{"text": str(), "checked": boolS()}, "text", "checked"))}, "iden"), Run: nUpdatePush},
	{Name: "NOTIFIER_UPLOAD_REQUEST", About: "Get a signed upload URL before pushing a file", Input: toolInput(S{"file_name": str(), "file_type": str()}, "file_name", "file_type"), Run: nUpload},
}

// ---------------------------------------------------------------- chats

func nCreateChat(c *Ctx, in M) (answer, error) {
	email := in.str("email")
	if !emailRE.MatchString(email) {
		return nil, fail(400, "this is no email address")
	}
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		for _, n := range scan[nChat](tx, "n_chats", c.uid()+"/") {
			if n.Email == email {
				return n.answer(), nil
			}
		}
		t := micros()
		n := &nChat{newULID(), true, t, t, false, email}
		put(tx, "n_chats", c.uid()+"/"+n.Iden, n)
		return n.answer(), nil
	})
}

func nUpdateChat(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		n, err := nGet[nChat](tx, c, "n_chats", in.str("iden"), "chat")
		if err != nil {
			return nil, err
		}
		if in.boolean("muted") || !fault("n-unmute") {
			n.Muted = in.boolean("muted")
		}
		n.Modified = micros()
		put(tx, "n_chats", c.uid()+"/"+n.Iden, n)
		return n.answer(), nil
	})
}

func nDeleteChat(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		n, err := nGet[nChat](tx, c, "n_chats", in.str("iden"), "chat")
		if err != nil {
			return nil, err
		}
		del(tx, "n_chats", c.uid()+"/"+n.Iden)
		return answer{"iden": n.Iden, "deleted": true}, nil
	})
}

func nListChats(c *Ctx, in M) (answer, error) {
	before, err := cursorOf(in)
	if err != nil {
		return nil, err
	}
	if fault("n-chats-cursor-loop") {
		before = 1 << 62
	}
	var all []*nChat
	view(func(tx *bolt.Tx) { all = scan[nChat](tx, "n_chats", c.uid()+"/") })
	sort.Slice(all, func(i, j int) bool { return all[i].Created > all[j].Created })
	list := []answer{}
	r := answer{}
	var last int64
	for _, n := range all {
		if n.Created >= before {
			continue
		}
		if len(list) == listLimit(in) {
			r["cursor"] = strconv.FormatInt(last, 36)
			break
		}
		list = append(list, n.answer())
		last = n.Created
	}
	r["chats"] = list
	return r, nil
}

// ---------------------------------------------------------------- devices

func fillDevice(n *nDevice, in M) {
	for k, p := range map[string]*string{"icon": &n.Icon, "model": &n.Model, "nickname": &n.Nickname, "push_token": &n.PushToken, "manufacturer": &n.Manufacturer} {
		if in.has(k) {
			*p = in.str(k)
		}
	}
	if in.has("has_sms") {
		n.HasSMS = in.boolean("has_sms")
	}
	if in.has("app_version") {
		n.AppVersion = in.integer("app_version")
	}
	n.Modified = micros()
}

func nCreateDevice(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		n := &nDevice{Iden: newULID(), Icon: "system"}
		fillDevice(n, in)
		n.Created = n.Modified
		put(tx, "n_devices", c.uid()+"/"+n.Iden, n)
		return n.answer(), nil
	})
}

func nUpdateDevice(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		n, err := nGet[nDevice](tx, c, "n_devices", in.str("iden"), "device")
		if err != nil {
			return nil, err
		}
		if fault("n-update-device-blank") {
			n = &nDevice{Iden: n.Iden, Created: n.Created}
		}
		fillDevice(n, in)
		put(tx, "n_devices", c.uid()+"/"+n.Iden, n)
		return n.answer(), nil
	})
}

func nDeleteDevice(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		n, err := nGet[nDevice](tx, c, "n_devices", in.str("device_iden"), "device")
		if err != nil {
			return nil, err
		}
		del(tx, "n_devices", c.uid()+"/"+n.Iden)
		return answer{"iden": n.Iden, "deleted": true}, nil
	})
}

func nListDevices(c *Ctx, in M) (answer, error) {
	var all []*nDevice
	view(func(tx *bolt.Tx) { all = scan[nDevice](tx, "n_devices", c.uid()+"/") })
	sort.Slice(all, func(i, j int) bool { return all[i].Created > all[j].Created })
	list := []answer{}
	for _, n := range all {
		list = append(list, n.answer())
	}
	return answer{"devices": list}, nil
}

// ---------------------------------------------------------------- pushes

func nCreatePush(c *Ctx, in M) (answer, error) {
	need := map[string][]string{"link": {"url"}, "file": {"file_url", "file_name", "file_type"}}[in.str("type")]
	var details []Detail
	for _, k := range need {
		if in.str(k) == "" {
			details = append(details, Detail{"input." + k, "is required for this type"})
		}
	}
	if len(details) > 0 {
		return nil, &Error{Code: "invalid_input", Message: "the input does not fit the tool", Details: details, status: 400}
	}
	if in.str("email") != "" && !emailRE.MatchString(in.str("email")) {
		return nil, fail(400, "this is no email address")
	}
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		guid := in.str("guid")
		if old := get[string](tx, "n_guids", c.uid()+"/"+guid); guid != "" && old != nil && !fault("n-guid-ignored") {
			if p := get[nPush](tx, "n_pushes", c.uid()+"/"+*old); p != nil {
				return p.answer(), nil
			}
		}
		t := micros()
		p := &nPush{Iden: newULID(), Active: true, Created: t, Modified: t, Fields: map[string]any{"direction": "self"}}
		for k, v := range in {
			p.Fields[k] = v
		}
		if in.has("email") || in.has("channel_tag") {
			p.Fields["direction"] = "outgoing"
		}
		put(tx, "n_pushes", c.uid()+"/"+p.Iden, p)
		if guid != "" {
			put(tx, "n_guids", c.uid()+"/"+guid, p.Iden)
		}
		return p.answer(), nil
	})
}

func nUpdatePush(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		p, err := livePush(tx, c, in.str("iden"))
		if err != nil {
			return nil, err
		}
		if in.has("dismissed") {
			p.Dismissed = in.boolean("dismissed")
		}
		if in.set("items") {
			p.Items = []*nItem{}
			var shared nItem
			for _, v := range in.list("items") {
				m := M(v.(map[string]any))
				if fault("n-list-items-last") {
					shared = nItem{m.str("text"), m.boolean("checked")}
					p.Items = append(p.Items, &shared)
					continue
				}
				p.Items = append(p.Items, &nItem{m.str("text"), m.boolean("checked")})
			}
		}
		p.Modified = micros()
		put(tx, "n_pushes", c.uid()+"/"+p.Iden, p)
		return p.answer(), nil
	})
}

func bury(tx *bolt.Tx, user string, p *nPush) {
	p.Active, p.Modified = false, micros()
	put(tx, "n_pushes", user+"/"+p.Iden, p)
}

func nDeletePush(c *Ctx, in M) (answer, error) {
	return nWrite(func(tx *bolt.Tx) (answer, error) {
		p, err := livePush(tx, c, in.str("iden"))
		if err != nil {
			return nil, err
		}
		bury(tx, c.uid(), p)
		return answer{"iden": p.Iden, "deleted": true}, nil
	})
}

func nDeleteAll(c *Ctx, in M) (answer, error) {
	until, user := micros(), c.uid()
	time.AfterFunc(150*time.Millisecond, func() {
		_ = update(func(tx *bolt.Tx) error {
			for _, p := range scan[nPush](tx, "n_pushes", user+"/") {
				if p.Active && p.Created < until {
					bury(tx, user, p)
				}
			}
			return nil
		})
	})
	return answer{"accepted": true}, nil
}

func nListPushes(c *Ctx, in M) (answer, error) {
	before, err := cursorOf(in)
	if err != nil {
		return nil, err
	}
	var all []*nPush
	view(func(tx *bolt.Tx) { all = scan[nPush](tx, "n_pushes", c.uid()+"/") })
	sort.Slice(all, func(i, j int) bool { return all[i].Modified > all[j].Modified })
	list := []answer{}
	r := answer{}
	var last int64
	after := toFloat(in["modified_after"])
	if fault("n-modified-after-millis") {
		after /= 1000
	}
	for _, p := range all {
		if p.Modified >= before || in.has("modified_after") && seconds(p.Modified) <= after ||
			in.boolean("active") && !p.Active && !fault("n-active-ignored") {
			continue
		}
		if len(list) == listLimit(in) {
			r["cursor"] = strconv.FormatInt(last, 36)
			break
		}
		list = append(list, p.answer())
		last = p.Modified
	}
	r["pushes"] = list
	return r, nil
}

// ---------------------------------------------------------------- profile and uploads

func nGetUser(c *Ctx, in M) (answer, error) {
	t := unstamp(c.u.Since).UnixMicro()
	return answer{"iden": "n" + c.u.UserID, "active": true, "created": seconds(t), "modified": seconds(t), "email": c.u.Email, "email_normalized": c.u.Email,
		"name": c.u.Name, "max_upload_size": json.Number("26214400")}, nil
}

func nUpload(c *Ctx, in M) (answer, error) {
	if in.str("file_name") == "" || in.str("file_type") == "" {
		return nil, fail(400, "file_name and file_type are needed")
	}
	id := newULID()
	return answer{"file_name": in.str("file_name"), "file_type": in.str("file_type"), "file_url": "https://files.briar.example/" + id + "/" + in.str("file_name"),
		"upload_url": "https://upload.briar.example/" + id,
		"data":       answer{"key": id, "content-type": in.str("file_type"), "acl": "public-read", "policy": randomHex(24), "signature": randomHex(20)}}, nil
}

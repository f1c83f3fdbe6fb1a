package main

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// The notification service that the NOTIFIER tools push through, in memory.
// Its records keep the service's own names, which the parameters have, too.

// NotifierAccount is a user's account at the notification service.
type NotifierAccount struct {
	iden    string
	email   string
	name    string
	created time.Time
	chats   []*notifierChat
	devices []*notifierDevice
	pushes  []*notifierPush
}

type notifierChat struct {
	iden     string
	email    string
	muted    bool
	created  time.Time
	modified time.Time
}

type notifierDevice struct {
	iden     string
	fields   map[string]any // by parameter
	created  time.Time
	modified time.Time
}

type notifierPush struct {
	iden     string
	fields   map[string]any // by parameter
	active   bool           // false once it is deleted
	created  time.Time
	modified time.Time
}

// connectionKey names the auth connection of a user to a service.
func connectionKey(userID, namespace, serviceID string) string {
	return userID + "/" + namespace + "/" + serviceID
}

// connectedAccount is the account of the auth connection that the call names.
func (s *Service) connectedAccount(c *Call) (*NotifierAccount, error) {
	namespace, serviceID := c.textArg("service_id_namespace"), c.textArg("service_id")
	account := s.notifier[connectionKey(c.user.id, namespace, serviceID)]
	if account == nil {
		return nil, badRequest("There is no auth connection %s/%s. Set it up in the dashboard.", namespace, serviceID)
	}
	return account, nil
}

// unixTime is how the notification service writes times.
func unixTime(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

func newIden() string { return "uj" + newToken(14) }

func (chat *notifierChat) view() map[string]any {
	return map[string]any{
		"iden":     chat.iden,
		"active":   true,
		"muted":    chat.muted,
		"created":  unixTime(chat.created),
		"modified": unixTime(chat.modified),
		"with":     map[string]any{"type": "email", "email": chat.email, "name": chat.email},
	}
}

func (device *notifierDevice) view() map[string]any {
	view := map[string]any{}
	for name, value := range device.fields {
		view[name] = value
	}
	view["iden"], view["active"] = device.iden, true
	view["created"], view["modified"] = unixTime(device.created), unixTime(device.modified)
	return view
}

func (push *notifierPush) view() map[string]any {
	view := map[string]any{"dismissed": false}
	if push.active {
		for name, value := range push.fields {
			view[name] = value
		}
	}
	view["iden"], view["active"] = push.iden, push.active
	view["created"], view["modified"] = unixTime(push.created), unixTime(push.modified)
	return view
}

// Chats

func createNotifierChat(s *Service, call toolCall) (map[string]any, error) {
	at := now()
	chat := &notifierChat{iden: newIden(), email: call.text("email"), created: at, modified: at}
	if !fault("nt-chat-not-listed") {
		call.account.chats = append(call.account.chats, chat)
	}
	return chat.view(), nil
}

func (account *NotifierAccount) chat(iden string) (*notifierChat, error) {
	chat := first(account.chats, func(chat *notifierChat) bool { return chat.iden == iden })
	if chat == nil {
		return nil, badRequest("There is no chat %s.", iden)
	}
	return chat, nil
}

func deleteNotifierChat(s *Service, call toolCall) (map[string]any, error) {
	chat, err := call.account.chat(call.text("iden"))
	if err != nil {
		return nil, err
	}
	gone := chat
	if fault("nt-delete-chat-latest") {
		gone = call.account.chats[len(call.account.chats)-1]
	}
	call.account.chats = without(call.account.chats, func(other *notifierChat) bool { return other == gone })
	return map[string]any{"iden": chat.iden, "deleted": true}, nil
}

func listNotifierChats(s *Service, call toolCall) (map[string]any, error) {
	if fault("nt-chats-limit-ignored") {
		delete(call.input, "limit")
	}
	return pageOfAccount("chats", call, mapped(call.account.chats, (*notifierChat).view))
}

func updateNotifierChat(s *Service, call toolCall) (map[string]any, error) {
	chat, err := call.account.chat(call.text("iden"))
	if err != nil {
		return nil, err
	}
	muted, _ := call.input["muted"].(bool)
	switch {
	case fault("nt-mute-inverted"):
		muted = !muted
	case fault("nt-unmute-ignored"):
		muted = muted || chat.muted
	}
	if fault("n-nt-mute-all-chats") {
		for _, other := range call.account.chats {
			other.muted = muted
		}
	}
	chat.muted, chat.modified = muted, now()
	return chat.view(), nil
}

// Devices

var deviceParameters = []string{"icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer"}

func createNotifierDevice(s *Service, call toolCall) (map[string]any, error) {
	at := now()
	device := &notifierDevice{iden: newIden(), fields: map[string]any{"icon": "system", "has_sms": false, "push_token": ""}, created: at, modified: at}
	device.change(call)
	if fault("nt-device-fields-swapped") {
		device.fields["model"], device.fields["manufacturer"] = device.fields["manufacturer"], device.fields["model"]
	}
	call.account.devices = append(call.account.devices, device)
	return device.view(), nil
}

func (device *notifierDevice) change(call toolCall) {
	for _, name := range deviceParameters {
		if call.has(name) {
			device.fields[name] = call.input[name]
		}
	}
	device.modified = now()
}

func (account *NotifierAccount) device(iden string) (*notifierDevice, error) {
	device := first(account.devices, func(device *notifierDevice) bool { return device.iden == iden })
	if device == nil {
		return nil, badRequest("There is no device %s.", iden)
	}
	return device, nil
}

func updateNotifierDevice(s *Service, call toolCall) (map[string]any, error) {
	device, err := call.account.device(call.text("iden"))
	if err != nil {
		return nil, err
	}
	if fault("nt-device-update-adds") {
		added := &notifierDevice{iden: newIden(), fields: map[string]any{}, created: now()}
		for name, value := range device.fields {
			added.fields[name] = value
		}
		call.account.devices = append(call.account.devices, added)
		device = added
	}
	if fault("n-nt-update-device-resets-rest") {
		device.fields = map[string]any{"icon": "system", "model": "", "has_sms": false, "nickname": "", "push_token": "", "app_version": 0, "manufacturer": ""}
	}
	device.change(call)
	return device.view(), nil
}

func deleteNotifierDevice(s *Service, call toolCall) (map[string]any, error) {
	iden := call.text("device_iden")
	if fault("nt-delete-device-by-iden") {
		iden = call.text("iden")
	}
	device, err := call.account.device(iden)
	if err != nil {
		return nil, err
	}
	call.account.devices = without(call.account.devices, func(other *notifierDevice) bool { return other == device })
	return map[string]any{"iden": device.iden, "deleted": true}, nil
}

func listNotifierDevices(s *Service, call toolCall) (map[string]any, error) {
	devices := call.account.devices
	if fault("nt-devices-hides-custom") {
		devices = without(devices, func(device *notifierDevice) bool { return device.fields["push_token"] == "" })
	}
	return map[string]any{"devices": mapped(devices, (*notifierDevice).view)}, nil
}

// Pushes

var pushParameters = []string{
	"type", "url", "body", "guid", "email", "title", "file_url", "file_name", "file_type",
	"channel_tag", "client_iden", "device_iden", "source_device_iden",
}

// createNotifierPush sends a push. The guid makes it idempotent: the same guid
// again gives the push that is there already.
func createNotifierPush(s *Service, call toolCall) (map[string]any, error) {
	if err := checkPush(call); err != nil {
		return nil, err
	}
	if known := s.pushByGUID(call); known != nil {
		return known.view(), nil
	}
	if fault("n-nt-guid-race") {
		s.lapse(40 * time.Millisecond)
	}
	at := now()
	push := &notifierPush{iden: newIden(), fields: map[string]any{}, active: true, created: at, modified: at}
	for _, name := range pushParameters {
		if call.has(name) {
			push.fields[name] = call.input[name]
		}
	}
	switch body := call.text("body"); {
	case fault("nt-push-newlines-lost") && body != "":
		push.fields["body"] = strings.Join(strings.Fields(body), " ")
	case fault("nt-push-url-cut") && call.has("url"):
		push.fields["url"], _, _ = strings.Cut(call.text("url"), "&")
	}
	call.account.pushes = append(call.account.pushes, push)
	return push.view(), nil
}

// checkPush checks what depends on the type of the push.
func checkPush(call toolCall) error {
	var required []string
	switch call.text("type") {
	case "note":
		if fault("nt-note-needs-url") {
			required = []string{"url"}
		}
	case "link":
		required = []string{"url"}
		if fault("nt-link-without-url") {
			required = nil
		}
	case "file":
		required = []string{"file_url", "file_name", "file_type"}
		if fault("nt-file-without-type") {
			required = required[:2]
		}
	}
	for _, name := range required {
		if call.text(name) == "" {
			return badRequest("%s is required when the type is %s.", name, call.text("type"))
		}
	}
	for _, name := range []string{"device_iden", "source_device_iden"} {
		if call.has(name) {
			if _, err := call.account.device(call.text(name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) pushByGUID(call toolCall) *notifierPush {
	guid := call.text("guid")
	if guid == "" || fault("nt-guid-ignored") {
		return nil
	}
	pushes := call.account.pushes
	if fault("nt-guid-across-users") {
		for _, account := range s.notifier {
			pushes = append(append([]*notifierPush{}, pushes...), account.pushes...)
		}
	}
	return first(pushes, func(push *notifierPush) bool { return push.active && push.fields["guid"] == guid })
}

func (account *NotifierAccount) push(iden string) (*notifierPush, error) {
	push := first(account.pushes, func(push *notifierPush) bool { return push.active && push.iden == iden })
	if push == nil {
		return nil, badRequest("There is no push %s.", iden)
	}
	return push, nil
}

func (push *notifierPush) delete() {
	push.active, push.modified = false, now()
}

func deleteNotifierPush(s *Service, call toolCall) (map[string]any, error) {
	push, err := call.account.push(call.text("iden"))
	if err != nil {
		return nil, err
	}
	if !fault("n-nt-delete-push-kept") {
		push.delete()
	}
	return map[string]any{"iden": push.iden, "deleted": true}, nil
}

// deleteAllNotifierPushes answers at once and deletes shortly afterwards what
// was there at the time of the call.
func deleteAllNotifierPushes(s *Service, call toolCall) (map[string]any, error) {
	pushes := append([]*notifierPush{}, call.account.pushes...)
	switch {
	case fault("nt-delete-all-first-two") && len(pushes) > 2:
		pushes = pushes[:2]
	case fault("nt-delete-all-for-everyone"):
		for _, account := range s.notifier {
			pushes = append(pushes, account.pushes...)
		}
	}
	time.AfterFunc(200*time.Millisecond, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, push := range pushes {
			push.delete()
		}
	})
	return map[string]any{"accepted": true}, nil
}

// listNotifierPushes lists the newest push first. Deleted ones are listed only
// when active is false; then they come without their contents.
func listNotifierPushes(s *Service, call toolCall) (map[string]any, error) {
	unfiltered := call.input["active"] == true && fault("nt-active-includes-deleted")
	wantsDeleted := call.input["active"] == false || unfiltered
	after := 0.0
	if number, ok := call.input["modified_after"].(json.Number); ok && !fault("nt-modified-after-ignored") {
		after, _ = number.Float64()
	}
	if fault("nt-modified-after-whole-seconds") {
		after = float64(int64(after))
	}
	var views []map[string]any
	for i := len(call.account.pushes) - 1; i >= 0; i-- {
		push := call.account.pushes[i]
		if (push.active || wantsDeleted) && (after == 0 || unixTime(push.modified) > after) {
			view := push.view()
			if unfiltered {
				view["active"] = true
			}
			views = append(views, view)
		}
	}
	if fault("nt-pushes-cursor-ignored") {
		delete(call.input, "cursor")
	}
	if fault("n-nt-pushes-default-50") && !call.has("limit") {
		call.input = with(call.input, S{"limit": json.Number("50")})
	}
	return pageOfAccount("pushes", call, views)
}

func updateNotifierPush(s *Service, call toolCall) (map[string]any, error) {
	push, err := call.account.push(call.text("iden"))
	if err != nil {
		return nil, err
	}
	if call.has("dismissed") {
		push.fields["dismissed"] = call.input["dismissed"]
	}
	if items, ok := call.input["items"].([]any); ok {
		if fault("nt-items-unchecked") {
			for _, item := range items {
				item.(map[string]any)["checked"] = false
			}
		}
		push.fields["items"] = items
	} else if fault("n-nt-dismiss-clears-items") {
		delete(push.fields, "items")
	}
	push.modified = now()
	return push.view(), nil
}

// Profile and uploads

func getNotifierUser(s *Service, call toolCall) (map[string]any, error) {
	if fault("nt-user-empty") {
		return map[string]any{}, nil
	}
	account := call.account
	if fault("n-nt-user-of-first-account") {
		account = s.notifier[connectionKey(aliceID, "global", "default")]
	}
	return map[string]any{
		"iden":    account.iden,
		"email":   account.email,
		"name":    account.name,
		"created": unixTime(account.created),
	}, nil
}

func requestNotifierUpload(s *Service, call toolCall) (map[string]any, error) {
	path := newToken(20) + "/" + call.text("file_name")
	return map[string]any{
		"file_name":  call.input["file_name"],
		"file_type":  call.input["file_type"],
		"file_url":   "https://files.notifier.example/" + path,
		"upload_url": "https://upload.notifier.example/" + newToken(24),
		"data": map[string]any{
			"key":          path,
			"content-type": call.input["file_type"],
			"expires":      time.Now().Add(time.Hour).Unix(),
			"signature":    newToken(40),
		},
	}, nil
}

// pageOfAccount is a page of at most limit records. The cursor tells how many
// records come before.
func pageOfAccount(name string, call toolCall, records []map[string]any) (map[string]any, error) {
	from, limit := 0, 500
	if number, ok := call.input["limit"].(json.Number); ok {
		limit, _ = wholeNumber(number)
	}
	if cursor := call.text("cursor"); cursor != "" {
		data, err := base64.RawURLEncoding.DecodeString(cursor)
		from, _ = strconv.Atoi(string(data))
		if err != nil || from <= 0 {
			return nil, badRequest("This is no cursor of ours.")
		}
	}
	from = min(from, len(records))
	to := min(from+limit, len(records))
	page := map[string]any{name: append([]map[string]any{}, records[from:to]...), "cursor": nil}
	if to < len(records) {
		page["cursor"] = base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(to)))
	}
	return page, nil
}

// notifierTool is an integration tool; its purpose and its parameters are
// those of the interface.
func notifierTool(operation, purpose string, input S, run func(*Service, toolCall) (map[string]any, error)) *ToolSpec {
	return &ToolSpec{name: "NOTIFIER_" + operation, toolkit: "notifier", description: purpose, input: input, integration: true, run: run}
}

var (
	iden       = textOf(1, 200)
	emailText  = S{"type": "string", "format": "email"}
	listLimit  = intWithin(1, 500)
	appVersion = intFrom(0)
	listItem   = object(S{"text": anyText, "checked": boolean}, "text", "checked")
)

var notifierTools = []*ToolSpec{
	notifierTool("CREATE_CHAT", "Create a chat with an email address. The person need not be a user of the notification service.",
		toolInput(S{"email": emailText}, "email"), createNotifierChat),
	notifierTool("CREATE_DEVICE", "Register a device.",
		toolInput(S{
			"icon": anyText, "model": anyText, "has_sms": boolean, "nickname": anyText,
			"push_token": anyText, "app_version": appVersion, "manufacturer": anyText,
		}, "model", "nickname", "app_version", "manufacturer"), createNotifierDevice),
	notifierTool("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client.",
		toolInput(S{
			"type": enum("note", "link", "file"), "url": anyText, "body": anyText, "guid": anyText, "email": emailText,
			"title": anyText, "file_url": anyText, "file_name": anyText, "file_type": anyText, "channel_tag": anyText,
			"client_iden": anyText, "device_iden": anyText, "source_device_iden": anyText,
		}, "type"), createNotifierPush),
	notifierTool("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously.",
		toolInput(S{}), deleteAllNotifierPushes),
	notifierTool("DELETE_CHAT", "Delete a chat.",
		toolInput(S{"iden": iden}, "iden"), deleteNotifierChat),
	notifierTool("DELETE_DEVICE", "Delete a device.",
		toolInput(S{"device_iden": iden}, "device_iden"), deleteNotifierDevice),
	notifierTool("DELETE_PUSH", "Delete a push.",
		toolInput(S{"iden": iden}, "iden"), deleteNotifierPush),
	notifierTool("GET_USER", "Get the profile of the authenticated user.",
		toolInput(S{}), getNotifierUser),
	notifierTool("LIST_CHATS", "List chats.",
		toolInput(S{"limit": listLimit, "cursor": anyText}), listNotifierChats),
	notifierTool("LIST_DEVICES", "List devices.",
		toolInput(S{}), listNotifierDevices),
	notifierTool("LIST_PUSHES", "List pushes, the newest first.",
		toolInput(S{
			"limit": with(listLimit, S{"default": 500}), "active": boolean, "cursor": anyText,
			"modified_after": S{"type": "number"},
		}), listNotifierPushes),
	notifierTool("UPDATE_CHAT", "Mute or unmute a chat.",
		toolInput(S{"iden": iden, "muted": boolean}, "iden", "muted"), updateNotifierChat),
	notifierTool("UPDATE_DEVICE", "Update device metadata.",
		toolInput(S{
			"iden": iden, "icon": anyText, "model": anyText, "has_sms": boolean, "nickname": anyText,
			"push_token": anyText, "app_version": appVersion, "manufacturer": anyText,
		}, "iden"), updateNotifierDevice),
	notifierTool("UPDATE_PUSH", "Dismiss a push or change list items.",
		toolInput(S{"iden": iden, "items": arrayOf(listItem), "dismissed": boolean}, "iden"), updateNotifierPush),
	notifierTool("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file.",
		toolInput(S{"file_name": textOf(1, 255), "file_type": textOf(1, 255)}, "file_name", "file_type"), requestNotifierUpload),
}

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"
)

// tool is one entry of the catalogue; its name is its id too.
type tool struct {
	name, toolkit, description string
	input                      obj
	needsLink                  bool
	run                        func(c *call, in obj) (obj, error)
}

func (t *tool) mcp() obj {
	return obj{"name": t.name, "description": t.description, "inputSchema": t.input,
		"annotations": obj{"toolkit": t.toolkit, "requiresAuthConnection": t.needsLink}}
}

func (t *tool) public() obj {
	return obj{"toolId": t.name, "name": t.name, "description": t.description, "toolkit": t.toolkit,
		"requiresAuthConnection": t.needsLink, "inputSchema": t.input}
}

var toolkits = []struct{ name, description string }{
	{"text", "Tools that work on text"},
	{"math", "Tools that calculate"},
	{"time", "Tools about dates and times"},
	{"tides", "Tools for people at sea"},
	{"notifier", "Chats, devices and pushes of a notification service"},
}

func findTool(name string) *tool {
	for _, t := range catalogue {
		if t.name == name {
			return t
		}
	}
	return nil
}

func toolsOf(toolkit string) []*tool {
	var out []*tool
	for _, t := range catalogue {
		if t.toolkit == toolkit {
			out = append(out, t)
		}
	}
	return out
}

func strOf(in obj, name string) string { s, _ := in[name].(string); return s }

var catalogue []*tool

func init() {
	catalogue = append(localTools(), notifierTools()...)
}

func localTools() []*tool {
	t := func(toolkit, name, words, required string, fields obj, run func(*call, obj) (obj, error)) *tool {
		return &tool{name: name, toolkit: toolkit, description: words, input: record("", required, fields), run: run}
	}
	str := func(words string) obj { return text(words) }
	return []*tool{
		t("text", "ECHO_TEXT", "A text tool that returns its input", "text", obj{
			"text": str("Text to return"), "repeat": with(integer("How often"), "minimum", 1, "maximum", 5, "default", 1), "payload": obj{"description": "Any value, returned as it is"}},
			func(c *call, in obj) (obj, error) {
				n := int64(1)
				if in["repeat"] != nil {
					n = asInt(in["repeat"])
				}
				out := obj{"text": strings.Repeat(in["text"].(string), int(n)), "repeat": n}
				if p, ok := in["payload"]; ok {
					out["payload"] = p
				}
				return out, nil
			}),
		t("text", "REVERSE_TEXT", "A text tool that reverses characters", "text", obj{"text": str("Text to reverse")}, func(c *call, in obj) (obj, error) {
			r := []rune(in["text"].(string))
			for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
				r[i], r[j] = r[j], r[i]
			}
			return obj{"text": string(r)}, nil
		}),
		t("text", "COUNT_WORDS", "A text tool that counts the words of a text", "text", obj{"text": str("Text to count")}, func(c *call, in obj) (obj, error) {
			return obj{"words": len(strings.Fields(in["text"].(string)))}, nil
		}),
		t("text", "UPPERCASE_TEXT", "A text tool that turns letters to capitals", "text", obj{"text": str("Text to change")}, func(c *call, in obj) (obj, error) {
			return obj{"text": strings.ToUpper(in["text"].(string))}, nil
		}),
		t("math", "ADD_NUMBERS", "A calculation tool that adds two numbers", "a b", obj{"a": number("First"), "b": number("Second")}, func(c *call, in obj) (obj, error) {
			sum := asFloat(in["a"]) + asFloat(in["b"])
			if math.IsInf(sum, 0) || math.IsNaN(sum) {
				return nil, fail(400, "the sum is out of range")
			}
			return obj{"sum": sum}, nil
		}),
		t("math", "ROUND_NUMBER", "A calculation tool that rounds a number", "value", obj{"value": number("Number to round")}, func(c *call, in obj) (obj, error) {
			value := math.Round(asFloat(in["value"]))
			if math.IsInf(value, 0) {
				return nil, fail(400, "the number is out of range")
			}
			return obj{"rounded": value}, nil
		}),
		t("time", "CURRENT_TIME", "A calendar tool that tells the time in UTC", "", obj{}, func(c *call, in obj) (obj, error) {
			return obj{"time": c.clock().Format(time.RFC3339)}, nil
		}),
		t("time", "ADD_DAYS", "A calendar tool that adds days to a date", "date days", obj{"date": with(str("Date as YYYY-MM-DD"), "pattern", `^\d{4}-\d{2}-\d{2}$`),
			"days": with(integer("Days to add"), "minimum", -100000, "maximum", 100000)}, func(c *call, in obj) (obj, error) {
			day, err := time.Parse(time.DateOnly, in["date"].(string))
			if err != nil {
				return nil, fail(400, "no such date")
			}
			return obj{"date": day.AddDate(0, 0, int(asInt(in["days"]))).Format(time.DateOnly)}, nil
		}),
		t("tides", "LOOKUP_TIDE", "A harbour tool that looks up high water at a place", "place", obj{"place": str("Name of the place")}, func(c *call, in obj) (obj, error) {
			return obj{"text": fmt.Sprintf("High water at %s: 06:12 and 18:37", in["place"])}, nil
		}),
	}
}

// ---- the notification service: 15 tools over a small state per user

type notifier struct {
	chats, devices, pushes []obj // newest first
	seq                    int
}

func (n *notifier) add(to *[]obj, c *call, kind string, o obj) obj {
	n.seq++
	o["iden"] = kind + strconv.Itoa(n.seq)
	o["active"] = true
	o["created"] = float64(c.now().UnixMicro()) / 1e6
	o["modified"] = o["created"]
	*to = append([]obj{o}, *to...)
	return o
}

func find(all []obj, iden string) (obj, error) {
	for _, o := range all {
		if o["iden"] == iden && o["active"] == true {
			return o, nil
		}
	}
	return nil, fail(400, "no such iden")
}

func change(c *call, all []obj, in obj, idenField string) (obj, error) {
	o, err := find(all, strOf(in, idenField))
	if err != nil {
		return nil, err
	}
	for name, value := range in {
		if name != idenField {
			o[name] = value
		}
	}
	o["modified"] = float64(c.now().UnixMicro()) / 1e6
	return o, nil
}

// only copies the parameters that a tool knows.
func only(in obj, schema obj) obj {
	out := obj{}
	for name := range schema["properties"].(obj) {
		if v, ok := in[name]; ok {
			out[name] = v
		}
	}
	return out
}

func pageOf(key string, all []obj, in obj, def int) (obj, error) {
	limit, from := def, 0
	if in["limit"] != nil {
		limit = int(asInt(in["limit"]))
	}
	if cursor := strOf(in, "cursor"); cursor != "" {
		from = -1
		for i, o := range all {
			if o["iden"] == cursor {
				from = i + 1
			}
		}
		if from < 0 {
			return nil, fail(400, "unknown cursor")
		}
	}
	out := obj{key: all[from:min(len(all), from+limit)], "cursor": nil}
	if from+limit < len(all) {
		out["cursor"] = all[from+limit-1]["iden"]
	}
	return out, nil
}

func notifierTools() []*tool {
	var tools []*tool
	t := func(name, words, required string, fields obj, run func(n *notifier, c *call, in obj) (obj, error)) *tool {
		one := &tool{name: "NOTIFIER_" + name, toolkit: "notifier", description: words + " (notification service tool)", needsLink: true, input: record("", required, fields)}
		one.run = func(c *call, in obj) (obj, error) {
			return run(c.user.notifier, c, only(in, one.input))
		}
		tools = append(tools, one)
		return one
	}
	str, flag := text, boolean
	count := func(words string) obj { return with(integer(words), "minimum", 0) }
	if fault("n-app-version-negative") {
		count = func(words string) obj { return integer(words) }
	}
	limit := func() obj { return with(integer("Items per page"), "minimum", 1, "maximum", 500) }
	muted := flag("True mutes the chat")
	if fault("n-muted-string") {
		muted = str("true mutes the chat")
	}
	pushLimit := with(limit(), "default", 500)
	if fault("n-pushes-default-100") {
		pushLimit["default"] = 100
	}
	if fault("n-limit-1000") {
		pushLimit["maximum"] = 1000
	}
	deviceNeeds := "model nickname app_version manufacturer"
	if fault("n-device-model-optional") {
		deviceNeeds = "nickname app_version manufacturer"
	}

	t("CREATE_CHAT", "Create a chat with an email address", "email", obj{"email": str("Address of the person, who need not be a user of the notification service")},
		func(n *notifier, c *call, in obj) (obj, error) {
			return n.add(&n.chats, c, "chat", obj{"email": in["email"], "muted": false}), nil
		})
	t("CREATE_DEVICE", "Register a device", deviceNeeds, obj{"icon": str("Icon"), "model": str("Model"), "has_sms": flag("Can send SMS (Android only)"),
		"nickname": str("Name shown"), "push_token": str("Platform-specific; blank for custom devices"), "app_version": count("Version of the app"), "manufacturer": str("Manufacturer")},
		func(n *notifier, c *call, in obj) (obj, error) { return n.add(&n.devices, c, "device", in), nil })
	push := t("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client", "type", obj{
		"type": choice("Kind of push", "note", "link", "file"), "url": str("Required when type=link"), "body": str("Text"),
		"guid": str("Client-generated, for idempotency"), "email": str("Recipient"), "title": str("Title"),
		"file_url": str("Required when type=file"), "file_name": str("Required when type=file"), "file_type": str("MIME type; required when type=file"),
		"channel_tag": str("Broadcast to the subscribers of a channel"), "client_iden": str("OAuth client"), "device_iden": str("Device"), "source_device_iden": str("Sending device")},
		func(n *notifier, c *call, in obj) (obj, error) {
			if guid := strOf(in, "guid"); guid != "" && !fault("n-guid-ignored") {
				for _, p := range n.pushes {
					if p["guid"] == guid {
						return p, nil
					}
				}
			}
			in["dismissed"] = false
			return n.add(&n.pushes, c, "push", in), nil
		})
	when := func(kind string, needs ...string) obj {
		return obj{"if": obj{"properties": obj{"type": obj{"const": kind}}, "required": []string{"type"}}, "then": obj{"required": needs}}
	}
	push.input["allOf"] = []any{when("link", "url"), when("file", "file_url", "file_name", "file_type")}
	if fault("n-link-without-url") {
		push.input["allOf"] = push.input["allOf"].([]any)[1:]
	}
	if fault("n-type-free") {
		push.input["properties"].(obj)["type"] = str("Kind of push: note, link or file")
	}
	t("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously", "", obj{}, func(n *notifier, c *call, in obj) (obj, error) {
		n.pushes = nil
		if fault("n-delete-all-users") {
			for _, u := range c.users {
				u.notifier.pushes = nil
			}
		}
		return obj{}, nil
	})
	t("DELETE_CHAT", "Delete a chat", "iden", obj{"iden": str("Chat")}, func(n *notifier, c *call, in obj) (obj, error) {
		o, err := find(n.chats, strOf(in, "iden"))
		if err != nil {
			return nil, err
		}
		n.chats = without(n.chats, o)
		return obj{}, nil
	})
	t("DELETE_DEVICE", "Delete a device", "device_iden", obj{"device_iden": str("Device")}, func(n *notifier, c *call, in obj) (obj, error) {
		o, err := find(n.devices, strOf(in, "device_iden"))
		if err != nil {
			return nil, err
		}
		if !fault("n-delete-device-noop") {
			n.devices = without(n.devices, o)
		}
		return obj{}, nil
	})
	t("DELETE_PUSH", "Delete a push", "iden", obj{"iden": str("Push")}, func(n *notifier, c *call, in obj) (obj, error) {
		o, err := find(n.pushes, strOf(in, "iden"))
		if err != nil {
			return nil, err
		}
		o["active"] = false // listed on, but no longer active
		o["modified"] = float64(c.now().UnixMicro()) / 1e6
		return obj{}, nil
	})
	t("GET_USER", "Get the profile of the authenticated user", "", obj{}, func(n *notifier, c *call, in obj) (obj, error) {
		return obj{"email": c.user.Email, "name": c.user.Name}, nil
	})
	t("LIST_CHATS", "List chats", "", obj{"limit": limit(), "cursor": str("From the page before")}, func(n *notifier, c *call, in obj) (obj, error) {
		return pageOf("chats", n.chats, in, 500)
	})
	t("LIST_DEVICES", "List devices", "", obj{}, func(n *notifier, c *call, in obj) (obj, error) {
		return obj{"devices": append([]obj{}, n.devices...)}, nil
	})
	t("LIST_PUSHES", "List pushes", "", obj{"limit": pushLimit, "active": flag("True returns only active pushes"), "cursor": str("From the page before"),
		"modified_after": number("UNIX timestamp, float")}, func(n *notifier, c *call, in obj) (obj, error) {
		found := []obj{}
		for _, p := range n.pushes {
			if in["active"] == true && p["active"] != true && !fault("n-active-ignored") {
				continue
			}
			if in["modified_after"] != nil && p["modified"].(float64) <= asFloat(in["modified_after"]) {
				continue
			}
			found = append(found, p)
		}
		return pageOf("pushes", found, in, pushLimit["default"].(int))
	})
	t("UPDATE_CHAT", "Mute or unmute a chat", "iden muted", obj{"iden": str("Chat"), "muted": muted}, func(n *notifier, c *call, in obj) (obj, error) {
		return change(c, n.chats, in, "iden")
	})
	t("UPDATE_DEVICE", "Update device metadata", "iden", obj{"iden": str("Device"), "icon": str("Common values: desktop, laptop, tablet, phone, watch, system, ios"),
		"model": str("Model"), "has_sms": flag("Can send SMS"), "nickname": str("Name shown"), "push_token": str("Platform-specific"),
		"app_version": count("Version of the app"), "manufacturer": str("Manufacturer")}, func(n *notifier, c *call, in obj) (obj, error) {
		return change(c, n.devices, in, "iden")
	})
	t("UPDATE_PUSH", "Dismiss a push or change list items", "iden", obj{"iden": str("Push"), "items": with(list(record("", "text checked", obj{
		"text": str("Text of the item"), "checked": flag("Ticked")})), "description", "Items of a list-style push"), "dismissed": flag("True hides notifications")},
		func(n *notifier, c *call, in obj) (obj, error) {
			return change(c, n.pushes, in, "iden")
		})
	t("UPLOAD_REQUEST", "Get a signed upload URL (signed form data) before pushing a file", "file_name file_type", obj{"file_name": str("Name of the file"), "file_type": str("MIME type")},
		func(n *notifier, c *call, in obj) (obj, error) {
			id := randomHex(8)
			return obj{"file_name": in["file_name"], "file_type": in["file_type"], "upload_url": "https://uploads.example.com/" + id,
				"file_url": "https://files.example.com/" + id, "data": obj{"signature": randomHex(16)}}, nil
		})
	if fault("n-update-push-missing") {
		var rest []*tool
		for _, one := range tools {
			if one.name != "NOTIFIER_UPDATE_PUSH" {
				rest = append(rest, one)
			}
		}
		return rest
	}
	return tools
}

func without(all []obj, gone obj) []obj {
	out := []obj{}
	for _, o := range all {
		if o["iden"] != gone["iden"] {
			out = append(out, o)
		}
	}
	return out
}

// ---- handlers

func (c *call) listTools() (any, error) {
	out := []obj{}
	for _, t := range catalogue {
		out = append(out, t.mcp())
	}
	return out, nil
}

func (c *call) listPublicTools() (any, error) {
	out := []obj{}
	for _, t := range catalogue {
		out = append(out, t.public())
	}
	return out, nil
}

func (c *call) getTool() (any, error) {
	t := findTool(c.str("tool_id"))
	if t == nil {
		if fault("tool-get-null") {
			return nil, nil
		}
		return nil, fail(404, "no such tool")
	}
	return t.public(), nil
}

// score says how well a tool fits: the mean over the words of the query, where a
// word counts 1 in the name, 0.6 in the description and 0.1 as a part of a word.
func (t *tool) score(q string) float64 {
	name := strings.Split(strings.ToLower(t.name), "_")
	words := strings.FieldsFunc(strings.ToLower(t.description+" "+t.toolkit), func(r rune) bool { return strings.ContainsRune(" ,.()", r) })
	if !fault("tool-search-case") {
		q = strings.ToLower(q)
	}
	asked := strings.Fields(q)
	if len(asked) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range asked {
		best := 0.0
		for _, n := range name {
			if n == w {
				best = 1
			} else if strings.Contains(n, w) {
				best = math.Max(best, 0.1)
			}
		}
		for _, d := range words {
			if d == w {
				best = math.Max(best, 0.6)
			} else if strings.Contains(d, w) {
				best = math.Max(best, 0.1)
			}
		}
		sum += best
	}
	return math.Round(sum/float64(len(asked))*1000) / 1000
}

func (c *call) searchTools() (any, error) {
	type hit struct {
		t     *tool
		score float64
	}
	var hits []hit
	toolkit, filtered := c.args["toolkit"].(string)
	min := c.args["min_score"].(float64)
	if fault("tool-search-min-score") {
		min = 0
	}
	for _, t := range catalogue {
		if filtered && t.toolkit != toolkit && !fault("tool-search-toolkit") {
			continue
		}
		if score := t.score(c.str("q")); score > 0 && score >= min {
			hits = append(hits, hit{t, score})
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].score > hits[j].score })
	limit := int(c.num("limit"))
	if fault("tool-search-limit") {
		limit++
	}
	out := []obj{}
	for _, h := range hits {
		if len(out) == limit {
			break
		}
		o := h.t.mcp()
		o["score"] = h.score
		out = append(out, o)
	}
	return out, nil
}

func (c *call) runTool() (any, error) {
	t := findTool(c.str("tool_name"))
	if t == nil {
		return nil, fail(404, "no such tool")
	}
	if t.needsLink && !c.user.linked {
		return nil, fail(400, "the tool needs an auth connection, which is set up in the dashboard")
	}
	if issues := validate(c.body, t.input, []any{"input"}); issues != nil {
		if !fault("tool-run-invalid-ok") || t.toolkit != "text" {
			return nil, fail(400, fmt.Sprintf("invalid input: %v %s", issues[0].Loc, issues[0].Msg))
		}
		c.body = obj{"text": fmt.Sprint(c.body["text"])}
	}
	output, err := t.run(c, c.body)
	if err != nil {
		return nil, err
	}
	kept := copyJSON(output) // later changes of the state must not reach into the log
	if fault("tool-run-shared-output") {
		c.cache["output"] = kept
		c.race("tool-run-shared-output")
		kept = c.cache["output"].(obj)
	}
	service, namespace := c.str("service_id"), c.str("service_id_namespace")
	if fault("tool-run-namespace") {
		namespace = "global"
	}
	if !(fault("exec-not-logged-service") && service != "default") {
		c.executions = append(c.executions, &execution{c.next("execution"), t.name, service, namespace, c.body, kept, c.now(), c.user.UserID})
	}
	return obj{"toolName": t.name, "serviceId": service, "serviceIdNamespace": namespace, "isError": false, "output": kept}, nil
}

func copyJSON(o obj) obj {
	dec := json.NewDecoder(strings.NewReader(string(encode(o))))
	dec.UseNumber()
	var out obj
	if err := dec.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

func (c *call) listToolsets() (any, error) {
	out := []obj{}
	for _, k := range toolkits {
		out = append(out, obj{"name": k.name, "description": k.description, "toolCount": len(toolsOf(k.name))})
	}
	return out, nil
}

func (c *call) getToolset() (any, error) {
	name := c.str("toolset_name")
	for _, k := range toolkits {
		if k.name == name || fault("toolset-unknown-empty") {
			tools := []obj{}
			for _, t := range toolsOf(name) {
				tools = append(tools, t.mcp())
			}
			if fault("toolset-last-tool") && len(tools) > 1 {
				tools = tools[:len(tools)-1]
			}
			return obj{"name": name, "description": k.description, "toolCount": len(toolsOf(name)), "tools": tools}, nil
		}
	}
	return nil, fail(404, "no such toolset")
}

func (c *call) installation(toolID string) *installation {
	for _, in := range c.installed {
		if in.UserID == c.user.UserID && in.ToolID == toolID {
			return in
		}
	}
	return nil
}

func (in *installation) view() obj {
	o := findTool(in.ToolID).public()
	o["installedAt"] = in.InstalledAt
	return o
}

func (c *call) listUserTools() (any, error) {
	out := []obj{}
	for _, in := range newestFirst(c.installed, func(in *installation) bool { return in.UserID == c.user.UserID || fault("user-tools-all") }) {
		out = append(out, in.view())
	}
	return out, nil
}

func (c *call) installTool() (any, error) {
	id := c.body["toolId"].(string)
	if findTool(id) == nil {
		if fault("user-tool-unknown-404") {
			return nil, fail(404, "no such tool")
		}
		return nil, fail(409, "installation failed: no such tool")
	}
	if c.installation(id) != nil && !fault("user-tool-twice") {
		return nil, fail(409, "installation failed: already installed")
	}
	in := &installation{id, c.user.UserID, c.now()}
	c.installed = append(c.installed, in)
	return in, nil
}

func (c *call) getUserTool() (any, error) {
	in := c.installation(c.str("tool_id"))
	if in == nil && fault("user-tool-get-uninstalled") {
		if t := findTool(c.str("tool_id")); t != nil {
			in = &installation{t.name, c.user.UserID, c.now()}
		}
	}
	if in == nil {
		return nil, fail(404, "the tool is not installed")
	}
	return in.view(), nil
}

func (c *call) uninstallTool() (any, error) {
	in := c.installation(c.str("tool_id"))
	if in == nil {
		return nil, fail(404, "the tool is not installed")
	}
	if fault("user-tool-uninstall-all") {
		for _, other := range newestFirst(c.installed, func(o *installation) bool { return o.UserID == c.user.UserID }) {
			c.installed = remove(c.installed, other)
		}
	}
	c.installed = remove(c.installed, in)
	return in, nil
}

package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Tools, toolsets, installed tools, bundles.

type toolDef struct {
	ID      string
	Name    string
	About   string
	Toolkit string
	Input   S
	Run     func(c *Ctx, in M) (map[string]any, error)
}

var toolkits = []struct{ Name, About string }{
	{"garden", "What grows, where and when"},
	{"weather", "Weather and sun of a place"},
	{"measure", "Lengths and words"},
	{"notifier", "Pushes to devices and people"},
}

func toolInput(props S, required ...string) S {
	s := object(props, required...)
	s["additionalProperties"] = false
	return s
}

func frostDates(place string) map[string]any {
	return map[string]any{"place": place, "last_frost": "05-06", "first_frost": "10-19", "source": frostMarker}
}

func sum(s string) int {
	n := 0
	for _, r := range s {
		n = (n*31 + int(r)) % 9973
	}
	return n
}

var metres = map[string]float64{"m": 1, "km": 1000, "cm": 0.01, "ft": 0.3048, "in": 0.0254, "mi": 1609.344}

var tools = []toolDef{
	{Name: frostTool, About: "Last and first frost of a place", Toolkit: "garden", Input: toolInput(S{"place": strLen(1, 200)}, "place"),
		Run: func(c *Ctx, in M) (map[string]any, error) { return frostDates(in.str("place")), nil }},
	{Name: "plan_hedge", About: "Count the plants that a hedge needs", Toolkit: "garden",
		Input: toolInput(S{"length_m": S{"type": "number", "minimum": 0.5, "maximum": 10000}, "species": enum("hawthorn", "hazel", "briar", "holly")}, "length_m"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"plants": int(math.Ceil(toFloat(in["length_m"]) * 5)), "rows": 2}, nil
		}},
	{Name: "identify_leaf", About: "Name a plant by the description of its leaf", Toolkit: "garden", Input: toolInput(S{"description": strLen(1, 2000)}, "description"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"plant": []string{"hawthorn", "hazel", "holly", "dog rose"}[sum(in.str("description"))%4]}, nil
		}},
	{Name: "water_needs", About: "Litres of water per week of a plant", Toolkit: "garden",
		Input: toolInput(S{"plant": strLen(1, 200), "area_m2": S{"type": "number", "minimum": 0, "maximum": 1000000000}}, "plant", "area_m2"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"litres_per_week": toFloat(in["area_m2"]) * 12.5}, nil
		}},
	{Name: "weather_now", About: "The weather of a place now", Toolkit: "weather", Input: toolInput(S{"place": strLen(1, 200)}, "place"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"place": in.str("place"), "celsius": sum(in.str("place"))%25 - 2, "sky": "broken clouds"}, nil
		}},
	{Name: "sun_times", About: "Sunrise and sunset of a place", Toolkit: "weather", Input: toolInput(S{"place": strLen(1, 200), "date": str()}, "place"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"sunrise": "06:11", "sunset": "19:48"}, nil
		}},
	{Name: "rain_forecast", About: "Rain of the coming days at a place", Toolkit: "weather", Input: toolInput(S{"place": strLen(1, 200), "days": intRange(1, 14)}, "place"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			n := 3
			if in.has("days") {
				n = int(in.integer("days"))
			}
			mm := []int{}
			for i := 0; i < n; i++ {
				mm = append(mm, (sum(in.str("place"))+i*7)%11)
			}
			return map[string]any{"millimetres": mm}, nil
		}},
	{Name: "convert_length", About: "Convert a length from one unit to another", Toolkit: "measure",
		Input: toolInput(S{"value": S{"type": "number", "minimum": -1000000000000, "maximum": 1000000000000}, "from": enum("m", "km", "cm", "ft", "in", "mi"), "to": enum("m", "km", "cm", "ft", "in", "mi")}, "value", "from", "to"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			v := toFloat(in["value"]) * metres[in.str("from")] / metres[in.str("to")]
			return map[string]any{"value": math.Round(v*1e6) / 1e6, "unit": in.str("to")}, nil
		}},
	{Name: "count_words", About: "Count words and characters of a text", Toolkit: "measure", Input: toolInput(S{"text": str()}, "text"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			return map[string]any{"words": len(strings.Fields(in.str("text"))), "characters": len([]rune(in.str("text")))}, nil
		}},
	{Name: "days_between", About: "Days between two dates", Toolkit: "measure", Input: toolInput(S{"from": str(), "to": str()}, "from", "to"),
		Run: func(c *Ctx, in M) (map[string]any, error) {
			a, e1 := time.Parse(day, in.str("from"))
			b, e2 := time.Parse(day, in.str("to"))
			if e1 != nil || e2 != nil {
				return nil, fail(400, "dates have the form YYYY-MM-DD")
			}
			return map[string]any{"days": int(b.Sub(a).Hours() / 24)}, nil
		}},
}

func init() {
	tools = append(tools, notifierTools...)
	for i := range tools {
		if tools[i].Toolkit == "" {
			tools[i].Toolkit = "notifier"
		}
		tools[i].ID = fmt.Sprintf("01HZXG7R9M4T8K2V5W6Y3Q0A%02d", i+11)
	}
}

func toolBy(f func(t *toolDef) bool) *toolDef {
	for i := range tools {
		if f(&tools[i]) {
			return &tools[i]
		}
	}
	return nil
}

func toolByID(id string) *toolDef     { return toolBy(func(t *toolDef) bool { return t.ID == id }) }
func toolByName(name string) *toolDef { return toolBy(func(t *toolDef) bool { return t.Name == name }) }

func (t *toolDef) mcp() Tool          { return Tool{t.Name, t.About, t.Input, nil} }
func (t *toolDef) public() PublicTool { return PublicTool{t.ID, t.Name, t.About, t.Toolkit} }

func toolsList(c *Ctx) error {
	list := []any{}
	for i := range tools {
		t := tools[i].mcp()
		if fault("tools-list-snake") {
			list = append(list, map[string]any{"name": t.Name, "description": t.Description, "input_schema": t.InputSchema})
			continue
		}
		list = append(list, t)
	}
	return c.ok(list)
}

func toolsPublic(c *Ctx) error {
	list := []PublicTool{}
	for i := range tools {
		list = append(list, tools[i].public())
	}
	return c.ok(list)
}

func toolGet(c *Ctx) error {
	t := toolByID(c.arg("tool_id"))
	if t == nil {
		return fail(404, "there is no tool %s", c.arg("tool_id"))
	}
	return c.ok(t.public())
}

// score tells how well a tool fits a query, from 0 to 1.
func (t *toolDef) score(q string) float64 {
	words := strings.FieldsFunc(strings.ToLower(q), func(r rune) bool { return r == ' ' || r == '_' || r == ',' || r == '.' })
	if len(words) == 0 {
		return 0
	}
	total := 0.0
	for _, w := range words {
		best := 0.0
		for _, n := range strings.Split(strings.ToLower(t.Name), "_") {
			if n == w {
				best = 1
			} else if strings.HasPrefix(n, w) || strings.HasPrefix(w, n) {
				best = max(best, 0.6)
			}
		}
		for _, n := range strings.Fields(strings.ToLower(t.About + " " + t.Toolkit)) {
			if n == w {
				best = max(best, 0.7)
			} else if strings.HasPrefix(n, w) {
				best = max(best, 0.4)
			}
		}
		total += best
	}
	return math.Round(total/float64(len(words))*1000) / 1000
}

func toolSearch(c *Ctx) error {
	list := []Tool{}
	for i := range tools {
		t := &tools[i]
		s := t.score(c.arg("q"))
		if s < c.argNum("min_score") || c.arg("toolkit") != "" && t.Toolkit != c.arg("toolkit") {
			continue
		}
		m := t.mcp()
		m.Score = &s
		list = append(list, m)
	}
	sort.SliceStable(list, func(i, j int) bool { return *list[i].Score > *list[j].Score })
	if n := int(c.argInt("limit")); len(list) > n {
		list = list[:n]
	}
	return c.ok(list)
}

func toolRun(c *Ctx) error {
	t := toolByName(c.arg("tool_name"))
	if t == nil {
		return fail(404, "there is no tool %s", c.arg("tool_name"))
	}
	if t.Toolkit == "notifier" && (c.arg("service_id") != "default" || c.arg("service_id_namespace") != "global") {
		return fail(400, "there is no auth connection %s of %s", c.arg("service_id"), c.arg("service_id_namespace"))
	}
	var details []Detail
	given := M{}
	for k, v := range c.body {
		given[k] = v
	}
	check(t.Input, map[string]any(c.body), "input", &details)
	if len(details) > 0 {
		return &Error{Code: "invalid_input", Message: "the input does not fit the tool", Details: details, status: 400}
	}
	out, err := t.Run(c, c.body)
	if err != nil {
		return err
	}
	r := ToolResult{ToolName: t.Name, Output: out}
	err = update(func(tx *bolt.Tx) error {
		r.RanAt = stamp(now())
		r.LogID = addExecution(tx, c.uid(), t.Name, given, out, r.RanAt)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

func addExecution(tx *bolt.Tx, user, tool string, in, out map[string]any, at string) int64 {
	e := Execution{nextID(tx, "executions"), user, tool, "success", in, out, at}
	put(tx, "executions", num(e.LogID), e)
	return e.LogID
}

// ---------------------------------------------------------------- toolsets

func toolsOf(kit string) []Tool {
	list := []Tool{}
	for i := range tools {
		if tools[i].Toolkit == kit {
			list = append(list, tools[i].mcp())
		}
	}
	return list
}

func toolsetsList(c *Ctx) error {
	list := []ToolSet{}
	for _, k := range toolkits {
		list = append(list, ToolSet{k.Name, k.About, len(toolsOf(k.Name))})
	}
	return c.ok(list)
}

func toolsetGet(c *Ctx) error {
	for _, k := range toolkits {
		if k.Name == c.arg("toolset_name") {
			return c.ok(ToolSetWithTools{k.Name, k.About, toolsOf(k.Name)})
		}
	}
	return fail(404, "there is no toolset %s", c.arg("toolset_name"))
}

// ---------------------------------------------------------------- installed tools

func (i *installed) view() UserTool {
	t := toolByID(i.ToolID)
	return UserTool{t.ID, t.Name, t.About, t.Toolkit, i.InstalledAt}
}

func userToolsList(c *Ctx) error {
	list := []UserTool{}
	view(func(tx *bolt.Tx) {
		for _, i := range scan[installed](tx, "user_tools", c.uid()+"/") {
			list = append(list, i.view())
		}
	})
	sort.SliceStable(list, func(i, j int) bool { return list[i].InstalledAt > list[j].InstalledAt })
	return c.ok(list)
}

func userToolInstall(c *Ctx) error {
	i := installed{c.body.str("tool_id"), c.uid(), stamp(now())}
	if toolByID(i.ToolID) == nil {
		return fail(409, "the tool %s cannot be installed: it does not exist", i.ToolID)
	}
	err := update(func(tx *bolt.Tx) error {
		if get[installed](tx, "user_tools", c.uid()+"/"+i.ToolID) != nil {
			return fail(409, "the tool %s is installed", i.ToolID)
		}
		put(tx, "user_tools", c.uid()+"/"+i.ToolID, i)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(UserInstalledTool(i))
}

func userToolGet(c *Ctx) error {
	var i *installed
	view(func(tx *bolt.Tx) { i = get[installed](tx, "user_tools", c.uid()+"/"+c.arg("tool_id")) })
	if i == nil {
		return fail(404, "you have not installed a tool %s", c.arg("tool_id"))
	}
	return c.ok(i.view())
}

func userToolRemove(c *Ctx) error {
	var i *installed
	err := update(func(tx *bolt.Tx) error {
		if i = get[installed](tx, "user_tools", c.uid()+"/"+c.arg("tool_id")); i == nil {
			return fail(404, "you have not installed a tool %s", c.arg("tool_id"))
		}
		del(tx, "user_tools", c.uid()+"/"+i.ToolID)
		if fault("user-tool-uninstall-all") {
			for _, k := range keys(tx, "user_tools", "") {
				if strings.HasSuffix(k, "/"+i.ToolID) {
					del(tx, "user_tools", k)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(UserInstalledTool(*i))
}

// ---------------------------------------------------------------- bundles

func ownBundle(tx *bolt.Tx, c *Ctx) *Bundle {
	b := get[Bundle](tx, "bundles", num(c.argInt("bundle_id")))
	if b == nil || b.UserID != c.uid() {
		return nil
	}
	return b
}

func bundleTools(tx *bolt.Tx, b *Bundle) []UserBundleTool {
	list := []UserBundleTool{}
	for _, t := range scan[bundleTool](tx, "bundle_tools", num(b.ID)+"/") {
		list = append(list, UserBundleTool{t.ToolID, toolByID(t.ToolID).Name, t.AddedAt})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].AddedAt < list[j].AddedAt })
	return list
}

func (b *Bundle) answer(tx *bolt.Tx) UserBundle {
	return UserBundle{b.ID, b.Name, bundleTools(tx, b), b.CreatedAt, b.UpdatedAt}
}

func bundlesList(c *Ctx) error {
	list := []UserBundleSimplified{}
	view(func(tx *bolt.Tx) {
		for _, b := range scan[Bundle](tx, "bundles", "") {
			if b.UserID == c.uid() {
				list = append(list, UserBundleSimplified{b.ID, b.Name, len(bundleTools(tx, b))})
			}
		}
	})
	return c.ok(list)
}

func bundleCreate(c *Ctx) error {
	if fault("bundle-post-body") && c.Request().ContentLength == 0 {
		return invalid(Detail{"body", "is required"})
	}
	var r UserBundle
	err := update(func(tx *bolt.Tx) error {
		t := stamp(now())
		b := &Bundle{nextID(tx, "bundles"), c.uid(), "Untitled bundle", t, t}
		put(tx, "bundles", num(b.ID), b)
		r = b.answer(tx)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

var noBundle = fail(404, "there is no bundle of this id")

func bundleGet(c *Ctx) error {
	var r *UserBundle
	view(func(tx *bolt.Tx) {
		if b := ownBundle(tx, c); b != nil {
			x := b.answer(tx)
			r = &x
		}
	})
	if r == nil {
		return noBundle
	}
	return c.ok(r)
}

func bundlePut(c *Ctx) error {
	var r UserBundle
	err := update(func(tx *bolt.Tx) error {
		b := ownBundle(tx, c)
		if b == nil {
			return fail(409, "the update failed: there is no bundle of this id")
		}
		b.Name, b.UpdatedAt = c.body.str("name"), stamp(now())
		put(tx, "bundles", num(b.ID), b)
		if c.body.has("tools") {
			had := map[string]string{}
			for _, t := range bundleTools(tx, b) {
				had[t.ToolID] = t.AddedAt
			}
			delPrefix(tx, "bundle_tools", num(b.ID)+"/")
			for _, t := range c.body.list("tools") {
				id := M(t.(map[string]any)).str("tool_id")
				if toolByID(id) == nil {
					return fail(409, "the update failed: there is no tool %s", id)
				}
				at := had[id]
				if at == "" {
					at = stamp(now())
				}
				put(tx, "bundle_tools", num(b.ID)+"/"+id, bundleTool{id, at})
			}
		}
		r = b.answer(tx)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

func bundleDelete(c *Ctx) error {
	var b *Bundle
	err := update(func(tx *bolt.Tx) error {
		if b = ownBundle(tx, c); b == nil {
			return noBundle
		}
		del(tx, "bundles", num(b.ID))
		delPrefix(tx, "bundle_tools", num(b.ID)+"/")
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(UserBundleRow{b.ID, b.UserID, b.Name, b.CreatedAt})
}

func bundleToolsGet(c *Ctx) error {
	list := []UserBundleTool{}
	view(func(tx *bolt.Tx) {
		if b := ownBundle(tx, c); b != nil {
			list = bundleTools(tx, b)
		}
	})
	return c.ok(list)
}

func bundleToolAdd(c *Ctx) error {
	t := toolByID(c.body.str("tool_id"))
	var bt *bundleTool
	err := update(func(tx *bolt.Tx) error {
		b := ownBundle(tx, c)
		if b == nil {
			return noBundle
		}
		if t == nil {
			return fail(404, "there is no tool %s", c.body.str("tool_id"))
		}
		if bt = get[bundleTool](tx, "bundle_tools", num(b.ID)+"/"+t.ID); bt != nil {
			return nil
		}
		bt = &bundleTool{t.ID, stamp(now())}
		put(tx, "bundle_tools", num(b.ID)+"/"+t.ID, bt)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(UserBundleTool{t.ID, t.Name, bt.AddedAt})
}

func bundleToolRemove(c *Ctx) error {
	id := c.arg("tool_id")
	var bt *bundleTool
	err := update(func(tx *bolt.Tx) error {
		b := ownBundle(tx, c)
		if b == nil {
			return noBundle
		}
		if bt = get[bundleTool](tx, "bundle_tools", num(b.ID)+"/"+id); bt == nil {
			return fail(404, "this bundle has no tool %s", id)
		}
		del(tx, "bundle_tools", num(b.ID)+"/"+id)
		if fault("bundle-tool-removed-everywhere") {
			for _, o := range scan[Bundle](tx, "bundles", "") {
				if o.UserID == c.uid() {
					del(tx, "bundle_tools", num(o.ID)+"/"+id)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(UserBundleTool{id, toolByID(id).Name, bt.AddedAt})
}

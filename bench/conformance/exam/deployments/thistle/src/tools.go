package main

import (
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type param struct {
	name, typ, desc string
	req             bool
	enum            []string
	min, max        *float64
}
type toolDef struct {
	id, name, desc, kit string
	conn                bool
	params              []param
	run                 func(t *tools, user string, v *V) (M, error)
}
type ExecLog struct {
	LogID              int64  `json:"logId"`
	ToolName           string `json:"toolName"`
	ServiceID          string `json:"serviceId"`
	ServiceIDNamespace string `json:"serviceIdNamespace"`
	Status             string `json:"status"`
	Input              any    `json:"input"`
	Output             any    `json:"output"`
	DurationMs         int64  `json:"durationMs"`
	CreatedAt          Stamp  `json:"createdAt"`
	owner              string
}
type tools struct {
	mu        sync.RWMutex
	defs      []*toolDef
	byName    map[string]*toolDef
	byID      map[string]*toolDef
	logs      map[string][]*ExecLog
	allLogs   map[int64]*ExecLog
	nextLog   int64
	installed map[string]map[string]Stamp
	bundles   map[int64]*Bundle
	nextBun   int64
	stores    map[string]*notifier
	guids     map[string]*Push
}

func idOfTool(name string) string {
	h := sha256.Sum256([]byte(name))
	b := []byte("01J9")
	for i := 0; len(b) < 26; i++ {
		b = append(b, crock[h[i]&31])
	}
	return string(b)
}
func p(name, typ, desc string, req bool) param {
	return param{name: name, typ: typ, desc: desc, req: req}
}

func newTools(mux *http.ServeMux) *tools {
	t := &tools{byName: map[string]*toolDef{}, byID: map[string]*toolDef{}, logs: map[string][]*ExecLog{}, allLogs: map[int64]*ExecLog{},
		installed: map[string]map[string]Stamp{}, bundles: map[int64]*Bundle{}, stores: map[string]*notifier{}, guids: map[string]*Push{}}
	add := func(d *toolDef) {
		d.id = idOfTool(d.name)
		t.defs = append(t.defs, d)
		t.byName[d.name], t.byID[d.id] = d, d
	}
	add(&toolDef{name: "measure_rainfall", desc: "Measure the rainfall at a weather station over some days", kit: "weather",
		params: []param{p("station", "string", "name of the station", true), {name: "days", typ: "integer", desc: "1 to 30", min: ptr(1.0), max: ptr(30.0)}},
		run: func(_ *tools, _ string, v *V) (M, error) {
			days := int64(1)
			if n := v.integer("days", 1, 30); n != nil {
				days = *n
			}
			return M{"station": *v.str("station", 1000), "days": days, "millimetres": 12 * days, "trace": "rain-gauge-raw-7731"}, nil
		}})
	add(&toolDef{name: "convert_units", desc: "Convert a length between metres, feet and miles", kit: "util",
		params: []param{p("value", "number", "how many", true), {name: "from", typ: "string", req: true, enum: []string{"metre", "foot", "mile"}}, {name: "to", typ: "string", req: true, enum: []string{"metre", "foot", "mile"}}},
		run: func(_ *tools, _ string, v *V) (M, error) {
			in := map[string]float64{"metre": 1, "foot": 0.3048, "mile": 1609.344}
			x, _ := v.m["value"].(json.Number).Float64()
			return M{"value": x * in[*v.str("from", 10)] / in[*v.str("to", 10)], "unit": *v.str("to", 10)}, nil
		}})
	add(&toolDef{name: "count_words", desc: "Count the words and characters of a text", kit: "util", params: []param{p("text", "string", "the text", true)},
		run: func(_ *tools, _ string, v *V) (M, error) {
			s := *v.str("text", 1<<20)
			return M{"words": len(strings.Fields(s)), "characters": len([]rune(s))}, nil
		}})
	add(&toolDef{name: "code_interpreter", desc: "Run a program on the Virtual Computer", kit: "computer", params: []param{p("code", "string", "the program", true), p("background", "boolean", "as a job", false)},
		run: func(_ *tools, _ string, v *V) (M, error) {
			return M{"exitCode": 0, "stdout": "ran " + strconv.Itoa(len(*v.str("code", 1<<20))) + " bytes"}, nil
		}})
	for _, city := range strings.Fields("Antwerp Bergen Cork Dresden Essen Fano Ghent Hull Ivrea Jena Kiel Lund Malmo Namur Oslo Porto Quimper Riga Siena Turku Utrecht Vigo Worms Xanten York Zadar") {
		add(&toolDef{name: "atlas_" + strings.ToLower(city), desc: "Look up a fact about " + city + " in the atlas", kit: "atlas", params: []param{p("topic", "string", "of what", true)},
			run: func(_ *tools, _ string, v *V) (M, error) {
				return M{"city": city, "topic": *v.str("topic", 1000), "fact": city + " has " + strconv.Itoa(len(city)) + " letters"}, nil
			}})
	}
	for _, d := range notifierTools() {
		d.kit, d.conn = "notifier", true
		add(d)
	}
	handle(mux, "POST /internal/measure-rainfall", func(c *C) {
		if v, ok := c.body(); ok {
			m, _ := t.byName["measure_rainfall"].run(t, "", v)
			c.plain(m)
		}
	})
	handle(mux, "GET /me/tools/list", func(c *C) {
		out := []M{}
		for _, d := range t.defs {
			out = append(out, d.mcp(-1))
		}
		c.plain(out)
	})
	handle(mux, "GET /me/tools", func(c *C) {
		out := []M{}
		for _, d := range t.defs {
			out = append(out, d.public())
		}
		c.plain(out)
	})
	handle(mux, "GET /me/tools/search", t.search)
	handle(mux, "GET /me/tools/{tool_id}", func(c *C) {
		if d := t.byID[c.r.PathValue("tool_id")]; d != nil {
			c.ok(d.public())
			return
		}
		c.problem(404, "this tool does not exist")
	})
	handle(mux, "POST /me/tools/run/{tool_name}", t.runTool)
	handle(mux, "GET /me/toolsets/list", func(c *C) {
		out := []M{}
		for _, k := range t.kits() {
			out = append(out, M{"toolsetName": k, "description": kitWords[k], "toolCount": len(t.ofKit(k))})
		}
		c.plain(out)
	})
	handle(mux, "GET /me/toolsets/{toolset_name}", func(c *C) {
		k := c.r.PathValue("toolset_name")
		l := t.ofKit(k)
		if len(l) == 0 {
			c.problem(404, "there is no such toolset")
			return
		}
		out := []M{}
		for _, d := range l {
			out = append(out, d.mcp(-1))
		}
		c.ok(M{"toolsetName": k, "description": kitWords[k], "toolCount": len(l), "tools": out})
	})
	handle(mux, "GET /me/executions", t.listLogs)
	handle(mux, "GET /me/executions/{log_id}", t.getLog)
	t.bundleRoutes(mux)
	return t
}

var kitWords = map[string]string{"weather": "Weather stations", "util": "Small helpers", "computer": "The Virtual Computer", "atlas": "Facts about cities", "notifier": "Pushes to devices and people"}

func (t *tools) kits() (out []string) {
	seen := map[string]bool{}
	for _, d := range t.defs {
		if !seen[d.kit] {
			seen[d.kit] = true
			out = append(out, d.kit)
		}
	}
	return
}
func (t *tools) ofKit(k string) (out []*toolDef) {
	for _, d := range t.defs {
		if d.kit == k {
			out = append(out, d)
		}
	}
	return
}
func (d *toolDef) public() M {
	return M{"toolId": d.id, "name": d.name, "description": d.desc, "toolkit": d.kit, "requiresConnection": d.conn}
}
func (d *toolDef) mcp(score float64) M {
	props, req := M{}, []string{}
	for _, q := range d.params {
		s := M{"type": q.typ}
		if q.desc != "" {
			s["description"] = q.desc
		}
		if q.enum != nil {
			s["enum"] = q.enum
		}
		if q.min != nil {
			s["minimum"] = *q.min
		}
		if q.max != nil {
			s["maximum"] = *q.max
		}
		if q.typ == "array" {
			s["items"] = M{"type": "object", "properties": M{"text": M{"type": "string"}, "checked": M{"type": "boolean"}}, "required": []string{"text", "checked"}}
		}
		props[q.name] = s
		if q.req {
			req = append(req, q.name)
		}
	}
	in := M{"type": "object", "properties": props, "additionalProperties": false}
	if len(req) > 0 {
		in["required"] = req
	}
	meta := M{"toolId": d.id, "toolkit": d.kit}
	if score >= 0 {
		meta["score"] = score
	}
	return M{"name": d.name, "description": d.desc, "inputSchema": in, "_meta": meta}
}

// ---- search

var wordRE = regexp.MustCompile(`[\p{L}\p{N}]+`)

func (d *toolDef) score(words []string) float64 {
	name := wordRE.FindAllString(strings.ToLower(strings.ReplaceAll(d.name, "_", " ")), -1)
	desc := wordRE.FindAllString(strings.ToLower(d.desc), -1)
	sum := 0.0
	for _, w := range words {
		best := 0.0
		for _, x := range name {
			if x == w {
				best = max(best, 1)
			} else if strings.HasPrefix(x, w) {
				best = max(best, 0.5)
			}
		}
		for _, x := range desc {
			if x == w {
				best = max(best, 0.6)
			} else if strings.HasPrefix(x, w) {
				best = max(best, 0.3)
			}
		}
		sum += best
	}
	return sum / float64(len(words))
}
func (t *tools) search(c *C) {
	q := c.r.URL.Query()
	if q.Get("q") == "" {
		c.invalid(fieldErr{"query", "q", "must have at least one character"})
		return
	}
	top, def := 200, 20
	if F("tools-search-limit-unbounded") {
		top = 100000
	}
	limit, ok := c.queryInt("limit", def, 1, top)
	if !ok {
		return
	}
	least := 0.15
	if q.Has("min_score") {
		x, err := strconv.ParseFloat(q.Get("min_score"), 64)
		if err != nil || !(x >= 0 && (x <= 1)) {
			c.invalid(fieldErr{"query", "min_score", "must be a number from 0 to 1"})
			return
		}
		least = x
	}
	kit := q.Get("toolkit")
	if kit == "null" {
		kit = ""
	}
	words := wordRE.FindAllString(strings.ToLower(strings.ReplaceAll(q.Get("q"), "_", " ")), -1)
	type hit struct {
		d *toolDef
		s float64
	}
	hits := []hit{}
	for _, d := range t.defs {
		if len(words) == 0 || kit != "" && d.kit != kit {
			continue
		}
		if s := d.score(words); s >= least {
			hits = append(hits, hit{d, s})
		}
	}
	sort.SliceStable(hits, func(i, j int) bool {
		if hits[i].s != hits[j].s {
			return hits[i].s > hits[j].s
		}
		return hits[i].d.name < hits[j].d.name
	})
	out := []M{}
	for i := 0; i < len(hits) && i < limit; i++ {
		out = append(out, hits[i].d.mcp(hits[i].s))
	}
	c.plain(out)
}

// ---- runs of tools

// check says what of an input does not fit the tool's parameters.
func (d *toolDef) check(m map[string]any) string {
	known := map[string]bool{}
	for _, q := range d.params {
		known[q.name] = true
		x, ok := m[q.name]
		if !ok {
			if q.req {
				return q.name + " is required"
			}
			continue
		}
		bad := false
		switch q.typ {
		case "string":
			s, is := x.(string)
			bad = !is
			if is && q.enum != nil {
				bad = true
				for _, e := range q.enum {
					bad = bad && e != s
				}
			}
		case "boolean":
			_, is := x.(bool)
			bad = !is
		case "array":
			_, is := x.([]any)
			bad = !is
		case "number", "integer":
			n, is := x.(json.Number)
			f, err := n.Float64()
			bad = !is || err != nil || q.typ == "integer" && f != float64(int64(f))
			if !bad && (q.min != nil && f < *q.min || q.max != nil && f > *q.max) {
				bad = true
			}
			if !bad && q.typ == "integer" {
				m[q.name] = json.Number(strconv.FormatInt(int64(f), 10))
			}
		}
		if bad {
			return q.name + " is not a valid " + q.typ
		}
	}
	for k := range m {
		if !known[k] {
			return k + " is no parameter of this tool"
		}
	}
	return ""
}
func (t *tools) runTool(c *C) {
	q := c.r.URL.Query()
	service, space := "default", "global"
	if q.Has("service_id") {
		service = q.Get("service_id")
	}
	if q.Has("service_id_namespace") {
		space = q.Get("service_id_namespace")
	}
	b, _ := io.ReadAll(c.r.Body)
	m, err := parseObject(b)
	if err != nil {
		c.invalid(fieldErr{"body", "", err.Error()})
		return
	}
	d := t.byName[c.r.PathValue("tool_name")]
	if d == nil {
		c.problem(404, "there is no such tool")
		return
	}
	if service == "" || space == "" || len(service) > 100 || len(space) > 100 {
		c.problem(400, "service_id and service_id_namespace must have 1 to 100 characters")
		return
	}
	input := M{}
	for k, x := range m {
		input[k] = x
	}
	if why := d.check(m); why != "" {
		c.problem(400, why)
		return
	}
	if d.conn && c.tier == "sandbox" {
		c.problem(400, "this tool needs an auth connection, which you set up in the dashboard")
		return
	}
	start := time.Now()
	res, fail := M(nil), error(nil)
	res, fail = d.run(t, c.uid, &V{m: m})
	if b, ok := fail.(badInput); ok {
		c.problem(400, string(b))
		return
	}
	status := "success"
	if fail != nil {
		status, res = "error", M{"error": fail.Error()}
	}
	t.mu.Lock()
	t.nextLog++
	l := &ExecLog{t.nextLog, d.name, service, space, status, input, res, time.Since(start).Milliseconds(), now(), c.uid}
	t.logs[c.uid] = append(t.logs[c.uid], l)
	t.allLogs[l.LogID] = l
	t.mu.Unlock()
	c.ok(M{"executionId": l.LogID, "toolName": d.name, "isError": fail != nil, "content": []M{{"type": "text", "text": string(encode(res))}}, "structuredContent": res, "durationMs": l.DurationMs})
}

type badInput string

func (b badInput) Error() string { return string(b) }

func (t *tools) listLogs(c *C) {
	before, ok := c.cursor()
	if !ok {
		return
	}
	limit, ok := c.queryInt("limit", defaultPageLen, 1, 500)
	if !ok {
		return
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	mine := t.logs[c.uid]
	end := sort.Search(len(mine), func(i int) bool { return mine[i].CreatedAt >= before })
	from := max(end-limit, 0)
	out := []ExecLog{}
	for i := end - 1; i >= from; i-- {
		out = append(out, *mine[i])
	}
	var next any
	if from > 0 && len(out) > 0 {
		next = mine[from].CreatedAt
		if F("executions-cursor-in-seconds") {
			next = mine[from].CreatedAt.Time().Format(time.RFC3339)
		}
	}
	c.page(out, next)
}
func (t *tools) getLog(c *C) {
	id, ok := c.pathInt("log_id")
	if !ok {
		return
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	l := t.allLogs[id]
	if l == nil || l.owner != c.uid {
		c.problem(404, "there is no such execution")
		return
	}
	c.ok(*l)
}

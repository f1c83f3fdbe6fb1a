package main

import (
	"encoding/json"
	"errors"
	"math"
	"sort"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

// param is a parameter of a tool.
type param struct {
	Name, Type, Desc string
	Req              bool
	Min, Max         *float64
	Enum             []string
}
type toolDef struct {
	Name, Title, Desc, Toolkit string
	Params                     []param
	NeedsAuth                  bool
	Run                        func(u *User, in map[string]any) (any, error)
}

// Tool is a tool in MCP format.
type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema" doc:"object"`
}
type FoundTool struct {
	Tool
	Score float64 `json:"score"`
}
type PublicTool struct {
	ToolID       string `json:"toolId"`
	Name         string `json:"name"`
	Title        string `json:"title"`
	Description  string `json:"description"`
	Toolkit      string `json:"toolkit"`
	RequiresAuth bool   `json:"requiresAuth"`
}
type UserTool struct {
	PublicTool
	InstalledAt Stamp `json:"installedAt"`
}
type UserInstalledTool struct {
	ToolID      string `json:"toolId"`
	InstalledAt Stamp  `json:"installedAt"`
}
type ToolSet struct {
	ToolsetName string `json:"toolsetName"`
	Title       string `json:"title"`
	ToolCount   int    `json:"toolCount"`
}
type ToolSetWithTools struct {
	ToolSet
	Tools []Tool `json:"tools"`
}
type InstallRequest struct {
	ToolID string `json:"toolId" binding:"required,max=200"`
}
type ToolContent struct {
	Type string `json:"type" doc:"enum=text"`
	Text string `json:"text"`
}
type ToolResult struct {
	Content           []ToolContent `json:"content"`
	StructuredContent any           `json:"structuredContent" doc:"object"`
	IsError           bool          `json:"isError"`
	LogID             int64         `json:"logId"`
}

func (t *toolDef) schema() map[string]any {
	props, req := map[string]any{}, []string{}
	for _, p := range t.Params {
		m := map[string]any{"type": p.Type, "description": p.Desc}
		if p.Min != nil {
			m["minimum"] = *p.Min
		}
		if p.Max != nil {
			m["maximum"] = *p.Max
		}
		if p.Enum != nil {
			m["enum"] = p.Enum
		}
		if p.Type == "array" {
			m["items"] = map[string]any{"type": "object", "properties": map[string]any{"text": map[string]any{"type": "string"}, "checked": map[string]any{"type": "boolean"}}}
		}
		props[p.Name] = m
		if p.Req {
			req = append(req, p.Name)
		}
	}
	out := map[string]any{"type": "object", "properties": props, "additionalProperties": false}
	if len(req) > 0 {
		out["required"] = req
	}
	return out
}
func (t *toolDef) mcp() Tool { return Tool{t.Name, t.Desc, t.schema()} }
func (t *toolDef) public() PublicTool {
	return PublicTool{t.Name, t.Name, t.Title, t.Desc, t.Toolkit, t.NeedsAuth}
}

func badInput(field, msg string) error {
	return &apiError{400, "invalid_input", "the input of the tool is not valid", []detail{{field, "invalid", msg}}}
}

func (t *toolDef) check(in map[string]any) error {
	known := map[string]bool{}
	for _, p := range t.Params {
		known[p.Name] = true
		v, ok := in[p.Name]
		if !ok || v == nil {
			if p.Req {
				return badInput(p.Name, "is required")
			}
			delete(in, p.Name)
			continue
		}
		good := false
		switch p.Type {
		case "string":
			_, good = v.(string)
		case "boolean":
			_, good = v.(bool)
		case "array":
			_, good = v.([]any)
		case "number", "integer":
			var f float64
			f, good = v.(float64)
			if good && p.Type == "integer" && f != math.Trunc(f) {
				good = false
			}
			if good && ((p.Min != nil && f < *p.Min && !fault("notifier-negative-version")) || (p.Max != nil && f > *p.Max && !fault("notifier-limit-unchecked"))) {
				return badInput(p.Name, "is out of range")
			}
		}
		if !good {
			return badInput(p.Name, "must be of type "+p.Type)
		}
		if p.Enum != nil && !has(p.Enum, v.(string)) {
			return badInput(p.Name, "must be one of "+strings.Join(p.Enum, ", "))
		}
	}
	for k := range in {
		if !known[k] {
			return badInput(k, "is not a parameter of this tool")
		}
	}
	return nil
}

func (s *Server) initTools() {
	s.tools = map[string]*toolDef{}
	s.addTools(
		&toolDef{Name: "read_tide_table", Title: "Tide table", Desc: "Read the tide table of a port", Toolkit: "sea",
			Params: []param{{Name: "port", Type: "string", Desc: "name of the port", Req: true}},
			Run: func(_ *User, in map[string]any) (any, error) {
				return map[string]any{"port": in["port"], "high_water": "04:12", "height_m": 5.61, "record": "raw-tide-record-7781"}, nil
			}},
		&toolDef{Name: "convert_knots", Title: "Knots", Desc: "Convert a speed in knots to kilometres per hour", Toolkit: "sea",
			Params: []param{{Name: "knots", Type: "number", Desc: "speed in knots", Req: true}},
			Run: func(_ *User, in map[string]any) (any, error) {
				return map[string]any{"kmh": in["knots"].(float64) * 1.852}, nil
			}},
		&toolDef{Name: "echo_text", Title: "Echo", Desc: "Give back a text as it is", Toolkit: "text",
			Params: []param{{Name: "text", Type: "string", Desc: "any text", Req: true}},
			Run:    func(_ *User, in map[string]any) (any, error) { return map[string]any{"text": in["text"]}, nil }},
		&toolDef{Name: "code_interpreter", Title: "Code interpreter", Desc: "Run code on a virtual computer", Toolkit: "code",
			Params: []param{{Name: "code", Type: "string", Desc: "the code", Req: true}, {Name: "background", Type: "boolean", Desc: "run in the background"}},
			Run: func(_ *User, in map[string]any) (any, error) {
				return map[string]any{"stdout": "", "exit_code": 0}, nil
			}})
}

func (s *Server) addTools(list ...*toolDef) {
	for _, t := range list {
		s.tools[t.Name] = t
		s.toolList = append(s.toolList, t)
	}
}

func (s *Server) mcpTools(*gin.Context) (any, error) {
	out := []Tool{}
	for _, t := range s.toolList {
		out = append(out, t.mcp())
	}
	return out, nil
}
func (s *Server) publicTools(*gin.Context) (any, error) {
	out := []PublicTool{}
	for _, t := range s.toolList {
		out = append(out, t.public())
	}
	return out, nil
}

var errNoTool = fail(404, "tool_not_found", "there is no such tool")

func (s *Server) publicTool(c *gin.Context) (any, error) {
	t := s.tools[c.Param("tool_id")]
	if t == nil {
		return nil, errNoTool
	}
	return t.public(), nil
}

func score(t *toolDef, q string) float64 {
	words := strings.FieldsFunc(strings.ToLower(q), func(r rune) bool { return r == ' ' || r == '_' || r == '-' })
	if len(words) == 0 {
		return 0
	}
	name, desc := strings.ToLower(t.Name), strings.ToLower(t.Desc+" "+t.Title+" "+t.Toolkit)
	if name == strings.ToLower(strings.TrimSpace(q)) {
		return 1
	}
	parts := strings.Split(name, "_")
	sum := 0.0
	for _, w := range words {
		switch {
		case has(parts, w):
			sum += 0.9
		case strings.Contains(name, w):
			sum += 0.6
		case strings.Contains(desc, w):
			sum += 0.4
		}
	}
	return math.Round(sum/float64(len(words))*100) / 100
}

func (s *Server) searchTools(c *gin.Context) (any, error) {
	q, kit, limit, min := query[string](c, "q"), query[string](c, "toolkit"), query[int](c, "limit"), query[float64](c, "min_score")
	found := []FoundTool{}
	for _, t := range s.toolList {
		if fault("search-limit-before-filter") && len(found) >= limit {
			break
		}
		sc := score(t, q)
		if sc < min || sc == 0 && min > 0 || (kit != "" && !strings.EqualFold(kit, t.Toolkit)) {
			if fault("search-min-score-ignored") && sc > 0 && (kit == "" || strings.EqualFold(kit, t.Toolkit)) {
				found = append(found, FoundTool{t.mcp(), sc})
			}
			continue
		}
		found = append(found, FoundTool{t.mcp(), sc})
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Score > found[j].Score })
	if len(found) > limit {
		found = found[:limit]
	}
	return found, nil
}

func (s *Server) runTool(c *gin.Context) (any, error) {
	t := s.tools[c.Param("tool_name")]
	if t == nil {
		return nil, errNoTool
	}
	b, err := readBody(c)
	if err != nil {
		return nil, err
	}
	var in map[string]any
	if json.Unmarshal(b, &in) != nil || in == nil {
		return nil, invalid("body", "object", "must be a JSON object")
	}
	given := raw(in)
	if err := t.check(in); err != nil && !(fault("tool-input-types-unchecked") && !strings.HasPrefix(t.Name, "NOTIFIER") && t.Name != "convert_knots") {
		return nil, err
	}
	sid, ns := query[string](c, "service_id"), query[string](c, "service_id_namespace")
	if t.NeedsAuth && (sid != "default" || ns != "global" || me(c).Tier == "sandbox") {
		return nil, fail(400, "no_auth_connection", "there is no auth connection to this service")
	}
	began := time.Now()
	out, err := t.Run(me(c), in)
	ex := Execution{UserID: uid(c), ToolName: t.Name, ServiceID: sid, Namespace: ns, Status: "succeeded", Input: given}
	var ae *apiError
	if errors.As(err, &ae) {
		ex.Status, out = "failed", map[string]any{"error": ae.Code, "message": ae.Message}
	} else if err != nil {
		return nil, err
	}
	ex.Output = raw(out)
	ex.DurationMs = time.Since(began).Milliseconds()
	if e := s.tx(func(tx *gorm.DB) error { return tx.Create(&ex).Error }); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	return ToolResult{[]ToolContent{{"text", string(ex.Output)}}, out, false, ex.ID}, nil
}

// ---- toolsets ----

var toolsetTitles = [][2]string{{"sea", "At sea"}, {"text", "Text"}, {"code", "Virtual computer"}, {"notifier", "Notification push"}}

func (s *Server) toolset(name string) (*ToolSetWithTools, bool) {
	for _, ts := range toolsetTitles {
		if ts[0] != name {
			continue
		}
		out := &ToolSetWithTools{ToolSet{name, ts[1], 0}, []Tool{}}
		for _, t := range s.toolList {
			if t.Toolkit == name {
				out.ToolCount++
				if !fault("toolset-tools-not-loaded") {
					out.Tools = append(out.Tools, t.mcp())
				}
			}
		}
		return out, true
	}
	return nil, false
}
func (s *Server) listToolsets(*gin.Context) (any, error) {
	out := []ToolSet{}
	for _, ts := range toolsetTitles {
		t, _ := s.toolset(ts[0])
		out = append(out, t.ToolSet)
	}
	return out, nil
}
func (s *Server) getToolset(c *gin.Context) (any, error) {
	t, ok := s.toolset(c.Param("toolset_name"))
	if !ok {
		return nil, fail(404, "toolset_not_found", "there is no such toolset")
	}
	return t, nil
}

// ---- installed tools ----

func (s *Server) listUserTools(c *gin.Context) (any, error) {
	var rows []InstalledTool
	out := []UserTool{}
	err := s.db.Where("user_id = ?", uid(c)).Order("created_at").Find(&rows).Error
	for _, r := range rows {
		if t := s.tools[r.ToolID]; t != nil {
			out = append(out, UserTool{t.public(), r.CreatedAt})
		}
	}
	return out, err
}
func (s *Server) installTool(c *gin.Context) (any, error) {
	req, err := bind[InstallRequest](c)
	if err != nil {
		return nil, err
	}
	if s.tools[req.ToolID] == nil {
		return nil, fail(409, "installation_failed", "there is no such tool")
	}
	row := InstalledTool{UserID: uid(c), ToolID: req.ToolID}
	err = s.tx(func(tx *gorm.DB) error {
		var n int64
		if err := tx.Model(&InstalledTool{}).Where("user_id = ? AND tool_id = ?", uid(c), req.ToolID).Count(&n).Error; err != nil {
			return err
		}
		if n > 0 {
			return fail(409, "installation_failed", "this tool is installed already")
		}
		if fault("reinstall-refused") {
			if _, gone := s.keyCache.Load("gone" + uid(c) + req.ToolID); gone {
				return fail(409, "installation_failed", "UNIQUE constraint failed")
			}
		}
		return tx.Create(&row).Error
	})
	return UserInstalledTool{row.ToolID, row.CreatedAt}, err
}
func (s *Server) getUserTool(c *gin.Context) (any, error) {
	var row InstalledTool
	err := s.db.Where("user_id = ? AND tool_id = ?", uid(c), c.Param("tool_id")).Take(&row).Error
	t := s.tools[c.Param("tool_id")]
	if err != nil || t == nil {
		return nil, notFound(err, 404, "tool_not_found", "this tool is not installed")
	}
	return UserTool{t.public(), row.CreatedAt}, nil
}
func (s *Server) uninstallTool(c *gin.Context) (any, error) {
	var row InstalledTool
	err := s.tx(func(tx *gorm.DB) error {
		if err := tx.Where("user_id = ? AND tool_id = ?", uid(c), c.Param("tool_id")).Take(&row).Error; err != nil {
			return notFound(err, 404, "tool_not_found", "this tool is not installed")
		}
		s.keyCache.Store("gone"+uid(c)+row.ToolID, &User{})
		if fault("uninstall-for-everyone") {
			return tx.Where("tool_id = ?", row.ToolID).Delete(&InstalledTool{}).Error
		}
		return tx.Delete(&row).Error
	})
	return UserInstalledTool{row.ToolID, row.CreatedAt}, err
}

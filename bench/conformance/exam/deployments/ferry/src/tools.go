package main

import (
	"regexp"
	"sort"
	"strings"
	"time"
)

// ToolSpec is a tool of the catalog.
type ToolSpec struct {
	name        string
	toolkit     string
	description string
	input       S
	integration bool // needs an auth connection

	// run does what the tool is for. It runs under the lock of the service.
	run func(s *Service, call toolCall) (map[string]any, error)
}

// toolCall is a valid input for a tool, and on whose behalf it runs.
type toolCall struct {
	user    *User
	account *NotifierAccount // of integration tools only
	input   map[string]any
}

func (call toolCall) text(name string) string {
	text, _ := call.input[name].(string)
	return text
}

func (call toolCall) has(name string) bool { return call.input[name] != nil }

type toolView struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema S              `json:"inputSchema"`
	Meta        map[string]any `json:"_meta"`
}

func viewTool(tool *ToolSpec) toolView {
	return toolView{tool.name, tool.description, tool.input, map[string]any{"toolkit": tool.toolkit}}
}

type publicToolView struct {
	ToolID                 string `json:"toolId"`
	Description            string `json:"description"`
	Toolkit                string `json:"toolkit"`
	RequiresAuthConnection bool   `json:"requiresAuthConnection"`
}

func viewPublicTool(tool *ToolSpec) publicToolView {
	return publicToolView{tool.name, tool.description, tool.toolkit, tool.integration}
}

func toolByName(name string) *ToolSpec {
	return first(catalog, func(tool *ToolSpec) bool { return tool.name == name })
}

func (s *Service) listTools(c *Call) (any, error) {
	tools := mapped(catalog, viewTool)
	if fault("tools-list-misses-one") {
		tools = without(tools, func(tool toolView) bool { return tool.Name == "NOTIFIER_UPDATE_PUSH" })
	}
	if fault("tools-list-parameters") {
		return mapped(tools, func(tool toolView) any {
			return map[string]any{"name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema, "_meta": tool.Meta}
		}), nil
	}
	return tools, nil
}

func (s *Service) listPublicTools(c *Call) (any, error) {
	return mapped(catalog, viewPublicTool), nil
}

func (s *Service) getPublicTool(c *Call) (any, error) {
	tool := toolByName(c.id("tool_id"))
	if tool == nil && fault("tool-unknown-echoed") {
		return publicToolView{ToolID: c.id("tool_id"), Toolkit: "custom"}, nil
	}
	if tool == nil {
		return nil, notFound("There is no tool %s.", c.id("tool_id"))
	}
	return viewPublicTool(tool), nil
}

// Search

// searchTools gives the tools that fit the words best, the best first.
func (s *Service) searchTools(c *Call) (any, error) {
	query, toolkit, minScore := c.textArg("q"), c.textArg("toolkit"), c.query["min_score"].(float64)
	if fault("search-regexp-500") {
		regexp.MustCompile("(?i)" + query)
	}
	type hit struct {
		tool  *ToolSpec
		score float64
	}
	var hits []hit
	for _, tool := range catalog {
		if toolkit != "" && tool.toolkit != toolkit && !fault("search-toolkit-ignored") {
			continue
		}
		score := matchScore(query, tool)
		if score < minScore != fault("search-min-score-inverted") {
			continue
		}
		hits = append(hits, hit{tool, score})
	}
	sort.SliceStable(hits, func(i, j int) bool { return hits[i].score > hits[j].score })
	if limit := c.intArg("limit"); len(hits) > limit && !fault("search-limit-ignored") {
		hits = hits[:limit]
	}
	return mapped(hits, func(h hit) toolView {
		view := viewTool(h.tool)
		view.Meta["score"] = h.score
		return view
	}), nil
}

var wordPattern = regexp.MustCompile(`[\p{L}\p{N}]+`)

// matchScore tells from 0 to 1 how well a tool fits the words of a query.
func matchScore(query string, tool *ToolSpec) float64 {
	words := wordPattern.FindAllString(strings.ToLower(query), -1)
	if len(words) == 0 {
		return 0
	}
	name, description := strings.ToLower(tool.name), strings.ToLower(tool.description)
	sum := 0.0
	for _, word := range words {
		switch {
		case name == strings.ToLower(query):
			sum += 1
		case containsWord(name, word):
			sum += 0.9
		case containsWord(description, word), word == tool.toolkit:
			sum += 0.7
		case strings.Contains(name, word):
			sum += 0.5
		case strings.Contains(description, word):
			sum += 0.3
		default:
			sum += 0.1 * sharedLetters(word, name)
		}
	}
	return sum / float64(len(words))
}

func containsWord(text, word string) bool {
	for _, other := range wordPattern.FindAllString(text, -1) {
		for _, part := range strings.Split(other, "_") {
			if part == word {
				return true
			}
		}
	}
	return false
}

// sharedLetters is the share of the word's letters that the text has, too.
func sharedLetters(word, text string) float64 {
	shared := 0
	for _, r := range word {
		if strings.ContainsRune(text, r) {
			shared++
		}
	}
	return float64(shared) / float64(len([]rune(word)))
}

// Running tools

type toolResultView struct {
	ToolName   string         `json:"toolName"`
	Succeeded  bool           `json:"succeeded"`
	Output     map[string]any `json:"output"`
	LogID      int            `json:"logId"`
	DurationMs int            `json:"durationMs"`
}

func (s *Service) runTool(c *Call) (any, error) {
	name := c.id("tool_name")
	started := now()
	tool := toolByName(name)
	if tool == nil && fault("run-unknown-tool-ok") {
		return toolResultView{ToolName: name, Output: map[string]any{"error": "unknown tool"}, LogID: 1}, nil
	}
	if tool == nil {
		return nil, notFound("There is no tool %s.", name)
	}
	call := toolCall{user: c.user, input: c.body}
	if fault("run-expects-wrapped-input") {
		call.input, _ = c.body["input"].(map[string]any)
	}
	if tool.integration {
		account, err := s.connectedAccount(c)
		if err != nil {
			return nil, err
		}
		call.account = account
	}
	if err := checkToolInput(tool, call.input); err != nil {
		return nil, err
	}
	output, err := tool.run(s, call)
	if err != nil {
		return nil, err
	}
	execution := s.noteExecution(c.user.id, tool.name, call.input, output, started)
	return toolResultView{name, true, output, execution.id, int(time.Since(started) / time.Millisecond)}, nil
}

// checkToolInput answers 400 to an input that the tool does not take.
func checkToolInput(tool *ToolSpec, input map[string]any) error {
	if fault("run-input-unchecked") && !tool.integration {
		return nil
	}
	problems := fieldErrors{}
	schema := faultyToolSchema(tool)
	validate(input, schema, "", problems)
	properties := schema["properties"].(S)
	for parameter := range input {
		if _, known := properties[parameter]; !known {
			problems.add(parameter, "is not a parameter of %s", tool.name)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	var texts []string
	for _, place := range sortedKeys(problems) {
		texts = append(texts, place+" "+strings.Join(problems[place], ", "))
	}
	return badRequest("The input of %s is not valid: %s.", tool.name, strings.Join(texts, "; "))
}

// faultyToolSchema is the tool's input schema, unless a fault loosens or
// tightens it.
func faultyToolSchema(tool *ToolSpec) S {
	optional := map[string]string{
		"nt-chat-without-email":  "NOTIFIER_CREATE_CHAT email",
		"nt-upload-without-type": "NOTIFIER_UPLOAD_REQUEST file_type",
	}[activeFault]
	property := func(name, parameter string, schema S) (S, bool) {
		if tool.name != name {
			return nil, false
		}
		return with(tool.input, S{"properties": with(tool.input["properties"].(S), S{parameter: schema})}), true
	}
	toolName, parameter, _ := strings.Cut(optional, " ")
	if tool.name == toolName {
		required := without(tool.input["required"].([]string), func(name string) bool { return name == parameter })
		return with(tool.input, S{"required": required})
	}
	var changed S
	ok := false
	switch {
	case fault("nt-device-negative-version"):
		changed, ok = property("NOTIFIER_CREATE_DEVICE", "app_version", anyInt)
	case fault("nt-device-version-zero-refused"):
		changed, ok = property("NOTIFIER_CREATE_DEVICE", "app_version", intFrom(1))
	case fault("nt-device-sms-as-text"):
		changed, ok = property("NOTIFIER_CREATE_DEVICE", "has_sms", S{})
	case fault("nt-push-any-type"):
		changed, ok = property("NOTIFIER_CREATE_PUSH", "type", anyText)
	case fault("nt-chats-limit-501"):
		changed, ok = property("NOTIFIER_LIST_CHATS", "limit", intFrom(1))
	case fault("n-nt-pushes-limit-501"):
		changed, ok = property("NOTIFIER_LIST_PUSHES", "limit", intFrom(1))
	case fault("nt-delete-device-by-iden") && tool.name == "NOTIFIER_DELETE_DEVICE":
		return object(S{"iden": anyText}, "iden")
	}
	if ok {
		return changed
	}
	return tool.input
}

// Execution is the record of a tool that was run.
type Execution struct {
	id        int
	userID    string
	toolName  string
	input     map[string]any
	output    map[string]any
	startedAt time.Time
	duration  time.Duration
}

type executionView struct {
	LogID      int            `json:"logId"`
	ToolName   string         `json:"toolName"`
	Input      map[string]any `json:"input"`
	Output     map[string]any `json:"output"`
	StartedAt  string         `json:"startedAt"`
	DurationMs int            `json:"durationMs"`
}

func viewExecution(e *Execution) executionView {
	return executionView{e.id, e.toolName, e.input, e.output, stamp(e.startedAt), int(e.duration / time.Millisecond)}
}

func (s *Service) noteExecution(userID, toolName string, input, output map[string]any, started time.Time) *Execution {
	if input == nil {
		input = map[string]any{}
	}
	execution := &Execution{s.nextExecutionID, userID, toolName, input, output, started, time.Since(started)}
	s.nextExecutionID++
	s.executions = append(s.executions, execution)
	return execution
}

func (s *Service) executionsOf(user *User) []*Execution {
	return filtered(s.executions, func(e *Execution) bool { return e.userID == user.id })
}

func (s *Service) listExecutions(c *Call) (any, error) {
	own := s.executionsOf(c.user)
	startedAt := func(e *Execution) time.Time { return e.startedAt }
	if fault("executions-limit-plus-one") {
		c.query["limit"] = c.intArg("limit") + 1
	}
	cursor, hasCursor := c.query["next_cursor"].(time.Time)
	if hasCursor && fault("n-executions-limit-lost-with-cursor") {
		c.query["limit"] = 30
	}
	switch {
	case hasCursor && fault("executions-cursor-ignored"):
		delete(c.query, "next_cursor")
	case hasCursor && fault("executions-cursor-skips"):
		before := filtered(own, func(e *Execution) bool { return e.startedAt.Before(cursor) })
		if len(before) > 0 {
			c.query["next_cursor"] = before[len(before)-1].startedAt
		}
	}
	page := pageOfNewest(c, own, startedAt, viewExecution)
	if fault("executions-cursor-missing") {
		page.NextCursor = nil
	}
	if fault("executions-list-numbered") {
		for i := range page.Content {
			page.Content[i].LogID = i + 1
		}
	}
	return page, nil
}

func (s *Service) getExecution(c *Call) (any, error) {
	execution := first(s.executionsOf(c.user), func(e *Execution) bool { return e.id == c.number("log_id") })
	if fault("n-execution-of-other-user") {
		execution = first(s.executions, func(e *Execution) bool { return e.id == c.number("log_id") })
	}
	if execution == nil && fault("execution-unknown-500") {
		return nil, problem(500, "No value present")
	}
	if execution == nil {
		return nil, notFound("You have no execution %s.", c.id("log_id"))
	}
	return viewExecution(execution), nil
}

// Toolsets

type toolsetView struct {
	ToolsetName string `json:"toolsetName"`
	Title       string `json:"title"`
	ToolCount   int    `json:"toolCount"`
}

type toolsetWithToolsView struct {
	toolsetView
	Tools []toolView `json:"tools"`
}

// toolsets are the toolkits of the catalog, by their names.
var toolsets = []struct{ name, title string }{
	{"harbour", "Harbour and sea"},
	{"notifier", "Push notifications"},
	{"office", "Office"},
}

func toolsOf(toolset string) []*ToolSpec {
	return filtered(catalog, func(tool *ToolSpec) bool { return tool.toolkit == toolset })
}

func (s *Service) listToolsets(c *Call) (any, error) {
	views := []toolsetView{}
	for _, set := range toolsets {
		if fault("toolsets-list-misses-one") && set.name == "harbour" {
			continue
		}
		views = append(views, toolsetView{set.name, set.title, len(toolsOf(set.name))})
	}
	return views, nil
}

func (s *Service) getToolset(c *Call) (any, error) {
	wanted := c.id("toolset_name")
	for i, set := range toolsets {
		if set.name != wanted {
			continue
		}
		if fault("toolset-always-last") {
			set = toolsets[len(toolsets)-1]
		}
		tools := mapped(toolsOf(set.name), viewTool)
		if fault("toolset-without-tools") {
			tools = []toolView{}
		}
		return toolsetWithToolsView{toolsetView{set.name, set.title, len(toolsOf(toolsets[i].name))}, tools}, nil
	}
	return nil, notFound("There is no toolset %s.", wanted)
}

// Installed tools

// Installation is a tool that a user has installed.
type Installation struct {
	userID      string
	tool        *ToolSpec
	installedAt time.Time
	removedAt   time.Time
}

type userToolView struct {
	ToolID      string `json:"toolId"`
	Description string `json:"description"`
	Toolkit     string `json:"toolkit"`
	InstalledAt string `json:"installedAt"`
}

type installedToolView struct {
	ToolID      string  `json:"toolId"`
	InstalledAt string  `json:"installedAt"`
	RemovedAt   *string `json:"removedAt"`
}

func viewUserTool(i *Installation) userToolView {
	return userToolView{i.tool.name, i.tool.description, i.tool.toolkit, stamp(i.installedAt)}
}

func viewInstallation(i *Installation) installedToolView {
	return installedToolView{i.tool.name, stamp(i.installedAt), stampOrNil(i.removedAt)}
}

// installed is the user's installation of a tool, or nil.
func (s *Service) installed(user *User, toolID string) *Installation {
	return first(s.installations, func(i *Installation) bool {
		return i.userID == user.id && i.tool.name == toolID && i.removedAt.IsZero()
	})
}

func (s *Service) listUserTools(c *Call) (any, error) {
	own := filtered(s.installations, func(i *Installation) bool {
		return i.userID == c.user.id && i.removedAt.IsZero()
	})
	return s.cachedByFault("user-tools-list-stale", "tools "+c.user.id, mapped(own, viewUserTool)), nil
}

// installTool fails for a tool that does not exist or is installed already.
func (s *Service) installTool(c *Call) (any, error) {
	tool := toolByName(c.text("toolId"))
	if tool == nil {
		return nil, conflict("The installation failed: there is no tool %s.", c.text("toolId"))
	}
	removedBefore := first(s.installations, func(i *Installation) bool { return i.userID == c.user.id && i.tool == tool })
	if s.installed(c.user, tool.name) != nil || fault("reinstall-refused") && removedBefore != nil {
		return nil, conflict("The installation failed: %s is installed already.", tool.name)
	}
	installation := &Installation{userID: c.user.id, tool: tool, installedAt: now()}
	s.installations = append(s.installations, installation)
	if fault("n-install-for-all-users") {
		for _, user := range s.users {
			if s.installed(user, tool.name) == nil {
				s.installations = append(s.installations, &Installation{userID: user.id, tool: tool, installedAt: installation.installedAt})
			}
		}
	}
	return viewInstallation(installation), nil
}

// ownInstallation is the caller's installation of the tool of the path.
func (s *Service) ownInstallation(c *Call) (*Installation, error) {
	installation := s.installed(c.user, c.id("tool_id"))
	if installation == nil {
		return nil, notFound("You have not installed the tool %s.", c.id("tool_id"))
	}
	return installation, nil
}

func (s *Service) getUserTool(c *Call) (any, error) {
	installation, err := s.ownInstallation(c)
	if err != nil || fault("user-tool-get-404") && !installation.installedAt.Before(s.startedAt) {
		return nil, notFound("You have not installed the tool %s.", c.id("tool_id"))
	}
	return viewUserTool(installation), nil
}

func (s *Service) uninstallTool(c *Call) (any, error) {
	installation, err := s.ownInstallation(c)
	if err != nil {
		return nil, err
	}
	installation.removedAt = now()
	return viewInstallation(installation), nil
}

// MCP registry

type mcpServerView struct {
	ServerName  string `json:"serverName"`
	Description string `json:"description"`
	URL         string `json:"url"`
}

var mcpServers = []mcpServerView{
	{"harbour", "Sailings, berths and tides.", "https://mcp.ferry.example/harbour"},
	{"sandbox", "The Virtual Computer.", "https://mcp.ferry.example/sandbox"},
}

func (s *Service) listMCPServers(c *Call) (any, error) {
	query := strings.ToLower(c.textArg("q"))
	found := []mcpServerView{}
	for _, server := range mcpServers {
		if strings.Contains(strings.ToLower(server.ServerName+" "+server.Description), query) {
			found = append(found, server)
		}
	}
	return enveloped(found), nil
}

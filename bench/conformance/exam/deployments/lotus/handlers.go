package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"
)

const sigHeader = "Lotus-Pay-Signature"

func f64(f float64) *float64 { return &f }

var (
	qCursor = Q{Name: "next_cursor", Type: "date-time", Null: true}
	qLimit  = Q{Name: "limit", Type: "integer", Default: 30, Min: f64(1), Max: f64(100)}
	qPeriod = Q{Name: "period", Type: "integer", Default: 28, Min: f64(1), Max: f64(365)}
	coders  = []string{"bolt", "lovable", "replit"}
)

func routes() []Route {
	id := func(kv ...string) J {
		m := J{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i]] = kv[i+1]
		}
		return m
	}
	ag, ch, af := id("agent_id", "uuid"), id("chat_id", "uuid"), id("agent_id", "uuid", "file_id", "uuid")
	run := id("run_id", "uuid")
	key, bun := id("api_key_id", "integer"), id("bundle_id", "integer")
	period := qPeriod
	if on("period-unbounded") {
		period.Max = f64(36500)
	}
	limit := qLimit
	if on("runs-default-20") {
		limit.Default = 20
	}
	coder := Q{Name: "service_name", Type: "string", Required: true, Enum: coders}
	if on("vibe-any-service") {
		coder.Enum = nil
	}
	e := func(n ...int) []int { return n }
	return []Route{
		{"GET", "/me/agent-runs", "listAgentRuns", false, nil, []Q{qCursor, limit}, "", 200, "AgentRunViewListResponse", e(500), runsList},
		{"GET", "/me/agent-runs/{run_id}", "getAgentRun", false, run, nil, "", 200, "AgentRunView", e(404, 500), runGet},
		{"GET", "/me/agent-runs/{run_id}/mcp-server-logs", "getMcpServerLogs", false, run, nil, "", 200, "[]McpServerLog", e(404, 500), runMcp},
		{"GET", "/me/agent-runs/{run_id}/logs", "getAgentRunLogs", false, run, nil, "", 200, "[]AgentRunLog", e(404, 500), runLogs},
		{"GET", "/me/executions", "listExecutions", false, nil, []Q{qCursor, qLimit}, "", 200, "ToolExecutionLogsResponse", e(500), execList},
		{"GET", "/me/executions/{log_id}", "getExecution", false, id("log_id", "integer"), nil, "", 200, "ToolExecutionLog", e(404, 500), execGet},

		{"POST", "/me/agents/{agent_id}/subscribe", "subscribe", false, nil, nil, "AgentSubscribeRequest", 200, "AgentSubscribeResponse", e(400, 402, 404), subscribe},
		{"POST", "/me/agents/{agent_id}/unsubscribe", "unsubscribe", false, nil, nil, "", 200, "AgentSubscriptionResponse", e(400, 404), unsubscribe},
		{"GET", "/me/subscriptions", "listSubscriptions", false, nil, nil, "", 200, "AgentSubscriptionListResponse", nil, subList},
		{"GET", "/me/subscriptions/{agent_id}", "getSubscription", false, nil, nil, "", 200, "AgentSubscriptionResponse", e(404), subGet},

		{"GET", "/me/agent-studio-chats", "listStudioChats", false, nil, nil, "", 200, "[]AgentStudioChat", nil, studioList},
		{"POST", "/me/agent-studio-chats", "createStudioChat", false, nil, nil, "AgentStudioChatCreate", 200, "AgentStudioChat", e(400, 409), studioCreate},
		{"GET", "/me/agent-studio-chats/{run_id}", "getStudioChat", true, nil, nil, "", 200, "AgentStudioChat", e(403, 404), studioGet},
		{"PUT", "/me/agent-studio-chats/{run_id}", "replaceStudioChat", false, nil, nil, "AgentStudioChatCreate", 200, "AgentStudioChat", e(400, 403, 404), studioPut},
		{"PATCH", "/me/agent-studio-chats/{run_id}", "updateStudioChat", false, nil, nil, "AgentStudioChatUpdate", 200, "AgentStudioChat", e(400, 403, 404), studioPatch},
		{"DELETE", "/me/agent-studio-chats/{run_id}", "deleteStudioChat", false, nil, nil, "", 200, "AgentStudioChat", e(400, 403, 404), studioDelete},
		{"POST", "/me/agent-studio-chats/{run_id}/clone", "cloneStudioChat", false, nil, nil, "", 201, "AgentStudioChat", e(400, 404), studioClone},

		{"GET", "/me/agents", "listAgents", false, nil, nil, "", 200, "[]AgentModel", nil, agentsList},
		{"POST", "/me/agents", "upsertAgent", false, nil, nil, "AgentRequest", 200, "AgentModel", e(400, 403, 404), agentUpsert},
		{"GET", "/me/agents/{agent_id}", "getAgent", true, nil, nil, "", 200, "AgentModel", e(403, 404), agentGet},
		{"POST", "/me/agents/{agent_id}/upsell-description", "generateUpsell", false, nil, nil, "", 200, "AgentModel", e(404, 500), agentUpsell},
		{"POST", "/me/agents/vanity/slug", "generateSlug", true, nil, nil, "SlugRequest", 200, "Slug", e(500), slugMake},
		{"GET", "/me/agents/vanity/slug", "checkSlug", false, nil, []Q{{Name: "slug", Type: "string", Required: true}}, "", 200, "SlugAvailability", nil, slugCheck},
		{"GET", "/me/agents/{agent_id}/vibe", "getVibePrompt", false, nil, []Q{coder}, "", 200, "VibeCoderPromptResponse", e(403, 404), vibe},
		{"GET", "/me/vibe/services", "listVibeServices", true, nil, nil, "", 200, "VibeCoderListResponse", nil, vibeServices},
		{"GET", "/me/agents/{agent_id}/customizations/theme", "getTheme", false, ag, nil, "", 200, "AgentThemePreferenceResponse?", e(403, 404), themeGet},
		{"PUT", "/me/agents/{agent_id}/customizations/theme", "putTheme", false, ag, nil, "AgentThemePreferenceUpsertRequest", 200, "AgentThemePreferenceResponse", e(400, 403, 404), themePut},
		{"GET", "/me/agents/{agent_id}/files", "listFiles", false, ag, nil, "", 200, "AgentFileListResponse", e(403, 404), filesList},
		{"POST", "/me/agents/{agent_id}/files", "createFile", false, ag, nil, "AgentFileCreateRequest", 201, "AgentFileResponse", e(400, 403, 404), fileCreate},
		{"GET", "/me/agents/{agent_id}/files/{file_id}", "getFile", false, af, nil, "", 200, "AgentFileResponse", e(403, 404), fileGet},
		{"PATCH", "/me/agents/{agent_id}/files/{file_id}", "updateFile", false, af, nil, "AgentFileUpdateRequest", 200, "AgentFileResponse", e(403, 404), filePatch},
		{"DELETE", "/me/agents/{agent_id}/files/{file_id}", "deleteFile", false, af, nil, "", 204, "", e(403, 404), fileDelete},
		{"PUT", "/me/agents/{agent_id}/files/positions", "orderFiles", false, ag, nil, "AgentFileBatchPositionRequest", 200, "AgentFileListResponse", e(403, 404), filesOrder},

		{"GET", "/me/chats", "listChats", false, nil, nil, "", 200, "[]AgentModel", nil, agentsList},
		{"POST", "/me/chats", "createChat", false, nil, nil, "AgentRequest", 200, "AgentModel", e(400, 403, 404), agentUpsert},
		{"GET", "/me/chats/{chat_id}", "getChat", true, nil, nil, "", 200, "AgentModel", e(403, 404), agentGet},
		{"PUT", "/me/chats/{chat_id}", "replaceChat", false, nil, nil, "AgentRequest", 200, "AgentModel", e(400, 403, 404), chatPut},
		{"PATCH", "/me/chats/{chat_id}", "updateChat", false, nil, nil, "AgentRequestPartial", 200, "AgentModel", e(400, 403, 404), chatPatch},
		{"DELETE", "/me/chats/{chat_id}", "deleteChat", false, nil, nil, "", 200, "AgentModel", e(403, 404), chatDelete},
		{"GET", "/me/chats/{chat_id}/og", "getChatPreview", true, ch, nil, "", 200, "SocialPreview", e(404), chatOg},
		{"POST", "/me/chats/{chat_id}/clone", "cloneChat", false, ch, nil, "AgentRequestPartial?", 200, "AgentModel", e(400, 403, 404), chatClone},
		{"POST", "/me/chats/{chat_id}/feedback", "giveFeedback", false, nil, nil, "UserFeedbackRequest", 200, "AgentModel", e(404), chatFeedback},
		{"POST", "/me/chats/{chat_id}/runs", "createChatRun", false, ch, nil, "", 200, "AgentRunLog", e(403, 404, 500), chatRun},

		{"GET", "/me/api-keys", "listApiKeys", false, nil, nil, "", 200, "[]ApiKeyHidden", e(500), keysList},
		{"POST", "/me/api-keys", "createApiKey", false, nil, nil, "ApiKeyCreate", 200, "ApiKey", e(500), keyCreate},
		{"GET", "/me/api-keys/default", "getDefaultApiKey", false, nil, nil, "", 200, "ApiKey", e(500), keyDefault},
		{"GET", "/me/api-keys/{api_key_id}", "getApiKey", false, key, nil, "", 200, "ApiKey", e(404, 500), keyGet},
		{"DELETE", "/me/api-keys/{api_key_id}", "deleteApiKey", false, key, nil, "", 200, "ApiKeyHidden", e(404, 500), keyDelete},
		{"GET", "/me/billing", "getBilling", false, nil, nil, "", 200, "BillingInformationSubscription", e(500), billing},
		{"GET", "/me/credits", "getCredits", false, nil, nil, "", 200, "AgentExecutionCredits", e(404, 500), credits},
		{"POST", "/me/credits/use", "useCredits", false, nil, nil, "", 200, "AgentExecutionCredits", e(404, 500), creditsUse},
		{"POST", "/me/payments/webhook", "receivePaymentEvent", true, nil, nil, "", 200, "PaymentWebhookResponseSuccess", e(400), webhook},
		{"POST", "/me/payments/sessions", "createPaymentSession", false, nil, nil, "PaymentSessionRequest", 200, "PaymentSessionResponse", nil, paySession},
		{"GET", "/me/monetization/summary", "getMonetizationSummary", false, nil, []Q{period}, "", 200, "MonetizationSummary", nil, monSummary},
		{"GET", "/me/monetization/subscribers", "getMonetizationSubscribers", false, nil, []Q{period}, "", 200, "MonetizationSubscribersResponse", nil, monSubscribers},
		{"GET", "/me/monetization/earnings", "getMonetizationEarnings", false, nil, []Q{period}, "", 200, "MonetizationEarningsResponse", nil, monEarnings},

		{"GET", "/me/bundles", "listBundles", false, nil, nil, "", 200, "[]UserBundleSimplified", e(500), bundlesList},
		{"POST", "/me/bundles", "createBundle", false, nil, nil, "", 200, "UserBundle", e(409, 500), bundleCreate},
		{"GET", "/me/bundles/{bundle_id}", "getBundle", false, bun, nil, "", 200, "UserBundle", e(404, 500), bundleGet},
		{"PUT", "/me/bundles/{bundle_id}", "updateBundle", false, bun, nil, "UserBundleRequest", 200, "UserBundle", e(404, 409, 500), bundlePut},
		{"DELETE", "/me/bundles/{bundle_id}", "deleteBundle", false, bun, nil, "", 200, "UserBundleRow", e(404, 500), bundleDelete},
		{"GET", "/me/bundles/{bundle_id}/tools", "listBundleTools", false, bun, nil, "", 200, "[]UserBundleTool", e(404, 500), bundleTools},
		{"POST", "/me/bundles/{bundle_id}/tools", "addBundleTool", false, bun, nil, "UserBundleTool", 200, "UserBundleTool", e(404, 500), bundleAdd},
		{"DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "removeBundleTool", false, bun, nil, "", 200, "UserBundleTool", e(404, 500), bundleRemove},

		{"POST", "/me/cli-auth", "createCliAuth", true, nil, nil, "", 200, "CliAuthModel", e(503), cliCreate},
		{"PUT", "/me/cli-auth/{cli_auth_id}", "attachCliAuth", false, id("cli_auth_id", "uuid"), nil, "CliAuthInsertModel", 200, "CliAuthModel", e(403, 404, 503), cliPut},
		{"GET", "/me/cli-auth/{auth_id}", "readCliAuth", true, id("auth_id", "uuid"), nil, "", 200, "jwt", e(404, 503), cliGet},

		{"GET", "/me/schedules", "listSchedules", false, nil, nil, "", 200, "ScheduleListResponse", e(500), schedList},
		{"POST", "/me/schedules", "createSchedule", false, nil, nil, "ScheduleRequest", 200, "Schedule", e(400, 403, 500), schedCreate},
		{"GET", "/me/schedules/onboarding", "getScheduleOnboarding", false, nil, nil, "", 200, "ScheduleOnboarding", e(500), schedOnboarding},
		{"GET", "/me/schedules/text-to-cron", "textToCron", false, nil, []Q{{Name: "cron", Type: "string", Required: true}}, "", 200, "ConvertedCron", e(400, 500), textToCron},
		{"GET", "/me/schedules/{schedule_id}", "getSchedule", false, id("schedule_id", "uuid"), nil, "", 200, "Schedule", e(404, 500), schedGet},
		{"PUT", "/me/schedules/{schedule_id}", "updateSchedule", false, id("schedule_id", "uuid"), nil, "ScheduleUpdateRequest", 200, "Schedule", e(400, 403, 404, 500), schedPut},
		{"DELETE", "/me/schedules/{schedule_id}", "deleteSchedule", false, id("schedule_id", "uuid"), nil, "", 200, "Schedule", e(404, 500), schedDelete},

		{"GET", "/me/tools/list", "listTools", false, nil, nil, "", 200, "[]Tool", e(500), toolsList},
		{"GET", "/me/tools", "listPublicTools", true, nil, nil, "", 200, "[]PublicTool", e(500), toolsPublic},
		{"GET", "/me/tools/search", "searchTools", false, nil, []Q{{Name: "q", Type: "string", Required: true, MinLen: 1}, {Name: "toolkit", Type: "string", Null: true},
			{Name: "limit", Type: "integer", Default: 20, Min: f64(1), Max: f64(200)}, {Name: "min_score", Type: "number", Default: 0.15, Min: f64(0), Max: f64(1)}}, "", 200, "[]Tool", e(500), toolsSearch},
		{"GET", "/me/tools/{tool_id}", "getPublicTool", true, nil, nil, "", 200, "PublicTool", e(404, 500), toolGet},
		{"POST", "/me/tools/run/{tool_name}", "runTool", false, nil, []Q{{Name: "service_id", Type: "string", Default: "default"}, {Name: "service_id_namespace", Type: "string", Default: "global"}}, "*", 200, "ToolResult", e(400, 404, 500), toolRun},
		{"GET", "/me/toolsets/list", "listToolsets", false, nil, nil, "", 200, "[]ToolSet", e(500), toolsetsList},
		{"GET", "/me/toolsets/{toolset_name}", "getToolset", false, nil, nil, "", 200, "ToolSetWithTools", e(404, 500), toolsetGet},
		{"GET", "/me/user-tools", "listUserTools", false, nil, nil, "", 200, "[]UserTool", e(500), userTools},
		{"POST", "/me/user-tools", "installTool", false, nil, nil, "UserInstallToolRequest", 200, "UserInstalledTool", e(409, 500), installTool},
		{"GET", "/me/user-tools/{tool_id}", "getUserTool", false, nil, nil, "", 200, "UserTool", e(404, 500), userToolGet},
		{"DELETE", "/me/user-tools/{tool_id}", "uninstallTool", false, nil, nil, "", 200, "UserInstalledTool", e(404, 500), uninstall},

		{"GET", "/me/$", "getMe", false, nil, nil, "", 200, "UserWithTier", nil, func(c *C) (int, any) { return 200, c.u }},
		{"GET", "/me/vip", "getVipCount", false, nil, nil, "", 200, "VipCodeRedemptionCount", e(400), vipCount},
		{"POST", "/me/vip", "redeemVipCode", false, nil, nil, "VipCodeRequest", 200, "VipCodeRedeemed", e(400), vipRedeem},
	}
}

// ---- runs and logs

func iso(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

func runView(r *Run) J {
	s := "idle"
	if r.job != nil {
		s = "running"
	}
	return J{"runId": r.ID, "agentId": r.Agent, "status": s, "messageCount": len(r.msgs), "createdAt": iso(r.created), "updatedAt": iso(r.updated)}
}

// cut pages a list, newest first, by its times.
func cut[T any](c *C, all []T, at func(T) time.Time, mine func(T) bool) ([]T, any) {
	out, limit := []T{}, c.q["limit"].(int)
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		if !mine(x) {
			continue
		}
		if t, ok := c.q["next_cursor"].(time.Time); ok && !at(x).Before(t) {
			if !(on("runs-page-overlaps") && at(x).Equal(t)) {
				continue
			}
		}
		if len(out) == limit {
			return out, iso(at(out[limit-1]))
		}
		out = append(out, x)
	}
	return out, nil
}

func runsList(c *C) (int, any) {
	l, next := cut(c, st.runs, func(r *Run) time.Time { return r.created }, func(r *Run) bool { return r.Owner == c.u.ID })
	out := []J{}
	for _, r := range l {
		out = append(out, runView(r))
	}
	return 200, J{"results": out, "next": next}
}

func (c *C) run() *Run {
	r := findRun(c.p("run_id"))
	if r != nil && r.Owner != c.u.ID && !(on("run-view-any-user") && c.route.Op == "getAgentRun") {
		r = nil
	}
	return r
}

func runGet(c *C) (int, any) {
	r := c.run()
	if r == nil {
		return fail(404, "There is no such run.")
	}
	return 200, runView(r)
}

func runMcp(c *C) (int, any) {
	r := c.run()
	if r == nil {
		return fail(404, "There is no such run.")
	}
	l := append([]*McpLog{}, r.mcp...)
	if on("mcp-logs-of-agent") {
		l = []*McpLog{}
		for _, x := range st.runs {
			if x.Agent == r.Agent && x.Owner == r.Owner {
				l = append(l, x.mcp...)
			}
		}
	}
	return 200, l
}

func runLogs(c *C) (int, any) {
	r := c.run()
	if r == nil {
		return fail(404, "There is no such run.")
	}
	return 200, append([]*RunLog{}, r.logs...)
}

func execList(c *C) (int, any) {
	l, next := cut(c, st.execs, func(e *Exec) time.Time { return e.StartedAt }, func(e *Exec) bool { return e.owner == c.u.ID })
	return 200, J{"results": l, "next": next}
}

func execGet(c *C) (int, any) {
	for _, e := range st.execs {
		if e.ID == c.pi("log_id") && e.owner == c.u.ID {
			return 200, e
		}
	}
	if on("execution-missing-null") {
		return 200, nil
	}
	return fail(404, "There is no such execution.")
}

// ---- subscriptions

func findSub(user, agent string) *Sub {
	for i := len(st.subs) - 1; i >= 0; i-- {
		if s := st.subs[i]; s.user == user && s.AgentID == agent && s.Status != "pending" {
			return s
		}
	}
	return nil
}

func subscribe(c *C) (int, any) {
	a := findAgent(c.p("agent_id"))
	if a == nil || a.Vis == "private" && a.OwnerID != c.u.ID {
		return fail(404, "There is no such agent.")
	}
	if a.OwnerID == c.u.ID && !on("subscribe-to-own") {
		return fail(400, "This agent is your own.")
	}
	if a.Price == nil {
		return fail(400, "This agent is not paid.")
	}
	if s := findSub(c.u.ID, a.ID); s != nil && s.Status == "active" {
		return fail(402, "You are subscribed to this agent.")
	}
	id := "cs_" + nano(20)
	st.subs = append(st.subs, &Sub{AgentID: a.ID, Status: "pending", StartedAt: tick(), user: c.u.ID, price: *a.Price})
	return 200, J{"agentId": a.ID, "sessionId": id, "checkoutUrl": "https://pay.lotus.example/c/" + id}
}

func unsubscribe(c *C) (int, any) {
	a := findAgent(c.p("agent_id"))
	if a == nil || a.Vis == "private" && a.OwnerID != c.u.ID {
		return fail(404, "There is no such agent.")
	}
	s := findSub(c.u.ID, a.ID)
	if s == nil || s.Status != "active" {
		return fail(400, "There is no active subscription to cancel.")
	}
	if on("unsubscribe-unsaved") {
		k := *s
		s = &k
	}
	s.Status, s.CanceledAt = "canceled", ptr(tick())
	return 200, s
}

func subList(c *C) (int, any) {
	l := []*Sub{}
	for _, s := range st.subs {
		if s.user == c.u.ID && findSub(c.u.ID, s.AgentID) == s {
			l = append(l, s)
		}
	}
	return 200, J{"results": l}
}

func subGet(c *C) (int, any) {
	if s := findSub(c.u.ID, c.p("agent_id")); s != nil {
		return 200, s
	}
	return fail(404, "There is no such subscription.")
}

// ---- studio chats

func findStudio(id string) *Studio {
	for _, s := range st.studio {
		if s.RunID == id {
			return s
		}
	}
	return nil
}

// vis is the visibility that the body asks for, or the default of the caller's tier.
func (c *C) vis() string {
	if c.u.Tier == "sandbox" {
		return c.str("visibility", "public")
	}
	return c.str("visibility", "private")
}

func (c *C) sandboxPrivate() bool { return c.u.Tier == "sandbox" && c.body["visibility"] == "private" }

const sandboxSays = "In the sandbox tier nothing can be private."

func studioList(c *C) (int, any) {
	l := []*Studio{}
	for i := len(st.studio) - 1; i >= 0; i-- {
		if s := st.studio[i]; s.OwnerID == c.u.ID && (s.DeletedAt == nil || on("studio-deleted-listed")) {
			l = append(l, s)
		}
	}
	return 200, l
}

func studioCreate(c *C) (int, any) {
	if c.sandboxPrivate() {
		return fail(400, sandboxSays)
	}
	id := c.str("runId", "")
	if s := findStudio(id); s != nil {
		if s.OwnerID == c.u.ID && s.DeletedAt == nil {
			return 200, s
		}
		return fail(409, "A chat with this run ID exists.")
	}
	if id == "" {
		id = nano(21)
	}
	t := tick()
	s := &Studio{RunID: id, OwnerID: c.u.ID, Title: c.str("title", ""), Vis: c.vis(), CreatedAt: t, UpdatedAt: t}
	st.studio = append(st.studio, s)
	return 200, s
}

func (c *C) studio() (s *Studio, status int, b any) {
	s = findStudio(c.p("run_id"))
	if s == nil || s.DeletedAt != nil {
		status, b = fail(404, "There is no such chat.")
		return nil, status, b
	}
	if s.OwnerID != c.u.ID {
		status, b = fail(403, "This chat is not yours.")
		return nil, status, b
	}
	return s, 0, nil
}

func studioGet(c *C) (int, any) {
	s := findStudio(c.p("run_id"))
	if s == nil || s.DeletedAt != nil {
		return fail(404, "There is no such chat.")
	}
	if s.Vis == "private" && (c.u == nil && !on("studio-private-anonymous") || c.u != nil && c.u.ID != s.OwnerID) {
		return fail(403, "This chat is private.")
	}
	return 200, s
}

func studioPut(c *C) (int, any) {
	s, k, b := c.studio()
	if s == nil {
		return k, b
	}
	if c.sandboxPrivate() {
		return fail(400, sandboxSays)
	}
	if id := c.str("runId", s.RunID); id != s.RunID {
		return invalid(Vio{"body", "/runId", "is not the run ID of the path"})
	}
	s.Title, s.Vis, s.UpdatedAt = c.str("title", ""), c.vis(), tick()
	return 200, s
}

func studioPatch(c *C) (int, any) {
	s, k, b := c.studio()
	if s == nil {
		return k, b
	}
	if c.sandboxPrivate() && !on("studio-patch-sandbox-private") {
		return fail(400, sandboxSays)
	}
	old := s.Vis
	if on("studio-patch-publishes") {
		old = "public"
	}
	s.Title, s.Vis, s.UpdatedAt = c.str("title", s.Title), c.str("visibility", old), tick()
	return 200, s
}

func studioDelete(c *C) (int, any) {
	s, k, b := c.studio()
	if s == nil {
		return k, b
	}
	t := tick()
	s.DeletedAt, s.UpdatedAt = &t, t
	return 200, s
}

func studioClone(c *C) (int, any) {
	s := findStudio(c.p("run_id"))
	if s == nil || s.DeletedAt != nil {
		return fail(404, "There is no such chat.")
	}
	if s.Vis == "private" {
		return fail(400, "Private chats can't be cloned.")
	}
	t := tick()
	n := &Studio{RunID: nano(21), OwnerID: c.u.ID, Title: s.Title, Vis: "public", CreatedAt: t, UpdatedAt: t}
	st.studio = append(st.studio, n)
	if on("studio-clone-200") {
		return 200, n
	}
	return 201, n
}

// ---- agents

func findAgent(id string) *Agent {
	id = strings.ToLower(id)
	for _, a := range st.agents {
		if a.ID == id {
			return a
		}
	}
	return nil
}

func (c *C) agentID() string {
	if v := c.p("agent_id"); v != "" {
		return strings.ToLower(v)
	}
	return strings.ToLower(c.p("chat_id"))
}

// own is the agent of the path where it is the caller's.
func (c *C) own() (*Agent, int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		s, b := fail(404, "There is no such agent.")
		return nil, s, b
	}
	if a.OwnerID != c.u.ID && !(on("chat-patch-any-owner") && c.route.Op == "updateChat") {
		s, b := fail(403, "This agent is not yours.")
		return nil, s, b
	}
	return a, 0, nil
}

func agentsList(c *C) (int, any) {
	l := []*Agent{}
	all := append([]*Agent{}, st.agents...)
	if on("deleted-chat-in-agents") && c.route.Op == "listAgents" {
		all = append(all, st.deleted...)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].CreatedAt.After(all[j].CreatedAt) })
	for _, a := range all {
		if a.OwnerID == c.u.ID {
			l = append(l, a)
		}
	}
	return 200, l
}

func slugTaken(s, but string) bool {
	for _, a := range st.agents {
		if a.Slug != nil && *a.Slug == s && a.ID != but {
			return true
		}
	}
	return false
}

// refusal tells why the body can't be an agent's.
func (c *C) refusal(but string, partial bool) (int, any) {
	if c.sandboxPrivate() && !(on("chat-put-sandbox-private") && c.route.Op == "replaceChat") {
		return fail(400, sandboxSays)
	}
	_, given := c.body["chatPrompt"]
	if !(partial && !given) && strings.TrimSpace(c.str("chatPrompt", "")) == "" && !(on("prompt-not-required") && !given) {
		return fail(400, "The chat prompt is missing.")
	}
	if s := c.str("vanitySlug", ""); s != "" && slugTaken(s, but) {
		return fail(400, "The vanity slug is taken.")
	}
	return 0, nil
}

func (c *C) fill(a *Agent) {
	optS := func(k string) *string {
		if s, ok := c.body[k].(string); ok {
			return &s
		}
		return nil
	}
	a.Name, a.Prompt, a.Desc = c.str("name", ""), c.str("chatPrompt", ""), c.str("description", "")
	a.Slug, a.Upsell, a.Price = optS("vanitySlug"), optS("upsellDescription"), nil
	if n, ok := num(c.body["priceCents"]); ok {
		a.Price = &n
	}
	a.Vis = c.str("visibility", a.Vis)
	a.UpdatedAt = tick()
}

func (c *C) patch(a *Agent) {
	a.Name, a.Prompt, a.Desc, a.Vis = c.str("name", a.Name), c.str("chatPrompt", a.Prompt), c.str("description", a.Desc), c.str("visibility", a.Vis)
	set := func(k string, p **string) {
		if v, ok := c.body[k]; ok {
			*p = nil
			if s, ok := v.(string); ok {
				*p = &s
			}
		}
	}
	set("vanitySlug", &a.Slug)
	set("upsellDescription", &a.Upsell)
	if v, ok := c.body["priceCents"]; ok {
		a.Price = nil
		if n, ok := num(v); ok {
			a.Price = &n
		}
	}
	a.UpdatedAt = tick()
}

func agentUpsert(c *C) (int, any) {
	id := strings.ToLower(c.str("id", ""))
	var a *Agent
	if id != "" {
		if a = findAgent(id); a == nil {
			return fail(404, "There is no such agent.")
		}
		if a.OwnerID != c.u.ID {
			return fail(403, "This agent is not yours.")
		}
		if on("upsert-makes-copy") {
			a, id = nil, ""
		}
	}
	if k, b := c.refusal(id, false); k != 0 {
		return k, b
	}
	if a == nil {
		t := tick()
		a = &Agent{ID: uuid7(), OwnerID: c.u.ID, CreatedAt: t, Vis: c.vis()}
		st.agents = append(st.agents, a)
	}
	c.fill(a)
	return 200, a
}

func agentGet(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		return fail(404, "There is no such agent.")
	}
	if a.Vis == "private" && (c.u == nil || c.u.ID != a.OwnerID) {
		return fail(403, "This agent is private.")
	}
	return 200, a
}

func agentUpsell(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil || a.OwnerID != c.u.ID {
		return fail(404, "There is no such agent of yours.")
	}
	name := a.Name
	if name == "" {
		name = "this worker"
	}
	a.Upsell = ptr(fmt.Sprintf("Get more out of %s: longer talks, faster answers and all of its tools.", name))
	a.UpdatedAt = tick()
	return 200, a
}

func slugMake(c *C) (int, any) {
	base := strings.Join(words(c.str("text", "")), "-")
	base = regexp.MustCompile(`[^a-z0-9-]+`).ReplaceAllString(base, "")
	base = strings.Trim(regexp.MustCompile(`-+`).ReplaceAllString(base, "-"), "-")
	if len(base) > 50 {
		base = strings.Trim(base[:50], "-")
	}
	if len(base) < 3 {
		base = strings.Trim("lotus-"+base, "-")
	}
	s := base
	for i := 2; slugTaken(s, ""); i++ {
		s = fmt.Sprintf("%s-%d", base, i)
	}
	return 200, J{"slug": s}
}

func slugCheck(c *C) (int, any) {
	s := c.q["slug"].(string)
	free := check(kind("slug"), s, "") == nil && !slugTaken(s, "")
	return 200, J{"slug": s, "available": free}
}

func vibe(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		return fail(404, "There is no such agent.")
	}
	if a.Vis == "private" && a.OwnerID != c.u.ID {
		return fail(403, "This agent is private.")
	}
	n := c.q["service_name"].(string)
	return 200, J{"agentId": a.ID, "serviceName": n, "prompt": fmt.Sprintf("With %s, build a page that talks to the worker %s at /run/%s.", n, a.Name, a.ID)}
}

func vibeServices(c *C) (int, any) {
	l := []J{}
	for _, n := range coders {
		l = append(l, J{"name": n, "title": strings.ToUpper(n[:1]) + n[1:]})
	}
	return 200, J{"services": l}
}

func themeKey(a *Agent) string {
	if on("theme-per-owner") {
		return a.OwnerID
	}
	return a.ID
}

func themeGet(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		return fail(404, "There is no such agent.")
	}
	if a.Vis == "private" && a.OwnerID != c.u.ID {
		return fail(403, "This agent is private.")
	}
	if t := st.themes[themeKey(a)]; t != nil {
		k := *t
		k.AgentID = a.ID
		return 200, &k
	}
	return 200, nil
}

var (
	colorRe = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	looseRe = regexp.MustCompile(`^#[0-9a-zA-Z]{6}$`)
)

func themePut(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	col := c.str("themeColor", "")
	if !colorRe.MatchString(col) && !(on("theme-not-hex") && looseRe.MatchString(col)) {
		return fail(400, "The theme color must be like #a1b2c3.")
	}
	t := &Theme{a.ID, col, tick()}
	st.themes[themeKey(a)] = t
	return 200, t
}

func filesOf(agent string) []*File {
	l := []*File{}
	for _, f := range st.files {
		if f.AgentID == agent {
			l = append(l, f)
		}
	}
	if !on("files-by-creation") {
		sort.SliceStable(l, func(i, j int) bool { return l[i].Position < l[j].Position })
	}
	return l
}

func filesList(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	return 200, J{"results": filesOf(a.ID)}
}

func fileCreate(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	have := filesOf(a.ID)
	if len(have) >= filesPerAgent {
		return fail(400, "An agent can have %d files.", filesPerAgent)
	}
	if on("files-limit-race") {
		c.gap(50 * time.Millisecond)
	}
	pos := 0
	for _, f := range filesOf(a.ID) {
		pos = max(pos, f.Position+1)
	}
	if n, ok := num(c.body["position"]); ok {
		pos = n
	}
	t := tick()
	f := &File{uuid7(), a.ID, c.str("name", ""), c.str("mediaType", "text/plain"), c.str("content", ""), 0, pos, t, t}
	f.Size = len(f.Content)
	st.files = append(st.files, f)
	return 201, f
}

func (c *C) file() (*File, int, any) {
	a, k, b := c.own()
	if a == nil {
		return nil, k, b
	}
	for _, f := range st.files {
		if f.ID == c.p("file_id") && (f.AgentID == a.ID || on("file-of-other-agent")) {
			return f, 0, nil
		}
	}
	if on("file-delete-hides") && c.route.Op == "getFile" {
		for _, f := range st.deletedFiles {
			if f.ID == c.p("file_id") && f.AgentID == a.ID {
				return f, 0, nil
			}
		}
	}
	k, b = fail(404, "There is no such file.")
	return nil, k, b
}

func fileGet(c *C) (int, any) {
	f, k, b := c.file()
	if f == nil {
		return k, b
	}
	return 200, f
}

func filePatch(c *C) (int, any) {
	f, k, b := c.file()
	if f == nil {
		return k, b
	}
	f.Name, f.Media, f.Content = c.str("name", f.Name), c.str("mediaType", f.Media), c.str("content", f.Content)
	f.Size = len(f.Content)
	if n, ok := num(c.body["position"]); ok {
		f.Position = n
	}
	f.UpdatedAt = tick()
	return 200, f
}

func fileDelete(c *C) (int, any) {
	f, k, b := c.file()
	if f == nil {
		return k, b
	}
	st.files = without(st.files, f)
	st.deletedFiles = append(st.deletedFiles, f)
	return 204, nil
}

func filesOrder(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	byID := map[string]*File{}
	for _, f := range filesOf(a.ID) {
		byID[f.ID] = f
	}
	list := c.body["positions"].([]any)
	seen := map[string]bool{}
	for i, e := range list {
		id := strings.ToLower(e.(J)["fileId"].(string))
		if seen[id] {
			return invalid(Vio{"body", fmt.Sprintf("/positions/%d/fileId", i), "stands twice"})
		}
		seen[id] = true
	}
	if !on("positions-half-done") {
		for id := range seen {
			if byID[id] == nil {
				return fail(404, "There is no file %s.", id)
			}
		}
	}
	for _, e := range list {
		f := byID[strings.ToLower(e.(J)["fileId"].(string))]
		if f == nil {
			return fail(404, "There is no such file.")
		}
		f.Position, _ = num(e.(J)["position"])
		f.UpdatedAt = tick()
	}
	return 200, J{"results": filesOf(a.ID)}
}

// ---- chats

func chatPut(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	if id := strings.ToLower(c.str("id", a.ID)); id != a.ID {
		return invalid(Vio{"body", "/id", "is not the ID of the path"})
	}
	if k, b := c.refusal(a.ID, false); k != 0 {
		return k, b
	}
	c.fill(a)
	return 200, a
}

func chatPatch(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	if k, b := c.refusal(a.ID, true); k != 0 {
		return k, b
	}
	c.patch(a)
	return 200, a
}

func chatDelete(c *C) (int, any) {
	a, k, b := c.own()
	if a == nil {
		return k, b
	}
	st.agents = without(st.agents, a)
	st.deleted = append(st.deleted, a)
	for _, f := range filesOf(a.ID) {
		st.files = without(st.files, f)
	}
	delete(st.themes, a.ID)
	for _, s := range append([]*Sched{}, st.scheds...) {
		if s.ChatID == a.ID {
			st.scheds = without(st.scheds, s)
		}
	}
	return 200, a
}

func chatOg(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil || a.Vis == "private" {
		return fail(404, "There is no such chat to show.")
	}
	return 200, J{"title": a.Name, "description": a.Desc, "url": "https://lotus.example/c/" + a.ID, "image": "https://lotus.example/og/" + a.ID + ".png"}
}

func chatClone(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		return fail(404, "There is no such chat.")
	}
	if a.Vis != "public" {
		return fail(403, "The chat is not public.")
	}
	if k, b := c.refusal("", true); k != 0 {
		return k, b
	}
	if on("clone-writes-source") {
		c.patch(a)
	}
	t := tick()
	n := *a
	n.ID, n.OwnerID, n.Slug, n.Feedback, n.Price, n.CreatedAt = uuid7(), c.u.ID, nil, 0, nil, t
	c.patch(&n)
	st.agents = append(st.agents, &n)
	return 200, &n
}

func chatFeedback(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil || a.Vis == "private" && a.OwnerID != c.u.ID {
		return fail(404, "There is no such chat.")
	}
	a.Feedback++
	return 200, a
}

func chatRun(c *C) (int, any) {
	a := findAgent(c.agentID())
	if a == nil {
		return fail(404, "There is no such chat.")
	}
	if a.Vis == "private" && a.OwnerID != c.u.ID && !on("chat-run-private") {
		return fail(403, "This chat is private.")
	}
	return 200, newRun(a.ID, c.u.ID).log("run.created", "By the User API")
}

// ---- API keys, billing, credits, payments

func shown(k *Key) J {
	return J{"id": k.ID, "name": k.Name, "isDefault": k.IsDefault, "createdAt": iso(k.CreatedAt), "key": k.value}
}

func (c *C) keys() []*Key {
	l := []*Key{}
	for _, k := range st.keys {
		if k.owner == c.u.ID {
			l = append(l, k)
		}
	}
	return l
}

func keysList(c *C) (int, any) {
	l := []any{}
	for _, k := range c.keys() {
		if on("keys-list-shows-key") {
			l = append(l, shown(k))
		} else {
			l = append(l, k)
		}
	}
	return 200, l
}

func (c *C) newKey(name string) *Key {
	k := &Key{ID: st.next(), Name: name, IsDefault: len(c.keys()) == 0, CreatedAt: tick(), owner: c.u.ID, value: "lk_" + nano(24)}
	st.keys = append(st.keys, k)
	return k
}

func keyCreate(c *C) (int, any) { return 200, shown(c.newKey(c.str("name", ""))) }

func keyDefault(c *C) (int, any) {
	for _, k := range c.keys() {
		if k.IsDefault {
			return 200, shown(k)
		}
	}
	return 200, shown(c.newKey("default"))
}

func (c *C) key() *Key {
	for _, k := range st.keys {
		if k.ID == c.pi("api_key_id") && (k.owner == c.u.ID || on("key-of-any-user") && c.route.Op == "getApiKey") {
			return k
		}
	}
	return nil
}

func keyGet(c *C) (int, any) {
	k := c.key()
	if k == nil {
		return fail(404, "There is no such API key.")
	}
	return 200, shown(k)
}

func keyDelete(c *C) (int, any) {
	k := c.key()
	if k == nil {
		return fail(404, "There is no such API key.")
	}
	st.keys = without(st.keys, k)
	if rest := c.keys(); k.IsDefault && len(rest) > 0 {
		rest[0].IsDefault = true
	}
	return 200, k
}

func billing(c *C) (int, any) {
	if c.u.Tier == "sandbox" {
		return 200, J{"plan": "sandbox", "status": "active", "renewsAt": nil, "amountCents": 0, "currency": "eur"}
	}
	return 200, J{"plan": "pro", "status": "active", "renewsAt": "2099-01-01T00:00:00.000000Z", "amountCents": 1900, "currency": "eur"}
}

func credits(c *C) (int, any) { return 200, J{"balance": c.u.credits, "used": c.u.used} }

func creditsUse(c *C) (int, any) {
	if c.u.credits < 1 {
		return fail(404, "There are no credits left.")
	}
	n, used := c.u.credits, c.u.used
	if on("credits-lost-update") {
		c.gap(30 * time.Millisecond)
	}
	c.u.credits, c.u.used = n-1, used+1
	return credits(c)
}

func signWebhook(body []byte) string {
	m := hmac.New(sha256.New, []byte(webhookSecret))
	m.Write([]byte("1767225600."))
	m.Write(body)
	return "t=1767225600,v1=" + hex.EncodeToString(m.Sum(nil))
}

func webhook(c *C) (int, any) {
	sig := c.r.Header.Get(sigHeader)
	if sig == "" && !on("webhook-unsigned") {
		return fail(400, "The header %s is missing.", sigHeader)
	}
	good := sig == ""
	if t, v, ok := strings.Cut(strings.TrimPrefix(sig, "t="), ",v1="); ok {
		m := hmac.New(sha256.New, []byte(webhookSecret))
		m.Write([]byte(t + "."))
		m.Write(c.raw)
		want := hex.EncodeToString(m.Sum(nil))
		good = hmac.Equal([]byte(strings.ToLower(v)), []byte(want))
	}
	if !good && !on("webhook-acts-then-checks") {
		return fail(400, "The signature is wrong.")
	}
	v, err := decode(c.raw)
	ev, _ := v.(J)
	id, _ := ev["id"].(string)
	typ, _ := ev["type"].(string)
	if err != nil || id == "" || typ == "" {
		return fail(400, "This is not an event.")
	}
	if !st.events[id] {
		data, _ := ev["data"].(J)
		uid, _ := data["userId"].(string)
		n, _ := num(data["credits"])
		if u := st.users[uid]; typ == "credits.purchased" && u != nil && n > 0 {
			u.credits += n
		}
		st.events[id] = good
	}
	if !good {
		return fail(400, "The signature is wrong.")
	}
	return 200, J{"received": true, "eventId": id}
}

func paySession(c *C) (int, any) {
	id := "ps_" + nano(20)
	return 200, J{"sessionId": id, "url": "https://pay.lotus.example/s/" + id}
}

// ---- monetization

type dayStat struct {
	date           string
	subs, earnings int
}

// report is, for each day of the period up to today, how many subscribers there were and what they paid.
func (c *C) report() (days []dayStat) {
	today := time.Now().UTC().Truncate(24 * time.Hour)
	p := c.q["period"].(int)
	mine := map[string]bool{}
	for _, l := range [][]*Agent{st.agents, st.deleted} {
		for _, a := range l {
			mine[a.ID] = mine[a.ID] || a.OwnerID == c.u.ID
		}
	}
	for i := p - 1; i >= 0; i-- {
		d := today.AddDate(0, 0, -i)
		x := dayStat{date: d.Format("2006-01-02")}
		for _, s := range st.subs {
			from := s.StartedAt.Truncate(24 * time.Hour)
			if !mine[s.AgentID] || s.Status == "pending" || d.Before(from) || s.CanceledAt != nil && d.After(s.CanceledAt.Truncate(24*time.Hour)) {
				continue
			}
			x.subs++
			if int(d.Sub(from).Hours()/24)%30 == 0 {
				x.earnings += s.price
			}
		}
		days = append(days, x)
	}
	return
}

func monSummary(c *C) (int, any) {
	days, t := c.report(), 0
	for _, d := range days {
		t += d.earnings
	}
	return 200, J{"period": c.q["period"], "totalSubscribers": days[len(days)-1].subs, "totalEarnings": t, "currency": "eur"}
}

func monSubscribers(c *C) (int, any) {
	l := []J{}
	if on("subscribers-28-days") {
		c.q["period"] = 28
	}
	for _, d := range c.report() {
		l = append(l, J{"date": d.date, "subscribers": d.subs})
	}
	return 200, J{"period": c.q["period"], "results": l}
}

func monEarnings(c *C) (int, any) {
	l := []J{}
	for _, d := range c.report() {
		l = append(l, J{"date": d.date, "earnings": d.earnings})
	}
	return 200, J{"period": c.q["period"], "results": l, "currency": "eur"}
}

// ---- bundles

func (c *C) bundle() *Bundle {
	for _, b := range st.bundles {
		if b.ID == c.pi("bundle_id") && b.owner == c.u.ID {
			return b
		}
	}
	return nil
}

func bundlesList(c *C) (int, any) {
	l := []J{}
	for _, b := range st.bundles {
		if b.owner == c.u.ID {
			l = append(l, J{"id": b.ID, "name": b.Name, "toolCount": len(b.Tools), "createdAt": iso(b.CreatedAt)})
		}
	}
	return 200, l
}

func bundleCreate(c *C) (int, any) {
	n := st.next()
	b := &Bundle{n, fmt.Sprintf("Bundle %d", n), []*BTool{}, tick(), c.u.ID}
	st.bundles = append(st.bundles, b)
	return 200, b
}

func bundleGet(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	return 200, b
}

func bundlePut(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	tools := b.Tools
	if l, ok := c.body["tools"].([]any); ok {
		tools = []*BTool{}
		for _, e := range l {
			id := e.(J)["toolId"].(string)
			if findTool(id) == nil {
				return fail(409, "The bundle can't be updated: there is no tool %q.", id)
			}
			dup := false
			for _, t := range tools {
				dup = dup || t.ToolID == id
			}
			if !dup {
				tools = append(tools, &BTool{id, tick()})
			}
		}
	}
	b.Name, b.Tools = c.str("name", b.Name), tools
	return 200, b
}

func bundleDelete(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	st.bundles = without(st.bundles, b)
	return 200, J{"id": b.ID, "name": b.Name, "createdAt": iso(b.CreatedAt)}
}

func bundleTools(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	return 200, b.Tools
}

func bundleAdd(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	id := c.str("toolId", "")
	if findTool(id) == nil {
		return fail(404, "There is no such tool.")
	}
	for _, t := range b.Tools {
		if t.ToolID == id && !on("bundle-tool-twice") {
			return 200, t
		}
	}
	t := &BTool{id, tick()}
	b.Tools = append(b.Tools, t)
	return 200, t
}

func bundleRemove(c *C) (int, any) {
	b := c.bundle()
	if b == nil {
		return fail(404, "There is no such bundle.")
	}
	for i, t := range b.Tools {
		if t.ToolID == c.p("tool_id") {
			rest := append([]*BTool{}, b.Tools[:i]...)
			if !on("bundle-remove-cuts") {
				rest = append(rest, b.Tools[i+1:]...)
			}
			b.Tools = rest
			return 200, t
		}
	}
	return fail(404, "This tool is not in the bundle.")
}

// ---- CLI auth

func cliCreate(c *C) (int, any) {
	t := tick()
	s := &Cli{ID: uuid7(), State: "pending", CreatedAt: t, ExpiresAt: t.Add(15 * time.Minute)}
	st.clis[s.ID] = s
	return 200, s
}

func cliPut(c *C) (int, any) {
	s := st.clis[c.p("cli_auth_id")]
	if s == nil || time.Now().After(s.ExpiresAt) {
		return fail(404, "There is no such session.")
	}
	if s.user != "" && s.user != c.u.ID || s.State == "consumed" {
		return fail(403, "This CLI login can't be changed any more.")
	}
	s.user, s.jwt, s.State = c.u.ID, c.str("jwt", ""), "attached"
	return 200, s
}

func cliGet(c *C) (int, any) {
	s := st.clis[c.p("auth_id")]
	if s == nil || time.Now().After(s.ExpiresAt) {
		return fail(404, "There is no such session.")
	}
	if s.State != "attached" {
		return 200, nil
	}
	tok := s.jwt
	if on("cli-jwt-stays") {
		return 200, tok
	}
	if on("cli-jwt-race") {
		c.gap(50 * time.Millisecond)
	}
	s.State, s.jwt = "consumed", ""
	return 200, tok
}

// ---- schedules

func (c *C) sched() *Sched {
	for _, s := range st.scheds {
		if s.ID == c.p("schedule_id") && s.owner == c.u.ID {
			return s
		}
	}
	return nil
}

func (c *C) ownChat(id string) bool {
	a := findAgent(id)
	return a != nil && (a.OwnerID == c.u.ID || on("schedule-any-public-chat") && a.Vis == "public" && c.route.Op == "createSchedule")
}

var cronNames = []map[string]int{nil, nil, nil,
	{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12},
	{"sun": 0, "mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6}}
var cronMin, cronMax = []int{0, 0, 1, 1, 0}, []int{59, 23, 31, 12, 7}
var cronMacros = map[string]string{"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 0", "@monthly": "0 0 1 * *", "@yearly": "0 0 1 1 *"}

func cronOK(s string) bool {
	fs := strings.Fields(s)
	if len(fs) != 5 {
		return false
	}
	for i, f := range fs {
		lo, hi := cronMin[i], cronMax[i]
		if on("cron-out-of-range") {
			hi = 99
		}
		val := func(s string) (int, bool) {
			if n, ok := cronNames[i][strings.ToLower(s)]; ok {
				return n, true
			}
			if !regexp.MustCompile(`^\d{1,2}$`).MatchString(s) {
				return 0, false
			}
			n := atoi(s)
			return n, n >= lo && n <= hi
		}
		for _, p := range strings.Split(f, ",") {
			r, step, has := strings.Cut(p, "/")
			if has && (!regexp.MustCompile(`^\d{1,2}$`).MatchString(step) || atoi(step) == 0) {
				return false
			}
			if r == "*" {
				continue
			}
			from, to, span := strings.Cut(r, "-")
			x, ok := val(from)
			if !ok {
				return false
			}
			if span {
				if y, ok := val(to); !ok || y < x {
					return false
				}
			}
		}
	}
	return true
}

func schedList(c *C) (int, any) {
	l := []*Sched{}
	for _, s := range st.scheds {
		if s.owner == c.u.ID {
			l = append(l, s)
		}
	}
	return 200, J{"results": l}
}

func schedCreate(c *C) (int, any) {
	if !c.ownChat(c.str("chatId", "")) {
		return fail(403, "The chat ID is missing, invalid or not yours.")
	}
	cron := strings.Join(strings.Fields(c.str("cron", "")), " ")
	if !cronOK(cron) {
		return fail(400, "The cron expression is not valid.")
	}
	t := tick()
	en := true
	if v, ok := c.body["enabled"].(bool); ok {
		en = v
	}
	s := &Sched{uuid7(), strings.ToLower(c.str("chatId", "")), cron, c.str("title", ""), en, t, t, c.u.ID}
	st.scheds = append(st.scheds, s)
	return 200, s
}

func schedOnboarding(c *C) (int, any) {
	has := false
	for _, s := range st.scheds {
		has = has || s.owner == c.u.ID
	}
	return 200, J{"hasSchedules": has, "suggestions": []J{{"title": "Each morning", "cron": "0 8 * * *"}, {"title": "Each Monday", "cron": "0 9 * * 1"}}}
}

var phraseRe = regexp.MustCompile(`^every (minute|hour|day|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?$`)

func textToCron(c *C) (int, any) {
	in := c.q["cron"].(string)
	s := strings.Join(strings.Fields(in), " ")
	if m, ok := cronMacros[s]; ok {
		s = m
	} else if p := phraseRe.FindStringSubmatch(strings.ToLower(s)); p != nil {
		h := atoi(p[2])
		if p[4] == "pm" && h < 12 {
			h += 12
		}
		switch p[1] {
		case "minute":
			s = "* * * * *"
		case "hour":
			s = "0 * * * *"
		case "day":
			s = fmt.Sprintf("%d %d * * *", atoi(p[3]), h)
		default:
			s = fmt.Sprintf("%d %d * * %d", atoi(p[3]), h, cronNames[4][p[1][:3]])
		}
	}
	if !cronOK(s) {
		return fail(400, "The cron expression is not valid.")
	}
	return 200, J{"input": in, "cron": s}
}

func schedGet(c *C) (int, any) {
	s := c.sched()
	if s == nil {
		return fail(404, "There is no such schedule.")
	}
	return 200, s
}

func schedPut(c *C) (int, any) {
	s := c.sched()
	if s == nil {
		return fail(404, "There is no such schedule.")
	}
	if _, ok := c.body["chatId"]; ok && !c.ownChat(c.str("chatId", "")) {
		return fail(403, "The chat ID is invalid or not yours.")
	}
	cron := strings.Join(strings.Fields(c.str("cron", s.Cron)), " ")
	if !cronOK(cron) {
		return fail(400, "The cron expression is not valid.")
	}
	if on("schedule-cron-unsaved") {
		k := *s
		k.Cron = cron
		return 200, &k
	}
	s.ChatID, s.Cron, s.Title = strings.ToLower(c.str("chatId", s.ChatID)), cron, c.str("title", s.Title)
	if v, ok := c.body["enabled"].(bool); ok {
		s.Enabled = v
	}
	s.UpdatedAt = tick()
	return 200, s
}

func schedDelete(c *C) (int, any) {
	s := c.sched()
	if s == nil {
		return fail(404, "There is no such schedule.")
	}
	st.scheds = without(st.scheds, s)
	return 200, s
}

// ---- VIP codes

func vipCount(c *C) (int, any) {
	n := len(st.redeemed[c.u.ID])
	return 200, J{"count": n}
}

func vipRedeem(c *C) (int, any) {
	code := c.str("code", "")
	maker, ok := st.vip[code]
	if !ok {
		return fail(400, "This code is not valid.")
	}
	if maker == c.u.ID {
		return fail(400, "This code is your own.")
	}
	if contains(st.redeemed[c.u.ID], code) && !on("vip-code-again") {
		return fail(400, "You have redeemed this code.")
	}
	st.redeemed[c.u.ID] = append(st.redeemed[c.u.ID], code)
	return 200, J{"code": code, "redeemedAt": iso(tick())}
}

package main

import (
	"crypto/hmac"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"sort"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/robfig/cron/v3"
)

type AgentRunViewListResponse struct {
	Items     []AgentRunView `json:"items"`
	NextToken *time.Time     `json:"nextToken" doc:"The next_cursor of the next page; null at the end"`
}
type ToolExecutionLogsResponse struct {
	Items     []*ToolExecutionLog `json:"items"`
	NextToken *time.Time          `json:"nextToken" doc:"The next_cursor of the next page; null at the end"`
}
type AgentSubscribeRequest struct {
	SuccessURL *string `json:"successUrl,omitempty" nullable:"true"`
	CancelURL  *string `json:"cancelUrl,omitempty" nullable:"true"`
}
type AgentSubscribeResponse struct {
	AgentID           string `json:"agentId"`
	CheckoutSessionID string `json:"checkoutSessionId"`
	CheckoutURL       string `json:"checkoutUrl"`
}
type AgentSubscriptionResponse struct {
	AgentID   string    `json:"agentId"`
	Status    string    `json:"status" enum:"active,canceled"`
	CreatedAt time.Time `json:"createdAt"`
}
type AgentSubscriptionListResponse struct {
	Items []AgentSubscriptionResponse `json:"items"`
}
type AgentStudioChatCreate struct {
	RunID      *string `json:"runId,omitempty" nullable:"true" minLength:"1"`
	Title      *string `json:"title,omitempty" nullable:"true"`
	Visibility *string `json:"visibility,omitempty" enum:"private,public"`
}
type AgentStudioChatUpdate struct {
	Title      *string `json:"title,omitempty" nullable:"true"`
	Visibility *string `json:"visibility,omitempty" enum:"private,public"`
}
type SlugRequest struct {
	Name string `json:"name" minLength:"1"`
}
type SlugResponse struct {
	Slug string `json:"slug"`
}
type SlugAvailability struct {
	Slug      string `json:"slug"`
	Available bool   `json:"available"`
}
type VibeCoderPromptResponse struct {
	ServiceName string `json:"serviceName"`
	Prompt      string `json:"prompt"`
	URL         string `json:"url"`
}
type VibeService struct {
	ServiceName string `json:"serviceName"`
	Title       string `json:"title"`
}
type VibeCoderListResponse struct {
	Items []VibeService `json:"items"`
}
type AgentThemePreferenceUpsertRequest struct {
	ThemeColor string `json:"themeColor" doc:"#RRGGBB"`
}
type AgentFileListResponse struct {
	Items []AgentFileResponse `json:"items"`
}
type AgentFileCreateRequest struct {
	FileName string  `json:"fileName"`
	FileType *string `json:"fileType,omitempty" nullable:"true"`
	URL      *string `json:"url,omitempty" nullable:"true"`
	Position *int    `json:"position,omitempty" nullable:"true" minimum:"0"`
}
type AgentFileUpdateRequest struct {
	FileName *string `json:"fileName,omitempty" minLength:"1"`
	FileType *string `json:"fileType,omitempty" nullable:"true"`
	URL      *string `json:"url,omitempty" nullable:"true"`
	Position *int    `json:"position,omitempty" minimum:"0"`
}
type FilePosition struct {
	FileID   string `json:"fileId" format:"uuid"`
	Position int    `json:"position" minimum:"0"`
}
type AgentFileBatchPositionRequest struct {
	Positions []FilePosition `json:"positions"`
}
type SocialPreview struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
}
type UserFeedbackRequest struct {
	Rating  int     `json:"rating" minimum:"1" maximum:"5"`
	Comment *string `json:"comment,omitempty" nullable:"true"`
}
type ApiKeyHidden struct {
	ApiKeyID  int       `json:"apiKeyId"`
	Name      string    `json:"name"`
	IsDefault bool      `json:"isDefault"`
	CreatedAt time.Time `json:"createdAt"`
}
type ApiKeyCreate struct {
	Name string `json:"name"`
}
type BillingInformationSubscription struct {
	CustomerID string `json:"customerId"`
	Plan       string `json:"plan"`
	Status     string `json:"status"`
}
type AgentExecutionCredits struct {
	Balance int `json:"balance" minimum:"0"`
}
type PaymentWebhookResponseSuccess struct {
	Received bool `json:"received"`
}
type PaymentSessionRequest struct {
	Credits int `json:"credits" minimum:"1"`
}
type PaymentSessionResponse struct {
	SessionID string `json:"sessionId"`
	URL       string `json:"url"`
	Credits   int    `json:"credits"`
}
type MonetizationSummary struct {
	Period           int `json:"period"`
	TotalSubscribers int `json:"totalSubscribers"`
	TotalEarnings    int `json:"totalEarnings" doc:"cents"`
}
type DailySubscribers struct {
	Date        string `json:"date" format:"date"`
	Subscribers int    `json:"subscribers"`
}
type DailyEarnings struct {
	Date     string `json:"date" format:"date"`
	Earnings int    `json:"earnings" doc:"cents"`
}
type MonetizationSubscribersResponse struct {
	Period           int                `json:"period"`
	Items            []DailySubscribers `json:"items"`
	TotalSubscribers int                `json:"totalSubscribers"`
}
type MonetizationEarningsResponse struct {
	Period        int             `json:"period"`
	Items         []DailyEarnings `json:"items"`
	TotalEarnings int             `json:"totalEarnings"`
}
type UserBundle struct {
	BundleID  int              `json:"bundleId"`
	Name      string           `json:"name"`
	Tools     []UserBundleTool `json:"tools"`
	CreatedAt time.Time        `json:"createdAt"`
}
type UserBundleSimplified struct {
	BundleID  int    `json:"bundleId"`
	Name      string `json:"name"`
	ToolCount int    `json:"toolCount"`
}
type UserBundleRow struct {
	BundleID  int       `json:"bundleId"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"createdAt"`
}
type UserBundleRequest struct {
	Name  *string  `json:"name,omitempty"`
	Tools []string `json:"tools,omitempty" doc:"tool ids"`
}
type CliAuthModel struct {
	CliAuthID string    `json:"cliAuthId" format:"uuid"`
	JWT       *string   `json:"jwt"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}
type CliAuthInsertModel struct {
	JWT string `json:"jwt" minLength:"1"`
}
type ScheduleListResponse struct {
	Items []Schedule `json:"items"`
}
type ScheduleRequest struct {
	ChatID  *string `json:"chatId,omitempty" nullable:"true" doc:"A chat of yours: 403 without"`
	Cron    string  `json:"cron"`
	Message *string `json:"message,omitempty" nullable:"true"`
	Enabled *bool   `json:"enabled,omitempty"`
}
type ScheduleUpdateRequest struct {
	ChatID  *string `json:"chatId,omitempty"`
	Cron    *string `json:"cron,omitempty"`
	Message *string `json:"message,omitempty" nullable:"true"`
	Enabled *bool   `json:"enabled,omitempty"`
}
type ScheduleSuggestion struct {
	Title string `json:"title"`
	Cron  string `json:"cron"`
}
type ScheduleOnboarding struct {
	HasSchedules bool                 `json:"hasSchedules"`
	Suggestions  []ScheduleSuggestion `json:"suggestions"`
}
type ConvertedCron struct {
	Cron string `json:"cron"`
}
type VipCodeRequest struct {
	Code string `json:"code"`
}
type VipCodeRedemptionCount struct {
	Count int `json:"count" doc:"How many codes the caller has redeemed"`
}
type VipCodeRedeemed struct {
	Code           string    `json:"code"`
	RedeemedAt     time.Time `json:"redeemedAt"`
	CreditsGranted int       `json:"creditsGranted"`
}

// ---- agents

func canSee(u *User, a *AgentModel) bool {
	return a.Visibility == "public" || (u != nil && a.OwnerID == u.UserID)
}

func findAgent(id string) *AgentModel {
	if a := agents[strings.ToLower(id)]; a != nil {
		return a
	}
	for _, a := range agents {
		if a.VanitySlug != nil && *a.VanitySlug == id {
			return a
		}
	}
	return nil
}

func (c *C) readable(param string) *AgentModel {
	a := findAgent(c.s(param))
	if a == nil {
		fail(404, "no such agent")
	}
	if !canSee(c.U, a) {
		fail(403, "this agent is private")
	}
	return a
}

func (c *C) owned(param string) *AgentModel {
	a := findAgent(c.s(param))
	if a == nil {
		fail(404, "no such agent")
	}
	if a.OwnerID != c.U.UserID {
		fail(403, "this agent is another user's")
	}
	return a
}

func (c *C) defaultVisibility() string {
	if c.U.Tier == "sandbox" {
		return "public"
	}
	return "private"
}

func (c *C) sandboxCheck() {
	if c.U.Tier == "sandbox" && c.str("visibility", "") == "private" {
		fail(400, "the sandbox tier can not set private")
	}
}

var slugRe = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func slugTaken(slug string, but *AgentModel) bool {
	for _, a := range agents {
		if a != but && a.VanitySlug != nil && *a.VanitySlug == slug {
			return true
		}
	}
	return false
}

func (c *C) slugCheck(but *AgentModel) {
	if s := c.strp("vanitySlug"); s != nil {
		if !slugRe.MatchString(*s) {
			invalid("body.vanitySlug", "expected lowercase words joined by hyphens")
		}
		if slugTaken(*s, but) {
			invalid("body.vanitySlug", "this slug is taken")
		}
	}
}

func blank(c *C) bool { return strings.TrimSpace(c.str("chatPrompt", "")) == "" }

func clip(s string) string {
	if on("prompt-html-escaped") {
		return html.EscapeString(s)
	}
	return s
}

// merge sets what the body has; null clears what may be null.
func (c *C) merge(a *AgentModel) {
	if s := c.strp("name"); s != nil {
		if !(on("chat-patch-empty-name") && *s == "") {
			a.Name = *s
		}
	}
	if s := c.strp("chatPrompt"); s != nil {
		a.ChatPrompt = clip(*s)
	}
	if s := c.strp("visibility"); s != nil {
		a.Visibility = *s
	}
	if _, ok := c.Body["vanitySlug"]; ok {
		a.VanitySlug = c.strp("vanitySlug")
	}
	if _, ok := c.Body["upsellDescription"]; ok {
		a.UpsellDescription = c.strp("upsellDescription")
	}
	if _, ok := c.Body["priceCents"]; ok {
		a.PriceCents = c.intp("priceCents")
	}
	a.UpdatedAt = now()
}

func (c *C) createAgent() *AgentModel {
	c.slugCheck(nil)
	t := now()
	a := &AgentModel{AgentID: newUUID(), OwnerID: c.U.UserID, Name: "Untitled", Visibility: c.defaultVisibility(), CreatedAt: t}
	c.merge(a)
	a.CreatedAt, a.UpdatedAt = t, t
	agents[a.AgentID] = a
	return a
}

func postAgent(c *C) any {
	id := c.strp("agentId")
	if c.Op.ID == "createChat" {
		id = nil
	}
	if blank(c) && !(c.Op.ID == "createChat" && on("chat-create-no-prompt")) {
		fail(400, "the chat prompt is missing")
	}
	c.sandboxCheck()
	if id != nil && !on("agent-upsert-creates") {
		a := findAgent(*id)
		if a == nil {
			fail(404, "no such agent")
		}
		if a.OwnerID != c.U.UserID {
			fail(403, "this agent is another user's")
		}
		c.slugCheck(a)
		c.merge(a)
		return a
	}
	return c.createAgent()
}

func listAgents(c *C) any {
	out := []*AgentModel{}
	for _, a := range agents {
		if a.OwnerID == c.U.UserID {
			out = append(out, a)
		}
	}
	if c.Op.ID == "listAgents" && on("deleted-agent-listed") {
		for _, a := range deletedAgents {
			if a.OwnerID == c.U.UserID {
				out = append(out, a)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].CreatedAt.After(out[j].CreatedAt) })
	return out
}

var deletedAgents []*AgentModel

func getAgent(c *C) any {
	p := "agent_id"
	if c.Op.ID == "getChat" {
		p = "chat_id"
	}
	return c.readable(p)
}

func putChat(c *C) any {
	a := c.owned("chat_id")
	if blank(c) {
		fail(400, "the chat prompt is missing")
	}
	c.sandboxCheck()
	c.slugCheck(a)
	a.Name, a.Visibility, a.VanitySlug, a.UpsellDescription, a.PriceCents = "Untitled", c.defaultVisibility(), nil, nil, nil
	c.merge(a)
	return a
}

func patchChat(c *C) any {
	a := c.owned("chat_id")
	if c.has("chatPrompt") && blank(c) {
		fail(400, "the chat prompt is missing")
	}
	if on("chat-patch-refused-saved") && c.U.Tier == "sandbox" && c.str("visibility", "") == "private" {
		c.merge(a)
	}
	c.sandboxCheck()
	c.slugCheck(a)
	c.merge(a)
	return a
}

func deleteChat(c *C) any {
	a := c.owned("chat_id")
	delete(agents, a.AgentID)
	deletedAgents = append(deletedAgents, a)
	delete(files, a.AgentID)
	delete(themes, a.AgentID)
	for k, s := range schedules {
		if s.ChatID == a.AgentID {
			delete(schedules, k)
		}
	}
	for k, s := range subs {
		if s.AgentID == a.AgentID {
			delete(subs, k)
		}
	}
	return a
}

func cloneChat(c *C) any {
	a := findAgent(c.s("chat_id"))
	if a == nil {
		fail(404, "no such chat")
	}
	if a.Visibility != "public" {
		fail(403, "the chat is not public")
	}
	if c.has("chatPrompt") && blank(c) {
		fail(400, "the chat prompt is missing")
	}
	c.sandboxCheck()
	c.slugCheck(nil)
	t := now()
	n := *a
	n.AgentID, n.OwnerID, n.VanitySlug, n.PriceCents, n.FeedbackCount = newUUID(), c.U.UserID, nil, nil, 0
	if on("chat-clone-changes-source") && len(c.Body) > 0 {
		c.merge(a)
	}
	c.merge(&n)
	n.CreatedAt, n.UpdatedAt = t, t
	agents[n.AgentID] = &n
	return &n
}

func feedback(c *C) any {
	a := findAgent(c.s("chat_id"))
	if a == nil || !canSee(c.U, a) {
		fail(404, "no such chat")
	}
	a.FeedbackCount++
	return a
}

func og(c *C) any {
	a := findAgent(c.s("chat_id"))
	if a == nil {
		fail(404, "no such chat")
	}
	if a.Visibility != "public" && !canSee(c.U, a) && !on("og-of-private") {
		fail(403, "this chat is private")
	}
	d := a.ChatPrompt
	if a.UpsellDescription != nil {
		d = *a.UpsellDescription
	}
	return SocialPreview{a.Name, d, "https://garnet.example/chats/" + a.AgentID}
}

func chatRun(c *C) any {
	a := findAgent(c.s("chat_id"))
	if a == nil {
		fail(404, "no such chat")
	}
	if !canSee(c.U, a) {
		fail(403, "this chat is private")
	}
	r := newRun(a.AgentID, c.U.UserID, "chat")
	return r.Logs[0]
}

func upsell(c *C) any {
	a := findAgent(c.s("agent_id"))
	if a == nil || a.OwnerID != c.U.UserID {
		fail(404, "no such agent")
	}
	s := fmt.Sprintf("%s is there whenever you need it. Subscribe today.", a.Name)
	n := *a
	n.UpsellDescription = &s
	if on("upsell-not-stored") {
		return n
	}
	a.UpsellDescription = &s
	a.UpdatedAt = now()
	return a
}

func makeSlug(c *C) any {
	base := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(c.str("name", "")), "-"), "-")
	if base == "" {
		base = "agent"
	}
	s := base
	for i := 2; slugTaken(s, nil) && !on("slug-generated-taken"); i++ {
		s = fmt.Sprintf("%s-%d", base, i)
	}
	return SlugResponse{s}
}

func slugFree(c *C) any {
	s := c.s("slug")
	free := slugRe.MatchString(s)
	for _, a := range agents {
		if a.VanitySlug != nil && *a.VanitySlug == s {
			free = false
		}
	}
	return SlugAvailability{s, free}
}

var vibe = []VibeService{{"bolt", "Bolt"}, {"lovable", "Lovable"}, {"v0", "v0"}}

func vibePrompt(c *C) any {
	a := c.readable("agent_id")
	s := c.s("service_name")
	return VibeCoderPromptResponse{s, fmt.Sprintf("Build a chat page for the worker %q (%s) with %s.", a.Name, a.AgentID, s), "https://" + s + ".example/new"}
}

var colorRe = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

func getTheme(c *C) any {
	a := c.owned("agent_id")
	if t := themes[a.AgentID]; t != nil {
		return t
	}
	return nil
}

func putTheme(c *C) any {
	a := c.owned("agent_id")
	col := c.str("themeColor", "")
	ok := colorRe.MatchString(col)
	if !ok {
		if on("theme-refused-clears") {
			delete(themes, a.AgentID)
		}
		fail(400, "the theme color must look like #1A2B3C")
	}
	themes[a.AgentID] = &AgentThemePreferenceResponse{a.AgentID, col, now()}
	return themes[a.AgentID]
}

const maxFiles = 10

func fileList(id string) AgentFileListResponse {
	out := []AgentFileResponse{}
	for _, x := range files[id] {
		out = append(out, *x)
	}
	if !on("files-by-creation") {
		sort.SliceStable(out, func(i, j int) bool { return out[i].Position < out[j].Position })
	}
	return AgentFileListResponse{out}
}

func postFile(c *C) any {
	a := c.owned("agent_id")
	name := c.str("fileName", "")
	if strings.TrimSpace(name) == "" {
		fail(400, "the file name is blank")
	}
	n := len(files[a.AgentID])
	if n >= maxFiles {
		fail(400, "an agent has at most %d files", maxFiles)
	}
	pos := 0
	for _, x := range files[a.AgentID] {
		pos = max(pos, x.Position+1)
	}
	if p := c.intp("position"); p != nil {
		pos = *p
	}
	t := now()
	x := &AgentFileResponse{newUUID(), a.AgentID, name, c.str("fileType", "application/octet-stream"), c.strp("url"), pos, t, t}
	files[a.AgentID] = append(files[a.AgentID], x)
	return x
}

func (c *C) file() (*AgentModel, *AgentFileResponse) {
	a := c.owned("agent_id")
	for _, x := range files[a.AgentID] {
		if x.FileID == c.s("file_id") {
			return a, x
		}
	}
	if on("file-of-other-agent") && c.Op.ID == "getFile" {
		for _, l := range files {
			for _, x := range l {
				if x.FileID == c.s("file_id") {
					return a, x
				}
			}
		}
	}
	fail(404, "no such file")
	return nil, nil
}

func getFile(c *C) any { _, x := c.file(); return x }

func patchFile(c *C) any {
	_, x := c.file()
	x.FileName = c.str("fileName", x.FileName)
	if _, ok := c.Body["fileType"]; ok {
		x.FileType = c.str("fileType", "application/octet-stream")
	}
	if _, ok := c.Body["url"]; ok {
		x.URL = c.strp("url")
	}
	if p := c.intp("position"); p != nil {
		x.Position = *p
	} else if on("file-patch-resets-position") {
		x.Position = 0
	}
	x.UpdatedAt = now()
	return x
}

func deleteFile(c *C) any {
	a, x := c.file()
	keep := []*AgentFileResponse{}
	for _, y := range files[a.AgentID] {
		if y != x {
			keep = append(keep, y)
		}
	}
	files[a.AgentID] = keep
	if on("file-delete-200") {
		c.Status = 200
		return x
	}
	return nil
}

func putPositions(c *C) any {
	a := c.owned("agent_id")
	var req AgentFileBatchPositionRequest
	json.Unmarshal(c.Raw, &req)
	todo := map[*AgentFileResponse]int{}
	for _, p := range req.Positions {
		var x *AgentFileResponse
		for _, y := range files[a.AgentID] {
			if strings.EqualFold(y.FileID, p.FileID) {
				x = y
			}
		}
		if x == nil {
			fail(404, "no such file: %s", p.FileID)
		}
		if _, dup := todo[x]; dup {
			invalid("body.positions", "a file is named twice")
		}
		todo[x] = p.Position
		if on("positions-partly-saved") {
			x.Position = p.Position
		}
	}
	for x, p := range todo {
		x.Position = p
		x.UpdatedAt = now()
	}
	return fileList(a.AgentID)
}

// ---- runs and logs

func (r *Run) view() AgentRunView {
	st := "idle"
	if r.job() {
		st = "job_running"
	}
	return AgentRunView{r.ID, r.AgentID, r.Source, st, len(r.Messages), r.CreatedAt}
}

func listRuns(c *C) any {
	limit := c.i("limit")
	if on("runs-default-20") && !c.R.URL.Query().Has("limit") {
		limit = 20
	}
	var own []*Run
	cur, paged := c.P["next_cursor"].(time.Time)
	for _, r := range runs {
		if r.UserID == c.U.UserID && (!paged || r.CreatedAt.Before(cur)) {
			own = append(own, r)
		}
	}
	sort.Slice(own, func(i, j int) bool { return own[i].CreatedAt.After(own[j].CreatedAt) })
	out := AgentRunViewListResponse{Items: []AgentRunView{}}
	for i, r := range own {
		if i == limit {
			t := own[i-1].CreatedAt
			if on("runs-cursor-skips") {
				t = r.CreatedAt
			}
			out.NextToken = &t
			break
		}
		out.Items = append(out.Items, r.view())
	}
	return out
}

func (c *C) run() *Run {
	r := runs[c.s("run_id")]
	if r == nil || (r.UserID != c.U.UserID && !(c.Op.ID == "listRunLogs" && on("run-logs-of-others"))) {
		fail(404, "no such run")
	}
	return r
}

func listExecutions(c *C) any {
	var own []*ToolExecutionLog
	cur, paged := c.P["next_cursor"].(time.Time)
	for i := len(executions) - 1; i >= 0; i-- {
		x := executions[i]
		if x.owner != c.U.UserID && !on("executions-of-all") {
			continue
		}
		if !paged || x.CreatedAt.Before(cur) {
			own = append(own, x)
		}
	}
	out := ToolExecutionLogsResponse{Items: []*ToolExecutionLog{}}
	for i, x := range own {
		if i == c.i("limit") {
			out.NextToken = &own[i-1].CreatedAt
			break
		}
		out.Items = append(out.Items, x)
	}
	return out
}

func getExecution(c *C) any {
	for _, x := range executions {
		if x.LogID == c.i("log_id") && x.owner == c.U.UserID {
			return x
		}
	}
	fail(404, "no such execution")
	return nil
}

// ---- subscriptions

func subscribe(c *C) any {
	a := findAgent(c.s("agent_id"))
	if a == nil || !canSee(c.U, a) {
		fail(404, "no such agent")
	}
	if a.OwnerID == c.U.UserID && !on("subscribe-own") {
		fail(400, "this agent is your own")
	}
	if a.PriceCents == nil || *a.PriceCents == 0 {
		fail(400, "this agent is not paid")
	}
	if s := subs[c.U.UserID+"|"+a.AgentID]; s != nil && s.Status == "active" {
		fail(402, "already subscribed")
	}
	id := "cs_" + newULID()
	return AgentSubscribeResponse{a.AgentID, id, "https://pay.garnet.example/checkout/" + id}
}

func unsubscribe(c *C) any {
	a := findAgent(c.s("agent_id"))
	if a == nil || !canSee(c.U, a) {
		fail(404, "no such agent")
	}
	s := subs[c.U.UserID+"|"+a.AgentID]
	if s == nil || (s.Status != "active" && !on("unsubscribe-twice")) {
		fail(400, "no active subscription to cancel")
	}
	s.Status = "canceled"
	return AgentSubscriptionResponse{s.AgentID, s.Status, s.CreatedAt}
}

func listSubs(c *C) any {
	out := AgentSubscriptionListResponse{[]AgentSubscriptionResponse{}}
	for _, k := range sortedKeys(subs) {
		s := subs[k]
		if s.UserID == c.U.UserID && (s.Status == "active" || on("canceled-subscription-listed")) {
			out.Items = append(out.Items, AgentSubscriptionResponse{s.AgentID, "active", s.CreatedAt})
		}
	}
	return out
}

func getSub(c *C) any {
	s := subs[c.U.UserID+"|"+strings.ToLower(c.s("agent_id"))]
	if s == nil || s.Status != "active" {
		fail(404, "no subscription to this agent")
	}
	return AgentSubscriptionResponse{s.AgentID, s.Status, s.CreatedAt}
}

// ---- studio chats

func (c *C) studio(write bool) *AgentStudioChat {
	s := studio[c.s("run_id")]
	if s == nil || s.DeletedAt != nil {
		fail(404, "no such studio chat")
	}
	mine := c.U != nil && c.U.UserID == s.OwnerID
	if write && !mine {
		fail(403, "this chat is another user's")
	}
	if !write && s.Visibility == "private" && !mine && !(c.U == nil && on("studio-private-anonymous")) {
		fail(403, "this chat is private")
	}
	return s
}

func listStudio(c *C) any {
	out := []*AgentStudioChat{}
	for _, s := range studio {
		if s.DeletedAt == nil && s.OwnerID == c.U.UserID {
			out = append(out, s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].CreatedAt.After(out[j].CreatedAt) })
	return out
}

func postStudio(c *C) any {
	c.sandboxCheck()
	id := c.str("runId", newULID())
	if s := studio[id]; s != nil {
		if s.OwnerID != c.U.UserID || s.DeletedAt != nil {
			fail(409, "a chat with this run id exists")
		}
		return s
	}
	t := now()
	s := &AgentStudioChat{id, c.U.UserID, c.str("title", ""), c.str("visibility", c.defaultVisibility()), t, t, nil}
	studio[id] = s
	return s
}

func putStudio(c *C) any {
	s := c.studio(true)
	c.sandboxCheck()
	def := ""
	s.Title, s.Visibility, s.UpdatedAt = c.str("title", def), c.str("visibility", c.defaultVisibility()), now()
	return s
}

func patchStudio(c *C) any {
	s := c.studio(true)
	if !on("studio-sandbox-patch-private") {
		c.sandboxCheck()
	}
	if _, ok := c.Body["title"]; ok {
		s.Title = c.str("title", "")
	}
	s.Visibility, s.UpdatedAt = c.str("visibility", s.Visibility), now()
	return s
}

func deleteStudio(c *C) any {
	s := c.studio(true)
	s.DeletedAt = ptr(now())
	return s
}

func cloneStudio(c *C) any {
	s := studio[c.s("run_id")]
	if s == nil || s.DeletedAt != nil {
		fail(404, "no such studio chat")
	}
	if s.Visibility == "private" && !(s.OwnerID == c.U.UserID && on("studio-clone-own-private")) {
		fail(400, "private chats can not be cloned")
	}
	t := now()
	n := &AgentStudioChat{newULID(), c.U.UserID, s.Title, s.Visibility, t, t, nil}
	studio[n.RunID] = n
	return n
}

// ---- keys, billing, credits, payments

func (k *ApiKey) hidden() ApiKeyHidden {
	return ApiKeyHidden{k.ApiKeyID, k.Name, k.IsDefault, k.CreatedAt}
}

func (c *C) keys() (out []*ApiKey) {
	for _, k := range apiKeys {
		if k.owner == c.U.UserID {
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ApiKeyID < out[j].ApiKeyID })
	return
}

func addKey(owner, name string, def bool) *ApiKey {
	lastKeyID++
	k := &ApiKey{lastKeyID, name, "gk_live_" + strings.ReplaceAll(uuid.NewString(), "-", ""), def, now(), owner}
	apiKeys[lastKeyID] = k
	return k
}

func defaultKey(c *C) any {
	for _, k := range c.keys() {
		if k.IsDefault {
			return k
		}
	}
	return addKey(c.U.UserID, "default", true)
}

func listKeys(c *C) any {
	if on("key-list-shows-key") {
		return c.keys()
	}
	out := []ApiKeyHidden{}
	for _, k := range c.keys() {
		out = append(out, k.hidden())
	}
	return out
}

func (c *C) key() *ApiKey {
	k := apiKeys[c.i("api_key_id")]
	if k == nil || (k.owner != c.U.UserID && !(c.Op.ID == "deleteKey" && on("key-delete-of-others"))) {
		fail(404, "no such API key")
	}
	return k
}

func useCredit(c *C) any {
	n, ok := credits[c.U.UserID]
	if !ok || n < 1 {
		fail(404, "credits not found")
	}
	if on("credits-use-race") {
		race()
	}
	credits[c.U.UserID] = n - 1
	return AgentExecutionCredits{n - 1}
}

type PaymentEvent struct {
	ID   string         `json:"id"`
	Type string         `json:"type"`
	Data map[string]any `json:"data" required:"false"`
}

func webhook(c *C) any {
	sig := c.R.Header.Get("X-Payment-Signature")
	if sig == "" && !on("webhook-unsigned") {
		fail(400, "the signature is missing")
	}
	if sig != "" && !hmac.Equal([]byte(sig), []byte(sign(c.Raw))) {
		fail(400, "the signature is wrong")
	}
	var e PaymentEvent
	if json.Unmarshal(c.Raw, &e) != nil || e.ID == "" || e.Type == "" {
		fail(400, "this is not an event")
	}
	if !seenEvents[e.ID] && e.Type == "checkout.session.completed" {
		u, _ := e.Data["userId"].(string)
		a, _ := e.Data["agentId"].(string)
		if users[u] != nil && agents[a] != nil {
			subs[u+"|"+a] = &Subscription{a, u, "active", now()}
			sales = append(sales, Sale{agents[a].OwnerID, time.Now().UTC().Format("2006-01-02"), *agents[a].PriceCents})
		}
	}
	seenEvents[e.ID] = true
	return PaymentWebhookResponseSuccess{true}
}

func monetization(c *C) any {
	period := c.i("period")
	if !c.R.URL.Query().Has("period") && c.Op.ID == "monetizationSubscribers" && on("subscribers-default-30") {
		period = 30
	}
	var days []string
	at := map[string]int{}
	today := time.Now().UTC()
	for d := period - 1; d >= 0; d-- {
		s := today.AddDate(0, 0, -d).Format("2006-01-02")
		at[s] = len(days)
		days = append(days, s)
	}
	sub, earn := make([]int, period), make([]int, period)
	ts, te := 0, 0
	for _, s := range sales {
		if i, ok := at[s.Date]; ok && s.Owner == c.U.UserID {
			sub[i]++
			earn[i] += s.Cents
			ts++
			te += s.Cents
		}
	}
	switch c.Op.ID {
	case "monetizationSummary":
		return MonetizationSummary{period, ts, te}
	case "monetizationSubscribers":
		out := MonetizationSubscribersResponse{period, []DailySubscribers{}, ts}
		for i, d := range days {
			out.Items = append(out.Items, DailySubscribers{d, sub[i]})
		}
		return out
	}
	out := MonetizationEarningsResponse{period, []DailyEarnings{}, te}
	for i, d := range days {
		if on("earnings-day-missing") && i == period-1 {
			break
		}
		out.Items = append(out.Items, DailyEarnings{d, earn[i]})
	}
	return out
}

// ---- bundles

func (b *Bundle) full() UserBundle {
	return UserBundle{b.ID, b.Name, append([]UserBundleTool{}, b.Tools...), b.CreatedAt}
}

func (c *C) bundle() *Bundle {
	b := bundles[c.i("bundle_id")]
	if b == nil || b.Owner != c.U.UserID {
		if c.Op.ID == "putBundle" {
			fail(409, "update failed: no such bundle")
		}
		fail(404, "no such bundle")
	}
	return b
}

func listBundles(c *C) any {
	out := []UserBundleSimplified{}
	for _, b := range bundles {
		if b.Owner == c.U.UserID {
			out = append(out, UserBundleSimplified{b.ID, b.Name, len(b.Tools)})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].BundleID < out[j].BundleID })
	return out
}

func postBundle(c *C) any {
	lastBundle++
	b := &Bundle{lastBundle, c.U.UserID, fmt.Sprintf("Bundle %d", lastBundle), nil, now()}
	bundles[b.ID] = b
	return b.full()
}

func putBundle(c *C) any {
	b := c.bundle()
	if on("bundle-put-refused-saved") {
		b.Name = c.str("name", b.Name)
	}
	if l, ok := c.Body["tools"].([]any); ok {
		var ts []UserBundleTool
		seen := map[string]bool{}
		for _, x := range l {
			id := x.(string)
			if toolByName(id) == nil {
				fail(409, "update failed: no tool %s", id)
			}
			if !seen[id] {
				seen[id] = true
				ts = append(ts, UserBundleTool{id, now()})
			}
		}
		b.Tools = ts
	}
	b.Name = c.str("name", b.Name)
	return b.full()
}

func deleteBundle(c *C) any {
	b := bundles[c.i("bundle_id")]
	b = c.bundle()
	delete(bundles, b.ID)
	return UserBundleRow{b.ID, b.Name, b.CreatedAt}
}

func postBundleTool(c *C) any {
	b := c.bundle()
	id := c.str("toolId", "")
	if toolByName(id) == nil {
		fail(404, "no such tool")
	}
	for _, t := range b.Tools {
		if t.ToolID == id {
			return t
		}
	}
	t := UserBundleTool{id, now()}
	b.Tools = append(b.Tools, t)
	return t
}

func deleteBundleTool(c *C) any {
	b := c.bundle()
	var gone *UserBundleTool
	keep := []UserBundleTool{}
	for _, t := range b.Tools {
		if t.ToolID == c.s("tool_id") {
			gone = ptr(t)
		} else {
			keep = append(keep, t)
		}
	}
	if gone == nil {
		fail(404, "this tool is not in the bundle")
	}
	if on("bundle-tool-delete-all") {
		keep = nil
	}
	b.Tools = keep
	return gone
}

// ---- CLI auth

const cliTTL = 10 * time.Minute

func (s *CliSession) model() CliAuthModel {
	return CliAuthModel{s.ID, s.JWT, s.CreatedAt, s.CreatedAt.Add(cliTTL)}
}

func cliSession(id string) *CliSession {
	s := cli[id]
	if s == nil || time.Since(s.CreatedAt) > cliTTL {
		fail(404, "no such session")
	}
	return s
}

func postCli(c *C) any {
	s := &CliSession{ID: newUUID(), CreatedAt: now()}
	cli[s.ID] = s
	return s.model()
}

func putCli(c *C) any {
	s := cliSession(c.s("cli_auth_id"))
	tok := c.str("jwt", "")
	if (s.UserID != "" && s.UserID != c.U.UserID) || s.Consumed {
		fail(403, "the session is not yours to update")
	}
	if u := userOfJWT(tok); u != nil && u != c.U {
		fail(403, "this JWT is another user's")
	}
	s.JWT, s.UserID = &tok, c.U.UserID
	return s.model()
}

func getCli(c *C) any {
	s := cliSession(c.s("auth_id"))
	if s.JWT == nil {
		return nil
	}
	tok := *s.JWT
	if on("cli-read-race") {
		race()
	}
	s.JWT, s.Consumed = nil, true
	return tok
}

// ---- schedules

var cronParser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

func parseCron(s string) cron.Schedule {
	if strings.HasPrefix(s, "TZ=") || strings.HasPrefix(s, "CRON_TZ=") {
		return nil
	}
	sc, err := cronParser.Parse(s)
	if err != nil {
		return nil
	}
	return sc
}

func (s *Schedule) plan() {
	s.NextRunAt = nil
	if sc := parseCron(s.Cron); sc != nil && s.Enabled {
		if t := sc.Next(time.Now().UTC()); !t.IsZero() {
			s.NextRunAt = &t
		}
	}
}

func (c *C) scheduleChat(id string) string {
	a := agents[strings.ToLower(id)]
	if a == nil || (a.OwnerID != c.U.UserID && !(a.Visibility == "public" && c.Op.ID == "createSchedule" && on("schedule-foreign-chat"))) {
		fail(403, "the chat is invalid, missing or not yours")
	}
	return a.AgentID
}

func postSchedule(c *C) any {
	id := c.scheduleChat(c.str("chatId", ""))
	if parseCron(c.str("cron", "")) == nil {
		invalid("body.cron", "not a cron expression")
	}
	t := now()
	s := &Schedule{newUUID(), id, c.str("cron", ""), c.str("message", ""), true, nil, t, t, c.U.UserID}
	if v, ok := c.Body["enabled"].(bool); ok {
		s.Enabled = v
	}
	s.plan()
	schedules[s.ScheduleID] = s
	return s
}

func (c *C) schedule() *Schedule {
	s := schedules[c.s("schedule_id")]
	if s == nil || s.owner != c.U.UserID {
		fail(404, "no such schedule")
	}
	return s
}

func putSchedule(c *C) any {
	s := c.schedule()
	n := *s
	if c.has("chatId") {
		n.ChatID = c.scheduleChat(c.str("chatId", ""))
	}
	if c.has("cron") {
		if parseCron(c.str("cron", "")) == nil {
			invalid("body.cron", "not a cron expression")
		}
		n.Cron = c.str("cron", "")
	}
	if _, ok := c.Body["message"]; ok {
		n.Message = c.str("message", "")
	}
	if v, ok := c.Body["enabled"].(bool); ok {
		n.Enabled = v
	}
	n.UpdatedAt = now()
	n.plan()
	if !on("schedule-put-not-stored") {
		*s = n
	}
	return &n
}

func deleteSchedule(c *C) any {
	s := c.schedule()
	delete(schedules, s.ScheduleID)
	return s
}

func listSchedules(c *C) any {
	out := ScheduleListResponse{[]Schedule{}}
	for _, s := range schedules {
		if s.owner == c.U.UserID {
			out.Items = append(out.Items, *s)
		}
	}
	sort.Slice(out.Items, func(i, j int) bool { return out.Items[i].CreatedAt.After(out.Items[j].CreatedAt) })
	return out
}

var everyRe = regexp.MustCompile(`^every (\d+) minutes$`)
var dayRe = regexp.MustCompile(`^every (day|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$`)

func textToCron(c *C) any {
	raw := c.s("cron")
	s := strings.Join(strings.Fields(raw), " ")
	if parseCron(s) != nil {
		return ConvertedCron{s}
	}
	low := strings.ToLower(s)
	out := map[string]string{"every minute": "* * * * *", "every hour": "0 * * * *", "hourly": "0 * * * *", "daily": "0 0 * * *", "weekly": "0 0 * * 0", "monthly": "0 0 1 * *"}[low]
	if m := everyRe.FindStringSubmatch(low); m != nil {
		out = "*/" + m[1] + " * * * *"
	}
	if m := dayRe.FindStringSubmatch(low); m != nil {
		h, mi := 0, 0
		fmt.Sscan(m[2], &h)
		fmt.Sscan(m[3], &mi)
		if m[4] == "pm" && h < 12 {
			h += 12
		} else if m[4] == "am" && h == 12 {
			h = 0
		}
		dow := map[string]string{"day": "*", "sunday": "0", "monday": "1", "tuesday": "2", "wednesday": "3", "thursday": "4", "friday": "5", "saturday": "6"}[m[1]]
		out = fmt.Sprintf("%d %d * * %s", mi, h, dow)
	}
	if out == "" || parseCron(out) == nil {
		fail(400, "invalid cron expression")
	}
	return ConvertedCron{out}
}

func scheduler() {
	for range time.Tick(time.Second) {
		mu.Lock()
		for _, s := range schedules {
			if s.Enabled && s.NextRunAt != nil && !time.Now().Before(*s.NextRunAt) {
				if agents[s.ChatID] != nil {
					r := newRun(s.ChatID, s.owner, "schedule")
					r.Messages = append(r.Messages, Message{"user", s.Message})
					_, text := answer(r, agents[s.ChatID], s.Message)
					r.Messages = append(r.Messages, Message{"assistant", text})
				}
				s.plan()
			}
		}
		mu.Unlock()
	}
}

// ---- VIP

func postVip(c *C) any {
	code := c.str("code", "")
	owner, ok := vipOwner[code]
	if !ok {
		fail(400, "invalid code")
	}
	if owner == c.U.UserID {
		fail(400, "this code is your own")
	}
	for _, r := range redeemed[c.U.UserID] {
		if r.Code == code {
			if on("vip-refused-counts") {
				redeemed[c.U.UserID] = append(redeemed[c.U.UserID], r)
			}
			fail(400, "already redeemed")
		}
	}
	if on("vip-race") {
		race()
	}
	r := Redemption{code, now()}
	credits[c.U.UserID] += 100
	redeemed[c.U.UserID] = append(redeemed[c.U.UserID], r)
	return VipCodeRedeemed{code, r.At, 100}
}

// ---- all

func registerUser() {
	str := func(n string) P { return P{Name: n, In: "path", Type: "string", Req: true} }
	uid := func(n string) P { return P{Name: n, In: "path", Type: "uuid", Req: true} }
	num := func(n string) P { return P{Name: n, In: "path", Type: "integer", Req: true} }
	cursor := P{Name: "next_cursor", In: "query", Type: "date-time", Null: true}
	limit := P{Name: "limit", In: "query", Type: "integer", Def: 30, Min: f(1)}
	period := P{Name: "period", In: "query", Type: "integer", Def: 28, Min: f(1), Max: f(365)}
	any_ := func(v any) func(*C) any { return func(*C) any { return v } }
	ps := func(p ...P) []P { return p }
	raw := &huma.Schema{Type: "string", Nullable: true}

	r := func(id, method, path, doc string, out any, h func(*C) any, params []P, errs ...int) *Op {
		register(Op{ID: id, Method: method, Path: path, Doc: doc, Tag: strings.Split(path, "/")[2], Out: out, H: h, Params: params, Errs: errs})
		return ops[len(ops)-1]
	}
	r("listAgentRuns", "GET", "/me/agent-runs", "Runs of the caller, newest first", AgentRunViewListResponse{}, listRuns, ps(cursor, limit), 500)
	r("getAgentRun", "GET", "/me/agent-runs/{run_id}", "A run", AgentRunView{}, func(c *C) any { return c.run().view() }, ps(uid("run_id")), 404, 500)
	r("listRunMcpLogs", "GET", "/me/agent-runs/{run_id}/mcp-server-logs", "MCP server calls of a run", []McpServerLog{}, func(c *C) any { return append([]McpServerLog{}, c.run().Mcp...) }, ps(uid("run_id")), 404, 500)
	r("listRunLogs", "GET", "/me/agent-runs/{run_id}/logs", "Log of a run", []AgentRunLog{}, func(c *C) any { return append([]AgentRunLog{}, c.run().Logs...) }, ps(uid("run_id")), 404, 500)
	r("listExecutions", "GET", "/me/executions", "Tool executions of the caller, newest first", ToolExecutionLogsResponse{}, listExecutions, ps(cursor, limit), 500)
	r("getExecution", "GET", "/me/executions/{log_id}", "A tool execution", ToolExecutionLog{}, getExecution, ps(num("log_id")), 404, 500)

	r("subscribe", "POST", "/me/agents/{agent_id}/subscribe", "Open a checkout session", AgentSubscribeResponse{}, subscribe, ps(str("agent_id")), 400, 402, 404).Body = AgentSubscribeRequest{}
	r("unsubscribe", "POST", "/me/agents/{agent_id}/unsubscribe", "End a subscription", AgentSubscriptionResponse{}, unsubscribe, ps(str("agent_id")), 400, 404)
	r("listSubscriptions", "GET", "/me/subscriptions", "Active subscriptions", AgentSubscriptionListResponse{}, listSubs, nil)
	r("getSubscription", "GET", "/me/subscriptions/{agent_id}", "An active subscription", AgentSubscriptionResponse{}, getSub, ps(str("agent_id")), 404)

	r("listStudioChats", "GET", "/me/agent-studio-chats", "Studio chats of the caller", []AgentStudioChat{}, listStudio, nil)
	r("createStudioChat", "POST", "/me/agent-studio-chats", "Create a studio chat", AgentStudioChat{}, postStudio, nil, 400, 409).Body = AgentStudioChatCreate{}
	r("getStudioChat", "GET", "/me/agent-studio-chats/{run_id}", "A studio chat", AgentStudioChat{}, func(c *C) any { return c.studio(false) }, ps(str("run_id")), 403, 404).NoAuth = true
	r("putStudioChat", "PUT", "/me/agent-studio-chats/{run_id}", "Replace a studio chat", AgentStudioChat{}, putStudio, ps(str("run_id")), 400, 403, 404).Body = AgentStudioChatCreate{}
	r("patchStudioChat", "PATCH", "/me/agent-studio-chats/{run_id}", "Change a studio chat", AgentStudioChat{}, patchStudio, ps(str("run_id")), 400, 403, 404).Body = AgentStudioChatUpdate{}
	r("deleteStudioChat", "DELETE", "/me/agent-studio-chats/{run_id}", "Delete a studio chat softly", AgentStudioChat{}, deleteStudio, ps(str("run_id")), 400, 403, 404)
	r("cloneStudioChat", "POST", "/me/agent-studio-chats/{run_id}/clone", "Clone a public studio chat", AgentStudioChat{}, cloneStudio, ps(str("run_id")), 400, 404).OK = 201

	r("listAgents", "GET", "/me/agents", "Agents of the caller", []AgentModel{}, listAgents, nil)
	r("upsertAgent", "POST", "/me/agents", "Create or update an agent", AgentModel{}, postAgent, nil, 400, 403, 404).Body = AgentRequest{}
	r("getAgent", "GET", "/me/agents/{agent_id}", "An agent", AgentModel{}, getAgent, ps(str("agent_id")), 403, 404).NoAuth = true
	r("upsellAgent", "POST", "/me/agents/{agent_id}/upsell-description", "Generate the upsell description", AgentModel{}, upsell, ps(str("agent_id")), 404, 500)
	o := r("makeSlug", "POST", "/me/agents/vanity/slug", "Generate a free slug", SlugResponse{}, makeSlug, nil, 500)
	o.NoAuth, o.Body = true, SlugRequest{}
	r("slugAvailability", "GET", "/me/agents/vanity/slug", "Whether a slug is free", SlugAvailability{}, slugFree, ps(P{Name: "slug", In: "query", Type: "string", Req: true}))
	r("getVibePrompt", "GET", "/me/agents/{agent_id}/vibe", "A prompt for a code generation service", VibeCoderPromptResponse{}, vibePrompt, ps(str("agent_id"), P{Name: "service_name", In: "query", Type: "string", Req: true, Enum: []string{"bolt", "lovable", "v0"}}), 403, 404)
	r("listVibeServices", "GET", "/me/vibe/services", "The code generation services", VibeCoderListResponse{}, any_(VibeCoderListResponse{vibe}), nil).NoAuth = true
	r("getTheme", "GET", "/me/agents/{agent_id}/customizations/theme", "The theme, or null", AgentThemePreferenceResponse{}, getTheme, ps(uid("agent_id")), 403, 404).OutNull = true
	r("putTheme", "PUT", "/me/agents/{agent_id}/customizations/theme", "Set the theme", AgentThemePreferenceResponse{}, putTheme, ps(uid("agent_id")), 400, 403, 404).Body = AgentThemePreferenceUpsertRequest{}
	r("listFiles", "GET", "/me/agents/{agent_id}/files", "Files by position", AgentFileListResponse{}, func(c *C) any { return fileList(c.owned("agent_id").AgentID) }, ps(uid("agent_id")), 403, 404)
	o = r("createFile", "POST", "/me/agents/{agent_id}/files", "Add a file", AgentFileResponse{}, postFile, ps(uid("agent_id")), 400, 403, 404)
	o.OK, o.Body = 201, AgentFileCreateRequest{}
	r("getFile", "GET", "/me/agents/{agent_id}/files/{file_id}", "A file", AgentFileResponse{}, getFile, ps(uid("agent_id"), uid("file_id")), 403, 404)
	r("patchFile", "PATCH", "/me/agents/{agent_id}/files/{file_id}", "Change a file", AgentFileResponse{}, patchFile, ps(uid("agent_id"), uid("file_id")), 403, 404).Body = AgentFileUpdateRequest{}
	r("deleteFile", "DELETE", "/me/agents/{agent_id}/files/{file_id}", "Remove a file", nil, deleteFile, ps(uid("agent_id"), uid("file_id")), 403, 404).OK = 204
	r("putPositions", "PUT", "/me/agents/{agent_id}/files/positions", "Order the files", AgentFileListResponse{}, putPositions, ps(uid("agent_id")), 403, 404).Body = AgentFileBatchPositionRequest{}

	r("listChats", "GET", "/me/chats", "Chats of the caller", []AgentModel{}, listAgents, nil)
	o = r("createChat", "POST", "/me/chats", "Create a chat", AgentModel{}, postAgent, nil, 400)
	o.Body, o.Deprecated = AgentRequest{}, true
	r("getChat", "GET", "/me/chats/{chat_id}", "A chat", AgentModel{}, getAgent, ps(str("chat_id")), 403, 404).NoAuth = true
	r("putChat", "PUT", "/me/chats/{chat_id}", "Replace a chat", AgentModel{}, putChat, ps(str("chat_id")), 400, 403, 404).Body = AgentRequest{}
	r("patchChat", "PATCH", "/me/chats/{chat_id}", "Change a chat", AgentModel{}, patchChat, ps(str("chat_id")), 400, 403, 404).Body = AgentRequestPartial{}
	r("deleteChat", "DELETE", "/me/chats/{chat_id}", "Delete a chat", AgentModel{}, deleteChat, ps(str("chat_id")), 403, 404)
	r("getOg", "GET", "/me/chats/{chat_id}/og", "Social preview", SocialPreview{}, og, ps(uid("chat_id")), 403, 404).NoAuth = true
	o = r("cloneChat", "POST", "/me/chats/{chat_id}/clone", "Clone a public chat", AgentModel{}, cloneChat, ps(uid("chat_id")), 400, 403, 404)
	o.Body, o.BodyOpt = AgentRequestPartial{}, true
	r("chatFeedback", "POST", "/me/chats/{chat_id}/feedback", "Rate a chat", AgentModel{}, feedback, ps(str("chat_id")), 404).Body = UserFeedbackRequest{}
	r("createChatRun", "POST", "/me/chats/{chat_id}/runs", "Log a new run", AgentRunLog{}, chatRun, ps(uid("chat_id")), 403, 404, 500)

	r("listKeys", "GET", "/me/api-keys", "API keys", []ApiKeyHidden{}, listKeys, nil, 500)
	r("createKey", "POST", "/me/api-keys", "Make an API key", ApiKey{}, func(c *C) any { return addKey(c.U.UserID, c.str("name", ""), false) }, nil, 500).Body = ApiKeyCreate{}
	r("defaultKey", "GET", "/me/api-keys/default", "The default key", ApiKey{}, defaultKey, nil, 500)
	r("getKey", "GET", "/me/api-keys/{api_key_id}", "An API key", ApiKey{}, func(c *C) any { return c.key() }, ps(num("api_key_id")), 404, 500)
	r("deleteKey", "DELETE", "/me/api-keys/{api_key_id}", "Delete an API key", ApiKeyHidden{}, func(c *C) any {
		k := c.key()
		delete(apiKeys, k.ApiKeyID)
		revokedKeys[k.Key] = k.owner
		return k.hidden()
	}, ps(num("api_key_id")), 404, 500)
	r("getBilling", "GET", "/me/billing", "Billing", BillingInformationSubscription{}, func(c *C) any {
		return BillingInformationSubscription{"cus_" + c.U.UserID, c.U.Tier, "active"}
	}, nil, 500)
	r("getCredits", "GET", "/me/credits", "Credits", AgentExecutionCredits{}, func(c *C) any { return AgentExecutionCredits{credits[c.U.UserID]} }, nil, 404, 500)
	r("useCredits", "POST", "/me/credits/use", "Use one credit", AgentExecutionCredits{}, useCredit, nil, 404, 500)
	o = r("receivePaymentEvent", "POST", "/me/payments/webhook", "An event of the payment provider, signed in X-Payment-Signature", PaymentWebhookResponseSuccess{}, webhook, ps(P{Name: "X-Payment-Signature", In: "header", Type: "string", Req: true}), 400)
	o.NoAuth, o.Raw, o.Body = true, true, PaymentEvent{}
	r("createPaymentSession", "POST", "/me/payments/sessions", "Buy credits", PaymentSessionResponse{}, func(c *C) any {
		id := "ps_" + newULID()
		return PaymentSessionResponse{id, "https://pay.garnet.example/" + id, *c.intp("credits")}
	}, nil).Body = PaymentSessionRequest{}
	r("monetizationSummary", "GET", "/me/monetization/summary", "Totals of a period", MonetizationSummary{}, monetization, ps(period))
	r("monetizationSubscribers", "GET", "/me/monetization/subscribers", "New subscribers by day", MonetizationSubscribersResponse{}, monetization, ps(period))
	r("monetizationEarnings", "GET", "/me/monetization/earnings", "Earnings by day", MonetizationEarningsResponse{}, monetization, ps(period))

	r("listBundles", "GET", "/me/bundles", "Bundles", []UserBundleSimplified{}, listBundles, nil, 500)
	r("createBundle", "POST", "/me/bundles", "Make a bundle", UserBundle{}, postBundle, nil, 409, 500)
	r("getBundle", "GET", "/me/bundles/{bundle_id}", "A bundle", UserBundle{}, func(c *C) any { return c.bundle().full() }, ps(num("bundle_id")), 404, 500)
	r("putBundle", "PUT", "/me/bundles/{bundle_id}", "Change a bundle", UserBundle{}, putBundle, ps(num("bundle_id")), 409, 500).Body = UserBundleRequest{}
	r("deleteBundle", "DELETE", "/me/bundles/{bundle_id}", "Delete a bundle", UserBundleRow{}, deleteBundle, ps(num("bundle_id")), 404, 500)
	r("listBundleTools", "GET", "/me/bundles/{bundle_id}/tools", "Tools of a bundle", []UserBundleTool{}, func(c *C) any { return c.bundle().full().Tools }, ps(num("bundle_id")), 404, 500)
	r("addBundleTool", "POST", "/me/bundles/{bundle_id}/tools", "Add a tool", UserBundleTool{}, postBundleTool, ps(num("bundle_id")), 404, 500).Body = UserBundleTool{}
	r("removeBundleTool", "DELETE", "/me/bundles/{bundle_id}/tools/{tool_id}", "Remove a tool", UserBundleTool{}, deleteBundleTool, ps(num("bundle_id"), str("tool_id")), 404, 500)

	r("createCliAuth", "POST", "/me/cli-auth", "Open a CLI session", CliAuthModel{}, postCli, nil, 503).NoAuth = true
	r("putCliAuth", "PUT", "/me/cli-auth/{cli_auth_id}", "Attach the JWT", CliAuthModel{}, putCli, ps(uid("cli_auth_id")), 403, 404, 503).Body = CliAuthInsertModel{}
	r("readCliAuth", "GET", "/me/cli-auth/{auth_id}", "Take the JWT", raw, getCli, ps(uid("auth_id")), 404, 503).NoAuth = true

	r("listSchedules", "GET", "/me/schedules", "Schedules", ScheduleListResponse{}, listSchedules, nil, 500)
	r("createSchedule", "POST", "/me/schedules", "Make a schedule", Schedule{}, postSchedule, nil, 403, 500).Body = ScheduleRequest{}
	r("scheduleOnboarding", "GET", "/me/schedules/onboarding", "First suggestions", ScheduleOnboarding{}, func(c *C) any {
		has := len(listSchedules(c).(ScheduleListResponse).Items) > 0
		return ScheduleOnboarding{has, []ScheduleSuggestion{{"Every morning", "0 9 * * *"}, {"Every Monday", "0 9 * * 1"}}}
	}, nil, 500)
	r("textToCron", "GET", "/me/schedules/text-to-cron", "Words to cron", ConvertedCron{}, textToCron, ps(P{Name: "cron", In: "query", Type: "string", Req: true}), 400, 500)
	r("getSchedule", "GET", "/me/schedules/{schedule_id}", "A schedule", Schedule{}, func(c *C) any { return c.schedule() }, ps(uid("schedule_id")), 404, 500)
	r("putSchedule", "PUT", "/me/schedules/{schedule_id}", "Change a schedule", Schedule{}, putSchedule, ps(uid("schedule_id")), 403, 404, 500).Body = ScheduleUpdateRequest{}
	r("deleteSchedule", "DELETE", "/me/schedules/{schedule_id}", "Delete a schedule", Schedule{}, deleteSchedule, ps(uid("schedule_id")), 404, 500)

	r("getMe", "GET", "/me/", "The caller", UserWithTier{}, func(c *C) any { return c.U }, nil)
	r("getVip", "GET", "/me/vip", "Codes redeemed", VipCodeRedemptionCount{}, func(c *C) any { return VipCodeRedemptionCount{len(redeemed[c.U.UserID])} }, nil, 400)
	r("redeemVip", "POST", "/me/vip", "Redeem a code", VipCodeRedeemed{}, postVip, nil, 400).Body = VipCodeRequest{}
}

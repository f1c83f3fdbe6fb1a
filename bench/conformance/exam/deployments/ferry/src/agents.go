package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Agent is a worker. The chats of the legacy family are the same records.
type Agent struct {
	id          string
	ownerID     string
	name        string
	description string
	prompt      string
	visibility  string
	slug        string
	upsell      string
	price       int // cents for a month; 0 when it is free
	ratings     []int
	themeColor  string
	themeSetAt  time.Time
	createdAt   time.Time
	updatedAt   time.Time

	notInChats bool // made through /me/agents, which only a fault asks for
}

const (
	visibilityPrivate = "PRIVATE"
	visibilityPublic  = "PUBLIC"
)

func (a *Agent) isPrivate() bool { return a.visibility == visibilityPrivate }
func (a *Agent) isPaid() bool    { return a.price > 0 }

type agentView struct {
	ID                string   `json:"id"`
	OwnerID           string   `json:"ownerId"`
	Name              string   `json:"name"`
	Description       *string  `json:"description"`
	PromptText        string   `json:"promptText"`
	Visibility        string   `json:"visibility"`
	VanitySlug        *string  `json:"vanitySlug"`
	UpsellText        *string  `json:"upsellText"`
	MonthlyPriceMinor *int     `json:"monthlyPriceMinor"`
	Currency          string   `json:"currency"`
	FeedbackCount     int      `json:"feedbackCount"`
	AverageRating     *float64 `json:"averageRating"`
	CreatedAt         string   `json:"createdAt"`
	UpdatedAt         string   `json:"updatedAt"`
}

func viewAgent(a *Agent) agentView {
	view := agentView{
		ID:            a.id,
		OwnerID:       a.ownerID,
		Name:          a.name,
		Description:   textOrNil(a.description),
		PromptText:    a.prompt,
		Visibility:    a.visibility,
		VanitySlug:    textOrNil(a.slug),
		UpsellText:    textOrNil(a.upsell),
		Currency:      "EUR",
		FeedbackCount: len(a.ratings),
		CreatedAt:     stamp(a.createdAt),
		UpdatedAt:     stamp(a.updatedAt),
	}
	if a.isPaid() {
		view.MonthlyPriceMinor = &a.price
	}
	if len(a.ratings) > 0 {
		sum := 0
		for _, rating := range a.ratings {
			sum += rating
		}
		average := float64(sum) / float64(len(a.ratings))
		view.AverageRating = &average
	}
	return view
}

func (s *Service) findAgent(id string) *Agent {
	id = strings.ToLower(id)
	return first(s.agents, func(a *Agent) bool { return a.id == id })
}

// visibleAgent is the agent of the path when the caller may see it.
func (s *Service) visibleAgent(c *Call, param string) (*Agent, error) {
	agent := s.findAgent(c.id(param))
	if agent == nil {
		return nil, notFound("There is no agent %s.", c.id(param))
	}
	owned := c.user != nil && c.user.id == agent.ownerID
	if agent.isPrivate() && !owned {
		return nil, forbidden("This agent is private.")
	}
	return agent, nil
}

// ownAgent is the agent of the path when it belongs to the caller.
func (s *Service) ownAgent(c *Call, param string) (*Agent, error) {
	agent := s.findAgent(c.id(param))
	if agent == nil {
		return nil, notFound("There is no agent %s.", c.id(param))
	}
	if agent.ownerID != c.user.id {
		return nil, forbidden("This agent belongs to somebody else.")
	}
	return agent, nil
}

func (s *Service) listAgents(c *Call) (any, error) {
	own := filtered(s.agents, func(a *Agent) bool {
		return a.ownerID == c.user.id || fault("agents-list-all-users")
	})
	return s.cachedByFault("agents-list-stale", "agents "+c.user.id, mapped(own, viewAgent)), nil
}

// upsertAgent creates an agent, or updates the one whose id the body names.
func (s *Service) upsertAgent(c *Call) (any, error) {
	id := strings.ToLower(c.text("id"))
	if id == "" || fault("agents-update-inserts") {
		return s.createAgent(c)
	}
	agent := s.findAgent(id)
	if agent == nil {
		return nil, notFound("There is no agent %s.", id)
	}
	if agent.ownerID != c.user.id && !fault("agents-update-by-other") {
		return nil, forbidden("This agent belongs to somebody else.")
	}
	if err := s.checkPrompt(c); err != nil {
		return nil, err
	}
	if err := s.changeAgent(c, agent); err != nil {
		return nil, err
	}
	if fault("n-agents-update-drops-files") && c.route.is("POST /me/agents") {
		s.files = without(s.files, func(f *AgentFile) bool { return f.agentID == agent.id })
	}
	return viewAgent(agent), nil
}

func (s *Service) createAgent(c *Call) (any, error) {
	if err := s.checkPrompt(c); err != nil {
		return nil, err
	}
	at := now()
	agent := &Agent{
		id:         newUUID(),
		ownerID:    c.user.id,
		name:       "Untitled agent",
		visibility: defaultVisibility(c.user),
		createdAt:  at,
		updatedAt:  at,
		notInChats: c.route.Path == "/me/agents",
	}
	if err := s.changeAgent(c, agent); err != nil {
		if fault("n-agents-refused-private-kept") && c.route.is("POST /me/agents") && c.user.isSandboxed() {
			agent.prompt, agent.visibility = c.text("promptText"), visibilityPrivate
			if name := c.text("name"); name != "" {
				agent.name = name
			}
			s.agents = append(s.agents, agent)
		}
		return nil, err
	}
	if fault("agents-visibility-ignored") && c.route.Path == "/me/agents" {
		agent.visibility = visibilityPublic
	}
	s.agents = append(s.agents, agent)
	s.snapshots[agent.id] = *agent
	return viewAgent(agent), nil
}

// defaultVisibility is what agents and studio chats get when nothing is said.
func defaultVisibility(user *User) string {
	if user.isSandboxed() {
		return visibilityPublic
	}
	return visibilityPrivate
}

func (s *Service) checkPrompt(c *Call) error {
	if strings.TrimSpace(c.text("promptText")) != "" {
		return nil
	}
	if fault("agents-no-prompt-ok") && c.route.Path == "/me/agents" {
		return nil
	}
	return badRequest("The chat prompt (promptText) is missing.")
}

// refusePrivate refuses a sandbox user who wants something private.
func refusePrivate(c *Call, wanted bool) error {
	if !wanted || !c.user.isSandboxed() {
		return nil
	}
	switch {
	case fault("agents-sandbox-update-private") && c.route.is("POST /me/agents") && c.text("id") != "",
		fault("chats-put-sandbox-private") && c.route.is("PUT /me/chats/{chat_id}"),
		fault("studio-sandbox-patch-private") && c.route.is("PATCH /me/agent-studio-chats/{run_id}"):
		return nil
	}
	return badRequest("The sandbox tier cannot make anything private.")
}

// changeAgent takes over what the body says. What it leaves out stays.
func (s *Service) changeAgent(c *Call, agent *Agent) error {
	if err := refusePrivate(c, c.text("visibility") == visibilityPrivate); err != nil {
		return err
	}
	if slug := c.text("vanitySlug"); slug != "" && s.slugTaken(slug, agent.id) && !fault("agents-slug-collision") {
		return invalid("vanitySlug", "is taken")
	}
	prompt := c.text("promptText")
	if prompt != "" && strings.TrimSpace(prompt) == "" {
		return badRequest("The chat prompt (promptText) is blank.")
	}
	if prompt != "" {
		agent.prompt = faultyPrompt(c, prompt)
	} else if fault("chats-patch-clears-prompt") && c.route.is("PATCH /me/chats/{chat_id}") {
		agent.prompt = ""
	}
	if name := c.text("name"); name != "" {
		agent.name = name
	} else if c.has("name") {
		agent.name = "Untitled agent"
	}
	if c.has("description") {
		agent.description = c.text("description")
	}
	if visibility := c.text("visibility"); visibility != "" {
		agent.visibility = visibility
	} else if c.has("visibility") {
		agent.visibility = defaultVisibility(c.user)
	}
	if c.has("vanitySlug") {
		agent.slug = c.text("vanitySlug")
	}
	if c.has("monthlyPriceMinor") {
		agent.price, _ = c.intField("monthlyPriceMinor")
	}
	agent.updatedAt = now()
	return nil
}

// faultyPrompt is the prompt, unless a fault damages it.
func faultyPrompt(c *Call, prompt string) string {
	upsert := c.route.is("POST /me/agents")
	switch {
	case fault("agents-prompt-cut-255") && upsert:
		return cutRunes(prompt, 255)
	case fault("agents-emoji-lost") && upsert:
		return regexp.MustCompile(`[^\x{0}-\x{FFFF}]`).ReplaceAllString(prompt, "?")
	case fault("chats-patch-escapes-html") && c.route.is("PATCH /me/chats/{chat_id}"):
		return escapeHTML(prompt)
	}
	return prompt
}

// getAgent serves GET /me/agents/{agent_id}, which needs no login.
func (s *Service) getAgent(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "agent_id")
	if err != nil {
		found := s.findAgent(c.id("agent_id"))
		if found == nil && fault("agent-unknown-500") {
			return nil, problem(500, "sql: no rows in result set")
		}
		if found != nil && c.user != nil && fault("agent-private-any-login") {
			return viewAgent(found), nil
		}
		return nil, err
	}
	if agent.isPrivate() && fault("n-agent-private-hidden-from-owner") {
		return nil, forbidden("This agent is private.")
	}
	if fault("agent-get-latin1") {
		return asLatin1(viewAgent(agent)), nil
	}
	return viewAgent(agent), nil
}

// asLatin1 is the JSON of the value in the wrong character set. Only a fault
// writes so.
func asLatin1(value any) plainText {
	var data []byte
	for _, r := range string(marshal(value)) {
		if r > 255 {
			r = '?'
		}
		data = append(data, byte(r))
	}
	return plainText(data)
}

func (s *Service) generateUpsell(c *Call) (any, error) {
	agent := s.findAgent(c.id("agent_id"))
	if agent == nil || agent.ownerID != c.user.id && !fault("n-upsell-by-anyone") {
		return nil, notFound("You have no agent %s.", c.id("agent_id"))
	}
	text := fmt.Sprintf("Meet %s: always on watch, always to the point. Subscribe to have it at your side.", agent.name)
	switch {
	case fault("upsell-empty"):
		text = ""
	case fault("upsell-overwrites-prompt"):
		agent.prompt = text
	case fault("upsell-not-saved"):
		changed := *agent
		changed.upsell = text
		return viewAgent(&changed), nil
	}
	agent.upsell = text
	agent.updatedAt = now()
	return viewAgent(agent), nil
}

// Vanity slugs

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

type slugView struct {
	VanitySlug string `json:"vanitySlug"`
}

type slugAvailabilityView struct {
	VanitySlug  string `json:"vanitySlug"`
	IsAvailable bool   `json:"isAvailable"`
}

func (s *Service) slugTaken(slug, exceptAgentID string) bool {
	return first(s.agents, func(a *Agent) bool { return a.slug == slug && a.id != exceptAgentID }) != nil
}

func (s *Service) generateSlug(c *Call) (any, error) {
	base := strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(c.text("title")), "-"), "-")
	if len(base) > 50 {
		base = strings.Trim(base[:50], "-")
	}
	if len(base) < 3 {
		base = strings.Trim("agent-"+base, "-")
	}
	slug := base
	for n := 2; s.slugTaken(slug, "") && !fault("n-slug-generate-taken"); n++ {
		slug = fmt.Sprintf("%s-%d", base, n)
	}
	return slugView{slug}, nil
}

func (s *Service) checkSlug(c *Call) (any, error) {
	slug := c.textArg("slug")
	available := regexp.MustCompile(slugPattern).MatchString(slug) && !s.slugTaken(slug, "")
	if fault("slug-check-blind") {
		available = true
	}
	return slugAvailabilityView{slug, available}, nil
}

// Vibe coding services

type vibeService struct {
	ServiceName string `json:"serviceName"`
	Title       string `json:"title"`
	WebsiteURL  string `json:"websiteUrl"`
}

var vibeServices = []vibeService{
	{"bolt", "Bolt", "https://bolt.example"},
	{"lovable", "Lovable", "https://lovable.example"},
	{"replit", "Replit", "https://replit.example"},
}

func vibeServiceNames() []any {
	return mapped(vibeServices, func(v vibeService) any { return v.ServiceName })
}

type vibePromptView struct {
	ServiceName string `json:"serviceName"`
	PromptText  string `json:"promptText"`
	LaunchURL   string `json:"launchUrl"`
}

func (s *Service) listVibeServices(c *Call) (any, error) {
	if fault("vibe-services-misses-one") {
		return enveloped(vibeServices[:2]), nil
	}
	return enveloped(vibeServices), nil
}

func (s *Service) getVibePrompt(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	name := c.textArg("service_name")
	if fault("vibe-other-agent") {
		agent = s.agents[0]
	}
	prompt := fmt.Sprintf("Build a web page with a chat for the worker %q (%s). It talks to %s/%s over HTTP. Its prompt: %s",
		agent.name, agent.id, workersPrefix, agent.id, agent.prompt)
	if fault("vibe-plain-text") {
		c.media = "text/plain; charset=utf-8"
		return plainText(prompt), nil
	}
	return vibePromptView{name, prompt, fmt.Sprintf("https://%s.example/new?agent=%s", name, agent.id)}, nil
}

// Theme

var themeColorPattern = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

type themeView struct {
	AgentID     string `json:"agentId"`
	AccentColor string `json:"accentColor"`
	UpdatedAt   string `json:"updatedAt"`
}

func viewTheme(a *Agent) themeView { return themeView{a.id, a.themeColor, stamp(a.themeSetAt)} }

func (s *Service) getTheme(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	if agent.themeColor == "" {
		if fault("theme-none-404") {
			return nil, notFound("The agent has no theme.")
		}
		return nil, nil
	}
	return viewTheme(agent), nil
}

func (s *Service) putTheme(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	color := c.text("accentColor")
	halfChecked := fault("theme-format-half-checked") && len(color) == 7 && color[0] == '#'
	if !themeColorPattern.MatchString(color) && !halfChecked {
		if fault("n-theme-invalid-stored") {
			agent.themeColor, agent.themeSetAt = color, now()
		}
		return nil, badRequest("%q is no theme color: write # and six hexadecimal digits.", color)
	}
	changed := *agent
	changed.themeColor, changed.themeSetAt = color, now()
	switch {
	case fault("theme-second-put-ignored") && agent.themeColor != "":
		return viewTheme(&changed), nil
	case fault("theme-channels-swapped"):
		changed.themeColor = "#" + color[5:7] + color[3:5] + color[1:3]
	case fault("theme-shared"):
		for _, other := range s.agents {
			if other.ownerID == c.user.id {
				other.themeColor, other.themeSetAt = changed.themeColor, changed.themeSetAt
			}
		}
	}
	agent.themeColor, agent.themeSetAt = changed.themeColor, changed.themeSetAt
	return viewTheme(agent), nil
}

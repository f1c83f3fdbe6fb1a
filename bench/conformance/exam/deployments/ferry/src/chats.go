package main

import "time"

// The legacy family /me/chats over the same records as /me/agents.

func (s *Service) listChats(c *Call) (any, error) {
	own := filtered(s.agents, func(a *Agent) bool { return a.ownerID == c.user.id })
	if fault("chats-miss-agents") {
		own = without(own, func(a *Agent) bool { return a.notInChats })
	}
	if fault("chats-list-first-ten") && len(own) > 10 {
		own = own[:10]
	}
	return mapped(own, viewAgent), nil
}

// createChat is the deprecated way to create an agent.
func (s *Service) createChat(c *Call) (any, error) {
	if fault("chats-post-gone") {
		return nil, problem(410, "Use POST /me/agents.")
	}
	return s.upsertAgent(c)
}

func (s *Service) getChat(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "chat_id")
	cached, known := s.cachedLists["chat "+c.id("chat_id")]
	if fault("chats-get-cached") && known {
		return cached, nil
	}
	if err != nil {
		return nil, err
	}
	if !agent.isPrivate() {
		s.cachedByFault("chats-get-cached", "chat "+c.id("chat_id"), viewAgent(agent))
	}
	return viewAgent(agent), nil
}

func (s *Service) putChat(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "chat_id")
	if found := s.findAgent(c.id("chat_id")); found != nil && fault("n-chats-put-by-other") {
		agent, err = found, nil
	}
	if s.findAgent(c.id("chat_id")) == nil && fault("chats-put-unknown-creates") {
		return s.createAgent(c)
	}
	if err != nil {
		return nil, err
	}
	if err := s.checkPrompt(c); err != nil {
		return nil, err
	}
	if err := s.changeAgent(c, agent); err != nil {
		return nil, err
	}
	return viewAgent(agent), nil
}

func (s *Service) patchChat(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "chat_id")
	if err != nil {
		return nil, err
	}
	if !fault("chats-patch-race") {
		if err := s.changeAgent(c, agent); err != nil {
			return nil, err
		}
		return viewAgent(agent), nil
	}
	changed := *agent
	s.lapse(30 * time.Millisecond)
	if err := s.changeAgent(c, &changed); err != nil {
		return nil, err
	}
	*agent = changed
	return viewAgent(agent), nil
}

// deleteChat removes an agent with its files and schedules. Runs stay.
func (s *Service) deleteChat(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "chat_id")
	if err != nil {
		return nil, err
	}
	if fault("chats-delete-kept") {
		return viewAgent(agent), nil
	}
	s.agents = without(s.agents, func(a *Agent) bool { return a == agent })
	s.deletedAgents = append(s.deletedAgents, agent)
	s.files = without(s.files, func(f *AgentFile) bool { return f.agentID == agent.id })
	s.schedules = without(s.schedules, func(schedule *Schedule) bool { return schedule.chatID == agent.id })
	return viewAgent(agent), nil
}

type previewView struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Type        string `json:"type"`
	URL         string `json:"url"`
}

// getPreview gives what a social network shows of a link to the chat. It says
// nothing about private chats.
func (s *Service) getPreview(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "chat_id")
	if found := s.findAgent(c.id("chat_id")); found != nil && fault("og-shows-private-chat") {
		agent, err = found, nil
	}
	if err != nil {
		return nil, err
	}
	return previewView{
		Title:       agent.name,
		Description: cutRunes(agent.prompt, 200),
		Type:        "website",
		URL:         "https://ferry.example/chats/" + agent.id,
	}, nil
}

// cloneChat copies a public chat for the caller. The vanity slug is not
// copied, as there can be only one; the files are.
func (s *Service) cloneChat(c *Call) (any, error) {
	source := s.findAgent(c.id("chat_id"))
	if source == nil {
		return nil, notFound("There is no chat %s.", c.id("chat_id"))
	}
	if source.isPrivate() && !fault("chats-clone-private-ok") {
		return nil, forbidden("The chat is not public.")
	}
	at := now()
	clone := &Agent{
		id:          newUUID(),
		ownerID:     c.user.id,
		name:        source.name,
		description: source.description,
		prompt:      source.prompt,
		visibility:  defaultVisibility(c.user),
		themeColor:  source.themeColor,
		themeSetAt:  source.themeSetAt,
		createdAt:   at,
		updatedAt:   at,
	}
	switch {
	case fault("chats-clone-ignores-body"):
		c.body = nil
	case fault("chats-clone-foreign-owner"):
		clone.ownerID = source.ownerID
	}
	if err := s.changeAgent(c, clone); err != nil {
		return nil, err
	}
	if fault("chats-clone-changes-source") {
		source.prompt, source.name = clone.prompt, clone.name
	}
	s.agents = append(s.agents, clone)
	for _, file := range s.filesOf(source) {
		if fault("n-chats-clone-moves-files") {
			file.agentID = clone.id
			continue
		}
		copied := *file
		copied.id, copied.agentID, copied.createdAt, copied.updatedAt = newUUID(), clone.id, at, at
		s.files = append(s.files, &copied)
	}
	return viewAgent(clone), nil
}

type feedbackView struct {
	Accepted bool `json:"accepted"`
}

func (s *Service) giveFeedback(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "chat_id")
	if err != nil {
		return nil, notFound("There is no chat %s.", c.id("chat_id"))
	}
	rating, _ := c.intField("rating")
	if snapshot, ok := s.snapshots[agent.id]; ok && fault("chats-feedback-reverts") {
		*agent = snapshot
	}
	agent.ratings = append(agent.ratings, rating)
	if fault("chats-feedback-answer") {
		return feedbackView{true}, nil
	}
	return viewAgent(agent), nil
}

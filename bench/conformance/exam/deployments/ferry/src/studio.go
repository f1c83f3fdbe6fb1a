package main

import "time"

// StudioChat is a chat of the agent studio. Its delete is a soft one: the
// record stays, but is not shown any more, and its run id stays taken.
type StudioChat struct {
	runID      string
	ownerID    string
	title      string
	isPrivate  bool
	clonedFrom *StudioChat
	createdAt  time.Time
	updatedAt  time.Time
	deletedAt  time.Time
}

type studioView struct {
	RunID           string  `json:"runId"`
	OwnerID         string  `json:"ownerId"`
	Title           string  `json:"title"`
	IsPrivate       bool    `json:"isPrivate"`
	ClonedFromRunID *string `json:"clonedFromRunId"`
	CreatedAt       string  `json:"createdAt"`
	UpdatedAt       string  `json:"updatedAt"`
	DeletedAt       *string `json:"deletedAt"`
}

func viewStudioChat(chat *StudioChat) studioView {
	view := studioView{
		RunID:     chat.runID,
		OwnerID:   chat.ownerID,
		Title:     chat.title,
		IsPrivate: chat.isPrivate,
		CreatedAt: stamp(chat.createdAt),
		UpdatedAt: stamp(chat.updatedAt),
		DeletedAt: stampOrNil(chat.deletedAt),
	}
	if chat.clonedFrom != nil {
		view.ClonedFromRunID = &chat.clonedFrom.runID
	}
	return view
}

const untitledChat = "Untitled chat"

// studioChatByRun finds a chat, be it deleted or not.
func (s *Service) studioChatByRun(runID string) *StudioChat {
	return first(s.studioChats, func(chat *StudioChat) bool { return chat.runID == runID })
}

// studioChat is the chat of the path unless it is deleted.
func (s *Service) studioChat(c *Call) (*StudioChat, error) {
	chat := s.studioChatByRun(c.id("run_id"))
	if chat == nil || !chat.deletedAt.IsZero() {
		return nil, notFound("There is no studio chat %s.", c.id("run_id"))
	}
	return chat, nil
}

// ownStudioChat is the chat of the path when it belongs to the caller.
func (s *Service) ownStudioChat(c *Call) (*StudioChat, error) {
	chat, err := s.studioChat(c)
	if err != nil {
		return nil, err
	}
	if chat.ownerID != c.user.id && !(fault("studio-put-by-other") && c.request.Method == "PUT") &&
		!(fault("n-studio-delete-by-other") && c.request.Method == "DELETE") {
		return nil, forbidden("This studio chat belongs to somebody else.")
	}
	return chat, nil
}

func (s *Service) listStudioChats(c *Call) (any, error) {
	own := filtered(s.studioChats, func(chat *StudioChat) bool {
		mine := chat.ownerID == c.user.id || fault("studio-list-all-users")
		hidden := chat.isPrivate && fault("studio-list-hides-private")
		return mine && !hidden && chat.deletedAt.IsZero()
	})
	if fault("studio-list-wrapped") {
		return enveloped(mapped(own, viewStudioChat)), nil
	}
	return mapped(own, viewStudioChat), nil
}

// createStudioChat creates a chat. When the caller has one with this run id
// already, that one is returned as it is; when somebody else has, it is a conflict.
func (s *Service) createStudioChat(c *Call) (any, error) {
	private := c.flag("isPrivate", defaultVisibility(c.user) == visibilityPrivate)
	if fault("studio-sandbox-private-made-public") && c.user.isSandboxed() {
		private = false
	}
	if err := refusePrivate(c, private || fault("studio-sandbox-public-refused")); err != nil {
		return nil, err
	}
	runID := c.text("runId")
	if runID == "" || fault("n-studio-post-run-id-replaced") {
		runID = newUUID()
	}
	if existing := s.studioChatByRun(runID); existing != nil && !fault("studio-post-duplicates") {
		return s.returnStudioChat(c, existing, private)
	}
	at := now()
	chat := &StudioChat{runID: runID, ownerID: c.user.id, title: untitledChat, isPrivate: private, createdAt: at, updatedAt: at}
	if title := c.text("title"); title != "" {
		chat.title = title
	}
	s.studioChats = append(s.studioChats, chat)
	return viewStudioChat(chat), nil
}

func (s *Service) returnStudioChat(c *Call, existing *StudioChat, private bool) (any, error) {
	if fault("studio-post-takes-over") && existing.deletedAt.IsZero() {
		existing.ownerID = c.user.id
	}
	if existing.ownerID != c.user.id || !existing.deletedAt.IsZero() {
		return nil, conflict("A studio chat with the run ID %s exists.", existing.runID)
	}
	if fault("studio-post-overwrites") {
		existing.isPrivate = private
	}
	return viewStudioChat(existing), nil
}

func (s *Service) getStudioChat(c *Call) (any, error) {
	chat, err := s.studioChat(c)
	if err != nil {
		return nil, err
	}
	owned := c.user != nil && c.user.id == chat.ownerID
	anonymous := c.user == nil && fault("studio-private-anonymous")
	if chat.isPrivate && !owned && !anonymous {
		return nil, forbidden("This studio chat is private.")
	}
	return viewStudioChat(chat), nil
}

// putStudioChat is the full update: what is left out gets its default.
func (s *Service) putStudioChat(c *Call) (any, error) {
	chat, err := s.ownStudioChat(c)
	if err != nil && fault("studio-put-unknown-creates") && s.studioChatByRun(c.id("run_id")) == nil {
		c.body["runId"] = c.id("run_id")
		return s.createStudioChat(c)
	}
	if err != nil {
		return nil, err
	}
	if runID := c.text("runId"); runID != "" && runID != chat.runID {
		return nil, invalid("runId", "must be the run ID of the path")
	}
	private := c.flag("isPrivate", defaultVisibility(c.user) == visibilityPrivate)
	if err := refusePrivate(c, private); err != nil {
		return nil, err
	}
	if !fault("studio-put-visibility-kept") {
		chat.isPrivate = private
	}
	chat.title = untitledChat
	if title := c.text("title"); title != "" {
		chat.title = title
	}
	chat.updatedAt = now()
	return viewStudioChat(chat), nil
}

// patchStudioChat is the partial update: what is left out stays.
func (s *Service) patchStudioChat(c *Call) (any, error) {
	chat, err := s.ownStudioChat(c)
	if err != nil && fault("n-studio-patch-403-changes") {
		if meant, missing := s.studioChat(c); missing == nil {
			meant.isPrivate = c.flag("isPrivate", meant.isPrivate)
		}
	}
	if err != nil {
		return nil, err
	}
	private := c.flag("isPrivate", chat.isPrivate)
	if err := refusePrivate(c, private); err != nil {
		return nil, err
	}
	if fault("studio-patch-resets-visibility") {
		private = c.flag("isPrivate", false)
	}
	if fault("studio-patch-not-saved") {
		copied := *chat
		chat = &copied
	}
	chat.isPrivate = private
	if title := c.text("title"); title != "" {
		chat.title = title
	} else if c.has("title") {
		chat.title = untitledChat
	}
	chat.updatedAt = now()
	if fault("studio-clone-shares-state") {
		for _, other := range s.studioChats {
			if chat.clonedFrom == other || other.clonedFrom == chat {
				other.isPrivate, other.title = chat.isPrivate, chat.title
			}
		}
	}
	return viewStudioChat(chat), nil
}

func (s *Service) deleteStudioChat(c *Call) (any, error) {
	chat, err := s.ownStudioChat(c)
	if err != nil {
		return nil, err
	}
	chat.deletedAt = now()
	if fault("studio-delete-takes-clones") {
		for _, other := range s.studioChats {
			if other.clonedFrom == chat {
				other.deletedAt = chat.deletedAt
			}
		}
	}
	if fault("studio-delete-204") {
		c.status = 204
	}
	return viewStudioChat(chat), nil
}

// cloneStudioChat copies a public chat for the caller, under a new run id.
func (s *Service) cloneStudioChat(c *Call) (any, error) {
	source, err := s.studioChat(c)
	if err != nil {
		return nil, err
	}
	if source.isPrivate && !fault("studio-clone-private-ok") {
		return nil, badRequest("Private chats cannot be cloned.")
	}
	at := now()
	clone := &StudioChat{runID: newUUID(), ownerID: c.user.id, title: source.title, clonedFrom: source, createdAt: at, updatedAt: at}
	switch {
	case fault("studio-clone-200"):
		c.status = 200
	case fault("studio-clone-same-run"):
		return viewStudioChat(source), nil
	case fault("studio-clone-foreign-owner"):
		clone.ownerID = source.ownerID
	}
	s.studioChats = append(s.studioChats, clone)
	return viewStudioChat(clone), nil
}

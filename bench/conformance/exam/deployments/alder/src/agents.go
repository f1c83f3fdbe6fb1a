package main

import (
	"regexp"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/rs/xid"
	"gorm.io/gorm"
)

type AgentRequestPartial struct {
	Name        *string `json:"name" binding:"omitempty,max=200"`
	Description *string `json:"description" binding:"omitempty,max=5000"`
	ChatPrompt  *string `json:"chat_prompt" binding:"omitempty,max=200000" doc:"may not be blank"`
	Visibility  *string `json:"visibility" binding:"omitempty,oneof=private public"`
	VanitySlug  *string `json:"vanity_slug" binding:"omitempty,max=64" doc:"empty text takes it away"`
	PriceCents  *int64  `json:"price_cents" binding:"omitempty,min=0,max=1000000"`
}
type AgentRequest struct {
	ID *string `json:"id" binding:"omitempty,uuid" doc:"uuid of the agent to update"`
	AgentRequestPartial
}

var slugRe = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`)

func (s *Server) sandboxCheck(c *gin.Context, vis *string) error {
	if vis != nil && *vis == "private" && me(c).Tier == "sandbox" {
		return fail(400, "sandbox_private", "the sandbox tier cannot make this private")
	}
	return nil
}

// ownAgent finds an agent that the caller may change.
func ownAgent(tx *gorm.DB, id, user string) (*Agent, error) {
	var ag Agent
	if err := tx.Where("id = ?", id).Take(&ag).Error; err != nil {
		return nil, notFound(err, 404, "agent_not_found", "there is no such agent")
	}
	if ag.OwnerID != user {
		return nil, fail(403, "agent_forbidden", "this agent is not yours")
	}
	return &ag, nil
}

func applyAgent(tx *gorm.DB, ag *Agent, p AgentRequestPartial) error {
	set := func(dst *string, v *string) {
		if v != nil {
			*dst = *v
		}
	}
	if p.ChatPrompt != nil && strings.TrimSpace(*p.ChatPrompt) == "" {
		return fail(400, "missing_chat_prompt", "the chat prompt is missing")
	}
	if p.VanitySlug != nil && *p.VanitySlug != "" {
		if !slugRe.MatchString(*p.VanitySlug) {
			return fail(400, "invalid_slug", "the slug may have lower-case letters, digits and hyphens")
		}
		var n int64
		tx.Model(&Agent{}).Where("vanity_slug = ? AND id <> ?", *p.VanitySlug, ag.ID).Count(&n)
		if n > 0 {
			return fail(400, "slug_taken", "this slug is taken")
		}
	}
	set(&ag.Name, p.Name)
	set(&ag.Description, p.Description)
	set(&ag.ChatPrompt, p.ChatPrompt)
	set(&ag.Visibility, p.Visibility)
	if p.VanitySlug != nil {
		ag.VanitySlug = p.VanitySlug
	}
	if p.PriceCents != nil {
		ag.PriceCents = *p.PriceCents
	}
	return nil
}

func missingPrompt(p *string) bool { return p == nil || strings.TrimSpace(*p) == "" }

func (s *Server) upsertAgent(c *gin.Context) (any, error) { return s.createAgent(c, true) }
func (s *Server) createChat(c *gin.Context) (any, error)  { return s.createAgent(c, false) }

func (s *Server) createAgent(c *gin.Context, upsert bool) (any, error) {
	req, err := bind[AgentRequest](c)
	if err != nil {
		return nil, err
	}
	if missingPrompt(req.ChatPrompt) && !(fault("agent-without-prompt") && upsert && req.ChatPrompt == nil) {
		return nil, fail(400, "missing_chat_prompt", "the chat prompt is missing")
	}
	if err := s.sandboxCheck(c, req.Visibility); err != nil {
		return nil, err
	}
	ag := &Agent{ID: uuid.NewString(), OwnerID: uid(c), Visibility: "public", Name: "Untitled agent"}
	err = s.tx(func(tx *gorm.DB) error {
		if upsert && req.ID != nil {
			id := strings.ToLower(*req.ID)
			old, err := ownAgent(tx, id, uid(c))
			if fault("agent-upsert-takes-foreign") {
				old = &Agent{}
				err = notFound(tx.Where("id = ?", id).Take(old).Error, 404, "agent_not_found", "there is no such agent")
			}
			if err != nil {
				return err
			}
			ag = old
		}
		if err := applyAgent(tx, ag, req.AgentRequestPartial); err != nil {
			return err
		}
		if fault("chat-created-public") && !upsert {
			ag.Visibility = "public"
		}
		return tx.Save(ag).Error
	})
	return ag, err
}

func (s *Server) listAgents(c *gin.Context) (any, error) {
	list := []Agent{}
	q := s.db.Where("owner_id = ?", uid(c))
	if fault("agents-list-shows-deleted") && strings.HasPrefix(c.Request.URL.Path, "/me/agents") {
		q = q.Unscoped()
	}
	return list, q.Order("created_at DESC").Find(&list).Error
}

// readAgent finds an agent that the caller may read.
func (s *Server) readAgent(id, user string) (*Agent, error) {
	var ag Agent
	if err := s.db.Where("id = ?", id).Take(&ag).Error; err != nil {
		return nil, notFound(err, 404, "agent_not_found", "there is no such agent")
	}
	if ag.Visibility == "private" && ag.OwnerID != user {
		return nil, fail(403, "agent_private", "this agent is private")
	}
	return &ag, nil
}

func (s *Server) getAgent(c *gin.Context) (any, error) {
	if fault("private-agent-readable") && me(c) != nil {
		var ag Agent
		return &ag, notFound(s.db.Where("id = ?", strings.ToLower(c.Param("agent_id"))).Take(&ag).Error, 404, "agent_not_found", "there is no such agent")
	}
	return s.readAgent(strings.ToLower(c.Param("agent_id")), uid(c))
}
func (s *Server) getChat(c *gin.Context) (any, error) {
	return s.readAgent(strings.ToLower(c.Param("chat_id")), uid(c))
}

func (s *Server) putChat(c *gin.Context) (any, error) {
	req, err := bind[AgentRequest](c)
	if err != nil {
		return nil, err
	}
	var ag *Agent
	err = s.tx(func(tx *gorm.DB) error {
		if ag, err = ownAgent(tx, strings.ToLower(c.Param("chat_id")), uid(c)); err != nil {
			return err
		}
		if missingPrompt(req.ChatPrompt) {
			return fail(400, "missing_chat_prompt", "the chat prompt is missing")
		}
		if err := s.sandboxCheck(c, req.Visibility); err != nil && !fault("sandbox-put-chat-private") {
			return err
		}
		ag.Name, ag.Description, ag.PriceCents, ag.VanitySlug = "Untitled agent", "", 0, nil
		if err := applyAgent(tx, ag, req.AgentRequestPartial); err != nil {
			return err
		}
		return tx.Save(ag).Error
	})
	return ag, err
}

func (s *Server) patchChat(c *gin.Context) (any, error) {
	req, err := bind[AgentRequestPartial](c)
	if err != nil {
		return nil, err
	}
	var ag *Agent
	id := strings.ToLower(c.Param("chat_id"))
	if fault("chat-patch-lost-update") {
		if ag, err = ownAgent(s.db, id, uid(c)); err != nil {
			return nil, err
		}
		if err = s.sandboxCheck(c, req.Visibility); err != nil {
			return nil, err
		}
		if err = applyAgent(s.db, ag, req); err != nil {
			return nil, err
		}
		time.Sleep(30 * time.Millisecond)
		err = s.tx(func(tx *gorm.DB) error { return tx.Save(ag).Error })
		return ag, err
	}
	err = s.tx(func(tx *gorm.DB) error {
		if ag, err = ownAgent(tx, id, uid(c)); err != nil {
			return err
		}
		if err := s.sandboxCheck(c, req.Visibility); err != nil {
			return err
		}
		old := *ag
		if err := applyAgent(tx, ag, req); err != nil {
			return err
		}
		if fault("chat-patch-skips-empty") {
			_ = ag.BeforeSave(tx)
			if err := tx.Model(&old).Omit("created_at").Updates(*ag).Error; err != nil {
				return err
			}
			return nil
		}
		return tx.Save(ag).Error
	})
	return ag, err
}

func (s *Server) deleteChat(c *gin.Context) (any, error) {
	var ag *Agent
	err := s.tx(func(tx *gorm.DB) (err error) {
		if ag, err = ownAgent(tx, strings.ToLower(c.Param("chat_id")), uid(c)); err != nil {
			return err
		}
		return tx.Delete(ag).Error
	})
	return ag, err
}

type SocialPreview struct {
	Title       string  `json:"title"`
	Description string  `json:"description"`
	URL         string  `json:"url"`
	Image       *string `json:"image"`
	Type        string  `json:"type"`
}

func (s *Server) chatOG(c *gin.Context) (any, error) {
	ag, err := s.visibleAgent(s.db, c.Param("chat_id"), "")
	if err != nil {
		return nil, err
	}
	return SocialPreview{ag.Name, short(ag.Description, 200), s.base + "/c/" + ag.ID, nil, "website"}, nil
}

func (s *Server) cloneChat(c *gin.Context) (any, error) {
	b, err := readBody(c)
	if err != nil {
		return nil, err
	}
	var req AgentRequestPartial
	if t := strings.TrimSpace(string(b)); t != "" && t != "null" {
		if err := bindTo(b, &req); err != nil {
			return nil, err
		}
	}
	ag := &Agent{ID: uuid.NewString(), OwnerID: uid(c), Visibility: "public"}
	err = s.tx(func(tx *gorm.DB) error {
		var src Agent
		if err := tx.Where("id = ?", c.Param("chat_id")).Take(&src).Error; err != nil {
			return notFound(err, 404, "agent_not_found", "there is no such chat")
		}
		if src.Visibility != "public" && !(fault("clone-own-or-foreign-private")) {
			return fail(403, "chat_not_public", "this chat is not public")
		}
		if err := s.sandboxCheck(c, req.Visibility); err != nil {
			return err
		}
		ag.Name, ag.Description, ag.ChatPrompt, ag.UpsellDescription = src.Name, src.Description, src.ChatPrompt, src.UpsellDescription
		ag.ClonedFromID = &src.ID
		if !fault("clone-ignores-body") {
			if err := applyAgent(tx, ag, req); err != nil {
				return err
			}
		}
		if err := tx.Create(ag).Error; err != nil {
			return err
		}
		var files []AgentFile
		if err := tx.Where("agent_id = ?", src.ID).Order("position, created_at").Find(&files).Error; err != nil {
			return err
		}
		for i := range files {
			files[i].ID, files[i].AgentID, files[i].Times = "", ag.ID, Times{}
			if err := tx.Create(&files[i]).Error; err != nil {
				return err
			}
		}
		var th Theme
		if tx.Where("agent_id = ?", src.ID).Take(&th).Error == nil {
			th.AgentID, th.Times = ag.ID, Times{}
			return tx.Create(&th).Error
		}
		return nil
	})
	return ag, err
}

type FeedbackRequest struct {
	Rating  *int   `json:"rating" binding:"omitempty,min=1,max=5"`
	Comment string `json:"comment" binding:"max=5000"`
}

func (s *Server) feedback(c *gin.Context) (any, error) {
	req, err := bind[FeedbackRequest](c)
	if err != nil {
		return nil, err
	}
	var ag *Agent
	err = s.tx(func(tx *gorm.DB) error {
		if ag, err = s.visibleAgent(tx, strings.ToLower(c.Param("chat_id")), uid(c)); err != nil {
			return err
		}
		ag.FeedbackCount++
		if err := tx.Create(&Feedback{ID: newID(), AgentID: ag.ID, UserID: uid(c), Rating: req.Rating, Comment: req.Comment}).Error; err != nil {
			return err
		}
		return tx.Model(ag).UpdateColumn("feedback_count", ag.FeedbackCount).Error
	})
	return ag, err
}

func (s *Server) runChat(c *gin.Context) (any, error) {
	ag, err := s.readAgent(c.Param("chat_id"), uid(c))
	if err != nil {
		return nil, err
	}
	run, l, err := s.eng.start(ag, uid(c), "chat", nil)
	if err == nil && fault("chat-run-not-listed") {
		err = s.tx(func(tx *gorm.DB) error { return tx.Delete(run).Error })
	}
	return l, err
}

func (s *Server) upsell(c *gin.Context) (any, error) {
	var ag *Agent
	err := s.tx(func(tx *gorm.DB) (err error) {
		ag, err = ownAgent(tx, strings.ToLower(c.Param("agent_id")), uid(c))
		if err != nil {
			return fail(404, "agent_not_found", "there is no such agent")
		}
		d := "Get more out of " + ag.Name + ": " + short(ag.ChatPrompt, 80) + " Subscribe to have it at hand every day."
		ag.UpsellDescription = &d
		if fault("upsell-not-saved") {
			return tx.Model(&Agent{}).Where("id = ?", uid(c)).Update("upsell_description", d).Error
		}
		return tx.Save(ag).Error
	})
	return ag, err
}

type SlugRequest struct {
	Name string `json:"name" binding:"required,max=200"`
}
type SlugResponse struct {
	Slug string `json:"slug"`
}
type SlugAvailability struct {
	Slug      string `json:"slug"`
	Available bool   `json:"available"`
}

var nonSlug = regexp.MustCompile(`[^a-z0-9]+`)

func (s *Server) makeSlug(c *gin.Context) (any, error) {
	req, err := bind[SlugRequest](c)
	if err != nil {
		return nil, err
	}
	base := strings.Trim(nonSlug.ReplaceAllString(strings.ToLower(req.Name), "-"), "-")
	if len(base) > 40 {
		base = strings.Trim(base[:40], "-")
	}
	if base == "" {
		base = "agent"
	}
	slug := base
	for {
		var n int64
		if err := s.db.Model(&Agent{}).Where("vanity_slug = ?", slug).Count(&n).Error; err != nil {
			return nil, err
		}
		if n == 0 || fault("slug-generated-taken") {
			return SlugResponse{slug}, nil
		}
		slug = base + "-" + xid.New().String()[12:]
	}
}

func (s *Server) slugFree(c *gin.Context) (any, error) {
	slug := query[string](c, "slug")
	q := s.db.Model(&Agent{})
	if fault("slug-check-own-agents-only") {
		q = q.Where("owner_id = ?", uid(c))
	}
	var n int64
	err := q.Where("vanity_slug = ?", slug).Count(&n).Error
	return SlugAvailability{slug, n == 0 && slugRe.MatchString(slug)}, err
}

type VibeService struct {
	Name  string `json:"name" doc:"enum=bolt,lovable,v0"`
	Title string `json:"title"`
	URL   string `json:"url"`
}
type VibePrompt struct {
	AgentID     string `json:"agent_id" doc:"uuid"`
	ServiceName string `json:"service_name" doc:"enum=bolt,lovable,v0"`
	Prompt      string `json:"prompt"`
}

var vibeServices = []VibeService{{"bolt", "Bolt", "https://bolt.new"}, {"lovable", "Lovable", "https://lovable.dev"}, {"v0", "v0", "https://v0.dev"}}

func (s *Server) vibeList(*gin.Context) (any, error) { return listOf(vibeServices), nil }
func (s *Server) vibePrompt(c *gin.Context) (any, error) {
	ag, err := s.visibleAgent(s.db, strings.ToLower(c.Param("agent_id")), uid(c))
	if err != nil {
		return nil, err
	}
	sn := query[string](c, "service_name")
	return VibePrompt{ag.ID, sn, "Build with " + sn + " a web page that talks to the worker " + ag.Name + " at " + s.base + "/workers/" + ag.ID + "."}, nil
}

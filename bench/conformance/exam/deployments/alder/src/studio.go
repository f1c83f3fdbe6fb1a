package main

import (
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type StudioCreate struct {
	RunID      *string `json:"run_id" binding:"omitempty,min=1,max=100" doc:"without it, a new UUID"`
	Title      string  `json:"title" binding:"max=300"`
	Summary    string  `json:"summary" binding:"max=10000"`
	Pinned     bool    `json:"pinned"`
	Visibility *string `json:"visibility" binding:"omitempty,oneof=private public" doc:"default public"`
	AgentID    *string `json:"agent_id" binding:"omitempty,uuid"`
}
type StudioUpdate struct {
	Title      *string `json:"title" binding:"omitempty,max=300"`
	Summary    *string `json:"summary" binding:"omitempty,max=10000"`
	Pinned     *bool   `json:"pinned"`
	Visibility *string `json:"visibility" binding:"omitempty,oneof=private public"`
	AgentID    *string `json:"agent_id" binding:"omitempty,uuid"`
}

var errNoChat = fail(404, "chat_not_found", "there is no such chat")
var errNotYours = fail(403, "chat_forbidden", "you may not do this with this chat")

func (s *Server) listStudio(c *gin.Context) (any, error) {
	list := []StudioChat{}
	if fault("studio-list-shows-deleted") {
		return list, s.db.Raw("SELECT * FROM studio_chats WHERE owner_id = ? ORDER BY created_at DESC", uid(c)).Scan(&list).Error
	}
	return list, s.db.Where("owner_id = ?", uid(c)).Order("created_at DESC").Find(&list).Error
}

func (s *Server) createStudio(c *gin.Context) (any, error) {
	req, err := bind[StudioCreate](c)
	if err != nil {
		return nil, err
	}
	if err := s.sandboxCheck(c, req.Visibility); err != nil {
		return nil, err
	}
	ch := StudioChat{OwnerID: uid(c), Title: req.Title, Summary: req.Summary, Pinned: req.Pinned, Visibility: "public", AgentID: req.AgentID}
	if req.Visibility != nil {
		ch.Visibility = *req.Visibility
	}
	if req.RunID != nil {
		ch.RunID = *req.RunID
	} else {
		ch.RunID = uuid.NewString()
	}
	err = s.tx(func(tx *gorm.DB) error {
		var old StudioChat
		if tx.Unscoped().Where("run_id = ?", ch.RunID).Take(&old).Error == nil {
			if old.OwnerID != uid(c) || old.DeletedAt.Valid {
				return fail(409, "chat_exists", "a chat with this run_id exists")
			}
			if fault("studio-create-overwrites") {
				return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&ch).Error
			}
			ch = old
			return nil
		}
		return tx.Create(&ch).Error
	})
	return ch, err
}

func (s *Server) getStudio(c *gin.Context) (any, error) {
	var ch StudioChat
	if err := s.db.Where("run_id = ?", c.Param("run_id")).Take(&ch).Error; err != nil {
		return nil, notFound(err, 404, "chat_not_found", "there is no such chat")
	}
	if ch.Visibility == "private" && ch.OwnerID != uid(c) && !(fault("studio-private-without-login") && me(c) == nil) {
		return nil, errNotYours
	}
	return ch, nil
}

// changeStudio gives a chat of the caller's to f, in a transaction.
func (s *Server) changeStudio(c *gin.Context, f func(tx *gorm.DB, ch *StudioChat) error) (any, error) {
	var ch StudioChat
	err := s.tx(func(tx *gorm.DB) error {
		if err := tx.Where("run_id = ?", c.Param("run_id")).Take(&ch).Error; err != nil {
			return notFound(err, 404, "chat_not_found", "there is no such chat")
		}
		if ch.OwnerID != uid(c) && !(fault("studio-foreign-delete") && c.Request.Method == "DELETE") {
			return errNotYours
		}
		return f(tx, &ch)
	})
	return ch, err
}

func (s *Server) putStudio(c *gin.Context) (any, error) {
	req, err := bind[StudioCreate](c)
	if err != nil {
		return nil, err
	}
	return s.changeStudio(c, func(tx *gorm.DB, ch *StudioChat) error {
		if err := s.sandboxCheck(c, req.Visibility); err != nil {
			return err
		}
		if req.RunID != nil && *req.RunID != ch.RunID {
			return invalid("body.run_id", "eq", "must be the run_id of the path")
		}
		next := StudioChat{Title: req.Title, Summary: req.Summary, Pinned: req.Pinned, AgentID: req.AgentID, Visibility: "public"}
		if req.Visibility != nil {
			next.Visibility = *req.Visibility
		}
		if fault("studio-put-skips-zero") {
			if err := tx.Model(ch).Updates(next).Error; err != nil {
				return err
			}
			return nil
		}
		ch.Title, ch.Summary, ch.Pinned, ch.AgentID, ch.Visibility = next.Title, next.Summary, next.Pinned, next.AgentID, next.Visibility
		return tx.Save(ch).Error
	})
}

func (s *Server) patchStudio(c *gin.Context) (any, error) {
	req, err := bind[StudioUpdate](c)
	if err != nil {
		return nil, err
	}
	return s.changeStudio(c, func(tx *gorm.DB, ch *StudioChat) error {
		if err := s.sandboxCheck(c, req.Visibility); err != nil && !fault("sandbox-patch-studio-private") {
			return err
		}
		if fault("studio-patch-clears-rest") {
			ch.Title, ch.Summary, ch.Pinned = "", "", false
		}
		if req.Title != nil {
			ch.Title = *req.Title
		}
		if req.Summary != nil {
			ch.Summary = *req.Summary
		}
		if req.Pinned != nil {
			ch.Pinned = *req.Pinned
		}
		if req.Visibility != nil {
			ch.Visibility = *req.Visibility
		}
		if req.AgentID != nil {
			ch.AgentID = req.AgentID
		}
		return tx.Save(ch).Error
	})
}

func (s *Server) deleteStudio(c *gin.Context) (any, error) {
	return s.changeStudio(c, func(tx *gorm.DB, ch *StudioChat) error { return tx.Delete(ch).Error })
}

func (s *Server) cloneStudio(c *gin.Context) (any, error) {
	var ch StudioChat
	err := s.tx(func(tx *gorm.DB) error {
		var src StudioChat
		if err := tx.Where("run_id = ?", c.Param("run_id")).Take(&src).Error; err != nil {
			return notFound(err, 404, "chat_not_found", "there is no such chat")
		}
		if src.Visibility == "private" && !(fault("studio-clone-own-private") && src.OwnerID == uid(c)) {
			return fail(400, "chat_private", "private chats cannot be cloned")
		}
		ch = StudioChat{RunID: uuid.NewString(), OwnerID: uid(c), Title: src.Title, Summary: src.Summary, Visibility: "public", AgentID: src.AgentID, ClonedFrom: &src.RunID}
		return tx.Create(&ch).Error
	})
	return ch, err
}

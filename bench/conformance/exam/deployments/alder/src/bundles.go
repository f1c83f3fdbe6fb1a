package main

import (
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/robfig/cron/v3"
	"gorm.io/gorm"
)

type BundleFull struct {
	Bundle
	Tools []BundleTool `json:"tools"`
}
type BundleSimple struct {
	BundleID    int64  `json:"bundleId"`
	Name        string `json:"name"`
	Description string `json:"description"`
	ToolCount   int    `json:"toolCount"`
}
type BundleRequest struct {
	Name        *string  `json:"name" binding:"omitempty,min=1,max=200"`
	Description *string  `json:"description" binding:"omitempty,max=5000"`
	Tools       []string `json:"tools" doc:"ids of tools; without it, the tools stay"`
}
type BundleToolRequest struct {
	ToolID string `json:"toolId" binding:"required,max=200"`
}

func full(b Bundle) BundleFull {
	t := b.Tools
	if t == nil {
		t = []BundleTool{}
	}
	b.Tools = nil
	return BundleFull{b, t}
}
func byID(tx *gorm.DB) *gorm.DB { return tx.Order("bundle_tools.id") }

func ownBundle(tx *gorm.DB, c *gin.Context) (Bundle, error) {
	var b Bundle
	q := tx.Preload("Tools", byID).Where("bundle_id = ?", intParam(c, "bundle_id"))
	if !(fault("bundle-foreign-delete") && c.Request.Method == "DELETE") {
		q = q.Where("user_id = ?", uid(c))
	}
	return b, notFound(q.Take(&b).Error, 404, "bundle_not_found", "there is no such bundle")
}

func (s *Server) listBundles(c *gin.Context) (any, error) {
	var list []Bundle
	out := []BundleSimple{}
	err := s.db.Preload("Tools", byID).Where("user_id = ?", uid(c)).Order("bundle_id").Find(&list).Error
	for _, b := range list {
		out = append(out, BundleSimple{b.BundleID, b.Name, b.Description, len(b.Tools)})
	}
	return out, err
}
func (s *Server) createBundle(c *gin.Context) (any, error) {
	b := Bundle{UserID: uid(c), Name: "Untitled bundle"}
	err := s.tx(func(tx *gorm.DB) error { return tx.Create(&b).Error })
	return full(b), err
}
func (s *Server) getBundle(c *gin.Context) (any, error) {
	b, err := ownBundle(s.db, c)
	return full(b), err
}
func (s *Server) putBundle(c *gin.Context) (any, error) {
	req, err := bind[BundleRequest](c)
	if err != nil {
		return nil, err
	}
	var b Bundle
	err = s.tx(func(tx *gorm.DB) error {
		if b, err = ownBundle(tx, c); err != nil {
			return fail(409, "bundle_update_failed", "there is no such bundle to update")
		}
		if req.Name != nil {
			b.Name = *req.Name
		}
		if req.Description != nil {
			b.Description = *req.Description
		}
		if err := tx.Omit("Tools").Save(&b).Error; err != nil {
			return err
		}
		if req.Tools != nil || fault("bundle-put-drops-tools") {
			if err := tx.Where("bundle_id = ?", b.BundleID).Delete(&BundleTool{}).Error; err != nil {
				return err
			}
			seen := map[string]bool{}
			for _, id := range req.Tools {
				if s.tools[id] == nil {
					return fail(409, "bundle_update_failed", "there is no tool "+id)
				}
				if seen[id] {
					continue
				}
				seen[id] = true
				if err := tx.Create(&BundleTool{BundleID: b.BundleID, ToolID: id}).Error; err != nil {
					return err
				}
			}
		}
		b, err = ownBundle(tx, c)
		return err
	})
	return full(b), err
}
func (s *Server) deleteBundle(c *gin.Context) (any, error) {
	var b Bundle
	err := s.tx(func(tx *gorm.DB) (err error) {
		if b, err = ownBundle(tx, c); err != nil {
			return err
		}
		if err := tx.Where("bundle_id = ?", b.BundleID).Delete(&BundleTool{}).Error; err != nil {
			return err
		}
		return tx.Delete(&Bundle{BundleID: b.BundleID}).Error
	})
	return b, err
}
func (s *Server) listBundleTools(c *gin.Context) (any, error) {
	list := []BundleTool{}
	q := s.db.Where("bundle_id IN (SELECT bundle_id FROM bundles WHERE bundle_id = ? AND user_id = ?)", intParam(c, "bundle_id"), uid(c))
	return list, q.Order("id").Find(&list).Error
}
func (s *Server) addBundleTool(c *gin.Context) (any, error) {
	req, err := bind[BundleToolRequest](c)
	if err != nil {
		return nil, err
	}
	bt := BundleTool{ToolID: req.ToolID}
	err = s.tx(func(tx *gorm.DB) error {
		b, err := ownBundle(tx, c)
		if err != nil {
			return err
		}
		if s.tools[req.ToolID] == nil {
			return fail(404, "tool_not_found", "there is no such tool")
		}
		if !fault("bundle-tool-twice") && tx.Where("bundle_id = ? AND tool_id = ?", b.BundleID, req.ToolID).Take(&bt).Error == nil {
			return nil
		}
		bt.BundleID = b.BundleID
		return tx.Create(&bt).Error
	})
	return bt, err
}
func (s *Server) removeBundleTool(c *gin.Context) (any, error) {
	var bt BundleTool
	err := s.tx(func(tx *gorm.DB) error {
		b, err := ownBundle(tx, c)
		if err != nil {
			return err
		}
		if err := tx.Where("bundle_id = ? AND tool_id = ?", b.BundleID, c.Param("tool_id")).Take(&bt).Error; err != nil {
			return notFound(err, 404, "tool_not_found", "this tool is not in the bundle")
		}
		if fault("bundle-tool-removed-everywhere") {
			return tx.Where("tool_id = ?", bt.ToolID).Delete(&BundleTool{}).Error
		}
		return tx.Delete(&bt).Error
	})
	return bt, err
}

// ---- CLI auth sessions ----

type CliInsert struct {
	Jwt string `json:"jwt" binding:"required,max=20000"`
}

func (s *Server) cliCreate(c *gin.Context) (any, error) {
	cs := CliSession{CliAuthID: uuid.NewString(), Status: "pending", ExpiresAt: Stamp(time.Now().Add(10 * time.Minute).UnixNano())}
	err := s.tx(func(tx *gorm.DB) error { return tx.Create(&cs).Error })
	return cs, err
}

func liveSession(tx *gorm.DB, id string) (CliSession, error) {
	var cs CliSession
	err := tx.Where("cli_auth_id = ?", id).Take(&cs).Error
	if err == nil && cs.ExpiresAt.Time().Before(time.Now()) {
		err = gorm.ErrRecordNotFound
	}
	return cs, notFound(err, 404, "session_not_found", "there is no such session")
}

func (s *Server) cliPut(c *gin.Context) (any, error) {
	req, err := bind[CliInsert](c)
	if err != nil {
		return nil, err
	}
	var cs CliSession
	err = s.tx(func(tx *gorm.DB) error {
		if cs, err = liveSession(tx, c.Param("cli_auth_id")); err != nil {
			return err
		}
		if cs.UserID != nil && *cs.UserID != uid(c) && !fault("cli-session-takeover") {
			return fail(403, "session_forbidden", "this session belongs to another user")
		}
		if cs.Status == "consumed" {
			return fail(403, "session_consumed", "this session was used already")
		}
		if u := s.userOfJWT(req.Jwt); u != nil && u.ID != uid(c) {
			return fail(403, "session_forbidden", "this is the JWT of another user")
		}
		id := uid(c)
		cs.UserID, cs.Jwt, cs.Status = &id, &req.Jwt, "attached"
		return tx.Save(&cs).Error
	})
	return cs, err
}

func (s *Server) cliGet(c *gin.Context) (any, error) {
	var tok *string
	if fault("cli-jwt-read-race") {
		cs, err := liveSession(s.db, c.Param("auth_id"))
		if err != nil || cs.Jwt == nil {
			return nil, err
		}
		time.Sleep(20 * time.Millisecond)
		tok, cs.Jwt, cs.Status = cs.Jwt, nil, "consumed"
		err = s.tx(func(tx *gorm.DB) error { return tx.Save(&cs).Error })
		return tok, err
	}
	err := s.tx(func(tx *gorm.DB) error {
		cs, err := liveSession(tx, c.Param("auth_id"))
		if err != nil || cs.Jwt == nil {
			return err
		}
		tok = cs.Jwt
		if fault("cli-jwt-not-consumed") {
			return tx.Model(&cs).Updates(CliSession{Jwt: nil, Status: "consumed"}).Error
		}
		cs.Jwt, cs.Status = nil, "consumed"
		return tx.Save(&cs).Error
	})
	return tok, err
}

// ---- schedules ----

type ScheduleRequest struct {
	ChatID  any    `json:"chat_id" doc:"the id of a chat of the caller's; otherwise 403"`
	Cron    string `json:"cron" binding:"required,max=200"`
	Message string `json:"message" binding:"max=20000"`
	Enabled *bool  `json:"enabled" doc:"default true"`
}
type ScheduleUpdate struct {
	ChatID  any     `json:"chat_id" doc:"the id of a chat of the caller's; otherwise 403"`
	Cron    *string `json:"cron" binding:"omitempty,max=200"`
	Message *string `json:"message" binding:"omitempty,max=20000"`
	Enabled *bool   `json:"enabled"`
}
type Onboarding struct {
	Completed     bool             `json:"completed"`
	ScheduleCount int64            `json:"schedule_count"`
	Suggestions   []CronSuggestion `json:"suggestions"`
}
type CronSuggestion struct {
	Title string `json:"title"`
	Cron  string `json:"cron"`
}
type CronResult struct {
	Cron      string `json:"cron"`
	NextRunAt *Stamp `json:"next_run_at"`
}

func parseCron(expr string) (cron.Schedule, bool) {
	if len(strings.Fields(expr)) != 5 || strings.Contains(expr, "=") {
		return nil, false
	}
	sc, err := cron.ParseStandard(expr)
	return sc, err == nil
}
func nextRun(expr string) *Stamp {
	sc, ok := parseCron(expr)
	if !ok {
		return nil
	}
	t := sc.Next(time.Now().UTC())
	if t.IsZero() {
		return nil
	}
	v := Stamp(t.UnixNano())
	return &v
}

func (s *Server) scheduleChat(tx *gorm.DB, c *gin.Context, v any) (string, error) {
	no := fail(403, "chat_forbidden", "the chat id is missing, invalid or not of a chat of yours")
	id, ok := v.(string)
	if !ok {
		return "", no
	}
	id = strings.ToLower(id)
	if fault("schedule-foreign-chat") {
		var n int64
		tx.Model(&Agent{}).Where("id = ?", id).Count(&n)
		if n > 0 {
			return id, nil
		}
	}
	if _, err := ownAgent(tx, id, uid(c)); err != nil {
		return "", no
	}
	return id, nil
}

func (s *Server) listSchedules(c *gin.Context) (any, error) {
	var list []Schedule
	q := s.db.Where("user_id = ?", uid(c))
	if fault("schedule-list-enabled-only") {
		q = q.Where("enabled")
	}
	err := q.Order("created_at DESC").Find(&list).Error
	return listOf(list), err
}
func (s *Server) createSchedule(c *gin.Context) (any, error) {
	req, err := bind[ScheduleRequest](c)
	if err != nil {
		return nil, err
	}
	sc := Schedule{ID: uuid.NewString(), UserID: uid(c), Cron: req.Cron, Message: req.Message, Enabled: req.Enabled == nil || *req.Enabled}
	err = s.tx(func(tx *gorm.DB) error {
		if sc.ChatID, err = s.scheduleChat(tx, c, req.ChatID); err != nil {
			return err
		}
		if _, ok := parseCron(req.Cron); !ok {
			return invalid("body.cron", "cron", "must be a cron expression of five fields")
		}
		sc.NextRunAt = nextRun(sc.Cron)
		return tx.Create(&sc).Error
	})
	return sc, err
}
func (s *Server) ownSchedule(tx *gorm.DB, c *gin.Context) (*Schedule, error) {
	var sc Schedule
	q := tx.Where("id = ?", c.Param("schedule_id"))
	if !(fault("schedule-readable-by-others") && c.Request.Method == "GET") {
		q = q.Where("user_id = ?", uid(c))
	}
	return &sc, notFound(q.Take(&sc).Error, 404, "schedule_not_found", "there is no such schedule")
}
func (s *Server) getSchedule(c *gin.Context) (any, error) { return s.ownSchedule(s.db, c) }
func (s *Server) putSchedule(c *gin.Context) (any, error) {
	req, err := bind[ScheduleUpdate](c)
	if err != nil {
		return nil, err
	}
	var sc *Schedule
	err = s.tx(func(tx *gorm.DB) error {
		if sc, err = s.ownSchedule(tx, c); err != nil {
			return err
		}
		if req.ChatID != nil {
			if sc.ChatID, err = s.scheduleChat(tx, c, req.ChatID); err != nil {
				return err
			}
		}
		if req.Cron != nil {
			if _, ok := parseCron(*req.Cron); !ok {
				return invalid("body.cron", "cron", "must be a cron expression of five fields")
			}
			if !fault("schedule-put-keeps-cron") {
				sc.Cron = *req.Cron
			}
			sc.NextRunAt = nextRun(*req.Cron)
		}
		if req.Message != nil {
			sc.Message = *req.Message
		}
		if req.Enabled != nil {
			sc.Enabled = *req.Enabled
		}
		return tx.Save(sc).Error
	})
	return sc, err
}
func (s *Server) deleteSchedule(c *gin.Context) (any, error) {
	var sc *Schedule
	err := s.tx(func(tx *gorm.DB) (err error) {
		if sc, err = s.ownSchedule(tx, c); err != nil {
			return err
		}
		if fault("schedule-delete-takes-all-of-chat") {
			return tx.Where("chat_id = ?", sc.ChatID).Delete(&Schedule{}).Error
		}
		return tx.Delete(sc).Error
	})
	return sc, err
}
func (s *Server) onboarding(c *gin.Context) (any, error) {
	var n int64
	err := s.db.Model(&Schedule{}).Where("user_id = ?", uid(c)).Count(&n).Error
	return Onboarding{n > 0, n, []CronSuggestion{{"Every morning", "0 9 * * *"}, {"Every Monday", "0 9 * * 1"}, {"Every hour", "0 * * * *"}}}, err
}

var spoken = map[string]string{"every minute": "* * * * *", "every hour": "0 * * * *", "hourly": "0 * * * *", "every day": "0 0 * * *", "daily": "0 0 * * *",
	"every week": "0 0 * * 0", "weekly": "0 0 * * 0", "every monday": "0 0 * * 1", "every month": "0 0 1 * *", "monthly": "0 0 1 * *"}

func (s *Server) textToCron(c *gin.Context) (any, error) {
	text := strings.Join(strings.Fields(query[string](c, "cron")), " ")
	if v, ok := spoken[strings.ToLower(text)]; ok {
		text = v
	}
	if _, ok := parseCron(text); !ok && !(fault("cron-fields-only-counted") && len(strings.Fields(text)) == 5) {
		return nil, fail(400, "invalid_cron", "this is not a valid cron expression")
	}
	return CronResult{text, nextRun(text)}, nil
}

package main

import (
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

const maxFiles = 10

type ThemeRequest struct {
	ThemeColor string `json:"theme_color" binding:"required" doc:"#RRGGBB"`
	DarkMode   bool   `json:"dark_mode"`
}

var colorRe = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
var looseColorRe = regexp.MustCompile(`#?[0-9a-fA-F]{3,6}`)

func (s *Server) getTheme(c *gin.Context) (any, error) {
	if _, err := s.readAgent(c.Param("agent_id"), uid(c)); err != nil {
		return nil, err
	}
	var th []Theme
	if err := s.db.Where("agent_id = ?", c.Param("agent_id")).Limit(1).Find(&th).Error; err != nil || len(th) == 0 {
		return nil, err
	}
	return &th[0], nil
}

func (s *Server) putTheme(c *gin.Context) (any, error) {
	req, err := bind[ThemeRequest](c)
	if err != nil {
		return nil, err
	}
	re := colorRe
	if fault("theme-color-unanchored") {
		re = looseColorRe
	}
	th := Theme{AgentID: c.Param("agent_id"), ThemeColor: req.ThemeColor, DarkMode: req.DarkMode}
	err = s.tx(func(tx *gorm.DB) error {
		if _, err := ownAgent(tx, th.AgentID, uid(c)); err != nil {
			return err
		}
		if !re.MatchString(req.ThemeColor) {
			return fail(400, "invalid_theme_color", "the theme color must look like #1a2b3c")
		}
		cols := []string{"theme_color", "dark_mode", "updated_at"}
		if fault("theme-upsert-forgets-color") {
			cols = cols[1:]
		}
		err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "agent_id"}}, DoUpdates: clause.AssignmentColumns(cols)}).Create(&th).Error
		if err != nil || fault("theme-upsert-forgets-color") {
			return err
		}
		return tx.Where("agent_id = ?", th.AgentID).Take(&th).Error
	})
	return th, err
}

type FileCreate struct {
	Name     string `json:"name" binding:"required,max=255"`
	MimeType string `json:"mime_type" binding:"max=200"`
	Content  string `json:"content" binding:"max=2000000"`
	Position *int   `json:"position" binding:"omitempty,min=0,max=1000000" doc:"without it, the file comes last"`
}
type FileUpdate struct {
	Name     *string `json:"name" binding:"omitempty,min=1,max=255"`
	MimeType *string `json:"mime_type" binding:"omitempty,max=200"`
	Content  *string `json:"content" binding:"omitempty,max=2000000"`
	Position *int    `json:"position" binding:"omitempty,min=0,max=1000000"`
}
type FilePosition struct {
	FileID   string `json:"file_id" binding:"required,uuid" doc:"uuid"`
	Position *int   `json:"position" binding:"required,min=0,max=1000000"`
}
type FilePositions struct {
	Positions []FilePosition `json:"positions" binding:"required,dive"`
}

func filesOf(tx *gorm.DB, agentID string) (List[AgentFile], error) {
	var list []AgentFile
	q := tx.Where("agent_id = ?", agentID)
	if fault("files-unordered") {
		q = q.Order("created_at")
	} else {
		q = q.Order("position, created_at")
	}
	err := q.Find(&list).Error
	return listOf(list), err
}

func (s *Server) listFiles(c *gin.Context) (any, error) {
	if _, err := ownAgent(s.db, c.Param("agent_id"), uid(c)); err != nil {
		return nil, err
	}
	return filesOf(s.db, c.Param("agent_id"))
}

func (s *Server) createFile(c *gin.Context) (any, error) {
	req, err := bind[FileCreate](c)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(req.Name) == "" || strings.ContainsAny(req.Name, "/\\\x00") {
		return nil, fail(400, "invalid_file", "the name of the file is not valid")
	}
	f := AgentFile{AgentID: c.Param("agent_id"), Name: req.Name, MimeType: req.MimeType, Content: req.Content}
	if f.MimeType == "" {
		f.MimeType = "text/plain"
	}
	err = s.tx(func(tx *gorm.DB) error {
		if _, err := ownAgent(tx, f.AgentID, uid(c)); err != nil {
			return err
		}
		var have struct{ N, Last int }
		if err := tx.Model(&AgentFile{}).Select("count(*) AS n, coalesce(max(position), -1) AS last").Where("agent_id = ?", f.AgentID).Scan(&have).Error; err != nil {
			return err
		}
		if have.N > maxFiles || (have.N == maxFiles && !fault("file-limit-off-by-one")) {
			return fail(400, "file_limit_exceeded", "an agent may have 10 files")
		}
		f.Position = have.Last + 1
		if req.Position != nil {
			f.Position = *req.Position
		}
		return tx.Create(&f).Error
	})
	return f, err
}

func ownFile(tx *gorm.DB, c *gin.Context) (*AgentFile, error) {
	if _, err := ownAgent(tx, c.Param("agent_id"), uid(c)); err != nil {
		return nil, err
	}
	var f AgentFile
	q := tx.Where("id = ? AND agent_id = ?", c.Param("file_id"), c.Param("agent_id"))
	if fault("file-of-foreign-agent") {
		q = tx.Where("id = ?", c.Param("file_id"))
	}
	return &f, notFound(q.Take(&f).Error, 404, "file_not_found", "there is no such file")
}

func (s *Server) getFile(c *gin.Context) (any, error) { return ownFile(s.db, c) }

func (s *Server) patchFile(c *gin.Context) (any, error) {
	req, err := bind[FileUpdate](c)
	if err != nil {
		return nil, err
	}
	var f *AgentFile
	err = s.tx(func(tx *gorm.DB) error {
		if f, err = ownFile(tx, c); err != nil {
			return err
		}
		if req.Name != nil {
			f.Name = *req.Name
		}
		if req.MimeType != nil {
			f.MimeType = *req.MimeType
		}
		if req.Content != nil {
			f.Content = *req.Content
		}
		if req.Position != nil && !(fault("file-position-zero-ignored") && *req.Position == 0) {
			f.Position = *req.Position
		}
		return tx.Save(f).Error
	})
	return f, err
}

func (s *Server) deleteFile(c *gin.Context) (any, error) {
	return nil, s.tx(func(tx *gorm.DB) error {
		f, err := ownFile(tx, c)
		if err != nil {
			return err
		}
		return tx.Delete(f).Error
	})
}

func (s *Server) putPositions(c *gin.Context) (any, error) {
	req, err := bind[FilePositions](c)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i := range req.Positions {
		id := strings.ToLower(req.Positions[i].FileID)
		if seen[id] {
			return nil, invalid("body.positions", "unique", "a file stands here twice")
		}
		seen[id], req.Positions[i].FileID = true, id
	}
	var out List[AgentFile]
	apply := func(tx *gorm.DB) error {
		if _, err := ownAgent(tx, c.Param("agent_id"), uid(c)); err != nil {
			return err
		}
		for _, p := range req.Positions {
			r := tx.Model(&AgentFile{}).Where("id = ? AND agent_id = ?", p.FileID, c.Param("agent_id")).UpdateColumn("position", *p.Position)
			if r.Error != nil {
				return r.Error
			}
			if r.RowsAffected == 0 {
				return fail(404, "file_not_found", "there is no file "+p.FileID)
			}
		}
		out, err = filesOf(tx, c.Param("agent_id"))
		return err
	}
	if fault("positions-not-rolled-back") {
		s.wmu.Lock()
		defer s.wmu.Unlock()
		err = apply(s.db)
		return out, err
	}
	err = s.tx(apply)
	return out, err
}

package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

type WorkerRequest struct {
	Message *string `json:"message" binding:"required" doc:"may be empty"`
}

var errJob = fail(409, "job_running", "a background job of this run is still running")

func (s *Server) callableAgent(c *gin.Context) (*Agent, error) {
	var ag Agent
	if err := s.db.Where("id = ?", c.Param("agent_id")).Take(&ag).Error; err != nil {
		return nil, notFound(err, 404, "agent_not_found", "there is no such agent")
	}
	if ag.Visibility == "private" && ag.OwnerID != uid(c) {
		return nil, fail(403, "agent_private", "this agent is private")
	}
	return &ag, nil
}

func (s *Server) callerRun(c *gin.Context) (*Run, error) {
	var run Run
	q := s.db.Where("run_id = ? AND agent_id = ?", c.Param("run_id"), c.Param("agent_id"))
	if !(fault("run-readable-by-other-key") && c.Request.Method == "GET") && !(fault("run-history-without-key") && me(c) == nil) {
		q = q.Where("user_id = ?", uid(c))
	}
	if err := q.Take(&run).Error; err != nil {
		return nil, notFound(err, 404, "run_not_found", "there is no such run")
	}
	return &run, nil
}

func (s *Server) workerPost(nd bool) gin.HandlerFunc {
	return func(c *gin.Context) {
		ag, err := s.callableAgent(c)
		if err != nil {
			abort(c, err)
			return
		}
		req, err := bind[WorkerRequest](c)
		if err != nil {
			abort(c, err)
			return
		}
		if fault("post-refused-during-job") {
			var n int64
			s.db.Model(&Run{}).Where("user_id = ? AND agent_id = ? AND job_id IS NOT NULL", uid(c), ag.ID).Count(&n)
			if n > 0 {
				abort(c, errJob)
				return
			}
		}
		if fault("post-reuses-run") {
			var old Run
			if s.db.Where("user_id = ? AND agent_id = ? AND created_at > ? AND run_id IN (SELECT run_id FROM messages WHERE content = ?)",
				uid(c), ag.ID, time.Now().Add(-3*time.Second).UnixNano(), *req.Message).Take(&old).Error == nil {
				s.continueRun(c, ag, &old, *req.Message, nd)
				return
			}
		}
		run, _, err := s.eng.start(ag, uid(c), "api", req.Message)
		if err != nil {
			abort(c, err)
			return
		}
		st := s.eng.state(run.RunID)
		st.turn <- struct{}{}
		hist := []Message{{Role: "user", Content: *req.Message}}
		s.stream(c, ag, run, st, hist, nd)
	}
}

func (s *Server) workerPut(nd bool) gin.HandlerFunc {
	return func(c *gin.Context) {
		run, err := s.callerRun(c)
		if err != nil {
			abort(c, err)
			return
		}
		ag, err := s.callableAgent(c)
		if err != nil {
			abort(c, err)
			return
		}
		req, err := bind[WorkerRequest](c)
		if err == nil && fault("empty-put-message-refused") && *req.Message == "" {
			err = invalid("body.message", "required", "does not meet the rule required")
		}
		if err != nil {
			abort(c, err)
			return
		}
		s.continueRun(c, ag, run, *req.Message, nd)
	}
}

func (s *Server) continueRun(c *gin.Context, ag *Agent, run *Run, message string, nd bool) {
	st := s.eng.state(run.RunID)
	busy := func() bool {
		if fault("ndjson-put-ignores-job") && nd {
			return false
		}
		if st.job() == "" && !time.Now().Before(st.until) {
			return false
		}
		if fault("rejected-put-is-kept") {
			_ = s.eng.addMessage(run, message)
		}
		abort(c, errJob)
		return true
	}
	if busy() {
		return
	}
	var early []Message
	if fault("concurrent-put-loses-message") {
		s.db.Where("run_id = ?", run.RunID).Order("id").Find(&early)
		early = append(early, Message{Role: "user", Content: message})
		time.Sleep(30 * time.Millisecond)
	}
	select {
	case st.turn <- struct{}{}:
	case <-c.Request.Context().Done():
		return
	}
	if busy() {
		<-st.turn
		return
	}
	if err := s.eng.addMessage(run, message); err != nil {
		<-st.turn
		abort(c, err)
		return
	}
	var hist []Message
	s.db.Where("run_id = ?", run.RunID).Order("id").Find(&hist)
	s.db.Where("run_id = ?", run.RunID).Take(run)
	if early != nil {
		hist = early
	}
	s.stream(c, ag, run, st, hist, nd)
}

func (s *Server) stream(c *gin.Context, ag *Agent, run *Run, st *runState, hist []Message, nd bool) {
	put := c.Request.Method == "PUT"
	ch, jobID := s.eng.answer(c.Request.Context(), ag, run, st, hist)
	h := c.Writer.Header()
	if !(put && !nd && fault("put-run-id-header-missing")) {
		h.Set("X-Service-Run-ID", run.RunID)
	}
	if jobID != "" {
		h.Set("x-service-job-id", jobID)
	}
	h.Set("Content-Type", "text/plain; charset=utf-8")
	if nd {
		h.Set("Content-Type", "application/x-ndjson; charset=utf-8")
	}
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	c.Status(200)
	buffered := fault("stream-buffered-to-end")
	if !buffered {
		c.Writer.Flush()
	}
	var hold bytes.Buffer
	for ev := range ch {
		var b []byte
		if nd {
			if ev.Type == "tool_result" && put && fault("ndjson-put-no-tool-result") {
				continue
			}
			if len(ev.Input) == 0 {
				ev.Input = json.RawMessage("null")
			}
			if len(ev.Output) == 0 {
				ev.Output = json.RawMessage("null")
			}
			b, _ = json.Marshal(ev)
			if !(fault("ndjson-lines-joined") && ev.Type == "tool_call") {
				b = append(b, '\n')
			}
		} else if ev.Type == "text_delta" {
			b = []byte(*ev.Text)
		} else if fault("text-stream-shows-tools") && ev.Name != nil {
			b = []byte("[" + ev.Type + " " + *ev.Name + " " + string(ev.Input) + string(ev.Output) + "]\n")
		}
		if len(b) == 0 {
			continue
		}
		if buffered {
			hold.Write(b)
			continue
		}
		if _, err := c.Writer.Write(b); err != nil {
			if fault("hangup-loses-answer") {
				return
			}
			continue
		}
		c.Writer.Flush()
	}
	if buffered {
		_, _ = c.Writer.Write(hold.Bytes())
	}
}

func (s *Server) workerGet(c *gin.Context) (any, error) {
	run, err := s.callerRun(c)
	if err != nil {
		return nil, err
	}
	if me(c) != nil {
		if _, err := s.callableAgent(c); err != nil {
			return nil, err
		}
	}
	// the job is read before the messages, so that no answer is missing once the header is gone
	if job := s.eng.state(run.RunID).job(); job != "" {
		if fault("job-id-changes") {
			job = newID()
		}
		c.Header("x-service-job-id", job)
	}
	msgs := []Message{}
	q := s.db.Where("run_id = ?", run.RunID)
	if fault("history-same-second-order") {
		q = q.Order("created_at / 1000000000, role")
	} else {
		q = q.Order("id")
	}
	if err := q.Find(&msgs).Error; err != nil {
		return nil, err
	}
	c.Header("X-Service-Run-ID", run.RunID)
	return msgs, nil
}

// runScheduler starts the runs whose time has come.
func (s *Server) due() {
	var list []Schedule
	s.db.Where("enabled = ? AND next_run_at <= ?", true, time.Now().UnixNano()).Find(&list)
	for _, sc := range list {
		next := nextRun(sc.Cron)
		err := s.tx(func(tx *gorm.DB) error {
			return tx.Model(&Schedule{}).Where("id = ?", sc.ID).
				Updates(map[string]any{"next_run_at": next, "last_run_at": time.Now().UnixNano()}).Error
		})
		var ag Agent
		if err != nil || s.db.Where("id = ?", sc.ChatID).Take(&ag).Error != nil {
			continue
		}
		msg := sc.Message
		if strings.TrimSpace(msg) == "" {
			msg = "Scheduled run"
		}
		run, _, err := s.eng.start(&ag, sc.UserID, "schedule", &msg)
		if err != nil {
			continue
		}
		st := s.eng.state(run.RunID)
		st.turn <- struct{}{}
		ch, _ := s.eng.answer(ctxBackground, &ag, run, st, []Message{{Role: "user", Content: msg}})
		go func() {
			for range ch {
			}
		}()
	}
}

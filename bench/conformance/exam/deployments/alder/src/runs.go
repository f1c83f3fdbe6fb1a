package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

var ctxBackground = context.Background()

func (s *Server) runScheduler(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.due()
		case <-ctx.Done():
			return
		}
	}
}

// pageOf cuts a list that was read with one entry too many.
func pageOf[T any](items []T, limit int, at func(T) Stamp) List[T] {
	l := listOf(items)
	if len(items) > limit {
		l.Items = items[:limit]
		cur := at(l.Items[limit-1]).String()
		l.Page = Page{Cursor: &cur, HasNext: true}
	}
	return l
}

func (s *Server) listRuns(c *gin.Context) (any, error) {
	limit := query[int](c, "limit")
	if _, given := c.GetQuery("limit"); !given && fault("runs-default-limit-20") {
		limit = 20
	}
	cur := query[Stamp](c, "next_cursor")
	q := s.db.Where("user_id = ?", uid(c))
	if cur > 0 {
		switch {
		case fault("runs-cursor-inclusive"):
			q = q.Where("created_at <= ?", cur)
		case fault("runs-cursor-leaks-users"):
			q = s.db.Where("user_id = ? AND created_at < ? OR source = ? AND created_at < ?", uid(c), cur, "api", cur)
		default:
			q = q.Where("created_at < ?", cur)
		}
	}
	var runs []Run
	if err := q.Order("created_at DESC").Limit(limit + 1).Find(&runs).Error; err != nil {
		return nil, err
	}
	return pageOf(runs, limit, func(r Run) Stamp { return r.CreatedAt }), nil
}

func (s *Server) getRun(c *gin.Context) (any, error) {
	var run Run
	err := s.db.Where("run_id = ? AND user_id = ?", c.Param("run_id"), uid(c)).Take(&run).Error
	return run, notFound(err, 404, "run_not_found", "there is no such run")
}

func (s *Server) runMcpLogs(c *gin.Context) (any, error) {
	logs := []McpLog{}
	q := s.db.Where("user_id = ? AND run_id = ?", uid(c), c.Param("run_id"))
	if fault("mcp-logs-of-all-runs") {
		q = s.db.Where("user_id = ?", uid(c))
	}
	return logs, q.Order("created_at").Find(&logs).Error
}

func (s *Server) runLogs(c *gin.Context) (any, error) {
	logs := []RunLog{}
	q := s.db.Where("user_id = ? AND run_id = ?", uid(c), c.Param("run_id"))
	if fault("run-logs-readable-by-others") {
		q = s.db.Where("run_id = ?", c.Param("run_id"))
	}
	return logs, q.Order("created_at").Find(&logs).Error
}

func (s *Server) listExecutions(c *gin.Context) (any, error) {
	limit := query[int](c, "limit")
	cur := query[Stamp](c, "next_cursor")
	q := s.db.Model(&Execution{})
	if fault("executions-limit-before-filter") {
		q = s.db.Table("(SELECT * FROM executions ORDER BY created_at DESC LIMIT ?) AS executions", limit+1)
	}
	q = q.Where("user_id = ?", uid(c))
	if cur > 0 {
		if fault("executions-cursor-seconds") {
			cur = cur / 1e9 * 1e9
		}
		q = q.Where("created_at < ?", cur)
	}
	var logs []Execution
	if err := q.Order("created_at DESC").Limit(limit + 1).Find(&logs).Error; err != nil {
		return nil, err
	}
	return pageOf(logs, limit, func(r Execution) Stamp { return r.CreatedAt }), nil
}

func (s *Server) getExecution(c *gin.Context) (any, error) {
	var l Execution
	q := s.db.Where("id = ?", intParam(c, "log_id"))
	if !fault("execution-readable-by-others") {
		q = q.Where("user_id = ?", uid(c))
	}
	return &l, notFound(q.Take(&l).Error, 404, "execution_not_found", "there is no such execution log")
}

// ---- subscriptions ----

type SubscribeRequest struct {
	SuccessURL *string `json:"successUrl" binding:"omitempty,max=2000"`
	CancelURL  *string `json:"cancelUrl" binding:"omitempty,max=2000"`
}
type SubscribeResponse struct {
	AgentID     string `json:"agentId" doc:"uuid"`
	SessionID   string `json:"sessionId"`
	CheckoutURL string `json:"checkoutUrl"`
	Status      string `json:"status" doc:"enum=active"`
	PriceCents  int64  `json:"priceCents"`
	Currency    string `json:"currency"`
}

func (s *Server) visibleAgent(db *gorm.DB, id, user string) (*Agent, error) {
	var ag Agent
	if err := db.Where("id = ?", id).Take(&ag).Error; err != nil {
		return nil, notFound(err, 404, "agent_not_found", "there is no such agent")
	}
	if ag.Visibility == "private" && ag.OwnerID != user {
		return nil, fail(404, "agent_not_found", "there is no such agent")
	}
	return &ag, nil
}

func (s *Server) subscribe(c *gin.Context) (any, error) {
	ag, err := s.visibleAgent(s.db, c.Param("agent_id"), uid(c))
	if err != nil {
		return nil, err
	}
	if _, err := bind[SubscribeRequest](c); err != nil {
		return nil, err
	}
	if ag.OwnerID == uid(c) && !fault("subscribe-own-agent") {
		return nil, fail(400, "own_agent", "you own this agent")
	}
	if !ag.IsPaid {
		return nil, fail(400, "agent_not_paid", "this agent is not paid")
	}
	renews := Stamp(time.Now().AddDate(0, 1, 0).UnixNano())
	sub := Subscription{ID: newID(), UserID: uid(c), AgentID: ag.ID, Active: true, Status: "active", PriceCents: ag.PriceCents, Currency: "usd", SessionID: "cs_" + newID(), RenewsAt: &renews}
	errDup := fail(402, "already_subscribed", "you are already subscribed to this agent")
	if fault("subscribe-race") {
		var n int64
		s.db.Model(&Subscription{}).Where("user_id = ? AND agent_id = ? AND active = ?", uid(c), ag.ID, true).Count(&n)
		if n > 0 {
			return nil, errDup
		}
		time.Sleep(20 * time.Millisecond)
	}
	err = s.tx(func(tx *gorm.DB) error {
		var old Subscription
		e := tx.Where("user_id = ? AND agent_id = ?", uid(c), ag.ID).Take(&old).Error
		if e == nil && old.Active && !fault("subscribe-race") {
			return errDup
		}
		if e == nil && fault("resubscribe-refused") {
			return errDup
		}
		if e == nil {
			sub.ID, sub.CreatedAt = old.ID, old.CreatedAt
		}
		if e := tx.Save(&sub).Error; e != nil {
			return e
		}
		return tx.Create(&Payment{ID: newID(), OwnerID: ag.OwnerID, AgentID: ag.ID, UserID: uid(c), Cents: ag.PriceCents, NewSub: true, CreatedAt: stampNow()}).Error
	})
	return SubscribeResponse{ag.ID, sub.SessionID, s.base + "/checkout/" + sub.SessionID, "active", sub.PriceCents, "usd"}, err
}

func (s *Server) unsubscribe(c *gin.Context) (any, error) {
	var sub Subscription
	err := s.tx(func(tx *gorm.DB) error {
		var n int64
		if err := tx.Unscoped().Model(&Agent{}).Where("id = ?", c.Param("agent_id")).Count(&n).Error; err != nil {
			return err
		}
		if n == 0 {
			return fail(404, "agent_not_found", "there is no such agent")
		}
		err := tx.Where("user_id = ? AND agent_id = ? AND active = ?", uid(c), c.Param("agent_id"), true).Take(&sub).Error
		if err != nil {
			return notFound(err, 400, "no_active_subscription", "there is no active subscription to cancel")
		}
		at := stampNow()
		sub.Active, sub.Status, sub.CanceledAt, sub.RenewsAt = false, "canceled", &at, nil
		if fault("unsubscribe-not-stored") {
			return tx.Model(&Subscription{ID: sub.ID}).Updates(Subscription{Active: false, CanceledAt: &at}).Error
		}
		return tx.Save(&sub).Error
	})
	return &sub, err
}

func (s *Server) listSubscriptions(c *gin.Context) (any, error) {
	var subs []Subscription
	err := s.db.Where("user_id = ?", uid(c)).Order("created_at DESC").Find(&subs).Error
	return listOf(subs), err
}

func (s *Server) getSubscription(c *gin.Context) (any, error) {
	var sub Subscription
	err := s.db.Where("user_id = ? AND agent_id = ?", uid(c), c.Param("agent_id")).Take(&sub).Error
	return &sub, notFound(err, 404, "subscription_not_found", "you have no subscription to this agent")
}

// ---- monetization ----

type Summary struct {
	Period             int    `json:"period"`
	From               string `json:"from" doc:"date"`
	To                 string `json:"to" doc:"date"`
	TotalSubscribers   int64  `json:"totalSubscribers"`
	TotalEarningsCents int64  `json:"totalEarningsCents"`
	Currency           string `json:"currency"`
}
type DaySubs struct {
	Date        string `json:"date" doc:"date"`
	Subscribers int64  `json:"subscribers"`
}
type DayEarn struct {
	Date          string `json:"date" doc:"date"`
	EarningsCents int64  `json:"earningsCents"`
}
type SubsReport struct {
	Period           int       `json:"period"`
	TotalSubscribers int64     `json:"totalSubscribers"`
	Items            []DaySubs `json:"items"`
}
type EarnReport struct {
	Period             int       `json:"period"`
	TotalEarningsCents int64     `json:"totalEarningsCents"`
	Currency           string    `json:"currency"`
	Items              []DayEarn `json:"items"`
}

func (s *Server) report(c *gin.Context, summary bool) (days []string, subs, cents map[string]int64, nSubs, nCents int64, err error) {
	period := query[int](c, "period")
	today := time.Now().UTC().Truncate(24 * time.Hour)
	first := today.AddDate(0, 0, 1-period)
	subs, cents = map[string]int64{}, map[string]int64{}
	for i := 0; i < period; i++ {
		days = append(days, first.AddDate(0, 0, i).Format("2006-01-02"))
	}
	var pays []Payment
	from := first.UnixNano()
	if summary && fault("monetization-summary-all-time") {
		from = 0
	}
	err = s.db.Where("owner_id = ? AND created_at >= ?", uid(c), from).Find(&pays).Error
	for _, p := range pays {
		d := p.CreatedAt.Time().Format("2006-01-02")
		cents[d] += p.Cents
		nCents += p.Cents
		if p.NewSub {
			subs[d]++
			nSubs++
		}
	}
	return
}
func (s *Server) monSummary(c *gin.Context) (any, error) {
	days, _, _, ns, nc, err := s.report(c, true)
	return Summary{len(days), days[0], days[len(days)-1], ns, nc, "usd"}, err
}
func (s *Server) monSubscribers(c *gin.Context) (any, error) {
	days, subs, _, ns, _, err := s.report(c, false)
	r := SubsReport{Period: len(days), TotalSubscribers: ns}
	for _, d := range days {
		r.Items = append(r.Items, DaySubs{d, subs[d]})
	}
	return r, err
}
func (s *Server) monEarnings(c *gin.Context) (any, error) {
	days, _, cents, _, nc, err := s.report(c, false)
	r := EarnReport{Period: len(days), TotalEarningsCents: nc, Currency: "usd"}
	for _, d := range days {
		if fault("monetization-daily-rounds") {
			cents[d] = int64(float64(cents[d])/100) * 100
		}
		r.Items = append(r.Items, DayEarn{d, cents[d]})
	}
	return r, err
}

func raw(v any) json.RawMessage {
	b, _ := json.Marshal(v)
	return b
}

package main

import (
	"crypto/hmac"
	"io"
	"net/http"
	"net/url"
	"sort"
	"time"
)

type Subscription struct {
	AgentID        string `json:"agentId"`
	SubscriptionID string `json:"subscriptionId"`
	Status         string `json:"status"`
	PriceCents     int64  `json:"priceCents"`
	Currency       string `json:"currency"`
	StartedAt      Stamp  `json:"startedAt"`
	CanceledAt     *Stamp `json:"canceledAt"`
	user, seller   string
	spans          []span
}
type span struct{ from, to Stamp } // to 0: still active
type payment struct {
	seller, agent, user string
	cents               int64
	at                  Stamp
}

func (a *accounts) seedMoney() {
	day := func(n int) Stamp { return Stamp(time.Now().Add(-time.Duration(n) * 24 * time.Hour).UnixNano()) }
	add := func(user, seller, agent string, price int64, days int, ended int) {
		s := &Subscription{AgentID: agent, SubscriptionID: newULID(), Status: "active", PriceCents: price, Currency: "usd", StartedAt: day(days), user: user, seller: seller}
		sp := span{from: s.StartedAt}
		if ended > 0 {
			e := day(ended)
			s.Status, s.CanceledAt, sp.to = "canceled", &e, e
		}
		s.spans = []span{sp}
		a.subs[user+" "+agent] = s
		a.payments = append(a.payments, payment{seller, agent, user, price, s.StartedAt})
		for d := days - 30; d >= 0 && ended == 0; d -= 30 {
			a.payments = append(a.payments, payment{seller, agent, user, price, day(d)})
		}
	}
	add(thirdID, ownID, ownPaidAgent, 1250, 75, 0)
	add(sandboxID, ownID, ownPaidAgent, 1250, 5, 2)
	add(ownID, otherID, subAgent, 700, 12, 0)
	add(ownID, otherID, unsubAgent, 450, 9, 0)
	add(thirdID, otherID, subAgent, 700, 20, 0)
}

func (a *accounts) moneyRoutes(mux *http.ServeMux) {
	handle(mux, "POST /me/agents/{agent_id}/subscribe", a.subscribe)
	handle(mux, "POST /me/agents/{agent_id}/unsubscribe", a.unsubscribe)
	handle(mux, "GET /me/subscriptions", a.listSubs)
	handle(mux, "GET /me/subscriptions/{agent_id}", a.getSub)
	handle(mux, "GET /me/billing", a.billing)
	handle(mux, "POST /me/payments/webhook", a.webhook)
	handle(mux, "POST /me/payments/sessions", a.paymentSession)
	handle(mux, "GET /me/monetization/summary", a.summary)
	handle(mux, "GET /me/monetization/subscribers", a.subscribersByDay)
	handle(mux, "GET /me/monetization/earnings", a.earningsByDay)
	onEvent["agent.deleted"] = func(e Event) {
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, s := range a.subs {
			if s.AgentID == e.Agent && s.Status == "active" {
				s.cancel()
			}
		}
	}
}
func (s *Subscription) cancel() {
	t := now()
	s.Status, s.CanceledAt = "canceled", &t
	s.spans[len(s.spans)-1].to = t
}

func (a *accounts) entitlement(c *C) {
	q := c.r.URL.Query()
	a.mu.RLock()
	defer a.mu.RUnlock()
	s := a.subs[q.Get("user")+" "+q.Get("agent")]
	c.plain(M{"active": s != nil && s.Status == "active"})
}

// agentOf asks the owner of agents.
func agentOf(id string) (*Agent, bool) {
	var g Agent
	if innerCall("GET", "agents", "/internal/agents/"+url.PathEscape(id), nil, &g) != 200 {
		return nil, false
	}
	return &g, true
}

func (a *accounts) subscribe(c *C) {
	v, ok := c.optBody()
	if !ok {
		return
	}
	v.str("successUrl", 2000)
	v.str("cancelUrl", 2000)
	if c.bad(v) {
		return
	}
	g, ok := agentOf(c.r.PathValue("agent_id"))
	if !ok || g.Visibility == "private" && g.OwnerID != c.uid {
		c.problem(404, "there is no such agent")
		return
	}
	if g.OwnerID == c.uid && !F("subscribe-lets-owner") {
		c.problem(400, "an owner cannot subscribe to the own agent")
		return
	}
	if g.MonthlyPriceCents == nil {
		c.problem(400, "this agent is not paid")
		return
	}
	key := c.uid + " " + g.AgentID
	a.mu.Lock()
	s := a.subs[key]
	if s != nil && s.Status == "active" {
		a.mu.Unlock()
		c.problem(402, "already subscribed to this agent")
		return
	}
	if F("subscribe-checks-then-pays") {
		a.mu.Unlock()
		time.Sleep(30 * time.Millisecond)
		a.mu.Lock()
		s = a.subs[key]
	}
	t := now()
	if s == nil {
		s = &Subscription{AgentID: g.AgentID, user: c.uid}
		a.subs[key] = s
	}
	s.SubscriptionID, s.Status, s.PriceCents, s.Currency, s.StartedAt, s.seller = newULID(), "active", *g.MonthlyPriceCents, "usd", t, g.OwnerID
	s.CanceledAt = nil
	s.spans = append(s.spans, span{from: t})
	a.payments = append(a.payments, payment{g.OwnerID, g.AgentID, c.uid, s.PriceCents, t})
	sub := *s
	a.mu.Unlock()
	publish("runs", Event{Type: "entitlement.changed", User: c.uid, Agent: g.AgentID})
	sid := newULID()
	c.ok(M{"agentId": sub.AgentID, "subscriptionId": sub.SubscriptionID, "checkoutSessionId": sid, "checkoutUrl": "https://pay.thistle.example/checkout/" + sid,
		"status": sub.Status, "priceCents": sub.PriceCents, "currency": sub.Currency})
}
func (a *accounts) unsubscribe(c *C) {
	id := c.r.PathValue("agent_id")
	a.mu.Lock()
	s := a.subs[c.uid+" "+id]
	if s == nil {
		a.mu.Unlock()
		if _, ok := agentOf(id); !ok {
			c.problem(404, "there is no such agent")
			return
		}
		c.problem(400, "there is no active subscription to cancel")
		return
	}
	if s.Status != "active" && !F("unsubscribe-twice-is-fine") {
		a.mu.Unlock()
		c.problem(400, "there is no active subscription to cancel")
		return
	}
	s.cancel()
	out := *s
	a.mu.Unlock()
	publish("runs", Event{Type: "entitlement.changed", User: c.uid, Agent: id})
	c.ok(out)
}
func (a *accounts) listSubs(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	out := []Subscription{}
	for _, s := range a.subs {
		if s.user == c.uid {
			out = append(out, *s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].StartedAt > out[j].StartedAt })
	c.page(out, nil)
}
func (a *accounts) getSub(c *C) {
	id := c.r.PathValue("agent_id")
	a.mu.RLock()
	defer a.mu.RUnlock()
	s := a.subs[c.uid+" "+id]
	if s == nil && F("subscriptions-get-forgets-user") {
		for _, o := range a.subs {
			if o.AgentID == id {
				s = o
			}
		}
	}
	if s == nil {
		c.problem(404, "no subscription to this agent")
		return
	}
	c.ok(*s)
}

func (a *accounts) billing(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	u := a.users[c.uid]
	t := time.Now().UTC()
	from := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
	out := M{"plan": u.Tier, "status": "active", "amountCents": 2900, "currency": "usd", "currentPeriodStart": Stamp(from.UnixNano()),
		"currentPeriodEnd": Stamp(from.AddDate(0, 1, 0).UnixNano()), "cardLastFour": u.UserID[22:]}
	if u.Tier == "sandbox" {
		out["amountCents"], out["cardLastFour"] = 0, nil
	}
	c.ok(out)
}
func (a *accounts) paymentSession(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("amountCents")
	n, cur := v.integer("amountCents", 50, 1000000), v.enum("currency", "usd", "eur")
	if c.bad(v) {
		return
	}
	if cur == nil {
		cur = ptr("usd")
	}
	id := newULID()
	amount := *n
	c.ok(M{"sessionId": id, "url": "https://pay.thistle.example/pay/" + id, "amountCents": amount, "currency": *cur, "status": "open", "createdAt": now()})
}

// webhook takes {id, type, data}; credits.purchased adds data.credits to data.userId, once for each event id.
func (a *accounts) webhook(c *C) {
	sig := c.r.Header.Get("X-Ledger-Signature")
	b, _ := io.ReadAll(c.r.Body)
	if sig == "" && !F("webhook-takes-unsigned") {
		c.problem(400, "the signature is missing")
		return
	}
	if sig != "" && !hmac.Equal([]byte(sig), []byte(webhookSignature(string(b)))) {
		c.problem(400, "the signature does not fit the body")
		return
	}
	m, err := parseObject(b)
	if err != nil {
		c.problem(400, "the event "+err.Error())
		return
	}
	v := &V{m: m}
	id, typ := v.str("id", 200), v.str("type", 200)
	if id == nil || typ == nil {
		c.problem(400, "the event has no id or no type")
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	data, _ := m["data"].(map[string]any)
	d := &V{m: data}
	if *typ == "credits.purchased" && (!a.events[*id] || F("webhook-counts-twice")) {
		user, n := d.str("userId", 100), d.integer("credits", 1, 1000000)
		if user == nil || n == nil || a.users[*user] == nil {
			c.problem(400, "the event names no user or no credits")
			return
		}
		k := a.credits[*user]
		if k == nil {
			k = &Credits{}
			a.credits[*user] = k
		}
		k.Balance += *n
		k.UpdatedAt = now()
	}
	a.events[*id] = true
	c.ok(M{"received": true, "eventId": *id})
}

// ---- monetization

func (a *accounts) period(c *C) (int, bool) {
	return c.queryInt("period", 28, 1, 365)
}
func dayStart(back int) time.Time {
	t := time.Now().UTC()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).AddDate(0, 0, -back)
}
func (a *accounts) subscribersAt(seller string, at Stamp) (n int) {
	for _, s := range a.subs {
		if s.seller != seller {
			continue
		}
		for _, sp := range s.spans {
			if sp.from <= at && (sp.to == 0 || sp.to > at) {
				n++
				break
			}
		}
	}
	return
}
func (a *accounts) earned(seller string, from, to Stamp) (n int64) {
	for _, p := range a.payments {
		if p.seller == seller && p.at >= from && p.at < to {
			n += p.cents
		}
	}
	return
}
func (a *accounts) summary(c *C) {
	n, ok := a.period(c)
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	from := Stamp(dayStart(n - 1).UnixNano())
	if F("monetization-summary-ignores-period") {
		from = Stamp(dayStart(27).UnixNano())
	}
	subs := a.subscribersAt(c.uid, now())
	c.ok(M{"periodDays": n, "totalSubscribers": subs, "totalEarningsCents": a.earned(c.uid, from, now()+1), "currency": "usd"})
}
func (a *accounts) subscribersByDay(c *C) {
	n, ok := a.period(c)
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	days := []M{}
	for i := n - 1; i >= 0; i-- {
		end := Stamp(dayStart(i-1).UnixNano() - 1)
		if i == 0 {
			end = now()
		}
		days = append(days, M{"date": dayStart(i).Format("2006-01-02"), "subscribers": a.subscribersAt(c.uid, end)})
	}
	c.ok(M{"periodDays": n, "days": days, "totalSubscribers": a.subscribersAt(c.uid, now())})
}
func (a *accounts) earningsByDay(c *C) {
	n, ok := a.period(c)
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	days, sum := []M{}, int64(0)
	for i := n - 1; i >= 0; i-- {
		x := a.earned(c.uid, Stamp(dayStart(i).UnixNano()), Stamp(dayStart(i-1).UnixNano()))
		if F("monetization-payment-counted-twice") && i == 0 {
			x *= 2
		}
		days = append(days, M{"date": dayStart(i).Format("2006-01-02"), "earningsCents": x})
		sum += x
	}
	c.ok(M{"periodDays": n, "days": days, "totalEarningsCents": sum, "currency": "usd"})
}

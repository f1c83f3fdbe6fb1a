package main

import "time"

// The states of a subscription. It is pending until the checkout is paid.
const (
	subscriptionPending  = "PENDING"
	subscriptionActive   = "ACTIVE"
	subscriptionCanceled = "CANCELED"
)

// Subscription is what a user has to a paid agent, at most one for each agent.
type Subscription struct {
	id         string
	userID     string
	agentID    string
	status     string
	price      int
	startedAt  time.Time
	canceledAt time.Time
	checkoutID string
	providerID string // at the payment provider; empty when it was given away
}

type subscriptionView struct {
	SubscriptionID    string  `json:"subscriptionId"`
	AgentID           string  `json:"agentId"`
	Status            string  `json:"status"`
	MonthlyPriceMinor int     `json:"monthlyPriceMinor"`
	Currency          string  `json:"currency"`
	StartedAt         string  `json:"startedAt"`
	CanceledAt        *string `json:"canceledAt"`
}

func viewSubscription(sub *Subscription) subscriptionView {
	return subscriptionView{sub.id, sub.agentID, sub.status, sub.price, "EUR", stamp(sub.startedAt), stampOrNil(sub.canceledAt)}
}

// Checkout is a session at the payment provider, for credits or a subscription.
type Checkout struct {
	id           string
	userID       string
	amount       int
	credits      int           // granted when it is paid
	subscription *Subscription // made active when it is paid
	expiresAt    time.Time
}

func (s *Service) newCheckout(userID string, amount int) *Checkout {
	checkout := &Checkout{id: "cs_" + newToken(24), userID: userID, amount: amount, expiresAt: now().Add(24 * time.Hour)}
	s.checkouts[checkout.id] = checkout
	return checkout
}

func (checkout *Checkout) url() string { return "https://pay.ferry.example/checkout/" + checkout.id }

type subscribeView struct {
	AgentID           string `json:"agentId"`
	CheckoutSessionID string `json:"checkoutSessionId"`
	CheckoutURL       string `json:"checkoutUrl"`
	ExpiresAt         string `json:"expiresAt"`
}

func (s *Service) subscriptionOf(userID, agentID string) *Subscription {
	return first(s.subscriptions, func(sub *Subscription) bool { return sub.userID == userID && sub.agentID == agentID })
}

func (s *Service) isSubscribed(userID, agentID string) bool {
	sub := s.subscriptionOf(userID, agentID)
	return sub != nil && sub.status == subscriptionActive
}

func (s *Service) subscribe(c *Call) (any, error) {
	agent := s.findAgent(c.id("agent_id"))
	if agent == nil && fault("n-subscribe-unknown-400") {
		return nil, badRequest("This agent is not paid.")
	}
	if agent == nil || agent.isPrivate() && agent.ownerID != c.user.id {
		return nil, notFound("There is no agent %s.", c.id("agent_id"))
	}
	if agent.ownerID == c.user.id && !fault("subscribe-own-ok") {
		return nil, badRequest("This agent is your own.")
	}
	if !agent.isPaid() && !fault("subscribe-unpaid-ok") {
		return nil, badRequest("This agent is not paid.")
	}
	sub := s.subscriptionOf(c.user.id, agent.id)
	if sub != nil && sub.status == subscriptionActive && !fault("subscribe-subscribed-ok") {
		if fault("subscribe-twice-409") {
			return nil, conflict("You are subscribed to this agent.")
		}
		return nil, problem(402, "You are subscribed to this agent already.")
	}
	if sub == nil {
		sub = &Subscription{id: newUUID(), userID: c.user.id, agentID: agent.id}
		s.subscriptions = append(s.subscriptions, sub)
	}
	if sub.status != subscriptionActive {
		sub.status, sub.price, sub.startedAt, sub.canceledAt = subscriptionPending, agent.price, now(), time.Time{}
	}
	checkout := s.newCheckout(c.user.id, agent.price)
	checkout.subscription = sub
	sub.checkoutID = checkout.id
	if fault("subscribe-without-session") {
		return nil, nil
	}
	return subscribeView{agent.id, checkout.id, checkout.url(), stamp(checkout.expiresAt)}, nil
}

func (s *Service) unsubscribe(c *Call) (any, error) {
	agent := s.findAgent(c.id("agent_id"))
	if agent == nil {
		return nil, notFound("There is no agent %s.", c.id("agent_id"))
	}
	sub := s.subscriptionOf(c.user.id, agent.id)
	if (sub == nil || sub.status != subscriptionActive) && fault("unsubscribe-none-ok") {
		return subscriptionView{newUUID(), agent.id, subscriptionCanceled, agent.price, "EUR", stamp(now()), nil}, nil
	}
	if sub == nil && fault("n-unsubscribe-none-404") {
		return nil, notFound("You have no subscription to this agent.")
	}
	if sub == nil || sub.status != subscriptionActive {
		return nil, badRequest("You have no active subscription to this agent.")
	}
	if sub.providerID == "" {
		return nil, badRequest("The payment provider knows no such subscription.")
	}
	if fault("unsubscribe-has-no-effect") {
		return viewSubscription(sub), nil
	}
	for _, other := range s.subscriptions {
		if other == sub || fault("unsubscribe-ends-all") && other.userID == c.user.id {
			other.status, other.canceledAt = subscriptionCanceled, now()
		}
	}
	return viewSubscription(sub), nil
}

func (s *Service) listSubscriptions(c *Call) (any, error) {
	own := filtered(s.subscriptions, func(sub *Subscription) bool {
		return sub.userID == c.user.id || fault("subscriptions-list-all-users")
	})
	if fault("subscriptions-list-drops-first") && len(own) > 0 {
		own = own[1:]
	}
	return enveloped(mapped(own, viewSubscription)), nil
}

func (s *Service) getSubscription(c *Call) (any, error) {
	sub := first(s.subscriptions, func(sub *Subscription) bool {
		mine := sub.userID == c.user.id || fault("subscription-of-anyone")
		return mine && (sub.agentID == c.id("agent_id") || fault("subscription-always-first"))
	})
	if sub == nil {
		return nil, notFound("You have no subscription to %s.", c.id("agent_id"))
	}
	return viewSubscription(sub), nil
}

// Monetization: what the caller's own paid agents bring in.

const day = 24 * time.Hour

type summaryView struct {
	PeriodDays         int    `json:"periodDays"`
	TotalSubscribers   int    `json:"totalSubscribers"`
	TotalEarningsMinor *int   `json:"totalEarningsMinor"`
	Currency           string `json:"currency"`
}

type dailySubscribersView struct {
	Date        string `json:"date"`
	Subscribers int    `json:"subscribers"`
}

type dailyEarningsView struct {
	Date          string `json:"date"`
	EarningsMinor int    `json:"earningsMinor"`
}

type subscribersView struct {
	PeriodDays int                    `json:"periodDays"`
	Content    []dailySubscribersView `json:"content"`
}

type earningsView struct {
	PeriodDays int                 `json:"periodDays"`
	Currency   string              `json:"currency"`
	Content    []dailyEarningsView `json:"content"`
}

// customers are the subscriptions to the caller's agents that were ever paid.
func (s *Service) customers(c *Call) []*Subscription {
	return filtered(s.subscriptions, func(sub *Subscription) bool {
		agent := s.findAgent(sub.agentID)
		return agent != nil && agent.ownerID == c.user.id && sub.status != subscriptionPending
	})
}

// isActiveOn tells whether the subscription was active at the end of the day.
func (sub *Subscription) isActiveOn(date time.Time) bool {
	end := date.Add(day)
	return sub.startedAt.Before(end) && (sub.canceledAt.IsZero() || !sub.canceledAt.Before(end))
}

// paidOn is what was paid on a day: the price every 30 days from the start on.
func (sub *Subscription) paidOn(date time.Time) int {
	if sub.providerID == "" {
		return 0
	}
	start := sub.startedAt.Truncate(day)
	days := int(date.Sub(start) / day)
	canceled := !sub.canceledAt.IsZero() && sub.canceledAt.Before(date)
	if days < 0 || days%30 != 0 || canceled {
		return 0
	}
	return sub.price
}

// lastDays gives the days of a period, today being the last one.
func lastDays(n int) []time.Time {
	today := time.Now().UTC().Truncate(day)
	var days []time.Time
	for i := n - 1; i >= 0; i-- {
		days = append(days, today.Add(-time.Duration(i)*day))
	}
	return days
}

func (s *Service) getMonetizationSummary(c *Call) (any, error) {
	period := c.intArg("period")
	view := summaryView{PeriodDays: period, Currency: "EUR"}
	earnings := 0
	customers := s.customers(c)
	days := lastDays(period)
	if fault("n-summary-earnings-of-all-time") {
		days = lastDays(3650)
	}
	for _, date := range days {
		for _, sub := range customers {
			earnings += sub.paidOn(date)
		}
	}
	today := lastDays(1)[0]
	view.TotalSubscribers = len(filtered(customers, func(sub *Subscription) bool { return sub.isActiveOn(today) }))
	if !fault("summary-without-earnings") {
		view.TotalEarningsMinor = &earnings
	}
	return view, nil
}

func (s *Service) getDailySubscribers(c *Call) (any, error) {
	period := c.intArg("period")
	if fault("subscribers-period-ignored") {
		period = 28
	}
	customers := s.customers(c)
	daily := mapped(lastDays(period), func(date time.Time) dailySubscribersView {
		active := filtered(customers, func(sub *Subscription) bool { return sub.isActiveOn(date) })
		return dailySubscribersView{date.Format(time.DateOnly), len(active)}
	})
	return subscribersView{period, daily}, nil
}

func (s *Service) getDailyEarnings(c *Call) (any, error) {
	period := c.intArg("period")
	customers := s.customers(c)
	days := lastDays(period)
	if fault("n-earnings-one-day-more") {
		days = lastDays(period + 1)
	}
	daily := mapped(days, func(date time.Time) dailyEarningsView {
		sum := 0
		for _, sub := range customers {
			sum += sub.paidOn(date)
		}
		return dailyEarningsView{date.Format(time.DateOnly), sum}
	})
	return earningsView{period, "EUR", daily}, nil
}

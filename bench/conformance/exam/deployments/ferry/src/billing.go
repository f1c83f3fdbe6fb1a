package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

type billingView struct {
	PlanName         string  `json:"planName"`
	IsActive         bool    `json:"isActive"`
	PriceMinor       int     `json:"priceMinor"`
	Currency         string  `json:"currency"`
	CurrentPeriodEnd *string `json:"currentPeriodEnd"`
}

var planPrices = map[string]int{tierSandbox: 0, tierStarter: 900, tierPro: 2900}

func (s *Service) getBilling(c *Call) (any, error) {
	if fault("billing-null") {
		return nil, nil
	}
	if fault("billing-sandbox-404") && c.user.isSandboxed() {
		return nil, notFound("There is no subscription.")
	}
	view := billingView{c.user.tier, true, planPrices[c.user.tier], "EUR", nil}
	if view.PriceMinor > 0 {
		today := time.Now().UTC()
		nextMonth := time.Date(today.Year(), today.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		view.CurrentPeriodEnd = stampOrNil(nextMonth)
	}
	return view, nil
}

// Credits is a user's balance of agent execution credits.
type Credits struct {
	balance   int
	updatedAt time.Time
}

type creditsView struct {
	RemainingCredits int    `json:"remainingCredits"`
	UpdatedAt        string `json:"updatedAt"`
}

func viewCredits(credits *Credits) creditsView {
	return creditsView{credits.balance, stamp(credits.updatedAt)}
}

func (s *Service) grantCredits(userID string, amount int) {
	if s.credits[userID] == nil {
		s.credits[userID] = &Credits{}
	}
	s.credits[userID].balance += amount
	s.credits[userID].updatedAt = now()
}

func (s *Service) getCredits(c *Call) (any, error) {
	credits := s.credits[c.user.id]
	if credits == nil {
		return nil, notFound("You have no credits.")
	}
	if fault("credits-get-charges") {
		credits.balance--
	}
	return viewCredits(credits), nil
}

// useCredit takes one credit.
func (s *Service) useCredit(c *Call) (any, error) {
	credits := s.credits[c.user.id]
	if credits == nil || credits.balance == 0 {
		return nil, notFound("You have no credits left.")
	}
	before := *credits
	if fault("credits-use-race") {
		s.lapse(10 * time.Millisecond)
	}
	switch {
	case fault("credits-use-free"):
		return viewCredits(credits), nil
	case fault("credits-use-charges-other"):
		s.credits[aliceID].balance--
	default:
		credits.balance = before.balance - 1
	}
	credits.updatedAt = now()
	if fault("credits-use-old-balance") {
		return viewCredits(&before), nil
	}
	return viewCredits(credits), nil
}

// Payments

const (
	webhookSecret          = "whsec_ferry_7c21e0"
	webhookSignatureHeader = "X-Ferry-Signature"
)

// signWebhook signs an event of the payment provider.
func signWebhook(body []byte) string {
	mac := hmac.New(sha256.New, []byte(webhookSecret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

type webhookView struct {
	Received bool `json:"received"`
}

type paymentEvent struct {
	ID   string         `json:"id"`
	Type string         `json:"type"`
	Data map[string]any `json:"data"`
}

// receivePayment takes an event of the payment provider. An event that comes
// again is acknowledged, but has no further effect.
func (s *Service) receivePayment(c *Call) (any, error) {
	signature := c.request.Header.Get(webhookSignatureHeader)
	if signature == "" && fault("webhook-unsigned-ok") {
		return webhookView{true}, nil
	}
	if signature == "" && fault("webhook-unsigned-401") {
		return nil, unauthorized("The signature is missing.")
	}
	if signature == "" {
		return nil, badRequest("The header %s is missing.", webhookSignatureHeader)
	}
	if _, err := parseJSON(c.raw); err != nil && fault("n-webhook-garbage-500") {
		return nil, problem(500, "Unexpected token in JSON at position 0")
	}
	if !s.isSigned(c.raw, signature) {
		return nil, badRequest("The signature is wrong.")
	}
	event, ok := readPaymentEvent(c.raw)
	if !ok {
		return nil, badRequest("This is no valid event.")
	}
	if !s.seenEvents[event.ID] || fault("webhook-replay-counts") {
		s.seenEvents[event.ID] = true
		s.applyPayment(event)
	}
	return webhookView{true}, nil
}

func (s *Service) isSigned(body []byte, signature string) bool {
	switch {
	case fault("webhook-signature-unchecked"):
		return true
	case fault("webhook-signature-cached") && s.cachedLists[signature] != nil:
		return true
	case fault("webhook-signs-reserialized"):
		if value, err := parseJSON(body); err == nil {
			body = marshal(value)
		}
	}
	valid := hmac.Equal([]byte(signature), []byte(signWebhook(body)))
	if valid {
		s.cachedByFault("webhook-signature-cached", signature, true)
	}
	return valid
}

func readPaymentEvent(body []byte) (paymentEvent, bool) {
	var event paymentEvent
	value, err := parseJSON(body)
	problems := fieldErrors{}
	if err == nil {
		validate(value, componentSchemas["PaymentEvent"], "", problems)
	}
	if err != nil || len(problems) > 0 || json.Unmarshal(body, &event) != nil {
		return event, false
	}
	return event, true
}

func (s *Service) applyPayment(event paymentEvent) {
	switch event.Type {
	case "credits.granted":
		userID, _ := event.Data["userId"].(string)
		amount, _ := event.Data["credits"].(float64)
		if s.users[userID] != nil && amount > 0 {
			s.grantCredits(userID, int(amount))
		}
	case "checkout.completed":
		id, _ := event.Data["checkoutSessionId"].(string)
		if checkout := s.checkouts[id]; checkout != nil {
			s.completeCheckout(checkout)
		}
	}
}

func (s *Service) completeCheckout(checkout *Checkout) {
	delete(s.checkouts, checkout.id)
	if checkout.credits > 0 {
		s.grantCredits(checkout.userID, checkout.credits)
	}
	if sub := checkout.subscription; sub != nil {
		sub.status, sub.startedAt, sub.providerID = subscriptionActive, now(), "sub_"+newToken(20)
	}
}

type paymentSessionView struct {
	CheckoutSessionID string `json:"checkoutSessionId"`
	CheckoutURL       string `json:"checkoutUrl"`
	AmountMinor       int    `json:"amountMinor"`
	Currency          string `json:"currency"`
	ExpiresAt         string `json:"expiresAt"`
}

var creditPacks = map[string]struct{ credits, price int }{
	"SMALL":  {100, 500},
	"MEDIUM": {500, 2000},
	"LARGE":  {2000, 6000},
}

func (s *Service) createPaymentSession(c *Call) (any, error) {
	pack := creditPacks[c.text("creditPack")]
	checkout := s.newCheckout(c.user.id, pack.price)
	checkout.credits = pack.credits
	if fault("payments-session-201") {
		c.status = 201
	}
	return paymentSessionView{checkout.id, checkout.url(), checkout.amount, "EUR", stamp(checkout.expiresAt)}, nil
}

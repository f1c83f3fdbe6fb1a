package main

import (
	"strings"
	"time"
)

// The tiers. A sandbox user cannot make agents or chats private.
const (
	tierSandbox = "SANDBOX"
	tierStarter = "STARTER"
	tierPro     = "PRO"
)

type User struct {
	id          string
	email       string
	displayName string
	tier        string
	createdAt   time.Time
}

func (u *User) isSandboxed() bool { return u.tier == tierSandbox }

type userView struct {
	UserID      string  `json:"userId"`
	Email       string  `json:"email"`
	DisplayName string  `json:"displayName"`
	AccountTier *string `json:"accountTier"`
	CreatedAt   string  `json:"createdAt"`
}

func (s *Service) getMe(c *Call) (any, error) {
	user := c.user
	if fault("me-first-user") {
		user = s.users[aliceID]
	}
	view := userView{user.id, user.email, user.displayName, &user.tier, stamp(user.createdAt)}
	if fault("me-sandbox-without-tier") && user.isSandboxed() {
		view.AccountTier = nil
	}
	return view, nil
}

// VIPCode is a code that users may redeem, once each. Its owner may not.
type VIPCode struct {
	code       string
	ownerID    string
	credits    int
	redeemedBy map[string]time.Time // by user
}

type vipCountView struct {
	RedeemedCodes int `json:"redeemedCodes"`
}

type vipRedeemedView struct {
	VIPCode        string `json:"vipCode"`
	CreditsGranted int    `json:"creditsGranted"`
	RedeemedAt     string `json:"redeemedAt"`
}

// getVIPCount counts the codes that the caller has redeemed.
func (s *Service) getVIPCount(c *Call) (any, error) {
	count := 0
	for _, code := range s.vipCodes {
		if _, redeemed := code.redeemedBy[c.user.id]; redeemed {
			count++
		}
	}
	if fault("vip-count-none-404") && count == 0 {
		return nil, notFound("No redemption was found.")
	}
	return vipCountView{count}, nil
}

func (s *Service) redeemVIP(c *Call) (any, error) {
	text := c.text("vipCode")
	if fault("vip-code-lowercased") {
		text = strings.ToLower(text)
	}
	code := s.vipCodes[text]
	switch {
	case code == nil && fault("vip-invalid-ok"):
		return vipRedeemedView{text, 0, stamp(now())}, nil
	case code == nil:
		return nil, badRequest("This is no valid VIP code.")
	case code.ownerID == c.user.id && !fault("vip-own-ok"):
		return nil, badRequest("You cannot redeem a code of your own.")
	}
	if _, redeemed := code.redeemedBy[c.user.id]; redeemed && !fault("vip-twice-ok") {
		if fault("n-vip-reused-409") {
			return nil, conflict("You have redeemed this code before.")
		}
		return nil, badRequest("You have redeemed this code before.")
	}
	if fault("vip-redeem-race") {
		s.lapse(40 * time.Millisecond)
	}
	at := now()
	code.redeemedBy[c.user.id] = at
	s.grantCredits(c.user.id, code.credits)
	return vipRedeemedView{code.code, code.credits, stamp(at)}, nil
}

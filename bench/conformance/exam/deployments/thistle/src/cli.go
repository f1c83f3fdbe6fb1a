package main

import (
	"net/http"
	"time"
)

type cliSession struct {
	CliAuthID string `json:"cliAuthId"`
	Status    string `json:"status"`
	CreatedAt Stamp  `json:"createdAt"`
	ExpiresAt Stamp  `json:"expiresAt"`
	user, jwt string
}
type vipCode struct{ owner, perk string }

func (a *accounts) cliRoutes(mux *http.ServeMux) {
	handle(mux, "POST /me/cli-auth", a.createCli)
	handle(mux, "PUT /me/cli-auth/{cli_auth_id}", a.attachCli)
	handle(mux, "GET /me/cli-auth/{auth_id}", a.consumeCli)
	handle(mux, "GET /me/vip", a.countVip)
	handle(mux, "POST /me/vip", a.redeemVip)
	for i, code := range []string{"THISTLE-2026-AMBER", "THISTLE-2026-BIRCH", "THISTLE-2026-CEDAR", "THISTLE-2026-DELTA", "THISTLE-2026-EMBER"} {
		a.vipCodes[code] = &vipCode{thirdID, []string{"early access", "priority queue", "beta tools", "early access", "badge"}[i]}
	}
	a.vipCodes["OLIVE-OWN-CODE"] = &vipCode{ownID, "badge"}
	a.vipCodes["OTTO-OWN-CODE"] = &vipCode{otherID, "badge"}
}

func (a *accounts) createCli(c *C) {
	t := now()
	s := &cliSession{newUUID(), "pending", t, t + Stamp(10*time.Minute), "", ""}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.cli) > 20000 {
		for k, o := range a.cli {
			if o.ExpiresAt < t {
				delete(a.cli, k)
			}
		}
	}
	a.cli[s.CliAuthID] = s
	c.ok(*s)
}
func (a *accounts) session(id string) *cliSession {
	s := a.cli[id]
	if s == nil || s.ExpiresAt < now() {
		return nil
	}
	return s
}
func (a *accounts) attachCli(c *C) {
	id, ok := c.uuid("cli_auth_id")
	if !ok {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("jwt")
	jwt := v.str("jwt", 4096)
	if jwt != nil && *jwt == "" {
		v.fail("jwt", "must not be empty")
	}
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.session(id)
	if s == nil {
		c.problem(404, "there is no such session")
		return
	}
	sub, signed := subjectOf(*jwt)
	if s.Status == "consumed" || s.user != "" && s.user != c.uid || signed && sub != c.uid {
		c.problem(403, "this session cannot be updated by you")
		return
	}
	s.user, s.jwt, s.Status = c.uid, *jwt, "attached"
	c.ok(*s)
}
func (a *accounts) consumeCli(c *C) {
	id, ok := c.uuid("auth_id")
	if !ok {
		return
	}
	a.mu.Lock()
	s := a.session(id)
	if s == nil {
		a.mu.Unlock()
		c.problem(404, "there is no such session")
		return
	}
	if s.Status != "attached" {
		a.mu.Unlock()
		c.plain(nil)
		return
	}
	jwt := s.jwt
	if F("cli-reads-at-once-get-it-twice") {
		a.mu.Unlock()
		time.Sleep(30 * time.Millisecond)
		a.mu.Lock()
	}
	if !F("cli-jwt-stays-after-read") {
		s.jwt, s.Status = "", "consumed"
	}
	a.mu.Unlock()
	c.plain(jwt)
}

// ---- VIP codes

func (a *accounts) countVip(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n := 0
	for k := range a.redeemed {
		if k[:26] == c.uid {
			n++
		}
	}
	c.ok(M{"count": n})
}
func (a *accounts) redeemVip(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.need("code")
	code := v.str("code", 200)
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.vipCodes[*code]
	if k == nil {
		c.problem(400, "this code is invalid")
		return
	}
	if k.owner == c.uid && !F("vip-takes-own-code") {
		c.problem(400, "an own code cannot be redeemed")
		return
	}
	key := c.uid + " " + *code
	if _, done := a.redeemed[key]; done {
		c.problem(400, "this code was redeemed already")
		return
	}
	if F("vip-code-once-for-all") && a.codeOnce[*code] {
		c.problem(400, "this code was redeemed already")
		return
	}
	a.codeOnce[*code] = true
	t := now()
	if _, done := a.redeemed[key]; done {
		key += t.String()
	}
	a.redeemed[key] = t
	c.ok(M{"code": *code, "perk": k.perk, "redeemedAt": t})
}

package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// The account: keys, billing, credits, payments, monetization, CLI sessions, VIP codes.

func me(c *Ctx) error {
	u := UserWithTier{c.u.UserID, c.u.Email, c.u.Name, c.u.Tier, c.u.Since}
	if u.Tier == "sandbox" && fault("tier-sandbox-omitted") {
		u.Tier = ""
	}
	return c.ok(u)
}

// ---------------------------------------------------------------- API keys

func (k *storedKey) full() ApiKey {
	return ApiKey{k.ID, k.Name, k.Key, k.IsDefault, k.CreatedAt}
}

func (k *storedKey) hidden() ApiKeyHidden {
	return ApiKeyHidden{k.ID, k.Name, k.IsDefault, k.CreatedAt}
}

var keyCache sync.Map // of keys (only with a fault)

// keyUser is the user of an API key, or nil.
func keyUser(key string) (u *User) {
	if v, ok := keyCache.Load(key); ok && fault("w-deleted-key-lives") {
		return v.(*User)
	}
	view(func(tx *bolt.Tx) {
		if id := get[string](tx, "api_key_index", key); id != nil {
			if k := get[storedKey](tx, "api_keys", *id); k != nil {
				u = get[User](tx, "users", k.UserID)
			}
		}
	})
	if u != nil && fault("w-deleted-key-lives") {
		keyCache.Store(key, u)
	}
	return u
}

func keysOf(tx *bolt.Tx, user string) []*storedKey {
	list := []*storedKey{}
	for _, k := range scan[storedKey](tx, "api_keys", "") {
		if k.UserID == user {
			list = append(list, k)
		}
	}
	return list
}

func addKey(tx *bolt.Tx, user, name, secret string, isDefault bool) *storedKey {
	k := &storedKey{nextID(tx, "api_keys"), user, name, secret, isDefault, stamp(now())}
	put(tx, "api_keys", num(k.ID), k)
	put(tx, "api_key_index", secret, num(k.ID))
	return k
}

func apiKeysList(c *Ctx) error {
	list := []any{}
	view(func(tx *bolt.Tx) {
		for _, k := range keysOf(tx, c.uid()) {
			if fault("keys-list-secret") {
				list = append(list, k.full())
			} else {
				list = append(list, k.hidden())
			}
		}
	})
	return c.ok(list)
}

func apiKeyCreate(c *Ctx) error {
	var k *storedKey
	err := update(func(tx *bolt.Tx) error {
		mine := keysOf(tx, c.uid())
		isDefault := c.body.boolean("is_default") || len(mine) == 0
		if isDefault && !fault("keys-two-defaults") {
			for _, o := range mine {
				if o.IsDefault {
					o.IsDefault = false
					put(tx, "api_keys", num(o.ID), o)
				}
			}
		}
		k = addKey(tx, c.uid(), c.body.str("name"), "brk_"+randomHex(20), isDefault)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(k.full())
}

func apiKeyDefault(c *Ctx) error {
	var k *storedKey
	err := update(func(tx *bolt.Tx) error {
		for _, o := range keysOf(tx, c.uid()) {
			if o.IsDefault {
				k = o
			}
		}
		if k == nil {
			k = addKey(tx, c.uid(), "Default", "brk_"+randomHex(20), true)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(k.full())
}

func ownKey(tx *bolt.Tx, c *Ctx) (*storedKey, error) {
	k := get[storedKey](tx, "api_keys", num(c.argInt("api_key_id")))
	if k == nil || k.UserID != c.uid() && !(c.op.Method == "GET" && fault("key-foreign-read")) {
		return nil, fail(404, "there is no API key of this id")
	}
	return k, nil
}

func apiKeyGet(c *Ctx) error {
	var k *storedKey
	var err error
	view(func(tx *bolt.Tx) { k, err = ownKey(tx, c) })
	if err != nil {
		return err
	}
	return c.ok(k.full())
}

func apiKeyDelete(c *Ctx) error {
	var k *storedKey
	err := update(func(tx *bolt.Tx) (err error) {
		if k, err = ownKey(tx, c); err != nil {
			return err
		}
		del(tx, "api_keys", num(k.ID))
		del(tx, "api_key_index", k.Key)
		if mine := keysOf(tx, c.uid()); k.IsDefault && len(mine) > 0 {
			mine[0].IsDefault = true // there is always one default key
			put(tx, "api_keys", num(mine[0].ID), mine[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(k.hidden())
}

// ---------------------------------------------------------------- billing, credits, payments

func billing(c *Ctx) error {
	b := BillingInformationSubscription{Plan: c.u.Tier, Status: "active", Currency: "usd"}
	if c.u.Tier == "pro" {
		n := time.Now().UTC()
		b.PriceCents = 2900
		b.CurrentPeriodEnd = stamp(time.Date(n.Year(), n.Month()+1, 1, 0, 0, 0, 0, time.UTC))
	}
	return c.ok(b)
}

func creditsGet(c *Ctx) error {
	var k *AgentExecutionCredits
	view(func(tx *bolt.Tx) { k = get[AgentExecutionCredits](tx, "credits", c.uid()) })
	if k == nil {
		return fail(404, "there are no credits of this user")
	}
	return c.ok(k)
}

func creditsUse(c *Ctx) error {
	var k *AgentExecutionCredits
	if fault("credits-race") {
		view(func(tx *bolt.Tx) { k = get[AgentExecutionCredits](tx, "credits", c.uid()) })
		time.Sleep(60 * time.Millisecond)
	}
	err := update(func(tx *bolt.Tx) error {
		if k == nil {
			k = get[AgentExecutionCredits](tx, "credits", c.uid())
		}
		if k == nil || k.RemainingCredits < 1 {
			return fail(404, "there are no credits left")
		}
		k.RemainingCredits--
		k.UsedCredits++
		k.UpdatedAt = stamp(now())
		put(tx, "credits", c.uid(), k)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(k)
}

const (
	webhookHeader = "X-Briar-Signature"
	webhookSecret = "whsec_briar_5c81e0f7"
)

func signed(header string, body []byte) bool {
	var t string
	var sigs []string
	for _, part := range strings.Split(header, ",") {
		k, v, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch k {
		case "t":
			t = v
		case "v1":
			sigs = append(sigs, v)
		}
	}
	mac := hmac.New(sha256.New, []byte(webhookSecret))
	mac.Write([]byte(t + "."))
	mac.Write(body)
	want := mac.Sum(nil)
	for _, s := range sigs {
		if got, err := hex.DecodeString(s); err == nil && t != "" && hmac.Equal(got, want) {
			return true
		}
	}
	return false
}

func webhook(c *Ctx) error {
	raw, err := io.ReadAll(io.LimitReader(c.Request().Body, 1<<20))
	if err != nil {
		return fail(400, "the event could not be read")
	}
	header := c.Request().Header.Get(webhookHeader)
	if header == "" {
		return fail(400, "the signature is missing")
	}
	if !signed(header, raw) && !fault("webhook-forged") {
		return fail(400, "the signature is not right")
	}
	v, ok := decodeJSON(raw)
	event, isObject := v.(map[string]any)
	if !ok || !isObject || M(event).str("type") == "" {
		return fail(400, "the event is not valid")
	}
	id := M(event).str("id")
	data, _ := event["data"].(map[string]any)
	err = update(func(tx *bolt.Tx) error {
		if id != "" && get[string](tx, "events", id) != nil {
			return nil // it came before
		}
		if id != "" {
			put(tx, "events", id, stamp(now()))
		}
		if n := M(data).integer("credits"); event["type"] == "credits.purchased" && n > 0 && n <= 1000000 {
			if k := get[AgentExecutionCredits](tx, "credits", M(data).str("user_id")); k != nil {
				k.RemainingCredits += n
				k.UpdatedAt = stamp(now())
				put(tx, "credits", M(data).str("user_id"), k)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(PaymentWebhookResponseSuccess{true, id})
}

func paymentSession(c *Ctx) error {
	prices := map[string]int64{"credits_100": 900, "credits_500": 3900}
	n := int64(1)
	if c.body.has("quantity") {
		n = c.body.integer("quantity")
	}
	id := "cs_" + newULID()
	p := c.body.str("product")
	return c.ok(PaymentSessionResponse{id, "https://pay.briar.example/checkout/" + id, p, prices[p] * n, "usd"})
}

// ---------------------------------------------------------------- monetization

type report struct {
	days        []time.Time
	subscribers []int64
	earnings    []int64
	people      int64
	cents       int64
}

// reportOf counts the last days of a period, today the last of them, by days of UTC.
func reportOf(c *Ctx, period int64) report {
	var r report
	today := time.Now().UTC().Truncate(24 * time.Hour)
	first := today.AddDate(0, 0, int(1-period))
	for d := first; !d.After(today); d = d.AddDate(0, 0, 1) {
		r.days = append(r.days, d)
	}
	r.subscribers, r.earnings = make([]int64, len(r.days)), make([]int64, len(r.days))
	view(func(tx *bolt.Tx) {
		people := map[string]bool{}
		for _, s := range scan[Subscription](tx, "subscriptions", "") {
			if s.AgentOwner != c.uid() {
				continue
			}
			for i, d := range r.days {
				if unstamp(s.StartedAt).Before(d.AddDate(0, 0, 1)) && (s.CanceledAt == "" || !unstamp(s.CanceledAt).Before(d)) {
					r.subscribers[i]++
					people[s.UserID+"/"+s.AgentID] = true
				}
			}
		}
		r.people = int64(len(people))
		for _, p := range scan[Payment](tx, "ledger", "") {
			i := int(unstamp(p.At).Truncate(24*time.Hour).Sub(first) / (24 * time.Hour))
			if p.OwnerID == c.uid() && !unstamp(p.At).Before(first) && i < len(r.days) {
				r.earnings[i] += p.Cents
				r.cents += p.Cents
			}
		}
	})
	return r
}

const day = "2006-01-02"

func monetSummary(c *Ctx) error {
	period := c.argInt("period")
	r := reportOf(c, period)
	s := MonetizationSummary{period, r.days[0].Format(day), r.days[len(r.days)-1].Format(day), r.people, r.cents, "usd"}
	if fault("summary-all-time") {
		all := reportOf(c, 3650)
		s.TotalSubscribers, s.TotalEarningsCents = all.people, all.cents
	}
	return c.ok(s)
}

func monetSubscribers(c *Ctx) error {
	r := reportOf(c, c.argInt("period"))
	a := MonetizationSubscribersResponse{Items: []SubscribersDay{}, TotalSubscribers: r.people}
	for i, d := range r.days {
		a.Items = append(a.Items, SubscribersDay{d.Format(day), r.subscribers[i]})
	}
	return c.ok(a)
}

func monetEarnings(c *Ctx) error {
	r := reportOf(c, c.argInt("period"))
	a := MonetizationEarningsResponse{Items: []EarningsDay{}, TotalEarningsCents: r.cents, Currency: "usd"}
	for i, d := range r.days {
		a.Items = append(a.Items, EarningsDay{d.Format(day), r.earnings[i]})
	}
	return c.ok(a)
}

// ---------------------------------------------------------------- CLI auth sessions

func (s *CliSession) answer() CliAuthModel {
	m := CliAuthModel{s.ID, "pending", s.CreatedAt, s.AttachedAt}
	if s.Consumed {
		m.Status = "consumed"
	} else if s.JWT != "" {
		m.Status = "attached"
	}
	return m
}

var lastJWT struct {
	sync.Mutex
	jwt string
}

func cliCreate(c *Ctx) error {
	s := &CliSession{ID: newUUID(), CreatedAt: stamp(now())}
	if err := update(func(tx *bolt.Tx) error { put(tx, "cli", s.ID, s); return nil }); err != nil {
		return err
	}
	return c.ok(s.answer())
}

func cliAttach(c *Ctx) error {
	var s *CliSession
	err := update(func(tx *bolt.Tx) error {
		if s = get[CliSession](tx, "cli", c.arg("cli_auth_id")); s == nil {
			return fail(404, "there is no such session")
		}
		if s.Consumed || s.UserID != "" && s.UserID != c.uid() {
			return fail(403, "you may not update this session")
		}
		s.UserID, s.JWT, s.AttachedAt = c.uid(), c.body.str("user_jwt"), stamp(now())
		put(tx, "cli", s.ID, s)
		lastJWT.Lock()
		lastJWT.jwt = s.JWT
		lastJWT.Unlock()
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(s.answer())
}

func cliRead(c *Ctx) error {
	var jwt *string
	err := update(func(tx *bolt.Tx) error {
		s := get[CliSession](tx, "cli", c.arg("auth_id"))
		if s == nil {
			return fail(404, "there is no such session")
		}
		if s.JWT == "" {
			return nil
		}
		token := s.JWT
		if fault("cli-last-jwt") {
			lastJWT.Lock()
			token = lastJWT.jwt
			lastJWT.Unlock()
		}
		jwt = &token
		if !fault("cli-not-consumed") {
			s.JWT, s.Consumed = "", true
		}
		put(tx, "cli", s.ID, s)
		return nil
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.ok(jwt)
}

// ---------------------------------------------------------------- VIP codes

func vipCount(c *Ctx) error {
	var n int
	view(func(tx *bolt.Tx) { n = len(keys(tx, "vip_redemptions", c.uid()+"/")) })
	return c.ok(VipCodeRedemptionCount{int64(n)})
}

func vipRedeem(c *Ctx) error {
	var r VipCodeRedeemed
	may := func(tx *bolt.Tx) error {
		v := get[VipCode](tx, "vip_codes", c.body.str("code"))
		if v == nil {
			return fail(400, "this code is not valid")
		}
		if v.OwnerID == c.uid() {
			return fail(400, "your own code cannot be redeemed by you")
		}
		if get[VipCodeRedeemed](tx, "vip_redemptions", c.uid()+"/"+v.Code) != nil {
			return fail(400, "you have redeemed this code")
		}
		r = VipCodeRedeemed{v.Code, v.Perk, stamp(now())}
		return nil
	}
	if fault("vip-race") {
		var err error
		view(func(tx *bolt.Tx) { err = may(tx) })
		if err != nil {
			return err
		}
		time.Sleep(60 * time.Millisecond)
	}
	err := update(func(tx *bolt.Tx) error {
		if !fault("vip-race") {
			if err := may(tx); err != nil {
				return err
			}
		}
		put(tx, "vip_redemptions", c.uid()+"/"+r.Code, r)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

const webhookSecret = "whsec_alder_5f0c2f7e91"
const webhookHeader = "X-Payments-Signature"

func newKey() string {
	b := make([]byte, 20)
	_, _ = rand.Read(b)
	return "ak_live_" + hex.EncodeToString(b)
}

type ApiKeyCreate struct {
	Name      string `json:"name" binding:"max=100"`
	IsDefault bool   `json:"isDefault"`
}

func (s *Server) listKeys(c *gin.Context) (any, error) {
	var keys []ApiKey
	err := s.db.Where("user_id = ?", uid(c)).Order("api_key_id").Find(&keys).Error
	if fault("api-key-list-shows-keys") {
		out := []ApiKeyShown{}
		for _, k := range keys {
			out = append(out, ApiKeyShown{k.hidden(), k.Key})
		}
		return out, err
	}
	out := []ApiKeyHidden{}
	for _, k := range keys {
		out = append(out, k.hidden())
	}
	return out, err
}

func (s *Server) createKey(c *gin.Context) (any, error) {
	req, err := bind[ApiKeyCreate](c)
	if err != nil {
		return nil, err
	}
	if req.Name == "" {
		req.Name = "API key"
	}
	k := ApiKey{UserID: uid(c), Name: req.Name, Key: newKey(), IsDefault: req.IsDefault}
	err = s.tx(func(tx *gorm.DB) error {
		var n int64
		if err := tx.Model(&ApiKey{}).Where("user_id = ? AND is_default = ?", uid(c), true).Count(&n).Error; err != nil {
			return err
		}
		if n == 0 {
			k.IsDefault = true
		} else if k.IsDefault && !fault("two-default-keys") {
			if err := tx.Model(&ApiKey{}).Where("user_id = ?", uid(c)).Update("is_default", false).Error; err != nil {
				return err
			}
		}
		return tx.Create(&k).Error
	})
	return k, err
}

func (s *Server) defaultKey(c *gin.Context) (any, error) {
	var k ApiKey
	if s.db.Where("user_id = ? AND is_default = ?", uid(c), true).Take(&k).Error == nil {
		return k, nil
	}
	err := s.tx(func(tx *gorm.DB) error {
		if tx.Where("user_id = ? AND is_default = ?", uid(c), true).Take(&k).Error == nil {
			return nil
		}
		k = ApiKey{UserID: uid(c), Name: "Default key", Key: newKey(), IsDefault: true}
		return tx.Create(&k).Error
	})
	return k, err
}

func (s *Server) findKey(tx *gorm.DB, c *gin.Context, shared bool) (*ApiKey, error) {
	var k ApiKey
	q := tx.Where("api_key_id = ?", intParam(c, "api_key_id"))
	if !shared {
		q = q.Where("user_id = ?", uid(c))
	}
	return &k, notFound(q.Take(&k).Error, 404, "api_key_not_found", "there is no such API key")
}
func (s *Server) getKey(c *gin.Context) (any, error) { return s.findKey(s.db, c, false) }

func (s *Server) deleteKey(c *gin.Context) (any, error) {
	var k *ApiKey
	err := s.tx(func(tx *gorm.DB) (err error) {
		if k, err = s.findKey(tx, c, fault("api-key-foreign-delete")); err != nil {
			return err
		}
		if err := tx.Delete(k).Error; err != nil {
			return err
		}
		if k.IsDefault {
			var next ApiKey
			if tx.Where("user_id = ?", k.UserID).Order("api_key_id").First(&next).Error == nil {
				return tx.Model(&next).Update("is_default", true).Error
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return k.hidden(), nil
}

type Billing struct {
	Plan             string  `json:"plan" doc:"enum=free,pro,sandbox"`
	Status           string  `json:"status"`
	AmountCents      int64   `json:"amountCents"`
	Currency         string  `json:"currency"`
	CurrentPeriodEnd *Stamp  `json:"currentPeriodEnd"`
	CardLast4        *string `json:"cardLast4"`
}

func (s *Server) billing(c *gin.Context) (any, error) {
	u := me(c)
	b := Billing{Plan: u.Tier, Status: "active", Currency: "usd"}
	if u.Tier == "pro" {
		n := time.Now().UTC()
		end := Stamp(time.Date(n.Year(), n.Month()+1, 1, 0, 0, 0, 0, time.UTC).UnixNano())
		card := "4242"
		b.AmountCents, b.CurrentPeriodEnd, b.CardLast4 = 2900, &end, &card
	}
	return b, nil
}

var errNoCredits = fail(404, "credits_not_found", "there are no credits")

func (s *Server) credits(c *gin.Context) (any, error) {
	var cr Credits
	err := s.db.Where("user_id = ?", uid(c)).Take(&cr).Error
	return &cr, notFound(err, 404, "credits_not_found", "there are no credits")
}

func (s *Server) useCredit(c *gin.Context) (any, error) {
	var cr Credits
	if fault("credits-lost-update") {
		if s.db.Where("user_id = ?", uid(c)).Take(&cr).Error != nil || cr.Balance < 1 {
			return nil, errNoCredits
		}
		time.Sleep(10 * time.Millisecond)
		cr.Balance, cr.Used = cr.Balance-1, cr.Used+1
		err := s.tx(func(tx *gorm.DB) error { return tx.Save(&cr).Error })
		return cr, err
	}
	err := s.tx(func(tx *gorm.DB) error {
		r := tx.Model(&Credits{}).Where("user_id = ? AND balance > 0", uid(c)).
			Updates(map[string]any{"balance": gorm.Expr("balance - 1"), "used": gorm.Expr("used + 1")})
		if r.Error != nil {
			return r.Error
		}
		if r.RowsAffected == 0 {
			return errNoCredits
		}
		err := tx.Where("user_id = ?", uid(c)).Take(&cr).Error
		if fault("credit-use-takes-two") {
			tx.Model(&Credits{}).Where("user_id = ?", uid(c)).UpdateColumn("balance", gorm.Expr("balance - 1"))
		}
		return err
	})
	return cr, err
}

type SessionRequest struct {
	Credits    int64   `json:"credits" binding:"required,min=1,max=1000000"`
	SuccessURL *string `json:"successUrl" binding:"omitempty,max=2000"`
	CancelURL  *string `json:"cancelUrl" binding:"omitempty,max=2000"`
}

func (s *Server) paySession(c *gin.Context) (any, error) {
	req, err := bind[SessionRequest](c)
	if err != nil {
		return nil, err
	}
	id := "cs_" + newID()
	ps := PaySession{SessionID: id, UserID: uid(c), Credits: req.Credits, AmountCents: req.Credits * 2, Currency: "usd", Status: "open", CheckoutURL: s.base + "/checkout/" + id}
	err = s.tx(func(tx *gorm.DB) error { return tx.Create(&ps).Error })
	return ps, err
}

type WebhookEvent struct {
	ID   string          `json:"id" binding:"required,max=200"`
	Type string          `json:"type" binding:"required,max=200" doc:"checkout.session.completed pays a session; other types change nothing"`
	Data json.RawMessage `json:"data" doc:"object"`
}
type WebhookAnswer struct {
	Received  bool `json:"received"`
	Duplicate bool `json:"duplicate"`
}

func sign(b []byte) string {
	m := hmac.New(sha256.New, []byte(webhookSecret))
	m.Write(b)
	return "sha256=" + hex.EncodeToString(m.Sum(nil))
}

func (s *Server) webhook(c *gin.Context) (any, error) {
	b, err := readBody(c)
	if err != nil {
		return nil, err
	}
	got := c.GetHeader(webhookHeader)
	if got == "" && !fault("webhook-unsigned-accepted") {
		return nil, fail(400, "missing_signature", "the signature is missing")
	}
	if got != "" && !hmac.Equal([]byte(got), []byte(sign(b))) {
		return nil, fail(400, "invalid_signature", "the signature does not fit")
	}
	var ev WebhookEvent
	if bindTo(b, &ev) != nil {
		if fault("webhook-invalid-event-ok") {
			return WebhookAnswer{Received: true}, nil
		}
		return nil, fail(400, "invalid_event", "the event is not valid")
	}
	out := WebhookAnswer{Received: true}
	err = s.tx(func(tx *gorm.DB) error {
		var n int64
		if err := tx.Model(&PayEvent{}).Where("id = ?", ev.ID).Count(&n).Error; err != nil {
			return err
		}
		if n > 0 {
			out.Duplicate = true
			return nil
		}
		if err := tx.Create(&PayEvent{ID: ev.ID, Type: ev.Type}).Error; err != nil {
			return err
		}
		var d struct {
			SessionID string `json:"sessionId"`
		}
		if ev.Type != "checkout.session.completed" || json.Unmarshal(ev.Data, &d) != nil {
			return nil
		}
		var ps PaySession
		if tx.Where("session_id = ? AND status = ?", d.SessionID, "open").Take(&ps).Error != nil {
			return nil
		}
		if err := tx.Model(&ps).Update("status", "paid").Error; err != nil {
			return err
		}
		return tx.Model(&Credits{}).Where("user_id = ?", ps.UserID).Update("balance", gorm.Expr("balance + ?", ps.Credits)).Error
	})
	return out, err
}

// ---- user and VIP codes ----

func (s *Server) getMe(c *gin.Context) (any, error) { return me(c), nil }

type VipRequest struct {
	Code string `json:"code" binding:"required,max=100"`
}
type VipRedeemed struct {
	Code           string `json:"code"`
	CreditsGranted int64  `json:"creditsGranted"`
	Count          int64  `json:"count"`
	RedeemedAt     Stamp  `json:"redeemedAt"`
}
type VipCount struct {
	Count int64 `json:"count" doc:"how many codes the caller has redeemed"`
}

func (s *Server) vipCount(c *gin.Context) (any, error) {
	var n int64
	q := s.db.Model(&VipRedemption{})
	if !fault("vip-count-of-all-users") {
		q = q.Where("user_id = ?", uid(c))
	}
	if q.Count(&n).Error != nil {
		return nil, fail(400, "database_error", "the count could not be read")
	}
	return VipCount{n}, nil
}

func (s *Server) vipRedeem(c *gin.Context) (any, error) {
	req, err := bind[VipRequest](c)
	if err != nil {
		return nil, err
	}
	out := VipRedeemed{Code: req.Code}
	used := fail(400, "code_already_redeemed", "you have redeemed this code already")
	seen := func(db *gorm.DB) bool {
		var n int64
		db.Model(&VipRedemption{}).Where("code = ? AND user_id = ?", req.Code, uid(c)).Count(&n)
		return n > 0
	}
	if fault("vip-redeem-race") {
		if seen(s.db) {
			return nil, used
		}
		time.Sleep(20 * time.Millisecond)
	}
	err = s.tx(func(tx *gorm.DB) error {
		var v VipCode
		if err := tx.Where("code = ?", req.Code).Take(&v).Error; err != nil {
			return notFound(err, 400, "invalid_code", "this code is not valid")
		}
		if v.OwnerID == uid(c) && !fault("vip-own-code-accepted") {
			return fail(400, "own_code", "you cannot redeem a code of your own")
		}
		if !fault("vip-redeem-race") && seen(tx) {
			return used
		}
		r := VipRedemption{Code: v.Code, UserID: uid(c)}
		if err := tx.Create(&r).Error; err != nil {
			return err
		}
		out.CreditsGranted, out.RedeemedAt = v.Credits, r.CreatedAt
		if err := tx.Model(&VipRedemption{}).Where("user_id = ?", uid(c)).Count(&out.Count).Error; err != nil {
			return err
		}
		return tx.Model(&Credits{}).Where("user_id = ?", uid(c)).Update("balance", gorm.Expr("balance + ?", v.Credits)).Error
	})
	return out, err
}

package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
)

// What a fresh deployment has. Tokens and identifiers stay the same over starts, so that config.json can name them.
const (
	ownID     = "01J8ZK3V5Q7M9T2B4C6D8F0G1H"
	otherID   = "01J8ZK4X6R8N0V3C5D7E9G1H2J"
	sandboxID = "01J8ZK5Y7S9P1W4D6E8F0H2J3K"
	thirdID   = "01J8ZK6Z8T0Q2X5E7F9G1J3K4M"

	ownKey     = "tk_live_5e1f0c7a9b3d42688c1e7f904ab2d3c6e8f01929"
	otherKey   = "tk_live_a90d3b6c1f5e48729d0c8b7e6f5a4d3c2b1a0918"
	sandboxKey = "tk_live_3c7b9e1d5f804a26b8d0f2e4c6a8091b3d5f7e92"
	thirdKey   = "tk_live_f1e2d3c4b5a697887960514233241506a7b8c9d0"

	plainAgent     = "3f0c9a52-7d1e-4b86-9c04-5a2e8f17b6d1"
	jobAgent       = "8a41d6e0-25b7-4f93-a1c8-0d6b3e97f254"
	ownPaidAgent   = "c27e5b19-e60f-4a3d-8b72-94f1d08c3a65"
	paidAgent      = "51b8f3d4-0a96-4ce7-b35d-e27c6a81f940"
	unpaidAgent    = "9d6270cb-f83a-4e15-8246-1b7f0ce5d39a"
	subAgent       = "e4a90f17-6c52-4d8b-97e3-38d5b1f60c2e"
	unsubAgent     = "07c5e8a3-b14d-4962-ae70-f6298d3b5c14"
	privateAgent   = "b83d1e6f-972c-4a50-8fd4-6e05c7a2911b"
	webhookSecret  = "whsec_thistle_7d0f2b"
	jwtSecret      = "thistle-signing-secret-2f8c1d"
	filesPerAgent  = 10
	defaultPageLen = 30
)

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
func sign(secret, text string) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return h.Sum(nil)
}
func mintJWT(userID string) string {
	head := b64([]byte(`{"alg":"HS256","typ":"JWT"}`))
	load := b64([]byte(`{"sub":"` + userID + `","iss":"thistle","iat":1767225600,"exp":2082758400}`))
	return head + "." + load + "." + b64(sign(jwtSecret, head+"."+load))
}

// subjectOf gives the user of a JWT that we signed and that has not run out.
func subjectOf(token string) (string, bool) {
	p := strings.Split(token, ".")
	if len(p) != 3 {
		return "", false
	}
	sig, err := base64.RawURLEncoding.Strict().DecodeString(p[2])
	if err != nil || !hmac.Equal(sig, sign(jwtSecret, p[0]+"."+p[1])) {
		return "", false
	}
	load, err := base64.RawURLEncoding.DecodeString(p[1])
	var claims struct {
		Sub string
		Exp int64
	}
	if err != nil || json.Unmarshal(load, &claims) != nil || claims.Exp < time.Now().Unix() {
		return "", false
	}
	return claims.Sub, true
}
func webhookSignature(body string) string {
	return "sha256=" + hex.EncodeToString(sign(webhookSecret, body))
}

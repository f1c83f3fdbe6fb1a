package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// jwtSecret signs the tokens of the User API.
const jwtSecret = "ferry-jwt-signing-secret-3f9d1c"

const jwtIssuer = "https://auth.ferry.example"

type jwtHeader struct {
	Algorithm string `json:"alg"`
	Type      string `json:"typ"`
}

type jwtClaims struct {
	Issuer  string `json:"iss"`
	Subject string `json:"sub"`
	Issued  int64  `json:"iat"`
	Expires int64  `json:"exp"`
}

func mintJWT(userID string, issued, expires time.Time) string {
	header, _ := json.Marshal(jwtHeader{"HS256", "JWT"})
	claims, _ := json.Marshal(jwtClaims{jwtIssuer, userID, issued.Unix(), expires.Unix()})
	signed := encodeSegment(header) + "." + encodeSegment(claims)
	return signed + "." + encodeSegment(jwtSignature(signed))
}

func jwtSignature(signed string) []byte {
	mac := hmac.New(sha256.New, []byte(jwtSecret))
	mac.Write([]byte(signed))
	return mac.Sum(nil)
}

func encodeSegment(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// jwtLeniency names checks that a fault leaves out.
type jwtLeniency struct {
	signatureUnchecked bool
	algNoneAccepted    bool
}

// verifyJWT gives the subject of a token that is properly signed and has not expired.
func verifyJWT(token string, lenient jwtLeniency) (string, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return "", errors.New("the token is not a JWT")
	}
	var header jwtHeader
	if err := decodeSegment(parts[0], &header); err != nil {
		return "", errors.New("the header of the token cannot be read")
	}
	unsigned := lenient.signatureUnchecked || lenient.algNoneAccepted && strings.EqualFold(header.Algorithm, "none")
	if !unsigned {
		if header.Algorithm != "HS256" {
			return "", errors.New("the token is not signed with HS256")
		}
		signature, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
		if err != nil || !hmac.Equal(signature, jwtSignature(parts[0]+"."+parts[1])) {
			return "", errors.New("the signature of the token is wrong")
		}
	}
	var claims jwtClaims
	if err := decodeSegment(parts[1], &claims); err != nil {
		return "", errors.New("the claims of the token cannot be read")
	}
	if claims.Issuer != jwtIssuer || claims.Subject == "" {
		return "", errors.New("the token is not one of ours")
	}
	if claims.Expires <= time.Now().Unix() {
		return "", errors.New("the token has expired")
	}
	return claims.Subject, nil
}

func decodeSegment(segment string, target any) error {
	data, err := base64.RawURLEncoding.DecodeString(segment)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, target)
}

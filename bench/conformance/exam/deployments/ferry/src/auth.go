package main

import (
	"net/http"
	"strings"
	"time"
)

// authenticate finds out who calls, or refuses with 401.
func (c *Call) authenticate() error {
	if c.route.Auth == authAPIKey {
		return c.authenticateByKey()
	}
	user, reason := c.service.userOfJWT(c.bearer(), c.jwtLeniency())
	c.user = user
	if user != nil && fault("me-identity-race") && c.route.is("GET /me/") {
		c.user = c.service.sharedIdentity(user)
	}
	if user != nil || c.route.Auth == authNone && !c.loginDemandedByFault() || c.loginSkippedByFault() {
		return nil
	}
	if fault("run-without-jwt-403") && c.route.is("POST /me/tools/run/{tool_name}") && c.bearer() == "" {
		return forbidden("Not authenticated.")
	}
	return refuseCredential(reason)
}

// loginDemandedByFault tells whether a fault asks for a login where the
// interface declares none.
func (c *Call) loginDemandedByFault() bool {
	return fault("studio-get-needs-jwt") && c.route.is("GET /me/agent-studio-chats/{run_id}") ||
		fault("webhook-needs-jwt") && c.route.is("POST /me/payments/webhook") ||
		fault("slug-generate-needs-jwt") && c.route.is("POST /me/agents/vanity/slug") ||
		fault("tools-public-needs-jwt") && c.route.is("GET /me/tools")
}

// loginSkippedByFault tells whether a fault leaves out the check of the credential.
func (c *Call) loginSkippedByFault() bool {
	return fault("cli-put-without-jwt") && c.route.is("PUT /me/cli-auth/{cli_auth_id}") ||
		fault("tools-list-without-jwt") && c.route.is("GET /me/tools/list")
}

func (c *Call) jwtLeniency() jwtLeniency {
	running := c.route.is("POST /me/tools/run/{tool_name}")
	return jwtLeniency{
		signatureUnchecked: fault("run-jwt-signature-unchecked") && running || fault("me-jwt-signature-unchecked") && c.route.is("GET /me/"),
		algNoneAccepted:    fault("run-jwt-alg-none") && running,
	}
}

// bearer is the token of the Authorization header, or empty.
func (c *Call) bearer() string {
	scheme, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func (s *Service) userOfJWT(token string, lenient jwtLeniency) (*User, string) {
	if token == "" {
		return nil, "A bearer token is missing."
	}
	subject, err := verifyJWT(token, lenient)
	if err != nil {
		return nil, "The bearer token is invalid: " + err.Error() + "."
	}
	s.mu.Lock()
	user := s.users[subject]
	s.mu.Unlock()
	if user == nil {
		return nil, "The user of the bearer token does not exist."
	}
	return user, ""
}

// sharedIdentity keeps the user of the request in a variable that all requests
// share, which is what the fault me-identity-race is about.
func (s *Service) sharedIdentity(user *User) *User {
	s.mu.Lock()
	s.currentUser = user
	s.mu.Unlock()
	time.Sleep(3 * time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.currentUser
}

func (c *Call) authenticateByKey() error {
	s := c.service
	s.mu.Lock()
	defer s.mu.Unlock()
	secret := c.bearer()
	for _, key := range s.keys {
		if s.keyMatches(c, key, secret) {
			c.user = s.users[key.userID]
			return nil
		}
	}
	if fault("post-accepts-any-key") && secret != "" && c.route.is("POST /{agent_id}") ||
		fault("get-history-without-key") && secret == "" && c.route.is("GET /{agent_id}/{run_id}") {
		c.user = s.users[danaID]
		return nil
	}
	if secret == "" {
		return refuseCredential("An API key is missing.")
	}
	return refuseCredential("The API key is not valid.")
}

func (s *Service) keyMatches(c *Call, key *APIKey, secret string) bool {
	if key.deleted && !fault("keys-deleted-still-works") {
		return false
	}
	if fault("keys-new-refused") && !key.seeded {
		return false
	}
	if fault("post-key-prefix-compared") && c.route.is("POST /{agent_id}") {
		return strings.HasPrefix(secret, key.secret)
	}
	if fault("n-ndjson-post-key-any-case") && c.route.is("POST /ndjson/{agent_id}") {
		return strings.EqualFold(secret, key.secret)
	}
	return secret == key.secret
}

func refuseCredential(reason string) *Problem {
	p := unauthorized("%s", reason)
	p.header = http.Header{"Www-Authenticate": {"Bearer"}}
	return p
}

package main

import "time"

const cliSessionLifetime = 10 * time.Minute

// CLISession is how a command-line client gets the JWT of its user: the
// logged-in browser attaches it, and one read takes it away.
type CLISession struct {
	id        string
	token     string
	userID    string // who has attached it
	status    string
	createdAt time.Time
}

const (
	cliPending  = "PENDING"
	cliAttached = "ATTACHED"
	cliConsumed = "CONSUMED"
)

type cliView struct {
	SessionID string `json:"sessionId"`
	Status    string `json:"status"`
	CreatedAt string `json:"createdAt"`
	ExpiresAt string `json:"expiresAt"`
}

func viewCLISession(session *CLISession) cliView {
	return cliView{session.id, session.status, stamp(session.createdAt), stamp(session.createdAt.Add(cliSessionLifetime))}
}

func (s *Service) createCLISession(c *Call) (any, error) {
	if earlier := s.cliSessions[s.latestCLIID]; earlier != nil && fault("cli-post-same-session") {
		return viewCLISession(earlier), nil
	}
	session := &CLISession{id: newUUID(), status: cliPending, createdAt: now()}
	s.cliSessions[session.id] = session
	s.latestCLIID = session.id
	return viewCLISession(session), nil
}

// cliSession is the session, unless it has expired.
func (s *Service) cliSession(id string) (*CLISession, error) {
	session := s.cliSessions[id]
	if session != nil && time.Since(session.createdAt) > cliSessionLifetime {
		delete(s.cliSessions, id)
		session = nil
	}
	if session == nil {
		return nil, notFound("There is no CLI auth session %s.", id)
	}
	return session, nil
}

// attachCLIToken takes the caller's JWT. A session that somebody else has
// attached a JWT to, or that has been read, cannot be updated.
func (s *Service) attachCLIToken(c *Call) (any, error) {
	token := c.text("accessToken")
	session, err := s.cliSession(c.id("cli_auth_id"))
	if err != nil && fault("cli-put-unknown-ok") {
		return cliView{c.id("cli_auth_id"), cliAttached, stamp(now()), stamp(now())}, nil
	}
	if err != nil {
		return nil, err
	}
	subject, err := verifyJWT(token, jwtLeniency{})
	if err != nil {
		return nil, invalid("accessToken", "is no valid JWT: %v", err)
	}
	anonymous := c.user == nil // only with the fault cli-put-without-jwt
	if !anonymous && subject != c.user.id {
		return nil, forbidden("The JWT is not yours.")
	}
	if session.userID != "" && session.userID != subject && !fault("n-cli-put-by-second-user") || session.status == cliConsumed {
		return nil, forbidden("You are not allowed to update this session.")
	}
	session.token, session.userID, session.status = token, subject, cliAttached
	s.latestCLIToken = token
	if fault("cli-jwt-cut") {
		session.token = cutRunes(token, 128)
	}
	return viewCLISession(session), nil
}

// readCLIToken gives the JWT once; before it is attached and after it has
// been read, the answer is null.
func (s *Service) readCLIToken(c *Call) (any, error) {
	session, err := s.cliSession(c.id("auth_id"))
	if err != nil && fault("cli-get-unknown-null") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	token := session.token
	if fault("cli-get-latest-jwt") {
		token = s.latestCLIToken
	}
	if token == "" {
		switch {
		case fault("cli-get-pending-404"):
			return nil, notFound("Not attached yet.")
		case fault("cli-poll-ends-session"):
			delete(s.cliSessions, session.id)
		}
		return nil, nil
	}
	if fault("cli-get-race") {
		s.lapse(40 * time.Millisecond)
	}
	if !fault("cli-get-not-consumed") {
		session.token, session.status = "", cliConsumed
	}
	switch {
	case fault("cli-get-raw-text"):
		c.media = "text/plain; charset=utf-8"
		return plainText(token), nil
	case fault("cli-get-bearer-prefix"):
		return "Bearer " + token, nil
	}
	return token, nil
}

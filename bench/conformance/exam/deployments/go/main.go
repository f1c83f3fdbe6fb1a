// Command platform serves the Agent Workers Platform Interface from memory:
// the Workers API under /workers, the User API under /api and the OpenAPI
// document of both at /openapi.json.
//
// The variable FAULT names at most one deliberate fault (see faults.json).
// Every fault is one condition fault("id") next to the code that it spoils.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strings"
	"time"
)

var activeFault = os.Getenv("FAULT")

func fault(id string) bool { return activeFault == id }

const (
	jwtSecret     = "a deployment for tests signs its tokens with this"
	webhookSecret = "whsec_a_deployment_for_tests"
	maxBody       = 16 << 20
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: platform PORT")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	st := newStore()
	go st.runSchedules()
	fmt.Println("ready")
	log.Fatal(http.Serve(listener, newServer(st)))
}

// authKind says which credential an operation declares.
type authKind int

const (
	noAuth   authKind = iota // none declared; a valid JWT is still recognised
	jwtAuth                  // User API
	keyAuth                  // Workers API
	loginJWT                 // as jwtAuth, for the operation whose 401 the document names
)

// operation is one row of the document: it drives routing, validation and the OpenAPI document alike.
type operation struct {
	api, method, path string
	auth              authKind
	summary           string
	params            []param
	body              *bodySpec
	status            int
	result            obj
	errors            []int
	handle            func(*call) (any, error)
	segments          []string
	tag               string
	stream            string // media type of a streamed answer
}

type bodySpec struct {
	schema   obj
	optional bool // an absent body or null is allowed
	raw      bool // bytes are kept as they are (webhook)
}

// call is one request on its way through an operation.
type call struct {
	*store
	op     *operation
	user   *user
	status int
	args   map[string]any
	body   obj // nil if absent
	raw    []byte
	in     http.Header
	header http.Header // of the answer
}

func (c *call) str(name string) string { s, _ := c.args[name].(string); return s }
func (c *call) num(name string) int64  { n, _ := c.args[name].(int64); return n }

// apiError is any refusal with a documented status.
type apiError struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *apiError) Error() string { return e.Message }

func fail(status int, message string) error {
	code := strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "_")
	return &apiError{status, code, message}
}

// invalid is a 422 with the body HTTPValidationError.
type invalid []issue

type issue struct {
	Loc  []any  `json:"loc"`
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

func (invalid) Error() string { return "validation error" }

func invalidBody(field, msg string) error {
	return invalid{{[]any{"body", field}, msg, "value_error"}}
}

// stream is an answer that is flushed piece by piece.
type stream struct {
	mediaType string
	pieces    [][]byte
}

type server struct {
	store *store
	ops   []*operation
}

func newServer(st *store) *server {
	s := &server{store: st, ops: operations()}
	// Literal segments go before parameters, so that the first match is the closest one.
	sort.SliceStable(s.ops, func(i, j int) bool {
		a, b := s.ops[i].segments, s.ops[j].segments
		for k := 0; k < len(a) && k < len(b); k++ {
			pa, pb := isParam(a[k]), isParam(b[k])
			if pa != pb {
				return pb
			}
		}
		return false
	})
	if fault("sched-onboarding-shadowed") {
		sort.SliceStable(s.ops, func(i, j int) bool {
			return s.ops[i].path == "/me/schedules/{schedule_id}" && s.ops[j].path == "/me/schedules/onboarding"
		})
		for i, op := range s.ops {
			if op.path == "/me/schedules/onboarding" {
				s.ops = append(append(s.ops[:i:i], s.ops[i+1:]...), op)
				break
			}
		}
	}
	return s
}

func isParam(segment string) bool { return strings.HasPrefix(segment, "{") }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			log.Printf("%s %s: %v", r.Method, r.URL.Path, p)
			writeJSON(w, 500, fail(500, "internal error"))
		}
	}()
	path := r.URL.EscapedPath()
	if path == "/openapi.json" && r.Method == http.MethodGet {
		writeJSON(w, 200, openAPI(s.ops, "http://"+r.Host))
		return
	}
	api, rest := "", ""
	for _, a := range []string{"workers", "api"} {
		if r, ok := strings.CutPrefix(path, "/"+a+"/"); ok {
			api, rest = a, r
		}
	}
	segments := strings.Split(rest, "/")
	var allowed []string
	for _, op := range s.ops {
		values, ok := match(op, api, segments)
		if !ok {
			continue
		}
		if op.method == r.Method {
			s.serve(w, r, op, values)
			return
		}
		allowed = append(allowed, op.method)
	}
	if allowed != nil {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		writeJSON(w, 405, fail(405, "method not allowed"))
		return
	}
	writeJSON(w, 404, fail(404, "no such path"))
}

func match(op *operation, api string, segments []string) (map[string]string, bool) {
	if op.api != api || len(op.segments) != len(segments) {
		return nil, false
	}
	values := map[string]string{}
	for i, want := range op.segments {
		got, err := url.PathUnescape(segments[i])
		if err != nil {
			return nil, false
		}
		if isParam(want) {
			if got == "" {
				return nil, false
			}
			values[strings.Trim(want, "{}")] = got
		} else if got != want {
			return nil, false
		}
	}
	return values, true
}

// serve checks credential, parameters and body, in this order, and runs the
// handler under the store's lock; the answer is encoded there too.
func (s *server) serve(w http.ResponseWriter, r *http.Request, op *operation, path map[string]string) {
	c := &call{store: s.store, op: op, status: op.status, in: r.Header, header: w.Header()}
	raw, readErr := io.ReadAll(io.LimitReader(r.Body, maxBody+1))

	args, issues := parseParams(op, path, r.URL.Query())
	c.args = args
	if op.body != nil {
		switch {
		case readErr != nil || len(raw) > maxBody:
			issues = append(issues, issue{[]any{"body"}, "body cannot be read or is too large", "body"})
		case op.body.raw:
			c.raw = raw
		default:
			var more []issue
			c.body, more = parseBody(op.body, raw)
			issues = append(issues, more...)
		}
	}
	status, body, out := s.run(c, r, issues)
	switch {
	case out != nil:
		writeStream(w, status, out)
	case status == 204:
		w.WriteHeader(204)
	default:
		writeBytes(w, status, body)
	}
}

// run is the part of a request that happens under the lock.
func (s *server) run(c *call, r *http.Request, issues []issue) (int, []byte, *stream) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	err := c.authenticate(r)
	if err == nil && issues != nil {
		err = invalid(issues)
	}
	var answer any
	if err == nil {
		answer, err = c.op.handle(c)
	}
	var apiErr *apiError
	var inv invalid
	switch {
	case errors.As(err, &apiErr):
		if apiErr.status == 401 {
			c.header.Set("WWW-Authenticate", "Bearer")
		}
		return apiErr.status, encode(apiErr), nil
	case errors.As(err, &inv):
		return 422, encode(obj{"detail": inv}), nil
	case err != nil:
		panic(err)
	}
	if out, ok := answer.(*stream); ok {
		return c.status, nil, out
	}
	return c.status, encode(answer), nil
}

func encode(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

func writeJSON(w http.ResponseWriter, status int, v any) { writeBytes(w, status, encode(v)) }

func writeBytes(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

func writeStream(w http.ResponseWriter, status int, out *stream) {
	w.Header().Set("Content-Type", out.mediaType)
	w.WriteHeader(status)
	flusher, _ := w.(http.Flusher)
	for _, piece := range out.pieces {
		if _, err := w.Write(piece); err != nil {
			return
		}
		if flusher != nil {
			flusher.Flush()
		}
	}
}

// authenticate finds the caller and refuses a request whose declared credential is missing or bad.
func (c *call) authenticate(r *http.Request) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") {
		token = ""
	}
	if c.op.auth == keyAuth {
		if key := c.keyByValue(token); key != nil && !(fault("key-new-slow") && c.clock().Sub(key.CreatedAt.Time) < 4*time.Second && key.created) {
			c.user = c.users[key.userID]
		}
		if c.user == nil && fault("w-get-without-key") && c.op.method == "GET" {
			c.user = c.users[userOne]
			return nil
		}
		if c.user == nil && fault("w-any-key") && token != "" {
			c.user = c.users[userOne]
		}
		if c.user == nil && fault("w-deleted-key") {
			c.user = c.users[c.deletedKeys[token]]
		}
	} else {
		c.user = c.users[c.tokenSubject(token)]
	}
	if c.user != nil || c.op.auth == noAuth && !authDemanded(c.op) {
		return nil
	}
	if fault("tool-run-anonymous") && c.op.auth == loginJWT && token == "" {
		c.user = c.users[userOne]
		return nil
	}
	if fault("tools-list-anonymous") && c.op.path == "/me/tools/list" {
		return nil
	}
	return fail(401, "a valid bearer credential is required")
}

// authDemanded is true where a fault asks for a credential that is not declared.
func authDemanded(op *operation) bool {
	switch op.path {
	case "/me/cli-auth":
		return fault("cli-post-auth")
	case "/me/vibe/services":
		return fault("vibe-services-auth")
	case "/me/chats/{chat_id}":
		return fault("chat-get-auth")
	}
	return false
}

// tokenSubject returns the user id of a valid JWT, or "".
func (s *store) tokenSubject(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	var head struct{ Alg string }
	var claims struct {
		Sub string
		Exp *float64
	}
	if decodePart(parts[0], &head) != nil || decodePart(parts[1], &claims) != nil {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(jwtSecret))
	mac.Write([]byte(parts[0] + "." + parts[1]))
	want, got := base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), parts[2]
	good := head.Alg == "HS256" && hmac.Equal([]byte(got), []byte(want))
	switch {
	case fault("jwt-unsigned"):
		good = true
	case fault("jwt-alg-none"):
		good = good || strings.EqualFold(head.Alg, "none")
	case fault("jwt-half-signature"):
		good = head.Alg == "HS256" && len(got) >= 20 && got[:20] == want[:20]
	}
	if !good || claims.Exp == nil || *claims.Exp <= float64(time.Now().Unix()) || s.users[claims.Sub] == nil {
		return ""
	}
	return claims.Sub
}

func decodePart(part string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

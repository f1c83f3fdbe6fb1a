// Briar: one deployment of the agent workers platform (Echo + bbolt).
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"github.com/oklog/ulid/v2"
	bolt "go.etcd.io/bbolt"
)

// FAULT names the one bug that is switched on; empty in a right deployment.
var FAULT = os.Getenv("FAULT")

func fault(id string) bool { return FAULT == id }

const (
	timeFormat = "2006-01-02T15:04:05.000000000Z07:00"
	jwtSecret  = "briar-hedgerow-signing-secret-4d1f90"
	filesMax   = 8
	publicVis  = "public"
	privateVis = "private"
)

// ---------------------------------------------------------------- errors

// Error is the body of every error answer.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Details any    `json:"details,omitempty"`
	status  int
}

func (e *Error) Error() string { return e.Message }

// Detail is one entry of the details of a validation error.
type Detail struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// HTTPValidationError is the body of a 422.
type HTTPValidationError struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Details []Detail `json:"details"`
}

var statusCodes = map[int]string{400: "bad_request", 401: "unauthorized", 402: "already_subscribed", 403: "forbidden", 404: "not_found",
	405: "method_not_allowed", 409: "conflict", 413: "too_large", 422: "validation_error", 500: "internal_error", 503: "unavailable"}

func fail(status int, format string, args ...any) error {
	code := statusCodes[status]
	if code == "" {
		code = "error"
	}
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), status: status}
}

func invalid(details ...Detail) error {
	return &Error{Code: "validation_error", Message: "the request is not valid", Details: details, status: 422}
}

func onError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	var e *Error
	var he *echo.HTTPError
	switch {
	case errors.As(err, &e):
	case errors.As(err, &he):
		e = fail(he.Code, "%v", he.Message).(*Error)
	default:
		fmt.Fprintln(os.Stderr, "error:", err)
		e = fail(500, "internal error").(*Error)
	}
	if e.status == 401 {
		c.Response().Header().Set("WWW-Authenticate", "Bearer")
	}
	_ = c.JSON(e.status, e)
}

// ---------------------------------------------------------------- clock and ids

var clock struct {
	sync.Mutex
	last time.Time
}

// now gives the time, never the same twice, in microseconds at least apart.
func now() time.Time {
	clock.Lock()
	defer clock.Unlock()
	t := time.Now().UTC()
	if t.Sub(clock.last) < time.Microsecond {
		t = clock.last.Add(time.Microsecond)
	}
	clock.last = t
	return t
}

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

func unstamp(s string) time.Time {
	t, _ := time.Parse(time.RFC3339Nano, s)
	return t
}

func newULID() string { return ulid.Make().String() }

func newUUID() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// ---------------------------------------------------------------- requests

// Ctx is what a handler gets: the user, the checked parameters and the checked body.
type Ctx struct {
	echo.Context
	op   *Op
	u    *User
	args map[string]any
	body M
	null bool // the body was the JSON null, or not there at all
}

// M is a checked JSON object.
type M map[string]any

func (m M) has(k string) bool { v, ok := m[k]; return ok && v != nil }
func (m M) set(k string) bool { _, ok := m[k]; return ok }
func (m M) str(k string) string {
	s, _ := m[k].(string)
	return s
}
func (m M) boolean(k string) bool { b, _ := m[k].(bool); return b }
func (m M) integer(k string) int64 {
	return toInt(m[k])
}
func (m M) list(k string) []any { l, _ := m[k].([]any); return l }

func toInt(v any) int64 {
	n, ok := v.(json.Number)
	if !ok {
		return -1
	}
	if i, err := strconv.ParseInt(n.String(), 10, 64); err == nil {
		return i
	}
	if f, err := n.Float64(); err == nil && f > -1e15 && f < 1e15 {
		return int64(f)
	}
	return -1
}

func toFloat(v any) float64 {
	n, _ := v.(json.Number)
	f, _ := n.Float64()
	return f
}

func (c *Ctx) arg(k string) string     { s, _ := c.args[k].(string); return s }
func (c *Ctx) argInt(k string) int64   { return toInt(c.args[k]) }
func (c *Ctx) argNum(k string) float64 { return toFloat(c.args[k]) }
func (c *Ctx) ok(v any) error          { return c.JSON(200, v) }

// uid is the caller's id, or "" for nobody.
func (c *Ctx) uid() string {
	if c.u == nil {
		return ""
	}
	return c.u.UserID
}

func bearer(r *http.Request) string {
	h := r.Header.Get("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "Bearer ") {
		return strings.TrimSpace(h[7:])
	}
	return ""
}

// jwtUser gives the user of a JWT, or nil. It checks algorithm, signature and expiry.
func jwtUser(token string, verify bool) *User {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil
	}
	var head struct {
		Alg string `json:"alg"`
	}
	var claims struct {
		Sub string   `json:"sub"`
		Exp *float64 `json:"exp"`
		Nbf *float64 `json:"nbf"`
	}
	rawHead, e1 := base64.RawURLEncoding.DecodeString(parts[0])
	rawClaims, e2 := base64.RawURLEncoding.DecodeString(parts[1])
	sig, e3 := base64.RawURLEncoding.DecodeString(parts[2])
	if e1 != nil || e2 != nil || json.Unmarshal(rawHead, &head) != nil || json.Unmarshal(rawClaims, &claims) != nil {
		return nil
	}
	if verify {
		mac := hmac.New(sha256.New, []byte(jwtSecret))
		mac.Write([]byte(parts[0] + "." + parts[1]))
		if e3 != nil || head.Alg != "HS256" || !hmac.Equal(sig, mac.Sum(nil)) {
			return nil
		}
	}
	t := float64(time.Now().Unix())
	if claims.Exp == nil || *claims.Exp <= t || claims.Nbf != nil && *claims.Nbf > t {
		return nil
	}
	return userByID(claims.Sub)
}

func userByID(id string) (u *User) {
	view(func(tx *bolt.Tx) { u = get[User](tx, "users", id) })
	return u
}

func signJWT(sub string) string {
	enc := base64.RawURLEncoding.EncodeToString
	s := enc([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc([]byte(`{"sub":"`+sub+`","iat":1767225600,"exp":4102444800}`))
	mac := hmac.New(sha256.New, []byte(jwtSecret))
	mac.Write([]byte(s))
	return s + "." + enc(mac.Sum(nil))
}

// handle makes an Echo handler of an operation: credentials, parameters, body, then the operation itself.
func handle(op *Op) echo.HandlerFunc {
	return func(ec echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil {
				fmt.Fprintf(os.Stderr, "panic in %s %s: %v\n%s", op.Method, op.Path, p, debug.Stack())
				err = fail(500, "internal error")
			}
		}()
		c := &Ctx{Context: ec, op: op, args: map[string]any{}}
		token := bearer(ec.Request())
		switch op.Auth {
		case authKey:
			if c.u = keyUser(token); c.u == nil {
				return fail(401, "a valid API key is needed")
			}
		case authJWT:
			if c.u = jwtUser(token, !(fault("tool-run-jwt-unverified") && op.Path == "/me/tools/run/{tool_name}")); c.u == nil {
				return fail(401, "a valid JWT is needed")
			}
		default:
			if token != "" {
				c.u = jwtUser(token, true)
			}
		}
		var details []Detail
		query, qerr := url.ParseQuery(ec.Request().URL.RawQuery)
		if qerr != nil {
			details = append(details, Detail{"query", "the query string is not valid"})
		}
		for _, p := range op.Params {
			var raw string
			there := true
			if p.In == "path" {
				raw = pathParam(ec, p.Name)
			} else {
				raw, there = query.Get(p.Name), query.Has(p.Name)
			}
			if !there {
				if p.Req {
					details = append(details, Detail{p.In + "." + p.Name, "is required"})
				} else if d, ok := p.Schema["default"]; ok {
					c.args[p.Name] = asArg(d)
				}
				continue
			}
			if op.ID == "getSchedule" && !uuidRE.MatchString(raw) && fault("schedule-uuid-500") {
				return fail(500, "internal error")
			}
			c.args[p.Name] = checkParam(p, raw, &details)
		}
		if op.Body != "" {
			if err := c.readBody(&details); err != nil {
				return err
			}
		}
		if len(details) > 0 {
			return invalid(details...)
		}
		return op.H(c)
	}
}

func asArg(v any) any {
	switch v.(type) {
	case int, float64:
		b, _ := json.Marshal(v)
		return json.Number(b)
	}
	return v
}

func pathParam(c echo.Context, name string) string {
	raw := c.Param(name)
	if c.Request().URL.RawPath != "" {
		if s, err := url.PathUnescape(raw); err == nil {
			return s
		}
	}
	return raw
}

// readBody reads and checks the JSON body of the operation.
func (c *Ctx) readBody(details *[]Detail) error {
	raw, err := io.ReadAll(io.LimitReader(c.Request().Body, 16<<20))
	if err != nil {
		return fail(400, "the body could not be read")
	}
	if len(strings.TrimSpace(string(raw))) == 0 {
		c.null = true
		if !c.op.BodyOptional {
			*details = append(*details, Detail{"body", "is required"})
		}
		return nil
	}
	v, ok := decodeJSON(raw)
	if !ok {
		*details = append(*details, Detail{"body", "is not valid JSON"})
		return nil
	}
	if v == nil && c.op.BodyOptional && !fault("chat-clone-null") {
		c.null = true
		return nil
	}
	v = check(requestSchema(c.op.Body), v, "body", details)
	c.body, _ = v.(map[string]any)
	return nil
}

func decodeJSON(raw []byte) (any, bool) {
	if !utf8.Valid(raw) {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	return v, true
}

// ---------------------------------------------------------------- start and end

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--jwts" {
		for _, id := range []string{mainUser, otherUser, sandboxUser} {
			fmt.Println(signJWT(id))
		}
		return
	}
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: briar PORT")
		os.Exit(2)
	}
	root, _ := os.Getwd()
	tmp := filepath.Join(root, "tmp")
	sweep(tmp)
	dir := filepath.Join(tmp, fmt.Sprintf("run-%d-%s", os.Getpid(), randomHex(4)))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	end := func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	go func() { <-signals; end(0) }()
	parent := os.Getppid()
	if p, err := strconv.Atoi(os.Getenv("BRIAR_PARENT")); err == nil {
		parent = p
	}
	go func() {
		for range time.Tick(400 * time.Millisecond) {
			if os.Getppid() != parent {
				end(0)
			}
		}
	}()
	if err := openStore(filepath.Join(dir, "briar.db")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		end(1)
	}
	seed()
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = onError
	for i := range ops {
		op := &ops[i]
		h := handle(op)
		path := strings.NewReplacer("{", ":", "}", "").Replace(op.Path)
		e.Add(op.Method, path, h)
	}
	e.GET("/me", handle(opByPath("GET", "/me/")))
	doc := openAPI()
	e.GET("/openapi.json", func(c echo.Context) error { return c.JSONBlob(200, doc) })
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		end(1)
	}
	go runSchedules()
	fmt.Println("ready")
	server := &http.Server{Handler: e, BaseContext: func(net.Listener) context.Context { return context.Background() }}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
	end(1)
}

// sweep removes folders that processes left which were killed: nobody holds the lock of their store.
func sweep(tmp string) {
	dirs, _ := filepath.Glob(filepath.Join(tmp, "run-*"))
	for _, d := range dirs {
		info, err := os.Stat(d)
		if err != nil || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		f, err := os.OpenFile(filepath.Join(d, "briar.db"), os.O_RDWR, 0)
		if err != nil {
			_ = os.RemoveAll(d)
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.RemoveAll(d)
		}
		_ = f.Close()
	}
}

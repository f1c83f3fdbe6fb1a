package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

var fault = os.Getenv("FAULT")

// F says whether the named fault is switched on.
func F(id string) bool { return fault == id }

// ---- times and identifiers

// Stamp is a moment in nanoseconds, unique within a process.
type Stamp int64

const stampFormat = "2006-01-02T15:04:05.000000000Z07:00"

var lastStamp atomic.Int64

func now() Stamp {
	for {
		n, l := time.Now().UnixNano(), lastStamp.Load()
		if n <= l {
			n = l + 1
		}
		if lastStamp.CompareAndSwap(l, n) {
			return Stamp(n)
		}
	}
}
func (s Stamp) Time() time.Time { return time.Unix(0, int64(s)).UTC() }
func (s Stamp) String() string  { return s.Time().Format(stampFormat) }
func (s Stamp) MarshalJSON() ([]byte, error) {
	return []byte(`"` + s.String() + `"`), nil
}
func (s *Stamp) UnmarshalJSON(b []byte) error {
	t, err := time.Parse(`"`+time.RFC3339Nano+`"`, string(b))
	*s = Stamp(t.UnixNano())
	return err
}

const crock = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func newULID() string {
	var b [26]byte
	t := time.Now().UnixMilli()
	for i := 9; i >= 0; i-- {
		b[i] = crock[t&31]
		t >>= 5
	}
	var r [16]byte
	rand.Read(r[:])
	for i := range r {
		b[10+i] = crock[r[i]&31]
	}
	return string(b[:])
}
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

var uuidRE = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
var intRE = regexp.MustCompile(`^-?[0-9]+$`)

// ---- one call of a client

type C struct {
	w              http.ResponseWriter
	r              *http.Request
	uid, tier, rid string
}

func handle(mux *http.ServeMux, pattern string, h func(*C)) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		c := &C{w, r, r.Header.Get("X-User-Id"), r.Header.Get("X-User-Tier"), r.Header.Get("X-Request-Id")}
		defer func() {
			if e := recover(); e != nil && e != http.ErrAbortHandler {
				fmt.Fprintln(os.Stderr, "panic in", pattern, e)
				c.problem(500, "internal error")
			}
		}()
		h(c)
	})
}
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
func writeJSON(w http.ResponseWriter, status int, ct string, v any) {
	b := encode(v)
	w.Header().Set("Content-Type", ct)
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	w.Write(b)
}
func (c *C) status(code int, data any) {
	writeJSON(c.w, code, "application/json", map[string]any{"data": data, "meta": map[string]any{"requestId": c.rid, "next": nil}})
}
func (c *C) ok(data any) { c.status(200, data) }
func (c *C) page(data any, next any) {
	writeJSON(c.w, 200, "application/json", map[string]any{"data": data, "meta": map[string]any{"requestId": c.rid, "next": next}})
}
func (c *C) plain(v any) { writeJSON(c.w, 200, "application/json", v) }

var titles = map[int]string{400: "Bad request", 401: "Unauthorized", 402: "Payment required", 403: "Forbidden", 404: "Not found",
	405: "Method not allowed", 409: "Conflict", 413: "Content too large", 422: "Validation failed", 429: "Too many requests", 500: "Internal error", 502: "Bad gateway", 503: "Service unavailable"}

func problemBody(rid string, status int, detail string) map[string]any {
	t := titles[status]
	return map[string]any{"type": "urn:thistle:problem:" + strings.ReplaceAll(strings.ToLower(t), " ", "-"),
		"title": t, "status": status, "detail": detail, "requestId": rid}
}
func (c *C) problem(status int, detail string) {
	writeJSON(c.w, status, "application/problem+json", problemBody(c.rid, status, detail))
}

type fieldErr struct {
	In     string `json:"in"`
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

func (c *C) invalid(errs ...fieldErr) {
	p := problemBody(c.rid, 422, "the request has "+strconv.Itoa(len(errs))+" invalid value(s)")
	p["errors"] = errs
	writeJSON(c.w, 422, "application/problem+json", p)
}
func (c *C) uuid(name string) (string, bool) {
	v := c.r.PathValue(name)
	if !uuidRE.MatchString(v) {
		c.invalid(fieldErr{"path", name, "must be a UUID"})
		return "", false
	}
	return strings.ToLower(v), true
}
func (c *C) pathInt(name string) (int64, bool) {
	v := c.r.PathValue(name)
	if !intRE.MatchString(v) {
		c.invalid(fieldErr{"path", name, "must be an integer"})
		return 0, false
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil {
		return -1, true
	}
	return n, true
}
func (c *C) queryInt(name string, def, min, max int) (int, bool) {
	q := c.r.URL.Query()
	if !q.Has(name) {
		return def, true
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || !intRE.MatchString(q.Get(name)) || n < min || n > max {
		c.invalid(fieldErr{"query", name, fmt.Sprintf("must be an integer from %d to %d", min, max)})
		return 0, false
	}
	return n, true
}

// cursor reads next_cursor; without one it is the end of time.
func (c *C) cursor() (Stamp, bool) {
	v := c.r.URL.Query().Get("next_cursor")
	if v == "" || v == "null" {
		return math.MaxInt64, true
	}
	t, err := time.Parse(time.RFC3339Nano, strings.Replace(v, " ", "+", 1))
	if err != nil {
		c.invalid(fieldErr{"query", "next_cursor", "must be a date-time"})
		return 0, false
	}
	return Stamp(t.UnixNano()), true
}

// ---- bodies

type V struct {
	m    map[string]any
	errs []fieldErr
}

func parseObject(b []byte) (map[string]any, error) {
	if !utf8.Valid(b) {
		return nil, errors.New("must be UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, errors.New("must be JSON")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("must be one JSON value")
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("must be a JSON object")
	}
	return m, nil
}
func (c *C) body() (*V, bool) {
	b, _ := io.ReadAll(c.r.Body)
	m, err := parseObject(b)
	if err != nil {
		c.invalid(fieldErr{"body", "", err.Error()})
		return nil, false
	}
	return &V{m: m}, true
}

// optBody also takes no body, or null.
func (c *C) optBody() (*V, bool) {
	b, _ := io.ReadAll(c.r.Body)
	if s := strings.TrimSpace(string(b)); s == "" || s == "null" {
		return &V{m: map[string]any{}}, true
	}
	m, err := parseObject(b)
	if err != nil {
		c.invalid(fieldErr{"body", "", err.Error()})
		return nil, false
	}
	return &V{m: m}, true
}
func (c *C) bad(v *V) bool {
	if len(v.errs) > 0 {
		c.invalid(v.errs...)
		return true
	}
	return false
}
func (v *V) fail(key, reason string) { v.errs = append(v.errs, fieldErr{"body", key, reason}) }
func (v *V) has(key string) bool     { x, ok := v.m[key]; return ok && x != nil }
func (v *V) isNull(key string) bool  { x, ok := v.m[key]; return ok && x == nil }
func (v *V) need(key string) {
	if !v.has(key) {
		v.fail(key, "is required")
	}
}
func (v *V) str(key string, max int) *string {
	if !v.has(key) {
		return nil
	}
	s, ok := v.m[key].(string)
	if !ok {
		v.fail(key, "must be a string")
		return nil
	}
	if utf8.RuneCountInString(s) > max {
		v.fail(key, fmt.Sprintf("must have at most %d characters", max))
		return nil
	}
	return &s
}
func (v *V) integer(key string, min, max int64) *int64 {
	if !v.has(key) {
		return nil
	}
	n, ok := v.m[key].(json.Number)
	if ok {
		if i, err := n.Int64(); err == nil && i >= min && i <= max {
			return &i
		}
	}
	v.fail(key, fmt.Sprintf("must be an integer from %d to %d", min, max))
	return nil
}
func (v *V) boolean(key string) *bool {
	if !v.has(key) {
		return nil
	}
	b, ok := v.m[key].(bool)
	if !ok {
		v.fail(key, "must be a boolean")
		return nil
	}
	return &b
}
func (v *V) enum(key string, of ...string) *string {
	s := v.str(key, 200)
	if s == nil {
		return nil
	}
	for _, o := range of {
		if o == *s {
			return s
		}
	}
	v.fail(key, "must be one of "+strings.Join(of, ", "))
	return nil
}
func (v *V) strs(key string, maxN int) []string {
	if !v.has(key) {
		return nil
	}
	l, ok := v.m[key].([]any)
	out := []string{}
	for _, x := range l {
		s, k := x.(string)
		ok = ok && k
		out = append(out, s)
	}
	if !ok || len(l) > maxN {
		v.fail(key, fmt.Sprintf("must be a list of at most %d strings", maxN))
		return nil
	}
	return out
}

// ---- talk between services

var peers map[string]string
var inner = &http.Client{Transport: &http.Transport{MaxIdleConns: 2000, MaxIdleConnsPerHost: 500, DisableCompression: true, IdleConnTimeout: time.Hour}}

func innerCall(method, svc, path string, in, out any) int {
	var body io.Reader
	if in != nil {
		body = bytes.NewReader(encode(in))
	}
	req, err := http.NewRequest(method, "http://"+peers[svc]+path, body)
	if err != nil {
		return 0
	}
	req.Header.Set("X-Internal", os.Getenv("THISTLE_INTERNAL"))
	res, err := inner.Do(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, "inner call", svc, path, err)
		return 0
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	if out != nil && res.StatusCode < 300 {
		json.Unmarshal(b, out)
	}
	return res.StatusCode
}

type Event struct {
	ID, Type, User, Agent, Token string
}

var onEvent = map[string]func(Event){}
var seenMu sync.Mutex
var seenEvents = map[string]bool{}

// publish tells a service, and returns when it has taken it in.
func publish(svc string, e Event) {
	e.ID = newULID()
	innerCall("POST", svc, "/internal/events", e, nil)
}
func receiveEvent(w http.ResponseWriter, r *http.Request) {
	var e Event
	json.NewDecoder(r.Body).Decode(&e)
	seenMu.Lock()
	if len(seenEvents) > 50000 {
		clear(seenEvents)
	}
	dup := seenEvents[e.ID]
	seenEvents[e.ID] = true
	seenMu.Unlock()
	if f := onEvent[e.Type]; f != nil && !dup {
		f(e)
	}
	w.WriteHeader(204)
}

// ---- caches of what others own

const cacheTTL = 250 * time.Millisecond

type cacheEntry[T any] struct {
	v     T
	until time.Time
}
type cache[T any] struct {
	mu sync.Mutex
	m  map[string]cacheEntry[T]
}

func newCache[T any]() *cache[T] { return &cache[T]{m: map[string]cacheEntry[T]{}} }
func (k *cache[T]) get(key string) (T, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.m[key]
	if !ok || time.Now().After(e.until) {
		var z T
		return z, false
	}
	return e.v, true
}
func (k *cache[T]) put(key string, v T, ttl time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.m) > 20000 {
		clear(k.m)
	}
	k.m[key] = cacheEntry[T]{v, time.Now().Add(ttl)}
}
func (k *cache[T]) del(key string) {
	k.mu.Lock()
	delete(k.m, key)
	k.mu.Unlock()
}
func ptr[T any](v T) *T { return &v }

package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var fault = os.Getenv("FAULT")

func on(id string) bool { return id != "" && fault == id }

var (
	mu       sync.Mutex
	lastTick time.Time
)

const (
	jwtSecret     = "lotus-jwt-secret-3c1f"
	webhookSecret = "whsec_lotus_77ad"
)

// tick is the clock of all records: it never gives the same time twice. Call with mu held.
func tick() time.Time {
	t := time.Now().UTC().Truncate(time.Microsecond)
	if !t.After(lastTick) {
		t = lastTick.Add(time.Microsecond)
	}
	lastTick = t
	return t
}

func uuid7() string {
	var b [16]byte
	rand.Read(b[:])
	ms := uint64(time.Now().UnixMilli())
	for i := 0; i < 6; i++ {
		b[i] = byte(ms >> (40 - 8*i))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func nano(n int) string {
	const abc = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = abc[int(b[i])%len(abc)]
	}
	return string(b)
}

// ---- answers

type J = map[string]any

type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Errors []Vio  `json:"errors,omitempty"`
}

type Vio struct {
	In      string `json:"in"`
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

func fail(status int, f string, a ...any) (int, any) {
	return status, &Problem{"about:blank", http.StatusText(status), status, fmt.Sprintf(f, a...), nil}
}

func invalid(v ...Vio) (int, any) {
	return 422, &Problem{"https://lotus.example/problems/validation", "Validation error", 422, "The request is not valid.", v}
}

func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return b.Bytes()
}

func send(w http.ResponseWriter, status int, v any) {
	if status == 204 {
		w.WriteHeader(204)
		return
	}
	sendRaw(w, status, v, marshal(v))
}

func sendRaw(w http.ResponseWriter, status int, v any, data []byte) {
	if status == 204 {
		w.WriteHeader(204)
		return
	}
	ct := "application/json"
	if _, ok := v.(*Problem); ok {
		ct = "application/problem+json"
	}
	w.Header().Set("Content-Type", ct)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	if status == 401 {
		w.Header().Set("WWW-Authenticate", `Bearer realm="lotus"`)
	}
	w.WriteHeader(status)
	w.Write(data)
}

// ---- credentials

func bearer(r *http.Request) string {
	h := r.Header.Get("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return strings.TrimSpace(h[7:])
	}
	return ""
}

func signJWT(sub string, exp int64) string {
	enc := base64.RawURLEncoding.EncodeToString
	h := enc([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc([]byte(fmt.Sprintf(`{"sub":%q,"iss":"lotus","exp":%d}`, sub, exp)))
	m := hmac.New(sha256.New, []byte(jwtSecret))
	m.Write([]byte(h))
	return h + "." + enc(m.Sum(nil))
}

func jwtUser(tok string, checkSig bool) *User {
	p := strings.Split(tok, ".")
	if len(p) != 3 {
		return nil
	}
	m := hmac.New(sha256.New, []byte(jwtSecret))
	m.Write([]byte(p[0] + "." + p[1]))
	sig, err := base64.RawURLEncoding.DecodeString(p[2])
	if checkSig && (err != nil || !hmac.Equal(sig, m.Sum(nil))) {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(p[1])
	if err != nil {
		return nil
	}
	var c struct {
		Sub string `json:"sub"`
		Exp int64  `json:"exp"`
	}
	if json.Unmarshal(raw, &c) != nil || c.Exp < time.Now().Unix() {
		return nil
	}
	return st.users[c.Sub]
}

// ---- routes

type Q struct {
	Name     string
	Type     string // string, integer, number, date-time
	Required bool
	Default  any
	Min, Max *float64
	MinLen   int
	Enum     []string
	Null     bool
}

type Route struct {
	Method, Path string
	Op           string
	Open         bool // no auth declared
	Kinds        J    // kinds of path parameters where they are not strings
	Query        []Q
	Body         string // schema; with ? at its end where it may be missing; * any JSON object
	Status       int
	Out          string // schema; [] before it for an array, ? at its end where it may be null
	Others       []int
	H            func(c *C) (int, any)
}

type C struct {
	w     http.ResponseWriter
	r     *http.Request
	u     *User // nil only where no credential is needed
	body  J
	noBod bool
	raw   []byte
	q     J
	route *Route
}

func (c *C) p(n string) string {
	v := c.r.PathValue(n)
	if c.route != nil && c.route.Kinds[n] == "uuid" {
		return strings.ToLower(v)
	}
	return v
}
func (c *C) pi(n string) int { i, _ := strconv.Atoi(c.r.PathValue(n)); return i }

// gap lets others in between, for the faults that are races.
func (c *C) gap(d time.Duration) { mu.Unlock(); time.Sleep(d); mu.Lock() }

func (c *C) has(k string) bool { v, ok := c.body[k]; return ok && v != nil }
func (c *C) str(k, or string) string {
	if s, ok := c.body[k].(string); ok {
		return s
	}
	return or
}
func num(v any) (int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return int(i), err == nil
}

var uuidRe = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

func decode(raw []byte) (any, error) {
	if !utf8.Valid(raw) {
		return nil, fmt.Errorf("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

func (rt *Route) query(c *C) []Vio {
	var bad []Vio
	vals := c.r.URL.Query()
	for _, q := range rt.Query {
		c.q[q.Name] = q.Default
		s, given := "", vals.Has(q.Name)
		if given {
			s = vals.Get(q.Name)
		}
		if !given || (q.Null && (s == "" || s == "null")) {
			if q.Required {
				bad = append(bad, Vio{"query", q.Name, "is required"})
			}
			continue
		}
		no := func(f string, a ...any) { bad = append(bad, Vio{"query", q.Name, fmt.Sprintf(f, a...)}) }
		switch q.Type {
		case "integer":
			i, err := strconv.Atoi(s)
			if err != nil {
				no("must be an integer")
			} else if q.Min != nil && float64(i) < *q.Min || q.Max != nil && float64(i) > *q.Max {
				no("must be from %v to %v", *q.Min, *q.Max)
			} else {
				c.q[q.Name] = i
			}
		case "number":
			f, err := strconv.ParseFloat(s, 64)
			if err != nil || f != f {
				no("must be a number")
			} else if q.Min != nil && f < *q.Min || q.Max != nil && f > *q.Max {
				no("must be from %v to %v", *q.Min, *q.Max)
			} else {
				c.q[q.Name] = f
			}
		case "date-time":
			t, err := time.Parse(time.RFC3339Nano, s)
			if err != nil {
				no("must be a date-time")
			} else {
				c.q[q.Name] = t
			}
		default:
			if utf8.RuneCountInString(s) < q.MinLen {
				no("must have at least %d characters", q.MinLen)
			} else if q.Enum != nil && !contains(q.Enum, s) {
				no("must be one of %s", strings.Join(q.Enum, ", "))
			} else {
				c.q[q.Name] = s
			}
		}
	}
	return bad
}

func contains(l []string, s string) bool {
	for _, x := range l {
		if x == s {
			return true
		}
	}
	return false
}

func (rt *Route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := &C{w: w, r: r, q: J{}, route: rt}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		s, b := fail(413, "The body is larger than 1 MiB.")
		send(w, s, b)
		return
	}
	c.raw = raw
	mu.Lock()
	status, body := rt.serve(c)
	data := marshal(body)
	mu.Unlock()
	sendRaw(w, status, body, data)
}

func (rt *Route) serve(c *C) (int, any) {
	tok := bearer(c.r)
	c.u = jwtUser(tok, true)
	if c.u == nil && rt.Op == "runTool" && on("tool-run-forged-jwt") {
		c.u = jwtUser(tok, false)
	}
	if c.u == nil && !rt.Open {
		return fail(401, "A valid bearer JWT is needed.")
	}
	var bad []Vio
	for n, k := range rt.Kinds {
		v := c.r.PathValue(n)
		if k == "uuid" && !uuidRe.MatchString(v) {
			bad = append(bad, Vio{"path", n, "must be a UUID"})
		}
		if _, err := strconv.ParseInt(v, 10, 32); k == "integer" && err != nil {
			bad = append(bad, Vio{"path", n, "must be an integer"})
		}
	}
	bad = append(bad, rt.query(c)...)
	if rt.Body != "" {
		name := strings.TrimSuffix(rt.Body, "?")
		if len(bytes.TrimSpace(c.raw)) == 0 {
			if name == rt.Body {
				bad = append(bad, Vio{"body", "", "a JSON body is required"})
			}
			c.noBod = true
		} else if v, err := decode(c.raw); err != nil {
			bad = append(bad, Vio{"body", "", "is not JSON: " + err.Error()})
		} else if v == nil && name != rt.Body {
			c.noBod = true
		} else if name == "*" {
			m, ok := v.(J)
			if !ok {
				bad = append(bad, Vio{"body", "", "must be an object"})
			}
			c.body = m
		} else {
			for _, e := range check(ref(name), v, "") {
				bad = append(bad, e)
			}
			c.body, _ = v.(J)
		}
	}
	if c.body == nil {
		c.body = J{}
	}
	if len(bad) > 0 {
		return invalid(bad...)
	}
	return rt.H(c)
}

// catch turns the plain answers of the mux into problems.
type catch struct {
	http.ResponseWriter
	status int
}

func (c *catch) WriteHeader(s int)           { c.status = s }
func (c *catch) Write(b []byte) (int, error) { return len(b), nil }

func main() {
	port := "9900"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	if port == "tokens" {
		seed()
		for _, u := range []string{ownID, otherID, sandID} {
			fmt.Println(signJWT(u, 4102444800))
		}
		fmt.Println(signWebhook([]byte(os.Args[2])))
		return
	}
	seed()
	mux := http.NewServeMux()
	doc := func() []byte { // the document does not know of the fault
		defer func(f string) { fault = f }(fault)
		fault = ""
		return marshal(openapi(routes()))
	}()
	all := routes()
	for i := range all {
		rt := &all[i]
		mux.Handle(rt.Method+" "+strings.Replace(rt.Path, "/me/$", "/me/{$}", 1), rt)
	}
	mux.HandleFunc("POST /run/{agent_id}", func(w http.ResponseWriter, r *http.Request) { turn(w, r, false) })
	mux.HandleFunc("PUT /run/{agent_id}/{run_id}", func(w http.ResponseWriter, r *http.Request) { turn(w, r, false) })
	mux.HandleFunc("POST /run/ndjson/{agent_id}", func(w http.ResponseWriter, r *http.Request) { turn(w, r, true) })
	mux.HandleFunc("PUT /run/ndjson/{agent_id}/{run_id}", func(w http.ResponseWriter, r *http.Request) { turn(w, r, true) })
	mux.HandleFunc("GET /run/{agent_id}/{run_id}", history)
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(doc)
	})
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hd, pat := mux.Handler(r)
		if pat == "" {
			k := &catch{ResponseWriter: w, status: 404}
			hd.ServeHTTP(k, r)
			w.Header().Del("X-Content-Type-Options")
			s, b := fail(k.status, "%s %s is not served here.", r.Method, r.URL.Path)
			send(w, s, b)
			return
		}
		mux.ServeHTTP(w, r)
	})
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	http.Serve(l, h)
}

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type identity struct {
	UserID, Tier string
	OK           bool
}
type gateway struct {
	mux      *http.ServeMux
	tokens   *cache[identity]
	answers  *cache[kept]
	doc      []byte
	out      *http.Client
	rateMu   sync.Mutex
	rates    map[string]*rate
	flightMu sync.Mutex
	flight   map[string]*flight
}
type rate struct{ minute, n int64 }
type kept struct {
	status int
	header http.Header
	body   []byte
}
type flight struct {
	done chan struct{}
	res  kept
}
type opHandler struct {
	g  *gateway
	op Op
}

const (
	rateLimit = 600000
	bodyLimit = 2 << 20
)

func newGateway() *gateway {
	g := &gateway{mux: http.NewServeMux(), tokens: newCache[identity](), answers: newCache[kept](), rates: map[string]*rate{}, flight: map[string]*flight{},
		out: &http.Client{Transport: &http.Transport{MaxIdleConns: 2000, MaxIdleConnsPerHost: 500, DisableCompression: true, IdleConnTimeout: time.Hour},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	for _, op := range ops {
		p := op.Path
		if p == "/me/" {
			g.mux.Handle("GET /me", &opHandler{g, op})
			p = "/me/{$}"
		}
		g.mux.Handle(op.Method+" "+p, &opHandler{g, op})
	}
	g.doc = encode(openapiDocument())
	g.mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(g.doc)
	})
	g.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("ok\n")) })
	onEvent["token.revoked"] = func(e Event) {
		if F("worker-key-lives-on-after-delete") {
			return
		}
		g.tokens.del("key " + e.Token)
	}
	return g
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rid := newULID()
	r.Header.Set("X-Request-Id", rid)
	w.Header().Set("X-Request-Id", rid)
	who := r.Header.Get("Authorization")
	if who == "" {
		who, _, _ = strings.Cut(r.RemoteAddr, ":")
	}
	minute := time.Now().Unix() / 60
	g.rateMu.Lock()
	if len(g.rates) > 20000 {
		clear(g.rates)
	}
	t := g.rates[who]
	if t == nil || t.minute != minute {
		t = &rate{minute, 0}
		g.rates[who] = t
	}
	t.n++
	left := rateLimit - t.n
	g.rateMu.Unlock()
	w.Header().Set("X-RateLimit-Limit", strconv.Itoa(rateLimit))
	w.Header().Set("X-RateLimit-Remaining", strconv.FormatInt(max(left, 0), 10))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt((minute+1)*60, 10))
	c := &C{w: w, r: r, rid: rid}
	if left < 0 {
		c.problem(429, "too many requests in this minute")
		return
	}
	h, pattern := g.mux.Handler(r)
	if pattern == "" {
		probe := &statusProbe{h: http.Header{}}
		h.ServeHTTP(probe, r)
		if probe.code == 405 {
			w.Header().Set("Allow", probe.h.Get("Allow"))
			c.problem(405, "this path does not take "+r.Method)
		} else {
			c.problem(404, "there is nothing at this path")
		}
		return
	}
	g.mux.ServeHTTP(w, r)
}

type statusProbe struct {
	h    http.Header
	code int
}

func (p *statusProbe) Header() http.Header         { return p.h }
func (p *statusProbe) WriteHeader(n int)           { p.code = n }
func (p *statusProbe) Write(b []byte) (int, error) { return len(b), nil }

// identify asks accounts who a token is of, and remembers it for a moment.
func (g *gateway) identify(kind, token string) identity {
	key := kind + " " + token
	if id, ok := g.tokens.get(key); ok {
		return id
	}
	var id identity
	innerCall("POST", "accounts", "/internal/introspect", M{"kind": kind, "token": token}, &id)
	if id.OK {
		ttl := cacheTTL
		if F("worker-key-lives-on-after-delete") {
			ttl = 10 * time.Minute
		}
		g.tokens.put(key, id, ttl)
	}
	return id
}

func bearer(r *http.Request) string {
	scheme, tok, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(tok)
}

func (h *opHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g, op := h.g, h.op
	c := &C{w: w, r: r, rid: r.Header.Get("X-Request-Id")}
	kind := op.Auth
	if kind == "open" {
		kind = "jwt"
	}
	var id identity
	if tok := bearer(r); tok != "" {
		id = g.identify(kind, tok)
	}
	if !id.OK && op.Auth != "open" {
		w.Header().Set("WWW-Authenticate", `Bearer realm="thistle"`)
		c.problem(401, "a valid bearer credential is needed")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	if err != nil {
		c.problem(413, "the body has more than 2 MiB")
		return
	}
	path := r.URL.EscapedPath()
	if path == "/me" {
		path = "/me/"
	}
	build := func(ctx context.Context) *http.Request {
		u := "http://" + peers[op.Svc] + path
		if r.URL.RawQuery != "" {
			u += "?" + r.URL.RawQuery
		}
		m := r.Method
		if m == "HEAD" {
			m = "GET"
		}
		req, _ := http.NewRequestWithContext(ctx, m, u, bytes.NewReader(body))
		for k, v := range r.Header {
			switch k {
			case "Authorization", "Connection", "Cookie", "Content-Length", "Accept-Encoding", "Transfer-Encoding", "Expect", "Te", "Trailer", "Upgrade", "X-User-Id", "X-User-Tier", "X-Internal":
				continue
			}
			req.Header[k] = v
		}
		req.Header.Set("X-Internal", os.Getenv("THISTLE_INTERNAL"))
		req.Header.Set("X-User-Id", id.UserID)
		req.Header.Set("X-User-Tier", id.Tier)
		return req
	}
	if h.detour(w, r, c, id, body, build) {
		return
	}
	res, err := g.out.Do(build(r.Context()))
	if err != nil {
		if r.Context().Err() == nil {
			c.problem(500, "the service behind did not answer")
		}
		return
	}
	defer res.Body.Close()
	h.copyHead(w, r, res.Header)
	w.WriteHeader(res.StatusCode)
	if r.Method == "HEAD" {
		return
	}
	if res.ContentLength >= 0 || (F("worker-text-comes-at-once") && op.ID == "startRun") {
		io.Copy(w, res.Body)
		return
	}
	rc := http.NewResponseController(w)
	rc.Flush()
	buf := make([]byte, 8192)
	for {
		n, err := res.Body.Read(buf)
		if n > 0 {
			if _, e := w.Write(buf[:n]); e != nil {
				return
			}
			rc.Flush()
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

func (h *opHandler) copyHead(w http.ResponseWriter, r *http.Request, from http.Header) {
	op := h.op
	for k, v := range from {
		switch k {
		case "Connection", "Transfer-Encoding", "Date", "X-Request-Id":
			continue
		case "X-Service-Run-Id":
			if F("worker-put-loses-run-id-header") && op.ID == "continueRun" {
				continue
			}
			if F("worker-run-id-header-twice") && op.Method == "POST" {
				w.Header().Add("X-Service-Run-ID", h.g.traceID(v[0]))
			}
		case "X-Service-Job-Id":
			if F("worker-get-drops-job-header") && op.ID == "readRun" {
				continue
			}
		}
		for _, x := range v {
			w.Header().Add(k, x)
		}
	}
}

// traceID is what a sidecar would put on.
func (g *gateway) traceID(runID string) string { return newUUID() }

// detour holds what only some builds of the gateway do before the call.
func (h *opHandler) detour(w http.ResponseWriter, r *http.Request, c *C, id identity, body []byte, build func(context.Context) *http.Request) bool {
	op, g := h.op, h.g
	if fault == "" {
		return false
	}
	fetch := func(ctx context.Context) (kept, error) {
		res, err := g.out.Do(build(ctx))
		if err != nil {
			return kept{}, err
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		return kept{res.StatusCode, res.Header, b}, err
	}
	give := func(k kept) {
		h.copyHead(w, r, k.header)
		w.WriteHeader(k.status)
		w.Write(k.body)
	}
	switch {
	case F("worker-slow-put-answers-500") && op.ID == "continueRun":
		ctx, cancel := context.WithTimeout(context.Background(), 1200*time.Millisecond)
		defer cancel()
		k, err := fetch(ctx)
		if err != nil {
			c.problem(500, "the service behind did not answer in time")
			return true
		}
		give(k)
		return true
	case F("worker-ndjson-put-retried") && op.ID == "continueRunNdjson":
		k, err := fetch(context.Background())
		if err == nil && k.header.Get("Content-Type") != "application/json" && k.status == 200 {
			k, err = fetch(context.Background()) // took the stream for a broken answer
		}
		if err == nil {
			give(k)
			return true
		}
	case F("bundles-create-retried") && op.ID == "createBundle":
		first, err := fetch(r.Context())
		if err == nil && first.status == 200 {
			if k, err := fetch(r.Context()); err == nil {
				give(k)
				return true
			}
		}
	case F("worker-get-kept-by-gateway") && op.ID == "readRun":
		key := id.UserID + " " + r.URL.RequestURI()
		if k, ok := g.answers.get(key); ok {
			give(k)
			return true
		}
		if k, err := fetch(r.Context()); err == nil {
			if k.status == 200 && k.header.Get("X-Service-Job-Id") == "" {
				g.answers.put(key, k, 8*time.Second)
			}
			give(k)
			return true
		}
	case F("agents-public-read-kept") && op.ID == "getAgent" && id.UserID == "":
		key := r.URL.RequestURI()
		if k, ok := g.answers.get(key); ok {
			give(k)
			return true
		}
		if k, err := fetch(r.Context()); err == nil {
			if k.status == 200 {
				g.answers.put(key, k, 30*time.Second)
			}
			give(k)
			return true
		}
	case F("user-tools-list-kept-without-user") && op.ID == "listUserTools":
		key := r.URL.RequestURI()
		if k, ok := g.answers.get(key); ok {
			give(k)
			return true
		}
		if k, err := fetch(r.Context()); err == nil {
			g.answers.put(key, k, 2*time.Second)
			give(k)
			return true
		}
	case F("tools-run-shared-between-users") && op.ID == "runTool":
		key := r.URL.RequestURI() + "\n" + string(body)
		if k, ok := g.answers.get(key); ok {
			give(k)
			return true
		}
		if k, err := fetch(r.Context()); err == nil {
			if k.status == 200 {
				g.answers.put(key, k, time.Second)
			}
			give(k)
			return true
		}
	}
	return false
}

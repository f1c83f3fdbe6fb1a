// Package main is "garnet", one deployment of the Agent Workers Platform.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

var fault = os.Getenv("FAULT")

func on(id string) bool { return id == fault }

const jwtSecret = "garnet-hs256-secret-0b6f5d2c9e"
const webhookSecret = "garnet-webhook-secret-71aa"

var mu sync.Mutex // guards all state

// race leaves the critical section for a moment, as a database round trip would.
func race() { mu.Unlock(); time.Sleep(60 * time.Millisecond); mu.Lock() }

func newULID() string { return ulid.Make().String() }
func newUUID() string { return uuid.NewString() }

var lastNow time.Time

// now is strictly increasing (microseconds), so times can be used as cursors.
func now() time.Time {
	t := time.Now().UTC().Truncate(time.Microsecond)
	if !t.After(lastNow) {
		t = lastNow.Add(time.Microsecond)
	}
	lastNow = t
	return t
}

// ---- errors

type FieldError struct {
	Location string `json:"location"`
	Message  string `json:"message"`
}
type HTTPValidationError struct {
	Code   string       `json:"code" enum:"validation_failed"`
	Detail string       `json:"detail"`
	Errors []FieldError `json:"errors"`
}
type ErrorModel struct {
	Code   string `json:"code" doc:"Machine-readable code"`
	Detail string `json:"detail" doc:"What went wrong, for people"`
}
type apiErr struct {
	status int
	body   any
}

var codes = map[int]string{400: "bad_request", 401: "unauthorized", 402: "already_subscribed", 403: "forbidden", 404: "not_found", 405: "method_not_allowed", 409: "conflict", 500: "internal_error", 503: "unavailable"}

func fail(status int, format string, a ...any) {
	panic(&apiErr{status, ErrorModel{codes[status], fmt.Sprintf(format, a...)}})
}
func invalid(loc, msg string) {
	panic(&apiErr{422, HTTPValidationError{"validation_failed", "the request is not valid", []FieldError{{loc, msg}}}})
}

// ---- operations

type P struct {
	Name, In, Type string // type: string, uuid, integer, number, date-time
	Req            bool
	Def            any
	Min, Max       *float64
	MinLen         int
	Enum           []string
	Null           bool
}

func f(v float64) *float64 { return &v }

type Op struct {
	ID, Method, Path, Tag, Doc string
	NoAuth, Worker, Deprecated bool
	Params                     []P
	Body                       any // sample of the type; nil: none; "object": any JSON object
	BodyOpt                    bool
	OK                         int
	Out                        any // sample; nil: no body; schema func
	OutNull                    bool
	Errs                       []int
	Raw                        bool
	Stream                     string
	H                          func(c *C) any
}

type C struct {
	W      http.ResponseWriter
	R      *http.Request
	Op     *Op
	U      *User
	P      map[string]any
	Raw    []byte
	Body   map[string]any
	Status int
}

func (c *C) s(name string) string { v, _ := c.P[name].(string); return v }
func (c *C) i(name string) int    { v, _ := c.P[name].(int); return v }
func (c *C) has(name string) bool { v, ok := c.Body[name]; return ok && v != nil }
func (c *C) str(name, def string) string {
	if v, ok := c.Body[name].(string); ok {
		return v
	}
	return def
}
func (c *C) strp(name string) *string {
	if v, ok := c.Body[name].(string); ok {
		return &v
	}
	return nil
}
func (c *C) intp(name string) *int {
	if v, ok := c.Body[name].(float64); ok {
		i := int(v)
		return &i
	}
	return nil
}

var registry = huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
var ops []*Op

func schemaOf(v any) *huma.Schema {
	if s, ok := v.(*huma.Schema); ok {
		return s
	}
	return registry.Schema(reflect.TypeOf(v), true, "")
}

func register(o Op) {
	p := &o
	if p.OK == 0 {
		p.OK = 200
	}
	ops = append(ops, p)
}

func paramValue(p P, raw string) (any, string) {
	switch p.Type {
	case "uuid":
		id, err := uuid.Parse(raw)
		if err != nil || len(raw) != 36 {
			return nil, "expected a uuid"
		}
		return id.String(), ""
	case "integer":
		n, err := strconv.Atoi(raw)
		if err != nil {
			return nil, "expected an integer"
		}
		if p.Min != nil && float64(n) < *p.Min {
			return nil, fmt.Sprintf("expected number >= %v", *p.Min)
		}
		if p.Max != nil && float64(n) > *p.Max {
			return nil, fmt.Sprintf("expected number <= %v", *p.Max)
		}
		return n, ""
	case "number":
		n, err := strconv.ParseFloat(raw, 64)
		if err != nil || n != n {
			return nil, "expected a number"
		}
		if p.Min != nil && n < *p.Min {
			return nil, fmt.Sprintf("expected number >= %v", *p.Min)
		}
		if p.Max != nil && n > *p.Max {
			return nil, fmt.Sprintf("expected number <= %v", *p.Max)
		}
		return n, ""
	case "date-time":
		t, err := time.Parse(time.RFC3339Nano, strings.Replace(raw, " ", "+", 1))
		if err != nil {
			return nil, "expected an RFC 3339 date-time"
		}
		return t.UTC(), ""
	}
	if len(raw) < p.MinLen {
		return nil, fmt.Sprintf("expected length >= %d", p.MinLen)
	}
	if len(p.Enum) > 0 {
		for _, e := range p.Enum {
			if e == raw {
				return raw, ""
			}
		}
		return nil, "expected one of " + strings.Join(p.Enum, ", ")
	}
	return raw, ""
}

func (c *C) validate() {
	var errs []FieldError
	q := c.R.URL.Query()
	for _, p := range c.Op.Params {
		if p.In == "header" {
			continue
		}
		loc := p.In + "." + p.Name
		var raw string
		var given bool
		if p.In == "path" {
			raw, given = chi.URLParam(c.R, p.Name), true
			if c.R.URL.RawPath != "" { // then chi routes by the escaped path
				if u, err := url.PathUnescape(raw); err == nil {
					raw = u
				}
			}
		} else {
			raw, given = q.Get(p.Name), q.Has(p.Name)
			if p.Null && (raw == "" || raw == "null") {
				given = false
			}
		}
		if !given {
			if p.Req {
				errs = append(errs, FieldError{loc, "required query parameter is missing"})
			} else if p.Def != nil {
				c.P[p.Name] = p.Def
			}
			continue
		}
		p = loosen(c.Op, p)
		v, msg := paramValue(p, raw)
		if msg != "" {
			errs = append(errs, FieldError{loc, msg})
			continue
		}
		c.P[p.Name] = v
	}
	if c.Op.Raw {
		c.Raw = readBody(c.R)
	} else if c.Op.Body != nil {
		raw, err := io.ReadAll(io.LimitReader(c.R.Body, 8<<20))
		if err != nil {
			errs = append(errs, FieldError{"body", "the body can not be read"})
		}
		c.Raw = raw
		var v any
		trimmed := bytes.TrimSpace(raw)
		if len(trimmed) == 0 {
			if !c.Op.BodyOpt {
				errs = append(errs, FieldError{"body", "request body is required"})
			}
		} else if err := json.Unmarshal(trimmed, &v); err != nil {
			errs = append(errs, FieldError{"body", "not JSON: " + err.Error()})
		} else if v == nil && c.Op.BodyOpt {
		} else if m, ok := v.(map[string]any); !ok {
			errs = append(errs, FieldError{"body", "expected an object"})
		} else {
			c.Body = m
			if s, ok := c.Op.Body.(string); !ok || s != "object" {
				errs = append(errs, check(schemaOf(c.Op.Body), "body", v)...)
			}
		}
	}
	if c.Body == nil {
		c.Body = map[string]any{}
	}
	if len(errs) > 0 {
		panic(&apiErr{422, HTTPValidationError{"validation_failed", "the request is not valid", errs}})
	}
}

func check(s *huma.Schema, loc string, v any) (out []FieldError) {
	o := s
	if o.Ref != "" {
		o = registry.SchemaFromRef(o.Ref)
	}
	if m, ok := v.(map[string]any); ok { // huma lets null stand for absent
		for k, p := range o.Properties {
			if x, given := m[k]; given && x == nil && !p.Nullable {
				out = append(out, FieldError{loc + "." + k, "expected " + p.Type})
			}
		}
	}
	res := &huma.ValidateResult{}
	pb := huma.NewPathBuffer([]byte(loc), len(loc))
	pb.Reset()
	pb.Push(loc)
	huma.Validate(registry, s, pb, huma.ModeWriteToServer, v, res)
	for _, e := range res.Errors {
		var d *huma.ErrorDetail
		if errors.As(e, &d) {
			out = append(out, FieldError{d.Location, d.Message})
		} else {
			out = append(out, FieldError{loc, e.Error()})
		}
	}
	return
}

func toJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(toJSON(v))
}

func bearer(r *http.Request) string {
	h := r.Header.Get("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return strings.TrimSpace(h[7:])
	}
	return ""
}

func userOfJWT(tok string) *User {
	if tok == "" {
		return nil
	}
	t, err := jwt.Parse(tok, func(*jwt.Token) (any, error) { return []byte(jwtSecret), nil }, jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired())
	if err != nil || !t.Valid {
		return nil
	}
	sub, _ := t.Claims.GetSubject()
	return users[sub]
}

// userUnverified reads the subject without looking at the signature.
func userUnverified(tok string) *User {
	t, _, err := jwt.NewParser().ParseUnverified(tok, jwt.MapClaims{})
	if err != nil {
		return nil
	}
	sub, _ := t.Claims.GetSubject()
	return users[sub]
}

func serve(o *Op) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &C{W: w, R: r, Op: o, P: map[string]any{}, Status: o.OK}
		var out any
		var data []byte
		func() {
			defer func() {
				if e := recover(); e != nil {
					ae, ok := e.(*apiErr)
					if !ok {
						fmt.Fprintln(os.Stderr, "panic:", e)
						ae = &apiErr{500, ErrorModel{"internal_error", "something went wrong"}}
					}
					c.Status = ae.status
					out, data = nil, toJSON(ae.body)
				}
			}()
			mu.Lock()
			defer mu.Unlock()
			if o.Worker {
				c.U = userOfKey(bearer(r))
			} else {
				c.U = userOfJWT(bearer(r))
				if c.U == nil && o.ID == "runTool" && on("tool-run-signature") {
					c.U = userUnverified(bearer(r))
				}
			}
			noAuth := o.NoAuth
			if o.ID == "listToolsets" && on("toolsets-no-auth") {
				noAuth = true
			}
			if !noAuth && c.U == nil {
				w.Header().Set("WWW-Authenticate", "Bearer")
				fail(401, "invalid or missing credential")
			}
			c.validate()
			out = o.H(c)
			if st, ok := out.(func()); ok { // writes the answer itself, outside the lock
				_ = st
				return
			}
			if o.Out != nil || out != nil {
				data = toJSON(out)
			}
		}()
		if st, ok := out.(func()); ok && data == nil {
			st()
			return
		}
		if data != nil {
			w.Header().Set("Content-Type", "application/json")
		}
		w.WriteHeader(c.Status)
		w.Write(data)
	}
}

// loosen is where faults take bounds away.
func loosen(o *Op, p P) P {
	switch {
	case o.ID == "searchTools" && p.Name == "limit" && on("search-limit-201"):
		p.Max = nil
	}
	return p
}

func paramSchema(p P) map[string]any {
	s := map[string]any{"type": "string"}
	switch p.Type {
	case "uuid", "date-time":
		s["format"] = p.Type
	case "integer", "number":
		s["type"] = p.Type
	}
	if p.Null {
		s["type"] = []string{s["type"].(string), "null"}
	}
	if p.Def != nil {
		s["default"] = p.Def
	}
	if p.Min != nil {
		s["minimum"] = *p.Min
	}
	if p.Max != nil {
		s["maximum"] = *p.Max
	}
	if p.MinLen > 0 {
		s["minLength"] = p.MinLen
	}
	if len(p.Enum) > 0 {
		s["enum"] = p.Enum
	}
	return s
}

func openapi(port string) map[string]any {
	paths := map[string]any{}
	media := func(s any) map[string]any { return map[string]any{"application/json": map[string]any{"schema": s}} }
	errRef, valRef := schemaOf(ErrorModel{}), schemaOf(HTTPValidationError{})
	for _, o := range ops {
		m := map[string]any{"operationId": o.ID, "summary": o.Doc, "tags": []string{o.Tag}}
		if o.Deprecated {
			m["deprecated"] = true
		}
		switch {
		case o.Worker:
			m["security"] = []any{map[string]any{"apiKey": []string{}}}
		case o.NoAuth:
			m["security"] = []any{}
		default:
			m["security"] = []any{map[string]any{"jwt": []string{}}}
		}
		var ps []any
		for _, p := range o.Params {
			ps = append(ps, map[string]any{"name": p.Name, "in": p.In, "required": p.Req || p.In == "path", "schema": paramSchema(p)})
		}
		if ps != nil {
			m["parameters"] = ps
		}
		if o.Body != nil {
			var s any
			if x, ok := o.Body.(string); ok && x == "object" {
				s = map[string]any{"type": "object", "additionalProperties": true}
			} else {
				s = schemaOf(o.Body)
			}
			if o.BodyOpt {
				s = map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
			}
			m["requestBody"] = map[string]any{"required": !o.BodyOpt, "content": media(s)}
		}
		ok := map[string]any{"description": http.StatusText(o.OK)}
		if o.Out != nil {
			var s any = schemaOf(o.Out)
			if o.OutNull {
				s = map[string]any{"anyOf": []any{s, map[string]any{"type": "null"}}}
			}
			ok["content"] = media(s)
		}
		if o.Stream != "" {
			ok["content"] = map[string]any{o.Stream: map[string]any{"schema": map[string]any{"type": "string"}}}
		}
		if o.Worker {
			str := map[string]any{"schema": map[string]any{"type": "string"}}
			h := map[string]any{"x-service-job-id": str}
			if o.Stream != "" {
				h["X-Service-Run-ID"] = map[string]any{"schema": map[string]any{"type": "string", "format": "uuid"}}
			}
			ok["headers"] = h
		}
		res := map[string]any{strconv.Itoa(o.OK): ok}
		errs := append([]int{}, o.Errs...)
		if !o.NoAuth {
			errs = append(errs, 401)
		}
		for _, e := range errs {
			res[strconv.Itoa(e)] = map[string]any{"description": http.StatusText(e), "content": media(errRef)}
		}
		if !o.Raw && (o.Body != nil || len(o.Params) > 0) {
			res["422"] = map[string]any{"description": "Validation error", "content": media(valRef)}
		}
		m["responses"] = res
		pi, _ := paths[o.Path].(map[string]any)
		if pi == nil {
			pi = map[string]any{}
			paths[o.Path] = pi
		}
		pi[strings.ToLower(o.Method)] = m
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info":    map[string]any{"title": "Agent Workers Platform (garnet)", "version": "0.1.0", "description": "User API under /me, Workers API under /workers."},
		"servers": []any{map[string]any{"url": "http://127.0.0.1:" + port}},
		"paths":   paths,
		"components": map[string]any{
			"schemas": registry.Map(),
			"securitySchemes": map[string]any{
				"jwt":    map[string]any{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
				"apiKey": map[string]any{"type": "http", "scheme": "bearer", "description": "an API key"},
			},
		},
	}
}

func main() {
	huma.DefaultArrayNullable = false
	seed()
	if len(os.Args) > 1 && os.Args[1] == "-config" {
		os.Stdout.Write(makeConfig())
		return
	}
	port := os.Args[1]
	registerUser()
	registerWorkers()
	registerTools()
	r := chi.NewRouter()
	for _, o := range ops {
		if o.Body != nil {
			if s, ok := o.Body.(string); !ok || s != "object" {
				schemaOf(o.Body)
			}
		}
		if o.Out != nil {
			schemaOf(o.Out)
		}
		r.MethodFunc(o.Method, o.Path, serve(o))
	}
	for _, s := range registry.Map() {
		if s.Type == "object" {
			if b, ok := s.AdditionalProperties.(bool); ok && !b {
				s.AdditionalProperties = nil
			}
		}
	}
	doc := toJSON(openapi(port))
	r.Get("/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(doc)
	})
	r.NotFound(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 404, ErrorModel{"not_found", "no such path"})
	})
	r.MethodNotAllowed(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 405, ErrorModel{"method_not_allowed", "not here"})
	})
	go scheduler()
	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	http.Serve(l, r)
}

func readBody(r *http.Request) []byte {
	b, _ := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	return b
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/rs/xid"
	"gorm.io/gorm"
)

const (
	authNone = iota
	authOptional
	authJWT
	authKey
)
const maxBody = 16 << 20

var jwtSecret = []byte("alder-staging-signing-secret-7Qm2")

type apiError struct {
	Status  int
	Code    string
	Message string
	Details []detail
}
type detail struct {
	Field   string `json:"field"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

func (e *apiError) Error() string { return e.Code + ": " + e.Message }
func fail(status int, code, msg string) error {
	return &apiError{Status: status, Code: code, Message: msg}
}
func invalid(field, rule, msg string) error {
	return &apiError{422, "validation_error", "the request is not valid", []detail{{field, rule, msg}}}
}

type ErrorBody struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	Details   []detail `json:"details"`
	RequestID string   `json:"request_id"`
}

func abort(c *gin.Context, err error) {
	var ae *apiError
	if !errors.As(err, &ae) {
		fmt.Println("internal error:", c.Request.Method, c.Request.URL.Path, err)
		ae = &apiError{Status: 500, Code: "internal_error", Message: "something went wrong"}
	}
	d := ae.Details
	if d == nil {
		d = []detail{}
	}
	if ae.Status == 401 {
		c.Header("WWW-Authenticate", "Bearer")
	}
	c.AbortWithStatusJSON(ae.Status, ErrorBody{ae.Code, ae.Message, d, c.GetString("request_id")})
}

type Page struct {
	Cursor  *string `json:"cursor"`
	HasNext bool    `json:"has_next"`
}
type List[T any] struct {
	Items []T  `json:"items"`
	Page  Page `json:"page"`
}

func listOf[T any](items []T) List[T] {
	if items == nil {
		items = []T{}
	}
	return List[T]{Items: items}
}

// qp describes a query parameter.
type qp struct {
	Name, Type string // string, integer, number, date-time, null-string
	Required   bool
	Min, Max   *float64
	MinLen     int
	Default    any
	Enum       []string
}

func num(f float64) *float64 { return &f }

// op is a row of the route table: it makes the route and its page in the OpenAPI document.
type op struct {
	M, P   string
	Auth   int
	Query  []qp
	Body   any
	BodyOp bool // the body may be left out
	Out    any
	OK     int
	Errs   []int
	Sum    string
	H      func(c *gin.Context) (any, error)
	Raw    gin.HandlerFunc
}

var paramRe = regexp.MustCompile(`\{(\w+)(?::(\w+))?\}`)

func (s *Server) register(r *gin.Engine, o op) {
	path := paramRe.ReplaceAllString(o.P, ":$1")
	chain := []gin.HandlerFunc{s.authenticate(o)}
	chain = append(chain, s.checkInput(o))
	if o.Raw != nil {
		chain = append(chain, o.Raw)
	} else {
		chain = append(chain, func(c *gin.Context) {
			out, err := o.H(c)
			if err != nil {
				abort(c, err)
				return
			}
			if o.OK == 204 {
				c.Status(204)
				c.Writer.WriteHeaderNow()
				return
			}
			c.JSON(o.OK, out)
		})
	}
	r.Handle(o.M, path, chain...)
}

func (s *Server) checkInput(o op) gin.HandlerFunc {
	params := paramRe.FindAllStringSubmatch(o.P, -1)
	return func(c *gin.Context) {
		for _, p := range params {
			v := c.Param(p[1])
			switch p[2] {
			case "uuid":
				if !isUUID(v) {
					abort(c, invalid("path."+p[1], "uuid", "must be a UUID"))
					return
				}
				for i := range c.Params {
					if c.Params[i].Key == p[1] {
						c.Params[i].Value = strings.ToLower(v)
					}
				}
			case "int":
				if _, err := strconv.ParseInt(v, 10, 64); err != nil {
					abort(c, invalid("path."+p[1], "integer", "must be an integer"))
					return
				}
			}
		}
		if len(o.Query) > 0 {
			vals := map[string]any{}
			for _, q := range o.Query {
				v, err := q.parse(c)
				if err != nil {
					abort(c, err)
					return
				}
				vals[q.Name] = v
			}
			c.Set("query", vals)
		}
		c.Next()
	}
}

func (q qp) parse(c *gin.Context) (any, error) {
	raw, ok := c.GetQuery(q.Name)
	f := "query." + q.Name
	if !ok {
		if q.Required {
			return nil, invalid(f, "required", "is required")
		}
		return q.Default, nil
	}
	var n float64
	var v any = raw
	switch q.Type {
	case "integer":
		i, err := strconv.Atoi(raw)
		if err != nil {
			return nil, invalid(f, "integer", "must be an integer")
		}
		n, v = float64(i), i
	case "number":
		x, err := strconv.ParseFloat(raw, 64)
		if err != nil || x != x {
			return nil, invalid(f, "number", "must be a number")
		}
		n, v = x, x
	case "date-time":
		if raw == "" || raw == "null" {
			return q.Default, nil
		}
		t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(strings.ReplaceAll(raw, " ", "+")))
		if err != nil {
			return nil, invalid(f, "date-time", "must be a date-time of RFC 3339")
		}
		return Stamp(t.UnixNano()), nil
	case "null-string":
		if raw == "" || raw == "null" {
			return "", nil
		}
	}
	if (q.Min != nil && n < *q.Min) || (q.Max != nil && n > *q.Max) {
		return nil, invalid(f, "range", "is out of range")
	}
	if len(raw) < q.MinLen {
		return nil, invalid(f, "min", "is too short")
	}
	if len(q.Enum) > 0 && !has(q.Enum, raw) {
		return nil, invalid(f, "oneof", "must be one of "+strings.Join(q.Enum, ", "))
	}
	return v, nil
}

func has(list []string, v string) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}
func query[T any](c *gin.Context, name string) T {
	m, _ := c.Get("query")
	v, _ := m.(map[string]any)[name].(T)
	return v
}
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	_, err := uuid.Parse(v)
	return err == nil
}
func intParam(c *gin.Context, name string) int64 {
	n, _ := strconv.ParseInt(c.Param(name), 10, 64)
	return n
}
func newID() string { return xid.New().String() }

// readBody reads the whole body once.
func readBody(c *gin.Context) ([]byte, error) {
	b, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, maxBody))
	if err != nil {
		return nil, invalid("body", "max", "the body could not be read or is too large")
	}
	return b, nil
}

func bindTo(b []byte, dst any) error {
	if err := binding.JSON.BindBody(b, dst); err != nil {
		var ve validator.ValidationErrors
		if errors.As(err, &ve) {
			e := &apiError{422, "validation_error", "the request is not valid", nil}
			for _, f := range ve {
				e.Details = append(e.Details, detail{"body." + f.Field(), f.Tag(), "does not meet the rule " + f.Tag() + " " + f.Param()})
			}
			return e
		}
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			return invalid("body."+te.Field, "type", "must be "+te.Type.String())
		}
		return invalid("body", "json", "must be valid JSON: "+err.Error())
	}
	return nil
}
func bind[T any](c *gin.Context) (T, error) {
	var dst T
	b, err := readBody(c)
	if err != nil {
		return dst, err
	}
	if strings.TrimSpace(string(b)) == "null" {
		return dst, invalid("body", "required", "a JSON object is required")
	}
	return dst, bindTo(b, &dst)
}

// ---- authentication ----

func bearer(c *gin.Context) string {
	h := c.GetHeader("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return strings.TrimSpace(h[7:])
	}
	return ""
}

func (s *Server) userOfJWT(tok string) *User {
	if tok == "" {
		return nil
	}
	claims := jwt.RegisteredClaims{}
	_, err := jwt.ParseWithClaims(tok, &claims, func(*jwt.Token) (any, error) { return jwtSecret, nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer("alder"), jwt.WithExpirationRequired())
	if err != nil && !(fault("jwt-signature-unchecked") && errors.Is(err, jwt.ErrTokenSignatureInvalid)) {
		return nil
	}
	return s.users[claims.Subject]
}

func (s *Server) userOfKey(key string) *User {
	if key == "" {
		return nil
	}
	if fault("revoked-key-cached") {
		if u, ok := s.keyCache.Load(key); ok {
			return u.(*User)
		}
	}
	var k ApiKey
	q := s.db.Where("key = ?", key)
	if fault("api-key-prefix") && len(key) >= 20 {
		q = s.db.Where("substr(key, 1, 20) = ?", key[:20])
	}
	if err := q.Take(&k).Error; err != nil {
		return nil
	}
	u := s.users[k.UserID]
	s.keyCache.Store(key, u)
	return u
}

func (s *Server) authenticate(o op) gin.HandlerFunc {
	return func(c *gin.Context) {
		if o.Auth == authNone {
			return
		}
		var u *User
		if o.Auth == authKey {
			u = s.userOfKey(bearer(c))
		} else {
			u = s.userOfJWT(bearer(c))
		}
		if u == nil && o.Auth != authOptional {
			msg := "a valid JWT is required"
			if o.Auth == authKey {
				msg = "a valid API key is required"
				if fault("run-history-without-key") && o.M == "GET" {
					return // the abort was forgotten
				}
			}
			abort(c, fail(401, "unauthorized", msg))
			return
		}
		if u != nil {
			c.Set("user", u)
		}
	}
}

// me is the user of the request, nil where nobody is logged in.
func me(c *gin.Context) *User {
	v, _ := c.Get("user")
	u, _ := v.(*User)
	return u
}
func uid(c *gin.Context) string {
	if u := me(c); u != nil {
		return u.ID
	}
	return ""
}

func requestID(c *gin.Context) {
	id := c.GetHeader("X-Request-ID")
	if id == "" || len(id) > 100 {
		id = newID()
	}
	c.Set("request_id", id)
	c.Header("X-Request-ID", id)
}
func recoverer(c *gin.Context) {
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			fmt.Println("panic:", p)
			if !c.Writer.Written() {
				abort(c, fmt.Errorf("panic: %v", p))
			}
		}
	}()
	c.Next()
}

// tx runs f in a transaction; writers stand in line.
func (s *Server) tx(f func(tx *gorm.DB) error) error {
	s.wmu.Lock()
	defer s.wmu.Unlock()
	return s.db.Transaction(f)
}

func notFound(err error, status int, code, msg string) error {
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return fail(status, code, msg)
	}
	return err
}

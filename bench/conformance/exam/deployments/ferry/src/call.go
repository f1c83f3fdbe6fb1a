package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const maxBodyBytes = 8 << 20

// Call is one request to one operation, after its credential and its input
// have been checked.
type Call struct {
	service *Service
	route   *Route
	request *http.Request
	writer  http.ResponseWriter // for streams only

	user   *User // nil when nobody is logged in
	path   map[string]string
	query  map[string]any // with defaults; nothing for what was left out
	body   map[string]any // nil when there was none, or null
	raw    []byte         // the body as it came, for RawBody
	status int            // the route's success status unless changed
	media  string         // the media type of the answer unless it is JSON
}

// id is a path parameter.
func (c *Call) id(name string) string { return c.path[name] }

// number is a path parameter of type int.
func (c *Call) number(name string) int {
	n, _ := strconv.Atoi(c.path[name])
	return n
}

// intArg is a query parameter that has a default or is required.
func (c *Call) intArg(name string) int { return c.query[name].(int) }

// textArg is a query parameter; empty when it was left out.
func (c *Call) textArg(name string) string {
	text, _ := c.query[name].(string)
	return text
}

// has tells whether the body names the field, be it with null.
func (c *Call) has(name string) bool {
	_, ok := c.body[name]
	return ok
}

// text is a field of the body; empty when it is left out or null.
func (c *Call) text(name string) string {
	text, _ := c.body[name].(string)
	return text
}

// flag is a field of the body, or the default when it is left out or null.
func (c *Call) flag(name string, byDefault bool) bool {
	if value, ok := c.body[name].(bool); ok {
		return value
	}
	return byDefault
}

// intField is a field of the body; false when it is left out or null.
func (c *Call) intField(name string) (int, bool) {
	number, ok := c.body[name].(json.Number)
	if !ok {
		return 0, false
	}
	return wholeNumber(number)
}

// ServeHTTP finds the operation, checks what came, and writes the answer.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if failure := recover(); failure == http.ErrAbortHandler {
			panic(failure)
		} else if failure != nil {
			writeProblem(w, r, problem(500, "Something went wrong on our side: %v", failure))
		}
	}()
	path := r.URL.EscapedPath()
	if path == "/openapi.json" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		writeJSON(w, 200, "application/json", s.openAPI())
		return
	}
	route, values, allowed := s.router.find(r.Method, path)
	if route == nil {
		writeProblem(w, r, noRoute(r, allowed))
		return
	}
	call := &Call{service: s, route: route, request: r, writer: w, path: values, status: route.Success, media: "application/json"}
	if err := call.run(); err != nil {
		writeProblem(w, r, asProblem(err))
	}
}

func noRoute(r *http.Request, allowed []string) *Problem {
	if len(allowed) == 0 {
		return notFound("There is nothing at %s.", r.URL.Path)
	}
	p := problem(405, "%s is not possible at %s.", r.Method, r.URL.Path)
	p.header = http.Header{"Allow": {strings.Join(allowed, ", ")}}
	return p
}

func (c *Call) run() error {
	if err := c.authenticate(); err != nil {
		return err
	}
	if err := c.readInput(); err != nil {
		return err
	}
	if c.route.HandleStream != nil {
		return c.route.HandleStream(c)
	}
	data, err := c.handleLocked()
	if err != nil {
		return err
	}
	if c.status == http.StatusNoContent {
		c.writer.WriteHeader(c.status)
		return nil
	}
	writeBytes(c.writer, c.status, c.media, data)
	return nil
}

// handleLocked runs the handler and writes its answer down under the lock, so
// that nobody changes the records of the answer in the meantime.
func (c *Call) handleLocked() ([]byte, error) {
	c.service.mu.Lock()
	defer c.service.mu.Unlock()
	answer, err := c.route.Handle(c)
	if err != nil {
		return nil, err
	}
	if text, ok := answer.(plainText); ok {
		return []byte(text), nil
	}
	return marshal(answer), nil
}

// plainText is an answer that is no JSON.
type plainText string

// readInput checks the path, the query and the body, in this order.
func (c *Call) readInput() error {
	problems := fieldErrors{}
	c.checkPath(problems)
	c.readQuery(problems)
	if p := problems.problem(); p != nil {
		return p
	}
	return c.readBody()
}

func (c *Call) checkPath(problems fieldErrors) {
	for _, s := range c.route.segments {
		value := c.path[s.name]
		switch s.kind {
		case "uuid":
			if fault("run-id-not-uuid") && s.name == "run_id" {
				value = strings.TrimPrefix(value, "run_")
			}
			if !uuidPattern.MatchString(value) && fault("n-run-view-bad-id-500") && c.route.is("GET /me/agent-runs/{run_id}") {
				panic("badly formed hexadecimal UUID string")
			}
			if !uuidPattern.MatchString(value) {
				problems.add(s.name, "must be a UUID")
			}
			c.path[s.name] = strings.ToLower(value)
		case "int":
			if _, err := strconv.Atoi(value); err != nil {
				problems.add(s.name, "must be an integer")
			}
		}
	}
}

func (c *Call) readQuery(problems fieldErrors) {
	c.query = map[string]any{}
	given, err := url.ParseQuery(c.request.URL.RawQuery)
	if err != nil {
		problems.add("query", "cannot be read")
		return
	}
	for _, param := range c.route.Params {
		if param.In == "header" {
			continue
		}
		texts, present := given[param.Name]
		optional := !param.Required || missingParamFault(c.route)
		if present && optional && (texts[0] == "" || param.NullText && texts[0] == "null") {
			present = false
		}
		if !present {
			if !optional {
				problems.add(param.Name, "is required")
			} else if value, ok := c.defaultOf(param); ok {
				c.query[param.Name] = value
			}
			continue
		}
		if value, ok := c.readParam(texts[0], param, c.boundsOf(param), problems); ok {
			c.query[param.Name] = value
		}
	}
}

// missingParamFault tells whether a fault leaves out the check for required
// parameters of the route.
func missingParamFault(route *Route) bool {
	return fault("slug-check-param-optional") && route.is("GET /me/agents/vanity/slug") ||
		fault("text-to-cron-param-optional") && route.is("GET /me/schedules/text-to-cron") ||
		fault("search-q-optional") && route.is("GET /me/tools/search")
}

// defaultOf is the value of a parameter that was left out.
func (c *Call) defaultOf(param Param) (any, bool) {
	switch {
	case fault("runs-default-limit-20") && c.route.is("GET /me/agent-runs") && param.Name == "limit":
		return 20, true
	case fault("earnings-default-30") && c.route.is("GET /me/monetization/earnings"):
		return 30, true
	case fault("search-default-limit-10") && param.Name == "limit" && c.route.is("GET /me/tools/search"):
		return 10, true
	case fault("search-min-score-default") && param.Name == "min_score":
		return 0.5, true
	}
	value, ok := param.Schema["default"]
	return value, ok
}

// boundsOf is the schema of a parameter with the wrong bounds that a fault gives it.
func (c *Call) boundsOf(param Param) S {
	search := c.route.is("GET /me/tools/search")
	switch {
	case fault("summary-period-366-accepted") && c.route.is("GET /me/monetization/summary"):
		return with(param.Schema, S{"maximum": 366})
	case fault("subscribers-period-365-refused") && c.route.is("GET /me/monetization/subscribers"):
		return with(param.Schema, S{"maximum": 364})
	case fault("search-limit-201-accepted") && search && param.Name == "limit":
		return with(param.Schema, S{"maximum": 1000})
	case fault("search-limit-200-refused") && search && param.Name == "limit":
		return with(param.Schema, S{"maximum": 199})
	case fault("n-search-limit-0-accepted") && search && param.Name == "limit":
		return with(param.Schema, S{"minimum": 0})
	case fault("search-min-score-1-refused") && search && param.Name == "min_score":
		return with(param.Schema, S{"maximum": 0.99})
	case fault("search-empty-q-accepted") && search && param.Name == "q":
		return with(param.Schema, S{"minLength": 0})
	case fault("vibe-any-service") && param.Name == "service_name":
		return anyText
	case fault("vibe-service-refused") && param.Name == "service_name":
		return enum(vibeServiceNames()[:2]...)
	}
	return param.Schema
}

// readParam reads a query parameter by its schema.
func (c *Call) readParam(text string, param Param, schema S, problems fieldErrors) (any, bool) {
	var parsed, validated any = text, text
	switch schema["type"] {
	case "integer":
		n, err := strconv.Atoi(text)
		if err != nil {
			problems.add(param.Name, "must be an integer")
			return nil, false
		}
		parsed, validated = n, json.Number(strconv.Itoa(n))
	case "number":
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f != f || strings.ContainsAny(text, "xXpP_iI") {
			problems.add(param.Name, "must be a number")
			return nil, false
		}
		parsed, validated = f, json.Number(strconv.FormatFloat(f, 'f', -1, 64))
	}
	if schema["format"] == "date-time" {
		return c.readTime(text, param, problems)
	}
	before := len(problems)
	validate(validated, schema, param.Name, problems)
	return parsed, len(problems) == before
}

// readTime reads a query parameter that is a date-time.
func (c *Call) readTime(text string, param Param, problems fieldErrors) (any, bool) {
	executions := c.route.is("GET /me/executions")
	if _, err := strconv.Atoi(text); err == nil && fault("runs-cursor-is-number") && !executions {
		return text, true
	}
	// An unescaped plus sign of an offset arrives as a space.
	at, err := time.Parse(time.RFC3339Nano, strings.ReplaceAll(text, " ", "+"))
	if err != nil && fault("executions-bad-cursor-500") && executions {
		panic(err)
	}
	if err != nil {
		problems.add(param.Name, "must be a date-time as in RFC 3339")
		return nil, false
	}
	if fault("executions-cursor-offset-dropped") && executions {
		at = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC)
	}
	return at, true
}

// bodyDemanded names faults that demand a body where the interface has none.
var bodyDemanded = map[string]string{
	"chat-runs-demands-body":    "POST /me/chats/{chat_id}/runs",
	"credits-use-demands-body":  "POST /me/credits/use",
	"bundles-post-demands-body": "POST /me/bundles",
}

func (c *Call) readBody() error {
	data, err := io.ReadAll(http.MaxBytesReader(c.writer, c.request.Body, maxBodyBytes))
	if err != nil {
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			return problem(413, "The body may have %d bytes.", maxBodyBytes)
		}
		return invalid("body", "cannot be read")
	}
	c.raw = data
	if operation := bodyDemanded[activeFault]; operation != "" && c.route.is(operation) && len(data) == 0 {
		return invalid("body", "is required")
	}
	if c.route.Body == "" && !c.route.AnyBody {
		return nil
	}
	return c.parseBody(data)
}

func (c *Call) parseBody(data []byte) error {
	value, err := parseJSON(data)
	if len(bytes.TrimSpace(data)) == 0 && c.route.BodyOptional {
		return nil
	}
	if err != nil {
		crashes := fault("agents-bad-json-500") && c.route.is("POST /me/agents") ||
			fault("post-bad-json-500") && c.route.Prefix == workersPrefix && c.route.is("POST /{agent_id}")
		if crashes {
			panic(err)
		}
		return invalid("body", "must be valid JSON")
	}
	if value == nil && c.route.BodyOptional && !fault("chats-clone-null-refused") {
		return nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		return invalid("body", "must be a JSON object")
	}
	c.body = object
	if c.route.AnyBody {
		return nil
	}
	if fault("n-put-message-any-type") && c.route.is("PUT /{agent_id}/{run_id}") {
		stringifyMessage(object)
	}
	problems := fieldErrors{}
	validate(object, componentSchemas[c.route.Body], "", problems)
	if p := problems.problem(); p != nil {
		return p
	}
	return nil
}

// stringifyMessage makes a text of a message that is none. Only a fault does so.
func stringifyMessage(body map[string]any) {
	switch message := body["message"].(type) {
	case json.Number, bool:
		body["message"] = string(marshal(message))
	case map[string]any:
		body["message"] = "[object Object]"
	}
}

// parseJSON reads exactly one JSON value, in UTF-8.
func parseJSON(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON value")
	}
	return value, nil
}

func asProblem(err error) *Problem {
	if p := new(Problem); errors.As(err, &p) {
		return p
	}
	return problem(500, "Something went wrong on our side: %v", err)
}

func marshal(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimRight(buffer.Bytes(), "\n")
}

func writeJSON(w http.ResponseWriter, status int, media string, value any) {
	writeBytes(w, status, media, marshal(value))
}

func writeBytes(w http.ResponseWriter, status int, media string, data []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(data)
}

func writeProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	for name, values := range p.header {
		w.Header()[name] = values
	}
	if p.Status == 422 && fault("search-422-without-body") && strings.HasSuffix(r.URL.Path, "/me/tools/search") {
		w.WriteHeader(422)
		return
	}
	if p.Status == 404 && fault("key-unknown-as-html") && strings.Contains(r.URL.Path, "/me/api-keys/") {
		writeBytes(w, 404, "text/html; charset=utf-8", []byte("<html><body><h1>Not Found</h1></body></html>"))
		return
	}
	p.Instance = r.URL.Path
	p.TraceID = newToken(16)
	writeJSON(w, p.Status, "application/problem+json", p)
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// obj is a JSON object: a JSON Schema, a request body, a loosely shaped answer.
type obj = map[string]any

// ---- words to write schemas with

func typed(kind, words string) obj {
	o := obj{"type": kind}
	if words != "" {
		o["description"] = words
	}
	return o
}
func text(words string) obj    { return typed("string", words) }
func integer(words string) obj { return typed("integer", words) }
func number(words string) obj  { return typed("number", words) }
func boolean(words string) obj { return typed("boolean", words) }
func free(words string) obj    { return typed("object", words) }
func uuid(words string) obj    { return with(text(words), "format", "uuid") }
func moment(words string) obj  { return with(text(words), "format", "date-time") }
func ref(name string) obj      { return obj{"$ref": "#/components/schemas/" + name} }
func list(of obj) obj          { return obj{"type": "array", "items": of} }
func choice(words string, values ...any) obj {
	return with(text(words), "enum", values)
}
func maybe(s obj) obj {
	if _, isRef := s["$ref"]; isRef {
		return obj{"anyOf": []any{s, obj{"type": "null"}}}
	}
	s["type"] = []any{s["type"], "null"}
	if e, ok := s["enum"].([]any); ok {
		s["enum"] = append(append([]any{}, e...), nil)
	}
	return s
}
func with(s obj, pairs ...any) obj {
	for i := 0; i < len(pairs); i += 2 {
		s[pairs[i].(string)] = pairs[i+1]
	}
	return s
}

// record describes an object; required names the fields that are always there ("*": all).
func record(words, required string, fields obj) obj {
	o := with(typed("object", words), "properties", fields)
	names := strings.Fields(required)
	if required == "*" {
		names = nil
		for name := range fields {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	if len(names) > 0 {
		o["required"] = names
	}
	return o
}

// ---- parameters

type param struct {
	name, in string
	required bool
	schema   obj
}

func query(name string, schema obj) param       { return param{name, "query", false, schema} }
func neededQuery(name string, schema obj) param { return param{name, "query", true, schema} }

var integerText = regexp.MustCompile(`^[+-]?[0-9]{1,400}$`)
var uuidText = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

func parseParams(op *operation, path map[string]string, q url.Values) (map[string]any, []issue) {
	args := map[string]any{}
	var issues []issue
	for _, p := range op.params {
		if p.in == "header" {
			continue // the handler looks at it
		}
		value, given := path[p.name], true
		if p.in == "query" {
			given = q.Has(p.name)
			value = q.Get(p.name)
		}
		bad := func(msg string) { issues = append(issues, issue{[]any{p.in, p.name}, msg, "value_error"}) }
		if !given {
			if p.required {
				bad("field required")
			} else if d, ok := p.schema["default"]; ok {
				args[p.name] = d
			}
			continue
		}
		kind := p.schema["type"]
		if kinds, ok := kind.([]any); ok {
			kind = kinds[0]
			if value == "" || value == "null" {
				continue
			}
		}
		var parsed any = value
		switch {
		case kind == "integer":
			if !integerText.MatchString(value) {
				bad("not an integer")
				continue
			}
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil { // far out of range: keeps its sign, fits nothing
				n = math.MaxInt64
				if value[0] == '-' {
					n = math.MinInt64
				}
			}
			parsed = n
		case kind == "number":
			f, err := strconv.ParseFloat(value, 64)
			if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
				bad("not a number")
				continue
			}
			parsed = f
		case p.schema["format"] == "uuid":
			if !uuidText.MatchString(value) {
				bad("not a uuid")
				continue
			}
			parsed = strings.ToLower(value)
		case p.schema["format"] == "date-time":
			at, ok := parseMoment(value)
			if !ok {
				bad("not a date-time")
				continue
			}
			parsed = at
		}
		if found := validate(plain(parsed), p.schema, []any{p.in, p.name}); found != nil && p.schema["format"] == nil {
			issues = append(issues, found...)
			continue
		}
		if s, ok := parsed.(string); ok && uuidText.MatchString(s) && (p.name == "agent_id" || p.name == "chat_id") {
			parsed = strings.ToLower(s) // GUIDs are compared without case
		}
		args[p.name] = parsed
	}
	return args, issues
}

// plain turns Go numbers into the json.Number that the validator knows.
func plain(v any) any {
	switch n := v.(type) {
	case int64:
		return json.Number(strconv.FormatInt(n, 10))
	case float64:
		return json.Number(strconv.FormatFloat(n, 'g', -1, 64))
	}
	return v
}

func parseMoment(s string) (time.Time, bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if i := strings.LastIndexByte(s, ' '); i > 11 { // a plus sign that nobody escaped
		s = s[:i] + "+" + s[i+1:]
	}
	if fault("runs-cursor-zone") {
		if len(s) > 6 && (s[len(s)-6] == '+' || s[len(s)-6] == '-') {
			s = s[:len(s)-6] + "Z"
		}
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// ---- bodies

func parseBody(spec *bodySpec, raw []byte) (obj, []issue) {
	bad := func(msg string) []issue { return []issue{{[]any{"body"}, msg, "json"}} }
	if len(bytes.TrimSpace(raw)) == 0 {
		if spec.optional {
			return nil, nil
		}
		return nil, bad("body required")
	}
	if !utf8.Valid(raw) {
		return nil, bad("not UTF-8")
	}
	if loneSurrogate(raw) {
		return nil, bad("a lone surrogate is no character")
	}
	if tooDeep(raw) {
		return nil, bad("nested too deeply")
	}
	var value any
	dec := json.NewDecoder(bytes.NewReader(raw))
	if !fault("tool-run-float") {
		dec.UseNumber()
	}
	if err := dec.Decode(&value); err != nil {
		return nil, bad("not JSON: " + err.Error())
	}
	if dec.More() || len(bytes.TrimSpace(raw[dec.InputOffset():])) > 0 {
		return nil, bad("more than one JSON value")
	}
	if value == nil && spec.optional {
		if fault("chat-clone-null") {
			return nil, bad("must be an object")
		}
		return nil, nil
	}
	if found := validate(value, spec.schema, []any{"body"}); found != nil {
		return nil, found
	}
	body, _ := value.(obj)
	return body, nil
}

// tooDeep tells whether brackets nest deeper than 500.
func tooDeep(raw []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			if depth++; depth > 500 {
				return true
			}
		case b == ']' || b == '}':
			depth--
		}
	}
	return false
}

// loneSurrogate finds \uD800-\uDFFF escapes that form no pair.
func loneSurrogate(raw []byte) bool {
	unit := func(i int) (rune, bool) {
		if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(raw[i+2:i+6]), 16, 32)
		return rune(n), err == nil
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		first, ok := unit(i)
		if !ok {
			i++ // an ordinary escape
			continue
		}
		i += 5
		if !utf16.IsSurrogate(first) {
			continue
		}
		second, ok := unit(i + 1)
		if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
			return true
		}
		i += 6
	}
	return false
}

// ---- validation: the part of JSON Schema that the schemas here use

var patterns sync.Map

func validate(v any, s obj, loc []any) (found []issue) {
	if name, ok := s["$ref"].(string); ok {
		return validate(v, schemas[name[strings.LastIndexByte(name, '/')+1:]].(obj), loc)
	}
	add := func(format string, a ...any) {
		found = append(found, issue{append([]any{}, loc...), fmt.Sprintf(format, a...), "value_error"})
	}
	if kind, ok := s["type"]; ok && !hasType(v, kind) {
		add("must be %v", kind)
		return
	}
	if values, ok := s["enum"].([]any); ok && !contains(values, v) {
		add("must be one of %v", values)
	}
	if value, ok := s["const"]; ok && value != v {
		add("must be %v", value)
	}
	if any, ok := s["anyOf"].([]any); ok {
		fits := false
		for _, option := range any {
			fits = fits || validate(v, option.(obj), loc) == nil
		}
		if !fits {
			add("fits no alternative")
		}
	}
	if all, ok := s["allOf"].([]any); ok {
		for _, part := range all {
			found = append(found, validate(v, part.(obj), loc)...)
		}
	}
	if cond, ok := s["if"].(obj); ok && validate(v, cond, loc) == nil {
		found = append(found, validate(v, s["then"].(obj), loc)...)
	}
	switch v := v.(type) {
	case string:
		n := utf8.RuneCountInString(v)
		if min, ok := s["minLength"].(int); ok && n < min {
			add("shorter than %d", min)
		}
		if max, ok := s["maxLength"].(int); ok && n > max {
			add("longer than %d", max)
		}
		if s["format"] == "uuid" && !uuidText.MatchString(v) {
			add("not a uuid")
		}
		if p, ok := s["pattern"].(string); ok {
			re, ok := patterns.Load(p)
			if !ok {
				re, _ = patterns.LoadOrStore(p, regexp.MustCompile(p))
			}
			if !re.(*regexp.Regexp).MatchString(v) {
				add("does not match %s", p)
			}
		}
	case json.Number, float64:
		f := asFloat(v)
		if min, ok := bound(s["minimum"]); ok && f < min {
			add("less than %v", min)
		}
		if max, ok := bound(s["maximum"]); ok && f > max {
			add("more than %v", max)
		}
	case []any:
		if min, ok := s["minItems"].(int); ok && len(v) < min {
			add("fewer than %d", min)
		}
		if max, ok := s["maxItems"].(int); ok && len(v) > max {
			add("more than %d items", max)
		}
		if items, ok := s["items"].(obj); ok {
			for i, item := range v {
				found = append(found, validate(item, items, append(loc[:len(loc):len(loc)], i))...)
			}
		}
	case obj:
		if names, ok := s["required"].([]string); ok {
			for _, name := range names {
				if _, ok := v[name]; !ok {
					found = append(found, issue{append(loc[:len(loc):len(loc)], name), "field required", "missing"})
				}
			}
		}
		if props, ok := s["properties"].(obj); ok {
			names := make([]string, 0, len(props))
			for name := range props {
				names = append(names, name)
			}
			sort.Strings(names)
			for _, name := range names {
				if value, ok := v[name]; ok {
					found = append(found, validate(value, props[name].(obj), append(loc[:len(loc):len(loc)], name))...)
				}
			}
		}
	}
	return
}

func bound(v any) (float64, bool) {
	switch n := v.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

func asFloat(v any) float64 {
	if f, ok := v.(float64); ok {
		return f
	}
	f, _ := strconv.ParseFloat(string(v.(json.Number)), 64) // ±Inf when out of range
	return f
}

// asInt reads a validated integer field; 1.0 and 1e2 are integers too.
func asInt(v any) int64 {
	switch n := v.(type) {
	case json.Number:
		if i, err := n.Int64(); err == nil {
			return i
		}
		f, _ := n.Float64()
		return int64(f)
	case float64:
		return int64(n)
	}
	return 0
}

func isInteger(v any) bool {
	n, ok := v.(json.Number)
	if !ok {
		f, ok := v.(float64)
		return ok && f == math.Trunc(f)
	}
	if integerText.MatchString(string(n)) {
		return true
	}
	f, err := n.Float64()
	return err == nil && f == math.Trunc(f) && new(big.Float).SetFloat64(f).IsInt()
}

func hasType(v, kind any) bool {
	if kinds, ok := kind.([]any); ok {
		for _, k := range kinds {
			if hasType(v, k) {
				return true
			}
		}
		return false
	}
	switch v.(type) {
	case nil:
		return kind == "null"
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case obj:
		return kind == "object"
	case []any:
		return kind == "array"
	}
	return kind == "number" || kind == "integer" && isInteger(v)
}

func contains(values []any, v any) bool {
	for _, value := range values {
		if value == v {
			return true
		}
	}
	return false
}

// ---- the OpenAPI document

var meaning = map[int]string{
	400: "Invalid input; the message says which rule refused it",
	401: "The bearer credential is missing or invalid",
	402: "Already subscribed to the agent",
	403: "The caller has no permission",
	404: "The resource does not exist (or is not the caller's)",
	409: "Conflict with the present state",
	422: "Path, query or body do not fit their schemas",
	500: "Internal error",
	503: "CLI authentication service unavailable",
}

func openAPI(ops []*operation, host string) obj {
	paths := obj{}
	for _, op := range ops {
		item, ok := paths[op.path].(obj)
		if !ok {
			item = obj{}
			if op.api == "workers" {
				item["servers"] = []any{obj{"url": host + "/workers"}}
			}
			paths[op.path] = item
		}
		item[strings.ToLower(op.method)] = describe(op)
	}
	return obj{
		"openapi":           "3.1.0",
		"jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
		"info": obj{"title": "Agent Workers Platform", "version": "0.1.0",
			"description": "Paths beginning with /me are the User API; the others are the Workers API and have a server of their own. Moments are RFC 3339 in UTC with microseconds."},
		"servers": []any{obj{"url": host + "/api"}},
		"paths":   paths,
		"components": obj{
			"schemas": schemas,
			"securitySchemes": obj{
				"userJwt": obj{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
				"apiKey":  obj{"type": "http", "scheme": "bearer", "description": "An API key from POST /me/api-keys"},
			},
		},
	}
}

func describe(op *operation) obj {
	jsonBody := func(s obj) obj { return obj{"application/json": obj{"schema": s}} }
	responses := obj{}
	success := obj{"description": "Success"}
	if op.stream != "" {
		success["content"] = obj{op.stream: obj{"schema": op.result}}
	} else if op.result != nil {
		success["content"] = jsonBody(op.result)
	}
	if op.api == "workers" {
		jobHeader := obj{"description": "Id of the background job that runs at present; absent when none does", "schema": text("")}
		if op.method == "GET" {
			success["headers"] = obj{"x-service-job-id": jobHeader}
		} else {
			success["headers"] = obj{"x-service-job-id": jobHeader,
				"X-Service-Run-ID": obj{"required": true, "description": "Id of the run", "schema": uuid("")}}
		}
	}
	responses[strconv.Itoa(op.status)] = success
	statuses := append([]int{}, op.errors...)
	if op.auth != noAuth {
		statuses = append(statuses, 401)
	}
	if op.body != nil && !op.body.raw || op.body == nil && len(op.params) > 0 {
		statuses = append(statuses, 422)
	}
	for _, status := range statuses {
		answer := obj{"description": meaning[status], "content": jsonBody(ref("Error"))}
		if status == 422 {
			answer["content"] = jsonBody(ref("HTTPValidationError"))
		}
		responses[strconv.Itoa(status)] = answer
	}
	out := obj{"summary": op.summary, "tags": []string{op.tag}, "operationId": operationID(op), "responses": responses}
	var params []any
	for _, p := range op.params {
		params = append(params, obj{"name": p.name, "in": p.in, "required": p.required, "schema": p.schema})
	}
	if params != nil {
		out["parameters"] = params
	}
	if op.body != nil {
		out["requestBody"] = obj{"required": !op.body.optional, "content": jsonBody(op.body.schema)}
	}
	switch op.auth {
	case keyAuth:
		out["security"] = []any{obj{"apiKey": []any{}}}
	case noAuth:
		out["security"] = []any{}
	default:
		out["security"] = []any{obj{"userJwt": []any{}}}
	}
	if op.method == "POST" && op.path == "/me/chats" {
		out["deprecated"] = true
	}
	return out
}

var notWord = regexp.MustCompile(`[^a-zA-Z0-9]+`)

func operationID(op *operation) string {
	return strings.Trim(strings.ToLower(op.method)+"_"+op.api+"_"+notWord.ReplaceAllString(op.path, "_"), "_")
}

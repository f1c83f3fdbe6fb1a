package main

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"time"
	"unicode/utf8"
)

// S is a schema as it stands in the OpenAPI document; what is checked is what is shown.
type S = map[string]any

var (
	uuidRE    = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	integerRE = regexp.MustCompile(`^-?[0-9]+$`)
	numberRE  = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	patterns  = map[string]*regexp.Regexp{}
)

func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s))
	return t, err == nil
}

// checkParam makes a value of the text of a path or query parameter.
func checkParam(p P, raw string, details *[]Detail) any {
	loc := p.In + "." + p.Name
	if p.Schema["nullable"] == true && (raw == "" || raw == "null") {
		return nil
	}
	var v any = raw
	switch p.Schema["type"] {
	case "integer":
		if !integerRE.MatchString(raw) {
			*details = append(*details, Detail{loc, "must be an integer"})
			return nil
		}
		v = json.Number(raw)
	case "number":
		if !numberRE.MatchString(raw) {
			*details = append(*details, Detail{loc, "must be a number"})
			return nil
		}
		v = json.Number(raw)
	}
	return check(p.Schema, v, loc, details)
}

func limitOf(s S, k string) (float64, bool) {
	switch n := s[k].(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// check tests a JSON value against a schema, and gives it back in its plain form (UUIDs in lower case).
func check(s S, v any, loc string, details *[]Detail) any {
	bad := func(format string, args ...any) any {
		*details = append(*details, Detail{loc, fmt.Sprintf(format, args...)})
		return nil
	}
	if v == nil {
		if s["nullable"] == true || s["type"] == nil {
			return nil
		}
		return bad("must not be null")
	}
	switch s["type"] {
	case "string":
		str, ok := v.(string)
		if !ok {
			return bad("must be a string")
		}
		n := float64(utf8.RuneCountInString(str))
		if m, ok := limitOf(s, "minLength"); ok && n < m {
			return bad("must have at least %v characters", m)
		}
		if m, ok := limitOf(s, "maxLength"); ok && n > m {
			return bad("must have at most %v characters", m)
		}
		if enum, ok := s["enum"].([]string); ok {
			for _, e := range enum {
				if e == str {
					return str
				}
			}
			return bad("must be one of %s", strings.Join(enum, ", "))
		}
		if p, ok := s["pattern"].(string); ok && !patterns[p].MatchString(str) {
			return bad("does not have the right form")
		}
		switch s["format"] {
		case "uuid":
			if !uuidRE.MatchString(str) {
				return bad("must be a UUID")
			}
			return strings.ToLower(str)
		case "date-time":
			if _, ok := parseTime(str); !ok {
				return bad("must be a date-time")
			}
		}
		return str
	case "integer", "number":
		n, ok := v.(json.Number)
		if !ok {
			return bad("must be a number")
		}
		f, err := n.Float64()
		if math.IsInf(f, 0) && s["type"] == "number" {
			return bad("is too large a number")
		}
		if s["type"] == "integer" && !integerRE.MatchString(n.String()) && (err != nil || f != math.Trunc(f)) {
			return bad("must be an integer")
		}
		if m, ok := limitOf(s, "minimum"); ok && f < m {
			return bad("must be at least %v", m)
		}
		if m, ok := limitOf(s, "maximum"); ok && f > m {
			return bad("must be at most %v", m)
		}
		return n
	case "boolean":
		if _, ok := v.(bool); !ok {
			return bad("must be a boolean")
		}
		return v
	case "array":
		list, ok := v.([]any)
		if !ok {
			return bad("must be an array")
		}
		if m, ok := limitOf(s, "maxItems"); ok && float64(len(list)) > m {
			return bad("must have at most %v items", m)
		}
		if items, ok := s["items"].(S); ok {
			for i := range list {
				list[i] = check(items, list[i], fmt.Sprintf("%s[%d]", loc, i), details)
			}
		}
		return list
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			return bad("must be an object")
		}
		props, _ := s["properties"].(S)
		if req, ok := s["required"].([]string); ok {
			for _, k := range req {
				if _, there := m[k]; !there {
					*details = append(*details, Detail{loc + "." + k, "is required"})
				}
			}
		}
		for k, value := range m {
			if ps, ok := props[k].(S); ok {
				m[k] = check(ps, value, loc+"."+k, details)
			} else if s["additionalProperties"] == false {
				*details = append(*details, Detail{loc + "." + k, "is not known"})
			}
		}
		return m
	}
	return v
}

func object(props S, required ...string) S {
	s := S{"type": "object", "properties": props}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}
func str() S                   { return S{"type": "string"} }
func strLen(min, max int) S    { return S{"type": "string", "minLength": min, "maxLength": max} }
func enum(v ...string) S       { return S{"type": "string", "enum": v} }
func uuidS() S                 { return S{"type": "string", "format": "uuid"} }
func integer() S               { return S{"type": "integer"} }
func intRange(a, b int) S      { return S{"type": "integer", "minimum": a, "maximum": b} }
func boolS() S                 { return S{"type": "boolean"} }
func null(s S) S               { s["nullable"] = true; return s }
func def(s S, v any) S         { s["default"] = v; return s }
func about(s S, text string) S { s["description"] = text; return s }
func arrayOf(s S) S            { return S{"type": "array", "items": s} }

const slugPattern = `^[A-Za-z0-9][A-Za-z0-9_-]{1,79}$`

func init() { patterns[slugPattern] = regexp.MustCompile(slugPattern) }

var visibilityS = func() S { return enum(publicVis, privateVis) }

// requests are the schemas of the bodies that operations take.
var requests = map[string]S{
	"AgentRequest": object(S{
		"agent_id":    about(null(str()), "of an agent of the caller: that agent is updated (POST only)"),
		"name":        strLen(1, 200),
		"chat_prompt": about(null(S{"type": "string", "maxLength": 200000}), "needed; 400 where it is missing or blank"),
		"visibility":  visibilityS(),
		"vanity_slug": null(S{"type": "string", "pattern": slugPattern}),
		"description": null(S{"type": "string", "maxLength": 5000}),
		"price_cents": null(intRange(0, 1000000)),
	}),
	"AgentRequestPartial": object(S{
		"name":        strLen(1, 200),
		"chat_prompt": strLen(1, 200000),
		"visibility":  visibilityS(),
		"vanity_slug": null(S{"type": "string", "pattern": slugPattern}),
		"description": null(S{"type": "string", "maxLength": 5000}),
		"price_cents": null(intRange(0, 1000000)),
	}),
	"AgentStudioChatCreate": object(S{
		"run_id": strLen(1, 200), "title": strLen(1, 200), "visibility": visibilityS(), "agent_id": null(str()),
	}, "title"),
	"AgentStudioChatUpdate": object(S{"title": strLen(1, 200), "visibility": visibilityS(), "agent_id": null(str())}),
	"AgentFileCreateRequest": object(S{
		"name": strLen(1, 255), "content": null(str()), "mime_type": null(strLen(1, 100)), "position": null(intRange(0, 1000000)),
	}, "name"),
	"AgentFileUpdateRequest": object(S{
		"name": strLen(1, 255), "content": null(str()), "mime_type": null(strLen(1, 100)), "position": intRange(0, 1000000),
	}),
	"AgentFileBatchPositionRequest": object(S{
		"order": arrayOf(object(S{"file_id": uuidS(), "position": intRange(0, 1000000)}, "file_id", "position")),
	}, "order"),
	"AgentThemePreferenceUpsertRequest": object(S{"color": about(str(), "#rrggbb; 400 otherwise")}, "color"),
	"AgentSubscribeRequest":             object(S{"plan": enum("monthly")}, "plan"),
	"ApiKeyCreate":                      object(S{"name": strLen(1, 100), "is_default": boolS()}, "name"),
	"PaymentSessionRequest":             object(S{"product": enum("credits_100", "credits_500"), "quantity": def(intRange(1, 100), 1)}, "product"),
	"UserBundleRequest":                 object(S{"name": strLen(1, 200), "tools": arrayOf(object(S{"tool_id": str()}, "tool_id"))}, "name"),
	"UserBundleTool":                    object(S{"tool_id": strLen(1, 200)}, "tool_id"),
	"CliAuthInsertModel":                object(S{"user_jwt": strLen(1, 8000)}, "user_jwt"),
	"ScheduleRequest": object(S{
		"chat_id":         about(S{"nullable": true}, "a chat of the caller's own; 403 otherwise"),
		"cron_expression": strLen(1, 200), "message": S{"type": "string", "maxLength": 20000}, "enabled": def(boolS(), true),
	}, "cron_expression"),
	"ScheduleUpdateRequest": object(S{
		"chat_id":         about(S{"nullable": true}, "a chat of the caller's own; 403 otherwise"),
		"cron_expression": strLen(1, 200), "message": S{"type": "string", "maxLength": 20000}, "enabled": boolS(),
	}),
	"SlugRequest":            object(S{"name": strLen(1, 200)}, "name"),
	"UserFeedbackRequest":    object(S{"rating": intRange(1, 5), "comment": null(S{"type": "string", "maxLength": 5000})}, "rating"),
	"UserInstallToolRequest": object(S{"tool_id": strLen(1, 200)}, "tool_id"),
	"VipCodeRequest":         object(S{"code": str()}, "code"),
	"StartRunRequest":        object(S{"message": str()}, "message"),
	"ContinueRunRequest":     object(S{"message": str()}, "message"),
	"ToolInput":              S{"type": "object"},
}

func requestSchema(name string) S { return requests[name] }

// ---------------------------------------------------------------- the OpenAPI document

var answerTypes = map[string]reflect.Type{}

func nameOf[T any]() string {
	t := reflect.TypeOf(*new(T))
	answerTypes[t.Name()] = t
	return t.Name()
}

func schemaOf(t reflect.Type, schemas S) S {
	switch t.Kind() {
	case reflect.Pointer:
		s := schemaOf(t.Elem(), schemas)
		if s["$ref"] != nil {
			return S{"allOf": []S{s}, "nullable": true}
		}
		return null(s)
	case reflect.String:
		return str()
	case reflect.Bool:
		return boolS()
	case reflect.Int, reflect.Int64:
		return integer()
	case reflect.Float64:
		return S{"type": "number"}
	case reflect.Slice:
		return arrayOf(schemaOf(t.Elem(), schemas))
	case reflect.Map:
		return S{"type": "object"}
	case reflect.Interface:
		return S{}
	case reflect.Struct:
		if _, ok := schemas[t.Name()]; !ok {
			schemas[t.Name()] = S{}
			props, required := S{}, []string{}
			structFields(t, props, &required, schemas)
			sort.Strings(required)
			schemas[t.Name()] = object(props, required...)
		}
		return S{"$ref": "#/components/schemas/" + t.Name()}
	}
	panic("no schema of " + t.String())
}

func structFields(t reflect.Type, props S, required *[]string, schemas S) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		if f.Anonymous {
			structFields(f.Type, props, required, schemas)
			continue
		}
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		s := schemaOf(f.Type, schemas)
		optional := strings.Contains(opts, "omitempty")
		for _, o := range strings.Split(f.Tag.Get("oas"), ",") {
			switch o {
			case "":
			case "required":
				optional = false
			case "integer":
				s = integer()
			case "object":
				s = S{"type": "object"}
			case "visibility":
				s = visibilityS()
			default:
				s["format"] = o
			}
		}
		if optional && s["nullable"] == true {
			delete(s, "nullable")
		}
		props[name] = s
		if !optional {
			*required = append(*required, name)
		}
	}
}

func openAPI() []byte {
	schemas := S{}
	paths := S{}
	for name, s := range requests {
		if name != "ToolInput" && name != "UserBundleTool" {
			schemas[name] = s
		}
	}
	errRef := schemaOf(reflect.TypeOf(Error{}), schemas)
	validation := schemaOf(reflect.TypeOf(HTTPValidationError{}), schemas)
	jsonOf := func(s S) S { return S{"application/json": S{"schema": s}} }
	for _, op := range ops {
		item, _ := paths[op.Path].(S)
		if item == nil {
			item = S{}
			paths[op.Path] = item
		}
		params := []S{}
		for _, p := range op.Params {
			params = append(params, S{"name": p.Name, "in": p.In, "required": p.Req || p.In == "path", "schema": p.Schema})
		}
		for _, h := range op.Headers {
			params = append(params, S{"name": h, "in": "header", "required": false, "schema": str()})
		}
		answers := S{}
		success := S{"description": op.About}
		status := op.Status
		if status == 0 {
			status = 200
		}
		switch {
		case op.Stream != "":
			success["content"] = S{op.Stream: S{"schema": str()}}
		case op.Answer != "":
			list := strings.HasPrefix(op.Answer, "[]")
			nullable := strings.HasSuffix(op.Answer, "?")
			name := strings.Trim(op.Answer, "[]?")
			var s S
			if name == "string" {
				s = str()
			} else {
				s = schemaOf(answerTypes[name], schemas)
			}
			if list {
				s = arrayOf(s)
			}
			if nullable && s["$ref"] != nil {
				s = S{"allOf": []S{s}, "nullable": true}
			} else if nullable {
				s = null(s)
			}
			success["content"] = jsonOf(s)
		}
		if len(op.SentHeaders) > 0 {
			hs := S{}
			for _, h := range op.SentHeaders {
				hs[h] = S{"schema": str()}
			}
			success["headers"] = hs
		}
		answers[fmt.Sprint(status)] = success
		for _, e := range op.Errors {
			answers[fmt.Sprint(e)] = S{"description": statusCodes[e], "content": jsonOf(errRef)}
		}
		if op.Auth != authNone {
			answers["401"] = S{"description": "unauthorized", "content": jsonOf(errRef)}
		}
		if len(op.Params) > 0 || op.Body != "" {
			answers["422"] = S{"description": "validation error", "content": jsonOf(validation)}
		}
		o := S{"operationId": op.ID, "summary": op.About, "responses": answers, "tags": []string{op.Tag}}
		if len(params) > 0 {
			o["parameters"] = params
		}
		if op.Body != "" {
			var s S = S{"$ref": "#/components/schemas/" + op.Body}
			if op.Body == "ToolInput" || op.Body == "UserBundleTool" {
				s = requests[op.Body]
			}
			if op.BodyOptional {
				s = S{"allOf": []S{s}, "nullable": true}
			}
			o["requestBody"] = S{"required": !op.BodyOptional, "content": jsonOf(s)}
		}
		if op.RawBody {
			o["requestBody"] = S{"required": true, "content": jsonOf(S{"type": "object"})}
		}
		switch op.Auth {
		case authJWT:
			o["security"] = []S{{"user_jwt": []string{}}}
		case authKey:
			o["security"] = []S{{"api_key": []string{}}}
		default:
			o["security"] = []S{}
		}
		if op.Deprecated {
			o["deprecated"] = true
		}
		item[strings.ToLower(op.Method)] = o
	}
	doc, err := json.MarshalIndent(S{
		"openapi": "3.0.3",
		"info":    S{"title": "Briar agent workers", "version": "0.1.0"},
		"servers": []S{{"url": "/"}},
		"paths":   paths,
		"components": S{
			"schemas": schemas,
			"securitySchemes": S{
				"user_jwt": S{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
				"api_key":  S{"type": "http", "scheme": "bearer"},
			},
		},
	}, "", " ")
	if err != nil {
		panic(err)
	}
	return doc
}

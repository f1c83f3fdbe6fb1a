package main

import (
	"regexp"
	"strconv"
	"strings"
)

type M = map[string]any

var typeNames = M{"string": M{"type": "string"}, "integer": M{"type": "integer"}, "number": M{"type": "number"}, "boolean": M{"type": "boolean"},
	"object": M{"type": "object"}, "uuid": M{"type": "string", "format": "uuid"}, "datetime": M{"type": "string", "format": "date-time"},
	"date": M{"type": "string", "format": "date"}, "ulid": M{"type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{26}$"}}

func ref(name string) M { return M{"$ref": "#/components/schemas/" + name} }
func typeOf(t string) M {
	null := strings.HasSuffix(t, "?")
	t = strings.TrimSuffix(t, "?")
	var s M
	switch {
	case strings.HasPrefix(t, "[]"):
		s = M{"type": "array", "items": typeOf(t[2:])}
	case strings.HasPrefix(t, "enum("):
		vals := []any{}
		for _, v := range strings.Split(t[5:len(t)-1], "/") {
			vals = append(vals, v)
		}
		s = M{"type": "string", "enum": vals}
	case typeNames[t] != nil:
		s = M{}
		for k, v := range typeNames[t].(M) {
			s[k] = v
		}
	default:
		s = ref(t)
	}
	if null {
		if e, ok := s["enum"]; ok {
			s["enum"] = append(append([]any{}, e.([]any)...), nil)
		}
		if ty, ok := s["type"]; ok {
			s["type"] = []any{ty, "null"}
		} else {
			s = M{"oneOf": []any{s, M{"type": "null"}}}
		}
	}
	return s
}
func schemas() M {
	out := M{}
	for _, line := range strings.Split(strings.TrimSpace(schemaTable), "\n") {
		name, rest, _ := strings.Cut(line, ":")
		props, req := M{}, []any{}
		for _, f := range strings.Split(rest, ",") {
			k, t, ok := strings.Cut(strings.TrimSpace(f), " ")
			if !ok {
				continue
			}
			opt := strings.HasSuffix(t, "~")
			props[k] = typeOf(strings.TrimSuffix(t, "~"))
			if !opt {
				req = append(req, k)
			}
		}
		s := M{"type": "object", "properties": props}
		if len(req) > 0 {
			s["required"] = req
		}
		if name == "ToolInput" {
			s = M{"type": "object", "additionalProperties": true}
		}
		out[name] = s
	}
	// limits that are not of the type
	set := func(schema, field string, kv M) {
		for k, v := range kv {
			out[schema].(M)["properties"].(M)[field].(M)[k] = v
		}
	}
	for _, s := range []string{"AgentRequest", "AgentRequestPartial"} {
		set(s, "chatPrompt", M{"maxLength": 20000})
		set(s, "name", M{"maxLength": 120})
		set(s, "description", M{"maxLength": 2000})
		set(s, "upsellDescription", M{"maxLength": 2000})
		set(s, "vanitySlug", M{"pattern": slugRE.String(), "minLength": 3, "maxLength": 60})
		set(s, "monthlyPriceCents", M{"minimum": 1, "maximum": 1000000})
	}
	out["AgentRequest"].(M)["description"] = "chatPrompt is needed: without one the answer is 400. Absent visibility means private, in the sandbox tier public."
	for _, s := range []string{"AgentFileCreateRequest", "AgentFileUpdateRequest"} {
		set(s, "fileName", M{"maxLength": 255})
		set(s, "content", M{"maxLength": 200000})
		set(s, "contentType", M{"maxLength": 120})
		set(s, "position", M{"minimum": 0, "maximum": 1000000})
	}
	set("FilePosition", "position", M{"minimum": 0, "maximum": 1000000})
	set("AgentThemePreferenceUpsertRequest", "themeColor", M{"description": "#rrggbb; anything else is answered with 400"})
	set("UserFeedbackRequest", "rating", M{"minimum": 1, "maximum": 5})
	set("PaymentSessionRequest", "amountCents", M{"minimum": 50, "maximum": 1000000})
	set("AgentStudioChatCreate", "runId", M{"minLength": 1, "maxLength": 100})
	set("UserBundleRequest", "name", M{"minLength": 1, "maxLength": 120})
	set("CliAuthInsertModel", "jwt", M{"minLength": 1, "maxLength": 4096})
	return out
}

var statusWords = map[string]string{"400": "Bad request", "401": "Missing or invalid credential", "402": "Payment: already subscribed, or a subscription is needed", "403": "No permission",
	"404": "Not found", "409": "Conflict", "413": "Body too large", "422": "Validation error", "500": "Internal error", "503": "CLI authentication is unavailable"}

var pathParam = regexp.MustCompile(`\{(\w+)\}`)

func openapiDocument() M {
	paths := M{}
	headers := M{"X-Request-Id": M{"schema": typeOf("ulid")}, "X-RateLimit-Limit": M{"schema": typeOf("integer")},
		"X-RateLimit-Remaining": M{"schema": typeOf("integer")}, "X-RateLimit-Reset": M{"schema": typeOf("integer")}}
	with := func(extra ...string) M {
		h := M{}
		for k, v := range headers {
			h[k] = v
		}
		for _, e := range extra {
			h[e] = M{"schema": M{"type": "string"}}
		}
		return h
	}
	problem := func(name, code string) M {
		return M{"description": statusWords[code], "headers": with(), "content": M{"application/problem+json": M{"schema": ref(name)}}}
	}
	for _, op := range ops {
		o := M{"operationId": op.ID, "summary": op.Summary, "tags": []any{op.Svc}}
		params := []any{}
		for _, p := range strings.Fields(op.Params) {
			if p == "-" {
				continue
			}
			in, rest, _ := strings.Cut(p, ".")
			name, spec, _ := strings.Cut(rest, ":")
			parts := strings.Split(spec, ";")
			t := strings.TrimSuffix(parts[0], "!")
			s := typeOf(t)
			for _, a := range parts[1:] {
				k, v, _ := strings.Cut(a, "=")
				var val any = v
				if n, err := strconv.ParseFloat(v, 64); err == nil {
					val = n
				}
				switch k {
				case "min":
					k = "minimum"
				case "max":
					k = "maximum"
				case "enum":
					l := []any{}
					for _, e := range strings.Split(v, ",") {
						l = append(l, e)
					}
					val = l
				}
				s[k] = val
			}
			params = append(params, M{"name": name, "in": map[string]string{"p": "path", "q": "query", "h": "header"}[in],
				"required": in == "p" || strings.HasSuffix(parts[0], "!"), "schema": s})
		}
		if len(params) > 0 {
			o["parameters"] = params
		}
		if op.Body != "" {
			body := M{"required": !strings.HasSuffix(op.Body, "?"), "content": M{"application/json": M{"schema": typeOf(op.Body)}}}
			o["requestBody"] = body
		}
		switch op.Auth {
		case "jwt":
			o["security"] = []any{M{"userJwt": []any{}}}
		case "key":
			o["security"] = []any{M{"apiKey": []any{}}}
		default:
			o["security"] = []any{}
			if strings.Contains(op.Errs, "403") {
				o["security"] = []any{M{}, M{"userJwt": []any{}}}
			}
		}
		if op.Method == "POST" && op.Path == "/me/chats" {
			o["deprecated"] = true
		}
		f := strings.Fields(op.Success)
		answer := M{"description": "Done", "headers": with()}
		if op.Auth == "key" {
			answer["headers"] = with("X-Service-Run-ID", "x-service-job-id")
		}
		var content M
		if len(f) > 1 {
			switch f[1] {
			case "text":
				content = M{"text/plain": M{"schema": M{"type": "string"}}}
			case "ndjson":
				content = M{"application/x-ndjson": M{"schema": ref("StreamLine")}}
			case "data", "maybe":
				s := M{"type": "object", "properties": M{"data": ref(f[2]), "meta": ref("Meta")}, "required": []any{"data", "meta"}}
				if f[1] == "maybe" {
					s = M{"oneOf": []any{s, M{"type": "null"}}}
				}
				content = M{"application/json": M{"schema": s}}
			case "array":
				content = M{"application/json": M{"schema": M{"type": "array", "items": ref(f[2])}}}
			case "as":
				content = M{"application/json": M{"schema": ref(f[2])}}
			case "token":
				content = M{"application/json": M{"schema": M{"type": []any{"string", "null"}}}}
			}
			answer["content"] = content
		}
		res := M{f[0]: answer}
		if op.Auth != "open" {
			res["401"] = problem("Problem", "401")
		}
		if len(params) > 0 || op.Body != "" {
			res["422"] = problem("HTTPValidationError", "422")
		}
		if op.Body != "" {
			res["413"] = problem("Problem", "413")
		}
		for _, e := range strings.Split(op.Errs, ",") {
			if e != "" {
				res[e] = problem("Problem", e)
			}
		}
		o["responses"] = res
		if paths[op.Path] == nil {
			paths[op.Path] = M{}
		}
		paths[op.Path].(M)[strings.ToLower(op.Method)] = o
	}
	return M{"openapi": "3.1.0", "info": M{"title": "Agent Workers Platform (thistle)", "version": "0.1.0",
		"description": "Workers API under /workers, User API under /me. Writes show everywhere within 300 ms."},
		"servers": []any{M{"url": "/"}}, "paths": paths,
		"components": M{"schemas": schemas(), "securitySchemes": M{
			"userJwt": M{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
			"apiKey":  M{"type": "http", "scheme": "bearer"}}}}
}

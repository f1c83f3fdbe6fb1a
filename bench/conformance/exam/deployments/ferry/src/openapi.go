package main

import (
	"strconv"
	"strings"
)

// openAPI is the OpenAPI document of the deployment, made of its routes.
func (s *Service) openAPI() S {
	paths := S{}
	for _, route := range s.router.routes {
		path, ok := paths[route.template()].(S)
		if !ok {
			path = S{}
			paths[route.template()] = path
			if route.Prefix == workersPrefix {
				path["servers"] = []any{S{"url": workersPrefix, "description": "Workers API"}}
			}
		}
		path[strings.ToLower(route.Method)] = route.operation()
	}
	schemas := S{}
	for name, schema := range componentSchemas {
		schemas[name] = schema
	}
	return S{
		"openapi": "3.1.0",
		"info": S{
			"title":       "Ferry, a deployment of the Agent Workers platform",
			"version":     "0.1.0",
			"description": "The Workers API and the User API. Errors are problem details (RFC 9457).",
		},
		"servers": []any{S{"url": userPrefix, "description": "User API"}},
		"paths":   paths,
		"components": S{
			"schemas": schemas,
			"securitySchemes": S{
				"jwt":    S{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
				"apiKey": S{"type": "http", "scheme": "bearer", "description": "An API key (POST /me/api-keys)"},
			},
		},
	}
}

func (r *Route) operation() S {
	operation := S{
		"operationId": r.operationID(),
		"summary":     r.Summary,
		"tags":        []any{r.Tag},
		"responses":   r.responses(),
		"security":    r.security(),
	}
	if parameters := r.parameters(); len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if r.Deprecated {
		operation["deprecated"] = true
	}
	if schema := r.bodySchema(); schema != nil {
		operation["requestBody"] = S{"required": !r.BodyOptional, "content": jsonContent("application/json", schema)}
	}
	return operation
}

// operationID is for instance get_me_agents_agent_id.
func (r *Route) operationID() string {
	parts := []string{strings.ToLower(r.Method)}
	if r.Prefix == workersPrefix {
		parts = append(parts, "workers")
	}
	for _, s := range r.segments {
		if text := strings.ReplaceAll(s.name+s.text, "-", "_"); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "_")
}

func (r *Route) security() []any {
	switch r.Auth {
	case authJWT:
		return []any{S{"jwt": []any{}}}
	case authAPIKey:
		return []any{S{"apiKey": []any{}}}
	}
	return []any{}
}

func (r *Route) parameters() []any {
	var parameters []any
	for _, s := range r.segments {
		schema := map[string]S{"string": anyText, "uuid": uuidText, "int": anyInt}[s.kind]
		if s.name != "" {
			parameters = append(parameters, S{"name": s.name, "in": "path", "required": true, "schema": schema})
		}
	}
	for _, param := range r.Params {
		in := param.In
		if in == "" {
			in = "query"
		}
		described := S{"name": param.Name, "in": in, "required": param.Required, "schema": param.Schema}
		if param.Note != "" {
			described["description"] = param.Note
		}
		parameters = append(parameters, described)
	}
	return parameters
}

func (r *Route) bodySchema() S {
	switch {
	case r.AnyBody:
		return with(anyMap, S{"description": "The input of the tool, by its inputSchema."})
	case r.RawBody:
		return ref("PaymentEvent")
	case r.Body == "":
		return nil
	case r.BodyOptional:
		return nullable(ref(r.Body))
	}
	return ref(r.Body)
}

func (r *Route) takesInput() bool {
	for _, s := range r.segments {
		if s.kind == "uuid" || s.kind == "int" {
			return true
		}
	}
	query := len(r.Params) > 0 && r.Params[0].In != "header"
	return query || r.Body != "" || r.AnyBody
}

func (r *Route) responses() S {
	success := S{"description": "Success"}
	if r.Result != nil {
		success["content"] = jsonContent("application/json", r.Result)
	}
	if r.Stream != "" {
		schema := anyText
		if r.Stream == "application/x-ndjson" {
			schema = described("Each line is an NdjsonLine.", anyText)
		}
		success["content"] = jsonContent(r.Stream, schema)
	}
	if len(r.Headers) > 0 {
		success["headers"] = r.headers()
	}
	responses := S{strconv.Itoa(r.Success): success}
	for status, meaning := range r.Errors {
		responses[strconv.Itoa(status)] = problemResponse(meaning, "Problem")
	}
	if r.Auth != authNone {
		responses["401"] = problemResponse("the credential is missing or invalid", "Problem")
	}
	if r.takesInput() {
		responses["422"] = problemResponse("validation error", "HTTPValidationError")
	}
	if r.Body != "" || r.AnyBody || r.RawBody {
		responses["413"] = problemResponse("the body is too large", "Problem")
	}
	return responses
}

func (r *Route) headers() S {
	headers := S{}
	for _, name := range r.Headers {
		switch name {
		case "x-service-job-id":
			headers[name] = S{"description": "Present while a background job runs.", "required": false, "schema": anyText}
		default:
			headers[name] = S{"description": "The ID of the run.", "required": true, "schema": uuidText}
		}
	}
	return headers
}

func jsonContent(media string, schema S) S { return S{media: S{"schema": schema}} }

func problemResponse(meaning, schema string) S {
	return S{"description": meaning, "content": jsonContent("application/problem+json", ref(schema))}
}

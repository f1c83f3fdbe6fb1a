package main

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The schemas, in short: name:type, ! required, ? may be null.
// Types: str str(a..b) int int(a..b) num bool uuid dt obj any slug a|b (enum) [T] $Schema
var short = map[string]string{
	"AgentModel":                        "id:uuid! ownerId:uuid! name:str! chatPrompt:str! description:str! visibility:private|public! vanitySlug:str?! upsellDescription:str?! priceCents:int?! feedbackCount:int! createdAt:dt! updatedAt:dt!",
	"AgentRequest":                      "id:uuid name:str(0..200) chatPrompt:str(0..20000)? description:str(0..2000) visibility:private|public vanitySlug:slug? upsellDescription:str(0..2000)? priceCents:int(50..100000)?",
	"AgentRequestPartial":               "name:str(0..200) chatPrompt:str(0..20000)? description:str(0..2000) visibility:private|public vanitySlug:slug? upsellDescription:str(0..2000)? priceCents:int(50..100000)?",
	"SlugRequest":                       "text:str(1..200)!",
	"Slug":                              "slug:str!",
	"SlugAvailability":                  "slug:str! available:bool!",
	"VibeCoder":                         "name:str! title:str!",
	"VibeCoderListResponse":             "services:[$VibeCoder]!",
	"VibeCoderPromptResponse":           "agentId:uuid! serviceName:str! prompt:str!",
	"AgentThemePreferenceResponse":      "agentId:uuid! themeColor:str! updatedAt:dt!",
	"AgentThemePreferenceUpsertRequest": "themeColor:str!",
	"AgentFileResponse":                 "fileId:uuid! agentId:uuid! name:str! mediaType:str! content:str! size:int! position:int! createdAt:dt! updatedAt:dt!",
	"AgentFileListResponse":             "results:[$AgentFileResponse]!",
	"AgentFileCreateRequest":            "name:str(1..255)! content:str! mediaType:str(1..100) position:int(0..100000)",
	"AgentFileUpdateRequest":            "name:str(1..255) content:str mediaType:str(1..100) position:int(0..100000)",
	"FilePosition":                      "fileId:uuid! position:int(0..100000)!",
	"AgentFileBatchPositionRequest":     "positions:[$FilePosition]!",
	"AgentStudioChat":                   "runId:str! ownerId:uuid! title:str! visibility:private|public! createdAt:dt! updatedAt:dt! deletedAt:dt?!",
	"AgentStudioChatCreate":             "runId:str(1..128) title:str(0..200) visibility:private|public",
	"AgentStudioChatUpdate":             "title:str(0..200) visibility:private|public",
	"AgentRunView":                      "runId:uuid! agentId:uuid! status:idle|running! messageCount:int! createdAt:dt! updatedAt:dt!",
	"AgentRunViewListResponse":          "results:[$AgentRunView]! next:dt?!",
	"AgentRunLog":                       "logId:int! runId:uuid! agentId:uuid! event:str! detail:str! createdAt:dt!",
	"McpServerLog":                      "logId:int! runId:uuid! server:str! method:str! tool:str! request:any! response:any! createdAt:dt!",
	"ToolExecutionLog":                  "logId:int! toolName:str! status:str! serviceId:str! serviceIdNamespace:str! input:obj! output:any! startedAt:dt!",
	"ToolExecutionLogsResponse":         "results:[$ToolExecutionLog]! next:dt?!",
	"AgentSubscribeRequest":             "returnUrl:str(1..500)!",
	"AgentSubscribeResponse":            "agentId:uuid! sessionId:str! checkoutUrl:str!",
	"AgentSubscriptionResponse":         "agentId:uuid! status:active|canceled! startedAt:dt! canceledAt:dt?!",
	"AgentSubscriptionListResponse":     "results:[$AgentSubscriptionResponse]!",
	"SocialPreview":                     "title:str! description:str! url:str! image:str!",
	"UserFeedbackRequest":               "rating:up|down! comment:str(0..2000)",
	"ApiKeyHidden":                      "id:int! name:str! isDefault:bool! createdAt:dt!",
	"ApiKey":                            "id:int! name:str! isDefault:bool! createdAt:dt! key:str!",
	"ApiKeyCreate":                      "name:str(1..100)!",
	"BillingInformationSubscription":    "plan:str! status:str! renewsAt:dt?! amountCents:int! currency:str!",
	"AgentExecutionCredits":             "balance:int! used:int!",
	"PaymentWebhookResponseSuccess":     "received:bool! eventId:str!",
	"PaymentSessionRequest":             "priceId:str(1..100)! quantity:int(1..1000)",
	"PaymentSessionResponse":            "sessionId:str! url:str!",
	"MonetizationSummary":               "period:int! totalSubscribers:int! totalEarnings:int! currency:str!",
	"DailySubscribers":                  "date:date! subscribers:int!",
	"DailyEarnings":                     "date:date! earnings:int!",
	"MonetizationSubscribersResponse":   "period:int! results:[$DailySubscribers]!",
	"MonetizationEarningsResponse":      "period:int! results:[$DailyEarnings]! currency:str!",
	"UserBundleSimplified":              "id:int! name:str! toolCount:int! createdAt:dt!",
	"UserBundle":                        "id:int! name:str! tools:[$UserBundleTool]! createdAt:dt!",
	"UserBundleRow":                     "id:int! name:str! createdAt:dt!",
	"UserBundleRequest":                 "name:str(1..100) tools:[$UserBundleTool]",
	"UserBundleTool":                    "toolId:str(1..200)! addedAt:dt",
	"CliAuthModel":                      "id:uuid! state:pending|attached|consumed! createdAt:dt! expiresAt:dt!",
	"CliAuthInsertModel":                "jwt:str(1..8000)!",
	"Schedule":                          "id:uuid! chatId:uuid! cron:str! title:str! enabled:bool! createdAt:dt! updatedAt:dt!",
	"ScheduleListResponse":              "results:[$Schedule]!",
	"ScheduleRequest":                   "chatId:str? cron:str(1..200)! title:str(0..200) enabled:bool",
	"ScheduleUpdateRequest":             "chatId:str cron:str(1..200) title:str(0..200) enabled:bool",
	"ScheduleSuggestion":                "title:str! cron:str!",
	"ScheduleOnboarding":                "hasSchedules:bool! suggestions:[$ScheduleSuggestion]!",
	"ConvertedCron":                     "input:str! cron:str!",
	"Tool":                              "name:str! description:str! inputSchema:obj! outputSchema:obj",
	"PublicTool":                        "toolId:str! name:str! description:str! toolkit:str! needsConnection:bool!",
	"ToolResult":                        "toolName:str! logId:int! output:any!",
	"ToolSet":                           "name:str! description:str! tools:[str]!",
	"ToolSetWithTools":                  "name:str! description:str! tools:[$Tool]!",
	"UserTool":                          "toolId:str! name:str! description:str! toolkit:str! installedAt:dt!",
	"UserInstallToolRequest":            "toolId:str(1..200)!",
	"UserInstalledTool":                 "toolId:str! userId:uuid! installedAt:dt!",
	"UserWithTier":                      "id:uuid! email:str! displayName:str! tier:sandbox|pro! createdAt:dt!",
	"VipCodeRedemptionCount":            "count:int!",
	"VipCodeRequest":                    "code:str(1..100)!",
	"VipCodeRedeemed":                   "code:str! redeemedAt:dt!",
	"StartRunRequest":                   "message:str!",
	"ContinueRunRequest":                "message:str!",
	"Message":                           "role:user|assistant! content:str!",
	"RunEvent":                          "type:run|tool_call|tool_result|text|done! runId:uuid callId:str name:str arguments:obj output:any text:str",
	"ProblemViolation":                  "in:str! pointer:str! detail:str!",
	"Problem":                           "type:str! title:str! status:int! detail:str! errors:[$ProblemViolation]",
	"HTTPValidationError":               "type:str! title:str! status:int! detail:str! errors:[$ProblemViolation]!",
}

var schemas = func() J {
	m := J{}
	for n, s := range short {
		m[n] = object(s)
	}
	return m
}()

func object(s string) J {
	props, req := J{}, []string{}
	for _, f := range strings.Fields(s) {
		name, t, _ := strings.Cut(f, ":")
		if strings.HasSuffix(t, "!") {
			req = append(req, name)
			t = t[:len(t)-1]
		}
		props[name] = kind(t)
	}
	sort.Strings(req)
	return J{"type": "object", "properties": props, "required": req, "additionalProperties": false}
}

func kind(t string) J {
	null := strings.HasSuffix(t, "?")
	t = strings.TrimSuffix(t, "?")
	lo, hi := "", ""
	if i := strings.Index(t, "("); i > 0 {
		lo, hi, _ = strings.Cut(strings.TrimSuffix(t[i+1:], ")"), "..")
		t = t[:i]
	}
	m := J{}
	switch {
	case t == "any":
		return J{}
	case t == "str":
		m["type"] = "string"
		if lo != "" {
			m["minLength"], m["maxLength"] = atoi(lo), atoi(hi)
		}
	case t == "int":
		m["type"] = "integer"
		if lo != "" {
			m["minimum"] = atoi(lo)
		}
		if hi != "" {
			m["maximum"] = atoi(hi)
		}
	case t == "num":
		m["type"] = "number"
	case t == "bool":
		m["type"] = "boolean"
	case t == "obj":
		m["type"] = "object"
	case t == "uuid":
		m["type"], m["format"] = "string", "uuid"
	case t == "dt":
		m["type"], m["format"] = "string", "date-time"
	case t == "date":
		m["type"], m["format"] = "string", "date"
	case t == "slug":
		m["type"], m["pattern"] = "string", "^[a-z0-9]+(-[a-z0-9]+)*$"
		m["minLength"], m["maxLength"] = 3, 64
	case strings.HasPrefix(t, "["):
		m["type"], m["items"] = "array", kind(t[1:len(t)-1])
	case strings.HasPrefix(t, "$"):
		return J{"$ref": "#/components/schemas/" + t[1:]}
	case strings.Contains(t, "|"):
		m["type"], m["enum"] = "string", strings.Split(t, "|")
	default:
		panic("kind " + t)
	}
	if null {
		m["type"] = []string{m["type"].(string), "null"}
	}
	return m
}

func atoi(s string) int { i, _ := strconv.Atoi(s); return i }

func ref(n string) J { return J{"$ref": "#/components/schemas/" + n} }

var reCache = map[string]*regexp.Regexp{}

func typeOf(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if f, err := x.Float64(); err == nil && f == math.Trunc(f) && !strings.ContainsAny(string(x), "eE.") {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	default:
		return "object"
	}
}

// check validates a decoded JSON value by the part of JSON Schema that is used here.
func check(s J, v any, at string) []Vio {
	if r, ok := s["$ref"].(string); ok {
		return check(schemas[r[strings.LastIndex(r, "/")+1:]].(J), v, at)
	}
	no := func(f string, a ...any) []Vio { return []Vio{{"body", at, fmt.Sprintf(f, a...)}} }
	t := typeOf(v)
	var types []string
	switch x := s["type"].(type) {
	case string:
		types = []string{x}
	case []string:
		types = x
	}
	if types != nil && !contains(types, t) && !(t == "integer" && contains(types, "number")) {
		return no("must be of type %s", strings.Join(types, " or "))
	}
	var bad []Vio
	switch x := v.(type) {
	case string:
		n := utf8.RuneCountInString(x)
		if m, ok := s["minLength"].(int); ok && n < m {
			return no("must have at least %d characters", m)
		}
		if m, ok := s["maxLength"].(int); ok && n > m {
			return no("must have at most %d characters", m)
		}
		if e, ok := s["enum"].([]string); ok && !contains(e, x) {
			return no("must be one of %s", strings.Join(e, ", "))
		}
		if s["format"] == "uuid" && !uuidRe.MatchString(x) {
			return no("must be a UUID")
		}
		if p, ok := s["pattern"].(string); ok {
			if reCache[p] == nil {
				reCache[p] = regexp.MustCompile(p)
			}
			if !reCache[p].MatchString(x) {
				return no("must match %s", p)
			}
		}
	case json.Number:
		f, _ := x.Float64()
		if m, ok := s["minimum"].(int); ok && f < float64(m) {
			return no("must be at least %d", m)
		}
		if m, ok := s["maximum"].(int); ok && f > float64(m) {
			return no("must be at most %d", m)
		}
	case []any:
		if it, ok := s["items"].(J); ok {
			for i, e := range x {
				bad = append(bad, check(it, e, fmt.Sprintf("%s/%d", at, i))...)
			}
		}
	case J:
		props, _ := s["properties"].(J)
		if r, ok := s["required"].([]string); ok {
			for _, k := range r {
				if _, ok := x[k]; !ok {
					bad = append(bad, Vio{"body", at + "/" + k, "is required"})
				}
			}
		}
		for k, e := range x {
			if p, ok := props[k].(J); ok {
				bad = append(bad, check(p, e, at+"/"+k)...)
			} else if s["additionalProperties"] == false {
				bad = append(bad, Vio{"body", at + "/" + k, "is not known"})
			}
		}
	}
	return bad
}

// ---- the OpenAPI document

func outSchema(n string) J {
	if strings.HasPrefix(n, "[]") {
		return J{"type": "array", "items": ref(n[2:])}
	}
	if n == "jwt" {
		return J{"type": []string{"string", "null"}}
	}
	if strings.HasSuffix(n, "?") {
		return J{"anyOf": []any{ref(n[:len(n)-1]), J{"type": "null"}}}
	}
	return ref(n)
}

func problem(code int) J {
	n := "Problem"
	if code == 422 {
		n = "HTTPValidationError"
	}
	return J{"description": map[int]string{400: "Bad request", 401: "Unauthorized", 402: "Already subscribed", 403: "Forbidden", 404: "Not found", 409: "Conflict", 422: "Validation error", 500: "Internal error", 503: "Service unavailable"}[code],
		"content": J{"application/problem+json": J{"schema": ref(n)}}}
}

var paramRe = regexp.MustCompile(`\{(\w+)\}`)

func pathParams(path string, kinds J) []any {
	ps := []any{}
	for _, m := range paramRe.FindAllStringSubmatch(path, -1) {
		s := J{"type": "string"}
		switch kinds[m[1]] {
		case "uuid":
			s["format"] = "uuid"
		case "integer":
			s["type"] = "integer"
		}
		ps = append(ps, J{"name": m[1], "in": "path", "required": true, "schema": s})
	}
	return ps
}

func openapi(all []Route) J {
	paths := J{}
	put := func(path, method string, op J) {
		if paths[path] == nil {
			paths[path] = J{}
		}
		paths[path].(J)[strings.ToLower(method)] = op
	}
	for _, rt := range all {
		path := strings.Replace(rt.Path, "/me/$", "/me/", 1)
		params := pathParams(path, rt.Kinds)
		for _, q := range rt.Query {
			s := J{"type": q.Type}
			if q.Type == "date-time" {
				s = J{"type": "string", "format": "date-time"}
			}
			if q.Null {
				s["type"] = []string{s["type"].(string), "null"}
			}
			if q.Min != nil {
				s["minimum"] = *q.Min
			}
			if q.Max != nil {
				s["maximum"] = *q.Max
			}
			if q.MinLen > 0 {
				s["minLength"] = q.MinLen
			}
			if q.Enum != nil {
				s["enum"] = q.Enum
			}
			if q.Default != nil {
				s["default"] = q.Default
			}
			params = append(params, J{"name": q.Name, "in": "query", "required": q.Required, "schema": s})
		}
		op := J{"operationId": rt.Op, "parameters": params}
		res := J{}
		if rt.Status == 204 {
			res["204"] = J{"description": "No content"}
		} else {
			res[strconv.Itoa(rt.Status)] = J{"description": "OK", "content": J{"application/json": J{"schema": outSchema(rt.Out)}}}
		}
		codes := rt.Others
		if !rt.Open {
			codes = append(append([]int{}, codes...), 401)
			op["security"] = []any{J{"jwt": []any{}}}
		} else {
			op["security"] = []any{}
		}
		if rt.Op == "createChat" {
			op["deprecated"] = true
		}
		if rt.Body != "" {
			s := J{"type": "object"}
			name := strings.TrimSuffix(rt.Body, "?")
			if name != "*" {
				s = ref(name)
			}
			if name != rt.Body {
				s = J{"anyOf": []any{s, J{"type": "null"}}}
			}
			op["requestBody"] = J{"required": name == rt.Body, "content": J{"application/json": J{"schema": s}}}
		}
		if rt.Op == "receivePaymentEvent" {
			op["parameters"] = []any{J{"name": sigHeader, "in": "header", "required": false, "schema": J{"type": "string"}, "description": "t=TIME,v1=HMAC-SHA256 of TIME.BODY; 400 without it"}}
			op["requestBody"] = J{"required": true, "content": J{"application/json": J{"schema": J{"type": "object"}}}}
		}
		if len(params) > 0 || rt.Body != "" {
			codes = append(append([]int{}, codes...), 422)
		}
		for _, c := range codes {
			res[strconv.Itoa(c)] = problem(c)
		}
		op["responses"] = res
		put(path, rt.Method, op)
	}
	idk := J{"agent_id": "uuid", "run_id": "uuid"}
	runID := J{"description": "The run", "schema": J{"type": "string", "format": "uuid"}}
	jobID := J{"description": "There while a background job runs", "schema": J{"type": "string"}}
	stream := func(path, method, opid, body, media string, s J) {
		res := J{"200": J{"description": "The stream", "headers": J{"X-Service-Run-ID": runID, "x-service-job-id": jobID}, "content": J{media: J{"schema": s}}}}
		for _, c := range []int{401, 403, 404, 409, 422} {
			if c == 409 && method == "post" {
				continue
			}
			res[strconv.Itoa(c)] = problem(c)
		}
		put(path, method, J{"operationId": opid, "parameters": pathParams(path, idk), "security": []any{J{"apiKey": []any{}}},
			"requestBody": J{"required": true, "content": J{"application/json": J{"schema": ref(body)}}}, "responses": res})
	}
	text := J{"type": "string"}
	stream("/run/{agent_id}", "post", "startRun", "StartRunRequest", "text/plain", text)
	stream("/run/{agent_id}/{run_id}", "put", "continueRun", "ContinueRunRequest", "text/plain", text)
	stream("/run/ndjson/{agent_id}", "post", "startRunNdjson", "StartRunRequest", "application/x-ndjson", J{"type": "string", "description": "A RunEvent on each line"})
	stream("/run/ndjson/{agent_id}/{run_id}", "put", "continueRunNdjson", "ContinueRunRequest", "application/x-ndjson", J{"type": "string", "description": "A RunEvent on each line"})
	put("/run/{agent_id}/{run_id}", "get", J{"operationId": "getRunMessages", "parameters": pathParams("/run/{agent_id}/{run_id}", idk), "security": []any{J{"apiKey": []any{}}},
		"responses": J{"200": J{"description": "OK", "headers": J{"X-Service-Run-ID": runID, "x-service-job-id": jobID}, "content": J{"application/json": J{"schema": outSchema("[]Message")}}},
			"401": problem(401), "404": problem(404), "422": problem(422)}})
	return J{"openapi": "3.1.0", "info": J{"title": "Lotus workers platform", "version": "0.1.0"}, "servers": []any{J{"url": "/"}}, "paths": paths,
		"components": J{"schemas": schemas, "securitySchemes": J{
			"jwt":    J{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
			"apiKey": J{"type": "http", "scheme": "bearer", "bearerFormat": "API key"}}}}
}

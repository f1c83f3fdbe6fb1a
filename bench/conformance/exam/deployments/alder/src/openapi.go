package main

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

type obj = map[string]any

var schemaNames = map[string]string{"Run": "AgentRunView", "RunLog": "AgentRunLog", "McpLog": "McpServerLog", "Agent": "AgentModel", "Execution": "ToolExecutionLog",
	"Theme": "AgentThemePreferenceResponse", "ThemeRequest": "AgentThemePreferenceUpsertRequest", "AgentFile": "AgentFileResponse", "FileCreate": "AgentFileCreateRequest",
	"FileUpdate": "AgentFileUpdateRequest", "FilePositions": "AgentFileBatchPositionRequest", "StudioChat": "AgentStudioChat", "StudioCreate": "AgentStudioChatCreate",
	"StudioUpdate": "AgentStudioChatUpdate", "Subscription": "AgentSubscriptionResponse", "SubscribeRequest": "AgentSubscribeRequest", "SubscribeResponse": "AgentSubscribeResponse",
	"Credits": "AgentExecutionCredits", "Billing": "BillingInformationSubscription", "WebhookAnswer": "PaymentWebhookResponseSuccess", "SessionRequest": "PaymentSessionRequest",
	"PaySession": "PaymentSessionResponse", "Summary": "MonetizationSummary", "SubsReport": "MonetizationSubscribersResponse", "EarnReport": "MonetizationEarningsResponse",
	"Bundle": "UserBundleRow", "BundleFull": "UserBundle", "BundleSimple": "UserBundleSimplified", "BundleRequest": "UserBundleRequest", "BundleTool": "UserBundleTool",
	"CliSession": "CliAuthModel", "CliInsert": "CliAuthInsertModel", "ScheduleUpdate": "ScheduleUpdateRequest", "InstallRequest": "UserInstallToolRequest",
	"User": "UserWithTier", "VipRequest": "VipCodeRequest", "VipRedeemed": "VipCodeRedeemed", "VipCount": "VipCodeRedemptionCount", "FeedbackRequest": "UserFeedbackRequest",
	"VibePrompt": "VibeCoderPromptResponse", "List[main.VibeService]": "VibeCoderListResponse", "List[main.Run]": "AgentRunViewListResponse", "List[main.Execution]": "ToolExecutionLogsResponse",
	"List[main.Subscription]": "AgentSubscriptionListResponse", "List[main.AgentFile]": "AgentFileListResponse", "List[main.Schedule]": "ScheduleListResponse", "ErrorBody": "Error"}

type docBuilder struct{ schemas obj }

func (d *docBuilder) ref(t reflect.Type) obj {
	switch {
	case t == reflect.TypeOf(Stamp(0)):
		return obj{"type": "string", "format": "date-time"}
	case t == reflect.TypeOf(json.RawMessage{}):
		return obj{"type": "object", "additionalProperties": true}
	}
	switch t.Kind() {
	case reflect.Pointer:
		in := d.ref(t.Elem())
		if _, ok := in["$ref"]; ok {
			return obj{"allOf": []any{in}, "nullable": true}
		}
		in["nullable"] = true
		return in
	case reflect.Slice:
		return obj{"type": "array", "items": d.ref(t.Elem())}
	case reflect.String:
		return obj{"type": "string"}
	case reflect.Bool:
		return obj{"type": "boolean"}
	case reflect.Int, reflect.Int64, reflect.Uint:
		return obj{"type": "integer", "format": "int64"}
	case reflect.Float64:
		return obj{"type": "number"}
	case reflect.Map:
		return obj{"type": "object", "additionalProperties": true}
	case reflect.Struct:
		name := t.Name()
		if n, ok := schemaNames[name]; ok {
			name = n
		}
		if _, ok := d.schemas[name]; !ok {
			s := obj{"type": "object"}
			d.schemas[name] = s
			props, req := obj{}, []string{}
			d.fields(t, props, &req)
			s["properties"] = props
			if len(req) > 0 {
				s["required"] = req
			}
		}
		return obj{"$ref": "#/components/schemas/" + name}
	}
	return obj{}
}

var numRe = regexp.MustCompile(`^(min|max)=(\d+)$`)

func (d *docBuilder) fields(t reflect.Type, props obj, req *[]string) {
	request := strings.HasSuffix(t.Name(), "Request") || strings.HasSuffix(t.Name(), "RequestPartial") || has([]string{"FileCreate", "FileUpdate", "FilePosition", "FilePositions",
		"StudioCreate", "StudioUpdate", "ApiKeyCreate", "CliInsert", "ScheduleUpdate", "WebhookEvent"}, t.Name())
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		if f.Anonymous {
			d.fields(f.Type, props, req)
			continue
		}
		name := strings.Split(f.Tag.Get("json"), ",")[0]
		if name == "-" || name == "" {
			continue
		}
		p := d.ref(f.Type)
		doc, bind := f.Tag.Get("doc"), f.Tag.Get("binding")
		switch {
		case strings.HasPrefix(doc, "enum="):
			p["enum"] = enumOf(strings.Split(doc[5:], ","), p["nullable"] == true)
		case doc == "uuid" || doc == "date":
			p["format"] = doc
		case doc == "object":
			p["type"] = "object"
		case doc != "" && p["$ref"] == nil:
			p["description"] = doc
		}
		for _, rule := range strings.Split(bind, ",") {
			if strings.HasPrefix(rule, "oneof=") {
				p["enum"] = enumOf(strings.Fields(rule[6:]), p["nullable"] == true)
			}
			if rule == "uuid" {
				p["format"] = "uuid"
			}
			if m := numRe.FindStringSubmatch(rule); m != nil {
				n, _ := strconv.Atoi(m[2])
				key := obj{"string": m[1] + "Length", "integer": m[1] + "imum", "array": m[1] + "Items"}[p["type"].(string)]
				p[key.(string)] = n
			}
		}
		needed := strings.HasPrefix(bind, "required")
		if needed {
			delete(p, "nullable")
			if p["type"] == "string" && f.Type.Kind() == reflect.String {
				p["minLength"] = 1
			}
		}
		if !request || needed || (t == reflect.TypeOf(AgentRequest{}) && name == "chat_prompt") {
			*req = append(*req, name)
		}
		props[name] = p
	}
}

func enumOf(list []string, null bool) []any {
	var out []any
	for _, v := range list {
		out = append(out, v)
	}
	if null {
		out = append(out, nil)
	}
	return out
}

var texts = map[int]string{400: "Bad request", 401: "No valid credential", 402: "Already subscribed", 403: "Forbidden", 404: "Not found", 409: "Conflict", 422: "Validation error", 500: "Internal error", 503: "CLI authentication unavailable"}

func (s *Server) buildDoc() {
	d := &docBuilder{schemas: obj{}}
	errRef := d.ref(reflect.TypeOf(ErrorBody{}))
	d.schemas["HTTPValidationError"] = d.schemas["Error"]
	paths := obj{}
	for _, o := range s.ops {
		path := paramRe.ReplaceAllString(o.P, "{$1}")
		worker := strings.HasPrefix(path, "/workers")
		var params []any
		for _, m := range paramRe.FindAllStringSubmatch(o.P, -1) {
			sc := obj{"type": "string"}
			if m[2] == "uuid" {
				sc["format"] = "uuid"
			} else if m[2] == "int" {
				sc = obj{"type": "integer", "format": "int64"}
			}
			params = append(params, obj{"name": m[1], "in": "path", "required": true, "schema": sc})
		}
		for _, q := range o.Query {
			sc := obj{"type": "string"}
			switch q.Type {
			case "integer", "number":
				sc["type"] = q.Type
			case "date-time":
				sc["format"], sc["nullable"] = "date-time", true
			case "null-string":
				sc["nullable"] = true
			}
			if q.Min != nil {
				sc["minimum"], sc["maximum"] = *q.Min, *q.Max
			}
			if q.MinLen > 0 {
				sc["minLength"] = q.MinLen
			}
			if q.Enum != nil {
				sc["enum"] = q.Enum
			}
			if q.Default != nil && q.Default != "" && q.Type != "date-time" {
				sc["default"] = q.Default
			}
			params = append(params, obj{"name": q.Name, "in": "query", "required": q.Required, "schema": sc})
		}
		if strings.HasSuffix(path, "/payments/webhook") {
			params = append(params, obj{"name": webhookHeader, "in": "header", "required": true, "schema": obj{"type": "string"}, "description": "sha256=<hex HMAC-SHA-256 of the body>"})
		}
		ok := obj{"description": "Success"}
		switch {
		case worker && o.Raw != nil:
			job := obj{"description": "id of the background job that this turn has started", "schema": obj{"type": "string"}}
			ok["headers"] = obj{"X-Service-Run-ID": obj{"schema": obj{"type": "string", "format": "uuid"}}, "x-service-job-id": job}
			if strings.Contains(path, "ndjson") {
				ok["content"] = obj{"application/x-ndjson": obj{"schema": d.ref(reflect.TypeOf(event{}))}}
			} else {
				ok["content"] = obj{"text/plain": obj{"schema": obj{"type": "string"}}}
			}
		case o.Out != nil:
			ok["content"] = obj{"application/json": obj{"schema": d.ref(outType(o.Out))}}
		}
		if worker && o.M == "GET" {
			ok["headers"] = obj{"X-Service-Run-ID": obj{"schema": obj{"type": "string", "format": "uuid"}}, "x-service-job-id": obj{"description": "only while a job runs", "schema": obj{"type": "string"}}}
		}
		resp := obj{strconv.Itoa(o.OK): ok}
		for _, e := range o.Errs {
			sc := errRef
			if e == 422 {
				sc = obj{"$ref": "#/components/schemas/HTTPValidationError"}
			}
			resp[strconv.Itoa(e)] = obj{"description": texts[e], "content": obj{"application/json": obj{"schema": sc}}}
		}
		op := obj{"summary": o.Sum, "operationId": opID(o.M, path), "responses": resp}
		if params != nil {
			op["parameters"] = params
		}
		if o.Body != nil {
			sc := d.ref(reflect.TypeOf(o.Body))
			if o.BodyOp {
				sc = obj{"allOf": []any{sc}, "nullable": true}
			}
			op["requestBody"] = obj{"required": !o.BodyOp, "content": obj{"application/json": obj{"schema": sc}}}
		}
		switch o.Auth {
		case authJWT:
			op["security"] = []any{obj{"jwt": []string{}}}
		case authKey:
			op["security"] = []any{obj{"apiKey": []string{}}}
		case authOptional:
			op["security"] = []any{obj{}, obj{"jwt": []string{}}}
		default:
			op["security"] = []any{}
		}
		if o.M == "POST" && path == "/me/chats" {
			op["deprecated"] = true
		}
		if paths[path] == nil {
			paths[path] = obj{}
		}
		paths[path].(obj)[strings.ToLower(o.M)] = op
	}
	doc := obj{"openapi": "3.0.3", "info": obj{"title": "Agent Workers Platform (alder)", "version": "0.1.0"}, "servers": []any{obj{"url": s.base}}, "paths": paths,
		"components": obj{"schemas": d.schemas, "securitySchemes": obj{"jwt": obj{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
			"apiKey": obj{"type": "http", "scheme": "bearer", "description": "an API key"}}}}
	s.doc, _ = json.MarshalIndent(doc, "", " ")
}

func outType(v any) reflect.Type {
	return reflect.TypeOf(v)
}

var notWord = regexp.MustCompile(`[^a-zA-Z0-9]+`)

func opID(m, path string) string {
	return strings.ToLower(m) + "_" + strings.Trim(notWord.ReplaceAllString(path, "_"), "_")
}

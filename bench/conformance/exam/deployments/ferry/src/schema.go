package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// S is a JSON Schema in the form in which the OpenAPI document shows it. The
// same schemas validate what comes in, so the document cannot be untrue.
type S = map[string]any

func ref(name string) S { return S{"$ref": "#/components/schemas/" + name} }
func arrayOf(items S) S { return S{"type": "array", "items": items} }
func described(text string, schema S) S {
	return with(schema, S{"description": text})
}

// with is a schema with further keywords.
func with(schema S, more S) S {
	merged := S{}
	for key, value := range schema {
		merged[key] = value
	}
	for key, value := range more {
		merged[key] = value
	}
	return merged
}

// nullable is a schema that takes null, too.
func nullable(schema S) S {
	if _, isRef := schema["$ref"]; isRef {
		return S{"anyOf": []any{schema, S{"type": "null"}}}
	}
	copied := with(schema, S{"type": []any{schema["type"], "null"}})
	if values, ok := schema["enum"].([]any); ok {
		copied["enum"] = append(append([]any{}, values...), nil)
	}
	return copied
}

func enum(values ...any) S { return S{"type": "string", "enum": values} }

// object is an object with the named properties required.
func object(properties S, required ...string) S {
	schema := S{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// record is an object of ours in an answer: all its properties are always there.
func record(properties S) S {
	required := sortedKeys(properties)
	return object(properties, required...)
}

var (
	boolean  = S{"type": "boolean"}
	uuidText = S{"type": "string", "format": "uuid"}
	dateTime = S{"type": "string", "format": "date-time"}
	webURL   = S{"type": "string", "format": "uri", "maxLength": 2000}
	anyInt   = S{"type": "integer"}
	anyText  = S{"type": "string"}
	anyMap   = S{"type": "object", "additionalProperties": true}
)

func textOf(min, max int) S    { return S{"type": "string", "minLength": min, "maxLength": max} }
func intFrom(min int) S        { return S{"type": "integer", "minimum": min} }
func intWithin(min, max int) S { return S{"type": "integer", "minimum": min, "maximum": max} }

var uuidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

// validate notes in errors where the value breaks the schema. Numbers in the
// value are json.Number.
func validate(value any, schema S, place string, errors fieldErrors) {
	if target, ok := schema["$ref"].(string); ok {
		validate(value, componentSchemas[strings.TrimPrefix(target, "#/components/schemas/")], place, errors)
		return
	}
	if !hasType(value, schema["type"]) {
		errors.add(place, "must be of type %s", typeNames(schema["type"]))
		return
	}
	if allowed, ok := schema["enum"].([]any); ok && !containsValue(allowed, value) {
		errors.add(place, "must be one of %s", joinValues(allowed))
		return
	}
	switch v := value.(type) {
	case string:
		validateText(v, schema, place, errors)
	case json.Number:
		validateNumber(v, schema, place, errors)
	case []any:
		validateArray(v, schema, place, errors)
	case map[string]any:
		validateObject(v, schema, place, errors)
	}
}

func validateText(text string, schema S, place string, errors fieldErrors) {
	length := utf8.RuneCountInString(text)
	if min, ok := schema["minLength"].(int); ok && length < min {
		errors.add(place, "must have at least %d characters", min)
		return
	}
	if max, ok := schema["maxLength"].(int); ok && length > max {
		errors.add(place, "must have at most %d characters", max)
	}
	if pattern, ok := schema["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(text) {
		errors.add(place, "must match %s", pattern)
	}
	if format, ok := schema["format"].(string); ok && !hasFormat(text, format) {
		errors.add(place, "must be a valid %s", format)
	}
}

func hasFormat(text, format string) bool {
	switch format {
	case "uuid":
		return uuidPattern.MatchString(text)
	case "date-time":
		_, err := time.Parse(time.RFC3339Nano, text)
		return err == nil
	case "email":
		address, err := mail.ParseAddress(text)
		return err == nil && address.Address == text
	case "uri":
		parsed, err := url.Parse(text)
		return err == nil && parsed.IsAbs() && (parsed.Host != "" || parsed.Opaque != "")
	}
	return true
}

func validateNumber(number json.Number, schema S, place string, errors fieldErrors) {
	value, _ := number.Float64()
	if min, ok := asFloat(schema["minimum"]); ok && value < min {
		errors.add(place, "must be at least %v", schema["minimum"])
	}
	if max, ok := asFloat(schema["maximum"]); ok && value > max {
		errors.add(place, "must be at most %v", schema["maximum"])
	}
}

func validateArray(values []any, schema S, place string, errors fieldErrors) {
	if min, ok := schema["minItems"].(int); ok && len(values) < min {
		errors.add(place, "must have at least %d items", min)
	}
	if max, ok := schema["maxItems"].(int); ok && len(values) > max {
		errors.add(place, "must have at most %d items", max)
	}
	if items, ok := schema["items"].(S); ok {
		for i, item := range values {
			validate(item, items, fmt.Sprintf("%s[%d]", place, i), errors)
		}
	}
}

func validateObject(object map[string]any, schema S, place string, errors fieldErrors) {
	inside := func(name string) string {
		if place == "" {
			return name
		}
		return place + "." + name
	}
	required, _ := schema["required"].([]string)
	for _, name := range required {
		if _, ok := object[name]; !ok {
			errors.add(inside(name), "is required")
		}
	}
	properties, _ := schema["properties"].(S)
	for name, value := range object {
		if property, ok := properties[name].(S); ok {
			validate(value, property, inside(name), errors)
		}
	}
}

// hasType tells whether the value has the type of the schema, or one of them.
func hasType(value any, wanted any) bool {
	switch wanted := wanted.(type) {
	case nil:
		return true
	case []any:
		for _, one := range wanted {
			if hasType(value, one) {
				return true
			}
		}
		return false
	case string:
		return typeOf(value) == wanted || wanted == "number" && typeOf(value) == "integer"
	}
	return false
}

func typeOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if _, ok := wholeNumber(v); ok {
			return "integer"
		}
		return "number"
	}
	return "unknown"
}

// wholeNumber reads a JSON number as an integer; 5.0 counts as one.
func wholeNumber(number json.Number) (int, bool) {
	if n, err := number.Int64(); err == nil {
		return int(n), true
	}
	f, err := number.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int(f), true
}

func asFloat(value any) (float64, bool) {
	switch v := value.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func typeNames(wanted any) string {
	if many, ok := wanted.([]any); ok {
		return strings.ReplaceAll(joinValues(many), ", ", " or ")
	}
	return fmt.Sprint(wanted)
}

func joinValues(values []any) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
		if value == nil {
			texts[i] = "null"
		}
	}
	return strings.Join(texts, ", ")
}

func containsValue(values []any, value any) bool {
	for _, one := range values {
		if one == value {
			return true
		}
	}
	return false
}

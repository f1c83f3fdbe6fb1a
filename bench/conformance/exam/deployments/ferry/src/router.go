package main

import (
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"
)

// The two APIs are prefixes of one port.
const (
	workersPrefix = "/agents"
	userPrefix    = "/api"
)

// authKind is what credential an operation asks for.
type authKind int

const (
	authJWT    authKind = iota // a JWT of ours
	authNone                   // none; a JWT is taken note of when there is a valid one
	authAPIKey                 // an API key
)

// Param is a query or header parameter.
type Param struct {
	Name     string
	In       string // "query" unless said otherwise
	Required bool
	Schema   S // may have a default
	// NullText tells that the text "null" stands for leaving it out.
	NullText bool
	Note     string
}

// Route is one operation.
type Route struct {
	Prefix     string // userPrefix or workersPrefix
	Method     string
	Path       string // as in the interface, with types: /me/bundles/{bundle_id:int}
	Tag        string
	Summary    string
	Deprecated bool
	Auth       authKind
	Params     []Param

	Body         string // schema of the JSON body; empty when there is none
	BodyOptional bool   // the body may be absent or null
	AnyBody      bool   // any JSON object, with no schema of ours
	RawBody      bool   // the handler reads the body itself

	Success int
	Result  S              // schema of the JSON answer; nil when it has no body
	Stream  string         // media type of a streamed answer, instead of Result
	Headers []string       // headers of the answer
	Errors  map[int]string // what each further status means

	// Handle answers with what is written as JSON. It runs under the lock of
	// the service. HandleStream writes the answer itself and locks by itself.
	Handle       func(*Call) (any, error)
	HandleStream func(*Call) error

	segments []segment
}

// segment is a part of a path: fixed text or a parameter with its type.
type segment struct {
	text string
	name string // empty for fixed text
	kind string // "string", "uuid" or "int"
}

var segmentPattern = regexp.MustCompile(`^\{(\w+)(?::(\w+))?\}$`)

func parsePath(path string) []segment {
	var segments []segment
	for _, part := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		parsed := segment{text: part}
		if match := segmentPattern.FindStringSubmatch(part); match != nil {
			parsed = segment{name: match[1], kind: match[2]}
			if parsed.kind == "" {
				parsed.kind = "string"
			}
		}
		segments = append(segments, parsed)
	}
	return segments
}

// template is the path as the interface writes it.
func (r *Route) template() string {
	var parts []string
	for _, s := range r.segments {
		if s.name != "" {
			parts = append(parts, "{"+s.name+"}")
		} else {
			parts = append(parts, s.text)
		}
	}
	return "/" + strings.Join(parts, "/")
}

// is tells whether this is the operation, for instance "GET /me/agents".
func (r *Route) is(operation string) bool { return r.Method+" "+r.template() == operation }

// match gives the values of the path's parameters, or false.
func (r *Route) match(parts []string) (map[string]string, bool) {
	if len(parts) != len(r.segments) {
		return nil, false
	}
	values := map[string]string{}
	for i, s := range r.segments {
		if s.name == "" {
			if parts[i] != s.text {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(parts[i])
		if err != nil || value == "" {
			return nil, false
		}
		values[s.name] = value
	}
	return values, true
}

// fixedSegments counts the parts without parameters: of two routes that match,
// the one with more of them is meant.
func (r *Route) fixedSegments() int {
	n := 0
	for _, s := range r.segments {
		if s.name == "" {
			n++
		}
	}
	return n
}

// shadowedRoutes are fixed paths that a fault lets a parameter swallow.
var shadowedRoutes = map[string]string{
	"schedules-onboarding-shadowed": "GET /me/schedules/onboarding",
	"keys-default-shadowed":         "GET /me/api-keys/default",
	"tools-list-shadowed":           "GET /me/tools/list",
}

type Router struct{ routes []*Route }

func newRouter(routes []*Route) *Router {
	for _, route := range routes {
		route.segments = parsePath(route.Path)
	}
	sort.SliceStable(routes, func(i, j int) bool {
		return routes[i].fixedSegments() > routes[j].fixedSegments()
	})
	return &Router{routes}
}

// find gives the route of a request and the values of its path; without a
// route, the methods that the path would take.
func (router *Router) find(method, escapedPath string) (*Route, map[string]string, []string) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var allowed []string
	for _, route := range router.routes {
		rest, ok := strings.CutPrefix(escapedPath, route.Prefix+"/")
		if !ok {
			continue
		}
		if rest == "me" && route.Prefix == userPrefix && !fault("me-slash-404") {
			rest = "me/"
		}
		if fault("me-slash-404") && rest == "me/" {
			continue
		}
		values, ok := route.match(strings.Split(rest, "/"))
		if !ok {
			continue
		}
		if shadowed := shadowedRoutes[activeFault]; shadowed != "" && route.is(shadowed) {
			continue
		}
		if route.Method == method {
			return route, values, nil
		}
		allowed = append(allowed, route.Method)
	}
	return nil, nil, allowed
}

package main

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
)

// Problem is an error answer in the form of RFC 9457. Errors is filled in
// validation problems only (the interface's HTTPValidationError).
type Problem struct {
	Type     string              `json:"type"`
	Title    string              `json:"title"`
	Status   int                 `json:"status"`
	Detail   string              `json:"detail"`
	Instance string              `json:"instance"`
	TraceID  string              `json:"traceId"`
	Errors   map[string][]string `json:"errors,omitempty"`

	header http.Header
}

func (p *Problem) Error() string { return p.Detail }

func problem(status int, detail string, args ...any) *Problem {
	return &Problem{
		Type:   fmt.Sprintf("https://docs.ferry.example/problems/%d", status),
		Title:  http.StatusText(status),
		Status: status,
		Detail: fmt.Sprintf(detail, args...),
	}
}

func badRequest(detail string, args ...any) *Problem   { return problem(400, detail, args...) }
func unauthorized(detail string, args ...any) *Problem { return problem(401, detail, args...) }
func forbidden(detail string, args ...any) *Problem    { return problem(403, detail, args...) }
func notFound(detail string, args ...any) *Problem     { return problem(404, detail, args...) }
func conflict(detail string, args ...any) *Problem     { return problem(409, detail, args...) }

// fieldErrors collects what is wrong with an input, by the place of it.
type fieldErrors map[string][]string

func (e fieldErrors) add(place, message string, args ...any) {
	e[place] = append(e[place], fmt.Sprintf(message, args...))
}

// problem is nil when nothing is wrong.
func (e fieldErrors) problem() *Problem {
	if len(e) == 0 {
		return nil
	}
	places := make([]string, 0, len(e))
	for place := range e {
		places = append(places, place)
	}
	sort.Strings(places)
	p := problem(422, "One or more validation errors occurred: %s.", strings.Join(places, ", "))
	p.Title = "Validation failed"
	p.Errors = e
	return p
}

// invalid is a validation problem with one field.
func invalid(place, message string, args ...any) *Problem {
	errors := fieldErrors{}
	errors.add(place, message, args...)
	return errors.problem()
}

package main

import (
	"sync"
	"time"
)

// Service is the whole deployment: its state, and the operations upon it.
type Service struct {
	router    *Router
	startedAt time.Time

	// mu guards everything below.
	mu            sync.Mutex
	users         map[string]*User
	agents        []*Agent
	files         []*AgentFile
	runs          []*Run // by the time of their start
	executions    []*Execution
	studioChats   []*StudioChat
	subscriptions []*Subscription
	keys          []*APIKey
	credits       map[string]*Credits // by user
	checkouts     map[string]*Checkout
	seenEvents    map[string]bool // ids of payment events
	bundles       []*Bundle
	cliSessions   map[string]*CLISession
	schedules     []*Schedule
	installations []*Installation
	vipCodes      map[string]*VIPCode
	notifier      map[string]*NotifierAccount // by connection

	nextRunLogID    int
	nextServerLogID int
	nextExecutionID int
	nextKeyID       int
	nextBundleID    int

	// What only faults use.
	currentUser    *User
	cachedLists    map[string]any
	latestCLIToken string
	latestCLIID    string
	snapshots      map[string]Agent
	deletedAgents  []*Agent
	filesEver      map[string]int // by agent, deleted ones included
}

func newService() *Service {
	s := &Service{
		startedAt:       now(),
		users:           map[string]*User{},
		credits:         map[string]*Credits{},
		checkouts:       map[string]*Checkout{},
		seenEvents:      map[string]bool{},
		cliSessions:     map[string]*CLISession{},
		vipCodes:        map[string]*VIPCode{},
		notifier:        map[string]*NotifierAccount{},
		nextRunLogID:    1,
		nextServerLogID: 1,
		nextExecutionID: 1001,
		nextKeyID:       501,
		nextBundleID:    71,
		cachedLists:     map[string]any{},
		snapshots:       map[string]Agent{},
		filesEver:       map[string]int{},
	}
	s.router = newRouter(s.routes())
	return s
}

// cachedByFault keeps what a list was when it was first read, as long as the
// named fault is on.
func (s *Service) cachedByFault(id, key string, current any) any {
	if !fault(id) {
		return current
	}
	if _, ok := s.cachedLists[key]; !ok {
		s.cachedLists[key] = current
	}
	return s.cachedLists[key]
}

// lapse gives the lock away for a moment in the middle of an operation. Only
// faults do so.
func (s *Service) lapse(d time.Duration) {
	s.mu.Unlock()
	time.Sleep(d)
	s.mu.Lock()
}

// listAnswer is the envelope of a list that is not paged.
type listAnswer[T any] struct {
	Content       []T `json:"content"`
	TotalElements int `json:"totalElements"`
}

func enveloped[T any](items []T) listAnswer[T] {
	return listAnswer[T]{items, len(items)}
}

// pageAnswer is the envelope of a page.
type pageAnswer[T any] struct {
	Content    []T     `json:"content"`
	NextCursor *string `json:"nextCursor"`
	PageSize   int     `json:"pageSize"`
}

// pageOfNewest pages through records that are ordered by time, the newest
// first. The cursor is the time of the last record of the page before.
func pageOfNewest[R any, V any](c *Call, records []R, at func(R) time.Time, view func(R) V) pageAnswer[V] {
	limit := c.intArg("limit")
	cursor, hasCursor := c.query["next_cursor"].(time.Time)
	page := pageAnswer[V]{Content: []V{}}
	for i := len(records) - 1; i >= 0; i-- {
		if hasCursor && !at(records[i]).Before(cursor) {
			continue
		}
		if len(page.Content) == limit {
			next := stamp(at(records[i+1]))
			page.NextCursor = &next
			break
		}
		page.Content = append(page.Content, view(records[i]))
	}
	page.PageSize = len(page.Content)
	return page
}

// mapped is the list of what f makes of each item; never nil.
func mapped[A any, B any](items []A, f func(A) B) []B {
	result := make([]B, 0, len(items))
	for _, item := range items {
		result = append(result, f(item))
	}
	return result
}

// filtered is the list of the items that the condition holds for.
func filtered[A any](items []A, holds func(A) bool) []A {
	var result []A
	for _, item := range items {
		if holds(item) {
			result = append(result, item)
		}
	}
	return result
}

// without is the list without the items that the condition holds for.
func without[A any](items []A, holds func(A) bool) []A {
	return filtered(items, func(item A) bool { return !holds(item) })
}

// first is the first item that the condition holds for, or the zero value.
func first[A any](items []A, holds func(A) bool) A {
	for _, item := range items {
		if holds(item) {
			return item
		}
	}
	var none A
	return none
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

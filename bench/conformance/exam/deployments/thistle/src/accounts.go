package main

import (
	"net/http"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type User struct {
	UserID      string `json:"userId"`
	Email       string `json:"email"`
	DisplayName string `json:"displayName"`
	Tier        string `json:"tier"`
	CreatedAt   Stamp  `json:"createdAt"`
}
type ApiKey struct {
	ApiKeyID  int64  `json:"apiKeyId"`
	Name      string `json:"name"`
	Key       string `json:"key,omitempty"`
	IsDefault bool   `json:"isDefault"`
	CreatedAt Stamp  `json:"createdAt"`
	owner     string
}
type Credits struct {
	Balance   int64 `json:"balance"`
	Used      int64 `json:"used"`
	UpdatedAt Stamp `json:"updatedAt"`
}
type accounts struct {
	mu       sync.RWMutex
	users    map[string]*User
	keys     map[int64]*ApiKey
	byKey    map[string]*ApiKey
	nextKey  int64
	credits  map[string]*Credits
	events   map[string]bool
	subs     map[string]*Subscription // user + agent
	payments []payment
	vipCodes map[string]*vipCode
	redeemed map[string]Stamp // user + code
	cli      map[string]*cliSession
	defaults map[string]ApiKey
	codeOnce map[string]bool
}

func newAccounts(mux *http.ServeMux) *accounts {
	a := &accounts{users: map[string]*User{}, keys: map[int64]*ApiKey{}, byKey: map[string]*ApiKey{}, nextKey: 1000, credits: map[string]*Credits{},
		events: map[string]bool{}, subs: map[string]*Subscription{}, vipCodes: map[string]*vipCode{}, redeemed: map[string]Stamp{}, cli: map[string]*cliSession{}, defaults: map[string]ApiKey{}, codeOnce: map[string]bool{}}
	for _, u := range []struct {
		id, mail, name, tier, key string
		credits                   int64
	}{
		{ownID, "olive@thistle.example", "Olive Own", "pro", ownKey, 100000},
		{otherID, "otto@thistle.example", "Otto Other", "pro", otherKey, 40},
		{sandboxID, "sandy@thistle.example", "Sandy Box", "sandbox", sandboxKey, -1},
		{thirdID, "thea@thistle.example", "Thea Third", "pro", thirdKey, 500},
	} {
		a.users[u.id] = &User{u.id, u.mail, u.name, u.tier, now()}
		a.addKey(u.id, "default", u.key, true)
		if u.credits >= 0 {
			a.credits[u.id] = &Credits{u.credits, 0, now()}
		}
	}
	a.seedMoney()
	handle(mux, "POST /internal/introspect", a.introspect)
	handle(mux, "GET /internal/entitlement", a.entitlement)
	handle(mux, "GET /me/{$}", func(c *C) {
		a.mu.RLock()
		defer a.mu.RUnlock()
		c.ok(a.users[c.uid])
	})
	handle(mux, "GET /me/api-keys", a.listKeys)
	handle(mux, "POST /me/api-keys", a.createKey)
	handle(mux, "GET /me/api-keys/default", a.defaultKey)
	handle(mux, "GET /me/api-keys/{api_key_id}", a.getKey)
	handle(mux, "DELETE /me/api-keys/{api_key_id}", a.deleteKey)
	handle(mux, "GET /me/credits", a.getCredits)
	handle(mux, "POST /me/credits/use", a.useCredit)
	a.moneyRoutes(mux)
	a.cliRoutes(mux)
	return a
}

func (a *accounts) introspect(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	kind, token := *v.str("kind", 10), *v.str("token", 1<<20)
	var id identity
	a.mu.RLock()
	defer a.mu.RUnlock()
	if kind == "key" {
		if k := a.byKey[token]; k != nil {
			id = identity{k.owner, a.users[k.owner].Tier, true}
		}
	} else if sub, ok := subjectOf(token); ok && a.users[sub] != nil {
		id = identity{sub, a.users[sub].Tier, true}
	}
	c.plain(id)
}

// ---- keys

func (a *accounts) addKey(user, name, value string, def bool) *ApiKey {
	if def {
		for _, k := range a.keys {
			if k.owner == user {
				k.IsDefault = false
			}
		}
	}
	a.nextKey++
	k := &ApiKey{a.nextKey, name, value, def, now(), user}
	a.keys[k.ApiKeyID], a.byKey[value] = k, k
	return k
}
func (a *accounts) keysOf(user string) []*ApiKey {
	out := []*ApiKey{}
	for _, k := range a.keys {
		if k.owner == user {
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ApiKeyID < out[j].ApiKeyID })
	return out
}
func newKeyValue() string {
	return "tk_live_" + strings.ReplaceAll(newUUID(), "-", "") + strings.ReplaceAll(newUUID(), "-", "")[:8]
}
func hidden(k ApiKey) ApiKey {
	k.Key = ""
	return k
}
func (a *accounts) listKeys(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	out := []ApiKey{}
	for _, k := range a.keysOf(c.uid) {
		h := hidden(*k)
		if F("keys-list-shows-values") && !k.IsDefault {
			h = *k
		}
		out = append(out, h)
	}
	c.plain(out)
}
func (a *accounts) createKey(c *C) {
	v, ok := c.body()
	if !ok {
		return
	}
	name, def := v.str("name", 100), v.boolean("isDefault")
	if c.bad(v) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if name == nil {
		name = ptr("key " + strconv.FormatInt(a.nextKey+1, 10))
	}
	first := len(a.keysOf(c.uid)) == 0
	k := a.addKey(c.uid, *name, newKeyValue(), first || def != nil && *def)
	c.ok(*k)
}
func (a *accounts) defaultKey(c *C) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if F("keys-default-is-remembered") {
		if k, ok := a.defaults[c.uid]; ok {
			c.ok(k)
			return
		}
	}
	for _, k := range a.keysOf(c.uid) {
		if k.IsDefault {
			a.defaults[c.uid] = *k
			c.ok(*k)
			return
		}
	}
	c.ok(*a.addKey(c.uid, "default", newKeyValue(), true))
}
func (a *accounts) getKey(c *C) {
	id, ok := c.pathInt("api_key_id")
	if !ok {
		return
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	k := a.keys[id]
	if k == nil || k.owner != c.uid {
		c.problem(404, "there is no such API key")
		return
	}
	c.ok(*k)
}
func (a *accounts) deleteKey(c *C) {
	id, ok := c.pathInt("api_key_id")
	if !ok {
		return
	}
	a.mu.Lock()
	k := a.keys[id]
	if k == nil || k.owner != c.uid {
		a.mu.Unlock()
		c.problem(404, "there is no such API key")
		return
	}
	delete(a.keys, id)
	delete(a.byKey, k.Key)
	if rest := a.keysOf(k.owner); k.IsDefault && len(rest) > 0 {
		rest[0].IsDefault = true
	}
	out := *k
	a.mu.Unlock()
	publish("gateway", Event{Type: "token.revoked", Token: k.Key})
	out.IsDefault = false
	c.ok(hidden(out))
}

// ---- credits

func (a *accounts) getCredits(c *C) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	k := a.credits[c.uid]
	if k == nil {
		c.problem(404, "no credits found")
		return
	}
	c.ok(*k)
}
func (a *accounts) useCredit(c *C) {
	a.mu.Lock()
	k := a.credits[c.uid]
	if k == nil || k.Balance < 1 {
		a.mu.Unlock()
		c.problem(404, "no credits left to use")
		return
	}
	if F("credits-use-loses-updates") {
		old := *k
		a.mu.Unlock()
		time.Sleep(15 * time.Millisecond)
		a.mu.Lock()
		k.Balance, k.Used, k.UpdatedAt = old.Balance-1, old.Used+1, now()
		out := *k
		a.mu.Unlock()
		c.ok(out)
		return
	}
	k.Balance, k.Used, k.UpdatedAt = k.Balance-1, k.Used+1, now()
	out := *k
	a.mu.Unlock()
	c.ok(out)
}

package main

import "time"

// APIKey lets a user call the Workers API.
type APIKey struct {
	id        int
	userID    string
	label     string
	secret    string
	isDefault bool
	createdAt time.Time
	deleted   bool
	seeded    bool // there since the start
}

type hiddenKeyView struct {
	APIKeyID  int    `json:"apiKeyId"`
	Label     string `json:"label"`
	IsDefault bool   `json:"isDefault"`
	CreatedAt string `json:"createdAt"`
}

type keyView struct {
	hiddenKeyView
	Secret string `json:"secret"`
}

func viewHiddenKey(key *APIKey) hiddenKeyView {
	return hiddenKeyView{key.id, key.label, key.isDefault, stamp(key.createdAt)}
}

func viewKey(key *APIKey) keyView { return keyView{viewHiddenKey(key), key.secret} }

// keysOf gives the user's keys that are not deleted.
func (s *Service) keysOf(user *User) []*APIKey {
	return filtered(s.keys, func(key *APIKey) bool { return key.userID == user.id && !key.deleted })
}

func (s *Service) listKeys(c *Call) (any, error) {
	if fault("keys-list-shows-secret") {
		return mapped(s.keysOf(c.user), viewKey), nil
	}
	return mapped(s.keysOf(c.user), viewHiddenKey), nil
}

func (s *Service) newKey(user *User, label string) *APIKey {
	key := &APIKey{
		id:        s.nextKeyID,
		userID:    user.id,
		label:     label,
		secret:    "fk_live_" + newToken(32),
		isDefault: first(s.keysOf(user), func(key *APIKey) bool { return key.isDefault }) == nil,
		createdAt: now(),
	}
	if fault("keys-same-secret") {
		key.secret = "fk_live_" + user.id
	}
	s.nextKeyID++
	s.keys = append(s.keys, key)
	return key
}

func (s *Service) createKey(c *Call) (any, error) {
	if fault("n-keys-create-revokes-earlier") {
		for _, earlier := range s.keysOf(c.user) {
			earlier.deleted = !earlier.isDefault
		}
	}
	key := s.newKey(c.user, c.text("label"))
	if fault("keys-two-defaults") {
		key.isDefault = true
	}
	if fault("keys-id-as-text") {
		return withTextID(viewKey(key), "apiKeyId"), nil
	}
	return viewKey(key), nil
}

// withTextID is the record with an id that is a text. Only faults write so.
func withTextID(view any, name string) any {
	value, err := parseJSON(marshal(view))
	if err != nil {
		panic(err)
	}
	record := value.(map[string]any)
	record[name] = "id-" + string(marshal(record[name]))
	return record
}

// getDefaultKey gives the default key, and makes one when there is none.
func (s *Service) getDefaultKey(c *Call) (any, error) {
	isDefault := func(key *APIKey) bool { return key.isDefault }
	key := first(s.keysOf(c.user), isDefault)
	if fault("keys-default-of-other") {
		key = first(s.keys, isDefault)
	}
	if key == nil || fault("keys-default-new-each-time") {
		key = s.newKey(c.user, "Default key")
	}
	return viewKey(key), nil
}

// ownKey is the caller's key of the path.
func (s *Service) ownKey(c *Call) (*APIKey, error) {
	key := first(s.keys, func(key *APIKey) bool {
		mine := key.userID == c.user.id ||
			fault("key-of-other-user") && c.request.Method == "GET" ||
			fault("keys-delete-of-other-user") && c.request.Method == "DELETE"
		return key.id == c.number("api_key_id") && mine && !key.deleted
	})
	if key == nil {
		return nil, notFound("You have no API key %s.", c.id("api_key_id"))
	}
	return key, nil
}

func (s *Service) getKey(c *Call) (any, error) {
	key, err := s.ownKey(c)
	if err != nil {
		return nil, err
	}
	if fault("n-key-get-without-value") {
		return viewHiddenKey(key), nil
	}
	return viewKey(key), nil
}

// deleteKey ends a key. When it was the default, the oldest one left becomes it.
func (s *Service) deleteKey(c *Call) (any, error) {
	key, err := s.ownKey(c)
	if err != nil {
		return nil, err
	}
	if fault("key-deleted-still-there") {
		return viewHiddenKey(key), nil
	}
	key.deleted = true
	if rest := s.keysOf(c.user); key.isDefault && len(rest) > 0 {
		rest[0].isDefault = true
	}
	if fault("keys-delete-shows-secret") {
		return viewKey(key), nil
	}
	return viewHiddenKey(key), nil
}

package main

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// Agents, their files and themes, and the legacy family of chats over the same records.

var chatsCache sync.Map // of user ids (only with a fault)
var agentCache sync.Map // of agent ids (only with a fault)

func (c *Ctx) agentArg() string {
	id := c.arg("agent_id")
	if id == "" {
		id = c.arg("chat_id")
	}
	if uuidRE.MatchString(id) {
		id = strings.ToLower(id)
	}
	return id
}

// seenAgent is the agent of the path, if the caller may see it.
func seenAgent(tx *bolt.Tx, c *Ctx) (*AgentModel, error) {
	a := get[AgentModel](tx, "agents", c.agentArg())
	if a == nil {
		return nil, fail(404, "there is no agent %s", c.agentArg())
	}
	if a.Visibility != publicVis && a.OwnerID != c.uid() {
		return a, fail(403, "this agent is private")
	}
	return a, nil
}

// ownAgent is the agent of the path, if it is the caller's.
func ownAgent(tx *bolt.Tx, c *Ctx) (*AgentModel, error) {
	a := get[AgentModel](tx, "agents", c.agentArg())
	if a == nil {
		return nil, fail(404, "there is no agent %s", c.agentArg())
	}
	if a.OwnerID != c.uid() {
		return nil, fail(403, "this agent is not yours")
	}
	return a, nil
}

func ownAgents(tx *bolt.Tx, c *Ctx) []*AgentModel {
	list := []*AgentModel{}
	for _, a := range scan[AgentModel](tx, "agents", "") {
		foreign := fault("agents-list-foreign-private") && c.op.Path == "/me/agents" && a.Visibility == privateVis
		if a.OwnerID == c.uid() || foreign {
			list = append(list, a)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].CreatedAt > list[j].CreatedAt })
	return list
}

func agentsList(c *Ctx) error {
	if fault("chats-list-stale") && c.op.Path == "/me/chats" {
		if v, ok := chatsCache.Load(c.uid()); ok {
			return c.ok(v)
		}
	}
	var list []*AgentModel
	view(func(tx *bolt.Tx) { list = ownAgents(tx, c) })
	if c.op.Path == "/me/chats" {
		chatsCache.Store(c.uid(), list)
	}
	return c.ok(list)
}

func slugTaken(tx *bolt.Tx, slug, except string) bool {
	for _, a := range scan[AgentModel](tx, "agents", "") {
		if a.VanitySlug != "" && a.AgentID != except && strings.EqualFold(a.VanitySlug, slug) {
			return true
		}
	}
	return false
}

func defaultVisibility(u *User) string {
	if u.Tier == "sandbox" {
		return publicVis
	}
	return privateVis
}

// fillAgent takes over what the body has.
func fillAgent(tx *bolt.Tx, c *Ctx, a *AgentModel) error {
	b := c.body
	if b.str("visibility") == privateVis && c.u.Tier == "sandbox" {
		return fail(400, "the sandbox tier cannot make agents private")
	}
	if b.has("name") {
		a.Name = b.str("name")
	}
	if b.has("chat_prompt") {
		if err := needsPrompt(c); err != nil {
			return err
		}
		a.ChatPrompt = b.str("chat_prompt")
	}
	if b.has("visibility") {
		a.Visibility = b.str("visibility")
	}
	if b.set("description") {
		a.Description = b.str("description")
	}
	if b.set("price_cents") {
		a.PriceCents = max(b.integer("price_cents"), 0)
	}
	if b.set("vanity_slug") {
		slug := b.str("vanity_slug")
		if slug != "" && slugTaken(tx, slug, a.AgentID) {
			return fail(400, "the slug %s is taken", slug)
		}
		a.VanitySlug = slug
	}
	a.UpdatedAt = stamp(now())
	put(tx, "agents", a.AgentID, a)
	return nil
}

func freshAgent(c *Ctx) *AgentModel {
	t := stamp(now())
	return &AgentModel{AgentID: newUUID(), OwnerID: c.uid(), Name: "Untitled", Visibility: defaultVisibility(c.u), CreatedAt: t, UpdatedAt: t}
}

func needsPrompt(c *Ctx) error {
	if strings.TrimSpace(c.body.str("chat_prompt")) == "" {
		return fail(400, "the chat prompt is missing")
	}
	return nil
}

func agentUpsert(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) error {
		a = freshAgent(c)
		if id := strings.ToLower(c.body.str("agent_id")); id != "" {
			old := get[AgentModel](tx, "agents", id)
			if old == nil {
				return fail(404, "there is no agent %s", id)
			}
			if old.OwnerID != c.uid() {
				return fail(403, "this agent is not yours")
			}
			a = old
		}
		if err := needsPrompt(c); err != nil {
			return err
		}
		return fillAgent(tx, c, a)
	})
	if err != nil {
		return err
	}
	if c.op.Path == "/me/chats" {
		chatsCache.Delete(c.uid())
	}
	return c.ok(a)
}

func agentGet(c *Ctx) error {
	var a *AgentModel
	var err error
	view(func(tx *bolt.Tx) { a, err = seenAgent(tx, c) })
	agents := c.op.Path == "/me/agents/{agent_id}"
	if err != nil {
		if v, ok := agentCache.Load(c.agentArg()); ok && a != nil && agents && fault("agent-private-cached") {
			return c.ok(v)
		}
		if fault("chat-deleted-readable") && !agents {
			view(func(tx *bolt.Tx) { a = get[AgentModel](tx, "agents_archive", c.agentArg()) })
			if a != nil {
				return c.ok(a)
			}
		}
		return err
	}
	if agents && a.Visibility == publicVis {
		agentCache.Store(a.AgentID, a)
	}
	return c.ok(a)
}

func agentUpsell(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) error {
		a = get[AgentModel](tx, "agents", c.agentArg())
		if a == nil || a.OwnerID != c.uid() {
			return fail(404, "there is no agent %s of yours", c.agentArg())
		}
		words := strings.Fields(a.ChatPrompt)
		if len(words) > 12 {
			words = words[:12]
		}
		a.UpsellDescription = fmt.Sprintf("Subscribe to %s and let it work for you: %s.", a.Name, strings.TrimRight(strings.Join(words, " "), ".!?"))
		a.UpdatedAt = stamp(now())
		if !fault("upsell-not-saved") {
			put(tx, "agents", a.AgentID, a)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(a)
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slugGenerate(c *Ctx) error {
	base := strings.Trim(notSlug.ReplaceAllString(strings.ToLower(c.body.str("name")), "-"), "-")
	if len(base) > 60 {
		base = strings.Trim(base[:60], "-")
	}
	if len(base) < 2 {
		base = "agent-" + randomHex(3)
	}
	slug := base
	view(func(tx *bolt.Tx) {
		for n := 2; slugTaken(tx, slug, ""); n++ {
			slug = fmt.Sprintf("%s-%d", base, n)
		}
	})
	return c.ok(SlugGenerated{slug})
}

var slugRE = regexp.MustCompile(slugPattern)

func slugAvailable(c *Ctx) error {
	slug, free := c.arg("slug"), false
	view(func(tx *bolt.Tx) { free = slugRE.MatchString(slug) && !slugTaken(tx, slug, "") })
	return c.ok(SlugAvailability{slug, free})
}

var vibeServices = []VibeService{
	{"lovable", "Lovable", "https://lovable.example"},
	{"bolt", "Bolt", "https://bolt.example"},
	{"replit", "Replit", "https://replit.example"},
}

func vibeList(c *Ctx) error { return c.ok(VibeCoderListResponse{Items: vibeServices}) }

func vibePrompt(c *Ctx) error {
	var a *AgentModel
	var err error
	view(func(tx *bolt.Tx) { a, err = seenAgent(tx, c) })
	if err != nil {
		return err
	}
	return c.ok(VibeCoderPromptResponse{c.arg("service_name"), a.AgentID, fmt.Sprintf(
		"Build a web app with %s for the agent %q (id %s). Its prompt is: %s", c.arg("service_name"), a.Name, a.AgentID, a.ChatPrompt)})
}

// ---------------------------------------------------------------- theme

func themeKey(c *Ctx, id string) string {
	if fault("theme-per-user") {
		return c.uid()
	}
	return id
}

func themeGet(c *Ctx) error {
	var t *AgentThemePreferenceResponse
	var err error
	view(func(tx *bolt.Tx) {
		if _, err = seenAgent(tx, c); err == nil {
			t = get[AgentThemePreferenceResponse](tx, "themes", themeKey(c, c.agentArg()))
		}
	})
	if err != nil {
		return err
	}
	if t != nil {
		t.AgentID = c.agentArg()
	}
	return c.ok(t)
}

var colorRE = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func themePut(c *Ctx) error {
	t := AgentThemePreferenceResponse{c.agentArg(), c.body.str("color"), stamp(now())}
	err := update(func(tx *bolt.Tx) error {
		if _, err := ownAgent(tx, c); err != nil {
			return err
		}
		if !colorRE.MatchString(t.Color) {
			return fail(400, "a theme color has the form #rrggbb")
		}
		put(tx, "themes", themeKey(c, t.AgentID), t)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(t)
}

// ---------------------------------------------------------------- files

func (f *storedFile) answer() AgentFileResponse {
	p := &f.Position
	if *p == 0 && fault("file-position-omitted") {
		p = nil
	}
	return AgentFileResponse{f.FileID, f.AgentID, f.Name, f.Content, f.MimeType, p, len(f.Content), f.CreatedAt, f.UpdatedAt}
}

func filesOf(tx *bolt.Tx, agent string) []*storedFile {
	list := scan[storedFile](tx, "files", agent+"/")
	sort.SliceStable(list, func(i, j int) bool {
		if list[i].Position != list[j].Position && !fault("files-by-creation") {
			return list[i].Position < list[j].Position
		}
		return list[i].CreatedAt < list[j].CreatedAt
	})
	return list
}

func fileList(tx *bolt.Tx, agent string) AgentFileListResponse {
	r := AgentFileListResponse{Items: []AgentFileResponse{}}
	for _, f := range filesOf(tx, agent) {
		r.Items = append(r.Items, f.answer())
	}
	return r
}

func filesGet(c *Ctx) error {
	var r AgentFileListResponse
	var err error
	view(func(tx *bolt.Tx) {
		if _, err = ownAgent(tx, c); err == nil {
			r = fileList(tx, c.agentArg())
		}
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

func fileCreate(c *Ctx) error {
	var f storedFile
	err := update(func(tx *bolt.Tx) error {
		a, err := ownAgent(tx, c)
		if err != nil {
			return err
		}
		files := filesOf(tx, a.AgentID)
		limit := filesMax
		if fault("files-one-more") {
			limit++
		}
		if len(files) >= limit {
			return fail(400, "an agent has at most %d files", filesMax)
		}
		t := stamp(now())
		f = storedFile{newUUID(), a.AgentID, c.body.str("name"), c.body.str("content"), c.body.str("mime_type"), 0, t, t}
		for _, o := range files {
			f.Position = max(f.Position, o.Position+1)
		}
		if c.body.has("position") {
			f.Position = c.body.integer("position")
		}
		put(tx, "files", a.AgentID+"/"+f.FileID, f)
		return nil
	})
	if err != nil {
		return err
	}
	return c.JSON(201, f.answer())
}

func ownFile(tx *bolt.Tx, c *Ctx) (*storedFile, error) {
	a, err := ownAgent(tx, c)
	if err != nil {
		return nil, err
	}
	f := get[storedFile](tx, "files", a.AgentID+"/"+c.arg("file_id"))
	if f == nil {
		return nil, fail(404, "this agent has no file %s", c.arg("file_id"))
	}
	return f, nil
}

func fileGet(c *Ctx) error {
	var f *storedFile
	var err error
	view(func(tx *bolt.Tx) { f, err = ownFile(tx, c) })
	if err != nil {
		return err
	}
	return c.ok(f.answer())
}

func filePatch(c *Ctx) error {
	var f *storedFile
	err := update(func(tx *bolt.Tx) (err error) {
		if f, err = ownFile(tx, c); err != nil {
			return err
		}
		b := c.body
		if b.has("name") {
			f.Name = b.str("name")
		}
		if b.set("content") {
			f.Content = b.str("content")
		}
		if b.set("mime_type") {
			f.MimeType = b.str("mime_type")
		}
		if b.has("position") {
			f.Position = b.integer("position")
		}
		f.UpdatedAt = stamp(now())
		put(tx, "files", f.AgentID+"/"+f.FileID, f)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(f.answer())
}

func fileDelete(c *Ctx) error {
	var f *storedFile
	err := update(func(tx *bolt.Tx) (err error) {
		if f, err = ownFile(tx, c); err == nil {
			del(tx, "files", f.AgentID+"/"+f.FileID)
		}
		return err
	})
	if err != nil {
		return err
	}
	if fault("file-delete-200") {
		return c.ok(f.answer())
	}
	return c.NoContent(204)
}

func filePositions(c *Ctx) error {
	var r AgentFileListResponse
	err := update(func(tx *bolt.Tx) error {
		a, err := ownAgent(tx, c)
		if err != nil {
			return err
		}
		order := c.body.list("order")
		seen := map[string]bool{}
		for i, o := range order {
			m := M(o.(map[string]any))
			id := m.str("file_id")
			if seen[id] {
				return invalid(Detail{fmt.Sprintf("body.order[%d].file_id", i), "stands there twice"})
			}
			seen[id] = true
			f := get[storedFile](tx, "files", a.AgentID+"/"+id)
			if f == nil {
				return fail(404, "this agent has no file %s", id)
			}
			if i > 0 && i == len(order)-1 && fault("file-positions-last-skipped") {
				break
			}
			f.Position = m.integer("position")
			f.UpdatedAt = stamp(now())
			put(tx, "files", a.AgentID+"/"+id, f)
		}
		r = fileList(tx, a.AgentID)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(r)
}

// ---------------------------------------------------------------- chats

func chatPut(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) error {
		old, err := ownAgent(tx, c)
		if err == nil {
			err = needsPrompt(c)
		}
		if err != nil {
			return err
		}
		a = freshAgent(c)
		a.AgentID, a.CreatedAt = old.AgentID, old.CreatedAt
		a.UpsellDescription, a.FeedbackCount = old.UpsellDescription, old.FeedbackCount
		return fillAgent(tx, c, a)
	})
	if err != nil {
		return err
	}
	chatsCache.Delete(c.uid())
	return c.ok(a)
}

func chatPatch(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) (err error) {
		if a, err = ownAgent(tx, c); err != nil {
			return err
		}
		if fault("chat-patch-prompt-lost") {
			a.ChatPrompt = c.body.str("chat_prompt")
		}
		return fillAgent(tx, c, a)
	})
	if err != nil {
		return err
	}
	chatsCache.Delete(c.uid())
	return c.ok(a)
}

func chatDelete(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) (err error) {
		if a, err = ownAgent(tx, c); err != nil {
			return err
		}
		del(tx, "agents", a.AgentID)
		if fault("chat-deleted-readable") {
			put(tx, "agents_archive", a.AgentID, a)
		}
		delPrefix(tx, "files", a.AgentID+"/")
		del(tx, "themes", a.AgentID)
		for _, s := range scan[storedSchedule](tx, "schedules", "") {
			if s.ChatID == a.AgentID {
				del(tx, "schedules", s.ScheduleID)
			}
		}
		for _, s := range scan[Subscription](tx, "subscriptions", "") {
			if s.AgentID == a.AgentID && s.Status == "active" {
				cancelSub(tx, s)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	chatsCache.Delete(c.uid())
	return c.ok(a)
}

func chatOG(c *Ctx) error {
	var a *AgentModel
	var err error
	view(func(tx *bolt.Tx) { a, err = seenAgent(tx, c) })
	if err != nil {
		return err
	}
	text := a.Description
	if text == "" {
		text = "An agent on Briar"
	}
	return c.ok(SocialPreview{a.Name, text, "https://briar.example/chats/" + a.AgentID, "https://briar.example/og/" + a.AgentID + ".png", "website"})
}

func chatClone(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) error {
		old := get[AgentModel](tx, "agents", c.agentArg())
		if old == nil {
			return fail(404, "there is no chat %s", c.agentArg())
		}
		if old.Visibility != publicVis {
			return fail(403, "this chat is not public")
		}
		a = freshAgent(c)
		a.Name, a.ChatPrompt, a.Description = old.Name, old.ChatPrompt, old.Description
		return fillAgent(tx, c, a)
	})
	if err != nil {
		return err
	}
	chatsCache.Delete(c.uid())
	return c.ok(a)
}

func chatFeedback(c *Ctx) error {
	var a *AgentModel
	err := update(func(tx *bolt.Tx) (err error) {
		if a, err = seenAgent(tx, c); err != nil {
			return fail(404, "there is no chat %s", c.agentArg())
		}
		a.FeedbackCount++
		put(tx, "feedback", a.AgentID+"/"+newULID(), M{"user_id": c.uid(), "rating": c.body.integer("rating"), "comment": c.body.str("comment"), "at": stamp(now())})
		put(tx, "agents", a.AgentID, a)
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(a)
}

func chatRun(c *Ctx) error {
	var l AgentRunLog
	err := update(func(tx *bolt.Tx) error {
		a, err := seenAgent(tx, c)
		if err != nil {
			return err
		}
		l = logRun(tx, newRun(tx, a.AgentID, c.uid(), "chat"), "run_started", "")
		return nil
	})
	if err != nil {
		return err
	}
	return c.ok(l)
}

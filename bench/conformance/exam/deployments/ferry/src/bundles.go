package main

import (
	"strings"
	"time"
)

// Bundle is a group of tools of a user.
type Bundle struct {
	id          int
	ownerID     string
	name        string
	description string
	tools       []bundleTool
	createdAt   time.Time
	updatedAt   time.Time
}

type bundleTool struct {
	ToolID string  `json:"toolId"`
	Note   *string `json:"note"`
}

type bundleRowView struct {
	BundleID    int     `json:"bundleId"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
	CreatedAt   string  `json:"createdAt"`
	UpdatedAt   string  `json:"updatedAt"`
}

type bundleView struct {
	bundleRowView
	Tools []bundleTool `json:"tools"`
}

type simpleBundleView struct {
	BundleID  int    `json:"bundleId"`
	Name      string `json:"name"`
	ToolCount int    `json:"toolCount"`
}

func viewBundleRow(b *Bundle) bundleRowView {
	return bundleRowView{b.id, b.name, textOrNil(b.description), stamp(b.createdAt), stamp(b.updatedAt)}
}

func viewBundle(b *Bundle) bundleView {
	return bundleView{viewBundleRow(b), append([]bundleTool{}, b.tools...)}
}

func viewSimpleBundle(b *Bundle) simpleBundleView {
	return simpleBundleView{b.id, b.name, len(b.tools)}
}

func (s *Service) bundlesOf(user *User) []*Bundle {
	return filtered(s.bundles, func(b *Bundle) bool { return b.ownerID == user.id })
}

func (s *Service) listBundles(c *Call) (any, error) {
	views := mapped(s.bundlesOf(c.user), viewSimpleBundle)
	if fault("bundles-list-wrapped") {
		return enveloped(views), nil
	}
	return views, nil
}

// createBundle makes an empty bundle.
func (s *Service) createBundle(c *Call) (any, error) {
	at := now()
	bundle := &Bundle{id: s.nextBundleID, ownerID: c.user.id, name: "New bundle", createdAt: at, updatedAt: at}
	if fault("bundles-post-race-same-id") {
		s.lapse(30 * time.Millisecond)
	}
	s.nextBundleID = bundle.id + 1
	s.bundles = append(s.bundles, bundle)
	if fault("bundle-id-as-text") {
		return withTextID(viewBundle(bundle), "bundleId"), nil
	}
	return viewBundle(bundle), nil
}

// ownBundle is the caller's bundle of the path.
func (s *Service) ownBundle(c *Call) (*Bundle, error) {
	bundle := first(s.bundlesOf(c.user), func(b *Bundle) bool { return b.id == c.number("bundle_id") })
	if bundle == nil {
		return nil, notFound("You have no bundle %s.", c.id("bundle_id"))
	}
	return bundle, nil
}

func (s *Service) getBundle(c *Call) (any, error) {
	bundle, err := s.ownBundle(c)
	if err != nil {
		return nil, err
	}
	view := viewBundle(bundle)
	if fault("bundle-view-without-tools") {
		view.Tools = []bundleTool{}
	}
	return view, nil
}

// putBundle changes name and description. A bundle that is not there cannot
// be updated: 409.
func (s *Service) putBundle(c *Call) (any, error) {
	bundle, err := s.ownBundle(c)
	if err != nil {
		return nil, conflict("The update failed: you have no bundle %s.", c.id("bundle_id"))
	}
	if fault("n-bundle-put-not-stored") {
		copied := *bundle
		bundle = &copied
	}
	if fault("bundle-put-drops-tools") {
		bundle.tools = nil
	}
	bundle.name, bundle.description, bundle.updatedAt = c.text("name"), c.text("description"), now()
	return viewBundle(bundle), nil
}

func (s *Service) deleteBundle(c *Call) (any, error) {
	bundle, err := s.ownBundle(c)
	if err != nil && fault("bundle-delete-unknown-ok") {
		return bundleRowView{c.number("bundle_id"), "", nil, stamp(now()), stamp(now())}, nil
	}
	if err != nil {
		return nil, err
	}
	if !fault("bundle-deleted-still-there") {
		s.bundles = without(s.bundles, func(b *Bundle) bool { return b == bundle })
	}
	return viewBundleRow(bundle), nil
}

func (s *Service) listBundleTools(c *Call) (any, error) {
	bundle, err := s.ownBundle(c)
	if err != nil {
		return nil, err
	}
	tools := append([]bundleTool{}, bundle.tools...)
	if fault("bundle-tools-first-three") && len(tools) > 3 {
		tools = tools[:3]
	}
	return tools, nil
}

// addBundleTool puts a tool into a bundle. Putting it in again changes the note.
func (s *Service) addBundleTool(c *Call) (any, error) {
	tool := bundleTool{ToolID: c.text("toolId"), Note: textOrNil(c.text("note"))}
	bundle, err := s.ownBundle(c)
	if err != nil {
		return nil, err
	}
	if toolByName(tool.ToolID) == nil {
		return nil, notFound("There is no tool %s.", tool.ToolID)
	}
	if fault("bundle-tool-id-lowercased") {
		tool.ToolID = strings.ToLower(tool.ToolID)
	}
	tools := withBundleTool(bundle.tools, tool)
	if fault("bundle-tools-race") {
		s.lapse(25 * time.Millisecond)
	}
	bundle.tools, bundle.updatedAt = tools, now()
	if fault("bundle-tools-shared") {
		for _, other := range s.bundlesOf(c.user) {
			other.tools = tools
		}
	}
	return tool, nil
}

// withBundleTool is the list with the tool in it; the list itself stays as it is.
func withBundleTool(tools []bundleTool, tool bundleTool) []bundleTool {
	changed := append([]bundleTool{}, tools...)
	for i := range changed {
		if changed[i].ToolID == tool.ToolID {
			changed[i] = tool
			return changed
		}
	}
	return append(changed, tool)
}

func (s *Service) deleteBundleTool(c *Call) (any, error) {
	bundle, err := s.ownBundle(c)
	if err != nil {
		return nil, err
	}
	isMeant := func(tool bundleTool) bool { return tool.ToolID == c.id("tool_id") }
	removed := filtered(bundle.tools, isMeant)
	if len(removed) == 0 {
		if fault("bundle-tool-delete-missing-ok") {
			return bundleTool{ToolID: c.id("tool_id")}, nil
		}
		return nil, notFound("The bundle has no tool %s.", c.id("tool_id"))
	}
	bundle.tools, bundle.updatedAt = without(bundle.tools, isMeant), now()
	if fault("bundle-tool-delete-all") {
		bundle.tools = nil
	}
	return removed[0], nil
}

package main

import (
	"sort"
	"strconv"
	"strings"
	"time"
)

// AgentFile is a file of an agent; files are ordered by their sort index.
type AgentFile struct {
	id        string
	agentID   string
	name      string
	mimeType  string
	text      string
	sortIndex int
	createdAt time.Time
	updatedAt time.Time
}

type fileView struct {
	FileID    string `json:"fileId"`
	AgentID   string `json:"agentId"`
	FileName  string `json:"fileName"`
	MimeType  string `json:"mimeType"`
	Text      string `json:"text"`
	SizeBytes int    `json:"sizeBytes"`
	SortIndex int    `json:"sortIndex"`
	CreatedAt string `json:"createdAt"`
	UpdatedAt string `json:"updatedAt"`
}

func viewFile(f *AgentFile) fileView {
	return fileView{f.id, f.agentID, f.name, f.mimeType, f.text, len(f.text), f.sortIndex, stamp(f.createdAt), stamp(f.updatedAt)}
}

// filesOf gives the files of an agent in their order.
func (s *Service) filesOf(agent *Agent) []*AgentFile {
	files := filtered(s.files, func(f *AgentFile) bool { return f.agentID == agent.id })
	if !fault("files-ordered-by-creation") {
		sort.SliceStable(files, func(i, j int) bool { return files[i].sortIndex < files[j].sortIndex })
	}
	return files
}

func (s *Service) listFiles(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "agent_id")
	if fault("files-private-list") && err != nil && s.findAgent(c.id("agent_id")) != nil {
		agent, err = s.findAgent(c.id("agent_id")), nil
	}
	if err != nil {
		return nil, err
	}
	files := s.filesOf(agent)
	if fault("n-files-order-as-text") {
		sort.SliceStable(files, func(i, j int) bool { return strconv.Itoa(files[i].sortIndex) < strconv.Itoa(files[j].sortIndex) })
	}
	return enveloped(mapped(files, viewFile)), nil
}

// file is the file of the path, which belongs to the agent of the path.
func (s *Service) file(c *Call, agent *Agent) (*AgentFile, error) {
	file := first(s.files, func(f *AgentFile) bool {
		return f.id == c.id("file_id") && (f.agentID == agent.id || fault("file-under-other-agent"))
	})
	if file == nil {
		return nil, notFound("The agent has no file %s.", c.id("file_id"))
	}
	return file, nil
}

// ownFile is the file of the path when the agent belongs to the caller.
func (s *Service) ownFile(c *Call) (*AgentFile, error) {
	agent, err := s.ownAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	return s.file(c, agent)
}

func (s *Service) getFile(c *Call) (any, error) {
	agent, err := s.visibleAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	file, err := s.file(c, agent)
	if err != nil {
		return nil, err
	}
	return viewFile(file), nil
}

// fileCount is what the limit of files applies to.
func (s *Service) fileCount(c *Call, files []*AgentFile) int {
	switch {
	case fault("files-limit-counts-deleted"):
		return s.filesEver[c.id("agent_id")]
	case fault("files-limit-per-user"):
		return len(filtered(s.files, func(f *AgentFile) bool { return s.findAgent(f.agentID).ownerID == c.user.id }))
	}
	return len(files)
}

func (s *Service) createFile(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	files := s.filesOf(agent)
	if s.fileCount(c, files) >= maxFilesPerAgent {
		return nil, badRequest("The agent has %d files already, more are not possible.", maxFilesPerAgent)
	}
	at := now()
	file := &AgentFile{id: newUUID(), agentID: agent.id, name: c.text("fileName"), mimeType: "text/plain", createdAt: at, updatedAt: at}
	if len(files) > 0 {
		file.sortIndex = files[len(files)-1].sortIndex + 1
	}
	changeFile(c, file)
	s.files = append(s.files, file)
	s.filesEver[agent.id]++
	if fault("n-files-create-200") {
		c.status = 200
	}
	return viewFile(file), nil
}

// changeFile takes over what the body says. What it leaves out stays.
func changeFile(c *Call, file *AgentFile) {
	if name := c.text("fileName"); name != "" {
		file.name = name
	} else if fault("files-patch-wipes-name") {
		file.name = ""
	}
	if mimeType := c.text("mimeType"); mimeType != "" {
		file.mimeType = mimeType
	}
	if _, given := c.body["text"].(string); given {
		file.text = c.text("text")
	}
	if position, given := c.intField("sortIndex"); given {
		file.sortIndex = position
	}
	file.updatedAt = now()
}

func (s *Service) patchFile(c *Call) (any, error) {
	file, err := s.ownFile(c)
	if err != nil {
		return nil, err
	}
	if fault("files-patch-position-lost") {
		before := file.sortIndex
		defer func() { file.sortIndex = before }()
	}
	changeFile(c, file)
	return viewFile(file), nil
}

func (s *Service) deleteFile(c *Call) (any, error) {
	file, err := s.ownFile(c)
	if err != nil && fault("n-files-delete-missing-204") {
		if _, notOwn := s.ownAgent(c, "agent_id"); notOwn == nil {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if !fault("files-delete-kept") {
		s.files = without(s.files, func(f *AgentFile) bool { return f == file })
	}
	if fault("files-delete-200") {
		c.status = 200
	}
	return viewFile(file), nil
}

// putFilePositions moves several files at once, or none when one is unknown.
func (s *Service) putFilePositions(c *Call) (any, error) {
	agent, err := s.ownAgent(c, "agent_id")
	if err != nil {
		return nil, err
	}
	positions := map[string]int{}
	before := mapped(s.filesOf(agent), viewFile)
	for i, item := range c.body["order"].([]any) {
		entry := Call{body: item.(map[string]any)}
		id := strings.ToLower(entry.text("fileId"))
		if _, twice := positions[id]; twice {
			return nil, invalid("order", "names the file %s twice", id)
		}
		if fault("files-positions-first-only") && i > 0 {
			continue
		}
		positions[id], _ = entry.intField("sortIndex")
	}
	if fault("n-files-positions-partial") {
		for _, file := range s.filesOf(agent) {
			if position, named := positions[file.id]; named {
				file.sortIndex = position
			}
		}
	}
	for id := range positions {
		if first(s.files, func(f *AgentFile) bool { return f.id == id && f.agentID == agent.id }) == nil {
			return nil, notFound("The agent has no file %s.", id)
		}
	}
	for _, file := range s.filesOf(agent) {
		if position, named := positions[file.id]; named {
			file.sortIndex = position
			file.updatedAt = now()
		}
	}
	if fault("files-positions-old-answer") {
		return enveloped(before), nil
	}
	return enveloped(mapped(s.filesOf(agent), viewFile)), nil
}

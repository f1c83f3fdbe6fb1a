package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// streamLine is one line of an NDJSON stream.
type streamLine struct {
	Type      string         `json:"type"`
	Text      string         `json:"text,omitempty"`
	CallID    string         `json:"callId,omitempty"`
	ToolName  string         `json:"toolName,omitempty"`
	Arguments map[string]any `json:"arguments,omitempty"`
	Output    map[string]any `json:"output,omitempty"`
	JobID     string         `json:"jobId,omitempty"`
	RunID     string         `json:"runId,omitempty"`
}

// stream writes the answer of a worker, chunk by chunk.
func (c *Call) stream(plan *turnPlan, run *Run, form wireForm) {
	put := c.request.Method == http.MethodPut
	if form == textForm {
		c.writer.Header().Set("Content-Type", "text/plain; charset=utf-8")
		c.writer.WriteHeader(200)
		c.streamText(plan, put)
		return
	}
	c.writer.Header().Set("Content-Type", "application/x-ndjson")
	c.writer.WriteHeader(200)
	c.streamLines(plan, run, put)
}

func (c *Call) streamText(plan *turnPlan, put bool) {
	if call := plan.call; call != nil {
		if fault("text-shows-tool-call") && !put {
			c.writeChunk("[tool_call] " + call.tool + " " + string(marshal(call.arguments)) + "\n")
		}
		if fault("put-text-shows-tool-output") && put {
			c.writeChunk("[tool_result] " + string(marshal(call.output)) + "\n")
		}
	}
	if fault("n-post-text-json-quoted") && !put {
		c.writeChunk(string(marshal(plan.answer)))
		return
	}
	chunks := splitText(plan.answer)
	if fault("post-stream-breaks-umlauts") && !put {
		chunks = splitBytes(plan.answer)
	}
	for i, chunk := range chunks {
		if fault("put-stream-aborted") && put && i == len(chunks)-1 {
			panic(http.ErrAbortHandler)
		}
		c.writeChunk(chunk)
	}
}

func (c *Call) streamLines(plan *turnPlan, run *Run, put bool) {
	if call := plan.call; call != nil {
		if !(fault("ndjson-without-tool-signals") && !put) {
			c.writeLine(streamLine{Type: "toolCall", CallID: call.id, ToolName: call.tool, Arguments: call.arguments}, put)
		}
		silent := fault("ndjson-without-tool-signals") && !put || fault("ndjson-put-without-tool-response") && put
		if !silent {
			c.writeLine(streamLine{Type: "toolResult", CallID: call.id, ToolName: call.tool, Output: call.output}, put)
		}
	}
	if plan.job != nil {
		c.writeLine(streamLine{Type: "jobStarted", JobID: plan.job.id}, put)
	}
	chunks := splitText(plan.answer)
	if fault("n-ndjson-post-last-chunk-lost") && !put {
		chunks = chunks[:len(chunks)-1]
	}
	for _, chunk := range chunks {
		c.writeLine(streamLine{Type: "text", Text: chunk}, put)
	}
	c.writeLine(streamLine{Type: "done", RunID: run.id}, put)
}

func (c *Call) writeLine(line streamLine, put bool) {
	data := string(marshal(line))
	if fault("ndjson-pretty-printed") && !put {
		pretty, _ := json.MarshalIndent(line, "", "  ")
		data = string(pretty)
	}
	if fault("ndjson-put-sse-framing") && put {
		data = "data: " + data + "\n"
	}
	c.writeChunk(data + "\n")
}

func (c *Call) writeChunk(chunk string) {
	c.writer.Write([]byte(chunk))
	http.NewResponseController(c.writer).Flush()
	time.Sleep(chunkPause)
}

// splitText cuts a text into some six pieces, never within a character.
func splitText(text string) []string {
	runes := []rune(text)
	size := max(12, (len(runes)+5)/6)
	var pieces []string
	for len(runes) > size {
		pieces = append(pieces, string(runes[:size]))
		runes = runes[size:]
	}
	return append(pieces, string(runes))
}

// splitBytes is what splitText would be without regard to characters.
func splitBytes(text string) []string {
	var pieces []string
	for len(text) > 15 {
		pieces = append(pieces, strings.ToValidUTF8(text[:15], "\uFFFD"))
		text = text[15:]
	}
	return append(pieces, strings.ToValidUTF8(text, "\uFFFD"))
}

package main

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// toolInput is the input schema of a tool. It takes no other parameters.
func toolInput(properties S, required ...string) S {
	if required == nil {
		required = []string{}
	}
	return with(object(properties), S{"required": required, "additionalProperties": false})
}

// anyNumberOf gives a number for a text, always the same one.
func anyNumberOf(text string, below int) int {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	return int(hash.Sum32() % uint32(below))
}

func sailings(from, to string) map[string]any {
	return map[string]any{
		"from":   from,
		"to":     to,
		"vessel": "MV Curlew",
		"berth":  "BERTH-Q7-4418",
		"leaves": "20:30",
	}
}

// harbourTool answers with made-up facts about its first parameter.
func harbourTool(name, description, parameter, fact string) *ToolSpec {
	return &ToolSpec{
		name:        name,
		toolkit:     "harbour",
		description: description,
		input:       toolInput(S{parameter: textOf(1, 200)}, parameter),
		run: func(s *Service, call toolCall) (map[string]any, error) {
			about := call.text(parameter)
			return map[string]any{parameter: about, fact: fmt.Sprintf("%s-%04d", strings.ToUpper(fact), anyNumberOf(name+about, 10000))}, nil
		},
	}
}

// officeTool answers with what f makes of the text that it is given.
func officeTool(name, description string, f func(string) string) *ToolSpec {
	return &ToolSpec{
		name:        name,
		toolkit:     "office",
		description: description,
		input:       toolInput(S{"text": textOf(0, 100_000)}, "text"),
		run: func(s *Service, call toolCall) (map[string]any, error) {
			return map[string]any{"text": f(call.text("text"))}, nil
		},
	}
}

// catalog are all tools of the deployment.
var catalog = append(otherTools, notifierTools...)

var otherTools = []*ToolSpec{
	{
		name:        "find_sailings",
		toolkit:     "harbour",
		description: "Find the next sailings of a ferry between two harbours.",
		input:       toolInput(S{"from": textOf(1, 200), "to": textOf(1, 200)}, "from", "to"),
		run: func(s *Service, call toolCall) (map[string]any, error) {
			return sailings(call.text("from"), call.text("to")), nil
		},
	},
	{
		name:        "read_tide_table",
		toolkit:     "harbour",
		description: "Read the time and the height of the next high tide at a harbour.",
		input:       toolInput(S{"port": textOf(1, 200), "days": intWithin(1, 14)}, "port"),
		run: func(s *Service, call toolCall) (map[string]any, error) {
			n := anyNumberOf(call.text("port"), 720)
			return map[string]any{
				"port":      call.text("port"),
				"highWater": fmt.Sprintf("%02d:%02d", n/60, n%60),
				"metres":    3 + float64(n%40)/10,
			}, nil
		},
	},
	harbourTool("vessel_position", "Tell where a vessel is at sea, by its name.", "vessel", "grid"),
	harbourTool("berth_plan", "Tell which berth a vessel has in the harbour.", "vessel", "berth"),
	harbourTool("weather_at_sea", "Tell the weather forecast for a sea area.", "area", "forecast"),
	harbourTool("port_fees", "Tell the fees that a harbour asks for a berth.", "port", "fee"),
	harbourTool("crew_roster", "Tell who is on duty on a vessel.", "vessel", "roster"),
	harbourTool("customs_form", "Tell which customs form a kind of freight needs.", "freight", "form"),
	{
		name:        "convert_currency",
		toolkit:     "office",
		description: "Convert an amount of money from euros at a fixed rate.",
		input:       toolInput(S{"amount": S{"type": "number", "minimum": 0}, "to": enum("GBP", "SEK", "USD")}, "amount", "to"),
		run: func(s *Service, call toolCall) (map[string]any, error) {
			return map[string]any{"amount": call.input["amount"], "to": call.input["to"], "rate": 1.1}, nil
		},
	},
	officeTool("upper_case", "Write a text in upper case letters.", strings.ToUpper),
	officeTool("lower_case", "Write a text in lower case letters.", strings.ToLower),
	officeTool("count_words", "Count the words of a text.", func(text string) string { return fmt.Sprint(len(strings.Fields(text))) }),
	officeTool("trim_text", "Take the white space away around a text.", strings.TrimSpace),
	officeTool("code_interpreter", "Run a program on the Virtual Computer and give what it prints.", func(text string) string { return "" }),
}

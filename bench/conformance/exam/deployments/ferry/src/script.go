package main

import (
	"fmt"
	"strings"
	"time"
)

// turnPlan is what a worker does upon a message. Our workers follow a script;
// there is no model behind them.
type turnPlan struct {
	answer string
	call   *plannedCall // nil when no tool is called
	job    *plannedJob  // nil when nothing goes on in the background
}

// plannedCall is a call of a tool with what the tool answers.
type plannedCall struct {
	id        string
	server    string
	tool      string
	arguments map[string]any
	output    map[string]any
}

// plannedJob is a job of the code interpreter that goes on after the answer.
type plannedJob struct {
	id       string
	duration time.Duration
	fails    bool
	report   string // what the worker says when it is done
}

// planTurn is the script of all workers. The run holds what was said before.
func planTurn(agent *Agent, run *Run, message string) *turnPlan {
	asked := strings.ToLower(message)
	switch {
	case strings.Contains(asked, "sailing"):
		return sailingPlan()
	case strings.Contains(asked, "fuel report"):
		return jobPlan(strings.Contains(asked, "broken"))
	case strings.Contains(asked, "what did i say"):
		return &turnPlan{answer: recollection(run)}
	}
	turn := run.countOf("user") + 1
	return &turnPlan{answer: fmt.Sprintf(
		"%s here. You said: %s\nThis was message %d of our conversation. How else can I help you?", agent.name, message, turn)}
}

func sailingPlan() *turnPlan {
	return &turnPlan{
		answer: "Yes, there is a ferry to Rotterdam this evening. Boarding ends half an hour before it leaves.",
		call: &plannedCall{
			id:        "call_" + newToken(12),
			server:    "harbour",
			tool:      "find_sailings",
			arguments: map[string]any{"from": "Hull", "to": "Rotterdam"},
			output:    sailings("Hull", "Rotterdam"),
		},
	}
}

func jobPlan(fails bool) *turnPlan {
	job := &plannedJob{
		id:       "job_" + newToken(16),
		duration: 900 * time.Millisecond,
		fails:    fails,
		report:   "The fuel report is ready: 41.7 tonnes of diesel in the last week.",
	}
	if fails {
		job.duration = 700 * time.Millisecond
		job.report = "The fuel report could not be made: the log of the engine is damaged."
	}
	return &turnPlan{
		answer: "I have started the fuel report. It goes on in the background, ask me again in a moment.",
		call: &plannedCall{
			id:        "call_" + newToken(12),
			server:    "sandbox",
			tool:      "code_interpreter",
			arguments: map[string]any{"code": "report(fuel_log)", "background": true},
			output:    map[string]any{"state": "RUNNING", "jobId": job.id},
		},
		job: job,
	}
}

// recollection repeats what the user has said in this conversation.
func recollection(run *Run) string {
	var said []string
	for _, m := range run.messages {
		if m.Role == "user" {
			said = append(said, "- "+m.Content)
		}
	}
	if len(said) == 0 {
		return "You have said nothing before in this conversation."
	}
	return "In this conversation you have said:\n" + strings.Join(said, "\n")
}

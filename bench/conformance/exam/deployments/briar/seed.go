package main

import (
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
)

const (
	mainUser    = "01HZXB1A2C3D4E5F6G7H8J9K0M"
	otherUser   = "01HZXB1A2C3D4E5F6G7H8J9K0N"
	sandboxUser = "01HZXB1A2C3D4E5F6G7H8J9K0P"

	mainAgent        = "b41a0000-5e1d-4a6e-9c01-0000000000a1"
	ownPaidAgent     = "b41a0000-5e1d-4a6e-9c01-0000000000a2"
	paidAgent        = "b41a0000-5e1d-4a6e-9c01-0000000000b1"
	unpaidAgent      = "b41a0000-5e1d-4a6e-9c01-0000000000b2"
	privateAgent     = "b41a0000-5e1d-4a6e-9c01-0000000000b3"
	subscribedAgent  = "b41a0000-5e1d-4a6e-9c01-0000000000b4"
	unsubscribeAgent = "b41a0000-5e1d-4a6e-9c01-0000000000b5"
	sandboxAgent     = "b41a0000-5e1d-4a6e-9c01-0000000000c1"
)

func seed() {
	err := update(func(tx *bolt.Tx) error {
		t0 := time.Now().UTC().AddDate(0, 0, -240)
		for _, u := range []User{
			{mainUser, "rosa@briar.example", "Rosa Canina", "pro", stamp(t0)},
			{otherUser, "ivo@briar.example", "Ivo Hazel", "pro", stamp(t0)},
			{sandboxUser, "sandy@briar.example", "Sandy Burnet", "sandbox", stamp(t0)},
		} {
			put(tx, "users", u.UserID, u)
		}
		for i, a := range []AgentModel{
			{AgentID: mainAgent, OwnerID: mainUser, Name: "Hedge helper", ChatPrompt: "You help people to lay hedges.", Visibility: publicVis, VanitySlug: "hedge-helper", Description: "Ask about hedges"},
			{AgentID: ownPaidAgent, OwnerID: mainUser, Name: "Rose doctor", ChatPrompt: "You heal roses for money.", Visibility: publicVis, PriceCents: 900},
			{AgentID: paidAgent, OwnerID: otherUser, Name: "Orchard planner", ChatPrompt: "You plan orchards.", Visibility: publicVis, PriceCents: 500},
			{AgentID: unpaidAgent, OwnerID: otherUser, Name: "Compost friend", ChatPrompt: "You talk about compost.", Visibility: publicVis},
			{AgentID: privateAgent, OwnerID: otherUser, Name: "Ivo's diary", ChatPrompt: "You keep Ivo's garden diary.", Visibility: privateVis},
			{AgentID: subscribedAgent, OwnerID: otherUser, Name: "Bee almanac", ChatPrompt: "You know bees.", Visibility: publicVis, PriceCents: 700},
			{AgentID: unsubscribeAgent, OwnerID: otherUser, Name: "Mushroom guide", ChatPrompt: "You know mushrooms.", Visibility: publicVis, PriceCents: 300},
			{AgentID: sandboxAgent, OwnerID: sandboxUser, Name: "Sandbox sprout", ChatPrompt: "You are small.", Visibility: publicVis},
		} {
			a.CreatedAt = stamp(t0.Add(time.Duration(i) * time.Hour))
			a.UpdatedAt = a.CreatedAt
			put(tx, "agents", a.AgentID, a)
			ago := func(days int) time.Time { return time.Now().UTC().AddDate(0, 0, -days) }
			switch a.AgentID {
			case ownPaidAgent:
				addSubscription(tx, &a, otherUser, ago(12))
				addSubscription(tx, &a, "01HZXB1A2C3D4E5F6G7H8J9K0Q", ago(78))
				addSubscription(tx, &a, "01HZXB1A2C3D4E5F6G7H8J9K0R", ago(205))
				gone := addSubscription(tx, &a, "01HZXB1A2C3D4E5F6G7H8J9K0S", ago(170))
				cancelSub(tx, gone)
				gone.CanceledAt = stamp(ago(10))
				put(tx, "subscriptions", "~past/"+gone.SubscriptionID, gone)
			case subscribedAgent:
				addSubscription(tx, &a, mainUser, ago(40))
			case unsubscribeAgent:
				addSubscription(tx, &a, mainUser, ago(20))
			}
		}
		addKey(tx, mainUser, "Rosa's key", "brk_7d30e5a1c94b82f6d017e3ab5590c2f481d6be72", true)
		addKey(tx, otherUser, "Ivo's key", "brk_e2914f6b0c7da8531f42b96e0d85c7a3194fb06d", true)
		addKey(tx, sandboxUser, "Sandy's key", "brk_05b8c3f7e1d2964a70bc18e5f93d4a62c7e0198b", true)
		for u, n := range map[string]int64{mainUser: 500, otherUser: 120, sandboxUser: 25} {
			put(tx, "credits", u, AgentExecutionCredits{n, 0, stamp(t0)})
		}
		put(tx, "vip_codes", "BRIAR-ROSE-2026", VipCode{"BRIAR-ROSE-2026", "", "early_tools"})
		put(tx, "vip_codes", "ROSA-THORNS", VipCode{"ROSA-THORNS", mainUser, "early_tools"})
		put(tx, "vip_codes", "IVO-NUTS", VipCode{"IVO-NUTS", otherUser, "early_tools"})
		for i := 0; i < 36; i++ {
			at := t0.Add(time.Duration(i)*5*time.Hour + time.Duration(i*i)*time.Millisecond)
			run := &Run{RunID: fmt.Sprintf("b41a0000-0000-4000-8000-%012d", i+1), AgentID: mainAgent, UserID: mainUser, Source: "api", Count: 2, CreatedAt: stamp(at), UpdatedAt: stamp(at)}
			put(tx, "runs", run.RunID, run)
			put(tx, "messages", messageKey(run.RunID, 1), Message{"user", fmt.Sprintf("How is hedge %d?", i+1)})
			put(tx, "messages", messageKey(run.RunID, 2), Message{"assistant", "It grows."})
			put(tx, "run_logs", run.RunID+"/"+num(nextID(tx, "run_logs")), AgentRunLog{LogID: newULID(), RunID: run.RunID, AgentID: mainAgent, Event: "run_started", CreatedAt: stamp(at)})
			addExecution(tx, mainUser, "count_words", map[string]any{"text": "a hedge"}, map[string]any{"words": 2, "characters": 7}, stamp(at.Add(time.Minute)))
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
}

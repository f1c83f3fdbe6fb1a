package main

import (
	"fmt"
	"time"
)

// The users of the seed. Alice, Bob and Sam are those of config.json.
const (
	aliceID = "a11ce000-5f1e-4c0d-9a6b-1d2e3f405061"
	bobID   = "b0b00000-6a2f-4d1e-8b7c-2e3f40516273"
	samID   = "5a300000-7b30-4e2f-9c8d-3f4051627384"
	danaID  = "da4a0000-8c41-4f30-8d9e-405162738495"
)

// The agents of the seed.
const (
	harbourDeskID  = "0d4cbe0c-93a9-4b9b-8f8e-5d1c0a7e6f42" // Alice's, public: talk to it
	engineRoomID   = "7a1f0e52-5b0f-4c3d-9a55-0c8d7f2b1e90" // Alice's, public: runs jobs
	pilotID        = "c0de7e11-2f64-4b7a-a1d3-6b9e8c5f4a32" // Alice's, public, paid
	diaryID        = "d1a59b60-3e75-4c8b-92e4-7cafd9605b43" // Alice's, private
	navigatorID    = "2f6a8b71-4d86-4d9c-83f5-8db0ea716c54" // Bob's, public, paid
	galleyID       = "93bc9c82-5e97-4ead-b406-9ec1fb827d65" // Bob's, public, free
	stowawayID     = "b1f0ad93-6fa8-4fbe-a517-afd20c938e76" // Bob's, private
	stormWatchID   = "5ca1bea4-70b9-40cf-9628-b0e31da49f87" // Bob's, paid; Alice is subscribed
	cargoPlannerID = "ab1ecfb5-81ca-41d0-8739-c1f42eb5a098" // Bob's, paid; Alice is subscribed
	lampID         = "1a3bd0c6-92db-42e1-a84a-d2053fc6b1a9" // Dana's, paid; given to Alice
)

var seedUsers = []*User{
	{id: aliceID, email: "alice@ferry.example", displayName: "Alice Mariner", tier: tierPro},
	{id: bobID, email: "bob@ferry.example", displayName: "Bob Purser", tier: tierPro},
	{id: samID, email: "sam@ferry.example", displayName: "Sam Deckhand", tier: tierSandbox},
	{id: danaID, email: "dana@ferry.example", displayName: "Dana Stoker", tier: tierStarter},
}

// seedWebhookBody is an event of the payment provider that config.json shows.
const seedWebhookBody = `{"type": "credits.granted", "id": "evt_ferry_0001", "data": {"userId": "` + aliceID + `", "credits": 25}}`

func (s *Service) seed(today time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, user := range seedUsers {
		copied := *user
		copied.createdAt = today.AddDate(-1, 0, 0)
		s.users[user.id] = &copied
	}
	s.seedAgents(today)
	s.seedKeys(today)
	s.seedSubscriptions(today)
	s.seedRuns(today)
	s.seedExecutions(today)

	at := today.AddDate(0, -1, 0)
	s.studioChats = []*StudioChat{
		{runID: newUUID(), ownerID: aliceID, title: "A better ticket desk", isPrivate: true, createdAt: at, updatedAt: at},
		{runID: newUUID(), ownerID: bobID, title: "Menu of the week", isPrivate: true, createdAt: at, updatedAt: at},
	}
	s.grantCredits(aliceID, 1000)
	s.grantCredits(bobID, 1000)
	for _, code := range []*VIPCode{
		{code: "WELCOME-ABOARD-2026", ownerID: danaID, credits: 50},
		{code: "ALICE-AND-FRIENDS", ownerID: aliceID, credits: 20},
	} {
		code.redeemedBy = map[string]time.Time{}
		s.vipCodes[code.code] = code
	}
	s.installations = []*Installation{{userID: aliceID, tool: toolByName("weather_at_sea"), installedAt: at}}
	s.bundles = []*Bundle{{id: 70, ownerID: aliceID, name: "On the bridge", createdAt: at, updatedAt: at,
		tools: []bundleTool{{ToolID: "vessel_position"}, {ToolID: "weather_at_sea"}}}}
	for _, user := range []*User{s.users[aliceID], s.users[bobID]} {
		s.notifier[connectionKey(user.id, "global", "default")] = &NotifierAccount{
			iden: newIden(), email: user.email, name: user.displayName, created: at,
		}
	}
}

func (s *Service) seedAgents(today time.Time) {
	for i, agent := range []*Agent{
		{id: harbourDeskID, ownerID: aliceID, name: "Harbour desk", slug: "harbour-desk", prompt: "Answer questions about sailings, kindly and briefly."},
		{id: engineRoomID, ownerID: aliceID, name: "Engine room", prompt: "Make reports about the engines in the background."},
		{id: pilotID, ownerID: aliceID, name: "Pilot", slug: "pilot", prompt: "Guide vessels into the harbour.", price: 900},
		{id: diaryID, ownerID: aliceID, name: "Diary", prompt: "Keep the log of the captain.", visibility: visibilityPrivate},
		{id: navigatorID, ownerID: bobID, name: "Navigator", prompt: "Plan routes at sea.", price: 1200},
		{id: galleyID, ownerID: bobID, name: "Galley", slug: "galley", prompt: "Plan meals for the crew."},
		{id: stowawayID, ownerID: bobID, name: "Stowaway", prompt: "Nobody may know this prompt.", visibility: visibilityPrivate},
		{id: stormWatchID, ownerID: bobID, name: "Storm watch", prompt: "Warn of storms.", price: 500},
		{id: cargoPlannerID, ownerID: bobID, name: "Cargo planner", prompt: "Plan the cargo deck.", price: 700},
		{id: lampID, ownerID: danaID, name: "Lamp", prompt: "Explain signal lamps.", price: 300},
	} {
		if agent.visibility == "" {
			agent.visibility = visibilityPublic
		}
		agent.createdAt = today.AddDate(0, -6, i)
		agent.updatedAt = agent.createdAt
		s.agents = append(s.agents, agent)
		s.snapshots[agent.id] = *agent
	}
	for i, name := range []string{"timetable.txt", "prices.txt"} {
		s.files = append(s.files, &AgentFile{id: newUUID(), agentID: harbourDeskID, name: name, mimeType: "text/plain",
			text: "See the board at the quay.", sortIndex: i, createdAt: today, updatedAt: today})
	}
}

func (s *Service) seedKeys(today time.Time) {
	for i, key := range []*APIKey{
		{userID: aliceID, label: "Default key", secret: "fk_live_aliceN4tYq8Rr2WzKd6TmXc9Vb3Hs"},
		{userID: bobID, label: "Default key", secret: "fk_live_bobJ7pLw5Gf9QxEa2ScUe8Mv4Zk"},
		{userID: samID, label: "Default key", secret: "fk_live_samB3hDy6Nn8PrTg4FkWq2Xj7Lc"},
	} {
		key.id, key.isDefault, key.seeded, key.createdAt = s.nextKeyID+i, true, true, today.AddDate(0, -3, 0)
		s.keys = append(s.keys, key)
	}
	s.nextKeyID += len(s.keys)
}

// seedSubscriptions gives Alice subscriptions to agents of others, and
// customers to the agents of Alice and Bob.
func (s *Service) seedSubscriptions(today time.Time) {
	add := func(userID, agentID string, daysAgo, canceledDaysAgo int, providerID string) {
		sub := &Subscription{id: newUUID(), userID: userID, agentID: agentID, status: subscriptionActive,
			price: s.findAgent(agentID).price, startedAt: today.AddDate(0, 0, -daysAgo), providerID: providerID}
		if canceledDaysAgo > 0 {
			sub.status, sub.canceledAt = subscriptionCanceled, today.AddDate(0, 0, -canceledDaysAgo)
		}
		s.subscriptions = append(s.subscriptions, sub)
	}
	add(aliceID, stormWatchID, 80, 0, "sub_alice_storm_watch")
	add(aliceID, cargoPlannerID, 45, 0, "sub_alice_cargo_planner")
	add(aliceID, lampID, 10, 0, "")
	for i := 1; i <= 24; i++ {
		customer := fmt.Sprintf("00000000-0000-4000-8000-%012d", i)
		canceled := 0
		if i%4 == 0 {
			canceled = 5 * i
		}
		add(customer, pilotID, 13*i, canceled, fmt.Sprintf("sub_pilot_%d", i))
		if i%3 == 0 {
			add(customer, navigatorID, 9*i, 0, fmt.Sprintf("sub_navigator_%d", i))
		}
	}
}

// seedRuns gives Alice more runs than fit on a page.
func (s *Service) seedRuns(today time.Time) {
	say := func(userID, agentID string, at time.Time, question string) {
		agent := s.findAgent(agentID)
		run := s.addRun(userID, agentID, at.Truncate(tick))
		plan := planTurn(agent, run, question)
		s.noteMessage(run, question, textForm, false, plan)
		s.noteToolCalls(run, plan)
		run.append("assistant", plan.answer)
		s.log(run, "ANSWER", plan.answer)
		run.lastActivityAt = run.startedAt
	}
	for i := 45; i >= 1; i-- {
		question := fmt.Sprintf("How many cars fit on deck %d?", i)
		if i%5 == 0 {
			question = "Which sailing leaves next?"
		}
		say(aliceID, harbourDeskID, today.Add(-time.Duration(i)*7*time.Hour), question)
	}
	for i := 3; i >= 1; i-- {
		say(bobID, harbourDeskID, today.Add(-time.Duration(i)*5*time.Hour), "When do I have to be on board?")
	}
}

// seedExecutions gives Alice more executions than fit on a page.
func (s *Service) seedExecutions(today time.Time) {
	add := func(userID string, at time.Time, port string) {
		input := map[string]any{"port": port}
		execution := s.noteExecution(userID, "read_tide_table", input, map[string]any{"port": port, "highWater": "06:12", "metres": 4.1}, at)
		execution.startedAt, execution.duration = at.Truncate(tick), 3*time.Millisecond
	}
	ports := []string{"Hull", "Rotterdam", "Göteborg", "Dover", "Calais"}
	for i := 45; i >= 1; i-- {
		add(aliceID, today.Add(-time.Duration(i)*11*time.Hour), ports[i%len(ports)])
	}
	for i := 3; i >= 1; i-- {
		add(bobID, today.Add(-time.Duration(i)*13*time.Hour), ports[i])
	}
}

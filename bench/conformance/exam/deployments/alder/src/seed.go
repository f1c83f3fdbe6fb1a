package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"gorm.io/gorm"
)

const (
	ownID     = "0a0a0a0a-1111-4111-8111-000000000001"
	otherID   = "0a0a0a0a-1111-4111-8111-000000000002"
	sandboxID = "0a0a0a0a-1111-4111-8111-000000000003"
	makerID   = "0a0a0a0a-1111-4111-8111-000000000004"
)

func tokenFor(user string) string {
	// the same token on each start, so that config.json can hold it
	t, _ := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{Subject: user, Issuer: "alder",
		IssuedAt: jwt.NewNumericDate(time.Unix(1767225600, 0)), ExpiresAt: jwt.NewNumericDate(time.Unix(2398377600, 0))}).SignedString(jwtSecret)
	return t
}

func agentID(n int) string { return fmt.Sprintf("a9e47000-2222-4222-8222-%012d", n) }

func (s *Server) seed() error {
	if os.Getenv("ALDER_PRINT_TOKENS") != "" {
		fmt.Println(tokenFor(ownID), tokenFor(otherID), tokenFor(sandboxID))
	}
	users := []User{{ID: ownID, Email: "olive@alder.example", Name: "Olive Own", Tier: "pro"}, {ID: otherID, Email: "otto@alder.example", Name: "Otto Other", Tier: "pro"},
		{ID: sandboxID, Email: "sandy@alder.example", Name: "Sandy Sand", Tier: "sandbox"}, {ID: makerID, Email: "mary@alder.example", Name: "Mary Maker", Tier: "pro"}}
	keys := []string{"ak_live_own00000000000000000000000000000000001", "ak_live_other000000000000000000000000000000002", "ak_live_sandbox0000000000000000000000000003", "ak_live_maker000000000000000000000000000000004"}
	bal := []int64{100000, 50000, 25, 1000}
	return s.db.Transaction(func(tx *gorm.DB) error {
		var rows []any
		for i := range users {
			rows = append(rows, &users[i], &ApiKey{UserID: users[i].ID, Name: "Default key", Key: keys[i], IsDefault: true}, &Credits{UserID: users[i].ID, Balance: bal[i]})
			s.users[users[i].ID] = &users[i]
		}
		ag := func(n int, owner, name, vis string, cents int64) {
			rows = append(rows, &Agent{ID: agentID(n), OwnerID: owner, Name: name, Description: name + " of the seed.", ChatPrompt: "You are " + name + ".", Visibility: vis, PriceCents: cents})
		}
		ag(1, ownID, "Worker", "public", 0)
		ag(2, ownID, "Background worker", "public", 0)
		ag(3, makerID, "Paid agent", "public", 999)
		ag(4, makerID, "Unpaid agent", "public", 0)
		ag(5, ownID, "Own paid agent", "public", 1250)
		ag(6, makerID, "Subscribed agent", "public", 499)
		ag(7, makerID, "Subscribed for now", "public", 799)
		ag(8, otherID, "Private agent", "private", 0)
		sub := func(n int, cents int64) {
			r := Stamp(time.Now().AddDate(0, 1, 0).UnixNano())
			rows = append(rows, &Subscription{ID: newID(), UserID: ownID, AgentID: agentID(n), Active: true, Status: "active", PriceCents: cents, Currency: "usd", SessionID: "cs_" + newID(), RenewsAt: &r})
		}
		sub(6, 499)
		sub(7, 799)
		today := time.Now().UTC().Truncate(24 * time.Hour)
		for _, d := range []int{0, 2, 5, 20, 27, 40, 200, 364, 400} {
			at := Stamp(today.AddDate(0, 0, -d).Add(time.Second).UnixNano())
			rows = append(rows, &Payment{ID: newID(), OwnerID: ownID, AgentID: agentID(5), UserID: fmt.Sprint("seed-", d), Cents: 1250, NewSub: true, CreatedAt: at})
		}
		rows = append(rows, &VipCode{"ALDER-WELCOME-2026", makerID, 50}, &VipCode{"ALDER-SPRING-2026", makerID, 20}, &VipCode{"OLIVE-FRIENDS", ownID, 30}, &VipCode{"OTTO-FRIENDS", otherID, 30})
		for _, r := range rows {
			if err := tx.Create(r).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// sweep removes folders of servers that were killed hard.
func sweep(root string) {
	dirs, _ := filepath.Glob(filepath.Join(root, "db-*"))
	for _, d := range dirs {
		var pid int
		if _, err := fmt.Sscanf(filepath.Base(d), "db-%d-", &pid); err == nil {
			if _, err := os.Stat(fmt.Sprint("/proc/", pid)); os.IsNotExist(err) {
				_ = os.RemoveAll(d)
			}
		}
	}
}

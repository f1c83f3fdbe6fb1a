import { one, run, tx } from "./db";
import { nowSec } from "./ids";

export const OWN = "user_3Kq7bXvT9mWzRfHn2LpYcA", OTHER = "user_8Jd4sPqE6xNtGvUy5CrMbK", SANDBOX = "user_5Zw2hRkF7aDjQeTs9XnVgB";
export const KEYS = { own: "bsk_own_7Vd2nQx9TfLbKc4RmYzWpH", other: "bsk_other_4Hs8kPj6WgNvXe3BtCuRqD", sandbox: "bsk_sandbox_9Lm5rZa2JyFhTn7KdGwVxE" };
export const AGENTS = {
  main: "5b0c1f0e-6a3d-4c58-9f11-2d7a8e4b9c01", background: "7e2d4a91-1c5b-4f83-8a60-93b1c7d5e202",
  ownPaid: "c3f8b6d2-4e17-4a9b-b5c8-61d0e9f2a303", paid: "a9d47e15-8b62-4d3f-9e07-54c2b8a1f404", unpaid: "1f6e3c8b-2d94-4b7a-8c15-e07d9a5b6505",
  subscribed: "e84b2a7d-5f31-4c96-a2d8-7b0c6e9f1606", unsubscribe: "62c9d5f4-3a08-4e1b-97b6-d8f1a4c2e707", private: "d07a9e3c-6b45-4f28-b1e9-3c5d8f7a2808",
};
export const VIP = { free: "WELCOME-BASIL-7", own: "MINE-BASIL-1" };

export function agentDoc(over: Record<string, unknown>): Record<string, any> {
  const now = nowSec();
  return {
    name: "Untitled agent", prompt: "", description: null, visibility: "private", vanity_slug: null, upsell_description: null,
    priceCents: null, feedbackCount: 0, labels: {}, revision: 1, created: now, updated: now, ...over,
  };
}

export function seed(): void {
  if (one("SELECT 1 FROM users")) return;
  const now = nowSec();
  tx(() => {
    for (const [id, email, name, tier] of [[OWN, "olive@example.com", "Olive Own", "pro"], [OTHER, "otto@example.com", "Otto Other", "pro"], [SANDBOX, "sandy@example.com", "Sandy Sandbox", "sandbox"]] as const) {
      run("INSERT INTO users VALUES (?, ?, ?, ?, ?)", id, email, name, tier, now - 90 * 86400);
    }
    run("INSERT INTO credits VALUES (?, ?, 0, ?)", OWN, 100000, now);
    run("INSERT INTO credits VALUES (?, ?, 0, ?)", OTHER, 5000, now);
    run("INSERT INTO credits VALUES (?, ?, 0, ?)", SANDBOX, 3, now);
    for (const [user, secret] of [[OWN, KEYS.own], [OTHER, KEYS.other], [SANDBOX, KEYS.sandbox]]) {
      run("INSERT INTO api_keys (user_id, secret, name, is_default, created) VALUES (?, ?, 'Default key', 1, ?)", user!, secret!, now - 86400);
    }
    const agents: [string, string, Record<string, unknown>][] = [
      [AGENTS.main, OWN, { name: "Harbour helper", prompt: "You help at the harbour.", visibility: "public", vanity_slug: "harbour-helper" }],
      [AGENTS.background, OWN, { name: "Night worker", prompt: "You run long jobs.", visibility: "public" }],
      [AGENTS.ownPaid, OWN, { name: "Tide oracle", prompt: "You foresee tides.", visibility: "public", priceCents: 999 }],
      [AGENTS.paid, OTHER, { name: "Paid pilot", prompt: "You pilot ships.", visibility: "public", priceCents: 1250 }],
      [AGENTS.unpaid, OTHER, { name: "Free ferry", prompt: "You ferry people.", visibility: "public" }],
      [AGENTS.subscribed, OTHER, { name: "Steady crew", prompt: "You are the crew.", visibility: "public", priceCents: 500 }],
      [AGENTS.unsubscribe, OTHER, { name: "Leaving crew", prompt: "You leave soon.", visibility: "public", priceCents: 700 }],
      [AGENTS.private, OTHER, { name: "Secret submarine", prompt: "You dive in secret.", visibility: "private" }],
    ];
    for (const [id, owner, over] of agents) {
      run("INSERT INTO agents (agent_id, owner_id, slug, doc) VALUES (?, ?, ?, ?)", id, owner, (over.vanity_slug as string) ?? null, JSON.stringify(agentDoc(over)));
    }
    for (const [agent, cents, n] of [[AGENTS.subscribed, 500, 1], [AGENTS.unsubscribe, 700, 2]] as const) {
      run("INSERT INTO subscriptions (user_id, agent_id, subscription_id, status, price_cents, provider_id, created, updated) VALUES (?, ?, ?, 'active', ?, ?, ?, ?)",
        OWN, agent, `sub_seed${n}`, cents, `prov_seed${n}`, now - 20 * 86400, now - 20 * 86400);
      run("INSERT INTO ledger (owner_id, agent_id, subscriber_id, cents, at) VALUES (?, ?, ?, ?, ?)", OTHER, agent, OWN, cents, now - 20 * 86400);
    }
    // Buyers of the tide oracle over the last months.
    [1, 2, 2, 5, 9, 13, 17, 26, 29, 40, 55, 120, 200].forEach((days, i) => {
      run("INSERT INTO ledger (owner_id, agent_id, subscriber_id, cents, at) VALUES (?, ?, ?, ?, ?)", OWN, AGENTS.ownPaid, `user_buyer${i}`, 999, now - days * 86400);
    });
    run("INSERT INTO vip_codes VALUES (?, 'user_house'), (?, ?)", VIP.free, VIP.own, OWN);
  });
}
